"""Four Bases, round by round: each case of the rules, and what comes of it.

On the board of two: south's base is 4,1, north's 4,7. Kinds: 0 factory, 1 engineer, 2 expert, 3 flash, 4 train, B bomb.
"""

from __future__ import annotations

import pytest
from fixtures.bases import after, board, table

from redscience.four_bases.state import FourBasesState


def came(state: FourBasesState, what: str) -> list[str]:
    """How the orders of a kind came out."""
    steps = state.view("spectator")["round"]["steps"]
    return [event["came"] for step in steps for event in step["events"] if event["what"] == what]


def produced(state: FourBasesState) -> list[str]:
    return came(state, "produces")


def towed(state: FourBasesState) -> list[str]:
    return came(state, "tows")


def test_a_train_that_moves_into_a_bomb_dies_and_the_bomb_stays_revealed() -> None:
    met = after(table(south="4@4,3", north="B@4,4"), south="move 4,3>4,4")
    assert board(met) == "4,4=nB"
    assert [piece.get("kind") for piece in met.view("spectator")["table"]["pieces"]] == ["B"]


def test_an_engineer_destroys_the_train_and_the_expert_that_comes_too_holds_the_space() -> None:
    met = after(table(south="1@4,3", north="4@4,4 2@4,5"), south="move 4,3>4,4", north="move 4,5>4,4")
    assert board(met) == "4,4=n2"


def test_two_flashes_that_enter_one_empty_space_both_die() -> None:
    for how in ("move", "flash"):
        met = after(table(south="3@4,3", north="3@4,5"), south=f"{how} 4,3>4,4", north=f"{how} 4,5>4,4")
        assert board(met) == ""


def test_a_flash_on_the_space_where_a_base_produces_cancels_it() -> None:
    met = after(table(south="3@4,5 4@1,1", north="1@1,7"), south="flash 4,5>4,6", north="produce B@4,6 by 4,7")
    assert board(met) == "1,1=s4 4,6=s3 1,7=n1"
    assert produced(met) == ["occupied"]


def test_a_factory_that_a_flash_destroys_produces_nothing_and_one_that_others_destroy_has_produced() -> None:
    start = table(south="3@4,4 2@1,5", north="0@4,5 0@1,6")
    met = after(start, south="flash 4,4>4,5; move 1,5>1,6", north="produce 4@5,5 by 4,5; produce 4@1,7 by 1,6")
    assert board(met) == "4,5=s3 1,6=s2 1,7=n4"
    assert produced(met) == ["producer lost", "done"]


# Who is stronger


@pytest.mark.parametrize(
    ("mover", "stayer", "left"),
    [
        (mover, stayer, left)
        for mover, fates in {
            # Against a factory, engineer, expert, flash, train, bomb that stays: whose piece holds the space.
            "0": "-nnnnn",
            "1": "s-nnsn",
            "2": "ss-nns",
            "3": "sss-nn",
            "4": "ssss-n",
        }.items()
        for stayer, left in zip("01234B", fates, strict=True)
    ],
)
def test_every_kind_that_moves_onto_every_kind(mover: str, stayer: str, left: str) -> None:
    met = after(table(south=f"{mover}@4,3", north=f"{stayer}@4,4"), south="move 4,3>4,4")
    assert board(met) == {"s": f"4,4=s{mover}", "n": f"4,4=n{stayer}", "-": ""}[left]


def test_an_engineer_that_stays_is_no_match_for_a_train() -> None:
    assert board(after(table(south="1@4,3", north="4@4,4"), north="move 4,4>4,3")) == "4,3=n4"


def test_head_on_a_moving_engineer_destroys_the_train() -> None:
    met = after(table(south="1@4,3", north="4@4,4"), south="move 4,3>4,4", north="move 4,4>4,3")
    assert board(met) == "4,4=s1"


def test_an_expert_destroys_the_bomb_also_for_others() -> None:
    met = after(table(south="2@3,4 4@5,4", north="B@4,4"), south="move 3,4>4,4; move 5,4>4,4")
    assert board(met) == "4,4=s4"


def test_engineer_and_expert_together_clear_trains_and_bombs() -> None:
    start = table(4, south="1@4,5", west="2@5,4", north="4@6,5", east="B@5,5")
    met = after(start, south="move 4,5>5,5", west="move 5,4>5,5", north="move 6,5>5,5")
    assert board(met) == "5,5=w2"


def test_equals_at_the_top_all_die_with_everybody_below() -> None:
    start = table(4, south="4@4,5", west="3@5,4", north="4@6,5", east="0@5,5")
    met = after(start, south="move 4,5>5,5", west="move 5,4>5,5", north="move 6,5>5,5")
    assert board(met) == ""


