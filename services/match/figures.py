"""How rules play that need not be saved: what came of a sample of games in which all play at random."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from redscience.random_games import Playouts, Result, usual_length
from services.kit.lanes import Lines, SlowLane
from services.match.tryouts import game_of

GAMES = 500
MOST_S = 0.5
"""So much time of the processor a sample is given; of a slow game fewer are played."""
PIECE_S = 0.02


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
    """Plays samples, in a lane of its own, so that try-outs go on beside them."""

    def __init__(self) -> None:
        self._lane = SlowLane()
        self._lines = Lines()

    async def figures(self, caller_id: str, rule_set: str) -> Figures:
        """Plays a sample.

        Raises:
            RuleSetError: the rule set is at fault, or too costly.
            MatchOver: there is nothing to play.
        """
        played, spent_s = list[Playouts](), 0.0
        async with self._lines.of(caller_id):
            game = (await self._lane.run(caller_id, partial(game_of, rule_set))).result()
            while len(played) < GAMES and spent_s < MOST_S:
                piece = await self._lane.run(caller_id, partial(_some, rule_set, len(played)))
                played += piece.result()
                spent_s += piece.spent_s
        results = [result for one in played for result in one.counts]
        return Figures(game.seats, results, [one.plies for one in played])


def _some(rule_set: str, first: int) -> list[Playouts]:
    """The next games, as many as a piece has time for."""
    game, until = game_of(rule_set), time.thread_time() + PIECE_S
    played = list[Playouts]()
    for seed in range(first, GAMES):
        played.append(game.playouts(1, seed=seed))
        if time.thread_time() > until:
            break
    return played
