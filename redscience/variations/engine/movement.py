"""What planned moves do to the board, whether one is made alone or several at once (rules: 0.2, C22, C25, C40, C41).

All pieces on the move are lifted, then each is judged against what truly stands there, then all that have not failed
land together, and then each captures what it captures beside its target. A move that fails on something unseen moves
nothing and shows what it failed on.
"""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.captures import TRUTH, changes, list_captives, opposes
from redscience.variations.engine.hands import BY_RANK, outranking
from redscience.variations.engine.landing import highest, land, load, load_residents, note_changed, note_landed
from redscience.variations.engine.legality import (
    arrives,
    castling_rook,
    may_enter,
    meeting,
    passing_pawn,
    reach_from,
)
from redscience.variations.engine.moves import PASS, RESERVE, kind_in, promotion_in, source_in, target_in
from redscience.variations.engine.records import (
    BLOCKED,
    BOTH_DIE,
    CAPTURES,
    CASTLE,
    COMMUNAL,
    CONVERTS,
    DIES,
    DOUBLE,
    JUMP,
    JUMP_BACK,
    LEAP,
    MOVED,
    NO_EXIT,
    OFF,
    PARALYZED,
    PARALYZES,
    REINCARNATES,
    STEP,
    TAKE,
    TOP,
    Record,
    color_of,
    kind_of,
    shape_of,
)
from redscience.variations.engine.sight import show, show_owners
from redscience.variations.engine.spaces import (
    add_to_reserve,
    lift,
    of_color,
    place,
    recolor,
    take_from_reserve,
)

# What becomes of a piece on the move:
PENDING, FAILED, IDLE, DYING, DEAD, LANDED = 0, 1, 2, 3, 4, 5
NO_ENTRY_FOUND = -1


@called
def add_mover(
    position: Record, scratch: Record, seat: int, kind: int, source: int, target: int, promotion: int
) -> None:
    """Adds a piece to those on the move."""
    n = scratch.n_movers
    scratch.mover_seat[n] = seat
    scratch.mover_kind[n] = kind
    scratch.mover_traits[n] = 0 if source == RESERVE else position.traits[source]
    scratch.mover_source[n] = source
    scratch.mover_target[n] = target
    scratch.mover_promotion[n] = promotion
    scratch.mover_act[n] = STEP
    scratch.mover_way[n] = LEAP
    scratch.mover_fate[n] = PENDING
    scratch.mover_took[n] = 0
    scratch.n_movers = n + 1


@called
def add_move(rules: Record, position: Record, scratch: Record, seat: int, move: int) -> None:
    """Adds what a legal move of a seat sets in motion; nothing for a pass.

    To be called for all moves of a round before any of them is carried out: they are judged on the opening board.
    """
    if move == PASS:
        return
    kind, source, target = kind_in(move), source_in(move), target_in(move)
    n = scratch.n_movers
    add_mover(position, scratch, seat, kind, source, target, promotion_in(move))
    for i in range(n):
        if scratch.mover_source[i] == source and source != RESERVE:
            scratch.mover_fate[n] = IDLE  # shared colours: the first in order has the piece
    if source == RESERVE or rules.gravity:
        return
    entry = entry_of(rules, position, seat, kind, source, target)
    scratch.mover_act[n] = rules.act[entry]
    scratch.mover_way[n] = rules.way[entry]
    if rules.act[entry] == CASTLE:
        way = rules.way[entry]
        rook = castling_rook(rules, position, seat, kind, source, way)
        add_mover(position, scratch, seat, position.kind[rook], rook, rules.step[source, way], 0)
        scratch.mover_act[n + 1] = CASTLE


@called
def entry_of(rules: Record, position: Record, seat: int, kind: int, source: int, target: int) -> int:
    """The entry that a legal move takes: a capture before a plain step, a free way before a blocked one."""
    start, stop = reach_from(rules, seat, kind, source)
    base = rules.board[source] * rules.volume
    found, worth = NO_ENTRY_FOUND, -1
    for i in range(start, stop):
        if base + rules.reach[i] == target and arrives(rules, position, seat, kind, source, i) != OFF:
            value = 0
            if rules.act[i] >= TAKE:
                value = 2
            elif rules.way[i] == LEAP or blocker(rules, position, source, target, rules.way[i]) == OFF:
                value = 1
            if value > worth:
                found, worth = i, value
    return found


