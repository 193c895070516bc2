"""A bot on one stream after the other: what it says at first, which invitations it answers, and what ends it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest
from fixtures.patience import PATIENCE_S

import redscience
from redscience import families
from redscience.api.match.v1 import match_pb2
from redscience.api.players.v1 import players_pb2
from redscience.api.rules.v1 import rules_pb2
from redscience.client import Accepting, Bot, Connection, Decision
from redscience.errors import (
    InvalidField,
    LimitReached,
    NotAllowed,
    NotLoggedIn,
    RedscienceError,
    Unavailable,
    UnknownGame,
)

INVITED = match_pb2.ServeResponse(invitations=[match_pb2.Match(id="m", status=match_pb2.STATUS_INVITED)])
ACCEPT, DECLINE = match_pb2.ServeRequest(accept=["m"]), match_pb2.ServeRequest(decline=["m"])
BOT, PERSON = players_pb2.KIND_BOT, players_pb2.KIND_PERSON


class Platform:
    """Stands in for the services: something on each stream, then what ends it; at last the secret is revoked.

    Args:
        kind: of whose secret it is.
        streams: how each stream ends.
        requests: how many are waited for on each stream before it ends.
        told: on each stream.

    Attributes:
        heard: on all streams.
        connected_s: when there was a connection.
    """

    def __init__(
        self,
        kind: players_pb2.Kind,
        *streams: RedscienceError,
        requests: int = 0,
        told: match_pb2.ServeResponse = INVITED,
    ) -> None:
        self._kind = kind
        self._streams = list(streams)
        self._requests = requests
        self._told = told
        self.heard: list[match_pb2.ServeRequest] = []
        self.connected_s: list[float] = []

    @asynccontextmanager
    async def connected(self, _server: str, _secret: str) -> AsyncIterator[Connection]:
        self.connected_s.append(time.monotonic())
        yield Connection(self, self, self, self, self, self)  # type: ignore[arg-type]

    async def player(self) -> players_pb2.Player:
        if not self._streams:
            raise NotLoggedIn("The secret is valid no longer.")
        return players_pb2.Player(id="01BEEP", name="Beep", kind=self._kind)

    async def Get(self, _: object) -> Any:
        raise UnknownGame("There is no game of this name.")

    async def List(self, _: object) -> match_pb2.ListResponse:
        return match_pb2.ListResponse(matches=[match_pb2.Match(id="m")])

    async def Serve(self, requests: AsyncIterator[match_pb2.ServeRequest]) -> AsyncIterator[match_pb2.ServeResponse]:
        before = len(self.heard)
        listening = asyncio.create_task(self._listen(requests))
        yield self._told
        await asyncio.sleep(0.1)
        while len(self.heard) < before + self._requests:  # noqa: ASYNC110 - only counting shows it
            await asyncio.sleep(0.01)
        listening.cancel()
        raise self._streams.pop(0)

    async def _listen(self, requests: AsyncIterator[match_pb2.ServeRequest]) -> None:
        async for request in requests:
            self.heard.append(request)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Has a bot play on a platform until it ends by itself."""

    async def played(platform: Platform, **arguments: Any) -> None:
        monkeypatch.setattr("redscience.client.bot.connected", platform.connected)
        bot = Bot(lambda decision: decision.legal[0], secret="", **arguments)
        await asyncio.wait_for(bot.play(), PATIENCE_S)

    return played


def expired() -> NotLoggedIn:
    return NotLoggedIn("The access token has expired.")


@pytest.mark.parametrize(
    ("kind", "accept", "answers"),
    [
        (BOT, None, [ACCEPT]),
        (PERSON, None, []),
        (BOT, lambda _: False, [DECLINE]),
        (PERSON, lambda _: True, [ACCEPT]),
    ],
)
async def test_who_answers_which_invitations(
    play: Callable[..., Any],
    kind: players_pb2.Kind,
    accept: Callable[[object], bool] | None,
    answers: list[match_pb2.ServeRequest],
) -> None:
    platform = Platform(kind, expired(), requests=len(answers))
    with pytest.raises(NotLoggedIn):
        await play(platform, accept=accept)
    assert platform.heard == answers


async def test_what_is_accepted_is_said_on_each_stream(play: Callable[..., Any]) -> None:
    platform = Platform(BOT, expired(), Unavailable("The match service stops."), expired(), requests=2)
    with pytest.raises(NotLoggedIn):
        await play(platform, accepting=Accepting(matches=3))
    said = [request.accepting for request in platform.heard if request.HasField("accepting")]
    assert said == [match_pb2.Accepting(most_matches=3, whom=match_pb2.WHOM_ANYBODY)] * 3


async def test_where_a_loop_runs_already_it_says_what_to_await() -> None:
    with pytest.raises(RuntimeError, match=r"await bot\.play\(\)"):
        Bot(lambda decision: decision.legal[0], secret="any").run()  # noqa: S106 - of nobody


