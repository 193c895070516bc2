"""Players' pages: what they did, whom they know, and what one makes of oneself."""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus

from fixtures.accessibility import is_for_all
from fixtures.axe import violations
from fixtures.browser import Held, Person, fits
from fixtures.person import until
from fixtures.platform import Platform
from fixtures.windows import DESK, PHONE, keep_session
from playwright.sync_api import Page, expect

from redscience.names import RANDOM_ID
from services.kit.ids import new_id

FRIENDS = ".people-group[aria-label=Friends]"


def play_once(somebody: Person, game: str, persona: dict[str, str] | None = None) -> str:
    """A match against Random that somebody moves in once, and leaves; it is rated when this returns."""
    own, universe = (persona["id"], persona["universe"]) if persona else (somebody.id, "")
    game_id, before = somebody.game_id(game), matches_of(somebody, game, own, universe)
    request = {"game_id": game_id, "player_ids": [own, RANDOM_ID], "request_id": new_id()}
    path = f"/matches/{somebody.post('/api/matches', request)['id']}"
    match = until(lambda: somebody.on_turn(path))
    somebody.reply(path, match["view"]["legal"][0]["move"])
    somebody.post(f"/api{path}/leave", {"request_id": "leave"})
    until(lambda: matches_of(somebody, game, own, universe) > before)
    return str(match["id"])


def matches_of(somebody: Person, game: str, player_id: str, universe: str) -> int:
    """How many rated matches they, or a persona of theirs, have played of a game in a universe."""
    asked = f"universe={universe}&added={player_id}"
    standings = somebody.get(f"/api/games/{somebody.game_id(game)}/leaderboard?{asked}")["standings"]
    return sum(each["played"] for each in standings if each["player"]["id"] == player_id)


def report_something_said(somebody: Person) -> None:
    """Somebody says something in a match of theirs, and reports it."""
    request = {"game_id": somebody.game_id("Tic-Tac-Toe"), "player_ids": [somebody.id, RANDOM_ID]}
    match_id = somebody.post("/api/matches", {**request, "request_id": new_id()})["id"]
    chat = f"/api/matches/{match_id}/chat/seats"
    said = somebody.post(chat, {"text": f"said by {somebody.name}", "request_id": new_id()})
    somebody.post(f"{chat}/{said['number']}/report", {"reason": "Rude"})


def become_admin(somebody: Person, platform: Platform) -> None:
    """Lets somebody's browser be the Admin's."""
    secret = platform.admin_secret
    keep_session(somebody.context, secret, somebody.address)


def deal_with_report(page: Page, name: str) -> None:
    """On the Admins' page, by the keyboard, which stays at the report."""
    page.get_by_role("link", name="Reports", exact=True).click()
    said = page.locator(".reported").filter(has_text=f"said by {name}")
    said.get_by_role("button", name=f"Mark as dealt with: what {name} said").press("Enter")
    expect(said.locator(".resolved")).to_have_text(re.compile("^Dealt with by .+ on .+[0-9]"))
    expect(said.locator(".resolved")).to_be_focused()
    page.reload()
    page.locator(".empty, .reported").first.wait_for()
    expect(said).to_have_count(0)
    page.get_by_label("Show reports already dealt with").check()
    expect(said.locator(".resolved")).to_be_visible()
    for deed, is_hidden in (("Hide it from everybody", 1), ("Show it again", 0)):
        said.get_by_role("button", name=f"{deed}: {name}").press("Enter")
        expect(said.get_by_text("hidden", exact=True)).to_have_count(is_hidden)
    expect(said.get_by_role("button", name=f"Hide it from everybody: {name}")).to_be_focused()
    # And from there to what was done about whoever said it, and can be done.
    said.get_by_role("link", name=f"Change {name}").click()
    expect(page.locator("#past li").first).to_contain_text("may log in again")
    expect(page.locator("#past li").nth(1)).to_contain_text("suspended: Rude")
    page.get_by_role("button", name="Close").click()


def is_seen(page: Page, picture: Callable[..., None], name: str) -> None:
    """The page fits, everybody can use it, and a picture is kept."""
    picture(page, name)
    fits(page)
    is_for_all(page)


