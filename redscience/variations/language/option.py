"""An option of the rule language: one entry of one table, from which everything about it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from redscience.english import English
from redscience.variations.language.frozen import FrozenMapping
from redscience.variations.language.model import RuleSet

Value: TypeAlias = str | int | bool


@dataclass(frozen=True, slots=True)
class Requirement:
    """When an option makes sense.

    Attributes:
        holds: whether the rest of the rule set gives the option a meaning.
        what: what it needs, as a noun.
        problem: what is wrong where it does not, as the second half of a sentence.
        remedy: what would be right.
        reads: the fields that `holds` looks at. It is not asked while one of them is at fault.
    """

    holds: Callable[[RuleSet], bool] = field(compare=False)
    what: str
    problem: English
    remedy: English
    reads: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A blank that an option leaves to be filled: a whole number, or a shape.

    Attributes:
        name: of the field beside the option's own.
        label: as the Factory shows it.
        default: what is meant where the file does not say.
        lowest, highest: for a number.
        choices: for a shape; empty for a number.
    """

    name: str
    label: str
    default: Value
    lowest: int = 0
    highest: int = 0
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One thing that can be chosen.

    Attributes:
        value: as stored in files, for ever.
        label: as in the Factory's list; `{length}` and `{shapes}` stand for parameters.
        english: a clause or sentence of the rules in plain English, with the same blanks.
        note: what it means, where the rules have nothing to say of it.
        parameters: its blanks.
        needs: when it makes sense.
    """

    value: Value
    label: str
    english: str = ""
    note: str = ""
    parameters: tuple[Parameter, ...] = ()
    needs: tuple[Requirement, ...] = ()

    @property
    def meaning(self) -> str:
        """What it means in whatever game: a clause, with its parameters' blanks left."""
        return in_general(self.english or self.note)

    @property
    def group(self) -> str:
        """Under which title it stands in a long list; empty for none."""
        return ""

    @property
    def hint(self) -> str:
        """What it needs, in a line; empty if nothing."""
        *first, last = (need.what for need in self.needs) if self.needs else ("",)
        return f"Needs {', '.join(first)}{' and ' if first else ''}{last}." if last else ""


_IN_GENERAL = {
    "row": "{length} in a row",
    "straight": "",
    "many": "are more than {total} {shapes}",
    "others_win": "all others win",
    "others_lose": "all others lose",
    "moment": "a move or round",
    "team": "",
    "unless": "",
    "remain": "have any",
    "ends": "the phase ends",
    "in_last": " in the last phase",
    "agree": "all others agree",
    "king": "a piece that moves one step in any direction",
    "rook": "one that can castle",
    "pawn": "a pawn",
    "taker": "a piece that captures by stepping diagonally",
}
"""What stands in the blanks of the English of options where no game is given."""


def in_general(text: str) -> str:
    """A text of an option as it is true of any game; the blanks of its parameters are left."""
    for blank, words in _IN_GENERAL.items():
        text = text.replace(f"{{{blank}}}", words)
    return text


O_ = TypeVar("O_", bound=Option)


class Options(FrozenMapping[Value, O_], Generic[O_]):
    """A table of options by value, in the order of the Factory's list; the first is the default if none is named."""

    __slots__ = ("default", "what")

    def __init__(self, what: English, entries: Iterable[O_], default: Value | None = None) -> None:
        entries = tuple(entries)
        super().__init__((entry.value, entry) for entry in entries)
        self.what = what
        self.default: Value = entries[0].value if default is None else default
