"""The JSON that pages speak: who may, what is refused and how, what is safe to repeat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fixtures.fakes.world import World
from fixtures.gateway import backends_of, data_of
from fixtures.huge import HUGE_COST, HUGE_FILE
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from redscience import families
from redscience.api.house.v1.choosing_pb2 import KnownMove
from redscience.api.match.v1 import match_pb2 as match_api
from redscience.api.rules.v1.rules_pb2 import Cost
from redscience.names import RANDOM_ID
from redscience.variations.language import Board, RuleSet, to_json
from services.gateway.app import create_app
from services.gateway.security import COOKIE
from services.gateway.shown import show_cost
from services.kit.clock import ManualClock, SystemClock
from services.kit.ids import new_id

ADDRESSES = dict.fromkeys(("players", "rules", "match", "rating"), "127.0.0.1:1")


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(SystemClock().now_ms())


@pytest.fixture
def app(world: World, clock: ManualClock) -> Flask:
    return create_app(backends_of(world), addresses=ADDRESSES, loopback=True, clock=clock)


@pytest.fixture
def visitor(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client


@pytest.fixture
def ada(world: World, visitor: FlaskClient) -> FlaskClient:
    _, secret = world.add_player("Ada")
    visitor.set_cookie(COOKIE, secret)
    return visitor


def content(answer: TestResponse, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.get_json()


def new_match(world: World, client: FlaskClient, game_id: str = "") -> Any:
    """A match against Random in which the client has the first seat, of a new game if none is named."""
    game_id = game_id or world.add_game(RuleSet(name="Tic")).id
    me = next(player for player in world.players.values() if player.name == "Ada")
    body = {"game_id": game_id, "player_ids": [me.id, RANDOM_ID], "request_id": new_id()}
    return content(client.post("/api/matches", json=body), 201)


ASIDE = match_api.SidelineResponse(
    seat="white", view='{"legal": []}', advice="2,2", seats=["black"], has_chance=True, values={"white": 0.75},
    best=[KnownMove(move="2,2", value=0.75, chance=1)],
)  # fmt: skip
SHOWN_ASIDE = {
    "seat": "white",
    "view": {"legal": []},
    "outcome_texts": {},
    "seats": ["black"],
    "has_chance": True,
    "has_secrets": False,
    "advice": "2,2",
    "values": {"white": 0.75},
    "best": [{"move": "2,2", "choice": None, "value": 0.75, "chance": 1.0, "is_proven": False}],
}


class TestLoggingIn:
    def test_by_a_code_that_comes_by_mail(self, world: World, visitor: FlaskClient) -> None:
        assert content(visitor.post("/api/log-in/code", json={"email": " eve@example.org "}))["outbox"]
        body = {"email": "eve@example.org", "code": world.codes["eve@example.org"]}
        answer = visitor.post("/api/log-in", json=body)
        assert content(answer)["is_new"]
        cookie = answer.headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "secret" not in answer.text
        assert visitor.get("/").status_code == 200

    def test_the_cookie_travels_over_https_alone_where_there_is_https(self, world: World) -> None:
        client = create_app(backends_of(world), addresses=ADDRESSES, loopback=False).test_client()
        asked = client.post("/api/log-in/code", json={"email": "eve@example.org"})
        code = world.codes["eve@example.org"]
        answer = client.post("/api/log-in", json={"email": "eve@example.org", "code": code})
        for cookie in (asked.headers["Set-Cookie"], answer.headers["Set-Cookie"]):
            assert "Secure" in cookie
            assert "HttpOnly" in cookie
        assert answer.headers["Strict-Transport-Security"]

    def test_a_code_is_of_use_to_the_browser_alone_that_asked_for_it(self, world: World, app: Flask) -> None:
        app.test_client().post("/api/log-in/code", json={"email": "eve@example.org"})
        body = {"email": "eve@example.org", "code": world.codes["eve@example.org"]}
        assert content(app.test_client().post("/api/log-in", json=body), 401)["code"] == "players/wrong_code"

    def test_by_the_link_of_the_mail_in_the_browser_alone_that_asked(self, app: Flask, visitor: FlaskClient) -> None:
        visitor.post("/api/log-in/code", json={"email": "eve@example.org"})
        body = {"link": "link-of-eve@example.org"}
        assert content(app.test_client().post("/api/log-in/link", json=body), 401)["code"] == "players/wrong_code"
        answer = visitor.post("/api/log-in/link", json=body)
        assert content(answer)["is_new"]
        assert "HttpOnly" in answer.headers["Set-Cookie"]
        assert visitor.get("/").status_code == 200

    @pytest.mark.parametrize(
        ("kept", "forwarded", "source"),
        [
            ("here", "203.0.113.5, 198.51.100.7", "192.0.2.1"),
            ("on a host", "203.0.113.5, 198.51.100.7", "198.51.100.7"),
            ("on a host", "2001:DB8::0:1", "2001:db8::1"),
            ("on a host", "", "192.0.2.1"),
            ("on a host", "\u00e9, \x7f", "192.0.2.1"),
        ],
    )
    def test_a_proxy_is_believed_where_there_is_one(self, world: World, kept: str, forwarded: str, source: str) -> None:
        client = create_app(backends_of(world), addresses=ADDRESSES, loopback=kept == "here").test_client()
        client.post(
            "/api/log-in/code",
            json={"email": "eve@example.org"},
            headers={"X-Forwarded-For": forwarded},
            environ_base={"REMOTE_ADDR": "192.0.2.1"},
        )
        assert world.sources == [source]

    def test_a_session_says_which_browser_opened_it(self, world: World, visitor: FlaskClient) -> None:
        visitor.post("/api/log-in/code", json={"email": "eve@example.org"})
        body = {"email": "eve@example.org", "code": world.codes["eve@example.org"]}
        visitor.post("/api/log-in", json=body, headers={"User-Agent": "Firefox\t on " + "x" * 90})
        (asked,) = [request for name, request in world.calls if name == "players.LogIn"]
        assert asked.label == ("Firefox on " + "x" * 90)[:60]

    def test_a_fault_names_the_field(self, visitor: FlaskClient) -> None:
        told = content(visitor.post("/api/log-in/code", json={"email": "eve"}), 422)
        assert told["code"] == "input/invalid"
        assert told["faults"][0]["path"] == "email"
        assert told["faults"][0]["remedy"]

    def test_a_wrong_code_is_refused_and_tried_once(self, world: World, visitor: FlaskClient) -> None:
        body = {"email": "eve@example.org", "code": "000000"}
        assert content(visitor.post("/api/log-in", json=body), 401)["code"] == "players/wrong_code"
        assert [name for name, _ in world.calls] == ["players.LogIn"]

    def test_a_new_name_is_known_at_once(self, ada: FlaskClient) -> None:
        assert content(ada.post("/api/me/name", json={"name": " Grace "}))["name"] == "Grace"
        assert "Grace" in ada.get("/").text
        assert content(ada.post("/api/me/name", json={"name": "Random"}), 409)["code"] == "players/name_taken"

    def test_out_again(self, ada: FlaskClient) -> None:
        content(ada.post("/api/log-out", json={}))
        assert ada.get("/").status_code == 302
        content(ada.post("/api/log-out", json={}))

    def test_a_token_is_exchanged_once_until_shortly_before_it_ends(
        self, world: World, ada: FlaskClient, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def exchanges() -> int:
            return [name for name, _ in world.calls].count("players.Exchange")

        monkeypatch.setattr("fixtures.fakes.players.now_ms", clock.now_ms)
        for advance_ms in (0, 0, 539_999):
            clock.advance(advance_ms)
            ada.get("/api/games")
        assert exchanges() == 1
        clock.advance(1)
        ada.get("/api/games")
        assert exchanges() == 2


class TestWhoMaySend:
    @pytest.mark.parametrize(
        "headers",
        [
            {"Origin": "https://evil.example"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
            {"Origin": "null"},
        ],
    )
    def test_pages_of_other_sites_may_not(self, world: World, ada: FlaskClient, headers: dict[str, str]) -> None:
        told = content(ada.post("/api/matches", json={}, headers=headers), 403)
        assert told["code"] == "identity/not_allowed"
        assert world.matches == {}

    def test_forms_may_not(self, ada: FlaskClient) -> None:
        assert content(ada.post("/api/log-out", data={"a": "b"}), 422)["faults"][0]["path"] == "Content-Type"
        assert content(ada.post("/api/log-out", data="{}", content_type="text/plain"), 422)

    @pytest.mark.parametrize(
        "headers",
        [
            {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"},
            {"Origin": "http://localhost"},  # an old browser
            {"Origin": "https://games.example.org", "Sec-Fetch-Site": "same-origin"},  # a proxy with a Host of its own
        ],
    )
    def test_our_own_pages_may(self, ada: FlaskClient, headers: dict[str, str]) -> None:
        content(ada.post("/api/log-out", json={}, headers=headers))

    @pytest.mark.parametrize("path", ["/api/games", "/api/matches", "/api/events?match=1", "/api/matches/1"])
    def test_nobody_who_is_not_logged_in(self, visitor: FlaskClient, path: str) -> None:
        assert content(visitor.get(path), 401)["code"] == "identity/not_logged_in"


@pytest.mark.parametrize(
    ("path", "body", "at"),
    [
        ("/api/log-in/code", {}, "email"),
        ("/api/log-in", {"email": "a@b"}, "code"),
        ("/api/log-in/link", {"link": 1}, "link"),
        ("/api/me/name", {"name": 1}, "name"),
        ("/api/factory/check", {"rule_set": []}, "rule_set"),
        ("/api/games", {"rule_set": {}}, "request_id"),
        ("/api/matches", {"game_id": "x", "player_ids": "y"}, "player_ids"),
        ("/api/matches", {"game_id": "x", "player_ids": [None]}, "player_ids"),
        ("/api/matches/1/play", {"view_version": -1}, "view_version"),
        ("/api/matches/1/play", {"view_version": True}, "view_version"),
        ("/api/matches/1/play", {"view_version": 1, "request_id": "r", "moves": ["a"] * 65}, "moves"),
        ("/api/matches/1/propose", {"view_version": 1, "moves": 7}, "moves"),
        ("/api/matches/1/leave", [], "body"),
    ],
)
def test_a_body_with_a_fault_is_told_which(ada: FlaskClient, path: str, body: Any, at: str) -> None:
    assert content(ada.post(path, json=body), 422)["faults"][0]["path"] == at


def test_what_is_no_json_or_too_long_is_refused(ada: FlaskClient) -> None:
    broken = ada.post("/api/log-out/", data="{", content_type="application/json")
    assert content(broken, 404)["code"] == "http/404"
    assert content(ada.post("/api/me/name", data="{", content_type="application/json"), 422)
    long = {"rule_set": {"name": "x" * 1_100_000}}
    assert content(ada.post("/api/factory/check", json=long), 413)["code"] == "http/413"


class TestTheFactory:
    def test_a_warning_is_read_in_the_language_of_whoever_asks(self, ada: FlaskClient) -> None:
        body = {"rule_set": {"name": "Odd", "phases": [{"locked": "white"}]}}
        told = [
            content(ada.post("/api/factory/check", json=body, headers={"Accept-Language": language}))["warnings"][0]
            for language in ("en", "de")
        ]
        assert [warning["text"] for warning in told] == [
            "White is locked from first to last, and never moves.",
            "Weiß ist von Anfang bis Ende gesperrt und zieht nie.",
        ]
        assert [warning["paths"] for warning in told] == [["phases[0].locked[0]"]] * 2

    def test_a_sound_rule_set_is_explained_and_drawn(self, world: World, ada: FlaskClient) -> None:
        saved = world.add_game(RuleSet(name="Tic"))
        body = {
            "rule_set": {
                "name": "Mine",
                "board": {"kind": "hash"},
                "shapes": {"O": {"reserve": {"black": 5, "white": 4}}},
            }
        }
        told = content(ada.post("/api/factory/check", json=body))
        assert told["faults"] == []
        assert all(sentence["paths"] for sentence in told["sentences"])
        assert told["table"]["board"]["size"] == [3, 3, 1]
        assert told["same_as"] == {"id": saved.id, "name": "Tic"}

    def test_what_a_turn_costs_is_told_where_it_is_much(self, ada: FlaskClient) -> None:
        told = content(ada.post("/api/factory/check", json={"rule_set": HUGE_FILE}))
        assert told["cost"] == HUGE_COST
        assert content(ada.post("/api/factory/check", json={"rule_set": content_of(RuleSet())}))["cost"] == ""

    def test_all_faults_are_told_with_their_places(self, ada: FlaskClient) -> None:
        told = content(ada.post("/api/factory/check", json={"rule_set": {"name": "a b", "seconds_per_turn": 7}}))
        assert {"name", "seconds_per_turn"} <= {fault["path"] for fault in told["faults"]}
        assert all(fault["problem"] and fault["remedy"] for fault in told["faults"])
        assert told["table"] is None

    def test_a_file_is_read_as_it_is(self, ada: FlaskClient) -> None:
        def told(text: str) -> Any:
            return content(ada.post("/api/factory/check", json={"text": text}))

        (fault,) = told('{"name": "X", ')["faults"]
        assert fault["path"] == "file"
        assert "line 1, column 15" in fault["problem"]
        for twice in ('{"name": "X", "name": "Y"}', '{"name": "X", "about": "a", "about": "b"}'):
            answer = told(twice)
            assert [fault["problem"] for fault in answer["faults"]] == ["appears twice"]
            assert answer["table"] is None

    def test_a_file_is_told_to_be_of_its_family(self, ada: FlaskClient) -> None:
        def family(**rules: Any) -> str:
            return str(content(ada.post("/api/factory/check", json={"rule_set": {"name": "Mine"} | rules}))["family"])

        assert family() == family(players="9") == "variations"
        assert family(format="redscience-rainbow/1") == family(format="redscience-rainbow/1", players=9) == "rainbow"
        assert family(format="redscience-chess/1") == ""

    def test_a_file_of_games_that_no_page_shows_leads_to_no_factory(
        self, ada: FlaskClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(type(families.family("rainbow")), "page", None)
        asked = {"rule_set": {"format": "redscience-rainbow/1", "name": "Mine"}}
        assert content(ada.post("/api/factory/check", json=asked))["family"] == ""
        assert ada.get("/factory?family=rainbow").status_code == 404

    def test_a_draft_is_tried_out_and_kept_nowhere(self, world: World, ada: FlaskClient) -> None:
        rules = content_of(RuleSet())
        begun = content(ada.post("/api/factory/try", json={"rule_set": rules, "moves": []}))
        assert (begun["seat"], begun["seats"], begun["has_chaos"]) == ("black", ["black", "white"], False)
        body = {"rule_set": rules, "seat": "black", "state": begun["state"], "moves": ["O@2,2"]}
        played = content(ada.post("/api/factory/try", json=body))
        assert len(played["view"]["table"]["pieces"]) == 2
        assert content(ada.post("/api/factory/try", json=body | {"moves": ["O@9,9"]}), 422)["code"].startswith("move/")
        broken = {**rules, "players": "9"}
        told = content(ada.post("/api/factory/try", json={"rule_set": broken, "moves": []}), 422)
        assert [fault["path"] for fault in told["faults"]] == ["players"]
        assert not world.matches

    def test_a_draft_has_figures(self, ada: FlaskClient) -> None:
        figures = content(ada.post("/api/factory/figures", json={"rule_set": content_of(RuleSet())}))
        usual, fewest, most = figures["turns"]
        assert 5 <= fewest <= usual <= most <= 9
        assert [one["seat"] for one in figures["seats"]] == ["black", "white"]
        assert {one["won"] + one["drawn"] + one["lost"] for one in figures["seats"]} == {figures["games"]}
        broken = {**content_of(RuleSet()), "players": "9"}
        told = content(ada.post("/api/factory/figures", json={"rule_set": broken}), 422)
        assert [fault["path"] for fault in told["faults"]] == ["players"]

    def test_saving_twice_under_one_request_saves_once(self, world: World, ada: FlaskClient) -> None:
        rules = RuleSet(name="Six", board=Board("squares", (6, 6, 1)))
        body = {"rule_set": {**content_of(rules)}, "request_id": "r1"}
        first, again = (content(ada.post("/api/games", json=body), 201) for _ in range(2))
        assert first["id"] == again["id"]
        assert len(world.games) == 1
        assert content(ada.post("/api/games", json=body | {"request_id": "r2"}), 409)["code"] == "rules/name_taken"
        assert content(ada.get("/api/games?name=si"))[0]["name"] == "Six"
        assert content(ada.get(f"/api/games/{first['id']}"))["english"]


@pytest.mark.parametrize(
    ("moves", "view_bytes", "said"),
    [
        (2_000, 250_000, ""),
        (2_001, 90_000, "up to 2,001 moves, and each player is sent up to 90 kB for it."),
        (1, 250_500, "up to 1 move, and each player is sent up to 250 kB for it."),
        (40, 3_250_000, "up to 40 moves, and each player is sent up to 3.2 MB for it."),
        (40, 999_999, "up to 40 moves, and each player is sent up to 1.0 MB for it."),
    ],
)
def test_what_a_turn_costs_is_said_in_a_sentence(moves: int, view_bytes: int, said: str) -> None:
    assert (
        show_cost(Cost(legal_moves=moves, view_bytes=view_bytes)).removeprefix("A turn of this game can have ") == said
    )


def content_of(rules: RuleSet) -> Any:
    import json  # noqa: PLC0415  # one use

    return json.loads(to_json(rules))


class TestAMatch:
    def test_is_played_move_by_move(self, world: World, ada: FlaskClient) -> None:
        match = new_match(world, ada)
        assert match["status"] == "running"
        assert match["viewer"] == "black"
        body = {"view_version": match["view_version"], "request_id": "r", "moves": ["O@2,2"]}
        after = content(ada.post(f"/api/matches/{match['id']}/play", json=body))
        assert after["view"]["acting"] == ["white"]
        assert after["view_version"] > match["view_version"]
        # The answer was lost: the same request changes nothing and is answered alike.
        again = content(ada.post(f"/api/matches/{match['id']}/play", json=body))
        assert again["view_version"] == after["view_version"]

    def test_a_stale_or_illegal_move_is_refused_by_name(self, world: World, ada: FlaskClient) -> None:
        match = new_match(world, ada)
        path = f"/api/matches/{match['id']}/play"
        stale = {"view_version": 99, "request_id": "a", "moves": ["O@2,2"]}
        assert content(ada.post(path, json=stale), 409)["code"] == "match/stale_view"
        illegal = {"view_version": match["view_version"], "request_id": "b", "moves": ["O@9,9"]}
        assert content(ada.post(path, json=illegal), 422)["code"] == "move/illegal"

    def test_a_proposal_is_kept_for_its_proposer(self, world: World, ada: FlaskClient) -> None:
        match = new_match(world, ada)
        body = {"view_version": match["view_version"], "moves": ["O@1,1"]}
        content(ada.post(f"/api/matches/{match['id']}/propose", json=body))
        assert content(ada.get(f"/api/matches/{match['id']}"))["proposed"] == ["O@1,1"]

    def test_who_leaves_loses(self, world: World, ada: FlaskClient) -> None:
        match = new_match(world, ada)
        left = content(ada.post(f"/api/matches/{match['id']}/leave", json={"request_id": "l"}))
        assert left["status"] == "ended"
        assert left["reason"] == "resigned"
        assert {seat["seat"]: seat["outcome"] for seat in left["seats"]} == {"black": "lose", "white": "win"}
        board = content(ada.get(f"/api/games/{match['game']['id']}/leaderboard"))
        assert [standing["player"]["name"] for standing in board["standings"]] == ["Random", "Ada"]
        assert board["standings"][0]["won_percent"] == 100

    def test_the_ratings_of_a_match_are_those_of_its_end(self, world: World, ada: FlaskClient) -> None:
        first = new_match(world, ada)
        path = f"/api/matches/{first['id']}"
        assert content(ada.get(f"{path}/ratings")) == {}
        left = content(ada.post(f"{path}/leave", json={"request_id": "l"}))
        told = content(ada.get(f"{path}/ratings"))
        assert set(told) == {seat["player"]["id"] for seat in left["seats"]}
        # Another match changes the leaderboard, and nothing of what the first one did.
        after = new_match(world, ada, first["game"]["id"])
        content(ada.post(f"/api/matches/{after['id']}/leave", json={"request_id": "m"}))
        again = content(ada.get(f"/api/matches/{after['id']}/ratings"))
        assert {id_: change["before"] for id_, change in again.items()} == {
            id_: change["after"] for id_, change in told.items()
        }
        assert content(ada.get(f"{path}/ratings")) == told
        assert data_of(ada.get(f"/matches/{first['id']}").text)["ratings"] == told

    def test_is_listed_while_it_runs(self, world: World, ada: FlaskClient) -> None:
        match = new_match(world, ada)
        listed = content(ada.get("/api/matches"))
        assert [one["id"] for one in listed["mine"]] == [match["id"]]
        assert listed["others"] == []

    def test_is_seen_again_in_parts_with_anybodys_eyes(self, world: World, ada: FlaskClient) -> None:
        match = new_match(world, ada)
        world.matches[match["id"]].version = 5
        path = f"/api/matches/{match['id']}/replay?viewer=white&first=3&count=10"
        part = content(ada.get(path))
        assert (part["steps"], part["first"]) == (5, 3)
        assert [step["at_ms"] for step in part["views"]] == [3, 4]
        assert {step["view"]["viewer"] for step in part["views"]} == {"white"}

    @pytest.mark.parametrize("number", ["x", "-1", "1.5", "9999999999", "\N{SUPERSCRIPT TWO}"])
    def test_a_part_that_is_no_number_is_refused(self, world: World, ada: FlaskClient, number: str) -> None:
        path = f"/api/matches/{new_match(world, ada)['id']}/replay"
        refused = content(ada.get(path, query_string={"viewer": "white", "first": number}), 422)
        assert [fault["path"] for fault in refused["faults"]] == ["first"]

    def test_other_moves_are_tried_in_it(self, world: World, ada: FlaskClient) -> None:
        path = f"/api/matches/{new_match(world, ada)['id']}/sideline"
        world.told["match.Sideline"] = ASIDE
        asked = {"step": 3, "viewer": "everything", "moves": [{"seat": "black", "move": "1,1"}], "adviser_id": "x"}
        assert content(ada.post(path, json=asked)) == SHOWN_ASIDE
        _, sent = world.calls[-1]
        assert (sent.step, sent.viewer, sent.adviser_id, sent.game_id) == (3, "everything", "x", "")
        assert [(one.seat, one.move) for one in sent.moves] == [("black", "1,1")]
        for wrong, field in (
            ({"step": -1}, "step"),
            ({"step": 2**31}, "step"),
            ({"step": "3"}, "step"),
            ({"viewer": None}, "viewer"),
            ({"moves": None}, "moves"),
            ({"moves": ["1,1"]}, "moves"),
            ({"moves": [{}] * 1_001}, "moves"),
            ({"moves": [{"seat": "black", "move": "1,1"}, {"seat": "white"}]}, "moves[1].move"),
            ({"moves": [{"seat": "\ud800", "move": "1,1"}]}, "moves[0].seat"),
            ({"adviser_id": 5}, "adviser_id"),
        ):
            refused = content(ada.post(path, json=asked | wrong), 422)
            assert [fault["path"] for fault in refused["faults"]] == [field]

    def test_a_game_is_looked_at_without_one(self, world: World, ada: FlaskClient) -> None:
        world.told["match.Sideline"] = ASIDE
        path = f"/api/games/{new_id()}/analysis"
        asked = {"deal": 7, "viewer": "everything", "moves": [{"seat": "", "move": "1,1"}]}
        assert content(ada.post(path, json=asked)) == SHOWN_ASIDE
        _, sent = world.calls[-1]
        assert (sent.game_id, sent.deal, sent.match_id, sent.adviser_id) == (path.split("/")[3], 7, "", "")
        refused = content(ada.post(path, json=asked | {"deal": -1}), 422)
        assert [fault["path"] for fault in refused["faults"]] == ["deal"]

    def test_an_unknown_one_is_not_found(self, ada: FlaskClient) -> None:
        assert content(ada.get(f"/api/matches/{new_id()}"), 404)["code"] == "match/unknown"


def test_a_service_that_comes_back_within_seconds_is_waited_for(
    world: World, ada: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada.get("/api/games")
    world.down.add("rules")
    monkeypatch.setattr("services.gateway.backends.random.uniform", lambda *_: world.down.clear() or 0.0)
    content(ada.get("/api/games"))


def test_a_service_that_stays_away_is_named_as_unavailable(
    world: World, ada: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada.get("/api/games")
    world.down.add("rules")
    monkeypatch.setattr("services.gateway.backends.PATIENCE_S", 0.0)
    answer = ada.get("/api/games")
    assert content(answer, 503)["code"] == "service/unavailable"
    assert answer.headers["Retry-After"]


def test_what_nobody_foresaw_is_told_without_its_inside(world: World, ada: FlaskClient) -> None:
    ada.get("/api/games")
    world.games["broken"] = None  # type: ignore[assignment]
    told = content(ada.get("/api/games"), 500)
    assert told["code"] == "internal"
    assert "NoneType" not in told["message"]


def test_every_answer_has_the_headers(ada: FlaskClient) -> None:
    for path in ("/", "/api/games", "/nothing", "/healthz"):
        headers = ada.get(path).headers
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "no-store"
