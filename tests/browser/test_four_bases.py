"""Four Bases on its page: orders made on the board, rounds replayed, flags, a seat that is left; phone, keyboard."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from fixtures.browser import Held, Person, drag, stop_time
from fixtures.person import Person as Client
from fixtures.person import until
from fixtures.platform import Platform
from fixtures.windows import PHONE
from playwright.sync_api import Locator, Page, expect

from redscience.api.match.v1 import match_pb2 as mp


def cell(page: Page, key: str) -> None:
    """Points at a space."""
    page.locator(f'#table [data-key="{key}"]').click()


def accept(page: Page) -> None:
    page.get_by_role("button", name="Accept Move").click()


# Notes what the replay of a turn has been called.
NOTES_TITLES = """() => {
  globalThis.titles = [];
  new MutationObserver(() => titles.push(document.querySelector(".round-title")?.textContent ?? "")).observe(
    document.body, { childList: true, subtree: true, characterData: true });
}"""


def test_a_person_plays_random_on_a_phone(people: Callable[..., Person], picture: Callable[..., None]) -> None:
    ada = people("ada", viewport=PHONE)
    ada.new_match("FourBases-2P")
    page = ada.page
    expect(page.locator("#budget")).to_have_text("0 of 1 action used.")
    seat = page.locator(".seat", has_text=ada.name).locator(".seat-line span").first.inner_text().lower()
    base, beside, further = {"south": ("4,1", "4,2", "4,3"), "north": ("4,7", "4,6", "4,5")}[seat]
    picture(page, "four bases phone start")
    cell(page, base)
    picture(page, "four bases phone picked")
    page.get_by_role("button", name="Factory", exact=True).click()
    cell(page, beside)
    expect(page.locator(".orders li")).to_have_text(re.compile(f"^Base on {base} makes a factory on {beside}"))
    expect(page.locator("#proposal")).to_have_text("Send one order.")
    picture(page, "four bases phone ordered")
    page.get_by_label(f"Remove: Base on {base}").click()
    expect(page.locator(".orders li")).to_have_count(0)
    expect(page.get_by_role("button", name="Accept Move")).to_be_disabled()
    cell(page, base)
    cell(page, beside)
    accept(page)
    expect(page.locator("#subtitle")).to_have_text("Turn 2 of at most 200")
    expect(page.locator(".round-title")).to_contain_text("Turn 1")
    picture(page, "four bases phone round")
    page.locator("#round-now").click()
    page.locator("#round-back").click()
    expect(page.locator(".round-title")).to_have_text(re.compile(r"step (\d+) of \1: "))
    page.evaluate(NOTES_TITLES)
    page.locator("#round-play").click()
    # It goes on by itself, and each step is shown for a moment only.
    page.wait_for_function("titles.some((one) => one.startsWith('Turn 1: before it.'))")
    page.locator("#round-now").click()
    expect(page.locator("#budget")).to_have_text(re.compile("0 of 2 actions used, 0 of 1 free production"))
    cell(page, beside)
    page.get_by_role("button", name="Make, by factory").click()
    page.get_by_role("button", name="Train", exact=True).click()
    cell(page, further)
    cell(page, base)
    page.get_by_role("button", name="Bomb", exact=True).click()
    cell(page, base)
    expect(page.locator(".orders li")).to_have_count(2)
    expect(page.locator("#budget")).to_have_text("1 of 2 actions used, 1 of 1 free production.")
    picture(page, "four bases phone two")
    accept(page)
    over = page.locator("#outcome:not([hidden])")
    expect(page.locator("#subtitle", has_text="Turn 3 of").or_(over).first).to_be_visible()
    # Random, who may have made no piece yet, puts up its own flag now and then.
    if not over.count():
        page.get_by_role("button", name="Put up your flag").click()
        accept(page)
    expect(over).to_contain_text(re.compile("(all other|All) flags are up"))
    picture(page, "four bases phone over")


def pressing_factory(somebody: Person) -> Locator:
    """The button for a factory in a new match, which is pressed and not yet released."""
    page = somebody.page
    somebody.new_match("FourBases-2P")
    page.locator(".cell.is-source").click()
    factory = page.get_by_role("button", name="Factory", exact=True)
    factory.hover()
    page.mouse.down()
    return factory


def test_what_can_be_pressed_answers_before_the_rest_of_the_page_comes(people: Callable[..., Person]) -> None:
    ada = people("ada", viewport=PHONE)
    page, held = ada.page, Held(ada.page, "**/so_far*")
    ada.new_match("FourBases-2P")
    page.locator(".cell.is-source").click()
    factory = page.get_by_role("button", name="Factory", exact=True)
    factory.click()
    expect(factory).to_have_attribute("aria-pressed", "true")
    held.take().continue_()


def test_a_button_is_pressed_while_the_rest_of_the_page_comes(people: Callable[..., Person]) -> None:
    ada = people("ada", viewport=PHONE)
    page, held = ada.page, Held(ada.page, "**/so_far*")
    factory = pressing_factory(ada)
    with page.expect_event("requestfinished", lambda request: "agreements" in request.url):
        held.take().continue_()
    page.wait_for_timeout(200)
    page.mouse.up()
    expect(factory).to_have_attribute("aria-pressed", "true")


def test_a_button_is_pressed_while_the_window_changes(people: Callable[..., Person]) -> None:
    ada = people("ada", viewport=PHONE)
    page, factory = ada.page, pressing_factory(ada)
    # As by an edge of the screen that a phone covers or uncovers.
    page.set_viewport_size({"width": PHONE["width"] + 1, "height": PHONE["height"]})
    page.wait_for_function("(width) => innerWidth > width", arg=PHONE["width"])
    page.wait_for_timeout(100)
    page.mouse.up()
    expect(factory).to_have_attribute("aria-pressed", "true")


def test_a_button_is_pressed_while_a_turn_is_replayed(people: Callable[..., Person]) -> None:
    ada = people("ada", new=True, reduced_motion="no-preference")
    page = ada.page
    page.clock.install()
    ada.new_match("FourBases-2P")
    page.locator(".cell.is-source").click()
    page.locator(".cell.is-target").first.click()
    stop_time(page)
    accept(page)
    title, now = page.locator(".round-title"), page.locator("#round-now")

    def has_begun() -> bool:
        page.clock.run_for(100)
        return title.count() > 0

    until(has_begun)
    expect(title).to_have_text("Turn 1: before it.")
    now.hover()
    page.mouse.down()
    page.clock.run_for(900)  # the first step is due
    expect(now).not_to_have_attribute("aria-disabled", "true")
    page.mouse.up()
    page.clock.run_for(1)
    expect(now).to_have_attribute("aria-disabled", "true")


# Whether a space is drawn in this half of the board: 1 for the lower one, -1 for the upper one.
IN_HALF = """([key, half]) => {
  const middle = (one) => { const { top, height } = one.getBoundingClientRect(); return top + height / 2; };
  const cell = document.querySelector(`#table [data-key="${key}"]`);
  return cell !== null && Math.sign(middle(cell) - middle(document.querySelector("#table .grid"))) === half;
}"""
BELOW, ABOVE = 1, -1


def is_drawn(page: Page, key: str, half: int) -> None:
    """Waits until a space is drawn in a half of the board."""
    page.wait_for_function(IN_HALF, arg=[key, half])


def test_the_own_base_is_below_and_above_from_the_other_side(
    people: Callable[..., Person], clients: list[Client]
) -> None:
    match = begun(clients[:2], "FourBases-2P")
    for client, name in zip(clients, ("one", "two"), strict=False):
        page = people(name).open_as(client.secret, f"/matches/{match.id}")
        base = page.locator(".cell.is-source").get_attribute("data-key") or ""
        is_drawn(page, base, BELOW)
        page.get_by_role("button", name="See it from the other side").click()
        is_drawn(page, base, ABOVE)
        page.reload()
        is_drawn(page, base, ABOVE)


BASES = {"south": ("5,1", "5,2"), "west": ("1,5", "2,5"), "north": ("5,9", "5,8"), "east": ("9,5", "8,5")}


@pytest.fixture
def clients(platform: Platform) -> Iterator[list[Client]]:
    """Four, the first of whom is everybody's friend."""
    with ExitStack() as channels:
        names = ("ada", "bob", "cleo", "dora")
        four = [Client(platform, f"{name}-{time.time_ns()}@example.org", channels) for name in names]
        for friend in four[1:]:
            four[0].befriend(friend)
        yield four


