"""Turns, one after the other: moves, passes, draws, stalemate, leaving (rules: 0.1)."""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.checks import run_checks
from redscience.variations.engine.legality import at_the_table, can_act, can_chain, castling_rook, is_fresh, list_moves
from redscience.variations.engine.movement import FAILED, LANDED, add_move, carry_out, entry_of
from redscience.variations.engine.moves import AGREE, OFFER, PASS, RESERVE, kind_in, source_in, target_in
from redscience.variations.engine.phases import next_phase, see, set_active, stalemate
from redscience.variations.engine.records import (
    BY_AGREEMENT,
    BY_CHECK,
    BY_LEAVING,
    CASTLE,
    JUMP,
    JUMP_BACK,
    LOSE,
    MAX_SEEN,
    N_COLORS,
    NO_MOVE_LEFT,
    ONGOING,
    SEQUENTIAL,
    SINGLE,
    WIN,
    Record,
    shape_of,
)
from redscience.variations.engine.repetition import is_known, key_of, mixed_key, remember
from redscience.variations.engine.rows import met_check
from redscience.variations.engine.spaces import fill, lift, take_from_reserve
from redscience.variations.engine.stalemate import decide_board, end, winners_by
from redscience.variations.engine.stepping import take_step

NO_TEAM, SEVERAL_TEAMS = -1, -2


@inlined
def next_turn(rules: Record, position: Record) -> None:
    """Hands the turn on to the next active seat."""
    seat = position.seat + 1
    if seat == rules.n_seats:
        seat = 0
    if rules.n_seats > rules.n_players and position.seat == rules.n_players:
        position.others_moved = 0
    if position.n_active:
        while not position.active >> seat & 1:
            seat += 1
            if seat == rules.n_seats:
                seat = 0
    position.moves_left = rules.moves_per_turn
    position.offered = 0
    position.chain = 0
    position.seat = seat


@inlined
def forced_pass(rules: Record, position: Record) -> None:
    """The seat to move can do nothing."""
    # A second move that cannot be made is dropped; only a whole turn passed counts as idle (rules: C35).
    if position.moves_left == rules.moves_per_turn:
        position.idle += 1
        if not rules.quick and loses_by_standing(rules, position):
            return
    if position.idle >= position.n_active:
        stalemate(rules, position)
    else:
        next_turn(rules, position)


@called
def loses_by_standing(rules: Record, position: Record) -> bool:
    """Whether a seat that can do nothing loses by that, and has (rules: 0.4)."""
    if rules.may_pass[position.phase]:
        return False
    for check in range(rules.n_checks):
        if rules.check_measure[check] == NO_MOVE_LEFT:
            seats = int(rules.teammates[position.seat])
            end(rules, position, rules.check_result[check, seats], BY_CHECK + check)
            return True
    return False


@inlined
def end_move(rules: Record, position: Record) -> None:
    """One move less in this turn."""
    position.moves_left -= 1
    if position.moves_left == 0:
        next_turn(rules, position)


@inlined
def pass_turn(rules: Record, position: Record) -> None:
    """The seat to move passes: its whole turn, or what is left of it; in a chain, the jump that was added."""
    if position.chain:
        position.chain = 0
        end_move(rules, position)
        return
    if is_fresh(rules, position, position.seat):
        position.idle += 1
        if position.idle >= position.n_active:
            stalemate(rules, position)
            return
    next_turn(rules, position)


@inlined
def settle(rules: Record, position: Record, scratch: Record) -> None:
    """Goes on to the next decision: passes for who can do nothing, begins phases, carries out complete rounds."""
    while position.result == ONGOING and not position.asked:
        if not rules.quick:
            if position.phase_over:
                next_phase(rules, position, scratch.mark)
                continue
            if rules.order[position.phase] != SEQUENTIAL:
                plan_for_idle(rules, position)
                if int(position.active) & ~int(position.planned):
                    break
                carry_out_round(rules, position, scratch)
                continue
            if position.n_active == 0:
                stalemate(rules, position)
                continue
            if rules.may_pass[position.phase] and is_fresh(rules, position, position.seat):
                break
        if can_act(rules, position, position.seat):
            break
        forced_pass(rules, position)


