"""Random games by the hundred thousand."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import local

import numpy as np

from redscience.random_games import Playouts
from redscience.stratego.engine import kernels
from redscience.stratego.engine.records import MOST_MOVES, N_RESULTS, Array, position
from redscience.stratego.verdict import results_of

CHUNK = 256
"""Games for which one seed serves: what makes the result independent of the number of cores."""


def playouts(
    origin: Array, games: int, *, seed: int, cores: int, progress: Callable[[int], None] | None = None
) -> Playouts:
    """Plays random games and counts their outcomes.

    Args:
        origin: the position in which each begins; not one that is over.
        games: how many.
        seed: the same seed gives the same counts on any number of cores.
        cores: threads that play side by side; the kernels hold no lock.
        progress: called now and then with the number of games played so far, from the calling thread.

    Raises:
        ValueError: games or cores are less than 1.
    """
    if games < 1 or cores < 1:
        raise ValueError(f"games is {games} and cores is {cores}; both must be at least 1")
    own = local()

    def play(chunk: int) -> tuple[Array, int, int]:
        if not hasattr(own, "position"):
            own.position, own.moves = position(), np.zeros(MOST_MOVES, np.int32)
        n, counts = min(CHUNK, games - chunk * CHUNK), np.zeros(N_RESULTS, np.int64)
        plies = kernels.stratego_playouts(origin, own.position, own.moves, counts, n, _seed_of(seed, chunk))
        return counts, int(plies), n

    counts, plies, done = np.zeros(N_RESULTS, np.int64), 0, 0
    chunks = range(-(-games // CHUNK))
    with ThreadPoolExecutor(cores) as pool:
        for some, its_plies, n in map(play, chunks) if cores == 1 else pool.map(play, chunks):
            counts += some
            plies += its_plies
            done += n
            if progress is not None:
                progress(done)
    found = sorted(np.flatnonzero(counts).tolist(), key=lambda result: -counts[result])
    return Playouts(games, plies, {tuple(results_of(result).values()): int(counts[result]) for result in found})


def _seed_of(seed: int, chunk: int) -> int:
    """A seed for the engine's generator, 0 … 2**62-1."""
    return int.from_bytes(hashlib.blake2b(f"{seed}/{chunk}".encode(), digest_size=8).digest()) >> 2
