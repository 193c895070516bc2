"""Pages: who sees which, and what each brings along."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from http import HTTPStatus

import brotli
import pytest
import rcssmin
from fixtures.fakes.world import OUTBOX_KEY, World
from fixtures.gateway import backends_of, data_of
from fixtures.huge import HUGE, HUGE_COST
from flask import Flask
from flask.testing import FlaskClient

from redscience import families
from redscience.api.match.v1 import match_pb2 as match_api
from redscience.api.players.v1 import players_pb2 as players_api
from redscience.api.rules.v1 import rules_pb2 as rules_api
from redscience.errors import UnplayableGame
from redscience.names import HOUSE, LONGEST_NAME, RANDOM_ID
from redscience.variations import catalogue
from redscience.variations.language import RuleSet, to_json
from services.gateway import assets
from services.gateway.app import create_app
from services.gateway.assets import STATIC, all_assets, family_folders, modules_in, without_comments
from services.gateway.catalogues import LANGUAGES
from services.gateway.home import SHOWN, SUGGESTED, WATCHED
from services.gateway.linking import imported_later, in_order
from services.gateway.scripts import Scripts, all_pages
from services.gateway.security import COOKIE
from services.kit.ids import new_id

TEMPLATES = STATIC.parent / "templates"
ADDRESSES = {name: f"127.0.0.1:{port}" for port, name in enumerate(("players", "rules", "match", "rating"), 1)}


@pytest.fixture
def world() -> World:
    return World()


def app_of(world: World, *, loopback: bool = True) -> Flask:
    return create_app(backends_of(world), addresses=ADDRESSES, loopback=loopback)


@pytest.fixture
def visitor(world: World) -> Iterator[FlaskClient]:
    with app_of(world).test_client() as client:
        yield client


@pytest.fixture
def ada(world: World, visitor: FlaskClient) -> FlaskClient:
    _, secret = world.add_player("Ada")
    visitor.set_cookie(COOKIE, secret)
    return visitor


@pytest.mark.parametrize("path", ["/", "/factory", "/games/x", "/matches/x", "/games/x/leaderboard"])
def test_who_is_not_logged_in_is_asked_to_and_comes_back_afterwards(visitor: FlaskClient, path: str) -> None:
    if path.count("x"):
        path = path.replace("x", new_id())
    answer = visitor.get(path)
    assert answer.status_code == 302
    assert answer.location == f"/login?next={path}"
    assert data_of(visitor.get(answer.location).text)["onward"] == path


def test_a_visitor_who_asks_for_more_is_offered_to_log_in(world: World, visitor: FlaskClient) -> None:
    visitor.set_cookie(COOKIE, world.add_visitor())
    refused = visitor.get("/me?of=mine")
    assert refused.status_code == 403
    assert 'id="to-log-in" href="/login?next=/me?of%3Dmine"' in refused.text
    assert "Not allowed" not in refused.text
    assert "<title>Log in for this · redscience</title>" in refused.text


@pytest.mark.parametrize(("language", "title"), [("en", "Not found"), ("de", "Nicht gefunden")])
def test_the_title_of_a_page_that_is_not_there_says_so(visitor: FlaskClient, language: str, title: str) -> None:
    missing = visitor.get("/nothing", headers={"Accept-Language": language})
    assert f"<title>{title} · redscience</title>" in missing.text


def test_a_visitor_opens_all_that_is_there_for_everybody(world: World, visitor: FlaskClient) -> None:
    secret = world.add_visitor()
    visitor.set_cookie(COOKIE, secret)
    game = world.add_game(RuleSet(name="Quiet"))
    own = (f"/games/{game.id}", f"/games/{game.id}/leaderboard", f"/games/{game.id}/evolution", "/games")
    for path in (*own, "/factory", f"/factory?copy={game.id}", "/factory?family=stratego"):
        answer = visitor.get(path)
        assert (answer.status_code, path) == (200, path)
    page = visitor.get(f"/games/{game.id}").text
    assert 'id="copy-game"' in page
    drafter = data_of(visitor.get("/factory").text)["drafter"]
    assert drafter == data_of(visitor.get("/login").text)["visitor"]
    visitor.set_cookie(COOKIE, world.add_visitor())
    # They share a player, and no draft.
    assert data_of(visitor.get("/factory").text)["drafter"] != drafter


def test_light_or_dark_colours_are_chosen_and_kept(ada: FlaskClient) -> None:
    def sheet() -> tuple[str, str]:
        text = ada.get("/me").text
        address = text.split('rel="stylesheet" href="')[1].split('"')[0]
        return text, ada.get(address).text

    text, styles = sheet()
    assert 'content="light dark"' in text
    assert "(prefers-color-scheme:dark)" in styles
    for name in ("light", "dark"):
        assert ada.get(f"/scheme/{name}?next=/me").headers["Location"] == "/me"
        text, styles = sheet()
        assert f'name="color-scheme" content="{name}"' in text
        assert f":root{{color-scheme:{name};" in styles
        assert "prefers-color-scheme" not in styles
        assert 'content="light dark"' in ada.get("/unreachable").text
    assert ada.get("/scheme/green").status_code == 404


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "", "factory"]
)
def test_log_in_leads_nowhere_else(visitor: FlaskClient, elsewhere: str) -> None:
    assert data_of(visitor.get("/login", query_string={"next": elsewhere}).text)["onward"] == "/"


def test_whoever_comes_by_an_invitation_is_told_so_before_they_log_in(visitor: FlaskClient) -> None:
    def is_told(onward: str) -> bool:
        return "You are invited to a match." in visitor.get("/login", query_string={"next": onward}).text

    assert is_told("/join/01J00000000000000000NWHERE?secret=x")
    assert not is_told("/factory")


def test_a_session_that_has_ended_is_asked_to_log_in_again(visitor: FlaskClient) -> None:
    visitor.set_cookie(COOKIE, "long forgotten")
    assert visitor.get("/").location == "/login?next=/"


def test_who_is_logged_in_need_not_log_in(ada: FlaskClient) -> None:
    assert ada.get("/login?next=/factory").location == "/factory"


def test_the_link_of_a_mail_opens_a_page_with_a_button_and_is_not_spent(world: World, visitor: FlaskClient) -> None:
    visitor.post("/api/log-in/code", json={"email": "ada@example.org"})
    world.calls.clear()
    for ask in (visitor.get, visitor.head):
        answer = ask("/login/link", query_string={"secret": '"><script>'})
        assert answer.status_code == 200
        assert "no-store" in answer.headers["Cache-Control"]
    assert world.calls == []
    text = visitor.get("/login/link", query_string={"secret": '"><script>'}).text
    assert data_of(text) == {"onward": "/", "link": '"><script>', "visitor": ""}
    assert '"><script>' not in text
    assert '<form id="link-step" class="step" novalidate>' in text
    assert '<form id="email-step" class="step" novalidate hidden>' in text


def test_without_a_link_one_is_asked_for_the_address(visitor: FlaskClient) -> None:
    for path in ("/login", "/login/link"):
        text = visitor.get(path).text
        assert '<form id="link-step" class="step" novalidate hidden>' in text
        assert '<form id="email-step" class="step" novalidate>' in text


def test_links_in_the_outbox_can_be_followed(visitor: FlaskClient) -> None:
    visitor.post("/api/log-in/code", json={"email": "ada@example.org"})
    visitor.get(f"/outbox?key={OUTBOX_KEY}")
    assert '<a href="http://127.0.0.1:8000/login/link?secret=link-of-ada@example.org"' in visitor.get("/outbox").text


def test_the_outbox_is_there_on_loopback_only(world: World, visitor: FlaskClient) -> None:
    visitor.post("/api/log-in/code", json={"email": "ada@example.org"})
    (code,) = world.codes.values()
    opened = visitor.get(f"/outbox?key={OUTBOX_KEY}")
    assert opened.location == "/outbox"
    assert all(word in opened.headers["Set-Cookie"] for word in ("HttpOnly", "Path=/outbox", "SameSite=Lax"))
    assert code in visitor.get("/outbox").text
    assert "use the address that redscience printed when it started" in visitor.get("/login").text
    assert app_of(world, loopback=False).test_client().get(f"/outbox?key={OUTBOX_KEY}").status_code == 404


@pytest.mark.parametrize("address", ["/outbox", "/outbox?key=", "/outbox?key=guessed"])
def test_the_outbox_is_for_who_has_its_key(world: World, visitor: FlaskClient, address: str) -> None:
    visitor.post("/api/log-in/code", json={"email": "ada@example.org"})
    refused = visitor.get(address)
    assert refused.status_code == 403
    assert "Set-Cookie" not in refused.headers
    assert not any(code in refused.text for code in world.codes.values())


def test_what_is_not_there_is_said_on_a_page_like_the_others(ada: FlaskClient) -> None:
    for path in ("/nothing", f"/games/{new_id()}", f"/matches/{new_id()}", "/games/Tic-Tac-Toe", "/matches/1;drop"):
        answer = ada.get(path)
        assert answer.status_code == 404
        assert 'class="titlebar"' in answer.text


def test_home_offers_the_games_played_last_first(world: World, ada: FlaskClient) -> None:
    games = [world.add_game(RuleSet(name=f"Game{number}", seconds_per_turn=90 + 30 * number)) for number in range(2)]
    me = data_of(ada.get("/").text)["me"]
    for game in games:
        body = {"game_id": game.id, "player_ids": [me["id"], RANDOM_ID], "request_id": game.id}
        ada.post("/api/matches", json=body)
    data = data_of(ada.get("/").text)
    assert [game["name"] for game in data["last_used"]] == ["Game1", "Game0"]
    assert [match["game"]["name"] for match in data["mine"]] == ["Game1", "Game0"]
    assert data["others"] == []
    # With all that is said of it: nothing has to be asked for once the page is there.
    assert (data["game"]["name"], data["game"]["english"] != []) == ("Game1", True)
    assert data_of(ada.get(f"/?game={games[0].id}").text)["game"]["name"] == "Game0"


def test_home_opens_also_where_the_game_played_last_can_be_played_no_more(world: World, ada: FlaskClient) -> None:
    played, other = (world.add_game(RuleSet(name=name)) for name in ("Played", "Other"))
    me = data_of(ada.get("/").text)["me"]
    for game in (other, played):
        body = {"game_id": game.id, "player_ids": [me["id"], RANDOM_ID], "request_id": game.id}
        ada.post("/api/matches", json=body)

    gone: set[str] = set()

    def get(request: rules_api.GetRequest) -> rules_api.GetResponse:
        if request.id in gone:
            raise UnplayableGame("Nobody here reads it.")
        return rules_api.GetResponse(game=world.games[request.id])

    world.told["rules.Get"] = get
    for game, first in ((played, "Other"), (other, None)):
        gone.add(game.id)
        answer = ada.get("/")
        assert answer.status_code == 200
        data = data_of(answer.text)
        assert (data["game"] and data["game"]["name"]) == first
        assert [each["name"] for each in data["last_used"]] == ["Played", "Other"]
    # Who asks for it is told why they cannot have it.
    told = ada.get(f"/?game={played.id}")
    assert (told.status_code, "Nobody here reads it." in told.text) == (409, True)


def test_home_shows_games_to_try_of_every_family(world: World, ada: FlaskClient) -> None:
    for family in families.every():
        for name in {name for shelf in family.shelves.values() for name in shelf} & set(SUGGESTED):
            world.add_source(family.ready(name))
    suggested = data_of(ada.get("/").text)["suggested"]
    assert [game["name"] for game in suggested] == list(SUGGESTED)
    assert {game["family"] for game in suggested} == {"variations", "stratego", "rainbow", "four_bases"}


@pytest.mark.parametrize(
    ("role", "most"),
    [(players_api.ROLE_CREATOR, SHOWN), (players_api.ROLE_TRAINER, WATCHED), (players_api.ROLE_ADMIN, WATCHED)],
)
def test_home_shows_those_who_look_after_a_class_all_of_its_matches(
    world: World, visitor: FlaskClient, role: players_api.Role, most: int
) -> None:
    player, secret = world.add_player("Grace")
    player.role = role
    visitor.set_cookie(COOKIE, secret)
    running = [match_api.Match(id=new_id(), status=match_api.STATUS_RUNNING) for _ in range(2 * WATCHED)]

    def listed(request: match_api.ListRequest) -> match_api.ListResponse:
        is_of_all = request.status == match_api.STATUS_RUNNING and not request.own
        return match_api.ListResponse(matches=running[: request.page_size] if is_of_all else [])

    world.told["match.List"] = listed
    assert len(data_of(visitor.get("/").text)["others"]) == most


def test_home_and_the_gallery_say_who_made_the_newest_games(world: World, ada: FlaskClient) -> None:
    me = data_of(ada.get("/").text)["me"]
    world.add_game(RuleSet(name="Fresh", seconds_per_turn=90), me["id"])
    world.add_game(RuleSet(name="Fresher", seconds_per_turn=120), me["id"])
    world.add_game(RuleSet(name="Ready-made", seconds_per_turn=180))
    told = data_of(ada.get("/").text)["newest"]
    assert [(game["name"], game["maker"]) for game in told] == [("Fresher", me["name"]), ("Fresh", me["name"])]
    listed = data_of(ada.get("/games?order=newest").text)["games"]
    assert [(game["name"], game.get("maker")) for game in listed[:2]] == [("Ready-made", None), ("Fresher", me["name"])]
    # As Admins and its maker are told of it.
    world.add_game(RuleSet(name="Rude", seconds_per_turn=240), me["id"]).hidden = True
    assert data_of(ada.get("/").text)["newest"] == told


def test_the_factory_brings_what_can_be_chosen_and_a_copy_its_rules(world: World, ada: FlaskClient) -> None:
    game = world.add_game(RuleSet(name="Slow", seconds_per_turn=300))
    fresh, copied = data_of(ada.get("/factory").text), data_of(ada.get(f"/factory?copy={game.id}").text)
    assert fresh["form"]["limits"]["name"] == LONGEST_NAME
    assert fresh["game"] is None
    assert copied["game"]["rule_set"]["seconds_per_turn"] == 300


def test_a_draft_is_shown_by_its_link_also_where_it_is_not_in_order(world: World, ada: FlaskClient) -> None:
    _, secret = world.add_player("Ben")
    ada.set_cookie(COOKIE, secret)
    rules = json.loads(to_json(RuleSet(name="Sketch")))
    body = {
        "version": 0,
        "request_id": "one",
        "family": "variations",
        "name": "Sketch",
        "rule_set": rules,
        "editing": {},
    }
    draft = ada.post("/api/drafts", json=body).json
    assert draft is not None
    shown = ada.get(f"/drafts/{draft['id']}").text
    assert "A draft by Ben" in shown
    assert data_of(shown)["table"]["board"]["size"] == [3, 3, 1]
    changed = body | {"id": draft["id"], "version": 1, "rule_set": rules | {"players": "nine"}}
    assert ada.post("/api/drafts", json=changed).status_code == 200
    assert "not valid yet" in ada.get(f"/drafts/{draft['id']}").text
    assert ada.post("/api/drafts", json=changed).status_code == 409
    assert data_of(ada.get(f"/factory?draft={draft['id']}").text)["draft"]["rule_set"]["players"] == "nine"
    assert ada.get("/drafts/nothing").status_code == 404


def test_a_game_of_a_family_without_a_form_is_shown_and_cannot_be_copied_in_the_factory(
    world: World, ada: FlaskClient
) -> None:
    game = world.add_source(families.get("Undercut"))
    shown = data_of(ada.get(f"/games/{game.id}").text)
    assert (shown["form"], shown["game"]["family"], shown["table"]["goal"]) == (None, "undercut", 20)
    assert ada.get(f"/factory?copy={game.id}").status_code == 404


def test_a_game_of_a_family_without_a_part_in_the_pages_is_shown_by_the_shell_alone(
    world: World, ada: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = world.add_source(families.get("Undercut"))
    monkeypatch.setattr(type(families.family("undercut")), "page", None)
    shown = ada.get(f"/games/{game.id}").text
    assert data_of(shown)["game"]["is_drawn"] is False
    loaded = re.findall(r'<(?:script type="module" src|link rel="stylesheet" href)="([^"]+)"', shown)
    assert [ada.get(each).status_code for each in loaded] == [200, 200]
    assert "undercut" not in "".join(loaded)


def test_a_saved_game_says_what_a_turn_costs_where_it_is_much(world: World, ada: FlaskClient) -> None:
    assert f">{HUGE_COST}<" in ada.get(f"/games/{world.add_game(HUGE).id}").text
    assert "A turn of this game" not in ada.get(f"/games/{world.add_game(RuleSet(name='Tic')).id}").text


def test_a_saved_game_shows_its_rules_and_its_board(world: World, ada: FlaskClient) -> None:
    game = world.add_game(RuleSet(name="Slow", seconds_per_turn=300))
    answer = ada.get(f"/games/{game.id}")
    assert data_of(answer.text)["table"]["board"]["size"] == [3, 3, 1]
    assert all(f"<p>{sentence}</p>" in answer.text for sentence in game.english)
    assert data_of(ada.get(f"/games/{game.id}/leaderboard").text)["leaderboard"]["standings"][0]["player"]["name"] == (
        "Random"
    )


def test_whoever_watches_has_no_move_of_their_own(world: World, ada: FlaskClient) -> None:
    game = world.add_game(RuleSet(name="Quiet"))
    body = {"game_id": game.id, "player_ids": [data_of(ada.get("/").text)["me"]["id"], RANDOM_ID], "request_id": "one"}
    path = f"/matches/{ada.post('/api/matches', json=body).get_json()['id']}"
    assert 'id="move" aria-label="Your move"' in ada.get(path).text
    _, secret = world.add_player("Ben")
    ada.set_cookie(COOKIE, secret)
    assert 'id="move" aria-label="The match"' in ada.get(path).text


@pytest.mark.parametrize(("onward", "words"), [
    ("/matches/x?step=3", "See it without logging in"),
    ("/games/x", "See it without logging in"),
    ("/tournaments/x", "See it without logging in"),
    ("/join/x", "Look around without logging in"),
    ("/", "Look around without logging in"),
])  # fmt: skip
def test_whoever_follows_a_link_is_told_that_they_need_not_log_in(
    visitor: FlaskClient, onward: str, words: str
) -> None:
    html = visitor.get("/login", query_string={"next": onward}).text
    (button,) = re.findall(r'id="visit">.*?</button>', html, re.DOTALL)
    assert words in button
    assert (html.index(button) < html.index('id="email"')) == (words == "See it without logging in")


def test_a_leaderboard_leads_to_the_newest_matches_of_its_game(world: World, ada: FlaskClient) -> None:
    me = data_of(ada.get("/").text)["me"]
    game, other = world.add_game(RuleSet(name="Quiet")), world.add_game(RuleSet(name="Other"))
    begun = [
        ada.post("/api/matches", json={"game_id": each.id, "player_ids": [me["id"], RANDOM_ID], "request_id": at})
        for each, at in ((game, "one"), (other, "two"), (game, "three"))
    ]
    first, _, second = (answer.get_json()["id"] for answer in begun)
    assert ada.post(f"/api/matches/{first}/leave", json={"request_id": "four"}).status_code == HTTPStatus.OK
    shown = data_of(ada.get(f"/games/{game.id}/leaderboard").text)["matches"]
    assert [(match["id"], match["status"]) for match in shown] == [(second, "running"), (first, "ended")]
    assert {seat["player"]["name"] for seat in shown[0]["seats"]} == {"Ada", "Random"}
    assert data_of(ada.get(f"/games/{world.add_game(RuleSet(name='New')).id}/leaderboard").text)["matches"] == []


def test_a_saved_game_says_who_made_it_and_admins_alone_rename_it(world: World, ada: FlaskClient) -> None:
    ben, _ = world.add_player("Ben")
    html = ada.get(f"/games/{world.add_game(RuleSet(name='Bens'), ben.id).id}").text
    assert "Made by" in html
    assert ">Ben</a>" in html
    assert "rename-form" not in html
    assert "Made by" not in ada.get(f"/games/{world.add_game(RuleSet(name='Old')).id}").text


def test_a_hidden_game_says_so_and_not_what_its_maker_says_of_it(world: World, ada: FlaskClient) -> None:
    me = data_of(ada.get("/").text)["me"]
    game = world.add_game(RuleSet(name="Rude", about="You are all pigs"), me["id"])
    path = f"/games/{game.id}"
    assert "You are all pigs" in ada.get(path).text
    assert "hidden-note" not in ada.get(path).text
    game.hidden = True
    shown = ada.get(path).text
    assert "An admin has hidden this game" in shown
    assert "play-game" not in shown
    assert "You are all pigs" not in shown  # nor in the file of its rules
    assert "visibility" not in shown  # of which the maker has nothing


def test_a_copy_is_offered_until_the_quota_is_used_up(world: World, ada: FlaskClient) -> None:
    path = f"/games/{world.add_game(RuleSet(name='Tic')).id}"
    assert "copy-game" in ada.get(path).text
    world.told["rules.GetQuota"] = rules_api.GetQuotaResponse(quota=rules_api.Quota(saved=15, most=15, left=0))
    assert "copy-game" not in ada.get(path).text


def test_what_is_to_be_known_of_a_game_stands_with_its_rules(world: World, ada: FlaskClient) -> None:
    game = world.add_game(catalogue.get("NeedyDictator"))
    about = "Degenerate: Chaos&#39;s circles on the third stack cannot be removed"
    assert about in ada.get(f"/games/{game.id}").text
    assert ada.get(f"/api/games/{game.id}").json["about"].startswith("Degenerate: ")  # type: ignore[index]
    me = data_of(ada.get("/").text)["me"]
    body = {"game_id": game.id, "player_ids": [me["id"], RANDOM_ID], "request_id": "about"}
    match = ada.post("/api/matches", json=body).json
    assert about in ada.get(f"/matches/{match['id']}").text  # type: ignore[index]


def test_texts_cannot_break_out_of_the_page(world: World, ada: FlaskClient) -> None:
    game = world.add_game(RuleSet(name="Quiet", about="</script><script>alert(1)</script>"))
    for path in (f"/games/{game.id}", f"/games/{game.id}/leaderboard"):
        html = ada.get(path).text
        assert "<script>alert" not in html
        assert data_of(html)["game"]["about"] == "</script><script>alert(1)</script>"


@pytest.mark.slow
def test_a_service_that_is_away_gets_a_page_that_asks_again(world: World, ada: FlaskClient) -> None:
    ada.get("/")
    world.down.add("rules")
    answer = ada.get(f"/games/{new_id()}")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]
    assert 'http-equiv="refresh"' in answer.text


@pytest.mark.parametrize(("path", "status"), [("/nothing", 404), ("/games/01JZ", 404), ("/admin", 403)])
def test_an_error_has_the_title_bar_of_whoever_is_logged_in(ada: FlaskClient, path: str, status: int) -> None:
    answer = ada.get(path, follow_redirects=True)
    assert answer.status_code == status
    for part in ('id="back"', 'id="user-menu"', ">Ada<", "/pages/titlebar.js/"):
        assert part in answer.text
    ada.set_cookie(COOKIE, "of nobody")
    bare = ada.get("/nothing").text
    assert "titlebar.js" not in bare
    assert "There is nothing at this address." in bare


@pytest.mark.slow
def test_an_error_is_told_where_nobody_knows_who_asks(world: World, ada: FlaskClient) -> None:
    world.down.add("players")
    for path, status in (("/nothing", 404), ("/", 503)):
        answer = ada.get(path)
        assert answer.status_code == status
        assert "titlebar.js" not in answer.text


def test_bots_find_the_services_and_supervisors_the_health(visitor: FlaskClient) -> None:
    assert visitor.get("/.well-known/redscience").json["grpc"] == ADDRESSES  # type: ignore[index]
    assert visitor.get("/healthz").text == "ok\n"


def test_a_browser_without_scripts_says_what_is_missing(ada: FlaskClient) -> None:
    (said,) = re.findall("<noscript>(.*?)</noscript>", ada.get("/games").text)
    assert "redscience needs JavaScript" in said


def test_pages_refer_to_nothing_outside_and_have_no_inline_code(world: World, ada: FlaskClient) -> None:
    game = world.add_game(RuleSet())
    for path in ("/", "/factory", f"/games/{game.id}", f"/games/{game.id}/leaderboard"):
        html = ada.get(path).text
        assert not re.search(r'(?:src|href)="(?!/|#|")', html)
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=", html)
        assert not re.search(r"<script(?! src| type=\"(?:module\" src|application/json))", html)


def test_files_are_kept_by_the_browser_until_they_change(ada: FlaskClient) -> None:
    address = re.search(r'href="(/static/[^"]+\.css)"', ada.get("/").text)
    assert address is not None
    assert "immutable" in ada.get(address[1]).headers["Cache-Control"]
    assert "immutable" not in ada.get("/static/older/redscience.css").headers["Cache-Control"]
    assert ada.get("/static/x/../../app.py").status_code == 404


def test_what_a_page_imports_later_is_of_its_version(ada: FlaskClient) -> None:
    """A module of another version would bring the whole page of that version with it, to run beside the old one."""
    (address,) = re.findall(r'<script type="module" src="([^"]+)/page.js"', ada.get("/factory").text)
    older = re.sub(r"^/static/\w+/", "/static/older/", address)
    assert ada.get(f"{address}/draft_menu.js").status_code == 200
    assert ada.get(f"{older}/draft_menu.js").status_code == 404
    # While a gateway is replaced, a page of the new one begins with a script of the old one rather than with none.
    assert "immutable" not in ada.get(f"{older}/page.js").headers["Cache-Control"]


def loaded(html: str, kind: str) -> list[str]:
    """The files that a page loads at once."""
    return re.findall(rf'<link rel="{kind}" href="(/static/[^"]+)"', html)


def test_a_page_tells_in_the_order_in_which_events_tell(world: World, ada: FlaskClient) -> None:
    game = world.add_game(RuleSet(name="Quiet"))
    me = data_of(ada.get("/").text)["me"]
    body = {"game_id": game.id, "player_ids": [me["id"], RANDOM_ID], "request_id": "one"}
    answer = ada.post("/api/matches", json=body).get_json()
    view = data_of(ada.get(f"/matches/{answer['id']}").text)["match"]["view"]
    assert list(view) == list(answer["view"]) != sorted(view)


def test_the_site_can_be_installed_and_what_a_browser_keeps_of_it_is_nobodys(world: World, ada: FlaskClient) -> None:
    html = ada.get("/").text
    (address,) = loaded(html, "manifest")
    manifest = ada.get(address)
    assert manifest.mimetype == "application/manifest+json"
    folder = address.rpartition("/")[0]
    assert all(
        ada.get(f"{folder}/{icon['src']}").mimetype == icon["type"] for icon in json.loads(manifest.text)["icons"]
    )
    worker = ada.get("/service-worker.js")
    assert (worker.mimetype, worker.headers["Cache-Control"]) == ("text/javascript", "no-cache")
    rules = f"/games/{world.add_game(catalogue.get('Connect4')).id}/rules"
    assert "four of their pieces in a row" in ada.get(rules).text
    assert "Ada" in html
    for kept in ("/unreachable", rules):
        assert "Ada" not in ada.get(kept).text


MOST_BYTES = 60_000
"""Of a page with all that it loads at once, compressed; there is to be room for a longer language."""


def began_with(html: str) -> list[str]:
    """The modules that are in what a page loads at once."""
    (address,) = re.findall(r'<script type="module" src="/static/\w+/en/([^"]+)/page.js"', html)
    scripts = Scripts(modules_in(all_assets()), "/static/x")
    (page,) = (page for page in all_pages(list(family_folders())) if page.folder == address)
    return scripts.first(page)


def test_a_page_loads_at_once_what_it_needs_of_the_shell_and_of_the_family(world: World, ada: FlaskClient) -> None:
    pages = {path: ada.get(path).text for path in paths_of_pages(world, ada)}
    home, played, saved, _, designed = map(began_with, pages.values())
    assert not any("/page/" in name for name in home)
    assert {"playground.js", "variations/page/family.js", "variations/page/board.js", "dom.js"} <= set(played)
    # The editor is large, and nobody needs it to play.
    assert "variations/page/editor.js" not in played
    assert {"factory.js", "variations/page/editor.js"} <= set(designed)
    assert {"game.js", "variations/page/setup.js"} <= set(saved)
    # What is wanted later is loaded when it is wanted.
    later = {"tryout.js", "files.js", "draft_menu.js", "setup.js", "picture.js", "playing.js"}
    assert not later & {name.rsplit("/", 1)[-1] for name in designed}
    for html in pages.values():
        for address in (*loaded(html, "stylesheet"), *re.findall(r'<script type="module" src="([^"]+)"', html)):
            assert ada.get(address).status_code == 200, address
    (sheet,) = loaded(pages["/factory"], "stylesheet")
    assert [name.rsplit("/", 1)[-1] for name in sheet.split("+")] == [
        "redscience.css",
        "combobox.css",
        "factory.css",
        "family.css",
        "editor.css",
    ]


def test_a_page_with_a_list_that_is_searched_has_its_sheet() -> None:
    scripts = Scripts(modules_in(all_assets()), "/static/x")
    # What shows a saved game has the module for its words alone.
    pages = [page for page in all_pages(list(family_folders())) if page.part != "setUp"]
    listing = {page.script for page in pages if "combobox.js" in scripts.first(page)}
    assert {"home.js", "factory.js", "evolution.js"} <= listing
    for template in TEMPLATES.glob("*.html"):
        text = template.read_text("utf-8")
        if (script := re.search(r'{% set script = "(.+?)" %}', text)) and script[1] in listing:
            assert re.search(r'{% set styles = .*"combobox.css"', text), template.name


def paths_of_pages(world: World, ada: FlaskClient) -> list[str]:
    """Home, a match, its game, its leaderboard and the Factory."""
    game = world.add_game(RuleSet(name="Quiet"))
    me = data_of(ada.get("/").text)["me"]
    body = {"game_id": game.id, "player_ids": [me["id"], RANDOM_ID], "request_id": "one"}
    match = ada.post("/api/matches", json=body).get_json()
    return ["/", f"/matches/{match['id']}", f"/games/{game.id}", f"/games/{game.id}/leaderboard", "/factory"]


def minified(sheet: str) -> str:
    return str(rcssmin.cssmin(sheet))


def selectors(sheet: str) -> list[str]:
    """Those of the rules of a sheet in their order, without what may be left out of them."""
    found = re.findall(r"([^{};]+){", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))
    bare = (re.sub(r"\s*([,>+~])\s*|(?<=\()\s+|\s+(?=\))", r"\1", " ".join(each.split())) for each in found)
    return [each for each in bare if not each.startswith("@")]


def test_what_is_left_out_of_sheets_changes_no_selector() -> None:
    """Within `@container` and `@scope` a blank before a colon is lost: there it is written in other words."""
    sheets = {name: asset.content.decode() for name, asset in all_assets().items() if name.endswith(".css")}
    assert sum(len(selectors(sheet)) for sheet in sheets.values()) > 1000
    for name, sheet in sheets.items():
        lost = [
            (before, after)
            for before, after in zip(selectors(sheet), selectors(minified(sheet)), strict=True)
            if before != after
        ]
        assert lost == [], name


def test_what_a_family_says_of_styles_is_for_what_it_draws(world: World, ada: FlaskClient) -> None:
    home = ada.get("/").text
    (sheet,) = loaded(home, "stylesheet")
    said = ada.get(sheet).text
    parts = {name: asset.content.decode() for name, asset in all_assets().items() if name.endswith(".css")}
    scoped = {name: parts[name] for name in parts if name.endswith("/page/family.css")}
    assert len(scoped) > 1
    for name, part in scoped.items():
        family = name.split("/")[0]
        assert part.startswith(f'@scope ([data-family="{family}"]) to ')
        assert part.count("{") == part.count("}")
        assert said.count(minified(part)) == 1
    assert said.startswith(minified(parts["redscience.css"]))
    assert said.count("@scope") == len(scoped)
    assert "data-family" not in home
    saved = world.add_game(RuleSet(name="Quiet"))
    assert '<html lang="en" data-family="variations">' in ada.get(f"/games/{saved.id}").text


def test_comments_that_have_lines_of_their_own_are_not_sent() -> None:
    script = b"""// One.