@inlined
def change_board(rules: Record, position: Record, move: int) -> int:
    """Places or moves the piece of a quick game; returns the space on which it comes to rest."""
    kind, source, target = kind_in(move), source_in(move), target_in(move)
    if source == RESERVE:
        take_from_reserve(rules, position, kind)
    else:
        lift(rules, position, source)
    return fill(rules, position, kind, position.open_at[position.rest[target]])


@inlined
def act(rules: Record, position: Record, scratch: Record, move: int) -> None:
    """Makes a legal placement or jump: the board, the checks, repetition, whose turn it is."""
    if rules.quick:
        act_quickly(rules, position, move)
    else:
        act_closely(rules, position, scratch, move)


@inlined
def act_quickly(rules: Record, position: Record, move: int) -> None:
    """The short text, for games in which nothing is captured, hidden, sealed or chosen beside the piece."""
    seat = position.seat
    key = key_of(position, seat, move) if rules.mobile else 0
    space = change_board(rules, position, move)
    position.ply += 1
    position.idle = 0
    check = met_check(rules, position, space)
    if check >= 0:
        seats = rules.row_seats[position.key[space], seat]
        if seats:
            result = rules.check_result[check, seats]
            winners = winners_by(rules, result)
            decide_board(rules, position, rules.board[space], result, winners, BY_CHECK + check)
    if rules.mobile and remember(position, key) and position.result == ONGOING:
        position.endless = 1
        stalemate(rules, position)
    end_move(rules, position)


@called
def begin_event(rules: Record, position: Record, scratch: Record) -> None:
    """Clears what is noted of an event."""
    scratch.n_changed = scratch.n_landed = scratch.n_movers = scratch.n_compared = 0
    for color in range(N_COLORS):
        scratch.promoted[color] = 0
    for space in range(rules.n_spaces):
        scratch.before[space] = position.kind[space]


@called
def act_closely(rules: Record, position: Record, scratch: Record, move: int) -> None:
    """The whole text."""
    seat = int(position.seat)
    is_chaos = seat >= rules.n_players
    key = key_of(position, seat, move) if rules.mobile else 0
    if rules.steps:
        take_step(rules, position, scratch, seat, move)
    else:
        begin_event(rules, position, scratch)
        add_move(rules, position, scratch, seat, move)
        carry_out(rules, position, scratch, False)
    position.ply += 1
    position.n_moves += 1
    position.idle = 0
    # Chaos's own moves count where it alone moves, and must (rules: 0.4).
    counts = not is_chaos or (not position.others_moved and not rules.may_pass[position.phase])
    if not is_chaos:
        position.others_moved = 1
    run_checks(rules, position, scratch)
    if position.result == ONGOING and not position.phase_over:
        repeats = rules.mobile != 0 and is_known(position, key) and counts
        if repeats or position.n_moves >= MAX_SEEN:
            position.endless = 1
            stalemate(rules, position)
    if position.result == ONGOING and not position.phase_over:
        go_on(rules, position, scratch, seat)
    if rules.cloaking:
        see(rules, position, scratch.mark)


@inlined
def go_on(rules: Record, position: Record, scratch: Record, seat: int) -> None:
    """After a move: the chain goes on, or the turn, or it is the next seat's."""
    if scratch.mover_fate[0] == FAILED or not position.active >> seat & 1:
        next_turn(rules, position)
        return
    position.chain = 0
    kind = scratch.mover_kind[0]
    act = scratch.mover_act[0]
    jumped = scratch.mover_fate[0] == LANDED and (act == JUMP or act == JUMP_BACK) and scratch.mover_promotion[0] == 0
    if jumped and rules.chain[shape_of(kind)] and can_chain(rules, position, seat, scratch.mover_target[0]):
        return
    end_move(rules, position)


@called
def offer_draw(rules: Record, position: Record, seat: int) -> None:
    """Asks all others at the table (rules: 0.4); in a round, once all plans are in."""
    position.offered = int(position.offered) | 1 << seat
    if rules.order[position.phase] == SEQUENTIAL:
        position.asked = at_the_table(rules, position) & ~(1 << seat)


