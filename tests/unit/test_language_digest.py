"""One digest for what plays alike, another for what does not."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import changed, rule_sets

from redscience.variations import catalogue
from redscience.variations.language import (
    Check,
    Phase,
    RuleSet,
    Shape,
    Spaces,
    StalemateRule,
    digest,
    english,
    normal,
    read,
    to_json,
    validate,
)
from redscience.variations.language.canonical import check_places
from redscience.variations.language.frozen import FrozenMapping
from redscience.variations.language.model import Board

some = settings(max_examples=50)


def test_digests_are_what_they_were() -> None:
    """Records name games by their digests for ever: a change here needs a new version of the digest."""
    assert digest(RuleSet()) == "1:6b39b87d8c000484d5c5ffb37cfd3c8f"
    assert digest(catalogue.get("Connect4")) == "1:a7b3afbf1ba9ecfa774bf37eea9a2966"
    assert digest(catalogue.get("3P-NeedyPoker")) == "1:8d5078a3795836ba729f5694f62fb87f"


@pytest.mark.slow
@some
@given(rule_sets())
def test_names_and_looks_are_no_part_of_the_rules(rules: RuleSet) -> None:
    color = "yellow" if rules.players == "2+chaos" and rules.colors == "assigned" else None
    shapes = {name: replace(shape, called=f"thing {name}", symbol="king") for name, shape in rules.shapes.items()}
    looks = {"chaos_color": color, "shapes": FrozenMapping(shapes)}
    renamed = replace(rules, name="Other", about="Something.", **looks)
    assert not validate(renamed)
    assert digest(renamed) == digest(rules)
    assert normal(renamed) == normal(rules)
    assert read(to_json(renamed)) == renamed


@pytest.mark.slow
@some
@given(rule_sets())
def test_the_normal_form_is_normal_and_survives_copies(rules: RuleSet) -> None:
    assert normal(normal(rules)) == normal(rules)
    assert digest(normal(rules)) == digest(rules)
    assert pickle.loads(pickle.dumps(rules)) == rules  # noqa: S301  (our own bytes)
    assert digest(read(to_json(rules))) == digest(rules)


@pytest.mark.slow
@some
@given(rule_sets(), st.data())
def test_the_rules_read_the_same_exactly_where_they_are_the_same(rules: RuleSet, data: st.DataObject) -> None:
    other = data.draw(changed(rules))
    assert (digest(other) == digest(rules)) == (english(other) == english(rules))


@pytest.mark.slow
@some
@given(rule_sets(), st.data())
def test_a_change_that_matters_changes_the_digest(rules: RuleSet, data: st.DataObject) -> None:
    other = data.draw(st.sampled_from(list(_changes(rules))))
    assume(not validate(other))
    assert digest(other) != digest(rules)


def _changes(rules: RuleSet):  # noqa: ANN202  (rule sets that play otherwise)
    yield replace(rules, seconds_per_turn=60 if rules.seconds_per_turn != 60 else 90)
    yield replace(rules, pieces_per_turn=3 - rules.pieces_per_turn)
    yield replace(rules, agree_draw=not rules.agree_draw)
    for name, shape in rules.shapes.items():
        for owner, count in shape.reserve.items():
            more = replace(shape, reserve=FrozenMapping({**shape.reserve, owner: count + 1}))
            yield replace(rules, shapes=FrozenMapping({**rules.shapes, name: more}))
    for index in check_places(rules):  # another never decides
        check = rules.checks[index]
        if check.length:
            longer = replace(check, length=check.length + 1)
            yield replace(rules, checks=(*rules.checks[:index], longer, *rules.checks[index + 1 :]))
    x, y, z = rules.board.size
    if not rules.setup and rules.board.kind not in {"hash", "toroid"} and rules.board.count == 1:
        yield replace(rules, board=replace(rules.board, size=(x + 1, y, z)))
    for at in Spaces(rules.board.kind, rules.board.size, rules.board.count):
        if at not in rules.board.walls and not all(at in phase.locks for phase in rules.phases):
            yield replace(rules, board=replace(rules.board, walls=(*rules.board.walls, at)))
            break
    yield replace(rules, phases=(*rules.phases, Phase(may_pass=True)))


PLAIN = RuleSet()
SQUARES = Board(kind="squares", size=(3, 3, 1))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (PLAIN, replace(PLAIN, board=SQUARES)),
        (PLAIN, replace(PLAIN, phases=(Phase(placement_only=True),))),
        (
            PLAIN,
            replace(PLAIN, board=replace(PLAIN.board, exclusive=FrozenMapping({(1, 1, 1, 1): ("black", "white")}))),
        ),
        (PLAIN, replace(PLAIN, board=replace(PLAIN.board, sticky=((1, 1, 1, 1),)))),
        (PLAIN, replace(PLAIN, shapes=FrozenMapping({**PLAIN.shapes, "P": Shape(move="adjacent")}))),
        (
            replace(PLAIN, board=replace(SQUARES, walls=((1, 2, 2, 1),))),
            replace(PLAIN, board=SQUARES, phases=(Phase(locks=((1, 2, 2, 1),)),)),
        ),
        (
            replace(PLAIN, board=Board("squares", (9, 1, 1)), checks=(Check("first_row_wins", length=3),)),
            replace(PLAIN, board=Board("squares", (9, 1, 1)), checks=(Check("first_row_wins_no_diagonal", length=3),)),
        ),
        (
            replace(PLAIN, shapes=FrozenMapping({"O": replace(PLAIN.shapes["O"], move="rook")})),
            replace(PLAIN, shapes=FrozenMapping({"O": replace(PLAIN.shapes["O"], move="orthogonal")})),
        ),
    ],
)
def test_what_cannot_matter_does_not_change_the_digest(one: RuleSet, other: RuleSet) -> None:
    assert not validate(one)
    assert not validate(other)
    assert digest(one) == digest(other)


CAPTURING = {"power": "can", "condition": "chain_jump", "result": "removes", "move": "adjacent"}


def made(**fields: object) -> RuleSet:
    """A rule set from the fields of a file, on four by four squares where it does not say."""
    return read(json.dumps({"name": "Made", "board": {"kind": "squares", "size": [4, 4, 1]}, **fields}))


def shape(**fields: object) -> dict[str, object]:
    return {"O": {"reserve": {"black": 3, "white": 3}, **fields}}


def _ranked(result: str, **more: object) -> dict[str, object]:
    """Two ranks that never move."""
    ranked = {"power": "can", "condition": "cover_by_rank", "result": result}
    return {name: shape(**ranked | more)["O"] for name in ("O", "X")}


PLACED_IN_A_ROUND = {"phases": [{"order": "single", "placement_only": True}]}
LINE = {"kind": "squares", "size": [5, 1, 1]}
STACKS = {"kind": "stacks", "size": [3, 1, 3]}
HELD = {"O": {"reserve": {"black": 3, "white": 3}}}
MOVING_ON_STACKS = {"shapes": {"O": {"move": "adjacent", **HELD["O"]}}, "phases": [{"locks": "2,1,1"}] * 2}
TWO = [{"locked": ["chaos"]}, {"locked": ["chaos"], "may_pass": True}]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(
            {"shapes": shape(move="linear"), "phases": [{"placement_only": True}]},
            {"shapes": shape()},
            id="a move where nothing may be moved",
        ),
        pytest.param(
            {"shapes": shape(**CAPTURING)},
            {"shapes": shape(**CAPTURING | {"condition": "chain_jump_back"})},
            id="jumping back where no move is forward only",
        ),
        pytest.param(
            {"shapes": shape(**CAPTURING), "phases": [{"order": "simultaneous"}]},
            {"shapes": shape(**CAPTURING | {"condition": "jump"}), "phases": [{"order": "simultaneous"}]},
            id="going on jumping in sealed plans",
        ),
        pytest.param(
            {
                "shapes": {
                    **shape(move="adjacent"),
                    "X": {**shape(power="must", condition="cover", result="removes")["O"]},
                }
            },
            {
                "shapes": {
                    **shape(move="adjacent"),
                    "X": {**shape(power="can", condition="cover", result="removes")["O"]},
                }
            },
            id="having to capture what lands on it",
        ),
        pytest.param(
            {"board": LINE, "shapes": shape(move="adjacent")},
            {"board": LINE, "shapes": shape(move="adj_orthogonal")},
            id="diagonals in a row",
        ),
        pytest.param(
            {"board": LINE, "shapes": shape(move="linear_or_knight")},
            {"board": LINE, "shapes": shape(move="orthogonal")},
            id="knights in a row",
        ),
        pytest.param(
            {"players": "2+chaos", "phases": TWO, "board": {**LINE, "exclusive": {"1,1": ["black", "chaos"]}}},
            {"players": "2+chaos", "phases": TWO, "board": {**LINE, "exclusive": {"1,1": ["black"]}}},
            id="a space of one who never acts",
        ),
        pytest.param(
            {"players": "2+chaos", "phases": TWO, "board": {**LINE, "exclusive": {"1,1": ["black", "white"]}}},
            {"players": "2+chaos", "phases": TWO, "board": LINE},
            id="a space of all who ever act",
        ),
        pytest.param(
            {"shapes": HELD, "stalemate": ["most_shape_wins"]},
            {"shapes": HELD, "stalemate": ["most_pieces_wins"]},
            id="the shape where there is only one",
        ),
        pytest.param(
            {"shapes": HELD, "stalemate": [{"rule": "least_kind_rows_loses", "length": 3}]},
            {"shapes": HELD, "stalemate": [{"rule": "least_rows_loses", "length": 3}]},
            id="rows of one shape where there is only one",
        ),
        pytest.param(
            {"shapes": shape(**CAPTURING), "checks": [{"check": "last_piece_wins", "shape": "O"}]},
            {"shapes": shape(**CAPTURING), "checks": [{"check": "last_piece_wins", "shape": "any"}]},
            id="the last of the only shape",
        ),
        pytest.param(
            {"shapes": _ranked("removes", power="must", move="adjacent"), **PLACED_IN_A_ROUND},
            {"shapes": _ranked("removes"), **PLACED_IN_A_ROUND},
            id="having to capture where pieces only collide",
        ),
        pytest.param(
            {"shapes": _ranked("reincarnates"), "phases": [{"order": "single"}]},
            {"shapes": _ranked("removes"), "phases": [{"order": "single"}]},
            id="what becomes of captives where pieces only collide",
        ),
        pytest.param(
            {"board": {**LINE, "walls": "2,1"}, "shapes": HELD, "phases": [{}, {}]},
            {"board": LINE, "shapes": HELD, "phases": [{"locks": "2,1"}, {"locks": "2,1"}]},
            id="locks of all phases where nothing falls",
        ),
        pytest.param(
            {"board": {**STACKS, "walls": "2,1"}, "shapes": HELD},
            {"board": {**STACKS, "sticky": "2,1,1"}, "shapes": HELD, "phases": [{"locks": "2,1"}]},
            id="a stack that is locked as a whole",
        ),
        pytest.param(
            {"board": {**STACKS, "sticky": "2,1,1", "exclusive": {"2,1,1": ["black"]}}, **MOVING_ON_STACKS},
            {"board": STACKS, **MOVING_ON_STACKS},
            id="marks under a lock of all phases",
        ),
    ],
)
def test_what_means_the_same_has_one_digest(one: dict[str, object], other: dict[str, object]) -> None:
    assert made(**one) != made(**other)
    assert digest(made(**one)) == digest(made(**other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(
            {"shapes": shape(**CAPTURING | {"move": "forward_diag"})},
            {"shapes": shape(**CAPTURING | {"move": "forward_diag", "condition": "chain_jump_back"})},
            id="jumping back where moves are forward only",
        ),
        pytest.param(
            {"board": {"kind": "toroid", "size": [5, 1, 1]}, "shapes": shape(move="adjacent_or_knight")},
            {"board": {"kind": "toroid", "size": [5, 1, 1]}, "shapes": shape(move="adj_orthogonal")},
            id="knights around a ring",
        ),
        pytest.param(
            {"board": LINE, "shapes": shape(move="adjacent"), "phases": [{}, {"placement_only": True}]},
            {"board": LINE, "shapes": shape(), "phases": [{}, {}]},
            id="a move in one of two phases",
        ),
        pytest.param(
            {"players": "2+chaos", "phases": TWO, "board": {**LINE, "exclusive": {"1,1": ["chaos"]}}},
            {"players": "2+chaos", "phases": TWO, "board": LINE},
            id="a space that is nobody's who acts",
        ),
        pytest.param(
            {
                "board": {"kind": "stacks", "size": [3, 1, 3]},
                "shapes": shape(power="must", condition="cover", result="removes"),
            },
            {
                "board": {"kind": "stacks", "size": [3, 1, 3]},
                "shapes": shape(power="can", condition="cover", result="removes"),
            },
            id="having to capture on stacks",
        ),
        pytest.param(
            {"board": {**STACKS, "walls": "2,1,1"}, "shapes": HELD},
            {"board": STACKS, "shapes": HELD, "phases": [{"locks": "2,1,1"}]},
            id="a wall that is rested upon, and a lock",
        ),
    ],
)
def test_what_means_something_else_has_another_digest(one: dict[str, object], other: dict[str, object]) -> None:
    assert digest(made(**one)) != digest(made(**other))


def test_draws_are_what_is_left_where_all_is_compared_with_chaos() -> None:
    more, less, draws = map(StalemateRule, ("more_pieces_than_chaos_wins", "less_pieces_than_chaos_loses", "draws"))
    digests = {
        digest(replace(PLAIN, players="2+chaos", stalemate=rules))
        for rules in ((more, less, draws), (less, more), (draws, less, more))
    }
    assert len(digests) == 1
    assert digest(replace(PLAIN, players="2+chaos", stalemate=(less,))) != digest(
        replace(PLAIN, players="2+chaos", stalemate=(less, draws))
    )


def test_all_games_of_the_catalogue_differ() -> None:
    digests = {name: digest(catalogue.get(name)) for name in catalogue.names()}
    assert len(set(digests.values())) == len(digests)
