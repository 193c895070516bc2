"""Random plans: those of random games, and those of the bot that plays for a seat that has left.

An order is drawn from an easily numbered superset of the legal ones until it is legal: the chances are those of the
weights that `list_orders` writes.
"""

from __future__ import annotations

from redscience.four_bases.engine.orders import (
    ALLOWED,
    DONE,
    DONE_WEIGHT,
    FLAG_DOWN,
    FLAG_UP,
    FLASH_MOVE,
    KIND_WEIGHT,
    MOVE,
    ORDER_WEIGHT,
    PRODUCE,
    TOW,
    as_planned,
    factory_is_free,
    flag_weight,
    is_beaten,
    note_order,
    order_of,
    refusal,
    survey,
)
from redscience.four_bases.engine.records import MAX_SEATS, N_KINDS, OFF, Record
from redscience.kernels.compiled import called, inlined
from redscience.kernels.randomness import below, seed_part

ALL_WAYS = 4 * ORDER_WEIGHT
ALL_PRODUCTIONS = 5 * N_KINDS * KIND_WEIGHT
NO_ORDER = 0
HERE = 4  # after the four directions: where a base itself is


@inlined
def directed(rules: Record, what: int, piece: int, drawn: int) -> int:
    """The order of a piece in the direction that was drawn; NO_ORDER off the board."""
    target = int(rules.step[piece, drawn % ALL_WAYS // ORDER_WEIGHT])
    return NO_ORDER if target == OFF else order_of(what, int(piece), target, 0)


@inlined
def production(rules: Record, by: int, drawn: int) -> int:
    """The production that was drawn; NO_ORDER off the board."""
    drawn = drawn % ALL_PRODUCTIONS // KIND_WEIGHT
    place = drawn // N_KINDS
    target = int(by) if place == HERE else int(rules.step[by, place])
    return NO_ORDER if target == OFF else order_of(PRODUCE, int(by), target, drawn % N_KINDS + 1)


@called
def random_order(rules: Record, position: Record, scratch: Record, seat: int, flag_ways: int) -> int:
    """An order that the surveyed seat may give, drawn by the weights."""
    has_action = int(scratch.actions > 0)
    moves = has_action * scratch.n_pieces * ALL_WAYS
    flashes = has_action * scratch.n_flashes * ALL_WAYS
    tows = scratch.n_trains * ALL_WAYS
    by_factories = scratch.n_factories * ALL_PRODUCTIONS
    by_bases = has_action * rules.n_seats * ALL_PRODUCTIONS
    total = moves + flashes + tows + by_factories + by_bases + flag_ways + DONE_WEIGHT
    while True:
        drawn = below(position, total)
        if drawn < moves:
            order = directed(rules, MOVE, scratch.pieces[drawn // ALL_WAYS], drawn)
        elif drawn < moves + flashes:
            drawn -= moves
            order = directed(rules, FLASH_MOVE, scratch.flashes[drawn // ALL_WAYS], drawn)
        elif drawn < moves + flashes + tows:
            drawn -= moves + flashes
            order = directed(rules, TOW, scratch.trains[drawn // ALL_WAYS], drawn)
        elif drawn < total - by_bases - flag_ways - DONE_WEIGHT:
            drawn -= moves + flashes + tows
            order = _by_factory(rules, position, scratch, seat, drawn)
        elif drawn < total - flag_ways - DONE_WEIGHT:
            drawn -= moves + flashes + tows + by_factories
            order = _by_base(rules, position, scratch, seat, drawn)
        elif drawn < total - DONE_WEIGHT:
            order = FLAG_DOWN if position.flag[seat] else FLAG_UP
        else:
            order = DONE
        if order != NO_ORDER and refusal(rules, position, scratch, seat, order) == ALLOWED:
            return order


@inlined
def _by_factory(rules: Record, position: Record, scratch: Record, seat: int, drawn: int) -> int:
    by = int(scratch.factories[drawn // ALL_PRODUCTIONS])
    return production(rules, by, drawn) if factory_is_free(position, scratch, seat, by) else NO_ORDER


@inlined
def _by_base(rules: Record, position: Record, scratch: Record, seat: int, drawn: int) -> int:
    number = drawn // ALL_PRODUCTIONS
    by = int(rules.bases[number])
    if position.base_owner[number] != seat or factory_is_free(position, scratch, seat, by):
        return NO_ORDER
    return production(rules, by, drawn)


@called
def plan_at_random(rules: Record, position: Record, scratch: Record, seat: int, flag_ways: int) -> int:
    """Completes the plan of a seat by random orders; returns how many were added."""
    survey(rules, position, scratch, seat)
    before = int(position.n_plan[seat])
    while True:
        order = random_order(rules, position, scratch, seat, 0 if scratch.flag_said else flag_ways)
        planned = as_planned(position, scratch, seat, order)
        note_order(scratch, planned)
        position.plan[seat, position.n_plan[seat]] = planned
        position.n_plan[seat] += 1
        if order == DONE:
            return int(position.n_plan[seat]) - before


@called
def plan_as_random(rules: Record, position: Record, scratch: Record, seat: int) -> int:
    """Completes the plan of a seat as the player Random would; returns how many orders were added."""
    return plan_at_random(rules, position, scratch, seat, flag_weight(rules, position, seat))


@called
def plan_for_absent(rules: Record, position: Record, scratch: Record, seat: int) -> None:
    """The plan of a seat that has left: it flags where it is beaten, for good, and plays on at random."""
    before = int(position.random)
    seed_part(position, int(position.bot_seed), int(position.turn) * MAX_SEATS + seat)
    position.n_plan[seat] = 0
    if not position.flag[seat] and is_beaten(rules, position, seat):
        position.plan[seat, 0] = FLAG_UP
        position.n_plan[seat] = 1
    plan_at_random(rules, position, scratch, seat, 0)
    position.random = before  # what is drawn for others does not depend on it
