"""What is hidden, over gRPC and the gateway's event stream; and that it outlives restarts without being told."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from types import SimpleNamespace
from typing import cast

import pytest
from fixtures.cups import COIN, EVEN, ODD, PASS, Cups
from fixtures.databases import Databases
from fixtures.match_table import ANNA_CALLER, MatchTable, match_table
from fixtures.matches import ANNA, PAUSE_MS
from fixtures.patience import PATIENCE_S, until
from fixtures.services import DatabaseUrl, InProcess, Keys

from redscience.api.chat.v1.chat_pb2_grpc import ChatServiceStub
from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.names import RANDOM_ID
from services.chaos.__main__ import compose as compose_chaos
from services.gateway import sources
from services.gateway.admission import Followed
from services.gateway.backends import LiveBackends
from services.gateway.events import Live
from services.gateway.shown import Shown
from services.kit.channels import Channels
from services.kit.clock import ManualClock
from services.match.__main__ import compose as compose_match
from services.rules.__main__ import compose as compose_rules

MATCH = "01J0000000000000000000CVPS"
SEED = "0" * 32
PURSE = 3


@pytest.fixture
def _cups(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every match is one of Cups, has one id, and seats Anna first; and no stream is so long that it says it lives.

    Nor does who is there, which is noted and asked for now and then, depend on how long it takes.
    """
    monkeypatch.setattr(sources, "BEAT_S", 3600.0)
    monkeypatch.setattr("services.gateway.company.ASKED_EVERY_S", 3600.0)
    monkeypatch.setattr("services.match.attendance.STORE_EVERY_S", 3600.0)
    monkeypatch.setattr("services.match.__main__.load_game", lambda _: Cups(PURSE))
    monkeypatch.setattr("services.match.creation.new_id", lambda: MATCH)
    monkeypatch.setattr("services.match.creation.secrets.token_hex", lambda _: SEED)


@asynccontextmanager
async def cups_table(database_url: DatabaseUrl, keys: Keys) -> AsyncIterator[MatchTable]:
    """The services, and those who call them."""
    services = InProcess(database_url, keys)
    services.clock = ManualClock()
    try:
        await services.start("rules", compose_rules)
        await services.start("match", compose_match)
        yield await match_table(services)
    finally:
        await services.close()


class Browser:
    """Anna's event stream, as the gateway sends it."""

    def __init__(self, table: MatchTable, keys: Keys) -> None:
        self.text = ""
        self._channels = Channels(table.services.config("gateway"))
        channel = self._channels.anonymous("match")
        match, chat = MatchServiceStub(channel), ChatServiceStub(channel)
        token = keys.token(ANNA_CALLER, table.clock)

        async def token_of(_: str) -> str:
            return token

        live = Live(cast("LiveBackends", SimpleNamespace(match=match, chat=chat)), token_of, no_board)
        told = live.tell(Followed("match", MATCH, ANNA, ANNA), "secret")
        self._task = asyncio.create_task(self._read(told))

    async def _read(self, events: AsyncIterator[bytes]) -> None:
        async for event in events:
            self.text += event.decode()

    @property
    def events(self) -> list[str]:
        """All of them, each kind in its order: what goes on around a match is told beside it."""
        return sorted(self.text.split("\n\n"), key=lambda event: event.partition("\n")[0])

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._channels.close()


async def no_board(*_: object) -> Shown:
    return {}


class Bot:
    """Anna's stream over gRPC."""

    def __init__(self, table: MatchTable) -> None:
        self.heard: list[bytes] = []
        self._task = asyncio.create_task(self._listen(table.anna))

    async def _listen(self, stub: MatchServiceStub) -> None:
        async for answer in stub.Watch(match_pb2.WatchRequest(match_id=MATCH)):
            self.heard.append(answer.SerializeToString(deterministic=True))

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


def apart(databases: Databases, number: int) -> DatabaseUrl:
    """The databases of one match of several that are compared."""
    return lambda service: databases.url(f"{service}-{number}", prepared_for=service)


async def act(stub: MatchServiceStub, seat: str, *moves: str) -> match_pb2.Match:
    """A seat's answer to its present view."""
    seen = (await stub.Get(match_pb2.GetRequest(match_id=MATCH, seat=seat))).match
    request = match_pb2.PlayRequest(
        match_id=MATCH, seat=seat, view_version=seen.view_version, request_id=f"{seat}{seen.view_version}", moves=moves
    )
    return (await stub.Play(request)).match


async def pause(table: MatchTable) -> None:
    table.clock.advance(PAUSE_MS)
    await table.worker.ExpireTurn(match_pb2.ExpireTurnRequest(match_id=MATCH, due_at_ms=table.clock.now_ms()))


