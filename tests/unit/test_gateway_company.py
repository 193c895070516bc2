"""Who is around a match and what they say there: as JSON, and on the event stream of the match."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from fixtures.fakes.calls import FakeStream
from fixtures.fakes.chat import FakeChat
from fixtures.fakes.world import Metadata, World, now_ms
from fixtures.gateway import backends_of, live_backends_of
from fixtures.patience import PATIENCE_S
from fixtures.streams import Told, told
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from redscience.api.chat.v1 import chat_pb2 as chat_api
from redscience.api.match.v1 import match_pb2 as match_api
from redscience.errors import LimitReached
from redscience.variations.language import RuleSet
from services.gateway import company, sources
from services.gateway.admission import Followed
from services.gateway.app import create_app
from services.gateway.events import Live
from services.gateway.leaderboards import live_boards
from services.gateway.security import COOKIE
from services.kit.clock import SystemClock
from services.kit.ids import new_id


class Scene:
    """Ada and Bob play; Eve watches."""

    def __init__(self) -> None:
        self.world = World()
        self.backends = backends_of(self.world)
        (self.ada, self.of_ada), (self.bob, self.of_bob), (_, self.of_eve) = (
            self.world.add_player(name) for name in ("Ada", "Bob", "Eve")
        )
        self.app = create_app(self.backends, addresses={}, loopback=True)
        live = live_backends_of(self.world)
        self.live = Live(live, self.token, live_boards(live, SystemClock()))
        game = self.world.add_game(RuleSet(name="Tic"))
        made = self.client(self.of_ada).post(
            "/api/matches", json={"game_id": game.id, "player_ids": [self.ada.id, self.bob.id], "request_id": "m"}
        )
        self.match_id = content(made, 201)["id"]
        content(self.client(self.of_bob).post(self.path("accept"), json={}))

    async def token(self, secret: str) -> str:
        return f"token-{self.world.secrets[secret]}"

    def client(self, secret: str) -> FlaskClient:
        client = self.app.test_client()
        client.set_cookie(COOKIE, secret)
        return client

    def say(self, secret: str, text: str, room: str = "seats") -> Any:
        body = {"text": text, "request_id": new_id()}
        return content(self.client(secret).post(f"/api/matches/{self.match_id}/chat/{room}", json=body))

    def abort(self) -> Any:
        return content(self.client(self.of_ada).post(self.path("abort"), json={"request_id": "a"}))

    def path(self, what: str) -> str:
        return f"/api/matches/{self.match_id}/{what}"

    def follow(self, secret: str) -> AsyncIterator[Told]:
        player_id = self.world.secrets[secret]
        followed = Followed("match", self.match_id, player_id, player_id)
        return told(self.live.tell(followed, secret), company=True)


def content(answer: TestResponse, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.get_json()


async def heard(stream: AsyncIterator[Told], name: str, **told: Any) -> Any:
    """What the next event of a name tells that tells this, too."""
    async with asyncio.timeout(PATIENCE_S):
        async for event, data in stream:
            if event == name and told.items() <= data.items():
                return data
    raise AssertionError(name)


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch) -> Scene:
    monkeypatch.setattr(sources, "FIRST_PAUSE_S", 0.01)
    monkeypatch.setattr(company, "ASKED_EVERY_S", 0.02)
    return Scene()


async def test_what_is_said_is_heard_in_the_room_in_which_it_is_said(scene: Scene) -> None:
    of_ada, of_eve = scene.follow(scene.of_ada), scene.follow(scene.of_eve)
    scene.say(scene.of_bob, "hello")
    chat = await heard(of_ada, "chat")
    assert (chat["room"], [one["text"] for one in chat["messages"]]) == ("seats", ["hello"])
    assert chat["messages"][0]["player"] == {"id": scene.bob.id, "name": "Bob"}
    scene.say(scene.of_eve, "who wins?", "watchers")
    assert (await heard(of_eve, "chat"))["room"] == "watchers"
    # Each event tells the whole, so that nothing is lost where one is not heard.
    scene.say(scene.of_ada, "hi")
    assert [one["text"] for one in (await heard(of_ada, "chat"))["messages"]] == ["hello", "hi"]


async def test_after_the_end_both_rooms_are_heard_and_a_rematch(scene: Scene) -> None:
    of_ada, of_bob = scene.follow(scene.of_ada), scene.follow(scene.of_bob)
    scene.say(scene.of_eve, "who wins?", "watchers")
    await heard(of_bob, "attendance")
    assert scene.abort()["reason"] == "aborted"
    assert [one["text"] for one in (await heard(of_bob, "chat", room="watchers"))["messages"]] == ["who wins?"]
    asked = content(scene.client(scene.of_ada).post(scene.path("rematch"), json={"request_id": "r"}))
    assert asked["status"] == "invited"
    offer = await heard(of_bob, "rematch", status="invited")
    assert (offer["id"], [seat["accepted"] for seat in offer["seats"]]) == (asked["id"], [True, False])
    content(scene.client(scene.of_bob).post(scene.path("rematch"), json={"request_id": "r"}))
    # Whoever has asked is told when it starts.
    assert (await heard(of_ada, "rematch", status="running"))["id"] == asked["id"]


async def test_a_rematch_is_heard_of_and_never_looked_for(scene: Scene) -> None:
    of_ada, of_bob = scene.follow(scene.of_ada), scene.follow(scene.of_bob)
    scene.abort()
    for stream in (of_ada, of_bob):
        assert await heard(stream, "rematch") == {}
    asked = content(scene.client(scene.of_ada).post(scene.path("rematch"), json={"request_id": "r"}))
    for stream in (of_ada, of_bob):
        await heard(stream, "rematch", status="invited")
    content(scene.client(scene.of_bob).post(scene.path("rematch"), json={"request_id": "r"}))
    for stream in (of_ada, of_bob):
        assert (await heard(stream, "rematch", status="running"))["id"] == asked["id"]
    calls = [name for name, _ in scene.world.calls]
    assert "match.List" not in calls
    # One for each who played, however long it takes.
    assert calls.count("match.WatchRematch") == 2


async def test_after_one_was_declined_the_next_rematch_is_heard_of(scene: Scene) -> None:
    of_ada = scene.follow(scene.of_ada)
    scene.abort()
    first = content(scene.client(scene.of_bob).post(scene.path("rematch"), json={"request_id": "r"}))
    await heard(of_ada, "rematch", id=first["id"], status="invited")
    content(scene.client(scene.of_ada).post(f"/api/matches/{first['id']}/decline", json={}))
    await heard(of_ada, "rematch", id=first["id"], status="called_off")
    del scene.world.rematches[scene.match_id]
    second = content(scene.client(scene.of_bob).post(scene.path("rematch"), json={"request_id": "s"}))
    await heard(of_ada, "rematch", id=second["id"], status="invited")


async def test_who_only_watches_hears_of_no_rematch(scene: Scene) -> None:
    of_eve = scene.follow(scene.of_eve)
    await heard(of_eve, "attendance")
    scene.say(scene.of_bob, "again?")
    scene.abort()
    content(scene.client(scene.of_ada).post(scene.path("rematch"), json={"request_id": "r"}))
    # What those say who played is heard by all, after the end.
    await heard(of_eve, "chat", room="seats")
    assert "match.WatchRematch" not in [name for name, _ in scene.world.calls]


async def test_the_stream_of_a_match_that_has_ended_long_ago_ends(scene: Scene) -> None:
    scene.abort()
    scene.world.matches[scene.match_id].match.ended_at_ms = now_ms() - 1000 * int(company.LINGER_S) - 1
    assert [name async for name, _ in scene.follow(scene.of_ada)][-1] == "end"


async def test_who_is_there_is_told_when_it_changes(scene: Scene) -> None:
    stream = scene.follow(scene.of_ada)
    assert (await heard(stream, "attendance"))["watchers"] == 0
    away = chat_api.Presence(seat="white", is_here=False, since_ms=5)
    scene.world.attendance = chat_api.GetAttendanceResponse(watchers=2, seats=[away], now_ms=9)
    assert await heard(stream, "attendance") == {
        "watchers": 2,
        "seats": [{"seat": "white", "is_here": False, "since_ms": 5}],
        "now_ms": 9,
    }


async def test_a_match_is_told_though_nobody_can_tell_who_is_there(scene: Scene) -> None:
    scene.world.down.add("chat")
    assert (await heard(scene.follow(scene.of_ada), "match"))["status"] == "running"


async def test_a_room_that_is_refused_for_now_is_asked_for_again(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    listen, refusals = FakeChat.Listen, [LimitReached("You ask too often. Try again in 1 s.", retry_after_s=1)]

    def refused_once(chat: FakeChat, request: chat_api.ListenRequest, metadata: Metadata) -> FakeStream:
        if refusals:
            raise refusals.pop()
        return listen(chat, request, metadata)

    monkeypatch.setattr(FakeChat, "Listen", refused_once)
    scene.say(scene.of_bob, "hello")
    assert [one["text"] for one in (await heard(scene.follow(scene.of_ada), "chat"))["messages"]] == ["hello"]
    assert refusals == []


async def test_an_invitation_has_no_company_yet(scene: Scene) -> None:
    play = scene.world.matches[scene.match_id]
    play.match.status = match_api.STATUS_INVITED
    stream = scene.follow(scene.of_ada)
    assert (await heard(stream, "match"))["status"] == "invited"
    assert not [name for name, _ in scene.world.calls if name.startswith("chat.")]
    with scene.world.changed:
        play.match.status = match_api.STATUS_RUNNING
        scene.world.changed.notify_all()
    assert (await heard(stream, "attendance"))["watchers"] == 0


def test_a_message_is_said_once_and_reported(scene: Scene) -> None:
    bob = scene.client(scene.of_bob)
    body = {"text": "rude", "request_id": "s"}
    one, again = (content(bob.post(scene.path("chat/seats"), json=body)) for _ in range(2))
    assert one == again
    content(scene.client(scene.of_ada).post(scene.path("chat/seats/1/report"), json={"reason": "It is rude."}))
    (report,) = [request for name, request in scene.world.calls if name == "chat.Report"]
    assert (report.match_id, report.room, report.number) == (scene.match_id, chat_api.ROOM_SEATS, 1)


def test_whom_one_mutes_is_listed_until_it_is_taken_back(scene: Scene) -> None:
    ada = scene.client(scene.of_ada)
    content(ada.post(f"/api/muted/{scene.bob.id}", json={}))
    assert [player["name"] for player in content(ada.get("/api/muted"))["players"]] == ["Bob"]
    content(ada.delete(f"/api/muted/{scene.bob.id}", json={}))
    assert content(ada.get("/api/muted")) == {"players": []}


@pytest.mark.parametrize("path", ["chat/cellar", "chat/cellar/1/report", "chat/seats/first/report"])
def test_there_is_no_other_room(scene: Scene, path: str) -> None:
    body = {"text": "hello", "reason": "It is rude.", "request_id": "s"}
    content(scene.client(scene.of_ada).post(scene.path(path), json=body), 404)
