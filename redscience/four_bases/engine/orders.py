"""Orders as numbers, and which of them a seat may still give beside those of its plan (rules: D2, Orders).

An order is what it is (3 bits), two spaces (7 bits each), a kind of piece (3 bits) and whether a base produces it
(1 bit), lowest first:

    MOVE, FLASH_MOVE   a piece, and where to
    PRODUCE            the producer, where, and the kind
    TOW                the train, and the space of what it is to tow
    FLAG_UP, FLAG_DOWN, DONE

Where a factory stands on a base of its owner's, its own production is the first one, the base's the second.
"""

from __future__ import annotations

from redscience.four_bases.engine.records import (
    BOMB,
    EMPTY,
    FACTORY,
    FLASH,
    N_KINDS,
    OFF,
    TRAIN,
    Record,
)
from redscience.kernels.compiled import called, inlined

MOVE, FLASH_MOVE, PRODUCE, TOW, FLAG_UP, FLAG_DOWN, DONE = 1, 2, 3, 4, 5, 6, 7
WHAT, SPACE, KIND = 7, 127, 7
FIRST_SHIFT, SECOND_SHIFT, KIND_SHIFT = 3, 10, 17
BY_BASE = 1 << 20

# Why an order may not be given:
ALLOWED, NOT_YOURS, IMMOBILE, NOT_BESIDE, HAS_ORDERS, NO_ACTION, NO_FLASH, NO_PRODUCER, HAS_PRODUCED = range(9)
NOT_EMPTY, NO_TRAIN, TRAIN_STAYS, TOWS_ALREADY, NOT_TO_TOW, FLAG_SAID, FLAG_IS_UP, FLAG_IS_DOWN, UNHEARD = range(9, 18)

# In how many ways Random hits an order; a new piece of any kind together is as likely as a move to one space.
ORDER_WEIGHT, KIND_WEIGHT, DONE_WEIGHT, FLAG_WEIGHT = 6, 1, 6, 6


@inlined
def what_of(order: int) -> int:
    """What an order is."""
    return int(order) & WHAT


@inlined
def first_of(order: int) -> int:
    """The piece that moves, the producer or the train."""
    return (int(order) >> FIRST_SHIFT) & SPACE


@inlined
def second_of(order: int) -> int:
    """Where to, or what is towed."""
    return (int(order) >> SECOND_SHIFT) & SPACE


@inlined
def kind_of(order: int) -> int:
    """The kind that is produced."""
    return (int(order) >> KIND_SHIFT) & KIND


@inlined
def order_of(what: int, first: int, second: int, kind: int) -> int:
    """An order."""
    return what | first << FIRST_SHIFT | second << SECOND_SHIFT | kind << KIND_SHIFT


@inlined
def is_beside(rules: Record, one: int, other: int) -> bool:
    """Whether two spaces are neighbours."""
    for i in range(4):
        if rules.step[one, i] == other:
            return True
    return False


@inlined
def owns(position: Record, seat: int, space: int) -> bool:
    """Whether a piece of the seat stands there."""
    return position.kind[space] != EMPTY and position.owner[space] == seat


@inlined
def owns_base(rules: Record, position: Record, seat: int, space: int) -> bool:
    """Whether there is a base that the seat owns in this turn."""
    for i in range(rules.n_seats):
        if rules.bases[i] == space and position.base_owner[i] == seat:
            return True
    return False


@called
def survey(rules: Record, position: Record, scratch: Record, seat: int) -> None:
    """Writes into SCRATCH what a seat has, and what its plan has used of it."""
    scratch.n_pieces = scratch.n_factories = scratch.n_trains = scratch.n_flashes = 0
    scratch.flag_said = 0
    for space in range(rules.n_spaces):
        scratch.has_orders[space] = scratch.is_going[space] = scratch.factory_used[space] = 0
        scratch.base_used[space] = scratch.tows[space] = 0
        if owns(position, seat, space):
            _list_piece(scratch, space, int(position.kind[space]))
    scratch.actions = int(scratch.n_pieces > 0)
    for i in range(rules.n_seats):
        scratch.actions += int(position.base_owner[i] == seat)
    for i in range(position.n_plan[seat]):
        note_order(scratch, position.plan[seat, i])


