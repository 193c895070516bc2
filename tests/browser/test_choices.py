"""Games in which one chooses more than a space: which piece is moved, which colour is placed, whether to draw."""

from __future__ import annotations

import re
from collections.abc import Callable

from fixtures.browser import Held, Person, drag, middle
from fixtures.factory import choose
from fixtures.person import until
from fixtures.windows import PHONE
from playwright.sync_api import Page, expect


def turn(page: Page) -> bool:
    """Waits for one's turn; False where the match is over."""
    page.locator(".space.is-choosable, #outcome:not([hidden])").first.wait_for()
    return page.locator("#outcome:not([hidden])").count() == 0


def accept(page: Page) -> None:
    page.get_by_role("button", name="Accept Move").click()
    expect(page.locator("#accept:enabled")).to_have_count(0)


def test_a_piece_is_picked_up_then_put_down(people: Callable[..., Person]) -> None:
    ada = people("ada")
    page = ada.page
    ada.new_match("Breakthrough")
    assert turn(page)
    source = page.locator(".space.is-choosable").first
    key = source.get_attribute("data-key")
    source.click()
    expect(page.locator(".space.is-selected")).to_have_attribute("data-key", str(key))
    expect(page.locator("#proposal")).to_contain_text("Choose where to move.")
    expect(page.get_by_role("button", name="Accept Move")).to_be_disabled()
    page.locator(".space.is-selected").click()
    expect(page.locator(".space.is-selected")).to_have_count(0)
    page.locator(f"[data-key='{key}']").click()
    page.locator(".space:has(.space-target)").first.click()
    expect(page.locator("#proposal")).to_contain_text("Pawn from")
    accept(page)


def test_pieces_are_dragged_from_the_board_and_out_of_the_reserve(people: Callable[..., Person]) -> None:
    ada = people("ada")
    page = ada.page
    ada.new_match("Breakthrough")
    assert turn(page)
    source = page.locator(".space.is-movable").first
    key = str(source.get_attribute("data-key"))
    drag(page, source, page.locator("h1"))
    expect(page.locator(".space.is-selected, .drag-ghost")).to_have_count(0)
    page.locator(f"[data-key='{key}']").click()
    target = page.locator(".space:has(.space-target)").first.get_attribute("data-key")
    page.keyboard.press("Escape")
    expect(page.locator(".space.is-selected")).to_have_count(0)
    drag(page, page.locator(f"[data-key='{key}']"), page.locator(f"[data-key='{target}']"))
    expect(page.locator("#proposal")).to_contain_text("Pawn from")
    accepted_by_enter(page)
    ada.new_match("Wild-TTT-6sq3143")
    assert turn(page)
    white = page.locator("#hand").get_by_role("button", name="white circle")
    drag(page, white, page.locator(".space.is-choosable").first)
    expect(page.locator("#proposal")).to_contain_text("White circle to")
    accepted_by_enter(page)


def accepted_by_enter(page: Page) -> None:
    """Makes the move that is proposed."""
    expect(page.get_by_role("button", name="Accept Move")).to_be_enabled()
    with page.expect_response(re.compile("/play$")):
        page.keyboard.press("Enter")


def test_enter_accepts_after_a_press_beside_everything(people: Callable[..., Person]) -> None:
    ada = people("ada")
    page = ada.page
    ada.new_match("Tic-Tac-Toe")
    assert turn(page)
    page.locator(".space.is-choosable").first.click()
    page.locator("h1").click(position={"x": 500, "y": 5}, force=True)
    accepted_by_enter(page)


def test_the_space_that_a_mouse_drags_a_piece_over_is_shown(people: Callable[..., Person]) -> None:
    ada = people("ada")
    ada.new_match("Breakthrough")
    page = ada.page
    assert turn(page)
    page.mouse.move(*middle(page.locator(".space.is-movable").first))
    page.mouse.down()
    page.mouse.move(5, 5, steps=2)
    target = page.locator(".space:has(.space-target)").first
    page.mouse.move(*middle(target), steps=4)
    expect(target).to_have_class(re.compile("is-pointed"))
    page.mouse.up()
    expect(page.locator("#proposal")).to_contain_text("Pawn from")


