"""The random generator in a position, its field `random`: multiply-with-carry on 64 bits.

Its state stays below 2**63, so that compiled and interpreted runs agree to the bit: numpy's scalars would complain
of overflow where compiled integers wrap. (G. Marsaglia, multiply-with-carry; multiplier 698769069.)
"""

from __future__ import annotations

from typing import Any

from redscience.kernels.compiled import inlined

LOW_32 = 0xFFFFFFFF
_LOW_58 = 0x3FFFFFFFFFFFFFF


@inlined
def below(position: Any, n: int) -> int:
    """A uniform integer in 0 … n-1, for 0 < n < 2**31."""
    state = 698769069 * (int(position.random) & LOW_32) + (int(position.random) >> 32)
    position.random = state
    return (((state ^ (state >> 32)) & LOW_32) * int(n)) >> 32


@inlined
def seed_random(position: Any, seed: int) -> None:
    """Starts the generator from a seed in 0 … 2**62-1; neighbouring seeds give unrelated streams."""
    stir(position, (seed & LOW_32) * 0x2545F491 + (seed >> 32) * 0x6C8E9CF5 + 0x1D872B41)


@inlined
def seed_part(position: Any, seed: int, part: int) -> None:
    """The same for the number of what it is for, below 2**31: each has a stream of its own."""
    stir(position, (seed & LOW_32) * 0x2545F491 + (seed >> 32) * 0x6C8E9CF5 + part * 0x1D872B41 + 1)


@inlined
def stir(position: Any, number: int) -> None:
    """Starts the generator from a number below 2**63."""
    # Two rounds of xor-shift-multiply below 2**63 spread a small seed over the state.
    mixed = number & _LOW_58
    mixed ^= mixed >> 29
    mixed = ((mixed & LOW_32) * 0x4F6CDD1D + (mixed >> 32)) & _LOW_58
    mixed ^= mixed >> 31
    position.random = mixed | 1
    for _ in range(4):
        below(position, 2)
