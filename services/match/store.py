"""Matches in the database. All that changes in one is a row of its record, and the key of the row is the lock.

The last row of a record holds all that is not the rules' to say: when the turn ends, and what request led there. What
is in `matches` and `seats` beside it is written when a match begins and when it ends.
"""

from __future__ import annotations

import contextvars
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, insert, select, update

from services.kit.database import insert_rows
from services.match.deadlines import next_end_ms
from services.match.ending import ended_match
from services.match.events import tell_ended
from services.match.model import HintEvent, Match, PauseEvent, Seat, TakeBackEvent, TurnClock
from services.match.schema import ended, ended_count, matches, seats, turns
from services.match.table import Turn
from services.match.turns import Change

NewId = Callable[[], str]


@dataclass(frozen=True, slots=True)
class Request:
    """A request that may be repeated, and is answered once.

    Attributes:
        question: what is asked, without what may differ in a repeat.
        is_named: whether whoever asks has chosen the id, and so can choose another. An answer to a decision has that of
            the decision: another answer to it comes too late.
    """

    caller_id: str
    request_id: str
    question: str
    is_named: bool = True


@dataclass(frozen=True, slots=True)
class Kept:
    """Moves of a seat that are kept back from here on; none where it takes them back."""

    seat: str
    moves: tuple[str, ...]


