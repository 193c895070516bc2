"""Where a command gets its game: by the name of a ready one, from a file, or from the standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from redscience import families
from redscience.errors import RedscienceError, UnknownGame
from redscience.interface import MOST_BYTES, Source

STANDARD_STREAM = "-"


class UnreadableFileError(RedscienceError):
    """There is no such file, or it cannot be read."""

    code = "command/unreadable_file"


def source_of(text: str) -> Source:
    """A game by its name, or by its file.

    Raises:
        UnknownGame: there is no game of that name, and it looks like no file.
        UnreadableFileError: the file cannot be read.
        RuleSetError: it has faults.
    """
    if text == STANDARD_STREAM or text.endswith(".json") or "/" in text or "\\" in text:
        return families.read(content(text))
    try:
        return families.get(text)
    except UnknownGame:
        if _is_file(text):
            return families.read(content(text))
        raise


def content(path: str) -> bytes:
    """The bytes of a file; no more than is needed to see that it is too large.

    Raises:
        UnreadableFileError: it cannot be read.
    """
    try:
        if path == STANDARD_STREAM:
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with Path(path).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UnreadableFileError(f"{path!a} cannot be read: {reason}.") from None


def _is_file(path: str) -> bool:
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False
