"""What the browser is told of those who are around a match, and of what they say."""

from __future__ import annotations

from collections.abc import Iterable

from redscience.api.chat.v1 import chat_pb2 as chat_api
from services.gateway.shown import Shown

ROOMS = {"seats": chat_api.ROOM_SEATS, "watchers": chat_api.ROOM_WATCHERS}


def show_message(message: chat_api.Message) -> Shown:
    """Something that was said."""
    return {
        "number": message.number,
        "player": {"id": message.player_id, "name": message.player_name},
        "text": message.text,
        "at_ms": message.at_ms,
        "is_hidden": message.is_hidden,
    }


def show_room(room: str, messages: Iterable[chat_api.Message]) -> Shown:
    """What was said in a room."""
    return {"room": room, "messages": [show_message(message) for message in messages]}


def show_attendance(attendance: chat_api.GetAttendanceResponse) -> Shown:
    """Who is there."""
    return {
        "watchers": attendance.watchers,
        "seats": [{"seat": one.seat, "is_here": one.is_here, "since_ms": one.since_ms} for one in attendance.seats],
        "now_ms": attendance.now_ms,
    }
