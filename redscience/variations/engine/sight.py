"""What each viewer sees: the one place that knows what cloaks hide (rules: A6).

A piece carries who knows it in its `traits`, a bit a viewer, wherever it goes. From that `look` is made, and whoever
asks what a seat may do asks what it sees.
"""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.records import (
    ALL_KNOW,
    N_KINDS,
    N_VIEWERS,
    OBSCURES,
    OFF,
    OPEN,
    SPECTATORS,
    Record,
    color_of,
)


@inlined
def seen(rules: Record, position: Record, seat: int, space: int) -> int:
    """The kind of piece that a seat sees on a space; 0 for none, N_KINDS + colour where it sees only the colour."""
    return position.kind[space] if rules.cloaking == OPEN else position.look[seat, space]


@inlined
def owns(rules: Record, seat: int, kind: int) -> bool:
    """Whether a piece of this kind is among those that the seat plays."""
    return rules.owner_seats[rules.color_key[kind]] >> seat & 1 == 1


@called
def seen_rest(rules: Record, position: Record, seat: int, foot: int) -> int:
    """Where on a stack a piece would come to rest as far as the seat sees; OFF if it is full."""
    if rules.cloaking == OPEN:
        return position.rest[foot]
    rest = at = rules.lowest[foot]
    while at != OFF:
        above = rules.above[at]
        if position.look[seat, at]:
            rest = above
        at = above
    return rest


@inlined
def look_at(rules: Record, position: Record, viewer: int, space: int) -> int:
    """What a viewer sees on a space, from who knows the piece."""
    kind = position.kind[space]
    if kind == 0 or position.traits[space] >> viewer & 1:
        return kind
    if rules.cloaking == OBSCURES:
        if viewer != SPECTATORS and owns(rules, viewer, kind):
            return kind
        return N_KINDS + color_of(kind)
    return 0


@called
def show(position: Record, seat: int, space: int) -> None:
    """A seat sees the piece on a space, from now on."""
    position.traits[space] = int(position.traits[space]) | 1 << seat


@called
def show_owners(rules: Record, position: Record, key: int, space: int) -> None:
    """Those who play a colour see the piece on a space, from now on."""
    if position.kind[space]:
        position.traits[space] = int(position.traits[space]) | int(rules.owner_seats[key])


@called
def look_around(rules: Record, position: Record) -> None:
    """Every viewer sees what stands in the open, and everything that is known to it."""
    for space in range(rules.n_spaces):
        if position.kind[space] and not rules.cloak[position.phase, space]:
            position.traits[space] = int(position.traits[space]) | ALL_KNOW
    for viewer in range(N_VIEWERS):
        if viewer < rules.n_seats or viewer == SPECTATORS:
            for space in range(rules.n_spaces):
                position.look[viewer, space] = look_at(rules, position, viewer, space)