def test_a_players_page_tells_what_they_did(people: Callable[..., Person], picture: Callable[..., None]) -> None:
    ada, grace = people("ada"), people("grace", viewport=PHONE, color_scheme="dark")
    match_id = play_once(ada, "Connect4")
    page = ada.open(f"/matches/{match_id}")
    page.locator(".seat").get_by_role("link", name="Random").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Random")
    expect(page.get_by_role("link", name="Invite")).to_have_attribute("href", re.compile(r"/\?with=0+1$"))
    together = page.get_by_role("link", name="Your matches")
    expect(together).to_have_attribute("href", f"/players/{ada.id}/history?search=Random")
    page.get_by_label(re.compile("Your account")).click()
    page.get_by_role("link", name="Your page").click()
    row = page.locator("[data-key]").filter(has_text="Connect4")
    expect(row).to_contain_text("provisional")
    is_seen(page, picture, "player-stats")
    page.get_by_role("link", name="Connect4", exact=True).wait_for()
    curve = page.get_by_role("link", name=re.compile("How the rating of .+ in Connect4 has changed"))
    expect(curve).to_have_attribute("href", re.compile(rf"/evolution\?player={ada.id}&universe=public$"))
    for somebody in (ada, grace):
        page = somebody.open(f"/players/{ada.id}/history")
        row = page.locator(f'[data-key="{match_id}"]')
        expect(row).to_contain_text("Lost by leaving")
        expect(row.get_by_role("link", name="Connect4")).to_have_attribute("href", f"/matches/{match_id}")
        is_seen(page, picture, f"player-history-{somebody.page.viewport_size['width']}")  # type: ignore[index]
        page.get_by_label("Search").fill("won")
        expect(row).to_have_count(0)
        page.get_by_label("Search").fill("lost random")
        expect(page.locator("#history-note")).to_have_text("1 found: 0 won, 0 drawn, 1 lost. Of one match.")
        for text in ("draw", "tictactoe"):
            page.get_by_label("Search").fill(text)
            expect(row).to_have_count(0)
        for text in ("random conn", "connect four", "connect-4", "loss", "leaving"):
            page.get_by_label("Search").fill(text)
            expect(row).to_have_count(1)
        page = somebody.open(f"/players/{ada.id}/favoritism")
        expect(page.locator("[data-key]")).to_contain_text("Random")
        is_seen(page, picture, f"player-favoritism-{somebody.page.viewport_size['width']}")  # type: ignore[index]
    expect(grace.page.get_by_role("link", name="Friends")).to_have_count(0)


def test_narrow_screens_sort_by_what_they_have_no_column_for(people: Callable[..., Person]) -> None:
    ada = people("ada", viewport=PHONE)
    first, last = (play_once(ada, game) for game in ("Tapatan", "AtariGo"))
    page = ada.open(f"/players/{ada.id}/history")
    rows = page.locator("[data-key]")
    expect(rows.first).to_have_attribute("data-key", last)
    at, choice = rows.first.bounding_box(), page.get_by_label("Sort by")
    turn = page.get_by_role("button", name="Reverse")
    expect(turn).to_be_disabled()
    choice.focus()
    choice.select_option("Ended")
    expect(choice).to_be_focused()
    expect(rows.first).to_have_attribute("data-key", last)
    turn.press("Enter")
    expect(turn).to_be_focused()
    expect(rows.first).to_have_attribute("data-key", first)
    expect(choice.locator("option:checked")).to_have_text("Ended")
    assert rows.first.bounding_box() == at
    is_for_all(page)
    page.set_viewport_size({"width": 768, "height": 900})
    expect(choice).to_be_visible()
    fits(page)
    page.set_viewport_size(DESK)
    expect(choice).to_be_hidden()


def test_two_become_friends_and_one_bans_the_other(people: Callable[..., Person], picture: Callable[..., None]) -> None:
    ada, grace = people("ada"), people("grace", viewport=PHONE)
    page = ada.open(f"/players/{ada.id}/friends")
    page.get_by_role("combobox", name="Find a player").fill(grace.name)
    page.get_by_role("option", name=grace.name, exact=True).click()
    page.get_by_role("button", name="Add to friends").click()
    expect(page.locator("#stance")).to_contain_text("there is no answer yet")
    is_seen(page, picture, "player-asked")
    theirs = grace.open(f"/players/{grace.id}/friends")
    is_seen(theirs, picture, "friends-360")
    theirs.get_by_role("button", name=f"Accept: {ada.name}").click()
    expect(theirs.locator(FRIENDS)).to_contain_text(ada.name)
    page.reload()
    expect(page.locator("#stance")).to_have_text("You are friends.")
    expect(page.get_by_role("link", name="Invite")).to_have_attribute("href", f"/?with={grace.id}")
    page.get_by_role("button", name="Ban").click()
    expect(page.locator("#stance")).to_contain_text("You have banned")
    expect(page.get_by_role("link", name="Invite")).to_have_count(0)
    theirs.reload()
    expect(theirs.locator(FRIENDS)).not_to_contain_text(ada.name)
    page.get_by_role("button", name="Revoke the ban").click()
    expect(page.get_by_role("button", name="Add to friends")).to_be_visible()


