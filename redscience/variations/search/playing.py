"""Playouts: random, but for what has been found out about moves."""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.kernels.randomness import below
from redscience.variations.engine.bitboards import count_bits, nth_space, placed_on
from redscience.variations.engine.enclosing import enclosing_spaces
from redscience.variations.engine.legality import list_moves
from redscience.variations.engine.moves import NO_MOVE, PASS
from redscience.variations.engine.random_play import (
    answer_at_random,
    count_candidates,
    drawn_from,
    drawn_move,
    play_closely,
)
from redscience.variations.engine.records import ONGOING, SEQUENTIAL, Record
from redscience.variations.engine.turns import act, forced_pass, pass_turn
from redscience.variations.search.learning import LEAST, edge_now, log_move, plain_slot, slot_of
from redscience.variations.search.threats import is_threat, key_of_seat, put, urgent_space
from redscience.variations.search.tree import NONE, worth


@inlined
def is_poor(rules: Record, position: Record, tree: Record, seat: int, slot: int) -> bool:
    """Whether the seat would lose by a row on an open space."""
    if tree.n_threats == 0 or worth(tree.completed[seat], seat) > 0.0:
        return False
    return is_threat(tree, position.open[slot], key_of_seat(rules, seat))


@inlined
def drawn_slot(rules: Record, position: Record, tree: Record, seat: int) -> int:
    """Of some open spaces that are drawn the one that was worth most; one that loses only where all do."""
    pick, best = 0, -1.0
    for _ in range(tree.draws):
        slot = below(position, position.n_open)
        for _ in range(position.n_open):
            if not is_poor(rules, position, tree, seat, slot):
                break
            slot = slot + 1 if slot + 1 < position.n_open else 0
        if tree.draws == 1:
            return slot
        value = tree.edge[plain_slot(seat, position.open[slot])]
        if value > best:
            pick, best = slot, value
    return pick


@called
def play_sharply(rules: Record, position: Record, tree: Record) -> None:
    """Plays a plain game to the end: who can complete a row does, else keeps the next one from it."""
    while position.result == ONGOING:
        seat = int(position.seat)
        space = urgent_space(rules, position, tree, seat) if tree.n_threats else NONE
        slot = drawn_slot(rules, position, tree, seat) if space == NONE else int(position.open_at[space])
        put(rules, position, tree, slot)


@inlined
def promising_placement(rules: Record, position: Record, tree: Record, seat: int, spaces: int) -> int:
    """Of some placements on these spaces that are drawn the one that was worth most."""
    n, pick, best = count_bits(spaces), NO_MOVE, LEAST
    for _ in range(tree.draws):
        move = placed_on(rules, seat, nth_space(spaces, below(position, n)))
        value = edge_now(tree, slot_of(seat, move))
        if value > best:
            pick, best = move, value
    return pick


@inlined
def promising_move(rules: Record, position: Record, scratch: Record, tree: Record, seat: int) -> int:
    """Of some moves that are drawn the one that was worth most; NO_MOVE if there is none."""
    if rules.encloses:
        spaces = enclosing_spaces(rules, position, seat)
        return promising_placement(rules, position, tree, seat, spaces) if spaces else NO_MOVE
    lists = not rules.quick and (rules.listed or position.chain or rules.must_scan)
    n = list_moves(rules, position, seat, scratch.moves, scratch.weights) if lists else 0
    placements, jumps, passes = (0, 0, 0) if lists else count_candidates(rules, position, scratch, seat)
    pick, best = NO_MOVE, -1.0
    draws = 1 if tree.strays >> seat & 1 else int(tree.draws)
    for _ in range(draws):
        if lists:
            move = drawn_from(position, scratch, n)
        else:
            move = drawn_move(rules, position, scratch, seat, placements, jumps, passes)
        if move == NO_MOVE:
            return move
        value = tree.edge[slot_of(seat, move)]
        if value > best:
            pick, best = move, value
    return pick


@inlined
def is_plain_turn(rules: Record, position: Record) -> bool:
    """Whether a player is to make one move."""
    if rules.quick:
        return True
    if position.phase_over or position.asked or position.n_active == 0:
        return False
    return int(rules.order[position.phase]) == SEQUENTIAL and int(position.seat) < int(rules.n_players)


@called
def play_learnedly(rules: Record, position: Record, scratch: Record, tree: Record) -> None:
    """Plays to the end by what moves have been worth so far, and notes the moves."""
    if position.asked:
        answer_at_random(rules, position)
    while position.result == ONGOING:
        if not is_plain_turn(rules, position):
            play_closely(rules, position, scratch)
            continue
        seat = int(position.seat)
        move = promising_move(rules, position, scratch, tree, seat)
        if move == NO_MOVE:
            forced_pass(rules, position)
        elif move == PASS:
            pass_turn(rules, position)
        else:
            log_move(tree, slot_of(seat, move), seat)
            act(rules, position, scratch, move)
