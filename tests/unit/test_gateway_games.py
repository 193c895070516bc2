"""Games, looked for by what people call them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from fixtures.fakes.world import World
from fixtures.gateway import backends_of
from flask.testing import FlaskClient
from test_gateway_pages import ADDRESSES, data_of

from redscience import families
from redscience.api.rules.v1.rules_pb2 import ORDER_NEWEST, ORDER_SHORTEST
from redscience.variations.language import RuleSet
from services.gateway.app import create_app
from services.gateway.assets import static_version
from services.gateway.search import FOUND, PAGE
from services.gateway.security import COOKIE
from services.kit.ids import new_id


@pytest.fixture
def world() -> World:
    world = World()
    for name in families.names():
        world.add_source(families.get(name))
    return world


@pytest.fixture
def ada(world: World) -> FlaskClient:
    client = create_app(backends_of(world), addresses=ADDRESSES, loopback=True).test_client()
    client.set_cookie(COOKIE, world.add_player("Ada")[1])
    return client


def names(told: Any) -> list[str]:
    return [game["name"] for game in told]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("othello", "Reversi"),
        ("tic tac toe", "Tic-Tac-Toe"),
        ("Tictactoe", "Tic-Tac-Toe"),
        ("connect 4", "Connect4"),
        ("connect", "Connect4"),
        ("Prisoner's Dilemma", "PrisonerDilemma"),
        ("bos", "BoS"),
        ("othelo", "Reversi"),
        ("tic tac tow", "Tic-Tac-Toe"),
        ("conect four", "Connect4"),
        ("rock paper sissors", "RockPaperScissors"),
    ],
)
def test_what_people_call_a_game_finds_it_first(ada: FlaskClient, text: str, first: str) -> None:
    for found in (
        names(ada.get("/api/games", query_string={"name": text}).json),
        names(ada.get("/api/gallery", query_string={"name": text}).json["games"]),  # type: ignore[index]
    ):
        assert found[0] == first
        assert len(found) == len(set(found))


def test_signs_alone_are_a_part_of_a_name(world: World, ada: FlaskClient) -> None:
    assert "Tic-Tac-Toe" in names(ada.get("/api/games?name=-").json)
    assert not any(request.words for name, request in world.calls if name == "rules.List")


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("othello", "Reversi"),
        ("tic tac toe", "Tic-Tac-Toe"),
        ("noughts and crosses", "Tic-Tac-Toe"),
        ("connect 4", "Connect4"),
        ("Connect Four", "Connect4"),
        ("4 in a row", "Connect4"),
        ("vier gewinnt", "Connect4"),
        ("chess", "ChessWithoutCheck"),
        ("checkers", "EnglishDraughts"),
        ("rock paper scissors", "RockPaperScissors"),
        ("five in a row", "5on15sq"),
        ("the prisoner's dilemma", "PrisonerDilemma"),
    ],
)
def test_a_game_is_found_first_and_chosen_by_what_people_call_it(ada: FlaskClient, text: str, game: str) -> None:
    first: Any = ada.get("/api/games", query_string={"name": text}).json[0]  # type: ignore[index]
    assert first["name"] == game
    assert "nearest" not in first
    # So the page knows that it is meant, and why it was found.
    assert any(alike(text, name) for name in (game, *first["also_called"]))


def test_games_are_called_as_those_who_read_call_them(ada: FlaskClient) -> None:
    german = {"Accept-Language": "de"}

    def first(text: str, **headers: str) -> Any:
        return ada.get("/api/gallery", query_string={"name": text}, headers=headers).json["games"][0]  # type: ignore[index]

    called = ["Vier gewinnt", "Vier in einer Reihe", "Connect Four", "Four in a Row"]
    assert (first("Connect4", **german)["also_called"], first("Connect4")["also_called"]) == (called, called[2:])
    # Whoever looks for it by a third name finds that one first.
    assert first("sechs gewinnt")["also_called"] == ["sechs gewinnt", "Connect Six"]
    assert first("sechs gewinnt", **german)["also_called"] == ["Sechs gewinnt", "Connect Six"]
    assert first("Wildes Tic-Tac-Toe")["name"] == "Wild-TTT-6sq3143"
    # While they write, too.
    assert [first(text)["name"] for text in ("drei gew", "VIER GEWINN")] == ["Tic-Tac-Toe", "Connect4"]
    assert "PrisonerDilemma" in names(ada.get("/api/games?name=gefangen").json)
    suggested = {game["name"]: game["also_called"] for game in data_of(ada.get("/", headers=german).text)["suggested"]}
    assert suggested["ChessWithoutCheck"] == ["Schach", "Chess"]


def alike(text: str, name: str) -> bool:
    """As the page compares a name with what is typed."""
    return re.sub(r"\W", "", text.casefold()) == re.sub(r"\W", "", name.casefold())


def test_what_is_not_there_leads_to_the_nearest_which_says_how_it_differs(ada: FlaskClient) -> None:
    def first(text: str, **query: Any) -> Any:
        found = ada.get("/api/gallery", query_string={"name": text, **query}).json["games"]  # type: ignore[index]
        return found and found[0]

    assert (first("go")["name"], first("go")["nearest"]) == (
        "AtariGo",
        "Not Go itself, but near it: captures decide, not territory.",
    )
    assert first("nine men's morris")["name"] == "Tapatan"
    assert (first("Vertrauensspiel")["name"], first("investment game")["name"]) == ("NeedyTrust", "NeedyTrust")
    # What else is asked for holds for it as well.
    assert (
        first("nim", seats=2, family="variations", feature="one-dimension", length="short")["name"] == "Treblecross15"
    )
    for other in ({"seats": 3}, {"family": "stratego"}, {"feature": "hidden"}, {"length": "long"}):
        assert first("nim", **other) == []


@pytest.mark.parametrize("text", ["hex", "Backgammon", "the mancala game"])
def test_of_what_is_not_there_nor_anything_like_it_one_is_told_why(ada: FlaskClient, text: str) -> None:
    found: Any = ada.get("/api/gallery", query_string={"name": text}).json
    assert found["absent"].startswith("Nothing like it is here: ")
    assert found["games"] == []
    german: Any = ada.get("/api/gallery", query_string={"name": text}, headers={"Accept-Language": "de"}).json
    assert german["absent"].startswith("So etwas gibt es hier nicht: ")


@pytest.mark.parametrize("text", ["checkers", "reversi", "gomoku", "ludo"])
def test_of_what_is_there_or_has_a_relative_nothing_is_said_to_be_missing(ada: FlaskClient, text: str) -> None:
    found: Any = ada.get("/api/gallery", query_string={"name": text}).json
    assert found["absent"] == ""
    assert found["games"][0].get("nearest", "").startswith("Not Ludo") == (text == "ludo")


def test_a_short_name_is_found_among_many_that_hold_it(world: World, ada: FlaskClient) -> None:
    for number in range(2 * FOUND):
        world.add_game(RuleSet(name=f"Zap{number:02}"))
    world.add_game(RuleSet(name="Zap"))
    assert names(ada.get("/api/games?name=zap").json)[0] == "Zap"


def test_features_are_listed_by_what_they_are_about(ada: FlaskClient) -> None:
    groups = dict(data_of(ada.get("/games").text)["choices"]["features"])
    assert list(groups)[:5] == ["Board", "Pieces and moves", "Players and turns", "Hidden things", "What decides"]
    listed = [feature for features in groups.values() for feature, _ in features]
    assert len(listed) == len(set(listed))
    assert ["squares", "Squares"] in groups["Board"]
    assert ["armies", "Armies"] in groups["Pieces and moves"]
    assert ["last-piece-wins", "Last piece wins"] in groups["What decides"]


def test_the_gallery_goes_on_where_a_page_ends(ada: FlaskClient) -> None:
    page: Any = data_of(ada.get("/games").text)
    shown = names(page["games"])
    assert len(shown) == PAGE
    while page["next_page"]:
        page = ada.get("/api/gallery", query_string={"page": page["next_page"]}).json
        shown += names(page["games"])
    assert shown == list(families.names())


def test_the_gallery_is_narrowed_by_its_address(world: World, ada: FlaskClient) -> None:
    page = data_of(ada.get("/games?seats=4&feature=hidden&order=newest").text)
    assert page["games"]
    assert all(len(game["seats"]) == 4 and "hidden" in game["features"] for game in page["games"])
    assert {2, 3, 4} <= set(page["choices"]["seats"])
    assert ("undercut", "Undercut") in map(tuple, page["choices"]["kinds"])
    undercut = data_of(ada.get("/games?family=undercut").text)["games"]
    assert {game["family"] for game in undercut} == {"undercut"}
    medium = data_of(ada.get("/games?length=medium&order=shortest").text)["games"]
    assert medium
    assert all(11 <= game["turns"] <= 30 for game in medium)
    asked = [request for name, request in world.calls if name == "rules.List"]
    assert {ORDER_NEWEST, ORDER_SHORTEST} <= {request.order for request in asked}
    for wrong, field in (
        ("seats=x", "seats"),
        ("seats=-1", "seats"),
        ("order=best", "order"),
        ("length=endless", "length"),
        ("name=" + "x" * 101, "name"),
    ):
        answer = ada.get(f"/api/gallery?{wrong}")
        assert answer.status_code == 422
        assert answer.json["faults"][0]["path"] == field  # type: ignore[index]


def test_a_game_whose_family_is_not_installed_is_listed_and_not_drawn(world: World, ada: FlaskClient) -> None:
    game = world.add_game(RuleSet(name="Bout"))
    game.family = "chessboxing"
    told = ada.get("/api/gallery?name=Bout").json["games"]  # type: ignore[index]
    assert [(each["name"], each["is_drawn"]) for each in told] == [("Bout", False)]


def test_a_picture_is_made_of_the_table_before_the_first_move_and_kept(world: World, ada: FlaskClient) -> None:
    (reversi,) = [game for game in world.games.values() if game.name == "Reversi"]
    answer = ada.get(f"/api/games/{reversi.id}/opening?of={static_version()}")
    assert len(answer.json["pieces"]) == 4  # type: ignore[index]
    assert answer.headers["Cache-Control"] == "private, max-age=86400"
    # What draws a picture may read no table that another version wrote.
    for of in ("", "?of=older"):
        assert ada.get(f"/api/games/{reversi.id}/opening{of}").headers["Cache-Control"] == "no-store"
    assert ada.get(f"/api/games/{new_id()}/opening").status_code == 404


def test_a_variant_in_which_the_same_rules_decide_in_another_order_says_so(world: World, ada: FlaskClient) -> None:
    checks: list[dict[str, Any]] = [{"check": "first_shape_row_wins", "length": 4}, {"check": "first_row_loses"}]
    one, other = (
        families.read(json.dumps({"name": name, "board": {"kind": "squares", "size": [5, 5, 1]}, "checks": ordered}))
        for name, ordered in (("Shapes-First", checks), ("Colors-First", checks[::-1]))
    )
    origin, variant = world.add_source(one), world.add_source(other)
    variant.origin_id = origin.id
    page = ada.get(f"/games/{variant.id}").get_data(as_text=True)
    assert re.findall("<mark>(The [^<]*)</mark>", page)
    assert "<del>" not in page