def test_an_open_page_learns_of_a_friend_request(people: Callable[..., Person]) -> None:
    ada, grace = people("ada"), people("grace")
    home = grace.open("/")
    expect(home.locator("#asked-card")).to_be_hidden()
    friends = grace.open(f"/players/{grace.id}/friends", grace.browser.another())
    expect(friends.locator(FRIENDS)).to_be_visible()
    ada.post(f"/api/players/{grace.id}/ask", {})
    # As when somebody comes back to it: it asks by itself, too, but seldom.
    for page in (home, friends):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(home.locator("#asked")).to_contain_text(f"{ada.name} wants to be your friend.")
    friends.get_by_role("button", name=f"Accept: {ada.name}").click()
    expect(friends.locator(FRIENDS)).to_contain_text(ada.name)
    home.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(home.locator("#asked-card")).to_be_hidden()


def test_settings_are_made_ones_own(people: Callable[..., Person], picture: Callable[..., None]) -> None:
    ada = people("ada", viewport=PHONE, color_scheme="dark")
    name, persona, universe = (f"{word}-{new_id()[-8:]}" for word in ("Ada", "Eve", "Wonderland"))
    page = ada.open("/")
    page.get_by_label(re.compile("Your account")).click()
    page.get_by_role("link", name="Settings").click()
    page.get_by_label("Name that others see").fill("Random")
    page.get_by_role("button", name="Rename").first.click()
    expect(page.locator("#name-fault")).not_to_be_empty()
    page.get_by_label("Name that others see").fill(name)
    page.get_by_role("button", name="Rename").first.click()
    expect(page.locator("#name-said")).to_contain_text(name)
    expect(page.locator("#name-said")).to_contain_text("keep the name that you had")
    page.get_by_role("button", name="Choose your avatar").click()
    is_seen(page, picture, "avatars-360")
    page.get_by_role("button", name="Ghost").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_label("New persona").fill(persona)
    page.locator("#persona-form summary").click()
    page.get_by_label("Name of the universe").fill("Public Universe")
    page.get_by_label("Name of the universe").press("Enter")
    told = "Everybody is in Public Universe. Leave it empty to make the persona there."
    expect(page.locator("#universe-name-fault")).to_have_text(told)
    expect(page.get_by_label("Name of the universe")).to_be_focused()
    expect(page.locator("#persona-name-fault")).to_be_empty()
    page.get_by_label("Name of the universe").fill(universe)
    expect(page.locator("#universe-name-fault")).to_be_empty()
    page.locator("#persona-form").get_by_role("button", name="Make").click()
    expect(page.locator("#personas")).to_contain_text(f"in {universe}")
    page.get_by_role("button", name=f"Rename: {persona}").click()
    page.locator("#rename-not").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name=f"Rename: {persona}").click()
    page.get_by_role("dialog").get_by_label("Name").fill(f"{persona}-2")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(page.locator("#personas")).to_contain_text(f"{persona}-2")
    is_seen(page, picture, "settings-360")
    page.get_by_role("link", name=f"{persona}-2").click()
    expect(page.locator(".player-who")).to_contain_text(f"Made by {name}")
    expect(page.locator("#user-menu .avatar")).to_have_attribute("data-avatar", "24")


