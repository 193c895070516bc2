"""How a match is decided, and what a final stalemate means (rules: 0.3, A5, C10 to C20, C33)."""

from __future__ import annotations

import numpy as np

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.measures import area, count_pieces
from redscience.variations.engine.records import (
    ANY_SHAPE,
    AREA,
    BY_BOARDS,
    BY_OVERACHIEVING,
    BY_STALEMATE,
    DRAW,
    KIND_ROWS,
    LAST_COMPLETED,
    LEAST,
    LONGEST_ROW,
    LOSE,
    MAX_SEATS,
    MOST,
    NONE,
    ONE_SHAPE,
    PIECES,
    ROWS,
    SOME,
    STALLER,
    WIN,
    Array,
    Record,
)
from redscience.variations.engine.rows import count_windows, longest_row


@inlined
def give(rules: Record, picked: int, outcome: int) -> int:
    """The result by which the seats picked (a bit each) get an outcome and the other players the opposite."""
    result = 0
    for seat in range(rules.n_players):
        wins = (picked >> seat & 1 == 1) == (outcome == WIN)
        result |= (WIN if wins else LOSE) << 2 * seat
    return result


@inlined
def compare(rules: Record, picked: int, outcome: int) -> int:
    """The result where the seats picked are the best of all, Chaos included, or the worst (rules: 0.3).

    Where all are picked all win, whether that is the best set or the worst. Who wins beside Chaos draws.
    """
    if picked == (1 << rules.n_seats) - 1:
        return give(rules, picked, WIN)
    result = give(rules, picked, outcome)
    if outcome == WIN and rules.n_seats > rules.n_players and picked >> rules.n_players & 1:
        for seat in range(rules.n_players):
            if picked >> seat & 1:
                result = result & ~(3 << 2 * seat) | DRAW << 2 * seat
    return result


@called
def value_of_key(rules: Record, position: Record, key: int, board: int) -> int:
    """What a colour's pieces come to on a board, by the measure of the stalemate rule."""
    measure, first = rules.stalemate_measure, board * rules.volume
    last = first + rules.volume
    value = 0
    if measure == LONGEST_ROW:
        value = longest_row(rules, position, key, board)
    elif measure == ROWS or measure == KIND_ROWS:
        value = count_windows(rules, position, key, rules.stalemate_length, board, measure == KIND_ROWS)
    elif measure == PIECES:
        value = count_pieces(position, key, ANY_SHAPE, first, last)
    elif measure == ONE_SHAPE:
        value = count_pieces(position, key, rules.stalemate_shape, first, last)
    elif measure == AREA:
        value = area(rules, position, key)
    return value


@called
def value_of_team(rules: Record, position: Record, seat: int, board: int) -> int:
    """What a seat's team comes to: the longest row of any, of all else the sum; a shared colour counts once (C11)."""
    value, counted = 0, 0
    for other in range(rules.n_seats):
        key = rules.seat_key[other]
        if rules.team[other] == rules.team[seat] and not counted >> key & 1:
            counted |= 1 << key
            its_value = value_of_key(rules, position, key, board)
            value = max(value, its_value) if rules.stalemate_measure == LONGEST_ROW else value + its_value
    return value


@inlined
def staller(rules: Record, position: Record) -> int:
    """The seat that passed first in a row of passes of all: who comes after the last one to have done so."""
    if position.staller:
        return int(rules.teammates[position.staller - 1])
    if position.idle < position.n_active or position.idle == 0:
        return 0
    seat = position.seat
    for _ in range(rules.n_seats):
        seat = seat + 1 if seat + 1 < rules.n_seats else 0
        if position.active >> seat & 1:
            return int(rules.teammates[seat])
    return 0


@called
def main_result(rules: Record, position: Record, board: int, is_whole: bool) -> int:
    """What the rule that decides about all makes of one board; of the match where `is_whole`.

    Overachievers are told apart only for the whole match.
    """
    if rules.stalemate_measure == NONE and rules.stalemate_picks != STALLER:
        return rules.stalemate_result
    if rules.stalemate_picks == STALLER:
        return give(rules, staller(rules, position), rules.stalemate_gives)
    if rules.stalemate_picks == LAST_COMPLETED:
        return give(rules, int(position.last_row[board]), rules.stalemate_gives)
    if rules.stalemate_picks == SOME:
        picked = 0
        for seat in range(rules.n_seats):
            if value_of_team(rules, position, seat, board):
                picked |= 1 << seat
        return give(rules, picked, rules.stalemate_gives)
    if is_whole and rules.disqualifies and rules.stalemate_gives == WIN:
        return without_overachievers(rules, position, team_values(rules, position, board))
    return compare(rules, picked_by_main(rules, position, board), rules.stalemate_gives)


@called
def team_values(rules: Record, position: Record, board: int) -> Array:
    """What each seat's team comes to; the greatest is the best, whatever the rule picks."""
    values = np.zeros(MAX_SEATS, np.int64)
    sign = -1 if rules.stalemate_picks == LEAST else 1
    for seat in range(rules.n_seats):
        values[seat] = sign * value_of_team(rules, position, seat, board)
    return values


@called
def picked_by_main(rules: Record, position: Record, board: int) -> int:
    """The seats that have most, or least; who is disqualified does not count among those who win."""
    but = int(position.disqualified) if rules.stalemate_gives == WIN else 0
    return best_of(rules, team_values(rules, position, board), but)


@inlined
def best_of(rules: Record, values: Array, but: int) -> int:
    """The seats of the greatest value, a bit each, those of `but` left aside."""
    picked, best = 0, 0
    for seat in range(rules.n_seats):
        if not but >> seat & 1:
            if picked == 0 or values[seat] > best:
                best, picked = values[seat], 0
            if values[seat] == best:
                picked |= 1 << seat
    return picked


