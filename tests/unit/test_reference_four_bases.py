"""The judge of Four Bases, argued case by case (rules: D2)."""

from __future__ import annotations

from random import Random

import pytest
from reference.four_bases import KINDS, MOST_PIECES, SPECTATOR, At, Judge, Piece, Seen


def table(pieces: dict[At, str], players: int = 4, reveal: str = "involved") -> Judge:
    """A match in which these stand at the beginning of a turn."""
    judge = Judge(players, reveal)
    judge.pieces = {at: Piece(*what.split()) for at, what in pieces.items()}
    return judge


def turn(judge: Judge, **plans: list[str]) -> Judge:
    """A turn in which these seats order this, and the others nothing."""
    for seat in judge.acting:
        for order in [*plans.get(seat, []), "done"]:
            judge.play(seat, order)
    return judge


def board(judge: Judge) -> dict[At, str]:
    return {at: f"{piece.owner} {piece.kind}" for at, piece in judge.pieces.items()}


def known(judge: Judge, at: At) -> set[str]:
    """Who knows what stands there, beside its owner."""
    viewers = (*judge.seats, SPECTATOR)
    return {viewer for viewer in viewers if judge.knows(viewer)[at].kind} - {judge.pieces[at].owner}


def orders(judge: Judge, seat: str, *words: str) -> set[str]:
    return {order for order in judge.legal(seat) if all(word in order for word in words)}


ALL = {"south", "west", "north", "east", SPECTATOR}


# The start.


@pytest.mark.parametrize(("players", "size"), [(4, 9), (3, 9), (2, 7)])
def test_bases_are_at_mid_edges_of_an_empty_board(players: int, size: int) -> None:
    judge = Judge(players)
    assert (judge.size, judge.pieces) == (size, {})
    middle = (size + 1) // 2
    assert judge.bases["south"] == (middle, 1)
    assert judge.bases["north"] == (middle, size)
    for x, y in judge.bases.values():
        assert middle in {x, y}
        assert {1, size} & {x, y}
    assert judge.acting == tuple(judge.bases)


def test_at_first_a_base_may_produce_once_on_it_or_beside_it() -> None:
    judge = Judge()
    spaces = ("5,1", "4,1", "6,1", "5,2")
    made = {f"produce {kind}@{at} by 5,1" for kind in KINDS for at in spaces}
    assert judge.legal("south") == made | {"flag up", "done"}
    judge.play("south", "produce B@5,1 by 5,1")
    assert judge.legal("south") == {"flag up", "done"}


def test_what_was_produced_stands_there_and_its_kind_is_secret() -> None:
    judge = turn(Judge(), south=["produce B@5,2 by 5,1"])
    assert board(judge) == {(5, 2): "south B"}
    assert known(judge, (5, 2)) == set()
    assert judge.knows("west") == judge.knows(SPECTATOR) == {(5, 2): Seen("south", None)}


def test_nothing_happens_until_all_plans_are_complete() -> None:
    judge = Judge(2)
    judge.play("south", "produce 1@4,1 by 4,1")
    judge.play("south", "done")
    assert (judge.pieces, judge.acting) == ({}, ("north",))
    judge.play("north", "done")
    assert board(judge) == {(4, 1): "south 1"}


# Budgets.


def test_a_piece_gives_one_action_more() -> None:
    judge = table({(5, 2): "south 1", (6, 2): "south 2"})
    assert judge.actions_left("south") == 2
    judge.play("south", "move 5,2>5,3")
    judge.play("south", "move 6,2>6,3")
    assert judge.legal("south") == {"flag up", "done"}


def test_who_has_lost_base_and_pieces_orders_nothing_but_is_not_out() -> None:
    judge = table({(5, 1): "north 1"})
    assert judge.legal("south") == {"flag up", "done"}
    assert judge.actions_left("north") == 3
    assert "produce 3@4,1 by 5,1" in judge.legal("north")
    turn(judge, north=["move 5,1>5,2"])
    assert judge.actions_left("south") == 1
    assert "produce 3@5,1 by 5,1" in judge.legal("south")