@inlined
def _list_piece(scratch: Record, space: int, kind: int) -> None:
    scratch.pieces[scratch.n_pieces] = space
    scratch.n_pieces += 1
    if kind == FACTORY:
        scratch.factories[scratch.n_factories] = space
        scratch.n_factories += 1
    elif kind == TRAIN:
        scratch.trains[scratch.n_trains] = space
        scratch.n_trains += 1
    elif kind == FLASH:
        scratch.flashes[scratch.n_flashes] = space
        scratch.n_flashes += 1


@inlined
def note_order(scratch: Record, order: int) -> None:
    """Takes what an order uses off what the surveyed seat has left."""
    what, first = what_of(order), first_of(order)
    if what == MOVE or what == FLASH_MOVE:
        scratch.actions -= 1
        scratch.has_orders[first] = 1
        scratch.is_going[first] = int(what == MOVE)
    elif what == PRODUCE:
        if order & BY_BASE:
            scratch.actions -= 1
            scratch.base_used[first] = 1
        else:
            scratch.factory_used[first] = 1
    elif what == TOW:
        scratch.tows[first] = 1
    elif what != DONE:
        scratch.flag_said = 1


@inlined
def factory_is_free(position: Record, scratch: Record, seat: int, space: int) -> bool:
    """Whether a factory of the surveyed seat stands there and has not been told to produce."""
    return owns(position, seat, space) and position.kind[space] == FACTORY and not scratch.factory_used[space]


@inlined
def as_planned(position: Record, scratch: Record, seat: int, order: int) -> int:
    """The order as plans hold it: it is told whether a base or a factory produces."""
    is_base = what_of(order) == PRODUCE and not factory_is_free(position, scratch, seat, first_of(order))
    return int(order) | BY_BASE if is_base else int(order)


@called
def refusal(rules: Record, position: Record, scratch: Record, seat: int, order: int) -> int:
    """Why the surveyed seat may not give an order beside those of its plan; ALLOWED where it may."""
    what = what_of(order)
    if what == MOVE or what == FLASH_MOVE:
        return _movement_refusal(rules, position, scratch, seat, order)
    if what == PRODUCE:
        return _production_refusal(rules, position, scratch, seat, order)
    if what == TOW:
        return _tow_refusal(rules, position, scratch, seat, order)
    if what == DONE:
        return ALLOWED
    if scratch.flag_said:
        return FLAG_SAID
    if position.flag[seat] == (what == FLAG_UP):
        return FLAG_IS_UP if what == FLAG_UP else FLAG_IS_DOWN
    return ALLOWED


@inlined
def _movement_refusal(rules: Record, position: Record, scratch: Record, seat: int, order: int) -> int:
    piece, what = first_of(order), what_of(order)
    if not owns(position, seat, piece):
        return NOT_YOURS
    if position.kind[piece] == BOMB:
        return IMMOBILE
    if what == FLASH_MOVE and position.kind[piece] != FLASH:
        return NO_FLASH
    if not is_beside(rules, piece, second_of(order)):
        return NOT_BESIDE
    if scratch.has_orders[piece]:
        return HAS_ORDERS
    return ALLOWED if scratch.actions > 0 else NO_ACTION


@inlined
def _production_refusal(rules: Record, position: Record, scratch: Record, seat: int, order: int) -> int:
    by, target = first_of(order), second_of(order)
    is_factory = owns(position, seat, by) and position.kind[by] == FACTORY
    is_base = owns_base(rules, position, seat, by)
    if not (is_factory or is_base) or not 0 < kind_of(order) <= N_KINDS:
        return NO_PRODUCER
    if not is_beside(rules, by, target) and not (is_base and by == target):
        return NOT_BESIDE
    if position.kind[target] != EMPTY:
        return NOT_EMPTY
    if is_factory and not scratch.factory_used[by]:
        return ALLOWED
    if not is_base or scratch.base_used[by]:
        return HAS_PRODUCED
    return ALLOWED if scratch.actions > 0 else NO_ACTION


