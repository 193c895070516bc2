"""What is said about matches in the database, whom players have muted, and what they have reported."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, select, update

from redscience.errors import Fault, InvalidField, LimitReached
from services.kit.database import insert_or_ignore
from services.kit.expiry import is_recent
from services.kit.identity import Caller
from services.match.chat import Message, Room
from services.match.schema import chat_messages, chat_mutes, chat_reports, chat_rooms

SAID_PER_MINUTE = 20
MOST_IN_ROOM = 1_000
MOST_OF_ONE = 200
"""How many messages of a room may be one player's, so that nobody fills it alone."""
MOST_MUTED = 1_000
REPORTED_PER_HOUR = 20
_MINUTE_MS = 60_000
_HOUR_MS = 3_600_000
_MESSAGE = (
    chat_messages.c.number,
    chat_messages.c.player_id,
    chat_messages.c.player_name,
    chat_messages.c.text,
    chat_messages.c.at_ms,
    chat_messages.c.hidden_at_ms,
)
_REPORTS = select(chat_reports, *(column.label(f"said_{column.name}") for column in _MESSAGE)).join(chat_messages)


@dataclass(frozen=True, slots=True)
class Place:
    """A room of a match."""

    match_id: str
    room: Room


@dataclass(frozen=True, slots=True)
class Saying:
    """What somebody wants to say."""

    caller: Caller
    place: Place
    text: str
    request_id: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """Which Admin has dealt with a report, and when."""

    admin_id: str
    admin_name: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Report:
    """A message to which somebody has pointed Admins; without a resolution while it waits for one."""

    id: str
    place: Place
    message: Message
    reporter_id: str
    reporter_name: str
    reason: str
    at_ms: int
    resolution: Resolution | None = None