def test_a_piece_moves_to_any_neighbour_once() -> None:
    judge = table({(5, 2): "south 1", (5, 3): "south 2", (4, 2): "west 1"})
    assert orders(judge, "south", "move 5,2") == {f"move 5,2>{at}" for at in ("5,1", "6,2", "4,2", "5,3")}
    judge.play("south", "move 5,2>5,3")
    assert orders(judge, "south", "move 5,2") == set()
    assert orders(judge, "south", "move 5,3") != set()


def test_bombs_cannot_move_and_factories_can() -> None:
    judge = table({(1, 1): "south B", (9, 9): "south 0"})
    assert orders(judge, "south", "move") == {"move 9,9>8,9", "move 9,9>9,8"}


def test_only_a_flash_may_move_early_and_then_not_again() -> None:
    judge = table({(5, 2): "south 3", (5, 4): "south 4"})
    assert len(orders(judge, "south", "flash")) == 4
    assert len(orders(judge, "south", "move 5,2")) == 4
    judge.play("south", "flash 5,2>5,3")
    assert not orders(judge, "south", "5,2>")


def test_factories_produce_for_nothing_once_each() -> None:
    judge = table({(9, 9): "south 0", (9, 7): "south 0", (5, 2): "south 1"})
    for order in ("move 5,2>5,3", "produce 1@5,1 by 5,1", "produce 2@8,9 by 9,9", "produce 3@9,8 by 9,7"):
        judge.play("south", order)
    assert judge.legal("south") == {"flag up", "done"}


def test_a_factory_produces_beside_itself_on_empty_spaces() -> None:
    judge = table({(9, 9): "south 0", (9, 8): "west 1"})
    assert orders(judge, "south", "by 9,9") == {f"produce {kind}@8,9 by 9,9" for kind in KINDS}


def test_a_factory_may_move_as_well() -> None:
    judge = turn(table({(9, 9): "south 0"}), south=["move 9,9>9,8", "produce 4@8,9 by 9,9"])
    assert board(judge) == {(9, 8): "south 0", (8, 9): "south 4"}


def test_on_a_base_a_factory_produces_first_and_the_base_next() -> None:
    judge = table({(5, 1): "south 0", (5, 2): "south B"})
    judge.play("south", "produce 1@4,1 by 5,1")
    assert judge.actions_left("south") == 2
    judge.play("south", "produce 1@6,1 by 5,1")
    assert judge.actions_left("south") == 1
    assert not orders(judge, "south", "produce")


def test_spaces_are_judged_empty_on_the_opening_board() -> None:
    judge = table({(5, 1): "south 1", (5, 2): "south 2"})
    judge.play("south", "move 5,2>5,3")
    assert not orders(judge, "south", "@5,2")


def test_a_train_that_moves_may_tow_once() -> None:
    judge = table({(5, 4): "south 4", (5, 5): "south 1"})
    assert not orders(judge, "south", "tow")
    judge.play("south", "move 5,5>5,6")
    assert not orders(judge, "south", "tow"), "only the engineer moves"
    judge.play("south", "move 5,4>5,3")
    assert orders(judge, "south", "tow") == {f"tow {at} by 5,4" for at in ("5,5", "5,3", "4,4", "6,4")}
    judge.play("south", "tow 5,5 by 5,4")
    assert not orders(judge, "south", "tow")


def test_the_flag_is_moved_once_a_turn() -> None:
    judge = Judge()
    judge.play("south", "flag up")
    assert not orders(judge, "south", "flag")
    turn(judge)
    assert judge.flags == {"south"}
    assert orders(judge, "south", "flag") == {"flag down"}
    assert turn(judge, south=["flag down"]).flags == set()


# Conflicts.


def meet(*movers: str, there: str | None = None) -> str | None:
    """What is left on (5, 5) after these have moved there."""
    starts = [(4, 5), (6, 5), (5, 4), (5, 6)]
    pieces = dict(zip(starts, movers, strict=False)) | ({(5, 5): there} if there else {})
    judge = table(pieces)
    plans: dict[str, list[str]] = {}
    for (x, y), what in zip(starts, movers, strict=False):
        plans.setdefault(what.split()[0], []).append(f"move {x},{y}>5,5")
    return board(turn(judge, **plans)).get((5, 5))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "B"])
