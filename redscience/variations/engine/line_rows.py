"""Plain games: the pieces of a colour on a line as bits of a number, rows found by them, and whole random games.

What is said here of a row is what `rows` says of it; `shortcuts` numbers the lines. `memory` is SCRATCH or TREE.
"""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.kernels.randomness import below
from redscience.variations.engine.records import OFF, PLACE_BITS, Record

PLACE = (1 << PLACE_BITS) - 1


@called
def note_standing(rules: Record, origin: Record, memory: Record) -> None:
    """Notes the pieces with which random games, or a search, begin."""
    for key in range(1, rules.n_line_keys):
        for line in range(rules.n_row_lines):
            memory.standing[key, line] = 0
    for space in range(rules.n_spaces):
        key = int(origin.key[space])
        if key:
            for i in range(rules.n_axes[0, space]):
                at = int(rules.on_line[space, i])
                line = at >> PLACE_BITS
                memory.standing[key, line] = int(memory.standing[key, line]) | 1 << (at & PLACE)


@inlined
def restore_standing(rules: Record, memory: Record) -> None:
    """Goes back to those pieces."""
    for key in range(1, rules.n_line_keys):
        for line in range(rules.n_row_lines):
            memory.stones[key, line] = memory.standing[key, line]


@inlined
def add_stone(memory: Record, key: int, line: int, place: int) -> int:
    """Adds a piece to a line; returns all of that colour there."""
    stones = int(memory.stones[key, line]) | 1 << place
    memory.stones[key, line] = stones
    return stones


@inlined
def completes_row(rules: Record, memory: Record, key: int, space: int, doublings: int, rest: int) -> bool:
    """Adds a piece to its lines; whether there is a row of 2 ** `doublings` + `rest` then, or a longer one."""
    found = 0
    for i in range(rules.n_axes[0, space]):
        at = int(rules.on_line[space, i])
        ends, length = add_stone(memory, key, at >> PLACE_BITS, at & PLACE), 1
        for _ in range(doublings):
            ends &= ends >> length
            length += length
        found |= ends & ends >> rest
    return found != 0


@called
def play_lines(rules: Record, position: Record, scratch: Record) -> None:
    """Plays random moves to the end. Keeps no more of the position than what is open, and how it ended."""
    n_seats, length, doublings = int(rules.n_seats), int(rules.row_length[0]), 0
    while 2 << doublings <= length:
        doublings += 1
    rest = length - (1 << doublings)
    seat, ply, n_open = int(position.seat), int(position.ply), int(position.n_open)
    result = 0
    while result == 0:
        if n_open == 0:
            result = int(rules.stalemate_result)
            break
        slot = below(position, n_open)
        space = int(position.open[slot])
        above = rules.above[space]
        if above != OFF:
            position.open[slot] = above
        else:
            n_open -= 1
            position.open[slot] = position.open[n_open]
        ply += 1
        key = int(rules.color_key[rules.hand[seat, 0]])
        if completes_row(rules, scratch, key, space, doublings, rest):
            result = int(rules.check_result[0, rules.row_seats[key, seat]])
        seat = seat + 1 if seat + 1 < n_seats else 0
    position.result, position.ply = result, ply


@called
def many_lines(rules: Record, origin: Record, position: Record, scratch: Record, n: int) -> None:
    """Adds `n` random games from `origin` to the counts of results and of plies."""
    note_standing(rules, origin, scratch)
    for _ in range(n):
        position.seat, position.ply, position.n_open = origin.seat, origin.ply, origin.n_open
        for slot in range(origin.n_open):
            position.open[slot] = origin.open[slot]
        restore_standing(rules, scratch)
        play_lines(rules, position, scratch)
        scratch.counts[position.result] += 1
        scratch.plies += position.ply - origin.ply
