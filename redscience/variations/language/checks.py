"""Turn checks: what is looked at after each single move (rules: A5, 0.3, 0.4)."""

from __future__ import annotations

from dataclasses import dataclass

from redscience.english import English
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.captures import CONDITIONS
from redscience.variations.language.model import Check, RuleSet, Shape
from redscience.variations.language.moves import MOVES
from redscience.variations.language.option import Option, Options, Parameter, Requirement
from redscience.variations.language.possibilities import pieces_move, shapes_in_play
from redscience.variations.language.spaces import goals


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

    @property
    def group(self) -> str:
        """By what comes of it."""
        return {
            "wins": "Somebody wins",
            "last_wins": "Somebody wins",
            "loses": "Somebody loses",
            "all_lose": "Somebody loses",
            "stalemate": "Play ends",
            "allows": "Special moves",
        }[self.result]


def _some_pawn_steps_twice(rules: RuleSet) -> bool:
    sides = dict(zip("xyz", rules.board.size, strict=True))
    return any(goal is not None and sides[goal.axis] > 2 for goal in goals(rules).values())  # noqa: PLR2004  (over one)


def length(default: int = 3) -> Parameter:
    """How many in a row."""
    return Parameter("length", "in a row", default, lowest=2, highest=6)


def _shapes(rules: RuleSet) -> list[Shape]:
    return [rules.shapes[name] for name in shapes_in_play(rules)]


def _some_piece_is_lost(rules: RuleSet) -> bool:
    """Whether a piece can ever leave the board or its owner: captured, or in a collision of sealed plans."""
    taken = any(shape.result and shape.result != "paralyzes" for shape in _shapes(rules))
    return taken or any(phase.order != "sequential" for phase in rules.phases)


def owned(what: English) -> Requirement:
    """That pieces belong to seats, for rules that compare what seats have."""
    return Requirement(
        lambda rules: rules.colors in {"assigned", "partners"},
        "assigned or partners' colors",
        f"compares what players own, and here every piece is everyone's, so {what}",
        "Choose other colors, or another rule",
        ("colors",),
    )