def test_of_equals_all_die(kind: str) -> None:
    assert meet(f"south {kind}", f"north {kind}") is None
    assert meet(f"south {kind}", there=f"north {kind}") is None


@pytest.mark.parametrize(("low", "high"), [("0", "1"), ("1", "2"), ("2", "3"), ("3", "4"), ("2", "4"), ("0", "4")])
def test_the_higher_stays(low: str, high: str) -> None:
    assert meet(f"south {low}", f"north {high}") == f"north {high}"
    assert meet(f"south {low}", there=f"north {high}") == f"north {high}"
    assert meet(f"south {high}", there=f"north {low}") == f"south {high}"


def test_a_train_that_moves_into_a_bomb_dies_and_the_bomb_is_revealed() -> None:
    judge = turn(table({(5, 4): "south 4", (5, 5): "north B"}), south=["move 5,4>5,5"])
    assert board(judge) == {(5, 5): "north B"}
    assert known(judge, (5, 5)) == ALL - {"north"}


def test_a_moving_engineer_kills_trains() -> None:
    assert meet("south 1", there="north 4") == "south 1"
    assert meet("south 1", "north 4") == "south 1"
    assert meet("south 1", there="south 4") == "south 1"


def test_a_standing_engineer_kills_none() -> None:
    assert meet("south 4", there="north 1") == "south 4"


def test_an_expert_holds_what_an_engineer_won_for_it() -> None:
    assert meet("south 1", "west 2", there="north 4") == "west 2"


def test_an_expert_kills_bombs() -> None:
    assert meet("south 2", there="north B") == "south 2"
    assert meet("south 2", "west 3", there="north B") == "west 3"
    assert meet("south 2", "west 2", there="north B") is None


def test_an_engineer_and_an_expert_together() -> None:
    assert meet("south 4", "west 1", there="north B") == "north B"
    assert meet("south 4", "west 1", "east 2", there="north B") == "east 2"


def test_two_flashes_into_one_empty_space_both_die() -> None:
    assert meet("south 3", "west 3") is None


def test_friends_fight_too() -> None:
    assert meet("south 3", there="south 3") is None
    assert meet("south 1", "south 2") == "south 2"


def test_ties_at_the_top_leave_nobody() -> None:
    assert meet("south 3", "west 3", "north 2") is None


def test_pieces_that_leave_are_not_hit() -> None:
    judge = table({(5, 5): "south 1", (5, 4): "north 3"})
    turn(judge, south=["move 5,5>5,6"], north=["move 5,4>5,5"])
    assert board(judge) == {(5, 6): "south 1", (5, 5): "north 3"}


def test_a_space_is_vacated_also_by_who_dies_elsewhere() -> None:
    judge = table({(5, 5): "south 1", (5, 6): "west B", (5, 4): "north 3"})
    turn(judge, south=["move 5,5>5,6"], north=["move 5,4>5,5"])
    assert board(judge) == {(5, 6): "west B", (5, 5): "north 3"}


def test_rings_rotate() -> None:
    judge = table({(5, 5): "south 1", (5, 6): "west 2", (6, 6): "north 3", (6, 5): "east 4"})
    turn(
        judge,
        south=["move 5,5>5,6"],
        west=["move 5,6>6,6"],
        north=["move 6,6>6,5"],
        east=["move 6,5>5,5"],
    )
    assert board(judge) == {(5, 6): "south 1", (6, 6): "west 2", (6, 5): "north 3", (5, 5): "east 4"}


def exchange(one: str, other: str, **more: list[str]) -> Judge:
    judge = table({(5, 5): one, (5, 6): other, (4, 6): "west 2"})
    plans: dict[str, list[str]] = {**more}
    for what, order in ((one, "move 5,5>5,6"), (other, "move 5,6>5,5")):
        plans.setdefault(what.split()[0], []).append(order)
    return turn(judge, **plans)


