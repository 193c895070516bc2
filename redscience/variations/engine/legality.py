"""What a seat may do, as far as it sees.

A target that may be entered is given as its number, plus CAPTURING where the seat sees that it captures by going there.
"""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.captures import captures_around, has_worth, opposes
from redscience.variations.engine.enclosing import enclosing_spaces
from redscience.variations.engine.jumping import jumping_pieces
from redscience.variations.engine.landing import captures_on_stack
from redscience.variations.engine.moves import (
    AGREE,
    OFFER,
    PASS,
    REFUSE,
    RESERVE,
    kind_in,
    move_of,
    promoted,
    promotion_in,
    source_in,
    target_in,
)
from redscience.variations.engine.records import (
    BLOCKED,
    BOTH_DIE,
    CAPTURES,
    CASTLE,
    DOUBLE,
    FREE,
    FULL_STACK,
    JUMP,
    JUMP_BACK,
    LEAP,
    MOVED,
    MUST_CAPTURE,
    N_KINDS,
    NO_ENTRY,
    NO_EXIT,
    OFF,
    ONGOING,
    OPEN,
    PARALYZED,
    QUIET,
    SEQUENTIAL,
    STEP,
    TAKE,
    TOP,
    Array,
    Record,
    color_of,
    shape_of,
)
from redscience.variations.engine.sight import owns, seen, seen_rest

CAPTURING = 1 << 12
TARGET = CAPTURING - 1


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
def is_planned_from(position: Record, seat: int, space: int) -> bool:
    """Whether the piece on a space goes by a move that the seat has sealed already; a castling rook counts."""
    for i in range(position.n_plan[seat]):
        if source_in(position.plan[seat, i]) == space:
            return True
    return position.n_plan[seat] != 0 and position.plan_rook[seat] == space + 1


@inlined
def is_planned_for(position: Record, seat: int, space: int) -> bool:
    """Whether a piece goes to a space by the move that the seat has sealed already; a castling rook counts."""
    return position.n_plan[seat] != 0 and (
        target_in(position.plan[seat, 0]) == space or position.plan_crossed[seat] == space + 1
    )


@inlined
def is_seen_empty_above(rules: Record, position: Record, seat: int, space: int) -> bool:
    """Whether the seat sees nothing on top of a space."""
    at = rules.above[space]
    while at != OFF:
        if seen(rules, position, seat, at):
            return False
        at = rules.above[at]
    return True


@inlined
def may_lift(rules: Record, position: Record, seat: int, space: int, kind: int) -> bool:
    """Whether the seat may move this piece on a space, wherever to."""
    # Not while an identical piece is in reserve (rules: C31).
    if kind == 0 or kind >= N_KINDS or position.reserve[kind] or not owns(rules, seat, kind):
        return False
    if rules.guarded and rules.lock[position.phase, seat, space] & NO_EXIT:
        return False
    if rules.n_boards > 1 and position.closed[rules.board[space]]:
        return False
    if rules.quick:
        above = rules.above[space]
        return above == OFF or position.kind[above] == 0
    return may_lift_closely(rules, position, seat, space, kind)


@called
def may_lift_closely(rules: Record, position: Record, seat: int, space: int, kind: int) -> bool:
    """What else can keep a piece where it is."""
    if rules.placement_only[position.phase] or position.traits[space] & PARALYZED:
        return False
    if position.chain and position.chain != space + 1:
        return False
    if is_planned_from(position, seat, space):
        return False
    if rules.gravity:
        carry = rules.carry[shape_of(kind)]
        if carry == TOP:
            return is_seen_empty_above(rules, position, seat, space)
        return carry != FULL_STACK or space == rules.lowest[rules.foot[space]]
    return True


@inlined
def is_clear(rules: Record, position: Record, seat: int, source: int, target: int, way: int) -> bool:
    """Whether the seat sees nothing between two spaces."""
    at = rules.step[source, way]
    while at != target:
        if seen(rules, position, seat, at):
            return False
        at = rules.step[at, way]
    return True


