"""A match is what its record says: the table after its turns, and what is kept back beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from services.match import hints, paused
from services.match.model import HintEvent, Match, PauseEvent, Snapshot, TakeBack, TakeBackEvent
from services.match.store import Event, Kept, Recorded
from services.match.table import Table, Turn
from services.match.take_backs import heard, heard_at
from services.match.turns import standing

_Kept = dict[str, tuple[tuple[str, ...], int]]
"""By seat the moves that are kept back, and the version of its view when they were kept."""


def replayed(before: Snapshot, rows: Sequence[Recorded]) -> Snapshot:
    """A match after rows of its record, at least one, that follow on what stood before."""
    match, table, take_back, pause = before.match, before.table, before.take_back, before.match.agreed_pause
    kept = {seat: (moves, table.versions[seat]) for seat, moves in before.proposals.items()}
    for row in rows:
        if isinstance(row.event, Turn):
            after = paused.after_turns(match, pause, table.versions, [row.event])
            table = paused.gone_on(table, pause, row.event.at_ms).replayed([row.event])
            take_back, pause = TakeBack(), after
        elif isinstance(row.event, TakeBackEvent):
            table, take_back = heard_at(match, table, row.event), heard(take_back, row.event)
        elif isinstance(row.event, PauseEvent):
            table, pause = paused.heard_at(table, pause, row.event), paused.heard(pause, row.event)
        elif isinstance(row.event, HintEvent):
            match = hints.heard(match)
        _keep(kept, row.event, table)
    last = rows[-1]
    match = replace(
        match,
        version=last.number,
        clock=last.clock,
        pause_ends_at_ms=last.pause_ends_at_ms,
        agreed_pause=replace(pause, question_ends_at_ms=last.question_ends_at_ms),
    )
    return Snapshot(match, table, standing(match, table, kept), take_back)


def _keep(kept: _Kept, event: Event | None, table: Table) -> None:
    """Notes what is kept back from an event on."""
    if isinstance(event, Kept) and event.moves:
        kept[event.seat] = event.moves, table.versions[event.seat]
    elif isinstance(event, Kept):
        kept.pop(event.seat, None)
    elif isinstance(event, Turn):
        for seat in event.seats:
            kept.pop(seat, None)
    elif isinstance(event, TakeBackEvent) and event.kind == "undone":
        kept.clear()


def as_it_was(match: Match, table: Table, rows: Iterable[Recorded], number: int) -> tuple[Snapshot, int]:
    """A match as it stood after the row of that number, and the instant at which that was stored.

    Args:
        match: as it stands now.
        table: before the first turn.
        rows: the whole record.
        number: of one of them.
    """
    until = [row for row in rows if row.number <= number]
    snapshot = replayed(Snapshot(match, table, {}), until)
    if not snapshot.table.is_over:
        seats = tuple(replace(seat, outcome=None) for seat in match.seats)
        then = replace(snapshot.match, seats=seats, reason=None, ended_at_ms=None)
        snapshot = replace(snapshot, match=then)
    return snapshot, until[-1].at_ms
