"""A move as one integer: promotion << 28 | kind << 22 | source << 11 | target.

The source of a placement is RESERVE; on stacks the target is the foot. The promotion is 1 + the new shape, 0 for none.
What moves no piece has no kind: OFFER, AGREE, REFUSE, PASS.
"""

from __future__ import annotations

import numpy as np

from redscience.kernels.compiled import inlined

RESERVE = 2047
NO_MOVE = 0
OFFER, AGREE, REFUSE = 1, 2, 3  # a draw
PASS = 4


@inlined
def move_of(kind: int, source: int, target: int) -> int:
    """Packs a move."""
    return int(np.int64(kind) << 22 | np.int64(source) << 11 | np.int64(target))


@inlined
def kind_in(move: int) -> int:
    """The kind of piece that is placed or moved."""
    return move >> 22 & 63


@inlined
def promotion_in(move: int) -> int:
    """1 + the shape that the piece becomes; 0 for none."""
    return move >> 28


@inlined
def promoted(move: int, promotion: int) -> int:
    """The move with a promotion."""
    return int(move | np.int64(promotion) << 28)


@inlined
def source_in(move: int) -> int:
    """Where it comes from; RESERVE for a placement."""
    return move >> 11 & 2047


@inlined
def target_in(move: int) -> int:
    """Where it goes."""
    return move & 2047
