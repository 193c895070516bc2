"""Where spaces lie beside each other: neighbours, lines and goal lines of every kind of board (rules: A2, A2x)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from redscience.variations.language import RuleSet
from redscience.variations.language.model import At

Vector = tuple[int, int, int]

HEXAGON_NEIGHBOURS: tuple[Vector, ...] = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (1, -1, 0), (-1, 1, 0))
HEXAGON_DIAGONALS: tuple[Vector, ...] = ((1, 1, 0), (-1, -1, 0), (2, -1, 0), (-2, 1, 0), (1, -2, 0), (-1, 2, 0))


class Grid:
    """The spaces of all boards of a match.

    Attributes:
        spaces: all of them.
        has_gravity: whether the board is made of stacks.
        walls: spaces that nobody ever enters or leaves: walls by name, and what is locked in every phase (rules: A2).
        gaps: walls by name, past which pieces fall; those on which a piece stands from the start are none.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.kind = rules.board.kind
        self.size = rules.board.size
        self.seats = rules.seats
        self.has_gravity = self.kind == "stacks"
        x, y, z = self.size
        boards = range(1, rules.board.count + 1)
        self.spaces: frozenset[At] = frozenset(product(boards, range(1, x + 1), range(1, y + 1), range(1, z + 1)))
        always_locked = set.intersection(*(set(phase.locks) for phase in rules.phases))
        self.walls: frozenset[At] = frozenset(rules.board.walls) | always_locked
        self.gaps: frozenset[At] = frozenset(rules.board.walls) - rules.setup.keys()
        # Asked for millions of times, and as they are for good.
        self._lines: dict[tuple[At, Vector], Sequence[At]] = {}
        straight = self.line_vectors("orthogonal")
        self._beside = {
            at: frozenset(space for vector in straight if (space := self.step(at, vector))) for at in self.spaces
        }

    def directions(self, axes: tuple[int, ...]) -> list[Vector]:
        """The steps of a piece that change so many coordinates; height is no direction on stacks (rules: A3)."""
        return [vector for vector in self._vectors(axes) if not (self.has_gravity and vector[2])]

    def _vectors(self, axes: tuple[int, ...]) -> list[Vector]:
        """Unit vectors; on hexagons the two rings of neighbours stand for 1 and 2 axes (rules: A2x)."""
        if self.kind == "hexagons":
            return [*(HEXAGON_NEIGHBOURS if 1 in axes else ()), *(HEXAGON_DIAGONALS if 2 in axes else ())]
        return [(x, y, z) for x, y, z in product((-1, 0, 1), repeat=3) if (x != 0) + (y != 0) + (z != 0) in axes]

    def leaps(self, offsets: tuple[tuple[int, int, int], ...]) -> list[Vector]:
        """A knight's offsets in any order, with any signs; never upward on stacks."""
        found: set[Vector] = set()
        for leap in offsets:
            for a, b, c in permutations(leap):
                found |= {(a * i, b * j, c * k) for i, j, k in product((-1, 1), repeat=3)}
        return sorted(vector for vector in found if not (self.has_gravity and vector[2]))

    def away(self, at: At, vector: Vector) -> At | None:
        """The space a vector away, whether or not a line leads there; a torus has no ends along x and y."""
        board, x, y, z = at
        x, y, z = x + vector[0], y + vector[1], z + vector[2]
        if self.kind == "toroid":
            x, y = (x - 1) % self.size[0] + 1, (y - 1) % self.size[1] + 1
        end = (board, x, y, z)
        return end if end in self.spaces and end != at else None

    def step(self, at: At, vector: Vector) -> At | None:
        """The neighbour in a direction; on tetrakis squares diagonals run only through even points (rules: A2x)."""
        if self.kind == "tetrakis" and vector[0] and vector[1] and (at[1] + at[2]) % 2:
            return None
        return self.away(at, vector)

    def line(self, at: At, vector: Vector) -> Sequence[At]:
        """The spaces beyond a space in a direction, nearest first; none is visited twice (rules: A2x)."""
        if (found := self._lines.get((at, vector))) is None:
            found = self._lines[at, vector] = tuple(self._walked(at, vector))
        return found

    def _walked(self, at: At, vector: Vector) -> Iterator[At]:
        space = self.step(at, vector)
        while space is not None and space != at:
            yield space
            space = self.step(space, vector)

    def line_vectors(self, lines: str = "any") -> list[Vector]:
        """The directions of lines, both senses: 4 or 13 lines, 3 on hexagons (rules: Notation, A2x)."""
        if lines == "vertical":
            return [(0, 0, 1), (0, 0, -1)]
        return self._vectors((1,) if lines == "orthogonal" or self.kind == "hexagons" else (1, 2, 3))

    def around(self, at: At) -> set[At]:
        """The spaces beside a space along the board's lines (rules: R5)."""
        return {space for vector in self.line_vectors() if (space := self.step(at, vector))}

    def beside(self, at: At) -> frozenset[At]:
        """The spaces orthogonally beside a space."""
        return self._beside[at]

    def column(self, at: At) -> list[At]:
        """All spaces of a stack, from the bottom."""
        return [(*at[:3], z) for z in range(1, self.size[2] + 1)]

    def forward(self, seat: str, vector: Vector) -> int:
        """How far a vector leads towards the seat's goal line: positive, none, or away from it (rules: A2, A3x)."""
        axis, end = self.goal(seat) or (0, 1)
        return vector[axis] * (1 if end == self.size[axis] else -1)

    def goal(self, seat: str) -> tuple[int, int] | None:
        """A seat's goal line as axis and coordinate; none on a torus (rules: A2; 0.4 Goals)."""
        if self.kind == "toroid":
            return None
        x, y, _ = self.size
        number = self.seats.index(seat)
        if y == 1:
            return (0, x) if number % 2 else (0, 1)
        if len(self.seats) == 2:
            return ((1, y), (1, 1))[number]
        return ((1, y), (0, 1), (1, 1), (0, x))[number]

    def on_goal(self, seat: str, at: At) -> bool:
        """Whether a space is on a seat's goal line."""
        goal = self.goal(seat)
        return goal is not None and at[1 + goal[0]] == goal[1]
