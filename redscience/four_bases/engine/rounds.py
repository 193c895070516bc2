"""A round, once all orders are given: the steps of the rules, one after the other (rules: D2, Resolution)."""

from __future__ import annotations

from redscience.four_bases.engine.choosing import plan_for_absent
from redscience.four_bases.engine.conflicts import note_event
from redscience.four_bases.engine.ending import end_by_count, end_by_flags
from redscience.four_bases.engine.movement import add_mover, advance, forget_movers, take_picture
from redscience.four_bases.engine.orders import (
    BY_BASE,
    DONE,
    FLAG_DOWN,
    FLAG_UP,
    FLASH_MOVE,
    MOVE,
    PRODUCE,
    TOW,
    first_of,
    kind_of,
    second_of,
    what_of,
)
from redscience.four_bases.engine.records import (
    ALL_KNOW,
    CONFLICT,
    CONTESTED,
    DONE_SO,
    EARLY,
    EMPTY,
    FACTORY,
    LAST_TURN,
    MOST_PIECES,
    NOTHING_THERE,
    OCCUPIED,
    OFF,
    ONGOING,
    PRODUCER_LOST,
    PRODUCES,
    PRODUCTION,
    REVEAL,
    TOO_MANY,
    TOWING,
    TOWS,
    TRAIN,
    TRAIN_LOST,
    Record,
)
from redscience.kernels.compiled import called, inlined


@called
def carry_out(logged: bool, rules: Record, position: Record, scratch: Record, happened: Record) -> None:
    """Carries out the plans of all seats; those of seats that have left without one are made first."""
    for seat in range(rules.n_seats):
        if position.left[seat] and not position.planned[seat]:
            plan_for_absent(rules, position, scratch, seat)
        else:
            position.n_own_turns[seat] += 1
    if logged:
        _open_record(rules, position, happened)
    _set_flags(rules, position)
    end_by_flags(rules, position)
    happened.carried_out = int(position.result == ONGOING)
    if position.result == ONGOING:
        _resolve(logged, rules, position, scratch, happened)
        _begin_turn(rules, position)
    for seat in range(rules.n_seats):
        position.n_plan[seat] = 0
        position.planned[seat] = 0


@inlined
def _open_record(rules: Record, position: Record, happened: Record) -> None:
    happened.turn = position.turn
    happened.n_events = 0
    for seat in range(rules.n_seats):
        happened.n_orders[seat] = position.n_plan[seat]
        for i in range(position.n_plan[seat]):
            happened.orders[seat, i] = position.plan[seat, i]
    take_picture(position, happened, rules, 0)


@inlined
def _set_flags(rules: Record, position: Record) -> None:
    for seat in range(rules.n_seats):
        for i in range(position.n_plan[seat]):
            what = what_of(position.plan[seat, i])
            if what == FLAG_UP or what == FLAG_DOWN:
                position.flag[seat] = int(what == FLAG_UP)


@inlined
def _resolve(logged: bool, rules: Record, position: Record, scratch: Record, happened: Record) -> None:
    """The steps, from the orders that are shown to the tows."""
    scratch.n_groups = 0
    for space in range(rules.n_spaces):
        scratch.came_from[space] = 0
    show_powers(rules, position)
    if logged:
        take_picture(position, happened, rules, REVEAL - 1)
    gather(rules, position, scratch, FLASH_MOVE)
    advance(logged, rules, position, scratch, happened, EARLY)
    if logged:
        take_picture(position, happened, rules, EARLY - 1)
    produce(logged, rules, position, scratch, happened)
    if logged:
        take_picture(position, happened, rules, PRODUCTION - 1)
    gather(rules, position, scratch, MOVE)
    advance(logged, rules, position, scratch, happened, CONFLICT)
    if logged:
        take_picture(position, happened, rules, CONFLICT - 1)
    tow(logged, rules, position, scratch, happened)
    if logged:
        take_picture(position, happened, rules, TOWING - 1)


@called
def show_powers(rules: Record, position: Record) -> None:
    """Flashes that move early, trains that tow and factories that produce are known to all from now on."""
    for seat in range(rules.n_seats):
        for i in range(position.n_plan[seat]):
            order = position.plan[seat, i]
            what = what_of(order)
            if what == FLASH_MOVE or what == TOW or (what == PRODUCE and not order & BY_BASE):
                position.known[first_of(order)] = ALL_KNOW


@called
def gather(rules: Record, position: Record, scratch: Record, what: int) -> None:
    """The movers: all pieces with such an order that are still there."""
    forget_movers(rules, scratch)
    for seat in range(rules.n_seats):
        for i in range(position.n_plan[seat]):
            order = position.plan[seat, i]
            piece = first_of(order)
            if what_of(order) == what and _still_stands(position, scratch, seat, piece):
                add_mover(scratch, piece, second_of(order))