async def test_for_a_person_nothing_is_accepted_at_once(play: Callable[..., Any]) -> None:
    platform = Platform(PERSON, expired())
    with pytest.raises(NotLoggedIn):
        await play(platform, accepting=Accepting())
    assert platform.heard == []


async def test_an_expired_token_is_exchanged_anew_and_a_secret_that_is_valid_no_longer_ends_it(
    play: Callable[..., Any],
) -> None:
    platform = Platform(BOT, expired(), expired())
    with pytest.raises(NotLoggedIn, match="valid no longer"):
        await play(platform)
    assert len(platform.connected_s) == 3


@pytest.mark.parametrize(
    ("accepting", "raised"), [(Accepting(games=("Conect4",)), UnknownGame), (Accepting(matches=3), InvalidField)]
)
async def test_what_cannot_be_accepted_ends_it(
    play: Callable[..., Any], accepting: Accepting, raised: type[RedscienceError]
) -> None:
    platform = Platform(BOT, InvalidField([]))
    with pytest.raises(raised):
        await play(platform, accepting=accepting)
    assert len(platform.connected_s) == 1


async def test_a_service_that_is_away_is_asked_again_when_it_says_so(play: Callable[..., Any]) -> None:
    away = Unavailable("The match service stops.")
    away.retry_after_s = 2
    platform = Platform(BOT, away)
    with pytest.raises(NotLoggedIn):
        await play(platform)
    first, second = platform.connected_s
    assert second - first >= 2.0


async def test_what_went_wrong_there_does_not_end_it(play: Callable[..., Any]) -> None:
    platform = Platform(BOT, RedscienceError("Something went wrong here."), expired())
    with pytest.raises(NotLoggedIn, match="valid no longer"):
        await play(platform)
    assert len(platform.connected_s) == 3


async def test_a_refusal_that_trying_again_does_not_change_ends_it(play: Callable[..., Any]) -> None:
    platform = Platform(BOT, NotAllowed("You may not do this."))
    with pytest.raises(NotAllowed):
        await play(platform)
    assert len(platform.connected_s) == 1


async def test_an_on_over_that_raises_does_not_end_it(play: Callable[..., Any]) -> None:
    told: list[str] = []

    def on_over(match_id: str, outcomes: object) -> None:
        told.append(match_id)
        raise ZeroDivisionError(outcomes)

    over = match_pb2.ServeResponse(over=[match_pb2.Over(match_id="m"), match_pb2.Over(match_id="n")])
    with pytest.raises(NotLoggedIn, match="valid no longer"):
        await play(Platform(BOT, expired(), expired(), told=over), on_over=on_over)
    assert told == ["m", "n"] * 2


async def test_chaos_has_no_outcome_to_be_told(play: Callable[..., Any]) -> None:
    told = dict[str, Mapping[str, str]]()
    ended = {"black": "draw", "white": "draw", "chaos": ""}
    seats = [match_pb2.Seat(seat=seat, outcome=outcome) for seat, outcome in ended.items()]
    over = match_pb2.ServeResponse(over=[match_pb2.Over(match_id="m", seats=seats)])
    with pytest.raises(NotLoggedIn):
        await play(Platform(BOT, expired(), told=over), on_over=told.__setitem__)
    assert told == {"m": {"black": "draw", "white": "draw"}}


@pytest.mark.parametrize(
    ("reason", "outcome", "said"),
    [
        (match_pb2.REASON_RULES, "lose", "INFO: Over by the rules"),
        (match_pb2.REASON_TIME, "win", "INFO: Over on time"),
        (match_pb2.REASON_TIME, "lose", "WARNING: Over on time"),
        (match_pb2.REASON_LENGTH, "draw", "INFO: Over for a reason that is not known here"),
    ],
)
async def test_the_log_says_how_each_match_has_ended(
    play: Callable[..., Any],
    caplog: pytest.LogCaptureFixture,
    reason: match_pb2.Reason,
    outcome: str,
    said: str,
) -> None:
    caplog.set_level("INFO", "redscience.client")
    seats = [
        match_pb2.Seat(seat="black", player_id="01BEEP", player_name="Beep", outcome=outcome),
        match_pb2.Seat(seat="chaos"),
    ]
    over = match_pb2.ServeResponse(over=[match_pb2.Over(match_id="m", seats=seats, reason=reason)])
    with pytest.raises(NotLoggedIn):
        await play(Platform(BOT, expired(), told=over), server="games.example.org/")
    (record,) = (each for each in caplog.records if each.name.endswith(".endings"))
    whole = f"{said}: black (Beep): {outcome}. http://games.example.org/matches/m"
    assert f"{record.levelname}: {record.message}" == whole