def begun(players: list[Client], name: str) -> mp.Match:
    """A match of these, all of whom accept, in which there is time."""
    first, *others = players
    match = first.invite(first.unhurried(name), *(other.id for other in others))
    for other in others:
        other._match.Accept(mp.AcceptRequest(match_id=match.id), metadata=other._metadata)
    return match


def produce(page: Page, seat: str, kind: str) -> None:
    """Makes a piece beside the base, and sends it."""
    base, beside = BASES[seat]
    cell(page, base)
    page.get_by_role("button", name=kind, exact=True).click()
    cell(page, beside)
    accept(page)


def test_four_people_play_and_one_leaves(
    people: Callable[..., Person], clients: list[Client], picture: Callable[..., None]
) -> None:
    windows = [people(name) for name in ("one", "two", "three", "four")]
    match = begun(clients, "FourBases-4P")
    seats = [client.look(match.id).viewer for client in clients]
    tables = [
        window.open_as(client.secret, f"/matches/{match.id}") for client, window in zip(clients, windows, strict=True)
    ]
    kinds = ("Train", "Flash", "Expert", "Bomb")
    for page, seat, kind in zip(tables, seats, kinds, strict=True):
        expect(page.locator("#budget")).to_have_text("0 of 1 action used.")
        is_drawn(page, BASES[seat][0], BELOW)
        below, beside = (",1", "1,") if seat in {"west", "east"} else ("1", "1")
        expect(page.locator(".edge", has_text=re.compile(f"^{below}$"))).not_to_have_count(0)
        expect(page.locator(".edge", has_text=re.compile(f"^{beside}$"))).not_to_have_count(0)
        produce(page, seat, kind)
    for page in tables:
        expect(page.locator("#subtitle")).to_have_text("Turn 2 of at most 200")
        expect(page.locator("#round-now")).to_have_attribute("aria-disabled", "true")  # the turn has been shown
        expect(page.locator(".cell .shield")).to_have_count(4)
        expect(page.locator(".cell .shield.is-unknown")).to_have_count(3)
    ada, bob, cleo, _ = tables
    # Step by step: the orders are arrows before the pieces are there.
    ada.locator("#round-first").click()
    expect(ada.locator(".cell .shield")).to_have_count(0)
    ada.locator("#round-next").click()
    expect(ada.locator(".round-title")).to_contain_text("step 1 of 2: orders are shown.")
    expect(ada.locator(".round-list li")).to_have_count(4)
    picture(ada, "four bases orders")
    ada.locator("#round-next").click()
    expect(ada.locator(".round-list li", has_text=re.compile("^Your base makes a train on"))).to_be_visible()
    ada.locator("#round-now").click()
    clients[3].leave(match.id)
    for page in (ada, bob, cleo):
        expect(page.locator(".seat-state", has_text="left")).to_have_count(1)
    for page in (bob, cleo):
        page.get_by_role("button", name="Give no orders").click()
        accept(page)
        expect(page.locator("#proposal")).to_have_text("You gave no orders.")
    base, beside = BASES[seats[0]]
    cell(ada, beside)
    ada.locator(".cell.is-target").last.click()
    expect(ada.locator(".orders li")).to_contain_text("Train from")
    expect(ada.locator(".tools")).to_contain_text("Tow")
    cell(ada, base)
    expect(ada.locator(".orders li")).to_have_count(2)
    picture(ada, "four bases tow")
    accept(ada)
    for page in (ada, bob, cleo):
        expect(page.locator("#subtitle")).to_have_text("Turn 3 of at most 200")
    picture(ada, "four bases desk")
    for page in (ada, bob, cleo):
        page.locator("#round-now").click()
        page.get_by_role("button", name="Put up your flag").click()
        accept(page)
    for page in (ada, bob, cleo):
        expect(page.locator("#outcome:not([hidden])")).to_contain_text("flags are up")
    picture(ada, "four bases over")