def test_a_piece_is_dragged_by_a_finger(people: Callable[..., Person]) -> None:
    ada = people("ada", viewport=PHONE, has_touch=True)
    ada.new_match("Breakthrough")
    page = ada.page
    assert turn(page)
    source = page.locator(".space.is-movable").first
    source.tap()
    target = page.locator(".space:has(.space-target)").first.get_attribute("data-key")
    page.locator(".space.is-selected").tap()
    expect(page.locator(".space.is-selected")).to_have_count(0)
    x, y = middle(source)
    to_x, to_y = middle(page.locator(f"[data-key='{target}']"))
    finger = page.context.new_cdp_session(page)
    for step in range(5):
        at = {"x": x + (to_x - x) * step / 4, "y": y + (to_y - y) * step / 4}
        kind = "touchMove" if step else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
    # As under a mouse, it is shown where it may go while it is on its way.
    expect(page.locator(".space.is-selected")).to_have_count(1)
    expect(page.locator(f"[data-key='{target}']")).to_have_class(re.compile("is-choosable"))
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".drag-ghost")).to_have_count(0)
    expect(page.locator("#proposal")).to_contain_text("Pawn from")


def test_a_colour_is_chosen_in_the_reserve(people: Callable[..., Person]) -> None:
    ada = people("ada")
    ada.new_match("Wild-TTT-6sq3143")
    page = ada.page
    assert turn(page)
    white = page.locator("#hand").get_by_role("button", name="white circle")
    black = page.locator("#hand").get_by_role("button", name="black circle")
    expect(black).to_have_attribute("aria-pressed", "true")
    white.click()
    expect(white).to_have_attribute("aria-pressed", "true")
    expect(black).to_have_attribute("aria-pressed", "false")
    page.locator(".space.is-choosable").first.click()
    expect(page.locator("#proposal")).to_contain_text("White circle to")
    black.click()
    expect(page.locator(".space.is-proposed")).to_have_count(0)
    page.locator(".space.is-choosable").first.click()
    expect(page.locator("#proposal")).to_contain_text("Black circle to")
    accept(page)


def test_what_was_taken_back_stays_taken_back_whatever_is_told_late(people: Callable[..., Person]) -> None:
    ada = people("ada")
    path = f"/api/matches/{ada.new_match('Wild-TTT-6sq3143', hurried=False)}"
    page = ada.page
    assert turn(page)
    page.locator(".space.is-choosable").first.click()
    kept = page.locator("#time-then").get_by_text("your move is made")
    kept.wait_for()
    match = until(lambda: (now := ada.get(path))["proposed"] and now)
    # What comes to the server last is what came first from the page.
    held = Held(page, "**/propose")
    page.locator("#hand").get_by_role("button", name="white circle").click()
    expect(page.locator(".space.is-proposed")).to_have_count(0)
    held.take()
    ada.post(f"{path}/propose", {"view_version": match["view_version"], "moves": []})
    kept.wait_for(state="hidden")
    ada.post(f"{path}/propose", {"view_version": match["view_version"], "moves": match["proposed"]})
    kept.wait_for()
    expect(page.locator(".space.is-proposed")).to_have_count(0)
    # Nor did time run out meanwhile.
    assert ada.get(path)["view_version"] == match["view_version"]


def test_a_move_is_said_to_be_made_when_time_runs_out_only_once_the_server_keeps_it(
    people: Callable[..., Person],
) -> None:
    ada = people("ada")
    ada.new_match("Tic-Tac-Toe", hurried=False)
    page = ada.page
    assert turn(page)
    held = Held(page, "**/propose")
    page.locator(".space.is-choosable").first.click()
    expect(page.locator("#proposal")).to_contain_text("circle to")
    proposed = held.take()
    expect(page.locator("#time-then")).to_have_text("When time runs out, you lose.")
    proposed.continue_()
    expect(page.locator("#time-then")).to_have_text("When time runs out, your move is made.")


