"""Every game of a tournament, by its number."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from itertools import accumulate, takewhile
from typing import overload

from redscience.tournaments.pairings import Combination, Pairings
from redscience.tournaments.seating import Seating

_SEED_BYTES = 16
_MOST_EACH, _MOST_EACH_OF_SEVERAL = 1_000_000, 10_000


def most_each(games: int) -> int:
    """How many games a tournament of so many may have for each combination."""
    return _MOST_EACH if games <= 1 else _MOST_EACH_OF_SEVERAL


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """A game that is to be played.

    Attributes:
        number: among the games of the tournament, from 0.
        set_number: the number of its set.
        game: which of the tournament's games it is.
        players: who holds each seat, in order of play.
        seed: of the match, 128 bits.
    """

    number: int
    set_number: int
    game: int
    players: tuple[int, ...]
    seed: int


class Schedule(Sequence[ScheduledGame]):
    """The games of a tournament, or of one round of it, in the order in which they are due.

    Sets stand whole, one after the other. Everybody's first set comes before anybody's second, so that the
    tables are fair at any moment. A game is the same however the schedule is cut, and whatever is played first.

    Args:
        seatings: of each of the tournament's games.
        pairings: who meets in each of them.
        games: at least so many for each combination; rounded up to whole sets, where these are asked for.
        seed: the tournament's, 128 bits.
        first: the number of its first game, and of its first set: more than 0 in the later rounds of a Swiss.
        first_set: likewise.
        whole: whether sets stand whole. Otherwise a combination may have fewer games than there are ways to seat it,
            and which of these they are is drawn by the seed.
    """

    def __init__(
        self,
        seatings: Sequence[Seating],
        pairings: Sequence[Sequence[Combination]],
        games: int,
        seed: int,
        *,
        first: int = 0,
        first_set: int = 0,
        whole: bool = True,
    ) -> None:
        self._seatings, self._pairings, self._seed = tuple(seatings), tuple(pairings), seed
        self._first, self._first_set = first, first_set
        self._sizes = tuple(each.games_of_set(games, whole=whole) for each in seatings)
        rounds = [each.in_sets(games, whole=whole) // size for each, size in zip(seatings, self._sizes, strict=True)]
        self._spans = _spans(self._sizes, self._pairings, rounds)
        self._starts = tuple(accumulate((span.games for span in self._spans), initial=0))
        self._set_starts = tuple(accumulate((span.sets for span in self._spans), initial=0))

    def __len__(self) -> int:
        return self._starts[-1]

    @property
    def sets(self) -> int:
        """How many sets there are."""
        return self._set_starts[-1]

    @overload
    def __getitem__(self, index: int) -> ScheduledGame: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[ScheduledGame]: ...
    def __getitem__(self, index: int | slice) -> ScheduledGame | Sequence[ScheduledGame]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(index)
        at = bisect_right(self._starts, index) - 1
        span, within = self._spans[at], index - self._starts[at]
        turn, permutation = divmod(within, span.set_size)
        return self._game(index, at, turn, permutation)

    def set_of(self, number: int) -> Sequence[ScheduledGame]:
        """The games of a set, by its place in this schedule."""
        if not 0 <= number < self.sets:
            raise IndexError(number)
        at = bisect_right(self._set_starts, number) - 1
        size = self._spans[at].set_size
        begin = self._starts[at] + (number - self._set_starts[at]) * size
        return self[begin : begin + size]

    def places_with(self, players: Collection[int], first: int = 0) -> Iterator[int]:
        """The places, from one on, of the games that all of these players play, in order; each as it is asked for."""
        meeting = cache(lambda game: _numbers_with(self._pairings[game], players))
        for at in range(bisect_right(self._starts, first) - 1, len(self._spans)):
            span, start, in_turn = self._spans[at], self._starts[at], len(self._pairings[self._spans[at].game])
            turns = range(max(0, first - start) // span.set_size // in_turn, -(-span.sets // in_turn))
            sets = (turn * in_turn + number for turn in turns for number in meeting(span.game))
            for number in takewhile(span.sets.__gt__, sets):
                begin = start + number * span.set_size
                yield from range(max(first, begin), begin + span.set_size)

    def _game(self, index: int, at: int, turn: int, permutation: int) -> ScheduledGame:
        game = self._spans[at].game
        pairings, number = self._pairings[game], self._first + index
        set_number = self._first_set + self._set_starts[at] + turn
        seating = self._seatings[game]
        if self._sizes[game] < seating.set_size:
            permutation = _drawn(self._seed, set_number, seating.set_size)[permutation]
        return ScheduledGame(
            number=number,
            set_number=set_number,
            game=game,
            players=seating.permutation(permutation, pairings[turn % len(pairings)]),
            seed=game_seed(self._seed, number),
        )


@dataclass(frozen=True, slots=True)
class _Span:
    """Blocks of one game that stand together: one for each combination, so many times over."""

    game: int
    set_size: int
    sets: int

    @property
    def games(self) -> int:
        return self.set_size * self.sets


def _numbers_with(pairings: Sequence[Combination], players: Collection[int]) -> Sequence[int]:
    if isinstance(pairings, Pairings):
        return pairings.numbers_with(players)
    return [number for number, each in enumerate(pairings) if set(players).issubset(each)]


def _spans(sizes: Sequence[int], pairings: Sequence[Sequence[Combination]], rounds: Sequence[int]) -> tuple[_Span, ...]:
    """In which order the tournament's games are played: in turn, until each has had its rounds."""
    if len(sizes) == 1:
        return (_Span(0, sizes[0], len(pairings[0]) * rounds[0]),)
    return tuple(
        _Span(game, sizes[game], len(pairings[game]))
        for turn in range(max(rounds, default=0))
        for game in range(len(sizes))
        if turn < rounds[game]
    )


def _drawn(seed: int, set_number: int, count: int) -> list[int]:
    """The permutations of a set in an order that is drawn."""
    return sorted(range(count), key=lambda number: _hashed(seed, set_number * count + number, b"tournament seats"))


def game_seed(seed: int, number: int) -> int:
    """The seed of a game: a keyed hash of its number, that nothing else has a part in."""
    return _hashed(seed, number, b"tournament game")


def _hashed(seed: int, number: int, person: bytes) -> int:
    key, message = seed.to_bytes(_SEED_BYTES), number.to_bytes(8)
    return int.from_bytes(blake2b(message, key=key, digest_size=_SEED_BYTES, person=person).digest())
