"""Everything by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

from fixtures.accessibility import HEARS
from fixtures.browser import Person, together
from fixtures.furnished import Furnished
from fixtures.views import Still
from fixtures.windows import Windows
from playwright.sync_api import Locator, Page, expect

HEIGHT = 6
"""Of the stacks of Connect4."""
KINDS_OF_BOARDS = ("hexagons", "tetrakis", "toroid", "upward", "deep", "tall", "planned")
OUT_OF_REACH = """() => {
  const spaces = new Map([...document.querySelectorAll(".space[data-key]")].map((one) => [one.dataset.key, one]));
  const entered = document.querySelector(".space[tabindex='0']").dataset.key;
  const reached = new Set([entered]);
  for (const from of reached) {
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown"]) {
      spaces.get(from).focus();
      spaces.get(from).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      reached.add(document.activeElement.dataset.key);
    }
  }
  return [...spaces.keys()].filter((key) => !reached.has(key));
}"""
"""The spaces to which no keys lead from the one where the keyboard enters the board."""


def tab_to(page: Page, target: Locator, *, at_most: int = 25) -> None:
    """Presses Tab until `target` has the keyboard."""
    for _ in range(at_most):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    expect(target).to_be_focused()


def test_a_match_is_found_begun_and_played(people: Callable[..., Person]) -> None:
    page = people("ada").open("/")
    game = page.get_by_role("combobox", name="Game")
    expect(game).not_to_have_value("")
    tab_to(page, game)
    page.keyboard.type("connect4")
    expect(page.get_by_role("option", name="Connect4", exact=True)).to_be_visible()
    page.keyboard.press("Enter")
    expect(game).to_have_value("Connect4")
    expect(page.get_by_role("listbox")).to_be_hidden()
    tab_to(page, page.get_by_role("button", name="Play New"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/matches/*")
    accept = page.get_by_role("button", name="Accept Move")
    for _ in range(2):
        page.locator(".space.is-choosable").first.wait_for()
        tab_to(page, page.locator(".space[tabindex='0']"))
        # Where Random has begun in the first column, the keyboard enters the board above that piece.
        for _ in range(HEIGHT):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        focused = page.locator(".space:focus")
        expect(focused).to_have_attribute("aria-label", re.compile("^Column 2, height 1"))
        page.keyboard.press("Enter")
        expect(page.locator("#proposal")).to_contain_text("to column 2, height")
        tab_to(page, accept, at_most=4)
        page.keyboard.press("Enter")
        expect(page.locator("#accept:enabled")).to_have_count(0)
        # The keyboard is back on the board, where the next move is chosen.
        expect(page.locator(".space:focus")).to_have_count(1)


def test_keys_are_told(people: Callable[..., Person]) -> None:
    person = people("grace")
    person.new_match("Qubic-4")
    note = person.page.locator(".keys-note")
    expect(note.get_by_text("Page Up and Page Down")).to_be_hidden()
    note.locator("summary").press("Enter")
    expect(note.get_by_text("Page Up and Page Down")).to_be_visible()


def test_arrow_keys_go_where_they_point(people: Callable[..., Person]) -> None:
    person = people("grace")
    person.new_match("Qubic-4")
    page = person.page
    page.locator(".space[tabindex='0']").focus()
    walk = [
        ("Home", "Column 1, row 1, level 1"),
        ("ArrowLeft", "Column 1, row 1, level 1"),
        ("End", "Column 4, row 1, level 1"),
        ("ArrowUp", "Column 4, row 2, level 1"),
        ("PageUp", "Column 4, row 2, level 2"),
        ("ArrowLeft", "Column 3, row 2, level 2"),
        ("PageDown", "Column 3, row 2, level 1"),
        ("ArrowDown", "Column 3, row 1, level 1"),
    ]
    for key, place in walk:
        page.keyboard.press(key)
        label = page.locator(".space:focus").get_attribute("aria-label")
        assert label is not None
        assert label.startswith(place)
    expect(page.locator(".space[tabindex='0']")).to_have_count(1)


def test_keys_lead_to_every_space_of_every_kind_of_board(looks: Callable[..., tuple[Page, Still]]) -> None:
    for name in KINDS_OF_BOARDS:
        page, _ = looks(name)
        assert page.evaluate(OUT_OF_REACH) == [], name


def test_leaving_asks_first_and_escape_stays(people: Callable[..., Person]) -> None:
    person = people("joan")
    person.new_match("5on15sq")
    page = person.page
    leave = page.get_by_role("button", name="Leave", exact=True)
    leave.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("button", name="Stay")).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(leave).to_be_focused()
    page.keyboard.press("Enter")
    tab_to(page, dialog.get_by_role("button", name="Leave"))
    page.keyboard.press("Enter")
    expect(page.locator("#outcome-title")).to_have_text("You lost.")
    expect(page.locator(".outcome-text")).to_have_text("You left the match.")
    expect(leave).to_be_hidden()


def test_a_list_of_moves_is_one_stop_of_the_tab_key(in_memory: Furnished, windows: Windows) -> None:
    with windows.window(in_memory.address, new=True) as window:
        page = window.page
        in_memory.log_in(page)
        in_memory.open(page, "replay")
        moves, said = page.locator("#replay-moves .replay-move"), page.locator("#replay-said")
        expect(moves).to_have_count(2)
        page.keyboard.press("End")
        expect(said).to_have_text(re.compile("^2 of 2"))
        tab_to(page, moves.last)
        page.keyboard.press("Tab")
        expect(page.locator("#replay-link")).to_be_focused()
        page.keyboard.press("Shift+Tab")
        expect(moves.last).to_be_focused()
        # Up and down lead to moves, and Enter shows their moment; to the left and right one goes from moment to moment.
        page.keyboard.press("ArrowUp")
        expect(moves.first).to_be_focused()
        expect(said).to_have_text(re.compile("^2 of 2"))
        page.keyboard.press("Enter")
        expect(said).to_have_text(re.compile("^1 of 2"))
        page.keyboard.press("ArrowRight")
        expect(moves.last).to_be_focused()
        expect(said).to_have_text(re.compile("^2 of 2"))


def test_so_is_the_list_of_a_match_that_goes_on(people: Callable[..., Person]) -> None:
    person = people("joan")
    person.new_match("5on15sq")
    page, moves, typed = person.page, person.page.locator("#so-far-moves .replay-move"), person.page.locator("#typed")
    for column in (1, 2):
        expect(page.locator("#status")).to_have_text("Your turn.")
        before = moves.count()
        made = {at for text in moves.all_inner_texts() for at in re.findall(r"@(\d+,\d+)", text)}
        row = next(y for y in range(1, 4) if f"{column},{y}" not in made)
        typed.fill(f"O@{column},{row}")
        typed.press("Enter")
        expect(moves).to_have_count(before + 2)
    expect(typed).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(moves.last).to_be_focused()
    page.keyboard.press("Home")
    expect(moves.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(moves.nth(1)).to_be_focused()
    page.keyboard.press("Tab")
    expect(typed).to_be_focused()


def test_whoever_types_the_last_move_is_led_to_how_the_match_ended(people: Callable[..., Person]) -> None:
    ada, bob = people("ada"), people("bob")
    path, first, second = together(ada, bob, ada.game_id("Tic-Tac-Toe"))
    page = first.open(path)
    typed = page.locator("#typed")
    typed.wait_for()
    page.evaluate(HEARS)
    for own, other in (("O@1,1", "O@3,1"), ("O@1,2", "O@3,2"), ("O@1,3", "")):
        expect(page.locator("#status")).to_have_text("Your turn.")
        typed.fill(own)
        typed.press("Enter")
        if other:
            expect(typed).to_have_value("")
            second.reply(path, other)
    expect(page.locator("#outcome-title")).to_have_text("You won.")
    expect(page.locator("#outcome-title")).to_be_focused()
    # Of that the end is spoken, and what it does to the ratings once that is known; not what can be pressed next.
    expect(page.locator(".ratings")).to_contain_text("→")
    heard = [text for text in page.evaluate("spoken") if re.search("You won|Ratings|Leaderboard|Home", text)]
    assert heard[0] == "You won."
    assert [text[:7] for text in heard[1:]] == ["Ratings"]


def test_a_picture_of_a_game_is_no_stop_of_the_tab_key(people: Callable[..., Person]) -> None:
    page = people("ada").open("/")
    bases = page.locator(".suggestion", has_text="FourBases-4P")
    bases.focus()
    expect(bases.locator("..").locator(".cell")).to_have_count(81)
    page.keyboard.press("Tab")
    expect(page.locator(".cell:focus")).to_have_count(0)
    expect(page.get_by_role("img", name="5,9, North", exact=False)).to_have_count(0)


def test_a_menu_closes_once_the_keyboard_has_left_it(in_memory: Furnished, windows: Windows) -> None:
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)
        in_memory.open(page, "playing")
        for menu in ("#user-menu", "#settings"):
            shown, summary = page.locator(f"{menu} .menu-items"), page.locator(f"{menu} summary")
            for key, leave in (("Enter", "Shift+Tab"), ("Enter", "Tab")):
                summary.focus()
                page.keyboard.press(key)
                expect(shown).to_be_visible()
                inside = page.locator(f"{menu} .menu-items").locator("a, button, input, select")
                for _ in range(inside.count() if leave == "Tab" else 0):
                    page.keyboard.press("Tab")
                    expect(shown).to_be_visible()
                page.keyboard.press(leave)
                expect(shown).to_be_hidden()


def test_checks_are_added_and_deleted(people: Callable[..., Person]) -> None:
    page = people("mary").open("/factory")
    page.locator("#english p").first.wait_for()
    add = page.get_by_role("button", name="Add Check")
    add.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Turn checks 2")).to_be_focused()
    expect(page.locator("#english")).to_contain_text("three")
    tab_to(page, page.get_by_role("button", name="Delete Check 2"))
    page.keyboard.press("Enter")
    expect(add).to_be_focused()
    expect(page.get_by_label("Turn checks 2")).to_have_count(0)


def test_the_keyboard_stays_in_the_part_of_the_page_whose_button_has_gone(people: Callable[..., Person]) -> None:
    ada, bob = people("ada"), people("bob")
    page = ada.open(f"/players/{bob.id}")
    press(page.get_by_role("button", name=f"Add to friends: {bob.name}"))
    expect(page.get_by_role("heading", name=bob.name)).to_be_focused()
    bob.post(f"/api/players/{ada.id}/accept", {})
    for game in ("Tic-Tac-Toe", "Connect4"):
        body = {"game_id": ada.game_id(game), "player_ids": [bob.id, ada.id], "request_id": uuid4().hex}
        bob.post("/api/matches", body)
    ada.open("/")
    press(page.get_by_role("button", name=re.compile("^Decline .* to Connect4")))
    expect(page.get_by_role("heading", name="Invitations")).to_be_focused()
    press(page.get_by_role("button", name=re.compile("^Decline .* to Tic-Tac-Toe")))
    # That part is there no more.
    expect(page.get_by_role("heading", name="Home")).to_be_focused()


def press(button: Locator) -> None:
    """By a key."""
    button.focus()
    button.page.keyboard.press("Enter")
