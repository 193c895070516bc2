"""Boards as geometry."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redscience.variations.language import RuleSet, Spaces, goals
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.model import At, Board
from redscience.variations.language.spaces import (
    Box,
    Goal,
    axes_of_lines,
    directions,
    longest_line,
    read_box,
    write_set,
)

KINDS = [str(kind) for kind in BOARDS if kind != "hash"]


@st.composite
def boards(draw: st.DrawFn) -> Spaces:
    kind = draw(st.sampled_from(KINDS))
    x, y = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    z = 1 if BOARDS[kind].flat else draw(st.integers(2 if BOARDS[kind].gravity else 1, 4))
    return Spaces(kind, (x, y, z), draw(st.integers(1, 3)))


@given(boards())
def test_spaces_are_numbered_one_by_one(spaces: Spaces) -> None:
    assert [spaces.number(at) for at in spaces] == list(range(spaces.total))
    assert all(at in spaces for at in spaces)
    assert (spaces.count + 1, 1, 1, 1) not in spaces
    assert (1, 0, 1, 1) not in spaces


def test_x_runs_fastest_and_boards_slowest() -> None:
    spaces = Spaces("squares", (3, 2, 2), 2)
    assert [spaces.at(number) for number in (0, 1, 3, 6, 12)] == [
        (1, 1, 1, 1),
        (1, 2, 1, 1),
        (1, 1, 2, 1),
        (1, 1, 1, 2),
        (2, 1, 1, 1),
    ]


@pytest.mark.parametrize(("size", "lines"), [((15, 1, 1), 1), ((7, 7, 1), 4), ((4, 4, 4), 13)])
def test_there_are_1_4_or_13_lines_through_a_space(size: tuple[int, int, int], lines: int) -> None:
    spaces = Spaces("squares", size)
    middle: At = (1, *(max(1, side // 2) for side in size))  # type: ignore[assignment]
    assert sum(spaces.step(middle, vector) is not None for vector in axes_of_lines("squares")) == lines


@pytest.mark.parametrize(("size", "length", "windows"), [((3, 3, 1), 3, 8), ((7, 6, 1), 4, 69), ((4, 4, 4), 4, 76)])
def test_lines_are_as_many_as_everyone_knows(size: tuple[int, int, int], length: int, windows: int) -> None:
    spaces = Spaces("squares", size)
    counted = sum(
        len(list(spaces.line(at, vector))) >= length - 1 for vector in axes_of_lines("squares") for at in spaces
    )
    assert counted == windows


def test_neighbours_by_kind() -> None:
    def around(kind: str, at: At, axes: tuple[int, ...] = (1, 2, 3)) -> int:
        spaces = Spaces(kind, (5, 5, 1))
        return sum(spaces.step(at, vector) is not None for vector in directions(kind, axes))

    assert around("squares", (1, 3, 3, 1)) == 8
    assert around("squares", (1, 1, 1, 1)) == 3
    assert around("tetrakis", (1, 3, 3, 1)) == 8
    assert around("tetrakis", (1, 2, 3, 1)) == 4
    assert around("toroid", (1, 1, 1, 1)) == 8
    assert around("hexagons", (1, 3, 3, 1), (1,)) == 6
    assert around("hexagons", (1, 3, 3, 1), (2,)) == 6


def test_on_tetrakis_squares_only_diagonals_need_an_even_point() -> None:
    spaces = Spaces("tetrakis", (5, 5, 1))
    assert spaces.step((1, 1, 2, 1), (1, 1, 0)) is None
    assert spaces.step((1, 1, 2, 1), (2, 1, 0)) == (1, 3, 3, 1)
    assert spaces.step((1, 1, 1, 1), (1, 2, 0)) == (1, 2, 3, 1)


def test_lines_on_a_torus_end_where_they_began() -> None:
    spaces = Spaces("toroid", (3, 4, 1))
    assert len(list(spaces.line((1, 1, 1, 1), (1, 0, 0)))) == 2
    assert len(set(spaces.line((1, 1, 1, 1), (1, 1, 0)))) == 11
    assert list(Spaces("toroid", (1, 4, 1)).line((1, 1, 1, 1), (1, 0, 0))) == []


@settings(max_examples=60)
@given(boards(), st.sampled_from(["any", "orthogonal", "vertical"]), st.data())
def test_the_longest_line_is_the_longest(spaces: Spaces, lines: str, data: st.DataObject) -> None:
    numbers = data.draw(st.sets(st.integers(0, spaces.total - 1), max_size=4))
    blocked = frozenset(spaces.at(number) for number in numbers)
    longest = 0
    for at, vector in product(set(spaces) - blocked, axes_of_lines(spaces.kind, lines)):
        run = 1
        for space in spaces.line(at, vector):
            if space in blocked:
                break
            run += 1
        longest = max(longest, run)
    assert longest_line(spaces, lines, blocked, enough=999) == longest
    assert longest_line(spaces, lines, blocked) == min(longest, 6)


@given(boards(), st.data())
def test_sets_of_spaces_are_written_and_read_back(spaces: Spaces, data: st.DataObject) -> None:
    numbers = data.draw(st.sets(st.integers(0, spaces.total - 1)))
    ats = {spaces.at(number) for number in numbers}
    read: list[At] = []
    for text in write_set(ats, spaces):
        box = read_box(text, spaces)
        assert isinstance(box, Box)
        read.extend(box.spaces())
    assert len(read) == len(set(read))
    assert set(read) == ats


@pytest.mark.parametrize(
    "text", ["", "1", "1,", "0,1", "4,1", "2-1,1", "1,1,2", "2:1,1", "x,1", "1,1,1,1", "-1,1", "1.0,1", "²,1"]
)
def test_what_is_no_space_is_said_to_be_none(text: str) -> None:
    assert read_box(text, Spaces("squares", (3, 3, 1))) in {"is not a space", "is off the board"}


def _goals(players: str, size: tuple[int, int, int], kind: str = "squares") -> dict[str, Goal | None]:
    return goals(RuleSet(players=players, board=Board(kind=kind, size=size)))


def test_goal_lines() -> None:
    assert _goals("2", (3, 5, 1)) == {"black": Goal("y", 5), "white": Goal("y", 1)}
    assert _goals("4", (3, 5, 1)) == {
        "black": Goal("y", 5),
        "white": Goal("x", 1),
        "pink": Goal("y", 1),
        "yellow": Goal("x", 3),
    }
    assert _goals("2+chaos", (3, 5, 1))["chaos"] == Goal("y", 1)
    assert _goals("3+chaos", (5, 7, 1))["chaos"] == Goal("x", 5)
    assert _goals("2", (9, 1, 1)) == {"black": Goal("x", 1), "white": Goal("x", 9)}
    assert _goals("2", (3, 3, 1), "toroid") == {"black": None, "white": None}


def test_leaps_need_no_lines() -> None:
    spaces = Spaces("tetrakis", (5, 5, 1))
    assert spaces.step((1, 2, 1, 1), (1, 2, 0)) == (1, 3, 3, 1)
    assert spaces.step((1, 2, 1, 1), (1, 1, 0)) is None
    assert spaces.step((1, 2, 1, 1), (2, 2, 0)) is None
    assert spaces.step((1, 1, 1, 1), (2, 2, 0)) == (1, 3, 3, 1)
