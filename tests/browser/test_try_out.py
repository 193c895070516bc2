"""What is made in the Factory is played there, against Random, before it is saved."""

from __future__ import annotations

import re
from collections.abc import Callable

from fixtures.browser import Held, Person, fits
from fixtures.factory import choose
from fixtures.person import until
from fixtures.windows import DESK, PHONE
from playwright.sync_api import Locator, Page, Route, expect

OVER = re.compile(r"You won\.|You lost\.|A draw\.")


def begun(people: Callable[..., Person], picture: Callable[..., None], path: str, **options: object) -> Locator:
    """A try-out that has been begun."""
    page = people("ada", **options).open(path)
    page.locator("#english p").first.wait_for()
    page.get_by_role("button", name="Try it").click()
    tried = page.get_by_role("region", name="Try it")
    tried.locator(".space").first.wait_for()
    picture(page, f"try-{page.viewport_size['width'] if page.viewport_size else 0}", full_page=False)
    return tried


def play_to_the_end(tried: Locator) -> None:
    """Chooses the first space that can be chosen, until it is over."""
    status = tried.locator("#try-status")
    for _ in range(20):
        tried.locator(".space.is-choosable").first.or_(status.filter(has_text=OVER)).first.wait_for()
        if OVER.search(status.inner_text()):
            return
        before = tried.locator(".space > .piece").count()
        tried.locator(".space.is-choosable").first.click()
        expect(tried.locator(".space > .piece").nth(before)).to_be_visible()
    expect(status).to_contain_text(OVER)


def test_a_draft_is_played_as_it_is(people: Callable[..., Person], picture: Callable[..., None]) -> None:
    tried = begun(people, picture, "/factory")
    page: Page = tried.page
    # It stands beside the board that is made.
    made, table = page.locator("#opening-board").bounding_box(), tried.bounding_box()
    assert made is not None
    assert table is not None
    assert made["x"] + made["width"] <= table["x"]
    assert table["y"] < made["y"] + made["height"]
    play_to_the_end(tried)
    # Another size, another seat: Random begins.
    choose(page.locator("#at-board-kind"), "Squares")
    page.get_by_label("x", exact=True).select_option("4")
    expect(tried.locator("#try-note")).to_be_visible()
    tried.get_by_role("button", name="Begin again").click()
    expect(tried.locator(".space")).to_have_count(12)
    expect(tried.locator("#try-note")).to_be_hidden()
    tried.get_by_label("Your seat").select_option(label="You play white")
    expect(tried.locator(".space > .piece")).to_have_count(1)
    # Of what cannot be played it says so, and leads to what is wrong; the words about the last game go.
    reserve = page.get_by_label("circles of white in reserve")
    reserve.fill("9999")
    tried.get_by_role("button", name="Begin again").click()
    expect(tried.locator("#try-fault")).to_have_text("The rules have 1 error. Correct it, then begin again.")
    expect(tried.locator("#try-status")).to_be_empty()
    expect(reserve).to_be_focused()
    expect(page.locator("#at-shapes-O-reserve-white-fault")).to_have_text(re.compile("^Choose a whole number"))
    tried.get_by_role("button", name="Close").click()
    expect(tried).to_be_hidden()


def test_it_is_played_on_a_phone(people: Callable[..., Person], picture: Callable[..., None]) -> None:
    tried = begun(people, picture, "/factory", viewport=PHONE, has_touch=True)
    fits(tried.page)
    tried.locator(".space.is-choosable").first.tap()
    expect(tried.locator(".space > .piece")).to_have_count(2)
    fits(tried.page)


def test_of_two_that_were_begun_the_later_is_played(
    people: Callable[..., Person], picture: Callable[..., None]
) -> None:
    tried = begun(people, picture, "/factory")
    asked = Held(tried.page, "**/api/factory/try")
    tried.get_by_role("button", name="Begin again").click()
    first = asked.take()
    tried.get_by_label("Your seat").select_option(label="You play white")
    second = asked.take()
    second.continue_()
    expect(tried.locator(".space > .piece")).to_have_count(1)
    with tried.page.expect_response("**/api/factory/try"):
        first.continue_()
    tried.page.wait_for_timeout(100)
    expect(tried.locator(".space > .piece")).to_have_count(1)
    expect(tried.get_by_label("Your seat")).to_have_value("white")