@inlined
def _tow_refusal(rules: Record, position: Record, scratch: Record, seat: int, order: int) -> int:
    train, towed = first_of(order), second_of(order)
    if not owns(position, seat, train):
        return NOT_YOURS
    if position.kind[train] != TRAIN:
        return NO_TRAIN
    if not is_beside(rules, train, towed):
        return NOT_BESIDE
    if position.kind[towed] != EMPTY and position.owner[towed] != seat:
        return NOT_TO_TOW
    if scratch.tows[train]:
        return TOWS_ALREADY
    # Last, so that it can be told which spaces a train may tow from once it is to move.
    return ALLOWED if scratch.is_going[train] else TRAIN_STAYS


@inlined
def is_beaten(rules: Record, position: Record, seat: int) -> bool:
    """Whether some seat has at least twice the pieces of this one, and any at all (rules: D2, Absence)."""
    counts = 0  # six bits a seat
    for space in range(rules.n_spaces):
        if position.kind[space] != EMPTY:
            counts += 1 << 6 * int(position.owner[space])
    own = counts >> 6 * seat & 63
    for other in range(rules.n_seats):
        its = counts >> 6 * other & 63
        if other != seat and its > 0 and its >= 2 * own:
            return True
    return False


@inlined
def flag_weight(rules: Record, position: Record, seat: int) -> int:
    """How Random is drawn to its flag: where it is beaten it may put it up, and it never takes it down."""
    return FLAG_WEIGHT if not position.flag[seat] and is_beaten(rules, position, seat) else 0


@called
def list_orders(rules: Record, position: Record, scratch: Record, seat: int) -> int:
    """Writes the orders that a seat may still give, with their weights, into SCRATCH; returns how many."""
    survey(rules, position, scratch, seat)
    n = 0
    for what in (MOVE, FLASH_MOVE, TOW):
        for i in range(scratch.n_pieces):
            for direction in range(4):
                target = int(rules.step[scratch.pieces[i], direction])
                order = order_of(what, int(scratch.pieces[i]), target, 0)
                n = _listed(rules, position, scratch, seat, n, order, ORDER_WEIGHT)
    for by in range(rules.n_spaces):
        if owns(position, seat, by) or owns_base(rules, position, seat, by):
            n = _list_productions(rules, position, scratch, seat, n, by)
    flag = FLAG_DOWN if position.flag[seat] else FLAG_UP
    n = _listed(rules, position, scratch, seat, n, flag, flag_weight(rules, position, seat))
    return _listed(rules, position, scratch, seat, n, DONE, DONE_WEIGHT)


@inlined
def _list_productions(rules: Record, position: Record, scratch: Record, seat: int, n: int, by: int) -> int:
    n = _list_kinds(rules, position, scratch, seat, n, by, by)
    for direction in range(4):
        n = _list_kinds(rules, position, scratch, seat, n, by, int(rules.step[by, direction]))
    return n


@inlined
def _list_kinds(rules: Record, position: Record, scratch: Record, seat: int, n: int, by: int, target: int) -> int:
    for kind in range(1, N_KINDS + 1):
        n = _listed(rules, position, scratch, seat, n, order_of(PRODUCE, by, target, kind), KIND_WEIGHT)
    return n


@called
def _listed(rules: Record, position: Record, scratch: Record, seat: int, n: int, order: int, weight: int) -> int:
    second = second_of(order)
    if second == OFF or refusal(rules, position, scratch, seat, order) != ALLOWED:
        return n
    scratch.legal[n] = order
    scratch.weights[n] = weight
    return n + 1
