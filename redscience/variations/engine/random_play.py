"""Uniformly random legal moves, and whole random games.

A candidate is drawn from an easily numbered superset of the legal moves until it is legal: every legal move is then
equally likely, each piece in reserve counted by itself (rules: A9). After some misses all are listed instead.
"""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.kernels.randomness import below
from redscience.variations.engine.advance import play_advances
from redscience.variations.engine.bitboards import count_bits, nth_space, placed_on
from redscience.variations.engine.checks import count_last
from redscience.variations.engine.conversion import play_conversions
from redscience.variations.engine.dealing import deal
from redscience.variations.engine.enclosing import enclosing_spaces
from redscience.variations.engine.legality import (
    TARGET,
    arrives,
    is_asked,
    is_repeated,
    list_acts,
    may_enter,
    may_lift,
    must_capture,
    placing_captures,
    promotes,
    reach_from,
)
from redscience.variations.engine.moves import NO_MOVE, PASS, RESERVE, move_of, promoted
from redscience.variations.engine.phases import begin_phase, next_phase
from redscience.variations.engine.records import (
    LAST_SHAPE,
    N_COLORS,
    N_VIEWERS,
    OFF,
    ONGOING,
    SEQUENTIAL,
    Record,
    shape_of,
)
from redscience.variations.engine.repetition import forget_after
from redscience.variations.engine.stepping import step
from redscience.variations.engine.turns import (
    act,
    answer_draw,
    carry_out_round,
    forced_pass,
    pass_turn,
    plan_for_idle,
    plan_move,
)

PLACEMENT_TRIES = 20


@inlined
def pieces_in_hand(rules: Record, position: Record, seat: int) -> int:
    """How many pieces the seat to move has in reserve."""
    n = 0
    for i in range(rules.n_hand[seat]):
        n += int(position.reserve[rules.hand[seat, i]])
    return n


@inlined
def movable(rules: Record, position: Record, color: int) -> int:
    """A bound on the number of pieces of a colour that can be moved: none while all of them have a like in reserve."""
    kind = rules.only_kind[color]
    return 0 if kind and position.reserve[kind] else int(position.n_filled[color])


@called
def note_reaches(rules: Record, position: Record, scratch: Record, seat: int) -> int:
    """Notes the seat's pieces on the board, and how many moves may be drawn of each; returns how many of all."""
    n, jumps = 0, 0
    for i in range(rules.n_colors[seat]):
        color = rules.colors[seat, i]
        for j in range(movable(rules, position, color)):
            source = int(position.filled[color, j])
            motion = rules.motion[shape_of(position.kind[source]), seat]
            draws = int(rules.reach_draws[motion, rules.foot[source] - rules.board[source] * rules.volume])
            scratch.drawn_source[n], scratch.drawn_reach[n] = source, draws
            jumps += draws
            n += 1
    return jumps


@inlined
def count_jumps(rules: Record, position: Record, scratch: Record, seat: int) -> int:
    """A bound on the moves of the seat's pieces on the board: in quick games the longest reach for each."""
    if not rules.quick:
        return note_reaches(rules, position, scratch, seat)
    n = 0
    for i in range(rules.n_colors[seat]):
        n += movable(rules, position, rules.colors[seat, i])
    return n * int(rules.max_degree)


@inlined
def piece_in_order(rules: Record, position: Record, seat: int, drawn: int) -> int:
    """The space of the piece number `drawn` of a seat, colour by colour."""
    source = OFF
    for i in range(rules.n_colors[seat]):
        color = rules.colors[seat, i]
        n = movable(rules, position, color)
        if source == OFF and drawn < n:
            source = int(position.filled[color, drawn])
        drawn -= n
    return source


@inlined
def placement(rules: Record, position: Record, seat: int, drawn: int) -> int:
    """The placement number `drawn` of all pieces in hand times all open spaces; NO_MOVE if it is not legal."""
    space = position.open[drawn % position.n_open]
    drawn //= position.n_open
    i = 0
    while drawn >= position.reserve[rules.hand[seat, i]]:
        drawn -= position.reserve[rules.hand[seat, i]]
        i += 1
    if not may_enter(rules, position, seat, space):
        return NO_MOVE
    kind, target = rules.hand[seat, i], rules.foot[space]
    captures = not rules.quick and rules.place_captures[shape_of(kind)]
    if captures and not placing_captures(rules, position, seat, kind, target):
        return NO_MOVE
    return move_of(kind, RESERVE, target)