def test_friendly_fire_counts() -> None:
    assert board(after(table(south="3@4,3 2@4,4"), south="move 4,3>4,4")) == "4,4=s3"
    assert board(after(table(south="1@4,3 4@4,4"), south="move 4,3>4,4")) == "4,4=s1"


def test_two_of_one_seat_that_meet_fight() -> None:
    start = table(4, south="2@4,3 2@4,5 4@5,1", north="1@1,1")
    assert board(after(start, south="move 4,3>4,4; move 4,5>4,4")) == "1,1=n1 5,1=s4"


# Who arrives


def test_pieces_follow_each_other() -> None:
    start = table(4, south="4@5,1 1@5,2", west="3@5,3")
    met = after(start, south="move 5,1>5,2; move 5,2>5,3", west="move 5,3>5,4")
    assert board(met) == "5,2=s4 5,3=s1 5,4=w3"


def test_rings_turn() -> None:
    start = table(4, south="1@4,4", west="2@5,4", north="3@5,5", east="4@4,5")
    met = after(start, south="move 4,4>5,4", west="move 5,4>5,5", north="move 5,5>4,5", east="move 4,5>4,4")
    assert board(met) == "4,4=e4 5,4=s1 4,5=n3 5,5=w2"


def test_friends_exchange_places() -> None:
    assert board(after(table(south="1@4,1 4@4,2"), south="move 4,1>4,2; move 4,2>4,1")) == "4,1=s4 4,2=s1"


def test_opponents_that_exchange_places_meet_head_on() -> None:
    def met(south: str, north: str) -> str:
        start = table(south=f"{south}@4,3", north=f"{north}@4,4")
        return board(after(start, south="move 4,3>4,4", north="move 4,4>4,3"))

    assert met("3", "2") == "4,4=s3"
    assert met("2", "3") == "4,3=n3"
    assert met("2", "2") == ""


def test_who_wins_head_on_meets_who_else_comes_to_its_target() -> None:
    start = table(4, south="3@4,4", north="2@4,5", east="4@5,5")
    met = after(start, south="move 4,4>4,5", north="move 4,5>4,4", east="move 5,5>4,5")
    assert board(met) == "4,5=e4"


def test_where_both_die_head_on_others_arrive() -> None:
    start = table(4, south="3@4,4", north="3@4,5", east="0@5,5", west="1@4,3")
    met = after(start, south="move 4,4>4,5", north="move 4,5>4,4", east="move 5,5>4,5", west="move 4,3>4,4")
    assert board(met) == "4,4=w1 4,5=e0"


def test_the_space_of_a_mover_that_dies_elsewhere_is_free() -> None:
    start = table(south="1@4,3", north="B@3,3 2@4,4")
    assert board(after(start, south="move 4,3>3,3", north="move 4,4>4,3")) == "3,3=nB 4,3=n2"


# Early moves


def test_a_flash_meets_pieces_that_are_about_to_go() -> None:
    start = table(south="3@4,3", north="2@4,4")
    assert board(after(start, south="flash 4,3>4,4", north="move 4,4>4,5")) == "4,4=s3"
    assert board(after(start, south="move 4,3>4,4", north="move 4,4>4,5")) == "4,4=s3 4,5=n2"


def test_a_flash_that_dies_early_leaves_the_mover_to_go_on() -> None:
    start = table(south="3@4,3", north="4@4,4")
    assert board(after(start, south="flash 4,3>4,4", north="move 4,4>4,5")) == "4,5=n4"


def test_a_flash_does_not_carry_out_the_orders_of_the_piece_whose_space_it_took() -> None:
    start = table(south="3@4,3 2@4,4")
    assert board(after(start, south="flash 4,3>4,4; move 4,4>4,5")) == "4,4=s3"


def test_a_flash_leaves_its_space_before_others_come() -> None:
    start = table(south="3@4,3", north="2@4,4")
    assert board(after(start, south="flash 4,3>3,3", north="move 4,4>4,3")) == "3,3=s3 4,3=n2"


def test_flashes_meet_head_on_early() -> None:
    start = table(south="3@4,3", north="3@4,4")
    assert board(after(start, south="flash 4,3>4,4", north="flash 4,4>4,3")) == ""


def test_a_flash_that_has_moved_stays_in_the_way_of_others() -> None:
    start = table(south="3@4,3", north="4@4,5")
    assert board(after(start, south="flash 4,3>4,4", north="move 4,5>4,4")) == "4,4=n4"


# Production


def test_a_base_produces_on_itself_or_beside_it() -> None:
    assert board(after(table(), south="produce 0@4,1 by 4,1", north="produce B@3,7 by 4,7")) == "4,1=s0 3,7=nB"


