"""What happens where pieces land on a stack (rules: 0.2).

The stack and what lands on it are one *pile*, from the bottom, in SCRATCH: residents first, then the arrivals in order
of their seats. Who captures is decided over the whole pile, owner by owner.
"""

from __future__ import annotations

import numpy as np

from redscience.kernels.compiled import called, inlined
from redscience.kernels.randomness import below
from redscience.variations.engine.captures import kind_at
from redscience.variations.engine.hands import BY_RANK, HAND_RANKS, LEAST_HAND, hand_value, outranking
from redscience.variations.engine.moves import RESERVE
from redscience.variations.engine.records import (
    COMMUNAL,
    CONVERTS,
    MAX_COMPARED,
    MAX_VOLUME,
    N_COLORS,
    N_KINDS,
    OFF,
    PARALYZED,
    PARALYZES,
    REINCARNATES,
    REMOVES,
    TOP,
    Array,
    Record,
    color_of,
    shape_of,
)
from redscience.variations.engine.sight import show_owners
from redscience.variations.engine.spaces import add_to_reserve, fill, lift, of_color

# What landing comes to, beside the captors (a bit a colour):
COLLISION, MUTUAL = 64, 128
COVER_CLASS = 2
RANK_BITS = 8  # room for the ranks of one owner's pieces, a bit each
ALL_RANKS = (1 << RANK_BITS) - 1


@inlined
def class_in_pile(rules: Record, kind: int, traits: int) -> int:
    """The class of a piece: 0 no power, 1 by rank, 2 any other; pieces of unknown shape show none."""
    return 0 if kind >= N_KINDS or traits & PARALYZED else rules.class_[shape_of(kind)]


@called
def find_captors(
    rules: Record, kinds: Array, traits: Array, movers: Array, n: int, by_hand: bool, strength: Array, need: Array
) -> int:
    """Who captures in a pile: a bit a colour, with COLLISION or MUTUAL; 0 for plain stacking.

    Args:
        rules: of the game.
        kinds: of the pile's pieces, from the bottom.
        traits: theirs.
        movers: 0 for residents.
        n: how many they are.
        by_hand: whether the pile's hands are compared (a move by stack, powers by rank).
        strength: room for N_COLORS numbers: each owner's best piece (class first, then rank), or hand.
        need: room for (N_COLORS, HAND_RANKS) numbers: where hands count, the pieces of each rank that make them.
    """
    strength[:] = 0
    present, top = 0, 0
    for i in range(n):
        color = color_of(int(kinds[i]))
        if color != COMMUNAL:
            present |= 1 << color
            its_class = class_in_pile(rules, kinds[i], traits[i])
            if its_class:
                value = its_class * 8
                if its_class != COVER_CLASS:
                    value += int(rules.rank[shape_of(kinds[i])])
                strength[color] = max(strength[color], value)
                top = max(top, its_class)
    if not rules.owned or top == 0 or present & present - 1 == 0:
        return 0
    if top == COVER_CLASS:
        return captors_by_cover(rules, kinds, traits, movers, n, strength)
    if by_hand:
        for color in range(COMMUNAL):
            if strength[color]:
                strength[color] = hand_value(rules, kinds, traits, n, color, need[color])
        captors = strongest(strength)
    else:
        captors = highest_ranks(rules, kinds, traits, n, strength)
    if captors & captors - 1:
        result = rules.result[captor_shape(rules, kinds, traits, movers, n, captors)]
        if result == REMOVES or result == PARALYZES:
            captors |= MUTUAL
    return captors


@inlined
def strongest(strength: Array) -> int:
    """The owners of the greatest strength, a bit each."""
    best, owners = 1, 0
    for color in range(COMMUNAL):
        if strength[color] > best:
            best, owners = strength[color], 0
        if strength[color] == best:
            owners |= 1 << color
    return owners


