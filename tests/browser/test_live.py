"""What happens is seen at once, in every window, whatever is restarted meanwhile."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from fixtures.browser import Held, Person
from fixtures.furnished import Furnished
from fixtures.platform import Platform
from fixtures.windows import DESK, PHONE, Windows
from playwright.sync_api import Page, ViewportSize, expect


def accept_a_move(page: Page) -> None:
    """Proposes the first space that may be chosen, and accepts."""
    page.locator(".space.is-choosable").first.click()
    page.get_by_role("button", name="Accept Move").click()
    expect(page.locator("#accept:enabled")).to_have_count(0)


def pieces(page: Page) -> int:
    return page.locator(".space > .piece:not(.is-proposed)").count()


def test_a_second_window_and_a_watcher_follow(people: Callable[..., Person]) -> None:
    ada, grace = people("ada"), people("grace")
    match_id = ada.new_match("5on15sq")
    second = ada.open(f"/matches/{match_id}", ada.browser.another())
    watching = grace.open("/")
    watching.locator(f"#match-{match_id}").click()
    expect(watching.locator("#status")).to_contain_text("You are watching.")
    for page in (ada.page, second):
        page.locator(".space.is-choosable").first.wait_for()
    ada.page.locator(".space.is-choosable").first.click()
    # What is proposed is kept, and seen by its proposer alone.
    second.reload()
    expect(second.locator(".space.is-proposed")).to_have_count(1)
    expect(watching.locator(".space.is-proposed")).to_have_count(0)
    ada.page.get_by_role("button", name="Accept Move").click()
    for page in (second, watching):
        expect(page.locator(".space > .piece:not(.is-proposed)").nth(1)).to_be_visible()
    for control in ("Accept Move", "Leave"):
        expect(watching.get_by_role("button", name=control)).to_have_count(0)
    expect(watching.locator(".space.is-choosable")).to_have_count(0)
    # The other window can go on as well.
    second.locator(".space.is-choosable").first.wait_for()
    accept_a_move(second)
    expect(ada.page.locator(".space > .piece").nth(3)).to_be_visible()
    ada.post(f"/api/matches/{match_id}/leave", {"request_id": "leave"})
    expect(second.locator("#outcome-title")).to_have_text("You lost.")
    expect(watching.locator("#outcome-title")).to_have_text("Random won.")


def test_a_leaderboard_follows(people: Callable[..., Person]) -> None:
    ada, grace = people("ada"), people("grace")
    match_id = ada.new_match("4on7sq")
    game_id = ada.page_data()["match"]["game"]["id"]
    page = grace.open(f"/games/{game_id}/leaderboard")
    expect(page.locator(".standings tbody tr").filter(has_text="Random")).to_have_count(1)
    expect(page.locator(".standings")).not_to_contain_text(ada.name)
    # A match that nobody has moved in would not count.
    ada.page.locator(".space.is-choosable").first.wait_for()
    accept_a_move(ada.page)
    ada.page.locator(".space.is-choosable").first.wait_for()
    ada.post(f"/api/matches/{match_id}/leave", {"request_id": "leave"})
    expect(page.locator(".standings")).to_contain_text(ada.name)
    expect(page.locator(".standings tbody tr").filter(has_text=ada.name)).to_contain_text("0\u00a0%")


@pytest.mark.parametrize("service", ["gateway", "match", "players", "rules", "rating"])
def test_a_match_goes_on_after_a_restart(people: Callable[..., Person], platform: Platform, service: str) -> None:
    ada = people("ada")
    ada.new_match("5on15sq")
    page = ada.page
    page.locator(".space.is-choosable").first.wait_for()
    accept_a_move(page)
    page.locator(".space.is-choosable").first.wait_for()
    before = pieces(page)
    page.locator(".space.is-choosable").first.click()
    expect(page.locator(".space.is-proposed")).to_have_count(1)
    platform.kill(service)
    # Nothing was lost, not even what was proposed; and the page needs no reload.
    expect(page.locator(".space.is-proposed")).to_have_count(1)
    assert pieces(page) == before
    page.get_by_role("button", name="Accept Move").click()
    page.locator(".space.is-choosable").first.wait_for()
    expect(page.locator(".space > .piece").nth(before + 1)).to_be_visible()
    assert pieces(page) == before + 2
    expect(page.locator("#connection")).to_be_empty()
    expect(page.locator("#move-fault")).to_be_empty()


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_a_page_says_that_it_waits_and_moves_nothing_for_it(
    people: Callable[..., Person], viewport: ViewportSize
) -> None:
    ada = people("ada", viewport=viewport)
    ada.new_match("Connect4")
    page = ada.page
    page.locator(".space.is-choosable").first.wait_for()
    page.wait_for_load_state("networkidle")  # all of its modules have come
    page.evaluate("scrollTo(0, 60)")
    page.locator(".space.is-choosable").first.click()
    places = page.evaluate(PLACES)
    ada.context.set_offline(True)
    page.get_by_role("button", name="Accept Move").click()
    said = page.locator("#connection")
    expect(said).to_have_text("Reconnecting…")
    if viewport is PHONE:
        expect(said).to_be_in_viewport(ratio=1)
    expect(page.locator("#proposal")).to_have_text("Sending your move…")
    assert page.evaluate(PLACES) == places
    ada.context.set_offline(False)
    expect(page.locator("#connection")).to_be_empty()
    expect(page.locator("#proposal")).not_to_have_text("Sending your move…")
    expect(page.locator(".space > .piece:not(.is-proposed)").nth(1)).to_be_visible()


def test_a_page_whose_stream_is_refused_says_so_calmly_and_goes_on_when_there_is_room(
    people: Callable[..., Person],
) -> None:
    ada = people("ada")
    ada.new_match("Connect4")
    page = ada.page
    page.locator(".space.is-choosable").first.wait_for()
    full = {"code": "service/unavailable", "message": "Too many.", "faults": []}
    page.route("**/api/events?*", lambda route: route.fulfill(status=503, headers={"Retry-After": "2"}, json=full))
    with page.expect_response("**/api/events?*"):
        page.reload()
    with page.expect_response("**/api/events?*"):  # it tries again by itself
        expect(page.locator("#connection")).to_have_text("Reconnecting…")
    page.unroute("**/api/events?*")
    expect(page.locator("#connection")).to_be_empty()
    page.locator(".space.is-choosable").first.wait_for()


def test_a_page_says_why_its_stream_is_refused(in_memory: Furnished, windows: Windows) -> None:
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)

        def refuse(status: int, code: str, message: str) -> None:
            why = {"code": code, "message": message, "faults": []}
            page.route("**/api/events?*", lambda route: route.fulfill(status=status, json=why))
            in_memory.open(page, "leaderboard")

        # What fails, or answers in the server's stead, may be over soon.
        for status, body in ((500, '{"code": "internal"}'), (404, "<title>No backend</title>")):
            streams = Held(page, "**/api/events?*")
            in_memory.open(page, "leaderboard")
            for _ in range(4):  # each stream, and why it was refused
                streams.take().fulfill(status=status, body=body)
            expect(page.locator("#connection")).to_have_text("Reconnecting…")
            page.unroute_all()
            expect(page.locator("#connection")).to_be_empty()
        said, fault = page.locator("#connection"), page.locator("#standings-fault")
        most = "You follow 16 pages live, and that is the most. Close one of them; this one then continues."
        refuse(429, "service/limit_reached", most)
        expect(said).to_have_text(most)
        page.unroute_all()
        expect(said).to_be_empty()
        refuse(404, "rules/unknown_game", "There is no such game.")
        expect(fault).to_have_text("There is no such game.")
        expect(said).to_be_empty()
        # The session has ended, in another window perhaps.
        page.unroute_all()
        streams = Held(page, "**/api/events?*")
        in_memory.open(page, "leaderboard")
        page.context.clear_cookies()
        for _ in range(2):
            streams.take().fulfill(status=401, json={"code": "identity/not_logged_in"})
        page.wait_for_url("**/login?next=%2Fgames%2F*")
        # It ends while the page is followed.
        page.unroute_all()
        in_memory.log_in(page)
        streams = Held(page, "**/api/events?*")
        in_memory.open(page, "leaderboard")
        page.context.clear_cookies()
        gone = {"code": "identity/not_logged_in", "message": "The session has ended."}
        body = f"event: gone\ndata: {json.dumps(gone)}\n\n"
        streams.take().fulfill(content_type="text/event-stream", body=body)
        page.wait_for_url("**/login?next=%2Fgames%2F*")


SILENT_MS = 21_000
"""Longer than the server is ever silent."""

PLACES = """[
  ".match-head", ".titlebar-links", "#waiting", "#board", "#move", "#accept", "#timebar", "#seats"
].map((selector) => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
})"""


def test_the_clock_runs_by_the_servers_time(people: Callable[..., Person]) -> None:
    ada = people("ada", new=True)
    page = ada.page
    # A browser whose clock is an hour fast must not think that time is up.
    page.clock.install()
    page.clock.set_system_time("2031-01-01T00:00:00Z")
    with page.expect_response("**/api/events?*"):
        match_id = ada.new_match("5on15sq")
    page.locator(".space.is-choosable").first.wait_for()
    minutes, seconds = page.locator("#time-left").inner_text().split(":")
    match = ada.get(f"/api/matches/{match_id}")
    left_s = (match["due_at_ms"] - match["now_ms"]) / 1000
    assert left_s - 1 <= 60 * int(minutes) + int(seconds) <= match["seconds_per_turn"]
    # When nothing arrives any more, or nothing at all, it says so, and asks again.
    held = Held(page, "**/api/events?*")
    page.clock.fast_forward(SILENT_MS // 4)  # the last word of the server may be 15 s old
    expect(page.locator("#connection")).to_be_empty()
    assert held.is_empty
    for _ in range(2):
        page.clock.fast_forward(SILENT_MS)
        unanswered = held.take()
        expect(page.locator("#connection")).to_have_text("Reconnecting…")
    unanswered.continue_()
    expect(page.locator("#connection")).to_be_empty()


SLOW = {"offline": False, "latency": 300, "downloadThroughput": 40_000, "uploadThroughput": 20_000}
"""A poor connection, as Chromium's tools for developers set it: milliseconds, and bytes a second."""

