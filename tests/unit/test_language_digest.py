"""One digest for what plays alike, another for what does not."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from strategies import changed, rule_sets

from redscience import catalogue
from redscience.language import Check, Phase, RuleSet, Shape, Spaces, StalemateRule, english, normal, read, validate
from redscience.language.frozen import FrozenMapping
from redscience.language.model import Board

SLOW = settings(
    deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


def test_digests_are_what_they_were() -> None:
    """Records name games by their digests for ever: a change here needs a new version of the digest."""
    assert RuleSet().digest == "1:6b39b87d8c000484d5c5ffb37cfd3c8f"
    assert catalogue.get("Connect4").digest == "1:a7b3afbf1ba9ecfa774bf37eea9a2966"
    assert catalogue.get("3P-NeedyPoker").digest == "1:8d5078a3795836ba729f5694f62fb87f"


@SLOW
@given(rule_sets(playable=False))
def test_names_and_looks_are_no_part_of_the_rules(rules: RuleSet) -> None:
    color = "yellow" if rules.players == "2+chaos" and rules.colors == "assigned" else None
    renamed = replace(rules, name="Other", about="Something.", chaos_color=color)
    assert not validate(renamed)
    assert renamed.digest == rules.digest


@SLOW
@given(rule_sets(playable=False))
def test_the_normal_form_is_normal_and_survives_copies(rules: RuleSet) -> None:
    assert normal(normal(rules)) == normal(rules)
    assert normal(rules).digest == rules.digest
    assert pickle.loads(pickle.dumps(rules)) == rules  # noqa: S301  (our own bytes)
    assert read(rules.to_json()).digest == rules.digest


@SLOW
@given(rule_sets(playable=False), st.data())
def test_the_rules_read_the_same_exactly_where_they_are_the_same(rules: RuleSet, data: st.DataObject) -> None:
    other = data.draw(changed(rules, playable=False))
    assert (other.digest == rules.digest) == (english(other) == english(rules))


@SLOW
@given(rule_sets(playable=True), st.data())
def test_the_rules_of_what_is_played_read_the_same_exactly_where_they_are_the_same(
    rules: RuleSet, data: st.DataObject
) -> None:
    other = data.draw(changed(rules, playable=True))
    assert (other.digest == rules.digest) == (english(other) == english(rules))


@SLOW
@given(rule_sets(playable=False), st.data())
def test_a_change_that_matters_changes_the_digest(rules: RuleSet, data: st.DataObject) -> None:
    other = data.draw(st.sampled_from(list(_changes(rules))))
    assume(not validate(other))
    assert other.digest != rules.digest


def _changes(rules: RuleSet):  # noqa: ANN202  (rule sets that play otherwise)
    yield replace(rules, seconds_per_turn=60 if rules.seconds_per_turn != 60 else 90)
    yield replace(rules, pieces_per_turn=3 - rules.pieces_per_turn)
    yield replace(rules, agree_draw=not rules.agree_draw)
    for name, shape in rules.shapes.items():
        for owner, count in shape.reserve.items():
            more = replace(shape, reserve=FrozenMapping({**shape.reserve, owner: count + 1}))
            yield replace(rules, shapes=FrozenMapping({**rules.shapes, name: more}))
    for index, check in enumerate(rules.checks):
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
    assert one.digest == other.digest


def test_draws_are_what_is_left_where_all_is_compared_with_chaos() -> None:
    more, less, draws = map(StalemateRule, ("more_pieces_than_chaos_wins", "less_pieces_than_chaos_loses", "draws"))
    digests = {
        replace(PLAIN, players="2+chaos", stalemate=rules).digest
        for rules in ((more, less, draws), (less, more), (draws, less, more))
    }
    assert len(digests) == 1
    assert (
        replace(PLAIN, players="2+chaos", stalemate=(less,)).digest
        != replace(PLAIN, players="2+chaos", stalemate=(less, draws)).digest
    )


def test_all_games_of_the_catalogue_differ() -> None:
    digests = {name: catalogue.get(name).digest for name in catalogue.names()}
    assert len(set(digests.values())) == len(digests)
