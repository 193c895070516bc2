"""Which spaces are open, and what stands where.

`open` lists, unordered, the spaces on which a piece can come to rest: every empty space on squares, the lowest empty
one of each stack.
"""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.records import (
    COMMUNAL,
    MAX_RESERVE,
    OFF,
    Record,
    color_of,
    kind_of,
    shape_of,
)

HASH_MASK = (1 << 62) - 1


@inlined
def close_slot(position: Record, slot: int) -> None:
    """Takes a space out of the list."""
    position.n_open -= 1
    last = position.open[position.n_open]
    position.open[slot] = last
    position.open_at[last] = slot


@inlined
def stand(rules: Record, position: Record, kind: int, space: int) -> None:
    """Notes that a piece stands on a space."""
    position.key[space] = rules.color_key[kind]
    position.kind[space] = kind
    if rules.mobile:
        color = rules.color_key[kind] - 1
        n = position.n_filled[color]
        position.filled[color, n] = space
        position.filled_at[space] = n
        position.n_filled[color] = n + 1
        position.hash = (position.hash + rules.piece_hash[kind, space]) & HASH_MASK


@inlined
def clear(rules: Record, position: Record, space: int) -> None:
    """Notes that the piece on a space is gone from there. Only where pieces can move."""
    kind = position.kind[space]
    color = rules.color_key[kind] - 1
    position.n_filled[color] -= 1
    hole, last = position.filled_at[space], position.filled[color, position.n_filled[color]]
    position.filled[color, hole] = last
    position.filled_at[last] = hole
    position.hash = (position.hash - rules.piece_hash[kind, space]) & HASH_MASK
    position.kind[space] = 0
    position.key[space] = 0
    position.traits[space] = 0


@inlined
def fill(rules: Record, position: Record, kind: int, slot: int) -> int:
    """Puts a piece on the open space that stands at `slot` in the list; returns the space."""
    space = position.open[slot]
    above = rules.above[space]
    if above != OFF:
        position.open[slot] = above
        position.open_at[above] = slot
    else:
        close_slot(position, slot)
    stand(rules, position, kind, space)
    position.rest[rules.foot[space]] = above
    return space


@inlined
def lift(rules: Record, position: Record, space: int) -> None:
    """Takes the piece off a space, on stacks the topmost; the space is open then, if it is no wall."""
    clear(rules, position, space)
    if rules.solid[space]:
        return
    position.rest[rules.foot[space]] = space
    above = rules.above[space]
    if above != OFF:
        slot = position.open_at[above]
    else:
        slot = position.n_open
        position.n_open += 1
    position.open[slot] = space
    position.open_at[space] = slot


@called
def place(rules: Record, position: Record, kind: int, traits: int, space: int) -> None:
    """Puts a piece on an empty space that may be open or not."""
    slot = position.open_at[space]
    if slot < position.n_open and position.open[slot] == space:
        fill(rules, position, kind, slot)
    else:
        stand(rules, position, kind, space)
    position.traits[space] = traits


@inlined
def recolor(rules: Record, position: Record, space: int, kind: int) -> None:
    """Makes the piece on a space one of another kind."""
    traits = position.traits[space]
    clear(rules, position, space)
    stand(rules, position, kind, space)
    position.traits[space] = traits


@inlined
def of_color(kind: int, color: int) -> int:
    """The same shape in another colour."""
    return kind_of(shape_of(kind), color)


@inlined
def take_from_reserve(rules: Record, position: Record, kind: int) -> None:
    """One piece less of a kind in reserve."""
    position.reserve[kind] -= 1
    if rules.mobile:
        position.hash = (position.hash - rules.reserve_hash[kind]) & HASH_MASK


@inlined
def add_to_reserve(rules: Record, position: Record, kind: int) -> None:
    """One piece more, unless it is nobody's or there are too many (rules: 0.4)."""
    if color_of(kind) != COMMUNAL and position.reserve[kind] < MAX_RESERVE:
        position.reserve[kind] += 1
        if rules.mobile:
            position.hash = (position.hash + rules.reserve_hash[kind]) & HASH_MASK
