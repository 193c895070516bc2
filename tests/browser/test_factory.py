"""The Factory says the whole language: phases, what lies on single heights, decks, powers, Chaos."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fixtures import factory as factory_controls
from fixtures.browser import Held, Person, fits
from fixtures.person import until
from fixtures.windows import DESK, PHONE
from playwright.sync_api import Locator, Page, ViewportSize, expect

from redscience.variations import language


def rules_of(page: Page) -> dict[str, Any]:
    """The file as it would be exported."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    rules: dict[str, Any] = json.loads(Path(download.value.path()).read_text("utf-8"))
    return rules


def sound(page: Page) -> None:
    """Waits until the rules have been read, and nothing is wrong with them."""
    expect(page.locator("#rules")).not_to_have_class(re.compile("is-stale"))
    expect(page.locator("#factory .fault:not(:empty)")).to_have_count(0)


def control(page: Page, label: str) -> Locator:
    return page.get_by_role("combobox", name=label, exact=True)


def choose(page: Page, label: str, option: str) -> None:
    factory_controls.choose(control(page, label), option)


def unfold(page: Page, label: str) -> None:
    """Shows what few games need, among it the control with the label."""
    page.locator("summary").filter(has_text=label).click()


def marker(page: Page, name: str) -> Locator:
    return page.locator(".marker").and_(page.get_by_role("button", name=name, exact=True))


def space(page: Page, label: str) -> Locator:
    """The space whose label begins with what is said."""
    return page.get_by_label(re.compile(f"^{re.escape(label)}(,|$)"))


@pytest.fixture
def factory(people: Callable[..., Person]) -> Page:
    page = people("ada").open("/factory")
    page.locator(".space").first.wait_for()
    return page


def test_a_board_of_one_size_says_where_there_are_others(factory: Page) -> None:
    expect(control(factory, "x")).to_be_disabled()
    expect(control(factory, "x")).to_have_attribute("title", "For another size choose another board.")
    choose(factory, "Board", "Squares")
    expect(control(factory, "x")).to_be_enabled()
    expect(control(factory, "x")).not_to_have_attribute("title", re.compile(""))


def test_each_phase_has_its_own_rules(factory: Page) -> None:
    page = factory
    choose(page, "Phases", "3 phases")
    choose(page, "Cloaking", "Cloaking hides")
    choose(page, "Order", "Simultaneous")
    marker(page, "Phase lock for white in phase 1").click()
    marker(page, "Cloaked space").click()
    space(page, "Column 2, row 2").click()
    expect(space(page, "Column 2, row 2, empty, cloaked")).to_be_visible()
    # The same marker goes on to the next phase, which begins without marks.
    page.get_by_role("group", name="Phase shown").first.get_by_role("button", name="2").click()
    expect(control(page, "Order")).to_have_value("Sequential")
    expect(page.get_by_label("Column 2, row 2, empty", exact=True)).to_be_visible()
    expect(marker(page, "Phase lock for white in phase 2")).to_have_attribute("aria-pressed", "false")
    choose(page, "Movement", "Placement only")
    choose(page, "Passing", "Option to pass")
    space(page, "Column 1, row 1").click()
    expect(space(page, "Column 1, row 1, empty, cloaked")).to_be_visible()
    # The third is to be as the second was.
    page.locator("#board-phase").get_by_role("button", name="3").click()
    same = page.get_by_role("button", name="Same locks and cloaks as phase 2")
    same.click()
    expect(same).to_be_disabled()
    expect(space(page, "Column 1, row 1, empty, cloaked")).to_be_visible()
    unfold(page, "Draw if fewer pieces")
    page.get_by_label("Draw if fewer pieces").fill("2")
    sound(page)
    assert rules_of(page)["phases"] == [
        {"order": "simultaneous", "locked": ["white"], "cloaks": ["2,2"]},
        {"placement_only": True, "may_pass": True, "cloaks": ["1,1"]},
        {"cloaks": ["1,1"], "draw_below": 2},
    ]
    choose(page, "Phases", "2 phases")
    expect(page.get_by_role("heading", name="Phase 2")).to_have_count(1)


