"""Tic-Tac-Rainbow in the browser: two people, three people, one against Random on a phone, one by keyboard."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import ExitStack

import pytest
from fixtures.accessibility import is_for_all
from fixtures.browser import Person, drag, fits
from fixtures.person import Person as Client
from fixtures.platform import Platform
from fixtures.windows import PHONE
from playwright.sync_api import Locator, Page, expect

import redscience

LOCKED = "White-black is locked until your other six pegs are on the board."
Seated = dict[str, Page]
"""The page of each seat."""


@pytest.fixture
def seated(platform: Platform, people: Callable[..., Person]) -> Callable[..., Seated]:
    """`seated("3P-Tic-Tac-Rainbow", 3)` sits friends down at a match of their own."""

    def sit(game: str, count: int) -> Seated:
        with ExitStack() as channels:
            clients = [Client(platform, f"{game.lower()}-{number}@example.org", channels) for number in range(count)]
            for friend in clients[1:]:
                clients[0].befriend(friend)
            somebodies = [people(f"one-{number}") for number in range(count)]
            match = clients[0].play_with(clients[0].game(game), *clients[1:])
            seats = {seat.player_id: seat.seat for seat in match.seats}
            pages: Seated = {}
            for somebody, client in zip(somebodies, clients, strict=True):
                pages[seats[client.id]] = somebody.open_as(client.secret, f"/matches/{match.id}")
        return pages

    return sit


def tab_to(page: Page, target: Locator, *, at_most: int) -> None:
    """Presses Tab until `target` has the keyboard."""
    for _ in range(at_most):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    expect(target).to_be_focused()


def cell(page: Page, at: str) -> Locator:
    return page.locator(f"[data-key='{at}']")


def sent(page: Page) -> None:
    """Waits until a move has been taken: until then the page shows the match as it was."""
    expect(page.locator("#accept.is-busy")).to_have_count(0)
    expect(page.locator("#accept:enabled")).to_have_count(0)


def propose(page: Page, move: str) -> None:
    """By clicks: a peg, its face, a cell."""
    if "@" in move:
        lying, at = move.split("@")
        page.locator(f"#hand-{lying}").click()
        cell(page, at).click()
    elif ">" in move:
        origin, at = move.split(">")
        cell(page, origin).click()
        cell(page, at).click()
    else:
        cell(page, move.removeprefix("flip ")).click()
        page.locator("#flip").click()


def ask_for_locked(page: Page) -> None:
    """Presses the peg that waits for the others, once it stands still."""
    page.locator("#hand-WK").hover()
    page.mouse.down()
    page.mouse.up()


def make(page: Page, move: str) -> None:
    page.locator("#move.is-over, .cell.is-source, .hand-face:enabled:not(.is-locked)").first.wait_for()
    propose(page, move)
    page.get_by_role("button", name="Accept Move").click()
    sent(page)


def good(match: dict[str, object], chance: random.Random) -> str:
    """A move that wins, where there is one; else any that places a peg, or any."""
    view = match["view"]
    assert isinstance(view, dict)
    state = redscience.game(view["game"]).read_state(view["state"])
    moves = [choice["move"] for choice in view["legal"]]
    for move in moves:
        outcome = state.play({view["viewer"]: move}).outcome
        if outcome is not None and outcome[view["viewer"]] == "win":
            return move
    return chance.choice([move for move in moves if "@" in move] or moves)


def test_two_people_play_to_the_end(seated: Callable[..., Seated], picture: Callable[..., None]) -> None:
    pages = seated("Tic-Tac-Rainbow", 2)
    circle, square = pages["circle"], pages["square"]
    expect(circle.locator("#proposal")).to_have_text("Choose a peg with the face that is to be up.")
    expect(circle.locator(".hand-note")).to_have_text(LOCKED)
    ask_for_locked(circle)
    expect(circle.locator("#proposal")).to_have_text(LOCKED)
    picture(circle, "rainbow start", full_page=False)
    stood = circle.locator("#hand").bounding_box()
    square.get_by_label("Say something").fill("Good luck!")
    square.keyboard.press("Enter")
    expect(circle.locator("#chat-list")).to_contain_text("Good luck!")
    assert circle.locator("#hand").bounding_box() == stood, "what one plays with moves while somebody talks"
    make(circle, "RO@2,3")
    expect(square.locator("#happened-list, #proposal").first).to_be_attached()
    expect(cell(square, "2,3")).to_have_attribute("aria-label", re.compile("circle, red, orange below, last move$"))
    make(square, "VR@3,4")
    # Dragged from the hand to a cell, and turned over there before it is accepted.
    circle.locator("#hand-GB:enabled").wait_for()
    drag(circle, circle.locator("#hand-GB"), cell(circle, "1,2"))
    expect(circle.locator("#proposal")).to_have_text("Place green, blue below, on column 1, row 2")
    circle.locator("#hand-OY").focus()
    circle.keyboard.press("f")
    expect(circle.locator("#proposal")).to_have_text("Place blue, green below, on column 1, row 2")
    picture(circle, "rainbow proposed", full_page=False)
    circle.get_by_role("button", name="Accept Move").click()
    make(square, "flip 3,4")
    expect(circle.locator("#proposal")).to_contain_text("flipped column 3, row 4 to red, violet below.")
    make(circle, "OY@5,4")
    # A peg on the board is dragged to another cell.
    square.locator("[data-key='3,4'].is-choosable").wait_for()
    drag(square, cell(square, "3,4"), cell(square, "3,3"))
    expect(square.locator("#proposal")).to_have_text("Move red from column 3, row 4 to column 3, row 3")
    square.get_by_role("button", name="Accept Move").click()
    make(circle, "RV@4,3")
    for page, came in ((circle, "You won."), (square, "You lost.")):
        expect(page.locator("#outcome-title")).to_have_text(came)
        expect(page.locator("#outcome")).to_contain_text("Circle has completed a red line.")
        expect(page.locator(".cell.is-decisive")).to_have_count(3)
        expect(page.locator(".cell.is-decisive .link")).to_have_count(3)
    expect(cell(circle, "3,3")).to_have_attribute("aria-label", re.compile("in the line that decided$"))
    is_for_all(circle)
    picture(circle, "rainbow over", full_page=False)


def test_three_people_play_to_the_end(seated: Callable[..., Seated], picture: Callable[..., None]) -> None:
    pages = seated("3P-Tic-Tac-Rainbow", 3)
    for seat, move in (("circle", "RO@2,2"), ("square", "RO@3,3"), ("triangle", "RO@4,4")):
        make(pages[seat], move)
    for seat, page in pages.items():
        expect(page.locator("#outcome-title")).to_have_text("You won." if seat == "triangle" else "You lost.")
        expect(page.locator("#outcome")).to_contain_text("Triangle has completed a red line.")
    picture(pages["triangle"], "rainbow three", full_page=False)


def test_somebody_plays_random_on_a_phone(people: Callable[..., Person], picture: Callable[..., None]) -> None:
    ada = people("ada", viewport=PHONE, has_touch=True, color_scheme="dark")
    match_id = ada.new_match("Tic-Tac-Rainbow")
    page, chance = ada.page, random.Random(1)
    over = page.locator("#outcome:not([hidden])")
    ready = page.locator(".hand-face:enabled:not(.is-locked), .cell.is-source, #outcome:not([hidden])")
    for number in range(60):
        ready.first.wait_for()
        if over.count():
            break
        move = good(ada.get(f"/api/matches/{match_id}"), chance)
        propose(page, move)
        if number == 1:
            fits(page)
            is_for_all(page)
            picture(page, "rainbow phone")
        page.get_by_role("button", name="Accept Move").tap()
        sent(page)
    expect(page.locator(".cell.is-decisive").first).to_be_visible()
    fits(page)
    picture(page, "rainbow phone over")


def test_nothing_is_proposed_in_a_replay(people: Callable[..., Person]) -> None:
    ada = people("ada")
    match_id = ada.new_match("Tic-Tac-Rainbow", hurried=False)
    page = ada.page
    page.locator(".hand-face:enabled:not(.is-locked)").first.wait_for()
    with page.expect_response("**/propose"):
        page.locator("#hand-RO").click()
        page.locator(".cell.is-target").first.click()
    ada.post(f"/api/matches/{match_id}/leave", {"request_id": "leave"})
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="To the start").click()
    expect(page.locator("#replay-said")).to_have_text(re.compile("^0 of "))
    proposals: list[str] = []
    page.on("request", lambda request: proposals.append(request.url) if request.url.endswith("/propose") else None)
    ask_for_locked(page)
    page.get_by_role("button", name="One step forward").click()
    expect(page.locator("#replay-said")).to_have_text(re.compile("^1 of "))
    assert proposals == []


def walk_to(page: Page, target: str) -> None:
    """Walks over the board by arrow keys, from the cell that has the keyboard; round the corners that are missing."""
    x, y = map(int, target.split(","))
    for _ in range(12):
        key = page.locator(".cell:focus").get_attribute("data-key")
        assert key is not None
        here_x, here_y = map(int, key.split(","))
        if key == target:
            return
        upward = "ArrowUp" if here_y < y else "ArrowDown"
        across = "ArrowRight" if here_x < x else "ArrowLeft"
        page.keyboard.press(across if here_y == y or (here_x != x and here_y not in {1, 5}) else upward)
    expect(cell(page, target)).to_be_focused()


def press(page: Page, move: str) -> None:
    """Makes a move by keys: the second Enter on its cell accepts it."""
    if "@" in move:
        lying, at = move.split("@")
        tab_to(page, page.locator(f"#hand-{lying}"), at_most=60)
        page.keyboard.press("Enter")
    elif ">" in move:
        origin, at = move.split(">")
        walk_to(page, origin)
        page.keyboard.press("Enter")
    else:
        at = move.removeprefix("flip ")
    walk_to(page, at)
    page.keyboard.press("f" if move.startswith("flip") else "Enter")
    expect(page.locator("#accept")).to_be_enabled()
    page.keyboard.press("Enter")
    sent(page)


def test_somebody_plays_by_keyboard(people: Callable[..., Person]) -> None:
    ada = people("ada")
    match_id = ada.new_match("Tic-Tac-Rainbow")
    page, chance = ada.page, random.Random(2)
    over = page.locator("#outcome:not([hidden])")
    ready = page.locator(".hand-face:enabled:not(.is-locked), .cell.is-source, #outcome:not([hidden])")
    for number in range(60):
        ready.first.wait_for()
        if over.count():
            break
        if number == 0:
            tab_to(page, page.locator("#hand-RO"), at_most=60)
            page.keyboard.press("Enter")
            expect(page.locator("#proposal")).to_contain_text("Choose an empty cell for red, orange below.")
            page.keyboard.press("f")
            expect(page.locator("#proposal")).to_contain_text("Choose an empty cell for orange, red below.")
            page.keyboard.press("Escape")
            expect(page.locator("#proposal")).to_contain_text("Choose a peg")
        press(page, good(ada.get(f"/api/matches/{match_id}"), chance))
    expect(page.locator("#outcome")).to_contain_text(re.compile("has completed an? [a-z]+ line"))


def test_the_turned_board_is_chosen_on_the_form_saved_and_played(
    people: Callable[..., Person], picture: Callable[..., None]
) -> None:
    ada = people("ada")
    page = ada.open("/factory?family=rainbow")
    name = f"Turned-{random.randrange(10**9)}"
    page.get_by_label("Name", exact=True).fill(name)
    for label, choice in (
        ("Players", "3"),
        ("Who completes a line", "Loses"),
        ("Board", "Hexagonal"),
        ("Seconds per turn", "240"),
    ):
        page.get_by_label(label, exact=True).select_option(label=choice)
    expect(page.locator("#english")).to_contain_text("turned by 45°")
    expect(page.locator(".rainbow-picture .cell")).to_have_count(21)
    picture(page, "rainbow form")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/games/*")
    expect(page.locator("#setup")).to_contain_text("Hexagonal")
    picture(page, "rainbow saved")
    ada.new_match(name, players=3)
    page.locator(".hand-face:enabled").first.wait_for()
    page.locator("#hand-VB").click()
    picture(page, "rainbow turned", full_page=False)
    page.set_viewport_size(PHONE)
    fits(page)
    picture(page, "rainbow turned phone", full_page=False)