@called
def answer_draw(rules: Record, position: Record, seat: int, agrees: bool) -> None:
    """The first refusal ends the question; when all have agreed the match is drawn."""
    position.asked = int(position.asked) & ~(1 << seat) if agrees else 0
    if agrees and position.asked == 0:
        end(rules, position, rules.draw_result, BY_AGREEMENT)
    elif not agrees and rules.order[position.phase] != SEQUENTIAL:
        position.planned = int(position.planned) & ~int(position.offered)
        position.refused = int(position.refused) | int(position.offered)
        position.offered = 0


@inlined
def apply_move(rules: Record, position: Record, scratch: Record, seat: int, move: int) -> None:
    """Plays a legal move of a seat and goes on to the next decision."""
    if position.asked:
        answer_draw(rules, position, seat, move == AGREE)
        return
    if rules.order[position.phase] != SEQUENTIAL:
        plan_move(rules, position, scratch, seat, move)
    elif move == OFFER:
        offer_draw(rules, position, seat)
        return
    elif move == PASS:
        pass_turn(rules, position)
    else:
        act(rules, position, scratch, move)
    settle(rules, position, scratch)


# Sealed rounds


@called
def has_plan(rules: Record, position: Record, scratch: Record, seat: int) -> bool:
    """Whether a seat can plan a further placement or jump."""
    n = list_moves(rules, position, seat, scratch.moves, scratch.weights)
    for i in range(n):
        if kind_in(scratch.moves[i]):
            return True
    return False


@called
def note_castling(rules: Record, position: Record, seat: int, move: int) -> None:
    """Notes the rook that a planned move has with it, and where that goes."""
    kind, source = kind_in(move), source_in(move)
    if not rules.castle or source == RESERVE:
        return
    entry = entry_of(rules, position, seat, kind, source, target_in(move))
    if rules.act[entry] == CASTLE:
        position.plan_rook[seat] = castling_rook(rules, position, seat, kind, source, rules.way[entry]) + 1
        position.plan_crossed[seat] = rules.step[source, rules.way[entry]] + 1


@called
def plan_move(rules: Record, position: Record, scratch: Record, seat: int, move: int) -> None:
    """Adds a move to a seat's plan, or an offer of a draw in its place (rules: C43)."""
    if move == OFFER:
        offer_draw(rules, position, seat)
    else:
        n = position.n_plan[seat]
        if move != PASS:
            note_castling(rules, position, seat, move)
            position.plan[seat, n] = move
            position.n_plan[seat] = n + 1
        if move != PASS and n + 1 < rules.moves_per_turn and has_plan(rules, position, scratch, seat):
            return
    position.planned = int(position.planned) | 1 << seat


@called
def plan_for_idle(rules: Record, position: Record) -> None:
    """Seats that can do nothing plan to pass, where they are not asked (rules: C4)."""
    if rules.may_pass[position.phase]:
        return
    for seat in range(rules.n_seats):
        owes = int(position.active) & ~int(position.planned) & 1 << seat and position.n_plan[seat] == 0
        if owes and not can_act(rules, position, seat):
            position.planned = int(position.planned) | 1 << seat


