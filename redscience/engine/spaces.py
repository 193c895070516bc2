"""Which spaces are open, and what stands where.

`open` lists, unordered, the spaces on which a piece can come to rest: every empty space on squares, the lowest empty
one of each stack.
"""

from __future__ import annotations

from redscience.engine.compiled import inlined
from redscience.engine.records import OFF, Record


@inlined
def fill(plain: bool, rules: Record, position: Record, kind: int, slot: int) -> int:
    """Puts a piece on the open space that stands at `slot` in the list; returns the space."""
    space = position.open[slot]
    position.key[space] = rules.color_key[kind]
    above = rules.above[space]
    if above != OFF:
        position.open[slot] = above
        if not plain:
            position.open_at[above] = slot
    else:
        position.n_open -= 1
        last = position.open[position.n_open]
        position.open[slot] = last
        if not plain:
            position.open_at[last] = slot
    if not plain:
        position.kind[space] = kind
    return space
