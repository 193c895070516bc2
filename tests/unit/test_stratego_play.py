"""Stratego's moves, its shuttle rule, draws and ends, argued case by case (rules: D1)."""

from __future__ import annotations

import re

import pytest
from fixtures.stratego import on_board, played

from redscience.errors import IllegalMove, MatchOver, NotActing
from redscience.stratego.state import StrategoState

ELSEWHERE = {"B5": "miner"}


def moves_from(state: StrategoState, square: str) -> set[str]:
    """Where what stands on a square may go."""
    return {move.partition(">")[2] for move in state.legal(state.acting[0]) if move.startswith(f"{square}>")}


def refusal(state: StrategoState, move: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        state.play({state.acting[0]: move})
    return refused.value.message


@pytest.mark.parametrize(
    "kind", ["marshal", "general", "colonel", "major", "captain", "lieutenant", "sergeant", "miner", "spy"]
)
def test_most_pieces_go_one_square_up_down_or_sideways(kind: str) -> None:
    assert moves_from(on_board({"H4": kind}, ELSEWHERE), "H4") == {"G4", "I4", "H3", "H5"}
    assert moves_from(on_board({"J0": kind}, ELSEWHERE), "J0") == {"I0", "J1"}


def test_onto_own_pieces_and_into_lakes_nobody_goes() -> None:
    state = on_board({"G2": "major", "G1": "bomb", "G3": "scout"}, {"H2": "miner"})
    assert moves_from(state, "G2") == {"H2"}
    assert refusal(state, "G2>F2") == "G2>F2: F2 is a lake."
    assert refusal(state, "G2>G3") == "G2>G3: your scout stands on G3."


def test_a_scout_goes_any_distance_over_empty_squares_and_attacks_at_the_end() -> None:
    state = on_board({"G0": "scout", "G4": "bomb", "I0": "major"}, {"B0": "miner"})
    assert moves_from(state, "G0") == {"H0", "F0", "E0", "D0", "C0", "B0", "G1", "G2", "G3"}
    assert refusal(state, "G0>A0") == "G0>A0: a scout goes in a straight line over empty squares."
    assert refusal(state, "G0>F1") == "G0>F1: a scout goes in a straight line over empty squares."
    assert moves_from(on_board({"E1": "scout"}, ELSEWHERE), "E1") == {
        "E0", "D1", "C1", "B1", "A1", "F1", "G1", "H1", "I1", "J1",
    }  # fmt: skip


@pytest.mark.parametrize("kind", ["bomb", "flag"])
def test_bombs_and_the_flag_never_move(kind: str) -> None:
    state = on_board({"H4": kind, "I0": "major"}, ELSEWHERE)
    assert moves_from(state, "H4") == set()
    assert refusal(state, "H4>G4") == f"H4>G4: a {kind} never moves."


def test_what_may_not_be_done_is_said_with_the_piece_the_place_and_the_rule() -> None:
    state = on_board({"H4": "major"}, ELSEWHERE)
    assert refusal(state, "H4>H6") == "H4>H6: a major goes one square up, down or sideways."
    assert refusal(state, "H4>H4") == "H4>H4: your major stands on H4."
    assert refusal(state, "C0>D0") == "C0>D0: nothing stands on C0."
    assert refusal(state, "E2>D2") == "E2>D2: nothing stands on E2."
    assert refusal(state, "B5>C5") == "B5>C5: the piece on B5 is blue's."
    assert refusal(state, "H0:scout") == "H0:scout: the armies are set up."
    assert refusal(state, "agree") == "agree: no draw was offered."
    with pytest.raises(NotActing, match="It is not blue's turn but red's"):
        state.play({"blue": "B5>C5"})


# --- back and forth ---------------------------------------------------------------------------------------------------

SHUTTLE = ("G4>F4", "B5>C5", "F4>G4", "C5>D5", "G4>F4", "D5>E5")


def test_a_fourth_move_between_the_same_two_squares_is_refused_and_not_offered() -> None:
    state = played(on_board({"G4": "major", "I0": "miner"}, {"B5": "captain"}), *SHUTTLE)
    assert moves_from(state, "F4") == {"E4", "F5"}
    assert "F4>G4" not in [choice["move"] for choice in state.view("red")["legal"]]
    assert refusal(state, "F4>G4") == "F4>G4: the major may not go between G4 and F4 a fourth time in a row."
    assert moves_from(state, "I0") == {"H0", "J0", "I1"}


@pytest.mark.parametrize("between", ["I0>H0", "F4>F5"])
def test_another_move_begins_the_count_anew(between: str) -> None:
    state = played(on_board({"G4": "major", "I0": "miner"}, {"B5": "captain"}), *SHUTTLE, between, "E5>D5")
    back = "F4>G4" if between == "I0>H0" else "F5>F4"
    assert back in state.legal("red")


def test_the_square_on_which_it_attacks_counts_like_any_other() -> None:
    state = played(
        on_board({"G4": "major", "I0": "miner"}, {"B5": "captain", "G3": "sergeant"}), *SHUTTLE[:-1], "G3>G4"
    )
    assert refusal(state, "F4>G4").endswith("a fourth time in a row.")


def test_an_attack_that_captures_is_one_of_the_three_moves() -> None:
    state = on_board({"G4": "major"}, {"F4": "scout", "B5": "captain"})
    assert "F4>G4" not in played(state, *SHUTTLE).legal("red")


def test_a_scout_may_go_farther_or_less_far_than_where_it_came_from() -> None:
    state = on_board({"H4": "scout", "J0": "miner"}, {"B9": "captain"})
    state = played(state, "H4>F4", "B9>C9", "F4>H4", "C9>D9", "H4>F4", "D9>E9")
    assert moves_from(state, "F4") == {"A4", "B4", "C4", "D4", "E4", "F5", "G4", "I4", "J4"}


def test_a_scout_that_can_only_jump_past_where_it_came_from_is_not_stuck() -> None:
    state = on_board({"J1": "scout", "I1": "bomb", "I0": "bomb", "J3": "bomb"}, {"B9": "captain"})
    state = played(state, "J1>J0", "B9>C9", "J0>J1", "C9>D9", "J1>J0", "D9>E9")
    assert state.legal("red") == ("J0>J2", "draw")


def test_a_piece_that_comes_where_the_shuttler_was_captured_is_free() -> None:
    state = on_board({"G4": "major", "G3": "major"}, {"B5": "captain", "E4": "general"})
    state = played(state, "G4>F4", "B5>C5", "F4>G4", "C5>D5", "G4>F4", "E4>F4", "G3>G4", "D5>E5")
    assert "G4>F4" in state.legal("red")


def test_whoever_may_only_shuttle_has_no_legal_move_and_loses() -> None:
    state = on_board({"J0": "major", "I0": "bomb", "I1": "bomb", "J2": "bomb"}, {"B5": "captain"})
    state = played(state, "J0>J1", "B5>C5", "J1>J0", "C5>D5", "J0>J1", "D5>E5")
    assert state.outcome == {"red": "lose", "blue": "win"}
    assert state.view("red")["outcome"]["text"] == "Red has no legal move, so blue wins."


# --- the end ----------------------------------------------------------------------------------------------------------


def test_whoever_is_to_move_and_cannot_loses() -> None:
    state = on_board({"I5": "major"}, {"A0": "miner", "A1": "bomb", "B0": "bomb"})
    after = played(state, "I5>H5")
    assert after.outcome == {"red": "win", "blue": "lose"}
    assert after.acting == ()
    with pytest.raises(MatchOver):
        after.play({"blue": "A0>A1"})


def test_without_movable_pieces_on_both_sides_it_is_a_draw() -> None:
    state = on_board({"F5": "major"}, {"E5": "major", "A0": "bomb"})
    after = played(state, "F5>E5")
    assert after.outcome == {"red": "draw", "blue": "draw"}
    assert after.view("red")["outcome"]["text"] == "Neither side has a piece left that can move: it is a draw."
    assert "moves in longest game" not in after.outcome.statistics["red"]


def test_without_movable_pieces_on_one_side_that_side_loses() -> None:
    assert played(on_board({"F5": "major"}, {"E5": "miner"}), "F5>E5").outcome == {"red": "win", "blue": "lose"}
    # Also the side that has just attacked, once it is its turn.
    after = played(on_board({"F5": "miner"}, {"E5": "major"}), "F5>E5")
    assert after.outcome is None
    assert played(after, "E5>E4").outcome == {"red": "lose", "blue": "win"}


def quiet(state: StrategoState, plies: int) -> StrategoState:
    """The state after so many moves without an attack: both walk around a square of four."""
    ways = {"red": ("J0>J1", "J1>I1", "I1>I0", "I0>J0"), "blue": ("A0>A1", "A1>B1", "B1>B0", "B0>A0")}
    for ply in range(plies):
        state = played(state, ways[state.acting[0]][ply // 2 % 4])
    return state


def test_after_200_moves_without_an_attack_it_is_a_draw() -> None:
    start = on_board({"J0": "major"}, {"A0": "major"})
    before = quiet(start, 199)
    assert before.outcome is None
    assert before.view("red")["table"]["quiet"] == 199
    after = played(before, "B0>A0")
    assert after.outcome == {"red": "draw", "blue": "draw"}
    assert after.view("red")["outcome"]["text"] == "There was no attack in 200 moves: it is a draw."


def test_an_attack_begins_the_count_anew() -> None:
    start = on_board({"J0": "major", "F5": "scout"}, {"A0": "major", "E5": "bomb"})
    assert played(quiet(start, 198), "F5>E5").view("red")["table"]["quiet"] == 0


def test_a_200th_move_that_leaves_the_other_without_one_wins() -> None:
    for blue, expected in (
        ({"A0": "major", "B0": "bomb"}, "draw"),
        ({"A0": "major", "B0": "bomb", "A1": "bomb"}, "win"),
    ):
        state = on_board({"H4": "scout"}, blue)
        state.record[0]["quiet"] = 199
        after = played(state, "H4>H5").outcome
        assert after is not None
        assert after["red"] == expected


# --- draws and leaving ------------------------------------------------------------------------------------------------


def test_a_draw_is_offered_once_a_turn_and_agreed_to_by_the_other() -> None:
    state = on_board({"H4": "major"}, ELSEWHERE)
    assert dict(zip(state.legal("red"), state.weights("red"), strict=True))["draw"] == 0
    asked = played(state, "draw")
    assert (asked.acting, asked.legal("blue"), asked.weights("blue")) == (("blue",), ("agree", "refuse"), (1, 1))
    assert asked.view("blue")["decision"] == asked.view("red")["decision"] == "answer"
    assert asked.silence("blue") == "refuse"
    assert asked.silence("red") is None
    agreed = played(asked, "agree")
    assert agreed.outcome == {"red": "draw", "blue": "draw"}
    assert agreed.view("red")["outcome"]["text"] == "Both agree to a draw."
    refused = played(asked, "refuse")
    assert refused.acting == ("red",)
    assert "draw" not in refused.legal("red")
    assert refusal(refused, "draw") == "draw: a draw can be offered once a turn."
    assert "draw" in played(refused, "H4>G4", "B5>C5").legal("red")
    assert re.search("answer the offer of a draw first", refusal(asked, "B5>C5"))


def test_whoever_leaves_loses() -> None:
    state = on_board({"H4": "major"}, ELSEWHERE)
    left = state.leave("red")
    assert left.outcome == {"red": "lose", "blue": "win"}
    assert left.view("blue")["outcome"]["text"] == "Red leaves, so blue wins."
    assert state.leave("blue", "red").outcome == {"red": "lose", "blue": "lose"}
    assert played(state, "draw").leave("red").outcome == {"red": "lose", "blue": "win"}