@called
def highest_ranks(rules: Record, kinds: Array, traits: Array, n: int, strength: Array) -> int:
    """The owners of pieces by rank that no other owner's outrank; all owners of such pieces where nobody has one.

    `strength` becomes that of those pieces: it need not be the greatest of an owner's where circles meet pentagons.
    """
    ranks = 0  # RANK_BITS an owner, a bit a rank
    for i in range(n):
        color = color_of(int(kinds[i]))
        if color != COMMUNAL and class_in_pile(rules, kinds[i], traits[i]):
            ranks |= 1 << color * RANK_BITS + int(rules.rank[shape_of(int(kinds[i]))])
    owners, everyone = 0, 0
    for color in range(COMMUNAL):
        own, others = ranks >> color * RANK_BITS & ALL_RANKS, 0
        if own == 0:
            continue
        everyone |= 1 << color
        for other in range(COMMUNAL):
            if other != color:
                others |= ranks >> other * RANK_BITS & ALL_RANKS
        for rank in range(1, HAND_RANKS):
            if own >> rank & 1 and others & outranking(rank) == 0:
                owners |= 1 << color
                strength[color] = BY_RANK * 8 + rank  # the same of all owners where there are several
    return owners or everyone


@inlined
def captors_by_cover(rules: Record, kinds: Array, traits: Array, movers: Array, n: int, strength: Array) -> int:
    """The owners of pieces with a power that is not by rank: the one who arrives with such a piece, or all of them."""
    tied, arriving = 0, 0
    for i in range(n):
        color = color_of(int(kinds[i]))
        if color != COMMUNAL and strength[color] == COVER_CLASS * 8:
            tied |= 1 << color
            if movers[i] and class_in_pile(rules, kinds[i], traits[i]) == COVER_CLASS:
                arriving |= 1 << color
    if tied & tied - 1 == 0 or arriving == 0:
        return tied
    return COLLISION if arriving & arriving - 1 else arriving


@called
def captor_shape(rules: Record, kinds: Array, traits: Array, movers: Array, n: int, captors: int) -> int:
    """The shape whose result applies."""
    first = 0
    while captors >> first & 1 == 0:
        first += 1
    best, shape = -1, 0
    for i in range(n):
        its_class = class_in_pile(rules, kinds[i], traits[i])
        if color_of(kinds[i]) == first and its_class:
            value = its_class * 8 + int(rules.rank[shape_of(kinds[i])]) + (64 if movers[i] else 0)
            if value > best:
                best, shape = value, shape_of(kinds[i])
    return shape


@called
def captures_on_stack(rules: Record, position: Record, seat: int, kind: int, source: int, foot: int) -> bool:
    """Whether the seat sees that by landing there a colour of its own captures something."""
    kinds, traits, movers = (
        np.zeros(2 * MAX_VOLUME, np.uint8),
        np.zeros(2 * MAX_VOLUME, np.uint8),
        np.zeros(2 * MAX_VOLUME, np.uint8),
    )
    n = 0
    at = rules.lowest[foot]
    while at != OFF:
        kinds[n], traits[n] = kind_at(rules, position, seat, at), position.traits[at]
        n += kinds[n] != 0
        at = rules.above[at]
    if source == OFF:
        kinds[n], traits[n], movers[n] = kind, 0, 1
        n += 1
    else:
        at = source
        while at != OFF:
            kinds[n], traits[n], movers[n] = kind_at(rules, position, seat, at), position.traits[at], 1
            n += kinds[n] != 0
            at = rules.above[at] if rules.carry[shape_of(kind)] != TOP else OFF
    strength, need = np.zeros(N_COLORS, np.int64), np.zeros((N_COLORS, HAND_RANKS), np.int64)
    by_hand = source != OFF and rules.carry[shape_of(kind)] != TOP
    captors = find_captors(rules, kinds, traits, movers, n, by_hand, strength, need)
    if captors & COLLISION or captors >> color_of(kind) & 1 == 0:
        return False
    if rules.class_[shape_of(kind)] == BY_RANK:
        for i in range(n):
            if kinds[i] >= N_KINDS:
                return False  # it might outrank what arrives
    result = rules.result[captor_shape(rules, kinds, traits, movers, n, captors)]
    for i in range(n):
        if captors & MUTUAL:
            if makes_rank(rules, kinds[i], traits[i], captors, by_hand, strength, need):
                return True
        elif is_captive(rules, kinds[i], traits[i], captors, result, by_hand, strength, need):
            return True
    return False


