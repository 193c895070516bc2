"""What a position is worth where a playout is cut off: by what pieces are worth in random games."""

from __future__ import annotations

from math import exp

from redscience.kernels.compiled import called, inlined
from redscience.stratego.engine.battles import fought
from redscience.stratego.engine.records import (
    BLUE,
    EMPTY,
    FLAG,
    LOSE,
    LOST,
    N_CELLS,
    N_KINDS,
    ONGOING,
    RED,
    ROW,
    WIN,
    WON,
    Record,
    kind_of,
    piece_of,
)
from redscience.stratego.search.table import NEAR


@called
def flag_of(position: Record, side: int) -> int:
    """The cell of a side's flag."""
    flag = piece_of(side, FLAG)
    for cell in range(N_CELLS):
        if position.cell[cell] == flag:
            return cell
    return 0


@inlined
def steps(one: int, other: int) -> int:
    """How many from one cell to another."""
    return abs(one // ROW - other // ROW) + abs(one % ROW - other % ROW)


@inlined
def leads(position: Record, t: Record, side: int, flag: int) -> float:
    """What it is worth to a side that its pieces are near the other's flag."""
    ahead = 0.0
    for i in range(position.n_movers[side]):
        away = steps(int(position.movers[side, i]), flag)
        if away < NEAR:
            ahead += t.near[away]
    return ahead


@inlined
def gain(position: Record, t: Record, its: int) -> float:
    """What a move takes, and what it costs at once."""
    there = int(position.cell[its & 255])
    if there == EMPTY:
        return 0.0
    attacker, defender = kind_of(int(position.cell[its >> 8])), kind_of(there)
    came = fought(attacker, defender)
    taken = 0.0 if came == LOST else t.worth[defender]
    return taken - (0.0 if came == WON else t.worth[attacker])


@inlined
def worth_to_red(position: Record, t: Record) -> float:
    """From 0 to 1."""
    if position.result != ONGOING:
        its = position.result & 3
        return 1.0 if its == WIN else 0.0 if its == LOSE else 0.5
    ahead = leads(position, t, RED, t.flag[BLUE]) - leads(position, t, BLUE, t.flag[RED])
    for kind in range(1, N_KINDS):
        # Compiled, the difference of two bytes is no number below 0.
        ahead += t.worth[kind] * (float(position.lost[BLUE, kind]) - float(position.lost[RED, kind]))
    return 1.0 / (1.0 + exp(-ahead))
