"""What a move, a resignation or the end of the time changes in a match.

Each decision is a function from a snapshot to a change, which is stored whole or not at all. None of them knows who is
calling: that is settled before.

A *premove* is kept back and made without asking its seat again: a proposal at the timeout; what the platform chose for
a seat that it holds, when the pause ends. A move is *forced* where a seat has but one (rules: C48).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypedDict, Unpack

from redscience.errors import MatchOver, MatchStarted, MoveError, NotActing, StaleView
from redscience.interface import CHAOS
from services.match.deadlines import fresh_clock, next_clock
from services.match.ending import ended
from services.match.model import HintEvent, Match, PauseEvent, Reason, Snapshot, TakeBack, TakeBackEvent, TurnClock
from services.match.paused import after_turns, check_goes_on, going_on
from services.match.pauses import pause_end, shows
from services.match.rated import has_moved
from services.match.table import Table, Turn

Premoves = Mapping[str, tuple[str, ...]]


class Timing(TypedDict, total=False):
    """What a change makes of the clock and of the pause of a match."""

    clock: TurnClock | None
    pause_ends_at_ms: int | None


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be stored: the snapshot after it, and what led there.

    Attributes:
        kept: moves that are kept back from now on, by seat; none where a seat takes back what it had proposed.
        said: about taking moves back, pausing or a hint; never beside turns or moves that are kept.
    """

    before: Snapshot
    after: Snapshot
    turns: tuple[Turn, ...] = ()
    kept: Premoves = field(default_factory=dict)
    said: TakeBackEvent | PauseEvent | HintEvent | None = None

    @property
    def is_nothing(self) -> bool:
        """Whether there is nothing to store: what is kept back was so before."""
        return not self.turns and not self.kept and self.said is None

    @property
    def is_end(self) -> bool:
        """Whether the match ends here."""
        return self.before.match.reason is None and self.after.match.reason is not None


def change_to(
    before: Snapshot, table: Table, premoves: Premoves, turns: Sequence[Turn], **timing: Unpack[Timing]
) -> Change:
    """The change that leads from a snapshot to what is to stand after it."""
    kept = {seat: moves for seat, moves in premoves.items() if before.proposals.get(seat) != moves}
    if not turns:
        kept.update({seat: () for seat in before.proposals if seat not in premoves})
    pause = after_turns(before.match, before.match.agreed_pause, before.table.versions, turns)
    version = before.match.version + len(turns) + len(kept)
    match = replace(before.match, version=version, agreed_pause=pause, **timing)
    # A turn is an answer too: whoever has asked to take moves back asks no longer.
    take_back = TakeBack() if turns else before.take_back
    return Change(before, Snapshot(match, table, premoves, take_back), tuple(turns), kept)


def begin(snapshot: Snapshot, now_ms: int) -> Change:
    """The match starts: what is no choice is made, then the first clock runs."""
    return _settled(snapshot, snapshot.table, [], premoves=snapshot.proposals, reason="rules", now_ms=now_ms)


def play(snapshot: Snapshot, seat: str, moves: tuple[str, ...], view_version: int, now_ms: int) -> Change:
    """A seat makes moves, in answer to its view of that version.

    In a game with secrets those of a seat that the platform holds are premoves, made when nothing can be learnt from
    their timing: at once, or when the pause ends.

    Raises:
        MatchOver, MatchPaused, StaleView, NotActing, MoveError: it may not.
    """
    check_running(snapshot)
    check_goes_on(snapshot)
    check_view(snapshot, seat, view_version)
    check_acting(snapshot, seat)
    at_ms, began_at_ms = _timed(snapshot.match, snapshot.table, now_ms)
    table, turn = snapshot.table.play(seat, moves, at_ms=at_ms, began_at_ms=began_at_ms)
    if snapshot.match.pause_ms and snapshot.match.seat(seat).is_held_by_service:
        premoves = {**snapshot.proposals, seat: moves}
        return _settled(snapshot, snapshot.table, [], premoves=premoves, reason="rules", now_ms=now_ms)
    return _settled(snapshot, table, [turn], premoves=snapshot.proposals, reason="rules", now_ms=now_ms)