def test_the_rules_have_changed_only_where_others_are_played(
    people: Callable[..., Person], picture: Callable[..., None]
) -> None:
    tried = begun(people, picture, "/factory")
    page, note = tried.page, tried.locator("#try-note")
    players = page.locator("#at-players")

    def checked(act: Callable[[], object]) -> None:
        with page.expect_response("**/api/factory/check"):
            act()

    checked(lambda: page.get_by_label("Name", exact=True).fill("Another name"))
    checked(lambda: page.get_by_label("Description").fill("Described."))
    expect(note).to_be_hidden()
    checked(lambda: choose(players, "3 Player"))
    expect(note).to_be_visible()
    checked(lambda: choose(players, "2 Player"))
    expect(note).to_be_hidden()
    checked(page.locator("#undo").click)
    expect(note).to_be_visible()
    checked(page.locator("#redo").click)
    expect(note).to_be_hidden()


def test_figures_of_the_rules_stand_beside_those_before_a_change(
    people: Callable[..., Person], picture: Callable[..., None]
) -> None:
    tried = begun(people, picture, "/factory")
    page, figures = tried.page, tried.locator("#figures table")
    ask = tried.get_by_role("button", name="How it plays at random")
    ask.click()
    expect(figures).to_have_count(1)
    expect(figures.locator("caption")).to_contain_text("games in which all play at random")
    expect(figures.locator("tbody th")).to_have_text(["Black", "White"])
    before = figures.locator("tbody").inner_text()
    # Called something else, it plays as it did.
    page.get_by_label("Name", exact=True).fill("Another")
    ask.click()
    expect(tried.locator("#try-figures:not(.is-busy)")).to_be_visible()
    expect(figures).to_have_count(1)
    choose(page.locator("#at-players"), "3 Player")
    ask.click()
    expect(figures).to_have_count(2)
    expect(figures.nth(0).locator("caption")).to_contain_text("As it is now")
    expect(figures.nth(0).locator("tbody th")).to_have_text(["Black", "White", "Pink"])
    expect(figures.nth(1).locator("caption")).to_contain_text("As it was before")
    assert figures.nth(1).locator("tbody").inner_text() == before
    picture(page, "figures")
    page.get_by_role("button", name="Delete Check 1").click()
    ask.click()
    expect(tried.locator("#try-fault")).to_have_text("The rules have 1 error. Correct it, then begin again.")


def test_the_controls_speak_of_the_game_that_is_made(
    people: Callable[..., Person], picture: Callable[..., None]
) -> None:
    tried = begun(people, picture, "/factory")
    page = tried.page
    page.get_by_text("More: Called, drawn as").click()
    page.get_by_label("Called", exact=True).fill("man, men")
    tried.get_by_role("button", name="Begin again").click()
    tried.locator(".space.is-choosable").first.wait_for()
    page.get_by_role("button", name="Undo").click()
    # What is played goes on with the pieces with which it was begun, what is made has others.
    tried.locator(".space.is-choosable").first.click()
    expect(tried.locator(".space[aria-label*=' man']")).to_have_count(2)
    put = page.get_by_role("button", name="Put white circles on the board", exact=True)
    put.click()
    expect(put).to_have_attribute("aria-pressed", "true")
    page.locator("#opening-board .space").first.click()
    expect(page.locator("#opening-board .space[aria-label*='white circle']")).to_have_count(1)


def tried(people: Callable[..., Person], game: str) -> tuple[Page, Locator]:
    """A page of the Factory with a copy of a game, and its try-out, which has been begun."""
    ada = people("ada")
    page = ada.open(f"/factory?copy={ada.game_id(game)}")
    page.locator("#english p").first.wait_for()
    page.get_by_role("button", name="Try it").click()
    return page, page.get_by_role("region", name="Try it")


