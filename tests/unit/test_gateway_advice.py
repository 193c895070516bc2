"""Analyses and hints, as the browser is told them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest
from fixtures.fakes.calls import FakeAnswers
from fixtures.fakes.world import World
from fixtures.gateway import backends_of, live_backends_of
from fixtures.patience import until
from fixtures.streams import Told, told

from redscience.api.house.v1 import house_pb2 as house_api
from redscience.api.house.v1.choosing_pb2 import KnownMove
from redscience.api.match.v1 import match_pb2 as match_api
from redscience.errors import LimitReached, NoHint
from services.gateway import events
from services.gateway.admission import Followed
from services.gateway.app import create_app
from services.gateway.events import Live
from services.gateway.leaderboards import live_boards
from services.gateway.security import COOKIE
from services.kit.clock import SystemClock

CHOICE = {"move": "O@2,2", "weight": 1}
KNOWN = KnownMove(move="O@2,2", value=0.75, visits=9, chance=1, choice=json.dumps(CHOICE))
JUDGED = house_api.JudgedMove(
    turn=1, position=0, step=1, seat="black", move="O@1,1", values={"black": 0.75}, best=[KNOWN], given_away=0.25,
    mark=house_api.MARK_MISTAKE, states=1,
)  # fmt: skip
ANSWERS = [house_api.AnalyseResponse(moves=1), house_api.AnalyseResponse(moves=1, done=1, judged=JUDGED)]


class Scene:
    """Ada, and what the house tells her."""

    def __init__(self, answers: FakeAnswers) -> None:
        self.world = World()
        self.world.told["house.Analyse"] = answers
        self.ada, self.secret = self.world.add_player("Ada")
        backends = live_backends_of(self.world)
        self.live = Live(backends, self.token, live_boards(backends, SystemClock()))

    async def token(self, secret: str) -> str:
        return f"token-{self.world.secrets[secret]}"

    def stream(self) -> AsyncIterator[Told]:
        return told(self.live.tell(Followed("analysis", "match", self.ada.id, self.ada.id), self.secret))


async def test_a_move_is_told_as_it_is_judged_and_then_the_end() -> None:
    scene = Scene(FakeAnswers(ANSWERS))
    (_, first), (name, judging), end = [event async for event in scene.stream()]
    assert first == {"moves": 1, "done": 0, "judged": None}
    assert (name, judging["done"], end) == ("judged", 1, ("end", {}))
    judged = judging["judged"]
    assert (judged["mark"], judged["given_away"], judged["choice"]) == ("mistake", 0.25, None)
    assert judged["best"][0]["choice"] == CHOICE
    assert not scene.world.open_calls


async def test_a_refusal_is_told_in_words() -> None:
    refusal = "Many matches are being analysed now. Try again in a moment."
    scene = Scene(FakeAnswers([], refusal=LimitReached(refusal)))
    [(name, told)] = [event async for event in scene.stream()]
    german = "Gerade werden viele Partien analysiert. Versuch es gleich noch einmal."
    assert (name, told.pop("messages")) == ("gone", {"de": german})
    assert told == {"code": "service/limit_reached", "message": refusal}


async def test_the_call_ends_with_the_stream_which_beats_while_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "BEAT_S", 0.01)
    scene = Scene(FakeAnswers(ANSWERS, is_open=True))
    followed = Followed("analysis", "match", scene.ada.id, scene.ada.id)
    async with aclosing(scene.live.tell(followed, scene.secret)) as stream:
        async for text in stream:
            if text.startswith(b"event: beat"):
                break
    await until(lambda: not scene.world.open_calls)


def test_a_hint_is_told_with_the_match_it_was_given_in() -> None:
    world = World()
    _, secret = world.add_player("Ada")
    client = create_app(backends_of(world), addresses={}, loopback=True).test_client()
    client.set_cookie(COOKIE, secret)
    match = match_api.Match(id="match", unrated=match_api.UNRATED_HINT, hints=match_api.HINTS_OPEN)
    world.told["house.Hint"] = house_api.HintResponse(match=match, move="O@2,2", best=[KNOWN], states=1)
    answer = client.post("/api/matches/match/hint", json={"view_version": 3})
    assert (answer.status_code, answer.json["move"]) == (200, "O@2,2")
    assert (answer.json["match"]["unrated"], answer.json["match"]["hints"]) == ("hint", "open")
    assert ("house.Hint", house_api.HintRequest(match_id="match", view_version=3)) in world.calls


@pytest.mark.parametrize(
    ("down", "status", "code"), [({"house"}, 503, "service/unavailable"), (set(), 409, "match/no_hint")]
)
def test_why_there_is_no_hint_is_told_at_once(down: set[str], status: int, code: str) -> None:
    world = World()
    _, secret = world.add_player("Ada")

    class Refusing:
        def __getattr__(self, name: str) -> object:
            raise NoHint("No hints here.")

    world.down |= down
    world.told["house.Hint"] = Refusing()
    client = create_app(backends_of(world), addresses={}, loopback=True).test_client()
    client.set_cookie(COOKIE, secret)
    answer = client.post("/api/matches/match/hint", json={"view_version": 3})
    assert (answer.status_code, answer.json["code"]) == (status, code)
