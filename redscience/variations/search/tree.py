"""TREE: what has been found out about moves, as one flat record of bounded memory.

An entry is a move of one seat from one node; the entries of a node's moves stand side by side. Where nothing is hidden,
an entry is also the node that the move leads to. Where something is, what the same move leads to differs with what the
others hold: nodes are entries of their own then, found by a key of all that the seat to act has seen.
"""

from __future__ import annotations

import numpy as np

from redscience.kernels.compiled import inlined, macro
from redscience.variations.engine.records import (
    COLUMNS,
    DRAW,
    MAX_ROW_LINES,
    MAX_SEATS,
    MAX_VOLUME,
    N_COLORS,
    WIN,
    Record,
)

ROOM = (
    1 << 21
) + 80  # no power of two: else all that is known of an entry would compete for the same lines of the cache
MAX_PATH = 1 << 13
SLOTS = 1 << 19
LESSONS = 1 << 16
MAX_LOG = 1 << 13
LOGARITHMS = 1 << 10
NONE = -1

TREE = np.dtype(
    [
        # How it is searched:
        ("explores", "f4"),  # the weight of what is not known yet
        ("urgency", "f4"),  # the value of a move that has not been tried, where nothing else tells
        ("trust", "f4"),  # so many visits weigh as much as what a move was worth later in the same games; 0 for nothing
        ("leads", "f4"),  # where pieces are counted in the end: what it is worth to be ahead by a board full
        ("replies", "f4"),  # so much counts what a move was worth right after another one, beside what it was anywhere
        ("by_chance", "f4"),  # in such a share of the simulations others choose as Random does, but for sealed choices
        ("draws", "i4"),  # of so many drawn moves a playout makes the one that was worth most so far
        ("learns", "u1"),  # whether it matters what moves have been worth
        ("has_learnt", "u1"),  # and whether anything is known of it
        ("hidden", "u1"),  # nodes are found by keys
        ("plain", "u1"),  # pieces are placed and rows looked for, no more: threats are known
        ("proves", "u1"),  # nothing is drawn or hidden, so that results are certain
        ("whole", "u2"),  # the lower bit of each player in a result
        ("with_win", "u2", MAX_SEATS),  # by seat, what is certain of all if it wins; 0 of those whose it does not tell
        # What there is:
        ("n", "i4"),  # entries
        ("root", "i4"),  # the node of the seat that thinks; NONE until it is met
        ("simulations", "i8"),
        ("won", "f8", MAX_SEATS),  # by seat, the sum of what simulations were worth
        # By entry:
        ("move", "i4", ROOM),
        ("mover", "u1", ROOM),
        ("weight", "i4", ROOM),  # in how many ways chance hits it
        ("slot_of", "i4", ROOM),  # where it stands in `lesson`; in plain games seat << 9 | space
        ("first", "i4", ROOM),  # of the moves from there; NONE while they are not listed
        ("count", "i4", ROOM),
        ("visits", "i4", ROOM),
        ("gain", "f4", ROOM),  # what its visits were worth to the mover, with what leads are: by this moves are chosen
        ("extra", "f4", ROOM),  # so much of that were leads
        ("proof", "u2", ROOM),  # the result that it certainly has; 0 of those for whom it is open
        ("later", "i4", ROOM),  # simulations in which the move was made after this node, by the mover
        ("later_gain", "f4", ROOM),
        ("regret", "f4", ROOM),  # of not having made it, in sealed rounds
        ("mixture", "f4", ROOM),  # the sum of the chances with which it was made there
        ("key", "i8", ROOM),  # of a node, where nodes are found by keys
        ("slot", "i4", SLOTS),  # an open hash of the keys: 1 + the entry
        # The present simulation:
        ("strays", "u1"),  # the seats that choose as Random does, a bit each
        ("lead", "f4"),  # what it is worth to the first seat, and costs the second, by how much who has won
        ("known", "i8", MAX_SEATS),  # a key of what each seat has seen
        ("n_path", "i4"),
        ("node", "i4", MAX_PATH),
        ("child", "i4", MAX_PATH),
        ("actor", "u1", MAX_PATH),  # whose move it was
        ("chance", "f4", MAX_PATH),  # with which it was chosen in a sealed round; 0 elsewhere
        ("began", "i8", MAX_PATH),  # the number of the next move that is logged
        # Of plain games, the spaces on which a piece would complete a row:
        ("completed", "u2", MAX_SEATS),  # by seat, the result
        ("n_threats", "i4"),
        ("n_standing", "i4"),  # those where the search begins come first
        ("threats", "i4", MAX_VOLUME * MAX_SEATS),  # space << 3 | colour key; some have been filled since
        ("threat", "u1", COLUMNS),  # by space, the colour keys of whom, a bit each
        # And by colour key and line the pieces, a bit each: now, and where the search begins:
        ("stones", "i8", (N_COLORS + 1, MAX_ROW_LINES)),
        ("standing", "i8", (N_COLORS + 1, MAX_ROW_LINES)),
        # Of two sides on bits, where the search begins:
        ("stands", "i8", 2),  # the pieces of each
        ("completes", "i8", 2),  # where another one would complete a row
        # The moves that were made in this simulation, and what they were worth in all so far:
        ("n_logged", "i8"),  # in all simulations of all searches
        ("n_log", "i4"),
        ("log_seat", "u1", MAX_LOG),
        ("log", "i4", MAX_LOG),  # the slots of the moves
        ("made", "i8", LESSONS),  # by slot, the number of the last move there
        ("lesson", "f4", (LESSONS, 2)),  # by slot, how often and what it was worth
        ("edge", "f4", LESSONS),  # by slot, how much more than an even game it was worth, as far as that is known
        # The same of a move right after another one, by a slot for both:
        ("reply", "f4", (LESSONS, 2)),
        ("reply_edge", "f4", LESSONS),
        ("logarithm", "f4", LOGARITHMS),  # of its place, and one
        ("promise", "i4", ROOM),  # of a node's moves, while one is chosen
        ("was_made", "u1", ROOM),  # likewise, while a simulation is settled: whether it was made later
        ("was", "i4", ROOM),  # while a part is kept: which entry of the old tree it was
    ],
    align=True,
)


