"""Stratego on its page: set up by mouse, keys and shuffle, played by two people, on a phone and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import ExitStack

from fixtures.accessibility import is_for_all
from fixtures.browser import Person, drag, fits
from fixtures.person import Person as Client
from fixtures.platform import Platform
from fixtures.windows import PHONE
from playwright.sync_api import Locator, Page, expect

Pictures = Callable[..., None]

RED = dict(
    zip(
        ("G0", "G1", "H0", "H1", "I0", "I1", "J0", "J1"),
        ("scout", "scout", "marshal", "general", "miner", "spy", "flag", "bomb"),
        strict=True,
    )
)
BLUE = dict(
    zip(
        ("D0", "D1", "D9", "C9", "B9", "B8", "C8", "A9"),
        ("bomb", "flag", "marshal", "general", "miner", "scout", "scout", "spy"),
        strict=True,
    )
)
KEYS = {"marshal": "1", "general": "2", "miner": "8", "scout": "9", "spy": "s", "bomb": "b", "flag": "f"}


def square(page: Page, key: str) -> Locator:
    return page.locator(f"[data-key='{key}']")


def accept(page: Page) -> None:
    page.get_by_role("button", name="Accept Move").click()


def set_up_by_mouse(page: Page, army: Mapping[str, str]) -> None:
    """The first piece is dragged from the tray; for the others a kind is chosen, then a square."""
    first, *others = army.items()
    drag(page, page.locator(f"#tray-{first[1]}"), square(page, first[0]))
    expect(square(page, first[0])).to_have_attribute("aria-label", f"{first[0]}, {first[1]}")
    for key, kind in others:
        page.locator(f"#tray-{kind}").click()
        square(page, key).click()
    expect(page.locator("#tray-count")).to_have_text("All pieces are placed.")


def set_up_by_keys(page: Page, army: Mapping[str, str]) -> None:
    for key, kind in army.items():
        square(page, key).focus()
        page.keyboard.press(KEYS[kind])
    expect(page.locator("#tray-count")).to_have_text("All pieces are placed.")


def move(page: Page, origin: str, target: str, *, by_drag: bool = False) -> None:
    expect(page.locator("#status")).to_have_text("Your turn.")
    if by_drag:
        drag(page, square(page, origin), square(page, target))
        accept(page)
        return
    square(page, origin).click()
    expect(square(page, target)).to_have_class(re.compile("is-target"))
    square(page, target).click()
    expect(square(page, target)).to_have_class(re.compile("is-proposed"))
    square(page, target).click()


def move_ahead_by_keys(page: Page, origin: str, target: str) -> None:
    """To the next square, one up: one's own side is below."""
    expect(page.locator("#status")).to_have_text("Your turn.")
    square(page, origin).focus()
    page.keyboard.press("Enter")
    expect(square(page, target)).to_have_class(re.compile("is-target"))
    page.keyboard.press("ArrowUp")
    expect(square(page, target)).to_be_focused()
    page.keyboard.press("Enter")
    expect(square(page, target)).to_have_class(re.compile("is-proposed"))
    page.keyboard.press("Enter")


def seat_of(page: Page) -> str:
    return str(page.evaluate("JSON.parse(document.getElementById('data').textContent).match.viewer"))


def begun(people: Callable[..., Person], platform: Platform, stack: ExitStack) -> dict[str, Page]:
    """By seat, the pages of two friends in a match of Barrage."""
    clients = [Client(platform, f"{name}-stratego@example.org", stack) for name in ("ada", "bob")]
    clients[0].befriend(clients[1])
    match = clients[0].play_against(clients[1], clients[0].game("Stratego-Barrage"))
    pages = {}
    for client in clients:
        somebody = people("somebody")
        page = somebody.open_as(client.secret, f"/matches/{match.id}")
        page.locator(".tray").wait_for()
        pages[seat_of(page)] = page
    return pages


