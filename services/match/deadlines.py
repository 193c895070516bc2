"""When a turn ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from services.match.model import Match, TurnClock
from services.match.table import Table

FIRST_TURN_MS = 30_000
"""The least time for the first turn of somebody outside the platform: they may still be on their way."""

HANDED_AGAIN_AFTER_MS = 5_000
"""When a deadline that is still past is handed to the worker again: after so long, or as long as it was past."""
HANDED_AT_LAST_AFTER_MS = 30_000
"""But after so long at the latest: what nobody but the platform can end may be past for hours."""


@dataclass(frozen=True, slots=True)
class Due:
    """A deadline that has passed."""

    match_id: str
    due_at_ms: int


def next_clock(match: Match, before: Table, after: Table, moved: set[str], now_ms: int) -> TurnClock | None:
    """The clock that runs once `after` has followed on `before`; None where the match is over.

    It goes on for those who have not yet done what they owed before: the rest of a turn or of a plan, a plan in a
    sealed round, an answer.

    Args:
        match: with the clock that has run so far.
        before: the table on which that clock ran.
        after: the table now.
        moved: the seats that did something in between.
        now_ms: the present instant.
    """
    if after.is_over:
        return None
    owing = set(after.state.acting)
    is_owed_still = all(after.state.owes_rest(seat) for seat in owing & moved)
    if match.clock is not None and owing <= set(before.state.acting) and is_owed_still:
        return replace(match.clock, known_at_ms=now_ms)
    return fresh_clock(match, after, now_ms)


def fresh_clock(match: Match, table: Table, now_ms: int) -> TurnClock:
    """The clock of a turn that begins now."""
    outside = [seat.seat for seat in match.seats if not seat.is_held_by_service]
    owing = [seat for seat in outside if seat in table.state.acting]
    # Of secrets it depends on nothing but whether it is a seat's first turn, which that seat knows.
    is_first = any(not table.tallies[seat].last_at_ms for seat in owing or outside)
    allowed_ms = max(map(partial(_allowed_ms, match, table), table.state.acting))
    return TurnClock(now_ms, now_ms + (max(allowed_ms, FIRST_TURN_MS) if is_first else allowed_ms), now_ms)


def _allowed_ms(match: Match, table: Table, seat: str) -> int:
    allowed_ms = table.state.allowed_ms(seat)
    return match.seconds_per_turn * 1000 if allowed_ms is None else allowed_ms


def is_past(clock: TurnClock | None, now_ms: int) -> bool:
    """Whether the turn's time is over."""
    return clock is not None and clock.due_at_ms <= now_ms


def next_end_ms(match: Match) -> int | None:
    """When a turn or a pause of the match ends, the pause first, or a question about one; None where it is over."""
    turn_ends_at_ms = match.clock.due_at_ms if match.clock else None
    ends_at_ms = turn_ends_at_ms if match.pause_ends_at_ms is None else match.pause_ends_at_ms
    return min(filter(None, (ends_at_ms, match.agreed_pause.question_ends_at_ms)), default=None)


def seen_due_at_ms(match: Match, table: Table, viewer: str) -> int:
    """When the turn ends that a viewer sees running; 0 where they see none."""
    return match.clock.due_at_ms if match.clock is not None and table.shows_clock(viewer) else 0