/** Two. */
const three = "// four"; // five
  /**
   * @param {string} six
   */
/** @type {number} */ (seven);
const eight = `/* nine */`;
"""
    assert without_comments(script).decode().splitlines() == [
        'const three = "// four"; // five',
        "/** @type {number} */ (seven);",
        "const eight = `/* nine */`;",
    ]


def weight(client: FlaskClient, path: str, language: str) -> int:
    """The bytes that a page is sent as, with all that it loads at once."""

    def sent(address: str) -> bytes:
        return client.get(address, headers={"Accept-Encoding": "gzip, br", "Accept-Language": language}).data

    page = client.get(path, headers={"Accept-Language": language})
    assert (page.status_code, path) == (200, path)
    files = re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js|svg)(?:#[^"]*)?)"', page.text)
    return len(sent(path)) + sum(len(sent(file)) for file in set(files))


@pytest.fixture
def _version_without_luck(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Scripts name the version of the files, and how small they are packed changes with it by a hundred bytes."""
    assets._all_files.cache_clear()
    monkeypatch.setattr(assets, "fingerprint", lambda _: "0" * 12)
    yield
    assets._all_files.cache_clear()


@pytest.mark.usefixtures("_version_without_luck")
def test_no_page_is_heavy(world: World) -> None:
    ada, (_, secret) = app_of(world).test_client(), world.add_player("Ada")
    ada.set_cookie(COOKIE, secret)
    others = [
        "/games",
        "/me",
        *(f"/factory?family={name}" for name in family_folders() if families.family(name).form()),
    ]
    world.told["players.ListSessions"] = players_api.ListSessionsResponse()
    # Of no game of the catalogue is more to be said.
    files = {name: brotli.compress(to_json(catalogue.get(name)).encode()) for name in catalogue.names()}
    longest = catalogue.get(max(files, key=lambda name: len(files[name])))
    copy = f"/factory?copy={world.add_game(longest).id}"
    paths = (*paths_of_pages(world, ada), *others, copy)
    weights = {(language, path): weight(ada, path, language) for language in LANGUAGES for path in paths}
    # Whoever is logged in is led on from there.
    ada.delete_cookie(COOKIE)
    weights |= {(language, "/login"): weight(ada, "/login", language) for language in LANGUAGES}
    assert {page: bytes_ for page, bytes_ in weights.items() if bytes_ > MOST_BYTES} == {}