@inlined
def jump(rules: Record, position: Record, scratch: Record, seat: int, drawn: int) -> int:
    """The jump number `drawn` of those that were counted; NO_MOVE if it is not legal.

    Beyond the end of a stretch stand its entries again, as often as there are promotions beside the first.
    """
    if rules.quick:
        nth = drawn // int(rules.max_degree)
        source, entry = piece_in_order(rules, position, seat, nth), drawn - nth * int(rules.max_degree)
    else:
        n, entry = 0, drawn
        while entry >= scratch.drawn_reach[n]:
            entry -= int(scratch.drawn_reach[n])
            n += 1
        source = int(scratch.drawn_source[n])
    if rules.steps:
        return step(rules, position, seat, source, entry)
    kind = position.kind[source]
    if not may_lift(rules, position, seat, source, kind):
        return NO_MOVE
    start, stop = reach_from(rules, seat, kind, source)
    choice = 0
    if start + entry >= stop:
        if rules.quick or start == stop or not rules.directed[shape_of(kind)]:
            return NO_MOVE
        choice = entry // (stop - start)
        entry %= stop - start
    entered = arrives(rules, position, seat, kind, source, start + entry)
    if entered == OFF:
        return NO_MOVE
    target = entered & TARGET
    if rules.quick and not rules.wraps:
        return move_of(kind, source, target)
    if is_repeated(rules, position, seat, False, kind, source, start, start + entry):
        return NO_MOVE
    if promotes(rules, kind, seat, target):
        if choice >= rules.n_promotions:
            return NO_MOVE
        return promoted(move_of(kind, source, target), rules.promotions[choice] + 1)
    return NO_MOVE if choice else move_of(kind, source, target)


@inlined
def drawn_from(position: Record, scratch: Record, n: int) -> int:
    """A move drawn from a list with the chances of Random; NO_MOVE if there is none."""
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


@called
def listed_move(rules: Record, position: Record, scratch: Record, seat: int, forced: bool) -> int:
    """A random move by listing them all, captures alone if they are forced; NO_MOVE if there is none."""
    return drawn_from(position, scratch, list_acts(rules, position, seat, forced, scratch.moves, scratch.weights))


@inlined
def count_candidates(rules: Record, position: Record, scratch: Record, seat: int) -> tuple[int, int, int]:
    """Bounds on the placements, the moves on the board, and the passes of a seat that is to act."""
    placements = pieces_in_hand(rules, position, seat) * int(position.n_open)
    jumps = 0
    if rules.mobile and (rules.quick or not rules.placement_only[position.phase]):
        jumps = count_jumps(rules, position, scratch, seat)
    return placements, jumps, 0 if rules.quick else int(rules.may_pass[position.phase])


@inlined
def drawn_move(
    rules: Record, position: Record, scratch: Record, seat: int, placements: int, jumps: int, passes: int
) -> int:
    """One of so many candidates that is legal; NO_MOVE if there is none."""
    candidates = placements + jumps + passes
    if candidates == 0:
        return NO_MOVE
    # About when listing all becomes cheaper.
    for _ in range(PLACEMENT_TRIES + (jumps >> 3)):
        drawn = below(position, candidates)
        if drawn < placements:
            move = placement(rules, position, seat, drawn)
        elif drawn < placements + jumps:
            move = jump(rules, position, scratch, seat, drawn - placements)
        else:
            move = PASS
        if move != NO_MOVE:
            return move
    return listed_move(rules, position, scratch, seat, False)


@inlined
def random_move(rules: Record, position: Record, scratch: Record, seat: int) -> int:
    """A legal move of a seat that is to act, with the chances of Random; NO_MOVE if there is none."""
    if rules.encloses:
        spaces = enclosing_spaces(rules, position, seat)
        if spaces == 0:
            return NO_MOVE
        return placed_on(rules, seat, nth_space(spaces, below(position, count_bits(spaces))))
    if not rules.quick:
        forced = rules.must_scan != 0 and must_capture(rules, position, seat)
        if forced or rules.listed or position.chain:
            return listed_move(rules, position, scratch, seat, forced)
    placements, jumps, passes = count_candidates(rules, position, scratch, seat)
    return drawn_move(rules, position, scratch, seat, placements, jumps, passes)


@called
def answer_at_random(rules: Record, position: Record) -> None:
    """Has those who are asked for a draw answer either way."""
    for seat in range(rules.n_seats):
        if is_asked(position, seat):
            answer_draw(rules, position, seat, below(position, 2) == 0)


@called
def play_closely(rules: Record, position: Record, scratch: Record) -> None:
    """Plays one random decision of a game that is not quick."""
    if position.phase_over:
        next_phase(rules, position, scratch.mark)
    elif position.asked:
        answer_at_random(rules, position)
    elif rules.order[position.phase] != SEQUENTIAL:
        plan_for_idle(rules, position)
        for seat in range(rules.n_seats):
            while (int(position.active) & ~int(position.planned) & ~int(position.offered)) >> seat & 1:
                move = random_move(rules, position, scratch, seat)
                plan_move(rules, position, scratch, seat, PASS if move == NO_MOVE else move)
        carry_out_round(rules, position, scratch)
    elif position.n_active == 0:
        forced_pass(rules, position)
    else:
        move = random_move(rules, position, scratch, position.seat)
        if move == NO_MOVE:
            forced_pass(rules, position)
        elif move == PASS:
            pass_turn(rules, position)
        else:
            act(rules, position, scratch, move)