def test_friends_exchange_places() -> None:
    assert board(exchange("south 1", "south 4")) == {(5, 6): "south 1", (5, 5): "south 4", (4, 6): "west 2"}


def test_opposing_pieces_meet_head_on_and_the_winner_takes_its_target() -> None:
    assert board(exchange("south 3", "north 2")) == {(5, 6): "south 3", (4, 6): "west 2"}
    assert board(exchange("south 3", "north 3")) == {(4, 6): "west 2"}
    assert board(exchange("south 1", "north 4")) == {(5, 6): "south 1", (4, 6): "west 2"}


def test_the_winner_of_a_meeting_meets_who_else_goes_there() -> None:
    assert board(exchange("south 1", "north 0", west=["move 4,6>5,6"])) == {(5, 6): "west 2"}
    assert board(exchange("south 3", "north 3", west=["move 4,6>5,6"])) == {(5, 6): "west 2"}


# Early moves and production.


def test_a_flash_on_the_space_cancels_the_production() -> None:
    judge = table({(4, 2): "west 3"})
    turn(judge, west=["flash 4,2>4,1"], south=["produce 4@4,1 by 5,1"])
    assert board(judge) == {(4, 1): "west 3"}
    assert known(judge, (4, 1)) == ALL - {"west"}


def test_a_flash_on_the_base_does_not_keep_it_from_producing_beside_it() -> None:
    judge = table({(4, 1): "west 3"})
    turn(judge, west=["flash 4,1>5,1"], south=["produce 4@5,2 by 5,1"])
    assert board(judge) == {(5, 1): "west 3", (5, 2): "south 4"}


def test_a_factory_killed_early_produces_nothing() -> None:
    judge = table({(8, 9): "south 0", (8, 8): "west 3"})
    turn(judge, west=["flash 8,8>8,9"], south=["produce 4@7,9 by 8,9"])
    assert board(judge) == {(8, 9): "west 3"}


def test_a_factory_killed_late_has_produced() -> None:
    judge = table({(8, 9): "south 0", (8, 8): "west 1"})
    turn(judge, west=["move 8,8>8,9"], south=["produce 4@7,9 by 8,9"])
    assert board(judge) == {(8, 9): "west 1", (7, 9): "south 4"}


def test_two_producers_of_one_space_cancel_each_other() -> None:
    judge = table({(4, 5): "south 0", (6, 5): "west 0"})
    turn(judge, south=["produce 4@5,5 by 4,5"], west=["produce 3@5,5 by 6,5"])
    assert (5, 5) not in judge.pieces


def test_a_killed_producer_cancels_nothing() -> None:
    judge = table({(4, 5): "south 0", (6, 5): "west 0", (4, 4): "north 3"})
    turn(judge, south=["produce 4@5,5 by 4,5"], west=["produce 3@5,5 by 6,5"], north=["flash 4,4>4,5"])
    assert board(judge)[5, 5] == "west 3"


def test_a_mover_that_a_flash_kills_stays_away_and_defends_standing() -> None:
    judge = table({(5, 5): "south 1", (5, 4): "north 3"})
    turn(judge, south=["move 5,5>5,6"], north=["flash 5,4>5,5"])
    assert board(judge) == {(5, 5): "north 3"}


def test_a_mover_that_survives_a_flash_goes_on() -> None:
    judge = table({(5, 5): "south 4", (5, 4): "north 3"})
    turn(judge, south=["move 5,5>5,6"], north=["flash 5,4>5,5"])
    assert board(judge) == {(5, 6): "south 4"}


def test_movers_meet_what_has_just_been_produced() -> None:
    judge = table({(4, 2): "west 3"})
    turn(judge, west=["move 4,2>4,1"], south=["produce 4@4,1 by 5,1"])
    assert board(judge) == {(4, 1): "south 4"}


