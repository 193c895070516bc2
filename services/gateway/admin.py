"""What Admins see: people, reports of what was said, games, what Admins have changed, and how the processes are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path

from redscience.api.chat.v1.chat_pb2 import ListReportsRequest
from redscience.api.players.v1.players_pb2 import FindAnyRequest, GetRequest, ListAuditRequest, Role
from redscience.api.rules.v1.rules_pb2 import ListChangesRequest, ListRequest
from redscience.errors import NotAllowed
from services.gateway.backends import Backends, call
from services.gateway.names import games_by_id, players_by_id
from services.gateway.sessions import Session
from services.gateway.shown import Shown
from services.gateway.shown_people import show_audit, show_change, show_report, show_to_admin
from services.kit.processes import look

ROWS = 25
ROLES: Mapping[str, Role.ValueType] = {
    "creator": Role.ROLE_CREATOR,
    "trainer": Role.ROLE_TRAINER,
    "admin": Role.ROLE_ADMIN,
}

List = Callable[[Backends, Session, Mapping[str, str]], Shown]
"""A page of a list, and where the next one begins; asked with the fields of an address: `page`, `text` and others."""


def require_admin(session: Session) -> None:
    """Spares others a page of refusals. Each service asks again.

    Raises:
        NotAllowed: it is no Admin.
    """
    if session.player.role != Role.ROLE_ADMIN:
        raise NotAllowed("This page is for admins.")


def people(backends: Backends, session: Session, query: Mapping[str, str]) -> Shown:
    """Players of all universes, those who came last first; with `player` in the address that one alone."""
    if query.get("player"):
        known = call(backends.players.Get, GetRequest(ids=[query["player"]]), session.token).players
        return {"rows": [show_to_admin(player) for player in known if not player.erased], "next": ""}
    asked = FindAnyRequest(
        text=query.get("text", "").strip(),
        role=ROLES.get(query.get("role", ""), Role.ROLE_UNSPECIFIED),
        is_suspended="suspended" in query,
        after_id=query.get("page", ""),
        limit=ROWS,
        newest_first=True,
    )
    found = call(backends.players.FindAny, asked, session.token).players
    return {
        "rows": [show_to_admin(player) for player in found],
        "next": found[-1].id if len(found) == ROWS else "",
    }


def reports(backends: Backends, session: Session, query: Mapping[str, str]) -> Shown:
    """What was reported and waits for an Admin, or was dealt with, the last first."""
    asked = ListReportsRequest(before_id=query.get("page", ""), limit=ROWS, is_resolved="resolved" in query)
    found = call(backends.chat.ListReports, asked, session.token).reports
    return {"rows": [show_report(report) for report in found], "next": found[-1].id if len(found) == ROWS else ""}


def games(backends: Backends, session: Session, query: Mapping[str, str]) -> Shown:
    """Games by a part of their names, hidden ones too."""
    asked = ListRequest(name_contains=query.get("text", "").strip(), page_size=ROWS, page_token=query.get("page", ""))
    answer = call(backends.rules.List, asked, session.token)
    rows = [
        {"id": game.id, "name": game.name, "hidden": game.hidden, "is_catalogue": not game.creator_id}
        for game in answer.games
    ]
    return {"rows": rows, "next": answer.next_page_token}


def audit(backends: Backends, session: Session, query: Mapping[str, str]) -> Shown:
    """What admins did about players, the last first; with `player` in the address about that one alone."""
    asked = ListAuditRequest(before_id=query.get("page", ""), limit=ROWS, player_id=query.get("player", ""))
    entries = call(backends.players.ListAudit, asked, session.token).entries
    players = players_by_id(
        backends, session, (each for entry in entries for each in (entry.admin_id, entry.player_id))
    )
    return {
        "rows": [show_audit(entry, players) for entry in entries],
        "next": entries[-1].id if len(entries) == ROWS else "",
    }


def changes(backends: Backends, session: Session, query: Mapping[str, str]) -> Shown:
    """What Admins and new releases changed of games and quotas, the last first."""
    asked = ListChangesRequest(page_size=ROWS, page_token=query.get("page", ""))
    answer = call(backends.rules.ListChanges, asked, session.token)
    of_players = [change.subject_id for change in answer.changes if change.field == "quota"]
    players = players_by_id(backends, session, (*of_players, *(change.admin_id for change in answer.changes)))
    named = games_by_id(backends, session, (change.subject_id for change in answer.changes if change.field != "quota"))
    return {
        "rows": [show_change(change, players, named) for change in answer.changes],
        "next": answer.next_page_token,
    }


_LISTS: dict[str, List] = {
    "people": people,
    "reports": reports,
    "games": games,
    "audit": audit,
    "changes": changes,
}


def status_of(processes: Path) -> List:
    """How the processes are that `redscience up` has noted in a file, as `redscience status` says it."""

    def status(_backends: Backends, _session: Session, _query: Mapping[str, str]) -> Shown:
        try:
            return {"rows": [asdict(each) for each in look(processes)], "next": ""}
        except (OSError, ValueError):
            return {"rows": [], "next": ""}

    return status


def lists(processes: Path | None) -> Mapping[str, List]:
    """The lists of the page, by tab; without that of processes where nobody notes them."""
    return _LISTS | ({"status": status_of(processes)} if processes else {})
