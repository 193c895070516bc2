"""The entry points, called from Python with one-element arrays of RULES, POSITION, SCRATCH and TREE."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from redscience.kernels.compiled import called, entry, inlined
from redscience.variations.engine import rows
from redscience.variations.engine.random_play import copy_position, copy_seen, play_out
from redscience.variations.engine.records import MAX_SEATS, ONGOING, SEQUENTIAL, Array, Record
from redscience.variations.engine.repetition import forget_after, mixed_key
from redscience.variations.engine.turns import apply_move
from redscience.variations.search.choosing import choose_best, choose_by_chance, choose_by_regret
from redscience.variations.search.growing import find_node, grow, keep_below, mark_ends, observed, win_at_once
from redscience.variations.search.playing import play_sharply
from redscience.variations.search.settling import settle_simulation, spread_proof
from redscience.variations.search.tree import MAX_PATH, NONE, begin_entry

SOURCES = (Path(__file__).parent, Path(rows.__file__).parent)
"""What is compiled into these kernels: the engine's parts, too."""
kernel = partial(entry, sources=SOURCES)


@inlined
def seat_to_act(rules: Record, position: Record, thinker: int) -> int:
    """The seat that owes a decision: of several the one that thinks, else the first."""
    if position.asked:
        owing = int(position.asked)
    elif rules.order[position.phase] != SEQUENTIAL:
        owing = int(position.active) & ~int(position.planned) & ~int(position.offered)
    else:
        return int(position.seat)
    if owing >> thinker & 1:
        return thinker
    seat = 0
    while not owing >> seat & 1:
        seat += 1
    return seat


@inlined
def restart(rules: Record, origin: Record, position: Record) -> None:
    """Goes back to where the search begins."""
    if rules.mobile:
        if rules.n_phases > 1 and origin.n_seen:
            copy_seen(origin, position)  # the end of a phase has forgotten it
        else:
            forget_after(position, origin.n_seen)
    copy_position(False, rules, origin, position)


@inlined
def choose(rules: Record, position: Record, tree: Record, node: int, seat: int) -> int:
    """A move of the seat that is to act."""
    tree.chance[tree.n_path] = 0.0
    if seat >= rules.n_players:
        return choose_by_chance(position, tree, node)
    if rules.order[position.phase] != SEQUENTIAL and not position.asked:
        return choose_by_regret(position, tree, node, tree.n_path)
    return choose_best(tree, node, seat)


@called
def hidden_node(rules: Record, position: Record, tree: Record, seat: int, thinker: int) -> int:
    """The node of what a seat has seen; NONE where there is no room for it."""
    tree.known[seat] = mixed_key(int(tree.known[seat]), seat, observed(rules, position, seat) & 0xFFFFFFF)
    node = find_node(tree, int(tree.known[seat]))
    if tree.root == NONE and seat == thinker:
        tree.root = node
    return node


@inlined
def descend(rules: Record, position: Record, scratch: Record, tree: Record, thinker: int) -> int:
    """Goes down the tree until nothing more is known; returns the node where it left it, NONE for none."""
    node = 0
    tree.n_path = 0
    for seat in range(MAX_SEATS):
        tree.known[seat] = seat + 1
    while position.result == ONGOING and tree.n_path < MAX_PATH:
        seat = seat_to_act(rules, position, thinker)
        if tree.hidden:
            node = hidden_node(rules, position, tree, seat, thinker)
            if node == NONE:
                break
        elif tree.proof[node] and (node or tree.first[node] != NONE):
            break  # but the root's moves are always listed
        if tree.first[node] == NONE:
            if tree.visits[node] == 0 and (tree.hidden or node):
                tree.visits[node] = tree.hidden
                break
            if not grow(rules, position, scratch, tree, node, seat):
                break
            if tree.plain:
                mark_ends(rules, position, tree, node, seat)
        child = choose(rules, position, tree, node, seat)
        tree.node[tree.n_path], tree.child[tree.n_path] = node, child
        tree.n_path += 1
        move = int(tree.move[child])
        apply_move(rules, position, scratch, seat, move)
        if tree.hidden:
            tree.known[seat] = mixed_key(int(tree.known[seat]), seat, move)
        node = child
    return node


@kernel
def search_more(
    rules: Array, origin: Array, position: Array, scratch: Array, tree: Array, thinker: int, simulations: int
) -> None:
    """Adds simulations from `origin`, which is not over; fewer where the root's result is certain."""
    r, o, p, s, t = rules[0], origin[0], position[0], scratch[0], tree[0]
    everyone = (1 << r.n_seats) - 1
    plain = r.plain and o.active == everyone and not o.asked
    t.plain = plain and t.proves
    if r.mobile:
        copy_seen(o, p)
    for _ in range(simulations):
        if not t.hidden and t.proof[0] and t.first[0] != NONE:
            break
        restart(r, o, p)
        node = descend(r, p, s, t, thinker)
        if p.result != ONGOING:
            if t.proves and t.n_path and t.proof[node] == 0:
                t.proof[node] = p.result
                spread_proof(r, t)
            result = int(p.result)
        elif t.proves and t.proof[node]:
            result = int(t.proof[node])
        else:
            result = win_at_once(r, p) if t.plain else 0
            if result:
                t.proof[node] = result
                spread_proof(r, t)
            else:
                if t.plain and p.n_open <= t.sharp:
                    play_sharply(r, p)
                elif plain:
                    play_out(True, r, p, s)
                else:
                    play_out(False, r, p, s)
                result = int(p.result)
        settle_simulation(r, p, t, result)
        if not t.hidden:
            t.visits[0] += 1


@kernel
def begin_tree(tree: Array) -> None:
    """Empties a tree; where nodes are found by keys, nobody has seen anything yet."""
    t = tree[0]
    t.n, t.root, t.simulations = 0, NONE, 0
    t.won[:] = 0.0
    if t.hidden:
        t.slot[:] = 0
    else:
        t.n, t.root = 1, 0
        begin_entry(t, 0, 0, 0, 0)


@kernel
def keep_tree(old: Array, node: int, tree: Array) -> None:
    """Makes a tree of a node of another and all below it."""
    t = tree[0]
    t.root, t.simulations = 0, 0
    t.won[:] = 0.0
    keep_below(old[0], node, t)
