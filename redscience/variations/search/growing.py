"""New entries of the tree, and what of it outlives a move."""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.kernels.randomness import below
from redscience.variations.engine.legality import list_moves
from redscience.variations.engine.moves import target_in
from redscience.variations.engine.records import Record
from redscience.variations.engine.repetition import mixed_key
from redscience.variations.engine.rows import met_check
from redscience.variations.engine.sight import seen
from redscience.variations.search.tree import NONE, ROOM, SLOTS, begin_entry, worth


@called
def grow(rules: Record, position: Record, scratch: Record, tree: Record, node: int, seat: int) -> bool:
    """Lists the moves of a node in random order, but for offers of a draw; whether there are any, and room for them."""
    n = list_moves(rules, position, seat, scratch.moves, scratch.weights)
    first = int(tree.n)
    if first + n > ROOM:
        return False
    m = 0
    for i in range(n):
        if scratch.weights[i]:
            at = first + m
            other = first + below(position, m + 1)
            begin_entry(tree, at, seat, 0, 0)
            tree.move[at], tree.weight[at] = tree.move[other], tree.weight[other]
            tree.move[other], tree.weight[other] = scratch.moves[i], scratch.weights[i]
            m += 1
    if m == 0:
        return False
    tree.first[node] = first
    tree.count[node] = m
    tree.n = first + m
    return True


@inlined
def row_result(rules: Record, position: Record, seat: int, space: int) -> int:
    """The result of a plain game if a piece of the seat on an open space completes a row; 0 where it does not."""
    key = rules.color_key[rules.hand[seat, 0]]
    position.key[space] = key
    is_row = met_check(True, rules, position, space) == 0
    position.key[space] = 0
    return int(rules.check_result[0, rules.row_seats[key, seat]]) if is_row else 0


@called
def win_at_once(rules: Record, position: Record) -> int:
    """The result of a plain game if the seat to move can win at once; 0 where it cannot."""
    if position.ply + 1 < rules.first_row_ply:
        return 0
    for slot in range(position.n_open):
        result = row_result(rules, position, position.seat, position.open[slot])
        if result and worth(result, position.seat) == 1.0:
            return result
    return 0


@called
def mark_ends(rules: Record, position: Record, tree: Record, node: int, seat: int) -> None:
    """Proves those of a plain node's moves that complete a row, and with them perhaps the node."""
    for child in range(tree.first[node], tree.first[node] + tree.count[node]):
        result = row_result(rules, position, seat, position.rest[target_in(tree.move[child])])
        tree.proof[child] = result
        if result and worth(result, seat) == 1.0:
            tree.proof[node] = result


@called
def observed(rules: Record, position: Record, seat: int) -> int:
    """A key of what a seat has seen, and sees now."""
    key = mixed_key(mixed_key(int(position.phase) + 1, seat, int(position.asked)), 0, int(position.chain))
    for space in range(rules.n_spaces):
        kind = int(seen(rules, position, seat, space))
        if kind:
            key = mixed_key(key, 1, space << 8 | kind)
    return key


@called
def find_node(tree: Record, key: int) -> int:
    """The node with a key, made where there is none; NONE where there is no room for it."""
    slot = key & SLOTS - 1
    while tree.slot[slot]:
        if tree.key[tree.slot[slot] - 1] == key:
            return int(tree.slot[slot]) - 1
        slot = slot + 1 & SLOTS - 1
    if tree.n >= ROOM or tree.n >= SLOTS // 2:
        return NONE
    node = int(tree.n)
    tree.n = node + 1
    begin_entry(tree, node, 0, 0, 0)
    tree.key[node] = key
    tree.slot[slot] = node + 1
    return node


@called
def copy_entry(old: Record, was: int, tree: Record, entry: int) -> None:
    """Copies what is known of an entry; its moves are still to follow."""
    begin_entry(tree, entry, old.mover[was], old.move[was], old.weight[was])
    tree.visits[entry] = old.visits[was]
    tree.total[entry] = old.total[was]
    tree.proof[entry] = old.proof[was]
    tree.later[entry] = old.later[was]
    tree.later_total[entry] = old.later_total[was]
    tree.was[entry] = was


@called
def keep_below(old: Record, node: int, tree: Record) -> None:
    """Copies a node of another tree with all below it; it becomes the root."""
    copy_entry(old, node, tree, 0)
    tree.n = 1
    entry = 0
    while entry < tree.n:
        was = tree.was[entry]
        if old.first[was] != NONE:
            first = int(tree.n)
            tree.first[entry], tree.count[entry] = first, old.count[was]
            for i in range(old.count[was]):
                copy_entry(old, old.first[was] + i, tree, first + i)
            tree.n = first + int(old.count[was])
        entry += 1
