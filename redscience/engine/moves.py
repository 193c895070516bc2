"""A move as one integer: kind << 22 | source << 11 | target.

The source of a placement is RESERVE. PASS is a move like others.
"""

from __future__ import annotations

import numpy as np

from redscience.engine.compiled import inlined

RESERVE = 2047
PASS = 0
SPACE_BITS = 11
SPACE_MASK = 2047


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
