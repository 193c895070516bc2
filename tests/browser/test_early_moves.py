"""What is chosen before it is one's turn, and what tells somebody of their turn: sounds and notifications."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from uuid import uuid4

import pytest
from fixtures.browser import Person, prefer, together
from fixtures.person import until
from playwright.sync_api import Page, expect

from redscience.variations import catalogue
from redscience.variations.language import Phase, to_json

# Stands in for what a browser does outside of its pages: notes the tones that are played, and the notifications.
NOTES_SIGNALS = """() => {
  globalThis.told = { tones: [], notices: [] };
  const nothing = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
  globalThis.AudioContext = class {
    currentTime = 0;
    async resume() {}
    createGain() { return { gain: nothing, connect: () => {} }; }
    createOscillator() {
      const frequency = { value: 0 };
      return { frequency, connect: (next) => next, start: () => told.tones.push(frequency.value), stop: () => {} };
    }
  };
  globalThis.Notification = class {
    static permission = "default";
    static async requestPermission() { return (this.permission = "granted"); }
    constructor(title, { body }) { told.notices.push(`${title}: ${body}`); }
  };
}"""
MOVE, TURN, END = [330], [523, 659], [523, 659, 784]
"""The tones of each sound."""


def test_a_move_chosen_early_is_made_at_ones_turn_or_dropped(people: Callable[..., Person]) -> None:
    ada, grace = people("ada"), people("grace")
    path, other, early = together(ada, grace, ada.unhurried("Tic-Tac-Toe"))
    answer = partial(other.reply, path)
    page = early.open(path)
    middle, corner = page.locator("[data-key='1,2,2,1']"), page.locator("[data-key='1,1,1,1']")
    expect(page.locator(".space.is-choosable")).to_have_count(0)
    page.evaluate(NOTES_SIGNALS)
    prefer(page, "Choose my next move early")
    waiting, said, premoved = page.locator("#status"), page.locator("#proposal"), page.locator(".premove-ring")
    for drop in (
        lambda: page.keyboard.press("Escape"),
        lambda: corner.click(button="right"),
        lambda: page.get_by_role("button", name="Drop the premove").click(),
        middle.click,
    ):
        middle.click()
        expect(said).to_have_text(re.compile(r"^Premove: .* It is made as soon as it is your turn\.$"))
        expect(middle).to_have_attribute("aria-label", re.compile("your premove goes here"))
        drop()
        expect(premoved).to_have_count(0)
    middle.press("Enter")
    expect(middle.locator(".premove-ring")).to_be_visible()
    # It is on this page alone.
    assert early.get(f"/api{path}")["proposed"] == []
    answer("2,2")
    expect(page.locator("#move-fault")).to_have_text(re.compile("^Your premove cannot be made: "))
    expect(waiting).to_have_text("Your turn.")
    # What has come to stand there is said of it.
    expect(middle).to_have_attribute("aria-label", re.compile("circle"))
    is_signalled_to(page, answer)
    other.post(f"/api{path}/leave", {"request_id": "leave"})
    is_told(page, [*TURN, *MOVE, *MOVE, *TURN, *MOVE, *TURN, *END], notices=["Your turn: Unhurried-Tic-Tac-Toe"])


def is_signalled_to(page: Page, answer: Callable[[str], None]) -> None:
    """Goes on with what has begun there; nobody is signalled to before they ask for it."""
    waiting, corner = page.locator("#status"), page.locator("[data-key='1,1,1,1']")
    # The sound is heard as soon as it is asked for.
    for what in ("Sounds", "Notify me of my turn"):
        prefer(page, what)
    tones = [*TURN]
    is_told(page, tones)

    def plays(space: str) -> None:
        """Makes a move, and hears it."""
        page.locator(f"[data-key='{space}']").click()
        page.locator("#accept:enabled").click()
        expect(waiting).not_to_have_text("Your turn.")
        tones.extend(MOVE)
        is_told(page, tones)

    plays("1,3,3,1")
    # Whose premove is made has no turn to be told of.
    corner.click()
    answer("2,1")
    expect(corner).to_have_attribute("aria-label", re.compile("last move"))
    expect(waiting).not_to_have_text("Your turn.")
    expect(page.locator(".premove-ring")).to_have_count(0)
    tones += MOVE
    is_told(page, tones)
    # Who looks at the page needs no notification.
    answer("1,2")
    tones += TURN
    is_told(page, tones)
    plays("1,2,3,1")
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    answer("3,1")
    is_told(page, [*tones, *TURN], notices=["Your turn: Unhurried-Tic-Tac-Toe"])


def is_told(page: Page, tones: list[int], *, notices: Sequence[str] = ()) -> None:
    """These tones have been heard so far, and these notifications were seen."""
    told = json.dumps({"tones": tones, "notices": list(notices)}, separators=(",", ":"))
    page.wait_for_function("(told) => JSON.stringify(globalThis.told) === told", arg=told)


SILENT_MS = 21_000
"""Longer than the server is silent, and than a page that nobody sees keeps its stream for nothing."""
# Counts the streams that are open.
COUNTS_STREAMS = """() => {
  const Native = EventSource;
  globalThis.streams = 0;
  globalThis.EventSource = class extends Native {
    constructor(url) {
      super(url);
      globalThis.streams += 1;
    }
    close() {
      super.close();
      globalThis.streams -= 1;
    }
  };
}"""
HIDE = """() => {
  Object.defineProperty(document, "hidden", { value: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_what_was_chosen_early_for_a_seat_is_not_made_for_another(people: Callable[..., Person]) -> None:
    ada, grace = people("ada"), people("grace")
    persona, game_id = persona_of(ada), ada.game_id("3P-Notakto")
    seats = ("black", "white", "pink")
    while True:
        body = {"game_id": game_id, "player_ids": [ada.id, persona, ""], "request_id": uuid4().hex}
        match = grace.post("/api/join", {"link": ada.post("/api/matches", body)["link"].split("/")[-1]})
        path, order = f"/matches/{match['id']}", iter(("1,1", "2,3"))
        while (seen := ada.get(f"/api{path}"))["viewer"] in seen["view"]["acting"]:
            move = {"seat": seen["viewer"], "view_version": seen["view_version"], "moves": [next(order)]}
            ada.post(f"/api{path}/play", {**move, "request_id": uuid4().hex})
        # It is grace's turn. Whose comes next is drawn with the seats.
        if seats[(seats.index(match["viewer"]) + 1) % 3] != seen["viewer"]:
            break
    page = ada.open(path)
    prefer(page, "Choose my next move early")
    page.locator("[data-key='1,2,2,1']").click()
    expect(page.locator("#proposal")).to_have_text(re.compile("^Premove: "))
    before = page.locator(".space > .piece").count()
    grace.reply(path, "3,1")
    expect(page.locator("#move-fault")).to_have_text(re.compile("^Your premove cannot be made: "))
    expect(page.locator("#status")).to_have_text("Your turn.")
    expect(page.locator(".space > .piece")).to_have_count(before + 1)


def test_one_plays_both_seats_of_a_match(people: Callable[..., Person]) -> None:
    ada = people("ada")
    body = {"game_id": ada.game_id("Tic-Tac-Toe"), "player_ids": [ada.id, persona_of(ada)], "request_id": uuid4().hex}
    page = ada.open(f"/matches/{ada.post('/api/matches', body)['id']}")
    for number, at in enumerate(("1,1", "2,1", "1,2", "2,2"), 1):
        expect(page.locator("#accept:not(.is-busy)")).to_be_visible()  # the events may tell of a move before its answer
        expect(page.locator("#status")).to_have_text("Your turn.")
        page.locator(f"[data-key='1,{at},1']").click()
        page.get_by_role("button", name="Accept Move").click()
        expect(page.locator(".space > .piece:not(.is-proposed)")).to_have_count(number)
        expect(page.locator("#move-fault")).to_be_empty()
    expect(page.locator("#so-far-moves .replay-move")).to_have_count(4)
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave").click()
    expect(page.locator("#outcome-title")).to_be_visible()


def test_one_plans_for_both_seats_of_a_match(people: Callable[..., Person]) -> None:
    ada = people("ada")
    game_id = ada.game_id("RockPaperScissors")
    body = {"game_id": game_id, "player_ids": [ada.id, persona_of(ada)], "request_id": uuid4().hex}
    page = ada.open(f"/matches/{ada.post('/api/matches', body)['id']}")
    own, planned = page.locator(".seat.is-own .player-link"), list[str]()
    for _ in range(2):
        expect(page.locator("#status")).to_have_text("Make your plan.")
        planned.append(own.inner_text())
        page.locator(".reserve-piece:enabled").first.click()
        page.locator(".space.is-choosable").first.click()
        # What is chosen is kept for the one seat; the other waits until it is sealed.
        page.wait_for_timeout(500)
        expect(own).to_have_text(planned[-1])
        page.get_by_role("button", name="Accept Move").click()
        expect(page.locator("#outcome-title").or_(own.filter(has_not_text=planned[-1])).first).to_be_visible()
    expect(page.locator("#outcome-title")).to_be_visible()
    assert len(set(planned)) == 2


def persona_of(somebody: Person) -> str:
    """Makes a persona, who plays where its person does; gives its id."""
    somebody.post("/api/me/personas", {"name": f"Nana-{uuid4().hex[:8]}", "universe_name": ""})
    return str(somebody.get("/api/me/own")["personas"][0]["id"])


def test_a_premove_is_made_though_nobody_has_seen_the_page_for_long(people: Callable[..., Person]) -> None:
    ada, grace = people("ada", new=True), people("grace", new=True)
    path, other, early = together(ada, grace, ada.game_id("Tic-Tac-Toe"))
    page = early.page
    page.clock.install()
    page.add_init_script(f"({COUNTS_STREAMS})()")
    early.open(path)
    prefer(page, "Choose my next move early")
    page.locator("[data-key='1,2,2,1']").click()
    expect(page.locator(".premove-ring")).to_be_visible()
    # From now on time passes here only as the test says: a page that looks in now and then does not.
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    page.evaluate(HIDE)
    page.clock.fast_forward(SILENT_MS)
    page.clock.run_for(1_000)
    assert page.evaluate("streams") == 1
    other.reply(path, "1,1")
    until(lambda: other.on_turn(path))
    expect(page.locator(".premove-ring")).to_have_count(0)
    # Then it has nothing to wait for, and leaves its connection to others.
    page.clock.fast_forward(SILENT_MS)
    page.clock.run_for(1_000)
    assert page.evaluate("streams") == 0


# A game each in which one writes a move, points at one in another family, and passes: the first reply, the move, and
# what is said of it.
EARLY = [
    ("Tic-Tac-Toe", "2,2", "3,3", "3,3"),
    ("Tic-Tac-Rainbow", "RO@3,3", "OR@2,2", "place orange, red below, on column 2, row 2"),
    ("Either", "2,2", "pass", "pass"),
]


@pytest.mark.parametrize(("game", "first", "early_move", "words"), EARLY)
def test_a_move_written_early_is_made_at_ones_turn(
    people: Callable[..., Person], game: str, first: str, early_move: str, words: str
) -> None:
    ada, grace = people("ada"), people("grace")
    if game == "Either":
        # None of the catalogue has both turns in which nothing is hidden and passing.
        rules = to_json(
            replace(catalogue.get("Tic-Tac-Toe"), name=f"Either-{uuid4().hex[:8]}", phases=(Phase(may_pass=True),))
        )
        game_id = ada.post("/api/games", {"rule_set": json.loads(rules), "request_id": uuid4().hex})["id"]
    else:
        game_id = ada.game_id(game)
    path, other, early = together(ada, grace, game_id)
    page = early.open(path)
    field = page.locator("#typed")
    expect(field).to_be_disabled()
    prefer(page, "Choose my next move early")
    expect(field).to_be_enabled()
    if early_move == "pass":
        button = page.get_by_role("button", name="Pass", exact=True)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
    elif game == "Tic-Tac-Rainbow":
        lying, at = early_move.split("@")
        aimed = page.locator(f"[data-key='{at}']")
        page.locator(f"#hand-{lying}").click()
        aimed.click()
        expect(aimed).to_have_attribute("aria-label", re.compile("your premove goes here"))
        # Where it goes once more, and it is dropped.
        aimed.click()
        expect(page.locator(".is-proposed")).to_have_count(0)
        page.locator(f"#hand-{lying}").press("Enter")
        aimed.press("Enter")
    else:
        field.fill(early_move)
        field.press("Enter")
        expect(field).to_have_value("")
    said = page.locator("#proposal")
    expect(said).to_have_text(f"Premove: {words}. It is made as soon as it is your turn.")
    other.reply(path, first)
    expect(said).not_to_have_text(re.compile("Premove"))
    told = until(lambda: other.on_turn(path))
    assert told["view_version"] == 3
    # What cannot be made then is said, with the reason.
    field.fill("nowhere")
    field.press("Enter")
    expect(said).to_have_text(re.compile("^Premove: nowhere"))
    other.reply(path, told["view"]["legal"][0]["move"])
    expect(page.locator("#move-fault")).to_have_text(re.compile(r"^Your premove cannot be made: nowhere\. \S"))