@inlined
def _still_stands(position: Record, scratch: Record, seat: int, piece: int) -> bool:
    """Whether the piece that stood on a space at first does so now; who has moved there is another one."""
    return position.kind[piece] != EMPTY and position.owner[piece] == seat and scratch.came_from[piece] == 0


@called
def produce(logged: bool, rules: Record, position: Record, scratch: Record, happened: Record) -> None:
    """New pieces appear where the space is still empty and chosen by one producer alone."""
    forget_movers(rules, scratch)
    for seat in range(rules.n_seats):
        for i in range(position.n_plan[seat]):
            order = position.plan[seat, i]
            if what_of(order) == PRODUCE and _can_still_produce(position, scratch, seat, order):
                scratch.chosen_by[second_of(order)] += 1
    for seat in range(rules.n_seats):
        n_pieces = _count_pieces(rules, position, seat)
        for i in range(position.n_plan[seat]):
            order = position.plan[seat, i]
            if what_of(order) != PRODUCE:
                continue
            target, kind = second_of(order), kind_of(order)
            came = _prospect(position, scratch, seat, order, n_pieces)
            if came == DONE_SO:
                position.kind[target] = kind
                position.owner[target] = seat
                position.known[target] = 1 << seat
                position.n_made[seat] += 1
                n_pieces += 1
            if logged:
                group = int(order & BY_BASE != 0)
                note_event(happened, PRODUCTION, PRODUCES, group, seat, first_of(order), target, kind, 1 << seat, came)


@inlined
def _can_still_produce(position: Record, scratch: Record, seat: int, order: int) -> bool:
    by = first_of(order)
    if order & BY_BASE:
        return True
    return position.kind[by] == FACTORY and _still_stands(position, scratch, seat, by)


@inlined
def _prospect(position: Record, scratch: Record, seat: int, order: int, n_pieces: int) -> int:
    target = second_of(order)
    if not _can_still_produce(position, scratch, seat, order):
        return PRODUCER_LOST
    if scratch.chosen_by[target] > 1:
        return CONTESTED
    if position.kind[target] != EMPTY:
        return OCCUPIED
    return TOO_MANY if n_pieces >= MOST_PIECES else DONE_SO


@inlined
def _count_pieces(rules: Record, position: Record, seat: int) -> int:
    n = 0
    for space in range(rules.n_spaces):
        n += int(position.kind[space] != EMPTY and position.owner[space] == seat)
    return n


@called
def tow(logged: bool, rules: Record, position: Record, scratch: Record, happened: Record) -> None:
    """Trains that moved and live have pieces brought to where they stood."""
    for seat in range(rules.n_seats):
        for i in range(position.n_plan[seat]):
            order = position.plan[seat, i]
            if what_of(order) != TOW:
                continue
            home, space = first_of(order), second_of(order)
            came = _tow_prospect(position, scratch, seat, home, space)
            kind, known = int(position.kind[space]), int(position.known[space])
            if came == DONE_SO:
                position.kind[home] = kind
                position.owner[home] = seat
                position.known[home] = known
                position.kind[space] = EMPTY
                scratch.came_from[home] = space + 1
            if logged:
                note_event(happened, TOWING, TOWS, 0, seat, space, home, kind, known, came)


@inlined
def _tow_prospect(position: Record, scratch: Record, seat: int, home: int, space: int) -> int:
    if not _has_survived(position, scratch, seat, home):
        return TRAIN_LOST
    if not _still_stands(position, scratch, seat, space):
        return NOTHING_THERE
    return OCCUPIED if position.kind[home] != EMPTY else DONE_SO


@inlined
def _has_survived(position: Record, scratch: Record, seat: int, home: int) -> bool:
    """Whether the train that stood on a space arrived where it was to go."""
    target = int(scratch.goal[home])
    return (
        target != OFF
        and position.kind[target] == TRAIN
        and position.owner[target] == seat
        and scratch.came_from[target] == home + 1
    )


@inlined
def _begin_turn(rules: Record, position: Record) -> None:
    """Bases are owned anew, and the next turn begins, or all is counted after the last one."""
    for i in range(rules.n_seats):
        space = int(rules.bases[i])
        position.base_owner[i] = i if position.kind[space] == EMPTY else position.owner[space]
    if position.turn >= LAST_TURN:
        end_by_count(rules, position)
    else:
        position.turn += 1


@inlined
def give_order(position: Record, seat: int, order: int) -> None:
    """Adds an allowed order to the plan of a seat."""
    position.plan[seat, position.n_plan[seat]] = order
    position.n_plan[seat] += 1
    if what_of(order) == DONE:
        position.planned[seat] = 1


@inlined
def all_have_planned(rules: Record, position: Record) -> bool:
    """Whether nobody owes a plan."""
    for seat in range(rules.n_seats):
        if not position.planned[seat] and not position.left[seat]:
            return False
    return True
