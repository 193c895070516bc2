"""Keeps what is said about matches, and tells it to those who listen: here at once, in other replicas by a hint."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from sqlalchemy import Connection

from redscience.errors import Fault, InvalidField, Unavailable
from services.kit.bus import Bus
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.identity import Caller
from services.kit.ids import new_id
from services.kit.waking import Wakings
from services.match import chat_store
from services.match.acquaintances import Acquaintances
from services.match.attendance import Attendances
from services.match.chat import Message, check_may_read, check_may_say
from services.match.chat_store import Place, Report, Resolution, Saying
from services.match.downtime import Downtime
from services.match.events import CHAT, hint_subject
from services.match.model import Match
from services.match.seating import unknown_match
from services.match.store import find_match

log = logging.getLogger(__name__)

BACKSTOP_S = 5.0
"""How long a message may stay unheard by a listener whose hint was lost."""
BANS_HOLD_MS = 30_000
"""How long it is not asked again whom somebody has banned."""
_MOST_REMEMBERED = 10_000
_PAGE = 100


class Conversation:
    """What may be done in the rooms of matches.

    Args:
        database: of the match service.
        clock: says when something was said.
        bus: where other replicas hear that something was said here.
        downtime: knows whether there are any.
        bans: knows whom listeners have banned.
        attendances: are told who listens.
    """

    def __init__(
        self,
        *,
        database: Database,
        clock: Clock,
        bus: Bus,
        downtime: Downtime,
        bans: Bans,
        attendances: Attendances,
    ) -> None:
        self._database = database
        self._clock = clock
        self._bus = bus
        self._downtime = downtime
        self._bans = bans
        self._attendances = attendances
        self._listeners = Wakings[str]()

    async def hear_others(self) -> None:
        """Hears the hints of other replicas from now on."""
        await self._bus.on_hint(hint_subject("*", CHAT), self._on_hint)

    async def say(self, saying: Saying) -> Message:
        """Keeps what somebody says, once for each request, and tells it.

        Raises:
            UnknownMatch, MatchRunning, NotAllowed: they may say nothing there.
            LimitReached: they have said as much as one may.
        """
        now_ms = self._clock.now_ms()

        def keep(connection: Connection) -> Message:
            check_may_say(_match(connection, saying.place), saying.caller, saying.place.room)
            return chat_store.said_before(connection, saying) or chat_store.add_message(connection, saying, now_ms)

        message = await self._database.write(keep)
        await self._wake(saying.place.match_id)
        return message

    async def _wake(self, match_id: str) -> None:
        self._listeners.wake(match_id)
        if not self._downtime.is_alone:
            await self._bus.hint(hint_subject(match_id, CHAT), self._downtime.replica_id.encode())

    async def listen(self, caller: Caller, place: Place, after: int) -> AsyncGenerator[Sequence[Message]]:
        """What was said in a room after a message, then what is said, but for what the caller does not want to read.

        Raises:
            UnknownMatch, MatchRunning: they may not read it.
            Unavailable: it is not known whom they have banned.
        """
        match = await self._database.read(lambda connection: _match(connection, place))
        check_may_read(match, caller, place.room)
        yield []
        with self._attendances.follow(match, caller):
            async with aclosing(self._heard(caller, place, after)) as heard:
                async for messages in heard:
                    yield messages

    async def mute(self, caller: Caller, player_id: str) -> None:
        """Leaves out what a player says from now on.

        Raises:
            InvalidField: it is the caller.
            LimitReached: they have muted as many as one may.
        """
        if player_id == caller.id:
            raise InvalidField([Fault("player_id", "is yourself", "Name somebody else")])
        now_ms = self._clock.now_ms()
        await self._database.write(lambda connection: chat_store.mute(connection, caller, player_id, now_ms))

    async def unmute(self, caller: Caller, player_id: str) -> None:
        """Takes that back."""
        await self._database.write(lambda connection: chat_store.unmute(connection, caller, player_id))

    async def muted(self, caller: Caller) -> Sequence[str]:
        """Whom the caller has muted, the last first."""
        return await self._database.read(lambda connection: chat_store.muted_by(connection, caller))

    async def report(self, caller: Caller, place: Place, number: int, reason: str) -> None:
        """Points Admins to a message.

        Raises:
            UnknownMatch, MatchRunning, InvalidField: the caller can read no such message.
            LimitReached: they have reported much lately.
        """
        report_id, now_ms = new_id(), self._clock.now_ms()

        def keep(connection: Connection) -> None:
            check_may_read(_match(connection, place), caller, place.room)
            message = chat_store.find_message(connection, place, number)
            if message is None:
                raise InvalidField([Fault("number", f"is {number}, which no message has", "Send that of a message")])
            report = Report(report_id, place, message, caller.id, caller.name, reason, now_ms)
            chat_store.add_report(connection, report)

        await self._database.write(keep)

    async def reports(self, before_id: str, count: int, *, is_resolved: bool) -> Sequence[Report]:
        """What was reported before a report, or so far where that is "", the last first."""
        return await self._database.read(
            lambda connection: chat_store.list_reports(connection, before_id, count, is_resolved=is_resolved)
        )

    async def resolve_report(self, admin: Caller, report_id: str) -> Report:
        """Notes that an Admin has dealt with a report; the first who does so stays.

        Raises:
            InvalidField: there is no such report.
        """
        resolution = Resolution(admin.id, admin.name, self._clock.now_ms())
        return await self._database.write(
            lambda connection: _required(chat_store.resolve_report(connection, report_id, resolution))
        )

    async def hide(self, admin: Caller, report_id: str) -> Report:
        """Has nobody read any more what was reported, for an Admin, who has dealt with the report by that.

        Raises:
            InvalidField: there is no such report.
        """
        return await self._decided(admin, report_id, is_hidden=True)

    async def show(self, admin: Caller, report_id: str) -> Report:
        """Takes `hide` back; the report was dealt with by whoever did so last.

        Raises:
            InvalidField: there is no such report.
        """
        return await self._decided(admin, report_id, is_hidden=False)

    async def _decided(self, admin: Caller, report_id: str, *, is_hidden: bool) -> Report:
        now_ms = self._clock.now_ms()
        resolution = Resolution(admin.id, admin.name, now_ms)

        def work(connection: Connection) -> Report:
            report = _required(chat_store.resolve_report(connection, report_id, resolution))
            if report.message.is_hidden != is_hidden:
                chat_store.hide(connection, report.place, report.message.number, now_ms if is_hidden else None)
                chat_store.decide(connection, report, resolution)
            return _required(chat_store.find_report(connection, report_id))

        return await self._told_of(admin, await self._database.write(work))

    async def _told_of(self, admin: Caller, report: Report) -> Report:
        """Has those hear of it who listen, and notes who did it."""
        place, message = report.place, report.message
        what = {"match": place.match_id, "room": place.room, "number": message.number, "admin": admin.id}
        log.info("what was said is %s by an admin", "hidden" if message.is_hidden else "shown", extra=what)
        await self._wake(place.match_id)
        return report

    async def _heard(self, caller: Caller, place: Place, after: int) -> AsyncGenerator[Sequence[Message]]:
        told_hidden = frozenset[int]()
        async with aclosing(self._listeners.of(place.match_id, BACKSTOP_S)) as wakings:
            async for _ in wakings:
                found, hidden = await self._after(place, after)
                while found:
                    after = found[-1].number
                    told_hidden |= {each.number for each in found if each.is_hidden}
                    if heard := await self._without_unwanted(caller, found):
                        yield heard
                    found, hidden = await self._after(place, after)
                changed, told_hidden = {each for each in hidden ^ told_hidden if each <= after}, hidden
                if changed and (heard := await self._without_unwanted(caller, await self._of(place, changed))):
                    yield heard

    async def _after(self, place: Place, number: int) -> tuple[list[Message], frozenset[int]]:
        """What was said in a room after a message, and the numbers of all that is hidden there."""
        return await self._database.read(
            lambda connection: (
                chat_store.messages_after(connection, place, number, _PAGE),
                chat_store.hidden_in(connection, place),
            )
        )

    async def _of(self, place: Place, numbers: Collection[int]) -> list[Message]:
        return await self._database.read(lambda connection: chat_store.messages_of(connection, place, numbers))

    async def _without_unwanted(self, caller: Caller, messages: Sequence[Message]) -> list[Message]:
        unwanted = {*await self._bans.of(caller), *await self.muted(caller)}
        return [message for message in messages if message.player_id not in unwanted]

    async def _on_hint(self, subject: str, replica_id: bytes) -> None:
        if replica_id.decode() != self._downtime.replica_id:
            self._listeners.wake(subject.rpartition(".")[2])


@dataclass(frozen=True, slots=True)
class _Banned:
    player_ids: frozenset[str]
    known_at_ms: int


class Bans:
    """Whom people have banned, as it was known a short time ago.

    Args:
        acquaintances: knows it.
        clock: says when it is to be asked again.
    """

    def __init__(self, acquaintances: Acquaintances, clock: Clock) -> None:
        self._acquaintances = acquaintances
        self._clock = clock
        self._known: dict[str, _Banned] = {}

    async def of(self, caller: Caller) -> frozenset[str]:
        """Whom the caller has banned, who makes the call that is being answered; only people ban.

        Raises:
            Unavailable: it cannot be asked, and never was.
        """
        if caller.kind != "person":
            return frozenset()
        known, now_ms = self._known.get(caller.id), self._clock.now_ms()
        if known is not None and abs(now_ms - known.known_at_ms) < BANS_HOLD_MS:
            return known.player_ids
        try:
            player_ids = await self._acquaintances.banned_by_caller()
        except Unavailable:
            if known is None:
                raise
            return known.player_ids
        if len(self._known) >= _MOST_REMEMBERED:
            self._known.clear()
        self._known[caller.id] = _Banned(player_ids, now_ms)
        return player_ids


def _required(report: Report | None) -> Report:
    if report is None:
        raise InvalidField([Fault("report_id", "is no report", "Send the id of one that ListReports tells")])
    return report


def _match(connection: Connection, place: Place) -> Match:
    match = find_match(connection, place.match_id)
    if match is None:
        raise unknown_match()
    return match
