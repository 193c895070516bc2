"""A finished match is seen again, step by step, with anybody's eyes."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable
from contextlib import ExitStack

from fixtures.axe import violations
from fixtures.browser import RESETS, Held, Person, fits
from fixtures.person import Person as Client
from fixtures.person import until
from fixtures.platform import Platform
from fixtures.refusals import REFUSED, refused, says_why
from fixtures.windows import PHONE
from playwright.sync_api import Locator, Page, Route, expect

# How many pictures an animation has, as a browser reads it, once each is seen to show a board: two colours, and more.
PICTURES = """async (text) => {
  const data = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const decoder = new ImageDecoder({ data, type: "image/gif" });
  await decoder.tracks.ready;
  await decoder.completed;
  const { frameCount } = decoder.tracks.selectedTrack;
  for (let frameIndex = 0; frameIndex < frameCount; frameIndex++) {
    const { image } = await decoder.decode({ frameIndex });
    const context = new OffscreenCanvas(image.displayWidth, image.displayHeight).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, image.displayWidth, image.displayHeight);
    image.close();
    if (new Set(new Uint32Array(pixels.buffer)).size < 3) return 0;
  }
  return frameCount;
}"""


def finished(somebody: Person, game: str, *, players: int) -> Page:
    """The page of a match in which somebody has made one move and left, its replay opened; Random plays the rest."""
    match_id = somebody.new_match(game, players=players)
    page = somebody.page
    page.locator(".space.is-choosable").first.click()
    page.locator("#accept:enabled").click()
    expect(page.locator("#accept:enabled")).to_have_count(0)
    # While it is sent it cannot be clicked, either; it must have arrived before the leave.
    expect(page.locator("#accept.is-busy")).to_have_count(0)
    left = somebody.context.request.post(
        f"{somebody.address}/api/matches/{match_id}/leave", data={"request_id": "leave"}, max_retries=RESETS
    )
    # Random may have won by then.
    assert left.ok or left.json()["code"] == "match/over"
    page.get_by_role("button", name="Replay").click()
    # It begins where the match is: at its end.
    expect(page.locator("#replay-said")).to_have_text(re.compile(r"^(\d+) of \1: "))
    page.get_by_role("button", name="To the start").click()
    return page


def pieces(page: Page) -> Locator:
    return page.locator(".space > .piece")


def test_every_step_is_reached_by_buttons_keys_the_slider_and_the_list(
    people: Callable[..., Person], picture: Callable[..., None]
) -> None:
    page = finished(people("ada"), "5on15sq", players=2)
    slider, said = page.get_by_role("slider", name="Step"), page.locator("#replay-said")
    expect(said).to_have_text(re.compile(r"^0 of \d+: The start\.$"))
    expect(pieces(page)).to_have_count(0)
    page.get_by_role("button", name="One step forward").click()
    expect(pieces(page)).to_have_count(1)
    picture(page, "replay", full_page=False)
    slider.fill("2")
    expect(said).to_have_text(re.compile(r"^2 of "))
    # Everybody saw the same.
    expect(page.get_by_label("Seen by")).to_be_hidden()
    page.locator(".replay-move").first.click()
    expect(said).to_have_text(re.compile(r"^1 of "))
    expect(page.locator(".replay-move").first).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowLeft")
    expect(said).to_have_text(re.compile(r"^0 of "))
    page.get_by_role("button", name="Play the moves").click()
    last = slider.get_attribute("max")
    expect(said).to_have_text(re.compile(rf"^{last} of {last}: "))
    expect(page.get_by_role("button", name="Play the moves")).to_be_visible()
    page.get_by_role("button", name="One step back").click()
    expect(said).to_have_text(re.compile(rf"^{int(last or 0) - 1} of {last}: "))
    page.get_by_role("button", name="To the end").click()
    expect(said).to_have_text(re.compile(rf"^{last} of {last}: "))
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#replay-done")).to_have_text(re.compile("link is copied|Copy this address: http"))
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as text").click()
    text = saved.value.path().read_text("utf-8")
    assert re.search(r"\n1\. O@\d+,\d+: .* played a ", text)
    assert f"\n{last}. " in text
    # It is for anybody, and says how the match ended.
    assert re.search("You|saw it", text) is None
    assert "\n\nRandom won.\n" in text
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the picture").click()
    assert saved.value.suggested_filename == f"5on15sq {last}.png"
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save an animation").click()
    assert saved.value.suggested_filename == "5on15sq.gif"
    gif = saved.value.path().read_bytes()
    assert page.evaluate(PICTURES, b64encode(gif).decode()) == int(last or 0) + 1
    why_it_is_not_analysed(page)
    page.get_by_role("button", name="Back to the result").click()
    expect(page.locator("#replay")).to_be_hidden()
    page.get_by_role("button", name="Replay").click()
    expect(said).to_have_text(re.compile(rf"^{last} of {last}: "))
    # A line ends before anybody leaves.
    page.locator(".replay-move").first.click()
    page.get_by_role("button", name="Continue in analysis").click()
    page.wait_for_url(re.compile(r"/games/\w+/analysis\?moves="))
    expect(page.locator("#sideline-moves .replay-move")).to_have_count(1)


def test_keys_do_not_step_behind_a_dialog(people: Callable[..., Person]) -> None:
    page = finished(people("ada"), "Tic-Tac-Toe", players=2)
    said = page.locator("#replay-said")
    expect(said).to_have_text(re.compile(r"^0 of "))
    page.evaluate("document.getElementById('report-dialog').showModal()")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(said).to_have_text(re.compile(r"^0 of "))
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text(re.compile(r"^1 of "))


def why_it_is_not_shown(page: Page) -> None:
    """It is told beside whose eyes one chose."""
    eyes = page.get_by_label("Seen by")
    with refused(page, "matches/*/replay?*"):
        eyes.select_option("As watchers saw it")
        says_why(page.locator("#replay-fault"), eyes)
    eyes.select_option("As it really was")
    expect(page.locator("#replay-fault")).to_be_empty()


def why_it_is_not_analysed(page: Page) -> None:
    """It is told where that is asked for."""
    page.route("**/api/events?*analysis=*", told_gone)
    analyse = page.get_by_role("button", name="Find mistakes")
    analyse.click()
    says_why(page.locator("#analysis-fault"), analyse)


def told_gone(route: Route) -> None:
    """A stream that says that there is nothing to be told, and why."""
    told = f"event: gone\ndata: {json.dumps(REFUSED)}\n\n"
    route.fulfill(content_type="text/event-stream", body=told)


def test_what_a_seat_saw_is_told_once_and_each_step_keeps_its_number(people: Callable[..., Person]) -> None:
    ada = people("ada")
    page = finished(ada, "4P-Blind-TTT-1.6", players=4)
    said = page.locator("#replay-said")
    # Nothing that others do is seen.
    steps = page.locator(".replay-move")
    page.get_by_role("button", name="To the end").click()
    told = [step.inner_text() for step in steps.all()]
    moves = [text.split()[1] for text in told]
    assert moves.count("unseen") >= len(moves) // 2
    own = [move for move in moves if "@" in move]
    assert len(own) == len(set(own)), f"a move is told again: {told}"
    unseen = moves.index("unseen") + 1
    steps.nth(unseen - 1).click()
    expect(said).to_have_text(re.compile(rf"^{unseen} of {len(told)}: Nothing that could be seen[.]$"))
    page.reload()
    expect(said).to_have_text(re.compile(rf"^{unseen} of {len(told)}: Nothing that could be seen[.]$"))


SECRET_PLANS = {
    "format": "redscience-rules/1",
    "name": "Secret-Plans",
    "cloaking": "hides",
    "board": {"kind": "hash"},
    "checks": [{"check": "first_row_wins", "length": 3}],
    "shapes": {"O": {"reserve": {"black": 5, "white": 5}}},
    "phases": [{"order": "simultaneous", "cloaks": "all"}],
}
"""All plan at once, and nobody sees what the others have done."""


def test_what_a_player_did_not_see_is_analysed_too(people: Callable[..., Person], platform: Platform) -> None:
    with ExitStack() as channels:
        ada, bob = (Client(platform, f"{name}-plans@example.org", channels) for name in ("ada", "bob"))
        ada.befriend(bob)
        match = ada.play_against(bob, ada.save(json.dumps(SECRET_PLANS)).id)
        for plan in ({"black": "O@1,1", "white": "O@3,3"}, {"black": "O@1,2", "white": "O@2,3"}):
            for client in (ada, bob):
                seen = client.look(match.id)
                client.play(seen, plan[seen.viewer])
        ada.leave(match.id)
        page = people("somebody").open_as(ada.secret, f"/matches/{match.id}")
    page.get_by_role("button", name="Replay").click()
    seen_by = page.get_by_label("Seen by")
    expect(seen_by).not_to_have_value("everything")
    # Who reads it is told whose eyes these are, and is not one of them.
    for viewer, words in ((None, r"As \S+ saw it"), ("spectator", "As watchers saw it")):
        if viewer:
            seen_by.select_option(viewer)
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save as text").click()
        text = saved.value.path().read_text("utf-8")
        assert re.search(rf"\nWhite: .*\n{words}\n\n1\. ", text)
        assert re.search(r"\b[Yy]ou\b", text) is None, text
        assert "made a move that was not seen, or none." in text
    page.get_by_role("button", name="Continue in analysis").click()
    page.wait_for_url("**/analysis?*")
    expect(page.locator("#status")).to_have_text(re.compile(r" to plan\.$"))
    expect(page.locator("#link-fault")).to_be_empty()
    line = [re.compile(re.escape(move)) for move in ("O@1,1", "O@3,3", "O@1,2", "O@2,3")]
    expect(page.locator("#sideline-moves .replay-move")).to_have_text(line)


def test_whoever_looks_with_others_eyes_has_nothing_in_reserve_of_their_own(people: Callable[..., Person]) -> None:
    page = finished(people("ada"), "5on15sq", players=2)
    expect(page.locator("#hand h2")).to_have_text("Your reserve")
    page.wait_for_url("**step=0&as=*")
    other = people("bob").open(page.url.removeprefix(page.url.partition("/matches/")[0]))
    expect(other.locator("#hand h2")).to_have_text("In reserve")


def test_the_end_is_reached_by_a_key_pressed_before_anything_was_told(people: Callable[..., Person]) -> None:
    page = finished(people("ada"), "4P-Blind-TTT-1.6", players=4)
    said = page.locator("#replay-said")
    expect(said).to_have_text(re.compile(r"^0 of "))
    answers = Held(page, "**/replay?*")
    page.get_by_label("Seen by").select_option("As watchers saw it")
    page.get_by_role("slider", name="Step").press("End")
    answers.take().continue_()
    expect(said).to_have_text(re.compile(r"^(\d+) of \1: "))


def test_a_replay_that_was_closed_stays_closed_whatever_is_answered_late(people: Callable[..., Person]) -> None:
    page = finished(people("ada"), "4P-Blind-TTT-1.6", players=4)
    expect(page.locator("#replay-said")).to_have_text(re.compile(r"^0 of "))
    answers = Held(page, "**/replay?*")
    close, match = page.get_by_role("button", name="Back to the result"), page.url.partition("?")[0]
    page.get_by_label("Seen by").select_option("As watchers saw it")
    late = answers.take()
    close.click()
    answer_late(page, late)
    assert page.url == match
    # Moves of one's own that its address names are made no more, either.
    page.goto(f"{match}?step=1&own=")
    late = answers.take()
    close.click()
    answer_late(page, late)
    assert page.url == match
    expect(page.locator("#playground.is-aside")).to_have_count(0)


def answer_late(page: Page, late: Route) -> None:
    """Lets a request be answered, and the page do whatever it does then."""
    with page.expect_response("**/replay?*") as answered:
        late.continue_()
    answered.value.finished()
    page.evaluate("() => new Promise((done) => setTimeout(done))")
    page.wait_for_load_state("networkidle")


def test_a_moment_has_an_address_and_is_seen_with_each_ones_eyes(
    people: Callable[..., Person], picture: Callable[..., None]
) -> None:
    ada, grace = people("ada"), people("grace", viewport=PHONE)
    page = finished(ada, "4P-Blind-TTT-1.6", players=4)
    eyes, said = page.get_by_label("Seen by"), page.locator("#replay-said")
    why_it_is_not_shown(page)
    eyes.select_option("As watchers saw it")
    slider = page.get_by_role("slider", name="Step")
    slider.press("End")
    expect(said).to_have_text(re.compile(r"^(\d+) of \1: "))
    slider.press("Home")
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text(re.compile(r"^1 of "))
    hidden = pieces(page).count()
    eyes.select_option("As it really was")
    expect(pieces(page)).not_to_have_count(hidden)
    shown = pieces(page).count()
    assert shown > hidden
    other = grace.open(page.url.removeprefix(ada.address))
    expect(other.get_by_label("Seen by")).to_have_value("everything")
    expect(other.locator("#replay-said")).to_have_text(re.compile(r"^1 of "))
    expect(pieces(other)).to_have_count(shown)
    fits(other)
    picture(other, "replay on a phone")
    # Other moves are tried on the table as it was, and not by those who do not see what can be done.
    other.get_by_role("button", name="Try other moves from here").click()
    other.locator(".space.is-choosable").first.click()
    expect(other.locator("#sideline-moves .replay-move")).to_have_count(1)
    other.get_by_label("Seen by").select_option("As watchers saw it")
    expect(other.locator("#proposal")).to_have_text(re.compile("^What they could play is not seen from here"))
    expect(other.locator(".space.is-choosable")).to_have_count(0)


def test_no_moment_of_a_sideline_is_shown_with_eyes_that_were_chosen_before(people: Callable[..., Person]) -> None:
    page = finished(people("ada"), "4P-Blind-TTT-1.6", players=4)
    eyes = page.get_by_label("Seen by")
    eyes.select_option("As it really was")
    page.get_by_role("button", name="Try other moves from here").click()
    expect(page.locator(".space.is-choosable").first).to_be_visible()
    page.locator(".space.is-choosable").first.click()
    expect(page.locator("#sideline-moves .replay-move")).to_have_count(1)
    answers = Held(page, "**/sideline")
    eyes.select_option("As watchers saw it")
    answers.take()  # and never answered: the moment before is asked for instead
    page.get_by_role("button", name="Back by one of your moves").click()
    assert answers.take().request.post_data_json["viewer"] == "spectator"


def test_who_left_before_is_not_said_to_have_run_out_of_time(people: Callable[..., Person]) -> None:
    ada = people("ada")
    path = f"/matches/{ada.begin_match(ada.game_id('3P-Notakto'), players=3)}"
    ada.post(f"/api{path}/leave", {"request_id": "leave"})
    until(lambda: ada.get(f"/api{path}")["status"] == "ended")

    def by_time(route: Route) -> None:
        told = route.fetch()
        assert '"reason":"rules"' in told.text()
        route.fulfill(response=told, body=told.text().replace('"reason":"rules"', '"reason":"time"'))

    page = ada.page
    page.route("**/matches/*?step=0", by_time)
    ada.open(f"{path}?step=0")
    left = page.locator("#replay-moves .replay-move", has_text="left")
    expect(left).to_have_count(1)
    left.click()
    expect(page.locator("#replay-said")).to_contain_text("You left the match.")
    expect(page.locator(".seat", has_text=ada.name)).not_to_contain_text("out of time")


def test_other_moves_are_tried_from_a_moment_and_the_match_stays_as_it_is(
    people: Callable[..., Person], picture: Callable[..., None]
) -> None:
    page = finished(people("ada"), "Tic-Tac-Toe", players=2)
    page.get_by_role("button", name="Try other moves from here").click()
    status, tried = page.locator("#status"), page.locator("#sideline-moves .replay-move")
    expect(status).to_have_text(re.compile(r" to move\.$"))
    first = status.text_content()
    page.locator("[data-key='1,2,2,1']").click()
    expect(status).not_to_have_text(first or "")
    page.locator("[data-key='1,1,1,1']").press("Enter")
    expect(tried).to_have_count(2)
    expect(tried.last).to_have_attribute("aria-current", "step")
    picture(page, "sideline", full_page=False)
    assert violations(page) == []
    typed = page.get_by_label("Make a move by its text")
    typed.fill("1,1")
    typed.press("Enter")
    expect(page.locator("#sideline-typed-fault")).not_to_have_text("")
    expect(tried).to_have_count(2)
    typed.fill("3,3")
    typed.press("Enter")
    expect(tried).to_have_count(3)
    back = page.get_by_role("button", name="Back by one of your moves")
    back.click()
    expect(pieces(page)).to_have_count(2)
    page.get_by_role("button", name="Forward by one of your moves").click()
    expect(pieces(page)).to_have_count(3)
    tried.nth(1).click()
    expect(pieces(page)).to_have_count(2)
    # From there on it is another line.
    page.locator("[data-key='1,3,1,1']").click()
    expect(tried).to_have_text([re.compile("O@2,2"), re.compile("O@1,1"), re.compile("O@3,1")])
    # The one that was left is taken again, and left again; a player that thinks is asked what comes next.
    page.get_by_role("button", name="From move 3: 3,3").click()
    expect(tried.last).to_have_text(re.compile("3,3"))
    page.get_by_role("button", name="From move 3: O@3,1").click()
    expect(tried.last).to_have_text(re.compile("O@3,1"))
    page.locator("#sideline").get_by_role("button", name="Hint").click()
    expect(page.locator("#proposal")).to_have_text(re.compile(r"^Standard would play: \w+ circle to "))
    page.keyboard.press("Home")
    page.locator("#sideline-back").focus()
    page.keyboard.press("Home")
    expect(pieces(page)).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(pieces(page)).to_have_count(1)
    page.reload()
    expect(tried).to_have_count(3)
    expect(pieces(page)).to_have_count(3)
    fits(page)
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator("#replay-said")).to_have_text(re.compile(r"^0 of "))
    expect(pieces(page)).to_have_count(0)
