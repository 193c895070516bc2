"""N in a row (rules: C6, C8). Only rows through the space that changed are looked at, along precomputed steps."""

from __future__ import annotations

from redscience.engine.compiled import called, inlined
from redscience.engine.records import MAX_AXES, Array, Record


@inlined
def run(rules: Record, position: Record, key: int, space: int, direction: int) -> int:
    """How many pieces of this key stand next to `space`, one after the other, going one way."""
    n = 0
    space = rules.step[space, direction]
    while position.key[space] == key:
        n += 1
        space = rules.step[space, direction]
    return n


@inlined
def met_check(plain: bool, rules: Record, position: Record, space: int) -> int:
    """The first check, in their order, that a row through `space` meets; -1 if none does."""
    key = position.key[space]
    for check in range(1 if plain else rules.n_checks):
        for i in range(rules.n_axes[check, space]):
            direction = 2 * rules.axes[check, space, i]
            length = 1 + run(rules, position, key, space, direction) + run(rules, position, key, space, direction + 1)
            if length >= rules.row_length[check]:
                return check
    return -1


@called
def list_rows(rules: Record, position: Record, check: int, space: int, out: Array) -> int:
    """Writes the rows through `space` that meet the check, each as its length and its spaces from end to end.

    Returns how many numbers were written; none where the space is empty.
    """
    n = 0
    key = position.key[space]
    if key == 0:
        return 0
    for i in range(rules.n_axes[check, space]):
        direction = 2 * rules.axes[check, space, i]
        before = run(rules, position, key, space, direction + 1)
        length = 1 + before + run(rules, position, key, space, direction)
        if length >= rules.row_length[check]:
            out[n] = length
            n += 1
            at = space
            for _ in range(before):
                at = rules.step[at, direction + 1]
            for _ in range(length):
                out[n] = at
                n += 1
                at = rules.step[at, direction]
    return n


@called
def longest_row(rules: Record, position: Record, key: int, board: int) -> int:
    """The length of the longest row of a key on a board, along any line; 0 if it has no piece there (rules: C12)."""
    longest = 0
    for space in range(board * rules.volume, (board + 1) * rules.volume):
        if position.key[space] == key:
            for direction in range(0, 2 * MAX_AXES, 2):
                if position.key[rules.step[space, direction + 1]] != key:
                    longest = max(longest, 1 + run(rules, position, key, space, direction))
    return longest
