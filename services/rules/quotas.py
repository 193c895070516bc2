"""Who may save how many games."""

from __future__ import annotations

from collections.abc import Mapping

from redscience.errors import NotAllowed, QuotaSpent
from services.kit.identity import Caller

UNLIMITED = None
QUOTAS: Mapping[str, int | None] = {"creator": 15, "trainer": UNLIMITED, "admin": UNLIMITED}
"""Games that a player of a role may have saved; a role that is not named may save none."""


def quota_of(caller: Caller) -> int | None:
    """How many games the caller may have saved; `UNLIMITED` for any number.

    Raises:
        NotAllowed: none at all.
    """
    if caller.role not in QUOTAS:
        raise NotAllowed("Games are saved by people who have logged in with their e-mail address. Log in first.")
    return QUOTAS[caller.role]


def quota_spent(quota: int) -> QuotaSpent:
    """The refusal of one game more."""
    return QuotaSpent(f"You have saved {quota} games, which is as many as you may. An admin can make you a trainer.")
