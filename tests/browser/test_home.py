"""Home says what goes on for somebody, as it goes on."""

from __future__ import annotations

import re

from fixtures.accessibility import is_for_all
from fixtures.furnished import Furnished
from fixtures.pages import Pages
from fixtures.windows import Windows
from playwright.sync_api import Locator, expect

from redscience.variations.language import RuleSet


def turn(whose: str) -> re.Pattern[str]:
    """That it is somebody's turn, and how much of it is left."""
    return re.compile(f"^{re.escape(whose)}\N{RIGHT SINGLE QUOTATION MARK}s turn\\d+:\\d\\d$")


def test_it_says_whose_turn_it_is_and_for_how_long_and_plays_again(in_memory: Furnished, windows: Windows) -> None:
    world = in_memory.world
    ada = next(player for player in world.players.values() if player.name == "Ada")
    made = world.add_game(RuleSet(name="Brand-new", seconds_per_turn=90), ada.id)
    shown = [Pages(in_memory.address, world).show(name, ada) for name in ("seeking", "blind", "upward")]
    seeking, blind, upward = (world.matches[path.rpartition("/")[2]].match for path, _ in shown)
    still, _, of_two = (one for _, one in shown)
    of_two.told["acting"] = ["black"]
    in_memory.know_random()
    blind.due_at_ms = 0  # where whose turn it is is hidden no clock is seen
    with windows.window(in_memory.address) as window:
        page = window.page

        def now(acting: str) -> Locator:
            """The entry of three, once it has looked again: somebody else is to move."""
            still.told["acting"] = [acting]
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
            return page.locator(f"#match-{seeking.id}")

        in_memory.log_in(page)
        in_memory.open(page, "home")
        expect(page.locator(f"#match-{upward.id} .turn")).to_have_text(turn("Random"))
        expect(page.locator(f"#match-{blind.id} .turn")).to_have_text("Waiting for the others")
        mine = now("pink")
        expect(mine).to_have_class(re.compile("is-acting"))
        expect(mine.locator(".turn")).to_have_text(re.compile(r"^Your turn\d+:\d\d$"))
        # What waits for me is first of all.
        expect(page.locator("#mine .match-item").first).to_have_id(f"match-{seeking.id}")
        expect(page).to_have_title("(2) Home · redscience")
        # Of two who are called alike the seat is said.
        expect(now("white").locator(".turn")).to_have_text(turn("Random (white)"))
        seeking.seats[1].player_name = "Ben"
        for acting, whose in (("white", "Ben"), ("black", "Random"), ("chaos", "Chaos")):
            expect(now(acting).locator(".turn")).to_have_text(turn(whose))
        expect(page).to_have_title("(1) Home · redscience")
        is_for_all(page)
        new = page.locator(f"#new-{made.id}")
        expect(new).to_have_text(re.compile("^Brand-newby Ada · 2 players"))
        new.press("Enter")
        expect(page.get_by_role("combobox", name="Game")).to_have_value("Brand-new")
        history = page.get_by_role("link", name="History")
        expect(history).to_have_attribute("href", f"/players/{ada.id}/history")
        again = page.locator("#again button")
        expect(again).to_have_text("Breakthrough with Random")
        again.press("Enter")
        page.wait_for_url("**/matches/*")
        expect(page.get_by_role("heading", level=1)).to_have_text("Breakthrough")
        expect(page.locator("#seats .seat")).to_have_count(2)
        assert page.url.rpartition("/")[2] not in in_memory.paths["ended"]