@called
def without_overachievers(rules: Record, position: Record, values: Array) -> int:
    """The result where the best are disqualified, once a match, and the best of the rest win (rules: C20)."""
    if position.disqualified == 0:
        position.disqualified = best_of(rules, values, 0)
    return give(rules, best_of(rules, values, int(position.disqualified)), WIN)


@called
def compared_with_chaos(rules: Record, position: Record, first: int, last: int) -> int:
    """The result where each player is compared with Chaos (rules: 0.3, C15)."""
    chaos = count_pieces(position, rules.seat_key[rules.n_players], ANY_SHAPE, first, last)
    result = 0
    for seat in range(rules.n_players):
        own = count_pieces(position, rules.seat_key[seat], ANY_SHAPE, first, last)
        if rules.more_wins and own > chaos:
            outcome = WIN
        elif rules.less_loses and own < chaos:
            outcome = LOSE
        elif rules.has_main or (rules.more_wins and rules.less_loses):
            outcome = DRAW
        else:
            outcome = LOSE if rules.more_wins else WIN
        result |= outcome << 2 * seat
    return result


@inlined
def board_result(rules: Record, position: Record, board: int) -> int:
    """What a stalemate makes of one board."""
    if rules.more_wins or rules.less_loses:
        return compared_with_chaos(rules, position, board * rules.volume, (board + 1) * rules.volume)
    return main_result(rules, position, board, rules.n_boards == 1)


@inlined
def score_board(rules: Record, position: Record, board: int, winners: int) -> None:
    """Closes a board; each seat that wins it scores."""
    position.closed[board] = 1 | int(winners) << 1
    position.n_undecided -= 1
    for seat in range(rules.n_seats):
        position.boards_won[seat] += winners >> seat & 1


@inlined
def winners_by(rules: Record, result: int) -> int:
    """The seats that win by a result, a bit each: Chaos where all players lose."""
    if rules.n_seats > rules.n_players and result == rules.lose_result:
        return 1 << rules.n_players
    winners = 0
    for seat in range(rules.n_players):
        if result >> 2 * seat & 3 == WIN:
            winners |= 1 << seat
    return winners


@called
def winners_at_stalemate(rules: Record, position: Record, board: int) -> int:
    """Who wins one of several boards by a stalemate: the best, also those tied with Chaos (rules: C33)."""
    picks = rules.stalemate_picks
    compares = rules.has_main and not (rules.more_wins or rules.less_loses)
    if compares and rules.stalemate_gives == WIN and (picks == MOST or picks == LEAST):
        everyone = (1 << rules.n_players) - 1
        winners = picked_by_main(rules, position, board)
        return everyone if winners & everyone == everyone else winners
    return winners_by(rules, board_result(rules, position, board))


@called
def boards_result(rules: Record, position: Record) -> int:
    """Most boards wins; where nobody has won one it is a draw (rules: C33, 0.4)."""
    values = np.zeros(MAX_SEATS, np.int64)
    for seat in range(rules.n_seats):
        values[seat] = position.boards_won[seat]
    if best_of(rules, values, 0) == (1 << rules.n_seats) - 1 and values[0] == 0:
        return rules.draw_result
    if rules.disqualifies:
        return without_overachievers(rules, position, values)
    return compare(rules, best_of(rules, values, 0), WIN)


@inlined
def end(rules: Record, position: Record, result: int, reason: int) -> None:
    """Ends the match with a result; who has left, is out or disqualified loses whatever it says (rules: C46)."""
    if position.left or position.disqualified or position.out:
        for seat in range(rules.n_players):
            # Who is out has lost with the last of its team.
            is_out = int(rules.teammates[seat]) & ~int(position.out) == 0
            if is_out or (position.left | position.disqualified) >> seat & 1:
                result = int(result) & ~(3 << 2 * seat) | LOSE << 2 * seat
    position.result = result
    position.reason = reason


@called
def decide_board(rules: Record, position: Record, board: int, result: int, winners: int, reason: int) -> None:
    """A turn check has decided a board: where it is the last one, the match is over.

    `result` is what it means where there is one board, `winners` are who scores where there are several.
    """
    if rules.n_boards == 1:
        end(rules, position, result, reason)
    else:
        score_board(rules, position, board, winners)
        if position.n_undecided == 0:
            end(rules, position, boards_result(rules, position), BY_BOARDS)


@called
def disqualify(rules: Record, position: Record, seats: int) -> None:
    """The first to win do not, and play on; when nobody is left who could, all have lost (rules: A1, C20)."""
    position.disqualified = int(position.disqualified) | seats
    everyone = (1 << rules.n_players) - 1
    if (int(position.disqualified) | int(position.left) | int(position.out)) & everyone == everyone:
        end(rules, position, rules.lose_result, BY_OVERACHIEVING)


@called
def final_stalemate(rules: Record, position: Record) -> None:
    """Ends the match where nothing more is going to happen."""
    if rules.chaos_above >= 0 and count_pieces(position, 0, rules.chaos_shape, 0, rules.n_spaces) > rules.chaos_above:
        end(rules, position, rules.lose_result, BY_STALEMATE)
    elif rules.n_boards == 1:
        end(rules, position, board_result(rules, position, 0), BY_STALEMATE)
    elif rules.stalemate_measure == AREA and not (rules.more_wins or rules.less_loses):
        end(rules, position, main_result(rules, position, 0, True), BY_STALEMATE)
    else:
        for board in range(rules.n_boards):
            if not position.closed[board]:
                score_board(rules, position, board, winners_at_stalemate(rules, position, board))
        end(rules, position, boards_result(rules, position), BY_BOARDS)
