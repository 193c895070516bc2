"""Pauses that the players agree on: no clock runs and nobody moves until one of them resumes, for an hour at most.

One seat asks, the others agree or refuse; silence refuses. Programs are not asked: they agree, and may resume like
anybody.
"""

from __future__ import annotations

from dataclasses import replace

from redscience.errors import NoPause
from services.match.model import AgreedPause, PauseEvent, Seat, Snapshot
from services.match.paused import going_on, heard
from services.match.turns import Change, check_running, waits_until

ASKED_FOR_MS = 30_000
"""So long a question stands."""
LONGEST_MS = 3_600_000
"""After so long a match goes on by itself."""


def ask(snapshot: Snapshot, seat: str, now_ms: int) -> Change:
    """A seat asks for a pause, or agrees where another asks; when all agree the match is paused.

    Nothing changes where it is paused already.

    Raises:
        MatchOver: it has ended.
        NoPause: the seat has no say in it, or was refused lately.
    """
    _check_plays(snapshot, seat)
    pause = snapshot.match.agreed_pause
    if snapshot.match.is_paused or seat in {pause.asked_by, *pause.agreed}:
        return Change(snapshot, snapshot)
    if not pause.asked_by and seat in pause.refused:
        raise NoPause("A pause was refused. Play on; after the next turn that everybody sees you may ask again.")
    event = PauseEvent("okpause" if pause.asked_by else "askpause", seat, _at_ms(snapshot, now_ms))
    said = heard(pause, event)
    if _is_agreed(snapshot, said):
        return _begun(snapshot, said.asked_by, now_ms)
    ends_at_ms = pause.question_ends_at_ms if pause.asked_by else now_ms + ASKED_FOR_MS
    return _told(snapshot, event, replace(said, question_ends_at_ms=ends_at_ms))


def refuse(snapshot: Snapshot, seat: str, now_ms: int) -> Change:
    """A seat refuses what another asks for, or withdraws its own question; nothing changes where nobody asks.

    Raises:
        MatchOver: it has ended.
        NoPause: the seat has no say in it.
    """
    _check_plays(snapshot, seat)
    return _refused(snapshot, now_ms) if snapshot.match.agreed_pause.asked_by else Change(snapshot, snapshot)


def resume(snapshot: Snapshot, seat: str, now_ms: int) -> Change:
    """A seat has the match go on; nothing changes where it is not paused.

    Raises:
        MatchOver: it has ended.
        NoPause: the seat has no say in it.
    """
    _check_plays(snapshot, seat)
    if not snapshot.match.is_paused:
        return Change(snapshot, snapshot)
    return _resumed(snapshot, seat, now_ms)


def lapse(snapshot: Snapshot, now_ms: int) -> Change:
    """Nobody has answered in time: that is a refusal."""
    return _refused(snapshot, now_ms)


def run_out(snapshot: Snapshot, now_ms: int) -> Change:
    """A pause has lasted as long as one may: the match goes on."""
    return _resumed(snapshot, "", now_ms)


def can_ask(snapshot: Snapshot, seat: str) -> bool:
    """Whether a seat may ask for a pause now."""
    pause = snapshot.match.agreed_pause
    is_open = snapshot.match.reason is None and not snapshot.match.is_paused and not pause.asked_by
    is_free = is_open and not snapshot.match.tournament_id
    return is_free and seat not in snapshot.table.gone and seat not in pause.refused


def _check_plays(snapshot: Snapshot, seat: str) -> None:
    check_running(snapshot)
    if snapshot.match.tournament_id:
        raise NoPause("This match is a game of a tournament, which is not paused. Play on.")
    if seat in snapshot.table.gone:
        raise NoPause("You have left this match. Those who play on decide whether it is paused.")


def _at_ms(snapshot: Snapshot, now_ms: int) -> int:
    return max(now_ms, snapshot.table.last_at_ms)


def _is_agreed(snapshot: Snapshot, said: AgreedPause) -> bool:
    """Whether all people who play agree; one answer is enough of whoever has several seats."""
    seats = [seat for seat in snapshot.match.seats if seat.seat not in snapshot.table.gone and _is_asked(seat)]
    agreed = {seat.controller_id for seat in snapshot.match.seats if seat.seat in {said.asked_by, *said.agreed}}
    return agreed >= {seat.controller_id for seat in seats}


def _is_asked(seat: Seat) -> bool:
    return not seat.is_held_by_service and seat.kind != "bot"


def _begun(snapshot: Snapshot, asked_by: str, now_ms: int) -> Change:
    clock = snapshot.match.clock
    elapsed_ms, left_ms = (now_ms - clock.started_at_ms, clock.due_at_ms - now_ms) if clock else (0, 0)
    event = PauseEvent("paused", asked_by, _at_ms(snapshot, now_ms), max(0, elapsed_ms), max(0, left_ms))
    stopped = replace(snapshot, match=replace(snapshot.match, clock=None, pause_ends_at_ms=now_ms + LONGEST_MS))
    return Change(snapshot, _told(stopped, event, heard(AgreedPause(), event)).after, said=event)


def _refused(snapshot: Snapshot, now_ms: int) -> Change:
    pause = snapshot.match.agreed_pause
    event = PauseEvent("nopause", pause.asked_by, _at_ms(snapshot, now_ms))
    return _told(snapshot, event, heard(pause, event))


def _resumed(snapshot: Snapshot, seat: str, now_ms: int) -> Change:
    event = PauseEvent("resumed", seat, _at_ms(snapshot, now_ms))
    after = going_on(snapshot, now_ms)
    after = replace(after, match=replace(after.match, pause_ends_at_ms=waits_until(after, now_ms)))
    return Change(snapshot, _told(after, event, AgreedPause(resumed_by=seat)).after, said=event)


def _told(snapshot: Snapshot, event: PauseEvent, pause: AgreedPause) -> Change:
    match = replace(snapshot.match, version=snapshot.match.version + 1, agreed_pause=pause)
    return Change(snapshot, replace(snapshot, match=match), said=event)