@called
def castling_rook(rules: Record, position: Record, seat: int, kind: int, source: int, way: int) -> int:
    """The space of the rook with which a king castles in a direction; OFF if it may not, as far as the seat sees."""
    color, n = color_of(kind), 0
    at = rules.step[source, way]
    while at != OFF and at != source and seen(rules, position, seat, at) == 0:
        at = rules.step[at, way]
        n += 1
    if at == OFF or at == source or n < 2:  # noqa: PLR2004 - the king goes two spaces, and the rook stays beyond
        return OFF
    rook = seen(rules, position, seat, at)
    if rook >= N_KINDS or color_of(rook) != color or not rules.is_rook[shape_of(rook)]:
        return OFF
    if int(position.traits[source] | position.traits[at]) & MOVED:
        return OFF
    crossed = rules.step[source, way]
    if not may_lift(rules, position, seat, at, rook) or not may_enter(rules, position, seat, crossed):
        return OFF
    return OFF if rules.solid[crossed] or is_planned_for(position, seat, crossed) else at


@inlined
def passing_pawn(rules: Record, position: Record, seat: int, target: int) -> int:
    """The opposing pawn that has just passed over a space; OFF if none has."""
    for i in range(position.n_passed_over):
        pawn = position.passing_pawn[i]
        if position.passed_over[i] == target:
            kind = seen(rules, position, seat, pawn)
            if kind < N_KINDS and opposes(rules, seat, kind):
                return pawn
    return OFF


@inlined
def meeting(rules: Record, position: Record, seat: int, kind: int, occupant: int, target: int) -> int:
    """What comes of a step of one of the seat's pieces onto another: BLOCKED to UNKNOWN."""
    if occupant == 0:
        return FREE
    if not opposes(rules, seat, occupant):
        return BLOCKED
    if occupant < N_KINDS and position.traits[target] & PARALYZED:
        return CAPTURES if rules.covers[shape_of(kind)] else BLOCKED
    return rules.meets[kind, occupant]


@called
def special_entry(rules: Record, position: Record, seat: int, kind: int, source: int, target: int, i: int) -> int:
    """A target on squares that is no plain step; OFF if it may not be entered."""
    act, way = rules.act[i], rules.way[i]
    occupant = seen(rules, position, seat, target)
    entered = OFF
    if (position.chain and act != JUMP and act != JUMP_BACK) or (act == JUMP_BACK and not position.chain):
        pass  # a chain goes on by jumps alone, and only a chain jumps back
    elif act == TAKE:
        if occupant:
            if opposes(rules, seat, occupant) and (
                rules.takes[occupant] or (occupant < N_KINDS and position.traits[target] & PARALYZED)
            ):
                entered = target | CAPTURING
        elif rules.en_passant and passing_pawn(rules, position, seat, target) != OFF:
            entered = target | CAPTURING
    elif occupant:
        pass
    elif act == QUIET:
        entered = target
    elif act == DOUBLE:
        if not position.traits[source] & MOVED and seen(rules, position, seat, rules.step[source, way]) == 0:
            entered = target
    elif act == CASTLE:
        if rules.castle and castling_rook(rules, position, seat, kind, source, way) != OFF:
            entered = target
    else:
        over = rules.step[source, way]
        if opposes(rules, seat, seen(rules, position, seat, over)) and has_worth(
            rules, position, seat, shape_of(kind), over, way, 1
        ):
            entered = target | CAPTURING
    return entered


@called
def entry_on_stack(rules: Record, position: Record, seat: int, kind: int, source: int, foot: int, i: int) -> int:
    """The foot of a stack onto which the seat may move a piece and what it carries; OFF if it may not."""
    rest = seen_rest(rules, position, seat, foot)
    if rest == OFF or not may_enter(rules, position, seat, rest):
        return OFF
    if rules.act[i] != STEP and (
        rest != rules.lowest[foot] or (rules.act[i] == DOUBLE and position.traits[source] & MOVED)
    ):
        return OFF
    if rules.carry[shape_of(kind)] != TOP:
        at, space = rules.above[source], rules.above[rest]
        while at != OFF:
            if seen(rules, position, seat, at):
                # What rides along must be let go and let in as well.
                if rules.guarded and rules.lock[position.phase, seat, at] & NO_EXIT:
                    return OFF
                if space == OFF or not may_enter(rules, position, seat, space):
                    return OFF
                space = rules.above[space]
            at = rules.above[at]
    return foot


