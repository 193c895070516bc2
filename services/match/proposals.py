"""Moves that are kept back, to be made if time runs out."""

from __future__ import annotations

from dataclasses import replace

from services.match.model import Sitting
from services.match.turns import Change, check_acting, check_running, check_view


def propose(sitting: Sitting, seat: str, moves: tuple[str, ...], view_version: int) -> Change:
    """Keeps moves of a seat, instead of those it proposed before; no moves takes them back.

    Raises:
        MatchOver, StaleView, NotActing, MoveError: as for playing them now.
    """
    check_running(sitting)
    proposals = dict(sitting.proposals)
    if moves:
        check_view(sitting, seat, view_version)
        check_acting(sitting, seat)
        sitting.table.state.play({seat: moves})
        proposals[seat] = moves
    else:
        proposals.pop(seat, None)
    match = replace(sitting.match, version=sitting.match.version + 1)
    return Change(sitting, Sitting(match, sitting.table, proposals))
