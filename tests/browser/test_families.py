"""A family that only the tests have is found, played and rated on pages that know nothing of it but its module."""

from __future__ import annotations

import re
from collections.abc import Callable

from fixtures.accessibility import is_for_all
from fixtures.browser import Person, fits
from fixtures.windows import PHONE
from playwright.sync_api import Page, Route, expect

MOST_ROUNDS = 30


def choose(page: Page, number: str) -> None:
    """Chooses a number, and seals it."""
    button = page.get_by_role("button", name=number, exact=True)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#proposal")).to_have_text(number)
    page.get_by_role("button", name="Accept Move").click()


def test_a_registered_family_is_played_by_its_own_module(
    people: Callable[..., Person], picture: Callable[..., None]
) -> None:
    ada = people("ada", viewport=PHONE)
    ada.new_match("Undercut")
    page = ada.page
    over = page.locator("#outcome:not([hidden])")
    expect(page.locator("#status")).to_have_text("Make your plan.")
    expect(page.locator("#proposal")).to_have_text("Choose a number.")
    expect(page.locator("#words").get_by_role("button")).to_have_text(["1", "2", "3", "4", "5"])
    expect(page.locator("#points li", has_text="You: 0")).to_be_visible()
    expect(page.locator("#subtitle")).to_be_empty()
    for number in range(MOST_ROUNDS):
        page.locator("#words:not([hidden]), #outcome:not([hidden])").first.wait_for()
        if over.count():
            break
        choose(page, "5")
        expect(page.locator("#table")).to_contain_text(f"{number + 1} rounds are played")
    expect(page.locator("#happened-list li", has_text="You played 5.")).to_be_visible()
    expect(over).to_contain_text(re.compile(r"(wins|It is a draw), \d+ to \d+\."))
    expect(page.locator(".ratings tr")).to_have_count(2)
    expect(page.locator(".ratings")).not_to_contain_text("counting")
    sees_what_the_game_counts(ada, picture)


def test_a_match_whose_drawing_fails_can_be_played_and_left(people: Callable[..., Person]) -> None:
    ada = people("ada")
    page = ada.page
    ada.browser.foresee("view.nowhere")
    page.route("**/undercut/play/page.js", without_a_drawing)
    ada.new_match("Undercut")
    expect(page.locator("#table").get_by_role("alert")).to_contain_text("The table cannot be shown")
    expect(page.locator("#status")).to_have_text("Make your plan.")
    choose(page, "5")
    expect(page.get_by_role("region", name="Moves").get_by_role("listitem").first).to_contain_text("5")
    expect(page.get_by_role("button", name="Leave")).to_be_visible()


def without_a_drawing(route: Route) -> None:
    page = route.fetch()
    assert "view.table;" in page.text()
    route.fulfill(response=page, body=page.text().replace("view.table;", "view.nowhere;"))


def sees_what_the_game_counts(somebody: Person, picture: Callable[..., None]) -> None:
    """On their own page, where the row of the game is unfolded by the keyboard."""
    page = somebody.open(f"/players/{somebody.id}")
    unfold = page.get_by_role("button", name="What Undercut counts")
    figures = page.locator(".under .figures")
    expect(figures).to_be_hidden()
    unfold.press("Enter")
    expect(unfold).to_have_attribute("aria-expanded", "true")
    expect(figures.locator("dt")).to_have_text(["Won", "Drawn", "Lost", "Points", "Best score"])
    picture(page, "figures-360")
    fits(page)
    is_for_all(page)
    page.get_by_role("button", name="Game").click()
    expect(figures).to_be_visible()
    unfold.click()
    expect(figures).to_be_hidden()


def test_what_nobody_can_design_is_shown_and_not_copied(people: Callable[..., Person]) -> None:
    ada = people("ada")
    game_id = ada.game_id("Undercut")
    page = ada.open(f"/games/{game_id}")
    expect(page.locator(".english")).to_contain_text("They play for 20 points.")
    expect(page.get_by_role("link", name="Play", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Copy")).to_have_count(0)
    expect(page.get_by_role("heading", name="Setup")).to_be_hidden()
    expect(page.locator("#opening")).to_be_hidden()
    assert ada.context.request.get(f"{ada.address}/factory?copy={game_id}").status == 404
