"""Random games by the million."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import local

import numpy as np

from redscience.errors import MatchOver
from redscience.random_games import Playouts
from redscience.variations.engine import kernels
from redscience.variations.engine.records import N_RESULTS, ONGOING, POSITION, SCRATCH, Array, record
from redscience.variations.seeding import engine_seed
from redscience.variations.situation import Situation, results_of

CHUNK = 8192
"""Games for which one seed serves: what makes the result independent of the number of cores."""


def playouts(
    state: Situation,
    origin: Array,
    games: int,
    *,
    seed: int,
    cores: int,
    progress: Callable[[int], None] | None,
) -> Playouts:
    """Plays random games and counts their outcomes.

    Args:
        state: where they begin.
        origin: the record that each begins with: the state's, or one that is still to be dealt.
        games: how many.
        seed: the same seed gives the same counts on any number of cores.
        cores: threads that play side by side; the kernels hold no lock.
        progress: called now and then with the number of games played so far, from the calling thread.

    Raises:
        ValueError: games or cores are less than 1.
        MatchOver: the state has nothing left to play.
    """
    if games < 1 or cores < 1:
        raise ValueError(f"games is {games} and cores is {cores}; both must be at least 1")
    if state.record[0]["result"] != ONGOING:
        raise MatchOver("The match is over: there is nothing left to play.")
    rules, own = state.game.rules, local()

    def play(chunk: int) -> tuple[Array, int, int]:
        if not hasattr(own, "position"):
            own.position, own.scratch = record(POSITION), record(SCRATCH)
        scratch = own.scratch
        scratch["counts"] = scratch["plies"] = 0
        n = min(CHUNK, games - chunk * CHUNK)
        kernels.playouts(rules, origin, own.position, scratch, n, engine_seed(seed, chunk + 1))
        return scratch[0]["counts"].copy(), int(scratch[0]["plies"]), n

    counts, plies, done = np.zeros(N_RESULTS, np.int64), 0, 0
    chunks = range(-(-games // CHUNK))
    with ThreadPoolExecutor(cores) as pool:
        results = map(play, chunks) if cores == 1 else pool.map(play, chunks)
        for some, its_plies, n in results:
            counts += some
            plies += its_plies
            done += n
            if progress is not None:
                progress(done)
    found = sorted(np.flatnonzero(counts).tolist(), key=lambda result: -counts[result])
    named = {tuple((results_of(state.game.seats, result) or {}).values()): int(counts[result]) for result in found}
    return Playouts(games, plies, named)
