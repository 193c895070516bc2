"""What the Factory says of a draft: errors, warnings, and what an edit changed, each with a way to its control."""

from __future__ import annotations

import re

import pytest
from fixtures.factory import Hand, factory
from fixtures.person import until
from fixtures.windows import DESK, PHONE, SMALL_DESK, TABLET
from playwright.sync_api import Page, Route, ViewportSize, expect

__all__ = ["factory"]

# Whether something is seen: at its middle nothing else is.
ON_TOP = """(element) => {
  const { left, top, width, height } = element.getClientRects()[0];
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


# Whether a place lies in another, nothing of it outside.
INSIDE = """(place, other) => {
  const [one, around] = [place, document.querySelector(other)].map((each) => each.getBoundingClientRect());
  return one.left >= around.left && one.top >= around.top && one.right <= around.right && one.bottom <= around.bottom;
}"""

# How far down all stands that can be used above the board.
PLACES = """() => [".kinds a", ".factory-name :is(button, input)", ".board-bar :is(input, select)", ".board-tools"]
  .flatMap((some) => [...document.querySelectorAll(some)])
  .filter((one) => one.checkVisibility())
  .map((one) => [one.id, Math.round(one.getBoundingClientRect().top)])"""

# What of it, or of what is said there, something lies over.
COVERED = """(fault) => {
  const own = fault.getBoundingClientRect();
  const others = document.querySelectorAll("form :is(a, button, input, select, summary, label, h1, p:not(.fault))");
  const seen = [...others].filter((one) => one !== fault && one.checkVisibility({ visibilityProperty: true }));
  return seen.filter((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left < own.right && right > own.left && top < own.bottom - 1 && bottom > own.top + 1;
  }).map((one) => one.outerHTML.slice(0, 99));
}"""


def test_errors_are_counted_beside_save_and_lead_to_their_controls(factory: Page) -> None:
    page = factory
    hand = Hand(page)
    hand.choose("Board", "Stacks")
    hand.choose("Phases", "2 phases")
    page.locator("summary").filter(has_text="Draw if fewer").click()
    page.get_by_label("Draw if fewer pieces").fill("-1")
    expect(page.locator("#at-phases-0-draw-below-fault")).to_have_text("Choose a whole number from 0 to 1536.")
    # Beside an error, too, goal lines are those of the present board and seats.
    hand.choose("Players", "3 Player")
    hand.choose("x", "5")
    expect(page.locator(".palette-goal")).to_have_text(["Goal: x = 1", "Goal: x = 5", "Goal: x = 1"])
    hand.choose("Players", "2 Player")
    hand.choose("x", "3")
    page.get_by_label("z", exact=True).fill("300")
    expect(page.locator("#at-board-size-fault")).to_contain_text("Makes 900 spaces.")
    page.get_by_label("z", exact=True).fill("1000")
    expect(page.locator("#at-board-size-2-fault")).to_have_text("Choose a whole number from 2 to 170.")
    page.get_by_label("z", exact=True).fill("171")
    problems = page.locator("#problems")
    expect(problems).to_contain_text("2 errors:")
    page.locator("#at-phase-shown-1").click()
    problems.get_by_role("button", name=re.compile("^Phase")).click()
    expect(page.get_by_label("Draw if fewer pieces")).to_be_focused()
    page.get_by_label("Draw if fewer pieces").fill("0")
    page.get_by_label("z", exact=True).fill("3")
    expect(problems).to_be_hidden()


@pytest.mark.parametrize("viewport", [SMALL_DESK, DESK], ids=lambda viewport: str(viewport["width"]))
def test_what_is_wrong_with_name_and_board_covers_and_moves_nothing(factory: Page, viewport: ViewportSize) -> None:
    page = factory
    page.set_viewport_size(viewport)
    hand = Hand(page)
    hand.choose("Board", "Stacks")
    name, height = page.get_by_label("Name", exact=True), page.get_by_label("z", exact=True)
    height.fill("50")
    before = page.evaluate(PLACES)
    for fault, field, text in (
        ("#at-name-fault", name, "a*b"),
        ("#at-board-size-fault", height, "171"),
        ("#at-board-size-2-fault", height, "1000"),
    ):
        field.fill(text)
        expect(page.locator(fault)).not_to_be_empty()
        assert page.locator(fault).evaluate(COVERED) == []
        assert page.evaluate(PLACES) == before


def test_what_an_edit_changed_in_the_rules_is_marked_and_sentences_lead_to_their_controls(factory: Page) -> None:
    page = factory
    changed = page.locator("#english mark")
    expect(changed).to_have_count(0)
    page.locator("#at-checks-0-length").select_option("2")
    expect(changed).to_have_text(re.compile("^The first to get two"))
    page.get_by_role("combobox", name="Time", exact=True).select_option(label="90 seconds/turn")
    expect(changed).to_have_text(re.compile("90 seconds"))
    page.get_by_role("button", name=re.compile("^Each turn may take")).press("Enter")
    expect(page.get_by_role("combobox", name="Time", exact=True)).to_be_focused()
    warning = page.locator("#at-shapes-O-reserve-white-warning")
    page.get_by_label("circles of white in reserve").fill("0")
    expect(warning).to_have_text("White never has anything to place or to move.")
    page.locator("#warnings").get_by_role("button", name="Circles of white in reserve").click()
    page.get_by_label("circles of white in reserve").fill("3")
    expect(warning).to_have_count(0)


def test_rules_that_were_never_said_are_not_said_to_be_those_before_the_errors(factory: Page) -> None:
    note, english = factory.locator("#rules-note"), factory.locator("#english p")
    factory.get_by_label("circles of white in reserve").fill("9999")
    expect(note).to_have_text("This is what they said before the errors.")
    expect(english).not_to_have_count(0)
    factory.reload()
    expect(factory.locator("#problems")).to_contain_text("1 error:")
    expect(english).to_have_count(0)
    expect(note).to_be_empty()


@pytest.mark.parametrize("viewport", [PHONE, TABLET, SMALL_DESK, DESK], ids=lambda viewport: str(viewport["width"]))
def test_what_is_said_above_the_board_does_not_move_it(factory: Page, viewport: ViewportSize) -> None:
    page = factory
    page.set_viewport_size(viewport)
    top = "() => document.getElementById('preview').getBoundingClientRect().top + scrollY"
    before = page.evaluate(top)
    hand = Hand(page)
    hand.type("circles of white in reserve", "0")
    expect(page.locator("#warnings")).to_contain_text("1 thing to look at:")
    assert page.evaluate(top) == before
    hand.choose("Board", "Stacks")
    hand.choose("Phases", "2 phases")
    page.locator("summary").filter(has_text="Draw if fewer").click()
    page.get_by_label("Draw if fewer pieces").fill("-1")
    page.get_by_label("z", exact=True).fill("300")
    problems = page.locator("#problems")
    expect(problems).to_contain_text("2 errors:")
    assert page.evaluate(top) == before
    problems.get_by_role("button", name="Board", exact=True).click()
    expect(page.get_by_role("combobox", name="Board", exact=True)).to_be_focused()


@pytest.mark.parametrize("viewport", [PHONE, SMALL_DESK, DESK], ids=lambda viewport: str(viewport["width"]))
def test_all_that_is_said_can_be_seen_and_what_a_save_means_always(factory: Page, viewport: ViewportSize) -> None:
    page = factory
    page.set_viewport_size(viewport)
    hand = Hand(page)
    hand.choose("Players", "4 Player")
    seats = ("black", "white", "pink", "yellow")
    for seat in seats:
        hand.type(f"circles of {seat} in reserve", "9999")
    hand.choose("Phases", "2 phases")
    page.locator("summary").filter(has_text="Draw if fewer").click()
    page.get_by_label("Draw if fewer pieces").fill("-1")
    problems = page.locator("#problems")
    expect(problems).to_contain_text("5 errors:")
    expect(page.locator("#save-note")).to_have_text(re.compile("never changed.*saves left"))
    assert page.locator("#save-note").evaluate("(one) => one.scrollHeight <= one.clientHeight")
    top = "() => document.getElementById('preview').getBoundingClientRect().top + scrollY"
    before = page.evaluate(top)
    all_ = page.get_by_role("button", name="Show all")
    all_.click()
    expect(all_).to_have_attribute("aria-expanded", "true")
    for link in problems.get_by_role("button").all():
        assert link.evaluate(ON_TOP), link.inner_text()
    assert page.evaluate(top) == before
    page.keyboard.press("Escape")
    expect(all_).to_have_attribute("aria-expanded", "false")
    all_.click()
    problems.get_by_role("button", name="Circles of yellow in reserve").click()
    expect(page.get_by_label("circles of yellow in reserve")).to_be_focused()
    expect(all_).to_have_attribute("aria-expanded", "false")
    for seat in seats:
        hand.type(f"circles of {seat} in reserve", "3")
    page.get_by_label("Draw if fewer pieces").fill("0")
    expect(all_).to_be_hidden()


@pytest.mark.parametrize("viewport", [PHONE, TABLET, SMALL_DESK, DESK], ids=lambda viewport: str(viewport["width"]))
def test_what_is_said_of_a_draft_lies_on_its_card(factory: Page, viewport: ViewportSize) -> None:
    page = factory
    page.set_viewport_size(viewport)
    Hand(page).type("circles of white in reserve", "0")
    state = page.locator("#draft-state")
    expect(state).to_have_text("Draft saved just now.")
    assert state.evaluate(INSIDE, ".factory-head")
    assert state.evaluate(COVERED) == []


def test_the_first_remark_is_read_whole_on_a_phone_and_none_is_begun_that_is_not(factory: Page) -> None:
    page = factory
    page.set_viewport_size(PHONE)
    hand = Hand(page)
    hand.type("circles of white in reserve", "0")
    way = page.locator("#warnings").get_by_role("button")
    expect(way).to_have_text("Circles of white in reserve")
    assert way.evaluate(INSIDE, "#remarks")
    expect(page.get_by_role("button", name="Show all")).to_be_hidden()
    hand.type("circles of black in reserve", "9999")
    hand.choose("Phases", "2 phases")
    page.locator("summary").filter(has_text="Draw if fewer").click()
    page.get_by_label("Draw if fewer pieces").fill("-1")
    problems = page.locator("#problems")
    expect(problems).to_contain_text("2 errors:")
    page.evaluate("scrollTo(0, 0)")
    said = page.locator("#remarks .remark:visible:not(.is-beyond)")
    # What has no place is told apart once all has been laid out.
    until(lambda: 0 < said.count() < page.locator("#remarks .remark:visible").count())
    until(lambda: all(one.evaluate(INSIDE, "#remarks") for one in said.all()))
    # What is not seen comes into view where the keyboard gets there.
    page.get_by_role("button", name="Show all").focus()
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="Show all")).to_have_attribute("aria-expanded", "true")
    expect(problems.get_by_role("button").last).to_be_focused()
    expect(page.locator("#remarks")).to_have_css("position", "absolute")


def test_several_errors_of_one_control_have_one_way_there(factory: Page) -> None:
    page = factory

    def twice_at_the_name(route: Route) -> None:
        answer = route.fetch()
        said = {"path": "name", "problem": "is odd", "remedy": "Choose another"}
        route.fulfill(response=answer, json=answer.json() | {"faults": [said, said]})

    page.route("**/api/factory/check", twice_at_the_name)
    page.get_by_label("Name", exact=True).fill("Odd")
    expect(page.locator("#problems")).to_have_text(re.compile(r"^2 errors: Name$"))


def test_a_seat_that_never_moves_is_led_to(factory: Page) -> None:
    page = factory
    lock = page.get_by_role("button", name="Phase lock for white")
    lock.click()
    page.locator("#warnings").get_by_role("button").click()
    expect(lock).to_be_focused()
    page.get_by_role("button", name=re.compile("White never plays")).click()
    expect(lock).to_be_focused()