@called
def carry_out_round(rules: Record, position: Record, scratch: Record) -> None:
    """Carries out a complete round, or asks about the draws that were offered in it."""
    if position.offered:
        position.asked = at_the_table(rules, position) & ~int(position.offered)
        if position.asked == 0:
            end(rules, position, rules.draw_result, BY_AGREEMENT)
        return
    begin_event(rules, position, scratch)
    key, n_moved, n_plans = int(position.hash), 0, 0
    position.staller = 0
    for seat in range(rules.n_seats):
        scratch.n_plan[seat] = position.n_plan[seat]
        n_plans += position.n_plan[seat] > 0
        if position.staller == 0 and position.active >> seat & 1 and position.n_plan[seat] == 0:
            position.staller = seat + 1
        for i in range(position.n_plan[seat]):
            scratch.plan[seat, i] = position.plan[seat, i]
            if rules.mobile:
                key = mixed_key(key, seat + 1, position.plan[seat, i])
            n_moved += 1
        position.n_plan[seat] = 0
        position.plan_rook[seat] = position.plan_crossed[seat] = 0
    for seat in range(rules.n_seats):
        for i in range(scratch.n_plan[seat]):
            add_move(rules, position, scratch, seat, scratch.plan[seat, i])
    position.planned = 0
    position.refused = 0
    if n_plans == 0:
        stalemate(rules, position)
        return
    carry_out(rules, position, scratch, True)
    position.ply += n_moved
    position.n_moves += n_plans
    run_checks(rules, position, scratch)
    if position.result == ONGOING and not position.phase_over:
        repeats = rules.mobile != 0 and is_known(position, key)
        if repeats or position.n_moves >= MAX_SEEN or rules.order[position.phase] == SINGLE:
            position.endless = repeats or position.n_moves >= MAX_SEEN
            stalemate(rules, position)
    if rules.cloaking:
        see(rules, position, scratch.mark)


# Leaving


@inlined
def last_team(rules: Record, position: Record) -> int:
    """The team of the seats that are still in: NO_TEAM if none is, SEVERAL_TEAMS if they are of several."""
    team = NO_TEAM
    for seat in range(rules.n_seats):
        if not (int(position.left) | int(position.out)) >> seat & 1:
            its_team = int(rules.team[seat])
            if team != NO_TEAM and team != its_team:
                return SEVERAL_TEAMS
            team = its_team
    return team


@inlined
def forget_passes(rules: Record, position: Record, seats: int) -> None:
    """Who leaves no longer counts among those who passed in a row: the last ones before the seat to move."""
    seat, passed = int(position.seat), int(position.idle)
    while passed:
        seat = seat - 1 if seat else rules.n_seats - 1
        if position.active >> seat & 1:
            passed -= 1
            if seats >> seat & 1:
                position.idle -= 1


@called
def take_out(rules: Record, position: Record, scratch: Record, leavers: int) -> None:
    """Takes seats (a bit each) and their partners out of the match; one side that is left has won (rules: C46)."""
    seats = 0
    for seat in range(rules.n_seats):
        if leavers >> seat & 1:
            seats |= int(rules.teammates[seat])
    if rules.order[position.phase] == SEQUENTIAL and position.n_active:
        forget_passes(rules, position, seats)
    position.left = int(position.left) | seats
    set_active(rules, position)
    position.planned = int(position.planned) & ~seats
    for seat in range(rules.n_seats):
        if seats >> seat & 1:
            position.n_plan[seat] = 0
            position.plan_rook[seat] = position.plan_crossed[seat] = 0
    everyone = (1 << rules.n_players) - 1
    team = last_team(rules, position)
    if position.left & everyone == everyone:
        end(rules, position, rules.lose_result, BY_LEAVING)
    elif team != SEVERAL_TEAMS:
        result = 0
        for seat in range(rules.n_players):
            result |= (WIN if rules.team[seat] == team else LOSE) << 2 * seat
        end(rules, position, result, BY_LEAVING)
    else:
        stay_on(rules, position, scratch)


@called
def stay_on(rules: Record, position: Record, scratch: Record) -> None:
    """The match goes on without those who have left."""
    was_asked = position.asked
    if was_asked or rules.order[position.phase] != SEQUENTIAL:
        position.offered = int(position.offered) & ~int(position.left)
    if was_asked:
        # Who has left is asked no more, and an offer lapses with who made it.
        position.asked = int(position.asked) & ~int(position.left) if position.offered else 0
        if position.offered and position.asked == 0:
            end(rules, position, rules.draw_result, BY_AGREEMENT)
    if rules.order[position.phase] == SEQUENTIAL and position.result == ONGOING:
        if position.idle >= position.n_active:
            stalemate(rules, position)
        elif not position.active >> position.seat & 1 and not position.asked:
            next_turn(rules, position)
    settle(rules, position, scratch)
