"""Hints while one plays against the platform's own players, and the analysis of a match that is over."""

from __future__ import annotations

import re
from collections.abc import Callable

from fixtures.accessibility import is_for_all
from fixtures.axe import violations
from fixtures.browser import Held, Person, fits
from fixtures.person import until
from fixtures.refusals import WHY, refused
from fixtures.windows import PHONE
from playwright.sync_api import Page, Route, expect


def play_a_move(page: Page) -> None:
    """Makes a move, and waits for the next turn, or the end."""
    page.locator(".space.is-choosable").first.click()
    page.locator("#accept:enabled").click()
    expect(page.locator("#accept:enabled")).to_have_count(0)
    expect(page.locator(".space.is-choosable, #outcome-title").first).to_be_visible()


def begin_and_stop(page: Page) -> None:
    """Has an analysis begin that is never answered, and stops it."""
    asked = Held(page, re.compile("analysis="))
    page.get_by_role("button", name="Find mistakes").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Find mistakes")).to_be_visible()
    asked.take().abort()
    page.unroute_all()


def is_hinted(page: Page) -> None:
    """Waits for a hint, and asks again where none is found in time, as may be on a busy machine."""
    came, fault = page.locator("#hint-propose:visible"), page.locator("#hint-fault:not(:empty)")
    came.or_(fault).first.wait_for()
    while fault.count():
        page.locator("#hint-ask:enabled").click()
        page.locator("#hint-take:visible").or_(came).or_(fault).first.wait_for()
        if page.locator("#hint-take:visible").count():
            page.locator("#hint-take").click()
        came.or_(fault).first.wait_for()
    expect(page.locator("#hint-text")).to_have_text(
        re.compile(r"^Hint: (?:black|white) circle to .* \(worth \d+.%\)\. Next best: ")
    )


def says_why_no_hint(page: Page) -> None:
    """Before it is asked, and to whoever asks nonetheless."""
    ask, said = page.locator("#hint-ask"), page.locator("#hint-text")
    why = re.compile("^This match counts, and you have made a move in it, taken back or not: no hints any more[.]")
    expect(ask).to_have_attribute("aria-disabled", "true")
    expect(ask).to_have_attribute("title", why)
    expect(said).to_be_hidden()
    ask.press("Enter")
    expect(said).to_have_text(why)
    expect(page.locator("#hint-take")).to_be_hidden()
    expect(page.locator("#hint-fault")).to_be_empty()


def test_a_hint_that_would_be_refused_is_not_asked_for(people: Callable[..., Person]) -> None:
    ada = people("ada")
    ada.new_match("Tic-Tac-Toe", hurried=False)
    page, ask = ada.page, ada.page.locator("#hint-ask")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/hint") else None)
    page.locator("#hint-ask:enabled").wait_for()
    expect(ask).to_have_attribute("title", "Let a player that thinks suggest a move")
    expect(ask).to_have_attribute("aria-disabled", "false")
    moves = page.locator("#so-far-moves .replay-move")
    others = moves.count()  # Random may begin.
    play_a_move(page)
    expect(moves).to_have_count(others + 2)
    says_why_no_hint(page)
    page.get_by_role("button", name="Take back").click()
    expect(moves).to_have_count(others)
    page.locator(".space.is-choosable").first.wait_for()
    says_why_no_hint(page)
    assert asked == []


def is_well_laid_out(page: Page) -> None:
    """Nothing is wider than the window; on a desk the board stays in sight, however much is told beside it."""
    fits(page)
    page.set_viewport_size({"width": 1400, "height": 640})
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.locator(".board-drawing")).to_be_in_viewport(ratio=1)


