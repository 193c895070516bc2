"""The judge of Stratego, argued case by case (rules: D1)."""

from __future__ import annotations

from random import Random

import pytest
from reference.stratego import ARMIES, HOMES, NUMBERS, Judge, Piece, Seen

FLAGS = {"J9": "red flag", "A9": "blue flag"}
FAR = {"J8": "red sergeant", "A8": "blue sergeant"}
"""So that both sides have something to move."""


def table(pieces: dict[str, str], turn: str = "red") -> Judge:
    """A match in which these stand, beside the flags."""
    judge = Judge()
    judge.in_setup, judge.turn = False, turn
    judge.pieces = {at: Piece(*what.split()) for at, what in {**FLAGS, **pieces}.items()}
    return judge


def play(judge: Judge, *moves: str) -> Judge:
    """Moves of whoever is to act."""
    for move in moves:
        judge.play(judge.acting[0], move)
    return judge


def moves_from(judge: Judge, origin: str) -> set[str]:
    return {move.split(">")[1] for move in judge.legal(judge.turn) if move.startswith(f"{origin}>")}


def placed(chance: Random, army: str = "full") -> Judge:
    judge = Judge(army)
    while judge.in_setup:
        seat = chance.choice(judge.acting)
        judge.play(seat, chance.choice(sorted(judge.legal(seat))))
    return judge


def kinds(judge: Judge) -> dict[str, str]:
    return {at: f"{piece.owner} {piece.kind}" for at, piece in judge.pieces.items() if at not in {**FLAGS, **FAR}}


# The set-up.


@pytest.mark.parametrize(("army", "size"), [("full", 40), ("barrage", 8)])
def test_armies_are_complete(army: str, size: int) -> None:
    assert sum(ARMIES[army].values()) == size
    judge = placed(Random(1), army)
    for seat in judge.seats:
        own = {at: piece.kind for at, piece in judge.pieces.items() if piece.owner == seat}
        assert sorted(own.values()) == sorted(kind for kind, n in ARMIES[army].items() for _ in range(n))
        assert {at[0] for at in own} <= set(HOMES[seat])
    assert judge.acting == ("red",)


def test_set_ups_are_made_at_once_and_apart() -> None:
    judge = Judge()
    assert judge.acting == ("red", "blue")
    assert len(judge.legal("red")) == 40 * 12
    judge.play("blue", "A5:flag")
    assert "A5:bomb" not in judge.legal("blue")
    assert "A6:flag" not in judge.legal("blue")
    assert len(judge.legal("blue")) == 39 * 11
    assert len(judge.legal("red")) == 40 * 12


def test_a_set_up_is_hidden_whole_until_both_are_complete() -> None:
    judge = Judge("barrage")
    for at, kind in zip("ABCD", ("flag", "bomb", "spy", "miner"), strict=True):
        judge.play("blue", f"{at}0:{kind}")
    assert judge.knows("red") == judge.knows("spectator") == {}
    assert judge.knows("blue")["C0"].kind == "spy"


def test_both_see_that_pieces_stand_there_afterwards_and_only_that() -> None:
    judge = placed(Random(2))
    for viewer in ("red", "blue", "spectator"):
        seen = judge.knows(viewer)
        assert seen.keys() == judge.pieces.keys()
        for look in seen.values():
            assert (look.kind is not None) == (look.owner == viewer)
            assert (look.revealed, look.moved) == (False, False)


def test_an_army_that_has_shut_itself_in_loses_at_once() -> None:
    judge, chance = Judge(), Random(3)
    for column in "014589":
        judge.play("red", f"G{column}:bomb")
    while judge.in_setup:
        assert judge.outcome is None
        seat = judge.acting[0]
        judge.play(seat, chance.choice(sorted(judge.legal(seat))))
    assert judge.outcome == {"red": "lose", "blue": "win"}


# Moves.


def test_a_piece_moves_one_space_straight() -> None:
    judge = table({"E5": "red major", "D5": "blue scout", **FAR})
    assert moves_from(judge, "E5") == {"D5", "F5", "E4"}, "E6 is a lake"


def test_nobody_moves_onto_its_own_pieces_or_off_the_board() -> None:
    judge = table({"J0": "red major", "I0": "red bomb", **FAR})
    assert moves_from(judge, "J0") == {"J1"}


def test_bombs_and_flags_never_move() -> None:
    judge = table({"E5": "red bomb", **FAR})
    assert moves_from(judge, "E5") == moves_from(judge, "J9") == set()


def test_a_scout_goes_any_distance_over_empty_spaces() -> None:
    judge = table({"G0": "red scout", "C0": "blue miner", "G3": "red bomb", **FAR})
    assert moves_from(judge, "G0") == {"F0", "E0", "D0", "C0", "H0", "I0", "J0", "G1", "G2"}


