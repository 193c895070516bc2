"""Pauses of a match: asked for, agreed to, refused and ended, as JSON."""

from __future__ import annotations

from typing import Any

import pytest
from fixtures.fakes.world import World
from fixtures.gateway import backends_of
from flask.testing import FlaskClient

from redscience.variations.language import RuleSet
from services.gateway.app import create_app
from services.gateway.security import COOKIE
from services.kit.ids import new_id


class Scene:
    """A match of Ada and Bob."""

    def __init__(self) -> None:
        self.world = World()
        self.app = create_app(backends_of(self.world), addresses={}, loopback=True)
        (ada, of_ada), (bob, of_bob) = (self.world.add_player(name) for name in ("Ada", "Bob"))
        self.ada, self.bob = self.client(of_ada), self.client(of_bob)
        game = self.world.add_game(RuleSet(name="Tic"))
        body = {"game_id": game.id, "player_ids": [ada.id, bob.id], "request_id": new_id()}
        self.path = f"/api/matches/{self.ada.post('/api/matches', json=body).json['id']}"
        self.say(self.bob, "accept")

    def client(self, secret: str) -> FlaskClient:
        client = self.app.test_client()
        client.set_cookie(COOKIE, secret)
        return client

    def say(self, client: FlaskClient, what: str, status: int = 200, **body: Any) -> Any:
        answer = client.post(f"{self.path}/{what}", json={"request_id": new_id()} | body)
        assert answer.status_code == status, answer.text
        return answer.get_json()


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_it_is_paused_where_the_other_agrees_and_goes_on_where_anybody_resumes(scene: Scene) -> None:
    asked = scene.say(scene.ada, "pause")
    assert (asked["pause_asked_by"], asked["is_paused"]) == (asked["viewer"], False)
    agreed = scene.say(scene.bob, "pause")
    assert (agreed["pause_asked_by"], agreed["is_paused"]) == ("", True)
    resumed = scene.say(scene.ada, "pause/resume")
    assert (resumed["is_paused"], resumed["resumed_by"]) == (False, asked["viewer"])


@pytest.mark.parametrize("who", ["ada", "bob"])
def test_a_question_is_refused_or_withdrawn(scene: Scene, who: str) -> None:
    scene.say(scene.ada, "pause")
    assert scene.say(getattr(scene, who), "pause/refuse")["pause_asked_by"] == ""


def test_all_that_is_known_of_it_is_told(scene: Scene) -> None:
    (play,) = scene.world.matches.values()
    play.match.pause_agreed.append("white")
    play.match.can_pause = True
    play.match.paused_until_ms, play.match.paused_left_ms = 7_000, 5_000
    seen = scene.ada.get(scene.path).get_json()
    assert (seen["pause_agreed"], seen["can_pause"]) == (["white"], True)
    assert (seen["paused_until_ms"], seen["paused_left_ms"]) == (7_000, 5_000)


def test_a_request_without_an_id_is_told_so(scene: Scene) -> None:
    (fault,) = scene.say(scene.ada, "pause", 422, request_id=None)["faults"]
    assert fault["path"] == "request_id"
