"""Four Bases on its page: orders made on the board, rounds replayed, flags, a seat that is left; phone, keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

from fixtures.browser import Person
from fixtures.windows import PHONE
from playwright.sync_api import Page, expect


def cell(page: Page, key: str) -> None:
    """Points at a space."""
    page.locator(f'#table [data-key="{key}"]').click()


def accept(page: Page) -> None:
    page.get_by_role("button", name="Accept Move").click()


def test_a_person_plays_random_on_a_phone(people: Callable[..., Person], picture: Callable[..., None]) -> None:
    ada = people("ada", viewport=PHONE)
    ada.new_match("FourBases-2P")
    page = ada.page
    expect(page.locator("#budget")).to_have_text("0 of 1 action used.")
    seat = page.locator(".seat", has_text=ada.name).locator(".seat-line span").first.inner_text().lower()
    base, beside, further = {"south": ("4,1", "4,2", "4,3"), "north": ("4,7", "4,6", "4,5")}[seat]
    picture(page, "four bases phone start")
    cell(page, base)
    picture(page, "four bases phone picked")
    page.get_by_role("button", name="Factory", exact=True).click()
    cell(page, beside)
    expect(page.locator(".orders li")).to_have_text([f"Base on {base} makes a factory on {beside}"])
    expect(page.locator("#proposal")).to_have_text("Send one order.")
    picture(page, "four bases phone ordered")
    page.get_by_label(f"Remove: Base on {base}").click()
    expect(page.locator(".orders li")).to_have_count(0)
    expect(page.get_by_role("button", name="Accept Move")).to_be_disabled()
    cell(page, base)
    cell(page, beside)
    accept(page)
    expect(page.locator("#subtitle")).to_have_text("Turn 2 of at most 200")
    expect(page.locator(".round-title")).to_contain_text("Turn 1")
    picture(page, "four bases phone round")
    page.locator("#round-now").click()
    expect(page.locator("#budget")).to_have_text(re.compile("0 of 2 actions used, 0 of 1 free production"))
    cell(page, beside)
    page.get_by_role("button", name="Make, by factory").click()
    page.get_by_role("button", name="Train", exact=True).click()
    cell(page, further)
    cell(page, base)
    page.get_by_role("button", name="Bomb", exact=True).click()
    cell(page, base)
    expect(page.locator(".orders li")).to_have_count(2)
    expect(page.locator("#budget")).to_have_text("1 of 2 actions used, 1 of 1 free production.")
    picture(page, "four bases phone two")
    accept(page)
    expect(page.locator("#subtitle")).to_have_text("Turn 3 of at most 200")
    page.get_by_role("button", name="Put up your flag").click()
    accept(page)
    over = page.locator("#outcome:not([hidden])")
    expect(over).to_contain_text("in turn 3: all other flags are up.")
    picture(page, "four bases phone over")
