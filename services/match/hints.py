"""Hints: a move that is shown to a seat by the players that think, in matches that count for nobody.

Whether they count is settled while nothing can be lost by it: in a match that counts the first hint is given before
the first turn of its seat, or none is. Else whoever is about to lose would ask for one; a turn that was taken back is
one, too.
"""

from __future__ import annotations

from dataclasses import replace

from redscience.api.match.v1 import match_pb2
from redscience.errors import NoHint
from services.match.model import HintEvent, Match, Snapshot
from services.match.paused import check_goes_on
from services.match.turns import Change, check_acting, check_running, check_view


def note(snapshot: Snapshot, seat: str, view_version: int, now_ms: int) -> Change:
    """A seat is given a hint for its view of that version; nothing changes where one was given before.

    Raises:
        MatchOver, MatchPaused, StaleView, NotActing: as for a move.
        NoHint: somebody plays whom the platform does not hold, or the match counts and the seat has moved, or is a game
            of a tournament.
    """
    check_running(snapshot)
    check_goes_on(snapshot)
    its = offered(snapshot, seat)
    if snapshot.match.tournament_id:
        raise NoHint("This match is a game of a tournament, in which nobody is given hints. Play on.")
    if its == match_pb2.HINTS_UNSPECIFIED:
        raise NoHint("Hints are given only where all others are players of the platform's own, as Random is. Play on.")
    if its == match_pb2.HINTS_TOO_LATE:
        raise NoHint(
            "This match counts, and you have made a move in it, taken back or not: no hints any more. In the next one "
            "ask for a hint before your first move; that match then counts for nobody."
        )
    check_view(snapshot, seat, view_version)
    check_acting(snapshot, seat)
    match = snapshot.match
    if match.is_hinted:
        return Change(snapshot, snapshot)
    event = HintEvent(seat, max(now_ms, snapshot.table.last_at_ms))
    after = replace(snapshot, match=replace(heard(match), version=match.version + 1))
    return Change(snapshot, after, said=event)


def heard(match: Match) -> Match:
    """The match once a hint is given in it."""
    return replace(match, is_hinted=True, rated=False)


def offered(snapshot: Snapshot, seat: str) -> match_pb2.Hints.ValueType:
    """Whether a seat may be given hints."""
    match, table = snapshot.match, snapshot.table
    others = [other for other in match.seats if other.seat != seat]
    if (
        match.tournament_id
        or match.reason is not None
        or seat in table.gone
        or not all(other.is_held_by_service for other in others)
    ):
        return match_pb2.HINTS_UNSPECIFIED
    if not match.rated:
        return match_pb2.HINTS_OPEN
    return match_pb2.HINTS_TOO_LATE if table.tallies[seat].turns else match_pb2.HINTS_END_RATING