@inlined
def blocker(rules: Record, position: Record, source: int, target: int, way: int) -> int:
    """The first piece between two spaces; OFF if there is none."""
    at = rules.step[source, way]
    while at != target:
        if position.kind[at]:
            return at
        at = rules.step[at, way]
    return OFF


@called
def free_ways(rules: Record, position: Record, seat: int, kind: int, source: int, target: int) -> int:
    """The directions in which a piece can slide from one space to another, a bit each; on a torus there are several."""
    start, stop = reach_from(rules, seat, kind, source)
    base, ways = rules.board[source] * rules.volume, 0
    for i in range(start, stop):
        if (
            rules.act[i] == STEP
            and rules.way[i] != LEAP
            and base + rules.reach[i] == target
            and blocker(rules, position, source, target, rules.way[i]) == OFF
        ):
            ways |= 1 << int(rules.way[i])
    return ways


@inlined
def fail(position: Record, scratch: Record, mover: int, on: int) -> None:
    """The move fails on an unseen piece, which its seat sees from now on."""
    scratch.mover_fate[mover] = FAILED
    show(position, scratch.mover_seat[mover], on)


@called
def show_ways(rules: Record, position: Record, scratch: Record, mover: int) -> None:
    """On a torus a move fails on a piece in each direction that its seat saw open."""
    seat, kind, source = scratch.mover_seat[mover], scratch.mover_kind[mover], scratch.mover_source[mover]
    target = scratch.mover_target[mover]
    start, stop = reach_from(rules, seat, kind, source)
    base = rules.board[source] * rules.volume
    for i in range(start, stop):
        if (
            rules.act[i] == STEP
            and rules.way[i] != LEAP
            and base + rules.reach[i] == target
            and arrives(rules, position, seat, kind, source, i) != OFF
        ):
            on = blocker(rules, position, source, target, rules.way[i])
            show(position, seat, target if on == OFF else on)


@called
def carry_out(rules: Record, position: Record, scratch: Record, sealed: bool) -> None:
    """Carries out what has been added: on stacks, or on squares."""
    for i in range(scratch.n_movers):
        scratch.mover_traits[i] = int(scratch.mover_traits[i]) | 1 << scratch.mover_seat[i]
        if scratch.mover_source[i] == RESERVE and scratch.mover_fate[i] == PENDING:
            if position.reserve[scratch.mover_kind[i]] == 0:
                scratch.mover_fate[i] = IDLE  # a common reserve: those before took the last
            else:
                take_from_reserve(rules, position, scratch.mover_kind[i])
                position.n_placed += 1
    if rules.gravity:
        move_on_stacks(rules, position, scratch, sealed)
    else:
        move_on_squares(rules, position, scratch, sealed)


@inlined
def give_back(rules: Record, position: Record, scratch: Record, mover: int) -> None:
    """A placement that has failed was none."""
    add_to_reserve(rules, position, scratch.mover_kind[mover])
    position.n_placed -= 1


# Stacks


@called
def top_of(rules: Record, position: Record, foot: int) -> int:
    """The highest occupied space of a stack; OFF if it is empty."""
    rest = position.rest[foot]
    return highest(rules, foot) if rest == OFF else rules.below[rest]


@called
def is_covered(rules: Record, position: Record, scratch: Record, space: int) -> bool:
    """Whether a piece lies above a space that nobody carries away."""
    at = rules.above[space]
    while at != OFF and position.kind[at]:
        is_carried = False
        for i in range(scratch.n_movers):
            is_carried = is_carried or (
                scratch.mover_fate[i] == PENDING
                and scratch.mover_source[i] != RESERVE
                and rules.foot[scratch.mover_source[i]] == rules.foot[at]
                and space < scratch.mover_source[i] <= at
            )
        if not is_carried:
            return True
        at = rules.above[at]
    return False


@called
def fits_on_stack(rules: Record, position: Record, scratch: Record, mover: int) -> bool:
    """Whether all that moves is let go, has room and is let in; else it has failed on what its seat did not see (C41).

    That is asked of moves that are made alone: in a round the heights at which pieces land are nobody's choice.
    """
    foot, source, seat = scratch.mover_target[mover], scratch.mover_source[mover], scratch.mover_seat[mover]
    space = position.rest[foot]
    fits = space != OFF and may_enter(rules, position, seat, space)
    if source != RESERVE and rules.carry[shape_of(scratch.mover_kind[mover])] != TOP:
        at = rules.above[source]
        while fits and at != OFF and position.kind[at]:
            space = rules.above[space]
            fits = space != OFF and may_enter(rules, position, seat, space)
            if rules.guarded and rules.lock[position.phase, seat, at] & NO_EXIT:
                fits = False
            at = rules.above[at]
    if fits:
        return True
    top = top_of(rules, position, foot)
    if source != RESERVE and (top == OFF or position.look[seat, top]):
        top = top_of(rules, position, rules.foot[source])
    fail(position, scratch, mover, top)
    return False


