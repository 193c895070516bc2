"""People find each other: by name, by a link, or as the next available; and who has not logged in plays Random."""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus

from fixtures.accessibility import is_for_all
from fixtures.browser import Person, fits
from fixtures.platform import Platform
from fixtures.windows import PHONE
from playwright.sync_api import Page, Route, expect

from redscience.api.players.v1 import players_pb2 as pp
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.client.channels import bearer
from redscience.names import RANDOM_ID
from services.gateway.security import COOKIE
from services.kit.channels import connect
from services.kit.ids import new_id


def befriend(platform: Platform, one: Person, other: Person) -> None:
    with connect(platform.address_of("players")) as channel:
        players = PlayersServiceStub(channel)

        def token(person: Person) -> tuple[tuple[str, str], ...]:
            (secret,) = (cookie["value"] for cookie in person.context.cookies() if cookie["name"] == COOKIE)
            return bearer(players.Exchange(pp.ExchangeRequest(secret=secret)).token)

        players.AskFriend(pp.AskFriendRequest(player_id=other.id), metadata=token(one))
        players.AcceptFriend(pp.AcceptFriendRequest(player_id=one.id), metadata=token(other))


def choose_game(page: Page, name: str) -> None:
    game = page.get_by_role("combobox", name="Game")
    expect(game).not_to_have_value("")
    game.fill(name)
    page.locator("#games").get_by_role("option").first.click()


def seat(page: Page, text: str, option: str) -> None:
    """Chooses who has the second seat."""
    page.get_by_role("combobox", name="Player 2").fill(text)
    page.get_by_role("option", name=option).click()


def play_together(*pages: Page) -> None:
    """All are in one match, and one of them is to move."""
    for page in pages:
        expect(page.locator("#status")).to_have_text(re.compile("Your turn|to move"))
    assert len({page.url for page in pages}) == 1
    assert sum(page.locator(".space.is-choosable").count() > 0 for page in pages) == 1


def test_a_friend_is_invited_by_name_and_accepts_from_home(
    people: Callable[..., Person], platform: Platform, picture: Callable[..., None]
) -> None:
    ada, bob = people("ada"), people("bob", viewport=PHONE)
    befriend(platform, ada, bob)
    home = bob.open("/")
    elsewhere = bob.open("/games", bob.browser.another())
    page = ada.open("/")
    choose_game(page, "othello")
    seat(page, bob.name, bob.name)
    page.get_by_role("button", name="Play New").click()
    expect(page.locator("#status")).to_have_text(f"Waiting for {bob.name}.")
    expect(page.locator(".invited-name")).to_have_text(["You", bob.name])
    page.get_by_text("Rules of Reversi").click()
    expect(page.locator("details .english")).to_be_visible()
    is_for_all(page)
    # It comes without a reload, with what there is to be known before one answers.
    asked = home.locator("#asked")
    elsewhere.reload()
    told = elsewhere.get_by_role("link", name=f"Invited by {ada.name} to Reversi")
    expect(told).to_be_visible()
    fits(elsewhere)
    is_for_all(elsewhere)
    picture(elsewhere, "waiting", full_page=False)
    told.click()
    expect(elsewhere.locator("#status")).to_have_text(f"{ada.name} invites you.")
    elsewhere.close()
    expect(asked).to_contain_text(f"{ada.name} invites you to Reversi.")
    expect(asked.locator(".clock")).to_have_text(re.compile(r"^(9|10):\d\d$"))
    picture(home, "invited")
    is_for_all(home)
    fits(home)
    home.get_by_role("button", name="Accept").click()
    play_together(page, home)