@called
def load_residents(rules: Record, position: Record, scratch: Record, foot: int) -> None:
    """Begins the pile of a stack with what stands on it."""
    scratch.n_pile = 0
    at = rules.lowest[foot]
    while at != OFF and position.kind[at]:
        load(scratch, position.kind[at], position.traits[at], 0, 0)
        at = rules.above[at]


@inlined
def load(scratch: Record, kind: int, traits: int, mover: int, chosen: int) -> None:
    """Puts a piece on top of the pile."""
    n = scratch.n_pile
    scratch.pile_kind[n] = kind
    scratch.pile_traits[n] = traits
    scratch.pile_mover[n] = mover
    scratch.pile_chosen[n] = chosen
    scratch.pile_gone[n] = 0
    scratch.n_pile = n + 1


@called
def land(rules: Record, position: Record, scratch: Record, foot: int, by_hand: bool) -> None:
    """Lands the pile on its stack: captures, gravity, and room, in this order."""
    n = scratch.n_pile
    show_top(scratch)
    strength, need = scratch.strength, scratch.need
    captors = 0
    if rules.powered:
        captors = find_captors(
            rules, scratch.pile_kind, scratch.pile_traits, scratch.pile_mover, n, by_hand, strength, need
        )
    if captors and by_hand:
        note_compared(scratch, foot)
    if captors == 0 or captors & COLLISION:
        if captors or (is_powerless(rules, scratch) and has_several_movers(scratch)):
            destroy_arrivals(scratch)
        drop_arrivals(rules, position, scratch, foot)
        return
    keys = 0
    if captors & MUTUAL:
        shape = captor_shape(rules, scratch.pile_kind, scratch.pile_traits, scratch.pile_mover, n, captors)
        for i in range(n):
            if makes_rank(rules, scratch.pile_kind[i], scratch.pile_traits[i], captors, by_hand, strength, need):
                if rules.result[shape] == PARALYZES:
                    scratch.pile_traits[i] = int(scratch.pile_traits[i]) | PARALYZED
                else:
                    scratch.pile_gone[i] = 1
                keys |= 1 << color_of(int(scratch.pile_kind[i]))
    else:
        keys = capture(rules, position, scratch, captors, by_hand, strength, need)
        if keys:
            keys |= captors
    write_pile(rules, position, scratch, foot, keys)


@inlined
def note_compared(scratch: Record, foot: int) -> None:
    """Notes the hands of a pile, if it is they that were compared."""
    best, n = 0, int(scratch.n_compared)
    for color in range(COMMUNAL):
        best = max(best, int(scratch.strength[color]))
    if best < LEAST_HAND or n == MAX_COMPARED:
        return
    scratch.compared_at[n], scratch.compared_pieces[n] = foot, scratch.n_pile
    for color in range(N_COLORS):
        scratch.compared[n, color] = scratch.strength[color]
    scratch.n_compared = n + 1


@called
def drop_arrivals(rules: Record, position: Record, scratch: Record, foot: int) -> None:
    """Puts what arrives on top of what stands there; what does not fit is destroyed."""
    for i in range(scratch.n_pile):
        mover, space = int(scratch.pile_mover[i]) - 1, position.rest[foot]
        if mover < 0:
            if i + 1 < scratch.n_pile and scratch.pile_mover[i + 1]:
                top = highest(rules, foot) if space == OFF else rules.below[space]
                position.traits[top] = scratch.pile_traits[i]
        elif not scratch.pile_gone[i] and space != OFF:
            fill(rules, position, scratch.pile_kind[i], position.open_at[space])
            position.traits[space] = scratch.pile_traits[i]
            note_landed(scratch, space, mover, scratch.pile_chosen[i])
            note_changed(scratch, space, scratch.mover_seat[mover])


