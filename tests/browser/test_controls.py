"""Each control has a test that uses it, each link leads somewhere, and what is refused is told beside its control."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path

from fixtures.browser import Person
from fixtures.controls import Controls
from fixtures.furnished import Furnished
from fixtures.platform import Platform
from fixtures.refusals import NEAR_PX, REFUSED
from fixtures.windows import DESK, PHONE, Windows, keep_session
from playwright.sync_api import Page, Route, expect

from redscience.names import RANDOM_ID, STANDARD_ID
from redscience.variations import catalogue
from redscience.variations.language.model import Check, StalemateRule

FAULTS = "#factory .fault[id^=at-]"
BACKWARDS = "a\N{RIGHT-TO-LEFT OVERRIDE}b"
SENTENCE = re.compile(r"[A-Z].{12,}\.$")

# What lies between two elements from top to bottom, in pixels. Both are found anew: pages draw themselves again.
BETWEEN = """(both) => {
  const [a, b] = both.map((selector) => document.querySelector(selector).getBoundingClientRect());
  return Math.max(0, a.top - b.bottom, b.top - a.bottom);
}"""

# For each control whether its fault is told beside it. What is not seen has none to be beside; an entry of a list
# stands in one line with what belongs to it, and all of that has faults.
TOLD_BESIDE = f"""(places) => {{
  const between = {BETWEEN};
  const isBeside = (place) => {{
    const [control, fault] = [`#at-${{place}}`, `#at-${{place}}-fault`];
    const isShown = document.querySelector(control)?.checkVisibility();
    const isEntry = null !== document.querySelector(fault).closest(".list-entry");
    const isNear = !isShown || isEntry || between([control, fault]) <= {NEAR_PX};
    return document.querySelector(fault).textContent.includes("Is wrong. Mend it.") && isNear;
  }};
  return Object.fromEntries(places.map((place) => [place, isBeside(place)]));
}}"""

PRESSED = {
    "settings": {
        ("#name-form [type=submit]",): "#name-fault",
        ("#sessions li:last-child button",): "#sessions li:last-child .fault",
        ("#end-others",): "#sessions-fault",
        ("#persona-form [type=submit]",): "#persona-name-fault",
        ("#erase-form [type=submit]",): "#erase-name-fault",
        ("#own-avatar", "#avatars button:last-child"): "#avatar-fault",
    },
    "player": {("#player-actions button",): "#player-fault"},
    "friends": {(".people-group li button",): ".people-group li .fault"},
    "leaderboard": {("[id^=ask-]",): "#standings-fault", ("#add-form [type=submit]",): "#add-player-fault"},
    "evolution": {("#add-form [type=submit]",): "#add-player-fault"},
    "invitation": {("#cancel",): "#fault"},
    "tournament-people": {("#people-accept",): "#people-fault", ("#people-decline",): "#people-fault"},
    "tournament-games": {("#people-here",): "#people-fault"},
    "tournament": {("#more-games",): "#games-fault"},
    "home": {("#play-random",): "#now-fault", ("#play",): "#play-fault", ("#again button",): "#again .fault"},
    "playing": {("#leave", "#leave-now"): "#leave-fault"},
    "ended": {("#again",): "#outcome .fault"},
}
"""By the page, what is pressed one after the other, and where it is told that the last of it is refused."""
PRESSED_BY_ADMINS = {
    "admin-game": {("#new-name",): "#new-name-fault"},
    "join": {("#take",): "#fault"},
    "new-tournament": {("#tournament-form [type=submit]",): "#tournament-fault"},
    "admin": {
        ("[data-player] button", "#called-form [type=submit]"): "#called-fault",
        ("#role-form [type=submit]",): "#new-role-fault",
        ("#quota-form [type=submit]",): "#games-fault",
        ("#suspend-form [type=submit]",): "#reason-fault",
        ("#erase-form [type=submit]",): "#erase-name-fault",
    },
    "admin-reports": {(".reported button",): ".reported .fault"},
    "admin-games": {("[data-game] button",): "[data-game] .fault"},
}


def test_what_is_refused_is_told_beside_what_was_pressed(in_memory: Furnished, windows: Windows) -> None:
    in_memory.know_random()
    with windows.window(in_memory.address) as window:
        for secret, pages in ((in_memory.secret, PRESSED), (in_memory.admin_secret, PRESSED_BY_ADMINS)):
            in_memory.log_in(window.page, secret)
            for name, presses in pages.items():
                in_memory.open(window.page, name)
                with refusing(window.page):
                    for pressed, place in presses.items():
                        is_told_beside(window.page, name, pressed, place)


def test_each_control_of_the_factory_has_its_fault_beside_it(in_memory: Furnished, windows: Windows) -> None:
    needy, shopping, chess = (catalogue.get(name) for name in ("3P-NeedyPoker", "Shopping9", "ChessWithoutCheck"))
    rows = StalemateRule("most_rows_wins", length=2)
    games = [
        needy,
        replace(shopping, name="Rows", stalemate=(shopping.stalemate[0], rows)),
        replace(chess, name="Four", checks=(chess.checks[0], Check("first_row_wins", length=4))),
        catalogue.get("KBeauty9"),
    ]
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)
        places: list[str] = []
        page.route("**/api/factory/check", lambda route: with_faults(route, places))
        begun = [f"copy={in_memory.world.add_game(game).id}" for game in games]
        for query in (*begun, "family=stratego", "family=rainbow", "family=four_bases"):
            places.clear()
            page.goto(f"/factory?{query}")
            page.locator("#english p").first.wait_for()
            for folded in page.locator("summary.rare-title").all():
                folded.press("Enter")
            places += page.eval_on_selector_all(FAULTS, "all => all.map(({ id }) => id.slice(3, -6))")
            page.get_by_label("Name", exact=True).fill("Faulty")
            expect(page.locator("#problems")).to_contain_text(f"{len(places)} errors:")
            told = page.evaluate(TOLD_BESIDE, places)
            assert told == dict.fromkeys(places, True)
            page.evaluate("tellControls()")


def with_faults(route: Route, paths: list[str]) -> None:
    """Answers as the services do, and finds fault with each of these paths besides."""
    answer = route.fetch()
    faults = [{"path": path, "problem": "is wrong", "remedy": "Mend it"} for path in paths]
    route.fulfill(response=answer, json=answer.json() | {"faults": faults})


@contextmanager
def refusing(page: Page) -> Iterator[None]:
    """Refuses whatever is to be done, and the list of a tournament's games."""

    def refuse(route: Route) -> None:
        if route.request.method == "POST" or "/games?page=" in route.request.url:
            route.fulfill(status=HTTPStatus.UNPROCESSABLE_ENTITY, json=REFUSED)
        else:
            route.continue_()

    page.route("**/api/**", refuse)
    yield
    page.unroute("**/api/**", refuse)


