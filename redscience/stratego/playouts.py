"""Random games by the hundred thousand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import local

import numpy as np

from redscience.many_games import many_games
from redscience.random_games import Playouts, Result
from redscience.stratego.engine import kernels
from redscience.stratego.engine.records import MOST_MOVES, N_RESULTS, Array, position
from redscience.stratego.verdict import results_of

CHUNK = 256
"""Games are long: fewer go together."""


def playouts(
    origin: Array, games: int, *, seed: int, cores: int, progress: Callable[[int], None] | None = None
) -> Playouts:
    """Plays random games from a position in which the match goes on; see `redscience.many_games`."""
    own = local()

    def play(n: int, part_seed: int) -> tuple[Mapping[int, int], int]:
        if not hasattr(own, "position"):
            own.position, own.moves = position(), np.zeros(MOST_MOVES, np.int32)
        counts = np.zeros(N_RESULTS, np.int64)
        plies = kernels.stratego_playouts(origin, own.position, own.moves, counts, n, part_seed)
        return {result: int(counts[result]) for result in counts.nonzero()[0].tolist()}, int(plies)

    def named(result: int) -> tuple[Result, ...]:
        return tuple(results_of(result).values())

    return many_games(play, named, games, seed=seed, cores=cores, progress=progress, together=CHUNK, first_part=0)