@inlined
def arrives(rules: Record, position: Record, seat: int, kind: int, source: int, i: int) -> int:
    """Where a piece that moves from `source` by entry `i` of the reach goes; OFF if it may not.

    On stacks that is the foot of the stack.
    """
    target = rules.board[source] * rules.volume + rules.reach[i]
    if rules.gravity:
        return entry_on_stack(rules, position, seat, kind, source, target, i)
    if rules.solid[target] or not may_enter(rules, position, seat, target):
        return OFF
    if rules.quick:
        if position.kind[target]:
            return OFF
    elif is_planned_for(position, seat, target):
        return OFF
    elif rules.act[i] != STEP:
        return special_entry(rules, position, seat, kind, source, target, i)
    elif position.chain:
        return OFF
    occupant = seen(rules, position, seat, target)
    met = meeting(rules, position, seat, kind, occupant, target)
    if met == BLOCKED:
        return OFF
    if rules.way[i] != LEAP and not is_clear(rules, position, seat, source, target, rules.way[i]):
        return OFF
    # Two of one rank that meet capture each other.
    return target | CAPTURING if met == CAPTURES or met == BOTH_DIE else target


@inlined
def reach_from(rules: Record, seat: int, kind: int, source: int) -> tuple[int, int]:
    """The stretch of the reach of a piece on a space: its start and its end."""
    motion = rules.motion[shape_of(kind), seat]
    inside = rules.foot[source] - rules.board[source] * rules.volume
    start = rules.reach_start[motion, inside]
    return start, start + rules.reach_count[motion, inside]


@called
def entry_captures(rules: Record, position: Record, seat: int, kind: int, source: int, entered: int, i: int) -> bool:
    """Whether the seat sees that a move by entry `i` captures."""
    if entered & CAPTURING:
        return True
    shape, target = shape_of(kind), entered & TARGET
    if rules.gravity:
        return captures_on_stack(rules, position, seat, kind, source, target)
    return rules.around[shape] != 0 and captures_around(rules, position, seat, kind, source, target, rules.way[i])


@called
def placing_captures(rules: Record, position: Record, seat: int, kind: int, space: int) -> bool:
    """Whether the seat sees that a piece placed there captures."""
    if rules.gravity:
        return captures_on_stack(rules, position, seat, kind, OFF, space)
    return rules.around[shape_of(kind)] != 0 and captures_around(rules, position, seat, kind, OFF, space, LEAP)


@called
def must_capture(rules: Record, position: Record, seat: int) -> bool:
    """Whether captures are the only legal moves: a piece that must capture sees one (rules: A4, 0.4).

    In a round that is asked of the opening board, whatever has been planned.
    """
    n_plan = position.n_plan[seat]
    position.n_plan[seat] = 0
    forced = must_jump(rules, position, seat) or (not position.chain and must_place(rules, position, seat))
    position.n_plan[seat] = n_plan
    return forced


@inlined
def is_harmless(rules: Record, position: Record, seat: int, kind: int, source: int, i: int) -> bool:
    """Whether a move by entry `i` captures nothing, legal or not, by what it is and what the seat sees in its way."""
    if rules.gravity or rules.around[shape_of(kind)]:
        return False
    act = rules.act[i]
    if act == STEP:
        return seen(rules, position, seat, rules.board[source] * rules.volume + rules.reach[i]) == 0
    if act == JUMP or act == JUMP_BACK:
        return seen(rules, position, seat, rules.step[source, rules.way[i]]) == 0
    return act == QUIET or act == DOUBLE or act == CASTLE


@inlined
def must_jump(rules: Record, position: Record, seat: int) -> bool:
    """Whether a piece on the board that must capture sees a capture."""
    if rules.leaps and not position.chain:
        return bool(jumping_pieces(rules, position, seat) != 0)
    for c in range(rules.n_colors[seat]):
        color = rules.colors[seat, c]
        for j in range(position.n_filled[color]):
            source = position.filled[color, j]
            kind = seen(rules, position, seat, source)
            if (
                kind
                and kind < N_KINDS
                and rules.power[shape_of(kind)] == MUST_CAPTURE
                and may_lift(rules, position, seat, source, kind)
            ):
                start, stop = reach_from(rules, seat, kind, source)
                for i in range(start, stop):
                    if is_harmless(rules, position, seat, kind, source, i):
                        continue
                    entered = arrives(rules, position, seat, kind, source, i)
                    if entered != OFF and entry_captures(rules, position, seat, kind, source, entered, i):
                        return True
    return False


