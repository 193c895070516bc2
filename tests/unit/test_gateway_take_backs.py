"""Moves taken back: asked for, agreed to and refused, as JSON."""

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
    """Ada has made the first move against Bob."""

    def __init__(self) -> None:
        self.world = World()
        self.app = create_app(backends_of(self.world), addresses={}, loopback=True)
        (ada, of_ada), (bob, of_bob) = (self.world.add_player(name) for name in ("Ada", "Bob"))
        self.ada, self.bob = self.client(of_ada), self.client(of_bob)
        game = self.world.add_game(RuleSet(name="Tic"))
        body = {"game_id": game.id, "player_ids": [ada.id, bob.id], "request_id": new_id()}
        self.path = f"/api/matches/{self.ada.post('/api/matches', json=body).json['id']}"
        self.say(self.bob, "accept")
        self.say(self.ada, "play", moves=["O@2,2"])

    def client(self, secret: str) -> FlaskClient:
        client = self.app.test_client()
        client.set_cookie(COOKIE, secret)
        return client

    def look(self, client: FlaskClient) -> Any:
        return client.get(self.path).get_json()

    def say(self, client: FlaskClient, what: str, status: int = 200, **body: Any) -> Any:
        """What the match answers to whoever has seen it as it is."""
        seen = {"view_version": self.look(client).get("view_version"), "request_id": new_id()}
        answer = client.post(f"{self.path}/{what}", json=seen | body)
        assert answer.status_code == status, answer.text
        return answer.get_json()


@pytest.fixture
def scene() -> Scene:
    return Scene()


def pieces(match: Any) -> int:
    return len(match["view"]["table"]["pieces"])


def test_a_move_is_taken_back_where_the_other_agrees(scene: Scene) -> None:
    before = scene.look(scene.ada)
    assert before["can_take_back"]
    asked = scene.say(scene.ada, "take-back")
    assert (asked["take_back_asked_by"], asked["can_take_back"], pieces(asked)) == (asked["viewer"], False, 1)
    seen = scene.look(scene.bob)
    assert (seen["take_back_asked_by"], seen["take_back_agreed"]) == (asked["viewer"], [])
    agreed = scene.say(scene.bob, "take-back")
    assert (agreed["take_back_asked_by"], pieces(agreed)) == ("", 0)
    assert agreed["view_version"] > before["view_version"]


def test_who_has_agreed_is_told(scene: Scene) -> None:
    (play,) = scene.world.matches.values()
    play.match.take_back_agreed.append("white")
    assert scene.look(scene.ada)["take_back_agreed"] == ["white"]


@pytest.mark.parametrize("who", ["ada", "bob"])
def test_a_question_is_refused_or_withdrawn(scene: Scene, who: str) -> None:
    scene.say(scene.ada, "take-back")
    refused = scene.say(getattr(scene, who), "take-back/refuse")
    assert (refused["take_back_asked_by"], pieces(refused)) == ("", 1)


def test_asking_again_under_one_request_asks_once(scene: Scene) -> None:
    scene.say(scene.ada, "take-back", request_id="once")
    scene.say(scene.ada, "take-back/refuse")
    assert scene.say(scene.ada, "take-back", request_id="once")["take_back_asked_by"] == ""


def test_nobody_agrees_to_what_they_have_not_seen(scene: Scene) -> None:
    scene.say(scene.ada, "take-back")
    assert scene.say(scene.bob, "take-back", 409, view_version=1)["code"] == "match/stale_view"


@pytest.mark.parametrize("body", [{"view_version": None}, {"request_id": None}, {"view_version": "1"}])
def test_a_body_with_a_fault_is_told_which(scene: Scene, body: dict[str, Any]) -> None:
    (fault,) = scene.say(scene.ada, "take-back", 422, **body)["faults"]
    assert fault["path"] == next(iter(body))