def test_a_scout_is_stopped_by_lakes() -> None:
    assert moves_from(table({"G2": "red scout", "G3": "red bomb", **FAR}), "G2") == {"H2", "I2", "J2", "G1", "G0"}


def test_there_is_no_pass() -> None:
    judge = table(FAR)
    assert judge.legal("red") == {"J8>I8", "J8>J7", "draw"}
    assert judge.legal("blue") == set()
    with pytest.raises(ValueError, match="red may not play pass"):
        judge.play("red", "pass")


def test_where_a_piece_has_moved_is_seen_by_all() -> None:
    judge = play(table({"G4": "red major", **FAR}), "G4>F4")
    assert judge.knows("blue")["F4"] == Seen("red", None, revealed=False, moved=True)
    assert not judge.knows("blue")["J8"].moved


# Combat.


def after_attack(attacker: str, defender: str) -> dict[str, str]:
    return kinds(play(table({"G0": f"red {attacker}", "F0": f"blue {defender}", **FAR}), "G0>F0"))


@pytest.mark.parametrize("attacker", NUMBERS)
@pytest.mark.parametrize("defender", NUMBERS)
def test_the_lower_number_wins_and_equals_go(attacker: str, defender: str) -> None:
    one, other = NUMBERS[attacker], NUMBERS[defender]
    expected = {} if one == other else {"F0": f"red {attacker}" if one < other else f"blue {defender}"}
    assert after_attack(attacker, defender) == expected


@pytest.mark.parametrize("attacker", [*NUMBERS, "spy"])
def test_only_a_miner_survives_a_bomb(attacker: str) -> None:
    survivor = "red miner" if attacker == "miner" else "blue bomb"
    assert after_attack(attacker, "bomb") == {"F0": survivor}


@pytest.mark.parametrize("attacker", [*NUMBERS, "spy"])
def test_anything_takes_an_attacked_spy(attacker: str) -> None:
    assert after_attack(attacker, "spy") == {"F0": f"red {attacker}"}


@pytest.mark.parametrize("defender", NUMBERS)
def test_a_spy_beats_the_marshal_and_no_other_fighter(defender: str) -> None:
    assert after_attack("spy", defender) == {"F0": "red spy" if defender == "marshal" else f"blue {defender}"}


def test_a_marshal_who_attacks_the_spy_takes_it() -> None:
    assert after_attack("marshal", "spy") == {"F0": "red marshal"}


def test_a_scout_attacks_at_range_and_dies_on_a_bomb() -> None:
    judge = play(table({"G0": "red scout", "A0": "blue bomb", **FAR}), "G0>A0")
    assert kinds(judge) == {"A0": "blue bomb"}
    for viewer in ("red", "blue", "spectator"):
        assert judge.knows(viewer)["A0"] == Seen("blue", "bomb", revealed=True, moved=False)
    assert judge.captured == {"red": ["scout"], "blue": []}
    assert judge.statistics["red"] == {"bombs hit": 1}


def test_who_took_part_in_combat_stays_known_wherever_it_goes() -> None:
    judge = play(table({"G0": "red major", "F0": "blue miner", **FAR}), "G0>F0")
    assert judge.knows("blue")["F0"] == Seen("red", "major", revealed=True, moved=True)
    play(judge, "A8>B8", "F0>E0")
    assert judge.knows("blue")["E0"] == Seen("red", "major", revealed=True, moved=True)
    assert judge.knows("blue")["J8"].kind is None


def test_what_is_counted() -> None:
    pieces = {"G0": "red miner", "F0": "blue bomb", "G1": "red spy", "F1": "blue marshal", **FAR}
    judge = play(table(pieces), "G0>F0", "A8>B8", "G1>F1")
    assert judge.statistics == {"red": {"bombs defused": 1, "marshals captured": 1}, "blue": {"marshals lost": 1}}


# The shuttle rule.


def shuttle(*between: str) -> Judge:
    """A red piece has gone to and fro three times; blue moved in between."""
    judge = table({"G4": "red major", "A0": "blue major", **FAR})
    blue = iter(["A0>B0", "B0>C0", "C0>D0"])
    for red in between:
        play(judge, red, next(blue))
    return judge


def test_the_fourth_move_between_two_spaces_is_illegal() -> None:
    judge = shuttle("G4>F4", "F4>G4", "G4>F4")
    assert "F4>G4" not in judge.legal("red")
    assert {"F4>F5", "F4>E4", "J8>I8"} <= judge.legal("red")


def test_any_other_move_starts_the_count_anew() -> None:
    judge = shuttle("G4>F4", "F4>G4", "J8>I8")
    play(judge, "G4>F4", "D0>D1")
    assert "F4>G4" in judge.legal("red")


