"""What somebody has begun in the Factory is shown to nobody who logs in after them in the same window."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable

from fixtures.browser import Person, Window, Windows
from fixtures.pages import Pages
from fixtures.patience import PATIENCE_S
from fixtures.windows import keep_session
from playwright.sync_api import Page, Route, expect

from redscience.api.rules.v1.rules_pb2 import Draft
from redscience.variations import catalogue
from redscience.variations.language import to_json

PLAN = "Secret plan"


def as_somebody(pages: Pages, window: Window, secret: str) -> Page:
    """The Factory, for whoever has the session."""
    keep_session(window.context, secret, pages.address)
    window.page.goto(pages.address + "/factory")
    return window.page


def begin(page: Page, plan: str = PLAN) -> None:
    """Gives a game a name, and sees that it is kept."""
    page.locator("#english p").first.wait_for()
    page.get_by_label("Name", exact=True).fill(plan)
    page.reload()
    expect(page.get_by_label("Name", exact=True)).to_have_value(plan)


def choose_file(page: Page, game: str) -> None:
    """Imports a game of the catalogue."""
    rules = to_json(catalogue.get(game)).encode()
    page.locator("#import-file").set_input_files(
        {"name": f"{game}.json", "mimeType": "application/json", "buffer": rules}
    )


def kept(page: Page) -> str:
    """All that the browser keeps."""
    return str(page.evaluate("JSON.stringify([sessionStorage, localStorage])"))


def drafts(pages: Pages) -> dict[str, Draft]:
    """Those that are kept now, by name; threads that answer pages keep more meanwhile."""
    return {draft.name: draft for draft in tuple(pages.world.drafts.values())}


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


def test_a_game_from_a_file_is_a_variant_of_none_until_that_is_undone(pages: Pages, windows: Windows) -> None:
    _, ada = pages.person("Ada")
    copied = pages.world.add_game(catalogue.get("Tic-Tac-Toe")).id
    with windows.window(pages.address) as window:
        page = as_somebody(pages, window, ada)
        page.goto(f"{pages.address}/factory?copy={copied}")
        choose_file(page, "Connect4")
        expect(page.get_by_label("Name", exact=True)).to_have_value("Connect4")
        assert origin_when_saved(page) == ""
        expect(page.locator("#draft-state")).to_have_text("Draft saved just now.")
        page.reload()
        assert origin_when_saved(page) == ""
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_label("Name", exact=True)).to_have_value("Tic-Tac-Toe-2")
        assert origin_when_saved(page) == copied


def origin_when_saved(page: Page) -> str:
    """The game that what is saved is said to be a variant of; it is not saved."""
    page.route("**/api/games", lambda route: route.fulfill(status=409, json={"message": "Not saved."}))
    with page.expect_request("**/api/games") as asked:
        page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#save-fault")).to_have_text("Not saved.")
    page.unroute("**/api/games")
    return str(asked.value.post_data_json["origin_id"])


def test_back_from_a_saved_game_leads_to_a_copy_of_it(people: Callable[..., Person]) -> None:
    ada = people("ada")
    page = ada.open(f"/factory?copy={ada.game_id('Connect4')}")
    page.get_by_label("Name", exact=True).fill("Connect-for-5")
    # So many that nobody has made it before.
    page.get_by_label("circles of white in reserve").fill(str(random.randrange(30, 500)))
    expect(page).to_have_url(re.compile("draft="))
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(re.compile("/games/"))
    page.go_back()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Connect-for-5-2")


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
        # What is wrong with its name is told before one leaves.
        expect(page.locator("#at-name-fault")).not_to_be_empty()
        expect(page.locator("#problems")).to_contain_text("1 error:")
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
        assert drafts(pages).keys() >= {"First", "Second"}


def test_what_was_typed_just_before_the_page_was_closed_is_saved(pages: Pages, windows: Windows) -> None:
    _, ada = pages.person("Ada")
    with windows.window(pages.address) as window:
        as_somebody(pages, window, ada)
        closed = window.context.new_page()
        closed.goto(pages.address + "/factory")
        closed.locator("#english p").first.wait_for()
        closed.get_by_label("Name", exact=True).fill("Typed last")
        closed.close()
        give_up_at = time.monotonic() + PATIENCE_S
        while "Typed last" not in drafts(pages):
            assert time.monotonic() < give_up_at
            window.page.wait_for_timeout(20)


def first_unanswered(page: Page) -> list[Route]:
    """Has the first draft that is sent be kept, and says nothing of it: once that is so, it is in the list."""
    unanswered = list[Route]()

    def say_nothing_of_the_first(route: Route) -> None:
        if unanswered:
            route.continue_()
            return
        route.fetch()
        unanswered.append(route)

    page.route("**/api/drafts", say_nothing_of_the_first)
    return unanswered


def wait_for_one_of(unanswered: list[Route], page: Page) -> None:
    """Returns once the first is unanswered."""
    give_up_at = time.monotonic() + PATIENCE_S
    while not unanswered:
        assert time.monotonic() < give_up_at
        page.wait_for_timeout(20)


def test_what_is_made_of_another_game_before_a_new_draft_is_known_to_be_saved_is_saved(
    pages: Pages, windows: Windows
) -> None:
    _, ada = pages.person("Ada")
    copied = pages.world.add_game(catalogue.get("Tic-Tac-Toe")).id
    with windows.window(pages.address) as window:
        page = as_somebody(pages, window, ada)
        page.goto(f"{pages.address}/factory?copy={copied}")
        unanswered = first_unanswered(page)
        choose_file(page, "Connect4")
        wait_for_one_of(unanswered, page)
        page.get_by_role("button", name="Undo").click()
        page.get_by_label("Name", exact=True).fill("Of a copy again")
        page.reload()
        expect(page.locator("#draft-state")).to_have_text("Draft saved just now.")
        assert drafts(pages).keys() & {"Connect4", "Of a copy again"} == {"Of a copy again"}


def test_what_is_changed_before_a_new_draft_is_known_to_be_saved_is_saved_too(pages: Pages, windows: Windows) -> None:
    _, ada = pages.person("Ada")
    with windows.window(pages.address) as window:
        page = as_somebody(pages, window, ada)
        unanswered = first_unanswered(page)
        page.get_by_label("Name", exact=True).fill("First thought")
        wait_for_one_of(unanswered, page)
        page.get_by_label("Name", exact=True).fill("Second thought")
        page.reload()
        expect(page.get_by_label("Name", exact=True)).to_have_value("Second thought")
        expect(page.locator("#draft-state")).to_have_text("Draft saved just now.")
        assert drafts(pages).keys() & {"First thought", "Second thought"} == {"Second thought"}
        page.reload()
        expect(page.get_by_label("Name", exact=True)).to_have_value("Second thought")


def test_a_draft_that_is_opened_again_is_undone_from_there_until_the_log_out(pages: Pages, windows: Windows) -> None:
    _, ada = pages.person("Ada")
    with windows.window(pages.address) as window:
        as_somebody(pages, window, ada)
        page = window.context.new_page()
        page.goto(pages.address + "/factory")
        page.get_by_label("Name", exact=True).fill(PLAN)
        page.get_by_role("button", name="Add Check").click()
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#draft-state")).to_have_text("Draft saved just now.")
        expect(page).to_have_url(re.compile("draft="))
        again, address = window.context.new_page(), page.url
        # A tab that is closed takes along what it alone kept.
        page.close(run_before_unload=True)
        again.goto(address)
        undo, redo = (again.get_by_role("button", name=what) for what in ("Undo", "Redo"))
        expect(undo).to_be_enabled()
        expect(redo).to_be_enabled()
        redo.click()
        expect(again.get_by_label("Turn checks 2")).to_be_visible()
        undo.click()
        undo.click()
        expect(again.get_by_label("Name", exact=True)).to_have_value("")
        expect(undo).to_be_disabled()
        # A window that is closed after the log-out keeps nothing either.
        last = window.context.new_page()
        last.goto(address)
        again.locator("#user-menu summary").click()
        again.get_by_role("button", name="Log out").click()
        again.wait_for_url("**/login*")
        last.goto(pages.address + "/login")
        assert PLAN not in kept(last)


def test_the_menu_shows_a_picture_of_each_draft(pages: Pages, windows: Windows, picture: Callable[..., None]) -> None:
    _, cora = pages.person("Cora")
    with windows.window(pages.address) as window:
        page = as_somebody(pages, window, cora)
        for called, game in (("Columns", "Connect4"), ("Deep", "Qubic-4"), ("Now", "Tic-Tac-Toe")):
            copied = pages.world.add_game(catalogue.get(game))
            page.goto(f"{pages.address}/factory?copy={copied.id}")
            page.get_by_label("Name", exact=True).fill(called)
            expect(page.locator("#draft-state")).to_have_text("Draft saved just now.")
        page.locator("#drafts-menu summary").click()
        for called in ("Columns", "Deep"):
            draft = page.locator(".draft", has_text=called)
            expect(draft).to_contain_text("ago")
            expect(draft.locator("svg.board-drawing")).to_be_visible()
        expect(page.get_by_role("button", name="Show it to somebody")).to_be_visible()
        picture(page, "drafts-menu", full_page=False)
        # In the Factory of a family that has no icons of its own, too.
        page.goto(f"{pages.address}/factory?family=stratego")
        page.locator("#drafts-menu summary").click()
        expect(page.locator(".draft", has_text=called).get_by_role("button", name="Delete")).to_be_visible()


def test_a_copy_of_a_draft_is_kept_to_come_back_to(pages: Pages, windows: Windows) -> None:
    _, cora = pages.person("Cora")
    with windows.window(pages.address) as window:
        page = as_somebody(pages, window, cora)
        page.goto(f"{pages.address}/factory")
        saved = page.locator("#draft-state").filter(has_text="Draft saved just now.")
        page.get_by_label("Name", exact=True).fill("First")
        saved.wait_for()
        page.locator("#drafts-menu summary").click()
        page.get_by_role("button", name="Keep a copy").click()
        copy = page.locator(".draft").get_by_role("link")
        expect(copy).to_be_focused()
        expect(copy).to_contain_text("First")
        page.keyboard.press("Escape")
        # One goes on with the draft; the copy stays as it was.
        with page.expect_request(lambda request: "Second" in (request.post_data or "")):
            page.get_by_label("Name", exact=True).fill("Second")
        saved.wait_for()
        page.locator("#drafts-menu summary").click()
        copy.click()
        page.wait_for_url(re.compile("draft="))
        expect(page.get_by_label("Name", exact=True)).to_have_value("First")
        assert drafts(pages).keys() >= {"First", "Second"}


def test_a_draft_is_deleted_by_two_presses_that_are_meant(pages: Pages, windows: Windows) -> None:
    _, dora = pages.person("Dora")
    with windows.window(pages.address) as window:
        page = as_somebody(pages, window, dora)
        for called in ("Kept", "Dropped", "Now"):
            page.goto(f"{pages.address}/factory")
            page.get_by_label("Name", exact=True).fill(called)
            expect(page.locator("#draft-state")).to_have_text("Draft saved just now.")
        menu = page.locator("#drafts-menu summary")
        menu.click()
        # What asks again comes to lie where the second click goes.
        page.get_by_role("button", name="Delete Dropped").dblclick()
        sure = page.get_by_role("button", name="Delete for good")
        expect(sure).to_be_focused()
        assert drafts(pages).keys() >= {"Kept", "Dropped", "Now"}
        page.keyboard.press("Enter")
        expect(page.locator(".draft")).to_have_count(1)
        expect(menu).to_be_focused()
        assert "Dropped" not in drafts(pages)
        held = page.get_by_role("button", name="Delete Kept")
        held.focus()
        for _ in range(3):
            page.keyboard.down("Enter")
        page.keyboard.up("Enter")
        expect(sure).to_be_focused()
        assert "Kept" in drafts(pages)


def test_a_visitor_has_a_draft_which_is_theirs_after_they_have_logged_in(
    pages: Pages, windows: Windows, picture: Callable[..., None]
) -> None:
    plan = "Plan of a visitor"
    with windows.window(pages.address) as window:
        page = as_somebody(pages, window, pages.world.add_visitor())
        begin(page, plan)
        expect(page.locator("#save-note")).to_contain_text("kept in this browser")
        assert plan not in drafts(pages)
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator("#save-fault")).to_contain_text("Log in to save it as a game.")
        picture(page, "visitor-saves", full_page=False)
        page.locator("#save-fault").get_by_role("link", name="Log in").click()
        log_in(pages, page, "visitor@example.org")
        page.wait_for_url(re.compile("draft="))
        expect(page.get_by_label("Name", exact=True)).to_have_value(plan)
        assert pages.world.players[drafts(pages)[plan].player_id].email == "visitor@example.org"
        assert plan not in kept(page)


def test_a_visitor_who_makes_a_game_in_each_of_two_windows_keeps_both(pages: Pages, windows: Windows) -> None:
    with windows.window(pages.address) as window:
        page = as_somebody(pages, window, pages.world.add_visitor())
        begin(page, "First plan")
        other = window.another()
        other.goto(pages.address + "/factory")
        names = [each.get_by_label("Name", exact=True) for each in (page, other)]
        expect(names[1]).to_have_value("First plan")
        names[1].fill("Second plan")
        names[0].fill("First plan, gone on with")
        names[1].fill("Second plan, gone on with")
        for each, name, plan in zip((page, other), names, ("First", "Second"), strict=True):
            each.reload()
            expect(name).to_have_value(f"{plan} plan, gone on with")
        page.goto(pages.address + "/login")
        log_in(pages, page, "two.windows@example.org")
        page.wait_for_url(lambda address: "/login" not in address)
        assert drafts(pages).keys() >= {"First plan, gone on with", "Second plan, gone on with"}


FILL = """() => {
  let text = localStorage.getItem("filler") ?? "";
  for (let more = 2 ** 21; more >= 1; more /= 2)
    for (;;)
      try { localStorage.setItem("filler", text + "x".repeat(more)); text += "x".repeat(more); } catch { break; }
}"""
"""Has a browser keep as much as it keeps of a site."""


def test_a_visitor_whose_browser_is_full_loses_the_oldest_draft_and_goes_on(pages: Pages, windows: Windows) -> None:
    copied = pages.world.add_game(catalogue.get("3P-9X-HideSeek")).id
    with windows.window(pages.address) as window:
        page = as_somebody(pages, window, pages.world.add_visitor())
        page.goto(f"{pages.address}/factory?copy={copied}")
        begin(page, "Oldest plan")
        page.goto(pages.address + "/factory")
        begin(page, "Plan")
        page.evaluate(FILL)
        name, rules = page.get_by_label("Name", exact=True), page.locator("#english")
        # What could be undone in others gives way first.
        name.fill("Plan with a name")
        give_up_at = time.monotonic() + PATIENCE_S
        while "Plan with a name" not in kept(page) and time.monotonic() < give_up_at:
            page.wait_for_timeout(50)
        assert "Oldest plan" in kept(page)
        page.evaluate("for (const key of Object.keys(localStorage)) if (/:steps$/.test(key)) delete localStorage[key]")
        page.evaluate(FILL)
        name.fill("Plan with a longer name")
        expect(page.locator("#draft-state")).to_contain_text("your oldest draft was dropped")
        assert "Oldest plan" not in kept(page)
        page.evaluate(FILL)
        page.get_by_label("circles of black in reserve").fill("37")
        fault = page.locator("#draft-fault")
        expect(fault).to_contain_text("it is lost when you leave this page")
        # All else goes on.
        expect(rules).to_contain_text("37")
        page.get_by_role("button", name="Undo").click()
        expect(rules).not_to_contain_text("37")
        page.get_by_role("button", name="Redo").click()
        expect(rules).to_contain_text("37")
        expect(fault).not_to_be_empty()
        page.evaluate("localStorage.removeItem('filler')")
        expect(fault).to_be_empty()
        page.reload()
        expect(name).to_have_value("Plan with a longer name")
        expect(rules).to_contain_text("37")


def test_who_logs_in_where_the_window_is_full_goes_on_with_what_they_made(pages: Pages, windows: Windows) -> None:
    with windows.window(pages.address) as window:
        page = as_somebody(pages, window, pages.world.add_visitor())
        begin(page)
        page.evaluate(FILL.replace("localStorage", "sessionStorage"))
        page.route("**/api/drafts", lambda route: route.fulfill(status=409, json={"message": "Not kept."}))
        page.goto(pages.address + "/login?next=/factory")
        log_in(pages, page, "full.window@example.org")
        expect(page.locator("#draft-fault")).to_have_text("The draft is not saved. Not kept.")
        expect(page.get_by_label("Name", exact=True)).to_have_value(PLAN)
        page.unroute("**/api/drafts")
        page.get_by_label("Name", exact=True).fill("Gone on with")
        page.wait_for_url(re.compile("draft="))
        assert "Gone on with" in drafts(pages)


def log_in(pages: Pages, page: Page, email: str) -> None:
    """Logs in by a code, as somebody new."""
    page.get_by_label("E-mail address").fill(email)
    page.get_by_role("button", name="Send the code").click()
    expect(page.get_by_label("Code", exact=True)).to_be_visible()
    page.get_by_label("Code", exact=True).fill(pages.world.codes[email])
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Begin").click()


def test_a_visitors_game_from_a_file_gives_way_to_another_only_when_told_to(pages: Pages, windows: Windows) -> None:
    with windows.window(pages.address) as window:
        page = as_somebody(pages, window, pages.world.add_visitor())
        name, dialog = page.get_by_label("Name", exact=True), page.get_by_role("dialog", name="Open the file?")
        choose_file(page, "Qubic-4")
        expect(name).to_have_value("Qubic-4")
        choose_file(page, "Connect4")
        expect(dialog).to_be_visible()
        expect(name).to_have_value("Qubic-4")
        dialog.get_by_role("button", name="Open the file").click()
        expect(name).to_have_value("Connect4")


def test_a_visitors_draft_is_shown_to_nobody_else(pages: Pages, windows: Windows) -> None:
    _, ada = pages.person("Ada")
    with windows.window(pages.address) as window:
        first = pages.world.add_visitor()
        for next_one in (pages.world.add_visitor(), ada):
            begin(as_somebody(pages, window, first))
            page = as_somebody(pages, window, next_one)
            expect(page.get_by_label("Name", exact=True)).to_have_value("")
            assert PLAN not in kept(page)
        begin(as_somebody(pages, window, first))
        window.page.locator("#user-menu summary").click()
        window.page.get_by_role("button", name="Log out").click()
        window.page.wait_for_url("**/login*")
        assert PLAN not in kept(window.page)