def test_two_people_set_up_in_secret_and_play_to_the_end(
    people: Callable[..., Person], platform: Platform, picture: Pictures
) -> None:
    with ExitStack() as stack:
        pages = begun(people, platform, stack)
        red, blue = pages["red"], pages["blue"]
        set_up_by_mouse(red, RED)
        saved_and_loaded(red)
        swapped_and_taken_back(red)
        accept(red)
        expect(red.locator("#proposal")).to_have_text("Your army is set up.")
        expect(blue.locator(".grid .piece")).to_have_count(0)
        set_up_by_keys(blue, BLUE)
        accept(blue)
        for page in (red, blue):
            expect(page.locator(".grid .piece")).to_have_count(16)
            expect(page.locator(".grid .piece-back")).to_have_count(8)
        move(red, "G0", "D0", by_drag=True)
        expect(square(blue, "D0")).to_have_attribute(
            "aria-label", "D0, blue bomb, known to everybody, has never moved, moved there last"
        )
        expect(blue.locator(".battle")).to_contain_text("Red attacked on move 1: the scout was captured by the bomb.")
        expect(blue.locator(".captured")).to_contain_text("×11 scout")
        expect(blue.locator(".captured h2")).to_have_text(["Red has lost one piece", "Blue has lost no pieces"])
        move_ahead_by_keys(blue, "D9", "E9")
        expect(red.locator("#so-far-moves .replay-number")).to_have_text(["1.", "2."])
        picture(blue, "stratego-two")
        expect(square(red, "E9")).to_have_attribute(
            "aria-label", "E9, blue piece, not known, has moved, moved there last"
        )
        move(red, "G1", "D1")
        remembered(red)
        expect(red.locator(".moves-title")).to_have_text("Attacks and last moves")
        for page in (red, blue):
            expect(page.locator("#outcome")).to_contain_text("Red captures the flag and wins.")
            expect(page.locator(".grid .piece-back")).to_have_count(0)
            expect(page.locator(".moves li").first).to_have_text("3. Red G1 to D1: the scout captured the flag")
        replayed(blue)


def remembered(page: Page) -> None:
    """What has moved is marked, unless one would rather not; and the list of moves is looked through by keys."""
    moved = page.locator(".grid .piece-moved")
    expect(moved).not_to_have_count(0)
    page.get_by_label("Mark pieces:").uncheck()
    expect(moved).to_have_count(0)
    page.get_by_label("Mark pieces:").check()
    moves = page.locator("#beside .moves")
    moves.press("End")
    expect(moves).to_be_focused()


def test_whoever_logs_in_next_is_not_shown_the_set_ups_of_others(
    people: Callable[..., Person], platform: Platform
) -> None:
    with ExitStack() as stack:
        clients = [Client(platform, f"{name}-shares@example.org", stack) for name in ("ada", "bob")]
        clients[0].befriend(clients[1])
        match = clients[0].play_against(clients[1], clients[0].game("Stratego-Barrage"))
        somebody = people("somebody")
        for client, saves in ((clients[0], True), (clients[1], False), (clients[0], False)):
            page = somebody.open_as(client.secret, f"/matches/{match.id}")
            page.get_by_text("Saved set-ups").click()
            names = ["Rush"] if client is clients[0] and not saves else ["None yet"]
            expect(page.get_by_label("Saved set-ups").locator("option")).to_have_text(names)
            if saves:
                page.locator("#set-up-shuffle").click()
                page.get_by_label("Name of this set-up").fill("Rush")
                page.get_by_role("button", name="Save this set-up").click()
                expect(page.locator("#set-up-note")).to_have_text("Saved as Rush, in this browser.")


def saved_and_loaded(page: Page) -> None:
    page.get_by_text("Saved set-ups").click()
    page.get_by_role("button", name="Save this set-up").click()
    expect(page.locator("#set-up-note")).to_have_text("Give this set-up a name first.")
    page.get_by_label("Name of this set-up").fill("Rush")
    page.get_by_role("button", name="Save this set-up").click()
    expect(page.locator("#set-up-note")).to_have_text("Saved as Rush, in this browser.")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".grid .piece")).to_have_count(0)
    expect(page.get_by_role("button", name="Accept Move")).to_be_disabled()
    page.get_by_label("Name of this set-up").fill("Wall")
    page.locator("#set-up-shuffle").click()
    page.get_by_role("button", name="Save this set-up").click()
    page.get_by_label("Saved set-ups").select_option("Rush")
    page.get_by_role("button", name="Load").click()
    expect(square(page, "J0")).to_have_attribute("aria-label", "J0, flag")
    page.get_by_label("Saved set-ups").select_option("Wall")
    page.get_by_role("button", name="Delete").click()
    expect(page.locator("#set-up-note")).to_have_text("Wall is deleted.")
    expect(page.get_by_label("Saved set-ups").locator("option")).to_have_text(["Rush"])
    # What is not sent is still there when the page is loaded anew.
    page.reload()
    expect(page.locator("#proposal")).to_have_text("Your army is complete.")


