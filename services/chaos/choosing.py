"""Draws a move for a seat: each that is legal as its view says, by its weight (rules: Random)."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate


def drawing_key(secret: str) -> bytes:
    """The key of all draws, made of the secret that this service keeps."""
    return hashlib.blake2b(secret.encode(), person=b"chaos draws", digest_size=32).digest()


def choose(
    legal: Sequence[str], weights: Sequence[int], *, key: bytes, match_id: str, seat: str, view_version: int
) -> str | None:
    """A legal move of the seat, each as likely as its weight says; None where it has none that it may draw.

    The same for the same key, match, seat and version, so that a retry or another replica draws the same.

    Args:
        legal: the moves of the seat.
        weights: in how many ways each of them is hit.
        key: of this service alone, at most 64 bytes.
        match_id: the match.
        seat: whose move it is.
        view_version: of the view.
    """
    if not any(weights):
        return None
    drawn = _draw(key, f"{match_id} {seat} {view_version}", sum(weights))
    return legal[_hit(weights, drawn)]


def _draw(key: bytes, decision: str, ways: int) -> int:
    """A number below `ways`; 128 bits make the unevenness of the remainder too small to matter."""
    return int.from_bytes(hashlib.blake2b(decision.encode(), key=key, digest_size=16).digest()) % ways


def _hit(weights: Sequence[int], drawn: int) -> int:
    return bisect_right(list(accumulate(weights)), drawn)
