"""The engine against a second reading of the rules, move by move (tests/reference)."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.duel import compare, duel
from reference.judge import Judge
from strategies import rule_sets, thrown_rule_sets

from redscience.variations import catalogue
from redscience.variations.game import VariationGame
from redscience.variations.language import RuleSet, digest, read
from redscience.variations.state import VariationState


@pytest.mark.slow
@settings(max_examples=6)
@given(rule_sets(), st.integers(0, 1 << 32), st.sampled_from((0.0, 0.03)))
def test_random_rule_sets_are_played_as_the_rules_say(rules: RuleSet, seed: int, leaving: float) -> None:
    duel(rules, Random(seed), events=60, leaving=leaving, moves=5_000)


@pytest.mark.slow
def test_engine_and_judge_agree_on_random_rule_sets(walks: int) -> None:
    """Some, thrown, which are quicker than drawn ones; the same each time, but by `make judges` many and others."""
    chance = Random() if walks else Random(8)
    for rules in islice(thrown_rule_sets(chance), walks or 15):
        duel(rules, chance, events=100, leaving=chance.choice((0.0, 0.03)))


@pytest.mark.slow
@pytest.mark.parametrize("name", catalogue.names())
def test_the_catalogue_is_played_as_the_rules_say(name: str) -> None:
    rules = catalogue.get(name)
    duel(rules, Random(name), events=15 if rules.board.volume > 100 else 200)


def follow(text: str, *events: str) -> tuple[VariationState, Judge]:
    """The state and the judge after events such as `black:O@1,1` and `white:leave`, compared after each."""
    rules = read(text)
    state, judge = VariationGame(rules).start(), Judge(rules)
    compare(state, judge)
    for event in events:
        seat, _, move = event.partition(":")
        if move == "leave":
            state = state.leave(seat)
            judge.leave(seat)
        else:
            state = state.play({seat: move})
            judge.play(seat, move)
        compare(state, judge)
    return state, judge


def test_a_piece_of_the_setup_can_stand_on_a_wall() -> None:
    text = """{"name": "Walled", "board": {"kind": "squares", "size": [3, 3, 1], "walls": ["3,1"]},
               "setup": {"3,1": "white O"},
               "shapes": {"O": {"move": "linear", "reserve": {"black": 2, "white": 2}}}}"""
    state, _ = follow(text, "black:O@1,1", "white:O@2,1", "black:O@1,2")
    assert state.position.startswith("3/bO2/bOwOwO white ")
    assert "3,1>3,2" not in state.play({"white": "O@3,3"}).play({"black": "1,2>1,3"}).legal("white")


def test_pieces_move_onto_and_off_a_stack_that_begins_with_a_wall() -> None:
    text = """{"name": "Walled", "board": {"kind": "stacks", "size": [3, 1, 3], "walls": ["2,1,1"]},
               "checks": [{"check": "first_row_wins", "length": 3}],
               "shapes": {"O": {"move": "adjacent", "reserve": {"black": 1, "white": 1}}}}"""
    state, _ = follow(text, "black:O@2,1", "white:O@1,1", "black:2,1,2>3,1", "white:1,1,1>2,1")
    assert state.position.startswith("2bO|1wO1|3 ")
    assert state.play({"black": "3,1>2,1"}).position.startswith("3|1wO1|1bO1 ")


def test_who_has_passed_and_left_no_longer_counts_as_passing() -> None:
    text = """{"name": "Four", "players": "4", "board": {"kind": "squares", "size": [5, 1, 1]},
               "shapes": {"O": {"reserve": {"pink": 2, "yellow": 2}}}}"""
    state, _ = follow(text, "yellow:leave", "white:leave")
    assert state.acting == ("pink",)
    assert state.play({"pink": "O@1,1"}).outcome is None


def test_a_space_that_keeps_a_piece_out_makes_its_move_fail_where_pieces_below_are_unseen() -> None:
    text = """{"name": "Keep", "players": "3", "cloaking": "hides",
               "board": {"kind": "stacks", "size": [3, 1, 2], "exclusive": {"2,1,2": ["black", "white"]}},
               "checks": [{"check": "first_row_wins", "length": 3}],
               "shapes": {"O": {"move": "adjacent", "reserve": {"black": 1, "white": 1, "pink": 1}}},
               "phases": [{"cloaks": "all"}]}"""
    state, _ = follow(text, "black:O@2,1", "white:O@1,1", "pink:O@2,1")
    assert state.position.startswith("wObO1|3 ")
    assert [piece["at"] for piece in state.view("pink")["table"]["pieces"]] == [[1, 2, 1, 1]]
    # What rides along is let in or not as well.
    text = (
        text.replace('"adjacent"', '"orth_by_stack"')
        .replace('"white": 1', '"white": 2')
        .replace('["black", "white"]', '["pink"]')
    )
    state, _ = follow(text, "black:O@1,1", "white:O@3,1", "pink:O@2,1", "black:1,1,1>2,1")
    assert state.position.startswith("bOkOwO|3 ")


def test_a_tie_on_a_stack_without_captives_shows_nothing_but_what_was_on_top() -> None:
    text = """{"name": "Tie", "cloaking": "hides", "board": {"kind": "stacks", "size": [2, 1, 2]},
               "checks": [{"check": "first_row_wins", "length": 2}],
               "shapes": {"X": {"power": "can", "condition": "cover_by_rank", "result": "reincarnates",
                                "reserve": {"black": 2, "white": 2}}},
               "phases": [{"cloaks": "all"}]}"""
    state, _ = follow(text, "black:X@1,1", "white:X@1,1")
    assert state.position.startswith("bX1|wX1 ")
    assert [piece["at"] for piece in state.view("black")["table"]["pieces"]] == [[1, 1, 1, 1]]
    assert len(state.view("white")["table"]["pieces"]) == 2


def test_a_slide_that_reaches_a_space_in_two_directions_captures_ahead_in_both() -> None:
    text = """{"name": "Round", "board": {"kind": "toroid", "size": [4, 4, 1]},
               "checks": [{"check": "last_piece_wins", "shape": "any"}],
               "setup": {"1,1": "black O", "4,2": "white O", "4,4": "white O"},
               "shapes": {"O": {"move": "diagonal", "power": "can", "condition": "approach", "result": "removes",
                                "reserve": {"black": 0}}}}"""
    state, _ = follow(text, "black:1,1>3,3")
    assert state.outcome == {"black": "win", "white": "lose"}


def test_a_row_that_only_disqualifies_leaves_the_next_check_to_decide() -> None:
    text = """{"name": "Over", "players": "4", "board": {"kind": "squares", "size": [6, 6, 1]},
               "disqualify_overachievers": true,
               "checks": [{"check": "first_row_wins", "length": 2}, {"check": "first_row_loses", "length": 3}],
               "shapes": {"O": {"reserve": {"black": 5, "white": 5, "pink": 5, "yellow": 5}}}}"""
    without = text.replace(', {"check": "first_row_loses", "length": 3}', "")
    assert digest(read(text)) != digest(read(without))
    others = ["white:O@1,6", "pink:O@3,6", "yellow:O@6,6"]
    more = ["white:O@1,4", "pink:O@3,4", "yellow:O@6,4"]
    opening = ["black:O@1,1", *others, "black:O@2,1", *more]
    state, _ = follow(text, *opening)
    assert state.outcome is None
    state, _ = follow(text, *opening, "black:O@3,1")
    assert state.outcome == {"black": "lose", "white": "win", "pink": "win", "yellow": "win"}


def test_nothing_else_is_planned_for_the_space_of_a_castling_rook() -> None:
    text = """{"name": "Castles", "pieces_per_turn": 2, "board": {"kind": "squares", "size": [5, 2, 1]},
               "checks": ["castle"], "stalemate": ["most_pieces_wins"],
               "setup": {"1,1": "black X", "4,1": "black P", "3,2": "black T", "5,2": "white T"},
               "shapes": {"X": {"move": "rook"}, "P": {"move": "adjacent"}, "T": {"move": "adj_orthogonal"}},
               "phases": [{"order": "simultaneous"}]}"""
    state, _ = follow(text, "black:4,1>2,1")
    assert "3,2>3,1" not in state.legal("black")
    state, _ = follow(text, "black:3,2>3,1")
    assert "4,1>2,1" not in state.legal("black")
