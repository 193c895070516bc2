"""Uniformly random legal moves, and whole random games.

A candidate is drawn from an easily numbered superset of the legal moves until it is legal: every legal move is then
equally likely, each piece in reserve counted by itself (rules: A9). After some misses all are listed instead.
"""

from __future__ import annotations

from redscience.engine.compiled import called, inlined
from redscience.engine.legality import arrives, is_asked, list_moves, may_enter, may_lift, reach_from
from redscience.engine.moves import RESERVE, move_of
from redscience.engine.randomness import below
from redscience.engine.records import N_COLORS, OFF, ONGOING, Record
from redscience.engine.repetition import forget_after
from redscience.engine.turns import act, answer_draw, forced_pass, place_plainly

PLACEMENT_TRIES = 20
NO_MOVE = 0


@inlined
def pieces_in_hand(rules: Record, position: Record) -> int:
    """How many pieces the seat to move has in reserve."""
    n = 0
    for i in range(rules.n_hand[position.seat]):
        n += int(position.reserve[rules.hand[position.seat, i]])
    return n


@inlined
def movable(rules: Record, position: Record, color: int) -> int:
    """A bound on the number of pieces of a colour that can be moved: none while all of them have a like in reserve."""
    kind = rules.only_kind[color]
    return 0 if kind and position.reserve[kind] else int(position.n_filled[color])


@inlined
def pieces_to_move(rules: Record, position: Record) -> int:
    """A bound on the number of pieces on the board that the seat to move may move."""
    n = 0
    for i in range(rules.n_colors[position.seat]):
        n += movable(rules, position, rules.colors[position.seat, i])
    return n


@inlined
def placement(rules: Record, position: Record, drawn: int) -> int:
    """The placement number `drawn` of all pieces in hand times all open spaces; NO_MOVE if it is not legal."""
    seat = position.seat
    space = position.open[drawn % position.n_open]
    drawn //= position.n_open
    i = 0
    while drawn >= position.reserve[rules.hand[seat, i]]:
        drawn -= position.reserve[rules.hand[seat, i]]
        i += 1
    if not may_enter(rules, position, seat, space):
        return NO_MOVE
    return move_of(rules.hand[seat, i], RESERVE, space)


@inlined
def jump(rules: Record, position: Record, drawn: int) -> int:
    """The jump number `drawn` of all own pieces times the longest reach; NO_MOVE if it is not legal."""
    seat = position.seat
    entry = drawn % rules.max_degree
    drawn //= rules.max_degree
    source = OFF
    for i in range(rules.n_colors[seat]):
        color = rules.colors[seat, i]
        n = movable(rules, position, color)
        if source == OFF and drawn < n:
            source = int(position.filled[color, drawn])
        drawn -= n
    if source == OFF or not may_lift(rules, position, seat, source):
        return NO_MOVE
    start, stop = reach_from(rules, position, seat, source)
    if start + entry >= stop:
        return NO_MOVE
    target = arrives(rules, position, seat, source, start + entry)
    return NO_MOVE if target == OFF else move_of(position.kind[source], source, target)


@called
def listed_move(rules: Record, position: Record, scratch: Record) -> int:
    """A random move by listing them all; NO_MOVE if there is none."""
    n = list_moves(rules, position, position.seat, scratch.moves, scratch.weights)
    total = 0
    for i in range(n):
        total += int(scratch.weights[i])
    if total == 0:
        return NO_MOVE
    drawn = below(position, total)
    i = 0
    while drawn >= scratch.weights[i]:
        drawn -= scratch.weights[i]
        i += 1
    return int(scratch.moves[i])


@inlined
def random_move(rules: Record, position: Record, scratch: Record) -> int:
    """A legal move of the seat to move, with the chances of Random; NO_MOVE if there is none."""
    placements = pieces_in_hand(rules, position) * int(position.n_open)
    jumps = pieces_to_move(rules, position) * int(rules.max_degree) if rules.mobile else 0
    candidates = placements + jumps
    if candidates == 0:
        return NO_MOVE
    # About when listing all becomes cheaper.
    for _ in range(PLACEMENT_TRIES + (jumps >> 3)):
        drawn = below(position, candidates)
        places = drawn < placements
        move = placement(rules, position, drawn) if places else jump(rules, position, drawn - placements)
        if move != NO_MOVE:
            return move
    return listed_move(rules, position, scratch)


