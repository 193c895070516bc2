"""The judge of Tic-Tac-Rainbow, argued case by case (rules: D3)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from reference.rainbow import CELLS, COLORED, WILD, At, Judge, Peg, lines_of

OTHER_FACE = {"R": "O", "O": "Y", "Y": "G", "G": "B", "B": "V", "V": "R", "W": "K", "K": "W"}


def table(pegs: dict[At, str], *, plies: int = 0, **options: object) -> Judge:
    """A match in which these lie, written `circle RO`; they are not off the board any more."""
    judge = Judge(**options)  # type: ignore[arg-type]
    judge.plies = plies
    for at, what in pegs.items():
        owner, faces = what.split()
        peg = Peg(owner, up=faces[0], down=faces[1])
        judge.pieces[at] = peg
        judge.off[owner].remove(peg.name)
    return judge


def play(judge: Judge, *actions: str) -> Judge:
    for action in actions:
        judge.play(judge.turn, action)
    return judge


def ended(judge: Judge) -> list[str] | None:
    return None if judge.outcome is None else [judge.outcome[seat] for seat in judge.seats]


# The board.


def test_the_board_has_21_cells_and_36_lines() -> None:
    assert len(CELLS) == 21
    assert len(lines_of("square")) == 36
    degrees = Counter(at for line in lines_of("square") for at in line)
    assert (min(degrees.values()), max(degrees.values())) == (3, 9)
    assert set(degrees) == CELLS


def test_turned_as_hexagons_it_has_29() -> None:
    lines = lines_of("hexagon")
    assert len(lines) == 29
    assert ((1, 4), (2, 3), (3, 2)) in lines
    assert ((2, 1), (3, 2), (4, 3)) not in lines


def test_corners_are_no_cells() -> None:
    assert ((1, 1), (2, 2), (3, 3)) not in lines_of("square")
    assert ((2, 1), (3, 2), (4, 3)) in lines_of("square")
    assert "RO@1,1" not in Judge().legal("circle")


# Actions.


def test_at_first_any_coloured_peg_is_placed_either_way_anywhere() -> None:
    judge = Judge()
    legal = judge.legal("circle")
    assert len(legal) == 6 * 2 * 21
    assert {"RO@2,3", "OR@2,3", "VR@5,4"} <= legal
    assert not any("W" in action for action in legal)
    assert judge.legal("square") == set()


def test_a_peg_is_placed_once_and_then_flipped_or_moved_by_its_owner() -> None:
    judge = play(Judge(), "RO@2,3", "YO@4,4")
    legal = judge.legal("circle")
    assert not {action for action in legal if action.startswith(("RO", "OR"))}
    assert {"flip 2,3", "2,3>3,3", "OY@3,3"} <= legal
    assert not {"flip 4,4", "4,4>3,3", "2,3>4,4", "2,3>2,3", "OY@4,4"} & legal
    assert len(legal) == 5 * 2 * 19 + 1 + 19


def test_a_flip_turns_the_peg_and_a_move_does_not() -> None:
    judge = play(Judge(), "RO@2,3", "YO@4,4", "flip 2,3", "4,4>1,2")
    assert judge.pieces == {(2, 3): Peg("circle", "O", "R"), (1, 2): Peg("square", "Y", "O")}


@pytest.mark.parametrize("action", ["pass", "draw", "flip 3,3", "2,3>2,3"])
def test_nothing_else_may_be_done(action: str) -> None:
    judge = play(Judge(), "RO@2,3", "YO@4,4")
    with pytest.raises(ValueError, match="circle may not play"):
        judge.play("circle", action)


SIX = {(1, 2): "RO", (1, 4): "YO", (2, 1): "GY", (5, 2): "BG", (5, 4): "VB", (2, 5): "RV"}


def test_the_wild_peg_waits_for_the_other_six() -> None:
    five = {at: f"circle {faces}" for at, faces in list(SIX.items())[:5]}
    assert not {action for action in table(five).legal("circle") if "@" in action and "W" in action}
    six = {at: f"circle {faces}" for at, faces in SIX.items()}
    legal = table(six).legal("circle")
    assert {"WK@3,3", "KW@3,3"} <= legal
    assert len([action for action in legal if "@" in action]) == 2 * 15


def test_everything_is_known_to_all() -> None:
    judge = play(Judge(), "RO@2,3")
    for viewer in ("circle", "square", "spectator"):
        assert judge.knows(viewer) == {(2, 3): Peg("circle", "R", "O")}


# Lines.


WITH_WHITE = {(2, 3): "circle RV", (3, 3): "square WK"}


def test_the_mover_wins_also_with_the_others_white() -> None:
    assert ended(play(table(WITH_WHITE), "RO@4,3")) == ["win", "lose"]


def test_another_colour_makes_no_line() -> None:
    assert ended(play(table(WITH_WHITE), "OR@4,3")) is None


@pytest.mark.parametrize("action", ["RO@4,3", "OR@4,3", "YO@4,3"])
def test_black_never_makes_one(action: str) -> None:
    assert ended(play(table({(2, 3): "circle RV", (3, 3): "square KW"}), action)) is None


def test_a_line_of_the_others_pegs_is_the_movers_who_completes_it() -> None:
    judge = table({(1, 3): "square RO", (2, 3): "square RV", (4, 4): "circle RO"})
    assert ended(play(judge, "4,4>3,3")) == ["win", "lose"]


def test_a_flip_may_win_also_from_black_to_white() -> None:
    judge = table({(2, 3): "square RO", (3, 3): "circle KW", (4, 3): "circle RV"})
    assert ended(play(judge, "flip 3,3")) == ["win", "lose"]


@pytest.mark.parametrize("faces", ["RO", "YG", "VB"])
def test_two_whites_and_any_colour_are_a_line(faces: str) -> None:
    judge = table({(2, 3): "square WK", (3, 3): "circle KW", (4, 3): f"square {faces}"})
    assert ended(play(judge, "flip 3,3")) == ["win", "lose"]


def test_two_whites_and_black_are_none() -> None:
    judge = table({(2, 3): "circle KW", (3, 3): "square WK", (4, 3): "triangle KW"}, players=3)
    assert ended(play(judge, "flip 2,3")) is None


def test_three_whites_are_a_line() -> None:
    judge = table({(2, 3): "circle KW", (3, 3): "square WK", (4, 3): "triangle WK"}, players=3)
    assert ended(play(judge, "flip 2,3")) == ["win", "lose", "lose"]


def test_one_white_may_serve_two_colours_in_two_lines_but_not_in_one() -> None:
    assert ended(play(table({(2, 3): "circle RV", (3, 3): "square WK"}), "YO@4,3")) is None
    judge = table({(2, 3): "circle RV", (3, 3): "square WK", (3, 2): "circle YG", (3, 4): "square GY"})
    assert ended(play(judge, "RO@4,3")) == ["win", "lose"]


def test_a_double_line_is_a_line() -> None:
    judge = table({(2, 3): "square RO", (4, 3): "square RV", (3, 2): "circle RV", (3, 4): "square WK"})
    play(judge, "RO@3,3")
    assert len(judge.rows) == 2
    assert ended(judge) == ["win", "lose"]


def test_longer_rows_count_by_their_three() -> None:
    judge = table({(1, 3): "square RO", (2, 3): "square RV", (4, 3): "circle RV"})
    assert ended(play(judge, "RO@3,3")) == ["win", "lose"]


def test_the_dropped_diagonals_make_no_line_on_hexagons() -> None:
    rising = {(2, 1): "square RO", (3, 2): "square RV"}
    assert ended(play(table(rising), "RO@4,3")) == ["win", "lose"]
    assert ended(play(table(rising, lines="hexagon"), "RO@4,3")) is None


# Options.


def test_where_a_line_loses_the_mover_does() -> None:
    assert ended(play(table(WITH_WHITE, ending="loses"), "RO@4,3")) == ["lose", "win"]
    assert ended(play(table(WITH_WHITE, ending="loses", players=3), "RO@4,3")) == ["lose", "win", "win"]


def test_of_three_the_mover_wins_and_the_others_lose() -> None:
    judge = table(WITH_WHITE, players=3)
    assert ended(play(judge, "OY@1,2", "RO@4,3")) == ["lose", "win", "lose"]


def test_three_take_turns_and_can_always_act_on_a_full_board() -> None:
    judge = Judge(players=3)
    cells = sorted(CELLS)
    for number, at in enumerate(cells):
        seat = judge.seats[number % 3]
        name = [*COLORED, WILD][number // 3]
        judge.pieces[at] = Peg(seat, name[0], name[1])
        judge.off[seat].remove(name)
    assert judge.legal("circle") == {f"flip {x},{y}" for (x, y), peg in judge.pieces.items() if peg.owner == "circle"}
    assert len(judge.legal("circle")) == 7


# Draws.


def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    judge = play(Judge(), "RO@2,3", "RO@4,4")
    cycle = ("flip 2,3", "flip 4,4", "flip 2,3", "flip 4,4")
    play(judge, *cycle)
    assert ended(judge) is None
    play(judge, *cycle[:3])
    assert ended(judge) is None
    assert ended(play(judge, cycle[3])) == ["draw", "draw"]


def test_the_same_pegs_with_another_to_act_are_another_position() -> None:
    judge = play(Judge(), "RO@2,3", "RO@4,4", "2,3>2,2", "4,4>4,3", "2,2>3,2", "4,3>4,4", "3,2>2,3")
    assert judge.turn == "square"
    assert max(judge.occurred.values()) == 1


def test_200_plies_are_a_draw_unless_the_last_makes_a_line() -> None:
    assert ended(play(table(WITH_WHITE, plies=198), "OR@4,3")) is None
    assert ended(play(table(WITH_WHITE, plies=199), "OR@4,3")) == ["draw", "draw"]
    assert ended(play(table(WITH_WHITE, plies=199), "RO@4,3")) == ["win", "lose"]


# Leaving.


@pytest.mark.parametrize("ending", ["wins", "loses"])
def test_of_two_the_one_who_leaves_loses(ending: str) -> None:
    judge = play(Judge(ending=ending), "RO@2,3")
    judge.leave("circle")
    assert ended(judge) == ["lose", "win"]


def test_of_three_the_others_go_on_without_who_left() -> None:
    judge = play(Judge(players=3), "RO@2,3", "RO@4,4")
    judge.leave("triangle")
    assert judge.turn == "circle"
    play(judge, "OY@1,2", "OY@3,5")
    assert judge.turn == "circle"
    judge.leave("square")
    assert ended(judge) == ["win", "lose", "lose"]


def test_who_left_does_not_win_where_another_makes_a_line() -> None:
    judge = table(WITH_WHITE, players=3, ending="loses")
    judge.leave("square")
    assert ended(play(judge, "RO@4,3")) == ["lose", "lose", "win"]


def test_who_left_does_not_draw() -> None:
    judge = table(WITH_WHITE, players=3, plies=199)
    judge.leave("triangle")
    assert ended(play(judge, "OR@4,3")) == ["draw", "draw", "lose"]


def test_all_who_leave_at_one_moment_lose() -> None:
    judge = Judge(players=3)
    judge.leave("circle", "square")
    assert ended(judge) == ["lose", "lose", "win"]
    judge = Judge(players=3)
    judge.leave(*judge.seats)
    assert ended(judge) == ["lose"] * 3


# Whole matches.


@pytest.mark.parametrize(
    ("players", "ending", "lines"), [(2, "wins", "square"), (2, "loses", "hexagon"), (3, "wins", "square")]
)
def test_random_matches_come_to_an_end_and_keep_all_pegs(players: int, ending: str, lines: str) -> None:
    for seed in range(8):
        chance, judge = Random(seed), Judge(players, ending, lines)
        while judge.outcome is None:
            play(judge, chance.choice(sorted(judge.legal(judge.turn))))
            for seat in judge.seats:
                on = {peg.name for peg in judge.pieces.values() if peg.owner == seat}
                assert on.isdisjoint(judge.off[seat])
                assert on | judge.off[seat] == {*COLORED, WILD}
            assert all(OTHER_FACE[peg.name[0]] == peg.name[1] for peg in judge.pieces.values())
        assert bool(judge.rows) == (set(judge.outcome.values()) != {"draw"})