@inlined
def must_place(rules: Record, position: Record, seat: int) -> bool:
    """Whether a piece in reserve that must capture sees a capture."""
    for h in range(rules.n_hand[seat]):
        kind = rules.hand[seat, h]
        if rules.power[shape_of(kind)] == MUST_CAPTURE and in_hand(position, seat, kind):
            for space in range(rules.n_spaces):
                target = landing(rules, position, seat, space)
                if target != OFF and placing_captures(rules, position, seat, kind, target):
                    return True
    return False


@inlined
def landing(rules: Record, position: Record, seat: int, space: int) -> int:
    """The space itself if the seat may place a piece there, as far as it sees, else OFF; on stacks the foot."""
    if rules.gravity:
        if rules.foot[space] != space:
            return OFF
        rest = seen_rest(rules, position, seat, space)
        return space if rest != OFF and may_enter(rules, position, seat, rest) else OFF
    if rules.cloaking == OPEN:
        if not is_open(position, space):
            return OFF
    elif rules.solid[space] or position.look[seat, space]:
        return OFF
    if is_planned_for(position, seat, space):
        return OFF
    return space if may_enter(rules, position, seat, space) else OFF


@inlined
def in_hand(position: Record, seat: int, kind: int) -> int:
    """How many pieces of a kind the seat can still place: those that it has planned to place are gone for it."""
    n = int(position.reserve[kind])
    for i in range(position.n_plan[seat]):
        move = position.plan[seat, i]
        if source_in(move) == RESERVE and kind_in(move) == kind:
            n -= 1
    return max(n, 0)


@inlined
def promotes(rules: Record, kind: int, seat: int, target: int) -> bool:
    """Whether a piece of the seat that goes to a space is promoted there."""
    if rules.n_promotions == 0 or not rules.directed[shape_of(kind)]:
        return False
    return rules.goal[target] >> seat & 1 == 1


@called
def is_promotion(rules: Record, promotion: int) -> bool:
    """Whether pieces may become that shape."""
    for i in range(rules.n_promotions):
        if rules.promotions[i] + 1 == promotion:
            return True
    return False


@called
def is_legal_jump(rules: Record, position: Record, seat: int, move: int) -> bool:
    """Whether the seat may move a piece from one space to another."""
    kind, source, target = kind_in(move), source_in(move), target_in(move)
    if not rules.mobile or source >= rules.n_spaces or seen(rules, position, seat, source) != kind:
        return False
    if not may_lift(rules, position, seat, source, kind):
        return False
    if promotes(rules, kind, seat, target):
        if not is_promotion(rules, promotion_in(move)):
            return False
    elif promotion_in(move):
        return False
    forced = rules.must_scan and must_capture(rules, position, seat)
    start, stop = reach_from(rules, seat, kind, source)
    base = rules.board[source] * rules.volume
    for i in range(start, stop):
        if base + rules.reach[i] != target:
            continue
        entered = arrives(rules, position, seat, kind, source, i)
        if entered != OFF and (not forced or entry_captures(rules, position, seat, kind, source, entered, i)):
            return True
    return False


@inlined
def is_asked(position: Record, seat: int) -> bool:
    """Whether the seat has still to answer the offer of a draw."""
    return position.asked >> seat & 1 == 1


@inlined
def is_fresh(rules: Record, position: Record, seat: int) -> bool:
    """Whether the seat has done nothing yet in its turn or round."""
    if rules.order[position.phase] != SEQUENTIAL:
        return position.n_plan[seat] == 0
    return position.moves_left == rules.moves_per_turn and position.chain == 0


@inlined
def at_the_table(rules: Record, position: Record) -> int:
    """The players who can be asked for a draw, a bit each (rules: 0.4)."""
    return ((1 << rules.n_players) - 1) & ~(int(position.left) | int(position.out))


@inlined
def can_offer(rules: Record, position: Record, seat: int) -> bool:
    """Whether the seat may offer a draw: once a turn, before its first move (rules: A1, 0.4)."""
    if not rules.agree_draw or seat >= rules.n_players:
        return False
    if (position.offered | position.refused) >> seat & 1:
        return False
    return is_fresh(rules, position, seat) and at_the_table(rules, position) & ~(1 << seat) != 0


@inlined
def is_to_act(rules: Record, position: Record, seat: int) -> bool:
    """Whether the seat owes a move of its turn, or a plan."""
    if rules.order[position.phase] == SEQUENTIAL:
        return seat == position.seat
    return int(position.active) & ~int(position.planned) & ~int(position.offered) & 1 << seat != 0


