"""Turn checks: what is looked at after each single move (rules: A5, 0.3, 0.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from redscience.language.boards import BOARDS
from redscience.language.captures import CONDITIONS, shape_moves
from redscience.language.moves import MOVES
from redscience.language.option import Option, Options, Parameter, Requirement

if TYPE_CHECKING:
    from redscience.language.model import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOption(Option):
    """A turn check.

    Attributes:
        measure: `row`: pieces of one colour in a line; `shape_row`: of one shape; `mixed_neighbour`: another shape
            just below the piece that landed; `piece`: any piece on a board; `last`: pieces of a shape not yet captured;
            `goal`: a piece on its owner's goal line; `no_move`; `chaos_cannot_capture`; `permission`: no check, but a
            special move that is allowed.
        lines: `any`, `orthogonal` or `vertical`.
        result: `wins`, `loses` (of the seats that satisfy it), `all_lose`, `last_wins`, `stalemate`, or `allows`.
    """

    measure: str
    result: str
    lines: str = "any"


def length(default: int = 3) -> Parameter:
    """How many in a row."""
    return Parameter("length", "in a row", default, lowest=2, highest=6)


def _some_shape_moves(rules: RuleSet) -> bool:
    return any(map(shape_moves, rules.shapes.values()))


def _some_shape_captures(rules: RuleSet) -> bool:
    return any(shape.power != "none" for shape in rules.shapes.values())


def owned(what: str) -> Requirement:
    """That pieces belong to seats, for rules that compare what seats have."""
    return Requirement(
        lambda rules: rules.colors in {"assigned", "partners"},
        "assigned or partners' colours",
        f"compares what players own, and here every piece is everyone's, so {what}",
        "Choose other colours, or another rule",
        ("colors",),
    )


CHAOS = Requirement(
    lambda rules: "chaos" in rules.seats,
    "Chaos",
    "speaks of Chaos, who does not play",
    "Choose players with Chaos, or another rule",
    ("players",),
)
CAPTURES = Requirement(
    _some_shape_captures,
    "a shape that captures",
    "can never happen, because no shape captures",
    "Let a shape capture, or choose another check",
    ("shapes",),
)
GOAL = (
    Requirement(
        lambda rules: not BOARDS[rules.board.kind].wraps,
        "goal lines, which a toroid has not",
        "needs goal lines, and a toroid has none",
        "Choose another board or check",
        ("board.kind",),
    ),
    Requirement(
        _some_shape_moves,
        "a shape that moves",
        "can never happen, because no shape moves",
        "Let a shape move, or choose another check",
        ("shapes",),
    ),
)
UNPASSED_TURNS = Requirement(
    lambda rules: any(phase.order == "sequential" and not phase.may_pass for phase in rules.phases),
    "a sequential phase without a pass",
    "can never happen, because every phase has a pass or is not sequential",
    "Add a sequential phase with no option to pass, or choose another check",
    ("phases",),
)
STACKS = Requirement(
    lambda rules: BOARDS[rules.board.kind].gravity,
    "stacks",
    "is for stacks",
    "Choose Stacks, or another check",
    ("board.kind",),
)
PAWNS = Requirement(
    lambda rules: (
        any(MOVES[shape.move].double_first for shape in rules.shapes.values())
        and any(CONDITIONS[shape.condition].captures_as_pawn for shape in rules.shapes.values() if shape.condition)
    ),
    "a shape with a pawn's move and one that captures by Move on diag",
    "allows nothing, because it needs a shape with a pawn's move and one that captures by Move on diag",
    "Give shapes that move and that capture, or leave the check out",
    ("shapes",),
)
ROOKS = Requirement(
    lambda rules: {"rook", "adjacent"} <= {shape.move for shape in rules.shapes.values()},
    "a shape with a rook's move and one that moves adjacent",
    "allows nothing, because it needs a shape with a rook's move and one that moves adjacent",
    "Give two shapes those moves, or leave the check out",
    ("shapes",),
)

CHECKS: Options[CheckOption] = Options(
    "turn check",
    (
        CheckOption(
            value="first_row_wins",
            label="First {length}-same-color-in-a-row wins",
            english="The first to get {row}{straight} wins",
            parameters=(length(),),
            measure="row",
            result="wins",
            playable=True,
        ),
        CheckOption(
            value="first_row_loses",
            label="First {length}-same-color-in-a-row loses",
            english="The first to get {row}{straight} loses, and all others win",
            parameters=(length(),),
            measure="row",
            result="loses",
            playable=True,
        ),
        CheckOption(
            value="first_row_wins_no_diagonal",
            label="First {length}-same-color-in-a-row wins (no diagonal)",
            english="The first to get {row}, not counting diagonals, wins",
            parameters=(length(),),
            measure="row",
            lines="orthogonal",
            result="wins",
            playable=True,
        ),
        CheckOption(
            value="any_row_all_lose",
            playable=True,
            label="All players lose if any {length}-same-color-in-a-row",
            english="As soon as anyone gets {row}{straight}, all players lose",
            parameters=(length(),),
            measure="row",
            result="all_lose",
        ),
        CheckOption(
            value="last_piece_wins",
            label="Last {shape} wins",
            english="A player all of whose {shapes} have been captured is out and has lost; the last to have any wins",
            parameters=(Parameter("shape", "shape", "P", choices=("O", "P", "X", "+", "T", "S", "any")),),
            measure="last",
            result="last_wins",
            needs=(CAPTURES,),
        ),
        CheckOption(
            value="any_piece_wins",
            label="Any piece wins",
            english="Whoever has a piece on the board after a move or round wins",
            measure="piece",
            result="wins",
            needs=(owned("all would win"),),
        ),
        CheckOption(
            value="any_piece_loses",
            label="Any piece loses",
            english="Whoever has a piece on the board after a move or round loses, and all others win",
            measure="piece",
            result="loses",
            needs=(owned("all would lose"),),
        ),
        CheckOption(
            value="goal_reached_wins",
            label="Goal reached wins",
            english="The first to move a piece onto their own goal line wins",
            measure="goal",
            result="wins",
            needs=GOAL,
        ),
        CheckOption(
            value="no_move_loses",
            label="No move loses",
            english="A player who can do nothing at the start of their turn loses, and all others win",
            measure="no_move",
            result="loses",
            needs=(UNPASSED_TURNS,),
        ),
        CheckOption(
            value="first_shape_row_wins",
            label="First {length}-same-shape-in-a-row wins",
            english="The first to make a row of {length} pieces of one shape, of whatever colour, wins",
            parameters=(length(4),),
            measure="shape_row",
            result="wins",
        ),
        CheckOption(
            value="first_shape_column_wins",
            label="First {length}-same-shape-in-a-row wins (vertical)",
            english="The first to make a pile of {length} pieces of one shape, of whatever colour, wins",
            parameters=(length(4),),
            measure="shape_row",
            lines="vertical",
            result="wins",
            needs=(STACKS,),
        ),
        CheckOption(
            value="adjacent_mixed_shapes_loses",
            label="Adjacent mixed shapes loses",
            english="Whoever puts a piece on a piece of another shape loses, and all others win",
            measure="mixed_neighbour",
            lines="vertical",
            result="loses",
            needs=(STACKS,),
        ),
        CheckOption(
            value="stalemate_if_goal_reached",
            label="Stalemate if goal is reached",
            english="When a piece moves onto its owner's goal line, it is stalemate at once",
            measure="goal",
            result="stalemate",
            needs=GOAL,
        ),
        CheckOption(
            value="stalemate_if_chaos_cannot_capture",
            label="Stalemate if Chaos cannot capture",
            english="In the final phase it is stalemate as soon as Chaos has nothing to capture",
            measure="chaos_cannot_capture",
            result="stalemate",
            needs=(CHAOS, CAPTURES),
        ),
        CheckOption(
            value="en_passant",
            label="En passant",
            english="A piece that takes a double first step can be captured on the space that it passed over",
            measure="permission",
            result="allows",
            needs=(PAWNS,),
        ),
        CheckOption(
            value="castle",
            label="Castle",
            english="Castling is allowed: where a piece that moves one step in any direction and one that can castle "
            "stand in one row, neither has moved and nothing is between them, the first goes two spaces towards the "
            "second, and the second to the space that it crossed",
            measure="permission",
            result="allows",
            needs=(ROOKS,),
        ),
    ),
)