# Notes all that is said of the move in hand.
NOTES = """() => {
  const line = document.getElementById("proposal");
  globalThis.said = [];
  new MutationObserver(() => globalThis.said.push(line.textContent)).observe(line, { childList: true, subtree: true });
}"""


def test_nothing_that_is_pressed_on_a_slow_connection_is_lost(people: Callable[..., Person]) -> None:
    ada = people("ada", new=True)
    page = ada.page
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
    # The button is there long before the script that makes it work.
    page.goto(f"{ada.address}/?game={ada.game_id('Tic-Tac-Toe')}", wait_until="commit")
    page.locator("#play-random").click()
    page.wait_for_url("**/matches/*")
    over = page.locator("#outcome:not([hidden])")
    turn = page.locator(".space.is-choosable").or_(over).first
    turn.wait_for()
    page.evaluate(NOTES)
    seat, moves = page.evaluate("JSON.parse(document.getElementById('data').textContent).match.viewer"), 0
    while turn.wait_for() or not over.is_visible():
        page.locator(".space.is-choosable").first.click()
        page.get_by_role("button", name="Accept Move").click()
        moves += 1
        # It is told while the move is on its way, and not pressed for a second time.
        expect(page.locator("#accept:enabled")).to_have_count(0)
        expect(page.locator("#accept.is-busy")).to_have_count(0)
        # A last move that is forced is made without asking: there may be one more.
        page.locator(".space > .piece:not(.is-proposed)").and_(page.locator(f".piece-{seat}")).nth(moves - 1).wait_for()
    assert page.evaluate("said").count("Sending your move…") == moves


