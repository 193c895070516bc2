"""The company of a match: who is there, what they say, and the match by which its players go on."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from functools import partial
from typing import Generic, TypeVar

from redscience.api.chat.v1.chat_pb2 import (
    GetAttendanceRequest,
    GetAttendanceResponse,
    ListenRequest,
    ListenResponse,
    Message,
)
from redscience.api.match.v1.match_pb2 import (
    Match,
    Status,
    WatchRematchRequest,
    WatchRematchResponse,
    WatchRequest,
    WatchResponse,
)
from redscience.errors import NotAllowed, NotLoggedIn, RedscienceError, UnknownMatch
from services.gateway.admission import Followed
from services.gateway.backends import CALL_TIMEOUT_S, LiveBackends
from services.gateway.merging import merged
from services.gateway.shown import show_match
from services.gateway.shown_chat import ROOMS, show_attendance, show_room
from services.gateway.sources import Asked, Call, News, Sources, event

log = logging.getLogger(__name__)

ASKED_EVERY_S = 3.0
LINGER_S = 900.0
"""So long after its end it is told who is there still, what they say, and whether they play again."""
MOST_TOLD = 200
"""So many messages of a room are told, the last."""
SPECTATOR = "spectator"
_REFUSED_FOR_GOOD = (NotAllowed, NotLoggedIn, UnknownMatch)
_STARTED = frozenset({Status.STATUS_RUNNING, Status.STATUS_ENDED})
_LIVE_KINDS = frozenset({"person", "bot"})

Answer = TypeVar("Answer")
Metadata = tuple[tuple[str, str], ...]


class Told:
    """A match as one stream has told it last."""

    def __init__(self) -> None:
        self._match: Match | None = None
        self._changed = asyncio.Event()

    def take(self, match: Match) -> None:
        """It has been told."""
        self._match = match
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def once(self, is_so: Callable[[Match], bool]) -> Match:
        """The match, as soon as it is told to be so."""
        while self._match is None or not is_so(self._match):
            await self._changed.wait()
        return self._match


class Company:
    """What goes on around matches, for event streams.

    Args:
        backends: the services that are followed.
        sources: what several follow is asked for once.
    """

    def __init__(self, backends: LiveBackends, sources: Sources) -> None:
        self._backends = backends
        self._sources = sources

    async def tell(self, followed: Followed, secret: str, told: Told) -> AsyncGenerator[bytes]:
        """Events about a match from its start until some time after its end. What goes wrong ends it quietly."""
        match = await told.once(lambda match: match.status != Status.STATUS_INVITED)
        if match.status not in _STARTED:
            return
        own, other = ("watchers", "seats") if match.viewer == SPECTATOR else ("seats", "watchers")
        stories = (
            self._attendance(followed, match.viewer, secret),
            self._room(followed, own, secret),
            self._afterwards(followed, other, secret, told),
        )
        async with aclosing(merged(*stories, until=_some_time_after_the_end(told))) as company:
            async for text in company:
                yield text

    async def _afterwards(self, followed: Followed, room: str, secret: str, told: Told) -> AsyncGenerator[bytes]:
        match = await told.once(lambda match: match.status == Status.STATUS_ENDED)
        stories = [self._room(followed, room, secret)]
        if match.viewer != SPECTATOR and _has_others(match, followed.player_id):
            stories.append(self._rematch(followed, secret))
        async with aclosing(merged(*stories)) as all_stories:
            async for text in all_stories:
                yield text

    def _attendance(self, followed: Followed, viewer: str, secret: str) -> AsyncGenerator[bytes]:
        request = GetAttendanceRequest(match_id=followed.id)
        asked = Asked(
            watch=partial(Repeated, partial(self._backends.chat.GetAttendance, request)),
            show=_attendance_event,
            essence=_apart_from_the_time,
            is_last=lambda _: False,
        )
        whose = SPECTATOR if viewer == SPECTATOR else followed.controller_id
        return _quietly(partial(self._sources.follow, ("attendance", followed.id, whose), asked, secret))

    def _room(self, followed: Followed, room: str, secret: str) -> AsyncGenerator[bytes]:
        request = ListenRequest(match_id=followed.id, room=ROOMS[room])

        async def show(answer: ListenResponse, _: str) -> bytes:
            return event("chat", show_room(room, answer.messages))

        asked = Asked(
            watch=lambda **how: Gathered(self._backends.chat.Listen(request, **how)),
            show=show,
            essence=lambda answer: list(answer.messages),
            is_last=lambda _: False,
        )
        return _quietly(
            partial(self._sources.follow, ("chat", followed.id, room, followed.controller_id), asked, secret)
        )

    def _rematch(self, followed: Followed, secret: str) -> AsyncGenerator[bytes]:
        asked = Asked(
            watch=partial(Rematches, self._backends, followed.id),
            show=_rematch_event,
            essence=lambda answer: (answer.id, answer.status, [seat.accepted for seat in answer.seats]),
            is_last=lambda answer: answer.status in _STARTED,
        )
        return _quietly(partial(self._sources.follow, ("rematch", followed.id, followed.controller_id), asked, secret))


class Repeated(Generic[Answer]):
    """A call that is made again and again, as one that goes on."""

    def __init__(self, ask: Callable[..., Awaitable[Answer]], *, timeout: float, metadata: Metadata) -> None:
        self._ask = partial(ask, timeout=CALL_TIMEOUT_S, metadata=metadata)
        self._ends_at = time.monotonic() + timeout

    async def __aiter__(self) -> AsyncIterator[Answer]:
        while time.monotonic() < self._ends_at:
            yield await self._ask()
            await asyncio.sleep(ASKED_EVERY_S)

    def cancel(self) -> None:
        """Nothing goes on between two calls."""


class Gathered:
    """A call of Listen of which each answer tells the whole: the last messages of the room, once there are any."""

    def __init__(self, call: Call[ListenResponse]) -> None:
        self._call = call

    async def __aiter__(self) -> AsyncIterator[ListenResponse]:
        messages: dict[int, Message] = {}
        async for answer in self._call:
            messages |= {message.number: message for message in answer.messages}
            if messages:
                yield ListenResponse(messages=[messages[number] for number in sorted(messages)[-MOST_TOLD:]])

    def cancel(self) -> None:
        """Ends it."""
        self._call.cancel()


class Rematches:
    """What follows on a match that has ended: the invitation to another, then what comes of it.

    It is told of by the match service, and an invitation is watched, so that its match is told as soon as it begins.
    """

    def __init__(self, backends: LiveBackends, match_id: str, *, timeout: float, metadata: Metadata) -> None:
        self._match = backends.match
        self._match_id = match_id
        self._metadata = metadata
        self._ends_at = time.monotonic() + timeout
        self._calls: list[Call[WatchRematchResponse] | Call[WatchResponse]] = []

    async def __aiter__(self) -> AsyncIterator[Match]:
        """The match, or an empty one where there is none."""
        request = WatchRematchRequest(match_id=self._match_id)
        call = self._match.WatchRematch(request, timeout=self._left_s(), metadata=self._metadata)
        self._calls.append(call)
        async for answer in call:
            yield answer.match
            if answer.match.status == Status.STATUS_INVITED:
                # Nothing else follows for as long as it is open.
                async for told in self._until_it_begins(answer.match.id):
                    yield told

    def cancel(self) -> None:
        """Ends it."""
        for call in self._calls:
            call.cancel()

    async def _until_it_begins(self, match_id: str) -> AsyncIterator[Match]:
        call = self._match.Watch(WatchRequest(match_id=match_id), timeout=self._left_s(), metadata=self._metadata)
        self._calls.append(call)
        async for answer in call:
            yield answer.match
            if answer.match.status != Status.STATUS_INVITED:
                call.cancel()
                return

    def _left_s(self) -> float:
        return self._ends_at - time.monotonic()


def _has_others(match: Match, player_id: str) -> bool:
    return any(seat.kind in _LIVE_KINDS and seat.player_id != player_id for seat in match.seats)


async def _some_time_after_the_end(told: Told) -> None:
    match = await told.once(lambda match: match.status == Status.STATUS_ENDED)
    await asyncio.sleep(LINGER_S - (match.now_ms - match.ended_at_ms) / 1000)


async def _quietly(follow: Callable[[], AsyncGenerator[News[Answer]]]) -> AsyncGenerator[bytes]:
    """What is told until it ends or is refused for good; whether a match can be followed is said by its own story."""
    while True:
        try:
            async with aclosing(follow()) as story:
                async for news in story:
                    yield news.text
        except _REFUSED_FOR_GOOD:
            return
        except RedscienceError as error:
            log.info("the company of a match is followed again", extra={"why": error.message})
            await asyncio.sleep(ASKED_EVERY_S)
        else:
            return


async def _attendance_event(answer: GetAttendanceResponse, _: str) -> bytes:
    return event("attendance", show_attendance(answer))


async def _rematch_event(answer: Match, _: str) -> bytes:
    """Nothing is said of one that has been played already."""
    return event("rematch", show_match(answer) if answer.id and answer.status != Status.STATUS_ENDED else {})


def _apart_from_the_time(answer: GetAttendanceResponse) -> GetAttendanceResponse:
    essence = GetAttendanceResponse()
    essence.CopyFrom(answer)
    essence.ClearField("now_ms")
    return essence
