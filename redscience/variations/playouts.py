"""Random games by the million."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import local

from redscience.errors import MatchOver
from redscience.many_games import many_games
from redscience.random_games import Playouts, Result
from redscience.variations.engine import kernels
from redscience.variations.engine.records import ONGOING, POSITION, SCRATCH, Array, record
from redscience.variations.situation import Situation, results_of


def playouts(
    state: Situation,
    origin: Array,
    games: int,
    *,
    seed: int,
    cores: int,
    progress: Callable[[int], None] | None,
) -> Playouts:
    """Plays random games and counts their outcomes; see `redscience.many_games`.

    Args:
        state: where they begin.
        origin: the record that each begins with: the state's, or one that is still to be dealt.
        games: how many.
        seed: the same seed gives the same counts on any number of cores.
        cores: threads that play side by side.
        progress: called now and then with the number of games played so far.

    Raises:
        ValueError: games or cores are less than 1.
        MatchOver: the state has nothing left to play.
    """
    if state.record[0]["result"] != ONGOING:
        raise MatchOver("The match is over: there is nothing left to play.")
    rules, own = state.game.rules, local()

    def play(n: int, part_seed: int) -> tuple[Mapping[int, int], int]:
        if not hasattr(own, "position"):
            own.position, own.scratch = record(POSITION), record(SCRATCH)
        scratch = own.scratch
        scratch["counts"] = scratch["plies"] = 0
        kernels.playouts(rules, origin, own.position, scratch, n, part_seed)
        counts = scratch[0]["counts"]
        return {result: int(counts[result]) for result in counts.nonzero()[0].tolist()}, int(scratch[0]["plies"])

    def named(result: int) -> tuple[Result, ...]:
        return tuple((results_of(state.game.seats, result) or {}).values())

    return many_games(play, named, games, seed=seed, cores=cores, progress=progress)