NO_ANSWER = "The server does not answer. Check the connection, then try again."
PATIENT_MS = 61_000
"""Longer than a page repeats what it asks."""


def test_why_a_move_was_not_made_is_told_though_nobody_can_be_asked_what_stands_now(
    people: Callable[..., Person],
) -> None:
    ada = people("ada", new=True)
    page = ada.page
    page.clock.install()
    ada.new_match("5on15sq")
    typed = page.locator("#typed")
    page.locator(".space.is-choosable").first.click()
    expect(typed).to_be_visible()
    ada.context.set_offline(True)
    page.get_by_role("button", name="Accept Move").click()
    expect(page.locator("#proposal")).to_have_text("Sending your move…")
    page.clock.fast_forward(PATIENT_MS)
    expect(page.locator("#move-fault")).to_have_text(NO_ANSWER)
    expect(page.locator("#proposal")).not_to_have_text("Sending your move…")
    typed.fill("O@8,8")
    typed.press("Enter")
    expect(page.locator("#move-fault")).to_be_empty()
    page.clock.fast_forward(PATIENT_MS)
    expect(page.locator("#typed-fault")).to_have_text(NO_ANSWER)
    expect(typed).to_have_value("O@8,8")


PORTAL = "<!doctype html><title>Welcome to our network</title>"


