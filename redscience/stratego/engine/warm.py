"""The kernels of Stratego, so that nobody's first request waits for a compiler. Importing this loads none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from redscience.kernels.cache import Kernels


def _first_calls() -> Mapping[str, Callable[[], object]]:
    """A call of every kernel, on a board without pieces."""
    import numpy as np  # noqa: PLC0415 - whoever loads no engine needs none of this

    from redscience.stratego.engine import kernels  # noqa: PLC0415 - loads the compiler, which is slow
    from redscience.stratego.engine.records import MOST_MOVES, N_RESULTS, position  # noqa: PLC0415 - likewise

    moves, counts = np.zeros(MOST_MOVES, np.int32), np.zeros(N_RESULTS, np.int64)
    return {
        "stratego_play": lambda: kernels.stratego_play(position(), 0, 0),
        "stratego_leave": lambda: kernels.stratego_leave(position(), 1),
        "stratego_legal": lambda: kernels.stratego_legal(position(), 0, moves),
        "stratego_playouts": lambda: kernels.stratego_playouts(position(), position(), moves, counts, 0, 1),
    }


KERNELS = Kernels(
    "the engine of Stratego",
    Path(__file__).parent,
    ("stratego_play", "stratego_leave", "stratego_legal", "stratego_playouts"),
    _first_calls,
)
