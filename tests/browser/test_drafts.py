"""What somebody has begun in the Factory is shown to nobody who logs in after them in the same window."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from fixtures.browser import Person, Window, Windows
from fixtures.pages import Pages
from fixtures.patience import PATIENCE_S
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


def test_a_variant_says_what_it_was_made_from_and_how_it_differs(people: Callable[..., Person]) -> None:
    ada = people("ada")
    page = ada.open(f"/factory?copy={ada.game_id('Connect4')}")
    page.get_by_label("Name", exact=True).fill("Connect3-of-7")
    page.locator("#at-checks-0-length").select_option("3")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(re.compile("/games/"))
    expect(page.locator("#variant-of")).to_have_text("A variant of Connect4. What is new is marked.")
    expect(page.locator(".english mark")).to_contain_text(["three"])
    page.get_by_text("What only Connect4 says").click()
    expect(page.locator("#gone del")).to_contain_text(["four"])
    page.get_by_role("link", name="Connect4", exact=True).click()
    expect(page.get_by_role("heading", name="Variants of it")).to_be_visible()
    expect(page.get_by_role("link", name="Connect3-of-7")).to_be_visible()


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


def test_a_draft_is_found_again_anywhere_and_of_two_windows_the_second_is_told(pages: Pages, windows: Windows) -> None:
    _, ada = pages.person("Ada")
    with windows.window(pages.address) as window, windows.window(pages.address) as elsewhere:
        page = as_somebody(pages, window, ada)
        name, state = page.get_by_label("Name", exact=True), page.locator("#draft-state")
        name.fill(PLAN)
        expect(state).to_have_text("Draft saved just now.")
        expect(page).to_have_url(re.compile("draft="))
        other = as_somebody(pages, elsewhere, ada)
        other.goto(page.url)
        expect(other.get_by_label("Name", exact=True)).to_have_value(PLAN)
        name.fill("First")
        expect(state).to_have_text("Draft saved just now.")
        other.get_by_label("Name", exact=True).fill("Second")
        expect(other.locator("#draft-fault")).to_contain_text("changed in another window")
        other.get_by_role("button", name="Keep this as a new draft").click()
        expect(other.locator("#draft-state")).to_have_text("Draft saved just now.")
        assert {draft.name for draft in pages.world.drafts.values()} >= {"First", "Second"}


def test_what_was_typed_just_before_the_page_was_closed_is_saved(pages: Pages, windows: Windows) -> None:
    _, ada = pages.person("Ada")
    with windows.window(pages.address) as window:
        as_somebody(pages, window, ada)
        closed = window.context.new_page()
        closed.goto(pages.address + "/factory")
        closed.get_by_label("Name", exact=True).fill("Typed last")
        closed.close()
        give_up_at = time.monotonic() + PATIENCE_S
        while "Typed last" not in {draft.name for draft in pages.world.drafts.values()}:
            assert time.monotonic() < give_up_at
            window.page.wait_for_timeout(20)
