"""Turn checks: what is looked at after each single move or round (rules: 0.3, 0.4, A5)."""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.legality import (
    CAPTURING,
    arrives,
    entry_captures,
    landing,
    may_lift,
    placing_captures,
    reach_from,
)
from redscience.variations.engine.measures import has_piece
from redscience.variations.engine.movement import DEAD
from redscience.variations.engine.phases import see, set_active, stalemate
from redscience.variations.engine.records import (
    ANY_PIECE,
    ANY_SHAPE,
    BY_CHECK,
    CHAOS_CANNOT,
    GOAL,
    LAST_COMPLETED,
    LAST_SHAPE,
    MAX_CHECKS,
    MIXED,
    N_COLORS,
    N_KINDS,
    OFF,
    ONGOING,
    ROW,
    SHAPE_ROW,
    STALEMATE,
    WINS,
    Array,
    Record,
    shape_of,
)
from redscience.variations.engine.rows import is_row, is_shape_row
from redscience.variations.engine.sight import seen
from redscience.variations.engine.stalemate import decide_board, disqualify, end, winners_by


@called
def keep_changes(position: Record, scratch: Record) -> None:
    """Keeps of the spaces noted as changed those that look different from `before`."""
    kept = 0
    for i in range(scratch.n_changed):
        space = scratch.changed[i]
        if position.kind[space] != scratch.before[space]:
            scratch.changed[kept] = space
            scratch.changer[kept] = scratch.changer[i]
            kept += 1
    scratch.n_changed = kept


@called
def satisfied(rules: Record, position: Record, scratch: Record, check: int, board: int) -> int:
    """The seats that satisfy a check on a board after this event, a bit each."""
    measure, seats = rules.check_measure[check], 0
    if measure == ROW or measure == SHAPE_ROW:
        for i in range(scratch.n_changed):
            space = scratch.changed[i]
            if position.kind[space] and rules.board[space] == board:
                if measure == ROW:
                    if is_row(rules, position, check, space):
                        seats |= int(rules.row_seats[position.key[space], scratch.changer[i]])
                elif is_shape_row(rules, position, check, space):
                    seats |= int(rules.teammates[scratch.changer[i]])
    elif measure == MIXED or measure == GOAL:
        for i in range(scratch.n_landed):
            space = scratch.landed[i]
            if rules.board[space] == board:
                if measure == GOAL:
                    seats |= at_goal(rules, position, space, scratch.lander[i], scratch.jumped[i])
                elif scratch.chosen[i] and lies_on_other_shape(rules, position, space):
                    seats |= int(rules.teammates[scratch.lander[i]])
    elif measure == ANY_PIECE and is_touched(rules, scratch, board):
        for seat in range(rules.n_seats):
            first = board * rules.volume
            if has_piece(position, rules.seat_key[seat], ANY_SHAPE, first, first + rules.volume):
                seats |= int(rules.teammates[seat])
    return seats


@inlined
def is_touched(rules: Record, scratch: Record, board: int) -> bool:
    """Whether something was tried on a board."""
    for i in range(scratch.n_movers):
        if rules.board[scratch.mover_target[i]] == board:
            return True
    return False


@inlined
def at_goal(rules: Record, position: Record, space: int, seat: int, jumped: int) -> int:
    """The seats for whom a piece that has moved stands on its goal line: its mover, or its owners (rules: A2)."""
    if not jumped or position.kind[space] == 0:
        return 0
    owners = int(rules.owner_seats[position.key[space]])
    on = owners & 1 << seat if owners >> seat & 1 else owners
    on &= int(rules.goal[space])
    seats = 0
    for other in range(rules.n_seats):
        if on >> other & 1:
            seats |= int(rules.teammates[other])
    return seats


@inlined
def lies_on_other_shape(rules: Record, position: Record, space: int) -> bool:
    """Whether the piece on a space lies on one of another shape."""
    below = rules.below[space]
    if below == OFF or position.kind[space] == 0:
        return False
    return shape_of(position.kind[below]) != shape_of(position.kind[space])


@called
def count_last(rules: Record, position: Record, check: int) -> int:
    """Puts out who has lost the last piece that counts; returns the seats that have won by it, or -1 for none yet.

    0 stands for a match in which nobody has any left. Who promoted the last has not lost it (rules: 0.4).
    """
    shape, have = rules.check_shape[check], 0
    for seat in range(rules.n_seats):
        holds = has_piece(position, rules.seat_key[seat], shape, 0, rules.n_spaces)
        for i in range(rules.n_hand[seat]):
            kind = rules.hand[seat, i]
            if position.reserve[kind] and (shape == ANY_SHAPE or shape_of(kind) == shape):
                holds = True
        if holds:
            have |= 1 << seat
    had = int(position.had[check]) | have
    position.had[check] = had
    spared = int(position.spared[check]) & ~have
    position.spared[check] = spared
    lost = had & ~have & ~spared & ~int(position.left)
    if lost & ~int(position.out):
        position.out = int(position.out) | lost
        set_active(rules, position)
    if lost == 0:
        return -1
    teams, remain = 0, (have | spared & ~int(position.out)) & ~int(position.left)
    for seat in range(rules.n_seats):
        if remain >> seat & 1:
            teams |= int(rules.teammates[seat])
    for seat in range(rules.n_seats):
        if teams >> seat & 1 and teams & ~int(rules.teammates[seat]):
            return -1
    return teams


