"""What a move, a resignation or the end of the time changes in a match.

Each decision is a function from a sitting to a change, which is stored whole or not at all. None of them knows who is
calling: that is settled before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from redscience.errors import MatchOver, MoveError, NotActing, StaleView
from services.match.deadlines import fresh_clock, next_clock
from services.match.ending import ended
from services.match.model import Reason, Sitting
from services.match.table import Table, Turn


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be stored: the sitting after it, and the turns that led there (none for a new proposal)."""

    before: Sitting
    after: Sitting
    turns: tuple[Turn, ...] = ()

    @property
    def is_end(self) -> bool:
        """Whether the match ends here."""
        return self.before.match.reason is None and self.after.match.reason is not None


def begin(sitting: Sitting, now_ms: int) -> Change:
    """The match starts: what is no choice is made, then the first clock runs."""
    return _settled(sitting, sitting.table, [], "rules", now_ms)


def play(sitting: Sitting, seat: str, moves: tuple[str, ...], view_version: int, now_ms: int) -> Change:
    """A seat makes moves, in answer to its view of that version.

    Raises:
        MatchOver, StaleView, NotActing, MoveError: it may not.
    """
    check_running(sitting)
    check_view(sitting, seat, view_version)
    check_acting(sitting, seat)
    at_ms, thinking_ms = _timed(sitting, now_ms)
    table, turn = sitting.table.play(seat, moves, at_ms=at_ms, thinking_ms=thinking_ms)
    return _settled(sitting, table, [turn], "rules", now_ms)


def leave(sitting: Sitting, seat: str, now_ms: int) -> Change:
    """A seat resigns, whether or not it is its turn.

    Raises:
        MatchOver: there is nothing left to leave.
        NotActing: it has left already.
    """
    check_running(sitting)
    at_ms, thinking_ms = _timed(sitting, now_ms)
    thinking_ms = thinking_ms if seat in sitting.table.state.acting else 0
    table, turn = sitting.table.leave(seat, "resigned", at_ms=at_ms, thinking_ms=thinking_ms)
    return _settled(sitting, table, [turn], "resigned", now_ms)


def expire(sitting: Sitting, now_ms: int) -> Change:
    """The time of the turn is over: proposals are made, then all who still owe a decision leave.

    A seat that the platform holds does not leave, for it was the platform that was late: its clock starts again.
    """
    check_running(sitting)
    owing = sitting.table.state.acting
    at_ms, thinking_ms = _timed(sitting, now_ms)
    table, turns, reason = sitting.table, list[Turn](), "rules"
    for seat in owing:
        made = _proposed(table, sitting, seat, at_ms, thinking_ms)
        if made:
            table = made[0]
            turns.append(made[1])
    planned = {turn.seat for turn in turns}
    for seat in owing:
        if seat not in planned and not table.is_over and not sitting.match.seat(seat).is_held_by_service:
            table, turn = table.leave(seat, "time", at_ms=at_ms, thinking_ms=thinking_ms)
            turns.append(turn)
            reason = "time"
    change = _settled(sitting, table, turns, "time" if reason == "time" else "rules", now_ms)
    if change.after.match.clock is None:
        return change
    clock = fresh_clock(change.after.match, change.after.table, now_ms)
    return replace(change, after=replace(change.after, match=replace(change.after.match, clock=clock)))


def check_running(sitting: Sitting) -> None:
    """Raises MatchOver where the match has ended."""
    if sitting.match.reason is not None:
        raise MatchOver("This match has ended. Its record can be replayed.")


def check_view(sitting: Sitting, seat: str, view_version: int) -> None:
    """Raises StaleView where the seat's view has another version."""
    present = sitting.table.versions[seat]
    if view_version != present:
        raise StaleView(
            f"Your view has version {present} now, and this answers version {view_version}. Look again, then decide."
        )


def check_acting(sitting: Sitting, seat: str) -> None:
    """Raises NotActing where the seat owes no decision."""
    if seat not in sitting.table.state.acting:
        raise NotActing(f"It is not {seat}'s turn. Wait until the view says that {seat} is to act.")


def _proposed(table: Table, sitting: Sitting, seat: str, at_ms: int, thinking_ms: int) -> tuple[Table, Turn] | None:
    moves = sitting.proposals.get(seat)
    if moves is None or seat not in table.state.acting:
        return None
    try:
        return table.play(seat, moves, at_ms=at_ms, thinking_ms=thinking_ms)
    except (MoveError, NotActing):
        return None


def _timed(sitting: Sitting, now_ms: int) -> tuple[int, int]:
    """When an event that was received at `now_ms` happened, and how long the clock had run: never backwards."""
    clock = sitting.match.clock
    at_ms = max(now_ms, clock.started_at_ms) if clock else now_ms
    return at_ms, at_ms - clock.started_at_ms if clock else 0


def _settled(sitting: Sitting, table: Table, turns: list[Turn], reason: Reason, now_ms: int) -> Change:
    """Makes what is no choice (rules: C48), then ends the match or starts the next clock."""
    while (seat := _without_choice(table)) is not None:
        table, turn = table.play(seat, table.state.legal(seat), at_ms=now_ms, automatic=True)
        turns.append(turn)
        reason = "rules"
    proposals = _still_meant(sitting, turns)
    clock = next_clock(sitting.match, sitting.table, table, now_ms)
    match = replace(sitting.match, version=sitting.match.version + 1, clock=clock)
    if table.is_over:
        match = ended(match, table, reason, now_ms)
    return Change(sitting, Sitting(match, table, proposals), tuple(turns))


def _without_choice(table: Table) -> str | None:
    if table.is_over:
        return None
    return next((seat for seat in table.state.acting if len(table.state.legal(seat)) == 1), None)


def _still_meant(sitting: Sitting, turns: Sequence[Turn]) -> dict[str, tuple[str, ...]]:
    moved = {turn.seat for turn in turns}
    return {seat: moves for seat, moves in sitting.proposals.items() if seat not in moved}