def said_before(connection: Connection, saying: Saying) -> Message | None:
    """The message that was said under the same request; None where there is none.

    Raises:
        InvalidField: under it something else was said.
    """
    query = select(chat_messages).where(
        chat_messages.c.player_id == saying.caller.id, chat_messages.c.request_id == saying.request_id
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    if (row.match_id, row.room, row.text) != (saying.place.match_id, saying.place.room, saying.text):
        fault = Fault("request_id", "was used for another message", "Choose a new one for each message")
        raise InvalidField([fault])
    return Message(row.number, row.player_id, row.player_name, row.text, row.at_ms, row.hidden_at_ms)


def add_message(connection: Connection, saying: Saying, now_ms: int) -> Message:
    """Keeps it as the next message of the room.

    Raises:
        LimitReached: the caller has said much lately, or as much as one may in this room, or the room is full.
    """
    caller, place = saying.caller, saying.place
    _check_pace(connection, caller.id, now_ms)
    _check_share(connection, caller.id, place)
    message = Message(_next_number(connection, place), caller.id, caller.name, saying.text, now_ms)
    row = {"match_id": place.match_id, "room": place.room, "request_id": saying.request_id, **asdict(message)}
    connection.execute(insert(chat_messages).values(row))
    return message


def messages_after(connection: Connection, place: Place, number: int, count: int) -> list[Message]:
    """The messages of a room that follow on that number, in order, so many at most."""
    query = select(*_MESSAGE).where(*_in(place), chat_messages.c.number > number)
    rows = connection.execute(query.order_by(chat_messages.c.number).limit(count))
    return [Message(*row) for row in rows]


def find_message(connection: Connection, place: Place, number: int) -> Message | None:
    """The message of a room that has this number; None where there is none."""
    row = connection.execute(select(*_MESSAGE).where(*_in(place), chat_messages.c.number == number)).one_or_none()
    return None if row is None else Message(*row)


def hidden_in(connection: Connection, place: Place) -> frozenset[int]:
    """The numbers of those messages of a room that Admins have hidden."""
    query = select(chat_messages.c.number).where(*_in(place), chat_messages.c.hidden_at_ms.is_not(None))
    return frozenset(connection.scalars(query))


def messages_of(connection: Connection, place: Place, numbers: Collection[int]) -> list[Message]:
    """The messages of a room that have these numbers, in order."""
    query = select(*_MESSAGE).where(*_in(place), chat_messages.c.number.in_(numbers))
    return [Message(*row) for row in connection.execute(query.order_by(chat_messages.c.number))]


def hide(connection: Connection, place: Place, number: int, at_ms: int | None) -> None:
    """Hides a message of a room from now on, unless it is hidden; with None shows it again."""
    message = update(chat_messages).where(*_in(place), chat_messages.c.number == number)
    if at_ms is not None:
        message = message.where(chat_messages.c.hidden_at_ms.is_(None))
    connection.execute(message.values(hidden_at_ms=at_ms))


def mute(connection: Connection, caller: Caller, player_id: str, now_ms: int) -> None:
    """Notes that the caller does not want to read what a player says.

    Raises:
        LimitReached: they have muted as many as one may.
    """
    if player_id in (known := muted_by(connection, caller)):
        return
    if len(known) >= MOST_MUTED:
        raise LimitReached(f"You have muted {MOST_MUTED} players, the most there can be. Unmute some.", retry_after_s=0)
    insert_or_ignore(connection, chat_mutes, player_id=caller.id, muted_id=player_id, since_ms=now_ms)


def unmute(connection: Connection, caller: Caller, player_id: str) -> None:
    """Forgets that the caller has muted a player."""
    connection.execute(
        delete(chat_mutes).where(chat_mutes.c.player_id == caller.id, chat_mutes.c.muted_id == player_id)
    )


def muted_by(connection: Connection, caller: Caller) -> list[str]:
    """Whom the caller has muted, the last first."""
    query = select(chat_mutes.c.muted_id).where(chat_mutes.c.player_id == caller.id)
    return list(connection.execute(query.order_by(chat_mutes.c.since_ms.desc(), chat_mutes.c.muted_id)).scalars())


def add_report(connection: Connection, report: Report) -> None:
    """Keeps a report, unless its message was reported by the same player before.

    Raises:
        LimitReached: they have reported much lately.
    """
    row = {
        "match_id": report.place.match_id,
        "room": report.place.room,
        "number": report.message.number,
        "reporter_id": report.reporter_id,
    }
    if connection.execute(select(chat_reports.c.id).filter_by(**row)).first() is not None:
        return
    _check_reports(connection, report)
    row |= {"id": report.id, "reporter_name": report.reporter_name, "reason": report.reason, "at_ms": report.at_ms}
    insert_or_ignore(connection, chat_reports, **row)


def list_reports(connection: Connection, before_id: str, count: int, *, is_resolved: bool) -> Sequence[Report]:
    """What was reported before a report, or so far where that is "", the last first."""
    resolved_at_ms = chat_reports.c.resolved_at_ms
    query = _REPORTS.where(resolved_at_ms.is_not(None) if is_resolved else resolved_at_ms.is_(None))
    if before_id:
        query = query.where(chat_reports.c.id < before_id)
    return [_report(row) for row in connection.execute(query.order_by(chat_reports.c.id.desc()).limit(count))]


def resolve_report(connection: Connection, report_id: str, resolution: Resolution) -> Report | None:
    """Notes who has dealt with a report, unless somebody had before; None where there is no such report."""
    is_open = chat_reports.c.id == report_id, chat_reports.c.resolved_at_ms.is_(None)
    resolver = {"resolver_id": resolution.admin_id, "resolver_name": resolution.admin_name}
    connection.execute(update(chat_reports).where(*is_open).values(resolved_at_ms=resolution.at_ms, **resolver))
    return find_report(connection, report_id)


def decide(connection: Connection, report: Report, resolution: Resolution) -> None:
    """Notes who has decided last whether what was reported can be read."""
    resolver = {"resolver_id": resolution.admin_id, "resolver_name": resolution.admin_name}
    decided = update(chat_reports).where(chat_reports.c.id == report.id)
    connection.execute(decided.values(resolved_at_ms=resolution.at_ms, **resolver))


def find_report(connection: Connection, report_id: str) -> Report | None:
    """The report of this id; None where there is none."""
    row = connection.execute(_REPORTS.where(chat_reports.c.id == report_id)).one_or_none()
    return None if row is None else _report(row)


def _report(row: Row[Any]) -> Report:
    said = Message(*(getattr(row, f"said_{column.name}") for column in _MESSAGE))
    place = Place(row.match_id, row.room)
    resolution = row.resolved_at_ms and Resolution(row.resolver_id, row.resolver_name, row.resolved_at_ms)
    return Report(row.id, place, said, row.reporter_id, row.reporter_name, row.reason, row.at_ms, resolution)


def _in(place: Place) -> tuple[ColumnElement[bool], ...]:
    return chat_messages.c.match_id == place.match_id, chat_messages.c.room == place.room


def _check_pace(connection: Connection, player_id: str, now_ms: int) -> None:
    since_ms = now_ms - _MINUTE_MS
    lately = select(chat_messages.c.at_ms).where(
        chat_messages.c.player_id == player_id, is_recent(chat_messages.c.at_ms, _MINUTE_MS, now_ms)
    )
    times = connection.execute(lately.order_by(chat_messages.c.at_ms.desc()).limit(SAID_PER_MINUTE)).scalars().all()
    if len(times) == SAID_PER_MINUTE:
        message = f"You have said {SAID_PER_MINUTE} things within a minute. Wait a moment, then try again."
        raise LimitReached(message, retry_after_s=max(1, math.ceil((times[-1] - since_ms) / 1000)))


def _check_share(connection: Connection, player_id: str, place: Place) -> None:
    of_one = select(func.count()).where(*_in(place), chat_messages.c.player_id == player_id)
    if connection.execute(of_one).scalar_one() >= MOST_OF_ONE:
        message = f"You have said {MOST_OF_ONE} things here, the most that are kept of one player."
        raise LimitReached(message, retry_after_s=0)


def _check_reports(connection: Connection, report: Report) -> None:
    lately = select(func.count()).where(
        chat_reports.c.reporter_id == report.reporter_id, is_recent(chat_reports.c.at_ms, _HOUR_MS, report.at_ms)
    )
    if connection.execute(lately).scalar_one() >= REPORTED_PER_HOUR:
        message = f"You have reported {REPORTED_PER_HOUR} messages within an hour. Try again later."
        raise LimitReached(message, retry_after_s=_HOUR_MS // 1000)


def _next_number(connection: Connection, place: Place) -> int:
    """Takes the next number of a room; who takes another at the same moment waits, or is run again."""
    is_it = chat_rooms.c.match_id == place.match_id, chat_rooms.c.room == place.room
    counted = update(chat_rooms).where(*is_it).values(count=chat_rooms.c.count + 1).returning(chat_rooms.c.count)
    number: int | None = connection.execute(counted).scalar_one_or_none()
    if number is None:
        connection.execute(insert(chat_rooms).values(match_id=place.match_id, room=place.room, count=1))
        return 1
    if number > MOST_IN_ROOM:
        raise LimitReached(f"{MOST_IN_ROOM} messages were said here, the most that are kept.", retry_after_s=0)
    return number
