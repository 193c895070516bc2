"""Random games by the million."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import local

import numpy as np

from redscience.errors import MatchOver
from redscience.interface import Outcome
from redscience.variations.engine import kernels
from redscience.variations.engine.records import N_RESULTS, ONGOING, POSITION, SCRATCH, Array, record
from redscience.variations.game import VariationGame, engine_seed
from redscience.variations.state import VariationState, outcomes

CHUNK = 8192
"""Games for which one seed serves: what makes the result independent of the number of cores."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """What came of many random games.

    Attributes:
        games, plies: how many were played in all.
        counts: how often each outcome came, the most frequent first. An outcome is one of win, draw, lose for each
            seat in order of play.
    """

    games: int
    plies: int
    counts: Mapping[tuple[Outcome, ...], int]


def playouts(
    start: VariationGame | VariationState,
    games: int,
    *,
    seed: int = 0,
    cores: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Playouts:
    """Plays random games from the start of a game, or from a state, and counts their outcomes.

    Args:
        start: where every game begins.
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
    state = start.start(seed) if isinstance(start, VariationGame) else start
    if state.record[0]["result"] != ONGOING:
        raise MatchOver("The match is over: there is nothing left to play.")
    # From the start of a game each is dealt anew.
    is_dealt = isinstance(start, VariationState) or start.rule_set.deck is None
    rules, origin, own = state.game.rules, state.record if is_dealt else state.game.origin, local()

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
    named = {tuple((outcomes(state.game.seats, result) or {}).values()): int(counts[result]) for result in found}
    return Playouts(games, plies, named)
