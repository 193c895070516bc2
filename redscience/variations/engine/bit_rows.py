"""Plain games of two sides on at most 64 spaces: rows found as bits, and whole random games.

What is said here of a row is what `rows` says of it; `shortcuts` says which games they are.
"""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.kernels.randomness import below
from redscience.variations.engine.bitboards import count_bits, nth_space
from redscience.variations.engine.records import Record


@inlined
def placed_by(rules: Record, position: Record, seat: int) -> int:
    """The spaces with pieces of a seat, a bit each."""
    bits = rules.no_bit
    for space in range(rules.n_spaces):
        if position.key[space] == rules.color_key[rules.hand[seat, 0]]:
            bits |= rules.bit[space]
    return int(bits)


@inlined
def ready_spaces(rules: Record, pieces: int) -> int:
    """Where a piece can be put now."""
    return int((rules.floor | pieces << int(rules.layer)) & rules.room & ~pieces)


@inlined
def holes(own: int, stride: int, up: int, down: int, others: int) -> int:
    """The spaces beside or between so many others of these along an axis, 1 to 5.

    `behind_n` and `ahead_n` are the spaces with n of these before them and after them.
    """
    behind_1, ahead_1 = own << stride & up, own >> stride & down
    if others == 1:
        return behind_1 | ahead_1
    behind_2, ahead_2 = (behind_1 & own) << stride & up, (ahead_1 & own) >> stride & down
    if others == 2:  # noqa: PLR2004  (as many as the names say)
        return behind_2 | behind_1 & ahead_1 | ahead_2
    behind_3, ahead_3 = (behind_2 & own) << stride & up, (ahead_2 & own) >> stride & down
    if others == 3:  # noqa: PLR2004
        return behind_3 | behind_2 & ahead_1 | behind_1 & ahead_2 | ahead_3
    behind_4, ahead_4 = (behind_3 & own) << stride & up, (ahead_3 & own) >> stride & down
    if others == 4:  # noqa: PLR2004
        return behind_4 | behind_3 & ahead_1 | behind_2 & ahead_2 | behind_1 & ahead_3 | ahead_4
    behind_5, ahead_5 = (behind_4 & own) << stride & up, (ahead_4 & own) >> stride & down
    between = behind_4 & ahead_1 | behind_3 & ahead_2 | behind_2 & ahead_3 | behind_1 & ahead_4
    return behind_5 | between | ahead_5


@inlined
def completing(rules: Record, own: int) -> int:
    """The spaces, free or not, on which a piece makes a row with these."""
    found, others = rules.no_bit, int(rules.row_length[0]) - 1
    for axis in range(rules.n_strides):
        found |= holes(own, int(rules.stride[axis]), rules.onto[axis, 0], rules.onto[axis, 1], others)
    return int(found)


@inlined
def has_row(rules: Record, own: int) -> bool:
    """Whether a row that wins is among these pieces."""
    found = rules.no_bit
    for axis in range(rules.n_strides):
        stride, up, ends = int(rules.stride[axis]), rules.onto[axis, 0], own
        for _ in range(rules.row_length[0] - 1):
            ends = own & ends << stride & up
        found |= ends
    return bool(found != 0)


@called
def play_rows(rules: Record, position: Record, own: int, theirs: int) -> None:
    """Plays random moves to the end from these pieces of the seat to move and of the other one."""
    seat = int(position.seat)
    while True:
        ready = ready_spaces(rules, own | theirs)
        if ready == 0:
            position.result = rules.stalemate_result
            return
        own |= rules.bit[nth_space(ready, below(position, count_bits(ready)))]
        position.ply += 1
        if position.ply >= rules.first_row_ply and has_row(rules, own):
            position.result = rules.check_result[0, 1 << seat]
            return
        own, theirs, seat = theirs, own, 1 - seat


@called
def many_rows(rules: Record, origin: Record, position: Record, scratch: Record, n: int) -> None:
    """Adds `n` random games from `origin` to the counts of results and of plies; nothing has to be copied."""
    own, theirs = placed_by(rules, origin, int(origin.seat)), placed_by(rules, origin, 1 - int(origin.seat))
    for _ in range(n):
        position.seat, position.ply = origin.seat, origin.ply
        play_rows(rules, position, own, theirs)
        scratch.counts[position.result] += 1
        scratch.plies += position.ply - origin.ply
