"""Pieces that move at once: who arrives, who meets whom (rules: D2, Resolution 3, 5 and 6)."""

from __future__ import annotations

from redscience.four_bases.engine.conflicts import NOBODY, add_side, fight, note_event, tell_fight
from redscience.four_bases.engine.records import ARRIVES, CHASE, EMPTY, FIGHTS, MEETS, OFF, Record
from redscience.kernels.compiled import called, inlined


@inlined
def forget_movers(rules: Record, scratch: Record) -> None:
    """Nobody is to move."""
    scratch.n_movers = 0
    for space in range(rules.n_spaces):
        scratch.goal[space] = OFF
        scratch.chosen_by[space] = 0


@inlined
def add_mover(scratch: Record, piece: int, target: int) -> None:
    """A piece is to move."""
    scratch.mover_at[scratch.n_movers] = piece
    scratch.mover_to[scratch.n_movers] = target
    scratch.goal[piece] = target
    scratch.n_movers += 1


@called
def meet_head_on(logged: bool, rules: Record, position: Record, scratch: Record, happened: Record, step: int) -> None:
    """Opposing pieces that would exchange places fight before they arrive; the dead are taken off the board."""
    for i in range(scratch.n_movers):
        scratch.has_met[i] = 0
    for i in range(scratch.n_movers):
        here, there = int(scratch.mover_at[i]), int(scratch.mover_to[i])
        if scratch.goal[there] != here or position.owner[here] == position.owner[there]:
            continue
        scratch.has_met[i] = 1
        if here < there:
            scratch.n_sides = 0
            for space in (here, there):
                add_side(scratch, position.kind[space], position.owner[space], position.known[space], space)
            fight(rules, position, scratch)
            for side in range(2):
                space = int(scratch.side_from[side])
                position.known[space] = scratch.side_known[side]
                if not scratch.side_lives[side]:
                    position.kind[space] = EMPTY
            if logged:
                tell_fight(scratch, happened, step, MEETS, OFF)


@called
def lift(position: Record, scratch: Record) -> None:
    """All movers leave their spaces at once."""
    for i in range(scratch.n_movers):
        space = int(scratch.mover_at[i])
        scratch.mover_kind[i] = position.kind[space]
        scratch.mover_owner[i] = position.owner[space]
        scratch.mover_known[i] = position.known[space]
        if position.kind[space] != EMPTY:
            scratch.chosen_by[scratch.mover_to[i]] += 1
        position.kind[space] = EMPTY
        scratch.came_from[space] = 0


@called
def arrive(logged: bool, met: int, position: Record, scratch: Record, happened: Record, step: int) -> None:
    """Movers whose target is empty, or was left, and that nobody else enters are there.

    Those that have met somebody on their way arrive after their conflict.
    """
    for i in range(scratch.n_movers):
        target = int(scratch.mover_to[i])
        kind = int(scratch.mover_kind[i])
        if kind == EMPTY or scratch.has_met[i] != met:
            continue
        if scratch.chosen_by[target] == 1 and position.kind[target] == EMPTY:
            owner, known = int(scratch.mover_owner[i]), int(scratch.mover_known[i])
            _put_down(position, scratch, target, kind, owner, known, int(scratch.mover_at[i]))
            scratch.mover_kind[i] = EMPTY
            if logged and not met:
                origin = int(scratch.mover_at[i])
                note_event(happened, step, ARRIVES, 0, owner, origin, target, kind, known, 1)


@inlined
def _put_down(position: Record, scratch: Record, space: int, kind: int, owner: int, known: int, came_from: int) -> None:
    position.kind[space] = kind
    position.owner[space] = owner
    position.known[space] = known
    scratch.came_from[space] = came_from + 1


@called
def clash(logged: bool, rules: Record, position: Record, scratch: Record, happened: Record, step: int) -> None:
    """All others fight over their targets, with each other and with what stands there; the survivor holds the space."""
    for i in range(scratch.n_movers):
        if scratch.mover_kind[i] == EMPTY:
            continue
        target = int(scratch.mover_to[i])
        scratch.n_sides = 0
        if position.kind[target] != EMPTY:
            add_side(scratch, position.kind[target], position.owner[target], position.known[target], OFF)
            position.kind[target] = EMPTY
        for j in range(i, scratch.n_movers):
            if scratch.mover_to[j] == target and scratch.mover_kind[j] != EMPTY:
                kind, owner = int(scratch.mover_kind[j]), int(scratch.mover_owner[j])
                add_side(scratch, kind, owner, scratch.mover_known[j], scratch.mover_at[j])
                scratch.mover_kind[j] = EMPTY
        _hold(rules, position, scratch, target)
        if logged:
            tell_fight(scratch, happened, step, FIGHTS, target)


@inlined
def _hold(rules: Record, position: Record, scratch: Record, target: int) -> None:
    """Has the sides fight over a space; the survivor stands there."""
    before = int(scratch.came_from[target])
    survivor = fight(rules, position, scratch)
    scratch.came_from[target] = 0
    if survivor != NOBODY:
        kind, owner, known = scratch.side_kind[survivor], scratch.side_owner[survivor], scratch.side_known[survivor]
        origin = int(scratch.side_from[survivor])
        _put_down(position, scratch, target, kind, owner, known, before - 1 if origin == OFF else origin)


@inlined
def take_picture(position: Record, happened: Record, rules: Record, number: int) -> None:
    """Keeps the board as it is after a step."""
    for space in range(rules.n_spaces):
        happened.kind[number, space] = position.kind[space]
        happened.owner[number, space] = position.owner[space]
        happened.known[number, space] = position.known[space]


@called
def advance(logged: bool, rules: Record, position: Record, scratch: Record, happened: Record, step: int) -> None:
    """All movers move. Of ordinary moves, arrivals and conflicts are steps of their own; `step` is the last one."""
    first = min(step, CHASE)
    meet_head_on(logged, rules, position, scratch, happened, step)
    lift(position, scratch)
    arrive(logged, 0, position, scratch, happened, first)
    if logged and first != step:
        take_picture(position, happened, rules, first - 1)
    arrive(logged, 1, position, scratch, happened, step)
    clash(logged, rules, position, scratch, happened, step)