def swapped_and_taken_back(page: Page) -> None:
    """The flag changes places with the bomb, goes to the tray, and back."""
    square(page, "J0").click()
    square(page, "J1").click()
    expect(square(page, "J1")).to_have_attribute("aria-label", "J1, flag")
    drag(page, square(page, "J1"), page.locator("h1"))
    expect(page.locator("#tray-flag")).to_have_attribute("aria-label", "flag, 1 left")
    square(page, "J1").click()
    drag(page, square(page, "J1"), square(page, "J0"))
    expect(square(page, "J0")).to_have_attribute("aria-label", "J0, flag")


def replayed(page: Page) -> None:
    """Each sees what they saw; and how it really was."""
    page.get_by_role("button", name="Replay").click()
    moves = page.locator("#replay-moves li")
    # As the list of attacks counts; nobody makes a move by setting up.
    expect(moves.locator(".replay-number")).to_have_text(["1.", "2.", "3."])
    expect(moves.first.locator(".replay-what")).to_have_text(re.compile("^ ?set up +set up"))
    page.get_by_role("button", name="E9").first.click()
    expect(square(page, "G1")).to_have_attribute("aria-label", "G1, red piece, not known, has never moved")
    page.get_by_label("Seen by").select_option(label="As it really was")
    expect(square(page, "G1")).to_have_attribute("aria-label", "G1, red scout, has never moved")


def test_nothing_is_set_up_in_a_replay(people: Callable[..., Person]) -> None:
    ada = people("ada")
    match_id = ada.new_match("Stratego-Barrage")
    page = ada.page
    page.get_by_role("button", name="Shuffle").click()
    with page.expect_response("**/play"):
        accept(page)
    page.locator(".cell.is-source, #outcome:not([hidden])").first.wait_for()
    if page.locator("#outcome:not([hidden])").count() == 0:  # Random's scout may have taken the flag
        ada.post(f"/api/matches/{match_id}/leave", {"request_id": "leave"})
    proposals: list[str] = []
    page.on("request", lambda request: proposals.append(request.url) if request.url.endswith("/propose") else None)
    page.goto(f"{ada.address}/matches/{match_id}?step=0")
    expect(page.locator("#replay-said")).to_have_text(re.compile("^0 of "))
    expect(page.get_by_label("Seen by")).not_to_have_value("everything")
    expect(page.locator(".grid .piece")).to_have_count(0)
    expect(page.locator(".tray")).to_have_count(0)
    expect(page.get_by_role("button", name="Shuffle")).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="One step forward").click()
    expect(page.locator(".grid .piece")).to_have_count(16)
    assert proposals == []


def test_on_a_phone_against_random(people: Callable[..., Person], picture: Pictures) -> None:
    ada = people("ada", viewport=PHONE)
    ada.new_match("Stratego-Barrage")
    page = ada.page
    expect(page.locator("#tray-count")).to_have_text("8 of 8 pieces are still to be placed.")
    page.get_by_role("button", name="Shuffle").click()
    expect(page.locator("#tray-count")).to_have_text("All pieces are placed.")
    fits(page)
    is_for_all(page)
    picture(page, "stratego-phone-set-up")
    accept(page)
    turn = page.locator(".cell.is-source, #outcome:not([hidden])").first
    turn.wait_for()
    is_over = page.locator("#outcome:not([hidden])").count() > 0  # Random's scout may have taken the flag
    if not is_over:
        page.locator(".cell.is-source").first.click()
        page.locator(".cell.is-target").first.click()
    fits(page)
    is_for_all(page)
    page.locator("#beside .moves").press("End")
    expect(page.locator("#beside .moves")).to_be_focused()
    picture(page, "stratego-phone")
    if not is_over:
        accept(page)
    while True:
        turn.wait_for()
        if page.locator("#outcome:not([hidden])").count():
            break
        # Random agrees every other time.
        offer = page.get_by_role("button", name="Offer a draw")
        if offer.count():
            offer.click()
        else:
            page.locator(".cell.is-source").first.click()
            page.locator(".cell.is-target").first.click()
        accept(page)
        expect(page.locator("#accept:enabled")).to_have_count(0)
    expect(page.locator("#outcome")).to_contain_text(re.compile("Both agree to a draw|wins"))
    fits(page)