def test_a_friend_request_is_told_everywhere_and_answered_on_home(people: Callable[..., Person]) -> None:
    ada, bob = people("ada"), people("bob", viewport=PHONE)
    page = ada.open(f"/players/{bob.id}")
    page.get_by_role("button", name="Add to friends").click()
    expect(page.locator("#stance")).to_contain_text("asked")
    theirs = bob.open("/games")
    theirs.get_by_role("link", name=f"{ada.name} wants to be your friend").click()
    expect(theirs.locator("#asked")).to_contain_text(f"{ada.name} wants to be your friend.")
    is_for_all(theirs)
    fits(theirs)
    theirs.get_by_role("button", name=f"Accept: {ada.name}").click()
    expect(theirs.locator("#asked-card")).to_be_hidden()
    page.reload()
    expect(page.get_by_role("link", name="Invite")).to_be_visible()


def test_matches_are_played_in_a_private_universe(
    people: Callable[..., Person], platform: Platform, picture: Callable[..., None]
) -> None:
    ada, bob = people("ada", viewport=PHONE), people("bob")
    befriend(platform, ada, bob)
    persona, universe = (f"{word}-{new_id()[-8:]}" for word in ("Eve", "Wonderland"))
    ada.post("/api/me/personas", {"name": persona, "universe_name": universe})
    page = ada.open("/me")
    page.locator("#personas li", has_text=persona).get_by_role("link", name="Play").click()
    own = page.get_by_label("Play as")
    expect(own.locator("option:checked")).to_have_text(persona)
    expect(page.locator("#slots .slot").first).to_contain_text(f"you, in {universe}")
    expect(page.get_by_role("button", name="Next person")).to_be_hidden()
    picture(page, "home as persona")
    is_for_all(page)
    fits(page)
    own.select_option(ada.name)
    expect(page.get_by_role("button", name="Next person")).to_be_visible()
    own.select_option(persona)
    choose_game(page, "9-Holes")
    seat(page, bob.name, bob.name)
    page.get_by_role("button", name="Play New").click()
    expect(page.locator("#status")).to_have_text(f"Waiting for {bob.name}.")
    home = bob.open("/")
    expect(home.locator("#asked")).to_contain_text(f"{persona} invites you to 9-Holes.")
    home.get_by_role("button", name="Accept").click()
    play_together(page, home)
    expect(page.locator("#seats .seat", has_text=persona)).to_have_count(1)
    # Their ratings are those of personas, who meet there only.
    page = ada.open(f"/games/{ada.game_id('9-Holes')}/leaderboard")
    page.get_by_label("Universe").select_option(universe)
    page.get_by_role("link", name="Play New Game against Random").click()
    expect(page.get_by_label("Play as").locator("option:checked")).to_have_text(persona)
    page.get_by_role("button", name="Play New").click()
    expect(page.locator("#seats .seat", has_text=persona)).to_have_count(1)
    expect(page.locator("#seats .seat", has_text="Random")).to_have_count(1)


def test_an_invitation_as_a_persona_is_cancelled(people: Callable[..., Person], platform: Platform) -> None:
    ada, bob = people("ada"), people("bob")
    befriend(platform, ada, bob)
    persona = f"Eve-{new_id()[-8:]}"
    made = ada.post("/api/me/personas", {"name": persona, "universe_name": f"Wonderland-{new_id()[-8:]}"})
    body = {"game_id": ada.game_id("Connect4"), "player_ids": [made["id"], bob.id]}
    first, second = (ada.post("/api/matches", {**body, "request_id": new_id()}) for _ in range(2))
    page = ada.open(f"/matches/{first['id']}")
    expect(page.locator("#seats li").first).to_contain_text(f"You, as {persona}")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#status")).to_have_text("You cancelled this invitation.")
    expect(page.get_by_role("button", name="Ask again")).to_be_visible()
    page = ada.open("/")
    page.locator(f"#cancel-{second['id']}").click()
    expect(page.locator("#mine")).not_to_contain_text("Waiting for")
    page = ada.open(f"/matches/{second['id']}")
    expect(page.locator("#status")).to_have_text("You cancelled this invitation.")