def is_told_beside(page: Page, name: str, pressed: tuple[str, ...], place: str) -> None:
    """Presses one after the other; the last is refused, which stands near it."""
    for control in pressed:
        expect(page.locator(control).first).to_be_visible()
        page.locator(control).first.press("Enter")
    fault = page.locator(place).first
    expect(fault, f"{name}: {pressed[-1]}").not_to_be_empty()
    expect(fault).to_be_visible()
    between = page.evaluate(BETWEEN, [pressed[-1], place])
    assert between <= NEAR_PX, f"{name}: {place} is {between} px from {pressed[-1]}"


def test_each_field_of_a_new_tournament_has_its_fault_beside_it(in_memory: Furnished, windows: Windows) -> None:
    places = {
        "game_ids": "game",
        "players[0].seconds": "entries",
        "games_each": "games-each",
        "window_s": "window",
        "sprt": "test",
    }
    paths = [*places, "players", "format", "rounds", "name", "seed"]
    faults = [{"path": path, "problem": "is wrong", "remedy": "Mend it"} for path in paths]
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page, in_memory.admin_secret)
        page.goto(in_memory.paths["new-tournament"])
        page.get_by_role("checkbox", name="Random plays at random").check()
        page.get_by_label("Stop as soon as").check()
        page.get_by_label("The first is stronger").fill("5")
        page.get_by_label("Its games count").uncheck()
        page.get_by_label("Who meets whom").select_option("gauntlet")
        page.locator("#game").fill("Connect")
        page.get_by_role("option", name="Connect4").click()
        expect(page.locator("#chosen-games")).to_contain_text("Connect4")
        page.route(
            "**/api/tournaments",
            lambda route: route.fulfill(status=HTTPStatus.UNPROCESSABLE_ENTITY, json=REFUSED | {"faults": faults}),
        )
        page.get_by_role("button", name="Begin").press("Enter")
        for path in paths:
            expect(page.locator(f"#{places.get(path, path)}-fault")).to_have_text(re.compile("[Ii]s wrong. Mend it."))
        # The first is led to, and each is marked until something else is in it.
        expect(page.locator("#game")).to_be_focused()
        for field in ("game", "format", "games-each", "name", "seed", "test"):
            expect(page.locator(f"#{field}")).to_have_attribute("aria-invalid", "true")
        expect(page.locator("#players input").first).to_have_attribute("aria-invalid", "true")
        page.locator("#seed").fill("0" * 32)
        expect(page.locator("#seed-fault")).to_be_empty()
        expect(page.locator("#seed")).not_to_have_attribute("aria-invalid", "true")
        expect(page.locator("#name")).to_have_attribute("aria-invalid", "true")


