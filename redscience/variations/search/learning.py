"""What a move has been worth whenever it was made, in whatever position: by seat, in all simulations of a search.

Two uses: playouts prefer what has been worth more (Y. Björnsson, H. Finnsson 2009), also as a reply to the move before
it (N-grams of two; M. Tak, M. Winands, Y. Björnsson 2012), and the moves of a node are judged by the games in which
they were made at any time after it (RAVE; S. Gelly, D. Silver 2007).
"""

from __future__ import annotations

import numpy as np

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.records import Record
from redscience.variations.search.tree import LESSONS, MAX_LOG, worth

SPACE = 511  # in the slot of a plain game
LEAST = -2.0  # less than any edge


@inlined
def slot_of(seat: int, move: int) -> int:
    """Where it stands what a move of a seat was worth; others may stand there, too."""
    return ((int(move) * 8 + int(seat)) * 0x1D588B65 >> 24) & LESSONS - 1


@inlined
def plain_slot(seat: int, space: int) -> int:
    """The same in a plain game, for a piece of the seat on a space."""
    return int(seat) << 9 | int(space)


@inlined
def reply_slot(last: int, slot: int) -> int:
    """Where it stands what a move was worth right after another one, by their slots; others may stand there, too."""
    return (int(last) * 0x9E3779B1 >> 8 ^ int(slot)) & LESSONS - 1


@inlined
def note_edge(tree: Record, slot: int) -> None:
    """Reckons how much more than an even game a move was worth; often asked for, so that it is not divided there."""
    often, gain = tree.lesson[slot, 0], tree.lesson[slot, 1]
    tree.edge[slot] = (gain - 0.5 * often) / (often + 2.0)


@inlined
def note_reply_edge(tree: Record, slot: int) -> None:
    """The same of a reply, of which less is known."""
    often, gain = tree.reply[slot, 0], tree.reply[slot, 1]
    tree.reply_edge[slot] = tree.replies * (gain - 0.5 * often) / (often + 8.0)


@inlined
def edge_now(tree: Record, slot: int) -> float:
    """How much more than an even game a move was worth: anywhere, and as a reply to the last one that was made."""
    edge = float(tree.edge[slot])
    if tree.replies > 0.0 and tree.n_log:
        edge += float(tree.reply_edge[reply_slot(tree.log[tree.n_log - 1], slot)])
    return edge


@inlined
def log_move(tree: Record, slot: int, seat: int) -> None:
    """Notes that a move was made."""
    tree.n_logged += 1
    tree.made[slot] = tree.n_logged
    if tree.n_log < MAX_LOG:
        tree.log[tree.n_log], tree.log_seat[tree.n_log] = slot, seat
        tree.n_log += 1


@called
def learn(tree: Record, result: int) -> None:
    """Adds a simulation to what its moves have been worth."""
    tree.has_learnt = 1
    for i in range(tree.n_log):
        slot, gain = tree.log[i], worth(result, tree.log_seat[i])
        tree.lesson[slot, 0] += 1.0
        tree.lesson[slot, 1] += gain
        note_edge(tree, slot)
        if tree.replies > 0.0 and i:
            reply = reply_slot(tree.log[i - 1], slot)
            tree.reply[reply, 0] += 1.0
            tree.reply[reply, 1] += gain
            note_reply_edge(tree, reply)


@inlined
def count_later(tree: Record, step: int, gain: float) -> None:
    """Counts for a node's moves a game that was worth so much, where they were made at any time after it."""
    node, began = int(tree.node[step]), int(tree.began[step])
    first, count = int(tree.first[node]), int(tree.count[node])
    slots, was_made = tree.slot_of[first : first + count], tree.was_made[:count]
    for i in range(count):
        was_made[i] = tree.made[slots[i]] >= began
    # What is not looked up in between is added for several moves at once, with 32 bits.
    later, later_gain = tree.later[first : first + count], tree.later_gain[first : first + count]
    part = np.float32(gain)
    for i in range(count):
        later[i] += was_made[i]
        later_gain[i] += np.float32(was_made[i]) * part


@called
def take_over(old: Record, tree: Record, share: float) -> None:
    """Takes over what was learnt in another tree, to count for so much."""
    for slot in range(LESSONS):
        tree.lesson[slot, 0] = share * old.lesson[slot, 0]
        tree.lesson[slot, 1] = share * old.lesson[slot, 1]
        note_edge(tree, slot)
    if tree.replies > 0.0:
        for slot in range(LESSONS):
            tree.reply[slot, 0] = share * old.reply[slot, 0]
            tree.reply[slot, 1] = share * old.reply[slot, 1]
            note_reply_edge(tree, slot)
    tree.has_learnt = old.has_learnt


@called
def forget(tree: Record) -> None:
    """Empties what was learnt, if anything was."""
    if tree.has_learnt:
        take_over(tree, tree, 0.0)
    tree.has_learnt = 0
