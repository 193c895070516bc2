"""What a seat may do."""

from __future__ import annotations

from redscience.engine.compiled import called, inlined
from redscience.engine.moves import AGREE, OFFER, REFUSE, RESERVE, kind_in, move_of, source_in, target_in
from redscience.engine.records import N_KINDS, ONGOING, Array, Record


@inlined
def is_open(position: Record, space: int) -> bool:
    """Whether a piece can come to rest there."""
    slot = position.open_at[space]
    return slot < position.n_open and position.open[slot] == space


@inlined
def is_asked(position: Record, seat: int) -> bool:
    """Whether the seat has still to answer the offer of a draw."""
    return position.asked >> seat & 1 == 1


@inlined
def can_offer(rules: Record, position: Record) -> bool:
    """Whether the seat to move may offer a draw: once a turn, before its first move (rules: A1, 0.4)."""
    return rules.agree_draw and not position.offered and position.moves_left == rules.moves_per_turn


@inlined
def is_legal(rules: Record, position: Record, seat: int, move: int) -> bool:
    """The whole definition of a legal move, for moves that come from outside: any integers may be asked."""
    if position.result != ONGOING or seat < 0 or seat >= rules.n_seats or move < 0:
        return False
    if position.asked:
        return is_asked(position, seat) and move in (AGREE, REFUSE)
    if seat != position.seat:
        return False
    kind, source, target = kind_in(move), source_in(move), target_in(move)
    if kind == 0:
        return move == OFFER and can_offer(rules, position)
    if kind >= N_KINDS or target >= rules.n_spaces or source != RESERVE or position.reserve[seat, kind] == 0:
        return False
    return is_open(position, target)


@called
def list_moves(rules: Record, position: Record, seat: int, moves: Array, weights: Array) -> int:
    """Writes every legal move of a seat and the number of ways in which Random hits it; returns how many moves.

    Each piece in reserve is a way of its own; Random never offers a draw, and answers one either way (rules: A9, 0.4).
    The order is that of kinds, then of spaces, then the rest.
    """
    if position.result != ONGOING:
        return 0
    if position.asked:
        if not is_asked(position, seat):
            return 0
        moves[0], moves[1] = AGREE, REFUSE
        weights[0] = weights[1] = 1
        return 2
    if seat != position.seat:
        return 0
    n = 0
    for i in range(rules.n_hand[seat]):
        kind = rules.hand[seat, i]
        if position.reserve[seat, kind] > 0:
            for space in range(rules.n_spaces):
                if is_open(position, space):
                    moves[n] = move_of(kind, RESERVE, space)
                    weights[n] = position.reserve[seat, kind]
                    n += 1
    if can_offer(rules, position):
        moves[n], weights[n] = OFFER, 0
        n += 1
    return n


@inlined
def can_act(rules: Record, position: Record, seat: int) -> bool:
    """Whether the seat can do anything to the board."""
    if position.n_open == 0:
        return False
    for i in range(rules.n_hand[seat]):
        if position.reserve[seat, rules.hand[seat, i]] > 0:
            return True
    return False