@inlined
def play_out(rules: Record, position: Record, scratch: Record) -> None:
    """Plays random moves to the end."""
    if position.asked:
        answer_at_random(rules, position)
    if position.result == ONGOING:
        if rules.converts:
            play_conversions(rules, position)
        elif rules.advances:
            play_advances(rules, position)
    while position.result == ONGOING:
        if rules.quick:
            move = random_move(rules, position, scratch, position.seat)
            if move == NO_MOVE:
                forced_pass(rules, position)
            else:
                act(rules, position, scratch, move)
        else:
            play_closely(rules, position, scratch)


@inlined
def copy_turn(rules: Record, origin: Record, position: Record) -> None:
    """Copies whose turn it is and what hangs on it."""
    position.phase = origin.phase
    position.moves_left = origin.moves_left
    position.idle = origin.idle
    position.offered = origin.offered
    position.asked = origin.asked
    position.n_active = origin.n_active
    position.active = origin.active
    position.left = origin.left
    position.n_undecided = origin.n_undecided
    for seat in range(rules.n_seats):
        position.boards_won[seat] = origin.boards_won[seat]
        for i in range(rules.n_hand[seat]):
            position.reserve[rules.hand[seat, i]] = origin.reserve[rules.hand[seat, i]]
    for board in range(rules.n_boards):
        position.closed[board] = origin.closed[board]


@called
def copy_closely(rules: Record, origin: Record, position: Record) -> None:
    """Copies what only games that are not quick have."""
    position.dealt = origin.dealt
    position.phase_over = origin.phase_over
    position.chain = origin.chain
    position.others_moved = origin.others_moved
    position.refused = origin.refused
    position.folded = origin.folded
    position.out = origin.out
    position.disqualified = origin.disqualified
    position.planned = origin.planned
    position.n_moves = origin.n_moves
    position.n_placed = origin.n_placed
    position.n_passed_over = origin.n_passed_over
    for i in range(origin.n_passed_over):
        position.passed_over[i] = origin.passed_over[i]
        position.passing_pawn[i] = origin.passing_pawn[i]
    for board in range(rules.n_boards):
        position.last_row[board] = origin.last_row[board]
    for check in range(rules.n_checks):
        position.had[check] = origin.had[check]
        position.spared[check] = origin.spared[check]
    for seat in range(rules.n_seats):
        position.n_plan[seat] = origin.n_plan[seat]
        position.plan_rook[seat] = origin.plan_rook[seat]
        position.plan_crossed[seat] = origin.plan_crossed[seat]
        for i in range(origin.n_plan[seat]):
            position.plan[seat, i] = origin.plan[seat, i]
    for i in range(rules.n_spaces):
        position.traits[i] = origin.traits[i]
    if rules.cloaking:
        for viewer in range(N_VIEWERS):
            for i in range(rules.n_spaces):
                position.look[viewer, i] = origin.look[viewer, i]


@inlined
def copy_pieces(rules: Record, origin: Record, position: Record) -> None:
    """Copies what stands where."""
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
def copy_position(rules: Record, origin: Record, position: Record) -> None:
    """Copies all but the random generator and what repetition remembers, and only what these rules use."""
    position.result = origin.result
    position.seat = origin.seat
    position.ply = origin.ply
    position.n_open = origin.n_open
    for i in range(rules.n_spaces):
        position.key[i] = origin.key[i]
    for i in range(origin.n_open):
        position.open[i] = origin.open[i]
    copy_turn(rules, origin, position)
    copy_pieces(rules, origin, position)
    if not rules.quick:
        copy_closely(rules, origin, position)


@called
def copy_seen(origin: Record, position: Record) -> None:
    """Copies what repetition remembers."""
    position.n_seen = origin.n_seen
    for i in range(origin.n_seen):
        position.seen[i] = origin.seen[i]
    for i in range(len(origin.seen_slot)):
        position.seen_slot[i] = origin.seen_slot[i]


@called
def begin_match(rules: Record, position: Record, scratch: Record) -> None:
    """Deals, where that has not been done, and begins the first phase, of games that are not quick."""
    if rules.n_cards and not position.dealt:
        deal(rules, position, scratch)
    begin_phase(rules, position, scratch.mark)
    for check in range(rules.n_checks):
        if rules.check_measure[check] == LAST_SHAPE:
            count_last(rules, position, check)


@inlined
def many(rules: Record, origin: Record, position: Record, scratch: Record, n: int) -> None:
    """Adds `n` random games from `origin` to the counts of results and of plies."""
    if rules.mobile:
        copy_seen(origin, position)
    for _ in range(n):
        if rules.mobile:
            if rules.n_phases > 1 and origin.n_seen:
                copy_seen(origin, position)  # the end of a phase has forgotten it
            else:
                forget_after(position, origin.n_seen)
        copy_position(rules, origin, position)
        if rules.n_cards and not origin.dealt:
            begin_match(rules, position, scratch)
        play_out(rules, position, scratch)
        scratch.counts[position.result] += 1
        scratch.plies += position.ply - origin.ply
