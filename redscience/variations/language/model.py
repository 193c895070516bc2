"""What a rule set is: frozen values, named as in the file format.

A `RuleSet` that `read` made is valid. One made or changed by hand (`dataclasses.replace`) may not be: `validate` tells.

Words used throughout:

* *seat*: `black`, `white`, `pink`, `yellow`, `chaos`, whatever the colours played.
* *owner*: whose a piece is. With assigned colours a seat; otherwise the colour of a reserve that several seats share
  (`black`, `white`, `pink`, `yellow`); `communal` for a piece that is nobody's.
* *shape*: `O` circle, `P` pentagon, `X`, `+` cross, `T` triangle, `S` star.
* *at*: a space as (board, x, y, z), all from 1; x rightward, y upward, z height.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from redscience.variations.language.called import SHAPE_WORDS, words_of
from redscience.variations.language.frozen import FrozenMapping
from redscience.variations.language.seats import SEATS_OF

At: TypeAlias = tuple[int, int, int, int]

SHAPES = ("O", "P", "X", "+", "T", "S")
"""In the order in which the Factory adds them."""

RULES_VERSION = 2
"""Of what a rule set, a seed and a list of moves come to; raised when a record would be replayed differently."""

COLORS = ("black", "white", "pink", "yellow")
COMMUNAL = "communal"
DEALT = "dealt"
"""Stands for the shape of a piece that the deck decides."""


@dataclass(frozen=True, slots=True)
class Board:
    """The spaces. All boards of a match are alike but for their markers.

    Attributes:
        kind: value of an entry of `boards.BOARDS`.
        size: spaces along x, y and z.
        count: 1 to 3 boards.
        exclusive: the seats that may enter and leave a space, for spaces that not everyone may.
        walls: spaces that nobody may enter or leave, in any phase.
        sticky: spaces that nobody may leave.
    """

    kind: str = "hash"
    size: tuple[int, int, int] = (3, 3, 1)
    count: int = 1
    exclusive: FrozenMapping[At, tuple[str, ...]] = field(default_factory=FrozenMapping)
    walls: tuple[At, ...] = ()
    sticky: tuple[At, ...] = ()

    @property
    def volume(self) -> int:
        """Spaces of one board."""
        x, y, z = self.size
        return x * y * z


@dataclass(frozen=True, slots=True)
class Check:
    """A turn check: `check` is the value of an entry of `checks.CHECKS`, the rest its parameters."""

    check: str
    length: int | None = None
    shape: str | None = None


@dataclass(frozen=True, slots=True)
class StalemateRule:
    """A rule applied at the final stalemate: `rule` is the value of an entry of `stalemate.STALEMATE_RULES`."""

    rule: str
    length: int | None = None
    shape: str | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Shape:
    """What one shape can do, and how many each owner has in reserve at the start.

    Attributes:
        power: value of an entry of `captures.POWERS`.
        condition, result: values of `captures.CONDITIONS` and `captures.RESULTS`; None without power.
        move: value of an entry of `moves.MOVES`.
        reserve: pieces by owner; an owner that is not named has none.
        called: what the game calls it: `rock`, or `man, men`; no part of the rules. Empty for its own name.
        symbol: value of an entry of `shapes.SYMBOLS` that it is drawn as, or None; no part of the rules.
    """

    power: str = "none"
    condition: str | None = None
    result: str | None = None
    move: str = "stationary"
    reserve: FrozenMapping[str, int] = field(default_factory=FrozenMapping)
    called: str = ""
    symbol: str | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on the board before the first move; shape `dealt` stands for the next card of the deck."""

    shape: str
    owner: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the deck: a shape, or None for a blank; `seat` is deemed to have placed it."""

    shape: str | None
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class Pack:
    """A part of the deck: its items from the top, shuffled among themselves or kept in order."""

    shuffled: bool
    items: tuple[Card | Pack, ...]


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of the match; a stalemate ends it.

    Attributes:
        order: value of an entry of `phases.ORDERS`.
        may_pass: whether a seat may pass though it could move.
        placement_only: whether pieces on the board stay where they are.
        draw_below: the match is drawn if fewer pieces than this were placed in the phase; 0 for no such rule.
        locked: seats that are skipped.
        locks: spaces that nobody may enter or leave.
        cloaks: spaces whose pieces are hidden or obscured.
    """

    order: str = "sequential"
    may_pass: bool = False
    placement_only: bool = False
    draw_below: int = 0
    locked: tuple[str, ...] = ()
    locks: tuple[At, ...] = ()
    cloaks: tuple[At, ...] = ()


