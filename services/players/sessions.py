"""Sessions: their secrets, how long they last, and what they were opened from."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from typing import cast

from redscience.errors import Fault, InvalidField
from services.kit.identity import Caller, Kind
from services.kit.ids import new_id
from services.players.store import PUBLIC_UNIVERSE, Player, Session

DAY_MS = 24 * 3_600_000
LIFETIMES_MS: Mapping[str, int] = {"person": 90 * DAY_MS, "bot": 365 * DAY_MS, "anonymous": DAY_MS}
"""How long a session lasts that is not used, by the kind of its player."""
LONGEST_LABEL = 60


def new_secret() -> str:
    """A secret of 256 bits."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """What is kept of a secret. It has 256 bits of chance, so that a plain hash hides it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def opened(secret: str, player_id: str, kind: str, label: str, *, now_ms: int) -> Session:
    """The session that a secret opens from now on."""
    return Session(
        digest=digest(secret),
        player_id=player_id,
        created_at_ms=now_ms,
        expires_at_ms=now_ms + LIFETIMES_MS[kind],
        id=new_id(),
        label=label,
        used_at_ms=now_ms,
    )


def caller_of(session: Session, who: Player) -> Caller:
    """Who calls by a session. Visitors share a player, and are told apart by their sessions."""
    return as_caller(who, session.id if who.kind == "anonymous" else "")


def as_caller(who: Player, visit: str = "") -> Caller:
    """A player as they call; `visit` is the session of a visitor."""
    return Caller(who.id, cast("Kind", who.kind), who.role, who.universe or PUBLIC_UNIVERSE, who.name, visit)


def read_label(text: str) -> str:
    """What a session is opened from, as its owner will read it.

    Raises:
        InvalidField: it cannot be shown.
    """
    if len(text) > LONGEST_LABEL or not text.isprintable():
        remedy = f"Send at most {LONGEST_LABEL} characters that can be seen, such as the name of the program"
        raise InvalidField([Fault("label", "is too long or cannot be shown", remedy)])
    return text.strip()


def service_of(secret: str, service_secrets: Mapping[str, str]) -> str | None:
    """The service whose secret this is."""
    given = digest(secret)
    found = [name for name, expected in service_secrets.items() if hmac.compare_digest(given, expected)]
    return found[0] if found else None