@called
def can_pass(rules: Record, position: Record, seat: int) -> bool:
    """Whether the seat may pass though it could move."""
    if position.chain:
        kind = position.kind[position.chain - 1]
        return rules.power[shape_of(kind)] != MUST_CAPTURE
    if not rules.may_pass[position.phase]:
        return False
    return not (rules.must_scan and must_capture(rules, position, seat))


@inlined
def may_place(rules: Record, position: Record, seat: int, kind: int) -> bool:
    """Whether the seat has a piece of this kind in reserve."""
    if position.chain == 0 and in_hand(position, seat, kind):
        for i in range(rules.n_hand[seat]):
            if rules.hand[seat, i] == kind:
                return True
    return False


@called
def is_legal_placement(rules: Record, position: Record, seat: int, kind: int, space: int) -> bool:
    """Whether the seat may place a piece of this kind on a space, on stacks on their foot."""
    if not may_place(rules, position, seat, kind) or landing(rules, position, seat, space) == OFF:
        return False
    if rules.place_captures[shape_of(kind)] or (rules.must_scan and must_capture(rules, position, seat)):
        return placing_captures(rules, position, seat, kind, space)
    return True


@inlined
def is_legal(rules: Record, position: Record, seat: int, move: int) -> bool:
    """The whole definition of a legal move, for moves that come from outside: any integers may be asked."""
    if position.result != ONGOING or seat < 0 or seat >= rules.n_seats or move < 0:
        return False
    if position.asked:
        return is_asked(position, seat) and move in (AGREE, REFUSE)
    if not is_to_act(rules, position, seat):
        return False
    kind, target = kind_in(move), target_in(move)
    if kind == 0:
        if move == PASS:
            return can_pass(rules, position, seat)
        return move == OFFER and can_offer(rules, position, seat)
    if kind >= N_KINDS or target >= rules.n_spaces:
        return False
    if source_in(move) != RESERVE:
        return is_legal_jump(rules, position, seat, move)
    return promotion_in(move) == 0 and is_legal_placement(rules, position, seat, kind, target)


@inlined
def is_repeated(
    rules: Record, position: Record, seat: int, forced: bool, kind: int, source: int, start: int, i: int
) -> bool:
    """Whether an earlier entry of the stretch is the same move: on a torus, or a step and a capture in passing."""
    if rules.wraps or rules.en_passant:
        for j in range(start, i):
            if rules.reach[j] == rules.reach[i]:
                entered = arrives(rules, position, seat, kind, source, j)
                if entered != OFF and (not forced or entry_captures(rules, position, seat, kind, source, entered, j)):
                    return True
    return False


@called
def list_jumps(rules: Record, position: Record, seat: int, forced: bool, moves: Array, n: int) -> int:
    """Writes every move of a piece on the board behind the first `n`; returns how many moves there are then."""
    by_bits = forced and rules.leaps and not position.chain
    sources = jumping_pieces(rules, position, seat) if by_bits else 0
    for source in range(rules.n_spaces):
        if by_bits and not sources & rules.bit[source]:
            continue
        kind = seen(rules, position, seat, source)
        if may_lift(rules, position, seat, source, kind):
            start, stop = reach_from(rules, seat, kind, source)
            for i in range(start, stop):
                if forced and is_harmless(rules, position, seat, kind, source, i):
                    continue
                entered = arrives(rules, position, seat, kind, source, i)
                if entered == OFF or (forced and not entry_captures(rules, position, seat, kind, source, entered, i)):
                    continue
                if is_repeated(rules, position, seat, forced, kind, source, start, i):
                    continue
                move = move_of(kind, source, entered & TARGET)
                if promotes(rules, kind, seat, entered & TARGET):
                    for p in range(rules.n_promotions):
                        moves[n] = promoted(move, rules.promotions[p] + 1)
                        n += 1
                else:
                    moves[n] = move
                    n += 1
    return n


@inlined
def list_placements(rules: Record, position: Record, seat: int, forced: bool, moves: Array, weights: Array) -> int:
    """Writes every placement and how many such pieces are in reserve; returns how many placements."""
    n = 0
    for i in range(rules.n_hand[seat]):
        kind = rules.hand[seat, i]
        count = in_hand(position, seat, kind)
        if count:
            captures = forced or rules.place_captures[shape_of(kind)]
            for space in range(rules.n_spaces):
                if landing(rules, position, seat, space) != OFF and (
                    not captures or placing_captures(rules, position, seat, kind, space)
                ):
                    moves[n] = move_of(kind, RESERVE, space)
                    weights[n] = count
                    n += 1
    return n


