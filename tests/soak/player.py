"""Somebody who calls a platform again until it answers, and writes down what it has answered."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, aclosing
from random import Random
from typing import Any
from uuid import uuid4

from soak.ledger import Ledger

from redscience.api.match.v1 import match_pb2 as mp
from redscience.client import Connection, connected
from redscience.errors import (
    CalledOff,
    LimitReached,
    MatchOver,
    MatchStarted,
    NotActing,
    NotLoggedIn,
    StaleView,
    Unavailable,
)

PAUSE_S = 0.1


class Player:
    """Somebody with a secret.

    Args:
        name: for messages.
        player_id: whose secret it is.
        server: the address of the platform's pages.
        ledger: where what is acknowledged is written down.
    """

    def __init__(self, name: str, player_id: str, secret: str, server: str, ledger: Ledger) -> None:
        self.name = name
        self.id = player_id
        self.secret = secret
        self._server = server
        self._ledger = ledger
        self._connection: Connection | None = None
        self._opened = AsyncExitStack()
        self._opening = asyncio.Lock()

    async def call(self, service: str, method: str, request: Any) -> Any:
        """Calls until there is an answer, with the same request each time, as it is meant to be done."""
        while True:
            stub = getattr(await self._connected(), service)
            try:
                return await getattr(stub, method)(request)
            except Unavailable:
                self._ledger.unanswered += 1
                await asyncio.sleep(PAUSE_S)
            except LimitReached as error:
                await asyncio.sleep(error.retry_after_s)

    def forget_addresses(self) -> None:
        """Has it ask anew where the services are: a platform that was started again has them elsewhere."""
        self._connection = None

    async def close(self) -> None:
        """Lets go of every connection."""
        await self._opened.aclose()

    async def create(self, game_id: str, others: list[str], request_id: str) -> mp.Match:
        """Invites others; whoever accepts at once, as Random does, has the match start at once."""
        request = mp.CreateRequest(game_id=game_id, player_ids=[self.id, *others], request_id=request_id)
        match = (await self.call("match", "Create", request)).match
        self._ledger.created[match.id] = self.id
        self._note(match)
        return match

    async def answer(self, method: str, match_id: str) -> bool:
        """Accepts, declines or cancels an invitation; False where another was quicker."""
        request = getattr(mp, f"{method}Request")(match_id=match_id)
        try:
            match = (await self.call("match", method, request)).match
        except (CalledOff, MatchStarted):
            return False
        self._note(match)
        return True

    async def leave(self, match_id: str, seat: str) -> None:
        """Resigns, unless the match is over."""
        request = mp.LeaveRequest(match_id=match_id, request_id=f"leave-{match_id}-{seat}")
        try:
            await self.call("match", "Leave", request)
        except MatchOver:
            return
        self._ledger.left.add((match_id, seat))

    async def look(self, match_id: str) -> mp.Match:
        """The match as the player sees it now."""
        return (await self.call("match", "Get", mp.GetRequest(match_id=match_id))).match

    async def play_out(self, match_id: str, dice: Random, goes_on: Callable[[int], bool] = lambda _: True) -> mp.Match:
        """Plays by what the stream tells until the match is over; after a move may stop, and returns what was seen."""
        moved = 0
        async with aclosing(self.watch(match_id)) as seen:
            async for match in seen:
                self._note(match)
                if match.status == mp.STATUS_INVITED:
                    continue
                if match.status != mp.STATUS_RUNNING or not goes_on(moved):
                    return match
                view = json.loads(match.view)
                if match.viewer in view["acting"]:
                    moved += await self._play(match, dice.choice(view["legal"])["move"])
        raise AssertionError("a watch that is resumed ends with the match")

    async def watch(self, match_id: str) -> AsyncGenerator[mp.Match]:
        """The match as it changes, to its end, over as many streams as it takes."""
        while True:
            stub = (await self._connected()).match
            call = stub.Watch(mp.WatchRequest(match_id=match_id))
            try:
                async for answer in call:
                    yield answer.match
                    if answer.match.status in {mp.STATUS_ENDED, mp.STATUS_CALLED_OFF}:
                        return
            except (Unavailable, NotLoggedIn):
                pass  # the service was killed, or the token has ended
            finally:
                call.cancel()
            await asyncio.sleep(PAUSE_S)

    async def _play(self, match: mp.Match, move: str) -> bool:
        # Not named for the view: one is told twice where its clock is given time, and answered by another move.
        request = mp.PlayRequest(
            match_id=match.id,
            seat=match.viewer,
            view_version=match.view_version,
            request_id=str(uuid4()),
            moves=[move],
        )
        try:
            await self.call("match", "Play", request)
        except (StaleView, NotActing, MatchOver):
            return False  # time ran out meanwhile; that nothing was played the record shows
        self._ledger.moves[match.id, match.viewer].append(move)
        return True

    def _note(self, match: mp.Match) -> None:
        if match.status == mp.STATUS_CALLED_OFF:
            self._ledger.ends[match.id] = mp.Reason.Name(match.reason)
        if match.status in {mp.STATUS_RUNNING, mp.STATUS_ENDED}:
            self._ledger.started.add(match.id)
        if match.status == mp.STATUS_ENDED:
            self._ledger.finished.add(match.id)

    async def _connected(self) -> Connection:
        async with self._opening:
            while self._connection is None:
                try:
                    self._connection = await self._opened.enter_async_context(connected(self._server, self.secret))
                except Unavailable:
                    await asyncio.sleep(PAUSE_S)
            return self._connection