@called
def move_on_stacks(rules: Record, position: Record, scratch: Record, sealed: bool) -> None:
    """Lifts what moves with what it carries, then lands it stack by stack."""
    for i in range(scratch.n_movers):
        if scratch.mover_fate[i] == PENDING:
            source = scratch.mover_source[i]
            is_plain = source != RESERVE and rules.carry[shape_of(scratch.mover_kind[i])] == TOP
            if is_plain and is_covered(rules, position, scratch, source):
                fail(position, scratch, i, top_of(rules, position, rules.foot[source]))
                continue
            if not sealed:
                fits_on_stack(rules, position, scratch, i)
    for i in range(scratch.n_movers):
        if scratch.mover_fate[i] == FAILED and scratch.mover_source[i] == RESERVE:
            give_back(rules, position, scratch, i)
    lift_with_riders(rules, position, scratch)
    for i in range(scratch.n_movers):
        if scratch.mover_fate[i] == PENDING:
            foot, by_hand = scratch.mover_target[i], False
            load_residents(rules, position, scratch, foot)
            for j in range(i, scratch.n_movers):
                if scratch.mover_fate[j] == PENDING and scratch.mover_target[j] == foot:
                    load_arrivals(scratch, j)
                    scratch.mover_fate[j] = LANDED
                    if scratch.mover_source[j] != RESERVE:
                        by_hand = by_hand or rules.carry[shape_of(scratch.mover_kind[j])] != TOP
            land(rules, position, scratch, foot, by_hand)
            promote_on_stack(rules, position, scratch)


@called
def lift_with_riders(rules: Record, position: Record, scratch: Record) -> None:
    """Lifts every piece that moves; each goes with the nearest grabbed piece at or below it.

    What was lifted stands in `lifted_from` and the fields beside it, from the bottom of each stack.
    """
    scratch.n_lifted = 0
    for i in range(scratch.n_movers):
        if scratch.mover_fate[i] == PENDING and scratch.mover_source[i] != RESERVE:
            scratch.mark[scratch.mover_source[i]] = i + 1
    for i in range(scratch.n_movers):
        if scratch.mover_fate[i] == PENDING and scratch.mover_source[i] != RESERVE:
            at = scratch.mover_source[i]
            while at != OFF and position.kind[at] and (scratch.mark[at] == 0 or scratch.mark[at] == i + 1):
                n = scratch.n_lifted
                scratch.lifted_from[n] = at
                scratch.lifted_by[n] = i
                scratch.lifted_kind[n] = position.kind[at]
                scratch.lifted_traits[n] = position.traits[at]
                scratch.n_lifted = n + 1
                note_changed(scratch, at, scratch.mover_seat[i])
                at = rules.above[at]
    for i in range(scratch.n_movers):
        if scratch.mover_fate[i] == PENDING and scratch.mover_source[i] != RESERVE:
            source = scratch.mover_source[i]
            scratch.mark[source] = 0
            top = top_of(rules, position, rules.foot[source])
            while top != OFF and top >= source:
                below_it = rules.below[top]
                lift(rules, position, top)
                top = below_it


@called
def load_arrivals(scratch: Record, mover: int) -> None:
    """Puts a mover and what it carries on the pile."""
    if scratch.mover_source[mover] == RESERVE:
        load(scratch, scratch.mover_kind[mover], scratch.mover_traits[mover], mover + 1, 1)
        return
    for n in range(scratch.n_lifted):
        if scratch.lifted_by[n] == mover:
            chosen = scratch.lifted_from[n] == scratch.mover_source[mover]
            traits = int(scratch.lifted_traits[n]) | MOVED | (1 << scratch.mover_seat[mover] if chosen else 0)
            load(scratch, scratch.lifted_kind[n], traits, mover + 1, chosen)


