"""The random generator in a position: multiply-with-carry on 64 bits.

Its state stays below 2**63, so that compiled and interpreted runs agree to the bit: numpy's scalars would complain
of overflow where compiled integers wrap. (G. Marsaglia, multiply-with-carry; multiplier 698769069.)
"""

from __future__ import annotations

from redscience.kernels.compiled import inlined
from redscience.stratego.engine.records import Record

LOW_32 = 0xFFFFFFFF


@inlined
def below(position: Record, n: int) -> int:
    """A uniform integer in 0 … n-1, for 0 < n < 2**31."""
    state = 698769069 * (position.random & LOW_32) + (position.random >> 32)
    position.random = state
    return (((state ^ (state >> 32)) & LOW_32) * n) >> 32


@inlined
def seed_random(position: Record, seed: int) -> None:
    """Starts the generator from a seed in 0 … 2**62-1; neighbouring seeds give unrelated streams."""
    # Two rounds of xor-shift-multiply below 2**63 spread a small seed over the state.
    mixed = ((seed & LOW_32) * 0x2545F491 + (seed >> 32) * 0x6C8E9CF5 + 0x1D872B41) & 0x3FFFFFFFFFFFFFF
    mixed ^= mixed >> 29
    mixed = ((mixed & LOW_32) * 0x4F6CDD1D + (mixed >> 32)) & 0x3FFFFFFFFFFFFFF
    mixed ^= mixed >> 31
    position.random = mixed | 1
    for _ in range(4):
        below(position, 2)
