"""The board of the Factory is painted: by strokes, rows and rectangles, all at once, and by the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

from fixtures.browser import Held, Person
from fixtures.factory import MIDDLES, Hand, draw, factory, marked, spaces, squares
from fixtures.windows import PHONE
from playwright.sync_api import Page, expect

__all__ = ["factory"]

MOST_CLICKS = 50
ANOTHER_FINGER = """([clientX, clientY]) => {
  const panels = document.querySelector("#opening-board .board-panels");
  for (const kind of ["pointermove", "pointerup"]) {
    const what = { pointerId: 99, pointerType: "touch", isPrimary: false, clientX, clientY, bubbles: true };
    panels.dispatchEvent(new PointerEvent(kind, what));
  }
}"""


def test_a_press_on_a_high_stack_puts_one_piece_there(factory: Page) -> None:
    hand = Hand(factory)
    hand.choose("Board", "Stacks")
    hand.choose("x", "8")
    hand.type("z", "26")
    # Whatever fits can be chosen.
    offered = factory.locator("datalist option[value='104']")
    expect(offered).to_have_count(1)
    hand.click("Put black circles on the board")
    # The drawing grows with the stack, under the pointer.
    hand.stroke((1, 1))
    pieces = factory.locator(".space > .piece")
    expect(pieces).to_have_count(1)
    expect(factory.locator(".space")).to_have_count(8 * 3)
    # Several fall together, and are taken away together.
    hand.choose("pieces at a time", "5")
    hand.stroke((2, 1))
    expect(pieces).to_have_count(6)
    hand.stroke((2, 1))
    expect(pieces).to_have_count(1)
    hand.click("Undo")
    expect(pieces).to_have_count(6)


def test_hide_and_seek_is_made_in_fifty_clicks(people: Callable[..., Person]) -> None:
    page = people("ada").open("/factory")
    page.locator("#english p").first.wait_for()
    hand = Hand(page)
    hand.draw("Players", "3 vs Chaos")
    hand.draw("Board", "Squares")
    hand.choose("x", "5")
    hand.choose("y", "7")
    hand.draw("Cloaking", "Cloaking hides")
    hand.draw("Turn checks 1", "Stalemate if goal is reached")
    hand.draw("Stalemate 1", "Most circles wins")
    expect(page.locator("#at-cloaking-fault")).not_to_be_empty()  # nothing is cloaked yet
    for seat, count in (("black", "1"), ("white", "1"), ("pink", "0"), ("Chaos", "0")):
        hand.type(f"circles of {seat} in reserve", count)
    hand.choose("Shapes", "2 shapes")
    for seat, count in (("black", "0"), ("white", "0"), ("pink", "1")):
        hand.type(f"pentagons of {seat} in reserve", count)
    for path, option in (
        ("shapes-O-move", "Moves adjacent or knight"),
        ("shapes-P-power", "Must capture"),
        ("shapes-P-move", "Moves adjacent"),
    ):
        draw(page.locator(f"#at-{path}"), option)
        hand.actions += 1
    hand.draw("Movement", "Placement only")
    hand.click("Locked space")
    hand.click("Rectangle")
    for first, last in (((4, 1), (5, 1)), ((2, 2), (2, 2)), ((1, 4), (1, 4))):
        hand.stroke(first, last)
    hand.click("Mirror")
    hand.click("Put yellow pentagons on the board")
    hand.stroke((4, 6))
    # What is in the middle is painted once, and put on all else by what is there.
    hand.click("Exclusive to black")
    hand.stroke((3, 3), (5, 5))
    for marker in ("Exclusive to white", "Exclusive to pink", "Cloaked space", "Exclusive to Chaos"):
        hand.again(marker)
    hand.click("Invert")
    hand.again("Put pink circles on the board")
    hand.click("Invert")
    hand.choose("Phases", "2 phases")
    page.locator("#board-phase-1").click()
    hand.actions += 1
    hand.click("Same locks and cloaks as phase 1")
    hand.draw("Passing", "Option to pass")
    expect(page.locator("#same-as")).to_have_text("These are the rules of 3P-9X-HideSeek.")
    assert hand.actions <= MOST_CLICKS, f"{hand.actions} clicks"


def test_a_stroke_sets_what_it_passes_and_is_undone_in_one(factory: Page) -> None:
    page = factory
    hand = squares(page, "5", "4")
    hand.click("Wall")
    hand.stroke((1, 1), (4, 1))
    assert marked(page, "wall") == spaces(range(1, 5), range(1, 2))
    # It clears where it begins on a space that has the mark.
    hand.stroke((2, 1), (3, 1))
    assert marked(page, "wall") == {"1,1", "4,1"}
    page.keyboard.press("Control+z")
    assert marked(page, "wall") == spaces(range(1, 5), range(1, 2))
    page.keyboard.press("Control+Shift+Z")
    assert marked(page, "wall") == {"1,1", "4,1"}
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()


def test_a_marker_pressed_before_there_is_what_paints_with_it_is_chosen_then(people: Callable[..., Person]) -> None:
    ada = people("ada")
    page, modules = ada.page, Held(ada.page, "**/painting.js")
    page.goto(f"{ada.address}/factory")
    wall = page.get_by_role("button", name="Wall", exact=True)
    wall.click()
    module = modules.take()
    expect(wall).to_have_attribute("aria-pressed", "false")
    module.continue_()
    expect(wall).to_have_attribute("aria-pressed", "true")
    Hand(page).stroke((1, 1), (2, 1))
    assert marked(page, "wall") == {"1,1", "2,1"}


def test_brushes_paint_rows_columns_and_rectangles(factory: Page) -> None:
    page = factory
    hand = squares(page, "5", "4")
    hand.click("Sticky space")
    hand.click("Row")
    hand.stroke((2, 3))
    assert marked(page, "sticky") == spaces(range(1, 6), range(3, 4))
    hand.click("Column")
    hand.stroke((2, 3))  # has the mark: the column loses it
    assert marked(page, "sticky") == {"1,3", "3,3", "4,3", "5,3"}
    hand.click("Space")
    hand.stroke((1, 1))
    page.keyboard.down("Shift")
    hand.stroke((3, 2))
    page.keyboard.up("Shift")
    assert marked(page, "sticky") == {"1,3", "3,3", "4,3", "5,3"} | spaces(range(1, 4), range(1, 3))
    # A rectangle that is drawn with Shift begins where one presses; it clears where it begins on a mark.
    page.keyboard.down("Shift")
    hand.stroke((3, 3), (4, 4))
    hand.stroke((4, 1), (5, 2))
    page.keyboard.up("Shift")
    assert marked(page, "sticky") == {"1,3", "5,3"} | spaces(range(1, 6), range(1, 3))


def test_all_spaces_are_painted_inverted_and_mirrored(factory: Page) -> None:
    page = factory
    hand = squares(page, "3", "4")
    for name in ("All", "Invert", "Mirror"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_disabled()
    hand.click("Locked space")
    hand.stroke((1, 1), (3, 1))
    hand.click("Invert")
    assert marked(page, "locked") == spaces(range(1, 4), range(2, 5))
    # Pieces are put where there is room for them.
    hand.click("Put black circles on the board")
    hand.click("All")
    assert marked(page, "black circle") == spaces(range(1, 4), range(1, 2))
    hand.click("Mirror")
    assert marked(page, "white circle") == spaces(range(1, 4), range(4, 5))
    hand.click("Exclusive to white")
    hand.click("All")
    hand.click("Mirror")
    assert marked(page, "exclusive to black and white") == spaces(range(1, 4), range(1, 5))
    hand.click("All")
    assert marked(page, "exclusive to black and white") == set()


def test_the_keyboard_paints_as_well(factory: Page) -> None:
    page = factory
    hand = squares(page, "4", "4")
    page.get_by_role("button", name="Wall", exact=True).focus()
    page.keyboard.press("Enter")
    page.locator(".space[tabindex='0']").focus()
    for key in ("Home", "Enter", "Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowUp"):
        page.keyboard.press(key)
    assert marked(page, "wall") == spaces(range(1, 4), range(1, 3))
    # Back over it, it shrinks.
    page.keyboard.press("Shift+ArrowLeft")
    assert marked(page, "wall") == spaces(range(1, 3), range(1, 3))
    page.get_by_role("button", name="Row", exact=True).focus()
    page.keyboard.press("Enter")
    page.locator(".space[tabindex='0']").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert marked(page, "wall") == spaces(range(1, 3), range(1, 3)) | spaces(range(1, 5), range(3, 4))
    # On a deep board a rectangle goes through its levels.
    hand.choose("z", "2")
    hand.click("Space")
    hand.click("Sticky space")
    page.locator(".space[tabindex='0']").focus()
    for key in ("Home", "Enter", "Shift+PageUp", "Shift+End", "Shift+ArrowLeft"):
        page.keyboard.press(key)
    row = spaces(range(1, 4), range(3, 4))
    assert marked(page, "sticky") == row | {f"{at},2" for at in row}


def test_a_rectangle_by_the_keyboard_keeps_what_was_changed_since(factory: Page) -> None:
    page = factory
    hand = squares(page, "4", "4")
    hand.choose("Phases", "2 phases")
    page.get_by_role("button", name="Locked space", exact=True).press("Enter")
    current, name = page.locator(".space[tabindex='0']"), page.get_by_label("Name", exact=True)
    for key in ("Home", "Shift+ArrowRight"):
        current.press(key)
    begun = marked(page, "locked")
    assert len(begun) == 2
    hand.choose("x", "5")
    current.press("Shift+ArrowUp")
    expect(page.locator("#opening-board .space")).to_have_count(20)
    name.fill("Named meanwhile")
    current.press("Shift+ArrowLeft")
    expect(name).to_have_value("Named meanwhile")
    painted = marked(page, "locked")
    assert painted > begun
    # What was undone stays undone.
    for _ in range(2):
        hand.click("Undo")
    expect(name).to_have_value("")
    undone = marked(page, "locked")
    current.press("Shift+ArrowRight")
    expect(name).to_have_value("")
    painted = marked(page, "locked")
    assert painted >= undone
    # Another phase has marks of its own.
    page.locator("#board-phase-1").click()
    before = marked(page, "locked")
    current.press("Shift+ArrowRight")
    assert marked(page, "locked") > before
    page.locator("#board-phase-0").click()
    assert marked(page, "locked") == painted


def test_what_a_finger_painted_before_the_browser_took_it_is_taken_back(people: Callable[..., Person]) -> None:
    page = people("ada", viewport=PHONE, has_touch=True).open("/factory")
    page.locator("#english p").first.wait_for()
    hand = squares(page, "4", "4")
    hand.choose("y", "5")
    undo, redo = (page.get_by_role("button", name=what) for what in ("Undo", "Redo"))
    undo.click()
    hand.click("Wall")
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *keys: str) -> None:
        points = [{"x": x, "y": y} for x, y in page.evaluate(MIDDLES, list(keys))]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", "1,1,1,1")
    expect(page.locator(".space[aria-label*='wall']")).to_have_count(1)
    # Another finger neither paints nor ends what the first one paints.
    page.evaluate(ANOTHER_FINGER, *page.evaluate(MIDDLES, ["1,4,4,1"]))
    touch("touchMove", "1,2,1,1")
    expect(page.locator(".space[aria-label*='wall']")).to_have_count(2)
    assert marked(page, "wall") == {"1,1", "2,1"}
    touch("touchCancel")
    expect(page.locator(".space[aria-label*='wall']")).to_have_count(0)
    # Nothing of it is left to be undone, and what was undone before is done again.
    redo.click()
    expect(page.locator("#opening-board .space")).to_have_count(20)
    for _ in range(2):
        undo.click()
    expect(page.locator("#opening-board .space")).to_have_count(12)
    expect(page.locator(".space[aria-label*='wall']")).to_have_count(0)


def test_what_a_smaller_board_and_fewer_players_hide_of_a_phase_comes_back(factory: Page) -> None:
    hand = squares(factory, "5", "5")
    hand.choose("Players", "3 Player")
    hand.choose("Phases", "2 phases")
    factory.locator("#board-phase-1").click()
    hand.click("Locked space")
    hand.stroke((5, 5))
    hand.click("Phase lock for pink in phase 2")
    hand.choose("Phases", "1 phase")
    hand.choose("x", "3")
    hand.choose("Players", "2 Player")
    hand.choose("Phases", "2 phases")
    expect(factory.locator("#problems")).to_be_hidden()
    hand.choose("x", "5")
    hand.choose("Players", "3 Player")
    factory.locator("#board-phase-1").click()
    assert marked(factory, "locked") == {"5,5"}
    lock = factory.get_by_role("button", name="Phase lock for pink in phase 2", exact=True)
    expect(lock).to_have_attribute("aria-pressed", "true")


def test_after_the_first_phase_only_locks_and_cloaks_change(factory: Page) -> None:
    page = factory
    hand = Hand(page)
    hand.choose("Phases", "2 phases")
    hand.click("Wall")
    page.locator("#board-phase-1").click()
    for name in ("Wall", "Sticky space", "Exclusive to black", "Put black circles on the board"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_disabled()
    expect(page.get_by_label("circles of black in reserve")).to_be_disabled()
    expect(page.locator(".marker[aria-pressed='true']")).to_have_count(0)
    hand.click("Locked space")
    hand.stroke((2, 2))
    expect(page.get_by_label("Column 2, row 2, empty, locked")).to_be_visible()


def test_a_press_moves_no_board(factory: Page) -> None:
    page = factory
    Hand(page).type("circles of white in reserve", "0")
    expect(page.locator("#warnings")).to_contain_text("1 thing to look at:")
    page.get_by_role("button", name="Wall", exact=True).click()
    expect(page.locator("#draft-state")).to_have_text("Draft saved just now.")
    ground = page.locator(".board-ground")
    before = ground.bounding_box()
    Held(page, "**/api/drafts")  # nothing is kept from here on
    page.locator("[data-key='1,2,2,1']").hover()
    page.mouse.down()
    expect(page.locator("#draft-state")).not_to_have_text("Draft saved just now.")
    assert ground.bounding_box() == before
    page.mouse.up()
    assert marked(page, "wall") == {"2,2"}


def test_everything_is_undone_and_done_again(factory: Page) -> None:
    page = factory
    begun = page.locator("#english").inner_text()
    hand = squares(page, "5", "5")
    page.get_by_label("Name", exact=True).press_sequentially("Undone")
    page.get_by_label("circles of black in reserve").press_sequentially("1")
    hand.click("Add Check")
    undo, redo = page.get_by_role("button", name="Undo"), page.get_by_role("button", name="Redo")
    done = 0
    while undo.is_enabled():
        undo.click()
        done += 1
    assert done == 6  # what is typed into one field is one step
    expect(page.get_by_label("Name", exact=True)).to_have_value("")
    expect(page.locator("#english")).to_have_text(begun, use_inner_text=True)
    # Loaded anew, the page goes on from there.
    page.reload()
    expect(redo).to_be_enabled()
    expect(undo).to_be_disabled()
    while redo.is_enabled():
        redo.click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Undone")
    page.reload()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Undone")
    expect(undo).to_be_enabled()
    expect(redo).to_be_disabled()
    expect(page.get_by_label("Turn checks 2")).to_be_visible()
    expect(page.locator(".space")).to_have_count(25)
