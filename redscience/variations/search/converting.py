"""Simulations of games of two sides that only convert what they enclose, on numbers with a bit for each piece."""

from __future__ import annotations

from redscience.kernels.compiled import called
from redscience.variations.engine.bitboards import count_bits, put_back
from redscience.variations.engine.conversion import spaces_to_take, take_space
from redscience.variations.engine.moves import target_in
from redscience.variations.engine.phases import stalemate
from redscience.variations.engine.records import MOST, PIECES, WIN, Record
from redscience.variations.search.choosing import take_best
from redscience.variations.search.growing import grow_spaces
from redscience.variations.search.learning import log_move, slot_of
from redscience.variations.search.playing import promising_placement
from redscience.variations.search.settling import prove_end
from redscience.variations.search.sides import restart_sides
from redscience.variations.search.tree import MAX_PATH, NONE, is_settled, is_whole, proven


@called
def convert_learnedly(rules: Record, position: Record, tree: Record, seat: int, own: int, theirs: int) -> None:
    """Plays to the end from these pieces of the seat to move and of the other one, by what moves have been worth."""
    while position.idle < position.n_active:
        spaces = spaces_to_take(rules, position, seat, own, theirs)
        if spaces == 0:
            position.idle += 1
        else:
            move = promising_placement(rules, position, tree, seat, spaces)
            log_move(tree, slot_of(seat, move), seat)
            taken = take_space(rules, position, seat, own, theirs, target_in(move))
            own |= taken
            theirs &= ~taken
        own, theirs, seat = theirs, own, 1 - seat
    end_match(rules, position, tree, seat, own, theirs)


@called
def end_match(rules: Record, position: Record, tree: Record, seat: int, own: int, theirs: int) -> None:
    """Ends the match, in which nobody can do anything any more, and notes by how much who has won."""
    if rules.stalemate_measure == PIECES:
        ahead = (count_bits(own) - count_bits(theirs)) / rules.n_spaces
        more_is_better = (rules.stalemate_picks == MOST) == (rules.stalemate_gives == WIN)
        tree.lead = tree.leads * (ahead if (seat == 0) == more_is_better else -ahead)
    position.seat = seat
    put_back(rules, position, seat, own, theirs)
    stalemate(rules, position)


@called
def simulate_conversions(rules: Record, origin: Record, position: Record, tree: Record) -> int:
    """Plays a simulation; returns its result."""
    restart_sides(rules, origin, position)
    seat, node = int(origin.seat), 0
    own, theirs = tree.stands[seat], tree.stands[1 - seat]
    spaces = spaces_to_take(rules, position, seat, own, theirs)
    while spaces and tree.n_path < MAX_PATH and not is_settled(tree, node):
        if tree.first[node] == NONE:
            if tree.visits[node] == 0 and node:
                break
            if not grow_spaces(rules, position, tree, node, seat, spaces):
                break
        node = take_best(tree, node, seat)
        log_move(tree, tree.slot_of[node], seat)
        taken = take_space(rules, position, seat, own, theirs, target_in(int(tree.move[node])))
        own, theirs, seat = theirs & ~taken, own | taken, 1 - seat
        spaces = spaces_to_take(rules, position, seat, own, theirs)
        while spaces == 0 and position.idle + 1 < position.n_active:
            position.idle += 1
            own, theirs, seat = theirs, own, 1 - seat
            spaces = spaces_to_take(rules, position, seat, own, theirs)
    if spaces == 0:
        end_match(rules, position, tree, seat, own, theirs)
        prove_end(rules, tree, node, int(position.result))
    elif tree.proves and is_whole(tree, proven(tree, node)):
        return int(tree.proof[node])
    else:
        convert_learnedly(rules, position, tree, seat, own, theirs)
    return int(position.result)
