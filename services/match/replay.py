"""A match is what its record says: the table after its turns, and what is kept back beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from services.match.model import Match, Snapshot
from services.match.store import Kept, Recorded
from services.match.table import Table, Turn
from services.match.turns import Premoves, standing


def replayed(match: Match, table: Table, proposals: Premoves, rows: Sequence[Recorded]) -> Snapshot:
    """A match after rows of its record, at least one, that follow on a table and on what was kept back on it."""
    kept = {seat: (moves, table.versions[seat]) for seat, moves in proposals.items()}
    for row in rows:
        if isinstance(row.event, Kept) and row.event.moves:
            kept[row.event.seat] = row.event.moves, table.versions[row.event.seat]
        elif isinstance(row.event, Kept):
            kept.pop(row.event.seat, None)
        elif isinstance(row.event, Turn):
            table = table.replayed([row.event])
            for seat in row.event.seats:
                kept.pop(seat, None)
    last = rows[-1]
    match = replace(match, version=last.number, clock=last.clock, pause_ends_at_ms=last.pause_ends_at_ms)
    return Snapshot(match, table, standing(match, table, kept))


def as_it_was(match: Match, table: Table, rows: Iterable[Recorded], number: int) -> tuple[Snapshot, int]:
    """A match as it stood after the row of that number, and the instant at which that was stored.

    Args:
        match: as it stands now.
        table: before the first turn.
        rows: the whole record.
        number: of one of them.
    """
    until = [row for row in rows if row.number <= number]
    snapshot = replayed(match, table, {}, until)
    if not snapshot.table.is_over:
        seats = tuple(replace(seat, outcome=None) for seat in match.seats)
        then = replace(snapshot.match, seats=seats, reason=None, ended_at_ms=None)
        snapshot = replace(snapshot, match=then)
    return snapshot, until[-1].at_ms