CHAOS = Requirement(
    lambda rules: "chaos" in rules.seats,
    "Chaos",
    "is about Chaos, who does not play",
    "Choose players with Chaos, or another rule",
    ("players",),
)
LOSSES = Requirement(
    _some_piece_is_lost,
    "a shape that captures and does not only paralyze, or a phase that is not sequential",
    "can never happen, because no piece is ever lost",
    "Let a shape capture, or choose another check",
    ("shapes", "setup", "deck", "phases", "board"),
)
CAPTURES = Requirement(
    lambda rules: any(shape.power != "none" for shape in _shapes(rules)),
    "a shape that captures",
    "can never happen, because no shape captures",
    "Let a shape capture, or choose another check",
    ("shapes", "setup", "deck", "board"),
)
CHAOS_AT_LAST = Requirement(
    lambda rules: "chaos" not in rules.phases[-1].locked,
    "Chaos unlocked in the last phase",
    "is asked in the last phase, in which Chaos is locked",
    "Unlock Chaos there, or choose another check",
    ("phases",),
)
GOAL = (
    Requirement(
        lambda rules: not BOARDS[rules.board.kind].wraps,
        "goal lines, which a toroid lacks",
        "needs goal lines, and a toroid has none",
        "Choose another board or check",
        ("board.kind",),
    ),
    Requirement(
        pieces_move,
        "pieces that move",
        "can never happen, because no piece ever moves",
        "Let a shape move, or choose another check",
        ("shapes", "setup", "deck", "phases", "board"),
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
    "Choose “Stacks” or another check",
    ("board.kind",),
)
SHAPES_THAT_DIFFER = Requirement(
    lambda rules: len(shapes_in_play(rules)) > 1,
    "pieces of several shapes",
    "can never happen, because all pieces have one shape",
    "Give pieces of another shape, or choose another check",
    ("shapes", "setup", "deck", "board"),
)
MOVEMENT = Requirement(
    pieces_move,
    "a phase in which pieces may move",
    "allows nothing, because no piece ever moves",
    "Allow movement in a phase, or leave the check out",
    ("shapes", "setup", "deck", "phases", "board"),
)
PAWNS = Requirement(
    lambda rules: (
        any(MOVES[shape.move].double_first for shape in _shapes(rules))
        and any(CONDITIONS[shape.condition].captures_as_pawn for shape in _shapes(rules) if shape.condition)
    ),
    "a shape with a pawn's move and one that captures by “Move on diag”",
    "allows nothing, because it needs a shape with a pawn's move and one that captures by “Move on diag”",
    "Give shapes that move and that capture, or leave the check out",
    ("shapes", "setup", "deck", "board"),
)
DOUBLE_STEPS = Requirement(
    _some_pawn_steps_twice,
    "at least 3 spaces between a goal line and the edge opposite",
    "allows nothing on a board on which no pawn can take two steps",
    "Make the board longer, or leave the check out",
    ("players", "board.kind", "board.size"),
)
ROOKS = Requirement(
    lambda rules: {"rook", "adjacent"} <= {shape.move for shape in _shapes(rules)},
    "a shape with a rook's move and one that moves adjacent",
    "allows nothing, because it needs a shape with a rook's move and one that moves adjacent",
    "Give two shapes those moves, or leave the check out",
    ("shapes", "setup", "deck", "board"),
)
ROOM_TO_CASTLE = Requirement(
    lambda rules: rules.board.size[0] >= 4 and not BOARDS[rules.board.kind].gravity,  # noqa: PLR2004  (king, two, rook)
    "a board at least 4 wide that is no stacks",
    "allows nothing where king and rook have no two empty spaces between them in one row, and stacks have no such rows",
    "Make the board wider, choose another board, or leave the check out",
    ("board.kind", "board.size"),
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
        ),
        CheckOption(
            value="first_row_loses",
            label="First {length}-same-color-in-a-row loses",
            english="The first to get {row}{straight} loses, and {others_win}",
            parameters=(length(),),
            measure="row",
            result="loses",
        ),
        CheckOption(
            value="first_row_wins_no_diagonal",
            label="First {length}-same-color-in-a-row wins (no diagonal)",
            english="The first to get {row}, not counting diagonals, wins",
            parameters=(length(),),
            measure="row",
            lines="orthogonal",
            result="wins",
        ),
        CheckOption(
            value="any_row_all_lose",
            label="All players lose if any {length}-same-color-in-a-row",
            english="As soon as anyone gets {row}{straight} all players lose",
            parameters=(length(),),
            measure="row",
            result="all_lose",
        ),
        CheckOption(
            value="last_piece_wins",
            label="Last {shape} wins",
            english="Whoever has lost all {shapes} is out{unless}; the last {team}to {remain} wins",
            parameters=(Parameter("shape", "shape", "P", choices=("O", "P", "X", "+", "T", "S", "any")),),
            measure="last",
            result="last_wins",
            needs=(LOSSES, owned("nobody would ever be out")),
        ),
        CheckOption(
            value="any_piece_wins",
            label="Any piece wins",
            english="Whoever has a piece on the board after {moment} wins",
            measure="piece",
            result="wins",
            needs=(owned("all would win"),),
        ),
        CheckOption(
            value="any_piece_loses",
            label="Any piece loses",
            english="Whoever has a piece on the board after {moment} loses, and {others_win}",
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
            english="A player who can do nothing at the start of their turn loses, and {others_win}",
            measure="no_move",
            result="loses",
            needs=(UNPASSED_TURNS,),
        ),
        CheckOption(
            value="first_shape_row_wins",
            label="First {length}-same-shape-in-a-row wins",
            english="The first to make a row of {length} pieces of one shape, of whatever color, wins",
            parameters=(length(4),),
            measure="shape_row",
            result="wins",
        ),
        CheckOption(
            value="first_shape_column_wins",
            label="First {length}-same-shape-in-a-row wins (vertical)",
            english="The first to make a pile of {length} pieces of one shape, of whatever color, wins",
            parameters=(length(4),),
            measure="shape_row",
            lines="vertical",
            result="wins",
            needs=(STACKS,),
        ),
        CheckOption(
            value="adjacent_mixed_shapes_loses",
            label="Adjacent mixed shapes loses",
            english="Whoever puts a piece on a piece of another shape loses, and {others_win}",
            measure="mixed_neighbour",
            lines="vertical",
            result="loses",
            needs=(STACKS, SHAPES_THAT_DIFFER),
        ),
        CheckOption(
            value="stalemate_if_goal_reached",
            label="Stalemate if goal is reached",
            english="When a piece moves onto its owner's goal line, {ends} at once",
            measure="goal",
            result="stalemate",
            needs=GOAL,
        ),
        CheckOption(
            value="stalemate_if_chaos_cannot_capture",
            label="Stalemate if Chaos cannot capture",
            english="As soon as Chaos has nothing to capture{in_last}, {ends}",
            measure="chaos_cannot_capture",
            result="stalemate",
            needs=(CHAOS, CHAOS_AT_LAST, CAPTURES),
        ),
        CheckOption(
            value="en_passant",
            label="En passant",
            english="{pawn} that has just taken two steps can be captured by {taker} on the space that it passed over",
            measure="permission",
            result="allows",
            needs=(PAWNS, DOUBLE_STEPS, MOVEMENT),
        ),
        CheckOption(
            value="castle",
            label="Castle",
            english="{king} and {rook} may castle: where they stand in one row, neither has moved and at least two "
            "spaces, all empty, lie between them, the first goes two spaces towards the second, and the second to the "
            "space that it crossed",
            measure="permission",
            result="allows",
            needs=(ROOKS, ROOM_TO_CASTLE, MOVEMENT),
        ),
    ),
)


def shadows(before: Check, check: Check, *, disqualifies: bool = False) -> bool:
    """Whether whatever satisfies a check has satisfied the one before it, so that it never decides.

    Where overachievers are disqualified, those who are satisfy a check that wins in vain, and the next one is asked.
    """
    if before == check:
        return True
    first, second = CHECKS[before.check], CHECKS[check.check]
    if disqualifies and first.result == "wins" and second.result != "wins":
        return False
    return (
        first.measure == second.measure
        and first.measure in {"row", "shape_row", "goal", "piece"}
        and first.lines in {"any", second.lines}
        and (before.length or 0) <= (check.length or 0)
    )