def test_orders_are_sent_together_and_stay_where_they_are_refused(people: Callable[..., Person]) -> None:
    page, region = tried(people, "FourBases-2P")
    orders, accept = region.locator(".orders li"), region.get_by_role("button", name="Accept Move")
    status, fault = region.locator("#try-status"), region.locator("#try-fault")
    region.locator(".cell.is-source").click()
    expect(accept).to_be_hidden()
    asked: list[list[str]] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.post_data_json["moves"])
        route.fulfill(status=429, json={"code": "match/too_many", "message": "Please try again."})

    page.route("**/api/factory/try", refuse)
    region.get_by_role("button", name="Factory", exact=True).click()
    region.locator(".cell.is-target").first.click()
    expect(orders).to_have_count(1)
    region.get_by_role("button", name="Put up your flag").click()
    expect(orders).to_have_count(2)
    expect(status).to_have_text("Send two orders.")
    assert asked == []
    accept.click()
    expect(fault).to_have_text("Please try again.")
    expect(orders).to_have_count(2)
    region.get_by_role("button", name="Put up your flag").click()
    expect(orders).to_have_count(1)
    expect(status).to_have_text("Send one order.")
    assert [len(moves) for moves in asked] == [3]
    page.unroute("**/api/factory/try")
    accept.press("Enter")
    expect(fault).to_be_empty()
    expect(orders).to_have_count(0)
    expect(accept).to_be_hidden()
    expect(region.locator(".cell:focus")).to_have_count(1)
    # The turn that was made can be looked at.
    expect(region.locator("#round-now")).to_have_attribute("aria-disabled", "true")
    for step in ("first", "next", "now", "back", "play"):
        region.locator(f"#round-{step}").click()
    # A move by itself is made at once.
    region.get_by_role("button", name="Give no orders").click()
    expect(status).to_contain_text("You gave no orders.")


def test_what_was_played_before_hears_no_keys(people: Callable[..., Person]) -> None:
    _, region = tried(people, "Tic-Tac-Rainbow")

    def place(at: str) -> Locator:
        region.locator("#hand-RO").click()
        cell = region.locator(f"[data-key='{at}']")
        cell.click()
        says(cell, "circle, red, orange below")
        return cell

    def says(cell: Locator, words: str) -> None:
        expect(cell).to_have_attribute("aria-label", re.compile(words))
        # It is one's turn again.
        expect(cell).to_have_role("button")

    other = place("2,3")
    other.click()
    region.locator("#flip").click()
    says(other, "circle, orange, red below")
    other.click()
    expect(region.locator("#flip")).to_be_visible()
    region.get_by_role("button", name="Begin again").click()
    expect(region.locator("#flip")).to_be_hidden()
    cell = place("3,3")
    cell.press("f")
    expect(cell).to_have_attribute("aria-label", re.compile("circle, orange, red below"))
    expect(region.locator("#try-fault")).to_be_empty()


COUNTS_LISTENERS = """() => {
  const listen = document.addEventListener;
  globalThis.listening = 0;
  document.addEventListener = (...what) => (globalThis.listening++, listen.apply(document, what));
}"""


def test_no_table_that_was_played_on_before_is_kept(people: Callable[..., Person]) -> None:
    page, panel = tried(people, "Tic-Tac-Toe")
    page.evaluate(COUNTS_LISTENERS)
    for _ in range(3):
        panel.get_by_role("button", name="Begin again").click()
        expect(panel.locator(".space.is-choosable").first).to_be_visible()
    assert page.evaluate("listening") == 0


def test_a_deep_board_is_tried_on_the_whole_width(people: Callable[..., Person]) -> None:
    page = people("ada", viewport=DESK).open("/factory")
    page.locator("#english p").first.wait_for()
    choose(page.locator("#at-board-kind"), "Squares")
    for side in "xyz":
        page.get_by_label(side, exact=True).select_option("8")
    expect(page.locator("#opening-board .space")).to_have_count(512)
    page.get_by_role("button", name="Try it").click()
    board = page.locator("#try-table .board-drawing").first
    expect(board).to_be_in_viewport(ratio=0.9)
    tried, drawn = (until(page.locator(f"{where} .space").first.bounding_box) for where in ("#try-table", "#preview"))
    assert tried["width"] > 0.8 * drawn["width"]
    below = "() => rules.getBoundingClientRect().top >= tryout.getBoundingClientRect().bottom"
    page.wait_for_function(below)
    page.get_by_role("button", name="Close").click()
    # The controls stand beside the rules again.
    beside = "() => controls.getBoundingClientRect().top < rules.getBoundingClientRect().bottom"
    page.wait_for_function(beside)
