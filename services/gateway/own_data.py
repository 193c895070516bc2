"""What is kept of somebody, in one piece, for themself."""

from __future__ import annotations

import json

from redscience.api.chat.v1.chat_pb2 import ListMutedRequest
from redscience.api.players.v1.players_pb2 import Kind
from redscience.api.rules.v1.rules_pb2 import Draft, GetDraftRequest, ListDraftsRequest
from redscience.errors import NotAllowed
from services.gateway.accounts import list_own, list_sessions
from services.gateway.backends import Backends, call
from services.gateway.names import players_by_id
from services.gateway.profiles import MORE_MATCHES, Tab, creations, friends, history, statistics
from services.gateway.sessions import Session
from services.gateway.shown import Shown, show_draft, show_player

MOST_PAGES = 51
"""So many of a list at most."""
MOST_MATCHES = (MOST_PAGES - 1) * MORE_MATCHES


def own_data(backends: Backends, session: Session) -> Shown:
    """Who they are, whom they know, what they have made and played.

    `left_out` says whether there are older matches, which are not in it.

    Raises:
        NotAllowed: nothing is kept of visitors.
    """
    player = session.player
    if player.kind != Kind.KIND_PERSON:
        raise NotAllowed("Nothing is kept of visitors. Log in to have data of your own.")
    muted = call(backends.chat.ListMuted, ListMutedRequest(), session.token).player_ids
    drafts = call(backends.rules.ListDrafts, ListDraftsRequest(), session.token).drafts
    matches, left_out = _rows(history, backends, session)
    return {
        "player": show_player(player) | {"email": player.email, "created_at_ms": player.created_at_ms},
        "sessions": list_sessions(backends, session),
        **list_own(backends, session),
        "people": friends(backends, session, player, {}),
        "muted": [*players_by_id(backends, session, muted).values()],
        "games": _rows(creations, backends, session)[0],
        "drafts": [_draft(backends, session, draft) for draft in drafts],
        "statistics": _rows(statistics, backends, session)[0],
        "matches": matches,
        "left_out": left_out,
    }


def _draft(backends: Backends, session: Session, listed: Draft) -> Shown:
    """A draft with its file: lists are without."""
    draft = call(backends.rules.GetDraft, GetDraftRequest(id=listed.id), session.token).draft
    return show_draft(draft) | {"rule_set": json.loads(draft.rule_set)}


def _rows(tab: Tab, backends: Backends, session: Session) -> tuple[list[Shown], bool]:
    """The rows of a tab of one's own page, and whether there are more than `MOST_PAGES` have."""
    rows: list[Shown] = []
    page = ""
    for _ in range(MOST_PAGES):
        answer = tab(backends, session, session.player, {"page": page})
        rows += answer["rows"]
        page = answer["next"]
        if not page:
            break
    return rows, bool(page)
