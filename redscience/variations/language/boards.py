"""The kinds of boards, and how many."""

from __future__ import annotations

from dataclasses import dataclass

from redscience.variations.language.option import Option, Options, Requirement

MOST_SPACES = 512
"""Of one board."""

MOST_SPACES_IN_ALL = 1536
LONGEST_SIDE = 19
"""Of a board; the height of stacks may be more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardOption(Option):
    """How spaces lie beside each other.

    Attributes:
        gravity: pieces fall to the lowest empty space of their stack.
        wraps: x and y have no ends, and there are no goal lines.
        flat: z is 1.
        diagonals: `all`; `even`: only through points with x + y even; `hexagons`: the second neighbours of a rhombus.
        fixed_size: the only size there is, or None.
        noun, nouns: one and several such boards, in a sentence.
    """

    gravity: bool = False
    wraps: bool = False
    flat: bool = False
    diagonals: str = "all"
    fixed_size: tuple[int, int, int] | None = None
    noun: str = "board"
    nouns: str = "boards"


BOARDS: Options[BoardOption] = Options(
    "board",
    (
        BoardOption(
            value="hash",
            label="Hash",
            note="Three by three squares",
            fixed_size=(3, 3, 1),
            flat=True,
        ),
        BoardOption(
            value="squares",
            label="Squares",
            note="Squares in one to three dimensions; a space touches the 8 or 26 around it",
        ),
        BoardOption(
            value="stacks",
            label="Stacks",
            english="Pieces fall to the lowest empty space of their stack",
            gravity=True,
            needs=(
                Requirement(
                    lambda rules: rules.board.size[2] > 1,
                    "a height of 2 or more",
                    "cannot be one space high",
                    "Make stacks at least 2 spaces high",
                    ("board.size",),
                ),
            ),
        ),
        BoardOption(
            value="tetrakis",
            label="Tetrakis squares",
            english="Points are joined along the grid, and those with x + y even also diagonally",
            noun="grid of points",
            nouns="grids of points",
            diagonals="even",
            flat=True,
        ),
        BoardOption(
            value="toroid",
            label="Squares on toroid",
            english="The left edge is joined to the right one, and the lower edge to the upper one",
            noun="torus",
            nouns="tori",
            wraps=True,
        ),
        BoardOption(
            value="hexagons",
            label="Hexagons",
            english="A hexagon touches those beside it in its row and column, and those at (+1,-1) and (-1,+1), whose "
            "lines count as columns too",
            noun="rhombus of hexagons",
            nouns="rhombi of hexagons",
            diagonals="hexagons",
            flat=True,
        ),
    ),
)

BOARD_COUNTS: Options[Option] = Options(
    "number of boards",
    (
        Option(value=1, label="1 board", note="All is played on one board"),
        Option(value=2, label="2 boards", note="Boards alike; whoever wins most of them wins"),
        Option(value=3, label="3 boards", note="Boards alike; whoever wins most of them wins"),
    ),
)