def test_what_is_wrong_in_another_phase_is_said_where_one_gets_there(factory: Page) -> None:
    page = factory
    choose(page, "Phases", "2 phases")
    unfold(page, "Draw if fewer pieces")
    page.get_by_label("Draw if fewer pieces").fill("9999")
    expect(page.locator("#at-phases-0-draw-below-fault")).not_to_be_empty()
    page.get_by_role("group", name="Phase shown").first.get_by_role("button", name="2").click()
    fault = page.locator("#at-phase-shown-fault")
    expect(fault).to_contain_text("Phase 1: ")
    page.locator("#at-phase-shown-0").click()
    expect(fault).to_be_empty()
    expect(page.locator("#at-phases-0-draw-below-fault")).not_to_be_empty()


def test_heights_of_stacks_are_marked_one_by_one_or_together(factory: Page) -> None:
    page = factory
    choose(page, "Board", "Stacks")
    space(page, "Column 1, height 1").wait_for()
    marker(page, "Wall").click()
    space(page, "Column 3, height 1").click()
    expect(space(page, "Column 3, height 2, empty, wall")).to_be_visible()
    page.get_by_role("button", name="Single heights").click()
    space(page, "Column 1, height 3").click()
    expect(space(page, "Column 1, height 3, empty, wall")).to_be_visible()
    expect(page.get_by_label("Column 1, height 2, empty", exact=True)).to_be_visible()
    marker(page, "Exclusive to white").click()
    space(page, "Column 2, height 2").click()
    marker(page, "Exclusive to black").click()
    space(page, "Column 2, height 2").click()
    expect(space(page, "Column 2, height 2, empty, exclusive to black and white")).to_be_visible()
    sound(page)
    board = rules_of(page)["board"]
    assert board["walls"] == ["1,1,3", "3,1"]
    assert board["exclusive"] == {"2,1,2": ["black", "white"]}


def test_a_deck_is_dealt(factory: Page) -> None:
    page = factory
    deal = marker(page, "Deal to nobody")
    expect(deal).to_have_count(0)
    choose(page, "Board", "Stacks")
    unfold(page, "Deck")
    page.get_by_label("Deck", exact=True).fill("{O O1 .}")
    # Once there is a deck there is something to be dealt.
    page.get_by_label("Deck", exact=True).blur()
    expect(page.locator("#at-deck-fault")).to_contain_text("never dealt")
    deal.click()
    space(page, "Column 1, height 1").click()
    expect(space(page, "Column 1, height 1, nobody\N{RIGHT SINGLE QUOTATION MARK}s dealt piece")).to_be_visible()
    marker(page, "Deal to white").click()
    space(page, "Column 1, height 2").click()
    expect(space(page, "Column 1, height 2, white dealt piece")).to_be_visible()
    marker(page, "Put nobody\N{RIGHT SINGLE QUOTATION MARK}s circle on the board").click()
    space(page, "Column 1, height 3").click()
    sound(page)
    rules = rules_of(page)
    assert rules["setup"] == {"1,1": ["dealt", "dealt white", "communal O"]}
    assert rules["deck"] == "{O O1 .}"


def test_a_power_brings_a_condition_and_a_result_that_suit_the_board(factory: Page) -> None:
    page = factory
    choose(page, "Board", "Squares")
    choose(page, "Power", "Can capture")
    result = control(page, "Result")
    # Where the captor stands no captive can stay.
    result.click()
    expect(factory_controls.options_of(result).locator(".option-name")).to_have_text(
        ["Removes captive(s)", "Reincarnate Captive(s)", "Reincarnate Captive(s) x2"]
    )
    result.press("Escape")
    # As long as there are pieces for all spaces in reserve, none is ever moved.
    expect(control(page, "Move")).to_be_disabled()
    page.get_by_label("circles of black in reserve").fill("3")
    choose(page, "Move", "Moves adjacent")
    choose(page, "Condition", "Jump")
    choose(page, "Result", "Converts captive(s)")
    sound(page)
    choose(page, "Condition", "Cover")
    expect(result).to_have_value("Removes captive(s)")
    sound(page)
    choose(page, "Power", "No power")
    for cleared in (control(page, "Condition"), result):
        expect(cleared).to_be_disabled()
        expect(cleared).to_have_value("")
    sound(page)
    assert rules_of(page)["shapes"]["O"].keys() == {"power", "move", "reserve"}


