"""Who may save how many games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select, update

from redscience.errors import NotAllowed, QuotaSpent
from services.kit.database import insert_or_ignore
from services.kit.identity import Caller
from services.rules.schema import creators

UNLIMITED = None
QUOTAS: Mapping[str, int | None] = {"creator": 15, "trainer": UNLIMITED, "admin": UNLIMITED}
"""Games that a player of a role may have saved; a role that is not named may save none."""


@dataclass(frozen=True, slots=True)
class Quota:
    """How many games there are of a player.

    Attributes:
        saved: so many.
        most: there may be so many; `UNLIMITED` for any number.
    """

    saved: int
    most: int | None

    @property
    def left(self) -> int | None:
        """How many more there may be; `UNLIMITED` for any number."""
        return UNLIMITED if self.most is None else max(0, self.most - self.saved)

    def __str__(self) -> str:
        return "unlimited" if self.most is None else str(self.most)


def usual_quota(caller: Caller) -> int | None:
    """How many games the caller may have saved where no Admin has said otherwise.

    Raises:
        NotAllowed: none at all.
    """
    if caller.role not in QUOTAS:
        raise NotAllowed("Games are saved by people who have logged in with their e-mail address. Log in first.")
    return QUOTAS[caller.role]


def quota_of(connection: Connection, player_id: str, usual: int | None) -> Quota:
    """What holds for a player, with what an Admin has said of them."""
    row = connection.execute(select(creators).where(creators.c.player_id == player_id)).first()
    return Quota(0, usual) if row is None else _quota(row, usual)


def count_one_more(connection: Connection, player_id: str, usual: int | None) -> None:
    """Counts a game that is being saved.

    Raises:
        QuotaSpent: there is no room for it.
    """
    insert_or_ignore(connection, creators, player_id=player_id, games=0, unlimited=False)
    row = connection.execute(
        update(creators)
        .where(creators.c.player_id == player_id)
        .values(games=creators.c.games + 1)
        .returning(*creators.c)
    ).one()
    quota = _quota(row, usual)
    if quota.most is not None and quota.saved > quota.most:
        raise QuotaSpent(
            f"You may save {quota.most} game{'' if quota.most == 1 else 's'}, and have saved {quota.saved - 1}."
            " Ask an admin to let you save more."
        )


def _quota(row: Row[Any], usual: int | None) -> Quota:
    """Who may save any number by their role may do so whatever has been said of them as a Creator."""
    if usual is None or row.unlimited:
        return Quota(row.games, UNLIMITED)
    return Quota(row.games, usual if row.quota is None else row.quota)