@pytest.mark.parametrize(("kind", "said"), [(BOT, "Beep."), (PERSON, "Beep, who is no bot.")])
async def test_the_log_says_each_time_as_whom_it_is_connected(
    play: Callable[..., Any], caplog: pytest.LogCaptureFixture, kind: players_pb2.Kind, said: str
) -> None:
    caplog.set_level("INFO", "redscience.client")
    with pytest.raises(NotLoggedIn):
        await play(Platform(kind, expired(), expired()), server="http://games.example.org")
    connected = [message for message in caplog.messages if message.startswith("Connected")]
    assert connected == [f"Connected to http://games.example.org as {said}"] * 2


def asked() -> match_pb2.ServeResponse:
    view = json.dumps(redscience.game("Connect4").start(seed=1).view("black"))
    return match_pb2.ServeResponse(decisions=[match_pb2.Decision(match_id="m", seat="black", view=view)])


async def test_a_bot_that_has_ended_plays_when_it_is_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Bot(lambda decision: decision.legal[0], secret="")
    for _ in range(2):
        platform = Platform(BOT, expired(), requests=1, told=asked())
        monkeypatch.setattr("redscience.client.bot.connected", platform.connected)
        with pytest.raises(NotLoggedIn):
            await asyncio.wait_for(bot.play(), PATIENCE_S)
        assert [answer.match_id for request in platform.heard for answer in request.answers] == ["m"]


class Forgetful(Platform):
    """A platform that says nothing of the end of a match but when it is asked, and not at first."""

    def __init__(self, status: match_pb2.Status) -> None:
        super().__init__(BOT, expired(), expired(), expired(), requests=1, told=asked())
        self._ended = match_pb2.Match(
            id="m", status=status, seats=[match_pb2.Seat(seat="black", outcome="lose")], reason=match_pb2.REASON_TIME
        )
        self._is_away = True
        self.pages: list[str] = []

    async def List(self, request: match_pb2.ListRequest) -> match_pb2.ListResponse:
        if self._is_away:
            self._is_away = False
            raise Unavailable("It stops.")
        assert (request.own, request.status) == (True, match_pb2.STATUS_RUNNING)
        self.pages.append(request.page_token)
        running = [match_pb2.Match(id="l")] + [self._ended] * (self._ended.status == match_pb2.STATUS_RUNNING)
        return match_pb2.ListResponse(matches=running, next_page_token="" if request.page_token else "more")

    async def Get(self, request: match_pb2.GetRequest) -> match_pb2.GetResponse:
        assert request.match_id == "m"
        return match_pb2.GetResponse(match=self._ended)


@pytest.mark.parametrize(("status", "times"), [(match_pb2.STATUS_ENDED, 1), (match_pb2.STATUS_RUNNING, 0)])
async def test_what_ended_while_no_stream_was_open_is_told_on_a_later_one(
    monkeypatch: pytest.MonkeyPatch, status: match_pb2.Status, times: int
) -> None:
    told: list[tuple[str, Mapping[str, str]]] = []
    platform = Forgetful(status)
    monkeypatch.setattr("redscience.client.bot.connected", platform.connected)
    bot = Bot(lambda decision: decision.legal[0], secret="", on_over=lambda *over: told.append(over))
    with pytest.raises(NotLoggedIn, match="valid no longer"):
        await asyncio.wait_for(bot.play(), PATIENCE_S)
    assert told == [("m", {"black": "lose"})] * times
    assert platform.pages == ["", "more"]


class Withholding(Platform):
    """A platform that does not tell the rules of a match at first."""

    def __init__(self, *refusals: RedscienceError) -> None:
        super().__init__(BOT, expired(), requests=1, told=asked())
        self._refusals = list(refusals)
        self.asked_s: list[float] = []

    async def Get(self, request: object) -> Any:
        if isinstance(request, match_pb2.GetRequest):
            self.asked_s.append(time.monotonic())
            if self._refusals:
                raise self._refusals.pop(0)
            return match_pb2.GetResponse(match=match_pb2.Match(game_id="g"))
        return rules_pb2.GetResponse(game=rules_pb2.Game(rule_set=families.get("Connect4").text))


@pytest.mark.parametrize("refusal", [LimitReached("Too many calls.", retry_after_s=1), Unavailable("It stops.")])
async def test_rules_that_are_not_told_now_are_asked_for_again_when_they_may_be(
    monkeypatch: pytest.MonkeyPatch, refusal: RedscienceError
) -> None:
    seen: list[Decision] = []

    def choose(decision: Decision) -> str:
        seen.append(decision)
        assert decision.game.name == "Connect4"
        return decision.legal[2]

    platform = Withholding(refusal)
    monkeypatch.setattr("redscience.client.bot.connected", platform.connected)
    with pytest.raises(NotLoggedIn):
        await asyncio.wait_for(Bot(choose, secret="").play(), PATIENCE_S)
    (decision,) = seen
    assert [[*answer.moves] for request in platform.heard for answer in request.answers] == [[decision.legal[2]]]
    first, second = platform.asked_s
    assert second - first >= refusal.retry_after_s
