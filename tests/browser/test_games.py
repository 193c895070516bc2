"""Games of every sort, played through the pages to the end against Random and Chaos."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from fixtures.browser import Person
from fixtures.decisions import OVER, decide, is_over, play_to_the_end, wait_for_my_turn
from fixtures.windows import PHONE
from playwright.sync_api import expect

MOST_MATCHES = 20


@pytest.mark.parametrize(
    ("game", "players", "passing_after"),
    [
        ("BoS", 2, 9),  # two boards, a sealed round, Chaos
        ("4P-TrendSetter", 4, 9),  # a sealed round of four
        ("Centipede9", 2, 2),  # captures on stacks, passing, two phases
        ("Shopping9", 2, 2),  # everything is cloaked, phases of one player each
        ("3P-PublicGoods", 3, 9),  # stacks are moved, a pot is split
        ("KPoker", 2, 1),  # cards are dealt, chips are bet
        ("TheoryOfMind", 4, 2),  # cards of which one's own are not seen
        ("KBeauty9", 4, 1),  # overachievers are disqualified
        ("ContractPD", 2, 9),  # a single round, then rounds
        ("Breakthrough", 2, 9),  # pieces that capture, and goal lines
        ("EnglishDraughts", 2, 9),  # chains of jumps, promotion
    ],
)
def test_a_match_is_played_to_its_end(
    people: Callable[..., Person], game: str, players: int, passing_after: int
) -> None:
    ada = people("ada", viewport=PHONE, has_touch=True)
    ada.new_match(game, players=players)
    page = ada.page
    play_to_the_end(page, passing_after=passing_after, most=200)
    expect(page.locator("#outcome-title")).to_have_text(re.compile(r"^(You won|You lost|A draw)\.$"))
    expect(page.locator(".outcome-text")).not_to_be_empty()
    expect(page.locator("#move-fault")).to_be_empty()
    for seat in page.locator(".seat").all():
        expect(seat).to_contain_text(re.compile("won|drew|lost|Chaos"))


def test_the_same_players_play_again_and_chaos_with_them(people: Callable[..., Person]) -> None:
    ada = people("ada")
    ada.new_match("BoS")
    page = ada.page
    play_to_the_end(page, passing_after=0)
    before = page.url
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda address: address != before)
    wait_for_my_turn(page)
    expect(page.locator(".seat")).to_have_count(3)
    expect(page.locator(".seat").last).to_contain_text("Chaos")


def test_a_sealed_round_is_planned_in_secret_and_told_when_it_is_over(people: Callable[..., Person]) -> None:
    ada = people("ada")
    ada.new_match("RockPaperScissors")
    page = ada.page
    wait_for_my_turn(page)
    expect(page.locator("#status")).to_have_text("Make your plan.")
    expect(page.locator("#subtitle")).to_have_text("All plan in secret, then move at once; no passing.")
    paper = page.locator("#hand").get_by_role("button", name="paper")
    paper.click()
    expect(paper).to_have_attribute("aria-pressed", "true")
    page.locator(".space.is-choosable").first.click()
    expect(page.locator("#proposal")).to_contain_text(re.compile("(Black|White) paper to column 1, height 1"))
    page.get_by_role("button", name="Accept Move").click()
    page.locator(OVER).wait_for()
    told = page.get_by_role("region", name="What happened last").get_by_role("listitem")
    expect(told).to_have_count(2)
    expect(told.filter(has_text="You played")).to_contain_text("paper to column 1")
    expect(told.filter(has_text="Random played")).to_have_count(1)
    expect(page.locator(".space.is-last")).to_have_count(2)


def test_an_attempt_that_fails_is_told_to_whom_it_happened(people: Callable[..., Person]) -> None:
    ada = people("ada")
    page = ada.page
    failed = page.locator("#proposal, #happened-list").filter(has_text="You tried").first
    # Two of nine spaces hold unseen pieces from the start, and others' moves are unseen: in two matches of three one
    # is stumbled over, and that is told until one's next move.
    for _ in range(MOST_MATCHES):
        ada.new_match("4P-Blind-TTT", players=4)
        wait_for_my_turn(page)
        while not is_over(page):
            expect(page.locator(".seat").filter(has_text="hidden")).to_have_count(2)
            decide(page, passing=False)
            wait_for_my_turn(page)
            if failed.count():
                expect(failed).to_contain_text(re.compile(r"stands on column \d, row \d, and nothing moved\."))
                return
    pytest.fail(f"nothing was stumbled over in {MOST_MATCHES} matches")
