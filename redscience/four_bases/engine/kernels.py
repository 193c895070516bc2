"""The kernels of Four Bases as Python calls them, on arrays of one record."""

from __future__ import annotations

from redscience.four_bases.engine.choosing import plan_as_random
from redscience.four_bases.engine.ending import everybody
from redscience.four_bases.engine.orders import ALLOWED, as_planned, list_orders, refusal, survey
from redscience.four_bases.engine.records import DRAW, ONGOING, Array
from redscience.four_bases.engine.rounds import all_have_planned, carry_out, give_order
from redscience.kernels.compiled import entry
from redscience.kernels.randomness import seed_part


@entry
def four_bases_legal(rules: Array, position: Array, scratch: Array, seat: int) -> int:
    """Writes the orders that a seat may give, with their weights, into SCRATCH; returns how many."""
    return list_orders(rules[0], position[0], scratch[0], seat)


@entry
def four_bases_refusal(rules: Array, position: Array, scratch: Array, seat: int, order: int) -> int:
    """Why a seat may not give an order beside those of its plan; ALLOWED where it may."""
    survey(rules[0], position[0], scratch[0], seat)
    return refusal(rules[0], position[0], scratch[0], seat, order)


@entry
def four_bases_play(rules: Array, position: Array, scratch: Array, happened: Array, seat: int, order: int) -> int:
    """Gives an order, and carries out the round where it was the last; returns why it may not be given, or ALLOWED.

    `happened.turn` is the round that was carried out, or 0.
    """
    happened[0].turn = 0
    survey(rules[0], position[0], scratch[0], seat)
    refused = refusal(rules[0], position[0], scratch[0], seat, order)
    if refused == ALLOWED:
        give_order(position[0], seat, as_planned(position[0], scratch[0], seat, order))
        if all_have_planned(rules[0], position[0]):
            carry_out(True, rules[0], position[0], scratch[0], happened[0])
    return refused


@entry
def four_bases_leave(rules: Array, position: Array, scratch: Array, happened: Array, leavers: int) -> None:
    """Has the seats of the bits `leavers` be played by the bot from now on, and carries out what that completes.

    `happened.turn` is the round that was carried out, or 0.
    """
    happened[0].turn = 0
    n_there = 0
    for seat in range(rules[0].n_seats):
        if leavers >> seat & 1:
            position[0].left[seat] = 1
            if not position[0].planned[seat]:
                position[0].n_plan[seat] = 0
        n_there += int(position[0].left[seat] == 0)
    if n_there == 0:
        position[0].deserted = 1
        position[0].result = everybody(rules[0], DRAW)
    elif all_have_planned(rules[0], position[0]):
        carry_out(True, rules[0], position[0], scratch[0], happened[0])


@entry
def four_bases_playouts(
    rules: Array, origin: Array, position: Array, scratch: Array, happened: Array, n: int, seed: int
) -> None:
    """Adds `n` random games from `origin` to SCRATCH's counts of results and of plies."""
    seed_part(position[0], seed, 0)
    chance = position[0].random
    for _ in range(n):
        position[0] = origin[0]
        position[0].random = chance
        for seat in range(rules[0].n_seats):  # one who is in the middle of the round
            if not position[0].planned[seat] and not position[0].left[seat]:
                scratch[0].plies += plan_as_random(rules[0], position[0], scratch[0], seat)
        while True:
            carry_out(False, rules[0], position[0], scratch[0], happened[0])
            if position[0].result != ONGOING:
                break
            for seat in range(rules[0].n_seats):
                if not position[0].left[seat]:
                    scratch[0].plies += plan_as_random(rules[0], position[0], scratch[0], seat)
        scratch[0].counts[position[0].result] += 1
        chance = position[0].random
