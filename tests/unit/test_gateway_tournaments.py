"""What the pages are told of tournaments, and what they ask for."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape

import pytest
from fixtures.fakes.world import World
from fixtures.gateway import asked, backends_of, data_of
from flask.testing import FlaskClient

from redscience.api.batch.v1 import batch_pb2 as batch_api
from redscience.api.match.v1 import match_pb2 as match_api
from redscience.api.players.v1 import players_pb2 as players_api
from redscience.api.rating.v1 import rating_pb2 as rating_api
from redscience.api.rules.v1 import rules_pb2 as rules_api
from redscience.names import GREEDY_ID, RANDOM_ID, STANDARD_ID
from redscience.tournaments.results import Results
from redscience.tournaments.seating import seating
from redscience.variations.family import Variations
from services.gateway.app import create_app
from services.gateway.security import COOKIE
from services.kit.ids import new_id

ADDRESSES = dict.fromkeys(("players", "rules", "match", "rating", "batch"), "127.0.0.1:1")
TOURNAMENT, BOB, REQUEST = new_id(), new_id(), "0" * 32
MORE = "more"


@pytest.fixture
def world() -> World:
    world = World()
    game = world.add_source(Variations().ready("Tic-Tac-Toe"))
    results = Results((seating((0, 1), 2),))
    results.outcomes[0, (0, 1)] = Counter({("win", "lose"): 30, ("lose", "win"): 20})
    results.outcomes[0, (1, 0)] = Counter({("win", "lose"): 10, ("lose", "win"): 40})
    results.lengths[0] = Counter({7: 100})
    tournament = batch_api.Tournament(
        id=TOURNAMENT,
        name="=Both",
        status=batch_api.STATUS_RUNNING,
        games=[batch_api.Game(game_id=game.id, name=game.name, seats=["black", "white"], teams=[0, 1])],
        players=[
            batch_api.Player(player_id=STANDARD_ID, name="Standard", kind="house"),
            batch_api.Player(player_id=RANDOM_ID, name="=Random", kind="random"),
        ],
        games_each=100,
        progress=batch_api.Progress(status=batch_api.STATUS_RUNNING, games_played=100, games_total=200),
    )
    summary = batch_api.GameSummary(
        number=3, players=[1, 0], results=[batch_api.RESULT_LOSE, batch_api.RESULT_WIN], plies=7, match_id=new_id()
    )
    step = match_api.ReplayStep(number=0, view='{"last": []}')
    world.told |= {
        "rules.BatchGet": rules_api.BatchGetResponse(games=[game]),
        "batch.Get": batch_api.GetResponse(tournament=tournament),
        "batch.List": batch_api.ListResponse(tournaments=[tournament], next_page_token=MORE),
        "batch.Create": batch_api.CreateResponse(tournament=tournament),
        "batch.Pause": batch_api.PauseResponse(tournament=tournament),
        "batch.Results": batch_api.ResultsResponse(counts=json.dumps(results.as_json())),
        "batch.Curve": batch_api.CurveResponse(
            points=[batch_api.CurvePoint(games=50, players=[batch_api.PlayerCount(player=0, won=30, lost=20)])]
        ),
        "batch.ListGames": batch_api.ListGamesResponse(games=[summary]),
        "batch.GetGame": batch_api.GetGameResponse(summary=summary),
        "batch.Replay": batch_api.ReplayResponse(replay=match_api.ReplayResponse(steps=8, views=[step])),
    }
    return world


@pytest.fixture
def me(world: World) -> players_api.Player:
    player = world.add_player("Ada", "ada@example.org")[0]
    player.role = players_api.ROLE_TRAINER
    return player


@pytest.fixture
def ada(world: World, me: players_api.Player) -> Iterator[FlaskClient]:
    with create_app(backends_of(world), addresses=ADDRESSES, loopback=True).test_client() as client:
        client.set_cookie(COOKIE, f"secret-{me.id}")
        yield client


def game_of(world: World) -> str:
    return next(iter(world.games))


def test_a_tournament_tells_how_sure_it_is(ada: FlaskClient) -> None:
    told = data_of(ada.get(f"/tournaments/{TOURNAMENT}").text)
    first, second = told["report"]["standings"]
    assert (first["name"], first["wins"], first["losses"], first["score"]) == ("Standard", 70, 30, 0.7)
    assert second["high"] < first["low"]
    assert first["superiority"] > 0.999
    assert [(row["seat"], row["score"]) for row in told["report"]["seats"]] == [("black", 0.4), ("white", 0.6)]
    assert [row["score"] for row in told["report"]["cross_table"] if row["seat"] == "black"] == [0.6, 0.2]
    assert told["curve"] == [{"games": 50, "at_ms": 0, "scores": {"0": [0.6, 0.1334]}}]


def test_of_each_game_so_many_are_told_as_are_played(ada: FlaskClient, world: World) -> None:
    tournament = world.told["batch.Get"].tournament
    tournament.games_each = 7
    tournament.players.add(player_id=GREEDY_ID, name="Greedy", kind="house")
    tournament.games.add(game_id=new_id(), name="Three", seats=["black", "white", "pink"], teams=[0, 1, 2])
    world.told["batch.Results"] = batch_api.ResultsResponse()
    told = data_of(ada.get(f"/tournaments/{TOURNAMENT}").text)["tournament"]
    assert [game["games_each"] for game in told["games"]] == [8, 12]


def test_a_tournament_before_its_first_game_is_shown(ada: FlaskClient, world: World) -> None:
    world.told |= {"batch.Results": batch_api.ResultsResponse(), "batch.Curve": batch_api.CurveResponse()}
    told = ada.get(f"/api/tournaments/{TOURNAMENT}").json
    assert [row["rating"] for row in told["report"]["standings"]] == [None, None]
    assert ada.get(f"/api/tournaments/{TOURNAMENT}/lengths.csv").text == ""


def test_a_game_that_was_cut_off_is_said_to_be(ada: FlaskClient, world: World) -> None:
    for summary in (world.told["batch.GetGame"].summary, world.told["batch.ListGames"].games[0]):
        summary.reason = match_api.REASON_LENGTH
        summary.results[:] = [batch_api.RESULT_DRAW] * 2
    world.told["batch.Get"].tournament.rated = True
    (game,) = ada.get(f"/api/tournaments/{TOURNAMENT}/games").json["games"]
    assert (game["reason"], [seat["result"] for seat in game["seats"]]) == ("length", ["draw", "draw"])
    match = data_of(ada.get(f"/tournaments/{TOURNAMENT}/games/3").text)["match"]
    assert (match["reason"], match["rated"], match["status"]) == ("length", False, "ended")


def test_the_games_of_some_are_asked_for_by_their_numbers(ada: FlaskClient, world: World) -> None:
    assert ada.get(f"/api/tournaments/{TOURNAMENT}/games?player=1&player=0").status_code == 200
    assert list(asked(world, "batch.ListGames").players) == [1, 0]
    answer = ada.get(f"/api/tournaments/{TOURNAMENT}/games?player=Ada")
    assert (answer.status_code, answer.json["faults"][0]["path"]) == (422, "player")


def test_who_is_named_again_is_told_from_the_first_by_a_number(ada: FlaskClient, world: World) -> None:
    players = world.told["batch.Get"].tournament.players
    players[1].CopyFrom(players[0])
    told = data_of(ada.get(f"/tournaments/{TOURNAMENT}").text)
    assert [player["name"] for player in told["tournament"]["players"]] == ["Standard", "Standard #2"]
    assert [row["name"] for row in told["report"]["standings"]] == ["Standard", "Standard #2"]
    players[1].budget.simulations = 200
    told = data_of(ada.get(f"/tournaments/{TOURNAMENT}").text)
    assert [row["name"] for row in told["report"]["standings"]] == ["Standard", "Standard (200 simulations)"]


def test_who_plays_both_partners_has_each_game_once_on_the_curve(ada: FlaskClient, world: World) -> None:
    game = world.told["batch.Get"].tournament.games[0]
    game.seats[:], game.teams[:] = ["black", "white", "pink", "yellow"], [0, 1, 0, 1]
    results = Results((seating((0, 1, 0, 1), 2),))
    results.outcomes[0, (0, 1, 0, 1)] = Counter(
        {("win", "lose", "win", "lose"): 30, ("lose", "win", "lose", "win"): 20}
    )
    world.told["batch.Results"].counts = json.dumps(results.as_json())
    # What is told of a player is told by the seat.
    world.told["batch.Curve"].points[0].players[0].CopyFrom(batch_api.PlayerCount(player=0, won=60, lost=40))
    told = data_of(ada.get(f"/tournaments/{TOURNAMENT}").text)
    first = told["report"]["standings"][0]
    assert [first["wins"], first["draws"], first["losses"]] == [30, 0, 20]
    # And is what the table says, to the last decimal.
    assert told["curve"][0]["scores"]["0"] == [first["score"], first["margin"]]
    row = ada.get(f"/api/tournaments/{TOURNAMENT}/curve.csv").text.splitlines()[1]
    assert row == "50,0,Tic-Tac-Toe,0,Standard,30,0,20"


def test_files_hold_the_same_and_a_name_is_no_formula(ada: FlaskClient, world: World) -> None:
    rows = ada.get(f"/api/tournaments/{TOURNAMENT}/standings.csv").text.splitlines()
    assert rows[0].startswith("rank,player,name,games,wins,draws,losses,score,margin,rating,low,high")
    assert rows[2].startswith("2,1,'=Random,100,30,0,70,0.3")
    games = ada.get(f"/api/tournaments/{TOURNAMENT}/games.csv").text.splitlines()
    assert [row.split(",")[:5] for row in games[1:]] == [
        ["3", "Tic-Tac-Toe", "black", "'=Random", "lose"],
        ["3", "Tic-Tac-Toe", "white", "Standard", "win"],
    ]
    assert (
        ada.get(f"/api/tournaments/{TOURNAMENT}/curve.csv").text.splitlines()[1]
        == "50,0,Tic-Tac-Toe,0,Standard,30,0,20"
    )
    world.told["batch.Get"].tournament.progress.games_played = 10_001
    assert ada.get(f"/api/tournaments/{TOURNAMENT}/games.csv").status_code == 422
    answer = ada.get(f"/api/tournaments/{TOURNAMENT}/tournament.json")
    assert answer.json == ada.get(f"/api/tournaments/{TOURNAMENT}").json
    assert "attachment" in answer.headers["Content-Disposition"]


def test_tournaments_are_listed_by_the_page(ada: FlaskClient, world: World) -> None:
    assert data_of(ada.get("/tournaments").text)["next_page"] == MORE
    ada.get(f"/api/tournaments?page={MORE}")
    assert asked(world, "batch.List").page_token == MORE


def test_the_form_is_for_trainers_and_admins(ada: FlaskClient, me: players_api.Player, world: World) -> None:
    told = data_of(ada.get(f"/tournaments/new?game={game_of(world)}&player={RANDOM_ID}").text)
    assert [game["name"] for game in told["games"]] == ["Tic-Tac-Toe"]
    assert {RANDOM_ID, GREEDY_ID, STANDARD_ID} <= {player["id"] for player in told["players"]}
    assert told["chosen"] == [RANDOM_ID]
    assert "Ask an admin" not in ada.get("/tournaments").text
    me.role = players_api.ROLE_CREATOR
    with create_app(backends_of(world), addresses=ADDRESSES, loopback=True).test_client() as creator:
        creator.set_cookie(COOKIE, f"secret-{me.id}")
        assert creator.get("/tournaments/new").status_code == 403
        assert "Ask an admin to make you a trainer." in creator.get("/tournaments").text
        assert 'id="benchmark"' not in creator.get(f"/games/{game_of(world)}/leaderboard").text


def test_a_tournament_is_made_as_the_form_says(ada: FlaskClient, world: World) -> None:
    form = {
        "request_id": REQUEST,
        "name": "Mine",
        "game_ids": [game_of(world)],
        "players": [
            {"id": STANDARD_ID},
            {"id": STANDARD_ID, "seconds": 0.5},
            {"id": STANDARD_ID, "simulations": 200},
            {"id": RANDOM_ID},
        ],
        "format": "gauntlet",
        "games_each": 40,
        "seed": "",
        "rated": True,
        "test": {"elo0": 0, "elo1": 12.5},
    }
    assert ada.post("/api/tournaments", json=form).json["id"] == TOURNAMENT
    request = asked(world, "batch.Create")
    assert list(request.players) == [
        batch_api.Player(player_id=STANDARD_ID),
        batch_api.Player(player_id=STANDARD_ID, budget=batch_api.Budget(seconds=0.5)),
        batch_api.Player(player_id=STANDARD_ID, budget=batch_api.Budget(simulations=200)),
        batch_api.Player(player_id=RANDOM_ID),
    ]
    assert (request.format, request.games_each, request.rated) == (batch_api.FORMAT_GAUNTLET, 40, True)
    assert request.sprt == batch_api.Sprt(elo0=0, elo1=12.5)
    assert ada.post("/api/tournaments", json=form | {"format": "mixed", "rounds": 3, "test": None}).status_code == 201
    mixed = asked(world, "batch.Create")
    assert (mixed.format, mixed.rounds, request.rounds) == (batch_api.FORMAT_MIXED, 3, 0)
    for wrong, field in (
        ({"rounds": 65}, "rounds"),
        ({"games_each": None}, "games_each"),
        ({"test": {"elo0": "x"}}, "elo0"),
        ({"rated": 1}, "rated"),
    ):
        answer = ada.post("/api/tournaments", json=form | wrong)
        assert (answer.status_code, answer.json["faults"][0]["path"]) == (422, field)


def test_another_tournament_begins_with_the_same_games_and_people(ada: FlaskClient, world: World) -> None:
    tournament = world.told["batch.Get"].tournament
    bob = new_id()
    tournament.left_out.add(player_id=bob, name="Bob", kind="person", entry=batch_api.ENTRY_DECLINED)
    tournament.format, tournament.rounds, tournament.window_s = batch_api.FORMAT_MIXED, 5, 300
    found = re.search(r'id="another" href="([^"]+)"', ada.get(f"/tournaments/{TOURNAMENT}").text)
    assert found is not None
    assert unescape(found[1]).endswith(f"&format=mixed&rounds=5&each={tournament.games_each}&window=300&unrated=1")
    tournament.open = True
    assert "&amp;unrated=1&amp;open=1" in ada.get(f"/tournaments/{TOURNAMENT}").text
    told = data_of(ada.get(unescape(found[1])).text)
    assert [game["id"] for game in told["games"]] == [game.game_id for game in tournament.games]
    assert told["chosen"] == [*(player.player_id for player in tournament.players), bob]


def test_who_may_make_no_tournaments_is_not_led_to_the_form(ada: FlaskClient, me: players_api.Player) -> None:
    me.role = players_api.ROLE_CREATOR
    assert 'id="another"' not in ada.get(f"/tournaments/{TOURNAMENT}").text


def test_the_button_asks_for_a_hundred_games_and_says_nothing_of_what_qualifies(ada: FlaskClient, world: World) -> None:
    game_id, entered = game_of(world), [STANDARD_ID, RANDOM_ID]
    asked_for = {"request_id": REQUEST, "player_ids": entered}
    assert ada.post(f"/api/games/{game_id}/benchmark", json=asked_for).status_code == 201
    request = asked(world, "batch.Create")
    assert (request.name, request.games_each, list(request.game_ids), request.rated) == ("", 100, [game_id], True)
    assert [player.player_id for player in request.players] == entered


def test_a_benchmark_is_marked_wherever_it_is_shown(ada: FlaskClient, world: World) -> None:
    assert "Benchmark</strong>" not in ada.get(f"/tournaments/{TOURNAMENT}").text
    tournament = world.told["batch.Get"].tournament
    tournament.benchmark.CopyFrom(batch_api.Benchmark(top_player_id=RANDOM_ID, favored_by_id=STANDARD_ID))
    world.told["batch.List"].tournaments[0].CopyFrom(tournament)
    page = ada.get(f"/tournaments/{TOURNAMENT}").text
    assert "When it was made, =Random was the top player and most favored by Standard." in page
    mark = {"top": "=Random", "favored_by": "Standard"}
    assert data_of(page)["tournament"]["benchmark"] == mark
    assert [row["benchmark"] for row in data_of(page)["report"]["standings"]] == ["favored by", "top"]
    assert data_of(ada.get(f"/games/{game_of(world)}/evolution").text)["tournaments"][0]["benchmark"] == mark
    for path in ("/tournaments", "/api/tournaments"):
        ada.get(path)
        assert not asked(world, "batch.List").benchmarks_only
        ada.get(f"{path}?benchmarks=1")
        assert asked(world, "batch.List").benchmarks_only
    answer = ada.get("/api/tournaments?benchmarks=yes")
    assert (answer.status_code, answer.json["faults"][0]["path"]) == (422, "benchmarks")


@pytest.mark.parametrize(
    ("entry", "is_own"),
    [
        (None, False),
        (batch_api.ENTRY_INVITED, True),
        (batch_api.ENTRY_ACCEPTED, True),
        (batch_api.ENTRY_DECLINED, False),
    ],
)
def test_home_tells_ones_own_tournaments_from_those_to_join(
    ada: FlaskClient, world: World, me: players_api.Player, entry: batch_api.Entry.ValueType | None, *, is_own: bool
) -> None:
    tournament = world.told["batch.List"].tournaments[0]
    tournament.made_by_id, tournament.open = RANDOM_ID, True
    if entry is not None:
        tournament.players.add(player_id=me.id, name="Ada", kind="person", entry=entry)
    told = data_of(ada.get("/").text)
    assert ([len(told[key]) for key in ("tournaments", "open_tournaments")]) == [int(is_own), int(not is_own)]
    assert asked(world, "batch.List").own_or_open
    tournament.made_by_id = me.id
    assert data_of(ada.get("/").text)["open_tournaments"] == []


def test_a_game_of_a_tournament_is_replayed(ada: FlaskClient, world: World) -> None:
    assert ada.get(f"/api/tournaments/{TOURNAMENT}/games").json["games"][0]["seats"][1]["result"] == "win"
    told = data_of(ada.get(f"/tournaments/{TOURNAMENT}/games/3?step=0").text)
    assert [seat["outcome"] for seat in told["match"]["seats"]] == ["lose", "win"]
    assert 'id="analysis" hidden' in ada.get(f"/tournaments/{TOURNAMENT}/games/3").text
    assert (told["match"]["status"], told["match"]["viewer"]) == ("ended", "spectator")
    assert ada.get(f"{told['replay']}?viewer=spectator&first=0&count=1").json["steps"] == 8
    assert asked(world, "batch.Replay").number == 3


def test_a_game_that_is_rated_says_what_it_did_to_the_ratings(ada: FlaskClient, world: World) -> None:
    path = f"/tournaments/{TOURNAMENT}/games/3"
    told = data_of(ada.get(path).text)
    world.changes.append(
        rating_api.MatchRating(match_id=told["match"]["id"], player_id=STANDARD_ID, rating_before=10, rating_after=12.5)
    )
    assert (told["match"]["rated"], told["ratings"]) == (False, {})
    world.told["batch.Get"].tournament.rated = True
    ratings = data_of(ada.get(path).text)["ratings"]
    assert {player: change["after"]["rating"] for player, change in ratings.items()} == {STANDARD_ID: 12.5}


def test_a_game_with_bots_is_the_match_that_it_was_and_leads_back(ada: FlaskClient, world: World) -> None:
    match = match_api.Match(
        id=new_id(), game_id=game_of(world), status=match_api.STATUS_ENDED, tournament_id=TOURNAMENT
    )
    summary = batch_api.GameSummary(players=[1, 0], match_id=match.id, is_match=True)
    world.told |= {
        "batch.GetGame": batch_api.GetGameResponse(summary=summary),
        "match.Get": match_api.GetResponse(match=match),
    }
    answer = ada.get(f"/tournaments/{TOURNAMENT}/games/3")
    assert (answer.status_code, answer.location) == (302, f"/matches/{match.id}?step=0")
    assert f"/tournaments/{TOURNAMENT}" in ada.get(answer.location).text


def test_it_is_paused_and_marked_on_the_curves(ada: FlaskClient, world: World) -> None:
    assert ada.post(f"/api/tournaments/{TOURNAMENT}/pause", json={}).json["id"] == TOURNAMENT
    path = f"/games/{game_of(world)}/evolution"
    assert data_of(ada.get(path).text)["tournaments"][0]["name"] == "=Both"
    world.down.add("batch")
    assert data_of(ada.get(path).text)["tournaments"] == []
    assert ada.get("/tournaments/nothing").status_code == 404


def test_people_answer_come_and_go_by_the_page(ada: FlaskClient, me: players_api.Player, world: World) -> None:
    tournament = world.told["batch.Get"].tournament
    tournament.players.add(player_id=me.id, name="Ada", kind="person", entry=batch_api.ENTRY_INVITED)
    world.told["batch.Results"] = batch_api.ResultsResponse()
    world.told["batch.List"] = batch_api.ListResponse(tournaments=[tournament])
    invited = {"id": TOURNAMENT, "game": "=Both", "from": "", "to": f"/tournaments/{TOURNAMENT}"}
    # Of what was called off nobody is asked any more.
    for status, told in ((batch_api.STATUS_CANCELLED, []), (batch_api.STATUS_INVITING, [invited])):
        world.told["batch.List"].tournaments[0].progress.status = status
        assert ada.get("/api/waiting").json["invitations"] == told
    assert asked(world, "batch.List").own
    for action, entry in (("decline", "declined"), ("accept", "accepted")):
        told = ada.post(f"/api/tournaments/{TOURNAMENT}/{action}", json={}).json
        assert told["players"][2]["entry"] == entry
    told = ada.post(f"/api/tournaments/{TOURNAMENT}/people", json={"player_ids": [me.id]}).json
    assert asked(world, "batch.AddPeople") == batch_api.AddPeopleRequest(tournament_id=TOURNAMENT, player_ids=[me.id])
    assert (told["players"][2]["entry"], told["progress"]["asked"]) == ("invited", 1)
    assert ada.post(f"/api/tournaments/{TOURNAMENT}/people", json={}).json["faults"][0]["path"] == "player_ids"
    ada.post(f"/api/tournaments/{TOURNAMENT}/accept", json={})
    tournament.progress.pairings.add(number=4, players=[2, 0], closes_at_ms=1, here=[0], left=2)
    world.told["batch.List"] = batch_api.ListResponse(tournaments=[tournament])
    to_play = {"tournament": "=Both", "with": ["Standard"], "to": f"/tournaments/{TOURNAMENT}"}
    assert ada.get("/api/waiting").json["games"] == [to_play | {"here": ["Standard"]}]
    # It is open whether anybody has come or not, and only while the tournament runs.
    for status, here, told in (
        (batch_api.STATUS_RUNNING, [], [to_play | {"here": []}]),
        (batch_api.STATUS_RUNNING, [2], []),
        (batch_api.STATUS_PAUSED, [], []),
    ):
        listed = world.told["batch.List"].tournaments[0].progress
        listed.status, listed.pairings[0].here[:] = status, here
        assert ada.get("/api/waiting").json["games"] == told
    for action, here in (("here", [0, 2]), ("gone", [0])):
        (pairing,) = ada.post(f"/api/tournaments/{TOURNAMENT}/{action}", json={}).json["progress"]["pairings"]
        assert (pairing["here"], pairing["players"], pairing["left"]) == (here, [2, 0], 2)
    assert ada.get("/api/matches").json["tournaments"][0]["id"] == TOURNAMENT
    tournament.progress.withdrawn.append(2)
    told = ada.post(f"/api/tournaments/{TOURNAMENT}/players/{BOB}/out", json={}).json
    assert asked(world, "batch.Answer") == batch_api.AnswerRequest(tournament_id=TOURNAMENT, player_id=BOB)
    assert told["progress"]["withdrawn"] == [2]
    # While nobody can tell of tournaments, all else is told.
    world.down.add("batch")
    assert ada.get("/api/matches").json["tournaments"] == []
