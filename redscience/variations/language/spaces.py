"""The geometry of boards: numbers and coordinates of spaces, directions, goal lines, and how spaces are written.

Spaces are numbered from 0 board by board; within a board x runs fastest, then y, then z. Nothing here needs numpy.

Texts of spaces (in rule-set files): `x,y[,z]`, each a number, a range `3-5` or `*`; before them `b:` for one board, and
without it all boards. A missing z means all heights. `all` is every space. Several are separated by blanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import lcm, prod
from typing import TypeAlias

from redscience.english import English
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.model import At, RuleSet

Vector: TypeAlias = tuple[int, int, int]
Span: TypeAlias = tuple[int, int]

_TEXT = re.compile(
    r"(?:(?P<b>\d{1,4}|\*)(?:-(?P<b2>\d{1,4}))?:)?"
    r"(?P<x>\d{1,4}|\*)(?:-(?P<x2>\d{1,4}))?,(?P<y>\d{1,4}|\*)(?:-(?P<y2>\d{1,4}))?(?:,(?P<z>\d{1,4}|\*)(?:-(?P<z2>\d{1,4}))?)?"
)

LONGEST_ROW = 6
"""More in a row are never asked for."""

HEXAGON_STEPS: tuple[Vector, ...] = ((1, 0, 0), (0, 1, 0), (1, -1, 0))
HEXAGON_DIAGONALS: tuple[Vector, ...] = ((1, 1, 0), (2, -1, 0), (1, -2, 0))


@dataclass(frozen=True, slots=True)
class Spaces:
    """The spaces of a match: `count` boards of one kind and size."""

    kind: str
    size: tuple[int, int, int]
    count: int = 1

    @property
    def volume(self) -> int:
        """Spaces of one board."""
        x, y, z = self.size
        return x * y * z

    @property
    def total(self) -> int:
        """Spaces of all boards."""
        return self.volume * self.count

    def number(self, at: At) -> int:
        """The number of a space, from 0. The space must exist."""
        board, x, y, z = at
        size_x, size_y, _ = self.size
        return (board - 1) * self.volume + ((z - 1) * size_y + y - 1) * size_x + x - 1

    def at(self, number: int) -> At:
        """The coordinates of a space."""
        size_x, size_y, _ = self.size
        board, rest = divmod(number, self.volume)
        rest, x = divmod(rest, size_x)
        z, y = divmod(rest, size_y)
        return board + 1, x + 1, y + 1, z + 1

    def __contains__(self, at: At) -> bool:
        board, *xyz = at
        return 1 <= board <= self.count and all(1 <= c <= side for c, side in zip(xyz, self.size, strict=True))

    def __iter__(self) -> Iterator[At]:
        """All spaces by number."""
        return iter(_all(self))

    def step(self, at: At, vector: Vector) -> At | None:
        """The space that lies a vector away on the same board; None if there is none, or no line joins them.

        Leaps, as a knight's, need no line.
        """
        board, *start = at
        option = BOARDS[self.kind]
        diagonal = vector[0] != 0 and abs(vector[0]) == abs(vector[1])
        if option.diagonals == "even" and diagonal and (start[0] + start[1]) % 2:
            return None
        ends = [c + d for c, d in zip(start, vector, strict=True)]
        if option.wraps:
            ends[:2] = [(c - 1) % side + 1 for c, side in zip(ends[:2], self.size[:2], strict=True)]
        end: At = (board, ends[0], ends[1], ends[2])
        return end if end in self and end != at else None

    def line(self, at: At, vector: Vector) -> Iterator[At]:
        """The spaces beyond a space in a direction, nearest first; none is visited twice."""
        space = self.step(at, vector)
        while space is not None and space != at:
            yield space
            space = self.step(space, vector)


@lru_cache(maxsize=32)
def _all(spaces: Spaces) -> tuple[At, ...]:
    return tuple(map(spaces.at, range(spaces.total)))


@lru_cache(maxsize=64)
def directions(kind: str, axes: tuple[int, ...] = (1, 2, 3)) -> tuple[Vector, ...]:
    """The unit steps that change so many coordinates, both senses; on hexagons 1 and 2 are the two rings."""
    if kind == "hexagons":
        half = (HEXAGON_STEPS if 1 in axes else ()) + (HEXAGON_DIAGONALS if 2 in axes else ())  # noqa: PLR2004
        return tuple((sign * x, sign * y, z) for sign in (1, -1) for x, y, z in half)
    return tuple((x, y, z) for x, y, z in product((0, 1, -1), repeat=3) if (x != 0) + (y != 0) + (z != 0) in axes)


@lru_cache(maxsize=64)
def axes_of_lines(kind: str, lines: str = "any") -> tuple[Vector, ...]:
    """One direction of each pair along which rows are counted: `any`, `orthogonal` or `vertical` lines."""
    if lines == "vertical":
        return ((0, 0, 1),)
    axes = (1,) if lines == "orthogonal" or kind == "hexagons" else (1, 2, 3)
    return tuple(vector for vector in directions(kind, axes) if vector > (0, 0, 0))


def longest_line(spaces: Spaces, lines: str, blocked: Iterable[At] = (), enough: int = LONGEST_ROW) -> int:
    """The length of the longest straight line of spaces that are not blocked, or `enough` if there is a longer one."""
    free = (1 << spaces.total) - 1
    for at in blocked:
        free &= ~(1 << spaces.number(at))
    return _longest(spaces, lines, free, enough)


@lru_cache(maxsize=256)
def _longest(spaces: Spaces, lines: str, free: int, enough: int) -> int:
    longest = 0
    for vector in axes_of_lines(spaces.kind, lines):
        longest = max(longest, _longest_along(spaces, free, vector, enough))
        if longest == enough:
            break
    return longest


def _longest_along(spaces: Spaces, free: int, vector: Vector, enough: int) -> int:
    """Spaces as the bits of a number: those with `length` free ones in a row behind them are shifted on and on."""
    if BOARDS[spaces.kind].diagonals == "even" and vector[0] and vector[1]:
        free &= _even_points(spaces)
    ends, length = free, 0
    while ends and length < min(enough, _cycle(spaces, vector)):
        length += 1
        ends = free & _shifted(ends, spaces, vector)
    return length


def _cycle(spaces: Spaces, vector: Vector) -> int:
    """After how many steps one is back; more than there are spaces, where one never is."""
    if not BOARDS[spaces.kind].wraps or vector[2]:
        return spaces.total + 1
    return lcm(*(side for side, d in zip(spaces.size[:2], vector[:2], strict=True) if d))


def _shifted(bits: int, spaces: Spaces, vector: Vector) -> int:
    """The spaces that lie a unit vector away from some; those that would leave the board go, or come in opposite."""
    stride = 1
    for axis, (side, d) in enumerate(zip(spaces.size, vector, strict=True)):
        if d:
            wraps = BOARDS[spaces.kind].wraps and axis < 2  # noqa: PLR2004  (x and y)
            first = _repeated((1 << stride) - 1, stride * side, spaces.total // (stride * side))
            last = first << stride * (side - 1)
            ahead, far = (last, stride * (side - 1)) if d > 0 else (first, -stride * (side - 1))
            moved = _moved(bits & ~ahead, d * stride)
            bits = moved | _moved(bits & ahead, -far) if wraps else moved
        stride *= side
    return bits


def _moved(bits: int, by: int) -> int:
    return bits << by if by > 0 else bits >> -by


def _repeated(pattern: int, period: int, times: int) -> int:
    """A pattern of bits, repeated."""
    return pattern * (((1 << period * times) - 1) // ((1 << period) - 1))


def _even_points(spaces: Spaces) -> int:
    return sum(1 << spaces.number(at) for at in spaces if (at[1] + at[2]) % 2 == 0)


@dataclass(frozen=True, slots=True)
class Goal:
    """The line (or plane) of spaces with coordinate `at` on `axis`; forward is towards it."""

    axis: str
    at: int


def goals(rules: RuleSet) -> dict[str, Goal | None]:
    """Each seat's goal (rules: A2); None on a board that has no edges."""
    seats = rules.seats
    x, y, _ = rules.board.size
    if BOARDS[rules.board.kind].wraps:
        return dict.fromkeys(seats)
    if y == 1:
        ends = (Goal("x", 1), Goal("x", x))
        return {seat: ends[index % 2] for index, seat in enumerate(seats)}
    around = [Goal("y", y), Goal("x", 1), Goal("y", 1), Goal("x", x)]
    if len(seats) == 2:  # noqa: PLR2004  (two seats sit opposite each other)
        around = [Goal("y", y), Goal("y", 1)]
    return dict(zip(seats, around, strict=False))


