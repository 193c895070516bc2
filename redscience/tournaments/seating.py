"""Who can hold which seats of a game, and how often the seats are exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, permutations
from math import factorial


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of a game, as a tournament fills them.

    Attributes:
        teams: the side of each seat in order of play, numbered from 0. Seats of one side are partners.
        places: the seats, by their numbers, that one player holds: a single seat, or all of a side.
    """

    teams: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]

    @property
    def set_size(self) -> int:
        """How many games give everybody every place equally often."""
        return factorial(len(self.places))

    def games_of_set(self, games: int, *, whole: bool) -> int:
        """How many games a set has where so many are asked for: fewer than it could, if it need not stand whole."""
        return self.set_size if whole else min(games, self.set_size)

    def in_sets(self, games: int, *, whole: bool = True) -> int:
        """At least so many games, rounded up to sets."""
        size = self.games_of_set(games, whole=whole)
        return -(-games // size) * size

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        return _sides(self.teams)

    def permutation(self, number: int, players: Sequence[int]) -> tuple[int, ...]:
        """Who holds each seat in the game of this number of a set, from 0 to `set_size`."""
        return next(islice(self._seated(players), number, None))

    def set_of(self, players: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Who holds each seat in each game of a set, the players being one for each place."""
        return tuple(self._seated(players))

    def _seated(self, players: Sequence[int]) -> Iterator[tuple[int, ...]]:
        place_of = {seat: number for number, place in enumerate(self.places) for seat in place}
        order = [place_of[seat] for seat in range(len(self.teams))]
        return (tuple(held[place] for place in order) for held in permutations(players, len(self.places)))


@lru_cache
def _sides(teams: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(seat for seat, team in enumerate(teams) if team == side) for side in sorted(set(teams)))


def seating(teams: Sequence[int], players: int) -> Seating:
    """How a tournament of so many players fills a game with these sides.

    One player a seat. Where there are fewer players than seats and the game has partners, one player a side; where
    there are fewer players still, some of them hold several places.

    Raises:
        ValueError: the game has fewer than two sides, or the tournament fewer than two players.
    """
    if len(set(teams)) < 2 or players < 2:  # noqa: PLR2004 - it takes two
        raise ValueError("A tournament needs a game of at least two sides, and at least two players.")
    each_seat = Seating(tuple(teams), tuple((seat,) for seat in range(len(teams))))
    return Seating(each_seat.teams, each_seat.sides) if players < len(teams) else each_seat