def test_a_fault_of_a_player_in_a_tournament_leads_to_what_is_said_of_them(
    in_memory: Furnished, windows: Windows
) -> None:
    faults = [{"path": "players[1].budget.seconds", "problem": "is wrong", "remedy": "Mend it"}]
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page, in_memory.admin_secret)
        page.goto(in_memory.paths["new-tournament"])
        page.get_by_role("checkbox", name="Random plays at random").check()
        page.get_by_role("checkbox", name="Standard thinks").check()
        page.get_by_role("combobox", name="How long Standard thinks").select_option("Seconds a move")
        page.route(
            "**/api/tournaments",
            lambda route: route.fulfill(status=HTTPStatus.UNPROCESSABLE_ENTITY, json=REFUSED | {"faults": faults}),
        )
        page.get_by_role("button", name="Begin").press("Enter")
        seconds = page.get_by_role("spinbutton", name="Seconds a move of Standard")
        expect(seconds).to_be_focused()
        expect(seconds).to_have_attribute("aria-invalid", "true")
        expect(page.locator("#entries-fault")).to_have_text("Standard: Is wrong. Mend it.")


def test_who_cannot_play_is_told_at_their_place(in_memory: Furnished, windows: Windows) -> None:
    faults = [{"path": "player_ids[1]", "problem": "cannot play now", "remedy": "Invite somebody else"}]
    told = "Cannot play now. Invite somebody else."
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)
        in_memory.open(page, "home")
        page.route(
            "**/api/matches",
            lambda route: route.fulfill(status=HTTPStatus.UNPROCESSABLE_ENTITY, json=REFUSED | {"faults": faults}),
        )
        page.locator("#play").press("Enter")
        expect(page.locator("#slot-1-fault")).to_have_text(told)
        expect(page.locator("#slot-1")).to_be_focused()
        expect(page.locator("#play-fault")).to_be_empty()
        page.locator("#play-random").press("Enter")
        expect(page.locator("#now-fault")).not_to_be_empty()
        expect(page.locator("#slot-1-fault")).to_be_empty()


def test_what_is_used_seldom_works(in_memory: Furnished, windows: Windows) -> None:
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)
        page.goto(in_memory.paths["playing"])
        page.locator("#leave").press("Enter")
        page.get_by_role("button", name="Stay").press("Enter")
        expect(page.get_by_role("dialog")).to_have_count(0)
        for folded in ("#chat", ".rules-note"):
            was_open = page.locator(folded).evaluate("(details) => details.open")
            page.locator(f"{folded} > summary").press("Enter")
            expect(page.locator(f"{folded}[open]")).to_have_count(0 if was_open else 1)
        for name in ("tournaments", "tournament-over", "player"):
            in_memory.open(page, name)
            scrolls_by_keys(page)
        page.goto(in_memory.paths["tournament"])
        page.locator("#back").press("Enter")
        page.wait_for_url(f"**{in_memory.paths['player']}")
        in_memory.log_in(page, in_memory.admin_secret)
        page.goto(in_memory.paths["admin"])
        page.locator("[data-player] button").first.press("Enter")
        page.get_by_role("button", name="Close").press("Enter")
        expect(page.get_by_role("dialog")).to_have_count(0)


def scrolls_by_keys(page: Page) -> None:
    """Whatever is wider than its place can be reached and moved by the keyboard alone."""
    page.locator(".table-scroll table").first.wait_for()
    page.set_viewport_size(PHONE)
    for folded in page.locator("main details:not([open]) > summary").all():
        folded.press("Enter")
    for region in page.locator(".table-scroll[tabindex='0']").all():
        region.press("ArrowRight")
        expect(region).to_be_focused()
    page.set_viewport_size(DESK)