def test_a_factory_produces_without_an_action() -> None:
    start = table(south="0@4,1 0@2,2 1@7,7")
    orders = "produce 4@4,2 by 4,1; produce 3@2,3 by 2,2; move 7,7>6,7; produce 1@3,1 by 4,1"
    assert board(after(start, south=orders)) == "3,1=s1 4,1=s0 2,2=s0 4,2=s4 2,3=s3 6,7=s1"


def test_two_producers_that_choose_one_space_both_fail() -> None:
    start = table(south="0@3,4", north="0@5,4")
    met = after(start, south="produce 4@4,4 by 3,4", north="produce 1@4,4 by 5,4")
    assert board(met) == "3,4=s0 5,4=n0"
    assert produced(met) == ["contested", "contested"]


def test_a_destroyed_factory_contests_nothing() -> None:
    start = table(4, south="0@3,4", north="0@5,4", east="3@5,5")
    met = after(start, south="produce 4@4,4 by 3,4", north="produce 1@4,4 by 5,4", east="flash 5,5>5,4")
    assert board(met) == "3,4=s0 4,4=s4 5,4=e3"


def test_new_pieces_are_there_before_others_move() -> None:
    start = table(south="0@3,4", north="2@5,4")
    assert board(after(start, south="produce 3@4,4 by 3,4", north="move 5,4>4,4")) == "3,4=s0 4,4=s3"


def test_a_factory_produces_from_where_it_stood_and_goes() -> None:
    start = table(south="0@3,4")
    assert board(after(start, south="produce 3@4,4 by 3,4; move 3,4>3,5")) == "4,4=s3 3,5=s0"


def test_nobody_has_more_than_fifteen_pieces() -> None:
    many = " ".join(f"{kind}@{x},{y}" for x in range(1, 8) for y, kind in ((1, "0"), (4, "1")))
    start = table(south=many, north="1@7,7")
    met = after(start, south="produce B@1,2 by 1,1; produce B@2,2 by 2,1; produce B@3,2 by 3,1")
    assert produced(met) == ["done", "too many", "too many"]
    assert board(met).count("=s") == 15


def test_a_base_produces_for_whoever_stands_on_it() -> None:
    start = table(south="1@4,7", north="2@1,1")
    assert start.view("south")["orders"]["actions"] == 3
    assert board(after(start, south="produce B@4,6 by 4,7")) == "1,1=n2 4,6=sB 4,7=s1"


def test_who_has_neither_piece_nor_base_does_nothing_until_the_base_is_left() -> None:
    start = table(south="1@4,7 2@1,1")
    assert start.legal("north") == ("flag up", "done")
    left = after(start, south="move 4,7>4,6")
    assert left.legal("north")[0].startswith("produce 0@4,7 by 4,7")


def test_a_base_that_is_taken_in_the_round_still_produces_in_it() -> None:
    start = table(south="3@4,6 1@1,1", north="1@7,7")
    met = after(start, south="flash 4,6>4,7", north="produce B@3,7 by 4,7")
    assert board(met) == "1,1=s1 3,7=nB 4,7=s3 7,7=n1"
    assert [base["owner"] for base in met.view("north")["table"]["bases"]] == ["south", "south"]


# Towing


def test_a_train_tows_to_where_it_stood() -> None:
    start = table(south="4@4,3 B@4,2")
    assert board(after(start, south="move 4,3>4,4; tow 4,2 by 4,3")) == "4,3=sB 4,4=s4"


def test_a_train_tows_what_was_produced_in_the_round() -> None:
    start = table(south="4@4,2 1@4,1 1@7,7")
    met = after(start, south="move 4,2>4,3; produce 2@3,1 by 4,1")
    assert board(met) == "3,1=s2 4,1=s1 4,3=s4 7,7=s1"
    met = after(table(south="4@3,2"), south="move 3,2>3,3; produce 2@3,1 by 4,1; tow 3,1 by 3,2")
    assert board(met) == "3,2=s2 3,3=s4"


def test_a_train_that_dies_tows_nothing() -> None:
    met = after(table(south="4@4,3 1@4,2", north="B@4,4"), south="move 4,3>4,4; tow 4,2 by 4,3")
    assert board(met) == "4,2=s1 4,4=nB"
    assert towed(met) == ["train lost"]


def test_flashes_that_attack_a_train_early_do_not_keep_it_from_towing() -> None:
    start = table(4, south="4@4,3 1@4,2", north="3@4,4", east="3@5,3")
    met = after(start, south="move 4,3>3,3; tow 4,2 by 4,3", north="flash 4,4>4,3", east="flash 5,3>4,3")
    assert board(met) == "3,3=s4 4,3=s1"