def test_a_hint_is_proposed_and_the_match_analysed(people: Callable[..., Person], picture: Callable[..., None]) -> None:
    ada = people("ada", viewport=PHONE, color_scheme="dark")
    ada.new_match("Tic-Tac-Toe", hurried=False)
    page = ada.page
    page.locator("#hint-ask:enabled").click()
    page.get_by_role("button", name="No hint").click()
    expect(page.locator("#hint-text")).to_be_hidden()
    page.locator("#hint-ask").click()
    expect(page.locator("#hint-text")).to_contain_text("counts for nobody")
    expect(page.get_by_role("button", name="Show a hint")).to_be_focused()
    page.keyboard.press("Enter")
    is_hinted(page)
    expect(page.locator(".space.is-proposed")).to_have_count(0)
    page.get_by_role("button", name="Propose this move").click()
    expect(page.locator(".space.is-proposed")).to_have_count(1)
    picture(page, "hint")
    is_for_all(page)
    fits(page)
    page.locator("#accept:enabled").click()
    expect(page.locator("#hint")).to_be_hidden()
    while page.locator("#outcome-title").count() == 0:
        play_a_move(page)
    expect(page.locator("#outcome")).to_contain_text("because a hint was given")
    page.get_by_role("button", name="Replay").click()
    begin_and_stop(page)
    page.get_by_role("button", name="Find mistakes").click()
    expect(page.locator("#analysis-said")).to_have_text(re.compile("blunder.*mistake"))
    page.get_by_text("All moves in a table").click()
    rows = page.locator("#judged-rows tbody tr")
    expect(rows).to_have_count(page.locator(".replay-move").count())
    verdicts = rows.locator("td:nth-child(6)").all_inner_texts()
    marks = [verdict for verdict in verdicts if verdict in {"mistake", "blunder"}]
    expect(page.locator(".replay-mark:not(:empty)")).to_have_text([re.compile(rf"\? {mark}$") for mark in marks])
    # A click on the end of the curve leads to the end, and the keyboard from there to the best move before it.
    curve = page.locator("#value-chart svg")
    box = curve.bounding_box()
    assert box is not None
    curve.click(position={"x": box["width"] - 11, "y": box["height"] / 2})
    expect(page.locator("#replay-said")).to_have_text(re.compile(r"^(\d+) of \1: "))
    expect(page.locator("#analysis-here")).to_have_text("The end of the match.")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#analysis-here")).to_contain_text("played: ")
    # Whoever moves last may have had no choice; whoever began had.
    page.get_by_role("button", name="To the start").click()
    expect(page.get_by_label(re.compile("the best move: "))).to_have_count(1)
    page.locator("#judged-rows").press("End")
    page.get_by_label("Show the best move").uncheck()
    expect(page.get_by_label(re.compile("the best move: "))).to_have_count(0)
    page.get_by_label("Show the best move").check()
    picture(page, "analysis")
    is_for_all(page)
    assert violations(page) == []
    is_well_laid_out(page)


def test_what_a_position_is_worth_is_said_on_a_board_of_ones_own(
    people: Callable[..., Person], picture: Callable[..., None]
) -> None:
    ada = people("ada")
    page = ada.open(f"/games/{ada.game_id('Tic-Tac-Toe')}/analysis?moves=2,2+1,1+3,3")
    worth = page.locator("#sideline-worth")

    def asked() -> str:
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#proposal")).to_have_text(re.compile(r"^Standard would play: white circle to "))
        return worth.inner_text()

    # Until what it thinks by is loaded it only says what it would play.
    assert re.match(r"Chances: Black \d+.%, White \d+.%\. Best here: white circle to .*\(\d+.%", until(asked))
    expect(page.locator(".space.is-proposed")).to_have_count(1)
    picture(page, "advice on the analysis board", full_page=False)
    page.get_by_role("button", name="Back by one of your moves").click()
    expect(worth).to_be_empty()


def test_why_the_first_of_the_best_is_first_is_said(people: Callable[..., Person]) -> None:
    ada = people("ada")
    page = ada.open(f"/games/{ada.game_id('Tic-Tac-Toe')}/analysis?moves=2,2+1,1+3,3")
    above = [0.51]

    def advise(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        best = [
            {"move": legal["move"], "choice": None, "value": value, "chance": chance}
            for legal, value, chance in zip(told["view"]["legal"], (0.48, above[-1], 0.3), (1, 0, 0), strict=False)
        ]
        told |= {"advice": best[0]["move"], "values": {"black": 0.52, "white": 0.48}, "best": best}
        route.fulfill(response=answer, json=told)

    page.route("**/api/games/*/analysis", advise)
    page.get_by_role("button", name="Hint").click()
    worth = page.locator("#sideline-worth")
    expect(worth).to_contain_text(re.compile(r"\(48.%\) · .*\(51.%\) · .*\(30.%\)\. The first was tried most: "))
    above.append(0.4)
    page.get_by_role("button", name="Hint").click()
    expect(worth).to_have_text(re.compile(r"\(48.%\) · .*\(40.%\) · .*\(30.%\)\.$"))


def test_why_there_is_no_hint_is_said_beside_the_button(people: Callable[..., Person]) -> None:
    ada = people("ada")
    ada.new_match("5on15sq")
    page = ada.page
    page.locator("#hint-ask:enabled").click()
    with refused(page, "matches/*/hint"):
        page.get_by_role("button", name="Show a hint").click()
        expect(page.locator("#hint-fault")).to_have_text(WHY)