@macro
def result_in(result: int, seat: int) -> int:
    """What a result says of a seat: LOSE, DRAW or WIN."""
    return (result >> 2 * seat) & 3


@inlined
def worth(result: int, seat: int) -> float:
    """What a result is worth to a seat, from 0 to 1."""
    its = result_in(result, seat)
    if its == WIN:
        return 1.0
    return 0.5 if its == DRAW else 0.0


@inlined
def begin_entry(tree: Record, entry: int, seat: int, move: int, weight: int) -> None:
    """Writes an entry of which nothing is known yet."""
    tree.move[entry] = move
    tree.mover[entry] = seat
    tree.weight[entry] = weight
    tree.slot_of[entry] = 0
    tree.first[entry] = NONE
    tree.count[entry] = 0
    tree.visits[entry] = 0
    tree.gain[entry] = 0.0
    tree.extra[entry] = 0.0
    tree.proof[entry] = 0
    tree.later[entry] = 0
    tree.later_gain[entry] = 0.0
    tree.regret[entry] = 0.0
    tree.mixture[entry] = 0.0


@inlined
def take_step(tree: Record, node: int, child: int, seat: int) -> None:
    """Adds a move of a seat to the path."""
    step = int(tree.n_path)
    tree.node[step], tree.child[step], tree.actor[step] = node, child, seat
    tree.began[step] = tree.n_logged + 1
    tree.n_path = step + 1


@inlined
def proven(tree: Record, node: int) -> int:
    """The result that a node certainly has, with as many bits as it is reckoned with."""
    return int(np.int64(tree.proof[node]))


@inlined
def is_whole(tree: Record, result: int) -> bool:
    """Whether a result says something of every player."""
    return bool((result | result >> 1) & np.int64(tree.whole) == tree.whole)


@inlined
def is_settled(tree: Record, node: int) -> bool:
    """Whether nothing more is to be found out below a node; but the root's moves are always listed."""
    proof = proven(tree, node)
    return proof != 0 and is_whole(tree, proof) and (node != 0 or tree.first[node] != NONE)
