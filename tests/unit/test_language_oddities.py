"""What is allowed in rules and hardly meant, and the fields that sentences come from."""

from __future__ import annotations

import json
import re
from itertools import islice
from random import Random
from typing import Any

import pytest
from strategies import thrown_rule_sets

from redscience.interface import State
from redscience.variations import catalogue
from redscience.variations.game import VariationGame
from redscience.variations.language import RuleSet, form, read, sentences, unmet, warnings_of

LINE = {"board": {"kind": "squares", "size": [5, 5, 1]}, "shapes": {"O": {"reserve": {"black": 4, "white": 4}}}}

ROOM_FOR_ONE = {
    "board": {"kind": "squares", "size": [3, 2, 1], "walls": "1-2,1"},
    "phases": [{"locks": "3,1"}],
    "setup": {"1,2": "white O", "2,2": "black O"},
    "checks": [{"check": "first_row_wins", "length": 2}],
}
FULL = {
    "board": {"kind": "squares", "size": [4, 1, 1]},
    "setup": {"1,1": "white O", "2,1": "black O", "3,1": "black O", "4,1": "white O"},
}


def file_of(**fields: object) -> str:
    return json.dumps({"format": "redscience-rules/1", "name": "Odd", **fields})


def rules_of(**fields: object) -> RuleSet:
    return read(file_of(**fields))


@pytest.mark.parametrize(
    ("fields", "path", "words"),
    [
        (
            {**LINE, "setup": {"1-3,1": "white O"}},
            "checks[0]",
            "White has three in a row before the first move.",
        ),
        (
            {**LINE, "checks": [{"check": "first_row_wins", "length": 5}]},
            "checks[0]",
            "Nobody ever has more than four pieces, so that there are never five in a row.",
        ),
        (
            {**LINE, "checks": ["any_piece_loses"], "setup": {"1,1": "black O", "2,1": "white O"}},
            "checks[0]",
            "Black and white have pieces on the board before the first move.",
        ),
        (
            {
                **LINE,
                "shapes": {"O": {"move": "adjacent", "reserve": {"black": 4, "white": 4}}},
                "board": {"kind": "squares", "size": [5, 5, 1], "walls": "1-5,5"},
                "checks": ["goal_reached_wins"],
            },
            "checks[0]",
            "Black has a goal line that they may not enter.",
        ),
        (
            {"phases": [{"locked": "white"}]},
            "phases[0].locked[0]",
            "White is locked from first to last, and never moves.",
        ),
        (
            {"shapes": {"O": {"reserve": {"black": 5}}}},
            "shapes.O.reserve.white",
            "White never has anything to place or to move.",
        ),
        (
            {"shapes": {"O": {"reserve": {"black": 5}}}, "phases": [{}, {"locked": "black"}]},
            "phases[1].locked",
            "Phase 2 is over at once: nobody who plays in it has anything to place or to move.",
        ),
        (
            {"shapes": {"O": {"reserve": {"black": 5, "white": 4}}, "X": {}}},
            "shapes.X.reserve.black",
            "There is no X: nobody has one in reserve, and none is on the board.",
        ),
        (
            {"shapes": {"O": {"reserve": {"black": 10, "white": 4}}}},
            "shapes.O.reserve.black",
            "Black has ten circles in reserve, and the board has room for nine: nothing takes any off it again.",
        ),
        (
            {**ROOM_FOR_ONE, "shapes": {"O": {"reserve": {"black": 5, "white": 2}}}},
            "shapes.O.reserve.white",
            "White has two circles in reserve, and the board has room for one: nothing takes any off it again.",
        ),
        (
            {**FULL, "shapes": {"O": {"move": "adjacent", "reserve": {"black": 1}}}},
            "shapes.O.reserve.black",
            "Black has one circle in reserve, and the board is full: nothing takes any off it again.",
        ),
        (
            {"checks": [{"check": "first_row_wins_no_diagonal", "length": 2}]},
            "checks[0]",
            "Black begins, and can have two in a row on the second turn, whatever white does. Ask for a longer row.",
        ),
    ],
)
def test_what_is_odd_is_said_with_its_field(fields: dict[str, object], path: str, words: str) -> None:
    told = [(warning.paths[0], warning.text) for warning in warnings_of(rules_of(**fields))]
    assert (path, words) in told


PLACED_THEN_MOVED: dict[str, Any] = {
    "board": {"kind": "squares", "size": [3, 3, 1]},
    "checks": ["no_move_loses"],
    "shapes": {"O": {"move": "adjacent", "reserve": {"black": 3, "white": 3}}},
    "phases": [{"placement_only": True}, {}],
}
NEVER_REACHED = (
    "In phase 1 whoever is first to have nothing to place loses, so that phase 2 never begins. Let players pass in"
    " phase 1."
)


