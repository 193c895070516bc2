"""Which players meet, found by number: a tournament of a million combinations is never listed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Literal, overload

Format = Literal["round-robin", "gauntlet"]
Combination = tuple[int, ...]


class Pairings(Sequence[Combination]):
    """The combinations of players who meet over the places of a game, in lexicographic order.

    Each player of a combination is another one, unless there are fewer players than places: then every combination
    has all of them in it, some more than once.

    Args:
        players: how many there are.
        places: how many play in a game.
        format: in a round robin everybody meets everybody, in a gauntlet all others meet player 0.
    """

    def __init__(self, players: int, places: int, format: Format = "round-robin") -> None:  # noqa: A002 - the term
        self._players, self._places = players, places
        self._fixed = (0,) if format == "gauntlet" else ()

    def __len__(self) -> int:
        return len(self._crowded) or comb(self._players - len(self._fixed), self._places - len(self._fixed))

    @overload
    def __getitem__(self, number: int) -> Combination: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Combination]: ...
    def __getitem__(self, number: int | slice) -> Combination | Sequence[Combination]:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(len(self)))]
        if not 0 <= number < len(self):
            raise IndexError(number)
        if self._crowded:
            return self._crowded[number]
        first = len(self._fixed)
        others = _combination(number, self._players - first, self._places - first)
        return (*self._fixed, *(first + other for other in others))

    def numbers_with(self, players: Collection[int]) -> list[int]:
        """The numbers of the combinations in which all of these players are, in order; no others are looked at."""
        if self._crowded:
            return [number for number, each in enumerate(self._crowded) if set(players).issubset(each)]
        there, first = {*self._fixed, *players}, len(self._fixed)
        if len(there) > self._places:
            return []
        others = combinations([each for each in range(self._players) if each not in there], self._places - len(there))
        found = (sorted((*there, *each))[first:] for each in others)
        return sorted(_number([player - first for player in each], self._players - first) for each in found)

    @cached_property
    def _crowded(self) -> tuple[Combination, ...]:
        if self._players >= self._places:
            return ()
        everybody = set(range(self._players))
        with_repeats = combinations_with_replacement(range(self._players), self._places)
        return tuple(each for each in with_repeats if set(each) == everybody)


def in_rounds(pairings: Iterable[Combination], players: int, people: frozenset[int]) -> list[list[Combination]]:
    """Combinations in as few rounds as can be done simply: in each a person is in one of them at most.

    Two by two it is the circle method: an even number of people, n, have n - 1 rounds, an odd one n. Each combination
    comes in the first round in which all of its people are free; who is no person is always free.

    Args:
        pairings: who meets.
        players: how many there are.
        people: those who can play one game at a time.
    """
    rounds: list[list[Combination]] = []
    busy: list[set[int]] = []
    for each in sorted(pairings, key=lambda pair: _turn_of_circle(pair, players)):
        theirs = people.intersection(each)
        at = next((number for number, there in enumerate(busy) if there.isdisjoint(theirs)), len(rounds))
        if at == len(rounds):
            rounds.append([])
            busy.append(set())
        rounds[at].append(each)
        busy[at] |= theirs
    return rounds


def _turn_of_circle(each: Combination, players: int) -> int:
    """In which round of the circle method two meet; 0 of more than two."""
    if len(each) != 2:  # noqa: PLR2004 - it is a method for pairs
        return 0
    one, other = sorted(each)
    turns = players - 1 if players % 2 == 0 else players
    return (2 * one if other == turns else one + other) % turns


def _combination(number: int, of: int, size: int) -> Combination:
    """The combination of a number, of `size` out of 0 to `of`, in lexicographic order."""
    found: list[int] = []
    for candidate in range(of):
        wanted = size - len(found)
        if wanted == 0:
            break
        with_it = comb(of - candidate - 1, wanted - 1)
        if number < with_it:
            found.append(candidate)
        else:
            number -= with_it
    return tuple(found)


def _number(combination: Sequence[int], of: int) -> int:
    """The number of a combination: what `_combination` makes it from."""
    number, before, size = 0, -1, len(combination)
    for at, candidate in enumerate(combination):
        # All that have one of those in between in this place.
        number += comb(of - before - 1, size - at) - comb(of - candidate, size - at)
        before = candidate
    return number
