"""Pages and boards look as they did when somebody looked at them last: docs/looks has the pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

import pytest
from fixtures.axe import give_axe, violations
from fixtures.browser import CUT, Person, fits
from fixtures.furnished import FOR_ADMINS, FURNISHED, Furnished
from fixtures.kept_pictures import KEPT, MOST_CHANGED, difference, taken
from fixtures.views import Still
from fixtures.windows import DESK, PHONE, SMALL_DESK, TABLET, Window, Windows, keep_session
from playwright.sync_api import Page, expect

LookAlike = Callable[[Page, str], None]
BOARDS = (
    "seeking",
    "hexagons",
    "tetrakis",
    "toroid",
    "upward",
    "wide",
    "tall",
    "poker",
    "planned",
    "captured",
    "chess",
    "stratego",
    "rainbow",
    "bases",
)
ON_A_PHONE = ("deep", "arming")
PAGES = {"games": ".game-picture svg", "factory": "#english p", "game": ".space"}
"""Those that look the same whoever else has played and what, and what each is filled with."""
WITHOUT_PICTURE = {"admin-game", "admin-leaderboard"}
"""Those that look like others; who does not see well depends on them all the same."""
BETWEEN = {PHONE["width"]: TABLET, DESK["width"]: SMALL_DESK}
"""The windows that pages have to fit besides, by the width of the one in which they are compared."""


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_pages_look_as_they_did(people: Callable[..., Person], look_alike: LookAlike, viewport: dict[str, int]) -> None:
    scheme = "dark" if viewport is PHONE else "light"
    ada = people("ada", viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
    paths = {"games": "/games", "factory": "/factory", "game": f"/games/{ada.game_id('4on7sq')}"}
    for name, filled in PAGES.items():
        page = ada.open(paths[name])
        page.locator(filled).first.wait_for()
        look_alike(page, f"{name}-{viewport['width']}")


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_pages_that_show_what_others_do_look_as_they_did_and_axe_finds_nothing(
    in_memory: Furnished,
    windows: Windows,
    look_alike: LookAlike,
    picture: Callable[..., None],
    viewport: dict[str, int],
) -> None:
    scheme = "light" if viewport is PHONE else "dark"
    found = []
    with windows.window(in_memory.address, new=True) as window:
        window.appear(viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
        give_axe(window.context)
        for name in chain(logging_in(window, in_memory), furnished_pages(window, in_memory), unreached(window)):
            picture(window.page, f"{name}-{viewport['width']}-{scheme}")
            fits(window.page)
            if name not in WITHOUT_PICTURE:
                look_alike(window.page, f"{name}-{viewport['width']}")
            window.page.evaluate("scrollTo(0, 0)")  # What is scrolled half under a bar is no fault.
            found += [f"{name}: {each}" for each in violations(window.page)]
            other = BETWEEN[viewport["width"]]
            window.page.set_viewport_size(other)
            picture(window.page, f"{name}-{other['width']}-{scheme}")
            fits(window.page)
            assert window.page.locator("main").evaluate(CUT) == [], f"{name}, {other}"
            window.page.set_viewport_size(viewport)
    assert not found, "\n".join(found)


def logging_in(window: Window, platform: Furnished) -> Iterator[str]:
    """One step of logging in after the other, with the mail; gives what each is called."""
    page = window.page
    page.goto(platform.paths["log-in-link"])
    expect(page.locator("#link")).to_be_visible()
    yield "log-in-link"
    page.goto(platform.paths["log-in"])
    page.locator("#email").wait_for()
    yield "log-in"
    page.get_by_label("E-mail address").fill("fay@example.org")
    page.get_by_role("button", name="Send the code").click()
    expect(page.get_by_label("Code")).to_be_focused()
    yield "log-in-code"
    page.get_by_label("Code").fill(platform.world.codes["fay@example.org"])
    page.locator("#code-step").get_by_role("button", name="Log in").click()
    expect(page.get_by_label("Name")).to_be_focused()
    yield "log-in-name"
    page.goto(platform.paths["outbox"])
    page.locator(".mail").wait_for()
    yield "outbox"


def furnished_pages(window: Window, platform: Furnished) -> Iterator[str]:
    """Leads to one page after the other, Ada's and then those of an Admin; gives what each is called."""
    for secret, pages in ((platform.secret, FURNISHED), (platform.admin_secret, FOR_ADMINS)):
        keep_session(window.context, secret, platform.address)
        for name, filled in pages.items():
            if name in platform.tournaments:
                platform.hold(name)
            window.page.goto(platform.address + platform.paths[name])
            window.page.locator(filled).first.wait_for()
            yield name


def unreached(window: Window) -> Iterator[str]:
    """The page that browsers keep for when nobody answers, in the place of one that is asked for then."""
    page = window.page
    page.route("**/healthz", lambda route: route.abort())
    page.route(
        "**/somewhere",
        lambda route: route.fulfill(response=route.fetch(url=route.request.url.replace("somewhere", "unreachable"))),
    )
    page.goto("/somewhere")
    page.get_by_role("heading", name="The server cannot be reached").wait_for()
    yield "unreachable"


def test_boards_look_as_they_did(looks: Callable[..., tuple[Page, Still]], look_alike: LookAlike) -> None:
    for name in BOARDS:
        page, _ = looks(name, reduced_motion="reduce")
        look_alike(page, f"board-{name}")
    for name in ON_A_PHONE:
        page, _ = looks(name, viewport=PHONE, reduced_motion="reduce")
        look_alike(page, f"board-{name}")


def test_a_change_is_seen(looks: Callable[..., tuple[Page, Still]], beside: Page) -> None:
    page, _ = looks("poker", reduced_motion="reduce")
    before = (KEPT / "board-poker.jpg").read_bytes()
    page.locator(".card").first.evaluate("card => (card.hidden = true)")
    assert difference(beside, before, taken(page)) > MOST_CHANGED
    assert difference(beside, before, before) == 0