def test_what_lists_alone_say_of_choices_is_asked_for_later(ada: FlaskClient) -> None:
    whole = families.family("variations").form()
    assert whole is not None
    page = ada.get("/factory").text
    fields = {field["path"]: field for section in data_of(page)["form"]["sections"] for field in section["fields"]}
    later = ada.get("/api/factory/choices?family=variations").json["choices"]  # type: ignore[index]
    told = {(one["path"], json.dumps(one["value"])): one for one in later}
    for section in whole["sections"]:
        for field in section["fields"]:
            for index, choice in enumerate(field.get("choices", [])):
                brief = fields[field["path"]]["choices"][index]
                more = told[field["path"], json.dumps(choice["value"])]
                assert not {"meaning", "picture", "hexagons"} & set(brief)
                assert {key: value for key, value in choice.items() if value not in ("", [])} == {
                    key: value for key, value in (brief | more).items() if key != "path" and value not in ("", [])
                }
            explained = any(choice["meaning"] for choice in field.get("choices", []))
            assert fields[field["path"]].get("explained", False) == explained
    german = ada.get("/api/factory/choices?family=variations", headers={"Accept-Language": "de"}).json
    assert german != {"choices": later}
    assert ada.get("/api/factory/choices?family=stratego").json == {"choices": []}
    assert ada.get("/api/factory/choices?family=nothing").status_code == 404


