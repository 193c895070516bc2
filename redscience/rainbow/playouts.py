"""Random games by the million."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import local

from redscience.many_games import many_games
from redscience.rainbow.engine import kernels
from redscience.rainbow.engine.records import POSITION, SCRATCH, Array, record
from redscience.rainbow.results import results_of
from redscience.random_games import Playouts, Result


def playouts(
    rules: Array,
    origin: Array,
    seats: Sequence[str],
    games: int,
    *,
    seed: int,
    cores: int,
    progress: Callable[[int], None] | None,
) -> Playouts:
    """Plays random games from a POSITION in which the match goes on; see `redscience.many_games`."""
    own = local()

    def play(n: int, part_seed: int) -> tuple[Mapping[int, int], int]:
        if not hasattr(own, "position"):
            own.position, own.scratch = record(POSITION), record(SCRATCH)
        scratch = own.scratch
        scratch["counts"] = scratch["plies"] = 0
        kernels.rainbow_playouts(rules, origin, own.position, scratch, n, part_seed)
        counts = scratch[0]["counts"]
        return {result: int(counts[result]) for result in counts.nonzero()[0].tolist()}, int(scratch[0]["plies"])

    def named(result: int) -> tuple[Result, ...]:
        return tuple(results_of(seats, result).values())

    return many_games(play, named, games, seed=seed, cores=cores, progress=progress)
