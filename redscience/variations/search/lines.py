"""Plain games: the pieces of a colour on a line as bits of a number, which tell at once where no row can be near.

Only lines of two ends and not too many spaces are looked at so; on other boards every axis is walked.
"""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.bitboards import count_bits
from redscience.variations.engine.records import OFF, Record
from redscience.variations.search.tree import MAX_LENGTH, MAX_LINES


@called
def find_lines(rules: Record, tree: Record) -> None:
    """Numbers the lines on which a row can be, and the spaces of each."""
    tree.is_lined, tree.n_lines, tree.n_keys = 1, 0, 0
    if rules.wraps:
        return
    for seat in range(rules.n_seats):
        tree.n_keys = max(int(tree.n_keys), int(rules.color_key[rules.hand[seat, 0]]) + 1)
    n = 0
    for space in range(rules.n_spaces):
        for i in range(rules.n_axes[0, space]):
            direction = 2 * int(rules.axes[0, space, i])
            if rules.step[space, direction + 1] == OFF:
                n = number_line(rules, tree, n, space, direction)
                if n < 0:
                    return
    tree.n_lines = n


@inlined
def number_line(rules: Record, tree: Record, n: int, space: int, direction: int) -> int:
    """Gives a line the number `n`; returns the next one, -1 where the line is too long, or one too many."""
    at, place = space, 0
    while at != OFF:
        if place == MAX_LENGTH or n == MAX_LINES:
            return -1
        for i in range(rules.n_axes[0, at]):
            if 2 * int(rules.axes[0, at, i]) == direction:
                tree.line[at, i], tree.place[at, i] = n, place
        at = int(rules.step[at, direction])
        place += 1
    return n + 1


@inlined
def note_stone(rules: Record, tree: Record, key: int, space: int) -> None:
    """Adds a piece to its lines."""
    if tree.n_lines:
        for i in range(rules.n_axes[0, space]):
            line = int(tree.line[space, i])
            tree.standing[line, key] = int(tree.standing[line, key]) | 1 << int(tree.place[space, i])


@inlined
def is_near_row(tree: Record, key: int, space: int, i: int, length: int) -> bool:
    """Adds a piece to its line along an axis; whether there may be a row there but for one piece."""
    line, place = int(tree.line[space, i]), int(tree.place[space, i])
    stones = int(tree.stones[line, key]) | 1 << place
    tree.stones[line, key] = stones
    near = stones >> max(place - length + 1, 0)
    if length < MAX_LENGTH // 2:
        near &= (1 << 2 * length - 1) - 1
    return count_bits(near) >= length - 1


@inlined
def clear_lines(tree: Record) -> None:
    """Notes that no piece stands where the search begins."""
    for line in range(tree.n_lines):
        for key in range(1, tree.n_keys):
            tree.standing[line, key] = 0


@inlined
def forget_stones(tree: Record) -> None:
    """Goes back to the pieces where the search begins."""
    for line in range(tree.n_lines):
        for key in range(1, tree.n_keys):
            tree.stones[line, key] = tree.standing[line, key]
