"""The reference judge by itself: known counts, decks, hands, and that a normal form plays like what it came from."""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise, permutations
from random import Random

import pytest
from reference.deals import first_deal, is_possible, markers
from reference.grid import Grid
from reference.hands import best_hand
from reference.judge import Judge, start
from strategies import thrown_rule_sets

from redscience.variations import catalogue
from redscience.variations.language import RuleSet, to_json
from redscience.variations.language.canonical import normal
from redscience.variations.language.deck import read_deck
from redscience.variations.language.model import Card
from redscience.variations.language.spaces import goals


def turns(judge: Judge, depth: int) -> int:
    """How many ways there are to play so many whole turns."""
    if depth == 0:
        return 1
    (seat,) = judge.acting
    found, waiting = 0, [judge]
    while waiting:
        before = waiting.pop()
        for move in before.legal(seat):
            if move != "draw":
                after = before.copy()
                after.play(seat, move)
                if after.outcome is None and after.chain is not None:
                    waiting.append(after)
                else:
                    found += turns(after, depth - 1)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("Reversi", (4, 12, 56)),
        ("EnglishDraughts", (7, 49)),
        ("Breakthrough", (22,)),
        ("ChessWithoutCheck", (20,)),
        ("Connect4", (7, 49, 343)),
    ],
)
def test_the_judge_counts_as_everybody_does(name: str, counts: tuple[int, ...]) -> None:
    assert tuple(turns(start(catalogue.get(name)), depth) for depth in range(1, len(counts) + 1)) == counts


def play_at_random(judge: Judge, chance: Random, events: int = 400) -> int:
    for event in range(events):
        if judge.outcome is not None:
            return event
        seat = chance.choice(judge.acting)
        choices = judge.choices(seat)
        judge.play(seat, chance.choices(list(choices), [weight or 0.1 for weight in choices.values()])[0])
    return events


@pytest.mark.parametrize("name", [name for name in catalogue.names() if catalogue.get(name).board.volume < 64])
def test_the_judge_plays_every_named_game_to_its_end(name: str) -> None:
    rules, chance = catalogue.get(name), Random(name)
    judge = start(rules, draw=chance.randrange)
    assert play_at_random(judge, chance) < 400
    assert set(judge.outcome or ()) == set(rules.player_seats)


@pytest.mark.slow
def test_rule_sets_and_their_normal_forms_are_judged_alike() -> None:
    chance = Random(5)
    for rules in islice(thrown_rule_sets(Random(3), largest=12), 40):
        one, other = Judge(rules, draw=lambda _: 0), Judge(normal(rules), draw=lambda _: 0)
        for _ in range(12):
            assert one.outcome == other.outcome, to_json(rules)
            assert one.acting == other.acting, to_json(rules)
            for seat in one.acting:
                assert one.choices(seat) == other.choices(seat), to_json(rules)
            for viewer in rules.seats:
                assert one.looks(viewer) == other.looks(viewer), to_json(rules)
            if one.outcome is not None:
                break
            seat = chance.choice(one.acting)
            move = chance.choice(one.legal(seat))
            one.play(seat, move)
            other.play(seat, move)


HANDS = ("PPPPP", "XXXXP", "TX+SP", "PPPXX", "TX+S", "PPP", "PPXX", "TX+", "PP", "TX", "P")
"""From the highest (rules: 0.4 Hands)."""


@pytest.mark.parametrize(("higher", "lower"), list(pairwise(HANDS)))
def test_hands_rank_as_listed(higher: str, lower: str) -> None:
    assert best_hand(Counter(higher))[:2] > best_hand(Counter(lower))[:2]


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("PP", "SS"),
        ("SP", "XT"),
        ("PPO", "SS"),
        ("PPPSS", "PPPXX"),
        ("XXTT", "XXOO"),
        ("X+S", "TX+"),
        ("P", "O"),
        ("T", "O"),
    ],
)
def test_of_two_hands_alike_the_shapes_that_form_it_decide(higher: str, lower: str) -> None:
    assert best_hand(Counter(higher))[:2] > best_hand(Counter(lower))[:2]


@pytest.mark.parametrize(("one", "other"), [("PPT", "PPX"), ("PPPPPP", "PPPPP"), ("TXTX", "TTXX")])
def test_there_are_no_kickers(one: str, other: str) -> None:
    assert best_hand(Counter(one))[:2] == best_hand(Counter(other))[:2]


SEATS = ("black", "white")


@pytest.mark.parametrize(
    ("deck", "deals"),
    [
        ("[O P X]", {"OPX"}),
        ("{O P X}", {"".join(order) for order in permutations("OPX")}),
        ("[O {P X}]", {"OPX", "OXP"}),
        ("{[O P] X}", {"OPX", "XOP"}),
        ("{{O P} X}", {"OPX", "POX", "XOP", "XPO"}),
        ("{O O P}", {"OOP", "OPO", "POO"}),
    ],
)
def test_a_deck_allows_the_orders_that_its_packs_allow(deck: str, deals: set[str]) -> None:
    pack = read_deck(deck, SEATS)
    shapes = [shape for shape in deck if shape in "OPX"]
    for order in set(permutations(shapes)):
        assert is_possible(pack, [Card(shape) for shape in order]) == ("".join(order) in deals)


def test_cards_that_are_not_reached_do_not_matter() -> None:
    pack = read_deck("{O O P P X}", SEATS)
    assert is_possible(pack, [Card("X"), Card("P")])
    assert not is_possible(pack, [Card("X"), Card("X")])
    assert is_possible(pack, [])


@pytest.mark.parametrize("name", [name for name in catalogue.names() if catalogue.get(name).deck])
def test_the_deck_as_written_is_a_deal(name: str) -> None:
    rules = catalogue.get(name)
    deal = first_deal(rules)
    assert len(deal) == len(markers(rules))
    assert rules.deck is not None
    assert is_possible(rules.deck, deal)


def test_stacks_are_dealt_to_column_by_column_from_the_top() -> None:
    assert markers(catalogue.get("KPoker")) == [(1, 2, 1, 1), (1, 4, 1, 1)]
    assert markers(catalogue.get("TheoryOfMind"))[:4] == [(1, 1, 1, 3), (1, 1, 1, 2), (1, 1, 1, 1), (1, 2, 1, 3)]


@pytest.mark.parametrize("name", catalogue.names())
def test_goal_lines_are_where_the_language_says(name: str) -> None:
    rules: RuleSet = catalogue.get(name)
    grid = Grid(rules)
    for seat, goal in goals(rules).items():
        assert grid.goal(seat) == (goal and ("xy".index(goal.axis), goal.at))