@inlined
def show_top(scratch: Record) -> None:
    """Landing on a stack shows the movers what lay on top (rules: 0.4)."""
    top = 0
    while top < scratch.n_pile and scratch.pile_mover[top] == 0:
        top += 1
    if top:
        for i in range(top, scratch.n_pile):
            seat = scratch.mover_seat[scratch.pile_mover[i] - 1]
            scratch.pile_traits[top - 1] = int(scratch.pile_traits[top - 1]) | 1 << seat


@inlined
def is_powerless(rules: Record, scratch: Record) -> bool:
    """Whether no piece of the pile has power."""
    for i in range(scratch.n_pile):
        if class_in_pile(rules, scratch.pile_kind[i], scratch.pile_traits[i]):
            return False
    return True


@inlined
def has_several_movers(scratch: Record) -> bool:
    """Whether seats of several players arrive."""
    first = -1
    for i in range(scratch.n_pile):
        if scratch.pile_mover[i]:
            seat = int(scratch.mover_seat[scratch.pile_mover[i] - 1])
            if first >= 0 and seat != first:
                return True
            first = seat
    return False


@inlined
def destroy_arrivals(scratch: Record) -> None:
    """An unresolved collision: all that arrives is destroyed."""
    for i in range(scratch.n_pile):
        if scratch.pile_mover[i]:
            scratch.pile_gone[i] = 1


@inlined
def makes_rank(
    rules: Record, kind: int, traits: int, captors: int, by_hand: bool, strength: Array, need: Array
) -> bool:
    """Whether a piece is among those by which its owner is a captor.

    In a hand each is counted off `need`, from the bottom; communal pieces have been (rules: 0.4).
    """
    color, its_class = color_of(int(kind)), class_in_pile(rules, kind, traits)
    if color == COMMUNAL or captors >> color & 1 == 0 or its_class == 0:
        return False
    rank = int(rules.rank[shape_of(int(kind))])
    if by_hand and its_class != COVER_CLASS:
        need[color, rank] -= 1
        return need[color, rank] >= 0
    return strength[color] == its_class * 8 + (0 if its_class == COVER_CLASS else rank)


@called
def is_captive(
    rules: Record, kind: int, traits: int, captors: int, result: int, by_hand: bool, strength: Array, need: Array
) -> bool:
    """Whether a piece in the pile is captured; to be asked of each, from the bottom.

    Who is paralysed already is no captive for a shape that paralyses.
    """
    color = color_of(int(kind))
    if color == COMMUNAL:
        return False
    if captors & captors - 1 == 0:
        is_kept = captors >> color & 1 == 1
    else:
        is_kept = makes_rank(rules, kind, traits, captors, by_hand, strength, need)
    return not is_kept and not (result == PARALYZES and kind < N_KINDS and traits & PARALYZED)


@called
def capture(
    rules: Record, position: Record, scratch: Record, captors: int, by_hand: bool, strength: Array, need: Array
) -> int:
    """Captures what is captured in the pile; returns the colours of the captives, a bit each."""
    n, n_captors = scratch.n_pile, 0
    for color in range(COMMUNAL):
        n_captors += captors >> color & 1
    shape = captor_shape(rules, scratch.pile_kind, scratch.pile_traits, scratch.pile_mover, n, captors)
    result = rules.result[shape]
    captives = np.zeros(n, np.uint8)
    keys = 0
    for i in range(n):
        captives[i] = is_captive(
            rules, scratch.pile_kind[i], scratch.pile_traits[i], captors, result, by_hand, strength, need
        )
        if captives[i]:
            keys |= 1 << color_of(int(scratch.pile_kind[i]))
    captor = below(position, n_captors) if n_captors > 1 and keys else 0
    for _ in range(captor + 1):
        captors, color = rotated(captors)
    # In descending rank, one at a time, round robin; from the bottom where ranks are equal.
    for rank in range(HAND_RANKS - 1, 0, -1):
        for i in range(n):
            kind = int(scratch.pile_kind[i])
            if captives[i] and rules.rank[shape_of(kind)] == rank:
                if result == PARALYZES:
                    scratch.pile_traits[i] = int(scratch.pile_traits[i]) | PARALYZED
                elif result == CONVERTS:
                    scratch.pile_kind[i] = of_color(kind, color)
                    captors, color = rotated(captors)
                else:
                    scratch.pile_gone[i] = 1
                    if result == REINCARNATES:
                        for _ in range(rules.reborn[shape]):
                            add_to_reserve(rules, position, of_color(kind, color))
                            captors, color = rotated(captors)
    return keys


