"""The fields of a rule-set file, in the order in which they are written. Reader and JSON schema are made from them."""

from __future__ import annotations

from redscience.variations.language.boards import BOARD_COUNTS, BOARDS, MOST_SPACES, MOST_SPACES_IN_ALL
from redscience.variations.language.called import LONGEST_WORD
from redscience.variations.language.captures import CONDITIONS, POWERS, RESULTS
from redscience.variations.language.checks import CHECKS
from redscience.variations.language.deck import LONGEST_TEXT
from redscience.variations.language.model import COLORS, SHAPES, Check, StalemateRule
from redscience.variations.language.moves import MOVES
from redscience.variations.language.option import Options
from redscience.variations.language.phases import FOLDS, MOVEMENT, ORDERS, PASSING, PHASE_COUNTS
from redscience.variations.language.players import (
    AGREE_DRAW,
    CLOAKING,
    COLORS_OPTIONS,
    DISQUALIFY_OVERACHIEVERS,
    PIECES_PER_TURN,
    PLAYERS,
    SECONDS_PER_TURN,
)
from redscience.variations.language.shapes import SYMBOLS
from redscience.variations.language.stalemate import STALEMATE_RULES
from redscience.variations.language.value_types import (
    BySpace,
    Choice,
    Chosen,
    Field,
    Fixed,
    Integer,
    Keyed,
    Object,
    Several,
    SpaceTexts,
    Text,
    ValueType,
    Word,
)

FORMAT = "redscience-rules/1"
SEATS = (*COLORS, "chaos")
MOST_RESERVE = 512
MOST_CHECKS = 8
MOST_STALEMATE_RULES = 4
LONGEST_ABOUT = 500
LONGEST_CALLED = 2 * LONGEST_WORD + len(", ")
MOST_TEXTS = 600
"""Texts of spaces in one list; ranges make room for more spaces."""


def _choice(name: str, options: Options, help_: str = "") -> Field:  # type: ignore[type-arg]
    return Field(name, Choice(options), options.default, help_)


def _spaces(name: str, help_: str) -> Field:
    return Field(name, SpaceTexts(MOST_TEXTS), (), help_)


SEAT_LIST: ValueType = Several(Word(SEATS, "seat"), len(SEATS), alone=True)

BOARD = Object(
    (
        _choice("kind", BOARDS, "How spaces lie beside each other."),
        Field(
            "size",
            Fixed((Integer(1, 19), Integer(1, 19), Integer(1, MOST_SPACES)), "three numbers: x, y and z"),
            (3, 3, 1),
            "Spaces along x (to the right), y (upward) and z (height): 1 to 19 each, on stacks z up to 512;"
            " at most 512 in all.",
        ),
        _choice("count", BOARD_COUNTS, "How many such boards."),
        Field(
            "exclusive",
            BySpace(SEAT_LIST, MOST_TEXTS),
            (),
            "The seats that may enter and leave a space, for spaces that not everyone may.",
        ),
        _spaces("walls", "Spaces that nobody may enter or leave."),
        _spaces("sticky", "Spaces that nobody may leave."),
    )
)

SHAPE = Object(
    (
        _choice("power", POWERS, "Whether the shape captures."),
        Field("condition", Choice(CONDITIONS), None, "How it captures; only with a power."),
        Field("result", Choice(RESULTS), None, "What becomes of captives; only with a power."),
        _choice("move", MOVES, "How it moves on the board."),
        Field(
            "reserve",
            Keyed(SEATS, "seat or color", Integer(0, MOST_RESERVE)),
            {},
            "Pieces in reserve at the start, by seat, or by color where reserves are shared.",
        ),
        Field(
            "called",
            Text("rock", LONGEST_CALLED),
            "",
            "What the game calls it: one, or one and several, as in man, men; no part of the rules.",
        ),
        Field(
            "symbol",
            Word(tuple(map(str, SYMBOLS)), "symbol", nullable=True),
            None,
            "What it is drawn as; no part of the rules.",
        ),
    )
)

PHASE = Object(
    (
        _choice("order", ORDERS, "Whether seats move in turn or at once."),
        _choice("may_pass", PASSING, "Whether a seat may pass though it could move."),
        _choice("placement_only", MOVEMENT, "Whether pieces on the board stay where they are."),
        Field(
            "draw_below",
            Integer(0, MOST_SPACES_IN_ALL),
            0,
            "The match is drawn at the end of the phase if fewer pieces were placed in it; 0 for no such rule.",
        ),
        Field("locked", SEAT_LIST, (), "Seats that are skipped in this phase."),
        _spaces("locks", "Spaces that nobody may enter or leave in this phase."),
        _spaces("cloaks", "Spaces that are cloaked in this phase."),
    )
)

RULE_SET = Object(
    (
        Field("format", Word((FORMAT,), "format"), FORMAT, f'"{FORMAT}".'),
        Field("name", Text("Tic-Tac-Toe", 200), "", "As people see it; no part of the rules.", required=True),
        Field("about", Text("After a folk game", LONGEST_ABOUT), "", "What people should know besides the rules."),
        _choice("players", PLAYERS, "Who sits at the board."),
        _choice("colors", COLORS_OPTIONS, "Who plays pieces of which color."),
        Field(
            "chaos_color",
            Word(COLORS, "color", nullable=True),
            None,
            "The color in which Chaos's pieces are drawn; no part of the rules.",
        ),
        _choice("pieces_per_turn", PIECES_PER_TURN, "Moves in a turn."),
        _choice("seconds_per_turn", SECONDS_PER_TURN, "Time for a turn; who exceeds it loses."),
        _choice("agree_draw", AGREE_DRAW, "Whether players may offer draws."),
        _choice("disqualify_overachievers", DISQUALIFY_OVERACHIEVERS, "Whether the first to win are disqualified."),
        _choice("cloaking", CLOAKING, "What cloaked spaces hide."),
        _choice("fold", FOLDS, "Who folds at the end of a phase."),
        Field("deck", Text("{P + X}", LONGEST_TEXT, nullable=True), None, "The cards for dealt pieces, from the top."),
        Field("board", BOARD, BOARD.defaults(), "The spaces."),
        Field(
            "checks",
            Several(Chosen(CHECKS, "check", Check), MOST_CHECKS),
            (Check("first_row_wins", length=3),),
            "Turn checks, looked at after each move; the first that decides, decides.",
        ),
        Field(
            "stalemate",
            Several(Chosen(STALEMATE_RULES, "rule", StalemateRule), MOST_STALEMATE_RULES, least=1),
            (StalemateRule("draws"),),
            "What a final stalemate means.",
        ),
        Field("shapes", Keyed(SHAPES, "shape", SHAPE), None, "The shapes played, and what each can do."),
        Field(
            "setup",
            BySpace(Several(Text("2 white O", 40), MOST_SPACES, alone=True), MOST_TEXTS),
            (),
            "Pieces on the board before the first move, in stacks from the bottom up.",
        ),
        Field("phases", Several(PHASE, len(PHASE_COUNTS), least=1), (PHASE.defaults(),), "One to six."),
    )
)
