"""Plain games: where a piece would complete a row, kept up to date from move to move, and what is certain by that.

A space is a threat of a colour if a piece of it there would complete a row. Only a piece beside it can make it one, and
only a piece on it ends that; so a move adds at most two for each line through it.
"""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.bitboards import count_bits, first_space
from redscience.variations.engine.line_rows import PLACE, add_stone, note_standing, restore_standing
from redscience.variations.engine.records import MAX_LINE, OFF, PLACE_BITS, Record
from redscience.variations.engine.spaces import close_slot
from redscience.variations.search.learning import SPACE, log_move, plain_slot
from redscience.variations.search.tree import NONE, worth

KEY = 7  # in an entry of `threats`


@inlined
def key_of_seat(rules: Record, seat: int) -> int:
    """The colour key of the pieces that a seat places."""
    return int(rules.color_key[rules.hand[seat, 0]])


@inlined
def is_threat(tree: Record, space: int, key: int) -> bool:
    """Whether a piece of a colour would complete a row there."""
    return int(tree.threat[space]) >> key & 1 == 1


@inlined
def holes(around: int, length: int) -> int:
    """The free spaces of a stretch of a line on which one more piece makes a row, given its pieces as bits."""
    full, but_one = -1, 0  # windows that begin at a space, as far as they have been looked at
    for i in range(length):
        pieces = around >> i
        but_one = but_one & pieces | full & ~pieces
        full &= pieces
    found = 0
    for i in range(length):
        found |= but_one << i
    return found & ~around


@inlined
def note_threat(rules: Record, position: Record, tree: Record, key: int, space: int) -> None:
    """Notes a space on which a piece of a colour makes a row, if one can come there."""
    if position.key[space] == 0 and not rules.solid[space] and not is_threat(tree, space, key):
        tree.threat[space] = int(tree.threat[space]) | 1 << key
        tree.threats[tree.n_threats] = int(space) << 3 | key
        tree.n_threats += 1


@inlined
def along(rules: Record, space: int, direction: int, steps: int) -> int:
    """The space so many steps from another, against the direction where they are less than none; OFF beyond the end."""
    way = direction + int(steps < 0)
    for _ in range(abs(steps)):
        space = int(rules.step[space, way])
    return space


@inlined
def near_rows(rules: Record, tree: Record, key: int, space: int) -> int:
    """Adds a piece to its lines; the axes on which there may be a row there but for one piece, a bit each."""
    length, near = int(rules.row_length[0]), 0
    window = window_of(length)
    for i in range(rules.n_axes[0, space]):
        at = int(rules.on_line[space, i])
        place = at & PLACE
        around = add_stone(tree, key, at >> PLACE_BITS, place) >> max(place - length + 1, 0) & window
        near |= int(count_bits(around) >= length - 1) << i
    return near


@inlined
def window_of(length: int) -> int:
    """As many bits as there are spaces on a line of which a row through one of them can be made."""
    return (1 << min(2 * length - 1, MAX_LINE)) - 1


@called
def look_at_line(rules: Record, position: Record, tree: Record, key: int, space: int, i: int) -> None:
    """Notes the threats along an axis that a piece on a space belongs to."""
    length, at = int(rules.row_length[0]), int(rules.on_line[space, i])
    place, window = at & PLACE, window_of(length)
    start = max(place - length + 1, 0)
    threats = holes(int(tree.stones[key, at >> PLACE_BITS]) >> start & window, length) & window
    while threats:
        hole = along(rules, space, 2 * int(rules.axes[0, space, i]), start + first_space(threats) - place)
        if hole != OFF:
            note_threat(rules, position, tree, key, hole)
        threats &= threats - 1


@called
def note_threats(rules: Record, position: Record, tree: Record, space: int) -> None:
    """Notes the threats that a piece on a space belongs to."""
    key = int(position.key[space])
    near = near_rows(rules, tree, key, space)
    while near:
        look_at_line(rules, position, tree, key, space, first_space(near))
        near &= near - 1


@called
def find_threats(rules: Record, position: Record, tree: Record) -> None:
    """Finds the threats where the search begins."""
    note_standing(rules, position, tree)
    restore_standing(rules, tree)
    for space in range(rules.n_spaces):
        tree.threat[space] = 0
    tree.n_threats = 0
    for space in range(rules.n_spaces):
        if position.key[space]:
            note_threats(rules, position, tree, space)
    tree.n_standing = tree.n_threats
    for seat in range(rules.n_seats):
        tree.completed[seat] = rules.check_result[0, rules.row_seats[key_of_seat(rules, seat), seat]]


@inlined
def forget_threats(tree: Record) -> None:
    """Goes back to those where the search begins."""
    while tree.n_threats > tree.n_standing:
        tree.n_threats -= 1
        its = int(tree.threats[tree.n_threats])
        tree.threat[its >> 3] = int(tree.threat[its >> 3]) & ~(1 << (its & KEY))


