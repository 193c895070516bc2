"""How many spaces a piece may go to, and from how many a space may be gone to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations, product
from math import lcm

from redscience.variations.language import Board, RuleSet, Shape, goals
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.captures import CONDITIONS, jump_axes
from redscience.variations.language.moves import MOVES
from redscience.variations.language.spaces import Vector, directions

Ways = Mapping[Vector, int]
"""How often a piece may take each of its steps and leaps in one move.

However far pieces go, at most one comes to a space by a step of one kind: the first that stands against its direction.
"""


def ways(rules: RuleSet, shape: Shape, seat: str) -> Ways:
    """Those of a seat's pieces of a shape, in whatever position; empty where they never move."""
    option, board, heading = MOVES[shape.move], rules.board, _heading(rules, seat)
    condition = CONDITIONS[shape.condition] if shape.condition else None
    found = {
        step: _room(board, step) if option.slides else 1 + option.double_first
        for step in _steps(board, option.axes)
        if _agrees(step, heading, option.heading)
    }
    if condition and condition.steps_axes:
        taken = [step for step in _steps(board, (condition.steps_axes,)) if _agrees(step, heading, "forward")]
        found = dict.fromkeys(taken, 1) | found
    if condition and condition.jumps != "no":
        # Who jumps over a piece next to it cannot step that way, so that the jump is no target more.
        wanted = "any" if condition.jumps == "chain_back" else option.heading
        jumped = [step for step in _steps(board, jump_axes(shape)) if _agrees(step, heading, wanted)]
        found = dict.fromkeys(jumped, 1) | found
    if shape.move == "adjacent" and any(check.check == "castle" for check in rules.checks):
        found |= dict.fromkeys(((1, 0, 0), (-1, 0, 0)), 2)
    return found | dict.fromkeys(_leaps(board, option.leaps), 1)


def most_targets(board: Board, ways: Ways) -> int:
    """To how many spaces a piece may go from one: along each line no more than the line has beside its own."""
    along = ((step, n + ways.get(_back(step), 0)) for step, n in ways.items())
    lines = {max(step, _back(step)): min(n, _room(board, step)) for step, n in along}
    return min(sum(lines.values()), board.volume - 1)


def _heading(rules: RuleSet, seat: str) -> Vector | None:
    """The unit step towards a seat's goal line; None where there is none."""
    goal = goals(rules)[seat]
    if goal is None:
        return None
    sign = -1 if goal.at == 1 else 1
    return (sign, 0, 0) if goal.axis == "x" else (0, sign, 0)


def _agrees(step: Vector, heading: Vector | None, wanted: str) -> bool:
    """Whether a step heads as an entry of `moves.MOVES` wants it."""
    if heading is None or wanted == "any":
        return True
    lead = sum(a * b for a, b in zip(step, heading, strict=True))
    return lead > 0 if wanted == "forward" else lead >= 0


def _steps(board: Board, axes: tuple[int, ...]) -> Iterator[Vector]:
    """The unit steps that change so many coordinates; on stacks height is none."""
    return (step for step in directions(board.kind, axes) if not (BOARDS[board.kind].gravity and step[2]))


def _leaps(board: Board, leaps: tuple[Vector, ...]) -> set[Vector]:
    """Leaps in any order of the axes and with any signs."""
    turned = {
        signed for leap in leaps for x, y, z in permutations(leap) for signed in product({x, -x}, {y, -y}, {z, -z})
    }
    return {leap for leap in turned if not (BOARDS[board.kind].gravity and leap[2])}


def _back(step: Vector) -> Vector:
    return -step[0], -step[1], -step[2]


def _room(board: Board, step: Vector) -> int:
    """How often a step can be taken in a row, where there is most room for it."""
    wraps = BOARDS[board.kind].wraps
    sides = [(side, abs(d), wraps and axis != "z") for axis, side, d in zip("xyz", board.size, step, strict=True) if d]
    ends = [(side - 1) // d for side, d, is_round in sides if not is_round]
    return min(ends) if ends else lcm(*(side for side, _, _ in sides)) - 1
