"""Words that are in no name, and the common ways of writing them so that they are not seen.

A list is JSON: words that are blocked `anywhere` in a name, and words that are blocked where they stand `alone`, for
they are part of harmless ones (Scunthorpe, Cockburn). Case, accents, repeated letters, signs that look like letters,
and what stands between the letters make no difference.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from redscience.errors import Fault, InvalidField
from redscience.names import folded_name
from services.kit.config import ConfigError

OWN_LIST = Path(__file__).with_name("blocked_words.json")
_LOOKALIKES = (
    str.maketrans("013456789@$!|+", "oieasgtbgasiit"),
    str.maketrans("013456789@$!|+", "oleasgtbgaslit"),
)
_NUMBER = re.compile(r"\d{2,}")
_SEPARATORS = re.compile(r"[\W_]+")


class BlockedWords:
    """Words that are in no name.

    Args:
        anywhere: in a part of it, or in all of it.
        alone: as a word of it, or as all of it.
    """

    def __init__(self, anywhere: Iterable[str], alone: Iterable[str]) -> None:
        self._anywhere = _pattern(anywhere)
        self._alone = _pattern(alone)

    def refuse(self, name: str, path: str = "name") -> None:
        """Refuses a name, given in the field `path`, that has one of them in it.

        Raises:
            InvalidField: it has.
        """
        if any(self._is_in(reading) for reading in readings(name)):
            raise InvalidField([Fault(path, "has a word in it that is not wanted here", "Choose another")])

    def _is_in(self, words: Sequence[str]) -> bool:
        whole = "".join(words)
        is_alone = any(self._alone.fullmatch(each) for each in (*words, whole))
        return is_alone or self._anywhere.search(whole) is not None


def read_blocked_words(file: Path) -> BlockedWords:
    """The words of a list.

    Raises:
        ConfigError: it cannot be read, or is none.
    """
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        return BlockedWords(*(_words(content[where]) for where in ("anywhere", "alone")))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(
            f"REDSCIENCE_BLOCKED_WORDS_FILE names {str(file)!r}, which cannot be used: it must be JSON of the form"
            ' {"anywhere": ["…"], "alone": ["…"]}.'
        ) from error


def _words(content: object) -> list[str]:
    if not isinstance(content, list) or not all(isinstance(each, str) and _plain(each) for each in content):
        raise TypeError
    return [_plain(each) for each in content]


def _plain(text: str) -> str:
    """Without case and accents."""
    apart = unicodedata.normalize("NFKD", folded_name(text))
    return "".join(each for each in apart if not unicodedata.combining(each))


def readings(name: str) -> list[list[str]]:
    """The words of a name, with signs that look like letters read as those, in each way. Numbers are left out."""
    words = [each for each in re.split(r"[\s._-]+", _plain(name)) if not _NUMBER.fullmatch(each)]
    return [[_SEPARATORS.sub("", each.translate(table)) for each in words] for table in _LOOKALIKES]


def _pattern(words: Iterable[str]) -> re.Pattern[str]:
    """Any of these words, each letter as often as it stands there at least."""
    return re.compile("|".join(map(_repeated, sorted(words))) or r"(?!)")


def _repeated(word: str) -> str:
    runs = ((letter, len(list(run))) for letter, run in groupby(word))
    return "".join(f"{re.escape(letter)}{{{count},}}" for letter, count in runs)