def test_a_side_has_at_most_15_pieces() -> None:
    pieces = {(x, 7): "south 1" for x in range(1, 10)} | {(x, 6): "south 1" for x in range(2, 6)} | {(8, 4): "south 0"}
    assert len(pieces) == MOST_PIECES - 1
    made = ["produce 3@5,1 by 5,1", "produce 2@8,3 by 8,4"]
    judge = turn(table(pieces), south=made)
    assert judge.count("south") == MOST_PIECES
    assert (5, 1) in judge.pieces
    assert (8, 3) not in judge.pieces, "it was entered later"


# Towing.


def towed(pieces: dict[At, str], tow: str = "5,5", **plans: list[str]) -> dict[At, str]:
    judge = table({(5, 4): "south 4", **pieces})
    own = ["move 5,4>5,3", f"tow {tow} by 5,4", *plans.pop("south", [])]
    return board(turn(judge, south=own, **plans))


@pytest.mark.parametrize("kind", KINDS)
def test_a_train_tows_a_friend_to_where_it_stood(kind: str) -> None:
    assert towed({(5, 5): f"south {kind}"}) == {(5, 3): "south 4", (5, 4): f"south {kind}"}


def test_a_tow_is_declared_and_reveals_the_train() -> None:
    judge = table({(5, 4): "south 4", (5, 5): "south 1"})
    turn(judge, south=["move 5,4>5,3", "tow 5,5 by 5,4"])
    assert known(judge, (5, 3)) == ALL - {"south"}
    assert known(judge, (5, 4)) == set()


def test_a_train_that_only_moves_is_not_revealed() -> None:
    judge = turn(table({(5, 4): "south 4"}), south=["move 5,4>5,3"])
    assert known(judge, (5, 3)) == set()


def test_what_has_just_been_produced_can_be_towed() -> None:
    made = towed({(5, 6): "south 0"}, south=["produce 2@5,5 by 5,6"])
    assert made == {(5, 3): "south 4", (5, 4): "south 2", (5, 6): "south 0"}


def test_enemies_and_pieces_that_move_are_not_towed() -> None:
    assert towed({(5, 5): "west 1"}) == {(5, 3): "south 4", (5, 5): "west 1"}
    assert towed({(5, 5): "south 1"}, south=["move 5,5>5,6"]) == {(5, 3): "south 4", (5, 6): "south 1"}
    moved_in = towed({(6, 5): "south 1"}, south=["move 6,5>5,5"])
    assert moved_in == {(5, 3): "south 4", (5, 5): "south 1"}


def test_nothing_is_towed_by_a_dead_train_or_to_a_taken_space() -> None:
    assert towed({(5, 5): "south 1", (5, 3): "west B"}) == {(5, 3): "west B", (5, 5): "south 1"}
    taken = towed({(5, 5): "south 1", (4, 4): "west 1"}, west=["move 4,4>5,4"])
    assert taken == {(5, 3): "south 4", (5, 4): "west 1", (5, 5): "south 1"}


def test_a_tagged_piece_that_died_is_not_towed() -> None:
    dead = towed({(5, 5): "south 1", (6, 5): "west 3"}, west=["move 6,5>5,5"])
    assert dead == {(5, 3): "south 4", (5, 5): "west 3"}


def test_of_two_trains_that_tag_one_piece_the_first_entered_has_it() -> None:
    judge = table({(5, 4): "south 4", (4, 5): "south 4", (5, 5): "south 1"})
    turn(judge, south=["move 4,5>3,5", "move 5,4>5,3", "tow 5,5 by 5,4", "tow 5,5 by 4,5"])
    assert board(judge) == {(5, 3): "south 4", (3, 5): "south 4", (5, 4): "south 1"}


# What is revealed.


def test_a_conflict_shows_its_pieces_to_those_involved() -> None:
    judge = turn(table({(5, 4): "south 3", (5, 5): "north 2"}), south=["move 5,4>5,5"])
    assert known(judge, (5, 5)) == {"north"}
    turn(judge, south=["move 5,5>5,6"])
    assert known(judge, (5, 6)) == {"north"}, "for ever"