@called
def answer_at_random(rules: Record, position: Record) -> None:
    """Has those who are asked for a draw answer either way."""
    for seat in range(rules.n_seats):
        if is_asked(position, seat):
            answer_draw(rules, position, seat, below(position, 2) == 0)


@inlined
def play_out(plain: bool, rules: Record, position: Record, scratch: Record) -> None:
    """Plays random moves to the end."""
    if not plain and position.asked:
        answer_at_random(rules, position)
    while position.result == ONGOING:
        if plain:
            if position.n_open:
                place_plainly(rules, position, below(position, position.n_open))
            else:
                position.result = rules.stalemate_result
        else:
            move = random_move(rules, position, scratch)
            if move == NO_MOVE:
                forced_pass(rules, position)
            else:
                act(rules, position, move)


@inlined
def copy_turn(rules: Record, origin: Record, position: Record) -> None:
    """Copies whose turn it is and what hangs on it."""
    position.phase = origin.phase
    position.moves_left = origin.moves_left
    position.idle = origin.idle
    position.offered = origin.offered
    position.asked = origin.asked
    position.n_active = origin.n_active
    position.n_undecided = origin.n_undecided
    for seat in range(rules.n_seats):
        position.active[seat] = origin.active[seat]
        position.left[seat] = origin.left[seat]
        position.boards_won[seat] = origin.boards_won[seat]
        for i in range(rules.n_hand[seat]):
            position.reserve[rules.hand[seat, i]] = origin.reserve[rules.hand[seat, i]]
    for board in range(rules.n_boards):
        position.closed[board] = origin.closed[board]


@inlined
def copy_pieces(rules: Record, origin: Record, position: Record) -> None:
    """Copies what stands where, for games that are not plain."""
    for i in range(rules.n_spaces):
        position.kind[i] = origin.kind[i]
        position.open_at[i] = origin.open_at[i]
        position.rest[i] = origin.rest[i]
    if rules.mobile:
        position.hash = origin.hash
        for color in range(N_COLORS):
            position.n_filled[color] = origin.n_filled[color]
            for i in range(origin.n_filled[color]):
                position.filled[color, i] = origin.filled[color, i]
                position.filled_at[origin.filled[color, i]] = i


@inlined
def copy_position(plain: bool, rules: Record, origin: Record, position: Record) -> None:
    """Copies all but the random generator and what repetition remembers, and only what these rules use."""
    position.result = origin.result
    position.seat = origin.seat
    position.ply = origin.ply
    position.n_open = origin.n_open
    for i in range(rules.n_spaces):
        position.key[i] = origin.key[i]
    for i in range(origin.n_open):
        position.open[i] = origin.open[i]
    if not plain:
        copy_turn(rules, origin, position)
        copy_pieces(rules, origin, position)


@called
def copy_seen(origin: Record, position: Record) -> None:
    """Copies what repetition remembers."""
    position.n_seen = origin.n_seen
    for i in range(origin.n_seen):
        position.seen[i] = origin.seen[i]
    for i in range(len(origin.seen_slot)):
        position.seen_slot[i] = origin.seen_slot[i]


@inlined
def many(plain: bool, rules: Record, origin: Record, position: Record, scratch: Record, n: int) -> None:
    """Adds `n` random games from `origin` to the counts of results and of plies."""
    if not plain and rules.mobile:
        copy_seen(origin, position)
    for _ in range(n):
        copy_position(plain, rules, origin, position)
        if not plain and rules.mobile:
            forget_after(position, origin.n_seen)
        play_out(plain, rules, position, scratch)
        scratch.counts[position.result] += 1
        scratch.plies += position.ply - origin.ply
