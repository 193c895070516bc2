"""How somebody plays: by one click or two, by typing, from their own side; and how moves are shown and listed."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any, TypeAlias

from fixtures.browser import Held, Person, drag, prefer, together
from fixtures.person import until
from fixtures.views import VIEWS, Still, at, event, in_full, pieces
from fixtures.windows import DESK, PHONE
from playwright.sync_api import Page, expect

Looks: TypeAlias = Callable[..., tuple[Page, Still]]

# Counts the spaces that are drawn anew.
COUNTS_SPACES = """() => {
  globalThis.drawn = 0;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        globalThis.drawn += node.querySelectorAll(".space-ground").length + node.matches(".space-ground");
      }
    }
  }).observe(document.querySelector(".board-panels"), { childList: true, subtree: true });
}"""
COUNTS_SLIDES = """() => {
  const native = Element.prototype.animate;
  let slides = 0;
  Element.prototype.animate = function (steps, ...rest) {
    const moves = steps.every(({ transform }) => transform?.startsWith("translate"));
    if (moves) document.body.dataset.slides = String((slides += 1));
    return native.call(this, steps, ...rest);
  };
}"""

# Notes how each piece that moves does so, by its space: for each step the numbers of its transform, or its opacity.
NOTES_MOTION = """() => {
  globalThis.motion = {};
  Element.prototype.animate = function (steps) {
    const numbers = ({ transform, opacity }) => transform?.match(/-?[\\d.]+/g).map(Number) ?? [opacity];
    globalThis.motion[this.closest(".space").dataset.key] = steps.map(numbers);
  };
}"""


def test_a_second_click_accepts(looks: Looks) -> None:
    page, still = looks("hexagons")
    chosen = page.locator("[data-key='1,2,1,1']")
    chosen.click()
    expect(page.locator("#proposal")).to_have_text("Black circle to column 2, row 1")
    assert still.played == []
    chosen.click()
    expect(page.locator("#proposal")).not_to_have_text("Sending your move…")
    assert still.played == ["O@2,1"]


def test_a_double_click_is_one_answer_to_one_position(looks: Looks) -> None:
    page, still = looks("hexagons")
    prefer(page, "Play on the first click")
    # The position after it looks the same, and its second click could be meant for that.
    page.locator("[data-key='1,2,1,1']").dblclick()
    expect(page.locator("#proposal")).not_to_have_text("Sending your move…")
    assert still.played == ["O@2,1"]


def test_enter_accepts_and_escape_takes_back(looks: Looks) -> None:
    page, still = looks("hexagons")
    page.locator("[data-key='1,2,1,1']").click()
    page.keyboard.press("Escape")
    expect(page.locator(".space.is-proposed")).to_have_count(0)
    expect(page.get_by_role("button", name="Accept Move")).to_be_disabled()
    page.locator("[data-key='1,3,1,1']").click()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    expect(page.locator("#proposal")).not_to_have_text("Sending your move…")
    assert still.played == ["O@3,1"]


def test_who_prefers_it_plays_by_one_click_and_is_known_the_next_time(looks: Looks) -> None:
    page, still = looks("hexagons")
    prefer(page, "Play on the first click")
    page.reload()
    page.locator("[data-key='1,4,1,1']").click()
    expect(page.locator("#proposal")).not_to_have_text("Sending your move…")
    assert still.played == ["O@4,1"]


def test_what_is_preferred_is_kept(looks: Looks) -> None:
    page, _ = looks("hexagons")
    page.context.grant_permissions(["notifications"])
    for what in ("Sounds", "Notify me of my turn"):
        prefer(page, what)
    page.reload()
    page.get_by_label("Settings of this page").click()
    for what in ("Sounds", "Notify me of my turn"):
        expect(page.get_by_label(what)).to_be_checked()
    page.context.clear_permissions()


def test_a_click_draws_the_space_that_it_changes_and_no_other(looks: Looks) -> None:
    page, _ = looks("wide")
    page.evaluate(COUNTS_SPACES)
    page.locator("[data-key='1,10,10,1']").click()
    expect(page.locator(".space.is-proposed")).to_have_count(1)
    assert page.evaluate("drawn") == 1
    page.locator("[data-key='1,11,10,1']").click()
    expect(page.locator("[data-key='1,11,10,1'].is-proposed")).to_have_count(1)
    assert page.evaluate("drawn") == 3


def test_what_may_be_played_is_marked_for_whom_it_helps(looks: Looks) -> None:
    page, _ = looks("promotion")
    expect(page.locator(".space-source")).to_have_count(2)
    prefer(page, "Show where I can play")
    expect(page.locator(".space-source")).to_have_count(0)
    page.locator("[data-key='1,4,1,1']").click()
    expect(page.locator(".space-target")).to_have_count(2)


def test_ones_own_side_is_below_until_the_board_is_turned(looks: Looks) -> None:
    page, still = looks("upward")
    low, high = page.locator("[data-key='1,1,7,1']"), page.locator("[data-key='1,1,1,1']")

    def is_below() -> bool:
        boxes = [one.bounding_box() for one in (low, high)]
        assert boxes[0]
        assert boxes[1]
        return boxes[0]["y"] > boxes[1]["y"]

    assert is_below()
    # Keys go where they point.
    low.focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("[data-key='1,1,6,1']")).to_be_focused()
    page.get_by_label("See it from the other side").click()
    assert not is_below()
    low.click()
    page.locator("[data-key='1,2,6,1']").click()
    page.get_by_role("button", name="Accept Move").click()
    expect(page.locator("#proposal")).not_to_have_text("Sending your move…")
    assert still.played == ["1,7>2,6"]


IS_PRESSED_THROUGH = """(note) => {
  const { left, top, width, height } = note.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) !== note;
}"""


def test_what_a_shape_may_do_is_told_of_its_pieces(looks: Looks) -> None:
    page, _ = looks("upward", viewport=PHONE, has_touch=True)
    piece, note = page.locator(".space[data-key='1,1,7,1']"), page.locator(".shape-note")
    piece.hover()
    expect(piece.locator("title")).to_have_text(re.compile("^Pieces move one step straight or diagonally forward"))
    expect(note).to_be_hidden()
    accept = page.locator("#accept").bounding_box()
    piece.tap()
    expect(note).to_contain_text(": Pieces move one step")
    # It covers nothing of the board, and takes no press.
    its, table = note.bounding_box(), page.locator("#table").bounding_box()
    assert its
    assert table
    assert its["y"] + its["height"] <= table["y"]
    assert note.evaluate(IS_PRESSED_THROUGH)
    assert page.locator("#accept").bounding_box() == accept
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()
    # Rules that begin with its name are told without another.
    page, _ = looks("promotion", viewport=PHONE, has_touch=True)
    page.locator(".space.is-choosable").first.tap()
    expect(page.locator(".shape-note")).to_have_text(re.compile("^(Circles|Pentagons|Xs) move "))


def test_a_turn_is_told_to_who_looks_elsewhere_and_what_moves_slides(people: Callable[..., Person]) -> None:
    ada = people("ada")
    ada.new_match("Breakthrough")
    page = ada.page
    page.locator(".space.is-choosable").first.wait_for()
    expect(page).to_have_title("Your turn · Breakthrough · redscience")
    expect(page.locator("link[rel='icon']")).to_have_attribute("href", re.compile("mark-turn"))
    page.evaluate(COUNTS_SLIDES)
    page.locator(".space.is-choosable").first.click()
    page.locator(".space:has(.space-target)").first.click()
    page.get_by_role("button", name="Accept Move").click()
    # One's own piece was seen there already.
    expect(page.locator("body")).to_have_attribute("data-slides", "1")


GHOSTS = ".is-proposed, .is-selected, .space-ghost, .drag-ghost"


def test_no_ghost_of_a_piece_is_left_by_a_move(looks: Looks) -> None:
    page, still = looks("upward")
    view, before = still.told, copy.deepcopy(still.told)
    source, target = page.locator("[data-key='1,1,7,1']"), page.locator("[data-key='1,2,6,1']")

    def click() -> None:
        source.click()
        target.click()
        over()
        target.click()

    def move_by_keys() -> None:
        source.press("Enter")
        target.press("Enter")
        over()
        page.locator("#accept").press("Enter")

    def pull() -> None:
        drag(page, source, target)
        expect(page.locator(".space.is-proposed")).to_have_count(1)
        over()
        page.keyboard.press("Enter")

    def over() -> None:
        """What is proposed now has been made once it is accepted, and the other one thinks."""
        (moved,) = (piece for piece in view["table"]["pieces"] if piece["at"] == at("1,7"))
        moved["at"], view["acting"] = at("2,6"), ["black"]

    for move in (click, move_by_keys, pull):
        view |= copy.deepcopy(before)
        page.reload()
        move()
        expect(source.locator("> .piece")).to_have_count(0)
        expect(target.locator("> .piece")).to_have_count(1)
        expect(page.locator(GHOSTS)).to_have_count(0)
    page, still = looks("hexagons")
    page.locator("[data-key='1,2,1,1']").click()
    page.locator("[data-key='1,3,1,1']").hover()
    expect(page.locator(".space-ghost")).to_have_count(1)
    still.told["acting"] = ["white"]
    page.keyboard.press("Enter")
    expect(page.locator(GHOSTS)).to_have_count(0)


def test_pieces_slide_fall_turn_over_and_appear(looks: Looks) -> None:
    rules, _ = VIEWS["round"]()
    page, still = looks("round")
    stood = "WO@2,1,1 KO@3,1,1 KO@3,1,2 BP@5,1,1 WP@5,1,2 KP@5,1,3 BO@1,1,1 BO@1,1,2 BO@1,1,3"

    def comes(now: str, *events: dict[str, Any]) -> None:
        """Passes, after which this stands there."""
        still.told["table"]["pieces"], still.told["last"] = pieces(now), list(events)
        in_full(rules, still.told)
        page.get_by_role("button", name="Pass").click()
        with page.expect_response("**/play"):
            page.get_by_role("button", name="Accept Move").click()
        expect(page.locator("#proposal")).not_to_have_text("Sending your move…")

    page.evaluate(NOTES_MOTION)
    stood = stood.replace("KO@3,1,2 ", "KO@4,1,1 ").replace("KP@5,1,3", "BP@5,1,3")
    stood += " WO@2,1,2"
    comes(stood, event("pink", "3,1,2>4,1", "KO@4,1,1", "3,1,2"))
    page.wait_for_function("() => Object.keys(motion).length === 3")
    motion = page.evaluate("motion")
    assert set(motion) == {"1,4,1,1", "1,5,1,3", "1,2,1,2"}
    (from_x, from_y, *_), (x, y, *_) = motion["1,4,1,1"]
    assert (from_x < x, from_y < y) == (True, True), "it slides from one stack onto a lower one"
    (x, y, narrow, high), then = motion["1,5,1,3"]
    assert (narrow, then) == (0, [x, y, high, high]), "it turns over where it stands"
    assert motion["1,2,1,2"] == [[0], [1]], "what nobody saw come appears"
    page.evaluate("globalThis.motion = {}")
    # Whoever wants it still sees none of it.
    page.emulate_media(reduced_motion="reduce")
    stood += " WO@2,1,3"
    comes(stood, event("white", "O@2,1", "WO@2,1,3"))
    expect(page.locator(".space[data-key='1,2,1,3'] .piece")).to_have_count(1)
    page.emulate_media(reduced_motion="no-preference")
    # Also where the board grows with it.
    comes(f"{stood} BO@1,1,4", event("black", "O@1,1", "BO@1,1,4"))
    page.wait_for_function("() => Object.keys(motion).length === 1")
    (above, fallen) = page.evaluate("motion")["1,1,1,4"]
    assert (above[1], above[0]) == (0, fallen[0]), "it falls from the top of its stack"
    assert fallen[1] > 0


def test_a_move_that_turns_pieces_says_so(people: Callable[..., Person]) -> None:
    ada = people("ada")
    ada.new_match("Reversi")
    ada.page.locator(".space.is-choosable").first.click()
    expect(ada.page.locator("#proposal")).to_have_text(re.compile(r"^(Black|White) circle to .*, turning pieces$"))


def test_one_goes_on_to_the_next_game_that_waits(people: Callable[..., Person], picture: Callable[..., None]) -> None:
    ada = people("ada")
    page = ada.page
    addresses = []
    for game in ("Breakthrough", "Connect4"):
        ada.new_match(game)
        page.locator(".space.is-choosable").first.wait_for()
        addresses.append(page.url)
    page.set_viewport_size(PHONE)
    page.get_by_role("link", name="Next game: Breakthrough").press("Enter")
    page.wait_for_url(addresses[0])
    page.get_by_role("link", name="Next game: Connect4").wait_for()
    picture(page, "next game on a phone", full_page=False)


def test_moves_are_listed_looked_back_at_and_typed(people: Callable[..., Person], picture: Callable[..., None]) -> None:
    ada = people("ada")
    ada.new_match("5on15sq")
    page = ada.page
    typed, moves = page.locator("#typed"), page.locator("#so-far-moves .replay-move")
    # Where Random begins, a move can be written for later before that.
    expect(page.locator("#status")).to_have_text(re.compile("Your turn"))
    before = ada.get(f"/api/matches/{page.url.rpartition('/')[2]}")["view_version"] - 1
    expect(moves).to_have_count(before)
    height = "document.documentElement.scrollHeight"
    at_first = page.evaluate(height)
    typed.fill("o@99,1")
    typed.press("Enter")
    expect(page.locator("#typed-fault")).not_to_be_empty()
    expect(typed).to_have_value("o@99,1")
    # Nothing is wrong with nothing.
    typed.fill("")
    typed.press("Enter")
    expect(page.locator("#typed-fault")).to_be_empty()
    typed.fill("nonsense")
    typed.press("Enter")
    expect(page.locator("#typed-fault")).not_to_be_empty()
    # Small letters are read where they can mean one move alone.
    # What is read beside the exact text is the library's to say. Random may have begun, and on any space.
    space = "1,15" if "@15,1" in "".join(moves.all_text_contents()) else "15,1"
    typed.fill(f"o@{space}")
    typed.press("Enter")
    expect(typed).to_have_value("")
    expect(page.locator("#typed-fault")).to_be_empty()
    expect(moves).to_have_count(before + 2)
    expect(moves.nth(before)).to_have_text(re.compile(rf"^{before + 1}\.\D*O@{space} "))
    expect(typed).to_be_enabled()
    picture(page, "moves so far", full_page=False)
    moves.nth(before).click()
    expect(page.locator(".space > .piece")).to_have_count(before + 1)
    expect(page.locator(".space.is-choosable")).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".space > .piece")).to_have_count(before + 2)
    # However many there are, the page stays as high: they scroll within their list.
    page.set_viewport_size(PHONE)
    heights = []
    for made in (before + 18, before + 28):
        play_on(ada, made)
        expect(moves).to_have_count(made)
        heights.append(page.evaluate(height))
    assert heights[0] == heights[1]
    page.set_viewport_size(DESK)
    until(lambda: page.evaluate(height) == at_first)  # the board is laid out anew for the other window
    # Whoever comes later is told all that went before; where something is hidden, nothing of it.
    page.reload()
    expect(moves).to_have_count(before + 28)
    ada.new_match("4P-Blind-TTT-1.6", players=4)
    page.locator(".space.is-choosable").first.wait_for()
    refused = ada.context.request.get(f"{ada.address}/api/matches/{page.url.split('/')[-1]}/replay?viewer=spectator")
    assert refused.status == 409


def play_on(somebody: Person, made: int) -> None:
    """Makes moves that are no row on a large empty board, until so many were made by both."""
    path = f"/matches/{somebody.page.url.rpartition('/')[2]}"
    while (match := until(lambda: somebody.on_turn(path)))["view_version"] <= made:
        legal = {each["move"] for each in match["view"]["legal"]}
        move = next(at for at in (f"O@{x},{y}" for y in (1, 3, 5, 7) for x in range(1, 16, 2)) if at in legal)
        somebody.reply(path, move)


def test_who_types_moves_keeps_the_keyboard(people: Callable[..., Person]) -> None:
    ada, grace = people("ada"), people("grace")
    path, first, second = together(ada, grace, ada.game_id("Tic-Tac-Toe"))
    page = first.open(path)
    typed, fault = page.locator("#typed"), page.locator("#typed-fault")
    plays = Held(page, "**/api/matches/*/play")
    typed.fill("2,2")
    typed.press("Enter")
    # What was typed is on its way, and nothing else can be typed.
    page.keyboard.type("1")
    expect(typed).to_have_value("2,2")
    plays.take().continue_()
    expect(typed).to_have_value("")
    expect(typed).to_be_disabled()
    page.keyboard.type("1,1")
    page.keyboard.press("Enter")
    expect(typed).to_have_value("")
    expect(fault).to_be_empty()
    second.reply(path, "1,1")
    expect(typed).to_be_enabled()
    # It is still there.
    page.keyboard.type("3,3")
    page.keyboard.press("Enter")
    plays.take().continue_()
    expect(typed).to_have_value("")
    # What was typed beforehand by other means is not sent, either.
    typed.evaluate("(field) => { field.value = '3,1'; }")
    page.keyboard.press("Enter")
    expect(fault).to_be_empty()
    expect(typed).to_have_value("3,1")
    assert plays.is_empty
