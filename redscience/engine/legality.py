"""What a seat may do."""

from __future__ import annotations

from redscience.engine.compiled import called, inlined
from redscience.engine.moves import RESERVE, kind_in, move_of, source_in, target_in
from redscience.engine.records import N_KINDS, ONGOING, Array, Record


@inlined
def is_open(position: Record, space: int) -> bool:
    """Whether a piece can come to rest there."""
    slot = position.open_at[space]
    return slot < position.n_open and position.open[slot] == space


@inlined
def is_legal(rules: Record, position: Record, move: int) -> bool:
    """The whole definition of a legal move, for moves that come from outside: any integer may be asked."""
    if position.result != ONGOING:
        return False
    kind, source, target = kind_in(move), source_in(move), target_in(move)
    if kind < 1 or kind >= N_KINDS or target >= rules.n_spaces or source != RESERVE:
        return False
    if position.reserve[position.seat, kind] == 0:
        return False
    return is_open(position, target)


@called
def list_moves(rules: Record, position: Record, moves: Array, weights: Array) -> int:
    """Writes every legal move and the number of ways in which Random hits it; returns how many moves.

    Each piece in reserve is a way of its own (rules: A9). The order is that of kinds, then of spaces.
    """
    n = 0
    seat = position.seat
    if position.result != ONGOING:
        return 0
    for i in range(rules.n_hand[seat]):
        kind = rules.hand[seat, i]
        if position.reserve[seat, kind] > 0:
            for space in range(rules.n_spaces):
                if is_open(position, space):
                    moves[n] = move_of(kind, RESERVE, space)
                    weights[n] = position.reserve[seat, kind]
                    n += 1
    return n


@inlined
def can_act(rules: Record, position: Record, seat: int) -> bool:
    """Whether the seat has any legal move."""
    if position.n_open == 0:
        return False
    for i in range(rules.n_hand[seat]):
        if position.reserve[seat, rules.hand[seat, i]] > 0:
            return True
    return False