def test_a_turn_of_two_moves_is_made_one_by_one(people: Callable[..., Person]) -> None:
    ada = people("ada")
    ada.new_match("Connect6-19x19")
    page = ada.page
    for number in (1, 2):
        assert turn(page)
        expect(page.locator("#proposal")).to_contain_text(f"Move {number} of 2. Choose a space.")
        page.locator(".space.is-choosable").first.click()
        accept(page)
    expect(page.locator("#move-fault")).to_be_empty()


def test_a_draw_is_offered_in_words(people: Callable[..., Person]) -> None:
    ada = people("ada")
    ada.new_match("4on7sq")
    page = ada.page
    assert turn(page)
    offer = page.get_by_role("button", name="Offer a draw")
    offer.click()
    expect(offer).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#proposal")).to_have_text("Offer a draw")
    accept(page)
    page.locator("#outcome:not([hidden]), .space.is-choosable").first.wait_for()


def test_spaces_are_marked_in_the_factory(people: Callable[..., Person]) -> None:
    page = people("ada").open("/factory")
    expect(page.locator(".space")).to_have_count(9)
    english = page.locator("#english")
    wall = page.get_by_role("button", name="Wall")
    wall.click()
    expect(wall).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Column 2, row 2, empty").click()
    expect(page.get_by_role("button", name="Column 2, row 2, empty, wall")).to_be_visible()
    expect(english).to_contain_text("(2,2)")
    page.get_by_role("button", name="Column 2, row 2, empty, wall").click()
    expect(english).not_to_contain_text("(2,2)")
    page.get_by_role("button", name="Put white circles on the board").click()
    page.get_by_role("button", name="Column 1, row 3, empty").click()
    expect(page.get_by_role("button", name="Column 1, row 3, white circle")).to_be_visible()
    expect(english).to_contain_text("(1,3)")
    page.get_by_role("button", name="Exclusive to black").click()
    page.get_by_role("button", name="Column 3, row 1, empty").click()
    expect(page.get_by_role("button", name="Column 3, row 1, empty, exclusive")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".marker[aria-pressed='true']")).to_have_count(0)
    expect(page.locator(".space[role='button']")).to_have_count(0)
    # What lies outside a board that has become smaller goes with the spaces.
    choose(page.locator("#at-board-kind"), "Squares")
    page.get_by_label("y", exact=True).select_option("2")
    expect(english).not_to_contain_text("(1,3)")
    expect(page.locator("#factory .fault:not(:empty)")).to_have_count(0)


def test_pieces_are_stacked_in_the_factory(people: Callable[..., Person]) -> None:
    page = people("ada").open("/factory")
    choose(page.locator("#at-board-kind"), "Stacks")
    page.get_by_label("Column 1, height 1, empty").wait_for()
    for color, height in (("black", 1), ("white", 2)):
        page.get_by_role("button", name=f"Put {color} circles on the board").click()
        page.get_by_role("button", name=f"Column 1, height {height}, empty").click()
        expect(page.get_by_label(f"Column 1, height {height}, {color} circle")).to_be_visible()
    page.get_by_role("button", name="Put black circles on the board").click()
    page.get_by_label("Column 1, height 1, black circle").click()
    expect(page.get_by_label("Column 1, height 1, white circle")).to_be_visible()


def test_each_shape_has_its_own_controls_and_reserves(people: Callable[..., Person]) -> None:
    page = people("ada").open("/factory")
    page.get_by_label("circles of white in reserve").fill("3")
    page.get_by_label("Shapes").select_option(label="2 shapes")
    # As many of the new shape as of the last one.
    expect(page.get_by_label("pentagons of white in reserve")).to_have_value("3")
    pentagon = page.get_by_role("region", name="Pentagon")
    choose(pentagon.get_by_label("Move"), "Moves adjacent")
    expect(page.locator("#english")).to_contain_text("Pentagons")
    choose(page.locator("#at-players"), "3 Player")
    expect(page.get_by_label("pentagons of pink in reserve")).to_have_value("3")
    page.get_by_label("Shapes").select_option(label="1 shape")
    expect(page.get_by_label("pentagons of white in reserve")).to_have_count(0)
