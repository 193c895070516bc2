"""What a list shows: matches, and invitations that are the caller's business."""

from __future__ import annotations

from sqlalchemy import Connection

from services.match.invitation import Invitation
from services.match.invitation_store import list_invitations
from services.match.model import Match
from services.match.queries import Wanted, list_matches


def listed(connection: Connection, wanted: Wanted, now_ms: int) -> list[Match | Invitation]:
    """Both together, newest first: an invitation has its place by the id of the match that comes of it."""
    matches = list_matches(connection, wanted) if wanted.status != "invited" else []
    invitations = list_invitations(connection, wanted, now_ms) if wanted.status in {None, "invited"} else []
    together: list[Match | Invitation] = [*matches, *invitations]
    return sorted(together, key=lambda one: one.id, reverse=True)[: wanted.count]
