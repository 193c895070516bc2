"""Plain games: where a piece would complete a row, kept up to date from move to move, and what is certain by that.

A space is a threat of a colour if a piece of it there would complete a row. Only a piece beside it can make it one, and
only a piece on it ends that; so a move adds at most two for each line through it.
"""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.records import OFF, Record
from redscience.variations.engine.rows import run
from redscience.variations.engine.spaces import close_slot
from redscience.variations.search.learning import SPACE, log_move, plain_slot
from redscience.variations.search.lines import clear_lines, find_lines, forget_stones, is_near_row, note_stone
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
def note_threat(rules: Record, position: Record, tree: Record, key: int, space: int, direction: int, n: int) -> None:
    """Notes the space behind `n` pieces of a colour if another one there makes them, and those beyond, a row."""
    if space == OFF or position.key[space] or rules.solid[space] or is_threat(tree, space, key):
        return
    if n + 1 + run(rules, position, key, space, direction) >= rules.row_length[0]:
        tree.threat[space] = int(tree.threat[space]) | 1 << key
        tree.threats[tree.n_threats] = int(space) << 3 | key
        tree.n_threats += 1


@called
def note_threats(rules: Record, position: Record, tree: Record, space: int) -> None:
    """Notes the threats that a piece on a space belongs to."""
    key = int(position.key[space])
    for i in range(rules.n_axes[0, space]):
        if tree.n_lines and not is_near_row(tree, key, space, i, int(rules.row_length[0])):
            continue
        direction = 2 * int(rules.axes[0, space, i])
        n, ahead, behind = 1, rules.step[space, direction], rules.step[space, direction + 1]
        while position.key[ahead] == key:
            ahead = rules.step[ahead, direction]
            n += 1
        while position.key[behind] == key:
            behind = rules.step[behind, direction + 1]
            n += 1
        note_threat(rules, position, tree, key, ahead, direction, n)
        note_threat(rules, position, tree, key, behind, direction + 1, n)


@called
def find_threats(rules: Record, position: Record, tree: Record) -> None:
    """Finds the threats where the search begins."""
    if not tree.is_lined:
        find_lines(rules, tree)
    clear_lines(tree)
    for space in range(rules.n_spaces):
        tree.threat[space] = 0
        if position.key[space]:
            note_stone(rules, tree, int(position.key[space]), space)
    forget_stones(tree)
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
    forget_stones(tree)
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
    elif tree.n_lines or position.ply + rules.n_seats >= rules.first_row_ply:
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
def urgent_space(rules: Record, position: Record, tree: Record, seat: int) -> int:
    """Where the seat wins at once, else where the next one would; NONE where neither does."""
    after, pick = next_seat(rules, seat), NONE
    own, others = key_of_seat(rules, seat), key_of_seat(rules, after)
    if not wins_by_row(tree, seat) or not wins_by_row(tree, after):
        return NONE
    i = int(tree.n_threats)
    while i > 0:
        i -= 1
        its = int(tree.threats[i])
        is_own = its & KEY == own
        if (is_own or (pick == NONE and its & KEY == others)) and is_ready(rules, position, its >> 3):
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
