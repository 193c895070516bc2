"""The main job, end to end, on the real platform: a game is made, played and rated."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from fixtures.browser import Person, open_outbox
from fixtures.factory import choose
from fixtures.person import until
from fixtures.platform import Platform
from fixtures.windows import Windows
from playwright.sync_api import Page, expect


def test_a_game_made_in_the_browser_is_played_and_rated(
    platform: Platform, windows: Windows, picture: Callable[..., None]
) -> None:
    with windows.window(platform.address) as window:
        page = window.page
        open_outbox(window.context, platform)
        page.goto("/")
        name = log_in_by_the_outbox(page, f"ada-{random.randrange(10**9)}@example.org")
        picture(page, "home", full_page=False)
        game = make_a_game(page, picture)
        page.get_by_role("link", name="Play", exact=True).click()
        expect(page.get_by_label("Game", exact=True)).to_have_value(game)
        page.get_by_role("button", name="Play New").click()
        page.wait_for_url("**/matches/*")
        play_to_the_end(page)
        picture(page, "outcome", full_page=False)
        expect(page.locator("#outcome")).to_contain_text(re.compile(r"You won|You lost|A draw"))
        # A newcomer's rating is told as the leaderboard tells it, and stays what it was at the end.
        rated = page.locator(".ratings tr").filter(has_text=name)
        expect(rated).to_contain_text(re.compile(r"25 ± 25 → \d+ ± \d+ *provisional"))
        told = rated.inner_text()
        page.reload()
        expect(rated).to_have_text(told, use_inner_text=True)
        ratings, buttons = (page.locator(each).bounding_box() for each in (".ratings", "#outcome .actions"))
        assert ratings is not None
        assert buttons is not None
        assert ratings["width"] <= buttons["width"]
        # Whoever has an idea while they play goes on from there.
        page.get_by_role("link", name="Setup & Rules").click()
        expect(page.get_by_role("link", name="Copy")).to_be_visible()
        page.go_back()
        page.get_by_role("link", name="Leaderboard").click()
        expect(page.locator("caption")).to_have_text("One rated match.")
        for player in (name, "Random"):
            row = page.locator(".standings tbody tr").filter(has_text=player)
            expect(row.locator("td").nth(4)).to_have_text("1")
            expect(row).to_contain_text(re.compile(r"\d\.\d\d"))
        picture(page, "leaderboard", full_page=False)


def log_in_by_the_outbox(page: Page, email: str) -> str:
    """E-mail, code, name, each followed by Enter; gives the name that was suggested."""
    expect(page.get_by_label("E-mail address")).to_be_focused()
    page.keyboard.type("no address")
    page.keyboard.press("Enter")
    expect(page.locator("#email-fault")).not_to_be_empty()
    expect(page.get_by_label("E-mail address")).to_be_focused()
    page.keyboard.type(email)
    page.keyboard.press("Enter")
    code = page.get_by_label("Code", exact=True)
    expect(code).to_be_focused()
    assert code.get_attribute("autocomplete") == "one-time-code"
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="open the outbox").click()
    outbox = opened.value
    mail = outbox.locator(".mail").filter(has_text=email)
    found = re.search(r"\b\d{6}\b", mail.locator(".mail-body").inner_text())
    outbox.close()
    assert found is not None
    code.fill(found[0][::-1] if found[0] != found[0][::-1] else "000000")
    page.keyboard.press("Enter")
    expect(page.locator("#code-fault")).not_to_be_empty()
    code.fill(found[0])
    page.keyboard.press("Enter")
    name = page.get_by_label("Name", exact=True)
    expect(name).to_be_focused()
    suggested = name.input_value()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="New match")).to_be_visible()
    return suggested


def make_a_game(page: Page, picture: Callable[..., None]) -> str:
    """Tic-Tac-Toe becomes 6 by 6, four in a row, 90 seconds; gives its name."""
    name = f"Six-{random.randrange(10**9)}"
    page.get_by_role("link", name="Factory").first.click()
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    expect(page.locator("#same-as")).to_have_text("These are the rules of Tic-Tac-Toe.")
    page.keyboard.type(f"{name} x")
    expect(page.locator("#at-name-fault")).not_to_be_empty()
    field, fault = (until(page.locator(one).bounding_box) for one in ("#at-name", "#at-name-fault"))
    assert 0 <= fault["y"] - field["y"] - field["height"] <= 8
    assert field["x"] <= fault["x"] < field["x"] + field["width"]
    page.get_by_label("Name", exact=True).fill(name)
    expect(page.locator("#at-name-fault")).to_be_empty()
    choose(page.locator("#at-board-kind"), "Squares")
    # The board is drawn anew, and its reserves go on filling it.
    page.get_by_label("x", exact=True).select_option("6")
    page.get_by_label("y", exact=True).select_option("6")
    expect(page.locator(".space")).to_have_count(36)
    expect(page.get_by_label("circles of black in reserve")).to_have_value("18")
    # All but the height of this game differs from run to run, so that nobody has made it before.
    black = str(random.randrange(18, 500))
    page.get_by_label("circles of black in reserve").fill(black)
    page.get_by_label("Turn checks 1").focus()
    page.locator("#at-checks-0-length").select_option("4")
    page.get_by_label("Time", exact=True).select_option(label="90 seconds/turn")
    expect(page.locator("#english")).to_contain_text("four")
    expect(page.locator("#english")).to_contain_text(black)
    expect(page.locator("#english")).to_contain_text("90 seconds")
    picture(page, "factory", full_page=False)
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/games/*")
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(page.locator("#setup")).to_contain_text("First 4-same-color-in-a-row wins")
    return name


def play_to_the_end(page: Page) -> None:
    """Clicks a space, sees it proposed, accepts; until the match is over."""
    over = page.locator("#outcome:not([hidden])")
    for _ in range(40):
        page.locator(".space.is-choosable, #outcome:not([hidden])").first.wait_for()
        if over.count():
            return
        page.locator(".space.is-choosable").first.click()
        expect(page.locator(".space.is-proposed")).to_have_count(1)
        page.get_by_role("button", name="Accept Move").click()
        expect(page.locator("#accept:enabled")).to_have_count(0)
    expect(over).to_have_count(1)


def test_an_error_stands_beside_its_control_and_the_last_words_stay(people: Callable[..., Person]) -> None:
    page = people("grace").open("/factory")
    expect(page.locator(".space")).to_have_count(9)
    reserve = page.get_by_label("circles of white in reserve")
    reserve.fill("9999")
    fault = page.locator("#at-shapes-O-reserve-white-fault")
    expect(fault).not_to_be_empty()
    expect(reserve).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#rules")).to_have_class(re.compile("is-stale"))
    expect(page.locator(".space")).to_have_count(9)
    reserve.fill("3")
    expect(fault).to_be_empty()
    expect(page.locator("#rules")).not_to_have_class(re.compile("is-stale"))
    expect(page.locator("#english")).to_contain_text("three")


def test_a_draft_outlives_a_reload_and_saving_refuses_a_taken_name(people: Callable[..., Person]) -> None:
    person = people("joan")
    page = person.open("/factory")
    page.locator("#english p").first.wait_for()  # the page listens by now
    page.get_by_label("Name", exact=True).fill("Connect4")
    page.get_by_label("Time", exact=True).select_option(label="240 seconds/turn")
    page.reload()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Connect4")
    expect(page.get_by_label("Time", exact=True).locator("option:checked")).to_have_text("240 seconds/turn")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#at-name-fault")).not_to_be_empty()
    expect(page.get_by_label("Name", exact=True)).to_be_focused()


def test_a_copy_begins_with_the_rules_of_the_original(people: Callable[..., Person]) -> None:
    person = people("mary")
    page = person.open(f"/games/{person.game_id('Connect4')}")
    page.get_by_role("link", name="Copy").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Connect4-2")
    expect(page.locator("#at-board-kind")).to_have_value("Stacks")
    expect(page.get_by_label("circles of black in reserve")).to_have_value("21")
    # What it is a copy of need not be told before anything is changed; saving it as it is, is refused.
    expect(page.locator("#same-as")).to_be_hidden()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#save-fault, #at-name-fault, #other-faults").filter(has_text="Connect4")).to_have_count(1)
