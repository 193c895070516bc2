"""Looks at a match as one of this service's seats, chooses and plays."""

from __future__ import annotations

import json
import logging
from typing import Protocol

import grpc.aio

from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.errors import MatchOver, NotActing, StaleView, UnknownMatch
from services.chaos.choosing import choose

log = logging.getLogger(__name__)


class Matches(Protocol):
    """The match service, as this one needs it."""

    async def look(self, match_id: str) -> match_pb2.Match:
        """The match as this service's acting seat sees it.

        Raises:
            UnknownMatch: there is none.
        """
        ...

    async def play(self, seen: match_pb2.Match, move: str) -> None:
        """Makes a move of the viewing seat, or has it kept until it may show.

        Raises:
            StaleView, NotActing, MatchOver: it came too late.
        """
        ...

    async def owed(self) -> list[str]:
        """The matches in which this service owes a decision."""
        ...


class MatchService:
    """The match service, asked with this service's own identity."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub = MatchServiceStub(channel)

    async def look(self, match_id: str) -> match_pb2.Match:
        """The match as this service's acting seat sees it."""
        answer = await self._stub.Get(match_pb2.GetRequest(match_id=match_id))
        return answer.match

    async def play(self, seen: match_pb2.Match, move: str) -> None:
        """Makes a move of the viewing seat; trying again is the same request."""
        await self._stub.Play(
            match_pb2.PlayRequest(
                match_id=seen.id,
                seat=seen.viewer,
                view_version=seen.view_version,
                request_id=f"{seen.viewer}-{seen.view_version}",
                moves=[move],
            )
        )

    async def owed(self) -> list[str]:
        """The matches in which this service owes a decision."""
        answer = await self._stub.ListOwed(match_pb2.ListOwedRequest())
        return list(answer.match_ids)


async def answer(matches: Matches, match_id: str, key: bytes) -> int:
    """Makes the moves that seats of this service owe in a match, one after the other; returns how many it made.

    Chaos may be on turn many times in a row, and several seats may be this service's: nobody has to tell of each.
    Somebody else having been quicker, or the match having ended, is no failure.
    """
    answered = set[tuple[str, int]]()
    try:
        while True:
            seen = await matches.look(match_id)
            view = seen.viewer, seen.view_version
            move = _owed(seen, key)
            # No view is answered twice, whatever comes of the answer.
            if move is None or view in answered:
                break
            await matches.play(seen, move)
            answered.add(view)
    except (StaleView, NotActing, MatchOver, UnknownMatch):
        pass
    return len(answered)


def _owed(seen: match_pb2.Match, key: bytes) -> str | None:
    """The move to make in answer to what was seen; None where none is owed, or the one chosen is kept so far."""
    view = json.loads(seen.view)
    if seen.status != match_pb2.STATUS_RUNNING or seen.viewer not in view["acting"] or seen.proposed:
        return None
    move = choose(view["legal"], key=key, match_id=seen.id, seat=seen.viewer, view_version=seen.view_version)
    if move is None:
        log.error("a seat is to act and can draw nothing", extra={"match": seen.id, "seat": seen.viewer})
    return move
