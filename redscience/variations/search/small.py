"""Plain games of two sides on at most 64 spaces: simulations on numbers with a bit for each space.

What `threats` keeps up to date on larger boards, and `playing` does with it, is reckoned here anew for each piece: the
spaces on which another one of its colour would complete a row.
"""

from __future__ import annotations

import numpy as np

from redscience.kernels.compiled import called, inlined
from redscience.kernels.randomness import below
from redscience.variations.engine.bit_rows import completing, placed_by, ready_spaces
from redscience.variations.engine.bitboards import count_bits, first_space, nth_space
from redscience.variations.engine.records import Record
from redscience.variations.search.choosing import take_best
from redscience.variations.search.growing import grow_spaces
from redscience.variations.search.learning import SPACE, log_move, plain_slot
from redscience.variations.search.settling import proof_of, spread_proof
from redscience.variations.search.tree import MAX_PATH, NONE, is_settled, is_whole, proven


@inlined
def is_vain(rules: Record, stops: int, their_rows: int) -> bool:
    """Whether the other side wins at once wherever one's piece goes: at another space, or on top of that piece."""
    if stops & (stops - 1):
        return True
    return bool(rules.layer > 0 and (stops << int(rules.layer)) & their_rows & rules.room != 0)


@called
def begin_small(rules: Record, origin: Record, tree: Record) -> None:
    """Notes what stands where the search begins."""
    for seat in range(2):
        tree.stands[seat] = placed_by(rules, origin, seat)
        tree.completes[seat] = completing(rules, tree.stands[seat])
        tree.completed[seat] = rules.check_result[0, 1 << seat]


@inlined
def mark_ends(rules: Record, tree: Record, node: int, seat: int, ready: int, rows: int, their_rows: int) -> None:
    """Proves those of a node's moves that end the match, or let the other side end it."""
    stops = ready & their_rows
    saves = rules.no_bit if stops and is_vain(rules, stops, their_rows) else stops
    for child in range(tree.first[node], tree.first[node] + tree.count[node]):
        bit = rules.bit[tree.slot_of[child] & SPACE]
        if rows & bit:
            tree.proof[child] = tree.completed[seat]
        elif stops and not saves & bit:
            tree.proof[child] = tree.with_win[1 - seat]
    tree.proof[node] = proven(tree, node) | proof_of(rules, tree, node)


@inlined
def drawn_space(position: Record, tree: Record, seat: int, ready: int) -> int:
    """Of some spaces that are drawn the one that was worth most."""
    n = count_bits(ready)
    if tree.draws == 1:
        return nth_space(ready, below(position, n))
    pick, best = 0, np.float32(-1.0)
    for _ in range(tree.draws):
        space = nth_space(ready, below(position, n))
        edge = tree.edge[plain_slot(seat, space)]
        if edge > best:
            pick, best = space, edge
    return pick


@inlined
def certain_result(rules: Record, tree: Record, seat: int, ready: int, rows: int, their_rows: int) -> int:
    """The result that is certain: the board is full, the seat wins at once, or the other one does; 0 for none."""
    if ready == 0:
        return int(rules.stalemate_result)
    stops = ready & their_rows
    if ready & rows:
        return int(tree.with_win[seat])
    return int(tree.with_win[1 - seat]) if stops and is_vain(rules, stops, their_rows) else 0


@called
def play_sharply_small(
    rules: Record, position: Record, tree: Record, seat: int, own: int, theirs: int, rows: int, their_rows: int
) -> int:
    """Plays to the end; returns the result: who can complete a row does, else keeps the other side from it."""
    while True:
        ready = ready_spaces(rules, own | theirs)
        if ready == 0:
            return int(rules.stalemate_result)
        wins, stops = ready & rows, ready & their_rows
        if wins:
            space = first_space(wins)
        elif stops:
            space = first_space(stops)
        else:
            space = drawn_space(position, tree, seat, ready)
        if tree.learns:
            log_move(tree, plain_slot(seat, space), seat)
        if wins:
            return int(tree.completed[seat])
        own |= rules.bit[space]
        rows = completing(rules, own)
        own, theirs, rows, their_rows, seat = theirs, own, their_rows, rows, 1 - seat


@called
def simulate_small(rules: Record, origin: Record, position: Record, tree: Record) -> int:
    """Plays a simulation; returns its result."""
    seat, node = int(origin.seat), 0
    own, theirs = tree.stands[seat], tree.stands[1 - seat]
    rows, their_rows = tree.completes[seat], tree.completes[1 - seat]
    ready = ready_spaces(rules, own | theirs)
    while ready and tree.n_path < MAX_PATH and not is_settled(tree, node):
        if tree.first[node] == NONE:
            if tree.visits[node] == 0 and node:
                break
            if not grow_spaces(rules, position, tree, node, seat, ready):
                break
            mark_ends(rules, tree, node, seat, ready, rows, their_rows)
        node = take_best(tree, node, seat)
        space = int(tree.slot_of[node]) & SPACE
        if tree.learns:
            log_move(tree, plain_slot(seat, space), seat)
        if rows & rules.bit[space]:
            tree.proof[node] = tree.completed[seat]
            break
        own |= rules.bit[space]
        rows = completing(rules, own)
        own, theirs, rows, their_rows, seat = theirs, own, their_rows, rows, 1 - seat
        ready = ready_spaces(rules, own | theirs)
    if tree.proof[node] == 0:
        tree.proof[node] = certain_result(rules, tree, seat, ready, rows, their_rows)
    if tree.proof[node]:
        spread_proof(rules, tree)
        if is_whole(tree, proven(tree, node)):
            return int(tree.proof[node])
    return play_sharply_small(rules, position, tree, seat, own, theirs, rows, their_rows)