def leave(snapshot: Snapshot, seat: str, now_ms: int) -> Change:
    """A seat resigns, whether or not it is its turn. A match that is paused goes on then.

    Raises:
        MatchOver: there is nothing left to leave.
        NotActing: it has left already.
    """
    check_running(snapshot)
    snapshot = going_on(snapshot, now_ms)
    at_ms, began_at_ms = _timed(snapshot.match, snapshot.table, now_ms)
    began_at_ms = began_at_ms if seat in snapshot.table.state.acting else at_ms
    table, turn = snapshot.table.leave((seat,), "resigned", at_ms=at_ms, began_at_ms=began_at_ms)
    return _settled(snapshot, table, [turn], premoves=snapshot.proposals, reason="resigned", now_ms=now_ms)


def abort(snapshot: Snapshot, seat: str, now_ms: int) -> Change:
    """Ends a match in which nobody has moved: all leave at one moment, and it counts for nothing.

    Where others' turns are not seen, whether they have moved is not told: it is enough that the seat has seen nothing.

    Raises:
        MatchOver: it has ended.
        MatchStarted: somebody has moved, or it is a game of a tournament.
    """
    check_running(snapshot)
    snapshot = going_on(snapshot, now_ms)
    match, table = snapshot.match, snapshot.table
    if match.tournament_id:
        raise MatchStarted("This match is a game of a tournament, and cannot be aborted. Leave it instead.")
    if table.versions[seat] > 1 if table.has_secrets else has_moved(match, table):
        raise MatchStarted("This match can no longer be aborted, because it is under way. Leave it instead.")
    return _aborted(snapshot, now_ms)


def absent(snapshot: Snapshot, seats: Sequence[str], now_ms: int) -> Change:
    """Those leave on time, at one moment, who have not come to a game of a tournament.

    What is not over by that is called off: nobody else need have come to play on. Nothing changes where they have left.
    """
    match, table = snapshot.match, snapshot.table
    late = tuple(seat for seat in seats if seat not in table.gone)
    if match.reason is not None or not late:
        return Change(snapshot, snapshot)
    at_ms, began_at_ms = _timed(match, table, now_ms)
    table, turn = table.leave(late, "time", at_ms=at_ms, began_at_ms=began_at_ms)
    turns = [turn]
    reason: Reason = "time"
    if not table.is_over:
        staying = tuple(one.seat for one in match.seats if one.seat != CHAOS and one.seat not in table.gone)
        table, turn = table.leave(staying, "aborted", at_ms=at_ms, began_at_ms=began_at_ms)
        turns.append(turn)
        reason = "aborted"
    return _settled(snapshot, table, turns, premoves={}, reason=reason, now_ms=now_ms)


def call_off(snapshot: Snapshot, now_ms: int) -> Change:
    """Ends a game of a tournament that is over: all leave at one moment, and it counts for nothing.

    Nothing changes where it has ended.
    """
    return Change(snapshot, snapshot) if snapshot.match.reason is not None else _aborted(snapshot, now_ms)


def _aborted(snapshot: Snapshot, now_ms: int) -> Change:
    match, table = snapshot.match, snapshot.table
    at_ms, began_at_ms = _timed(match, table, now_ms)
    staying = tuple(one.seat for one in match.seats if one.seat != CHAOS and one.seat not in table.gone)
    table, turn = table.leave(staying, "aborted", at_ms=at_ms, began_at_ms=began_at_ms)
    return _settled(snapshot, table, [turn], premoves={}, reason="aborted", now_ms=now_ms)


