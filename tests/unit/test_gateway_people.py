"""What the pages are told of people, and what they may do about one another."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fixtures.fakes.world import World
from fixtures.gateway import asked, backends_of, data_of
from flask.testing import FlaskClient

from redscience.api.chat.v1 import chat_pb2 as chat_api
from redscience.api.match.v1 import match_pb2 as match_api
from redscience.api.players.v1 import players_pb2 as players_api
from redscience.api.rating.v1 import rating_pb2 as rating_api
from redscience.api.rules.v1 import rules_pb2 as rules_api
from redscience.names import RANDOM_ID
from redscience.variations.language import RuleSet
from services.gateway import own_data
from services.gateway.app import create_app
from services.gateway.security import COOKIE
from services.kit.ids import new_id

ADDRESSES = dict.fromkeys(("players", "rules", "match", "rating"), "127.0.0.1:1")
GAME = new_id()


@pytest.fixture
def world() -> World:
    world = World()
    world.told |= {
        "rules.BatchGet": rules_api.BatchGetResponse(games=[rules_api.Game(id=GAME, name="Tic")]),
        "rating.GetStatistics": rating_api.GetStatisticsResponse(),
        "rating.GetMatchRatings": rating_api.GetMatchRatingsResponse(),
    }
    return world


@pytest.fixture
def me(world: World) -> players_api.Player:
    return world.add_player("Ada", "ada@example.org")[0]


@pytest.fixture
def grace(world: World) -> players_api.Player:
    return world.add_player("Grace", "grace@example.org")[0]


@pytest.fixture
def ada(world: World, me: players_api.Player) -> Iterator[FlaskClient]:
    with create_app(backends_of(world), addresses=ADDRESSES, loopback=True).test_client() as client:
        client.set_cookie(COOKIE, f"secret-{me.id}")
        yield client


def test_a_players_page_has_the_tabs_that_there_is_something_for(
    ada: FlaskClient, me: players_api.Player, grace: players_api.Player
) -> None:
    common = ["stats", "history", "favoritism"]
    for player_id, tabs in (
        (me.id, [*common, "creations", "friends"]),
        (grace.id, [*common, "creations"]),
        (RANDOM_ID, common),
    ):
        assert data_of(ada.get(f"/players/{player_id}").text)["tabs"] == tabs
    assert ada.get(f"/players/{grace.id}/friends").status_code == 404
    assert ada.get(f"/api/players/{grace.id}/friends").status_code == 404
    assert ada.get(f"/players/{new_id()}").status_code == 404
    assert ada.get("/players/1;drop").status_code == 404


def test_an_address_is_told_to_nobody(ada: FlaskClient, grace: players_api.Player) -> None:
    for path in (f"/players/{grace.id}", "/api/players?name=g", f"/players/{grace.id}/history"):
        assert "example.org" not in ada.get(path).text


def test_statistics_name_their_games_and_go_on_by_the_page(world: World, ada: FlaskClient, me: Any) -> None:
    world.told["rating.GetStatistics"] = rating_api.GetStatisticsResponse(
        statistics=[rating_api.Statistics(standing=rating_api.Standing(game_id=GAME, played=4), won_percent=25)],
        next_page_token="on",  # noqa: S106 - a place
    )
    shown = data_of(ada.get(f"/players/{me.id}").text)["list"]
    assert shown["rows"][0]["game"] == {"id": GAME, "name": "Tic"}
    assert (shown["rows"][0]["played"], shown["rows"][0]["won_percent"], shown["next"]) == (4, 25, "on")
    ada.get(f"/api/players/{me.id}/stats?page=on")
    assert asked(world, "rating.GetStatistics").page_token == "on"  # noqa: S105 - a place


def test_numbers_that_a_game_keeps_are_told_as_its_family_adds_them_up(world: World, ada: FlaskClient, me: Any) -> None:
    figures = [
        rating_api.Figure(name="best score", sum=31, least=4, most=20),
        rating_api.Figure(name="of another release", sum=1, least=1, most=1),
        rating_api.Figure(name="points", sum=31, least=4, most=20),
    ]
    standing = rating_api.Standing(game_id=GAME, won=2, lost=1)
    world.told["rating.GetStatistics"] = rating_api.GetStatisticsResponse(
        statistics=[rating_api.Statistics(standing=standing, figures=figures)]
    )
    for family, shown in (("undercut", [("points", 31), ("best score", 20)]), ("variations", []), ("gone", [])):
        game = rules_api.Game(id=GAME, name="Under", family=family)
        world.told["rules.BatchGet"] = rules_api.BatchGetResponse(games=[game])
        (row,) = data_of(ada.get(f"/players/{me.id}").text)["list"]["rows"]
        assert (row["won"], row["drawn"], row["lost"]) == (2, 0, 1)
        assert [(figure["name"], figure["value"]) for figure in row["figures"]] == shown


def test_numbers_of_a_game_are_named_in_the_language_of_who_reads(world: World, ada: FlaskClient, me: Any) -> None:
    for family, names in (
        ("undercut", {"points": "Punkte", "best score": "höchste Punktzahl"}),
        ("stratego", {"bombs hit": "auf Bomben gelaufen", "marshals lost": "verlorene Marschälle"}),
    ):
        figures = [rating_api.Figure(name=name, sum=3, least=1, most=2) for name in names]
        row = rating_api.Statistics(standing=rating_api.Standing(game_id=GAME, won=1), figures=figures)
        world.told["rating.GetStatistics"] = rating_api.GetStatisticsResponse(statistics=[row])
        world.told["rules.BatchGet"] = rules_api.BatchGetResponse(
            games=[rules_api.Game(id=GAME, name="G", family=family)]
        )
        page = ada.get(f"/players/{me.id}", headers={"Accept-Language": "de"}).text
        assert [figure["name"] for figure in data_of(page)["list"]["rows"][0]["figures"]] == list(names.values())


def test_a_players_universe_is_the_one_that_is_looked_into(world: World, ada: FlaskClient, me: Any) -> None:
    persona = players_api.Player(
        id=new_id(), name="Eve", kind=players_api.KIND_PERSONA, owner_id=me.id, universe=new_id()
    )
    world.players[persona.id] = persona
    data = data_of(ada.get(f"/players/{persona.id}").text)
    assert data["owner"]["name"] == "Ada"
    assert asked(world, "rating.GetStatistics").universe == persona.universe
    seat = match_api.Seat(player_id=persona.id, player_name="Eve", kind="persona", outcome="win")
    match = match_api.Match(id=new_id(), game_id=GAME, status=match_api.STATUS_ENDED, seats=[seat], rated=True)
    world.matches[match.id] = type("Play", (), {"match": match})()
    world.told["rating.GetMatchRatings"] = rating_api.GetMatchRatingsResponse()
    (row,) = data_of(ada.get(f"/players/{persona.id}/history").text)["list"]["rows"]
    assert row["outcome"] == "win"
    assert {asked(world, name).universe for name in ("match.List", "rating.GetMatchRatings")} == {persona.universe}


def test_a_players_page_leads_to_what_they_play_now(world: World, ada: FlaskClient, me: Any, grace: Any) -> None:
    seats = [
        match_api.Seat(slot=0, player_id=RANDOM_ID, player_name="Random", kind="random"),
        match_api.Seat(slot=1, player_id=grace.id, player_name="Grace", kind="person"),
        match_api.Seat(slot=2, kind="chaos"),
    ]
    running = match_api.Match(id=new_id(), game_name="Tic", status=match_api.STATUS_RUNNING, seats=seats)
    world.told["match.List"] = match_api.ListResponse(matches=[running])
    shown = ada.get(f"/players/{grace.id}").text
    assert f'<a href="/matches/{running.id}">Tic with Random</a>' in shown
    wanted = asked(world, "match.List")
    assert (wanted.player_id, wanted.status) == (grace.id, match_api.STATUS_RUNNING)
    # Home has one's own, and Random plays always.
    for player_id in (me.id, RANDOM_ID):
        assert "Playing now" not in ada.get(f"/players/{player_id}").text


@pytest.mark.parametrize(
    ("contact", "link", "about"),
    [
        ("club@example.org", "mailto:club@example.org", "mailto:club@example.org?subject=Grace%20%26%20Co"),
        ("https://example.org/contact", "https://example.org/contact", "https://example.org/contact"),
    ],
)
def test_pages_lead_to_where_the_host_is_reached(
    world: World, ada: FlaskClient, *, contact: str, link: str, about: str
) -> None:
    me, (grace, _) = data_of(ada.get("/").text)["me"], world.add_player("Grace & Co")
    app = create_app(backends_of(world), addresses=ADDRESSES, loopback=True, contact=contact)
    with app.test_client() as client:
        assert f'<a href="{link}">Write to the admins</a>' in client.get("/login").text
        client.set_cookie(COOKIE, f"secret-{me['id']}")
        assert f'href="{link}">' in client.get("/games").text
        of_grace = client.get(f"/players/{grace.id}").text
        assert f'<a href="{about}">Write to the admins about Grace &amp; Co</a>' in of_grace
        assert "about Ada" not in client.get(f"/players/{me['id']}").text
    assert "Write to the admins" not in ada.get(f"/players/{grace.id}").text


def test_a_match_that_was_is_told_with_the_rating_before_and_after(
    world: World, ada: FlaskClient, me: Any, grace: Any
) -> None:
    seats = [
        match_api.Seat(slot=0, player_id=me.id, player_name="Ada", kind="person", outcome="win"),
        match_api.Seat(slot=1, player_id=grace.id, player_name="Grace", kind="person", outcome="lose"),
    ]
    match = match_api.Match(
        id=new_id(),
        game_id=GAME,
        game_name="Tic",
        status=match_api.STATUS_ENDED,
        seats=seats,
        rated=True,
        reason=match_api.REASON_TIME,
    )
    world.matches[match.id] = type("Play", (), {"match": match})()
    world.told["rating.GetMatchRatings"] = rating_api.GetMatchRatingsResponse(
        ratings=[
            rating_api.MatchRating(
                match_id=match.id, player_id=who.id, rating_before=1, mu_after=25, sigma_after=7, rating_after=after
            )
            for who, after in ((grace, -1.0), (me, 3.5))
        ]
    )
    (row,) = data_of(ada.get(f"/players/{me.id}/history").text)["list"]["rows"]
    assert (row["outcome"], row["reason"], row["ratings"]["before"]["rating"]) == ("win", "time", 1)
    assert row["ratings"]["after"] == {"mu": 25, "sigma": 7, "rating": 3.5}
    assert [other["name"] for other in row["others"]] == ["Grace"]
    world.players[grace.id].name = "Amazing"
    (row,) = data_of(ada.get(f"/players/{me.id}/history").text)["list"]["rows"]
    assert ([other["name"] for other in row["others"]], row["others_then"]) == (["Amazing"], ["Grace"])
    del world.players[grace.id]
    (row,) = data_of(ada.get(f"/players/{me.id}/history").text)["list"]["rows"]
    assert [other["name"] for other in row["others"]] == ["Grace"]
    assert list(asked(world, "rating.GetMatchRatings").match_ids) == [match.id]


def test_one_plays_again_with_friends_alone_by_the_names_they_have_now(
    world: World, ada: FlaskClient, me: Any, grace: Any
) -> None:
    seats = [
        match_api.Seat(player_id=me.id, player_name="Ada", kind="person"),
        match_api.Seat(player_id=grace.id, player_name="Grace", kind="person"),
    ]
    game = world.add_game(RuleSet(name="Tic"), me.id)
    match = match_api.Match(id=new_id(), game_id=game.id, status=match_api.STATUS_ENDED, seats=seats)
    world.told["match.List"] = lambda request: match_api.ListResponse(
        matches=[match] if request.own and not request.status else []
    )
    assert data_of(ada.get("/").text)["again"] == []
    world.friends[me.id] = [grace.id]
    grace.name = "Amazing"
    (again,) = data_of(ada.get("/").text)["again"]
    assert [seat["player"]["name"] for seat in again["seats"]] == ["Ada", "Amazing"]


@pytest.mark.parametrize(
    ("before", "read"), [("1700000000000", 1_700_000_000_000), ("", 0), ("yesterday", 0), ("9" * 16, 0)]
)
def test_matches_of_before_an_instant_are_asked_for_by_the_hundred(
    world: World, ada: FlaskClient, me: Any, before: str, read: int
) -> None:
    path = f"/api/players/{me.id}/history?before={before}"
    ada.get(path)
    first = asked(world, "match.List")
    ada.get(f"{path}&page={new_id()}")
    assert (first.before_ms, first.page_size, asked(world, "match.List").page_size) == (read, 25, 100)


def test_whoever_is_erased_is_marked_so(ada: FlaskClient, grace: Any) -> None:
    def marked() -> tuple[bool, bool]:
        page = ada.get(f"/players/{grace.id}").text
        return data_of(page)["player"]["erased"], '<span class="tag">erased</span>' in page

    assert marked() == (False, False)
    grace.erased = True
    assert marked() == (True, True)


def test_what_is_kept_of_somebody_is_theirs_to_have(
    world: World, ada: FlaskClient, me: Any, grace: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = rules_api.Draft(id=new_id(), family="variations", name="Half", rule_set='{"name": "Half"}')
    seat = match_api.Seat(player_id=me.id, player_name="Ada", kind="person", outcome="win")
    matches = [match_api.Match(id=new_id(), game_id=GAME, status=match_api.STATUS_ENDED, seats=[seat]) for _ in "12"]
    world.friends[me.id] = [grace.id]
    world.told |= {
        "players.ListSessions": players_api.ListSessionsResponse(),
        "players.ListUniverses": players_api.ListUniversesResponse(),
        "chat.ListMuted": chat_api.ListMutedResponse(player_ids=[grace.id]),
        "rules.ListDrafts": rules_api.ListDraftsResponse(drafts=[draft]),
        "rules.GetDraft": rules_api.GetDraftResponse(draft=draft),
        "match.List": lambda request: match_api.ListResponse(
            matches=[matches[bool(request.page_token)]], next_page_token=matches[0].id
        ),
    }
    monkeypatch.setattr(own_data, "MOST_PAGES", 2)
    answer = ada.get("/api/me/data")
    assert "attachment" in answer.headers["Content-Disposition"]
    told = answer.json
    assert (told["player"]["name"], told["player"]["email"]) == ("Ada", "ada@example.org")
    assert [one["name"] for one in (*told["people"]["friends"], *told["muted"])] == ["Grace", "Grace"]
    assert [(one["name"], one["rule_set"]) for one in told["drafts"]] == [("Half", {"name": "Half"})]
    assert [(one["id"], one["outcome"]) for one in told["matches"]] == [(each.id, "win") for each in matches]
    assert told["left_out"]
    ada.set_cookie(COOKIE, world.add_visitor())
    assert ada.get("/api/me/data").status_code == 403


def test_creations_come_by_how_often_they_are_played(world: World, ada: FlaskClient, me: Any) -> None:
    world.games = {name: rules_api.Game(id=new_id(), name=name) for name in ("Often", "Seldom")}
    world.told["rating.CountMatches"] = rating_api.CountMatchesResponse(matches=[1, 7])
    rows = data_of(ada.get(f"/players/{me.id}/creations").text)["list"]["rows"]
    assert [(row["game"]["name"], row["matches"]) for row in rows] == [("Often", 7), ("Seldom", 1)]


@pytest.mark.parametrize(
    ("action", "method"),
    [
        ("ask", "AskFriend"),
        ("accept", "AcceptFriend"),
        ("refuse", "RefuseFriend"),
        ("end", "EndFriendship"),
        ("ban", "BanPlayer"),
        ("unban", "RevokeBan"),
    ],
)
def test_what_one_makes_of_another_is_done_and_told(
    world: World, ada: FlaskClient, grace: Any, action: str, method: str
) -> None:
    world.told[f"players.{method}"] = None
    world.told["players.ListFriends"] = players_api.ListFriendsResponse(asked=[grace])
    answer = ada.post(f"/api/players/{grace.id}/{action}", json={})
    assert answer.json == {"stance": "asked"}
    assert asked(world, f"players.{method}").player_id == grace.id


class TestLeaderboard:
    @pytest.fixture
    def path(self, world: World, grace: Any) -> str:
        """Of a game of Grace's; Ada is in two universes."""
        world.told["players.ListUniverses"] = players_api.ListUniversesResponse(
            universes=[players_api.Universe(id=each, name=each) for each in ("public", "wonderland")]
        )
        return f"/games/{world.add_game(RuleSet(name='Tic'), grace.id).id}/leaderboard"

    def test_the_universe_chosen_last_is_shown_of_those_that_one_is_in(
        self, world: World, ada: FlaskClient, path: str
    ) -> None:
        def shown(query: str = "") -> Any:
            return asked(world, "rating.GetLeaderboard").universe if ada.get(path + query).status_code == 200 else None

        assert shown() == ""
        assert shown("?universe=wonderland") == "wonderland"
        assert shown() == "wonderland"
        assert shown("?universe=elsewhere") == "wonderland"
        assert shown("?universe=public") == "public"
        assert asked(world, "rating.GetFavoritism").universe == "public"

    def test_it_tells_whom_one_knows_and_what_one_owes(
        self, world: World, ada: FlaskClient, grace: Any, path: str
    ) -> None:
        world.told["players.ListFriends"] = players_api.ListFriendsResponse(asking=[grace])
        world.told["rating.GetFavoritism"] = rating_api.GetFavoritismResponse(
            favoritism=[rating_api.Favoritism(other_id=grace.id, preference=1.5, favors_owed=-2)]
        )
        data = data_of(ada.get(path).text)
        assert data["stances"] == {grace.id: "asking"}
        assert data["favoritism"] == {grace.id: {"preference": 1.5, "favors_owed": -2}}
        assert data["creator"]["name"] == "Grace"

    def test_whom_one_has_met_is_told_of_however_many_there_are(
        self, world: World, ada: FlaskClient, grace: Any, path: str
    ) -> None:
        others = [rating_api.Favoritism(other_id=new_id(), preference=2, favors_owed=1) for _ in range(100)]
        last = rating_api.Favoritism(other_id=grace.id, preference=-1.5, favors_owed=-2)
        world.told["rating.GetFavoritism"] = lambda asked: rating_api.GetFavoritismResponse(
            favoritism=[last] if asked.page_token else others, next_page_token="" if asked.page_token else "more"
        )
        told = data_of(ada.get(path).text)["favoritism"]
        assert (len(told), told[grace.id]) == (101, {"preference": -1.5, "favors_owed": -2})

    def test_those_who_have_played_are_found_by_name(
        self, world: World, ada: FlaskClient, me: Any, grace: Any, path: str
    ) -> None:
        game_id = path.split("/")[2]
        world.standing(game_id, grace.id).played = 1
        world.told["players.Find"] = players_api.FindResponse(players=[grace, me])
        found = ada.get(f"/api/games/{game_id}/players?name=gr&universe=wonderland").json
        assert [player["name"] for player in found or []] == ["Grace"]
        assert asked(world, "players.Find").universe == "wonderland"
        assert list(asked(world, "rating.GetLeaderboard").added_player_ids) == [grace.id, me.id]

    def test_ratings_over_time_are_told_from_the_first_on(
        self, world: World, ada: FlaskClient, grace: Any, path: str
    ) -> None:
        game_id = path.split("/")[2]
        known = {"mu": 25.12345, "sigma": 8, "rating": 1.12345}
        points = [rating_api.RatingPoint(ended_at_ms=at, number=at + 500, **known) for at in (3, 2, 1)]
        world.told["rating.ListHistory"] = rating_api.ListHistoryResponse(points=points)
        told = ada.get(f"/api/games/{game_id}/evolution/{grace.id}?universe=wonderland").json
        # As they are: leaderboards show the same numbers, rounded once.
        assert told == [[at, 25.12345, 8, at + 500, 1.12345] for at in (1, 2, 3)]
        assert asked(world, "rating.ListHistory").universe == "wonderland"

    def test_evolution_begins_with_the_best_random_and_oneself(
        self, world: World, ada: FlaskClient, me: Any, grace: Any, path: str
    ) -> None:
        evolution = path.replace("leaderboard", "evolution")
        assert data_of(ada.get(evolution).text)["players"] == []
        for rating, player_id in ((9, grace.id), (5, new_id()), (3, me.id), (1, RANDOM_ID)):
            standing = world.standing(path.split("/")[2], player_id)
            standing.rating, standing.played = rating, 1
        names = [player["name"] for player in data_of(ada.get(evolution).text)["players"]]
        assert names == ["Grace", "Ada", "Random"]
        asked_for = data_of(ada.get(f"{evolution}?player={me.id}").text)["players"]
        assert [player["name"] for player in asked_for] == ["Ada"]

    def test_who_is_added_is_asked_for(self, world: World, ada: FlaskClient, grace: Any, path: str) -> None:
        assert data_of(ada.get(f"{path}?added={grace.id}").text)["added"] == [grace.id]
        assert list(asked(world, "rating.GetLeaderboard").added_player_ids) == [grace.id]


