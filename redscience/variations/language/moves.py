"""How pieces on the board move (rules: A3, A3x)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

from redscience.english import English
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.model import RuleSet
from redscience.variations.language.option import Option, Options, Requirement

_AXES: tuple[English, ...] = ("one axis", "two axes", "all three axes")
_HEXAGON_STEPS = frozenset({(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)})
_HEXAGON_DIAGONALS = frozenset({(1, 1), (-1, -1), (2, -1), (-2, 1), (1, -2), (-1, 2)})


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveOption(Option):
    """Where a piece may go.

    A step changes the coordinates along `axes` axes by 1 each; (1,) is orthogonal, (2, 3) diagonal.

    Attributes:
        axes: how many coordinates a step may change; empty for none.
        slides: whether the step may be repeated, until something is in the way.
        heading: `any`; `not_back`: no part of the step leads away from the seat's goal line; `forward`: part of it
            leads towards it.
        leaps: offsets, in any order and with any signs, that a piece may jump.
        carries: `one`: itself; `stack`: itself and all above it; `full_stack`: likewise, from the bottom only.
        double_first: a piece that has not moved since set-up may take the step twice, over an empty space.
        captures_by_moving: whether the move may end on a piece that it captures.
        castles: takes part in castling as the rook.
        on_stacks: its English where it reads otherwise on stacks, on which nothing is in the way.
    """

    axes: tuple[int, ...] = ()
    slides: bool = False
    heading: str = "any"
    leaps: tuple[tuple[int, int, int], ...] = ()
    carries: str = "one"
    double_first: bool = False
    captures_by_moving: bool = True
    castles: bool = False
    on_stacks: str = ""

    @property
    def group(self) -> str:
        """By how far it goes."""
        if self.leaps:
            return "Leaps"
        if self.slides:
            return "Any distance"
        return "" if self.stationary else "One step"

    @property
    def stationary(self) -> bool:
        """Whether it is no move at all."""
        return not self.axes and not self.leaps

    @property
    def picture(self) -> str:
        """Where it leads from the middle of a plane of 5×5 spaces, nothing being in the way; "" where it is not a move.

        A character for each space, row by row from the farthest forward: `.` not there; `o` in one go; `-` on a slide;
        `1` as its first move only; `^` there, but on another level, for leaps that leave every plane. On tetrakis
        squares it is so from a point on diagonals; from one on none all but what lies on a diagonal.
        """
        return self._drawn(self._at)

    @property
    def picture_on_hexagons(self) -> str:
        """The same on a rhombus of hexagons, of which a plane of 5×5 holds all within two steps; "" for leaps, too."""
        return "" if self.leaps else self._drawn(self._at_hexagon)

    def _drawn(self, at: Callable[[int, int], str]) -> str:
        rows = range(2, -3, -1)
        return "" if self.stationary else "".join(at(dx, dy) for dy in rows for dx in range(-2, 3))

    def _at_hexagon(self, dx: int, dy: int) -> str:
        # On hexagons one step changes x, y, or both by 1 against each other; a diagonal leads between two of them.
        for along, steps in enumerate((_HEXAGON_STEPS, _HEXAGON_DIAGONALS), 1):
            for times in (1, 2):
                if along in self.axes and (dx, dy) in {(times * x, times * y) for x, y in steps}:
                    return self._by_steps(dy, times)
        return "."

    def _by_steps(self, dy: int, times: int) -> str:
        """What is drawn where so many steps lead, so far forward."""
        if not {"any": True, "not_back": dy >= 0, "forward": dy > 0}[self.heading]:
            return "."
        if self.slides:
            return "-"
        return "o" if times == 1 else "1" if self.double_first else "."

    def _at(self, dx: int, dy: int) -> str:
        near, far = sorted((abs(dx), abs(dy)))
        along = (dx != 0) + (dy != 0)
        if near in (0, far) and along in self.axes and (drawn := self._by_steps(dy, far)) != ".":
            return drawn
        if any(sorted(leap) == [0, near, far] for leap in self.leaps):
            return "o"
        return "^" if any(min(leap) and _passes(leap, near, far) for leap in self.leaps) else "."

    @property
    def directed(self) -> bool:
        """Whether it cannot move backwards, so that a piece is promoted on its goal line."""
        return self.heading != "any"


def _passes(leap: tuple[int, int, int], near: int, far: int) -> bool:
    """Whether two of the three offsets of a leap are these."""
    return any(sorted(pair) == [near, far] for pair in combinations(leap, 2))


def dimensions_for_moves(rules: RuleSet) -> int:
    """Along how many axes of the board there is somewhere to go; height does not count on stacks."""
    x, y, z = rules.board.size
    sides = (x, y) if BOARDS[rules.board.kind].gravity else (x, y, z)
    return sum(side > 1 for side in sides)


def _wide(count: int) -> Requirement:
    def holds(rules: RuleSet) -> bool:
        return dimensions_for_moves(rules) >= count

    axes = _AXES[count - 1]
    return Requirement(
        holds,
        f"more than one space along {axes}",
        "leads nowhere on this board",
        f"Make it longer along {axes} (height does not count on stacks), or choose another move",
        ("board.kind", "board.size"),
    )


def _directed(rules: RuleSet) -> bool:
    return not BOARDS[rules.board.kind].wraps


FORWARD = Requirement(
    _directed,
    "goal lines, which a toroid lacks",
    "has no forward on a toroid, which has no goal lines",
    "Choose another board or move",
    ("board.kind",),
)
ON_STACKS = Requirement(
    lambda rules: BOARDS[rules.board.kind].gravity,
    "stacks",
    "is for stacks",
    "Choose “Stacks” or another move",
    ("board.kind",),
)
NOT_ONTO_PIECES = Requirement(
    lambda rules: not BOARDS[rules.board.kind].gravity,
    "a board other than stacks",
    "ends on empty spaces only, and on stacks pieces land on each other",
    "Choose “Moves forward orth” or another board",
    ("board.kind",),
)
NO_KNIGHTS = Requirement(
    lambda rules: rules.board.kind != "hexagons",
    "a board other than hexagons",
    "has no meaning on hexagons",
    "Choose another board or move",
    ("board.kind",),
)


def _leap_fits(leap: tuple[int, int, int]) -> Callable[[RuleSet], bool]:
    def holds(rules: RuleSet) -> bool:
        x, y, z = rules.board.size
        sides = (x, y, 1) if BOARDS[rules.board.kind].gravity else (x, y, z)
        return all(side > offset for side, offset in zip(sorted(sides), sorted(leap), strict=True))

    return holds


LONG_KNIGHT = Requirement(
    _leap_fits((2, 1, 0)),
    "at least 3 spaces along one axis and 2 along another",
    "leads nowhere on this board",
    "Make it larger, or choose another move",
    ("board.kind", "board.size"),
)
DEEP_KNIGHT = Requirement(
    _leap_fits((2, 1, 1)),
    "at least 3×2×2 squares",
    "leads nowhere on this board",
    "Make it larger, or choose another move",
    ("board.kind", "board.size"),
)

MOVES: Options[MoveOption] = Options(
    "move",
    (
        MoveOption(value="stationary", label="Stationary", english="never move"),
        MoveOption(
            value="adjacent",
            label="Moves adjacent",
            english="move one step in any direction",
            axes=(1, 2, 3),
            needs=(_wide(1),),
        ),
        MoveOption(
            value="orth_by_stack",
            label="Moves orth by stack",
            english="move any distance along a row or column, with all that lies on them",
            on_stacks="move to any stack in the same row or column, with all that lies on them",
            axes=(1,),
            slides=True,
            carries="stack",
            needs=(ON_STACKS, _wide(1)),
        ),
        MoveOption(
            value="linear_or_knight",
            label="Moves linear or knight",
            english="move any distance in a straight line, or leap as a chess knight",
            on_stacks="move to any stack in a straight line, or leap as a chess knight",
            axes=(1, 2, 3),
            slides=True,
            leaps=((2, 1, 0),),
            needs=(NO_KNIGHTS, _wide(1)),
        ),
        MoveOption(
            value="forward_orth",
            label="Moves forward orth",
            english="move one step straight forward",
            axes=(1,),
            heading="forward",
            needs=(FORWARD, _wide(1)),
        ),
        MoveOption(
            value="forward_diag",
            label="Moves forward diag",
            english="move one step diagonally forward",
            axes=(2, 3),
            heading="forward",
            needs=(FORWARD, _wide(2)),
        ),
        MoveOption(
            value="adjacent_no_back_side",
            label="Moves adjacent (no back/side)",
            english="move one step straight or diagonally forward",
            axes=(1, 2, 3),
            heading="forward",
            needs=(FORWARD, _wide(1)),
        ),
        MoveOption(
            value="pawn",
            label="Pawn move forward/center",
            english="move one step straight forward to an empty space, or two if they have not moved yet",
            axes=(1,),
            heading="forward",
            double_first=True,
            captures_by_moving=False,
            needs=(FORWARD, NOT_ONTO_PIECES, _wide(1)),
        ),
        MoveOption(
            value="orth_no_back",
            label="Moves orth (no back)",
            english="move any distance straight forward or sideways",
            on_stacks="move to any stack straight forward or sideways",
            axes=(1,),
            slides=True,
            heading="not_back",
            needs=(FORWARD, _wide(1)),
        ),
        MoveOption(
            value="rook",
            label="Rook move orth/castle",
            english="move any distance along a row or column, and can castle",
            on_stacks="move to any stack in the same row or column",
            axes=(1,),
            slides=True,
            castles=True,
            needs=(_wide(1),),
        ),
        MoveOption(
            value="adjacent_no_back",
            label="Moves adjacent (no back)",
            english="move one step in any direction but backward",
            axes=(1, 2, 3),
            heading="not_back",
            needs=(FORWARD, _wide(1)),
        ),
        MoveOption(
            value="knight",
            label="Knight move 2x1x0",
            english="leap as a chess knight",
            leaps=((2, 1, 0),),
            needs=(NO_KNIGHTS, LONG_KNIGHT),
        ),
        MoveOption(
            value="adj_diagonal",
            label="Moves adj diagonal",
            english="move one step diagonally",
            axes=(2, 3),
            needs=(_wide(2),),
        ),
        MoveOption(
            value="adj_orthogonal",
            label="Moves adj orthogonal",
            english="move one step along a row or column",
            axes=(1,),
            needs=(_wide(1),),
        ),
        MoveOption(
            value="knight_2x1x1",
            label="Knight move 2x1x1",
            english="leap two spaces along one axis and one along each of the others",
            leaps=((2, 1, 1),),
            needs=(NO_KNIGHTS, DEEP_KNIGHT),
        ),
        MoveOption(
            value="diagonal",
            label="Moves diagonal",
            english="move any distance diagonally",
            on_stacks="move to any stack along a diagonal",
            axes=(2, 3),
            slides=True,
            needs=(_wide(2),),
        ),
        MoveOption(
            value="orthogonal",
            label="Moves orthogonal",
            english="move any distance along a row or column",
            on_stacks="move to any stack in the same row or column",
            axes=(1,),
            slides=True,
            needs=(_wide(1),),
        ),
        MoveOption(
            value="linear",
            label="Moves linear",
            english="move any distance in a straight line",
            on_stacks="move to any stack in a straight line",
            axes=(1, 2, 3),
            slides=True,
            needs=(_wide(1),),
        ),
        MoveOption(
            value="adjacent_or_knight",
            label="Moves adjacent or knight",
            english="move one step in any direction, or leap as a chess knight",
            axes=(1, 2, 3),
            leaps=((2, 1, 0),),
            needs=(NO_KNIGHTS, _wide(1)),
        ),
        MoveOption(
            value="orth_by_full_stack",
            label="Moves orth by full stack",
            english="move any distance along a row or column, from the bottom of their stack, with all on them",
            on_stacks="move from the bottom of their stack to any other in its row or column, with all on them",
            axes=(1,),
            slides=True,
            carries="full_stack",
            needs=(ON_STACKS, _wide(1)),
        ),
    ),
)