SLOW_MS, SILENCE_MS = 3_000, 15_000
"""After which a page says that it waits for an answer, and asks again."""


def test_what_gets_no_answer_of_the_servers_or_one_that_breaks_off_is_asked_for_again(
    people: Callable[..., Person],
) -> None:
    ada = people("ada", new=True)
    page = ada.page
    page.clock.install()
    ada.new_match("5on15sq")
    plays = Held(page, "**/api/matches/*/play")
    page.locator(".space.is-choosable").first.click()
    page.get_by_role("button", name="Accept Move").click()
    plays.take()  # and nothing comes back
    page.clock.fast_forward(SLOW_MS)
    page.clock.fast_forward(SLOW_MS)
    expect(page.locator("#connection")).to_have_text("Waiting for the server…")
    page.clock.fast_forward(SILENCE_MS)
    plays.take().fulfill(status=200, content_type="text/html", body=PORTAL)
    expect(page.locator("#connection")).to_have_text("Reconnecting…")
    plays.take().fulfill(status=200, headers={"Content-Length": "1000"}, content_type="application/json", body='{"id":')
    plays.take().continue_()
    expect(page.locator(".space > .piece:not(.is-proposed)").nth(1)).to_be_visible()
    expect(page.locator("#connection")).to_be_empty()
    # What is not asked for again is told.
    page.context.clear_cookies()
    page.goto("/login")
    page.route("**/api/log-in/code", lambda route: route.fulfill(status=200, content_type="text/html", body=PORTAL))
    page.get_by_label("E-mail").fill("ada@example.org")
    page.keyboard.press("Enter")
    expect(page.locator("#email-fault")).to_have_text(NO_ANSWER)
    # What is refused by somebody between here and there is refused, in whatever words.
    page.unroute("**/api/log-in/code")
    page.route("**/api/log-in/code", lambda route: route.fulfill(status=403, content_type="text/html", body=PORTAL))
    page.get_by_label("E-mail").fill("ada@example.com")
    page.keyboard.press("Enter")
    expect(page.locator("#email-fault")).to_have_text("That did not work. Try again.")


def test_a_page_that_was_open_over_an_upgrade_is_loaded_anew_but_nothing_typed_is_lost(
    in_memory: Furnished, windows: Windows
) -> None:
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)
        said = page.locator("#connection")
        page.goto("/factory")
        name = page.get_by_label("Name", exact=True)
        name.fill("Not lost")
        window.foresee(r"draft_menu\.js|waiting\.js")
        page.route("**/draft_menu.js", lambda route: route.fulfill(status=404))
        page.locator("#drafts-menu summary").click()
        expect(said).to_have_text("New version: load the page again")
        expect(name).to_have_value("Not lost")
        # Where nothing is lost it loads itself anew, but not without end.
        later = Held(page, "**/waiting.js")
        page.goto("/games")
        for method in ("GET", "HEAD", "GET", "HEAD"):
            asked = later.take()
            assert asked.request.method == method
            asked.fulfill(status=404)
        expect(said).to_have_text("New version: load the page again")
