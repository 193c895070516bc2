"""Event streams leave room for pages: so many of one session, so many in all, and none is counted after its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import pytest
from fixtures.gateway import World, backends_of
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from redscience.errors import Unavailable
from redscience.variations.language import RuleSet
from services.gateway import events
from services.gateway.app import create_app
from services.gateway.drain import Drain
from services.gateway.security import COOKIE
from services.gateway.stream_limit import FOR_PAGES, STREAMS, STREAMS_OF_A_SESSION, THREADS, StreamLimit

SESSIONS = ("ada", "ben", "eve")


@given(st.lists(st.tuples(st.sampled_from(SESSIONS), st.booleans()), max_size=60))
def test_it_is_full_when_a_session_or_all_have_what_they_may(steps: list[tuple[str, bool]]) -> None:
    limit = StreamLimit(streams=7, of_a_session=3)
    inside: list[tuple[str, Callable[[], None]]] = []
    for session, enters in steps:
        if not enters:
            if inside:
                _, release = inside.pop(0)
                release()
                release()  # gives back nothing of anybody else's
        elif len(inside) < 7 and [name for name, _ in inside].count(session) < 3:
            inside.append((session, limit.acquire(session)))
        else:
            with pytest.raises(Unavailable):
                limit.acquire(session)


def test_whoever_has_all_they_may_takes_little_of_it() -> None:
    limit = StreamLimit()
    for _ in range(STREAMS_OF_A_SESSION):
        limit.acquire("ada")
    with pytest.raises(Unavailable, match="Close one of them"):
        limit.acquire("ada")
    for number in range(STREAMS - STREAMS_OF_A_SESSION):
        limit.acquire(f"session {number}")
    with pytest.raises(Unavailable, match="Try again"):
        limit.acquire("ben")
    assert STREAMS + FOR_PAGES == THREADS


class Scene:
    """A gateway where three streams may be open, two of them Ada's."""

    def __init__(self) -> None:
        self.world = World()
        self.drain = Drain()
        self.app: Flask = create_app(
            backends_of(self.world),
            addresses={},
            loopback=True,
            drain=self.drain,
            stream_limit=StreamLimit(streams=3, of_a_session=2),
        )
        self.path = f"/api/events?leaderboard={self.world.add_game(RuleSet(name='Tic')).id}"
        self.ada = self.client("Ada")

    def client(self, name: str) -> FlaskClient:
        _, secret = self.world.add_player(name)
        client = self.app.test_client()
        client.set_cookie(COOKIE, secret)
        return client

    def open(self, client: FlaskClient | None = None) -> TestResponse:
        """A stream that has begun."""
        answer = (client or self.ada).get(self.path)
        assert answer.status_code == 200
        assert next(answer.iter_encoded()).startswith(b"retry:")
        return answer


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    monkeypatch.setattr(events, "PAUSE_S", 0.01)
    made = Scene()
    yield made
    made.drain.begin()


def test_one_too_many_is_refused_in_words_and_the_older_go_on(scene: Scene) -> None:
    streams = [scene.open() for _ in range(2)]
    answer = scene.ada.get(scene.path)
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    told = answer.get_json()
    assert told["code"] == "service/unavailable"
    assert "Close one" in told["message"]
    for stream in streams:
        assert next(stream.iter_encoded()).startswith(b"event: leaderboard")
    assert scene.ada.get("/").status_code == 200
    others = scene.open(scene.client("Ben"))
    assert scene.client("Eve").get(scene.path).status_code == 503
    for stream in (*streams, others):
        stream.close()


def test_a_browser_that_goes_makes_room(scene: Scene) -> None:
    for _ in range(4):
        scene.open().close()
    for _ in range(4):
        scene.ada.get(scene.path).close()  # before a word was said
        scene.ada.head(scene.path).close()


def test_a_stream_that_is_over_makes_room(scene: Scene) -> None:
    for _ in range(4):
        with scene.ada.get("/api/events?match=unknown") as answer:
            assert b"event: gone" in answer.data


def test_a_stream_that_fails_makes_room(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(4):
        stream = scene.open()
        with monkeypatch.context() as broken:
            broken.setattr(scene.world, "changed", None)
            with pytest.raises(TypeError):
                list(islice(stream.iter_encoded(), 5))
        stream.close()


def test_the_drain_makes_room(scene: Scene) -> None:
    scene.drain.begin()
    for _ in range(4):
        with scene.ada.get(scene.path) as answer:
            assert answer.data == events.OPENING.encode()


def test_what_names_nothing_to_follow_takes_no_room(scene: Scene) -> None:
    for _ in range(4):
        assert scene.ada.get("/api/events").status_code == 422
    scene.open().close()
