"""The boards: how large they are, who plays on them, and where the bases are. Loads no engine.

Spaces are (x, y), x to the right and y upward from 1, and are numbered row by row from the bottom, from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

Space = tuple[int, int]

KINDS = "01234B"
"""The pieces as moves and views have them, from the weakest."""
NAMES: Mapping[str, str] = {
    "0": "factory",
    "1": "engineer",
    "2": "expert",
    "3": "flash",
    "4": "train",
    "B": "bomb",
}
MOST_PIECES = 15
LAST_TURN = 200


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A board; there is one for each number of players.

    Attributes:
        size: spaces to a side.
        bases: of each seat, in order of play.
    """

    size: int
    bases: Mapping[str, Space]

    @property
    def seats(self) -> tuple[str, ...]:
        """In order of play."""
        return tuple(self.bases)

    def number(self, space: Space) -> int:
        """Of a space on the board."""
        x, y = space
        return (y - 1) * self.size + x - 1

    def space(self, number: int) -> Space:
        """The space of a number."""
        y, x = divmod(number, self.size)
        return x + 1, y + 1

    def has(self, space: Space) -> bool:
        """Whether there is such a space."""
        return all(1 <= each <= self.size for each in space)

    def beside(self, space: Space) -> Iterator[Space]:
        """The spaces beside one: north, east, south, west of it, as far as the board goes."""
        x, y = space
        return (each for each in ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)) if self.has(each))


@cache
def layout(players: int) -> Layout:
    """The board for two, three or four players."""
    if players == 2:  # noqa: PLR2004 - the number of players
        return Layout(7, {"south": (4, 1), "north": (4, 7)})
    bases = {"south": (5, 1), "west": (1, 5), "north": (5, 9), "east": (9, 5)}
    return Layout(9, {seat: bases[seat] for seat in list(bases)[:players]})