def furthest(rules: RuleSet, games: int = 20) -> int:
    """The last phase that random matches come to."""
    phases, chance = set[int](), Random(3)
    for seed in range(games):
        state = VariationGame(rules).start(seed)
        while not state.outcome:
            phases.add(state.phase + 1)
            state = state.play({seat: chance.choice(state.legal(seat)) for seat in state.acting[:1]})
    return max(phases)


def test_a_phase_that_is_never_reached_is_odd() -> None:
    rules = rules_of(**PLACED_THEN_MOVED)
    assert [warning.text for warning in warnings_of(rules)] == [NEVER_REACHED]
    assert furthest(rules) == 1
    passing = rules_of(**{**PLACED_THEN_MOVED, "phases": [{"placement_only": True, "may_pass": True}, {}]})
    assert not warnings_of(passing)
    assert furthest(passing) == 2


@pytest.mark.parametrize(
    "fields",
    [
        {"phases": [{"placement_only": True, "order": "simultaneous"}, {}]},
        {"phases": [{}, {}]},
        {"checks": [{"check": "first_row_wins", "length": 3}]},
    ],
)
def test_a_phase_that_may_be_reached_is_not_odd(fields: dict[str, Any]) -> None:
    assert NEVER_REACHED not in [warning.text for warning in warnings_of(rules_of(**{**PLACED_THEN_MOVED, **fields}))]


@pytest.mark.parametrize(("check", "result"), [("any_piece_wins", "wins"), ("any_piece_loses", "loses")])
def test_a_first_piece_that_decides_is_odd(check: str, result: str) -> None:
    rules = rules_of(board=FIVE, checks=[check], shapes={"O": PLENTY})
    assert [warning.text for warning in warnings_of(rules)] == [f"Whoever places the first piece {result} at once."]
    after = VariationGame(rules).start().play({"black": "O@3,3"})
    assert after.outcome
    assert after.outcome["black"] == {"wins": "win", "loses": "lose"}[result]
    assert not warnings_of(rules_of(board=FIVE, checks=[check], shapes={"O": PLENTY}, phases=[{"order": "single"}]))


def test_what_may_still_come_about_is_not_odd() -> None:
    """Captives and cards change what somebody has."""
    captured = {"power": "can", "condition": "surround_line", "result": "converts", "reserve": {"black": 1, "white": 1}}
    assert not warnings_of(rules_of(board={"kind": "squares", "size": [5, 5, 1]}, shapes={"O": captured}))
    assert not warnings_of(RuleSet())


PLENTY = {"reserve": {"black": 8, "white": 8}}
FIVE = {"kind": "squares", "size": [5, 5, 1]}


@pytest.mark.parametrize("kind", ["squares", "tetrakis", "toroid", "hexagons"])
def test_a_row_that_nobody_can_stop_is_odd(kind: str) -> None:
    rules = rules_of(board={"kind": kind, "size": [4, 4, 1]}, shapes={"O": PLENTY})
    assert [warning.text for warning in warnings_of(rules)] == [
        "Black begins, and can have three in a row on the third turn, whatever white does. Ask for a longer row."
    ]
    assert can_black_win(VariationGame(rules).start(), turns=3)
    assert not can_black_win(VariationGame(rules).start(), turns=2)


def can_black_win(state: State, turns: int) -> bool:
    """Whether black, who is to move, can win in so many turns of its own, whatever white does."""
    after = [state.play({"black": move}) for move in state.legal("black")]
    if any(then.outcome for then in after):
        return True
    return turns > 1 and any(
        all(can_black_win(then.play({"white": reply}), turns - 1) for reply in then.legal("white")) for then in after
    )


@pytest.mark.parametrize(
    "fields",
    [
        {"board": {"kind": "squares", "size": [4, 3, 1]}},
        {"board": {"kind": "stacks", "size": [5, 1, 5]}},
        {"board": {**FIVE, "walls": "3,3"}},
        {"board": {**FIVE, "count": 2}},
        {"checks": [{"check": "first_row_wins", "length": 4}]},
        {"checks": [{"check": "first_row_loses", "length": 3}]},
        {"checks": [{"check": "first_row_wins", "length": 3}, "no_move_loses"]},
        {"checks": [], "stalemate": ["most_pieces_wins"]},
        {"players": "3"},
        {"colors": "shared", "shapes": {"O": {"reserve": {"black": 8}}}},
        {"pieces_per_turn": 2},
        {"phases": [{"order": "simultaneous"}]},
        {"phases": [{}, {}]},
        {"setup": {"1,1": "white O"}},
        {"shapes": {"O": {"reserve": {"black": 2, "white": 8}, "move": "adjacent"}}},
        {"shapes": {"O": {**PLENTY, "power": "can", "condition": "adjacent", "result": "removes"}}},
    ],
)
def test_a_row_that_somebody_may_stop_is_not_odd(fields: dict[str, Any]) -> None:
    rules = rules_of(**{"board": FIVE, "shapes": {"O": PLENTY}} | fields)
    assert not any("whatever" in warning.text for warning in warnings_of(rules))


