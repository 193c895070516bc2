"""The one end of every match."""

from __future__ import annotations

from dataclasses import replace

from redscience.api.match.v1 import match_pb2
from redscience.interface import CHAOS
from services.match.model import AgreedPause, Match, Reason, Snapshot
from services.match.rated import unrated_by_end
from services.match.table import Table

REASONS = {
    None: match_pb2.REASON_UNSPECIFIED,
    "rules": match_pb2.REASON_RULES,
    "resigned": match_pb2.REASON_RESIGNED,
    "time": match_pb2.REASON_TIME,
    "aborted": match_pb2.REASON_ABORTED,
}


def ended(match: Match, table: Table, reason: Reason, now_ms: int) -> Match:
    """The match once its table is over: outcomes, reason, instant; no clock runs.

    It is not rated where the rules have made it void, or where somebody has gone before anybody has moved.
    """
    outcomes = {**table.outcome, CHAOS: table.outcome.chaos}
    return replace(
        match,
        seats=tuple(replace(seat, outcome=outcomes[seat.seat]) for seat in match.seats),
        clock=None,
        pause_ends_at_ms=None,
        agreed_pause=AgreedPause(),
        reason=reason,
        rated=match.rated and unrated_by_end(match, table, reason) is None,
        ended_at_ms=max(now_ms, match.started_at_ms),
    )


def ended_match(snapshot: Snapshot, event_id: str) -> match_pb2.EndedMatch:
    """What is told of a match that has ended."""
    match, table = snapshot.match, snapshot.table
    teams, weights, statistics = table.state.game.teams, table.outcome.weights, table.outcome.statistics
    seats = {seat.seat: seat for seat in match.seats}
    return match_pb2.EndedMatch(
        event_id=event_id,
        match_id=match.id,
        game_id=match.game_id,
        universe=match.universe,
        rated=match.rated,
        reason=REASONS[match.reason],
        started_at_ms=match.started_at_ms,
        ended_at_ms=match.ended_at_ms or 0,
        chaos=table.state.game.chaos_result(table.outcome) or "",
        seats=[
            match_pb2.EndedSeat(
                seat=seat.seat,
                player_id=seat.player_id,
                kind=seat.kind,
                outcome=seat.outcome or "",
                team=teams[seat.seat],
                turns=table.tallies[seat.seat].turns,
                thinking_ms=table.tallies[seat.seat].thinking_ms,
                weight=weights.get(seat.seat),
                statistics=statistics.get(seat.seat),
            )
            for seat in (seats[name] for name in table.tallies if name != CHAOS)
        ],
    )
