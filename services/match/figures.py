"""How rules play that need not be saved: what came of a sample of games in which all play at random."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from redscience.errors import Fault, RuleSetError
from redscience.interface import Game
from redscience.random_games import Result, usual_length
from services.kit.lanes import Lines, SlowLane
from services.match.tryouts import Loaded, loaded

GAMES = 500
MOST_S = 0.5
"""So much time of the processor a sample is given; of a slow game fewer are played."""
PIECE_S = 0.02
QUICK_TURN_US = 15_000
"""Games of which no turn may cost more are played whole: none takes longer than a second."""
MOST_MOVES = 500
"""So long may others be: nothing ends a game that was begun, and those of some rules take ten seconds."""

_Played: TypeAlias = tuple[tuple[Result, ...], int]
"""The results of a game, by seat, and its length in turns."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What came of a sample; the same rules have the same, unless they are slow.

    Attributes:
        seats: of players, in order of play.
        results: of each game, by seat.
        lengths: of each game, in turns.
    """

    seats: tuple[str, ...]
    results: Sequence[tuple[Result, ...]]
    lengths: Sequence[int]

    def of(self, seat: str) -> Counter[Result]:
        """How often a seat won, drew and lost."""
        at = self.seats.index(seat)
        return Counter(result[at] for result in self.results)

    @property
    def unlost(self) -> int:
        """How many games nobody lost: all won, or drew."""
        return sum("lose" not in result for result in self.results)

    @property
    def turns(self) -> int:
        """Of the game in the middle."""
        return usual_length(self.lengths)


class Sampler:
    """Plays samples, in a lane of its own, so that try-outs go on beside them, and costly ones in another."""

    def __init__(self) -> None:
        self._lane, self._costly_lane = SlowLane(), SlowLane()
        self._lines = Lines()

    async def figures(self, caller_id: str, rule_set: str) -> Figures:
        """Plays a sample.

        Raises:
            RuleSetError: the rule set is at fault, too costly, or has games that are too long for what they cost.
            MatchOver: there is nothing to play.
        """
        played, spent_s = list[_Played](), 0.0
        async with self._lines.of(caller_id):
            rules = (await self._lane.run(caller_id, partial(loaded, rule_set))).result()
            lane = self._lane if _is_quick(rules) else self._costly_lane
            while len(played) < GAMES and spent_s < MOST_S:
                piece = await lane.run(caller_id, partial(_some, rules, len(played)))
                played += piece.result()
                spent_s += piece.spent_s
        return Figures(rules.game.seats, [results for results, _ in played], [length for _, length in played])


def _is_quick(rules: Loaded) -> bool:
    return rules.turn_us <= QUICK_TURN_US


def _some(rules: Loaded, first: int) -> list[_Played]:
    """The next games, as many as a piece has time for."""
    play = _whole if _is_quick(rules) else _short
    until, played = time.thread_time() + PIECE_S, list[_Played]()
    for seed in range(first, GAMES):
        played.append(play(rules.game, seed))
        if time.thread_time() > until:
            break
    return played


def _whole(game: Game, seed: int) -> _Played:
    played = game.playouts(1, seed=seed)
    (results,) = played.counts
    return results, played.plies


def _short(game: Game, seed: int) -> _Played:
    played = game.random_game(seed, most_moves=MOST_MOVES)
    if played.outcome is None:
        problem = f"has games of more than {MOST_MOVES} moves that cost much"
        raise RuleSetError([Fault("board.size", problem, "Try a smaller board, or fewer pieces")])
    return tuple(played.outcome.values()), len(played.moves)
