"""What the service draws for a match comes from its seed, so that a retry or another replica draws the same."""

from __future__ import annotations

import hashlib
from functools import lru_cache

_REMEMBERED = 8192
_IMPULSES = ((3, "subtle", "basic"), (5, "rare", "common"))
"""Of each impulse the first word is drawn once in so many times."""


def draw(seed: str, decision: str) -> str:
    """128 bits for one decision, as 32 hexadecimal digits.

    Args:
        seed: 32 hexadecimal digits.
        decision: what is decided; each text is a draw of its own.
    """
    return hashlib.blake2b(decision.encode(), key=bytes.fromhex(seed), digest_size=16).hexdigest()


@lru_cache(_REMEMBERED)
def impulses(seed: str, seat: str) -> tuple[str, ...]:
    """The private random impulses of a seat, for strategies that need them.

    Args:
        seed: 32 hexadecimal digits.
        seat: its name in the game.
    """
    return tuple(
        seldom if int(draw(seed, f"impulse {seldom} {seat}"), 16) % times == 0 else often
        for times, seldom, often in _IMPULSES
    )