def expire(snapshot: Snapshot, now_ms: int) -> Change:
    """Timeout: proposals are made, then all who still owe a decision leave, at one moment.

    Where silence means a move (it refuses a draw), that is made instead. A seat that the platform holds does not leave,
    for it was the platform that was late: its clock starts again.
    """
    check_running(snapshot)
    match, table, turns = snapshot.match, snapshot.table, list[Turn]()
    owing = table.state.acting
    for seat in owing:
        moves = _timeout_moves(snapshot, table, seat)
        if moves is not None:
            is_own = moves == snapshot.proposals.get(seat)
            at_ms, began_at_ms = _timed(match, table, now_ms)
            table, turn = table.play(seat, moves, at_ms=at_ms, began_at_ms=began_at_ms, automatic=not is_own)
            turns.append(turn)
    answered = {seat for turn in turns for seat in turn.seats}
    late = tuple(
        seat
        for seat in owing
        if seat not in answered and seat in table.state.acting and not match.seat(seat).is_held_by_service
    )
    if late:
        at_ms, began_at_ms = _timed(match, table, now_ms)
        table, turn = table.leave(late, "time", at_ms=at_ms, began_at_ms=began_at_ms)
        turns.append(turn)
    reason: Reason = "time" if late else "rules"
    change = _settled(snapshot, table, turns, premoves=snapshot.proposals, reason=reason, now_ms=now_ms)
    return _with_fresh_clock(change, now_ms)


def end_pause(snapshot: Snapshot, now_ms: int) -> Change:
    """What waited for the pause to end is made, and shows."""
    check_running(snapshot)
    table, turns = snapshot.table, list[Turn]()
    for seat in snapshot.table.state.acting:
        for moves in _forced_or_premoves(snapshot, table, snapshot.proposals, seats=(seat,)):
            table, turn = moves.made(snapshot.match, table, now_ms)
            turns.append(turn)
    return _settled(snapshot, table, turns, premoves=snapshot.proposals, reason="rules", now_ms=now_ms)


def waits_until(snapshot: Snapshot, now_ms: int) -> int | None:
    """When what waits for a pause to end is made; None where nothing waits."""
    match, table = snapshot.match, snapshot.table
    waiting = _forced_or_premoves(snapshot, table, snapshot.proposals, seats=table.state.acting)
    return pause_end(match, table, now_ms) if match.pause_ms and any(True for _ in waiting) else None


def check_running(snapshot: Snapshot) -> None:
    """Raises MatchOver where the match has ended."""
    if snapshot.match.reason is not None:
        raise MatchOver("This match has ended. Its record can be replayed.")


def check_view(snapshot: Snapshot, seat: str, view_version: int) -> None:
    """Raises StaleView where the seat's view has another version."""
    present = snapshot.table.versions[seat]
    if view_version != present:
        raise StaleView(
            f"Your view has version {present} now, and this answers version {view_version}. Look again, then decide."
        )


def check_acting(snapshot: Snapshot, seat: str) -> None:
    """Raises NotActing where the seat owes no decision."""
    if seat not in snapshot.table.state.acting:
        raise NotActing(f"It is not {seat}'s turn. Wait until the view says that {seat} is to act.")


def _timeout_moves(snapshot: Snapshot, table: Table, seat: str) -> tuple[str, ...] | None:
    """The moves of a seat at its timeout: its proposal if that still stands, else what silence means."""
    if seat not in table.state.acting:
        return None
    proposal = snapshot.proposals.get(seat)
    if proposal is not None and _stands(table, seat, proposal):
        return proposal
    meant = table.state.silence(seat)
    return None if meant is None else (meant,)


def _stands(table: Table, seat: str, moves: tuple[str, ...]) -> bool:
    try:
        return table.is_complete(seat, moves)
    except (MoveError, NotActing):
        return False


def _timed(match: Match, table: Table, now_ms: int) -> tuple[int, int]:
    """When what is done at `now_ms` happened, and when the clock began that ran for it: never backwards."""
    began_at_ms = match.clock.started_at_ms if match.clock else now_ms
    return max(now_ms, began_at_ms, table.last_at_ms), began_at_ms


