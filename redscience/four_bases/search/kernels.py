"""The entry points, called from Python with one-element arrays of RULES, POSITION, SCRATCH, ROUND and LESSONS."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from redscience.four_bases.engine import rounds
from redscience.four_bases.engine.choosing import plan_as_random, random_order
from redscience.four_bases.engine.orders import DONE, as_planned, flag_weight, note_order, survey
from redscience.four_bases.engine.records import ONGOING, Array, Record
from redscience.four_bases.search.lessons import lesson_of, slot_of, worth
from redscience.kernels.compiled import called, entry

SOURCES = (Path(__file__).parent, Path(rounds.__file__).parent)
"""What is compiled into these kernels: the engine's parts, too."""
kernel = partial(entry, sources=SOURCES)


@called
def plan_learnedly(rules: Record, position: Record, scratch: Record, its: Record, seat: int) -> None:
    """Completes the plan of a seat by orders that have been worth more than others, and notes them."""
    survey(rules, position, scratch, seat)
    ways = flag_weight(rules, position, seat)
    while True:
        flag_ways = 0 if scratch.flag_said else ways
        order = random_order(rules, position, scratch, seat, flag_ways)
        best = lesson_of(its, seat, order)
        for _ in range(its.draws - 1):
            other = random_order(rules, position, scratch, seat, flag_ways)
            lesson = lesson_of(its, seat, other)
            if lesson > best:
                order, best = other, lesson
        planned = as_planned(position, scratch, seat, order)
        note_order(scratch, planned)
        position.plan[seat, position.n_plan[seat]] = planned
        position.n_plan[seat] += 1
        its.log[its.n_log], its.log_seat[its.n_log] = slot_of(seat, order), seat
        its.n_log += 1
        if order == DONE:
            return


@kernel
def four_bases_think(
    rules: Array, origin: Array, position: Array, scratch: Array, happened: Array, lessons: Array, n: int
) -> None:
    """Adds `n` games from `origin`, random after the present turn, and what its orders were worth in them."""
    r, p, s, its = rules[0], position[0], scratch[0], lessons[0]
    for _ in range(n):
        chance = p.random
        position[0] = origin[0]
        p.random = chance
        its.n_log = 0
        for seat in range(r.n_seats):
            if not p.planned[seat] and not p.left[seat]:
                plan_learnedly(r, p, s, its, seat)
        while True:
            rounds.carry_out(False, r, p, s, happened[0])
            if p.result != ONGOING:
                break
            for seat in range(r.n_seats):
                if not p.left[seat]:
                    plan_as_random(r, p, s, seat)
        for i in range(its.n_log):
            its.lesson[its.log[i], 0] += 1.0
            its.lesson[its.log[i], 1] += worth(p.result, its.log_seat[i])
        its.simulations += 1
        for seat in range(r.n_seats):
            its.won[seat] += worth(p.result, seat)


@kernel
def four_bases_lessons(lessons: Array, seat: int, orders: Array, visits: Array, values: Array) -> None:
    """Writes what is known of some orders of a seat."""
    its = lessons[0]
    for i in range(len(orders)):
        visits[i] = int(its.lesson[slot_of(seat, int(orders[i])), 0])
        values[i] = lesson_of(its, seat, int(orders[i]))


@kernel
def four_bases_forget(lessons: Array) -> None:
    """Forgets all."""
    its = lessons[0]
    its.simulations = 0
    its.won[:] = 0.0
    its.lesson[:] = 0.0