@called
def list_acts(rules: Record, position: Record, seat: int, forced: bool, moves: Array, weights: Array) -> int:
    """Does what `list_moves` does, for a seat that is to act, and whose only legal moves are captures if `forced`."""
    n = 0 if position.chain else list_placements(rules, position, seat, forced, moves, weights)
    if rules.mobile:
        placements = n
        n = list_jumps(rules, position, seat, forced, moves, n)
        weights[placements:n] = 1
    if can_pass(rules, position, seat):
        moves[n], weights[n] = PASS, 1
        n += 1
    if can_offer(rules, position, seat):
        moves[n], weights[n] = OFFER, 0
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
    if not is_to_act(rules, position, seat):
        return 0
    forced = rules.must_scan != 0 and must_capture(rules, position, seat)
    return list_acts(rules, position, seat, forced, moves, weights)


@inlined
def can_place(rules: Record, position: Record, seat: int) -> bool:
    """Whether the seat has a piece in reserve and a space to put it on."""
    holds = False
    for i in range(rules.n_hand[seat]):
        holds = holds or in_hand(position, seat, rules.hand[seat, i]) > 0
    if not holds:
        return False
    if rules.encloses:
        return bool(enclosing_spaces(rules, position, seat) != 0)
    if not rules.quick:
        return can_place_closely(rules, position, seat)
    if not rules.guarded and rules.n_boards == 1:
        return position.n_open > 0
    for slot in range(position.n_open):
        if may_enter(rules, position, seat, position.open[slot]):
            return True
    return False


@called
def can_place_closely(rules: Record, position: Record, seat: int) -> bool:
    """Whether the seat can place one of the pieces that it has in reserve."""
    for i in range(rules.n_hand[seat]):
        kind = rules.hand[seat, i]
        if in_hand(position, seat, kind):
            captures = rules.place_captures[shape_of(kind)]
            for space in range(rules.n_spaces):
                if landing(rules, position, seat, space) != OFF and (
                    not captures or placing_captures(rules, position, seat, kind, space)
                ):
                    return True
    return False


@inlined
def has_target(rules: Record, position: Record, seat: int, source: int, kind: int) -> bool:
    """Whether the seat may move this piece from a space to another."""
    if may_lift(rules, position, seat, source, kind):
        start, stop = reach_from(rules, seat, kind, source)
        for i in range(start, stop):
            if arrives(rules, position, seat, kind, source, i) != OFF:
                return True
    return False


@inlined
def can_jump(rules: Record, position: Record, seat: int) -> bool:
    """Whether the seat can move a piece on the board."""
    for c in range(rules.n_colors[seat]):
        color = rules.colors[seat, c]
        for i in range(position.n_filled[color]):
            source = position.filled[color, i]
            if has_target(rules, position, seat, source, seen(rules, position, seat, source)):
                return True
    return False


@inlined
def can_act(rules: Record, position: Record, seat: int) -> bool:
    """Whether the seat can do anything to the board."""
    if position.chain == 0 and can_place(rules, position, seat):
        return True
    return rules.mobile != 0 and can_jump(rules, position, seat)


@called
def can_chain(rules: Record, position: Record, seat: int, space: int) -> bool:
    """Whether the piece that has jumped to a space can go on jumping; if so it is on to do that."""
    position.chain = space + 1
    if has_target(rules, position, seat, space, position.kind[space]):
        return True
    position.chain = 0
    return False


@called
def know_own(rules: Record, position: Record, mark: Array) -> None:
    """Every active seat knows those of its pieces that it can move now, even while another goes on jumping (A6)."""
    if rules.placement_only[position.phase]:
        return
    chain = position.chain
    position.chain = 0
    for space in range(rules.n_spaces):
        mark[space] = 0
        kind = position.kind[space]
        if kind:
            for seat in range(rules.n_seats):
                if (
                    position.active >> seat & 1
                    and not position.traits[space] >> seat & 1
                    and has_target(rules, position, seat, space, kind)
                ):
                    mark[space] = int(mark[space]) | 1 << seat
    for space in range(rules.n_spaces):
        position.traits[space] = int(position.traits[space]) | int(mark[space])
        mark[space] = 0
    position.chain = chain
