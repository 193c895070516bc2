"""What a stalemate means (rules: 0.3, A5, C10 to C12, C19, C33)."""

from __future__ import annotations

from redscience.engine.compiled import called, inlined
from redscience.engine.records import (
    BY_BOARDS,
    BY_STALEMATE,
    LOSE,
    MOST,
    NONE,
    WIN,
    Record,
)
from redscience.engine.rows import longest_row


@inlined
def give(rules: Record, picked: int, outcome: int) -> int:
    """The result by which the seats picked (a bit each) get an outcome and the rest the opposite.

    Where all are picked all win, whether that is the best set or the worst.
    """
    everyone = (1 << rules.n_seats) - 1
    result = 0
    for seat in range(rules.n_seats):
        wins = picked == everyone or (picked >> seat & 1 == 1) == (outcome == WIN)
        result |= (WIN if wins else LOSE) << 2 * seat
    return result


@called
def board_result(rules: Record, position: Record, board: int) -> int:
    """What a stalemate makes of one board."""
    if rules.stalemate_measure == NONE:
        return rules.stalemate_result
    sign = 1 if rules.stalemate_picks == MOST else -1
    best, picked = 0, 0
    for seat in range(rules.n_seats):
        value = 0
        for other in range(rules.n_seats):
            if rules.team[other] == rules.team[seat]:
                value = max(value, longest_row(rules, position, rules.seat_key[other], board))
        value *= sign
        if seat == 0 or value > best:
            best, picked = value, 0
        if value == best:
            picked |= 1 << seat
    return give(rules, picked, rules.stalemate_gives)


@inlined
def score_board(rules: Record, position: Record, board: int, result: int) -> None:
    """Closes a board; each seat that wins it scores."""
    position.closed[board] = 1
    position.n_undecided -= 1
    for seat in range(rules.n_seats):
        if result >> 2 * seat & 3 == WIN:
            position.boards_won[seat] += 1


@inlined
def boards_result(rules: Record, position: Record) -> int:
    """Most boards wins; where nobody has won one it is a draw (rules: C33, 0.4)."""
    best, picked = 0, 0
    for seat in range(rules.n_seats):
        if position.boards_won[seat] > best:
            best, picked = position.boards_won[seat], 0
        if position.boards_won[seat] == best:
            picked |= 1 << seat
    return give(rules, picked, WIN) if best else rules.draw_result


@inlined
def end(rules: Record, position: Record, result: int, reason: int) -> None:
    """Ends the match with a result; who has left loses whatever it says (rules: C46)."""
    for seat in range(rules.n_seats):
        if position.left[seat]:
            result = int(result) & ~(3 << 2 * seat) | LOSE << 2 * seat
    position.result = result
    position.reason = reason


@inlined
def decide_board(rules: Record, position: Record, board: int, result: int, reason: int) -> None:
    """A turn check has decided a board: where it is the last one, the match is over."""
    if rules.n_boards == 1:
        end(rules, position, result, reason)
    else:
        score_board(rules, position, board, result)
        if position.n_undecided == 0:
            end(rules, position, boards_result(rules, position), BY_BOARDS)


@called
def stalemate(rules: Record, position: Record) -> None:
    """Ends the match where nothing more is going to happen."""
    if rules.n_boards == 1:
        end(rules, position, board_result(rules, position, 0), BY_STALEMATE)
    else:
        for board in range(rules.n_boards):
            if not position.closed[board]:
                score_board(rules, position, board, board_result(rules, position, board))
        end(rules, position, boards_result(rules, position), BY_BOARDS)
