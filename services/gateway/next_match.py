"""From one match to the next that waits for whoever asks."""

from __future__ import annotations

from redscience.api.match.v1.match_pb2 import ListRequest
from services.gateway.backends import Backends, call
from services.gateway.sessions import Session
from services.gateway.shown import Shown, show_match

_MOST_COUNTED = 100


def next_match(backends: Backends, session: Session, match_id: str) -> Shown:
    """How many matches wait beside this one, and which is next: whose time runs out first after this one's.

    From the last it goes on with the first, so that whoever passes over matches comes by all of them. Where this one
    does not wait itself, the first is next.
    """
    request = ListRequest(waiting=True, page_size=_MOST_COUNTED)
    waiting = list(call(backends.match.List, request, session.token).matches)
    at = next((index for index, match in enumerate(waiting) if match.id == match_id), len(waiting))
    others = [*waiting[at + 1 :], *waiting[:at]]
    return {"count": len(others), "next": show_match(others[0]) if others else None}
