"""What callers are told: nothing but what their own view holds, until the match is over."""

from __future__ import annotations

from collections.abc import Sequence

from redscience.api.match.v1 import match_pb2
from services.match.deadlines import seen_due_at_ms
from services.match.ending import REASONS
from services.match.model import Match, Seat, Snapshot
from services.match.table import Turn

_STATUSES = {"running": match_pb2.STATUS_RUNNING, "ended": match_pb2.STATUS_ENDED}


def match_message(snapshot: Snapshot, viewer: str, now_ms: int) -> match_pb2.Match:
    """A match as one viewer may see it: a seat, or "spectator"."""
    message = listed_match(snapshot.match, now_ms)
    message.viewer = viewer
    message.view_version = snapshot.table.versions[viewer]
    message.due_at_ms = seen_due_at_ms(snapshot.match, snapshot.table, viewer)
    message.view = snapshot.table.view(viewer)
    message.proposed.extend(snapshot.proposals.get(viewer, ()))
    return message


def listed_match(match: Match, now_ms: int) -> match_pb2.Match:
    """What everybody of the match's universe may know of it, without a view: no clock, which may be a secret."""
    return match_pb2.Match(
        id=match.id,
        game_id=match.game_id,
        game_name=match.game_name,
        status=_STATUSES[match.status],
        seats=[_seat(seat) for seat in match.seats],
        now_ms=now_ms,
        reason=REASONS[match.reason],
        created_at_ms=match.created_at_ms,
        started_at_ms=match.started_at_ms,
        ended_at_ms=match.ended_at_ms or 0,
        rated=match.rated,
        seconds_per_turn=match.seconds_per_turn,
    )


def over_message(match: Match) -> match_pb2.Over:
    """What a program is told when a match of its has ended."""
    return match_pb2.Over(match_id=match.id, seats=[_seat(seat) for seat in match.seats], reason=REASONS[match.reason])


def record_message(match: Match, turns: Sequence[Turn]) -> match_pb2.Record:
    """Everything about a match that is over."""
    return match_pb2.Record(
        match_id=match.id,
        game_id=match.game_id,
        game_name=match.game_name,
        rule_set=match.rule_set,
        digest=match.digest,
        rules_version=match.rules_version,
        seed=match.seed,
        seats=[_seat(seat) for seat in match.seats],
        turns=[_turn(turn) for turn in turns],
        reason=REASONS[match.reason],
        started_at_ms=match.started_at_ms,
        ended_at_ms=match.ended_at_ms or 0,
    )


def what_is_seen(snapshot: Snapshot, viewer: str) -> object:
    """All that `match_message` says but for the instant, as something that is equal for equal matches alone."""
    match, table = snapshot.match, snapshot.table
    due_at_ms = seen_due_at_ms(match, table, viewer)
    return viewer, match.status, table.versions[viewer], due_at_ms, tuple(snapshot.proposals.get(viewer, ()))


def _seat(seat: Seat) -> match_pb2.Seat:
    return match_pb2.Seat(
        seat=seat.seat,
        slot=seat.slot,
        player_id=seat.player_id,
        player_name=seat.player_name,
        kind=seat.kind,
        accepted=True,
        outcome=seat.outcome or "",
    )


def _turn(turn: Turn) -> match_pb2.Turn:
    message = match_pb2.Turn(number=turn.number, seats=turn.seats, at_ms=turn.at_ms, automatic=turn.automatic)
    if turn.left:
        message.left = turn.left
    else:
        message.moves.moves.extend(turn.moves)
    return message
