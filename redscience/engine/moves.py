"""A move as one integer: kind << 22 | source << 11 | target.

The source of a placement is RESERVE. What is no placement has no kind: OFFER, AGREE, REFUSE.
"""

from __future__ import annotations

import numpy as np

from redscience.engine.compiled import inlined

RESERVE = 2047
OFFER, AGREE, REFUSE = 1, 2, 3  # a draw


@inlined
def move_of(kind: int, source: int, target: int) -> int:
    """Packs a move."""
    return int(np.int64(kind) << 22 | np.int64(source) << 11 | np.int64(target))


@inlined
def kind_in(move: int) -> int:
    """The kind of piece that is placed or moved."""
    return move >> 22


@inlined
def source_in(move: int) -> int:
    """Where it comes from; RESERVE for a placement."""
    return move >> 11 & 2047


@inlined
def target_in(move: int) -> int:
    """Where it goes."""
    return move & 2047
