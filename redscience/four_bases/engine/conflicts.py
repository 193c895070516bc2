"""Who survives where several pieces meet, and what is seen of them (rules: D2, Resolution 6 and Reveals)."""

from __future__ import annotations

from redscience.four_bases.engine.records import (
    ALL_KNOW,
    BOMB,
    ENGINEER,
    EXPERT,
    FIGHTS,
    MAX_EVENTS,
    OFF,
    TRAIN,
    Record,
)
from redscience.kernels.compiled import called, inlined

NOBODY = -1


@inlined
def note_event(
    happened: Record,
    step: int,
    what: int,
    group: int,
    seat: int,
    origin: int,
    target: int,
    kind: int,
    known: int,
    came: int,
) -> None:
    """Adds something that happened to what is told of the round."""
    if happened.n_events < MAX_EVENTS:
        event = happened.event[happened.n_events]
        event[0], event[1], event[2], event[3] = step, what, group, seat
        event[4], event[5], event[6], event[7], event[8] = origin, target, kind, known, came
        happened.n_events += 1


@inlined
def add_side(scratch: Record, kind: int, owner: int, known: int, origin: int) -> None:
    """Adds a piece to the conflict; `origin` is OFF for one that stays where it is."""
    side = scratch.n_sides
    scratch.side_kind[side] = kind
    scratch.side_owner[side] = owner
    scratch.side_known[side] = known
    scratch.side_from[side] = origin
    scratch.side_lives[side] = 1
    scratch.n_sides += 1


@called
def fight(rules: Record, position: Record, scratch: Record) -> int:
    """Settles the conflict of all sides: who lives, and who knows them; returns the survivor, or NOBODY."""
    _use_powers(scratch)
    survivor = _strongest(scratch)
    involved = 0
    for i in range(scratch.n_sides):
        scratch.side_lives[i] = int(i == survivor)
        if i != survivor:
            position.n_lost[scratch.side_owner[i]] += 1
        involved |= 1 << int(scratch.side_owner[i])
        if scratch.side_kind[i] == BOMB:
            scratch.side_known[i] = ALL_KNOW
    if rules.shows_involved:
        for i in range(scratch.n_sides):
            scratch.side_known[i] |= involved
    return survivor


@inlined
def _use_powers(scratch: Record) -> None:
    """A moving engineer destroys all trains, then an expert all bombs; who did and what it hit is shown to all."""
    if _takes_part(scratch, ENGINEER, True) and _takes_part(scratch, TRAIN, False):
        _reveal(scratch, ENGINEER, True)
        _reveal(scratch, TRAIN, False)
        _destroy(scratch, TRAIN)
    if _takes_part(scratch, EXPERT, False) and _takes_part(scratch, BOMB, False):
        _reveal(scratch, EXPERT, False)
        _destroy(scratch, BOMB)


@inlined
def _takes_part(scratch: Record, kind: int, moving: bool) -> bool:
    for i in range(scratch.n_sides):
        if scratch.side_kind[i] == kind and (not moving or scratch.side_from[i] != OFF):
            return True
    return False


@inlined
def _reveal(scratch: Record, kind: int, moving: bool) -> None:
    for i in range(scratch.n_sides):
        if scratch.side_kind[i] == kind and (not moving or scratch.side_from[i] != OFF):
            scratch.side_known[i] = ALL_KNOW


@inlined
def _destroy(scratch: Record, kind: int) -> None:
    for i in range(scratch.n_sides):
        if scratch.side_kind[i] == kind:
            scratch.side_lives[i] = 0


@inlined
def _strongest(scratch: Record) -> int:
    """The side above all others that live; NOBODY where the strongest are equal."""
    best, survivor = 0, NOBODY
    for i in range(scratch.n_sides):
        kind = int(scratch.side_kind[i])
        if scratch.side_lives[i] and kind >= best:
            survivor = NOBODY if kind == best else i
            best = kind
    return survivor


@inlined
def tell_fight(scratch: Record, happened: Record, step: int, what: int, target: int) -> None:
    """Adds the conflict to what is told of the round; where two met on their way, each has a target of its own."""
    for i in range(scratch.n_sides):
        there = target
        if what != FIGHTS:
            there = int(scratch.side_from[1 - i])
        note_event(
            happened,
            step,
            what,
            int(scratch.n_groups),
            int(scratch.side_owner[i]),
            int(scratch.side_from[i]),
            there,
            int(scratch.side_kind[i]),
            int(scratch.side_known[i]),
            int(scratch.side_lives[i]),
        )
    scratch.n_groups += 1
