"""N in a row (rules: C6, C8). Only rows through the space that changed are looked at, along precomputed steps."""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.records import MAX_AXES, Array, Record, shape_of


@inlined
def run(rules: Record, position: Record, key: int, space: int, direction: int) -> int:
    """How many pieces of this key stand next to `space`, one after the other, going one way; a ring ends at `space`."""
    n = 0
    at = rules.step[space, direction]
    while position.key[at] == key and at != space:
        n += 1
        at = rules.step[at, direction]
    return n


@inlined
def is_ring(rules: Record, space: int, direction: int, n: int) -> bool:
    """Whether `n` steps and one more lead back to a space."""
    at = space
    for _ in range(n + 1):
        at = rules.step[at, direction]
    return at == space


@inlined
def is_row(rules: Record, position: Record, check: int, space: int) -> bool:
    """Whether a row through `space` is long enough for a check."""
    key = position.key[space]
    for i in range(rules.n_axes[check, space]):
        direction = 2 * rules.axes[check, space, i]
        length = 1 + run(rules, position, key, space, direction)
        if not (rules.wraps and is_ring(rules, space, direction, length - 1)):
            length += run(rules, position, key, space, direction + 1)
        if length >= rules.row_length[check]:
            return True
    return False


@inlined
def met_check(rules: Record, position: Record, space: int) -> int:
    """The first check, in their order, that a row through `space` meets; -1 if none does."""
    for check in range(rules.n_checks):
        if is_row(rules, position, check, space):
            return check
    return -1


@inlined
def shape_run(rules: Record, position: Record, shape: int, space: int, direction: int) -> int:
    """How many pieces of this shape, of whatever colour, stand next to `space`, going one way."""
    n = 0
    at = rules.step[space, direction]
    while position.kind[at] and shape_of(position.kind[at]) == shape and at != space:
        n += 1
        at = rules.step[at, direction]
    return n


@called
def is_shape_row(rules: Record, position: Record, check: int, space: int) -> bool:
    """Whether a row of one shape through `space` is long enough for a check."""
    shape = shape_of(position.kind[space])
    for i in range(rules.n_axes[check, space]):
        direction = 2 * rules.axes[check, space, i]
        length = 1 + shape_run(rules, position, shape, space, direction)
        if not (rules.wraps and is_ring(rules, space, direction, length - 1)):
            length += shape_run(rules, position, shape, space, direction + 1)
        if length >= rules.row_length[check]:
            return True
    return False


@called
def write_rows(rules: Record, position: Record, check: int, by_shape: bool, space: int, out: Array) -> int:
    """Writes the rows through `space` that meet the check, each as its length and its spaces from end to end.

    Returns how many numbers were written; none where the space is empty.
    """
    n = 0
    key, kind = position.key[space], position.kind[space]
    if key == 0:
        return 0
    shape = shape_of(kind)
    for i in range(rules.n_axes[check, space]):
        direction = 2 * rules.axes[check, space, i]
        if by_shape:
            before = shape_run(rules, position, shape, space, direction + 1)
            after = shape_run(rules, position, shape, space, direction)
        else:
            before = run(rules, position, key, space, direction + 1)
            after = run(rules, position, key, space, direction)
        if rules.wraps and is_ring(rules, space, direction, after):
            before = 0
        length = 1 + before + after
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
            for i in range(rules.n_lines):
                direction = rules.lines[i]
                # From its first piece on; a row all around a ring has none.
                if rules.wraps or position.key[rules.step[space, direction ^ 1]] != key:
                    longest = max(longest, 1 + run(rules, position, key, space, direction))
    return longest


@called
def count_windows(rules: Record, position: Record, key: int, length: int, board: int, by_kind: bool) -> int:
    """How many distinct lines of `length` spaces hold only pieces of a key, or of one kind of it (rules: C13)."""
    n = 0
    for space in range(board * rules.volume, (board + 1) * rules.volume):
        if position.key[space] == key:
            for axis in range(MAX_AXES):
                if is_line(rules, 2 * axis):
                    n += is_window(rules, position, key, length, space, 2 * axis, by_kind)
    return n


@inlined
def is_line(rules: Record, direction: int) -> bool:
    """Whether rows run that way."""
    for i in range(rules.n_lines):
        if rules.lines[i] == direction:
            return True
    return False


@inlined
def is_window(
    rules: Record, position: Record, key: int, length: int, space: int, direction: int, by_kind: bool
) -> bool:
    """Whether a window that begins on `space` holds only such pieces."""
    at = space
    for _ in range(1, length):
        at = rules.step[at, direction]
        if position.key[at] != key or at == space or (by_kind and position.kind[at] != position.kind[space]):
            return False
    if rules.wraps and rules.step[at, direction] == space:
        # A ring of just this length is one window, not one from each of its spaces.
        at = space
        for _ in range(length):
            if at < space:
                return False
            at = rules.step[at, direction]
    return True
