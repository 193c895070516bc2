"""Stratego on its page: set up by mouse, keys and shuffle, played by two people, on a phone and against Random."""

from __future__ import annotations

from collections.abc import Callable

from fixtures.browser import Person, fits
from playwright.sync_api import Page, expect

Pictures = Callable[..., None]


def square(page: Page, key: str) -> None:
    page.locator(f"[data-key='{key}']").click()


def accept(page: Page) -> None:
    page.get_by_role("button", name="Accept Move").click()


def place(page: Page, placed: dict[str, str]) -> None:
    """Chooses a kind, then a square, for each piece."""
    for key, kind in placed.items():
        page.locator(f"#tray-{kind}").click()
        square(page, key)
        expect(page.locator(f"[data-key='{key}'] .piece-sign")).to_be_attached()


def test_look(people: Callable[..., Person], picture: Pictures) -> None:
    ada = people("ada")
    ada.new_match("Stratego")
    page = ada.page
    expect(page.locator("#tray-count")).to_have_text("40 of 40 pieces are still to be placed.")
    picture(page, "start")
    page.get_by_role("button", name="Shuffle").click()
    expect(page.locator("#tray-count")).to_have_text("All pieces are placed.")
    picture(page, "shuffled")
    for width in (360, 768):
        ada.browser.appear(viewport={"width": width, "height": 760})
        fits(page)
        picture(page, f"shuffled-{width}")
    ada.browser.appear(color_scheme="dark")
    picture(page, "shuffled-dark")
    accept(page)
    expect(page.locator("#status")).to_contain_text("turn")
    page.wait_for_timeout(500)
    for _ in range(14):
        if page.locator("#outcome:not([hidden])").count():
            break
        page.locator(".cell.is-source").first.click()
        page.locator(".cell.is-target").first.click()
        page.wait_for_timeout(100)
        accept(page)
        page.locator(".cell.is-source, #outcome:not([hidden])").first.wait_for()
    page.locator(".cell.is-source").first.click()
    picture(page, "play-dark")
    ada.browser.appear()
    picture(page, "play")
    page.locator(".cell.is-target").first.click()
    picture(page, "proposed")
    for width in (360, 768):
        ada.browser.appear(viewport={"width": width, "height": 760})
        fits(page)
        picture(page, f"play-{width}")
