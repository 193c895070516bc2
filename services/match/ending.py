"""The one end of every match."""

from __future__ import annotations

import json
from dataclasses import replace

from redscience.api.match.v1 import match_pb2
from redscience.interface import SPECTATOR
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
    seats = tuple(replace(seat, outcome=table.outcome[seat.seat]) for seat in match.seats)
    return replace(match, seats=seats, clock=None, reason=reason, ended_at_ms=max(now_ms, match.started_at_ms))


def ended_match(sitting: Sitting, event_id: str) -> match_pb2.EndedMatch:
    """What is told of a match that has ended."""
    match, table = sitting.match, sitting.table
    teams = _teams(table)
    in_order_of_play = sorted(match.seats, key=lambda seat: list(table.tallies).index(seat.seat))
    return match_pb2.EndedMatch(
        event_id=event_id,
        match_id=match.id,
        game_id=match.game_id,
        universe=match.universe,
        rated=match.rated,
        reason=REASONS[match.reason],
        started_at_ms=match.started_at_ms,
        ended_at_ms=match.ended_at_ms or 0,
        chaos="lose" if all(outcome == "win" for outcome in table.outcome.values()) else "",
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
            for seat in in_order_of_play
        ],
    )


def _teams(table: Table) -> dict[str, int]:
    seats = json.loads(table.view(SPECTATOR))["table"]["seats"]
    return {seat["seat"]: seat["team"] for seat in seats}
