"""Two play, a third watches: what they say, who is there, what is taken back, and the match after this one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from fixtures.accessibility import is_for_all
from fixtures.browser import Held, Person, fits, together
from fixtures.person import Person as Client
from fixtures.platform import Platform
from fixtures.refusals import refused, says_why
from fixtures.windows import PHONE
from playwright.sync_api import Page, expect


@pytest.fixture
def two_clients(platform: Platform) -> Iterator[tuple[Client, Client]]:
    """Friends."""
    with ExitStack() as channels:
        ada, bob = (Client(platform, f"{name}-company@example.org", channels) for name in ("ada", "bob"))
        ada.befriend(bob)
        yield ada, bob


def say(page: Page, text: str) -> None:
    page.get_by_label("Say something").fill(text)
    page.get_by_label("Send").click()


def move(page: Page) -> None:
    """Plays where they may, for the first time or again."""
    page.locator(".space.is-choosable").first.click()
    page.get_by_role("button", name="Accept Move").click()


def test_players_talk_see_who_is_there_and_play_again(
    people: Callable[..., Person], two_clients: tuple[Client, Client], picture: Callable[..., None]
) -> None:
    ada, bob = two_clients
    match = ada.play_against(bob, ada.game("5on15sq"))
    path = f"/matches/{match.id}"
    one, two, three = (people(name) for name in ("one", "two", "three"))
    of_ada, of_bob = one.open_as(ada.secret, path), two.open_as(bob.secret, path)
    watching = three.open(path)
    expect(of_ada.locator("#watchers")).to_have_text("1 watching")
    # Each room hears its own.
    say(of_ada, "good luck")
    expect(of_ada.locator(".chat-message")).to_have_text("You good luck")
    expect(of_bob.locator(".chat-message")).to_have_text(re.compile("good luck"))
    say(watching, "who wins?")
    expect(watching.locator(".chat-message")).to_have_text(re.compile("You who wins[?]"))
    expect(of_ada.locator(".chat-message")).to_have_count(1)
    # What is rude can be reported, and its author muted.
    of_bob.get_by_label(re.compile("^Mute ")).click()
    of_bob.locator("#report-close").click()
    expect(of_bob.get_by_role("dialog")).to_have_count(0)
    of_bob.get_by_label(re.compile("^Mute ")).click()
    of_bob.get_by_label("What is wrong with it?").fill("It is rude.")
    report = of_bob.get_by_role("button", name="Report to the admins")
    with refused(of_bob, "matches/*/chat/*/*/report"):
        report.click()
        says_why(of_bob.locator("#report-fault"), report)
    report.click()
    expect(of_bob.locator("#chat-note")).to_have_text("Thank you. The admins will look at it.")
    of_bob.get_by_label(re.compile("^Mute ")).click()
    of_bob.get_by_role("button", name="Mute", exact=True).click()
    expect(of_bob.locator(".chat-message")).to_have_count(0)
    undo = of_bob.get_by_role("button", name="Undo")
    with refused(of_bob, "muted/*"):
        undo.click()
        says_why(of_bob.locator("#chat-fault"), undo)
    undo.click()
    expect(of_bob.locator("#chat-fault")).to_be_empty()
    expect(of_bob.locator(".chat-message")).to_have_count(1)
    picture(of_bob, "company playing")
    # Nobody has moved: the match can be called off.
    of_bob.get_by_role("button", name="Abort").click()
    expect(of_ada.locator("#outcome-title")).to_have_text("The match was aborted.")
    expect(of_ada.get_by_role("button", name="Replay")).to_have_count(0)
    expect(of_ada.locator("#rematch-text")).to_be_empty()
    of_ada.get_by_role("button", name="Play again").click()
    expect(of_ada.locator("#rematch-text")).to_have_text(re.compile("^Waiting for .* to accept[.]$"))
    expect(of_ada.get_by_role("button", name="Play again")).to_be_disabled()
    expect(of_bob.locator("#rematch-text")).to_have_text(re.compile("would like to play again[.]$"))
    picture(of_bob, "company asked to play again")
    of_bob.set_viewport_size(PHONE)
    picture(of_bob, "company on a phone")
    of_bob.get_by_role("button", name="Accept").click()
    for page in (of_ada, of_bob):
        page.wait_for_url(lambda address: not address.endswith(path))
        expect(page.locator(".space").first).to_be_visible()
    assert of_ada.url == of_bob.url


def begun(people: Callable[..., Person], two_clients: tuple[Client, Client], game: str) -> tuple[Page, Page]:
    """The pages of a new match of two people; first that of who moves first."""
    ada, bob = two_clients
    match = ada.play_against(bob, ada.game(game))
    of_ada, of_bob = (
        people(name).open_as(one.secret, f"/matches/{match.id}") for one, name in ((ada, "one"), (bob, "two"))
    )
    return (of_ada, of_bob) if ada.look(match.id).is_acting else (of_bob, of_ada)


def test_who_is_told_that_the_next_match_has_begun_before_they_are_answered_goes_there(
    people: Callable[..., Person],
) -> None:
    ada, bob = people("ada"), people("bob")
    path, first, second = together(ada, bob, ada.unhurried("Tic-Tac-Toe"))
    of_ada, of_bob = first.open(path), second.open(path)
    of_bob.get_by_role("button", name="Abort").click()
    expect(of_ada.get_by_role("button", name="Play again")).to_be_visible()
    streams, asked = Held(of_ada, "**/api/events?*"), Held(of_ada, "**/rematch")
    of_ada.evaluate("dispatchEvent(new Event('online'))")  # it opens its stream again
    of_ada.get_by_role("button", name="Play again").click()
    asking = asked.take()
    invited = asking.fetch()
    of_bob.get_by_role("button", name="Accept").click()
    of_bob.wait_for_url(lambda address: not address.endswith(path))
    streams.take().continue_()
    expect(of_ada.locator("#rematch-text")).to_have_text("The next match has begun.")
    asking.fulfill(response=invited)
    of_ada.wait_for_url(lambda address: address == of_bob.url)


def test_the_keyboard_goes_on_where_a_button_that_was_pressed_goes(people: Callable[..., Person]) -> None:
    ada, bob = people("ada"), people("bob")
    path, first, second = together(ada, bob, ada.unhurried("Tic-Tac-Toe"))
    first.reply(path, "O@1,1")
    second.reply(path, "O@2,2")
    asking, asked = second.open(path), first.open(path)

    def press(page: Page, button: str, then: str) -> None:
        page.locator(button).focus()
        page.keyboard.press("Enter")
        expect(page.locator(f"{then}:focus")).to_be_visible()

    press(asking, "#pause-ask", "#pause-withdraw")
    press(asked, "#pause-agree", "#pause-resume")
    press(asked, "#pause-resume", ".space")
    press(asking, "#take-back-ask", "#take-back-withdraw")
    press(asked, "#take-back-agree", ".space")
    # What was asked is gone from here, too.
    expect(asking.locator(".space:focus")).to_be_visible()
    press(asking, "#leave", "[value=stay]")
    press(asking, "#leave-now", "#outcome-title")
    press(asking, "#again", "#again")
    expect(asking.locator("#again")).to_be_disabled()
    press(asking, "#to-replay", "#replay-step")
    press(asking, "#analyse", "#replay-step")
    press(asking, "#replay-close", "#to-replay")


def test_what_is_done_late_takes_the_keyboard_from_nowhere_else(people: Callable[..., Person]) -> None:
    ada, bob = people("ada"), people("bob")
    path, first, _ = together(ada, bob, ada.game_id("5on15sq"))
    page = first.open(path)
    text, said, space = page.get_by_label("Say something"), page.locator(".chat-message"), page.locator(".space").last
    plays, messages = Held(page, "**/api/matches/*/play"), Held(page, "**/api/matches/*/chat/seats")
    move(page)
    text.press_sequentially("good ")
    plays.take().continue_()
    expect(page.locator("#accept.is-busy")).to_have_count(0)
    page.keyboard.type("luck")
    expect(text).to_have_value("good luck")
    page.keyboard.press("Enter")
    space.focus()
    messages.take().continue_()
    expect(said).to_have_count(1)
    expect(text).to_have_value("")
    expect(space).to_be_focused()
    # What is typed while a message is sent begins the next one; what was not sent is there again.
    text.fill("one")
    text.press("Enter")
    text.press_sequentially("two")
    messages.take().continue_()
    expect(said).to_have_count(2)
    expect(text).to_have_value("two")
    text.press("Enter")
    text.press_sequentially("three")
    messages.take().fulfill(status=400, json={"code": "x", "message": "Not now.", "faults": []})
    expect(page.locator("#chat-fault")).to_have_text("Not now.")
    expect(text).to_have_value("two three")
    # Whoever stays goes on.
    for number, send in enumerate((lambda: text.press("Enter"), page.get_by_label("Send").click), 3):
        text.fill(str(number))
        send()
        messages.take().continue_()
        expect(said).to_have_count(number)
        expect(text).to_be_focused()


def test_a_move_is_taken_back_when_the_other_agrees_and_stays_when_they_refuse(
    people: Callable[..., Person], two_clients: tuple[Client, Client], picture: Callable[..., None]
) -> None:
    mover, other = begun(people, two_clients, "Tic-Tac-Toe")
    text = "#take-back-text"
    pieces = ".space > .piece"
    expect(mover.locator("#take-back-ask")).to_be_hidden()
    move(mover)
    expect(other.locator(pieces)).to_have_count(1)
    mover.get_by_role("button", name="Take back").click()
    expect(mover.locator(text)).to_have_text("You asked to take back your last move.")
    expect(other.locator(text)).to_have_text(re.compile(" asks to take back a move[.]$"))
    for page, name in ((mover, "asking"), (other, "asked")):
        picture(page, f"take back {name}", full_page=False)
    other.get_by_role("button", name="Agree").click()
    for page in (mover, other):
        expect(page.locator(pieces)).to_have_count(0)
        expect(page.locator("#take-back")).to_be_hidden()
    # Whoever decides again may be refused this time.
    move(mover)
    expect(other.locator(pieces)).to_have_count(1)
    mover.set_viewport_size(PHONE)
    other.set_viewport_size(PHONE)
    picture(mover, "take back on a phone", full_page=False)
    mover.get_by_role("button", name="Take back").click()
    for page, name in ((mover, "asking"), (other, "asked")):
        expect(page.locator(text)).not_to_be_empty()
        picture(page, f"take back {name} on a phone", full_page=False)
    other.get_by_role("button", name="Refuse").click()
    expect(mover.locator(text)).to_have_text("This was refused. After the next turn you may ask again.")
    expect(mover.locator("#take-back-ask")).to_be_hidden()
    for page in (mover, other):
        expect(page.locator(pieces)).to_have_count(1)
    # Who has asked may think better of it.
    move(other)
    expect(mover.locator(pieces)).to_have_count(2)
    other.get_by_role("button", name="Take back").click()
    other.get_by_role("button", name="Withdraw").click()
    for page in (mover, other):
        expect(page.locator("#take-back-withdraw")).to_be_hidden()
        expect(page.locator(pieces)).to_have_count(2)


def test_nobody_who_writes_their_name_small_is_given_a_capital(people: Callable[..., Person]) -> None:
    ada, bob = people("ada"), people("bob")
    path, first, second = together(ada, bob, ada.game_id("Connect4"))
    name = first.name
    assert name[0].islower()
    mover, other = first.open(path), second.open(path)
    expect(other.locator("#status")).to_have_text(f"{name} to move.")
    move(mover)
    expect(other.locator("#proposal")).to_have_text(re.compile(f"^{name} played "))
    mover.get_by_role("button", name="Take back").click()
    expect(other.locator("#take-back-text")).to_have_text(f"{name} asks to take back a move.")
    other.get_by_role("button", name="Agree").click()
    move(mover)
    expect(other.locator("#status")).to_have_text("Your turn.")
    mover.get_by_role("button", name="Pause").click()
    expect(other.locator("#pause-text")).to_have_text(f"{name} asks for a pause.")
    move(other)
    expect(mover.locator("#status")).to_have_text("Your turn.")
    mover.locator("#leave").click()
    mover.locator("#leave-now").click()
    expect(other.locator(".outcome-text")).to_have_text(f"{name} left the match.")
    expect(mover.locator(".outcome-text")).to_have_text("You left the match.")
    for page, who in ((other, name), (mover, "You")):
        page.get_by_role("button", name="Replay").click()
        said = page.locator("#replay-said")
        expect(said).to_have_text(re.compile("^. of 5: "))
        page.get_by_role("slider").fill("2")
        expect(said).to_have_text(f"2 of 5: {who} took moves back.")


def test_moves_that_were_taken_back_are_listed_no_more(
    people: Callable[..., Person], two_clients: tuple[Client, Client]
) -> None:
    mover, other = pages = begun(people, two_clients, "Connect4")
    lists = [page.locator("#so-far-moves .replay-move .replay-number") for page in pages]
    for made, page in enumerate((mover, other, mover), 1):
        move(page)
        for listed in lists:
            expect(listed).to_have_count(made)
        if made == 1:  # whoever comes now is not told of the start at once: it is no move
            other.reload()
            expect(lists[1]).to_have_text(["1."])
    mover.get_by_role("button", name="Take back").click()
    other.get_by_role("button", name="Agree").click()
    for listed in lists:
        expect(listed).to_have_text(["1.", "2."])
    # The last that stands is the present.
    mover.locator("#so-far-moves .replay-move").last.click()
    expect(mover.get_by_role("button", name="Back to now")).to_be_hidden()
    mover.locator("#so-far-moves .replay-move").first.click()
    mover.get_by_role("button", name="Back to now").click()
    move(mover)
    for listed in lists:
        expect(listed).to_have_text(["1.", "2.", "3."])
    mover.reload()
    expect(lists[0]).to_have_text(["1.", "2.", "3."])


def test_a_replay_says_which_moves_were_taken_back(
    people: Callable[..., Person], two_clients: tuple[Client, Client], picture: Callable[..., None]
) -> None:
    mover, other = begun(people, two_clients, "Connect4")
    notations = mover.locator("#so-far-moves .replay-what")
    for made, page in enumerate((mover, other, mover), 1):
        move(page)
        expect(notations).to_have_count(made)
    other.get_by_role("button", name="Take back").click()
    mover.get_by_role("button", name="Agree").click()
    for page in (mover, other):
        expect(page.locator("#so-far-moves .replay-what")).to_have_count(1)
    # Another move than before.
    other.locator(".space.is-choosable").last.click()
    other.get_by_role("button", name="Accept Move").click()
    expect(notations).to_have_count(2)
    other.locator("#leave").click()
    other.locator("#leave-now").click()
    mover.get_by_role("button", name="Replay").click()
    # It shows the match as it was: what was taken back was seen, and keeps its step.
    listed = mover.locator("#replay-moves .replay-what")
    expect(listed).to_have_count(6)
    gone = re.compile("taken back$")
    expect(listed.filter(has_text=gone)).to_have_count(2)
    for number, is_gone in enumerate((False, True, True, False, False, False)):
        has_text = expect(listed.nth(number))
        (has_text.to_have_text if is_gone else has_text.not_to_have_text)(gone)
    picture(mover, "replay of moves taken back", full_page=False)
    said = mover.locator("#replay-said")
    for number, remark in ((1, False), (2, True), (3, True), (5, False)):
        mover.locator(f"#replay-move-{number}").click()
        expect(said).to_have_text(re.compile(f"^{number} of 6: "))
        has_text = expect(said)
        (has_text.to_have_text if remark else has_text.not_to_have_text)(re.compile(r"This was taken back\.$"))
    with mover.expect_download() as saved:
        mover.get_by_role("button", name="Save as text").click()
    text = saved.value.path().read_text("utf-8")
    assert [line.endswith(" This was taken back.") for line in re.findall(r"^[1-6]\. .*", text, re.MULTILINE)] == [
        number in {2, 3} for number in range(1, 7)
    ]
    # The analysis goes on from the line that stood at the step that is shown.
    made = {number: re.findall(rf"^{number}\. (\S+): ", text, re.MULTILINE)[0] for number in (1, 2, 3, 5)}
    replay = mover.url
    for step, line in ((5, (1, 5)), (4, (1,)), (3, (1, 2, 3))):
        mover.goto(re.sub(r"step=\d+", f"step={step}", replay))
        expect(said).to_have_text(re.compile(f"^{step} of 6: "))
        mover.get_by_role("button", name="Continue in analysis").click()
        mover.wait_for_url("**/analysis?*")
        analysed = mover.locator("#sideline-moves .replay-what")
        expect(analysed).to_have_text([re.compile(re.escape(made[number])) for number in line])
        expect(mover.locator("#link-fault")).to_be_empty()


def test_a_match_is_paused_by_both_and_resumed_by_one(
    people: Callable[..., Person], two_clients: tuple[Client, Client], picture: Callable[..., None]
) -> None:
    mover, other = begun(people, two_clients, "Tic-Tac-Toe")
    watcher = people("three", viewport=PHONE, color_scheme="dark")
    watching = watcher.open(mover.url.removeprefix(watcher.address))
    mover.locator(".space.is-choosable").first.click()
    chosen = mover.locator("#proposal").inner_text()
    other.get_by_role("button", name="Pause").click()
    expect(mover.locator("#pause-text")).to_have_text(re.compile(" asks for a pause[.]$"))
    mover.set_viewport_size(PHONE)
    for page, name in ((other, "asking"), (mover, "asked on a phone")):
        picture(page, f"pause {name}", full_page=False)
    mover.get_by_role("button", name="Agree").press("Enter")
    for page in (mover, other, watching):
        expect(page.locator("#status")).to_contain_text("Paused, by agreement.")
        expect(page.locator("#pause-text")).to_contain_text("A pause lasts an hour at most")
    expect(watching.get_by_role("button", name="Resume")).to_be_hidden()
    expect(mover.locator("#accept")).to_be_disabled()
    expect(mover.locator(".space.is-choosable")).to_have_count(0)
    for page, name in ((other, "desk"), (mover, "phone"), (watching, "watching")):
        fits(page)
        picture(page, f"paused {name}", full_page=False)
    is_for_all(mover)
    stands = mover.locator("#time-left").inner_text()
    watching.wait_for_timeout(1_100)
    assert mover.locator("#time-left").inner_text() == stands
    other.get_by_role("button", name="Resume").click()
    expect(other.locator("#pause-text")).to_have_text("You resumed the match.")
    expect(watching.locator("#pause-text")).to_have_text(re.compile(" resumed the match[.]$"))
    # What was chosen is chosen still.
    expect(mover.locator("#proposal")).to_have_text(chosen)
    mover.get_by_role("button", name="Accept Move").click()
    expect(watching.locator(".space > .piece")).to_have_count(1)
    expect(watching.locator("#pause")).to_be_hidden()
