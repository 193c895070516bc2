"""Decisions, as programs are asked for them."""

from __future__ import annotations

from typing import Any

from redscience.api.match.v1 import match_pb2
from redscience.interface import SPECTATOR
from services.kit.identity import Caller
from services.match.deadlines import seen_due_at_ms
from services.match.model import Snapshot
from services.match.pauses import last_shown_ms


def owed(snapshot: Snapshot, caller: Caller) -> list[str]:
    """The seats of a caller that owe a decision: they may act, and nothing is kept back for them."""
    if snapshot.match.reason is not None or snapshot.match.is_paused:
        return []
    acting = snapshot.table.state.acting
    return [
        seat.seat
        for seat in snapshot.match.seats
        if seat.controller_id == caller.controller_id and seat.seat in acting and seat.seat not in snapshot.proposals
    ]


def with_view(snapshot: Snapshot, seat: str, caller: Caller, traceparent: str) -> match_pb2.ServeResponse:
    """A decision of a caller's seat, with its view."""
    return _decision(snapshot, seat, caller, traceparent, view=snapshot.table.view(seat))


def with_choices(snapshot: Snapshot, seat: str, caller: Caller, traceparent: str) -> match_pb2.ServeResponse:
    """A decision of a caller's seat, with its legal moves and their weights alone."""
    state = snapshot.table.state
    return _decision(snapshot, seat, caller, traceparent, legal=state.legal(seat), weights=state.weights(seat))


def _decision(snapshot: Snapshot, seat: str, caller: Caller, traceparent: str, **told: Any) -> match_pb2.ServeResponse:
    """A message with a decision, which is written where it stands."""
    message = match_pb2.ServeResponse()
    message.decisions.add(
        match_id=snapshot.match.id,
        game_id=snapshot.match.game_id,
        seat=seat,
        player_id=snapshot.match.seat(seat).player_id,
        view_version=snapshot.table.versions[seat],
        due_at_ms=seen_due_at_ms(snapshot.match, snapshot.table, seat),
        traceparent=traceparent,
        maker_id=snapshot.match.maker_id if caller.kind == "service" else "",
        shown_at_ms=_shown_at_ms(snapshot, seat),
        **told,
    )
    return message


def _shown_at_ms(snapshot: Snapshot, seat: str) -> int:
    """When anybody outside the platform last saw something, where how often a seat of its own decides is hidden."""
    match, table = snapshot.match, snapshot.table
    hides_turns = match.pause_ms and not table.state.shows_turns(SPECTATOR)
    return last_shown_ms(match, table) if hides_turns and match.seat(seat).is_held_by_service else 0
