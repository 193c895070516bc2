"""The one end of every match."""

from __future__ import annotations

import json
from dataclasses import replace

from redscience.api.match.v1 import match_pb2
from redscience.interface import CHAOS, SPECTATOR, Outcome
from services.match.model import Match, Reason, Sitting
from services.match.table import Table

REASONS = {
    None: match_pb2.REASON_UNSPECIFIED,
    "rules": match_pb2.REASON_RULES,
    "resigned": match_pb2.REASON_RESIGNED,
    "time": match_pb2.REASON_TIME,
}


def ended(match: Match, table: Table, reason: Reason, now_ms: int) -> Match:
    """The match once its table is over: outcomes, reason, instant; nothing runs any more."""
    outcomes = {**table.outcome, CHAOS: chaos_outcome(table)}
    return replace(
        match,
        seats=tuple(replace(seat, outcome=outcomes[seat.seat]) for seat in match.seats),
        clock=None,
        pause_ends_at_ms=None,
        reason=reason,
        ended_at_ms=max(now_ms, match.started_at_ms),
    )


def chaos_outcome(table: Table) -> Outcome | None:
    """What became of Chaos, seated or not: it wins where all players lose, loses where all win; else neither."""
    if set(table.outcome.values()) == {"lose"}:
        return "win"
    return "lose" if set(table.outcome.values()) == {"win"} else None


def ended_match(sitting: Sitting, event_id: str) -> match_pb2.EndedMatch:
    """What is told of a match that has ended."""
    match, table = sitting.match, sitting.table
    teams = _teams(table)
    seats = {seat.seat: seat for seat in match.seats}
    # Where it neither won nor lost, a Chaos at the table stands between those who did (rules: C10).
    chaos = chaos_outcome(table) or ("draw" if CHAOS in seats else "")
    return match_pb2.EndedMatch(
        event_id=event_id,
        match_id=match.id,
        game_id=match.game_id,
        universe=match.universe,
        rated=match.rated,
        reason=REASONS[match.reason],
        started_at_ms=match.started_at_ms,
        ended_at_ms=match.ended_at_ms or 0,
        chaos=chaos,
        seats=[
            match_pb2.EndedSeat(
                seat=seat.seat,
                player_id=seat.player_id,
                kind=seat.kind,
                outcome=seat.outcome or "",
                team=teams[seat.seat],
                turns=table.tallies[seat.seat].turns,
                thinking_ms=table.tallies[seat.seat].thinking_ms,
            )
            for seat in (seats[name] for name in table.tallies if name != CHAOS)
        ],
    )


def _teams(table: Table) -> dict[str, int]:
    seats = json.loads(table.view(SPECTATOR))["table"]["seats"]
    return {seat["seat"]: seat["team"] for seat in seats}