@called
def promote_on_stack(rules: Record, position: Record, scratch: Record) -> None:
    """Promotes the chosen pieces that stand where they landed."""
    for n in range(scratch.n_landed):
        if scratch.chosen[n] and scratch.jumped[n]:
            space = scratch.landed[n]
            for i in range(scratch.n_movers):
                if (
                    scratch.mover_promotion[i]
                    and scratch.mover_fate[i] == LANDED
                    and rules.foot[space] == scratch.mover_target[i]
                    and shape_of(position.kind[space]) == shape_of(scratch.mover_kind[i])
                    and scratch.lander[n] == scratch.mover_seat[i]
                ):
                    promote(rules, position, scratch, i, space)
                    scratch.mover_promotion[i] = 0


@called
def promote(rules: Record, position: Record, scratch: Record, mover: int, space: int) -> None:
    """Promotes a piece on its goal line, whosoever it has become."""
    color, shape = color_of(int(position.kind[space])), shape_of(int(position.kind[space]))
    scratch.promoted[color] = int(scratch.promoted[color]) | 1 << shape
    kind = kind_of(int(scratch.mover_promotion[mover]) - 1, color)
    recolor(rules, position, space, kind)
    scratch.mover_kind[mover] = kind


# Squares


@called
def move_on_squares(rules: Record, position: Record, scratch: Record, sealed: bool) -> None:
    """Lifts, judges, lands and captures."""
    for i in range(scratch.n_movers):
        if scratch.mover_fate[i] == PENDING and scratch.mover_source[i] != RESERVE:
            lift(rules, position, scratch.mover_source[i])
    again = True
    while again:
        again = False
        for i in range(scratch.n_movers):
            if scratch.mover_fate[i] == PENDING:
                on = obstacle(rules, position, scratch, i, sealed)
                if on != OFF:
                    put_back(rules, position, scratch, i, on)
                    again = True
    for i in range(scratch.n_movers):
        if scratch.mover_fate[i] == PENDING and scratch.mover_source[i] != RESERVE:
            scratch.mover_traits[i] = int(scratch.mover_traits[i]) | MOVED
            note_changed(scratch, scratch.mover_source[i], scratch.mover_seat[i])
    if rules.en_passant:
        take_in_passing(rules, position, scratch)
    if scratch.n_movers > 1:
        collide(rules, scratch)
    for i in range(scratch.n_movers):
        if scratch.mover_fate[i] == PENDING:
            enter(rules, position, scratch, i)
    for i in range(scratch.n_movers):
        if scratch.mover_fate[i] == LANDED:
            capture_beside(rules, position, scratch, i)
    for i in range(scratch.n_movers):
        space = scratch.mover_target[i]
        if scratch.mover_fate[i] == LANDED and position.kind[space]:
            if scratch.mover_took[i]:
                show_owners(rules, position, rules.color_key[scratch.mover_kind[i]], space)
            for color in range(COMMUNAL):
                if scratch.mover_took[i] >> color & 1:
                    show_owners(rules, position, color + 1, space)
            if scratch.mover_promotion[i]:
                promote(rules, position, scratch, i, space)
            note_landed(scratch, space, i, 1)


@called
def obstacle(rules: Record, position: Record, scratch: Record, mover: int, sealed: bool) -> int:
    """What truly keeps a piece from its target: the space that it fails on; OFF if nothing does."""
    seat, kind, source = scratch.mover_seat[mover], scratch.mover_kind[mover], scratch.mover_source[mover]
    target, act, way = scratch.mover_target[mover], scratch.mover_act[mover], scratch.mover_way[mover]
    occupant = position.kind[target]
    if source == RESERVE:
        return target if occupant else OFF
    scratch.mover_ways[mover] = 0 if way == LEAP else 1 << int(way)
    if way != LEAP and (act == STEP or act == DOUBLE or act == CASTLE):
        # A king castles over all that lies between it and the rook.
        end = scratch.mover_source[mover + 1] if act == CASTLE else target
        on = blocker(rules, position, source, end, way)
        if act == STEP and rules.wraps:
            scratch.mover_ways[mover] = free_ways(rules, position, seat, kind, source, target)
        elif on != OFF:
            return on
        if scratch.mover_ways[mover] == 0:
            return on
    if occupant == 0:
        if (act == JUMP or act == JUMP_BACK) and not sealed:
            # What was jumped over can turn out to be no captive.
            over = rules.step[source, way]
            return OFF if changes(rules, position, TRUTH, shape_of(kind), over) else over
        return OFF
    if act == STEP:
        if meeting(rules, position, seat, kind, occupant, target) != BLOCKED:
            return OFF
        if has_taking_step(rules, seat, kind, source, target):
            act = scratch.mover_act[mover] = TAKE  # it did not see what it captures
    if act == TAKE:
        takes = opposes(rules, seat, occupant) and (rules.takes[occupant] or position.traits[target] & PARALYZED)
        return OFF if takes else target
    return target


