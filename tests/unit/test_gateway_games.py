"""Games, looked for by what people call them."""

from __future__ import annotations

from typing import Any

import pytest
from fixtures.gateway import World, backends_of
from flask.testing import FlaskClient
from test_gateway_pages import ADDRESSES, data_of

from redscience import families
from redscience.api.rules.v1.rules_pb2 import ORDER_NEWEST, ORDER_SHORTEST
from services.gateway.app import create_app
from services.gateway.search import PAGE
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


def test_a_picture_is_made_of_the_table_before_the_first_move_and_kept(world: World, ada: FlaskClient) -> None:
    (reversi,) = [game for game in world.games.values() if game.name == "Reversi"]
    answer = ada.get(f"/api/games/{reversi.id}/opening")
    assert len(answer.json["pieces"]) == 4  # type: ignore[index]
    assert answer.headers["Cache-Control"] == "private, max-age=86400"
    assert ada.get(f"/api/games/{new_id()}/opening").status_code == 404