@inlined
def put(rules: Record, position: Record, tree: Record, slot: int) -> None:
    """A turn: a piece on the open space at `slot`, the result, the threats, the next seat. Keeps no `kind`."""
    seat, space = int(position.seat), int(position.open[slot])
    key = key_of_seat(rules, seat)
    position.key[space] = key
    above = rules.above[space]
    if above != OFF:
        position.open[slot] = above
        position.open_at[above] = slot
    else:
        close_slot(position, slot)
    if tree.learns:
        log_move(tree, plain_slot(seat, space), seat)
    position.ply += 1
    if is_threat(tree, space, key):
        position.result = tree.completed[seat]
    elif position.n_open == 0:
        position.result = rules.stalemate_result
    else:
        note_threats(rules, position, tree, space)
    position.seat = next_seat(rules, seat)


@inlined
def next_seat(rules: Record, seat: int) -> int:
    """Whose turn follows."""
    return seat + 1 if seat + 1 < rules.n_seats else 0


@inlined
def wins_by_row(tree: Record, seat: int) -> bool:
    """Whether a row is what the seat wants."""
    return worth(tree.completed[seat], seat) == 1.0


@inlined
def is_ready(rules: Record, position: Record, space: int) -> bool:
    """Whether a piece can be put on an empty space now."""
    if position.key[space]:
        return False
    below_it = int(rules.below[space])
    return below_it == OFF or int(position.key[below_it]) != 0


@inlined
def winning_space(rules: Record, position: Record, tree: Record, seat: int, but: int) -> int:
    """A space on which the seat would win at once, another than `but`; NONE where there is none."""
    key, i = key_of_seat(rules, seat), int(tree.n_threats)
    while i > 0:
        i -= 1
        its = int(tree.threats[i])
        if its & KEY == key and its >> 3 != but and is_ready(rules, position, its >> 3):
            return its >> 3
    return NONE


@inlined
def stop_space(rules: Record, position: Record, tree: Record, seat: int) -> int:
    """A space on which the seat after this one would win at once; NONE where there is none, or a row may be unwanted.

    The seat itself is to have no such space.
    """
    after = next_seat(rules, seat)
    if wins_by_row(tree, seat) and wins_by_row(tree, after):
        return winning_space(rules, position, tree, after, NONE)
    return NONE


@inlined
def is_vain(rules: Record, position: Record, tree: Record, after: int, space: int) -> bool:
    """Whether a piece on the space on which the next seat would win does not keep it from winning."""
    above = rules.above[space]
    if above != OFF and is_threat(tree, above, key_of_seat(rules, after)):
        return True
    return winning_space(rules, position, tree, after, space) != NONE


@called
def certain_result(rules: Record, position: Record, tree: Record) -> int:
    """The result that threats alone make certain; 0 where they make none.

    The seat to move wins at once, or the next one does, wherever it moves.
    """
    seat = int(position.seat)
    if tree.n_threats == 0:
        return 0
    if wins_by_row(tree, seat) and winning_space(rules, position, tree, seat, NONE) != NONE:
        return int(tree.with_win[seat])
    space = stop_space(rules, position, tree, seat)
    after = next_seat(rules, seat)
    return int(tree.with_win[after]) if space != NONE and is_vain(rules, position, tree, after, space) else 0


@inlined
def forget_threat(tree: Record, i: int) -> None:
    """Takes one that has been filled off the list, unless the search begins with it."""
    if i >= tree.n_standing:
        its = int(tree.threats[i])
        tree.threat[its >> 3] = int(tree.threat[its >> 3]) & ~(1 << (its & KEY))
        tree.n_threats -= 1
        tree.threats[i] = tree.threats[tree.n_threats]


@inlined
def urgent_space(rules: Record, position: Record, tree: Record, seat: int) -> int:
    """Where the seat wins at once, else where the next one would; NONE where neither does.

    Threats that have been filled are forgotten on the way: they would be looked at again and again.
    """
    after, pick = next_seat(rules, seat), NONE
    own, others = key_of_seat(rules, seat), key_of_seat(rules, after)
    if not wins_by_row(tree, seat) or not wins_by_row(tree, after):
        return NONE
    i = int(tree.n_threats)
    while i > 0:
        i -= 1
        its = int(tree.threats[i])
        is_own = its & KEY == own
        if position.key[its >> 3]:
            forget_threat(tree, i)
        elif (is_own or (pick == NONE and its & KEY == others)) and is_ready(rules, position, its >> 3):
            pick = its >> 3
            if is_own:
                break
    return pick


@called
def mark_ends(rules: Record, position: Record, tree: Record, node: int, seat: int) -> None:
    """Proves those of a node's moves that end the match, or let the next seat end it."""
    after = next_seat(rules, seat)
    stop = stop_space(rules, position, tree, seat)
    vain = stop != NONE and is_vain(rules, position, tree, after, stop)
    for child in range(tree.first[node], tree.first[node] + tree.count[node]):
        space = int(tree.slot_of[child]) & SPACE
        if is_threat(tree, space, key_of_seat(rules, seat)):
            tree.proof[child] = tree.completed[seat]
        elif stop != NONE and (vain or space != stop):
            tree.proof[child] = tree.with_win[after]
