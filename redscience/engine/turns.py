"""The effect of a move: what stands where, the checks, whose turn it is, stalemate (rules: 0.1)."""

from __future__ import annotations

from redscience.engine.compiled import called, inlined
from redscience.engine.legality import can_act
from redscience.engine.moves import AGREE, OFFER, RESERVE, kind_in, source_in, target_in
from redscience.engine.records import BY_AGREEMENT, BY_CHECK, BY_LEAVING, LOSE, ONGOING, WIN, Record
from redscience.engine.repetition import key_of, remember
from redscience.engine.rows import met_check
from redscience.engine.spaces import fill, lift, take_from_reserve
from redscience.engine.stalemate import decide_board, end, stalemate

NO_TEAM, SEVERAL_TEAMS = -1, -2


@inlined
def next_turn(plain: bool, rules: Record, position: Record) -> None:
    """Hands the turn on to the next active seat."""
    seat = position.seat + 1
    if seat == rules.n_seats:
        seat = 0
    if not plain:
        while not position.active[seat]:
            seat += 1
            if seat == rules.n_seats:
                seat = 0
        position.moves_left = rules.moves_per_turn
        position.offered = 0
    position.seat = seat


@inlined
def forced_pass(rules: Record, position: Record) -> None:
    """The seat to move can do nothing."""
    # A second move that cannot be made is dropped; only a whole turn passed counts as idle (rules: C35).
    if position.moves_left == rules.moves_per_turn:
        position.idle += 1
    if position.idle >= position.n_active:
        stalemate(rules, position)
    else:
        next_turn(False, rules, position)


@inlined
def settle(rules: Record, position: Record) -> None:
    """Passes for every seat that can do nothing, until one can or the match is at a stalemate (rules: C1, C47)."""
    while position.result == ONGOING and not can_act(rules, position, position.seat):
        forced_pass(rules, position)


@inlined
def place_plainly(rules: Record, position: Record, slot: int) -> None:
    """A turn of a plain game: a piece on the open space at `slot`, the row looked for, the turn handed on."""
    seat = position.seat
    space = fill(True, rules, position, rules.hand[seat, 0], slot)
    position.ply += 1
    if position.ply >= rules.first_row_ply and met_check(True, rules, position, space) == 0:
        position.result = rules.row_result[0, position.key[space], seat]
    next_turn(True, rules, position)


@inlined
def change_board(rules: Record, position: Record, move: int) -> int:
    """Places or moves the piece; returns the space on which it comes to rest."""
    kind, source, target = kind_in(move), source_in(move), target_in(move)
    if source == RESERVE:
        take_from_reserve(rules, position, kind)
    else:
        lift(rules, position, source)
    return fill(False, rules, position, kind, position.open_at[target])


@inlined
def act(rules: Record, position: Record, move: int) -> None:
    """Makes a legal placement or jump: the board, the checks, repetition, whose turn it is."""
    seat = position.seat
    key = key_of(position, seat, move) if rules.mobile else 0
    space = change_board(rules, position, move)
    position.ply += 1
    position.idle = 0
    check = met_check(False, rules, position, space)
    if check >= 0:
        result = rules.row_result[check, position.key[space], seat]
        decide_board(rules, position, rules.board[space], result, BY_CHECK + check)
    if rules.mobile and remember(position, key) and position.result == ONGOING:
        stalemate(rules, position)
    position.moves_left -= 1
    if position.moves_left == 0:
        next_turn(False, rules, position)


@called
def offer_draw(rules: Record, position: Record) -> None:
    """Asks all others at the board (rules: 0.4)."""
    position.offered = 1
    for seat in range(rules.n_seats):
        if position.active[seat] and seat != position.seat:
            position.asked |= 1 << seat


@called
def answer_draw(rules: Record, position: Record, seat: int, agrees: bool) -> None:
    """The first refusal ends the question; when all have agreed the match is drawn."""
    position.asked = int(position.asked) & ~(1 << seat) if agrees else 0
    if agrees and position.asked == 0:
        end(rules, position, rules.draw_result, BY_AGREEMENT)


@inlined
def apply_move(rules: Record, position: Record, seat: int, move: int) -> None:
    """Plays a legal move of a seat and settles the turn."""
    if move == OFFER:
        offer_draw(rules, position)
    elif kind_in(move) == 0:
        answer_draw(rules, position, seat, move == AGREE)
    else:
        act(rules, position, move)
        settle(rules, position)


@inlined
def withdraw_question(rules: Record, position: Record) -> None:
    """Who has left is asked no more; if all who stay have agreed, that is a draw."""
    for seat in range(rules.n_seats):
        if not position.active[seat]:
            position.asked = int(position.asked) & ~(1 << seat)
    if position.asked == 0:
        end(rules, position, rules.draw_result, BY_AGREEMENT)


@inlined
def last_team(rules: Record, position: Record) -> int:
    """The team of the seats that are still active: NO_TEAM if none is, SEVERAL_TEAMS if they are of several."""
    team = NO_TEAM
    for seat in range(rules.n_seats):
        if position.active[seat]:
            its_team = int(rules.team[seat])
            if team != NO_TEAM and team != its_team:  # noqa: PLR1714 - numba has no `in` over numbers of two types
                return SEVERAL_TEAMS
            team = its_team
    return team


@inlined
def forget_passes(rules: Record, position: Record, team: int) -> None:
    """Who leaves no longer counts among those who passed in a row: the last ones before the seat to move."""
    seat, passed = int(position.seat), int(position.idle)
    while passed:
        seat = seat - 1 if seat else rules.n_seats - 1
        if position.active[seat]:
            passed -= 1
            if rules.team[seat] == team:
                position.idle -= 1


@called
def leave(rules: Record, position: Record, seat: int) -> None:
    """Takes a seat and its partners out of the match; where one side is left, it has won (rules: C46)."""
    forget_passes(rules, position, rules.team[seat])
    for other in range(rules.n_seats):
        if rules.team[other] == rules.team[seat] and position.active[other]:
            position.active[other] = 0
            position.left[other] = 1
            position.n_active -= 1
    team = last_team(rules, position)
    if team != SEVERAL_TEAMS:
        result = 0
        for other in range(rules.n_seats):
            result |= (WIN if rules.team[other] == team else LOSE) << 2 * other
        end(rules, position, result, BY_LEAVING)
    elif position.idle >= position.n_active:
        stalemate(rules, position)
    elif not position.active[position.seat]:
        position.asked = 0
        next_turn(False, rules, position)
        settle(rules, position)
    elif position.asked:
        withdraw_question(rules, position)