def test_another_entry_of_a_list_is_named_as_on_the_page(factory: Page) -> None:
    page = factory
    page.get_by_role("button", name="Add Check").click()
    expect(page.locator("#at-checks-1-fault")).to_have_text(
        "Can never decide anything, because turn check 1 decides first. Leave it out, or put it before the other."
    )


def test_starting_over_is_undone_like_all_else(people: Callable[..., Person]) -> None:
    ada = people("ada")
    page = ada.open(f"/factory?copy={ada.game_id('Connect4')}")
    name, state = page.get_by_label("Name", exact=True), page.locator("#draft-state")
    over, told = page.get_by_role("button", name="Start over"), page.locator("#started-over")
    # Where nothing was made there is nothing to bring back.
    over.click()
    expect(told).to_be_hidden()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    choose(page, "Players", "3 Player")
    name.fill("For three")
    expect(state).to_have_text("Draft saved just now.")
    draft = page.url
    over.click()
    expect(told).to_have_text("Started over. Undo brings back what was here.")
    expect(name).to_have_value("Connect4-2")
    expect(control(page, "Players")).to_have_value("2 Player")
    page.get_by_role("button", name="Undo").click()
    expect(told).to_be_hidden()
    expect(name).to_have_value("For three")
    expect(control(page, "Players")).to_have_value("3 Player")
    expect(state).to_have_text("Draft saved just now.")
    # The draft is the same, and knows what it was begun from.
    page.goto(draft)
    expect(name).to_have_value("For three")
    over.click()
    expect(name).to_have_value("Connect4-2")
    page.get_by_role("button", name="Undo").click()
    expect(name).to_have_value("For three")


def test_what_an_option_lacks_is_said_in_a_list_that_was_opened_before_it_was_known(factory: Page) -> None:
    page = factory
    # An earlier check may be on its way still, and this one would be held in place of the next.
    with page.expect_request_finished(
        lambda request: "/factory/check" in request.url and '"can"' in (request.post_data or "")
    ):
        choose(page, "Power", "Can capture")
    checks = Held(page, "**/api/factory/check")
    choose(page, "Board", "Stacks")
    check = checks.take()
    condition = control(page, "Condition")
    condition.click()
    page.keyboard.type("surround")
    options = factory_controls.options_of(condition)
    expect(options.first).to_contain_text("Surround")
    page.keyboard.press("ArrowDown")
    expect(options.locator(".option-caution")).to_have_count(0)
    check.continue_()
    expect(options.locator(".option-caution").first).to_be_visible()
    expect(options.nth(1)).to_have_class("is-active")