def test_every_link_leads_somewhere(in_memory: Furnished, windows: Windows) -> None:
    with windows.window(in_memory.address) as window:
        dead = []
        for secret, pages in ((in_memory.secret, PRESSED), (in_memory.admin_secret, PRESSED_BY_ADMINS)):
            in_memory.log_in(window.page, secret)
            window.page.goto(in_memory.paths["outbox"])  # opens by what was printed, and then by any link
            links: dict[str, str] = {}
            for name in pages:
                in_memory.open(window.page, name)
                found = window.page.eval_on_selector_all("a[href]", "links => links.map(({ href }) => href)")
                links |= {link.partition("#")[0]: name for link in found if link.startswith(in_memory.address)}
            for link, name in links.items():
                if "/language/" in link or "/scheme/" in link:
                    continue
                status = window.context.request.get(link).status
                if status >= HTTPStatus.BAD_REQUEST:
                    dead.append(f"{name}: {link} answers {status}")
        assert not dead, "\n".join(dead)


def test_what_no_test_uses_is_named(in_memory: Furnished, windows: Windows, ledger: Controls) -> None:
    with windows.window(in_memory.address) as window:
        window.page.goto("/login")
        window.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<button id=new>New</button>')")
        window.page.locator("#new").click()
        window.page.evaluate("tellControls()")
        assert "login #new" in ledger.seen & ledger.used
        assert any(told.startswith("no test uses 'login #new'") for told in ledger.faults("a test"))
        ledger.begin()
    ledger.begin()


def test_what_a_test_uses_no_more_is_named() -> None:
    (told,) = Controls({"login #email": "a test", "login #code": "another"}, used={"login #code"}).faults("a test")
    assert told.startswith("a test does not use 'login #email' any more")


def test_each_control_and_each_place_of_a_fault_has_a_test(ledger: Controls) -> None:
    assert not [name for name, user in ledger.users.items() if not user]


def test_each_test_that_is_named_is_there(ledger: Controls) -> None:
    here = Path(__file__).parent
    there = {
        f"{path.name}::{one.name}"
        for path in here.glob("test_*.py")
        for one in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(one, ast.FunctionDef)
    }
    gone = {user for user in ledger.users.values() if user and user not in there}
    assert not gone, f"{json.dumps(sorted(gone))}: run what uses their controls now with --renew-controls"


def test_bad_input_is_told_beside_its_field(people: Callable[..., Person], platform: Platform) -> None:
    admin = people("admin")
    page = admin.open("/login")
    page.context.clear_cookies()
    page.goto("/login")
    is_refused(page, "email", "nobody")
    keep_session(page.context, platform.admin_secret, admin.address)
    page.goto("/me")
    for field in ("name", "persona-name", "bot-name"):
        is_refused(page, field, BACKWARDS)
    is_refused(page, "erase-name", "somebody else")
    page.goto("/admin")
    page.get_by_role("button", name="Change: ").first.click()
    is_refused(page, "erase-name", "somebody else")
    page.get_by_label("Games that a creator may save").select_option("some")
    page.get_by_label("How many").fill("-1")
    page.keyboard.press("Enter")
    expect(page.locator("#games-fault")).to_contain_text(SENTENCE)
    page.goto(f"/tournaments/new?game={admin.game_id('Connect4')}&player={RANDOM_ID}&player={STANDARD_ID}")
    is_refused(page, "games-each", "0")
    is_refused(page, "name", BACKWARDS)
    is_refused(page, "seed", BACKWARDS)


def is_refused(page: Page, field: str, text: str) -> None:
    """What is written in a field and sent by Enter is refused in words beside it."""
    control, fault = page.locator(f"#{field}"), page.locator(f"#{field}-fault")
    before = control.input_value()
    control.fill(text)
    control.press("Enter")
    expect(fault, f"{page.url}: #{field}").to_contain_text(SENTENCE)
    assert f"{field}-fault" in (control.get_attribute("aria-describedby") or ""), f"{page.url}: #{field}"
    between = page.evaluate(BETWEEN, [f"#{field}", f"#{field}-fault"])
    assert between <= NEAR_PX, f"{page.url}: what is wrong with #{field} is told {between} px from it"
    control.fill(before)
