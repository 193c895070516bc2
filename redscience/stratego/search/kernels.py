"""The entry points, called from Python with one-element arrays of POSITION and TABLE."""

from __future__ import annotations

from functools import partial
from math import log, sqrt
from pathlib import Path

from redscience.kernels.compiled import called, entry, inlined
from redscience.kernels.randomness import below
from redscience.stratego.engine import random_play
from redscience.stratego.engine.legality import AGREE, REFUSE, list_moves
from redscience.stratego.engine.random_play import play_out, set_up_at_random
from redscience.stratego.engine.records import EMPTY, N_CELLS, ONGOING, RED, Array, Record, kind_of, side_of
from redscience.stratego.engine.turns import answer, conclude, go, move
from redscience.stratego.search.hiding import lay_anew
from redscience.stratego.search.table import MOST_STEPS, NONE, found, made, mixed
from redscience.stratego.search.worth import flag_of, gain, worth_to_red

SOURCES = (Path(__file__).parent, Path(random_play.__file__).parent)
"""What is compiled into these kernels: the engine's parts, too."""
kernel = partial(entry, sources=SOURCES)
ROOT = 1
LEAST_SPREAD = 0.02


@inlined
def choices(position: Record, side: int, moves: Array) -> int:
    """Writes the moves of who is to act, but for the offer of a draw; returns how many there are."""
    if position.asked:
        moves[0], moves[1] = AGREE, REFUSE
        return 2
    return list_moves(position, side, moves)


@inlined
def spread(t: Record) -> float:
    """The standard deviation of what simulations were worth."""
    if t.simulations < 2:  # noqa: PLR2004
        return 0.5
    mean = t.won / t.simulations
    return max(sqrt(max(t.squared / t.simulations - mean * mean, 0.0)), LEAST_SPREAD)


@called
def choose(position: Record, t: Record, node: int, n: int, weight: float) -> int:
    """The number of the move that is tried next: any that was not yet, else the most promising; notes its entry."""
    n_new, new, best, best_value, best_entry = 0, 0, 0, -1.0e9, NONE
    for i in range(n):
        at = found(t, mixed(node, int(t.moves[i])))
        if at == NONE:
            n_new += 1
            if below(position, n_new) == 0:
                new = i
            continue
        t.could[at] += 1
        value = t.total[at] / t.visits[at] + weight * sqrt(log(t.could[at] + 1.0) / t.visits[at])
        if value > best_value:
            best, best_value, best_entry = i, value, at
    if n_new:
        at = made(t, mixed(node, int(t.moves[new])))
        t.step[t.n_steps] = at
        return new
    t.step[t.n_steps] = best_entry
    return best


@inlined
def apply(position: Record, side: int, its: int) -> int:
    """Makes a move; returns a number of all that everybody has seen of it."""
    if position.asked:
        answer(position, its == AGREE)
        return its
    move(position, side, its >> 8, its & 255)
    if position.battle:
        return its | int(position.attacker) << 16 | int(position.defender) << 20
    return its


@called
def descend(position: Record, t: Record, weight: float) -> None:
    """Goes down the tree until it makes a move that is new."""
    node = ROOT
    t.n_steps = 0
    while position.result == ONGOING and t.n_steps < MOST_STEPS:
        side = int(1 - position.turn if position.asked else position.turn)
        n = choices(position, side, t.moves)
        chosen = choose(position, t, node, n, weight)
        at = int(t.step[t.n_steps])
        if at != NONE:
            t.mover[t.n_steps] = side
            t.n_steps += 1
        node = mixed(node, apply(position, side, int(t.moves[chosen])))
        if at == NONE or t.visits[at] == 0:
            return


@called
def play_on(position: Record, t: Record) -> None:
    """Makes some random moves."""
    plies = 0
    while position.result == ONGOING and plies < t.plies:
        side = int(position.turn)
        n = list_moves(position, side, t.moves)
        conclude(position, n > 0)
        if position.result == ONGOING:
            drawn = t.moves[below(position, n)]
            if t.draws > 1:
                most = gain(position, t, int(drawn))
                for _ in range(t.draws - 1):
                    other = t.moves[below(position, n)]
                    its = gain(position, t, int(other))
                    if its > most:
                        drawn, most = other, its
            go(position, side, drawn >> 8, drawn & 255)
        plies += 1


@inlined
def begin_simulation(origin: Array, position: Array, t: Record, thinker: int) -> None:
    """Goes back to where the search begins, with what `thinker` does not know laid anew; the generator goes on."""
    random = position[0].random
    position[:] = origin[:]
    position[0].random = random
    lay_anew(position[0], 1 - thinker, t.known, t.homes)


@inlined
def note_flags(position: Record, t: Record) -> None:
    """Notes where both flags stand."""
    t.flag[0], t.flag[1] = flag_of(position, 0), flag_of(position, 1)


@kernel
def stratego_search(origin: Array, position: Array, table: Array, thinker: int, simulations: int) -> None:
    """Adds simulations from `origin`, in which both armies stand and the match goes on."""
    p, t = position[0], table[0]
    for _ in range(simulations):
        begin_simulation(origin, position, t, thinker)
        note_flags(p, t)
        descend(p, t, t.explores * spread(t))
        play_on(p, t)
        worth = worth_to_red(p, t)
        for i in range(t.n_steps):
            at = t.step[i]
            t.visits[at] += 1
            t.total[at] += worth if t.mover[i] == RED else 1.0 - worth
        t.simulations += 1
        t.won += worth
        t.squared += worth * worth


@kernel
def stratego_set_up(origin: Array, position: Array, table: Array, thinker: int, simulations: int) -> None:
    """Adds random games from random ends of a set-up: what each kind on each cell was worth in them."""
    p, t = position[0], table[0]
    for _ in range(simulations):
        begin_simulation(origin, position, t, thinker)
        set_up_at_random(p, thinker, t.moves)
        note_flags(p, t)
        for cell in range(N_CELLS):
            t.stood[cell] = 0
            if origin[0].cell[cell] == EMPTY and p.cell[cell] != EMPTY and side_of(int(p.cell[cell])) == thinker:
                t.stood[cell] = kind_of(int(p.cell[cell]))
        play_out(p, t.moves)
        worth = worth_to_red(p, t)
        own = worth if thinker == RED else 1.0 - worth
        for cell in range(N_CELLS):
            if t.stood[cell]:
                t.placed[t.stood[cell], cell, 0] += 1.0
                t.placed[t.stood[cell], cell, 1] += own
        t.simulations += 1
        t.won += worth


@kernel
def stratego_forget(table: Array) -> None:
    """Empties a table."""
    t = table[0]
    t.key[:] = 0
    t.simulations = 0
    t.won = t.squared = 0.0
    t.placed[:] = 0.0


@kernel
def stratego_read(table: Array, moves: Array, visits: Array, totals: Array) -> None:
    """Writes what is known of moves from where the search began."""
    t = table[0]
    for i in range(len(moves)):
        at = found(t, mixed(ROOT, int(moves[i])))
        visits[i] = 0 if at == NONE else t.visits[at]
        totals[i] = 0.0 if at == NONE else t.total[at]
