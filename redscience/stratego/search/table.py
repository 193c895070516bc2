"""TABLE: what has been found out about moves, as one flat record of bounded memory.

An entry is a move from a node; a node is all that everybody has seen since the search began: the moves, and what was
shown in attacks. Both make its key. Which moves there are at a node differs with what is hidden, so that each counts
how often it could be made (P. Cowling, E. Powley, D. Whitehouse 2012).
"""

from __future__ import annotations

import numpy as np

from redscience.kernels.compiled import INTERPRETED, inlined
from redscience.stratego.engine.records import MOST_MOVES, N_CELLS, N_KINDS, Array, Record

SLOTS = 1 << 18
NEAR = 5
"""Pieces are counted that are fewer steps than that from the other's flag."""
PROBES = 8
"""In so many slots after its own an entry is looked for."""
MOST_STEPS = 64
NONE = -1
_LOW_32 = 0xFFFFFFFF

TABLE = np.dtype(
    [
        ("explores", "f8"),  # the weight of what is not known yet, in standard deviations of what simulations are worth
        ("plies", "i4"),  # of a playout, before it is cut off
        ("draws", "i4"),  # of so many drawn moves a playout makes the one that takes most
        ("worth", "f8", N_KINDS),  # of a piece, in logits of winning
        ("near", "f8", NEAR),  # of a piece so many steps from the other's flag, likewise
        ("known", "u1", N_CELLS),  # where the thinker knows what the other's piece is
        ("simulations", "i8"),
        ("won", "f8"),  # the sum of what simulations were worth to red
        ("squared", "f8"),
        # By entry:
        ("key", "i8", SLOTS),  # 0 where there is none
        ("visits", "i4", SLOTS),
        ("could", "i4", SLOTS),  # simulations in which it was among the moves of its node
        ("total", "f8", SLOTS),  # what its visits were worth to the mover
        # By kind and cell, how many random games a piece began there, and what they were worth to the thinker:
        ("placed", "f8", (N_KINDS, N_CELLS, 2)),
        # The present simulation:
        ("flag", "i4", 2),  # the cells of the flags
        ("n_steps", "i4"),
        ("step", "i4", MOST_STEPS),
        ("mover", "u1", MOST_STEPS),
        ("moves", "i4", MOST_MOVES),
        ("homes", "i4", MOST_MOVES),
        ("stood", "u1", N_CELLS),  # the kinds that it placed
    ],
    align=True,
)


def table() -> Array:
    """A TABLE as a one-element array, with nothing in it."""
    return np.zeros(1, np.dtype((np.record, TABLE)) if INTERPRETED else TABLE)


@inlined
def mixed(key: int, number: int) -> int:
    """A key, above 0, of one and a number below 2**31."""
    stirred = (key & _LOW_32) * 0x2545F491 + (key >> 32) * 0x1B873593 + number * 0x19D699A5 + 0x1D872B41
    stirred ^= stirred >> 29
    stirred = (stirred & _LOW_32) * 0x4F6CDD1D + ((stirred >> 32) & 0x3FFFFFFF)
    stirred ^= stirred >> 31
    return (stirred & 0x3FFFFFFFFFFFFFFF) | 1


@inlined
def found(t: Record, key: int) -> int:
    """The entry of a key; NONE if there is none."""
    slot = key >> 8 & SLOTS - 1
    for i in range(PROBES):
        at = slot + i & SLOTS - 1
        if t.key[at] == key:
            return int(at)
        if t.key[at] == 0:
            return NONE
    return NONE


@inlined
def made(t: Record, key: int) -> int:
    """A new entry; NONE where there is no room."""
    slot = key >> 8 & SLOTS - 1
    for i in range(PROBES):
        at = slot + i & SLOTS - 1
        if t.key[at] == 0:
            t.key[at] = key
            t.visits[at] = t.could[at] = 0
            t.total[at] = 0.0
            return int(at)
    return NONE