@called
def has_taking_step(rules: Record, seat: int, kind: int, source: int, target: int) -> bool:
    """Whether a piece can go from one space to another by a step that is a move only where it captures."""
    start, stop = reach_from(rules, seat, kind, source)
    base = rules.board[source] * rules.volume
    for i in range(start, stop):
        if rules.act[i] == TAKE and base + rules.reach[i] == target:
            return True
    return False


@called
def put_back(rules: Record, position: Record, scratch: Record, mover: int, on: int) -> None:
    """A piece whose move has failed stands where it was; a castling rook or king with it."""
    fail(position, scratch, mover, on)
    source = scratch.mover_source[mover]
    if source == RESERVE:
        give_back(rules, position, scratch, mover)
    else:
        traits = int(scratch.mover_traits[mover])
        place(rules, position, scratch.mover_kind[mover], traits, source)
        if rules.wraps:
            show_ways(rules, position, scratch, mover)
    if scratch.mover_act[mover] == CASTLE:
        other = mover + 1 if scratch.mover_way[mover] != LEAP else mover - 1
        if scratch.mover_fate[other] == PENDING:
            scratch.mover_fate[other] = FAILED
            place(
                rules,
                position,
                scratch.mover_kind[other],
                int(scratch.mover_traits[other]),
                scratch.mover_source[other],
            )


@called
def take_in_passing(rules: Record, position: Record, scratch: Record) -> None:
    """Captures pawns on the spaces beside those that they have just passed over, then notes who passes over one now."""
    for i in range(scratch.n_movers):
        target = scratch.mover_target[i]
        if scratch.mover_act[i] == TAKE and scratch.mover_fate[i] == PENDING and position.kind[target] == 0:
            pawn = passing_pawn(rules, position, scratch.mover_seat[i], target)
            if pawn != OFF and opposes(rules, scratch.mover_seat[i], position.kind[pawn]):
                take(rules, position, scratch, i, pawn)
    position.n_passed_over = 0
    for i in range(scratch.n_movers):
        if scratch.mover_act[i] == DOUBLE and scratch.mover_fate[i] == PENDING:
            n = position.n_passed_over
            position.passed_over[n] = rules.step[scratch.mover_source[i], scratch.mover_way[i]]
            position.passing_pawn[n] = scratch.mover_target[i]
            position.n_passed_over = n + 1


@called
def collide(rules: Record, scratch: Record) -> None:
    """Where several arrive at one space all die, unless all are by rank and one of them outranks the others (C40)."""
    for i in range(scratch.n_movers):
        if scratch.mover_fate[i] == PENDING:
            survivor, n = i, 0
            for j in range(scratch.n_movers):
                if scratch.mover_fate[j] == PENDING and scratch.mover_target[j] == scratch.mover_target[i]:
                    n += 1
                    if outranks_all(rules, scratch, j):
                        survivor = j
            if n > 1:
                survives = outranks_all(rules, scratch, survivor)
                for j in range(scratch.n_movers):
                    if (
                        scratch.mover_fate[j] == PENDING
                        and scratch.mover_target[j] == scratch.mover_target[i]
                        and not (survives and j == survivor)
                    ):
                        scratch.mover_fate[j] = DYING
                        if survives:
                            note_taken(scratch, survivor, scratch.mover_kind[j])
    for i in range(scratch.n_movers):
        if scratch.mover_fate[i] == DYING:
            scratch.mover_fate[i] = DEAD


@called
def outranks_all(rules: Record, scratch: Record, best: int) -> bool:
    """Whether a by-rank piece captures every other piece that arrives with it, and is captured by none."""
    shape = shape_of(scratch.mover_kind[best])
    for j in range(scratch.n_movers):
        if (
            j != best
            and (scratch.mover_fate[j] == PENDING or scratch.mover_fate[j] == DYING)
            and scratch.mover_target[j] == scratch.mover_target[best]
        ):
            other = shape_of(scratch.mover_kind[j])
            if rules.class_[shape] != BY_RANK or rules.class_[other] != BY_RANK:
                return False
            if outranking(int(rules.rank[other])) >> int(rules.rank[shape]) & 1 == 0:
                return False
    return True