def test_an_animation_shows_each_turn_as_it_was(people: Callable[..., Person]) -> None:
    ada = people("ada")
    path = f"/matches/{ada.new_match('FourBases-2P')}"
    page = ada.page
    base = {"south": "4,1", "north": "4,7"}[ada.get(f"/api{path}")["viewer"]]
    for turn in (2, 3):
        cell(page, base)
        page.locator("#table .cell.is-target").first.click()
        accept(page)
        follows = page.locator("#subtitle").filter(has_text=f"Turn {turn} of at most 200")
        expect(follows.or_(page.locator("#to-replay")).first).to_be_visible()
        if page.locator("#to-replay").is_visible():
            break  # Random has raised its flag
    else:
        page.get_by_role("button", name="Leave").click()
        page.get_by_role("dialog").get_by_role("button", name="Leave").click()
    page.locator("#to-replay").click()
    expect(page.locator("#replay-moves .replay-move").last).to_be_visible()
    saved = []
    for motion in ("no-preference", "reduce"):
        page.emulate_media(reduced_motion=motion)
        with page.expect_download() as download:
            page.get_by_role("button", name="Save an animation").click()
        saved.append(download.value.path().read_bytes())
        expect(page.locator("#replay-done")).to_have_text("The animation is saved.")
    # The turns of a match are replayed by themselves where that is not unwelcome; not on what is drawn for a file.
    assert saved[0] == saved[1]


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def is_dragged_early(page: Page, key: str) -> None:
    """A piece that is dragged goes in the way that was chosen for it. Escape takes it back."""
    cell(page, key)
    page.locator("#way-flash").click()
    drag(page, page.locator(f'#table [data-key="{key}"]'), page.locator("#table .cell.is-target").first)
    expect(page.locator(".orders li")).to_have_text(re.compile("^Flash from .*, early"))
    press(page, "Escape")
    expect(page.locator(".orders li")).to_have_count(0)