def _settled(
    snapshot: Snapshot, table: Table, turns: list[Turn], *, premoves: Premoves, reason: Reason, now_ms: int
) -> Change:
    """Makes what nobody is asked for, as far as it need not wait; then ends the match or starts the next clock."""
    waits = False
    while not table.is_over:
        made, waits = _next_at_once(snapshot, table, premoves, now_ms)
        if made is None:
            break
        table, turn = made
        turns.append(turn)
        reason = "rules"
    match, moved = snapshot.match, {seat for turn in turns for seat in turn.seats}
    change = change_to(
        snapshot,
        table,
        _standing_premoves(snapshot, table, premoves, moved),
        turns,
        clock=next_clock(match, snapshot.table, table, moved, now_ms),
        pause_ends_at_ms=pause_end(match, table, now_ms) if waits else None,
    )
    if not table.is_over:
        return change
    return replace(change, after=replace(change.after, match=ended(change.after.match, table, reason, now_ms)))


@dataclass(frozen=True, slots=True)
class _ForcedOrPremove:
    """Moves that a seat is not asked for any more.

    Attributes:
        is_forced: they are its only choice (rules: C48); else a premove.
    """

    seat: str
    moves: tuple[str, ...]
    is_forced: bool

    def made(self, match: Match, table: Table, now_ms: int) -> tuple[Table, Turn]:
        at_ms, began_at_ms = _timed(match, table, now_ms)
        return table.play(self.seat, self.moves, at_ms=at_ms, began_at_ms=began_at_ms, automatic=self.is_forced)


def _next_at_once(
    snapshot: Snapshot, table: Table, premoves: Premoves, now_ms: int
) -> tuple[tuple[Table, Turn] | None, bool]:
    """The first moves that nobody is asked for and that need not wait, made; and whether others wait for a pause."""
    waits = False
    for moves in _forced_or_premoves(snapshot, table, premoves, seats=table.state.acting):
        after, turn = moves.made(snapshot.match, table, now_ms)
        if not snapshot.match.pause_ms or not shows(snapshot.match, table, after):
            return (after, turn), False
        waits = True
    return None, waits


def _forced_or_premoves(
    snapshot: Snapshot, table: Table, premoves: Premoves, *, seats: Sequence[str]
) -> Iterator[_ForcedOrPremove]:
    for seat in seats:
        if seat not in table.state.acting:
            continue
        if _has_premove(snapshot, table, premoves, seat):
            yield _ForcedOrPremove(seat, premoves[seat], is_forced=False)
        elif (forced := table.state.forced(seat)) is not None:
            yield _ForcedOrPremove(seat, (forced,), is_forced=True)


def _has_premove(snapshot: Snapshot, table: Table, premoves: Premoves, seat: str) -> bool:
    """Whether the platform has chosen moves for a seat of its own, in answer to what that sees still."""
    is_held = snapshot.match.seat(seat).is_held_by_service
    return is_held and seat in premoves and table.versions[seat] == snapshot.table.versions[seat]


def _with_fresh_clock(change: Change, now_ms: int) -> Change:
    """The same with a new clock, where one runs."""
    after = change.after
    if after.match.clock is None:
        return change
    match = replace(after.match, clock=fresh_clock(after.match, after.table, now_ms))
    return replace(change, after=replace(after, match=match))


def _standing_premoves(
    snapshot: Snapshot, table: Table, premoves: Premoves, moved: set[str]
) -> dict[str, tuple[str, ...]]:
    """The premoves that stand after turns: none of who moved, and of the others those that stand on the table."""
    if not premoves:
        return {}
    kept = {seat: (moves, snapshot.table.versions[seat]) for seat, moves in premoves.items() if seat not in moved}
    return standing(snapshot.match, table, kept)


def standing(match: Match, table: Table, kept: Mapping[str, tuple[tuple[str, ...], int]]) -> dict[str, tuple[str, ...]]:
    """What is kept back still: not what the platform chose for a seat that has seen something new since.

    Args:
        match: whose seats they are.
        table: as it stands.
        kept: by seat the moves, and the version of its view when they were kept.
    """
    return {
        seat: moves
        for seat, (moves, version) in kept.items()
        if not match.seat(seat).is_held_by_service or version == table.versions[seat]
    }
