"""What players that think do with the decisions that they are asked for: each is answered, once, whatever fails."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from fixtures.patience import PATIENCE_S, until

import redscience
from redscience import families
from redscience.agents import Advice, Agent
from redscience.agents.greedy import GreedyAgent
from redscience.api.match.v1 import match_pb2
from redscience.api.rules.v1 import rules_pb2
from redscience.errors import RedscienceError, Unavailable
from redscience.interface import Game
from redscience.names import GREEDY_ID, HOUSE, STANDARD_ID, STANDARD_QUICK_ID
from services.chaos import answering
from services.chaos.house import playing as module
from services.chaos.house.games import Games
from services.chaos.house.minds import LEAST_S, MOST_TREES, Asked, Minds
from services.chaos.house.playing import HousePlayers
from services.chaos.house.thinking import Thinking, TooSlowError
from services.chaos.house.warming import Warming

MATCH, GAME = "01J0000000000000000000TEST", "01J0000000000000000000GAME"
KEY = b"a key"
NOW_MS = 1_700_000_000_000


def told(version: int = 1, *, player: str = GREEDY_ID, match_id: str = MATCH, name: str = "Tic-Tac-Toe") -> Any:
    view = families.get(name).game().start().view_text("black")
    return match_pb2.Decision(
        match_id=match_id, seat="black", view_version=version, view=view, player_id=player, game_id=GAME
    )


@dataclass
class FakeRules:
    """A rules service with one game; what is in `errors` is raised first."""

    name: str = "Tic-Tac-Toe"
    errors: list[RedscienceError] = field(default_factory=list)
    asked: int = 0

    async def Get(self, _request: rules_pb2.GetRequest) -> rules_pb2.GetResponse:
        self.asked += 1
        if self.errors:
            raise self.errors.pop(0)
        return rules_pb2.GetResponse(game=rules_pb2.Game(id=GAME, rule_set=families.get(self.name).text))


@dataclass
class FakeMatches:
    """A match service that says messages on one stream after the other, and hears what is answered to each."""

    streams: list[list[match_pb2.ServeResponse]]
    heard: list[match_pb2.Answer] = field(default_factory=list)
    are_over: asyncio.Event = field(default_factory=asyncio.Event)

    async def serve(self, requests: AsyncIterator[match_pb2.ServeRequest], /) -> AsyncIterator[match_pb2.ServeResponse]:
        assert (await anext(requests)).telling == match_pb2.TELLING_VIEWS
        if not self.streams:
            self.are_over.set()
            await asyncio.Event().wait()
        for message in self.streams.pop(0):
            yield message
            waits = len(message.decisions) + len(message.refusals)
            while waits > 0:
                answers = (await anext(requests)).answers
                self.heard += answers
                waits -= len(answers)


async def played(
    matches: FakeMatches,
    monkeypatch: pytest.MonkeyPatch,
    rules: FakeRules | None = None,
    minds: Minds | None = None,
    give_up_s: float = PATIENCE_S,
) -> list[match_pb2.Answer]:
    """What was answered on all the streams, once they are over."""
    monkeypatch.setattr(answering, "FIRST_PAUSE_S", 0.001)
    monkeypatch.setattr(module, "LOADING_S", PATIENCE_S)
    games: Any = Games(rules or FakeRules(), Warming())  # type: ignore[arg-type]  # it is asked for games alone
    players = HousePlayers(matches.serve, games, minds or Minds(KEY), Thinking(2, give_up_s))
    playing = asyncio.create_task(players.play())
    async with asyncio.timeout(PATIENCE_S):
        await matches.are_over.wait()
    playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing
    return matches.heard


def asks(*decisions: match_pb2.Decision) -> match_pb2.ServeResponse:
    return match_pb2.ServeResponse(decisions=decisions)


async def test_every_decision_is_answered_and_a_game_is_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = FakeRules()
    others = [told(match_id=f"01J000000000000000000000{number:02}", player=STANDARD_QUICK_ID) for number in range(4)]
    heard = await played(FakeMatches([[asks(told(), *others)], [asks(told(2))]]), monkeypatch, rules)
    assert sorted((answer.match_id, answer.view_version) for answer in heard) == sorted(
        (asked.match_id, asked.view_version) for asked in (told(), *others, told(2))
    )
    assert rules.asked == 1


async def test_what_is_asked_again_on_another_stream_is_not_thought_about_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thought = []

    class Counting(Minds):
        def choose(self, asked: Asked, seconds: float) -> str:
            thought.append(asked.told.view_version)
            return super().choose(asked, seconds)

    matches = FakeMatches([[asks(told(5))], [asks(told(5))], [asks(told(6))]])
    heard = await played(matches, monkeypatch, minds=Counting(KEY))
    assert heard[0] == heard[1]
    assert thought == [5, 6]


async def test_it_is_thought_for_whoever_has_made_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    payers = list[str | None]()
    think = Thinking.think

    async def noting(thinking: Thinking, *given: Any) -> Any:
        payers.append(given[3])
        return await think(thinking, *given)

    monkeypatch.setattr(Thinking, "think", noting)
    of_anna, of_nobody = told(), told(match_id=GAME)
    of_anna.maker_id = "anna"
    await played(FakeMatches([[asks(of_anna, of_nobody)]]), monkeypatch)
    assert payers == ["anna", None]


class Failing(Agent):
    """An agent in which something is wrong."""

    what: Any = None

    def _choose(self, view: Any) -> Any:
        assert view["legal"]
        if self.what is not None:
            return self.what
        raise RuntimeError("a fault in the library")


async def test_a_fault_of_an_agent_leaves_no_turn_unanswered(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(_name: str, **_given: Any) -> Agent:
        return Failing(redscience.agents.Budget.of(None, 1), 0)

    monkeypatch.setattr(redscience, "agent", failing)
    (heard,) = await played(FakeMatches([[asks(told())]]), monkeypatch)
    assert list(heard.moves) == [Minds(KEY).drawn(told())]
    assert "an agent did not choose" in caplog.text
    monkeypatch.setattr(Failing, "what", redscience.agents.Advice("nowhere"))
    (heard,) = await played(FakeMatches([[asks(told())]]), monkeypatch)
    assert list(heard.moves) == [Minds(KEY).drawn(told())]


async def test_without_its_rules_a_move_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = FakeRules(errors=[Unavailable("Not now.")])
    heard = await played(FakeMatches([[asks(told())], [asks(told(2))]]), monkeypatch, rules)
    assert list(heard[0].moves) == [Minds(KEY).drawn(told())]
    assert rules.asked == 2


async def test_while_nothing_that_searches_is_compiled_greedy_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    agents: list[str] = []

    class Noting(Minds):
        def choose(self, asked: Asked, seconds: float) -> str:
            agents.append(asked.agent)
            return super().choose(asked, seconds)

    family = type(families.get("Tic-Tac-Toe").family)
    with monkeypatch.context() as uncompiled:
        uncompiled.setattr(family, "is_search_warm", False)
        await played(FakeMatches([[asks(told(player=STANDARD_QUICK_ID))]]), monkeypatch, minds=Noting(KEY))
    await played(FakeMatches([[asks(told(player=STANDARD_QUICK_ID))]]), monkeypatch, minds=Noting(KEY))
    assert agents == ["greedy", "standard"]


async def test_all_that_nobody_sees_takes_no_longer_than_one_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    class Noting(Minds):
        def choose(self, asked: Asked, seconds: float) -> str:
            given.append(seconds)
            return super().choose(asked, 0.0)

    async def thought(name: str, *waited_ms: int) -> list[float]:
        """How long is thought where others have seen nothing for so long; 0 where it is not told."""
        given.clear()
        streams = []
        for version, waits in enumerate(waited_ms, 1):
            decision = told(version, player=STANDARD_ID, name=name)
            decision.shown_at_ms = NOW_MS - waits if waits else 0
            streams.append([match_pb2.ServeResponse(decisions=[decision], now_ms=NOW_MS)])
        await played(FakeMatches(streams), monkeypatch, FakeRules(name), Noting(KEY))
        return given.copy()

    first, *later = await thought("3Blotto13", 1, 130, 240, 400, 60_000)
    assert first == pytest.approx((module.HIDDEN_S - 0.001) / 2)
    assert later == [pytest.approx(0.06), pytest.approx(0.005), LEAST_S, LEAST_S]
    assert await thought("3Blotto13", 0) == [HOUSE[STANDARD_ID].seconds]


@pytest.mark.parametrize(("spent_s", "thought"), [(0.1, [1]), (0.01, [1, 2])], ids=["costly", "on a busy machine"])
async def test_what_takes_too_long_is_drawn_and_a_costly_game_is_not_thought_about_again(
    monkeypatch: pytest.MonkeyPatch, spent_s: float, thought: list[int]
) -> None:
    monkeypatch.setattr("services.chaos.house.thinking._spent_from_now", lambda: lambda: spent_s)
    begun, is_over = list[int](), threading.Event()

    class Slow(Minds):
        def choose(self, asked: Asked, seconds: float) -> str:
            begun.append(asked.told.view_version)
            is_over.wait(PATIENCE_S)
            return super().choose(asked, seconds)

    first, second = told(), told(2)
    matches = FakeMatches([[asks(first)], [asks(second)]])
    try:
        heard = await played(matches, monkeypatch, minds=Slow(KEY), give_up_s=0.1)
        assert [list(answer.moves) for answer in heard] == [[Minds(KEY).drawn(each)] for each in (first, second)]
        await until(lambda: len(begun) >= len(thought))  # nobody waited for a thread to take it
        assert begun == thought
    finally:
        is_over.set()


@pytest.mark.parametrize("is_late", [True, False])
@pytest.mark.parametrize(
    ("name", "left_s", "is_thought"),
    [("Tic-Tac-Toe", 0, True), ("Tic-Tac-Toe", 9, True), ("Tic-Tac-Toe", 5, False), ("4P-Blind-TTT", 0, False)],
)
async def test_who_finds_no_thread_in_time_thinks_all_the_same_if_the_clock_allows_it(
    monkeypatch: pytest.MonkeyPatch, *, name: str, left_s: int, is_thought: bool, is_late: bool
) -> None:
    class Settled(Minds):
        def choose(self, asked: Asked, seconds: float) -> str:
            return "2,2" if seconds >= LEAST_S else self.drawn(asked.told)

        def drawn(self, told: match_pb2.Decision, view: Mapping[str, Any] | None = None) -> str:
            del told, view
            return "1,1"

    errors, think = [TooSlowError(0.0)] * is_late, Thinking.think

    async def think_later(self: Thinking, seconds: float, *args: Any, **more: Any) -> Any:
        if errors:
            raise errors.pop()
        return await think(self, 0 * seconds, *args, **more)

    monkeypatch.setattr(Thinking, "think", think_later)
    asked = told(name=name)
    asked.due_at_ms = NOW_MS + 1000 * left_s if left_s else 0
    matches = FakeMatches([[match_pb2.ServeResponse(decisions=[asked], now_ms=NOW_MS)]])
    (answer,) = await played(matches, monkeypatch, FakeRules(name), Settled(KEY), give_up_s=2.0)
    assert list(answer.moves) == ["2,2" if is_thought else "1,1"]


async def test_a_move_that_is_refused_is_drawn_instead_once(monkeypatch: pytest.MonkeyPatch) -> None:
    refusal = match_pb2.Refusal(match_id=MATCH, seat="black", view_version=3, code="move/illegal", message="No.")
    matches = FakeMatches([[asks(told(3)), match_pb2.ServeResponse(refusals=[refusal])]])
    heard = await played(matches, monkeypatch)
    assert [answer.view_version for answer in heard] == [3, 3]
    assert list(heard[1].moves) == [Minds(KEY).drawn(told(3))]


def chosen(minds: Minds, asked: Sequence[Any], game: Game) -> list[str]:
    return [minds.choose(Asked(each, "standard", game, lambda: True), 0.005) for each in asked]


def test_few_keep_what_they_have_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    rested: list[int] = []
    monkeypatch.setattr(redscience.agents.StandardAgent, "rest", lambda self: rested.append(id(self)))
    asked = [told(match_id=f"01J00000000000000000000{number:03}") for number in range(MOST_TREES + 3)]
    chosen(Minds(KEY), asked, families.get("Tic-Tac-Toe").game())
    assert len(rested) == len(set(rested)) == 3


def test_a_game_that_was_renamed_since_is_played_on() -> None:
    asked = told()
    asked.view = json.dumps({**json.loads(asked.view), "game": "As-it-was-called"})
    minds = Minds(KEY)
    (move,) = chosen(minds, [asked], families.get("Tic-Tac-Toe").game())
    assert minds._taken((MATCH, "black"), "standard") is not None
    assert move in {each["move"] for each in json.loads(asked.view)["legal"]}


async def test_no_agent_is_kept_of_a_match_that_ended_while_it_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    minds, thinking = Minds(KEY), Thinking(1, PATIENCE_S)
    began, is_over = threading.Event(), threading.Event()
    choose = GreedyAgent.choose

    def slow(agent: GreedyAgent, view: Mapping[str, Any]) -> Advice:
        began.set()
        assert is_over.wait(PATIENCE_S)
        return choose(agent, view)

    async def serve(requests: AsyncIterator[match_pb2.ServeRequest], /) -> AsyncIterator[match_pb2.ServeResponse]:
        await anext(requests)
        yield asks(told())
        await asyncio.to_thread(began.wait, PATIENCE_S)
        over = match_pb2.Over(match_id=MATCH, seats=[match_pb2.Seat(seat="black")])
        yield match_pb2.ServeResponse(over=[over])
        is_over.set()  # by now it has been heard
        await asyncio.Event().wait()

    monkeypatch.setattr(GreedyAgent, "choose", slow)
    games: Any = Games(FakeRules(), Warming())  # type: ignore[arg-type]  # it is asked for games alone
    playing = asyncio.create_task(HousePlayers(serve, games, minds, thinking).play())
    assert await asyncio.to_thread(is_over.wait, PATIENCE_S)
    await until(lambda: not thinking.is_busy)
    playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing
    assert not minds._awake


def test_without_time_nobody_thinks() -> None:
    minds, asked = Minds(KEY), told()
    game = families.get("Tic-Tac-Toe").game()
    assert minds.choose(Asked(asked, "standard", game, lambda: True), 0.0) == minds.drawn(asked)
