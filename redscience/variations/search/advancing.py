"""Simulations of games of two sides that only step forward, on numbers with a bit for each piece."""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.kernels.randomness import below
from redscience.variations.engine.advance import advance, count_advances, end_at_goal, nth_advance, stand_still
from redscience.variations.engine.records import ONGOING, Record
from redscience.variations.search.choosing import take_best
from redscience.variations.search.goals import deciding_advance, spaces_to_reach
from redscience.variations.search.growing import add_child, close_node
from redscience.variations.search.learning import log_move, slot_of
from redscience.variations.search.settling import prove_end
from redscience.variations.search.sides import restart_sides
from redscience.variations.search.tree import MAX_PATH, NONE, ROOM, is_settled, is_whole, proven


@called
def grow_advances(
    rules: Record, position: Record, tree: Record, node: int, seat: int, own: int, theirs: int, n: int
) -> bool:
    """Lists the `n` steps of a seat in random order; whether there is room for them."""
    if tree.n + n > ROOM:
        return False
    for m in range(n):
        move = nth_advance(rules, seat, own, theirs, m)
        add_child(position, tree, m, seat, move, 1, slot_of(seat, move))
    return close_node(tree, node, n)


@inlined
def promising_advance(rules: Record, position: Record, tree: Record, seat: int, own: int, theirs: int, n: int) -> int:
    """Of some of `n` steps that are drawn the one that was worth most."""
    pick, best = 0, -1.0
    for _ in range(tree.draws):
        move = nth_advance(rules, seat, own, theirs, below(position, n))
        value = tree.edge[slot_of(seat, move)]
        if value > best:
            pick, best = move, value
    return pick


@called
def advance_learnedly(rules: Record, position: Record, tree: Record, seat: int, own: int, theirs: int) -> None:
    """Plays to the end from these pieces of the seat to move and of the other one, by what moves have been worth."""
    while position.result == ONGOING:
        n = count_advances(rules, seat, own, theirs)
        if n == 0:
            stand_still(rules, position, seat, own, theirs)
        else:
            move = deciding_advance(rules, seat, own, theirs)
            if move == NONE:
                move = promising_advance(rules, position, tree, seat, own, theirs, n)
            log_move(tree, slot_of(seat, move), seat)
            own, theirs = advance(rules, position, own, theirs, move)
            end_at_goal(rules, position, seat, move)
        own, theirs, seat = theirs, own, 1 - seat


@called
def simulate_advances(rules: Record, origin: Record, position: Record, tree: Record) -> int:
    """Plays a simulation; returns its result."""
    restart_sides(rules, origin, position)
    seat, node = int(origin.seat), 0
    own, theirs = tree.stands[seat], tree.stands[1 - seat]
    n = count_advances(rules, seat, own, theirs)
    while n and tree.n_path < MAX_PATH and not is_settled(tree, node):
        if tree.first[node] == NONE:
            if tree.visits[node] == 0 and node:
                break
            if not grow_advances(rules, position, tree, node, seat, own, theirs, n):
                break
        node = take_best(tree, node, seat)
        log_move(tree, tree.slot_of[node], seat)
        own, theirs = advance(rules, position, own, theirs, int(tree.move[node]))
        end_at_goal(rules, position, seat, int(tree.move[node]))
        n = 0
        while n == 0 and position.result == ONGOING:
            own, theirs, seat = theirs, own, 1 - seat
            n = count_advances(rules, seat, own, theirs)
            if n == 0:
                stand_still(rules, position, seat, own, theirs)
    if position.result != ONGOING:
        prove_end(rules, tree, node, int(position.result))
        return int(position.result)
    if spaces_to_reach(rules, seat, own, theirs):
        prove_end(rules, tree, node, int(tree.with_win[seat]))
    if tree.proves and is_whole(tree, proven(tree, node)):
        return int(tree.proof[node])
    advance_learnedly(rules, position, tree, seat, own, theirs)
    return int(position.result)