def test_what_a_flash_has_destroyed_neither_moves_nor_is_towed() -> None:
    start = table(4, south="4@4,3 1@4,2 2@5,4", north="3@4,1 3@5,5")
    met = after(start, south="move 4,3>4,4; move 5,4>6,4; tow 4,2 by 4,3", north="flash 4,1>4,2; flash 5,5>5,4")
    assert board(met) == "4,2=n3 4,4=s4 5,4=n3"
    assert towed(met) == ["nothing there"]


def test_a_train_that_wins_a_conflict_has_moved_and_tows() -> None:
    start = table(south="4@4,3 1@4,2", north="2@4,4")
    assert board(after(start, south="move 4,3>4,4; tow 4,2 by 4,3")) == "4,3=s1 4,4=s4"


def test_what_moves_itself_is_not_towed() -> None:
    met = after(table(south="4@4,3 1@4,2 1@4,1"), south="move 4,3>4,4; move 4,2>5,2; tow 4,2 by 4,3")
    assert board(met) == "4,1=s1 5,2=s1 4,4=s4"
    assert towed(met) == ["nothing there"]


def test_what_comes_to_the_space_is_not_towed() -> None:
    met = after(table(south="4@4,3 1@4,1"), south="move 4,3>4,4; move 4,1>4,2; tow 4,2 by 4,3")
    assert board(met) == "4,2=s1 4,4=s4"


def test_a_train_does_not_tow_into_a_space_that_is_taken() -> None:
    start = table(south="4@4,3 1@4,2", north="1@5,3")
    met = after(start, south="move 4,3>4,4; tow 4,2 by 4,3", north="move 5,3>4,3")
    assert board(met) == "4,2=s1 4,3=n1 4,4=s4"
    assert towed(met) == ["occupied"]


def test_what_was_attacked_and_lives_is_towed_all_the_same() -> None:
    start = table(south="4@4,3 3@4,2", north="1@3,2")
    met = after(start, south="move 4,3>4,4; tow 4,2 by 4,3", north="move 3,2>4,2")
    assert board(met) == "4,3=s3 4,4=s4"


def test_of_two_trains_that_tow_one_piece_the_first_that_can_does() -> None:
    start = table(south="4@3,2 4@4,3 1@4,2 2@4,1", north="B@4,4")
    orders = "move 4,3>4,4; move 3,2>2,2; tow 4,2 by 4,3; tow 4,2 by 3,2"
    met = after(start, south=orders)
    assert board(met) == "4,1=s2 2,2=s4 3,2=s1 4,4=nB"
    assert towed(met) == ["train lost", "done"]


def test_another_train_of_the_seat_on_the_target_is_not_taken_for_the_one_that_died() -> None:
    start = table(4, south="4@4,4 1@3,4 4@4,6 2@5,1", north="B@1,1 4@4,5")
    orders = "move 4,4>4,5; tow 3,4 by 4,4; move 4,6>4,5"
    met = after(start, south=orders, north="move 4,5>4,4")
    # Head on the trains of 4,4 and 4,5 die both; then the other one arrives on 4,5.
    assert board(met) == "1,1=nB 5,1=s2 3,4=s1 4,5=s4"
    assert towed(met) == ["train lost"]


# The end


def test_when_one_flag_is_down_its_seat_wins_and_orders_are_not_carried_out() -> None:
    over = after(table(south="1@4,1"), south="move 4,1>4,2", north="flag up")
    assert over.outcome == {"south": "win", "north": "lose"}
    assert board(over) == "4,1=s1"


def test_when_all_flags_are_up_it_is_a_draw() -> None:
    over = after(table(3), south="flag up", west="flag up", north="flag up")
    assert over.outcome == dict.fromkeys(("south", "west", "north"), "draw")


def test_flags_stay_up_until_they_are_taken_down() -> None:
    state = after(after(table(4), south="flag up"), west="flag up")
    assert [seat["flag"] for seat in state.view("east")["table"]["seats"]] == [True, True, False, False]
    state = after(state, south="flag down", north="flag up")
    assert state.outcome is None
    assert after(state, south="flag up").outcome == {"south": "lose", "west": "lose", "north": "lose", "east": "win"}


def test_after_turn_200_most_bases_win_then_most_pieces() -> None:
    assert after(table(turn=199, south="1@1,1")).outcome is None
    assert after(table(turn=200, south="1@1,1")).outcome == {"south": "win", "north": "lose"}
    assert after(table(turn=200, south="1@1,1 1@1,2", north="1@4,1")).outcome == {"south": "lose", "north": "win"}
    over = after(table(turn=200))
    assert over.outcome == {"south": "draw", "north": "draw"}
    text = "South and north draw: they have the same number of bases and pieces after turn 200."
    assert over.view("south")["outcome"]["text"] == text
    over = after(table(4, turn=200, south="1@1,1", east="2@2,2"))
    assert over.outcome == {"south": "draw", "west": "lose", "north": "lose", "east": "draw"}
