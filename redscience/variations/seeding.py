"""From the seed of a match to those of the engine's generator."""

from __future__ import annotations

import hashlib


def engine_seed(seed: int, part: int = 0) -> int:
    """A seed for the engine's generator, 0 … 2**62-1, from a seed of any size and the number of a part of the work."""
    digest = hashlib.blake2b(f"{seed}/{part}".encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> 2
