"""The text of orders (docs/notation.md).

move 5,1>5,2   flash 5,1>5,2   produce 3@5,2 by 5,1   tow 5,2 by 5,3   flag up   flag down   done
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from redscience.english import English
from redscience.errors import UnreadableMove
from redscience.four_bases.layout import Space

What: TypeAlias = Literal["move", "flash", "produce", "tow", "flag up", "flag down", "done"]
UNKNOWN = "?"
"""In the place of a kind that the viewer does not know."""
LONGEST = 40
_MOST_REMEMBERED = 16_384
_SPACE = r"(\d{1,2}),(\d{1,2})"
_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("going", re.compile(rf"(move|flash) {_SPACE} ?> ?{_SPACE}")),
    ("produce", re.compile(rf"produce ([0-4b]) ?@ ?{_SPACE} by {_SPACE}")),
    ("tow", re.compile(rf"tow {_SPACE} by {_SPACE}")),
    ("word", re.compile(r"(flag up|flag down|done)")),
)
_HELP: English = (
    'Write "move 5,1>5,2", "flash 5,1>5,2", "produce 3@5,2 by 5,1", "tow 5,2 by 5,3", "flag up", "flag down" or "done".'
)


class Order(NamedTuple):
    """An order of a seat.

    Attributes:
        what: it is.
        first: the piece that moves, the producer or the train; None where it names no space.
        second: where to, where the new piece is to be, or what is towed.
        kind: of the new piece.
    """

    what: What
    first: Space | None = None
    second: Space | None = None
    kind: str = ""


@lru_cache(_MOST_REMEMBERED)
def write(order: Order) -> str:
    """The text of an order."""
    what, first, second, kind = order
    if first is None or second is None:
        return what
    if what == "produce":
        return f"produce {kind}@{at(second)} by {at(first)}"
    if what == "tow":
        return f"tow {at(second)} by {at(first)}"
    return f"{what} {at(first)}>{at(second)}"


def at(space: Space) -> str:
    """A space, as orders name it."""
    return f"{space[0]},{space[1]}"


def read(text: str) -> Order:
    """The order of a text, in whatever case and with more blanks than it needs.

    Raises:
        UnreadableMove: it is none.
    """
    said = " ".join(text[: 4 * LONGEST].split()).lower()
    for form, pattern in _FORMS:
        if match := pattern.fullmatch(said):
            return _order(form, match.groups())
    raise UnreadableMove(f"{text[:LONGEST]!r} is no order. {_HELP}")


def _order(form: str, said: tuple[str, ...]) -> Order:
    if form == "word":
        return Order(said[0])  # type: ignore[arg-type]  # the pattern has no others
    *_, a, b, c, d = said
    one, other = (int(a), int(b)), (int(c), int(d))
    if form == "going":
        return Order(said[0], one, other)  # type: ignore[arg-type]  # likewise
    return Order("tow", other, one) if form == "tow" else Order("produce", other, one, said[0].upper())