@inlined
def spare_promoters(rules: Record, position: Record, scratch: Record, check: int) -> None:
    """Notes whose pieces of the shape that counts have just been promoted; whether others are left is not asked."""
    spared = int(position.spared[check])
    for color in range(N_COLORS):
        if scratch.promoted[color] >> rules.check_shape[check] & 1:
            spared |= int(rules.owner_seats[color + 1])
    position.spared[check] = spared


@inlined
def has_losses(rules: Record, scratch: Record) -> bool:
    """Whether an event can have changed how many pieces of a shape somebody has: not by a plain move on squares."""
    if rules.gravity:
        return True
    for i in range(scratch.n_movers):
        if scratch.mover_took[i] or scratch.mover_promotion[i] or scratch.mover_fate[i] == DEAD:
            return True
    return False


@called
def chaos_can_capture(rules: Record, position: Record, mark: Array) -> bool:
    """Whether Chaos would see something that it can capture, if it were on turn."""
    chaos = rules.n_players
    if not position.active >> chaos & 1:
        return False
    if rules.cloaking:
        see(rules, position, mark)  # the move has just been made
    for space in range(rules.n_spaces):
        kind = seen(rules, position, chaos, space)
        if kind and kind < N_KINDS and may_lift(rules, position, chaos, space, kind):
            start, stop = reach_from(rules, chaos, kind, space)
            for i in range(start, stop):
                entered = arrives(rules, position, chaos, kind, space, i)
                if entered != OFF and (
                    entered & CAPTURING or entry_captures(rules, position, chaos, kind, space, entered, i)
                ):
                    return True
    for h in range(rules.n_hand[chaos]):
        kind = rules.hand[chaos, h]
        if position.reserve[kind]:
            for space in range(rules.n_spaces):
                target = landing(rules, position, chaos, space)
                if target != OFF and placing_captures(rules, position, chaos, kind, target):
                    return True
    return False


@called
def note_rows(rules: Record, position: Record, scratch: Record) -> None:
    """Notes who has just completed a row of the length that the stalemate rule asks for, board by board."""
    for board in range(rules.n_boards):
        seats = 0
        for i in range(scratch.n_changed):
            space = scratch.changed[i]
            if rules.board[space] == board and position.kind[space] and is_row(rules, position, MAX_CHECKS, space):
                seats |= int(rules.row_seats[position.key[space], scratch.changer[i]])
        if seats:
            position.last_row[board] = seats


@called
def run_checks(rules: Record, position: Record, scratch: Record) -> None:
    """Runs all checks in their order; the first that decides a board, or the match, decides it."""
    keep_changes(position, scratch)
    if rules.stalemate_picks == LAST_COMPLETED:
        note_rows(rules, position, scratch)
    for check in range(rules.n_checks):
        measure = rules.check_measure[check]
        if measure == LAST_SHAPE:
            if not has_losses(rules, scratch):
                continue
            spare_promoters(rules, position, scratch, check)
            seats = count_last(rules, position, check)
            if seats > 0:
                seats &= ~int(position.disqualified)
                if seats:
                    decide(rules, position, check, 0, seats)
            elif seats == 0:
                end(rules, position, rules.lose_result, BY_CHECK + check)
        elif measure == CHAOS_CANNOT:
            if position.phase + 1 == rules.n_phases and not chaos_can_capture(rules, position, scratch.mark):
                stalemate(rules, position)
        else:
            for board in range(rules.n_boards):
                if not position.closed[board] and position.result == ONGOING:
                    seats = satisfied(rules, position, scratch, check, board)
                    if rules.check_gives[check] == WINS:
                        seats &= ~int(position.disqualified)
                    if seats:
                        decide(rules, position, check, board, seats)
        if position.result != ONGOING or position.phase_over:
            return


@inlined
def decide(rules: Record, position: Record, check: int, board: int, seats: int) -> None:
    """What follows from a check that some seats satisfy."""
    gives = rules.check_gives[check]
    if gives == STALEMATE:
        stalemate(rules, position)
    elif (
        gives == WINS
        and rules.disqualifies
        and (rules.n_boards == 1 or rules.check_measure[check] == LAST_SHAPE)
        and position.disqualified == 0
    ):
        disqualify(rules, position, seats & ((1 << rules.n_players) - 1))
    elif rules.check_measure[check] == LAST_SHAPE:
        end(rules, position, rules.check_result[check, seats], BY_CHECK + check)
    else:
        winners = winners_by(rules, rules.check_result[check, seats])
        if gives == WINS:
            everyone = (1 << rules.n_players) - 1
            winners = everyone if seats & everyone == everyone else seats
        decide_board(rules, position, board, rules.check_result[check, seats], winners, BY_CHECK + check)
