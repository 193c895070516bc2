"""Event streams: what they say, that they outlive restarts, and that they end when they should."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fixtures.gateway import FakeMatches, FakePlay, World, backends_of

from redscience.api.match.v1 import match_pb2 as match_api
from redscience.names import RANDOM_ID
from redscience.variations.language import RuleSet
from services.gateway import events
from services.gateway.drain import Drain
from services.gateway.events import Live
from services.gateway.leaderboards import name_standings
from services.kit.clock import SystemClock
from services.kit.ids import new_id


class Scene:
    """A match of Ada against Random, and the streams that tell of it."""

    def __init__(self) -> None:
        self.world = World()
        self.drain = Drain()
        backends = backends_of(self.world)
        clock = SystemClock()
        self.live = Live(backends, self.drain, lambda answer, token: name_standings(backends, clock, answer, token))
        self.ada, _ = self.world.add_player("Ada")
        self.game = self.world.add_game(RuleSet())
        self.matches = FakeMatches(self.world)
        request = match_api.CreateRequest(
            game_id=self.game.id, player_ids=[self.ada.id, RANDOM_ID], request_id=new_id()
        )
        self.match = backends.match.Create(request, metadata=self.metadata).match

    @property
    def play(self) -> FakePlay:
        return self.world.matches[self.match.id]

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self.token()}"),)

    def token(self) -> str:
        return f"token-{self.ada.id}"

    def follow_match(self, match_id: str = "") -> Iterator[tuple[str, Any]]:
        return told(self.live.match(match_id or self.match.id, self.ada.id, self.token))

    def follow_leaderboard(self) -> Iterator[tuple[str, Any]]:
        return told(self.live.leaderboard(self.game.id, self.ada.id, self.token))

    def move(self, text: str) -> None:
        """Whoever is to move does."""
        with self.world.changed:
            self.matches._advance(self.play, text)

    def end(self) -> None:
        """Ada wins."""
        for text in ("O@1,1", "O@1,2", "O@2,1", "O@2,2", "O@3,1"):
            self.move(text)


def told(stream: Iterator[str]) -> Iterator[tuple[str, Any]]:
    """Events as (name, data), after the opening; beats are left out."""
    assert next(stream) == "retry: 500\n\n"
    for text in stream:
        name, data = text.removesuffix("\n\n").split("\n")
        assert name.startswith("event: ")
        if name != "event: beat":
            yield name.removeprefix("event: "), json.loads(data.removeprefix("data: "))


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    monkeypatch.setattr(events, "PAUSE_S", 0.01)
    made = Scene()
    yield made
    made.drain.begin()


def test_a_match_is_told_whenever_it_changes_then_its_rating_then_the_end(scene: Scene) -> None:
    stream = scene.follow_match()
    name, match = next(stream)
    assert (name, match["viewer"], match["view"]["acting"]) == ("match", "black", ["black"])
    scene.move("O@2,2")
    _, match = next(stream)
    assert match["view"]["last"][0]["move"] == "O@2,2"
    scene.move("O@1,1")
    for text in ("O@1,2", "O@1,3", "O@3,2"):
        next(stream)
        scene.move(text)
    name, match = next(stream)
    assert (name, match["status"]) == ("match", "ended")
    assert match["view"]["outcome"]["seats"]["black"] == "win"
    name, board = next(stream)
    assert name == "leaderboard"
    assert [standing["player"]["name"] for standing in board["standings"]] == ["Ada", "Random"]
    assert list(stream) == [("end", {})]


def test_an_unrated_match_ends_without_a_leaderboard(scene: Scene) -> None:
    scene.play.match.rated = False
    scene.end()
    assert [name for name, _ in scene.follow_match()] == ["match", "end"]


def test_the_rating_is_waited_for_until_it_counts_the_match(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene.world, "rate", lambda _: None)
    scene.end()
    stream = scene.follow_match()
    assert next(stream)[0] == "match"
    name, board = next(stream)
    assert (name, board["matches"]) == ("leaderboard", 0)
    monkeypatch.undo()
    with scene.world.changed:
        scene.world.rate(scene.play.match)
        scene.world.changed.notify_all()
    name, board = next(stream)
    assert (name, board["matches"]) == ("leaderboard", 1)
    assert list(stream) == [("end", {})]


@pytest.mark.parametrize("service", ["match", "players"])
def test_a_restart_behind_it_is_told_as_trouble_and_survived(scene: Scene, service: str) -> None:
    if service == "players":
        tokens = scene.token
        scene.token = failing_once(tokens)  # type: ignore[method-assign]
    else:
        scene.world.down.add(service)
    stream = scene.follow_match()
    assert next(stream) == ("trouble", {})
    scene.world.down.clear()
    remaining = (event for event in stream if event[0] != "trouble")
    assert next(remaining)[0] == "match"


def failing_once(token: Callable[[], str]) -> Callable[[], str]:
    from redscience.errors import Unavailable  # noqa: PLC0415  # one use

    failures = iter([Unavailable("players does not answer now.")])

    def ask() -> str:
        for failure in failures:
            raise failure
        return token()

    return ask


def test_trouble_in_the_midst_is_followed_by_what_is_to_be_shown_even_if_nothing_changed(scene: Scene) -> None:
    stream = scene.follow_match()
    before = next(stream)
    scene.world.down.add("match")
    assert next(stream) == ("trouble", {})
    scene.world.down.clear()
    after = next(event for event in stream if event[0] != "trouble")
    assert after[1] | {"now_ms": 0} == before[1] | {"now_ms": 0}


def test_a_renewed_call_says_nothing_twice_but_beats(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "RENEW_S", 0.0)
    texts = scene.live.match(scene.match.id, scene.ada.id, scene.token)
    first = [next(texts) for _ in range(2)]
    assert [text.split("\n")[0] for text in first] == ["retry: 500", "event: match"]
    # The call ends, as at its deadline: what comes next is a beat, and no second telling.
    scene.world.down.add("match")
    assert next(texts) == events.BEAT


def test_what_there_is_not_is_gone_for_good(scene: Scene) -> None:
    ((name, data),) = scene.follow_match(new_id())
    assert (name, data["code"]) == ("gone", "match/unknown")


def test_a_leaderboard_is_told_when_it_changes(scene: Scene) -> None:
    stream = scene.follow_leaderboard()
    assert next(stream)[1]["matches"] == 0
    scene.end()
    name, board = next(stream)
    assert (name, board["matches"]) == ("leaderboard", 1)
    assert board["standings"][0]["player"]["name"] == "Ada"


def test_the_drain_ends_a_stream_that_waits(scene: Scene) -> None:
    stream = scene.follow_match()
    next(stream)
    rest: list[tuple[str, Any]] = []
    reader = threading.Thread(target=lambda: rest.extend(stream))
    reader.start()
    scene.drain.begin()
    reader.join(10)
    assert not reader.is_alive()
    # Nothing tells the browser to stay away: it comes back to whoever serves next.
    assert rest == []


def test_a_stream_that_opens_during_the_drain_ends_at_once(scene: Scene) -> None:
    scene.drain.begin()
    assert list(scene.follow_match()) == []
    assert list(scene.follow_leaderboard()) == []


def test_a_browser_that_goes_ends_the_call(scene: Scene) -> None:
    stream = scene.live.match(scene.match.id, scene.ada.id, scene.token)
    for _ in range(2):
        next(stream)
    assert len(scene.drain._calls) == 1
    stream.close()  # type: ignore[attr-defined]  # a generator's
    assert scene.drain._calls == set()
