"""Whether a match counts, and why not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from redscience.api.match.v1 import match_pb2
from services.match.model import Match, Reason, Seat
from services.match.table import Table


def is_rated(seats: Iterable[Seat]) -> bool:
    """Whether a match of these seats is rated.

    It is not where Anonymous plays, or where one controller acts for two seats; several Randoms, which one service
    holds, leave it rated (docs/adr/0005).
    """
    return _unrated_by_seats(seats) is None


def why_unrated(match: Match, table: Table) -> match_pb2.Unrated.ValueType:
    """Why a match does not count; unspecified where it does."""
    if match.rated:
        return match_pb2.UNRATED_UNSPECIFIED
    by_seats = _unrated_by_seats(match.seats)
    if by_seats is None and match.is_hinted:
        return match_pb2.UNRATED_HINT
    # Of a game of a tournament that does count there is a reason by its seats, or by its end.
    if match.tournament_id and match.reason == "aborted":
        return match_pb2.UNRATED_TOURNAMENT
    otherwise = match_pb2.UNRATED_TOURNAMENT if match.tournament_id else match_pb2.UNRATED_UNSPECIFIED
    if by_seats is not None or match.reason is None:
        return by_seats or otherwise
    return unrated_by_end(match, table, match.reason) or otherwise


def unrated_by_end(match: Match, table: Table, reason: Reason) -> match_pb2.Unrated.ValueType | None:
    """Why a match that ends so does not count, whoever has played it; None where it does."""
    if reason == "aborted" or (reason != "rules" and not has_moved(match, table)):
        return match_pb2.UNRATED_NOBODY_MOVED
    return match_pb2.UNRATED_VOID if table.outcome.is_void else None


def has_moved(match: Match, table: Table) -> bool:
    """Whether anybody has taken a turn; the platform's own players count only where nobody else sits."""
    outside = [seat for seat in match.seats if not seat.is_held_by_service]
    return any(table.tallies[seat.seat].turns for seat in outside or match.seats)


def _unrated_by_seats(seats: Iterable[Seat]) -> match_pb2.Unrated.ValueType | None:
    outside = [seat for seat in seats if not seat.is_held_by_service]
    if any(seat.kind == "anonymous" for seat in outside):
        return match_pb2.UNRATED_VISITOR
    controllers = Counter(seat.controller_id for seat in outside)
    return match_pb2.UNRATED_SAME_PERSON if any(held > 1 for held in controllers.values()) else None
