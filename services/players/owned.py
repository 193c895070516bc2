"""Players that somebody has made and answers for: how one is found again, and how many there may be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from sqlalchemy import Connection, func, select

from redscience.english import English
from redscience.errors import LimitReached, NotAllowed, PlayerNameTaken
from redscience.names import folded_name
from services.kit.identity import Caller
from services.players import store
from services.players.schema import player

Kind = Literal["bot", "persona"]


def find(connection: Connection, caller: Caller, kind: Kind, name: str, universe: str) -> store.Player | None:
    """The caller's player of this kind and name in a universe; None where the name is free.

    Raises:
        PlayerNameTaken: somebody else has it, or another kind of player.
    """
    known = store.player_by_name(connection, folded_name(name), universe)
    if known is not None and (known.owner_id, known.kind) != (caller.id, kind):
        raise PlayerNameTaken(f"Another player is called {name}. Choose another name.")
    return known


def require_room(connection: Connection, caller: Caller, kind: Kind, most: Mapping[str, int], refusal: English) -> None:
    """Sees that the caller may make one more: `most` by role, where a role that is not named is told the `refusal`.

    Those that an invitation has made do not count.

    Raises:
        NotAllowed, LimitReached: the caller may make none, or no more.
    """
    if caller.role not in most:
        raise NotAllowed(refusal)
    is_own = player.c.owner_id == caller.id, player.c.kind == kind, ~player.c.by_invitation
    own = select(func.count()).select_from(player).where(*is_own)
    if connection.execute(own).scalar_one() >= most[caller.role]:
        message = f"You have {most[caller.role]} {kind}s, which is as many as you may. Rename one of them instead."
        raise LimitReached(message, retry_after_s=0)