def test_or_to_nobody() -> None:
    judge = turn(table({(5, 4): "south 3", (5, 5): "north 2"}, reveal="nothing"), south=["move 5,4>5,5"])
    assert known(judge, (5, 5)) == set()


@pytest.mark.parametrize("reveal", ["involved", "nothing"])
@pytest.mark.parametrize(("killer", "killed"), [("1", "4"), ("2", "B")])
def test_powers_are_shown_to_all_in_both_variants(reveal: str, killer: str, killed: str) -> None:
    judge = table({(5, 4): f"south {killer}", (5, 5): f"north {killed}"}, reveal=reveal)
    turn(judge, south=["move 5,4>5,5"])
    assert known(judge, (5, 5)) == ALL - {"south"}


def test_an_engineer_that_kills_no_train_is_no_power() -> None:
    judge = turn(table({(5, 4): "south 1", (5, 5): "north 0"}, reveal="nothing"), south=["move 5,4>5,5"])
    assert known(judge, (5, 5)) == set()


def test_a_factory_is_revealed_as_it_produces_and_a_base_hides_what_stands_on_it() -> None:
    judge = turn(table({(8, 9): "south 0", (5, 1): "south 1"}), south=["produce 4@7,9 by 8,9", "produce 4@5,2 by 5,1"])
    assert known(judge, (8, 9)) == ALL - {"south"}
    assert known(judge, (7, 9)) == known(judge, (5, 1)) == known(judge, (5, 2)) == set()


def test_a_late_flash_is_not_revealed() -> None:
    judge = turn(table({(5, 4): "south 3"}), south=["move 5,4>5,5"])
    assert known(judge, (5, 5)) == set()


def test_a_seat_always_knows_its_own() -> None:
    judge = turn(Judge(2), south=["produce 4@4,1 by 4,1"])
    assert judge.knows("south") == {(4, 1): Seen("south", "4")}


# The end.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_without_a_flag_wins(players: int) -> None:
    judge = Judge(players)
    first, *others = judge.seats
    turn(judge, **{seat: ["flag up"] for seat in others})
    assert judge.outcome == {first: "win", **dict.fromkeys(others, "lose")}
    assert judge.acting == ()


def test_flags_of_all_are_a_draw() -> None:
    judge = Judge(3)
    turn(judge, **{seat: ["flag up"] for seat in judge.seats})
    assert judge.outcome == dict.fromkeys(judge.seats, "draw")


def test_flags_stay_up_and_may_be_taken_down() -> None:
    judge = turn(Judge(), south=["flag up"], west=["flag up"])
    turn(judge, south=["flag down"], north=["flag up"])
    assert (judge.outcome, judge.flags) == (None, {"west", "north"})
    assert turn(judge, east=["flag up"]).outcome is not None


@pytest.mark.parametrize(
    ("pieces", "came"),
    [
        ({}, ["draw", "draw"]),
        ({(4, 4): "south 1"}, ["win", "lose"]),
        ({(4, 4): "south 1", (3, 3): "south 1", (4, 1): "north 1"}, ["lose", "win"]),
    ],
)
def test_after_turn_200_bases_count_and_then_pieces(pieces: dict[At, str], came: list[str]) -> None:
    judge = table(pieces, 2)
    judge.turn = 199
    turn(judge)
    assert judge.outcome is None
    turn(judge)
    assert judge.outcome is not None
    assert list(judge.outcome.values()) == came


def test_only_those_that_tie_for_the_first_place_draw() -> None:
    judge = table({(3, 3): "south 1", (4, 4): "west 1"})
    judge.turn = 200
    assert turn(judge).outcome == {"south": "draw", "west": "draw", "north": "lose", "east": "lose"}


# Absence.


def test_the_bot_takes_over_and_is_told_of() -> None:
    judge = table({(4, 4): "north 1"}, 2)
    judge.play("north", "move 4,4>4,5")
    judge.leave("north")
    assert (judge.acting, judge.waiting_for_bot) == (("south",), ("north",))
    assert judge.legal("north") == set()
    turn(judge)
    assert judge.turn == 1
    judge.bot("north", ["produce 1@4,7 by 4,7"])
    assert judge.turn == 2
    assert board(judge) == {(4, 4): "north 1", (4, 7): "north 1"}, "what was begun is dropped"


