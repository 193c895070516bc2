"""Random games by the million."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import local

from redscience.four_bases.engine import kernels
from redscience.four_bases.engine.records import POSITION, ROUND, SCRATCH, Array, record
from redscience.four_bases.prepared import results_of
from redscience.many_games import many_games
from redscience.random_games import Playouts, Result


def playouts(
    rules: Array,
    origin: Array,
    seats: tuple[str, ...],
    games: int,
    *,
    seed: int,
    cores: int,
    progress: Callable[[int], None] | None,
) -> Playouts:
    """Plays random games from a POSITION in which the match goes on; see `redscience.many_games`."""
    own = local()

    def play(n: int, part_seed: int) -> tuple[Mapping[int, int], int]:
        if not hasattr(own, "scratch"):
            own.position, own.scratch, own.happened = record(POSITION), record(SCRATCH), record(ROUND)
        scratch = own.scratch
        scratch["counts"] = scratch["plies"] = 0
        kernels.four_bases_playouts(rules, origin, own.position, scratch, own.happened, n, part_seed)
        counts = scratch[0]["counts"]
        return {result: int(counts[result]) for result in counts.nonzero()[0].tolist()}, int(scratch[0]["plies"])

    def named(result: int) -> tuple[Result, ...]:
        return tuple(results_of(seats, result).values())

    return many_games(play, named, games, seed=seed, cores=cores, progress=progress)
