"""Players that think, in the pages: chosen, played, and told of."""

from __future__ import annotations

import re
from collections.abc import Callable

from fixtures.browser import Person
from playwright.sync_api import expect

from redscience.names import HOUSE, STANDARD_DEEP_ID, STANDARD_ID

ANSWERED = """before =>
  document.querySelector("#outcome-title")?.offsetParent
  || (document.querySelectorAll(".space > .piece").length > before + 1 && document.querySelector(".is-choosable"))"""
"""Whether more than one's own piece came to those there were before, or it is over."""


def test_a_visitor_plays_standard_to_the_end(people: Callable[..., Person]) -> None:
    ada = people("ada")
    game_id = ada.game_id("Tic-Tac-Toe")
    ada.context.clear_cookies()
    page = ada.open("/")
    page.get_by_role("button", name="Look around").click()
    expect(page.locator("#visit-note")).to_be_visible()
    page.goto(f"{ada.address}/?game={game_id}")
    expect(page.get_by_label("Game", exact=True)).to_have_value("Tic-Tac-Toe")
    page.get_by_role("button", name="Standard", exact=True).click()
    page.wait_for_url("**/matches/*")
    over = page.locator("#outcome-title")
    while not over.is_visible():
        before = page.locator(".space > .piece:not(.is-proposed)").count()
        page.locator(".space.is-choosable").first.click()
        page.get_by_role("button", name="Accept Move").click()
        page.wait_for_function(ANSWERED, arg=before)
    # Where the machine is too slow for it Random moves in its stead, and may lose.
    expect(over).to_have_text(re.compile("^(You lost|You won|A draw)"))


def test_they_are_named_for_seats_and_say_what_they_are(people: Callable[..., Person]) -> None:
    ada = people("ada")
    page = ada.open("/")
    page.get_by_role("combobox", name="Player 2").click()
    for player in HOUSE.values():
        expect(page.locator("#slot-1-list")).to_contain_text(re.compile(f"{player.name}\\s*{player.about}"))
    page.get_by_role("option", name="Standard-Deep").click()
    expect(page.locator("#slot-1-note")).to_have_text(HOUSE[STANDARD_DEEP_ID].about)
    page.get_by_role("button", name="Play New").click()
    page.wait_for_url("**/matches/*")
    expect(page.locator("body")).to_contain_text("Standard-Deep")
    page = ada.open(f"/players/{STANDARD_ID}")
    expect(page.locator(".player-who")).to_contain_text(HOUSE[STANDARD_ID].about)
    page = ada.open(f"/games/{ada.game_id('4on7sq')}/leaderboard")
    row = page.locator(f'.standings tr[data-player="{STANDARD_ID}"]')
    expect(row).to_contain_text("thinks")
    row.get_by_role("link", name="Play New Game against Standard").click()
    expect(page.get_by_role("combobox", name="Player 2")).to_have_value("Standard")
    expect(page.locator("#slot-1-note")).to_have_text(HOUSE[STANDARD_ID].about)


def test_a_game_that_is_being_made_is_tried_against_them(people: Callable[..., Person]) -> None:
    page = people("ada").open("/factory")
    page.locator("#try").click()
    page.locator("#try-table .space.is-choosable").first.wait_for()
    page.get_by_label("Against whom").select_option(label=f"against Standard: {HOUSE[STANDARD_ID].about}")
    page.get_by_label("Your seat").select_option("white")
    expect(page.locator("#try-table .space > .piece")).to_have_count(1)
    page.locator("#try-table .space.is-choosable").first.click()
    expect(page.locator("#try-table .space > .piece")).to_have_count(3)
    page.get_by_role("button", name="Begin again").click()
    expect(page.locator("#try-table .space > .piece")).to_have_count(1)
    page.locator("#try-close").click()
    expect(page.locator("#tryout")).to_be_hidden()
