"""Home and invitations: who is asked, who waits, who may take a seat, and what visitors may do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fixtures.fakes.world import World
from fixtures.gateway import backends_of
from flask.testing import FlaskClient
from test_gateway_pages import ADDRESSES, data_of
from werkzeug.test import TestResponse

from redscience.api.match.v1 import match_pb2 as match_api
from redscience.api.players.v1 import players_pb2 as players_api
from redscience.names import ANONYMOUS_ID, NEXT_AVAILABLE, RANDOM_ID
from redscience.variations.language import RuleSet
from services.gateway.app import create_app
from services.gateway.security import COOKIE
from services.kit.ids import new_id

Browser = Callable[[str], FlaskClient]


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def browser(world: World) -> Browser:
    """`browser(secret)` is somebody's, with the session of that secret."""
    app = create_app(backends_of(world), addresses=ADDRESSES, loopback=True)

    def opened(secret: str) -> FlaskClient:
        client = app.test_client()
        if secret:
            client.set_cookie(COOKIE, secret)
        return client

    return opened


class Friends:
    """Ada and Bob, who are friends, and Eve, who is nobody's."""

    def __init__(self, world: World, browser: Browser) -> None:
        self.game = world.add_game(RuleSet(name="Tic"))
        people = {name: world.add_player(name) for name in ("Ada", "Bob", "Eve")}
        self.ids = {name: player.id for name, (player, _) in people.items()}
        world.befriend(self.ids["Ada"], self.ids["Bob"])
        self.ada, self.bob, self.eve = (browser(secret) for _, secret in people.values())

    def invite(self, other: str) -> Any:
        """Ada invites somebody, by their name or by what else stands for a seat."""
        other = self.ids.get(other, other)
        body = {"game_id": self.game.id, "player_ids": [self.ids["Ada"], other], "request_id": new_id()}
        return content(self.ada.post("/api/matches", json=body), 201)


@pytest.fixture
def friends(world: World, browser: Browser) -> Friends:
    return Friends(world, browser)


