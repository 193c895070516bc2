"""One stream of server-sent events per page: it speaks when what the page shows has changed.

A stream outlives restarts of the services behind it (`trouble` is said, then it goes on), and ends at once when the
gateway itself is told to stop, having said when to come back. Each event is the whole of what is to be shown, so a
stream that starts anew loses nothing; an analysis is told move by move, and from the first one again. `end` and `gone`
tell the browser not to come back.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from functools import partial

from redscience.api.batch.v1 import batch_pb2 as batch_api
from redscience.api.house.v1.house_pb2 import AnalyseRequest, AnalyseResponse
from redscience.api.match.v1.match_pb2 import Match, Status, WatchRequest, WatchResponse
from redscience.api.rating.v1.rating_pb2 import (
    GetLeaderboardResponse,
    WatchLeaderboardRequest,
    WatchLeaderboardResponse,
)
from redscience.client.channels import bearer
from redscience.errors import RedscienceError
from services.gateway.admission import Followed
from services.gateway.answers import error_texts
from services.gateway.backends import LiveBackends
from services.gateway.company import SPECTATOR, Company, Told
from services.gateway.merging import merged
from services.gateway.shown import Shown, show_match
from services.gateway.shown_advice import show_judged
from services.gateway.sources import BEAT, BEAT_S, Asked, News, Sources, Token, event
from services.gateway.tournaments import show_progress

COME_BACK_MS = 500
OPENING = f"retry: {COME_BACK_MS}\n\n".encode()
END = event("end", {})
OVER = frozenset({Status.STATUS_ENDED, Status.STATUS_CALLED_OFF})
TOURNAMENT_OVER = frozenset({batch_api.STATUS_ENDED, batch_api.STATUS_CANCELLED})

Board = Callable[[GetLeaderboardResponse, str], Awaitable[Shown]]
"""What the browser is told of a leaderboard; the token is of somebody who is told."""


class Live:
    """The event streams of this process.

    Args:
        backends: the services that are followed.
        token: the access token of a session.
        board: what the browser is told of a leaderboard.
    """

    def __init__(self, backends: LiveBackends, token: Token, board: Board) -> None:
        self._backends = backends
        self._board = board
        self._token = token
        self.sources = Sources(token)
        self._company = Company(backends, self.sources)

    async def tell(self, followed: Followed, secret: str) -> AsyncGenerator[bytes]:
        """The events of a stream, to its end; a session follows."""
        stories = {
            "match": self._match,
            "leaderboard": self._leaderboard,
            "tournament": self._tournament,
            "analysis": self._analysis,
        }
        yield OPENING
        try:
            async with aclosing(stories[followed.kind](followed, secret)) as story:
                async for text in story:
                    yield text
        except RedscienceError as error:
            yield gone(error)
        else:
            yield END

    async def _match(self, followed: Followed, secret: str) -> AsyncGenerator[bytes]:
        """A match, and who is there and what they say meanwhile and for some time afterwards."""
        told = Told()
        stories = self._match_itself(followed, secret, told), self._company.tell(followed, secret, told)
        async with aclosing(merged(*stories)) as all_stories:
            async for text in all_stories:
                yield text

    async def _match_itself(self, followed: Followed, secret: str, told: Told) -> AsyncGenerator[bytes]:
        """A match as its viewer may see it, then the leaderboard until it counts the match."""
        match: Match | None = None
        async with aclosing(self._views(followed, secret)) as views:
            async for news in views:
                yield news.text
                if news.answer is not None:
                    match = news.answer.match
                    told.take(match)
        if match is None or match.status != Status.STATUS_ENDED or not match.rated:
            return
        request = WatchLeaderboardRequest(
            game_id=match.game_id, player_id=followed.player_id, limit=100, universe=match.universe
        )
        async with aclosing(self._standings(request, secret)) as boards:
            async for board in boards:
                yield board.text
                if board.answer is not None and counts(board.answer.leaderboard, match):
                    return

    async def _leaderboard(self, followed: Followed, secret: str) -> AsyncGenerator[bytes]:
        request = WatchLeaderboardRequest(
            game_id=followed.id,
            player_id=followed.player_id,
            universe=followed.universe,
            added_player_ids=followed.added,
        )
        async with aclosing(self._standings(request, secret)) as boards:
            async for board in boards:
                yield board.text

    async def _tournament(self, followed: Followed, secret: str) -> AsyncGenerator[bytes]:
        """How far a tournament is, until it is over; the page asks for its tables when there is more in them."""
        asked = Asked(
            watch=partial(self._backends.batch.Watch, batch_api.WatchRequest(tournament_id=followed.id)),
            show=_progress_event,
            essence=lambda answer: answer,
            is_last=lambda answer: answer.progress.status in TOURNAMENT_OVER,
        )
        key = ("tournament", followed.id, followed.player_id)
        async with aclosing(self.sources.follow(key, asked, secret)) as told:
            async for news in told:
                yield news.text

    async def _analysis(self, followed: Followed, secret: str) -> AsyncGenerator[bytes]:
        """A finished match as its moves are judged, for one alone: who goes away ends it."""
        token = await self._token(secret)
        call = self._backends.house.Analyse(AnalyseRequest(match_id=followed.id), metadata=bearer(token))
        try:
            async with aclosing(_with_beats(aiter(call))) as answers:
                async for answer in answers:
                    yield BEAT.text if answer is None else event("judged", show_judged(answer))
        finally:
            call.cancel()

    async def _views(self, followed: Followed, secret: str) -> AsyncGenerator[News[WatchResponse]]:
        """A match until it is over. Whoever the match service has called a spectator is told with all the others."""
        asked = self._asked_of_match(followed.id)
        own = self.sources.follow(("match", followed.id, followed.controller_id), asked, secret)
        async with aclosing(own):
            async for news in own:
                if news.answer is not None and news.answer.match.viewer == SPECTATOR:
                    break
                yield news
            else:
                return
        shared = self.sources.follow(("match", followed.id, SPECTATOR), asked, secret)
        async with aclosing(shared):
            async for news in shared:
                yield news

    def _asked_of_match(self, match_id: str) -> Asked[WatchResponse]:
        return Asked(
            watch=partial(self._backends.match.Watch, WatchRequest(match_id=match_id)),
            show=_match_event,
            essence=apart_from_the_time,
            is_last=lambda answer: answer.match.status in OVER,
        )

    def _standings(
        self, request: WatchLeaderboardRequest, secret: str
    ) -> AsyncGenerator[News[WatchLeaderboardResponse]]:
        asked = Asked(
            watch=partial(self._backends.rating.WatchLeaderboard, request),
            show=self._leaderboard_event,
            essence=lambda answer: answer,
            is_last=lambda _: False,
        )
        return self.sources.follow(("leaderboard", request.SerializeToString()), asked, secret)

    async def _leaderboard_event(self, answer: WatchLeaderboardResponse, token: str) -> bytes:
        return event("leaderboard", await self._board(answer.leaderboard, token))


async def _with_beats(answers: AsyncIterator[AnalyseResponse]) -> AsyncGenerator[AnalyseResponse | None]:
    """The answers, and None whenever none has come for a while."""
    while True:
        asked = asyncio.ensure_future(anext(answers, None))
        try:
            while not asked.done():
                await asyncio.wait({asked}, timeout=BEAT_S)
                if not asked.done():
                    yield None
            answer = asked.result()
        finally:
            asked.cancel()
        if answer is None:
            return
        yield answer


async def _match_event(answer: WatchResponse, _: str) -> bytes:
    return event("match", show_match(answer.match))


async def _progress_event(answer: batch_api.WatchResponse, _: str) -> bytes:
    return event("tournament", show_progress(answer.progress))


def apart_from_the_time(answer: WatchResponse) -> Match:
    """A match without the instant at which it was told."""
    match = Match()
    match.CopyFrom(answer.match)
    match.ClearField("now_ms")
    return match


def counts(board: GetLeaderboardResponse, match: Match) -> bool:
    """Whether a leaderboard counts a match that has ended."""
    seated = {seat.player_id for seat in match.seats}
    standings = [standing for standing in board.standings if standing.player_id in seated]
    return bool(standings) and all(standing.last_match_at_ms >= match.ended_at_ms for standing in standings)


def gone(error: RedscienceError) -> bytes:
    """Says why the stream has ended for good."""
    return event("gone", {"code": error.code, "message": error.message, "messages": error_texts(error)})