# From the piece that is chosen to a square that it reaches, in one look: between two the board may be drawn anew.
WAY_TO_TARGET = """() => {
  const [here, there] = [".cell.is-selected", ".cell.is-target"].map((its) => document.querySelector(its));
  if (!here || !there) return null;
  const [from, to] = [here, there].map((cell) => cell.getBoundingClientRect());
  return [to.x - from.x, to.y - from.y];
}"""


def test_a_whole_army_is_shuffled_changed_and_moved_by_keyboard(
    people: Callable[..., Person], picture: Pictures
) -> None:
    ada = people("ada", color_scheme="dark")
    match_id = ada.new_match("Stratego")
    page = ada.page
    page.get_by_role("button", name="Shuffle").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#tray-count")).to_have_text("All pieces are placed.")
    flag = page.locator(".cell[aria-label$='flag']")
    key = str(flag.get_attribute("data-key"))
    assert key[0] in "AJ"
    flag.focus()
    page.keyboard.press("Delete")
    expect(page.locator("#tray-count")).to_have_text("1 of 40 pieces are still to be placed.")
    page.keyboard.press("f")
    expect(square(page, key)).to_have_attribute("aria-label", f"{key}, flag")
    # It changes places with what stands before it.
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(square(page, key)).not_to_have_attribute("aria-label", f"{key}, flag")
    expect(flag).to_have_count(1)
    is_for_all(page)
    picture(page, "stratego-set-up")
    page.get_by_role("button", name="Accept Move").focus()
    page.keyboard.press("Enter")
    source = page.locator(".cell.is-source")
    source.first.focus()
    page.keyboard.press("Enter")
    right, down = page.wait_for_function(WAY_TO_TARGET).json_value()
    arrow = (
        ("ArrowRight" if right > 0 else "ArrowLeft")
        if abs(right) > abs(down)
        else "ArrowDown"
        if down > 0
        else "ArrowUp"
    )
    page.keyboard.press(arrow)
    page.keyboard.press("Enter")
    expect(page.locator(".cell.is-proposed")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".moves li").first).to_be_attached()
    # Two moves at least: one's own, and Random's before or after it.
    expect(source.first).to_be_attached()
    is_for_all(page)
    picture(page, "stratego-played")
    ada.post(f"/api/matches/{match_id}/leave", {"request_id": "leave"})
    expect(page.locator("#outcome")).to_contain_text("You lost.")


def test_armies_are_chosen_in_the_factory_and_shown(people: Callable[..., Person]) -> None:
    ada = people("ada")
    page = ada.open(f"/games/{ada.game_id('Stratego-Barrage')}")
    expect(page.locator(".english")).to_contain_text("Each army has 8 pieces")
    expect(page.locator("#setup-rows, .setup")).to_contain_text("Barrage, 8 pieces a side")
    expect(page.locator("#opening .piece")).to_have_count(16)
    ada.open(f"/factory?copy={ada.game_id('Stratego')}")
    page.get_by_label("Army").select_option(label="Barrage, 8 pieces a side")
    expect(page.locator("#english")).to_contain_text("Each army has 8 pieces")
    expect(page.locator("#preview .piece")).to_have_count(16)
    is_for_all(page)
    page.get_by_role("button", name="Try it").click()
    page.get_by_role("button", name="Shuffle").click()
    expect(page.locator("#try-status")).to_have_text("Your army is complete.")
    accept(page)
    expect(page.locator("#try-table .piece")).to_have_count(16)
    # What was set up then is not sent again.
    page.locator("#try-again").click()
    expect(page.locator("#tray-count")).to_have_text("8 of 8 pieces are still to be placed.")