class TestSettings:
    @pytest.fixture(autouse=True)
    def own(self, world: World, me: Any) -> None:
        """A persona in a private universe, a bot, two sessions, a quota."""
        world.told |= {
            "players.ListOwn": players_api.ListOwnResponse(
                players=[
                    players_api.Player(id="deep", name="Deep", kind=players_api.KIND_BOT, owner_id=me.id),
                    players_api.Player(name="Eve", kind=players_api.KIND_PERSONA, owner_id=me.id, universe="u"),
                ]
            ),
            "players.ListUniverses": players_api.ListUniversesResponse(
                universes=[players_api.Universe(id="u", name="Wonderland")]
            ),
            "players.ListSessions": players_api.ListSessionsResponse(
                sessions=[
                    players_api.Session(id=f"secret-{me.id}", label="Firefox on Linux"),
                    players_api.Session(id="x"),
                ]
            ),
            "rules.GetQuota": rules_api.GetQuotaResponse(quota=rules_api.Quota(saved=3, most=15, left=12)),
        }

    def test_they_are_told_to_oneself(self, ada: FlaskClient) -> None:
        html = ada.get("/me").text
        data = data_of(html)
        assert data["email"] == "ada@example.org"
        assert "3 of 15 games" in html
        assert "your last 5,000 matches" in html
        assert "letzten 5.000 Partien" in ada.get("/me", headers={"Accept-Language": "de"}).text
        assert [persona["name"] for persona in data["personas"]] == ["Eve"]
        assert [bot["name"] for bot in data["bots"]] == ["Deep"]
        assert data["universes"] == {"u": "Wonderland"}
        assert [session["is_this"] for session in data["sessions"]] == [True, False]
        assert not data["may_make_bots"]

    def test_of_bots_it_is_told_whether_they_are_connected(self, world: World, ada: FlaskClient) -> None:
        def told() -> list[bool | None]:
            return [bot["is_connected"] for bot in (ada.get("/api/me/own").json or {})["bots"]]

        others = [new_id() for _ in range(98)]
        for known, answer in ((others, False), ([*others, "deep"], True), ([*others, new_id(), new_id()], None)):
            bots = [match_api.ConnectedBot(player_id=one) for one in known]
            world.told["match.ListBots"] = match_api.ListBotsResponse(bots=bots)
            assert told() == [answer]
        world.down.add("match")
        assert told() == [None]

    def test_visitors_have_none(self, ada: FlaskClient, me: Any) -> None:
        me.kind = players_api.KIND_ANONYMOUS
        assert ada.get("/me").status_code == 403

    def test_who_erases_themself_is_logged_out(self, world: World, ada: FlaskClient, me: Any) -> None:
        sent = players_api.RequestErasureCodeResponse(challenge="of ada", is_to_former_address=True)
        world.told |= {
            "players.RequestErasureCode": sent,
            "players.Erase": players_api.EraseResponse(name="Gone-7F3K"),
        }
        answer = ada.post("/api/me/erase/code", json={"name": "Ada"}, headers={"Accept-Language": "de"})
        assert answer.json == {"challenge": "of ada", "is_to_former_address": True}
        assert (
            asked(world, "players.RequestErasureCode").name,
            asked(world, "players.RequestErasureCode").language,
        ) == (
            "Ada",
            "de",
        )
        body = {"name": "Ada", "code": " 123456 ", "challenge": "of ada"}
        answer = ada.post("/api/me/erase", json=body)
        wanted = players_api.EraseRequest(player_id=me.id, name="Ada", code="123456", challenge="of ada")
        assert asked(world, "players.Erase") == wanted
        assert "redscience_session=;" in answer.headers["Set-Cookie"]

    def test_an_avatar_is_chosen_for_oneself_or_ones_own_and_known_at_once(
        self, world: World, ada: FlaskClient, me: Any
    ) -> None:
        world.told["players.SetAvatar"] = players_api.SetAvatarResponse(player=me)
        ada.get("/me")
        me.avatar = 7
        assert ada.post("/api/me/avatar", json={"avatar": 7}).status_code == 200
        assert data_of(ada.get("/me").text)["me"]["avatar"] == 7
        ada.post("/api/me/avatar", json={"avatar": 8, "player_id": "x"})
        assert (asked(world, "players.SetAvatar").avatar, asked(world, "players.SetAvatar").player_id) == (8, "x")
        for wrong in (-1, 2**40, "7", None):
            assert ada.post("/api/me/avatar", json={"avatar": wrong}).status_code == 422

    def test_another_address_is_confirmed_and_known_at_once(self, world: World, ada: FlaskClient, me: Any) -> None:
        told = players_api.RequestAddressCodeResponse(expires_at_ms=9, challenge="of ada")
        world.told |= {
            "players.RequestAddressCode": told,
            "players.SetAddress": players_api.SetAddressResponse(player=me),
        }
        ada.get("/me")
        sent = ada.post("/api/me/address/code", json={"email": " ada@home.example "}, headers={"Accept-Language": "de"})
        assert sent.json == {"expires_at_ms": 9, "challenge": "of ada"}
        wanted = asked(world, "players.RequestAddressCode")
        assert (wanted.email, wanted.language) == ("ada@home.example", "de")
        world.told["players.SetAddress"].player.email = me.email = "ada@home.example"
        body = {"email": "ada@home.example", "code": " 123456 ", "challenge": "of ada"}
        assert ada.post("/api/me/address", json=body).json == {"email": "ada@home.example"}
        wanted = asked(world, "players.SetAddress")
        assert (wanted.email, wanted.code, wanted.challenge) == ("ada@home.example", "123456", "of ada")
        assert data_of(ada.get("/me").text)["email"] == "ada@home.example"
        for wrong in ({}, body | {"code": 123456}, body | {"challenge": None}):
            assert ada.post("/api/me/address", json=wrong).status_code == 422

    def test_the_others_among_ones_sessions_are_ended(self, world: World, ada: FlaskClient, me: Any) -> None:
        world.told |= {"players.EndSession": None, "players.EndSessions": None}
        assert len(ada.post("/api/me/sessions/x/end", json={}).json or []) == 2
        assert asked(world, "players.EndSession").session_id == "x"
        ada.post("/api/me/sessions/end", json={})
        assert asked(world, "players.EndSessions").kept_secret == f"secret-{me.id}"

    def test_a_token_is_told_once_and_asked_for_once(self, world: World, ada: FlaskClient) -> None:
        bot = players_api.Player(id=new_id(), name="Deep", kind=players_api.KIND_BOT)
        world.told["players.MakeBot"] = players_api.MakeBotResponse(player=bot, token="t")  # noqa: S106 - of a fake
        assert (ada.post("/api/me/bots", json={"name": " Deep "}).json or {})["token"] == "t"  # noqa: S105
        assert asked(world, "players.MakeBot").name == "Deep"
        world.down.add("players")
        calls = len(world.calls)
        assert ada.post("/api/me/bots", json={"name": "Deep"}).status_code == 503
        assert len(world.calls) == calls + 1

    def test_a_persona_is_made_and_renamed(self, world: World, ada: FlaskClient) -> None:
        world.told["players.MakePersona"] = players_api.MakePersonaResponse()
        ada.post("/api/me/personas", json={"name": "Eve", "universe_name": " Wonderland "})
        made = asked(world, "players.MakePersona")
        assert (made.name, made.universe_name) == ("Eve", "Wonderland")
        ada.post("/api/me/name", json={"name": "Eva", "player_id": "persona"})
        assert (asked(world, "players.Rename").name, asked(world, "players.Rename").player_id) == ("Eva", "persona")