def test_an_invitation_is_declined_and_sent_again(people: Callable[..., Person], platform: Platform) -> None:
    ada, bob = people("ada"), people("bob")
    befriend(platform, ada, bob)
    body = {"game_id": ada.game_id("Connect4"), "player_ids": [ada.id, bob.id], "request_id": f"declined-{bob.id}"}
    made = ada.post("/api/matches", body)
    page, other = ada.open(f"/matches/{made['id']}"), bob.open(f"/matches/{made['id']}")
    other.get_by_role("button", name="Decline").click()
    expect(other.locator("#status")).to_have_text("You declined.")
    expect(page.locator("#status")).to_have_text(f"{bob.name} declined.")
    page.get_by_role("button", name="Ask again").click()
    expect(page.locator("#status")).to_have_text(f"Waiting for {bob.name}.")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#status")).to_have_text("You cancelled this invitation.")


def test_a_stranger_joins_by_a_link(people: Callable[..., Person]) -> None:
    ada, eve = people("ada"), people("eve", viewport=PHONE)
    page = ada.open("/")
    choose_game(page, "tic tac toe")
    seat(page, "link", "By a link")
    page.get_by_role("button", name="Play New").click()
    link = page.get_by_label("Link to the open seat").input_value()
    other = eve.open(link.removeprefix(ada.address))
    expect(other.get_by_role("heading")).to_have_text(f"{ada.name} invites you to Tic-Tac-Toe")
    is_for_all(other)
    fits(other)
    other.get_by_role("button", name="Take the seat").click()
    play_together(page, other)


def test_two_who_want_the_next_available_are_paired(people: Callable[..., Person]) -> None:
    ada, eve = people("ada"), people("eve")
    page, other = ada.open("/"), eve.open("/")
    choose_game(page, "Konane")
    page.get_by_role("button", name="Next person").click()
    expect(page.locator("#status")).to_contain_text("Waiting for the next person available.")
    # Whoever looks around sees who waits; who asks for the same is seated beside them.
    expect(other.locator("#lobby")).to_contain_text(ada.name)
    choose_game(other, "Konane")
    other.get_by_role("button", name="Next person").click()
    play_together(page, other)


def test_a_whole_name_is_a_choice_and_what_is_none_starts_nothing(people: Callable[..., Person]) -> None:
    page = people("ada").open("/")
    game = page.get_by_role("combobox", name="Game")
    expect(game).not_to_have_value("")
    play = page.get_by_role("button", name="Play New")
    game.fill("conn")
    play.click(delay=500)  # what is said meanwhile moves nothing from under the finger
    expect(page.locator("#game-fault")).to_contain_text("There is no game called “conn”.")
    expect(game).to_be_focused()
    game.fill("connect 4")
    page.get_by_text("All rules").click()
    expect(page.locator("#game-note details")).to_contain_text("nobody can move any more")
    play.click()
    page.wait_for_url("**/matches/*")
    expect(page.get_by_role("heading", name="Connect4")).to_be_visible()