def test_a_list_opened_before_it_is_known_what_its_choices_mean_says_it_then(people: Callable[..., Person]) -> None:
    ada = people("ada")
    page, meanings = ada.page, Held(ada.page, "**/api/factory/choices*")
    page.goto(f"{ada.address}/factory")
    check = control(page, "Turn checks 1")
    check.click()
    options = factory_controls.options_of(check)
    expect(options.first).to_have_class("is-active")
    page.keyboard.press("ArrowDown")
    expect(options.locator(".option-note")).to_have_count(0)
    meanings.take().continue_()
    expect(options.nth(1).locator(".option-note")).to_contain_text("3 in a row")
    expect(options.nth(1)).to_have_class("is-active")


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_lists_open_where_there_is_room(factory: Page, viewport: ViewportSize) -> None:
    page = factory
    page.set_viewport_size(viewport)
    for label in ("Players", "Board", "Power", "Stalemate 1"):
        chosen = control(page, label)
        chosen.scroll_into_view_if_needed()
        chosen.click()
        shown = page.locator(f"#{chosen.get_attribute('id')}-list")
        expect(shown).to_be_in_viewport(ratio=1)
        field, listed = until(chosen.bounding_box), until(shown.bounding_box)
        assert listed["y"] >= field["y"] + field["height"] or listed["y"] + listed["height"] <= field["y"]
        page.keyboard.press("Escape")
    # Long ones have titles between their groups, which are no options.
    stalemate = control(page, "Stalemate 1")
    stalemate.click()
    titles = page.locator("#at-stalemate-0-list .combobox-title")
    expect(titles).to_have_text(["Nothing is counted", "Rows", "Pieces", "Areas"])
    # What is typed finds a group by its title.
    stalemate.fill("areas")
    expect(titles).to_have_text(["Areas"])


def test_what_is_typed_offers_what_is_called_so_before_what_means_it(factory: Page) -> None:
    board = control(factory, "Board")
    for typed, first in (("Squares", "Squares"), ("squares on", "Squares on toroid"), ("three by three", "Hash")):
        board.click()
        board.fill(typed)
        expect(factory_controls.options_of(board).first).to_contain_text(first)
        factory.keyboard.press("Enter")
        expect(board).to_have_value(first)


def test_what_is_clicked_in_a_list_is_what_comes_with_the_number_that_was_set(factory: Page) -> None:
    page = factory
    choose(page, "Stalemate 1", "Any 3-same-color-in-a-row wins")
    page.locator("#at-stalemate-0-length").select_option("5")
    for label, option in (
        ("Turn checks 1", "First 3-same-shape-in-a-row wins"),
        ("Stalemate 1", "Last 5-same-color-in-a-row wins"),
    ):
        choose(page, label, option)
        expect(control(page, label)).to_have_value(option)
    control(page, "Stalemate 1").click()
    lists = factory_controls.options_of(control(page, "Stalemate 1"))
    # So it is in what a choice would mean.
    expect(factory_controls.named(lists, "Any 5-same-color-in-a-row wins")).to_contain_text("Whoever has 5 in a row")


def test_a_choice_without_meaning_is_explained_beside_it(factory: Page) -> None:
    page = factory
    choose(page, "Board", "Stacks")
    choose(page, "Power", "Can capture")
    # It says before it is chosen what it lacks, is found by what it means, and chosen by the keyboard.
    condition = control(page, "Condition")
    condition.click()
    page.keyboard.type("straight lines")
    line = factory_controls.options_of(condition).first
    expect(line).to_contain_text("By enclosing straight lines of them")
    expect(line.locator(".option-caution")).to_contain_text("Choose “Cover” or “Cover by rank”")
    page.keyboard.press("Enter")
    expect(condition).to_have_value("Surround line")
    expect(condition).to_be_focused()
    expect(page.locator("#at-shapes-O-condition-fault")).to_contain_text("Choose “Cover” or “Cover by rank”")
    expect(control(page, "Condition")).to_have_attribute("aria-invalid", "true")


def test_each_choice_is_undone(factory: Page) -> None:
    page = factory
    choose(page, "Phases", "2 phases")
    choose(page, "Shapes", "2 shapes")
    choose(page, "Stalemate 1", "Most circles wins")
    for folded in page.locator("summary.rare-title").all():
        folded.click()
    page.locator("#drafts-menu").wait_for()
    undo, redo = page.locator("#undo"), page.locator("#redo")
    for id_ in ("checks-0", "colors", "agree-draw", "pieces-per-turn", "fold", "stalemate-0-shape"):
        chosen = page.locator(f"#at-{id_}")
        before = chosen.input_value()
        choose_another(chosen)
        expect(chosen).not_to_have_value(before)
        undo.click()
        expect(chosen).to_have_value(before)
        expect(redo).to_be_enabled()
    page.get_by_role("button", name="Add Stalemate Rule").click()
    page.locator("#at-stalemate-1-delete").click()
    expect(page.locator("#at-stalemate-1-delete")).to_have_count(0)
    page.locator("#at-about").fill("Made by a test.")
    page.locator("#at-about").blur()
    assert rules_of(page)["about"] == "Made by a test."
    page.locator("#start-over").click()
    expect(page.locator("#at-about")).to_have_value("")
    undo.click()
    expect(page.locator("#at-about")).to_have_value("Made by a test.")