def test_whom_a_draft_is_tried_against_is_asked_for_later(ada: FlaskClient) -> None:
    house = ada.get("/api/factory/opponents", headers={"Accept-Language": "de"}).json["house"]  # type: ignore[index]
    assert {one["id"]: one["name"] for one in house} == {each: player.name for each, player in HOUSE.items()}
    assert "denkt einen Augenblick nach" in [one["about"] for one in house]


def test_what_is_sent_compressed_says_the_same(ada: FlaskClient) -> None:
    plain, packed, smaller = (ada.get("/", headers={"Accept-Encoding": coding}) for coding in ("", "gzip", "gzip, br"))
    assert "Content-Encoding" not in plain.headers
    assert gzip.decompress(packed.data) == brotli.decompress(smaller.data)
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert len(smaller.data) < len(packed.data) < len(plain.data) / 2


def test_every_module_imports_what_is_there_and_none_in_a_circle() -> None:
    texts = modules_in(all_assets())
    for name, text in texts.items():
        in_order([name], texts)
        assert set(imported_later(name, text)) <= set(texts)
        # What puts modules together reads no other forms.
        assert not re.search(r"^export (?!(?:async function|function|class|const) \w|\{\};)", text, re.MULTILINE), name
        assert not re.search(r'^import (?!(?:\{[^}]*\}|\* as \w+) from "\.|"\.)', text, re.MULTILINE), name


