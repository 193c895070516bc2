"""The same seat, the same move, the same position a second time (rules: C2), and the limit of moves in a phase.

What was done is remembered as a key of 62 bits: two different events of one phase share a key with a chance below
10**-12. Only games in which pieces move or are captured can repeat.
"""

from __future__ import annotations

from redscience.kernels.compiled import inlined
from redscience.variations.engine.records import MAX_SEEN, SEEN_SLOTS, Record
from redscience.variations.engine.spaces import HASH_MASK

LOW_HALF = (1 << 31) - 1  # of a key


@inlined
def key_of(position: Record, seat: int, move: int) -> int:
    """The key of a move of a seat in the present position."""
    return mixed_key(int(position.hash), seat, move)


@inlined
def mixed_key(base: int, seat: int, move: int) -> int:
    """A key made of another one and a move of a seat."""
    # The halves are multiplied, not only mixed bit by bit: else two rounds could differ in ways that cancel out.
    # What is below 2**62 wraps nowhere, compiled or interpreted.
    doing = (int(move) * 8 + int(seat)) * 0x1D588B65 & HASH_MASK
    mixed = (base ^ doing) & HASH_MASK
    mixed = (mixed & LOW_HALF) * 0x5851F42D ^ (mixed >> 31) * 0x2545F491
    return mixed ^ mixed >> 29


@inlined
def slot_of(position: Record, key: int) -> int:
    """The slot in which the key stands, or the empty one in which it would."""
    slot = key & SEEN_SLOTS - 1
    while position.seen_slot[slot] and position.seen[position.seen_slot[slot] - 1] != key:
        slot = slot + 1 & SEEN_SLOTS - 1
    return slot


@inlined
def is_known(position: Record, key: int) -> bool:
    """Notes what was done; whether it had been done before."""
    slot = slot_of(position, key)
    if position.seen_slot[slot]:
        return True
    position.seen[position.n_seen] = key
    position.n_seen += 1
    position.seen_slot[slot] = position.n_seen
    return False


@inlined
def remember(position: Record, key: int) -> bool:
    """Notes what was done; whether that was a repetition, or one move too many for the phase."""
    return is_known(position, key) or position.n_seen >= MAX_SEEN


@inlined
def forget_after(position: Record, n: int) -> None:
    """Forgets all but the first `n` keys."""
    # The last that was put in is taken out first, so that no chain of slots is broken.
    while position.n_seen > n:
        position.seen_slot[slot_of(position, position.seen[position.n_seen - 1])] = 0
        position.n_seen -= 1