def test_a_bot_gets_a_token_that_is_shown_once(
    people: Callable[..., Person], platform: Platform, picture: Callable[..., None]
) -> None:
    admin = people("admin", viewport=DESK)
    become_admin(admin, platform)
    name = f"Bot-{new_id()[-8:]}"
    page = admin.open("/me")
    page.get_by_label("New bot").fill(name)
    page.locator("#bot-form").get_by_role("button", name="Make").click()
    token = page.get_by_role("dialog").get_by_label("Token")
    first = token.input_value()
    assert first
    picture(page, "token-1400")
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("#token-said")).not_to_be_empty()
    page.get_by_role("button", name="Done").click()
    assert first not in page.content()
    expect(page.get_by_role("listitem").filter(has_text=name)).to_contain_text("not connected")
    is_seen(page, picture, "settings-1400")
    page.get_by_role("button", name=f"New token: {name}").click()
    expect(token).not_to_have_value("")
    assert token.input_value() != first
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name=f"Revoke: {name}").click()
    expect(page.locator("#bots-said")).to_contain_text("no longer has a token")


def test_a_leaderboard_leads_on(people: Callable[..., Person], picture: Callable[..., None]) -> None:
    ada, grace = people("ada"), people("grace", viewport=PHONE, color_scheme="dark")
    for somebody in (ada, grace):
        play_once(somebody, "Tapatan")
    path = f"/games/{ada.game_id('Tapatan')}/leaderboard"
    page = ada.open(path)
    theirs = page.locator(f'[data-player="{grace.id}"]')
    expect(theirs).to_contain_text("provisional")
    expect(page.locator(".standings tbody tr").filter(has_text="Random")).to_contain_text("+")
    newest = page.get_by_role("region", name="Newest matches").get_by_role("listitem").filter(has_text=grace.name)
    expect(newest.get_by_role("link", name=f"{grace.name} \N{EN DASH} Random")).to_have_attribute(
        "href", re.compile("^/matches/[0-9A-Z]{26}$")
    )
    expect(newest).to_contain_text(re.compile(r"won\.|A draw\."))
    is_seen(page, picture, "standings-1400")
    for width in (768, 1024):
        page.set_viewport_size({"width": width, "height": 800})
        is_seen(page, picture, f"standings-{width}")
    page.get_by_role("link", name="Play New Game against Random").wait_for()
    expect(page.get_by_role("link", name=f"Show Player: {grace.name}")).to_have_attribute(
        "href", f"/players/{grace.id}"
    )
    page.get_by_role("button", name=f"Add {grace.name} to Friends").click()
    expect(theirs).to_contain_text("asked")
    other = grace.open(path)
    is_seen(other, picture, "standings-360")
    expect(other.get_by_role("checkbox", name="Choose Random")).to_be_visible()
    expect(other.locator(".standings tbody tr").filter(has_text="Random")).to_contain_text("top burst")
    other.get_by_role("button", name=f"Add {ada.name} to Friends").click()
    game_id = ada.game_id("Tapatan")
    play = other.get_by_role("link", name=f"Play New Game against {ada.name}")
    expect(play).to_have_attribute("href", f"/?game={game_id}&with={ada.id}")
    expect(page.locator("#universe")).to_have_count(0)
    page.get_by_role("button", name="Add Player").click()
    expect(page.locator("#add-player-fault")).to_contain_text("Choose somebody")
    page.get_by_role("combobox", name="Show somebody else").fill(grace.name[:5])
    page.get_by_role("option", name=grace.name, exact=True).click()
    page.get_by_role("button", name="Add Player").click()
    page.wait_for_url(f"**added={grace.id}")
    expect(theirs).to_be_visible()
    page.get_by_role("combobox", name="Show somebody else").fill("nobody-at-all")
    expect(page.locator(".combobox-none")).to_contain_text("has played this game")
    ada.post("/api/me/personas", {"name": "Eve", "universe_name": f"Wonderland-{new_id()[-8:]}"})
    page.reload()
    page.get_by_label("Universe").select_option(index=1)
    expect(page.locator("caption")).to_have_text("No match has been rated yet.")
    ada.open(path)
    expect(page.locator("caption")).to_have_text("No match has been rated yet.")
    play_once(ada, "Tapatan", ada.get("/api/me/own")["personas"][0])
    expect(page.locator(".is-own")).to_contain_text(re.compile("Eve.*you"))
    page.get_by_label("Universe").select_option(index=0)
    expect(page.locator(".is-own")).to_contain_text(re.compile(f"{ada.name}.*you"))


