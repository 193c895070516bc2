"""The entry points, called from Python with one-element arrays of RULES, POSITION, SCRATCH and TREE."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from redscience.kernels.compiled import called, entry, inlined
from redscience.kernels.randomness import below
from redscience.variations.engine import rows
from redscience.variations.engine.line_rows import restore_standing
from redscience.variations.engine.random_play import copy_position, copy_seen
from redscience.variations.engine.records import MAX_SEATS, ONGOING, SEQUENTIAL, Array, Record
from redscience.variations.engine.repetition import forget_after, mixed_key
from redscience.variations.engine.turns import apply_move
from redscience.variations.search.advancing import simulate_advances
from redscience.variations.search.choosing import (
    FINE,
    choose_best,
    choose_by_chance,
    choose_by_regret,
    note_logarithms,
    take_best,
)
from redscience.variations.search.converting import simulate_conversions
from redscience.variations.search.growing import find_node, grow, grow_plainly, keep_below, observed
from redscience.variations.search.learning import SPACE, forget, log_move, take_over
from redscience.variations.search.playing import play_learnedly, play_sharply
from redscience.variations.search.settling import proof_of, prove_end, settle_simulation, spread_proof
from redscience.variations.search.sides import begin_sides
from redscience.variations.search.small import begin_small, simulate_small
from redscience.variations.search.threats import certain_result, find_threats, forget_threats, mark_ends, put
from redscience.variations.search.tree import MAX_PATH, NONE, begin_entry, is_settled, is_whole, proven, take_step

FADE = 0.5  # what was learnt of moves for the last decision weighs so much in the next
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
    copy_position(rules, origin, position)


@inlined
def choose(rules: Record, position: Record, tree: Record, node: int, seat: int) -> int:
    """A move of the seat that is to act."""
    tree.chance[tree.n_path] = 0.0
    if seat >= rules.n_players:
        return choose_by_chance(position, tree, node)
    if rules.order[position.phase] != SEQUENTIAL and not position.asked:
        return choose_by_regret(position, tree, node, tree.n_path)
    if tree.strays >> seat & 1:
        return choose_by_chance(position, tree, node)
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
    for seat in range(MAX_SEATS):
        tree.known[seat] = seat + 1
    while position.result == ONGOING and tree.n_path < MAX_PATH:
        seat = seat_to_act(rules, position, thinker)
        if tree.hidden:
            node = hidden_node(rules, position, tree, seat, thinker)
            if node == NONE:
                break
        elif is_settled(tree, node):
            break
        if tree.first[node] == NONE:
            if tree.visits[node] == 0 and (tree.hidden or node):
                tree.visits[node] = tree.hidden
                break
            if not grow(rules, position, scratch, tree, node, seat):
                break
        child = choose(rules, position, tree, node, seat)
        take_step(tree, node, child, seat)
        move = int(tree.move[child])
        if seat < rules.n_players and tree.chance[tree.n_path - 1] == 0.0:
            log_move(tree, tree.slot_of[child], seat)
        apply_move(rules, position, scratch, seat, move)
        if tree.hidden:
            tree.known[seat] = mixed_key(int(tree.known[seat]), seat, move)
        node = child
    return node


@called
def simulate(rules: Record, origin: Record, position: Record, scratch: Record, tree: Record, thinker: int) -> int:
    """Plays a simulation; returns its result."""
    restart(rules, origin, position)
    is_by_chance = tree.by_chance > 0.0 and below(position, FINE) < tree.by_chance * FINE
    tree.strays = (1 << rules.n_players) - 1 & ~(1 << thinker) if is_by_chance else 0
    node = descend(rules, position, scratch, tree, thinker)
    if position.result != ONGOING:
        prove_end(rules, tree, node, int(position.result))
    elif tree.proves and is_whole(tree, proven(tree, node)):
        return int(tree.proof[node])
    else:
        play_learnedly(rules, position, scratch, tree)
    return int(position.result)


@inlined
def restart_plainly(rules: Record, origin: Record, position: Record, tree: Record) -> None:
    """Goes back to where the search of a plain game begins."""
    position.result = origin.result
    position.seat, position.ply, position.n_open = origin.seat, origin.ply, origin.n_open
    for space in range(rules.n_spaces):
        position.key[space] = origin.key[space]
    for slot in range(origin.n_open):
        position.open[slot] = origin.open[slot]
        position.open_at[origin.open[slot]] = slot
    restore_standing(rules, tree)
    forget_threats(tree)


@inlined
def descend_plainly(rules: Record, position: Record, tree: Record) -> int:
    """Goes down the tree of a plain game until nothing more is known; returns the node where it left it."""
    node = 0
    while position.result == ONGOING and tree.n_path < MAX_PATH and not is_settled(tree, node):
        seat = int(position.seat)
        if tree.first[node] == NONE:
            if tree.visits[node] == 0 and node:
                break
            if not grow_plainly(rules, position, tree, node, seat):
                break
            mark_ends(rules, position, tree, node, seat)
            tree.proof[node] = proven(tree, node) | proof_of(rules, tree, node)
        child = take_best(tree, node, seat)
        put(rules, position, tree, position.open_at[tree.slot_of[child] & SPACE])
        node = child
    return node


@called
def simulate_plainly(rules: Record, origin: Record, position: Record, tree: Record) -> int:
    """Plays a simulation of a plain game; returns its result."""
    restart_plainly(rules, origin, position, tree)
    node = descend_plainly(rules, position, tree)
    if position.result != ONGOING:
        tree.proof[node] = position.result
    elif tree.proof[node] == 0:
        tree.proof[node] = certain_result(rules, position, tree)
    if tree.proof[node]:
        spread_proof(rules, tree)
        if is_whole(tree, proven(tree, node)):
            return int(tree.proof[node])
    play_sharply(rules, position, tree)
    return int(position.result)


@kernel
def search_more(
    rules: Array, origins: Array, positions: Array, scratch: Array, tree: Array, thinker: int, simulations: int
) -> None:
    """Adds simulations from the origins, which are not over, one from each in turn, each in a position of its own.

    Of several origins something is hidden. They are fewer where the root's result is certain for all.
    """
    r, o, p, s, t = rules[0], origins[0], positions[0], scratch[0], tree[0]
    everyone = (1 << r.n_seats) - 1
    if t.logarithm[1] == 0.0:
        note_logarithms(t)
    t.learns = t.draws > 1 or t.trust > 0.0
    t.plain = r.plain and o.active == everyone and not o.asked
    is_small = t.plain and r.small
    is_short = (r.converts or r.advances) and o.active == everyone and not o.asked
    if is_small:
        begin_small(r, o, t)
    elif t.plain:
        find_threats(r, o, t)
    elif is_short:
        begin_sides(r, o, p, t)
    if r.mobile:
        for i in range(len(origins)):
            copy_seen(origins[i], positions[i])
    for _ in range(simulations):
        if not t.hidden and is_settled(t, 0):
            break
        t.n_path = t.n_log = 0
        t.lead = 0.0
        if is_small:
            result = simulate_small(r, o, p, t)
        elif t.plain:
            result = simulate_plainly(r, o, p, t)
        elif not is_short:
            # One simulation from each: where several follow each other the moves that are good in that state are chosen
            # more often in it than in others, as if the seat knew.
            i = t.simulations % len(origins)
            positions[i].random = p.random
            result = simulate(r, origins[i], positions[i], s, t, thinker)
            p.random = positions[i].random
        elif r.converts:
            result = simulate_conversions(r, o, p, t)
        else:
            result = simulate_advances(r, o, p, t)
        settle_simulation(r, t, result, thinker)
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
    forget(t)


@kernel
def keep_tree(old: Array, node: int, tree: Array) -> None:
    """Makes a tree of a node of another and all below it."""
    t = tree[0]
    t.root, t.simulations = 0, 0
    t.won[:] = 0.0
    keep_below(old[0], node, t)
    take_over(old[0], t, FADE)