def test_undo_keeps_the_keyboard_when_all_is_undone(factory: Page) -> None:
    undo, redo = factory.locator("#undo"), factory.locator("#redo")
    choose(factory, "Shapes", "2 shapes")
    for button in (undo, redo):
        button.focus()
        factory.keyboard.press("Enter")
        expect(button).to_be_disabled()
        expect(button).to_be_focused()
        # Once more does nothing.
        factory.keyboard.press("Enter")
    expect(undo).to_be_enabled()


GOALS_ON_NUMBERS = """() => {
  const lines = [...document.querySelectorAll(".goal .goal-line")].flatMap((line) => {
    const matrix = line.getScreenCTM();
    return [...line.getAttribute("d").matchAll(/M([-\\d.]+),([-\\d.]+)L([-\\d.]+),([-\\d.]+)/g)].map((found) => {
      const [x1, y1, x2, y2] = found.slice(1).map(Number);
      return [new DOMPoint(x1, y1), new DOMPoint(x2, y2)].map((point) => point.matrixTransform(matrix));
    });
  });
  const broad = 3;  // half of a line, with its edge, in pixels of the screen
  return [...document.querySelectorAll(".board-drawing text")].filter((label) => {
    const { left, right, top, bottom } = label.getBoundingClientRect();
    return lines.some(([from, to]) => Math.min(from.x, to.x) - broad < right && Math.max(from.x, to.x) + broad > left
      && from.y - broad < bottom && from.y + broad > top);
  }).map((label) => label.textContent);
}"""
"""The numbers and names of a board that goal lines, which all are level, are drawn on."""


def test_goals_are_drawn_on_every_layer_of_a_deep_board(factory: Page) -> None:
    expect(factory.locator(".goal")).to_have_count(2)
    choose(factory, "Board", "Squares")
    factory.get_by_label("z", exact=True).select_option("3")
    expect(factory.locator(".space")).to_have_count(27)
    goals = factory.locator(".goal .goal-line")
    expect(goals).to_have_count(2)
    # White's goal is the first row, of three layers.
    assert [str(one.get_attribute("d")).count("M") for one in goals.all()] == [3, 3]
    # Where there are many layers, which are drawn small, they leave the numbers legible.
    for axis in "xyz":
        factory.get_by_label(axis, exact=True).select_option("8")
    expect(factory.locator(".space")).to_have_count(512)
    assert factory.evaluate(GOALS_ON_NUMBERS) == []


def test_a_saved_game_shows_goals_where_they_matter(people: Callable[..., Person]) -> None:
    ada = people("ada")
    for game, seats in (("ChessWithoutCheck", 2), ("3P-PublicGoods", 0)):
        page = ada.open(f"/games/{ada.game_id(game)}")
        expect(page.locator(".palette").first).to_be_visible()
        page.locator("#opening-board .space").first.wait_for()
        expect(page.locator(".palette-goal").filter(has_text="Goal")).to_have_count(seats)
        assert (page.locator("#opening-board .goal").count() > 0) == (seats > 0), game


