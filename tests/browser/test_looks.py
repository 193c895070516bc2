"""Pages and boards look as they did when somebody looked at them last: docs/looks has the pictures."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fixtures.browser import Person
from fixtures.furnished import furnished
from fixtures.kept_pictures import KEPT, MOST_CHANGED, difference, taken
from fixtures.views import Still
from fixtures.windows import DESK, PHONE, Windows
from playwright.sync_api import Page

from services.gateway.security import COOKIE

LookAlike = Callable[[Page, str], None]
BOARDS = ("seeking", "hexagons", "tetrakis", "toroid", "upward", "wide", "tall", "poker", "planned", "captured")
WITH_SYMBOLS = {"upward"}
"""Pieces are drawn as symbols once those have come."""
ON_A_PHONE = ("deep",)
PAGES = {"games": ".game-picture svg", "factory": "#english p", "game": ".space"}
"""Those that look the same whoever else has played and what, and what each is filled with."""
FURNISHED = {
    "log-in": "#email",
    "home": ".match-item",
    "playing": ".space",
    "ended": "#outcome-title",
    "leaderboard": ".standings tbody tr",
    "player": "tbody tr",
    "settings": "h1",
    "tournaments": "tbody tr",
    "tournament": "#chart svg",
}
"""The others, which are shown before services in memory."""
FOR_ADMINS = {"new-tournament": "#players label", "admin": ".person"}


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_pages_look_as_they_did(people: Callable[..., Person], look_alike: LookAlike, viewport: dict[str, int]) -> None:
    scheme = "dark" if viewport is PHONE else "light"
    ada = people("ada", viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
    paths = {"games": "/games", "factory": "/factory", "game": f"/games/{ada.game_id('4on7sq')}"}
    for name, filled in PAGES.items():
        page = ada.open(paths[name])
        page.locator(filled).first.wait_for()
        page.wait_for_load_state("networkidle")
        look_alike(page, f"{name}-{viewport['width']}")


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_pages_that_show_what_others_do_look_as_they_did(
    windows: Windows, look_alike: LookAlike, viewport: dict[str, int]
) -> None:
    scheme = "light" if viewport is PHONE else "dark"
    with furnished() as platform, windows.window(platform.address, new=True) as window:
        window.appear(viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
        for name, filled in FURNISHED.items():
            window.page.goto(platform.address + platform.paths[name])
            window.page.locator(filled).first.wait_for()
            window.page.wait_for_load_state("networkidle")
            look_alike(window.page, f"{name}-{viewport['width']}")
            window.context.add_cookies([{"name": COOKIE, "value": platform.secret, "url": platform.address}])
        window.context.add_cookies([{"name": COOKIE, "value": platform.admin_secret, "url": platform.address}])
        for name, filled in FOR_ADMINS.items():
            window.page.goto(platform.address + platform.paths[name])
            window.page.locator(filled).first.wait_for()
            window.page.wait_for_load_state("networkidle")
            look_alike(window.page, f"{name}-{viewport['width']}")


def test_boards_look_as_they_did(looks: Callable[..., tuple[Page, Still]], look_alike: LookAlike) -> None:
    for name in BOARDS:
        page, _ = looks(name, reduced_motion="reduce")
        if name in WITH_SYMBOLS:
            page.wait_for_load_state("networkidle")
        look_alike(page, f"board-{name}")
    for name in ON_A_PHONE:
        page, _ = looks(name, viewport=PHONE, reduced_motion="reduce")
        look_alike(page, f"board-{name}")


def test_a_change_is_seen(looks: Callable[..., tuple[Page, Still]]) -> None:
    page, _ = looks("poker", reduced_motion="reduce")
    before = (KEPT / "board-poker.jpg").read_bytes()
    page.locator(".card").first.evaluate("card => (card.hidden = true)")
    assert difference(page, before, taken(page)) > MOST_CHANGED
    assert difference(page, before, before) == 0
