"""Avatars: a set of drawings with numbers. Who has chosen none has the one that their id gives."""

from __future__ import annotations

import hashlib

from redscience.errors import Fault, InvalidField

AVATARS = 24
"""They are numbered from one."""


def avatar_of(player_id: str, chosen: int | None) -> int:
    """The number of a player's avatar."""
    drawn = int.from_bytes(hashlib.sha256(player_id.encode()).digest()[:8])
    return chosen or 1 + drawn % AVATARS


def read_avatar(number: int) -> int | None:
    """The number that somebody chooses; None, written as 0, for the one that their id gives.

    Raises:
        InvalidField: there is no such avatar.
    """
    if not 0 <= number <= AVATARS:
        raise InvalidField([Fault("avatar", f"{number} is no avatar", f"Choose from 1 to {AVATARS}, or 0 for none")])
    return number or None