@inlined
def rotated(captors: int) -> tuple[int, int]:
    """The captors with the next one, whose turn it is, behind the others; and its colour.

    The colours still to come in this round stand in the low bits, those that had their turn N_COLORS higher.
    """
    low = captors & (1 << N_COLORS) - 1
    if low == 0:
        low = captors >> N_COLORS
        captors = low
    color = 0
    while low >> color & 1 == 0:
        color += 1
    return captors & ~(1 << color) | 1 << color + N_COLORS, color


@called
def write_pile(rules: Record, position: Record, scratch: Record, foot: int, keys: int) -> None:
    """Makes the pile the stack; what does not fit is destroyed.

    Those who play the colours in `keys` see all that is left where something was captured (rules: 0.4).
    """
    at = rules.lowest[foot]
    n = 0
    while at != OFF:
        scratch.queue[n] = position.kind[at]
        n += 1
        at = rules.above[at]
    top = position.rest[foot]
    top = rules.below[top] if top != OFF else highest(rules, foot)
    while top != OFF:
        below_it = rules.below[top]
        lift(rules, position, top)
        top = below_it
    first = changer_of(scratch)
    n = 0
    for i in range(scratch.n_pile):
        space = position.rest[foot]
        if scratch.pile_gone[i] or space == OFF:
            continue
        kind, mover = scratch.pile_kind[i], int(scratch.pile_mover[i]) - 1
        fill(rules, position, kind, position.open_at[space])
        position.traits[space] = scratch.pile_traits[i]
        if mover >= 0:
            note_landed(scratch, space, mover, scratch.pile_chosen[i])
        if scratch.queue[n] != kind:
            note_changed(scratch, space, first if mover < 0 else int(scratch.mover_seat[mover]))
        n += 1
    at = rules.lowest[foot]
    i = 0
    while at != OFF:
        for color in range(COMMUNAL):
            if keys >> color & 1:
                show_owners(rules, position, color + 1, at)
        if i >= n and scratch.queue[i]:
            note_changed(scratch, at, first)
        i += 1
        at = rules.above[at]


@inlined
def changer_of(scratch: Record) -> int:
    """The first seat that arrives in the pile."""
    for i in range(scratch.n_pile):
        if scratch.pile_mover[i]:
            return int(scratch.mover_seat[scratch.pile_mover[i] - 1])
    return 0


@inlined
def highest(rules: Record, foot: int) -> int:
    """The highest space of a stack."""
    at = rules.lowest[foot]
    while rules.above[at] != OFF:
        at = rules.above[at]
    return at


@inlined
def note_changed(scratch: Record, space: int, seat: int) -> None:
    """Notes that an event of a seat changed what stands on a space."""
    scratch.changed[scratch.n_changed] = space
    scratch.changer[scratch.n_changed] = seat
    scratch.n_changed += 1


@inlined
def note_landed(scratch: Record, space: int, mover: int, chosen: int) -> None:
    """Notes that a piece on the move has come to rest on a space."""
    n = scratch.n_landed
    scratch.landed[n] = space
    scratch.lander[n] = scratch.mover_seat[mover]
    scratch.jumped[n] = scratch.mover_source[mover] != RESERVE
    scratch.chosen[n] = chosen
    scratch.n_landed = n + 1