def test_more_in_reserve_than_fits_is_odd_only_where_spaces_are_never_free_again() -> None:
    def are_odd(result: str | None = None, **fields: Any) -> bool:
        power = {"power": "can", "condition": "adjacent", "result": result} if result else {}
        shapes = {"O": {**power, "reserve": {"black": 10, "white": 4}}}
        rules = rules_of(**{"board": {"kind": "squares", "size": [3, 3, 1]}, "shapes": shapes} | fields)
        return any("has room for" in warning.text for warning in warnings_of(rules))

    assert are_odd()
    # Captives that stay leave no space behind.
    assert are_odd("paralyzes")
    assert are_odd("converts")
    assert not are_odd("removes")
    assert not are_odd("reincarnates")
    # Those that come to one space at once are both lost.
    assert not are_odd(phases=[{"order": "simultaneous"}])
    # As many as there are spaces can come about: whoever passes leaves them to the other.
    fits = {"O": {"reserve": {"black": 9, "white": 9}}}
    assert not are_odd(shapes=fits)
    assert not are_odd(board={"kind": "squares", "size": [3, 3, 1], "count": 2})
    # What the deck deals may be a blank.
    dealt = {"setup": {"1,1": "dealt"}, "deck": "{O .}", "shapes": fits}
    assert not are_odd(**dealt)


def test_no_game_of_the_catalogue_has_more_in_reserve_than_fits() -> None:
    odd = [name for name in catalogue.names() for one in warnings_of(catalogue.get(name)) if "room for" in one.text]
    assert odd == []


def test_a_choice_that_would_mean_nothing_says_what_it_lacks_whatever_else_is_wrong() -> None:
    fields = {"board": {"kind": "stacks", "size": [4, 1, 4]}, "name": "no name", "colors": "shared"}
    told = {(one.path, one.value): one.why for one in unmet(file_of(**fields))}
    assert told["shapes.{shape}.condition", "jump"].endswith("Choose “Cover” or “Cover by rank”, or another board.")
    assert ("shapes.{shape}.condition", "cover") not in told
    assert ("stalemate", "most_pieces_wins") in told
    # Spaces can be cloaked only once there is cloaking.
    assert "cloaking" not in {path for path, _ in told}
    # What is at fault itself says nothing of what needs it.
    assert not [one for one in unmet(file_of(players="nine")) if "Chaos" in one.why]
    assert not list(unmet("{"))


_FIELDS = {field["path"] for section in form()["sections"] for field in section["fields"]}


def field_of(path: str) -> str:
    """The field of the form that a path of a file speaks of."""
    general = re.sub(r"^phases\[\d+\]", "phases[{phase}]", re.sub(r"^(checks|stalemate)\[\d+\]$", r"\1", path))
    general = re.sub(r"^shapes\.[^.]+\.reserve\.\w+$", "shapes.{shape}.reserve.{owner}", general)
    general = re.sub(r"\.locked\[\d+\]$", ".locked", general)
    return re.sub(r"^shapes\.[^.]+\.(?!reserve)", "shapes.{shape}.", general)


def test_every_sentence_knows_the_fields_that_it_comes_from() -> None:
    named = (catalogue.get(name) for name in catalogue.names())
    for rules in (*named, *islice(thrown_rule_sets(Random(7)), 60)):
        for sentence in (*sentences(rules), *warnings_of(rules)):
            assert sentence.paths, sentence.text
            assert {field_of(path) for path in sentence.paths} <= _FIELDS, sentence
            assert all(int(index) < len(rules.checks) for index in re.findall(r"checks\[(\d+)\]", str(sentence.paths)))


def test_what_is_locked_for_ever_is_led_to_where_it_was_locked() -> None:
    def led_to(**fields: Any) -> str:
        told = sentences(rules_of(board={"kind": "squares", "size": [5, 5, 1], **fields.pop("board", {})}, **fields))
        return next(each.paths[0] for each in told if each.text.startswith("Nobody may ever enter"))

    assert led_to(phases=[{"locks": "1,1"}]) == "phases[0].locks"
    assert led_to(board={"walls": "1,1"}) == "board.walls"
    assert led_to(board={"walls": "1,1"}, phases=[{"locks": "2,1"}]) == "board.walls"


def test_a_check_is_found_again_where_it_stands_in_the_file() -> None:
    checks = ["castle", {"check": "first_row_wins", "length": 4}]
    shapes = {
        "O": {"move": "rook", "reserve": {"black": 2, "white": 2}},
        "X": {"move": "adjacent", "reserve": {"black": 2, "white": 2}},
    }
    told = sentences(rules_of(board={"kind": "squares", "size": [5, 5, 1]}, checks=checks, shapes=shapes))
    assert next(each.paths for each in told if "four of their pieces" in each.text) == ("checks[1]",)
    assert next(each.paths for each in told if "may castle" in each.text) == ("checks[0]",)
