"""How a match ends: by a line, by repetition, by its length, or because players left."""

from __future__ import annotations

from redscience.kernels.compiled import inlined
from redscience.rainbow.engine.pegs import face_of
from redscience.rainbow.engine.records import (
    BLACK,
    BY_LEAVING,
    BY_LENGTH,
    BY_LINE,
    BY_REPETITION,
    DRAW,
    LOSE,
    MAX_SEATS,
    MOST_PLIES,
    N_COLORS,
    N_PEGS,
    OCCURRENCES,
    WHITE,
    WIN,
    Record,
)


@inlined
def is_complete(position: Record, face: int, line: int) -> bool:
    """Whether a line, on which a face is up, shows one colour: white counts as any, black as none."""
    if face != WHITE:
        return (position.shows[face] | position.shows[WHITE]) & line == line
    for color in range(N_COLORS):
        if (position.shows[color] | position.shows[WHITE]) & line == line:
            return True
    return False


@inlined
def face_on(position: Record, cell: int) -> int:
    """The face that is up on a cell with a peg."""
    owned = position.peg_on[cell] - 1
    return face_of(owned % N_PEGS, position.side[owned])


@inlined
def completes(rules: Record, position: Record, cell: int) -> bool:
    """Whether some line through a cell with a peg is complete."""
    face = face_on(position, cell)
    if face == BLACK:
        return False
    for i in range(rules.n_through[cell]):
        if is_complete(position, face, rules.through[cell, i]):
            return True
    return False


@inlined
def end(rules: Record, position: Record, reason: int, marked: int, theirs: int, others: int) -> None:
    """Ends the match: seats that are marked (a bit each) get theirs, the others in play something else."""
    result = 0
    for seat in range(rules.n_seats):
        if position.left >> seat & 1:
            result |= LOSE << 2 * seat
        elif marked >> seat & 1:
            result |= theirs << 2 * seat
        else:
            result |= others << 2 * seat
    position.result = result
    position.reason = reason


@inlined
def pass_on(rules: Record, position: Record) -> None:
    """Gives the turn to the next seat that is in play; there must be one."""
    position.seat = (position.seat + 1) % rules.n_seats
    while position.left >> position.seat & 1:
        position.seat = (position.seat + 1) % rules.n_seats


@inlined
def note(position: Record) -> bool:
    """Notes the position with the seat to move; whether that makes it a draw by repetition."""
    first, occurred = position.code[0] | int(position.seat) << 6 * N_PEGS, 1
    for i in range(position.n_seen):
        if (
            position.seen[i, 0] == first
            and position.seen[i, 1] == position.code[1]
            and position.seen[i, 2] == position.code[2]
        ):
            occurred += 1
    position.seen[position.n_seen, 0] = first
    for seat in range(1, MAX_SEATS):
        position.seen[position.n_seen, seat] = position.code[seat]
    position.n_seen += 1
    return occurred >= OCCURRENCES


@inlined
def settle(rules: Record, position: Record, cell: int) -> None:
    """Looks what an action of the seat to move has come to, and gives the turn on."""
    position.ply += 1
    position.changed = cell
    if completes(rules, position, cell):
        mover = 1 << position.seat
        if rules.misere:
            end(rules, position, BY_LINE, mover, LOSE, WIN)
        else:
            end(rules, position, BY_LINE, mover, WIN, LOSE)
        return
    pass_on(rules, position)
    if note(position):
        end(rules, position, BY_REPETITION, 0, DRAW, DRAW)
    elif position.ply >= MOST_PLIES:
        end(rules, position, BY_LENGTH, 0, DRAW, DRAW)


@inlined
def take_out(rules: Record, position: Record, leavers: int) -> None:
    """Takes seats (a bit each) out of the match: they lose. The last one in play wins; several go on."""
    position.left |= leavers
    n_in_play = 0
    for seat in range(rules.n_seats):
        n_in_play += 1 - (position.left >> seat & 1)
    if n_in_play <= 1:
        end(rules, position, BY_LEAVING, 0, WIN, WIN)
        return
    if position.left >> position.seat & 1:
        pass_on(rules, position)
        if note(position):
            end(rules, position, BY_REPETITION, 0, DRAW, DRAW)
