"""What a seat may do."""

from __future__ import annotations

from redscience.engine.compiled import called, inlined
from redscience.engine.moves import AGREE, OFFER, REFUSE, RESERVE, kind_in, move_of, source_in, target_in
from redscience.engine.records import LEAP, N_COLORS, N_KINDS, NO_ENTRY, NO_EXIT, OFF, ONGOING, Array, Record


@inlined
def is_open(position: Record, space: int) -> bool:
    """Whether a piece can come to rest there."""
    slot = position.open_at[space]
    return slot < position.n_open and position.open[slot] == space


@inlined
def may_enter(rules: Record, position: Record, seat: int, space: int) -> bool:
    """Whether no lock and no decided board keeps the seat out of a space."""
    if rules.guarded and rules.lock[position.phase, seat, space] & NO_ENTRY:
        return False
    return rules.n_boards == 1 or not position.closed[rules.board[space]]


@inlined
def may_lift(rules: Record, position: Record, seat: int, space: int) -> bool:
    """Whether the seat may move the piece on a space, wherever to."""
    kind = position.kind[space]
    # Not while an identical piece is in reserve (rules: C31).
    if kind == 0 or position.reserve[kind]:
        return False
    owns = False
    for i in range(rules.n_colors[seat]):
        owns = owns or rules.colors[seat, i] + 1 == rules.color_key[kind]
    if not owns or (rules.guarded and rules.lock[position.phase, seat, space] & NO_EXIT):
        return False
    if rules.n_boards > 1 and position.closed[rules.board[space]]:
        return False
    above = rules.above[space]
    return above == OFF or position.kind[above] == 0


@inlined
def arrives(rules: Record, position: Record, seat: int, source: int, i: int) -> int:
    """Where a piece that moves from `source` by entry `i` of the reach comes to rest; OFF if it may not."""
    start = rules.board[source] * rules.volume
    target = start + rules.reach[i]
    if rules.gravity:
        target = position.rest[target]
        if target == OFF:
            return OFF
    else:
        if position.kind[target]:
            return OFF
        if rules.way[i] != LEAP:
            at = rules.step[source, rules.way[i]]
            while at != target:
                if position.kind[at]:
                    return OFF
                at = rules.step[at, rules.way[i]]
        if not is_open(position, target):  # a wall
            return OFF
    return target if may_enter(rules, position, seat, target) else OFF


@inlined
def reach_from(rules: Record, position: Record, seat: int, source: int) -> tuple[int, int]:
    """The stretch of the reach of the piece on a space: its start and its end."""
    motion = rules.motion[(position.kind[source] - 1) // N_COLORS, seat]
    inside = rules.foot[source] - rules.board[source] * rules.volume
    start = rules.reach_start[motion, inside]
    return start, start + rules.reach_count[motion, inside]


@called
def is_legal_jump(rules: Record, position: Record, seat: int, kind: int, source: int, target: int) -> bool:
    """Whether the seat may move the piece of this kind from one space to another."""
    if not rules.mobile or source >= rules.n_spaces or position.kind[source] != kind:
        return False
    if not may_lift(rules, position, seat, source):
        return False
    start, stop = reach_from(rules, position, seat, source)
    for i in range(start, stop):
        if arrives(rules, position, seat, source, i) == target:
            return True
    return False


@inlined
def is_asked(position: Record, seat: int) -> bool:
    """Whether the seat has still to answer the offer of a draw."""
    return position.asked >> seat & 1 == 1


@inlined
def can_offer(rules: Record, position: Record) -> bool:
    """Whether the seat to move may offer a draw: once a turn, before its first move (rules: A1, 0.4)."""
    return rules.agree_draw and not position.offered and position.moves_left == rules.moves_per_turn


@inlined
def may_place(rules: Record, position: Record, seat: int, kind: int) -> bool:
    """Whether the seat has a piece of this kind in reserve."""
    if position.reserve[kind]:
        for i in range(rules.n_hand[seat]):
            if rules.hand[seat, i] == kind:
                return True
    return False


@inlined
def is_legal(rules: Record, position: Record, seat: int, move: int) -> bool:  # noqa: PLR0911 - one definition, read from top to bottom
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
    if kind >= N_KINDS or target >= rules.n_spaces:
        return False
    if source != RESERVE:
        return is_legal_jump(rules, position, seat, kind, source, target)
    return (
        may_place(rules, position, seat, kind)
        and is_open(position, target)
        and may_enter(rules, position, seat, target)
    )


@called
def list_jumps(rules: Record, position: Record, seat: int, moves: Array, n: int) -> int:
    """Writes every move of a piece on the board behind the first `n`; returns how many moves there are then."""
    for source in range(rules.n_spaces):
        if may_lift(rules, position, seat, source):
            start, stop = reach_from(rules, position, seat, source)
            for i in range(start, stop):
                target = arrives(rules, position, seat, source, i)
                if target != OFF:
                    moves[n] = move_of(position.kind[source], source, target)
                    n += 1
    return n


@inlined
def list_placements(rules: Record, position: Record, seat: int, moves: Array, weights: Array) -> int:
    """Writes every placement and how many such pieces are in reserve; returns how many placements."""
    n = 0
    for i in range(rules.n_hand[seat]):
        kind = rules.hand[seat, i]
        if position.reserve[kind]:
            for space in range(rules.n_spaces):
                if is_open(position, space) and may_enter(rules, position, seat, space):
                    moves[n] = move_of(kind, RESERVE, space)
                    weights[n] = position.reserve[kind]
                    n += 1
    return n


@called
def list_moves(rules: Record, position: Record, seat: int, moves: Array, weights: Array) -> int:
    """Writes every legal move of a seat and the number of ways in which Random hits it; returns how many moves.

    Each piece in reserve is a way of its own; Random never offers a draw, and answers one either way (rules: A9, 0.4).
    The order is that of kinds, then of spaces; then pieces on the board by space; then the rest.
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
    n = list_placements(rules, position, seat, moves, weights)
    if rules.mobile:
        placements = n
        n = list_jumps(rules, position, seat, moves, n)
        weights[placements:n] = 1
    if can_offer(rules, position):
        moves[n], weights[n] = OFFER, 0
        n += 1
    return n


@inlined
def can_place(rules: Record, position: Record, seat: int) -> bool:
    """Whether the seat has a piece in reserve and a space to put it on."""
    in_hand = False
    for i in range(rules.n_hand[seat]):
        in_hand = in_hand or position.reserve[rules.hand[seat, i]] > 0
    if not in_hand:
        return False
    if not rules.guarded and rules.n_boards == 1:
        return position.n_open > 0
    for slot in range(position.n_open):
        if may_enter(rules, position, seat, position.open[slot]):
            return True
    return False


@inlined
def can_jump(rules: Record, position: Record, seat: int) -> bool:
    """Whether the seat can move a piece on the board."""
    for c in range(rules.n_colors[seat]):
        color = rules.colors[seat, c]
        for i in range(position.n_filled[color]):
            source = position.filled[color, i]
            if may_lift(rules, position, seat, source):
                start, stop = reach_from(rules, position, seat, source)
                for j in range(start, stop):
                    if arrives(rules, position, seat, source, j) != OFF:
                        return True
    return False


@inlined
def can_act(rules: Record, position: Record, seat: int) -> bool:
    """Whether the seat can do anything to the board."""
    if can_place(rules, position, seat):
        return True
    return rules.mobile != 0 and can_jump(rules, position, seat)