def test_who_is_added_is_whoever_the_field_names(people: Callable[..., Person]) -> None:
    ada, grace = people("ada"), people("grace")
    for somebody in (ada, grace):
        play_once(somebody, "Achi")
    path = f"/games/{ada.game_id('Achi')}"
    page = ada.open(f"{path}/leaderboard")
    field, add = page.get_by_role("combobox", name="Show somebody else"), page.get_by_role("button", name="Add Player")
    field.fill(grace.name)
    page.get_by_role("option", name=grace.name, exact=True).click()
    field.fill(ada.name[:6])
    add.click()
    expect(page.locator("#add-player-fault")).to_have_text("Choose somebody from the list.")
    field.fill(ada.name.upper())
    add.click()
    page.wait_for_url(f"**added={ada.id}")
    page = ada.open(f"{path}/evolution?player={grace.id}")
    expect(page.locator("#legend [data-player]")).to_have_count(1)
    page.get_by_role("combobox", name="Add a player").fill("Random")
    page.get_by_role("option", name="Random", exact=True).click()
    page.get_by_role("combobox", name="Add a player").fill(ada.name)
    page.get_by_role("button", name="Add Player").click()
    expect(page.locator("#legend [data-player]").last).to_contain_text(ada.name)


def test_a_game_that_is_refused_goes_and_one_that_was_chosen_meanwhile_stays(people: Callable[..., Person]) -> None:
    ada = people("ada")
    page = ada.open(f"/games/{ada.game_id('9-Holes')}/evolution?player={ada.id}&player={RANDOM_ID}")
    legend = page.locator("#legend [data-player]")
    expect(legend).to_have_count(2)
    held = Held(page, f"**/api/games/{ada.game_id('Connect4')}/evolution/{RANDOM_ID}*")

    def choose(game: str) -> None:
        page.get_by_label("Compare with another game").fill(game)
        page.get_by_role("option", name=game, exact=True).click()

    choose("Connect4")
    expect(legend).to_have_count(3)
    choose("Tic-Tac-Toe")
    expect(legend).to_have_count(5)
    held.take().fulfill(status=409, json={"message": "Not now."})
    expect(page.locator("#add-game-fault")).to_have_text("Not now.")
    expect(legend).to_have_count(4)
    expect(legend.filter(has_text="Tic-Tac-Toe")).to_have_count(2)
    page.reload()
    expect(legend).to_have_count(4)


def test_ratings_are_drawn_over_time(people: Callable[..., Person], picture: Callable[..., None]) -> None:
    ada, grace = people("ada", viewport=PHONE, color_scheme="dark"), people("grace")
    for _ in range(2):
        play_once(grace, "9-Holes")
    path = f"/games/{grace.game_id('9-Holes')}"
    page = grace.open(f"{path}/leaderboard")
    page.get_by_role("checkbox", name="Choose Random").check()
    page.get_by_role("link", name="Show Evolution").click()
    expect(page.locator("#legend [data-player]")).to_contain_text("Random")
    page.get_by_role("combobox", name="Add a player").fill(grace.name)
    page.get_by_role("option", name=grace.name, exact=True).click()
    page.get_by_role("button", name="Add Player").click()
    expect(page.locator("#legend [data-player]")).to_have_count(2)
    expect(page.get_by_role("img", name=re.compile(f"Random, {grace.name}"))).to_be_visible()
    expect(page.locator(".chart circle")).to_have_count(4)
    is_seen(page, picture, "evolution-1400")
    page.get_by_label("Along").select_option("time")
    expect(page.locator(".chart")).to_contain_text(re.compile(r"\w+ \d+, \d{4}"))
    page.get_by_label("Compare with another game").fill("Connect4")
    page.get_by_role("option", name="Connect4", exact=True).click()
    page.get_by_role("button", name=f"Remove {grace.name}, Connect4").wait_for()
    page.reload()
    page.get_by_role("button", name=f"Remove {grace.name}, Connect4").click()
    page.get_by_role("button", name="Remove Random, Connect4").click()
    expect(page.locator("#legend [data-player]")).to_have_count(2)
    page.get_by_role("button", name="Remove Random").click()
    expect(page.locator("#legend [data-player]")).to_contain_text(grace.name)
    page = ada.open(f"{path}/evolution")
    page.locator(".chart circle").first.wait_for()
    is_seen(page, picture, "evolution-360")


