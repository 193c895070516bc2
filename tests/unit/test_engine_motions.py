"""Where pieces may go, beside a slow account of it: space by space, step by step."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import redscience
from redscience.variations import catalogue
from redscience.variations.engine.geometry import axes, direction_of, forward, line_reach, lines, neighbours, stepping
from redscience.variations.engine.motions import Motion, reach, write_motion
from redscience.variations.engine.records import (
    CASTLE,
    DOUBLE,
    JUMP,
    JUMP_BACK,
    LEAP,
    MAX_AXES,
    MAX_REACH,
    OFF,
    QUIET,
    RULES,
    STEP,
    TAKE,
    record,
)
from redscience.variations.game import VariationGame
from redscience.variations.language import SHAPES, RuleSet, Spaces, goals
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.captures import CONDITIONS
from redscience.variations.language.model import At, Board
from redscience.variations.language.moves import MOVES, MoveOption
from redscience.variations.language.spaces import Goal, Vector, axes_of_lines, directions

KINDS = [str(kind) for kind in BOARDS if kind != "hash"]
UP = (0, 1, 0)

Entry = tuple[At, int, int]


@st.composite
def boards(draw: st.DrawFn) -> Spaces:
    kind = draw(st.sampled_from(KINDS))
    x, y = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    z = 1 if BOARDS[kind].flat else draw(st.integers(2 if BOARDS[kind].gravity else 1, 4))
    return Spaces(kind, (x, y, z))


@st.composite
def motions(draw: st.DrawFn) -> tuple[Spaces, Motion, Goal | None]:
    """A board, what moves on it, and the goal line towards which that heads."""
    spaces = draw(boards())
    players = draw(st.sampled_from(["2", "4"]))
    rules = RuleSet(players=players, board=Board(kind=spaces.kind, size=spaces.size))
    goal = draw(st.sampled_from(list(goals(rules).values())))
    condition = CONDITIONS[draw(st.sampled_from([str(each) for each in CONDITIONS]))]
    move = draw(st.sampled_from([str(move) for move in MOVES if goal or not MOVES[move].directed]))
    jumps, steps_axes = condition.jumps, condition.steps_axes if goal else 0
    if BOARDS[spaces.kind].gravity:
        jumps, steps_axes = "no", 0
    return spaces, Motion(move, jumps, steps_axes, forward(goal) if goal else None, draw(st.booleans())), goal


@pytest.mark.parametrize("kind", ["squares", "hexagons"])
@pytest.mark.parametrize("move", MOVES)
def test_a_picture_of_a_move_shows_where_it_leads(move: str, kind: str) -> None:
    picture = MOVES[move].picture if kind == "squares" else MOVES[move].picture_on_hexagons
    if not picture:
        assert MOVES[move].stationary or MOVES[move].leaps
        return
    assert set(picture) != {"."}, "it leads farther than the picture reaches"
    marks = dict(zip(product(range(5, 0, -1), range(1, 6)), picture, strict=False))
    deep = "^" in picture
    spaces = Spaces(kind, (5, 5, 5 if deep else 1))
    middle = (1, 3, 3, 3 if deep else 1)
    led_to = {(at[2], at[1]): act for at, _, act in entries(Motion(move, heading=(0, 1, 0)), spaces)[middle]}
    assert led_to.keys() == {at for at, mark in marks.items() if mark != "."}
    assert {at for at, act in led_to.items() if act == DOUBLE} == {at for at, mark in marks.items() if mark == "1"}
    assert ("-" in picture) == MOVES[move].slides


@pytest.mark.parametrize("move", MOVES)
def test_on_tetrakis_squares_it_does_from_points_on_diagonals_and_but_for_diagonals_from_others(move: str) -> None:
    picture = MOVES[move].picture or "." * 25
    marks = dict(zip(product(range(2, -3, -1), range(-2, 3)), picture, strict=True))
    led = entries(Motion(move, heading=(0, 1, 0)), Spaces("tetrakis", (6, 5, 1)))
    for middle in ((1, 3, 3, 1), (1, 4, 3, 1)):
        has_diagonals = (middle[1] + middle[2]) % 2 == 0
        led_to = {(at[2] - middle[2], at[1] - middle[1]) for at, *_ in led[middle]}
        # They are flat.
        drawn = {at for at, mark in marks.items() if mark not in ".^" and (has_diagonals or abs(at[0]) != abs(at[1]))}
        assert {at for at in led_to if max(map(abs, at)) <= 2} == drawn


def entries(motion: Motion, spaces: Spaces) -> dict[At, list[Entry]]:
    """What is tested, by space."""
    counts, targets, ways, acts = reach(motion, spaces)
    assert len(targets) == len(ways) == len(acts) == counts.sum()
    listed = iter([(spaces.at(int(t)), int(w), int(a)) for t, w, a in zip(targets, ways, acts, strict=True)])
    return {at: [next(listed) for _ in range(counts[spaces.number(at)])] for at in spaces}


@dataclass(frozen=True)
class Slowly:
    """What must lead from a space, in any order."""

    spaces: Spaces
    motion: Motion
    goal: Goal | None
    at: At

    def entries(self) -> list[Entry]:
        stacks = BOARDS[self.spaces.kind].gravity
        if stacks and self.at[3] > 1:
            return []
        entries = [*self.steps(), *self.doubles(), *self.leaps(), *self.takes(), *self.jumps(), *self.castling()]
        return [(end, LEAP if stacks and act in {STEP, QUIET} else way, act) for end, way, act in entries]

    @property
    def option(self) -> MoveOption:
        return MOVES[self.motion.move]

    def unit(self, axes: tuple[int, ...]) -> list[tuple[Vector, int]]:
        stacks = BOARDS[self.spaces.kind].gravity
        vectors = [vector for vector in directions(self.spaces.kind, axes) if not (stacks and vector[2])]
        return [(vector, direction_of(self.spaces.kind, vector)) for vector in vectors if any(vector)]

    def agrees(self, vector: Vector, wanted: str) -> bool:
        """By how the distance from the goal line changes; what leaves the line leads away, or off the board."""
        if self.goal is None or wanted == "any":
            return True
        axis = " xyz".index(self.goal.axis)
        before, after = abs(self.goal.at - self.at[axis]), abs(self.goal.at - self.at[axis] - vector[axis - 1])
        return after < before if wanted == "forward" else after <= before

    def second(self, vector: Vector) -> list[At]:
        middle = self.spaces.step(self.at, vector)
        beyond = middle and self.spaces.step(middle, vector)
        return [beyond] if beyond and beyond != self.at else []

    def steps(self) -> Iterator[Entry]:
        for vector, way in self.unit(self.option.axes):
            if self.agrees(vector, self.option.heading):
                line = list(self.spaces.line(self.at, vector))
                for end in line if self.option.slides else line[:1]:
                    yield end, way, STEP if self.option.captures_by_moving else QUIET

    def doubles(self) -> Iterator[Entry]:
        for vector, way in self.unit(self.option.axes if self.option.double_first else ()):
            for end in self.second(vector) if self.agrees(vector, "forward") else []:
                yield end, way, DOUBLE

    def leaps(self) -> set[Entry]:
        stacks = BOARDS[self.spaces.kind].gravity
        offsets = {offset for leap in self.option.leaps for offset in permutations(leap)}
        signs = tuple(product((1, -1), repeat=3))
        ends = {self.spaces.step(self.at, (x * i, y * j, z * k)) for x, y, z in offsets for i, j, k in signs}
        return {(end, LEAP, STEP) for end in ends if end and not (stacks and end[3] > 1)}

    def takes(self) -> Iterator[Entry]:
        for vector, way in self.unit((self.motion.steps_axes,)):
            end = self.spaces.step(self.at, vector)
            if end and self.agrees(vector, "forward"):
                yield end, way, TAKE

    def jumps(self) -> Iterator[Entry]:
        axes = (1,) if self.option.stationary else self.option.axes
        for vector, way in self.unit(axes if self.motion.jumps != "no" else ()):
            agrees = self.agrees(vector, self.option.heading)
            for end in self.second(vector) if agrees or self.motion.jumps == "chain_back" else []:
                yield end, way, JUMP if agrees else JUMP_BACK

    def castling(self) -> Iterator[Entry]:
        for vector, way in self.unit((1,) if self.motion.is_king else ()):
            for end in self.second(vector) if vector in {(1, 0, 0), (-1, 0, 0)} else []:
                yield end, way, CASTLE


@pytest.mark.slow
@settings(max_examples=400)
@given(motions())
def test_motions_lead_where_the_slow_account_says(case: tuple[Spaces, Motion, Goal | None]) -> None:
    spaces, motion, goal = case
    for at, listed in entries(motion, spaces).items():
        assert Counter(listed) == Counter(Slowly(spaces, motion, goal, at).entries())
        assert len(listed) == len(set(listed))


@given(boards(), st.sampled_from(["linear", "orthogonal", "diagonal"]))
def test_slides_are_listed_nearest_first(spaces: Spaces, move: str) -> None:
    if BOARDS[spaces.kind].gravity:
        return
    for at, listed in entries(Motion(move), spaces).items():
        for vector in directions(spaces.kind, MOVES[move].axes):
            way = direction_of(spaces.kind, vector)
            assert [end for end, its_way, _ in listed if its_way == way] == list(spaces.line(at, vector))


def _number(move: str, size: tuple[int, int, int] = (8, 8, 1), kind: str = "squares", **more: object) -> int:
    return int(reach(Motion(move, **more), Spaces(kind, size))[0].sum())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("move", "moves"), [("knight", 336), ("adjacent", 420), ("orthogonal", 896), ("diagonal", 560), ("linear", 1456)]
)
def test_chessmen_have_as_many_moves_as_everyone_knows(move: str, moves: int) -> None:
    assert _number(move) == moves


def test_pawns_step_and_take_forward() -> None:
    pawn = entries(Motion("pawn", steps_axes=2, heading=UP), Spaces("squares", (8, 8, 1)))
    assert Counter(act for listed in pawn.values() for _, _, act in listed) == {QUIET: 56, DOUBLE: 48, TAKE: 98}
    assert {(end, act) for end, _, act in pawn[1, 4, 2, 1]} == {
        ((1, 4, 3, 1), QUIET),
        ((1, 4, 4, 1), DOUBLE),
        ((1, 3, 3, 1), TAKE),
        ((1, 5, 3, 1), TAKE),
    }
    assert pawn[1, 4, 8, 1] == []


def test_draughtsmen_jump_forward_and_go_on_jumping_backward() -> None:
    man = entries(Motion("forward_diag", "chain_back", heading=(0, -1, 0)), Spaces("squares", (8, 8, 1)))
    assert {(end[1:3], act) for end, _, act in man[1, 4, 4, 1]} == {
        ((3, 3), STEP),
        ((5, 3), STEP),
        ((2, 2), JUMP),
        ((6, 2), JUMP),
        ((2, 6), JUMP_BACK),
        ((6, 6), JUMP_BACK),
    }


def test_pieces_that_never_move_otherwise_jump_orthogonally() -> None:
    jumps = entries(Motion("stationary", "once"), Spaces("squares", (5, 5, 1)))
    assert {end[1:3] for end, _, _ in jumps[1, 3, 3, 1]} == {(1, 3), (5, 3), (3, 1), (3, 5)}
    assert _number("knight", jumps="once") == 336


def test_kings_castle_along_x() -> None:
    king = entries(Motion("adjacent", is_king=True), Spaces("squares", (8, 8, 1)))
    castling = [(end, way) for end, way, act in king[1, 5, 1, 1] if act == CASTLE]
    right, left = direction_of("squares", (1, 0, 0)), direction_of("squares", (-1, 0, 0))
    assert castling == [((1, 7, 1, 1), right), ((1, 3, 1, 1), left)]


def test_hexagons_have_six_neighbours_and_six_beyond() -> None:
    spaces = Spaces("hexagons", (9, 9, 1))
    around = {move: entries(Motion(move), spaces)[1, 5, 5, 1] for move in ("adj_orthogonal", "adj_diagonal")}
    assert [len(listed) for listed in around.values()] == [6, 6]
    assert len(entries(Motion("adjacent"), spaces)[1, 5, 5, 1]) == 12
    assert all(way != LEAP for listed in around.values() for _, way, _ in listed)


@pytest.mark.parametrize(("heading", "straight"), [(UP, {(0, 1), (-1, 1)}), ((-1, 0, 0), {(-1, 0), (-1, 1)})])
def test_two_of_six_steps_on_hexagons_are_forward(heading: Vector, straight: set[tuple[int, int]]) -> None:
    spaces, middle = Spaces("hexagons", (9, 9, 1)), (1, 5, 5, 1)

    def steps(move: str) -> set[tuple[int, int]]:
        return {(end[1] - 5, end[2] - 5) for end, _, _ in entries(Motion(move, heading=heading), spaces)[middle]}

    assert steps("forward_orth") == straight
    assert len(steps("forward_diag")) == 3
    assert len(steps("adjacent_no_back")) == 7
    assert steps("pawn") == straight | {(2 * x, 2 * y) for x, y in straight}


def test_alquerque() -> None:
    assert _number("adjacent", (5, 5, 1), "tetrakis") == 112
    assert _number("adj_diagonal", (5, 5, 1), "tetrakis") == 32
    assert _number("knight", (5, 5, 1), "tetrakis") == _number("knight", (5, 5, 1))
    jumps = entries(Motion("adjacent", "once"), Spaces("tetrakis", (5, 5, 1)))
    assert sum(act == JUMP for _, _, act in jumps[1, 3, 3, 1]) == 8
    assert sum(act == JUMP for _, _, act in jumps[1, 2, 3, 1]) == 3


@pytest.mark.parametrize("side", [3, 4, 7])
def test_tori_have_no_edge(side: int) -> None:
    rook = entries(Motion("orthogonal"), Spaces("toroid", (side, side, 1)))
    assert {len({end for end, _, _ in listed}) for listed in rook.values()} == {2 * (side - 1)}
    assert _number("adjacent", (side, side, 1), "toroid") == 8 * side**2


def test_one_space_of_a_torus_may_be_reached_by_several_ways() -> None:
    ways = [way for end, way, _ in entries(Motion("orthogonal"), Spaces("toroid", (2, 1, 1)))[1, 1, 1, 1]]
    assert sorted(ways) == [direction_of("toroid", (1, 0, 0)), direction_of("toroid", (-1, 0, 0))]
    assert _number("knight", (3, 3, 1), "toroid") == 4 * 9  # the eight leaps are four
    assert entries(Motion("stationary", "once"), Spaces("toroid", (2, 1, 1)))[1, 1, 1, 1] == []


def test_cubes_have_26_neighbours_and_8_triagonals() -> None:
    cube = Spaces("squares", (3, 3, 3))
    assert len(entries(Motion("adjacent"), cube)[1, 2, 2, 2]) == 26
    takes = entries(Motion("stationary", steps_axes=3, heading=UP), cube)[1, 2, 2, 2]
    assert {end[1:] for end, _, _ in takes} == set(product((1, 3), (3,), (1, 3)))
    assert len(entries(Motion("forward_diag", heading=UP), cube)[1, 2, 2, 2]) == 8


def test_on_stacks_height_does_not_matter() -> None:
    spaces = Spaces("stacks", (3, 3, 4))
    rook = entries(Motion("orth_by_stack"), spaces)
    assert {len(listed) for at, listed in rook.items() if at[3] == 1} == {4}
    assert {len(listed) for at, listed in rook.items() if at[3] > 1} == {0}
    assert all(end[3] == 1 and way == LEAP for listed in rook.values() for end, way, _ in listed)


@pytest.mark.parametrize("motion", [("pawn",), ("adjacent_no_back",), ("adjacent", "no", 2)])
def test_a_heading_must_be_given_where_it_is_needed(motion: tuple[str]) -> None:
    with pytest.raises(ValueError, match="heading"):
        Motion(*motion)


def test_motions_are_written_one_after_the_other() -> None:
    rules, spaces = record(RULES), Spaces("squares", (8, 8, 1), 3)
    king, pawn = Motion("adjacent", is_king=True), Motion("pawn", heading=UP)
    end = write_motion(rules, 2, pawn, spaces, write_motion(rules, 1, king, spaces, 0))
    r = rules[0]
    for number, motion in ((1, king), (2, pawn)):
        for at, listed in entries(motion, Spaces("squares", (8, 8, 1))).items():
            start, count = (int(r[field][number, spaces.number(at)]) for field in ("reach_start", "reach_count"))
            columns = (r[field][start : start + count].tolist() for field in ("reach", "way", "act"))
            assert [(spaces.at(target), way, act) for target, way, act in zip(*columns, strict=True)] == listed
    assert end == 420 + 96 + 56 + 48
    with pytest.raises(ValueError, match="room"):
        write_motion(rules, 3, king, spaces, MAX_REACH - 1)


def test_of_a_piece_as_many_moves_are_drawn_as_it_has_ways_and_choices_at_their_end() -> None:
    game = redscience.game("ChessWithoutCheck")
    assert isinstance(game, VariationGame)
    r, spaces, choices = game.rules[0], Spaces("squares", (8, 8, 1)), int(game.rules[0]["n_promotions"])
    assert choices > 1
    for shape, row, times in (("O", 5, 1), ("O", 7, choices), ("X", 7, 1)):
        motion, space = int(r["motion"][SHAPES.index(shape), game.numbers["black"]]), spaces.number((1, 4, row, 1))
        assert r["reach_draws"][motion, space] == times * r["reach_count"][motion, space] > 0
    assert r["max_degree"] == r["reach_draws"].max()


@pytest.mark.parametrize("name", ["EnglishDraughts", "ChessWithoutCheck"])
def test_what_a_game_does_not_use_of_the_reach_is_not_gone_through(name: str) -> None:
    tracemalloc.start()
    try:
        VariationGame(catalogue.get(name))
        assert tracemalloc.get_traced_memory()[1] < MAX_REACH
    finally:
        tracemalloc.stop()


@given(boards())
def test_steps_are_numbered_and_lead_to_the_next_space(spaces: Spaces) -> None:
    assert len(axes(spaces.kind)) <= MAX_AXES
    for i, (x, y, z) in enumerate(axes(spaces.kind)):
        for number, vector in ((2 * i, (x, y, z)), (2 * i + 1, (-x, -y, -z))):
            assert direction_of(spaces.kind, vector) == number
            ends = [spaces.step(at, vector) for at in spaces]
            assert stepping(spaces, vector).tolist() == [OFF if end is None else spaces.number(end) for end in ends]


def test_directions_of_the_grid_keep_their_numbers() -> None:
    grid = axes("squares")
    assert len(grid) == 13
    assert grid[:5] == ((0, 0, 1), (0, 1, -1), (0, 1, 0), (0, 1, 1), (1, -1, -1))
    assert list(grid) == sorted(grid)
    assert {axes(kind) for kind in KINDS if kind != "hexagons"} == {grid}


@given(boards())
def test_lines_reach_as_far_as_they_are_walked(spaces: Spaces) -> None:
    far = line_reach(spaces)
    assert far.shape == (2 * MAX_AXES, spaces.volume)
    for axis in axes(spaces.kind):
        for vector in (axis, (-axis[0], -axis[1], -axis[2])):
            walked = [len(list(spaces.line(at, vector))) for at in spaces]
            assert far[direction_of(spaces.kind, vector)].tolist() == walked
    assert not far[2 * len(axes(spaces.kind)) :].any()


@pytest.mark.parametrize(("kind", "connected", "along"), [("squares", 6, 26), ("tetrakis", 6, 26), ("hexagons", 6, 6)])
def test_neighbours_and_lines_by_kind(kind: str, connected: int, along: int) -> None:
    vectors = [vector for axis in axes(kind) for vector in (axis, (-axis[0], -axis[1], -axis[2]))]
    assert {vectors[way] for way in neighbours(kind)} == set(directions(kind, (1,)))
    assert len(neighbours(kind)) == connected
    assert {vectors[way] for way in lines(kind) if way % 2 == 0} == set(axes_of_lines(kind))
    assert len(set(lines(kind))) == along


@pytest.mark.parametrize("players", ["2", "4"])
@pytest.mark.parametrize("size", [(5, 7, 1), (6, 1, 1)])
def test_forward_leads_to_the_goal_line(players: str, size: tuple[int, int, int]) -> None:
    rules = RuleSet(players=players, board=Board(kind="squares", size=size))
    spaces = Spaces("squares", size)
    for goal in goals(rules).values():
        assert goal is not None
        start: At = (1, 3, 1 if size[1] == 1 else 3, 1)
        *_, last = spaces.line(start, forward(goal))
        assert last[" xyz".index(goal.axis)] == goal.at


def test_reaches_have_the_types_of_their_columns() -> None:
    _, targets, ways, acts = reach(Motion("adjacent"), Spaces("squares", (3, 3, 1)))
    assert [str(column.dtype) for column in (targets, ways, acts)] == ["uint16", "uint8", "uint8"]