def test_a_visitor_watches_and_plays_random(people: Callable[..., Person]) -> None:
    ada = people("ada")
    body = {"game_id": ada.game_id("Connect4"), "player_ids": [ada.id, RANDOM_ID], "request_id": new_id()}
    watched = ada.post("/api/matches", body)["id"]
    ada.context.clear_cookies()
    page = ada.open("/")
    page.get_by_role("button", name="Look around").click()
    expect(page.locator("#visit-note")).to_be_visible()
    expect(page.get_by_role("button", name="Next person")).to_be_hidden()
    is_for_all(page)
    page.locator(f"#others #match-{watched}").click()
    expect(page.locator("#status")).to_have_text(f"You are watching. {ada.name} to move.")
    expect(page.locator(".space.is-choosable")).to_have_count(0)
    expect(page.get_by_role("button", name="Accept Move")).to_be_hidden()
    # Nothing was said, and they could say nothing.
    expect(page.locator("#watchers")).to_have_text("1 watching")
    expect(page.locator("#chat")).to_be_hidden()
    page.go_back()
    # A picture chooses its game; the next press plays it.
    suggested = page.get_by_role("list", name="Games to try")
    expect(suggested.locator("svg").first).to_be_visible()
    suggested.get_by_role("button", name="Reversi").click()
    expect(page.get_by_role("combobox", name="Game")).to_have_value("Reversi")
    expect(page.locator("#play-standard")).to_be_focused()
    page.locator("#play-random").click()
    page.locator(".space.is-choosable").first.wait_for()
    page.get_by_role("button", name="Leave", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Leave").click()
    expect(page.locator("#outcome")).to_contain_text(
        "This match is not rated, because somebody plays without an account."
    )
    page.get_by_role("link", name="Log in").click()
    expect(page.get_by_label("E-mail address")).to_be_visible()


def test_a_game_that_can_be_played_no_more_has_a_card_without_a_picture(people: Callable[..., Person]) -> None:
    page = people("ada").open("/games")
    no_family, unreadable, whole = "Tic-Tac-Rainbow", "Tic-Tac-Rainbow-Misere", "3P-Tic-Tac-Rainbow"

    def refuse(route: Route) -> None:
        route.fulfill(status=HTTPStatus.CONFLICT, json={})

    def found(route: Route) -> None:
        """As where the package of a game's family is there no more, and nobody has made a game of it."""
        answer = route.fetch()
        told = answer.json()
        told["games"] = [game for game in told["games"] if game["name"] in (no_family, unreadable, whole)]
        for game in told["games"]:
            if game["name"] == no_family:
                game["is_drawn"] = False
            if game["name"] == unreadable:
                page.route(f"**/api/games/{game['id']}/opening*", refuse)
        route.fulfill(response=answer, json=told)

    page.route("**/api/gallery*", found)
    with page.expect_response(lambda answer: "/opening" in answer.url and answer.status == HTTPStatus.CONFLICT):
        page.get_by_label("Kind", exact=True).select_option("rainbow")
    expect(page.locator(".game-name")).to_have_text([no_family, unreadable, whole])
    card = page.locator(".game-card").filter(has=page.get_by_text(whole, exact=True))
    card.locator(".game-picture svg").wait_for()
    expect(page.locator(".game-picture svg")).to_have_count(1)


def test_games_are_shown_with_pictures_and_found_as_people_call_them(
    people: Callable[..., Person], picture: Callable[..., None]
) -> None:
    page = people("ada").open("/games")
    page.locator(".game-picture svg").nth(1).wait_for()
    before = page.locator(".game-card").count()
    page.get_by_role("button", name="More games").click()
    expect(page.locator(".game-card").nth(before)).to_be_attached()
    page.get_by_label("Length").select_option("long")
    page.get_by_label("Order").select_option("shortest")
    expect(page.locator(".game-facts").first).to_have_text(re.compile(r"players · about\s3[1-9]\sturns"))
    picture(page, "long games", full_page=False)
    for choice in ("Length", "Order"):
        page.get_by_label(choice).select_option("")
    search = page.get_by_role("searchbox", name="Search")
    search.fill("hex")
    note = page.locator("#absent")
    expect(note).to_contain_text("Nothing like it is here: no rule asks for a chain")
    expect(note.get_by_role("link", name="Factory")).to_have_attribute("href", "/factory")
    expect(page.locator("#none")).to_be_hidden()
    picture(page, "games-absent", full_page=False)
    search.fill("ludo")
    expect(page.locator(".game-nearest")).to_contain_text("Not Ludo, but here too four players")
    expect(note).to_be_hidden()
    # What is drawn lies in its place, and not on the name below.
    place = page.locator(".game-card").filter(has=page.locator(".game-nearest")).locator(".game-picture").first
    place.locator("svg").wait_for()
    assert place.evaluate("(one) => one.querySelector('svg').getBoundingClientRect().height <= one.offsetHeight")
    picture(page, "games-nearest", full_page=False)
    search.fill("othello")
    expect(page.locator(".game-name")).to_have_text(["Reversi"])
    expect(page).to_have_url(re.compile(r"/games\?name=othello$"))
    page.locator(".game-picture svg").wait_for()
    page.get_by_role("link", name="Play Reversi").click()
    expect(page.get_by_role("combobox", name="Game")).to_have_value("Reversi")
