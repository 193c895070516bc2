"""What a move, a resignation or the end of the time changes in a match.

Each decision is a function from a sitting to a change, which is stored whole or not at all. None of them knows who is
calling: that is settled before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from redscience.errors import MatchOver, MoveError, NotActing, StaleView
from redscience.interface import State
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

    Where silence means a move (it refuses a draw), that is made instead. A seat that the platform holds does not leave,
    for it was the platform that was late: its clock starts again.
    """
    check_running(sitting)
    owing = sitting.table.state.acting
    at_ms, thinking_ms = _timed(sitting, now_ms)
    table, turns = sitting.table, list[Turn]()
    for seat in owing:
        moves = _unspoken(sitting, table, seat)
        if moves is not None:
            is_own = moves == sitting.proposals.get(seat)
            table, turn = table.play(seat, moves, at_ms=at_ms, thinking_ms=thinking_ms, automatic=not is_own)
            turns.append(turn)
    answered = {turn.seat for turn in turns}
    reason: Reason = "rules"
    for seat in owing:
        is_late = seat not in answered and seat in table.state.acting
        if is_late and not sitting.match.seat(seat).is_held_by_service:
            table, turn = table.leave(seat, "time", at_ms=at_ms, thinking_ms=thinking_ms)
            turns.append(turn)
            reason = "time"
    return _afresh(_settled(sitting, table, turns, reason, now_ms), now_ms)


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


def is_complete(state: State, seat: str, moves: tuple[str, ...]) -> bool:
    """Whether moves are all that a seat owes in its turn.

    Raises:
        MoveError, NotActing: they may not be made.
    """
    after = state.play({seat: moves})
    return not (after.is_mid_turn and seat in after.acting)


def _unspoken(sitting: Sitting, table: Table, seat: str) -> tuple[str, ...] | None:
    """The moves of a seat that says nothing: its proposal if that still stands, else what silence means."""
    if seat not in table.state.acting:
        return None
    proposal = sitting.proposals.get(seat)
    if proposal is not None and _stands(table.state, seat, proposal):
        return proposal
    meant = table.state.silence(seat)
    return None if meant is None else (meant,)


def _stands(state: State, seat: str, moves: tuple[str, ...]) -> bool:
    try:
        return is_complete(state, seat, moves)
    except (MoveError, NotActing):
        return False


def _timed(sitting: Sitting, now_ms: int) -> tuple[int, int]:
    """When an event that was received at `now_ms` happened, and how long it was thought about: never backwards."""
    table, clock = sitting.table, sitting.match.clock
    began_ms = clock.started_at_ms if clock else now_ms
    if table.state.is_mid_turn:
        began_ms = max(began_ms, table.last_at_ms)
    at_ms = max(now_ms, began_ms)
    return at_ms, at_ms - began_ms


def _settled(sitting: Sitting, table: Table, turns: list[Turn], reason: Reason, now_ms: int) -> Change:
    """Makes what is no choice (rules: C48), then ends the match or starts the next clock."""
    while (choice := _without_choice(table)) is not None:
        seat, move = choice
        table, turn = table.play(seat, (move,), at_ms=now_ms, automatic=True)
        turns.append(turn)
        reason = "rules"
    proposals = _still_meant(sitting, turns)
    clock = next_clock(sitting.match, sitting.table, table, {turn.seat for turn in turns}, now_ms)
    match = replace(sitting.match, version=sitting.match.version + 1, clock=clock)
    if table.is_over:
        match = ended(match, table, reason, now_ms)
    return Change(sitting, Sitting(match, table, proposals), tuple(turns))


def _without_choice(table: Table) -> tuple[str, str] | None:
    """A seat that has but one choice, and the choice. To offer a draw, which nobody is drawn to, is no choice."""
    if table.is_over:
        return None
    for seat in table.state.acting:
        weights = table.state.weights(seat)
        choices = [move for move, weight in zip(table.state.legal(seat), weights, strict=True) if weight]
        if len(choices) == 1:
            return seat, choices[0]
    return None


def _afresh(change: Change, now_ms: int) -> Change:
    """The same with a new clock, where one runs."""
    after = change.after
    if after.match.clock is None:
        return change
    match = replace(after.match, clock=fresh_clock(after.match, after.table, now_ms))
    return replace(change, after=replace(after, match=match))


def _still_meant(sitting: Sitting, turns: Sequence[Turn]) -> dict[str, tuple[str, ...]]:
    moved = {turn.seat for turn in turns}
    return {seat: moves for seat, moves in sitting.proposals.items() if seat not in moved}
