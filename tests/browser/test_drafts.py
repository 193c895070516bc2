"""What somebody has begun in the Factory is shown to nobody who logs in after them in the same window."""

from __future__ import annotations

from fixtures.browser import Window, Windows
from fixtures.pages import Pages
from playwright.sync_api import Page, expect

from services.gateway.security import COOKIE

PLAN = "Secret plan"


def as_somebody(pages: Pages, window: Window, secret: str) -> Page:
    """The Factory, for whoever has the session."""
    window.context.add_cookies([{"name": COOKIE, "value": secret, "url": pages.address}])
    window.page.goto(pages.address + "/factory")
    return window.page


def begin(page: Page) -> None:
    """Gives a game a name, and sees that it is kept."""
    page.get_by_label("Name", exact=True).fill(PLAN)
    page.reload()
    expect(page.get_by_label("Name", exact=True)).to_have_value(PLAN)


def kept(page: Page) -> str:
    """All that the window keeps."""
    return str(page.evaluate("JSON.stringify(sessionStorage)"))


def test_who_logs_in_next_sees_nothing_of_it(pages: Pages, windows: Windows) -> None:
    (_, ada), (_, ben) = pages.person("Ada"), pages.person("Ben")
    with windows.window(pages.address) as window:
        begin(as_somebody(pages, window, ada))
        page = as_somebody(pages, window, ben)
        expect(page.get_by_label("Name", exact=True)).to_have_value("")
        assert PLAN not in kept(page)


def test_it_is_gone_after_the_log_out(pages: Pages, windows: Windows) -> None:
    _, ada = pages.person("Ada")
    with windows.window(pages.address) as window:
        page = as_somebody(pages, window, ada)
        begin(page)
        page.locator("#user-menu summary").click()
        page.get_by_role("button", name="Log out").click()
        page.wait_for_url("**/login*")
        assert PLAN not in kept(page)