class TestAdministration:
    @pytest.fixture
    def admin(self, world: World, ada: FlaskClient, me: Any, grace: Any) -> FlaskClient:
        """Ada, who is one."""
        me.role = players_api.ROLE_ADMIN
        world.told |= {
            "players.FindAny": players_api.FindAnyResponse(players=[grace]),
            "players.SetRole": players_api.SetRoleResponse(player=grace),
            "players.Suspend": players_api.SuspendResponse(player=grace),
            "rules.SetQuota": rules_api.SetQuotaResponse(quota=rules_api.Quota(saved=1)),
            "rules.Rename": rules_api.RenameResponse(game=rules_api.Game(id=GAME, name="Tac")),
            "rules.Hide": rules_api.HideResponse(game=rules_api.Game(id=GAME, hidden=True)),
        }
        return ada

    def test_it_is_for_admins_alone(self, world: World, ada: FlaskClient, grace: Any) -> None:
        for tab in ("people", "reports", "games", "audit", "changes"):
            assert ada.get(f"/admin/{tab}", follow_redirects=True).status_code == 403
            assert ada.get(f"/api/admin/{tab}").status_code == 403
        assert ada.post(f"/api/admin/people/{grace.id}/suspend", json={"reason": ""}).status_code == 403
        assert "Administration" not in ada.get("/").text
        of_home = {"players.Exchange", "players.ListFriends", "players.ListOwn"}
        assert {name for name, _ in world.calls if name.startswith("players.")} == of_home

    def test_people_are_found_with_their_addresses(self, world: World, admin: FlaskClient) -> None:
        assert data_of(admin.get("/admin").text)["list"]["rows"][0]["email"] == "grace@example.org"
        admin.get("/api/admin/people?text=gr&role=trainer&suspended=1&page=x")
        found = asked(world, "players.FindAny")
        assert (found.text, found.role, found.is_suspended, found.after_id) == (
            "gr",
            players_api.ROLE_TRAINER,
            True,
            "x",
        )

    def test_roles_are_given_and_others_are_left_to_be_refused(
        self, world: World, admin: FlaskClient, grace: Any
    ) -> None:
        for role, value in (("trainer", players_api.ROLE_TRAINER), ("emperor", players_api.ROLE_UNSPECIFIED)):
            admin.post(f"/api/admin/people/{grace.id}/role", json={"role": role})
            assert asked(world, "players.SetRole").role == value
        admin.post(f"/api/admin/people/{grace.id}/suspend", json={"reason": " Rude "})
        assert asked(world, "players.Suspend").reason == "Rude"

    def test_somebody_is_given_another_name(self, world: World, admin: FlaskClient, grace: Any, me: Any) -> None:
        world.told["players.Rename"] = players_api.RenameResponse(player=grace)
        answer = admin.post(f"/api/admin/people/{grace.id}/name", json={"name": " Grace "})
        assert asked(world, "players.Rename") == players_api.RenameRequest(player_id=grace.id, name="Grace")
        assert (answer.json or {})["email"] == "grace@example.org"
        detail = "Ode to Joy\nJoy to Ode"
        entry = players_api.AuditEntry(id="1", admin_id=me.id, player_id=grace.id, action="rename", detail=detail)
        world.told["players.ListAudit"] = players_api.ListAuditResponse(entries=[entry])
        (row,) = data_of(admin.get("/admin/audit").text)["list"]["rows"]
        assert (row["before"], row["after"], row["detail"]) == ("Ode to Joy", "Joy to Ode", "")

    def test_one_whom_another_page_leads_to_is_told_alone_with_what_was_done(
        self, world: World, admin: FlaskClient, grace: Any
    ) -> None:
        told = data_of(admin.get(f"/admin?player={grace.id}").text)
        assert (told["is_one"], [row["name"] for row in told["list"]["rows"]]) == (True, ["Grace"])
        assert data_of(admin.get("/admin").text)["is_one"] is False
        world.told["players.ListAudit"] = players_api.ListAuditResponse()
        admin.get(f"/api/admin/audit?player={grace.id}")
        assert asked(world, "players.ListAudit").player_id == grace.id

    def test_a_person_is_erased_by_name(self, world: World, admin: FlaskClient, grace: Any) -> None:
        world.told["players.Erase"] = players_api.EraseResponse(name="Gone-7F3K")
        answer = admin.post(f"/api/admin/people/{grace.id}/erase", json={"name": "Grace"})
        assert (answer.json, asked(world, "players.Erase").name) == ({"name": "Gone-7F3K"}, "Grace")

    @pytest.mark.parametrize(
        ("sent", "quota"), [("some", {"games": 20}), ("unlimited", {"unlimited": True}), ("usual", {})]
    )
    def test_a_quota_is_a_number_any_or_the_usual(
        self, world: World, admin: FlaskClient, grace: Any, sent: str, quota: dict[str, Any]
    ) -> None:
        admin.post(f"/api/admin/people/{grace.id}/quota", json={"quota": sent, "games": 20})
        assert asked(world, "rules.SetQuota") == rules_api.SetQuotaRequest(player_id=grace.id, **quota)

    @pytest.mark.parametrize(
        ("games", "problem"),
        [
            (None, "there is no number"),
            (1.5, "this is not a whole number"),
            (-1, "this number is too small"),
            (1_000_001, "this number is too large"),
        ],
    )
    def test_a_quota_that_cannot_be_set_is_refused(
        self, world: World, admin: FlaskClient, grace: Any, games: float | None, problem: str
    ) -> None:
        answer = admin.post(f"/api/admin/people/{grace.id}/quota", json={"quota": "some", "games": games})
        remedy = "Write a whole number from 0 to 1,000,000"
        assert (answer.json or {})["faults"] == [{"path": "games", "problem": problem, "remedy": remedy}]
        assert "rules.SetQuota" not in {name for name, _ in world.calls}

    def test_games_are_renamed_and_hidden(self, world: World, admin: FlaskClient) -> None:
        assert admin.post(f"/api/admin/games/{GAME}/name", json={"name": " Tac "}).json == {"id": GAME, "name": "Tac"}
        assert asked(world, "rules.Rename").name == "Tac"
        assert admin.post(f"/api/admin/games/{GAME}/hide", json={}).json == {"id": GAME, "hidden": True}

    def test_what_was_done_is_told_with_names(self, world: World, admin: FlaskClient, me: Any, grace: Any) -> None:
        entry = players_api.AuditEntry(id="1", admin_id=me.id, player_id=grace.id, action="suspend", detail="Rude")
        detail = "admin to trainer"
        role = players_api.AuditEntry(id="0", admin_id=me.id, player_id=grace.id, action="role", detail=detail)
        world.told["players.ListAudit"] = players_api.ListAuditResponse(entries=[entry, role])
        renamed = rules_api.Change(subject_id=GAME, field="name", before="Tic", after="Tac")
        quota = rules_api.Change(subject_id=grace.id, admin_id=me.id, field="quota", before="15", after="20")
        world.told["rules.ListChanges"] = rules_api.ListChangesResponse(changes=[renamed, quota])
        row, role_row = data_of(admin.get("/admin/audit").text)["list"]["rows"]
        assert (row["admin"]["name"], row["subject"]["name"], row["detail"]) == ("Ada", "Grace", "Rude")
        assert (role_row["before"], role_row["after"], role_row["detail"]) == ("admin", "trainer", "")
        rows = data_of(admin.get("/admin/changes").text)["list"]["rows"]
        assert [(row["admin"] or {}).get("name") for row in rows] == [None, "Ada"]
        assert [row["subject"]["name"] for row in rows] == ["Tic", "Grace"]
        assert [(row["before"], row["after"]) for row in rows] == [("Tic", "Tac"), ("15", "20")]

    def test_processes_are_shown_where_they_are_noted(
        self, world: World, admin: FlaskClient, me: Any, tmp_path: Path
    ) -> None:
        assert "/admin/status" not in admin.get("/admin").text
        assert admin.get("/admin/status").status_code == 404
        noted = tmp_path / "processes.json"
        app = create_app(backends_of(world), addresses=ADDRESSES, loopback=True, processes=noted)
        with app.test_client() as client:
            client.set_cookie(COOKIE, f"secret-{me.id}")
            assert data_of(client.get("/admin/status").text)["list"] == {"rows": [], "next": ""}
            noted.write_text(json.dumps({"worker": {"pid": os.getpid(), "address": ""}}))
            (row,) = client.get("/api/admin/status").json["rows"]  # type: ignore[index]
            assert (row["name"], row["is_ready"], row["lacks"], row["figures"]) == ("worker", True, [], {})

    def test_reports_are_listed(self, world: World, admin: FlaskClient) -> None:
        message = chat_api.Message(player_name="Grace", text="Boo")
        report = chat_api.ReportedMessage(id="1", message=message, reporter_name="Ada", reason="Rude")
        world.told["chat.ListReports"] = chat_api.ListReportsResponse(reports=[report])
        (row,) = data_of(admin.get("/admin/reports").text)["list"]["rows"]
        assert (row["player"]["name"], row["text"], row["reporter"]["name"]) == ("Grace", "Boo", "Ada")
        assert row["resolver"] is None
        assert not asked(world, "chat.ListReports").is_resolved
        admin.get("/api/admin/reports?resolved=1")
        assert asked(world, "chat.ListReports").is_resolved

    def test_that_reports_wait_is_told_to_admins_wherever_they_are(
        self, world: World, admin: FlaskClient, me: Any
    ) -> None:
        says = "Reports of what was said wait for an admin: 2"
        assert (admin.get("/api/waiting").json or {})["reports"] == 0
        assert "Reports of what was said" not in admin.get("/").text
        two = [chat_api.ReportedMessage(id=each) for each in "12"]
        world.told["chat.ListReports"] = chat_api.ListReportsResponse(reports=two)
        assert (admin.get("/api/waiting").json or {})["reports"] == 2
        assert f'<a href="/admin/reports">{says}</a>' in admin.get("/").text
        me.role = players_api.ROLE_TRAINER
        world.calls.clear()
        app = create_app(backends_of(world), addresses=ADDRESSES, loopback=True)
        with app.test_client() as trainer:
            trainer.set_cookie(COOKIE, f"secret-{me.id}")
            assert (trainer.get("/api/waiting").json or {})["reports"] == 0
            assert says not in trainer.get("/").text
        assert "chat.ListReports" not in {name for name, _ in world.calls}

    def test_reports_are_dealt_with(self, world: World, admin: FlaskClient, me: Any) -> None:
        report = chat_api.ReportedMessage(id="1", resolver_id=me.id, resolver_name="Ada", resolved_at_ms=7)
        world.told["chat.ResolveReport"] = chat_api.ResolveReportResponse(report=report)
        row = admin.post("/api/admin/reports/1/resolve", json={}).json
        assert row is not None
        assert (row["resolver"]["name"], row["resolved_at_ms"]) == ("Ada", 7)
        assert asked(world, "chat.ResolveReport").report_id == "1"

    def test_what_was_reported_is_hidden_and_shown_again(self, world: World, admin: FlaskClient) -> None:
        hidden = chat_api.ReportedMessage(id="1", message=chat_api.Message(text="Boo", is_hidden=True))
        world.told["chat.HideMessage"] = chat_api.HideMessageResponse(report=hidden)
        world.told["chat.ShowMessage"] = chat_api.ShowMessageResponse(report=chat_api.ReportedMessage(id="1"))
        for deed, method, is_hidden in (("hide", "HideMessage", True), ("show", "ShowMessage", False)):
            row = admin.post(f"/api/admin/reports/1/{deed}", json={}).json or {}
            assert (row["is_hidden"], asked(world, f"chat.{method}").report_id) == (is_hidden, "1")
        assert admin.post("/api/admin/reports/1/burn", json={}).status_code == 404


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 Edg/120.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36",
            "Chrome on Android",
        ),
        ("curl/8.5.0", "curl/8.5.0"),
    ],
)
def test_a_session_is_called_by_its_browser_and_system(world: World, ada: FlaskClient, agent: str, words: str) -> None:
    ada.post("/api/log-in/code", json={"email": "eve@example.org"})
    body = {"email": "eve@example.org", "code": world.codes["eve@example.org"]}
    ada.post("/api/log-in", json=body, headers={"User-Agent": agent})
    assert asked(world, "players.LogIn").label == words


def test_no_other_site_makes_friends(world: World, ada: FlaskClient, grace: Any) -> None:
    refused = ada.post(f"/api/players/{grace.id}/ask", json={}, headers={"Origin": "http://evil.example"})
    assert refused.status_code == 403
    assert ada.post(f"/api/players/{grace.id}/ask", data={"x": "y"}).status_code == 422
    assert ada.post(f"/api/players/{grace.id}/adopt", json={}).status_code in {404, 405}
    assert not [name for name, _ in world.calls if name == "players.AskFriend"]