@dataclass(frozen=True, slots=True)
class Box:
    """A block of spaces: the first and last board, x, y and z."""

    board: Span
    x: Span
    y: Span
    z: Span

    @property
    def volume(self) -> int:
        """How many spaces it has."""
        return prod(high - low + 1 for low, high in (self.board, self.x, self.y, self.z))

    def spaces(self) -> Iterator[At]:
        """Its spaces, board by board, x fastest."""
        for b, z, y, x in product(*(range(low, high + 1) for low, high in (self.board, self.z, self.y, self.x))):
            yield b, x, y, z

    def numbers(self, spaces: Spaces) -> Iterator[int]:
        """The numbers of its spaces, ascending."""
        size_x, size_y, _ = spaces.size
        for b in range(self.board[0] - 1, self.board[1]):
            for z in range(self.z[0] - 1, self.z[1]):
                for y in range(self.y[0] - 1, self.y[1]):
                    start = b * spaces.volume + (z * size_y + y) * size_x
                    yield from range(start + self.x[0] - 1, start + self.x[1])


def read_box(text: str, spaces: Spaces) -> Box | English:
    """Reads one text of spaces (without blanks); gives what is wrong with it as a string if it cannot be read."""
    if text == "all":
        x, y, z = spaces.size
        return Box((1, spaces.count), (1, x), (1, y), (1, z))
    match = _TEXT.fullmatch(text)
    if match is None:
        return "is not a space"
    highest = {"b": spaces.count, "x": spaces.size[0], "y": spaces.size[1], "z": spaces.size[2]}
    spans = {axis: _span(match[axis], match[axis + "2"], high) for axis, high in highest.items()}
    for axis, span in spans.items():
        if not 1 <= span[0] <= span[1] <= highest[axis]:
            return "is off the board"
    return Box(spans["b"], spans["x"], spans["y"], spans["z"])