def content(answer: TestResponse, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.get_json()


def going_on(client: FlaskClient) -> dict[str, list[str]]:
    """What home says, each time it looks, by the ids of matches."""
    told = content(client.get("/api/matches"))
    return {kind: [match["id"] for match in matches] for kind, matches in told.items()}


NOTHING: dict[str, list[str]] = {
    "mine": [],
    "invited": [],
    "lobby": [],
    "others": [],
    "tournaments": [],
    "open_tournaments": [],
}


def test_a_friend_is_told_of_an_invitation_and_both_play_when_it_is_accepted(friends: Friends) -> None:
    made = friends.invite("Bob")
    assert (made["status"], made["lapses_at_ms"] > made["now_ms"]) == ("invited", True)
    for client in (friends.ada, friends.bob):
        assert going_on(client) == {**NOTHING, "invited": [made["id"]]}
        page = client.get(f"/matches/{made['id']}").text
        assert "invitation.js" in page
        assert [seat["accepted"] for seat in data_of(page)["match"]["seats"]] == [True, False]
    assert going_on(friends.eve) == NOTHING
    assert friends.eve.get(f"/matches/{made['id']}").status_code == 404
    assert content(friends.bob.post(f"/api/matches/{made['id']}/accept", json={}))["status"] == "running"
    for client in (friends.ada, friends.bob):
        assert going_on(client) == {**NOTHING, "mine": [made["id"]]}
        assert "playground.js" in client.get(f"/matches/{made['id']}").text
    assert going_on(friends.eve) == {**NOTHING, "others": [made["id"]]}
    (own,) = content(friends.ada.get("/api/matches"))["mine"]
    assert own["is_acting"]


def test_a_match_in_which_a_turn_is_owed_is_on_home_however_many_are_newer(friends: Friends) -> None:
    owed, *newer = [friends.invite("Bob") for _ in range(22)]
    for made in (owed, *newer):
        content(friends.bob.post(f"/api/matches/{made['id']}/accept", json={}))
    for each in newer:
        move = {"view_version": 1, "request_id": each["id"], "moves": ["O@1,1"]}
        content(friends.ada.post(f"/api/matches/{each['id']}/play", json=move))
    assert going_on(friends.ada)["mine"] == [*(match["id"] for match in newer[:0:-1]), owed["id"]]


def test_what_waits_is_told_to_those_for_whom_it_does(friends: Friends) -> None:
    def waiting(client: FlaskClient) -> dict[str, list[str]]:
        told = content(client.get("/api/waiting"))
        assert [told.pop(kind) for kind in ("games", "friend_requests", "reports")] == [[], [], 0]
        return {kind: [match["id"] for match in matches] for kind, matches in told.items()}

    made = friends.invite("Bob")
    assert content(friends.bob.get("/api/waiting"))["invitations"] == [
        {"id": made["id"], "game": "Tic", "from": "Ada", "to": f"/matches/{made['id']}"}
    ]
    assert waiting(friends.ada) == waiting(friends.eve) == {"turns": [], "invitations": []}
    content(friends.bob.post(f"/api/matches/{made['id']}/accept", json={}))
    whose = {name: waiting(client)["turns"] for name, client in (("Ada", friends.ada), ("Bob", friends.bob))}
    assert sorted(whose.values()) == [[], [made["id"]]]
    # Every page but Home has a place for it.
    assert ['id="waiting"' in friends.bob.get(path).text for path in ("/", "/games")] == [False, True]


def test_an_invitation_is_declined_and_another_cancelled(friends: Friends) -> None:
    made = friends.invite("Bob")
    declined = content(friends.bob.post(f"/api/matches/{made['id']}/decline", json={}))
    assert (declined["status"], declined["reason"]) == ("called_off", "declined")
    assert [seat["declined"] for seat in declined["seats"]] == [False, True]
    assert "invitation.js" in friends.ada.get(f"/matches/{made['id']}").text
    made = friends.invite("Bob")
    assert content(friends.ada.post(f"/api/matches/{made['id']}/cancel", json={}))["reason"] == "cancelled"
    assert going_on(friends.ada) == going_on(friends.bob) == NOTHING


def test_who_has_a_link_sees_who_invites_before_they_take_the_seat(friends: Friends) -> None:
    made = friends.invite("")
    assert data_of(friends.eve.get(f"/join/{made['link']}").text)["match"]["link"] == ""
    assert friends.ada.get(f"/join/{made['link']}").location == f"/matches/{made['id']}"
    # To follow a link changes nothing: others follow it too, before people do.
    assert going_on(friends.eve) == NOTHING
    assert friends.eve.get(f"/join/{made['link']}x").status_code == 404
    assert content(friends.eve.post("/api/join", json={"link": made["link"]}))["status"] == "running"
    assert friends.bob.get(f"/join/{made['link']}").location == f"/matches/{made['id']}"


def test_who_is_not_logged_in_comes_back_to_the_link(friends: Friends, browser: Browser, world: World) -> None:
    link = friends.invite("")["link"]
    for secret in ("", world.add_visitor()):
        asked = browser(secret).get(f"/join/{link}")
        assert asked.location == f"/login?next=/join/{link}"
        assert data_of(browser(secret).get(asked.location).text)["onward"] == f"/join/{link}"


def test_a_seat_for_the_next_available_is_taken_from_home(friends: Friends) -> None:
    made = friends.invite(NEXT_AVAILABLE)
    assert made["is_in_lobby"]
    assert going_on(friends.eve) == {**NOTHING, "lobby": [made["id"]]}
    assert content(friends.eve.post("/api/join", json={"link": made["id"]}))["status"] == "running"


def test_what_was_played_is_offered_once_and_played_again(friends: Friends) -> None:
    for _ in range(2):
        made = friends.invite(RANDOM_ID)
        friends.ada.post(f"/api/matches/{made['id']}/leave", json={"request_id": new_id()})
    (again,) = data_of(friends.ada.get("/").text)["again"]
    assert again["id"] == made["id"]
    told = content(friends.ada.post(f"/api/matches/{made['id']}/rematch", json={"request_id": "again"}))
    assert told["status"] == "running"
    assert told["id"] not in {made["id"], again["id"]}


class TestOpponents:
    def test_are_friends_bots_and_own_personas(self, world: World, friends: Friends) -> None:
        def own(name: str, kind: players_api.Kind.ValueType, universe: str = "public") -> str:
            player = players_api.Player(
                id=new_id(), name=name, kind=kind, owner_id=friends.ids["Ada"], universe=universe
            )
            world.players[player.id] = player
            return player.id

        connected = own("Beep", players_api.KIND_BOT)
        own("Boop", players_api.KIND_BOT)
        own("Alter", players_api.KIND_PERSONA)
        own("Elsewhere", players_api.KIND_PERSONA, "01J0000000000000000000ELSE")
        world.bots.append(match_api.ConnectedBot(player_id=connected, name="Beep"))
        told = content(friends.ada.get("/api/opponents"))
        assert {kind: [one["name"] for one in players] for kind, players in told.items()} == {
            "friends": ["Bob"],
            "bots": ["Beep"],
            "personas": ["Alter"],
            "away": ["Boop"],
        }
        told = content(friends.ada.get("/api/opponents?name=bO"))
        assert [len(told[kind]) for kind in ("friends", "bots", "personas", "away")] == [1, 0, 0, 1]
        assert content(friends.ada.get("/api/opponents", query_string={"name": "x" * 101}), 422)

    def test_one_can_be_named_by_the_address_of_home(self, friends: Friends) -> None:
        assert data_of(friends.ada.get(f"/?with={friends.ids['Bob']}").text)["opponent"]["name"] == "Bob"
        for nobody in ("", "x", new_id(), friends.ids["Ada"]):
            assert data_of(friends.ada.get(f"/?with={nobody}").text)["opponent"] is None


class TestVisitors:
    @pytest.fixture
    def visitor(self, world: World, browser: Browser) -> FlaskClient:
        client = browser("")
        answer = client.post("/api/visit", json={}, environ_base={"REMOTE_ADDR": "192.0.2.1"})
        assert content(answer) is None
        assert all(word in answer.headers["Set-Cookie"] for word in ("HttpOnly", "SameSite=Lax"))
        # Of strangers so many come from one place.
        assert world.sources == ["192.0.2.1"]
        return client

    def test_watch_and_play_random_without_logging_in(self, friends: Friends, visitor: FlaskClient) -> None:
        watched = friends.invite(RANDOM_ID)
        page = visitor.get("/").text
        data = data_of(page)
        assert data["me"]["kind"] == "anonymous"
        assert 'id="to-log-in"' in page
        assert [match["id"] for match in data["others"]] == [watched["id"]]
        assert data_of(visitor.get(f"/matches/{watched['id']}").text)["match"]["viewer"] == "spectator"
        body = {"game_id": friends.game.id, "player_ids": [ANONYMOUS_ID, RANDOM_ID], "request_id": "visit"}
        assert content(visitor.post("/api/matches", json=body), 201)["status"] == "running"

    def test_are_not_asked_for_what_is_for_people(self, world: World, visitor: FlaskClient) -> None:
        visitor.get("/")
        assert content(visitor.get("/api/opponents"))["friends"] == []
        asked = {name for name, _ in world.calls}
        assert not asked & {"match.ListOpenSeats", "players.ListFriends", "players.ListOwn"}

    def test_are_those_alone_who_are_nobody_yet(self, world: World, friends: Friends, visitor: FlaskClient) -> None:
        # A page for logging in may be open still when somebody has logged in elsewhere.
        for client, name in ((friends.ada, "Ada"), (visitor, "Anonymous")):
            assert "Set-Cookie" not in client.post("/api/visit", json={}).headers
            assert data_of(client.get("/").text)["me"]["name"] == name
        assert [name for name, _ in world.calls].count("players.OpenAnonymous") == 1

    def test_may_log_in_afterwards(self, world: World, visitor: FlaskClient) -> None:
        assert "Log in" in visitor.get("/login").text
        visitor.post("/api/log-in/code", json={"email": "eve@example.org"})
        body = {"email": "eve@example.org", "code": world.codes["eve@example.org"]}
        assert content(visitor.post("/api/log-in", json=body))["is_new"]
        assert data_of(visitor.get("/").text)["me"]["kind"] == "person"
