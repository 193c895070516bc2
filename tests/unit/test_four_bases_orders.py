"""Four Bases: which orders a seat may give, and what is said of those that it may not."""

from __future__ import annotations

import pytest
from fixtures.bases import after, game, placed, table

from redscience.errors import IllegalMove, MatchOver, NotActing, UnreadableMove
from redscience.four_bases import notation
from redscience.four_bases.engine.records import MAX_PLAN
from redscience.four_bases.notation import Order


def starting(moves: tuple[str, ...], word: str) -> list[str]:
    return [move for move in moves if move.startswith(word)]


def test_at_first_a_base_may_produce_and_nothing_else_may_be_done() -> None:
    legal = table(4).legal("west")
    assert len(legal) == 6 * 4 + 2
    assert {move.partition("@")[2] for move in legal[:-2]} == {f"{at} by 1,5" for at in ("1,5", "1,4", "1,6", "2,5")}
    assert legal[-2:] == ("flag up", "done")


def test_there_is_an_action_for_having_a_piece_and_one_for_each_base() -> None:
    assert table(4).view("south")["orders"]["actions"] == 1
    assert table(4, south="1@3,3").view("south")["orders"]["actions"] == 2
    start = table(4, south="1@3,3 1@1,5 1@5,9", west="1@5,1")
    assert [start.view(seat)["orders"]["actions"] for seat in ("south", "west", "north", "east")] == [3, 2, 0, 1]


def test_actions_are_used_by_moves_early_moves_and_bases() -> None:
    state = table(south="1@1,1 3@7,1 1@1,4")
    for order in ("move 1,1>1,2", "produce B@4,1 by 4,1"):
        state = state.play({"south": order})
    assert state.legal("south") == ("flag up", "done")
    for order in ("move 1,4>1,5", "flash 7,1>7,2"):
        with pytest.raises(IllegalMove, match="all your actions are used"):
            state.play({"south": order})


def test_factories_and_tows_are_free() -> None:
    state = table(south="0@4,1 4@2,2 1@2,1").play({"south": ["move 2,2>2,3", "move 2,1>3,1", "tow 2,1 by 2,2"]})
    assert state.play({"south": "produce 1@4,2 by 4,1"}).play({"south": "done"}).acting == ("north",)


def test_a_train_may_tow_only_once_it_is_to_move() -> None:
    start = table(south="4@2,2 B@2,1", north="1@3,2")
    assert starting(start.legal("south"), "tow") == []
    moving = start.play({"south": "move 2,2>2,3"})
    assert starting(moving.legal("south"), "tow") == ["tow 2,3 by 2,2", "tow 2,1 by 2,2", "tow 1,2 by 2,2"]
    assert starting(moving.play({"south": "tow 2,1 by 2,2"}).legal("south"), "tow") == []
    assert start.view("south")["orders"]["pieces"][1]["tows"] == [[2, 3], [2, 1], [1, 2]]


def test_a_piece_has_one_order_to_move() -> None:
    state = table(south="3@2,2 1@5,5").play({"south": "flash 2,2>2,3"})
    assert starting(state.legal("south"), "move") == [f"move 5,5>{at}" for at in ("5,6", "6,5", "5,4", "4,5")]
    assert starting(state.legal("south"), "flash") == []


def test_bombs_never_move_and_only_flashes_move_early() -> None:
    legal = table(south="B@2,2 0@5,5 3@1,1").legal("south")
    assert {move[5:8] for move in starting(legal, "move")} == {"5,5", "1,1"}
    assert starting(legal, "flash") == ["flash 1,1>1,2", "flash 1,1>2,1"]


def test_a_factory_on_its_base_is_the_first_to_produce_there_and_the_base_the_second() -> None:
    state = table(south="0@4,1 1@1,1")
    assert [one["by"] for one in state.view("south")["orders"]["producers"]] == ["factory", "base"]
    state = state.play({"south": "produce 1@4,2 by 4,1"})
    assert state.view("south")["orders"]["used"] == 0
    state = state.play({"south": "produce 1@3,1 by 4,1"})
    assert state.view("south")["orders"]["used"] == 1
    with pytest.raises(IllegalMove, match="what is on 4,1 produces already"):
        state.play({"south": "produce 1@5,1 by 4,1"})


