"""Four Bases: the bot that plays for those who have left, and what the match then counts for each."""

from __future__ import annotations

from random import Random

import pytest
from fixtures.bases import after, board, game, table

from redscience.errors import NotActing
from redscience.four_bases.engine.records import copy_of
from redscience.four_bases.state import FourBasesState


def flags(state: FourBasesState) -> list[str]:
    return [seat["seat"] for seat in state.view("spectator")["table"]["seats"] if seat["flag"]]


def test_who_leaves_owes_nothing_and_gives_up_what_was_sealed() -> None:
    start = table(3).play({"south": ["produce B@5,2 by 5,1"]})
    left = start.leave("south")
    assert left.acting == ("west", "north")
    assert left.view("south")["plan"] == []
    assert left.view("west")["left"] == ["south"]
    assert left.legal("south") == ()
    with pytest.raises(NotActing, match="has left"):
        left.play({"south": "done"})
    with pytest.raises(NotActing, match="has left the match already"):
        left.leave("south")


def test_where_all_others_have_planned_the_round_is_carried_out() -> None:
    start = table(3).play({"west": "done", "north": "done"})
    left = start.leave("south")
    assert left.turn == 2
    assert left.acting == ("west", "north")
    assert left.view("west")["last"][0] == {"seat": "south", "move": "leave"}


def test_the_bot_gives_the_same_orders_for_the_same_seed() -> None:
    def played(seed: int) -> str:
        state = game(2).start(seed).leave("south")
        for _ in range(8):
            state = after(state) if state.outcome is None else state
        return board(state)

    assert played(3) == played(3)
    assert len({played(seed) for seed in range(6)}) > 1


def test_the_bot_does_not_hang_on_the_order_in_which_others_plan() -> None:
    left = game(3).start(5).leave("north")
    one = left.play({"south": "done"}).play({"west": "done"})
    other = left.play({"west": "done"}).play({"south": "done"})
    assert board(one) == board(other)


def test_the_bot_flags_when_a_seat_has_twice_its_pieces() -> None:
    def flagged(south: str, north: str) -> bool:
        return "south" in flags(after(table(3, south=south, north=north).leave("south")))

    assert flagged("1@1,1", "1@9,1 1@9,2")
    assert not flagged("1@1,1 1@1,2", "1@9,1 1@9,2 1@9,3")
    assert flagged("", "1@9,1")
    assert not flagged("", "")


def test_a_bot_that_is_beaten_by_all_ends_the_match() -> None:
    over = after(table(2, north="1@1,1").leave("south"))
    assert over.outcome == {"south": "lose", "north": "win"}
    assert over.outcome is not None
    assert not over.outcome.is_void


def test_who_left_at_turn_5_of_50_counts_a_tenth() -> None:
    state = table(2, south="B@1,1", north="B@7,7")
    for _ in range(5):
        state = after(state)
    record = copy_of(state.leave("south").record)
    record[0]["turn"], record[0]["flag"][0] = 50, 1
    over = after(FourBasesState(state.game, 7, record))
    assert over.outcome == {"south": "lose", "north": "win"}
    assert over.outcome is not None
    # The rating makes of these shares what each wins and pays: for either a tenth.
    assert over.outcome.weights == {"south": 0.1, "north": 1.0}


def test_where_nobody_has_left_all_of_the_match_counts() -> None:
    over = after(table(2), north="flag up")
    assert over.outcome == {"south": "win", "north": "lose"}
    assert over.outcome is not None
    assert over.outcome.weights == {}


def test_where_the_bot_wins_the_match_counts_for_nobody() -> None:
    over = after(table(2).leave("south"), north="flag up")
    assert over.outcome == {"south": "win", "north": "lose"}
    assert over.outcome is not None
    assert over.outcome.is_void
    assert "counts for nobody" in over.view("north")["outcome"]["text"]


def test_when_everybody_has_left_it_is_over_and_counts_for_nobody() -> None:
    over = table(3).leave("south").leave("north", "west")
    assert over.outcome == dict.fromkeys(("south", "west", "north"), "draw")
    assert over.outcome is not None
    assert over.outcome.is_void
    assert over.acting == ()


def test_random_matches_with_leavers_end_and_are_read_back() -> None:
    for seed in range(12):
        dice, of = Random(seed), game(4)
        state = of.start(seed)
        while state.outcome is None:
            there = [seat for seat in of.seats if seat not in state.left]
            if dice.random() < 0.02:
                state = state.leave(dice.choice(there))
            else:
                seat = dice.choice(state.acting)
                state = state.play({seat: dice.choices(state.legal(seat), state.weights(seat))[0]})
        again = of.read_state(str(state))
        assert (str(again), again.position, again.outcome) == (str(state), state.position, state.outcome)
        assert state.outcome is not None
        assert all(0 <= weight <= 1 for weight in state.outcome.weights.values())