async def looks(table: MatchTable) -> list[bytes]:
    """Whatever Anna and a spectator can ask."""
    get, many = match_pb2.GetRequest(match_id=MATCH), match_pb2.ListRequest()
    answers = [
        await table.anna.Get(get),
        await table.ben.Get(get),
        await table.anna.List(many),
        await table.ben.List(many),
    ]
    return [answer.SerializeToString(deterministic=True) for answer in answers]


async def all_that_anna_is_told(
    database_url: DatabaseUrl, keys: Keys, coins: int, chaos: int, guess: str
) -> list[object]:
    """A match in which Random and Chaos put down so many coins and Random guesses so, as Anna is told of it."""
    told: list[object] = []
    async with cups_table(database_url, keys) as table, AsyncExitStack() as closing:
        request = match_pb2.CreateRequest(game_id=table.game_id, player_ids=[ANNA, RANDOM_ID], request_id="create")
        assert (await table.anna.Create(request)).match.viewer == "black"
        bot, browser = Bot(table), Browser(table, keys)
        closing.push_async_callback(bot.close)
        closing.push_async_callback(browser.close)

        async def hear(times: int) -> None:
            give_up_at = time.monotonic() + PATIENCE_S
            while (heard := (len(bot.heard), browser.text.count("event: match"))) != (times, times):
                assert time.monotonic() < give_up_at, f"{heard} times, not {times}"
                await asyncio.sleep(0.01)

        await hear(1)
        await until(lambda: "event: attendance" in browser.text)
        await act(table.anna, "black", COIN)
        await hear(2)
        told.append(await act(table.anna, "black", PASS))
        await hear(3)
        for heard, (seat, number) in enumerate((("white", coins), ("chaos", chaos)), 4):
            told.append(await looks(table))
            # With the last coin put down the pass is the only choice, and nobody is asked for it.
            for move in ((COIN,) * number + (PASS,))[:PURSE]:
                await act(table.chaos, seat, move)
                assert await looks(table) == told[-1]
            await pause(table)
            await hear(heard)
        for _ in range(2):
            await act(table.chaos, "white", guess)
            told.append(await looks(table))
        assert told[-1] == told[-2]
        told.append(await act(table.anna, "black", ODD))
        await hear(6)
        told.append(await looks(table))
        await closing.aclose()
        return [*told, *bot.heard, *browser.events]


@pytest.mark.usefixtures("_cups")
async def test_browser_and_bot_are_told_the_same_bytes_whatever_is_hidden(databases: Databases, keys: Keys) -> None:
    first, *others = [
        await all_that_anna_is_told(apart(databases, number), keys, *hidden)
        for number, hidden in enumerate([(0, 0, ODD), (2, 3, EVEN), (3, 2, EVEN)])
    ]
    assert len(first) > 10
    for other in others:
        assert other == first


@pytest.mark.usefixtures("_cups")
async def test_a_pause_ends_on_time_and_chaos_goes_on_by_itself(services: InProcess) -> None:
    for service, compose in (("rules", compose_rules), ("match", compose_match), ("chaos", compose_chaos)):
        await services.start(service, compose)
    table = await match_table(services)
    request = match_pb2.CreateRequest(game_id=table.game_id, player_ids=[ANNA, RANDOM_ID], request_id="create")
    match = (await table.anna.Create(request)).match
    began_ms = (await act(table.anna, "black", PASS)).now_ms
    async with asyncio.timeout(PATIENCE_S):
        async for answer in table.anna.Watch(match_pb2.WatchRequest(match_id=match.id)):
            if json.loads(answer.match.view)["phase"] == PURSE + 1:
                break
    # Random's turns and Chaos's are over: two phases, neither seen to end before its pause had.
    assert answer.match.now_ms - began_ms >= 2 * PAUSE_MS
    await act(table.anna, "black", ODD, ODD)
    async with asyncio.timeout(PATIENCE_S):
        over = [answer.match async for answer in table.anna.Watch(match_pb2.WatchRequest(match_id=match.id))][-1]
    assert over.status == match_pb2.STATUS_ENDED
    record = (await table.anna.GetRecord(match_pb2.GetRecordRequest(match_id=match.id))).record
    cups = Counter(turn.seats[0] for turn in record.turns if list(turn.moves.moves) == [COIN])
    assert json.loads(over.view)["table"] == {seat: cups[seat] for seat in ("black", "white", "chaos")}
    (ended,) = (await table.rating.ListEnded(match_pb2.ListEndedRequest())).matches
    assert [seat.seat for seat in ended.seats] == ["black", "white"]
    assert ended.rated