def _plain_checks() -> tuple[Check, ...]:
    return (Check("first_row_wins", length=3),)


def _plain_shapes() -> FrozenMapping[str, Shape]:
    return FrozenMapping({"O": Shape(reserve=FrozenMapping({"black": 5, "white": 4}))})


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A game: all that is needed to play it. The defaults are plain Tic-Tac-Toe (rules: B0).

    Attributes:
        name: as people see it; no part of the rules.
        about: what people should know of the game beside its rules; no part of them.
        players: value of an entry of `players.PLAYERS`.
        colors: value of an entry of `players.COLORS_OPTIONS`.
        chaos_color: the colour that Chaos's pieces are drawn in; no part of the rules. None for the next free one.
        deck: the cards, from the top, or None.
        shapes: the shapes played, in the order of `SHAPES`.
        setup: the pieces on the board before the first move. On stacks they fill each stack from the bottom.
        phases: 1 to 6.
    """

    name: str = "Tic-Tac-Toe"
    about: str = ""
    players: str = "2"
    colors: str = "assigned"
    chaos_color: str | None = None
    pieces_per_turn: int = 1
    seconds_per_turn: int = 60
    agree_draw: bool = False
    disqualify_overachievers: bool = False
    cloaking: str = "none"
    fold: str = "none"
    deck: Pack | None = None
    board: Board = field(default_factory=Board)
    checks: tuple[Check, ...] = field(default_factory=_plain_checks)
    stalemate: tuple[StalemateRule, ...] = (StalemateRule("draws"),)
    shapes: FrozenMapping[str, Shape] = field(default_factory=_plain_shapes)
    setup: FrozenMapping[At, Piece] = field(default_factory=FrozenMapping)
    phases: tuple[Phase, ...] = (Phase(),)

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats in order of play; Chaos, where there is one, is last."""
        return SEATS_OF[self.players]

    @property
    def player_seats(self) -> tuple[str, ...]:
        """The seats in order of play, without Chaos."""
        return tuple(seat for seat in self.seats if seat != "chaos")

    @property
    def owners(self) -> tuple[str, ...]:
        """Those who can have a reserve: the seats, or the colours of the reserves that several seats share."""
        if self.colors == "assigned":
            return self.seats
        if self.colors == "shared":
            return ("black",)
        if self.colors == "partners":
            return ("black", "white")
        return tuple(self.color_of_owner(seat) for seat in self.seats)

    def words(self, shape: str) -> tuple[str, str]:
        """The words for one piece of a shape and for several; of `any`, for pieces whatever their shape."""
        own = self.shapes.get(shape)
        return words_of(own.called) if own and own.called else SHAPE_WORDS[shape]

    def color_of_owner(self, owner: str) -> str:
        """The colour in which the pieces of an owner are drawn; `communal` for those of nobody."""
        if owner != "chaos":
            return owner
        return self.chaos_color or COLORS[len(self.seats) - 1]

    def owner_of_seat(self, seat: str) -> str | None:
        """Whose pieces the seat plays; None where it may choose among all."""
        if self.colors == "assigned":
            return seat
        if self.colors == "shared":
            return "black"
        if self.colors == "partners":
            return ("black", "white")[self.seats.index(seat) % 2]
        return None