def test_one_order_about_the_flag_a_turn() -> None:
    state = table(3).play({"south": "flag up"})
    assert starting(state.legal("south"), "flag") == []
    up = after(table(3), south="flag up")
    assert starting(up.legal("south"), "flag") == ["flag down"]


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("move 1,1>1,2", "no piece of yours stands on 1,1"),
        ("move 3,3>3,4", "no piece of yours stands on 3,3"),
        ("move 2,2>2,3", "the bomb on 2,2 never moves"),
        ("move 5,5>5,7", "5,7 is not beside 5,5"),
        ("move 5,5>5,5", "5,5 is not beside 5,5"),
        ("flash 5,5>5,6", "the piece on 5,5 is no flash"),
        ("produce 1@4,2 by 4,7", "neither a factory nor a base of yours is on 4,7"),
        ("produce 1@4,3 by 4,1", "4,3 is not beside 4,1"),
        ("produce 1@6,6 by 6,6", "neither a factory nor a base"),
        ("produce 1@4,1 by 4,1", "a piece stands on 4,1"),
        ("tow 5,6 by 5,5", "the piece on 5,5 is no train"),
        ("tow 4,2 by 4,1", "the train on 4,1 has no order to move"),
        ("flag down", "your flag is down already"),
        ("move 5,5>5,8", "the board has the spaces 1,1 to 7,7"),
        ("move 0,5>1,5", "the board has the spaces"),
    ],
)
def test_an_order_that_may_not_be_given_names_the_piece_the_place_and_the_rule(order: str, said: str) -> None:
    start = table(south="B@2,2 1@5,5 4@4,1", north="1@3,3")
    with pytest.raises(IllegalMove, match=said) as refused:
        start.play({"south": order})
    assert order in refused.value.message


def test_other_refusals_are_named_too() -> None:
    start = table(south="4@4,1 1@4,2 1@1,1", north="1@3,1", flags=["south"])
    moving = start.play({"south": "move 4,1>5,1"})
    for state, order, said in (
        (moving, "move 4,1>4,2", "has an order to move already"),
        (moving, "tow 3,1 by 4,1", "an opposing piece stands on 3,1"),
        (moving.play({"south": "tow 4,2 by 4,1"}), "tow 4,2 by 4,1", "the train on 4,1 tows already"),
        (start, "flag up", "your flag is up already"),
        (start.play({"south": "flag down"}), "flag down", "an order about your flag already"),
    ):
        with pytest.raises(IllegalMove, match=said):
            state.play({"south": order})


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "move 5,1", "move 5,1>5", "produce 7@5,1 by 5,1", "produce 1@5,1", "flag", "x" * 500, "5,1>5,2"],
)
def test_what_is_no_order_is_said_to_be_none(text: str) -> None:
    with pytest.raises(UnreadableMove) as refused:
        table().play({"south": text})
    assert len(refused.value.message) < 300


def test_orders_are_read_in_whatever_case_and_written_in_one() -> None:
    for text in ("PRODUCE b@4,1  by 4,1", " produce B @ 4,1 by 4,1 ", "produce b@ 4,1 by 4,1"):
        assert notation.read(text) == Order("produce", (4, 1), (4, 1), "B")
    for text in ("move 5,1>5,2", "flash 5,1>5,2", "produce 3@5,2 by 5,1", "tow 5,2 by 5,3", "flag up", "done"):
        assert notation.write(notation.read(text)) == text
    assert str(table().play({"south": "Produce b@4,1 BY 4,1"})).endswith(" 7 south:produce_B@4,1_by_4,1")


def test_a_plan_is_all_or_nothing_and_closed_by_done() -> None:
    start = table(3)
    with pytest.raises(IllegalMove):
        start.play({"south": ["produce 1@5,1 by 5,1", "produce 1@5,2 by 5,1"]})
    done = start.play({"south": "done"})
    assert done.acting == ("west", "north")
    with pytest.raises(NotActing, match="South has given all orders"):
        done.play({"south": "flag up"})
    assert start.owes_rest("south") is False
    assert start.play({"south": "flag up"}).owes_rest("south") is True


def test_when_it_is_over_there_is_nothing_left_to_order() -> None:
    over = after(table(), north="flag up")
    for act in (lambda: over.play({"south": "done"}), lambda: over.leave("south")):
        with pytest.raises(MatchOver):
            act()


def test_the_longest_plan_has_room() -> None:
    factories = " ".join(f"0@{x},{y}" for y in (1, 4) for x in range(1, 8))
    of = game(2)
    state = placed(of, south=f"{factories} 4@4,7")
    n = 0
    while state.legal("south")[0] != "done":
        state = state.play({"south": state.legal("south")[0]})
        n += 1
        if state.legal("south")[0].startswith("flag"):
            break
    assert 14 < n < MAX_PLAN
    assert len(of.start().legal("south")) == 26
