"""RPC in, RPC out: who is there around matches, and what they say."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from typing import Any

import grpc.aio

from redscience.api.chat.v1 import chat_pb2, chat_pb2_grpc
from redscience.errors import Fault, InvalidField
from services.kit.clock import Clock
from services.kit.identity import Access, Caller, admin, player, require_caller
from services.kit.ids import is_id, request_id
from services.match import fields
from services.match.attendance import Attendances
from services.match.chat import LONGEST_REASON, LONGEST_TEXT, Message, Room, read_text
from services.match.chat_store import Place, Report, Resolution, Saying
from services.match.conversation import Conversation
from services.match.residence import Residence


def member(caller: Caller | None) -> bool:
    """People who are logged in, and bots: whoever is somebody, so that what they say can be muted and reported."""
    return caller is not None and caller.kind in {"person", "bot"}


ACCESS: dict[str, Access] = {
    "Say": member,
    "Listen": player,
    "Mute": member,
    "Unmute": member,
    "ListMuted": member,
    "Report": member,
    "ListReports": admin,
    "ResolveReport": admin,
    "HideMessage": admin,
    "ShowMessage": admin,
    "GetAttendance": player,
}

_NUMBERS: Mapping[Room, chat_pb2.Room.ValueType] = {
    "seats": chat_pb2.ROOM_SEATS,
    "watchers": chat_pb2.ROOM_WATCHERS,
}
_ROOMS: Mapping[int, Room] = {number: room for room, number in _NUMBERS.items()}
_Context = grpc.aio.ServicerContext[Any, Any]


class ChatServicer(chat_pb2_grpc.ChatServiceServicer):
    """See proto/redscience/api/chat/v1/chat.proto."""

    def __init__(
        self, conversation: Conversation, attendances: Attendances, clock: Clock, residence: Residence
    ) -> None:
        self._conversation = conversation
        self._attendances = attendances
        self._clock = clock
        self._residence = residence

    async def Say(self, request: chat_pb2.SayRequest, context: _Context) -> chat_pb2.SayResponse:
        """Keeps what the caller says, and tells it."""
        text = read_text(request.text, "text", LONGEST_TEXT)
        place = _place(request.match_id, request.room)
        who = await self._residence.in_match_of(require_caller(), place.match_id)
        said = await self._conversation.say(Saying(who, place, text, request_id(request.request_id)))
        return chat_pb2.SayResponse(message=_message(said))

    async def Listen(
        self, request: chat_pb2.ListenRequest, context: _Context
    ) -> AsyncIterator[chat_pb2.ListenResponse]:
        """What was said in a room, then what is said."""
        place = _place(request.match_id, request.room)
        who = await self._residence.in_match_of(require_caller(), place.match_id)
        heard = self._conversation.listen(who, place, request.after_number)
        async with aclosing(heard) as pages:
            async for messages in pages:
                yield chat_pb2.ListenResponse(messages=map(_message, messages), now_ms=self._clock.now_ms())

    async def Mute(self, request: chat_pb2.MuteRequest, context: _Context) -> chat_pb2.MuteResponse:
        """Leaves out what a player says."""
        await self._conversation.mute(require_caller(), _player_id(request.player_id))
        return chat_pb2.MuteResponse()

    async def Unmute(self, request: chat_pb2.UnmuteRequest, context: _Context) -> chat_pb2.UnmuteResponse:
        """Takes that back."""
        await self._conversation.unmute(require_caller(), _player_id(request.player_id))
        return chat_pb2.UnmuteResponse()

    async def ListMuted(self, request: chat_pb2.ListMutedRequest, context: _Context) -> chat_pb2.ListMutedResponse:
        """Whom the caller has muted."""
        return chat_pb2.ListMutedResponse(player_ids=await self._conversation.muted(require_caller()))

    async def Report(self, request: chat_pb2.ReportRequest, context: _Context) -> chat_pb2.ReportResponse:
        """Points Admins to a message."""
        reason = read_text(request.reason, "reason", LONGEST_REASON)
        place = _place(request.match_id, request.room)
        who = await self._residence.in_match_of(require_caller(), place.match_id)
        await self._conversation.report(who, place, request.number, reason)
        return chat_pb2.ReportResponse()

    async def ListReports(
        self, request: chat_pb2.ListReportsRequest, context: _Context
    ) -> chat_pb2.ListReportsResponse:
        """What was reported and waits for an Admin, or was dealt with, the last first."""
        if request.before_id and not is_id(request.before_id):
            raise InvalidField([Fault("before_id", "is not an id", "Send that of an earlier answer, or nothing")])
        count = fields.count(request.limit, "limit", most=50, usual=20)
        found = await self._conversation.reports(request.before_id, count, is_resolved=request.is_resolved)
        return chat_pb2.ListReportsResponse(reports=map(_report, found))

    async def ResolveReport(
        self, request: chat_pb2.ResolveReportRequest, context: _Context
    ) -> chat_pb2.ResolveReportResponse:
        """Notes that a report was dealt with."""
        report = await self._conversation.resolve_report(require_caller(), _report_id(request.report_id))
        return chat_pb2.ResolveReportResponse(report=_report(report))

    async def HideMessage(
        self, request: chat_pb2.HideMessageRequest, context: _Context
    ) -> chat_pb2.HideMessageResponse:
        """Has nobody read any more what was reported."""
        report = await self._conversation.hide(require_caller(), _report_id(request.report_id))
        return chat_pb2.HideMessageResponse(report=_report(report))

    async def ShowMessage(
        self, request: chat_pb2.ShowMessageRequest, context: _Context
    ) -> chat_pb2.ShowMessageResponse:
        """Takes that back."""
        report = await self._conversation.show(require_caller(), _report_id(request.report_id))
        return chat_pb2.ShowMessageResponse(report=_report(report))

    async def GetAttendance(
        self, request: chat_pb2.GetAttendanceRequest, context: _Context
    ) -> chat_pb2.GetAttendanceResponse:
        """Who follows a match."""
        match_id = fields.match_id(request.match_id)
        found = await self._attendances.of(match_id, await self._residence.in_match_of(require_caller(), match_id))
        return chat_pb2.GetAttendanceResponse(
            watchers=found.watchers,
            seats=[chat_pb2.Presence(seat=one.seat, is_here=one.is_here, since_ms=one.since_ms) for one in found.seats],
            now_ms=self._clock.now_ms(),
        )


def _place(match_id: str, room: int) -> Place:
    if room not in _ROOMS:
        raise InvalidField([Fault("room", "is no room", "Send ROOM_SEATS or ROOM_WATCHERS")])
    return Place(fields.match_id(match_id), _ROOMS[room])


def _player_id(text: str) -> str:
    if not is_id(text):
        raise InvalidField([Fault("player_id", "is not an id", "Send that of a player")])
    return text


def _report_id(text: str) -> str:
    if not is_id(text):
        raise InvalidField([Fault("report_id", "is not an id", "Send that of a report")])
    return text


def _message(said: Message) -> chat_pb2.Message:
    """As everybody may read it."""
    told = _whole_message(said)
    if said.is_hidden:
        told.ClearField("text")
    return told


def _whole_message(said: Message) -> chat_pb2.Message:
    """As Admins may read it."""
    return chat_pb2.Message(
        number=said.number,
        player_id=said.player_id,
        player_name=said.player_name,
        text=said.text,
        at_ms=said.at_ms,
        is_hidden=said.is_hidden,
    )


def _report(report: Report) -> chat_pb2.ReportedMessage:
    return chat_pb2.ReportedMessage(
        id=report.id,
        match_id=report.place.match_id,
        room=_NUMBERS[report.place.room],
        message=_whole_message(report.message),
        reporter_id=report.reporter_id,
        reporter_name=report.reporter_name,
        reason=report.reason,
        at_ms=report.at_ms,
        **_resolution(report.resolution),
    )


def _resolution(resolution: Resolution | None) -> dict[str, Any]:
    if resolution is None:
        return {}
    return {
        "resolved_at_ms": resolution.at_ms,
        "resolver_id": resolution.admin_id,
        "resolver_name": resolution.admin_name,
    }