def test_undo_and_redo_have_keys_whatever_caps_lock_is(factory: Page) -> None:
    name = factory.get_by_label("Name", exact=True)
    press = "([key, shiftKey]) => dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, ctrlKey: true }))"
    name.fill("Named")
    # As browsers tell the keys with Caps Lock off and on.
    for undo, redo in (("z", "Z"), ("Z", "z")):
        factory.evaluate(press, [undo, False])
        expect(name).to_have_value("")
        factory.evaluate(press, [redo, True])
        expect(name).to_have_value("Named")
    factory.evaluate(press, ["z", False])
    factory.evaluate(press, ["Y", False])
    expect(name).to_have_value("Named")


def choose_another(control: Locator) -> None:
    """Chooses the first option that is not chosen."""
    if control.evaluate("(control) => control.tagName") == "SELECT":
        control.select_option(
            index=control.evaluate("({ options }) => [...options].findIndex((one) => !one.selected && !one.disabled)")
        )
    else:
        control.click()
        factory_controls.options_of(control).locator("xpath=self::*[not(@aria-selected='true')]").first.click()


def test_chaos_has_a_palette_a_reserve_and_a_colour(factory: Page) -> None:
    page = factory
    choose(page, "Players", "2 vs Chaos")
    unfold(page, "Chaos's color")
    colour = page.get_by_label("Chaos's color")
    expect(colour.locator("option")).to_have_text(["Next free color", "pink", "yellow"])
    colour.select_option(label="yellow")
    page.get_by_label("circles of Chaos in reserve").fill("7")
    marker(page, "Phase lock for Chaos").click()
    marker(page, "Exclusive to Chaos").click()
    space(page, "Column 1, row 1").click()
    expect(space(page, "Column 1, row 1, empty, exclusive to Chaos")).to_be_visible()
    rules = rules_of(page)
    assert rules["chaos_color"] == "yellow"
    assert rules["shapes"]["O"]["reserve"]["chaos"] == 7
    assert rules["phases"] == [{"locked": ["chaos"]}]
    # What was Chaos's goes with it.
    choose(page, "Players", "2 Player")
    sound(page)
    rules = rules_of(page)
    assert rules.keys().isdisjoint({"chaos_color", "phases"})
    assert "exclusive" not in rules["board"]


def test_rules_of_the_end_stand_in_their_order(factory: Page) -> None:
    page = factory
    choose(page, "Players", "2 vs Chaos")
    choose(page, "Stalemate 1", "More pieces than Chaos wins")
    page.get_by_role("button", name="Add Stalemate Rule").click()
    choose(page, "Stalemate 2", "Chaos wins if total circles > 9")
    page.locator("#at-stalemate-1-total").fill("4")
    page.locator("#at-stalemate-1-total").blur()
    page.get_by_role("button", name="Put Stalemate Rule 2 before the one above").click()
    sound(page)
    assert rules_of(page)["stalemate"] == [
        {"rule": "chaos_wins_above", "shape": "O", "total": 4},
        "more_pieces_than_chaos_wins",
    ]


@pytest.mark.parametrize("kind", ["Tetrakis squares", "Squares on toroid", "Hexagons"])
def test_every_kind_of_board_is_drawn(factory: Page, kind: str) -> None:
    page = factory
    choose(page, "Board", kind)
    choose(page, "x", "5")
    expect(page.locator(".space")).to_have_count(15)
    sound(page)


def test_the_whole_of_a_large_game_fits_a_phone(people: Callable[..., Person], picture: Callable[..., None]) -> None:
    ada = people("ada", viewport=PHONE, has_touch=True)
    game_id = ada.game_id("3P-NeedyPoker")
    for path in (f"/factory?copy={game_id}", f"/games/{game_id}"):
        page = ada.open(path)
        page.locator(".space").first.wait_for()
        picture(page, f"poker-{path[1:6]}-360")
        fits(page)
    page.locator("#board-phase").get_by_role("button", name="5").tap()
    expect(space(page, "Column 1, height 1, black circle, exclusive to black, locked")).to_be_visible()
    expect(page.locator("#setup")).to_contain_text("Phase 5")
    assert language.read(json.dumps(ada.page_data()["game"]["rule_set"])).name == "3P-NeedyPoker"
