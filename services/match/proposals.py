"""Moves that are kept back, to be made if time runs out."""

from __future__ import annotations

from redscience.errors import Fault, InvalidField
from services.match.model import Snapshot
from services.match.paused import check_goes_on
from services.match.turns import Change, change_to, check_acting, check_running, check_view


def propose(snapshot: Snapshot, seat: str, moves: tuple[str, ...], view_version: int) -> Change:
    """Keeps moves of a seat, instead of those it proposed before; no moves takes them back.

    Raises:
        MatchOver, MatchPaused, StaleView, NotActing, MoveError: as for playing them now.
        InvalidField: they leave a part of the turn open, in a game without secrets.
    """
    check_running(snapshot)
    check_goes_on(snapshot)
    proposals = dict(snapshot.proposals)
    if moves:
        check_view(snapshot, seat, view_version)
        check_acting(snapshot, seat)
        if snapshot.table.has_secrets:
            # Whether they are all of the turn may hang on what the seat cannot know; it shows when they are made.
            snapshot.table.state.play({seat: moves[:1]})
        elif not snapshot.table.is_complete(seat, moves):
            fault = Fault("moves", "is a part of a turn", "Propose all that is left, a pass for what is not wanted")
            raise InvalidField([fault])
        proposals[seat] = moves
    else:
        proposals.pop(seat, None)
    return change_to(snapshot, snapshot.table, proposals, ())
