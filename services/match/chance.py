"""What the service draws for a match comes from its seed, so that a retry or another replica draws the same."""

from __future__ import annotations

import hashlib


def draw(seed: str, decision: str) -> str:
    """128 bits for one decision, as 32 hexadecimal digits.

    Args:
        seed: 32 hexadecimal digits.
        decision: what is decided; each text is a draw of its own.
    """
    return hashlib.blake2b(decision.encode(), key=bytes.fromhex(seed), digest_size=16).hexdigest()
