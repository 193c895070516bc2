"""A press is a click, whatever is drawn anew between press and release; and Enter chooses what was typed.

Time passes in these pages only as a test says, so that a press lasts as long as it is meant to on every machine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from fixtures.browser import Held, Person, stop_time
from fixtures.furnished import Furnished
from fixtures.windows import PHONE, Windows
from playwright.sync_api import Locator, Page, Request, expect

from redscience.api.batch.v1 import batch_pb2 as batch_api
from redscience.api.match.v1 import match_pb2 as match_api
from redscience.api.players.v1 import players_pb2 as players_api
from redscience.names import RANDOM_ID

# Counts what the event stream has told; the page has heard it by then.
COUNTS_EVENTS = """() => {
  const Native = EventSource;
  globalThis.told = 0;
  globalThis.EventSource = class extends Native {
    constructor(url) {
      super(url);
      this.addEventListener("match", () => { globalThis.told += 1; });
    }
  };
}"""


def press(page: Page, target: Locator) -> None:
    """Presses, and does not release yet."""
    target.hover()
    page.mouse.down()


def release(page: Page) -> None:
    page.mouse.up()
    page.clock.run_for(1)


def told(match: Any) -> dict[str, Any]:
    """The answer of a stream that tells of a match, and of nothing after it."""
    body = f"event: match\ndata: {json.dumps(match)}\n\nevent: end\ndata: {{}}\n\n"
    return {"status": 200, "content_type": "text/event-stream", "body": body}


def test_a_space_is_chosen_though_the_stream_speaks_meanwhile(people: Callable[..., Person]) -> None:
    ada = people("ada", new=True)
    page = ada.page
    page.clock.install()
    page.add_init_script(f"({COUNTS_EVENTS})()")
    match_id = ada.new_match("5on15sq")
    space = page.locator(".space.is-choosable").first
    space.wait_for()
    streams = Held(page, "**/api/events?*")
    page.reload()
    space.wait_for()
    stop_time(page)
    press(page, space)
    streams.take().fulfill(**told(ada.get(f"/api/matches/{match_id}")))
    page.wait_for_function("globalThis.told > 0")
    release(page)
    expect(page.locator(".space.is-proposed")).to_have_count(1)


def test_a_match_is_opened_though_the_list_is_drawn_anew_meanwhile(people: Callable[..., Person]) -> None:
    ada = people("ada", new=True)
    page = ada.page
    match_id = ada.new_match("5on15sq")
    page.clock.install()
    ada.open("/")
    link = page.locator(f"#match-{match_id}")
    link.wait_for()
    stop_time(page)
    lists = Held(page, "**/api/matches")
    page.clock.run_for(5_000)
    press(page, link)
    # Another that is to stand above it.
    body = {"game_id": ada.game_id("Tic-Tac-Toe"), "player_ids": [ada.id, RANDOM_ID], "request_id": "another"}
    other_id = ada.post("/api/matches", body)["id"]
    with page.expect_response("**/api/matches") as answered:
        lists.take().continue_()
    answered.value.finished()
    page.evaluate("() => 0")  # what the answer makes the page do is done
    expect(page.locator(f"#match-{other_id}")).to_have_count(0)
    release(page)
    page.wait_for_url(f"**/matches/{match_id}")


def timed_factory(people: Callable[..., Person], **options: object) -> Page:
    """The Factory, as soon as it has said the rules, in a window in which time can be stopped."""
    ada = people("ada", new=True, **options)
    ada.page.clock.install()
    ada.open("/factory")
    ada.page.locator("#english p").first.wait_for()
    return ada.page


def test_a_button_of_the_factory_is_pressed_right_after_something_was_typed(people: Callable[..., Person]) -> None:
    page = timed_factory(people)
    page.locator(".space").first.wait_for()
    stop_time(page)
    for count, seat in enumerate(("black", "white"), 1):
        page.get_by_label(f"circles of {seat} in reserve").fill(str(count))
        lock = page.locator(".marker").and_(page.get_by_role("button", name=f"Phase lock for {seat}", exact=True))
        # The field is left with the press, and drawn anew; people hold a button down for a while.
        press(page, lock)
        page.clock.run_for(150)
        release(page)
        expect(lock).to_have_attribute("aria-pressed", "true")
        lock.click()
        page.clock.run_for(1)
        expect(page.get_by_label(f"circles of {seat} in reserve")).to_have_value(str(count))


def test_what_is_pressed_stays_where_it_is_while_remarks_come_for_the_first_time(people: Callable[..., Person]) -> None:
    page = timed_factory(people)
    scripts = Held(page, "**/remarks.js")
    page.get_by_label("Name", exact=True).fill("with blanks")
    held = scripts.take()
    stop_time(page)  # no press is held for seconds, however slow the machine
    lock = page.get_by_role("button", name="Locked space")
    press(page, lock)
    held.continue_()
    page.evaluate("async (address) => { await import(address); }", held.request.url)
    page.evaluate("() => 0")  # what the script makes the page do is done
    expect(page.locator("#problems")).to_be_hidden()
    release(page)
    page.clock.run_for(1)
    expect(lock).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#problems")).to_contain_text("1 error:")


def test_the_board_stays_where_it_is_while_a_stroke_marks_spaces(people: Callable[..., Person]) -> None:
    page = timed_factory(people, viewport=PHONE)
    lock = page.get_by_role("button", name="Locked space")
    lock.click()
    expect(lock).to_have_attribute("aria-pressed", "true")
    stop_time(page)
    for message in ("save-fault", "draft-fault", "file-fault"):
        page.evaluate("id => { document.getElementById(id).textContent = 'Something was said before.'; }", message)
    space = page.locator("[data-key='1,1,1,1']")
    top = "document.getElementById('opening-board').getBoundingClientRect().top"
    space.scroll_into_view_if_needed()
    before = page.evaluate(top)
    press(page, space)
    page.clock.run_for(1_000)
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    expect(page.locator("#draft-state")).to_have_text("Draft saved just now.")
    assert page.evaluate(top) == before
    release(page)
    for message in ("save-fault", "draft-fault", "file-fault"):
        expect(page.locator(f"#{message}")).to_be_empty()


def test_what_is_pressed_before_the_script_has_come_is_done_then_and_once(people: Callable[..., Person]) -> None:
    ada = people("ada", new=True)
    page, scripts, renames = ada.page, Held(ada.page, "**/page.js"), Held(ada.page, "**/api/me/name")
    page.goto(f"{ada.address}/me", wait_until="commit")
    script = scripts.take()
    rename = page.get_by_role("button", name="Rename").first
    page.get_by_label("Name that others see").fill("Random")
    rename.click()
    rename.click()
    expect(rename).to_have_attribute("aria-busy", "true")
    page.get_by_role("button", name="Choose your avatar").click()
    script.continue_()
    renames.take().continue_()
    expect(page.locator("#name-fault")).to_contain_text("Random")
    expect(page.get_by_role("dialog", name="Choose your avatar")).to_be_visible()
    assert renames.is_empty
    # From now on a press is done at once.
    page.get_by_role("button", name="Close").click()
    page.get_by_label("Name that others see").fill("Chaos")
    page.keyboard.press("Enter")
    renames.take().continue_()
    expect(page.locator("#name-fault")).to_contain_text("Chaos")


def test_where_the_script_does_not_come_that_is_said_and_the_page_can_be_loaded_again(
    people: Callable[..., Person],
) -> None:
    ada = people("ada", new=True)
    page, told = ada.page, ada.page.locator("#unloaded")
    page.route("**/page.js", lambda route: route.abort())
    page.goto(f"{ada.address}/games")
    expect(told).to_have_text("This page could not be loaded whole. Load it again")
    page.unroute_all()
    told.get_by_role("link").click()
    page.locator(".game-picture svg").first.wait_for()
    expect(told).to_be_hidden()


def test_what_is_refused_late_takes_the_keyboard_from_nowhere_else(people: Callable[..., Person]) -> None:
    page = people("ada").open("/me")
    renames = Held(page, "**/api/me/name")
    name, fault = page.get_by_label("Name that others see"), page.locator("#name-fault")
    persona = page.locator("#persona-name")
    name.fill("Random")
    name.press("Enter")
    persona.press_sequentially("El")
    renames.take().continue_()
    expect(fault).to_contain_text("Random")
    page.keyboard.type("la")
    expect(persona).to_have_value("Ella")
    # Whoever waits for it is led to what is wrong.
    name.fill("Chaos")
    page.get_by_role("button", name="Rename").first.click()
    renames.take().continue_()
    expect(fault).to_contain_text("Chaos")
    expect(name).to_be_focused()


def test_what_is_typed_before_the_script_has_come_counts(people: Callable[..., Person]) -> None:
    ada = people("ada", new=True)
    page, scripts = ada.page, Held(ada.page, "**/page.js")
    page.goto(f"{ada.address}/factory", wait_until="commit")
    script = scripts.take()
    page.get_by_label("Name", exact=True).press_sequentially("Tic")
    script.continue_()
    expect(page.locator("#english p").first).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Tic")
    page.goto(f"{ada.address}/", wait_until="commit")
    script = scripts.take()
    page.get_by_role("combobox", name="Game").fill("othello")
    script.continue_()
    expect(page.get_by_role("option").first).to_contain_text("Othello")


def test_enter_chooses_what_was_typed_and_not_what_is_listed_still(people: Callable[..., Person]) -> None:
    page = people("ada").open("/")
    game = page.get_by_role("combobox", name="Game")
    expect(game).not_to_have_value("")
    game.focus()
    game.fill("centipede9")
    expect(page.get_by_role("option").first).to_have_text("Centipede9")
    searches = Held(page, re.compile(r"/api/games\?name=connect4$"))
    game.fill("connect4")
    page.keyboard.press("Enter")
    searches.take().continue_()
    expect(game).to_have_value("Connect4")
    expect(page.get_by_role("listbox")).to_be_hidden()


LONG_MS = 30_000
"""As long as a page may take to come where the connection is bad."""


def test_a_second_press_makes_nothing_while_the_page_goes_to_what_the_first_has_made(
    in_memory: Furnished, windows: Windows
) -> None:
    world = in_memory.world
    invited = world.invitations[in_memory.paths["invitation"].rpartition("/")[2]]
    robot, _ = world.add_player("Robot")
    robot.kind = players_api.KIND_BOT
    world.standing(in_memory.paths["leaderboard"].split("/")[2], robot.id).played = 1
    in_memory.hold("tournament")
    world.told["batch.Create"] = batch_api.CreateResponse(tournament=world.told["batch.Get"].tournament)
    made: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            made.append(request.url)

    with windows.window(in_memory.address, new=True) as window:
        page = window.page
        page.clock.install()
        page.on("request", note)
        for secret, name, control in (
            (in_memory.secret, "home", "#play-standard"),
            (in_memory.secret, "invitation", "#again"),
            (in_memory.admin_secret, "leaderboard", "#benchmark"),
        ):
            in_memory.log_in(page, secret)
            in_memory.open(page, name)
            invited.status = match_api.STATUS_CALLED_OFF
            for program in page.get_by_role("checkbox", name=re.compile("Choose (Random|Robot)")).all():
                program.check()
            button = page.locator(control)
            goings = Held(page, re.compile(r"/(matches|tournaments)/\w+$"))
            made.clear()
            button.click(no_wait_after=True)
            # Time for a second press: the page that was asked for does not come.
            goings.take().fulfill(status=204)
            page.clock.fast_forward(LONG_MS)
            expect(button).to_have_attribute("aria-busy", "true")
            # It is seen where there is no pointer, too.
            expect(button).to_have_css("opacity", "0.6")
            button.click()
            # A page that is gone back to can be used again.
            page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
            expect(button).not_to_have_attribute("aria-busy", "true")
            expect(button).to_have_css("opacity", "1")
            assert len(made) == 1, made
            page.unroute_all()
        page.remove_listener("request", note)


def test_a_key_that_is_held_down_presses_once(people: Callable[..., Person]) -> None:
    ada = people("ada")
    ada.new_match("Tic-Tac-Toe", hurried=False)
    page = ada.page
    for key, number in (("Enter", 0), ("Space", 1)):
        space = page.locator(".space.is-choosable").nth(number)
        space.focus()
        # The same key down once more is what the keyboard repeats by itself.
        for _ in range(3):
            page.keyboard.down(key)
        page.keyboard.up(key)
        expect(space).to_have_class(re.compile("is-proposed"))
        expect(page.locator("#accept")).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.locator(".space.is-proposed")).to_have_count(0)
