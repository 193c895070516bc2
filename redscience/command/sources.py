"""Where a command gets its rule set: the catalogue, a file, or the standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from redscience.errors import RedscienceError, UnknownGame
from redscience.variations import catalogue
from redscience.variations.language import RuleSet, read
from redscience.variations.language.reading import MOST_BYTES

STANDARD_INPUT = "-"


class UnreadableFileError(RedscienceError):
    """There is no such file, or it cannot be read."""

    code = "command/unreadable_file"


def rule_set(source: str) -> RuleSet:
    """A rule set by its name in the catalogue, or by its file.

    Raises:
        UnknownGame: there is no game of that name, and it looks like no file.
        UnreadableFileError: the file cannot be read.
        RuleSetError: it has faults.
    """
    if source == STANDARD_INPUT or source.endswith(".json") or "/" in source or "\\" in source:
        return read(content(source))
    try:
        return catalogue.get(source)
    except UnknownGame as error:
        if _is_file(source):
            return read(content(source))
        hint = f"Those that can be played are {', '.join(catalogue.names(playable_only=True))}."
        raise UnknownGame(error.message.replace("`names()` lists all.", hint)) from None


def content(path: str) -> bytes:
    """The bytes of a file; no more than is needed to see that it is too large.

    Raises:
        UnreadableFileError: it cannot be read.
    """
    try:
        if path == STANDARD_INPUT:
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