def gives_another_name(page: Page, person: Person) -> None:
    """And the first one again; one that nobody may have is refused."""
    theirs, other = page.locator(f'[data-player="{person.id}"]'), f"{person.name}-2"
    page.get_by_role("button", name=f"Change: {person.name}").click()
    page.locator("#called").fill("Random")
    page.locator("#called-form").get_by_role("button", name="Rename").click()
    expect(page.locator("#called-fault")).to_contain_text("reserved")
    page.locator("#called").fill(other)
    page.locator("#called-form").get_by_role("button", name="Rename").click()
    expect(theirs).to_contain_text(other)
    page.get_by_role("button", name=f"Change: {other}").click()
    page.locator("#called").fill(person.name)
    page.keyboard.press("Enter")
    expect(theirs).not_to_contain_text(other)


def test_an_admin_finds_people_and_suspends_one(
    people: Callable[..., Person], platform: Platform, picture: Callable[..., None]
) -> None:
    admin, grace = people("admin"), people("grace")
    become_admin(admin, platform)
    grace.open("/admin")
    expect(grace.page.get_by_role("heading", level=1)).to_have_text("Not allowed")
    page = admin.open("/")
    page.get_by_label(re.compile("Your account")).click()
    page.get_by_role("link", name="Administration").click()
    page.get_by_label("Name or address begins with").fill(grace.name)
    theirs = page.locator(f'[data-player="{grace.id}"]')
    expect(theirs).to_contain_text("grace-")
    page.get_by_role("button", name=f"Change: {grace.name}").click()
    sets_a_quota(page)
    is_seen(page, picture, "admin-1400")
    assert violations(page) == []
    report_something_said(grace)
    page.get_by_label("Role", exact=True).last.select_option("trainer")
    page.get_by_role("button", name="Give").click()
    expect(theirs).to_contain_text("trainer")
    gives_another_name(page, grace)
    page.get_by_role("button", name=f"Change: {grace.name}").click()
    page.get_by_role("button", name="Suspend").click()
    expect(page.locator("#reason-fault")).to_have_text("Is missing. Say why this player is suspended.")
    expect(theirs).not_to_contain_text("suspended")
    page.get_by_label("Reason for suspending this player").fill("Rude")
    page.get_by_role("button", name="Suspend").click()
    expect(theirs).to_contain_text("suspended")
    until(lambda: grace.context.request.get(f"{grace.address}/api/matches").status == HTTPStatus.UNAUTHORIZED)
    grace.open("/factory")
    expect(grace.page.get_by_role("heading", level=1)).to_have_text("Log in")
    page.get_by_role("button", name=f"Let in again: {grace.name}").click()
    expect(theirs).not_to_contain_text("suspended")
    page.set_viewport_size(PHONE)
    page.get_by_role("link", name="Changes to people").click()
    expect(page.locator("[data-key]").filter(has_text=grace.name)).to_have_count(5)
    is_seen(page, picture, "audit-360")
    assert violations(page) == []
    for tab, filled in (
        ("Reports", ".reported"),
        ("Games", "[data-game]"),
        ("Changes to games", "[data-key]"),
        ("Processes", "#rows td"),
    ):
        page.get_by_role("navigation", name="Administration").get_by_role("link", name=tab, exact=True).click()
        page.locator(filled).first.wait_for()
        is_seen(page, picture, f"admin-{tab}-360")
        assert violations(page) == [], tab
    deal_with_report(page, grace.name)
    is_seen(page, picture, "admin-Reports-dealt-with-360")


def sets_a_quota(page: Page) -> None:
    """Whatever is no number of games is refused at the field, and what was said before goes."""
    page.get_by_label("Games that a creator may save").select_option("some")
    page.get_by_label("How many").fill("20")
    page.get_by_role("button", name="Set").click()
    expect(page.locator("#quota-said")).to_have_text("May save 20 games, and has saved 0.")
    page.get_by_label("How many").fill("1")
    page.get_by_role("button", name="Set").click()
    expect(page.locator("#quota-said")).to_have_text("May save 1 game, and has saved 0.")
    for typed, problem in (("", "is no number"), ("-1", "is too small"), ("1.5", "is not a whole number")):
        page.get_by_label("How many").fill(typed)
        page.get_by_role("button", name="Set").click()
        expect(page.locator("#games-fault")).to_contain_text(problem)
        expect(page.get_by_label("How many")).to_be_focused()
        expect(page.locator("#quota-said")).to_be_empty()
    page.get_by_label("How many").fill("20")
    expect(page.locator("#games-fault")).to_be_empty()
    page.get_by_role("button", name="Set").click()
    expect(page.locator("#quota-said")).to_have_text("May save 20 games, and has saved 0.")
