"""RPC in, RPC out. The match service says who may know what: it is asked with the caller's own token."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import grpc.aio

from redscience.api.house.v1 import house_pb2, house_pb2_grpc
from redscience.api.match.v1 import match_pb2
from redscience.errors import LimitReached, NoHint, NotActing, Unavailable
from redscience.interface import Family, Source
from services.chaos.house import hints, records
from services.chaos.house.analyses import Analyses
from services.chaos.house.games import Games
from services.chaos.house.messages import hint_message, judged_message
from services.chaos.house.thinking import Thinking, TooSlowError
from services.chaos.house.warming import Warming
from services.kit.identity import Access, player, require_caller

if TYPE_CHECKING:
    from redscience.api.match.v1.match_pb2_grpc import MatchServiceAsyncStub

ACCESS: dict[str, Access] = {"Analyse": player, "Hint": player}
_NOT_COMPILED_S = 60
_BUSY_S = 5

_Context = grpc.aio.ServicerContext[Any, Any]


class HouseServicer(house_pb2_grpc.HouseServiceServicer):
    """See proto/redscience/api/house/v1/house.proto.

    Args:
        match: the match service, which is asked with the token of whoever asks here.
        games: what is played.
        warming: says what can be thought about.
        thinking: where hints are thought about.
        analyses: where matches are.
    """

    def __init__(
        self,
        match: MatchServiceAsyncStub,
        games: Games,
        warming: Warming,
        thinking: Thinking,
        analyses: Analyses[house_pb2.JudgedMove],
    ) -> None:
        self._match, self._games, self._warming = match, games, warming
        self._thinking, self._analyses = thinking, analyses
        self._asking: set[tuple[str, str]] = set()

    async def Analyse(
        self, request: house_pb2.AnalyseRequest, context: _Context
    ) -> AsyncIterator[house_pb2.AnalyseResponse]:
        """The moves of a match that is over, as they are judged."""
        refusal = LimitReached(
            "Another analysis of yours is being made. Stop it, or wait until it is done.", retry_after_s=_BUSY_S
        )
        with self._one_at_a_time("analysis", refusal):
            asked = match_pb2.GetRecordRequest(match_id=request.match_id, for_advice=True)
            record = (await self._match.GetRecord(asked)).record
            source = await asyncio.to_thread(records.source_of, record)
            await self._check_compiled(source.family)
            moves, done = records.moves_in(record), 0
            yield house_pb2.AnalyseResponse(moves=moves)
            begin = partial(_judged, record, source)
            async with aclosing(self._analyses.of(record.match_id, begin)) as all_judged:
                async for judged in all_judged:
                    done += 1
                    yield house_pb2.AnalyseResponse(moves=moves, done=done, judged=judged)

    async def Hint(self, request: house_pb2.HintRequest, context: _Context) -> house_pb2.HintResponse:
        """What to do now, for a caller who is to act."""
        refusal = LimitReached(
            "Another hint for you is being looked for. Wait until it is there.", retry_after_s=_BUSY_S
        )
        with self._one_at_a_time("hint", refusal):
            asked = match_pb2.GetRequest(match_id=request.match_id, seat=request.seat)
            asking = await self._asking_of((await self._match.Get(asked)).match)
            noted = match_pb2.NoteHintRequest(
                match_id=request.match_id, seat=asking.match.viewer, view_version=request.view_version
            )
            match = (await self._match.NoteHint(noted)).match
            asking = hints.Asking(match, asking.game)
            try:
                advice = await self._thinking.think(hints.SECONDS, asking.advice, payer=require_caller().controller_id)
            except TooSlowError:
                raise Unavailable("No hint was found in time. Ask again in a moment.") from None
        return hint_message(match, advice, is_known=bool(advice.states) or not asking.has_choice)

    async def _asking_of(self, match: match_pb2.Match) -> hints.Asking:
        """A match in which somebody may be helped; what cannot be is refused before anything is noted."""
        if not match.hints:
            raise NoHint("Hints are given only where all others are players of the platform's own, as Random is.")
        if not match.is_acting:
            raise NotActing("You are not to move now. Ask for a hint when it is your turn.")
        known = await self._games.find(match.game_id)
        if known.game is None:
            raise NoHint("A turn of this game takes so long to judge that nobody thinks about it.")
        await self._check_compiled(known.family)
        return hints.Asking(match, known.game)

    async def _check_compiled(self, family: Family) -> None:
        await self._warming.load(family)
        if family.name not in self._warming.ready:
            error = Unavailable(
                "What thinks about games is still being compiled here, once. Try again in a minute or two."
            )
            error.retry_after_s = _NOT_COMPILED_S
            raise error

    @contextmanager
    def _one_at_a_time(self, what: str, refusal: LimitReached) -> Iterator[None]:
        """Within it a caller is answered one question of a kind.

        Raises:
            LimitReached: they are being answered another already.
        """
        key = require_caller().controller_id, what
        if key in self._asking:
            raise refusal
        self._asking.add(key)
        try:
            yield
        finally:
            self._asking.discard(key)


def _judged(record: match_pb2.Record, source: Source) -> Iterator[house_pb2.JudgedMove]:
    return (judged_message(judged, record) for judged in records.judged(record, source))
