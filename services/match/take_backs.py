"""Moves that are taken back: where nothing is hidden, all who play agree, and it is no game of a tournament.

One seat asks, the others agree or refuse. What is taken back is all that was done since the asker's own last decision,
so that they decide again.
"""

from __future__ import annotations

from dataclasses import replace

from redscience.english import English
from redscience.errors import NoTakeBack
from services.match.deadlines import fresh_clock
from services.match.model import Match, Seat, Snapshot, TakeBack, TakeBackEvent
from services.match.paused import check_goes_on
from services.match.table import Table
from services.match.turns import Change, check_running, check_view


def ask(snapshot: Snapshot, seat: str, view_version: int, now_ms: int) -> Change:
    """A seat asks to take back its last decision, or agrees where another asks; when all agree it is done.

    Raises:
        MatchOver, MatchPaused, StaleView: as for a move.
        NoTakeBack: nothing can be taken back, or the seat has no say in it.
    """
    check_running(snapshot)
    check_goes_on(snapshot)
    check_view(snapshot, seat, view_version)
    if seat in snapshot.table.gone:
        raise NoTakeBack("You have left this match. Those who play on decide what is taken back.")
    asked_by = snapshot.take_back.asked_by
    if seat in {asked_by, *snapshot.take_back.agreed}:
        return Change(snapshot, snapshot)
    if not asked_by and (problem := _problem(snapshot, seat)):
        raise NoTakeBack(problem)
    at_ms = max(now_ms, snapshot.table.last_at_ms)
    event = TakeBackEvent("agreed" if asked_by else "asked", seat, at_ms)
    said = heard(snapshot.take_back, event)
    if _is_agreed(snapshot, said):
        standing = _last_decision(snapshot.table, said.asked_by)
        return _told(snapshot, TakeBackEvent("undone", said.asked_by, at_ms, standing))
    return _told(snapshot, event)


def refuse(snapshot: Snapshot, seat: str, now_ms: int) -> Change:
    """A seat refuses what another asks, or withdraws its own question; nothing changes where nobody asks.

    Raises:
        MatchOver: it has ended.
        NoTakeBack: the seat has no say in it.
    """
    check_running(snapshot)
    if seat in snapshot.table.gone:
        raise NoTakeBack("You have left this match. Those who play on decide what is taken back.")
    asked_by = snapshot.take_back.asked_by
    if not asked_by:
        return Change(snapshot, snapshot)
    return _told(snapshot, TakeBackEvent("refused", asked_by, max(now_ms, snapshot.table.last_at_ms)))


def can_ask(snapshot: Snapshot, seat: str) -> bool:
    """Whether a seat may ask to take back its last decision now."""
    is_open = snapshot.match.reason is None and not snapshot.match.is_paused and not snapshot.take_back.asked_by
    return is_open and seat not in snapshot.table.gone and not _problem(snapshot, seat)


def heard(take_back: TakeBack, event: TakeBackEvent) -> TakeBack:
    """What has been said once this is said too."""
    if event.kind == "asked":
        return replace(take_back, asked_by=event.seat, agreed=frozenset())
    if event.kind == "agreed":
        return replace(take_back, agreed=take_back.agreed | {event.seat})
    if event.kind == "refused":
        return TakeBack(refused=take_back.refused | {event.seat})
    return TakeBack()


def heard_at(match: Match, table: Table, event: TakeBackEvent) -> Table:
    """The table once something is said about taking moves back: another one where they are taken back."""
    return table if event.standing is None else table.returned(event.standing, match.seed, at_ms=event.at_ms)


def _told(snapshot: Snapshot, event: TakeBackEvent) -> Change:
    match, table = snapshot.match, heard_at(snapshot.match, snapshot.table, event)
    is_undone = event.standing is not None
    after = Snapshot(
        match=replace(
            match,
            version=match.version + 1,
            clock=fresh_clock(match, table, event.at_ms) if is_undone else match.clock,
        ),
        table=table,
        proposals={} if is_undone else snapshot.proposals,
        take_back=heard(snapshot.take_back, event),
    )
    return Change(snapshot, after, said=event)


def _is_agreed(snapshot: Snapshot, said: TakeBack) -> bool:
    """Whether all who play agree; Random and Chaos always do, and one answer is enough of whoever has several seats."""
    seats = [seat for seat in _playing(snapshot) if not seat.is_held_by_service]
    agreed = {seat.controller_id for seat in seats if seat.seat in {said.asked_by, *said.agreed}}
    return agreed >= {seat.controller_id for seat in seats}


def _problem(snapshot: Snapshot, seat: str) -> English:
    """Why a seat cannot ask to take back its last decision, and what to do; "" where it can."""
    game = snapshot.table.state.game
    problems: tuple[tuple[English, bool], ...] = (
        (
            "This match is a game of a tournament, in which nothing is taken back. Play on.",
            bool(snapshot.match.tournament_id),
        ),
        ("In this game moves or pieces are hidden, and nothing can be taken back. Play on.", game.has_secrets),
        ("In this game something is drawn, and nothing can be taken back. Play on.", game.has_chance),
        (
            "A bot plays here, and bots take nothing back. Play on, or play with people or Random.",
            any(each.kind == "bot" and not each.is_held_by_service for each in _playing(snapshot)),
        ),
        (
            "This match counts, and players that think take nothing back in it. Play on.",
            snapshot.match.rated and _is_among_thinkers(snapshot, seat),
        ),
        (
            "This was refused. Play on; after the next turn you may ask again.",
            seat in snapshot.take_back.refused,
        ),
        (
            "You have made no move that could be taken back, or somebody has left since. Play on.",
            _last_decision(snapshot.table, seat) is None,
        ),
    )
    return next((problem for problem, is_so in problems if is_so), "")


def _is_among_thinkers(snapshot: Snapshot, seat: str) -> bool:
    """Whether all others are the platform's own, and some of them think: nobody has a say in what one tries again."""
    others = [each for each in _playing(snapshot) if each.seat != seat]
    return all(each.is_held_by_service for each in others) and any(each.kind == "house" for each in others)


def _playing(snapshot: Snapshot) -> list[Seat]:
    return [seat for seat in snapshot.match.seats if seat.seat not in snapshot.table.gone]


def _last_decision(table: Table, seat: str) -> int | None:
    """How many turns came before the last that a seat has decided itself; None where there is none.

    Nor is there where somebody has left since, for they stay away.
    """
    for number in range(len(table.turns) - 1, -1, -1):
        turn = table.turns[number]
        if turn.left:
            return None
        if turn.seats == (seat,) and not turn.automatic:
            return number
    return None