def _span(first: str | None, last: str | None, highest: int) -> Span:
    if first is None or first == "*":
        return 1, highest
    return int(first), int(last or first)


def write_set(ats: Iterable[At], spaces: Spaces) -> tuple[str, ...]:
    """Usual texts for a set of spaces: `all`, or blocks as ranges."""
    blocks = boxes(ats, spaces)
    if sum(box.volume for box in blocks) == spaces.total:
        return ("all",)
    return tuple(_write_box(box, spaces) for box in blocks)


def boxes(ats: Iterable[At], spaces: Spaces) -> tuple[Box, ...]:
    """A set of spaces as blocks that do not overlap."""
    rest = set(ats)
    blocks = []
    for at in sorted(rest, key=lambda at: (at[0], at[2], at[1], at[3])):
        if at in rest:
            box = _grow(at, rest, spaces)
            rest.difference_update(box.spaces())
            blocks.append(box)
    return tuple(blocks)


def _grow(at: At, rest: set[At], spaces: Spaces) -> Box:
    """The largest block from a space on, height first, then x, y, and the boards: the order in which people speak."""
    spans = {"board": (at[0], at[0]), "x": (at[1], at[1]), "y": (at[2], at[2]), "z": (at[3], at[3])}
    limits = {"z": spaces.size[2], "x": spaces.size[0], "y": spaces.size[1], "board": spaces.count}
    for axis, limit in limits.items():
        if axis == "board" and at[0] != 1:
            continue
        low, high = spans[axis]
        while high < limit and rest.issuperset(Box(**{**spans, axis: (high + 1, high + 1)}).spaces()):
            high += 1
        if axis != "board" or high == limit:
            spans[axis] = (low, high)
    return Box(**spans)


def _write_box(box: Box, spaces: Spaces) -> str:
    def span(low: int, high: int) -> str:
        return str(low) if low == high else f"{low}-{high}"

    board = "" if box.board == (1, spaces.count) else f"{span(*box.board)}:"
    z = "" if box.z == (1, spaces.size[2]) else f",{span(*box.z)}"
    return f"{board}{span(*box.x)},{span(*box.y)}{z}"