def test_two_people_play_to_the_end_one_of_them_by_keyboard(
    people: Callable[..., Person], clients: list[Client], picture: Callable[..., None]
) -> None:
    windows = [people(name) for name in ("ada", "bob")]
    match = begun(clients[:2], "FourBases-2P")
    seat = clients[0].look(match.id).viewer
    ada, bob = (
        window.open_as(client.secret, f"/matches/{match.id}")
        for client, window in zip(clients[:2], windows, strict=True)
    )
    expect(ada.locator("#budget")).to_have_text("0 of 1 action used.")
    south, north = (("4,1", "4,2"), ("4,7", "4,6"))
    (own, beside), (other, beside_other) = (south, north) if seat == "south" else (north, south)
    ada.locator(".cell[tabindex='0']").focus()
    expect(ada.locator(".cell:focus")).to_have_attribute("data-key", own)
    press(ada, "Enter")
    expect(ada.locator(".tools")).to_be_visible()
    ada.locator("#kind-3").focus()
    press(ada, "Enter")
    ada.locator(".cell[tabindex='0']").focus()
    press(ada, "ArrowUp", "Enter")  # the own base is below, whichever it is
    expect(ada.locator(".orders li")).to_have_text(re.compile(f"makes a flash on {beside}"))
    ada.locator("#accept").focus()
    press(ada, "Enter")
    expect(ada.locator("#status")).to_contain_text("Waiting")
    # That there are no more is no order.
    expect(ada.locator("#proposal")).to_have_text(f"You ordered: Base on {own} makes a flash on {beside}.")
    cell(bob, other)
    cell(bob, beside_other)
    accept(bob)
    expect(ada.locator("#budget")).to_have_text("0 of 2 actions used.")
    # Early and by keyboard: the piece, then the way, then the space. Escape takes all back.
    ada.locator("#round-now").focus()
    press(ada, "Enter")
    ada.locator(f'.cell[data-key="{beside}"]').focus()
    press(ada, "Enter")
    ada.locator("#way-flash").focus()
    press(ada, "Enter")
    ada.locator(".cell[tabindex='0']").focus()
    press(ada, "ArrowUp", "Enter")
    expect(ada.locator(".orders li")).to_have_text(re.compile("^Flash from .*, early"))
    press(ada, "Escape")
    expect(ada.locator(".orders li")).to_have_count(0)
    is_dragged_early(ada, beside)
    ada.locator("#word-done").focus()
    press(ada, "Enter")
    ada.locator("#accept").focus()
    press(ada, "Enter")
    cell(bob, other)
    bob.locator("#table .cell.is-target").first.click()
    bob.get_by_role("button", name="Put up your flag").click()
    expect(bob.locator(".orders li").last).to_contain_text("you surrender")
    accept(bob)
    for page in (ada, bob):
        expect(page.locator("#outcome:not([hidden])")).to_contain_text("wins in turn 2: all other flags are up.")
        # Nothing else of the turn is carried out, nor told to be.
        expect(page.locator("#happened-list")).to_contain_text(re.compile(r"put up (a|your) flag\."))
        expect(page.locator("#happened-list")).not_to_contain_text("makes")
    expect(ada.locator(".cell .shield.is-unknown")).to_have_count(0)
    picture(ada, "four bases end")