def test_a_complete_plan_stands() -> None:
    judge = table({(4, 4): "north 1"}, 2)
    judge.play("north", "move 4,4>4,5")
    judge.play("north", "done")
    judge.leave("north")
    assert board(turn(judge)) == {(4, 5): "north 1"}
    assert judge.waiting_for_bot == ("north",)
    assert judge.human_turns["north"] == 1


@pytest.mark.parametrize(
    ("south", "north", "gives_up"), [(2, 1, True), (3, 2, False), (4, 2, True), (1, 0, True), (0, 0, False)]
)
def test_the_bot_gives_up_against_twice_its_pieces(south: int, north: int, *, gives_up: bool) -> None:
    judge = table(
        {(x, 3): "south 1" for x in range(1, 1 + south)} | {(x, 5): "north 1" for x in range(1, 1 + north)}, 2
    )
    judge.leave("north")
    assert judge.must_flag("north") == gives_up
    if gives_up:
        with pytest.raises(ValueError, match="flag"):
            judge.bot("north", [])
        judge.bot("north", ["flag up"])
    else:
        judge.bot("north", [])


def test_the_bot_orders_nothing_illegal() -> None:
    judge = Judge(2)
    judge.leave("north")
    with pytest.raises(ValueError, match="may not order"):
        judge.bot("north", ["move 4,7>4,6"])
    with pytest.raises(ValueError, match="nothing is to be ordered"):
        judge.bot("south", [])


def played(leaves_after: int, turns: int, flagging: str) -> Judge:
    """A match of two in which north leaves after some turns, and somebody gives up in the last."""
    judge = Judge(2)
    for number in range(1, turns + 1):
        plans = {"south": ["flag up"]} if (number, flagging) == (turns, "south") else {}
        if number == leaves_after + 1:
            judge.leave("north")
        if judge.waiting_for_bot:
            judge.bot("north", ["flag up"] if (number, flagging) == (turns, "north") else [])
        turn(judge, **plans)
    return judge


def test_a_match_that_a_bot_wins_counts_for_nobody() -> None:
    judge = played(5, 50, "south")
    assert judge.outcome == {"south": "lose", "north": "win"}
    assert judge.is_void


def test_leaving_after_turn_5_of_50_counts_one_tenth() -> None:
    judge = played(5, 50, "north")
    assert judge.outcome == {"south": "win", "north": "lose"}
    assert not judge.is_void
    assert judge.weights == pytest.approx({"south": 0.1, "north": 0.1})


def test_the_winner_gets_the_mean_of_the_losers() -> None:
    judge = Judge(3)
    judge.leave("west")
    judge.bot("west", [])
    turn(judge)
    judge.bot("west", ["flag up"])
    turn(judge, north=["flag up"])
    assert judge.weights == pytest.approx({"south": 0.5, "west": 0.0, "north": 1.0})


def test_nobody_leaves_twice() -> None:
    judge = Judge()
    judge.leave("west", "east")
    with pytest.raises(ValueError, match="cannot leave"):
        judge.leave("west")


# Whole matches.


@pytest.mark.parametrize(("players", "reveal"), [(2, "nothing"), (3, "involved"), (4, "involved")])
def test_random_turns_keep_what_always_holds(players: int, reveal: str) -> None:
    chance, judge = Random(players), Judge(players, reveal)
    for _ in range(60):
        before = {piece: set(piece.known) for piece in judge.pieces.values()}
        for seat in judge.seats:
            order = ""
            while order != "done":
                order = chance.choice(sorted(judge.legal(seat) - {"flag up"}))
                judge.play(seat, order)
        assert all(judge.count(seat) <= MOST_PIECES for seat in judge.seats)
        assert len(set(judge.pieces.values())) == len(judge.pieces)
        assert all(before.get(piece, set()) <= piece.known for piece in judge.pieces.values())
    assert judge.turn == 61