@called
def enter(rules: Record, position: Record, scratch: Record, mover: int) -> None:
    """A piece enters its target: onto an empty space, capturing, or captured (rules: A4, C22)."""
    seat, kind, target = scratch.mover_seat[mover], int(scratch.mover_kind[mover]), scratch.mover_target[mover]
    occupant = int(position.kind[target])
    met = CAPTURES
    if occupant and scratch.mover_act[mover] != TAKE:
        met = meeting(rules, position, seat, kind, occupant, target)
    if met == DIES or met == BOTH_DIE:
        scratch.mover_fate[mover] = DEAD
        if met == BOTH_DIE:
            lift(rules, position, target)
            note_changed(scratch, target, seat)
        else:
            color, shape = color_of(occupant), shape_of(occupant)
            if rules.result[shape] == REINCARNATES:
                for _ in range(rules.reborn[shape]):
                    add_to_reserve(rules, position, of_color(kind, color))
            show_owners(rules, position, rules.color_key[kind], target)
            show_owners(rules, position, rules.color_key[occupant], target)
        return
    if occupant:
        take(rules, position, scratch, mover, target)
    place(rules, position, kind, scratch.mover_traits[mover], target)
    if occupant:
        show_owners(rules, position, rules.color_key[occupant], target)
        show_owners(rules, position, rules.color_key[kind], target)
    note_changed(scratch, target, seat)
    scratch.mover_fate[mover] = LANDED


@inlined
def note_taken(scratch: Record, mover: int, captive: int) -> None:
    """Notes whose piece a mover captures: its owners see the mover in the end, if it is still there (rules: 0.4)."""
    scratch.mover_took[mover] = int(scratch.mover_took[mover]) | 1 << color_of(int(captive))


@called
def take(rules: Record, position: Record, scratch: Record, mover: int, space: int) -> None:
    """Does to a captive on a space what the captor's power does."""
    kind = int(scratch.mover_kind[mover])
    shape, color, captive = shape_of(kind), color_of(kind), int(position.kind[space])
    result = rules.result[shape]
    note_taken(scratch, mover, captive)
    note_changed(scratch, space, scratch.mover_seat[mover])
    if result == CONVERTS:
        recolor(rules, position, space, of_color(captive, color))
    elif result == PARALYZES:
        position.traits[space] = int(position.traits[space]) | PARALYZED
    else:
        lift(rules, position, space)
        if result == REINCARNATES:
            for _ in range(rules.reborn[shape]):
                add_to_reserve(rules, position, of_color(captive, color))
        return
    show_owners(rules, position, rules.color_key[captive], space)
    show_owners(rules, position, rules.color_key[kind], space)


@called
def capture_beside(rules: Record, position: Record, scratch: Record, mover: int) -> None:
    """A piece that has landed captures what it jumped over, and what its power captures around it."""
    seat, kind, target = scratch.mover_seat[mover], int(scratch.mover_kind[mover]), scratch.mover_target[mover]
    if position.kind[target] != kind or position.traits[target] & PARALYZED:
        return  # captured itself, by a piece that came first
    act = scratch.mover_act[mover]
    if act == JUMP or act == JUMP_BACK:
        take_jumped(rules, position, scratch, mover)
    elif rules.around[shape_of(kind)] and (act != CASTLE or scratch.mover_way[mover] != LEAP):
        # (not the rook that castles)
        is_placed = scratch.mover_source[mover] == RESERVE
        list_captives(rules, position, scratch, seat, kind, target, scratch.mover_ways[mover], is_placed)
        for i in range(scratch.n_captives):
            if changes(rules, position, TRUTH, shape_of(kind), scratch.captive[i]):
                take(rules, position, scratch, mover, scratch.captive[i])


@called
def take_jumped(rules: Record, position: Record, scratch: Record, mover: int) -> None:
    """Captures the pieces between the start and the end of a jump; on a torus there may be several."""
    seat, kind, source = scratch.mover_seat[mover], int(scratch.mover_kind[mover]), scratch.mover_source[mover]
    start, stop = reach_from(rules, seat, kind, source)
    base = rules.board[source] * rules.volume
    for i in range(start, stop):
        act = rules.act[i]
        if (act == JUMP or (act == JUMP_BACK and position.chain)) and base + rules.reach[i] == scratch.mover_target[
            mover
        ]:
            over = rules.step[source, rules.way[i]]
            if opposes(rules, seat, position.kind[over]) and changes(rules, position, TRUTH, shape_of(kind), over):
                take(rules, position, scratch, mover, over)
