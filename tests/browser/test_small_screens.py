"""Every page fits a phone, and every board can be played on one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fixtures.browser import Person, every_page, fits
from fixtures.windows import DESK, PHONE
from playwright.sync_api import expect

# Whether the upper and the lower edge of something are on top of all else.
IS_UNCOVERED = """(element) => {
  const { left, top, bottom, width } = element.getBoundingClientRect();
  return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + width / 2, y)));
}"""

BOARDS = ("Tic-Tac-Toe", "3on15line", "4on7sq", "5on15sq", "Qubic-4", "Connect4")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_pages_fit(
    people: Callable[..., Person], picture: Callable[..., None], viewport: dict[str, int], scheme: str
) -> None:
    ada = people("ada", viewport=viewport, color_scheme=scheme, has_touch=viewport is PHONE)
    ada.post("/api/log-in/code", {"email": f"{'long' * 12}-{viewport['width']}-{scheme}@example.org"})
    for name, page in every_page(ada, "4on7sq"):
        picture(page, f"{name}-{viewport['width']}-{scheme}")
        fits(page)


@pytest.mark.parametrize("game", BOARDS)
def test_boards_are_played_by_touch(people: Callable[..., Person], picture: Callable[..., None], game: str) -> None:
    ada = people("ada", viewport=PHONE, has_touch=True)
    ada.new_match(game)
    page = ada.page
    page.locator(".space.is-choosable").first.wait_for()
    fits(page)
    before = page.locator(".space > .piece").count()
    page.locator(".space.is-choosable").nth(2).tap()
    accept = page.get_by_role("button", name="Accept Move")
    # What makes the move is on the screen, wherever the board ends.
    expect(accept).to_be_in_viewport(ratio=1)
    assert accept.evaluate(IS_UNCOVERED), "something lies on Accept Move"
    picture(page, f"touch-{game}", full_page=False)
    accept.tap()
    expect(page.locator(".space > .piece").nth(before)).to_be_visible()
    fits(page)


def test_a_board_of_small_spaces_can_be_enlarged(people: Callable[..., Person]) -> None:
    ada = people("ada", viewport=PHONE, has_touch=True)
    ada.new_match("5on15sq")
    page = ada.page
    page.locator(".space.is-choosable").first.wait_for()  # nothing is drawn anew from here on
    space = page.locator(".space").first
    small = space.bounding_box()
    button = page.get_by_role("button", name="Enlarge the board")
    button.tap()
    whole = page.get_by_role("button", name="Show the whole board")
    expect(whole).to_be_visible()
    large = space.bounding_box()
    assert small is not None
    assert large is not None
    assert large["width"] > 1.4 * small["width"]
    fits(page)
    whole.tap()
    expect(button).to_be_visible()
