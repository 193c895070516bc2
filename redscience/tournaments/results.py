"""What came of a tournament's games, added up in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from redscience.random_games import Result
from redscience.tournaments.seating import Seating

MOST_MOVES = 5_000
"""A game that is not over after so many moves is cut off, and counts as drawn."""
_ORDER: Mapping[Result, int] = {"win": 2, "draw": 1, "lose": 0}
_LETTERS: Mapping[Result, str] = {"win": "W", "draw": "D", "lose": "L"}
_RESULTS: Mapping[str, Result] = {letter: result for result, letter in _LETTERS.items()}


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """What is to be known of a game that was played.

    Attributes:
        game: which of the tournament's games it is.
        players: who held each seat, in order of play.
        results: what became of each seat.
        plies: how many moves were made.
        illegal, timed_out: the seats that lost by a move that is not legal, or on time.
        is_cut: whether it was cut off.
    """

    game: int
    players: tuple[int, ...]
    results: tuple[Result, ...]
    plies: int
    illegal: tuple[int, ...] = ()
    timed_out: tuple[int, ...] = ()
    is_cut: bool = False


LineUp = tuple[int, tuple[int, ...]]
"""A game and who held each seat of it, in order of play."""
Pair = tuple[int, tuple[int, int]]
"""A game and the two players of its sets, in ascending order."""


@dataclass(slots=True)
class Results:
    """What came of all games so far. Adding and merging in any order, and cut in any way, come to the same.

    Its size goes with the number of line-ups and of lengths that occurred, not with that of the games.

    Attributes:
        seatings: of each of the tournament's games.
        outcomes: by line-up, how often each outcome came: the result of each seat.
        lengths: by game, how often each number of plies came.
        illegal, timed_out: by player, the games lost so.
        cut: by game, how many were cut off.
        sets: by pair of players, how often the one of the smaller number had 0 to 4 half points in a set.
    """

    seatings: tuple[Seating, ...]
    outcomes: dict[LineUp, Counter[tuple[Result, ...]]] = field(default_factory=dict)
    lengths: dict[int, Counter[int]] = field(default_factory=dict)
    illegal: Counter[int] = field(default_factory=Counter)
    timed_out: Counter[int] = field(default_factory=Counter)
    cut: Counter[int] = field(default_factory=Counter)
    sets: dict[Pair, Counter[int]] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(counts.total() for counts in self.outcomes.values())

    def add(self, played: PlayedGame) -> None:
        """Adds a game by itself."""
        self.outcomes.setdefault((played.game, played.players), Counter())[played.results] += 1
        self.lengths.setdefault(played.game, Counter())[played.plies] += 1
        if played.is_cut:
            self.cut[played.game] += 1
        self.illegal.update(played.players[seat] for seat in played.illegal)
        self.timed_out.update(played.players[seat] for seat in played.timed_out)

    def add_set(self, games: Sequence[PlayedGame], *, whole: bool = True) -> None:
        """Adds the games of a set.

        Args:
            games: all of it.
            whole: whether these must be all permutations; in mixed groups they may be fewer.

        Raises:
            ValueError: they are not one game for each permutation of the seats among the same players.
        """
        is_whole = whole or len(games) == self.seatings[games[0].game].set_size
        if is_whole:
            _check_set(self.seatings, games)
        for played in games:
            self.add(played)
        points = half_points(self.seatings[games[0].game], games) if is_whole else {}
        if len(points) == 2:  # noqa: PLR2004 - sets are counted of two
            one, other = points
            self.sets.setdefault((games[0].game, (one, other)), Counter())[points[one]] += 1

    def merge(self, other: Results) -> None:
        """Adds what came of other games of the same tournament."""
        _merge(self.outcomes, other.outcomes)
        _merge(self.lengths, other.lengths)
        _merge(self.sets, other.sets)
        self.illegal.update(other.illegal)
        self.timed_out.update(other.timed_out)
        self.cut.update(other.cut)

    def as_json(self) -> dict[str, Any]:
        """All of it as JSON values, without the seatings."""
        return {
            "outcomes": [
                [game, players, {_word(results): times for results, times in counts.items()}]
                for (game, players), counts in self.outcomes.items()
            ],
            "lengths": [[game, sorted(counts.items())] for game, counts in self.lengths.items()],
            "illegal": sorted(self.illegal.items()),
            "timed_out": sorted(self.timed_out.items()),
            "cut": sorted(self.cut.items()),
            "sets": [[game, pair, sorted(counts.items())] for (game, pair), counts in self.sets.items()],
        }

    @classmethod
    def from_json(cls, seatings: Iterable[Seating], told: Mapping[str, Any]) -> Results:
        """What `as_json` told, after JSON too."""
        return cls(
            tuple(seatings),
            outcomes={
                (game, tuple(players)): Counter({_results(word): times for word, times in counts.items()})
                for game, players, counts in told["outcomes"]
            },
            lengths={game: Counter(dict(counts)) for game, counts in told["lengths"]},
            illegal=Counter(dict(told["illegal"])),
            timed_out=Counter(dict(told["timed_out"])),
            cut=Counter(dict(told.get("cut", ()))),
            sets={(game, (one, other)): Counter(dict(counts)) for game, (one, other), counts in told["sets"]},
        )


def half_points(seating: Seating, games: Iterable[PlayedGame]) -> dict[int, int]:
    """The half points of each player in some games, in ascending order of the players.

    A player has two for each other side that theirs came before, and one for each that it tied with: both won, drew
    or lost.
    """
    points: Counter[int] = Counter()
    for played in games:
        points.update(dict.fromkeys(played.players, 0))
        for one, other in combinations(seating.sides, 2):
            balance = compare(played.results[one[0]], played.results[other[0]])
            for player, weight in stake(played.players, one, other):
                points[player] += abs(weight) * (1 + (balance if weight > 0 else -balance)) // _shared(seating)
    return dict(sorted(points.items()))


def compare(one: Result, other: Result) -> int:
    """1 where the one came before the other, -1 where after, 0 where they tied: both won, drew or lost."""
    return (_ORDER[one] > _ORDER[other]) - (_ORDER[one] < _ORDER[other])


def stake(players: Sequence[int], one: Sequence[int], other: Sequence[int]) -> list[tuple[int, int]]:
    """In how many seats of the one side, less those of the other, each player sits; without those who are even."""
    if len(one) == len(other) == 1:
        mine, theirs = players[one[0]], players[other[0]]
        return [] if mine == theirs else sorted(((mine, 1), (theirs, -1)))
    weights = Counter(players[seat] for seat in one)
    weights.subtract(Counter(players[seat] for seat in other))
    return sorted((player, weight) for player, weight in weights.items() if weight)


def _shared(seating: Seating) -> int:
    """How many seats a place has."""
    return len(seating.places[0])


def _check_set(seatings: Sequence[Seating], games: Sequence[PlayedGame]) -> None:
    if not games:
        raise ValueError("A set has no games.")
    first = games[0]
    seating = seatings[first.game]
    players = [first.players[place[0]] for place in seating.places]
    line_ups = sorted(played.players for played in games if played.game == first.game)
    if len(line_ups) != len(games) or line_ups != sorted(seating.set_of(players)):
        raise ValueError("A set is one game for each permutation of the seats.")


def _merge(one: dict[Any, Counter[Any]], other: Mapping[Any, Counter[Any]]) -> None:
    for key, counts in other.items():
        one.setdefault(key, Counter()).update(counts)


def _word(results: Sequence[Result]) -> str:
    return "".join(_LETTERS[result] for result in results)


def _results(word: str) -> tuple[Result, ...]:
    return tuple(_RESULTS[letter] for letter in word)
