"""What pieces can do to others (rules: A4, A4x, 0.2)."""

from __future__ import annotations

from dataclasses import dataclass

from redscience.variations.language.boards import BOARDS
from redscience.variations.language.model import RuleSet, Shape
from redscience.variations.language.moves import FORWARD, MOVES, dimensions_for_moves
from redscience.variations.language.option import Option, Options, Requirement

RANK = ("P", "S", "+", "X", "T", "O")
"""Of shapes that capture by rank, the highest first; only the circle outranks the pentagon, and nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionOption(Option):
    """How a capture comes about.

    Attributes:
        covers: the captor ends where the captive was.
        by_rank: who captures whom is decided by comparing ranks.
        jumps: `no`, `once`, `chain`, or `chain_back`: the later jumps of a chain may go backward.
        around: what is captured beside the captor: `no`, `lines`, `groups`, `ahead`, `adjacent`.
        steps_axes: captures by a step of its own that changes so many coordinates, one of them forward; 0 for none.
    """

    covers: bool = False
    by_rank: bool = False
    jumps: str = "no"
    around: str = "no"
    steps_axes: int = 0

    @property
    def captures_as_pawn(self) -> bool:
        """Whether it can capture in passing, where that is allowed."""
        return self.steps_axes == 2  # noqa: PLR2004  (diagonally forward)


def _has_owners(rules: RuleSet) -> bool:
    communal = any(piece.owner == "communal" for piece in rules.setup.values())
    return rules.colors in {"assigned", "partners"} or communal


OPPONENTS = Requirement(
    _has_owners,
    "pieces that belong to somebody else or to nobody",
    "can capture nothing, because every piece is everyone's",
    "Choose other colors or “No power”",
    ("colors", "setup"),
)

POWERS: Options[Option] = Options(
    "power",
    (
        Option(value="none", label="No power", note="It captures nothing"),
        Option(
            value="must",
            label="Must capture",
            english="must capture pieces of others where they can",
            needs=(OPPONENTS,),
        ),
        Option(value="can", label="Can capture", english="can capture pieces of others", needs=(OPPONENTS,)),
    ),
)

NOT_ON_STACKS = Requirement(
    lambda rules: not BOARDS[rules.board.kind].gravity,
    "a board other than stacks",
    "has no meaning on stacks, where pieces capture by landing",
    "Choose “Cover” or “Cover by rank”, or another board",
    ("board.kind",),
)

CONDITIONS: Options[ConditionOption] = Options(
    "power condition",
    (
        ConditionOption(value="cover", label="Cover", english="by landing on them", covers=True),
        ConditionOption(
            value="cover_by_rank",
            label="Cover by rank",
            english="by landing on them or being landed on, if they outrank them",
            covers=True,
            by_rank=True,
        ),
        ConditionOption(
            value="diag_en_passant",
            label="Move on diag + en passe",
            english="by stepping diagonally forward onto them",
            covers=True,
            steps_axes=2,
            needs=(
                NOT_ON_STACKS,
                FORWARD,
                Requirement(
                    lambda rules: dimensions_for_moves(rules) > 1,
                    "more than one space along two axes",
                    "leads nowhere on this board",
                    "Make it larger, or choose another condition",
                    ("board.kind", "board.size"),
                ),
            ),
        ),
        ConditionOption(
            value="triagonal",
            label="Move on triagonal",
            english="by stepping along three axes at once, one of them forward, onto them",
            covers=True,
            steps_axes=3,
            needs=(
                NOT_ON_STACKS,
                FORWARD,
                Requirement(
                    lambda rules: dimensions_for_moves(rules) > 2,  # noqa: PLR2004  (all three axes)
                    "more than one space along all three axes",
                    "leads nowhere on this board",
                    "Make it larger, or choose another condition",
                    ("board.kind", "board.size"),
                ),
            ),
        ),
        ConditionOption(
            value="jump",
            label="Jump",
            english="by jumping over them to the empty space beyond",
            jumps="once",
            needs=(NOT_ON_STACKS,),
        ),
        ConditionOption(
            value="chain_jump",
            label="Chain Jump",
            english="by jumping over them to the empty space beyond, one after the other",
            jumps="chain",
            needs=(NOT_ON_STACKS,),
        ),
        ConditionOption(
            value="chain_jump_back",
            label="Chain Jump (+ back)",
            english="by jumping over them to the empty space beyond, one after the other, backward too after the first",
            jumps="chain_back",
            needs=(NOT_ON_STACKS,),
        ),
        ConditionOption(
            value="surround_line",
            label="Surround line",
            english="by enclosing straight lines of them between the piece that comes and another of its owner's",
            around="lines",
            needs=(NOT_ON_STACKS,),
        ),
        ConditionOption(
            value="surround_orthogonal",
            label="Surround orthogonal",
            english="by leaving groups of them, connected along rows and columns, no empty space beside them",
            around="groups",
            needs=(NOT_ON_STACKS,),
        ),
        ConditionOption(
            value="approach",
            label="Approach",
            english="by arriving next to a straight line of them, ahead in the direction of the move, or when placed "
            "in any direction",
            around="ahead",
            needs=(NOT_ON_STACKS,),
        ),
        ConditionOption(
            value="adjacent",
            label="Adjacent",
            english="by arriving next to them",
            around="adjacent",
            needs=(NOT_ON_STACKS,),
        ),
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultOption(Option):
    """What becomes of captives.

    Attributes:
        stays: the captive remains where it was.
        changes_owner: it becomes the captor's.
        to_reserve: so many pieces of its shape go to the captor's reserve.
    """

    stays: bool = False
    changes_owner: bool = False
    to_reserve: int = 0


RESULTS: Options[ResultOption] = Options(
    "power result",
    (
        ResultOption(value="removes", label="Removes captive(s)", english="captives leave the game"),
        ResultOption(
            value="converts",
            label="Converts captive(s)",
            english="captives stay and become the captor's",
            stays=True,
            changes_owner=True,
        ),
        ResultOption(
            value="reincarnates",
            label="Reincarnate Captive(s)",
            english="captives go to the captor's reserve",
            changes_owner=True,
            to_reserve=1,
        ),
        ResultOption(
            value="reincarnates_x2",
            label="Reincarnate Captive(s) x2",
            english="captives go to the captor's reserve, each as two pieces",
            changes_owner=True,
            to_reserve=2,
        ),
        ResultOption(
            value="paralyzes",
            label="Paralyzes captive(s)",
            english="captives stay where they are, and never move or capture again",
            stays=True,
        ),
    ),
)


def shape_moves(shape: Shape) -> bool:
    """Whether its pieces can ever move on the board, be it to capture."""
    condition = CONDITIONS[shape.condition] if shape.condition else None
    return not MOVES[shape.move].stationary or bool(condition and (condition.jumps != "no" or condition.steps_axes))


def jump_axes(shape: Shape) -> tuple[int, ...]:
    """How many coordinates change in the directions in which its pieces jump over others; empty where they do not.

    They jump as they step; those that never move otherwise jump along rows and columns (docs/adr/0007).
    """
    if shape.condition is None or CONDITIONS[shape.condition].jumps == "no":
        return ()
    move = MOVES[shape.move]
    return (1,) if move.stationary else move.axes
