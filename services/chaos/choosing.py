"""Draws a move for a seat from its view: each legal move by its weight (rules: Random)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any


def drawing_key(secret: str) -> bytes:
    """The key of all draws, made of the secret that this service keeps."""
    return hashlib.blake2b(secret.encode(), person=b"chaos draws", digest_size=32).digest()


def choose(
    legal: Sequence[Mapping[str, Any]], *, key: bytes, match_id: str, seat: str, view_version: int
) -> str | None:
    """A legal move of the seat, each as likely as its weight says; None where it has none that it may draw.

    The same for the same key, match, seat and version, so that a retry or another replica draws the same.

    Args:
        legal: the "legal" of the seat's view.
        key: of this service alone, at most 64 bytes.
        match_id: the match.
        seat: whose move it is.
        view_version: of the view.
    """
    weights = [int(move["weight"]) for move in legal]
    if not any(weights):
        return None
    drawn = _draw(key, f"{match_id} {seat} {view_version}", sum(weights))
    return str(legal[_hit(weights, drawn)]["move"])


def _draw(key: bytes, decision: str, ways: int) -> int:
    """A number below `ways`; 128 bits make the unevenness of the remainder too small to matter."""
    return int.from_bytes(hashlib.blake2b(decision.encode(), key=key, digest_size=16).digest()) % ways


def _hit(weights: Sequence[int], drawn: int) -> int:
    return next(index for index, below in enumerate(accumulate(weights)) if drawn < below)
