"""What a screen reader is told of every kind of board: where one is, what stands there, what may be done."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from fixtures.accessibility import HEARS
from fixtures.browser import Held, Person, stop_time
from fixtures.furnished import Furnished
from fixtures.pages import Pages
from fixtures.views import Still
from fixtures.windows import Windows, keep_session
from playwright.sync_api import Page, expect

from redscience.names import RANDOM_ID

Looks = Callable[..., tuple[Page, Still]]

SAID = {
    "poker": {
        "1,3,1,5": "Column 3, height 5, white circle, exclusive to white",
        "1,2,1,1": "Column 2, height 1, black piece of unknown shape, exclusive to black, locked, cloaked",
        "1,5,1,4": "Column 5, height 4, empty, exclusive to pink, left last",
        "1,7,1,7": "Column 7, height 7, pink circle, sticky, last move",
    },
    "deep": {
        "1,4,4,4": "Column 4, row 4, level 4, black circle, decided the match, last move",
        "1,1,2,1": "Column 1, row 2, level 1, white circle",
    },
    "planned": {
        "2,1,2,1": "Board 2, column 1, row 2, empty, exclusive to white, your plan: white circle",
        "3,2,2,1": "Board 3, column 2, row 2, empty, exclusive to white",
    },
    "upward": {
        "1,1,8,1": "Column 1, row 8, white pawn, black\N{RIGHT SINGLE QUOTATION MARK}s goal",
        "1,2,6,1": "Column 2, row 6, empty",
    },
    "chess": {
        "1,5,1,1": "Column 5, row 1, black king, white\N{RIGHT SINGLE QUOTATION MARK}s goal",
        "1,2,7,1": "Column 2, row 7, white pawn",
    },
    "chain": {
        "1,3,3,1": "Column 3, row 3, black circle, in hand, last move",
        "1,5,5,1": "Column 5, row 5, empty, may go here",
        "1,4,4,1": "Column 4, row 4, white circle",
    },
    "stratego": {
        "D0": "D0, blue bomb, known to everybody, has never moved",
        "D3": "D3, blue piece, not known, has never moved",
        "E2": "E2, lake",
        "E8": "E8, blue piece, not known, has moved, moved there last",
        "H0": "H0, red marshal, not known to the other, has never moved",
    },
    "arming": {"A5": "A5, empty"},
    "rainbow": {
        "2,2": "Column 2, row 2: empty",
        "2,3": "Column 2, row 3: your circle, red, orange below",
        "3,4": "Column 3, row 4: Random\N{RIGHT SINGLE QUOTATION MARK}s square, violet, red below, last move",
    },
    "bases": {
        "2,2": "2,2, empty",
        "3,4": "3,4, West's expert",
        "5,1": "5,1, South's base, owned by south, empty",
        "5,3": "5,3, your train, known to nobody else",
        "6,4": "6,4, East's piece",
    },
}
"""By the view, and by the space."""
HIDDEN = {
    "poker": r"Column [26], height \d, (?:black|pink) (?:pentagon|X|cross|triangle|star)",
    "stratego": r"blue (?:marshal|general|miner|spy|scout|flag)",
    "bases": r"(?:East|North|West)'s (?:factory|engineer|bomb|flash|train)",
}
"""What nobody is told there, since its viewer does not know it."""
CHOSEN = {
    "poker": (
        [("1,3,1,5", "Column 3, height 5, white circle, exclusive to white, in hand"), ("1,7,1,8", "your proposal:")],
        "Circle from column 3, height 5 to column 7, height 8",
    ),
    "stratego": (
        [("H0", "H0, red marshal, not known to the other"), ("G0", "G0, empty, your move goes there")],
        "Marshal from H0 to G0",
    ),
    "arming": ([("A5", "A5, marshal")], "Place the next piece: general."),
    "rainbow": (
        [
            ("2,3", "your circle, red, orange below"),
            ("2,2", "Column 2, row 2: your circle, red, orange below, proposed"),
        ],
        "Move red from column 2, row 3 to column 2, row 2",
    ),
    "bases": ([("5,1", "5,1, South's base, owned by south, empty"), ("5,2", "5,2, empty")], "Send one order."),
}
"""The spaces that are chosen one after the other, with what is said of each then, and what is announced at last."""

# Whatever a live region is told from now on, while something is done.
LISTENS = """() => {
  globalThis.spoken = [];
  for (const region of document.querySelectorAll("[aria-live]:not([aria-live=off])")) {
    new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes) {
        if (target.closest("[aria-live]") !== region) continue;
        for (const { textContent } of addedNodes) spoken.push(textContent);
      }
    }).observe(region, { childList: true, subtree: true });
  }
}"""


@pytest.mark.parametrize("name", SAID)
def test_spaces_say_where_they_are_and_what_stands_there(looks: Looks, name: str) -> None:
    page, _ = looks(name, reduced_motion="reduce")
    told = page.locator("#table [data-key]").evaluate_all(
        "all => Object.fromEntries(all.map((one) => [one.dataset.key, one.getAttribute('aria-label')]))"
    )
    assert {key: told[key] for key in SAID[name]} == SAID[name]
    assert not re.search(HIDDEN.get(name, "no such words"), page.locator("body").aria_snapshot())
    # What is written beside the board for those who see it is in what each space says.
    assert not re.search(r"text: (?:A B|1 1|1 2)", page.locator("#table").aria_snapshot())


@pytest.mark.parametrize("name", CHOSEN)
def test_what_is_chosen_is_said_and_announced(looks: Looks, name: str) -> None:
    page, _ = looks(name, reduced_motion="reduce")
    spaces, announced = CHOSEN[name]
    for key, words in spaces:
        space = page.locator(f"#table [data-key='{key}']")
        expect(space).to_have_role("button")
        space.focus()
        page.keyboard.press("Enter")
        expect(space).to_have_accessible_name(re.compile(re.escape(words)))
        if len(spaces) > 1 and name != "bases":
            expect(space).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#proposal[aria-live=polite]")).to_have_text(announced)


def test_a_train_is_told_to_tow(looks: Looks) -> None:
    page, _ = looks("bases", reduced_motion="reduce")
    for key in ("5,3", "5,4"):
        page.locator(f"#table [data-key='{key}']").press("Enter")
    expect(page.locator("#way-tow")).to_have_attribute("aria-pressed", "true")
    page.locator("#way-tow").press("Enter")
    behind = page.locator("#table [data-key='5,2']")
    expect(behind).to_have_accessible_name("5,2, empty, may be chosen to tow from")
    behind.press("Enter")
    expect(page.locator(".orders li").first).to_have_text(re.compile("Train from 5,3 to 5,4"))
    expect(page.locator(".orders li").last).to_have_text(re.compile("Train tows from 5,2 to 5,3"))
    expect(page.locator("#proposal")).to_have_text("Send two orders.")


def test_what_happened_is_spoken_once(looks: Looks) -> None:
    for name, key in (("round", "1,3,1,1"), ("bases", "5,3"), ("stratego", "H0")):
        page, _ = looks(name, reduced_motion="reduce")
        # What alone happened stands beside what is asked for.
        page.locator("#happened-list li:nth-child(3), #proposal span:nth-child(2)").wait_for()
        page.evaluate(LISTENS)
        page.locator(f"#table [data-key='{key}']").click()
        expect(page.locator("#proposal")).to_have_text(re.compile("Choose where"))
        assert [text for text in page.evaluate("spoken") if not text.startswith("Choose where")] == []


def test_the_factory_speaks_of_a_change_what_is_new_alone(people: Callable[..., Person]) -> None:
    page = people("mary").open("/factory")
    english, saved = page.locator("#english"), page.locator("#draft-state").filter(has_text="Draft saved just now.")
    english.locator("p").first.wait_for()
    page.evaluate(HEARS)
    turn = "Each turn may take {} seconds; a player who takes longer loses."
    page.get_by_label("Time", exact=True).select_option("90 seconds/turn")
    expect(english).to_contain_text("90 seconds")
    saved.wait_for()
    assert page.evaluate("spoken") == [turn.format(90)]
    # What is wrong is told once, though all is drawn anew with the next change.
    page.get_by_label("Name", exact=True).fill("My game")
    expect(page.locator("#problems")).to_contain_text("Name")
    page.get_by_label("Time", exact=True).select_option("120 seconds/turn")
    expect(english).to_contain_text("120 seconds")
    saved.wait_for()
    told = [turn.format(90), "Name: Has a space in it. Use a hyphen instead.", turn.format(120)]
    assert page.evaluate("spoken") == told


def test_what_waits_is_spoken_once_and_clocks_never(in_memory: Furnished, windows: Windows) -> None:
    with windows.window(in_memory.address, new=True) as window:
        page = window.page
        page.clock.install()
        in_memory.log_in(page)
        in_memory.open(page, "home")
        page.evaluate(LISTENS)
        clock = page.locator(".match-item .clock").first
        before = clock.text_content()
        with page.expect_response("**/api/matches"):
            page.clock.run_for(5_000)
        expect(clock).not_to_have_text(str(before))
        assert of_the_page(page) == []


def test_that_little_time_is_left_for_a_turn_is_spoken_once(pages: Pages, windows: Windows) -> None:
    player, secret = pages.person("Ada")
    path, _ = pages.show("chess", player)
    with windows.window(pages.address, new=True) as window:
        page = window.page
        stop_time(page)
        keep_session(window.context, secret, pages.address)
        page.goto(path)
        page.locator(".space").first.wait_for()
        page.evaluate(LISTENS)
        told = page.evaluate("JSON.parse(document.getElementById('data').textContent).match")
        page.clock.run_for(told["due_at_ms"] - told["now_ms"] - 15_000)
        expect(page.locator("#time-left")).to_have_text(re.compile("^0:1"))
        assert of_the_page(page) == []
        page.clock.run_for(14_000)
        expect(page.locator("#time-left")).to_have_text(re.compile("^0:0"))
        assert of_the_page(page) == ["Ten seconds left."]


def of_the_page(page: Page) -> list[str]:
    """What was spoken, but for the connection: a clock that jumps may find an answer or the stream late."""
    return [text for text in page.evaluate("spoken") if text not in {"Reconnecting…", "Waiting for the server…"}]


def without_clocks(text: str) -> str:
    return re.sub(r"\s|\d+:\d\d", "", text)


def test_what_changes_in_a_list_is_spoken_alone(in_memory: Furnished, windows: Windows) -> None:
    world = in_memory.world
    ada = next(player for player in world.players.values() if player.name == "Ada")
    path, still = Pages(in_memory.address, world).show("seeking", ada)
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)
        in_memory.open(page, "home")
        changed = page.locator("#mine li").filter(has=page.locator(f"#match-{path.rpartition('/')[2]}"))
        for acting, turn in (("white", "Random (white)"), ("pink", "Your turn")):
            page.evaluate(LISTENS if acting == "pink" else "0")
            still.told["acting"] = [acting]
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
            expect(changed).to_contain_text(turn)
        assert page.locator("#mine li").count() > 1
        assert [without_clocks(text) for text in page.evaluate("spoken")] == [without_clocks(changed.inner_text())]
        in_memory.open(page, "tournament-people")
        told = page.evaluate("JSON.parse(document.getElementById('data').textContent).tournament")
        for player in told["players"]:
            if player["id"] == ada.id:
                player["entry"] = "accepted"
        page.route("**/api/tournaments/*/accept", lambda route: route.fulfill(json=told))
        page.evaluate(LISTENS)
        page.locator("#people-accept").press("Enter")
        expect(page.locator("#people-accept")).to_have_count(0)
        assert page.evaluate("spoken") == [page.locator("#people li", has_text="Ada").text_content()]


def test_what_is_said_in_a_long_chat_is_spoken_alone(in_memory: Furnished, windows: Windows) -> None:
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)
        streams = Held(page, "**/api/events?*")

        def tell(first: int) -> None:
            """The last 200 messages of the room."""
            ben = {"id": "ben", "name": "Ben"}
            said = [
                {"number": number, "player": ben, "text": f"Word {number}", "at_ms": 0}
                for number in range(first, first + 200)
            ]
            body = f"retry: 1\nevent: chat\ndata: {json.dumps({'room': 'seats', 'messages': said})}\n\n"
            streams.take().fulfill(content_type="text/event-stream", body=body)
            expect(page.locator("#chat-list li").last).to_contain_text(f"Word {first + 199}")

        in_memory.open(page, "playing")
        tell(1)
        page.evaluate(LISTENS)
        tell(2)
        # On a busy machine it is said of the connection that the first of these streams has ended.
        assert [text for text in page.evaluate("spoken") if text != "Reconnecting…"] == ["Ben Word 201"]
        expect(page.locator("#chat-list li").first).to_contain_text("Word 2")


def test_pieces_of_somebody_who_writes_their_name_small_are_theirs(
    looks: Looks, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = pages.world.players[RANDOM_ID]
    monkeypatch.setitem(pages.world.players, RANDOM_ID, type(random)(id=random.id, name="ben", kind=random.kind))
    page, _ = looks("bases", reduced_motion="reduce")
    page.evaluate(LISTENS)
    page.locator("#round-back").click()
    page.wait_for_function("() => spoken.length > 1")
    assert page.evaluate("spoken[1]").endswith("ben (west)'s expert from 2,4 meet. ben (west)'s expert survives.")


def test_the_steps_of_a_round_are_spoken(looks: Looks) -> None:
    page, _ = looks("bases", reduced_motion="reduce")
    page.evaluate(LISTENS)
    page.locator("#round-back").click()
    page.wait_for_function("() => spoken.length > 1")
    assert page.evaluate("spoken") == [
        "Turn 6, step 3 of 3: conflicts.",
        "On 3,4: Your engineer from 3,3 and Random (west)'s expert from 2,4 meet. Random (west)'s expert survives.",
    ]