Event = Turn | Kept | TakeBackEvent | PauseEvent | HintEvent
"""What a row of a record says, but for the opening."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Turns that were taken back: for whom, when, and numbered as they were."""

    seat: str
    at_ms: int
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Paused:
    """A pause that players had agreed on: who had asked for it, and who ended it, if it did not end by itself."""

    asked_by: str
    began_at_ms: int
    ended_at_ms: int
    ended_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class History:
    """What was played in a match.

    Attributes:
        turns: those that stand, which lead to the outcome.
        taken_back: what was taken back, in the order in which it was.
        pauses: in order; one that goes on is none yet.
    """

    turns: Sequence[Turn]
    taken_back: Sequence[TakenBack]
    pauses: Sequence[Paused]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A row of a record.

    Attributes:
        number: its key.
        event: what happened; None for the opening.
        at_ms: when it was stored.
        clock: what runs from here on, and when what waits is made, and a question ends; said by the last row of each
            change.
    """

    number: int
    event: Event | None
    at_ms: int
    clock: TurnClock | None
    pause_ends_at_ms: int | None
    question_ends_at_ms: int | None


@dataclass(frozen=True, slots=True)
class Storing:
    """A change on its way into the database.

    Attributes:
        now_ms: when it was asked for.
        context: of whoever asked, so that what is told of it belongs to their trace.
    """

    change: Change
    request: Request | None
    now_ms: int
    context: contextvars.Context


# Made once: to make a statement costs more than to run it.
_FIND_MATCH = select(matches).where(matches.c.id == bindparam("match_id"))
_FIND_SEATS = select(seats).where(seats.c.match_id == bindparam("match_id")).order_by(seats.c.slot)
_LAST_NUMBER = select(func.max(turns.c.number)).where(turns.c.match_id == bindparam("match_id"))
_ROWS_AFTER = (
    select(turns)
    .where(turns.c.match_id == bindparam("match_id"), turns.c.number > bindparam("after"))
    .order_by(turns.c.number)
)
_SOME_ROWS_AFTER = _ROWS_AFTER.limit(bindparam("most"))
_FIND_REQUEST = select(turns.c.number, turns.c.question).where(
    turns.c.match_id == bindparam("match_id"),
    turns.c.caller_id == bindparam("caller_id"),
    turns.c.request_id == bindparam("request_id"),
)
_ADD_ENDED = insert(ended)
_LOOK_AT = (
    update(matches).where(matches.c.id == bindparam("match_id")).values(look_at_ms=bindparam("at_ms"), handed_at_ms=0)
)
_UNRATE = update(matches).where(matches.c.id == bindparam("match_id")).values(rated=False)
_END_MATCH = (
    update(matches)
    .where(matches.c.id == bindparam("match_id"))
    .values(
        status="ended",
        reason=bindparam("its_reason"),
        ended_at_ms=bindparam("at_ms"),
        rated=bindparam("is_rated"),
        look_at_ms=None,
    )
)
_COUNT_ENDED = update(ended_count).values(count=ended_count.c.count + 1).returning(ended_count.c.count)
_LEAVE_SEAT = (
    update(seats).where(seats.c.match_id == bindparam("of"), seats.c.seat == bindparam("its_seat")).values(open=False)
)
_CLOSE_SEAT = (
    update(seats)
    .where(seats.c.match_id == bindparam("of"), seats.c.slot == bindparam("at"))
    .values(outcome=bindparam("its_outcome"), open=False)
)


def find_match(connection: Connection, match_id: str) -> Match | None:
    """A match as it began, or ended: what its record says of it is not in here."""
    row = connection.execute(_FIND_MATCH, {"match_id": match_id}).one_or_none()
    if row is None:
        return None
    return match_of(row, tuple(map(_seat, connection.execute(_FIND_SEATS, {"match_id": match_id}))))


def last_number(connection: Connection, match_id: str) -> int | None:
    """The number of the last row of a record: any change of a match counts up. None where there is no row."""
    number: int | None = connection.execute(_LAST_NUMBER, {"match_id": match_id}).scalar_one()
    return number


def find_seats(connection: Connection, match_ids: list[str]) -> dict[str, tuple[Seat, ...]]:
    """The seats of matches, each in the order of the invitation."""
    found: dict[str, tuple[Seat, ...]] = dict.fromkeys(match_ids, ())
    rows = connection.execute(select(seats).where(seats.c.match_id.in_(match_ids)).order_by(seats.c.slot))
    for row in rows:
        found[row.match_id] += (_seat(row),)
    return found


def _seat(row: Row[Any]) -> Seat:
    return Seat(row.seat, row.slot, row.player_id, row.player_name, row.kind, row.controller_id, row.outcome)


def match_of(row: Row[Any], seats: tuple[Seat, ...]) -> Match:
    """The match that a row of `matches` says."""
    return Match(
        id=row.id,
        game_id=row.game_id,
        game_name=row.game_name,
        rule_set=row.rule_set,
        digest=row.digest,
        rules_version=row.rules_version,
        seed=row.seed,
        universe=row.universe,
        rated=row.rated,
        seconds_per_turn=row.seconds_per_turn,
        seats=seats,
        created_at_ms=row.created_at_ms,
        started_at_ms=row.started_at_ms,
        pause_ms=row.pause_ms,
        reason=row.reason,
        ended_at_ms=row.ended_at_ms,
        tournament_id=row.tournament_id,
        look_at_ms=row.look_at_ms,
    )


def rows_after(connection: Connection, match_id: str, number: int) -> list[Recorded]:
    """The rows of a record that follow on that number, in order."""
    return [_recorded(row) for row in connection.execute(_ROWS_AFTER, {"match_id": match_id, "after": number})]


def some_rows_after(connection: Connection, *, match_id: str, number: int, most: int) -> list[Recorded]:
    """The first of these rows, so many at most."""
    of = {"match_id": match_id, "after": number, "most": most}
    return [_recorded(row) for row in connection.execute(_SOME_ROWS_AFTER, of)]


def find_request(connection: Connection, match_id: str, request: Request) -> tuple[int, str] | None:
    """The number of the row to which a request of that id led, and its question; None where it led nowhere."""
    key = {"match_id": match_id, "caller_id": request.caller_id, "request_id": request.request_id}
    row = connection.execute(_FIND_REQUEST, key).one_or_none()
    return None if row is None else (row.number, row.question)


def history(rows: Sequence[Recorded]) -> History:
    """What was played by a whole record."""
    turns, taken_back = list[Turn](), list[TakenBack]()
    for event in (row.event for row in rows):
        if isinstance(event, Turn):
            turns.append(replace(event, number=len(turns) + 1))
        elif isinstance(event, TakeBackEvent) and event.standing is not None:
            taken_back.append(TakenBack(event.seat, event.at_ms, tuple(turns[event.standing :])))
            del turns[event.standing :]
    return History(turns, taken_back, tuple(_pauses(rows)))


def _pauses(rows: Iterable[Recorded]) -> Iterator[Paused]:
    """The pauses of a record: each ends with the next turn, which is of somebody who leaves, or when a seat resumes."""
    begun: PauseEvent | None = None
    for event in (row.event for row in rows):
        if isinstance(event, PauseEvent) and event.kind == "paused":
            begun = event
        elif begun is not None and isinstance(event, PauseEvent | Turn):
            seats = event.seats if isinstance(event, Turn) else tuple(filter(None, (event.seat,)))
            yield Paused(begun.seat, begun.at_ms, event.at_ms, seats)
            begun = None


def _recorded(row: Row[Any]) -> Recorded:
    return Recorded(
        number=row.number,
        event=_event(row),
        at_ms=row.at_ms,
        clock=None if row.due_at_ms is None else TurnClock(row.clock_started_at_ms, row.due_at_ms, row.at_ms),
        pause_ends_at_ms=row.pause_ends_at_ms,
        question_ends_at_ms=row.question_ends_at_ms,
    )


def _event(row: Row[Any]) -> Event | None:
    if row.event == "opening":
        return None
    if row.event in {"asked", "agreed", "refused", "undone"}:
        return TakeBackEvent(row.event, row.seats, row.at_ms, row.standing)
    if row.event in {"askpause", "okpause", "nopause", "paused", "resumed"}:
        return PauseEvent(row.event, row.seats, row.at_ms, row.elapsed_ms or 0, row.left_ms or 0)
    if row.event == "hinted":
        return HintEvent(row.seats, row.at_ms)
    if row.event == "kept":
        return Kept(row.seats, tuple(row.moves))
    return Turn(
        number=0,
        seats=tuple(row.seats.split("+")),
        moves=tuple(row.moves),
        left=row.left,
        at_ms=row.at_ms,
        began_at_ms=row.began_at_ms,
        automatic=row.automatic,
        versions=row.versions or {},
    )


def add_match(connection: Connection, storing: Storing, new_id: NewId) -> None:
    """Stores a match that starts, with the turns that were made for it at once."""
    match = storing.change.after.match
    insert_rows(
        connection,
        matches,
        [
            {
                "id": match.id,
                "game_id": match.game_id,
                "game_name": match.game_name,
                "rule_set": match.rule_set,
                "digest": match.digest,
                "rules_version": match.rules_version,
                "seed": match.seed,
                "universe": match.universe,
                "rated": match.rated,
                "seconds_per_turn": match.seconds_per_turn,
                "created_at_ms": match.created_at_ms,
                "started_at_ms": match.started_at_ms,
                "pause_ms": match.pause_ms,
                "tournament_id": match.tournament_id,
                "status": match.status,
                "look_at_ms": next_end_ms(match),
                "handed_at_ms": 0,
                "reason": match.reason,
                "ended_at_ms": match.ended_at_ms,
            }
        ],
    )
    insert_rows(
        connection,
        seats,
        [
            {
                "match_id": match.id,
                "slot": seat.slot,
                "seat": seat.seat,
                "player_id": seat.player_id,
                "player_name": seat.player_name,
                "kind": seat.kind,
                "controller_id": seat.controller_id,
                "outcome": seat.outcome,
                "open": match.status == "running",
            }
            for seat in match.seats
        ],
    )
    opening = _row(match.id, 0, {"event": "opening", "at_ms": storing.now_ms, "began_at_ms": storing.now_ms})
    insert_rows(connection, turns, _closed([opening, *_rows(storing)], storing))
    if match.status == "ended":
        _add_ended(connection, storing, new_id())


def store_changes(connection: Connection, several: Sequence[Storing], new_id: NewId) -> None:
    """Stores changes of different matches.

    Raises:
        IntegrityError: one of the matches has changed otherwise in the meantime, or a request has led to a change
            before.
    """
    insert_rows(connection, turns, [row for storing in several for row in _closed(_rows(storing), storing)])
    looks = [
        {"match_id": storing.change.after.match.id, "at_ms": storing.change.after.match.look_at_ms}
        for storing in several
        if storing.change.before.match.look_at_ms != storing.change.after.match.look_at_ms and not storing.change.is_end
    ]
    if looks:
        connection.execute(_LOOK_AT, looks)
    left = [
        {"of": storing.change.after.match.id, "its_seat": seat}
        for storing in several
        for turn in storing.change.turns
        if turn.left
        for seat in turn.seats
    ]
    if left:
        connection.execute(_LEAVE_SEAT, left)
    unrated = [
        {"match_id": storing.change.after.match.id}
        for storing in several
        if isinstance(storing.change.said, HintEvent) and storing.change.before.match.rated
    ]
    if unrated:
        connection.execute(_UNRATE, unrated)
    for storing in several:
        if storing.change.is_end:
            _end(connection, storing, new_id())


def _end(connection: Connection, storing: Storing, event_id: str) -> None:
    match = storing.change.after.match
    values = {"its_reason": match.reason, "at_ms": match.ended_at_ms, "is_rated": match.rated}
    connection.execute(_END_MATCH, {"match_id": match.id, **values})
    connection.execute(
        _CLOSE_SEAT,
        [{"of": match.id, "at": seat.slot, "its_outcome": seat.outcome} for seat in match.seats],
    )
    _add_ended(connection, storing, event_id)


def _rows(storing: Storing) -> list[dict[str, Any]]:
    """The rows that a change adds to its record."""
    change = storing.change
    match_id, number = change.after.match.id, change.before.match.version
    kept: list[dict[str, Any]] = [
        {"event": "kept", "seats": seat, "moves": list(moves), "at_ms": storing.now_ms, "began_at_ms": storing.now_ms}
        for seat, moves in change.kept.items()
    ]
    made: list[dict[str, Any]] = [
        {
            "event": "left" if turn.left else "moves",
            "seats": "+".join(turn.seats),
            "moves": list(turn.moves),
            "left": turn.left,
            "at_ms": turn.at_ms,
            "began_at_ms": turn.began_at_ms,
            "automatic": turn.automatic,
            "versions": dict(turn.versions) or None,
        }
        for turn in change.turns
    ]
    return [_row(match_id, number + place, values) for place, values in enumerate((*kept, *made, *_said(change)), 1)]


def _said(change: Change) -> list[dict[str, Any]]:
    said = change.said
    if said is None:
        return []
    values = {"event": said.kind, "seats": said.seat, "at_ms": said.at_ms, "began_at_ms": said.at_ms}
    if isinstance(said, TakeBackEvent):
        return [{**values, "standing": said.standing}]
    if isinstance(said, PauseEvent) and said.kind == "paused":
        return [{**values, "elapsed_ms": said.elapsed_ms, "left_ms": said.left_ms}]
    return [values]


def _row(match_id: str, number: int, values: Mapping[str, Any]) -> dict[str, Any]:
    return {**_EMPTY_ROW, "match_id": match_id, "number": number, **values}


_EMPTY_ROW: Mapping[str, Any] = {
    "seats": "",
    "moves": [],
    "left": None,
    "automatic": False,
    "versions": None,
    "standing": None,
    "clock_started_at_ms": None,
    "due_at_ms": None,
    "pause_ends_at_ms": None,
    "question_ends_at_ms": None,
    "elapsed_ms": None,
    "left_ms": None,
    "caller_id": None,
    "request_id": None,
    "question": None,
}


def _closed(rows: list[dict[str, Any]], storing: Storing) -> list[dict[str, Any]]:
    """The same rows; the last says what the change comes to, and who asked for it."""
    match, request = storing.change.after.match, storing.request
    rows[-1]["pause_ends_at_ms"] = match.pause_ends_at_ms
    rows[-1]["question_ends_at_ms"] = match.agreed_pause.question_ends_at_ms
    if match.clock:
        rows[-1].update(clock_started_at_ms=match.clock.started_at_ms, due_at_ms=match.clock.due_at_ms)
    if request:
        rows[-1].update(caller_id=request.caller_id, request_id=request.request_id, question=request.question)
    return rows


def _add_ended(connection: Connection, storing: Storing, event_id: str) -> None:
    snapshot = storing.change.after
    message = ended_match(snapshot, event_id)
    position = connection.execute(_COUNT_ENDED).scalar_one()
    row = {"position": position, "match_id": snapshot.match.id, "payload": message.SerializeToString()}
    connection.execute(_ADD_ENDED, row)
    storing.context.run(tell_ended, connection, message)
