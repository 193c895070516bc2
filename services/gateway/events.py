"""One stream of server-sent events per page: it speaks when what the page shows has changed.

A stream outlives restarts of the services behind it (`trouble` is said, then it goes on), and ends at once when the
gateway itself is told to stop, having said when to come back. Each event is the whole of what is to be shown, so a
stream that starts anew loses nothing. `end` and `gone` tell the browser not to come back.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from redscience.api.match.v1.match_pb2 import Match, Status, WatchRequest, WatchResponse
from redscience.api.rating.v1.rating_pb2 import (
    GetLeaderboardResponse,
    WatchLeaderboardRequest,
    WatchLeaderboardResponse,
)
from redscience.errors import RedscienceError, Unavailable
from services.gateway.backends import Backends
from services.gateway.drain import Cancellable, Drain
from services.gateway.shown import Shown, show_match
from services.kit.channels import bearer

COME_BACK_MS = 500
# A call is renewed this often: a browser that has gone is noticed when it is written to, and not sooner.
RENEW_S = 15.0
PAUSE_S = 0.4

Request_contra = TypeVar("Request_contra", contravariant=True)
Answer_co = TypeVar("Answer_co", covariant=True)


class Stream(Cancellable, Protocol[Answer_co]):
    """The answers of a streaming call, as they come."""

    def __iter__(self) -> Iterator[Answer_co]:
        """Waits for the next."""
        ...


class Watch(Protocol[Request_contra, Answer_co]):
    """A streaming method of a stub."""

    def __call__(
        self,
        request: Request_contra,
        /,
        timeout: float | None = None,
        metadata: tuple[tuple[str, str], ...] | None = None,
    ) -> Stream[Answer_co]:
        """Begins the call."""
        ...


def event(name: str, data: Any) -> str:
    """One event, as it stands on the wire."""
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"


OPENING = f"retry: {COME_BACK_MS}\n\n"
BEAT = event("beat", {})
TROUBLE = event("trouble", {})
END = event("end", {})


@dataclass(frozen=True, slots=True)
class Live:
    """The event streams of this process.

    Attributes:
        board: what the browser is told of a leaderboard.
    """

    backends: Backends
    drain: Drain
    board: Callable[[GetLeaderboardResponse, str], Shown]

    def match(self, match_id: str, player_id: str, token: Callable[[], str]) -> Iterator[str]:
        """A match as its viewer may see it, then the leaderboard until it counts the match."""
        yield OPENING
        try:
            match = yield from self._until_over(match_id, token)
            if match is not None and match.status == Status.STATUS_ENDED and match.rated:
                yield from self._until_rated(match, player_id, token)
        except RedscienceError as error:
            yield gone(error)
        else:
            if not self.drain.begun:
                yield END

    def leaderboard(self, game_id: str, player_id: str, token: Callable[[], str]) -> Iterator[str]:
        """A game's leaderboard."""
        yield OPENING
        request = WatchLeaderboardRequest(game_id=game_id, player_id=player_id)
        try:
            for answer in self._follow(self.backends.rating.WatchLeaderboard, request, token, same):
                yield answer if isinstance(answer, str) else self._leaderboard_event(answer.leaderboard, token)
        except RedscienceError as error:
            yield gone(error)

    def _until_over(self, match_id: str, token: Callable[[], str]) -> Generator[str, None, Match | None]:
        request = WatchRequest(match_id=match_id)
        for answer in self._follow(self.backends.match.Watch, request, token, apart_from_the_time):
            if isinstance(answer, str):
                yield answer
                continue
            yield event("match", show_match(answer.match))
            if answer.match.status == Status.STATUS_ENDED:
                return answer.match
        return None

    def _until_rated(self, match: Match, player_id: str, token: Callable[[], str]) -> Iterator[str]:
        request = WatchLeaderboardRequest(game_id=match.game_id, player_id=player_id, limit=100)
        for answer in self._follow(self.backends.rating.WatchLeaderboard, request, token, same):
            if isinstance(answer, str):
                yield answer
                continue
            yield self._leaderboard_event(answer.leaderboard, token)
            if counts(answer.leaderboard, match):
                return

    def _leaderboard_event(self, answer: GetLeaderboardResponse, token: Callable[[], str]) -> str:
        return event("leaderboard", self.board(answer, token()))

    def _follow(
        self,
        watch: Watch[Request_contra, Answer_co],
        request: Request_contra,
        token: Callable[[], str],
        essence: Callable[[Answer_co], object],
    ) -> Iterator[Answer_co | str]:
        """Answers whose essence is new, as they come, across renewals of the call and restarts of its service.

        Between them, events as text: that there is trouble, or a beat that finds out who has gone.
        """
        last: object = None
        while not self.drain.begun:
            begun_at = time.monotonic()
            try:
                stream = watch(request, timeout=RENEW_S, metadata=bearer(token()))
                with self.drain.ends(stream):
                    for answer in stream:
                        if essence(answer) != last:
                            last = essence(answer)
                            yield answer
            except Unavailable:
                if self.drain.begun:
                    return
                if time.monotonic() - begun_at < RENEW_S - 1:
                    last = None  # so that the next answer is told, which ends the trouble
                    yield TROUBLE
                    self.drain.pause(PAUSE_S)
                    continue
            else:
                self.drain.pause(PAUSE_S)
            yield BEAT


def same(answer: WatchLeaderboardResponse) -> WatchLeaderboardResponse:
    """All of it."""
    return answer


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


def gone(error: RedscienceError) -> str:
    """Says why the stream has ended for good."""
    return event("gone", {"code": error.code, "message": error.message})