def test_a_draw_offer_does_not() -> None:
    judge = play(shuttle("G4>F4", "F4>G4", "G4>F4"), "draw", "refuse")
    assert "F4>G4" not in judge.legal("red")


def test_after_another_move_the_piece_may_go_back() -> None:
    judge = play(shuttle("G4>F4", "F4>G4", "G4>F4"), "J8>I8", "D0>E0")
    assert "F4>G4" in judge.legal("red")


def test_a_scout_may_go_to_another_space_of_the_same_line() -> None:
    judge = table({"G0": "red scout", "A5": "blue major", **FAR})
    play(judge, "G0>D0", "A5>B5", "D0>G0", "B5>C5", "G0>D0", "C5>D5")
    assert "D0>G0" not in judge.legal("red")
    assert {"D0>F0", "D0>H0"} <= judge.legal("red")


def test_a_side_that_only_the_shuttle_rule_stops_has_lost() -> None:
    judge = table({"J0": "red major", "I0": "red bomb", "I1": "red bomb", "J2": "red bomb", "A8": "blue miner"})
    play(judge, "J0>J1", "A8>A7", "J1>J0", "A7>A6", "J0>J1", "A6>A5")
    assert judge.outcome == {"red": "lose", "blue": "win"}


# Draw offers.


def test_an_offer_is_answered_before_the_move() -> None:
    judge = play(table(FAR), "draw")
    assert judge.acting == ("blue",)
    assert judge.legal("blue") == {"agree", "refuse"}
    assert judge.legal("red") == set()
    assert play(judge, "agree").outcome == {"red": "draw", "blue": "draw"}


def test_a_draw_is_offered_once_a_turn() -> None:
    judge = play(table(FAR), "draw", "refuse")
    assert judge.acting == ("red",)
    assert "draw" not in judge.legal("red")
    play(judge, "J8>I8")
    assert "draw" in judge.legal("blue")
    play(judge, "A8>B8")
    assert "draw" in judge.legal("red")


def test_none_is_offered_in_the_set_up() -> None:
    assert "draw" not in Judge().legal("red")


# The end.


def test_whoever_takes_the_flag_wins() -> None:
    judge = play(table({"B9": "red spy", **FAR}), "B9>A9")
    assert judge.outcome == {"red": "win", "blue": "lose"}
    assert judge.acting == ()
    assert judge.legal("blue") == set()


def test_a_side_on_turn_without_a_legal_move_loses() -> None:
    judge = play(table({"G0": "red major", "F0": "blue scout", "J8": "red miner"}), "G0>F0")
    assert judge.outcome == {"red": "win", "blue": "lose"}


def test_a_side_may_be_without_moves_while_it_is_not_on_turn() -> None:
    judge = play(table({"G0": "red scout", "F0": "blue major", "A8": "blue miner"}), "G0>F0")
    assert judge.outcome is None
    assert play(judge, "A8>B8").outcome == {"red": "lose", "blue": "win"}


def test_where_neither_side_can_ever_move_it_is_a_draw() -> None:
    judge = play(table({"G0": "red major", "F0": "blue major"}), "G0>F0")
    assert judge.outcome == {"red": "draw", "blue": "draw"}


def quiet_table() -> Judge:
    judge = table({"J0": "red major", "A0": "blue major", **FAR, "G8": "red scout", "D8": "blue bomb"})
    judge.quiet = 199
    return judge


def test_200_plies_without_an_attack_are_a_draw() -> None:
    assert play(quiet_table(), "J0>I0").outcome == {"red": "draw", "blue": "draw"}
    judge = play(quiet_table(), "G8>D8")
    assert judge.outcome is None
    assert judge.quiet == 0


@pytest.mark.parametrize("when", [(), ("draw",), ("J8>I8",)])
def test_withdrawing_loses(when: tuple[str, ...]) -> None:
    judge = play(table(FAR), *when)
    judge.leave("red")
    assert judge.outcome == {"red": "lose", "blue": "win"}
    with pytest.raises(ValueError, match="over"):
        judge.leave("blue")


def test_one_may_withdraw_in_the_set_up_and_both_at_once() -> None:
    judge = Judge()
    judge.leave("blue", "red")
    assert judge.outcome == {"red": "lose", "blue": "lose"}


@pytest.mark.parametrize("army", ARMIES)
def test_random_matches_come_to_an_end_and_lose_no_piece(army: str) -> None:
    chance = Random(4)
    judge = placed(chance, army)
    total = len(judge.pieces)
    while judge.outcome is None:
        seat = judge.acting[0]
        play(judge, chance.choice(sorted(judge.legal(seat) - {"draw"})))
        assert len(judge.pieces) + sum(map(len, judge.captured.values())) == total
        assert all(judge.knows(seat)[at].kind == piece.kind for at, piece in judge.pieces.items() if piece.revealed)