def test_an_icon_that_shell_and_family_have_comes_once(ada: FlaskClient) -> None:
    icons = re.findall(r'<template data-icon="([^"]+)"', ada.get("/factory").text)
    assert {"fa-plus", "fa-play", "fa-thumb-tack"} <= set(icons)
    assert len(icons) == len(set(icons))


def test_a_module_of_a_page_that_is_imported_later_comes_without_what_is_there(ada: FlaskClient) -> None:
    (address,) = re.findall(r'<script type="module" src="([^"]+)/page.js"', ada.get("/factory").text)
    first, later = ada.get(f"{address}/page.js").text, ada.get(f"{address}/draft_menu.js").text
    assert '$define("dom.js"' in first
    assert '$define("draft_menu.js"' not in first
    assert '$define("draft_menu.js"' in later
    assert '$define("dom.js"' not in later
    assert later.startswith(f'import {{ $define, $later, $use }} from "{address}/page.js";')


@pytest.mark.parametrize(
    "name",
    [
        "variations/page/nothing.js",
        "en/pages/nothing.js/-/-/page.js",
        "xx/pages/titlebar.js+factory.js/variations/edit/page.js",
        "en/pages/titlebar.js+factory.js/variations/edit/home.js",
        "en/pages/titlebar.js+home.js/variations/edit/page.js",
        "sheets/home.css",
        "sheets/",
    ],
)
def test_nothing_is_put_together_that_is_no_page_s(ada: FlaskClient, name: str) -> None:
    assert ada.get(f"/static/x/{name}").status_code == 404


# The shell has no business with these.
OF_GAMES = re.compile(r"\b(variations?|boards?|pieces?|palettes?|reserves?|phases?|stacks?|shapes?)\b", re.IGNORECASE)


def test_the_shell_knows_no_game() -> None:
    files = [path for folder in (STATIC, TEMPLATES) for path in folder.iterdir() if path.suffix in {".js", ".html"}]
    assert len(files) > 20
    assert {path.name: OF_GAMES.findall(path.read_text("utf-8")) for path in files} == {path.name: [] for path in files}
