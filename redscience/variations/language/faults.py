"""The faults of a rule-set file: how they are gathered, and how their messages name values and places."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from redscience.english import English
from redscience.errors import Fault

MOST_FAULTS = 50
"""More are not looked for: a file with so many is no attempt at a rule set."""

_SHOWN = 40
_A_LIST: English = "a list"
_AN_OBJECT: English = "an object"


class TooManyFaults(Exception):  # noqa: N818  (no error: the search for faults is over)
    """There are `MOST_FAULTS`."""


class Refused(Exception):  # noqa: N818  (no error: control flow within this package)
    """A value cannot be used; its faults have been noted."""


class Faults:
    """The faults found so far.

    Attributes:
        found: in the order in which they were found.
        are_of_sense: whether each field says something, so that what is wrong is how they go together.
    """

    def __init__(self) -> None:
        self.found: list[Fault] = []
        self.are_of_sense = False

    def add(self, path: str, problem: English, remedy: English) -> None:
        """Notes a fault. Raises `TooManyFaults` where the list is full."""
        self.found.append(Fault(path, problem, remedy))
        if len(self.found) >= MOST_FAULTS:
            raise TooManyFaults

    def refuse(self, path: str, problem: English, remedy: English) -> Refused:
        """Notes a fault and gives what to raise."""
        self.add(path, problem, remedy)
        return Refused()

    def touch(self, paths: Iterable[str]) -> bool:
        """Whether anything at or below one of some paths is at fault."""
        return bool(self.found) and any(map(self.within, paths))

    def within(self, path: str) -> bool:
        """Whether anything at or below a path is at fault."""
        return any(fault.path == path or fault.path.startswith((path + ".", path + "[")) for fault in self.found)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A number that JSON allows and no field takes: a fraction, an infinity, one of many digits."""

    text: str


def shown(value: object) -> str:
    """A value as it appears in a message, cut where it is long."""
    if isinstance(value, Unreadable):
        text = value.text
    elif isinstance(value, str):
        text = f'"{value}"' if value.isprintable() else ascii(value)
    elif isinstance(value, bool):
        text = "true" if value else "false"
    elif value is None:
        text = "null"
    elif isinstance(value, int):
        text = str(value)
    else:
        text = _A_LIST if isinstance(value, list) else _AN_OBJECT
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def one_of(values: Iterable[object]) -> English:
    """A list of what is right, as a remedy."""
    return "Choose one of " + ", ".join(shown(value) for value in values)


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The known word that was probably meant."""
    close = get_close_matches(word[:_SHOWN].casefold(), list(words), n=1)
    return close[0] if close else None


def below(path: str, name: str) -> str:
    """The path of a field, cut where the name is long."""
    name = name if name.isprintable() else ascii(name)[1:-1]
    name = name if len(name) <= _SHOWN else name[: _SHOWN - 1] + "…"
    return f"{path}.{name}" if path else name


def entry_path(path: str, key: str) -> str:
    """The path of an entry of a mapping whose keys are no names."""
    return f"{path}[{shown(key)}]"
