"""Pages and boards look as they did when somebody looked at them last: docs/looks has the pictures."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fixtures.browser import Person, every_page
from fixtures.kept_pictures import KEPT, MOST_CHANGED, difference, taken
from fixtures.views import Still
from fixtures.windows import DESK, PHONE
from playwright.sync_api import Page

LookAlike = Callable[[Page, str], None]
BOARDS = ("seeking", "hexagons", "tetrakis", "toroid", "upward", "wide", "tall", "poker", "planned", "captured")
PAGES = ("games", "factory", "game")
"""Those that look the same whoever else has played and what."""


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_pages_look_as_they_did(people: Callable[..., Person], look_alike: LookAlike, viewport: dict[str, int]) -> None:
    scheme = "dark" if viewport is PHONE else "light"
    ada = people("ada", viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
    for name, page in every_page(ada, "4on7sq"):
        if name in PAGES:
            page.wait_for_load_state("networkidle")
            look_alike(page, f"{name}-{viewport['width']}")


def test_boards_look_as_they_did(looks: Callable[..., tuple[Page, Still]], look_alike: LookAlike) -> None:
    for name in BOARDS:
        page, _ = looks(name, reduced_motion="reduce")
        look_alike(page, f"board-{name}")


def test_a_change_is_seen(looks: Callable[..., tuple[Page, Still]]) -> None:
    page, _ = looks("poker", reduced_motion="reduce")
    before = (KEPT / "board-poker.jpg").read_bytes()
    page.locator(".card").first.evaluate("card => (card.hidden = true)")
    assert difference(page, before, taken(page)) > MOST_CHANGED
    assert difference(page, before, before) == 0
