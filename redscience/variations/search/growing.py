"""New entries of the tree, and what of it outlives a move."""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.kernels.randomness import below
from redscience.variations.engine.bitboards import count_bits, nth_space, placed_on
from redscience.variations.engine.legality import list_moves
from redscience.variations.engine.records import Record
from redscience.variations.engine.repetition import mixed_key
from redscience.variations.engine.sight import seen
from redscience.variations.search.learning import plain_slot, slot_of
from redscience.variations.search.tree import NONE, ROOM, SLOTS, begin_entry


@called
def grow(rules: Record, position: Record, scratch: Record, tree: Record, node: int, seat: int) -> bool:
    """Lists the moves of a node in random order, but for offers of a draw; whether there are any, and room for them."""
    n = list_moves(rules, position, seat, scratch.moves, scratch.weights)
    if tree.n + n > ROOM:
        return False
    m = 0
    for i in range(n):
        if scratch.weights[i]:
            move = int(scratch.moves[i])
            add_child(position, tree, m, seat, move, scratch.weights[i], slot_of(seat, move))
            m += 1
    return close_node(tree, node, m)


@called
def grow_plainly(rules: Record, position: Record, tree: Record, node: int, seat: int) -> bool:
    """The same in a plain game: a move is a piece on an open space."""
    n = int(position.n_open)
    if tree.n + n > ROOM:
        return False
    for i in range(n):
        space = position.open[i]
        add_child(position, tree, i, seat, placed_on(rules, seat, space), 1, plain_slot(seat, space))
    return close_node(tree, node, n)


@called
def grow_spaces(rules: Record, position: Record, tree: Record, node: int, seat: int, spaces: int) -> bool:
    """The same for placements on spaces that are given as bits."""
    n = count_bits(spaces)
    if tree.n + n > ROOM:
        return False
    for m in range(n):
        space = nth_space(spaces, m)
        move = placed_on(rules, seat, space)
        slot = plain_slot(seat, space) if tree.plain else slot_of(seat, move)
        add_child(position, tree, m, seat, move, 1, slot)
    return close_node(tree, node, n)


@inlined
def add_child(position: Record, tree: Record, m: int, seat: int, move: int, weight: int, slot: int) -> None:
    """Writes a move behind the first `m` of a node, and has it change places with any of them."""
    at = int(tree.n) + m
    other = int(tree.n) + below(position, m + 1)
    begin_entry(tree, at, seat, 0, 0)
    tree.move[at], tree.weight[at], tree.slot_of[at] = tree.move[other], tree.weight[other], tree.slot_of[other]
    tree.move[other], tree.weight[other], tree.slot_of[other] = move, weight, slot


@inlined
def close_node(tree: Record, node: int, n: int) -> bool:
    """Makes the `n` entries at the end the moves of a node; whether there are any."""
    if n == 0:
        return False
    tree.first[node] = tree.n
    tree.count[node] = n
    tree.n += n
    return True


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
    tree.gain[entry] = old.gain[was]
    tree.extra[entry] = old.extra[was]
    tree.slot_of[entry] = old.slot_of[was]
    tree.proof[entry] = old.proof[was]
    tree.later[entry] = old.later[was]
    tree.later_gain[entry] = old.later_gain[was]
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
