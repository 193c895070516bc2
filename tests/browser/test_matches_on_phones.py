"""A match on a phone, and at 200 % zoom: what belongs together is seen together, and nothing lies on the own pieces."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fixtures.browser import CUT
from fixtures.family_views import FAMILY_VIEWS
from fixtures.pages import Pages
from fixtures.person import until
from fixtures.views import Still
from fixtures.windows import DESK, PHONE
from playwright.sync_api import FloatRect, Locator, Page, ViewportSize, expect

from redscience.api.match.v1 import match_pb2 as match_api
from redscience.interface import json_text
from services.kit.ids import new_id

Looks = Callable[..., tuple[Page, Still]]

ZOOMED: ViewportSize = {"width": 700, "height": 450}
"""A window of 1400 by 900 at 200 %."""
LYING: ViewportSize = {"width": 740, "height": 360}
"""A phone on its side."""
# What of the own rows is hidden by something that lies on it, or outside the window.
COVERED = """() => ["G", "H", "I", "J"].flatMap((row) => [...document.querySelectorAll(`[data-key^=${row}]`)])
  .filter((cell) => {
    const { left, top, width, height } = cell.querySelector(".cell-ground").getBoundingClientRect();
    return ![0.1, 0.9].every((share) =>
      cell.contains(document.elementFromPoint(left + width / 2, top + share * height)));
  }).map((cell) => cell.dataset.key)"""

# How high cards are, and would be if nothing were said of their seats.
WITHOUT_STATES = """(cards) => {
  const heights = () => cards.map((card) => card.offsetHeight);
  const told = heights();
  for (const card of cards) for (const state of card.querySelectorAll(".seat-state")) state.replaceChildren();
  return [told, heights()];
}"""

# The parts of a head, with all that they hold, of which one begins before that beside it has ended.
OVERLAPPING = """(head) => {
  const parts = [...head.querySelectorAll("h1, .button")].filter((part) => part.checkVisibility());
  const seen = parts.map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return range.getBoundingClientRect();
  });
  return parts.filter((_, number) => number > 0 && seen[number].left < seen[number - 1].right - 1)
    .map((part) => part.id);
}"""

IS_IN_FLOW = "(part) => getComputedStyle(part).position !== 'fixed'"


def box(of: Locator) -> FloatRect:
    return until(of.bounding_box)


def bottom(of: Locator) -> float:
    its = box(of)
    return its["y"] + its["height"]


@pytest.mark.parametrize("name", ["agreed", "bases"])
def test_what_stands_beside_the_table_is_read_and_seen_in_one_order(looks: Looks, name: str) -> None:
    page, _ = looks(name, viewport=PHONE)
    expect(page.locator("#beside")).to_be_visible()
    parts = [page.locator(f"#{part}") for part in ("table", "move", "replay", "beside", "happened", "so-far", "chat")]
    seen = [box(part)["y"] for part in parts if part.is_visible() and part.evaluate(IS_IN_FLOW)]
    assert seen == sorted(seen)
    in_document = "(parts) => parts.map((part) => part.id)"
    ids = page.locator("#table, #move, #replay, #beside, #happened, #so-far, #chat").evaluate_all(in_document)
    assert ids == ["table", "move", "replay", "beside", "happened", "so-far", "chat"]


def test_how_it_ended_follows_the_board_and_the_replay_is_seen_with_it(pages: Pages, looks: Looks) -> None:
    page, still = looks("agreed", viewport=PHONE)
    expect(page.locator("#outcome-title")).to_be_in_viewport(ratio=1)
    assert box(page.locator("#move"))["y"] - bottom(page.locator("#table")) < 20
    assert bottom(page.locator("#move")) < box(page.locator("#beside"))["y"]
    steps = [FAMILY_VIEWS["stratego"]()[1], still.told]
    pages.world.told["match.Replay"] = lambda asked: match_api.ReplayResponse(
        steps=len(steps),
        first=asked.first,
        views=[
            match_api.ReplayStep(number=number, view=json_text(view), at_ms=1_790_000_000_000)
            for number, view in enumerate(steps)
        ][asked.first :],
    )
    page.get_by_role("button", name="Replay").click()
    expect(page.locator("#replay-moves")).to_contain_text("agreed")
    for seen in (page.locator("#table .grid"), page.get_by_role("button", name="To the end")):
        expect(seen).to_be_in_viewport(ratio=0.99)  # pages are scrolled by whole pixels
    # No move of the board: it has no number.
    expect(page.locator("#replay-moves .replay-number")).to_have_count(0)


@pytest.mark.parametrize("viewport", [PHONE, ZOOMED], ids=["phone", "zoomed"])
def test_nothing_lies_on_the_own_pieces_also_when_something_is_asked(
    pages: Pages, looks: Looks, viewport: ViewportSize
) -> None:
    page, _ = looks("stratego", viewport=viewport)
    expect(page.locator("#so-far")).to_be_visible()
    until(lambda: page.evaluate(COVERED) == [])
    assert box(page.locator("[data-key=J0] .cell-ground"))["width"] >= 24
    match = pages.world.matches[page.url.rpartition("/")[2]].match
    match.pause_asked_by = "blue"
    page.evaluate("scrollTo(0, 1)")  # Where browsers would go back to.
    page.reload()
    expect(page.locator("#pause")).to_be_visible()
    until(lambda: page.evaluate(COVERED) == [])
    agree, refuse = (page.get_by_role("button", name=name) for name in ("Agree", "Refuse"))
    assert box(agree)["y"] == box(refuse)["y"]
    if viewport is PHONE:
        assert box(agree)["y"] >= bottom(page.locator("#pause-text"))
        assert abs(box(agree)["width"] - box(refuse)["width"]) < 30
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    cover = page.locator("#move" if viewport is PHONE else "#timebar")
    assert bottom(page.locator(".notes")) <= box(cover)["y"]


@pytest.mark.parametrize("name", ["chess", "stratego", "bases", "rainbow"])
def test_on_a_phone_that_lies_on_its_side_the_panel_stands_beside_the_table(looks: Looks, name: str) -> None:
    page, _ = looks(name, viewport=LYING)
    table, clock = page.locator("#table"), page.locator("#timebar")
    expect(clock).to_be_visible()
    assert box(table)["x"] + box(table)["width"] <= box(page.locator("#move"))["x"]
    spaces = page.locator("#table .space-ground, #table .cell-ground")
    until(lambda: bottom(spaces.last) <= box(clock)["y"] and box(spaces.first)["y"] >= 0)
    # No finger would hit anything smaller.
    assert min(box(spaces.first)["width"], box(spaces.first)["height"]) >= 24
    # What has the keyboard has the height of the window, too.
    assert page.evaluate("parseFloat(document.documentElement.style.scrollPaddingBottom)") == clock.evaluate(
        "(bar) => bar.offsetHeight"
    )


def test_nothing_in_the_head_of_a_tournaments_match_lies_on_anything_else(pages: Pages, looks: Looks) -> None:
    page, _ = looks("stratego", viewport=PHONE)
    match = pages.world.matches[page.url.rpartition("/")[2]].match
    match.game_name = "Annas-Five-In-A-Row-19x19"
    match.tournament_id = new_id()
    page.reload()
    link = page.get_by_role("link", name="Tournament")
    expect(link).to_be_in_viewport(ratio=1)
    expect(page.locator("#turn")).to_be_visible()
    assert page.locator(".match-head").evaluate(OVERLAPPING) == []


@pytest.mark.parametrize("name", ["late", "agreed", "bases", "captured"])
def test_names_are_whole_beside_what_is_said_of_their_seats(looks: Looks, name: str) -> None:
    page, _ = looks(name, viewport=PHONE)
    match = page.url
    page.goto("/language/de")
    page.goto(match)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator(".seat-state:not(:empty)").first).to_be_visible()
    assert page.locator("#seats").evaluate(CUT) == []
    # At once, since cards may be drawn anew at any time.
    told, untold = page.locator(".seat").evaluate_all(WITHOUT_STATES)
    assert told == untold
    assert all(height > 0 for height in told)


def test_a_move_of_a_peg_is_one_line_of_the_list(looks: Looks) -> None:
    page, _ = looks("rainbow", viewport=DESK)
    sign, move = page.locator("#so-far-moves svg").first, page.locator("#so-far-moves [translate=no]").first
    assert box(sign)["y"] < bottom(move)
    assert bottom(sign) > box(move)["y"]
    assert box(sign)["x"] < box(move)["x"]


def test_a_turn_that_is_over_is_looked_at_beside_the_board(looks: Looks) -> None:
    page, _ = looks("bases", viewport=DESK)
    expect(page.locator(".round")).to_be_in_viewport(ratio=1)
    expect(page.locator("#round-play")).to_be_in_viewport(ratio=1)
    assert bottom(page.locator(".round")) <= box(page.locator("#so-far"))["y"]
    assert bottom(page.locator(".round")) <= box(page.locator("#timebar"))["y"]
