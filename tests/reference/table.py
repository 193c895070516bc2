"""What lies on the table: boards, reserves, the phase; and what may be entered and left (rules: A2, A3, C32)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from redscience.variations.language import RuleSet
from redscience.variations.language.captures import RESULTS
from redscience.variations.language.model import COMMUNAL, At, Card, Phase
from reference.deals import Deal, markers, owner_of_card
from reference.grid import Grid
from reference.pieces import SPECTATOR, Look, Piece, owners_of, seats_of

MOST_IN_RESERVE = 512
"""Of a kind; what is over is lost (rules: 0.4)."""

Seen = Mapping[At, Look]
"""A board as somebody sees it, or as it is."""


@dataclass
class Table:
    """Changed in place.

    Attributes:
        board: the pieces by their spaces.
        reserve: how many of each owner and shape.
        phase_number: from 0.
        decided: the boards that are decided, each with those who won it.
        passed_over: the space that a pawn's double step has just passed, and the pawn (rules: A4x, R6).
    """

    rules: RuleSet
    grid: Grid
    board: dict[At, Piece] = field(default_factory=dict)
    reserve: Counter[tuple[str, str]] = field(default_factory=Counter)
    phase_number: int = 0
    decided: dict[int, set[str]] = field(default_factory=dict)
    passed_over: dict[At, Piece] = field(default_factory=dict)

    @property
    def phase(self) -> Phase:
        return self.rules.phases[self.phase_number]

    @property
    def truth(self) -> Seen:
        """The board as it is."""
        return {at: piece.look for at, piece in self.board.items()}

    def owns(self, seat: str, owner: str) -> bool:
        return owner in owners_of(self.rules, seat)

    # Spaces.

    def may_enter(self, seat: str, at: At) -> bool:
        """Walls, this phase's locks, and exclusive spaces (rules: A2, C32)."""
        exclusive = self.rules.board.exclusive
        return at not in self.grid.walls and at not in self.phase.locks and seat in exclusive.get(at, (seat,))

    def may_leave(self, seat: str, at: At) -> bool:
        """The same, and sticky spaces."""
        return self.may_enter(seat, at) and at not in self.rules.board.sticky

    def rest_of(self, column: At, seen: Seen) -> list[At]:
        """The spaces of a stack above its highest piece into which pieces can fall, from the bottom (rules: 0.4)."""
        spaces = self.grid.column(column)
        top = max((at[3] for at in spaces if at in seen), default=0)
        return [at for at in spaces if at[3] > top and at not in self.grid.gaps]

    def filled(self, column: At, seen: Seen) -> list[At]:
        """The spaces of a stack on which there must be pieces, from the bottom: up to the highest piece seen."""
        spaces = self.grid.column(column)
        top = max((at[3] for at in spaces if at in seen), default=0)
        return [at for at in spaces if at in seen or (at[3] <= top and at not in self.grid.gaps)]

    # Changes.

    def settle(self, column: At, pieces: Sequence[Piece]) -> list[Piece]:
        """Puts pieces on a stack from the bottom; gives back those for which there is no room, the topmost.

        They fall as far as they can.
        """
        spaces = self.grid.column(column)
        for at in spaces:
            self.board.pop(at, None)
        floor = 0
        for number, piece in enumerate(pieces):
            to = next((at for at in spaces if at[3] > floor and at not in self.grid.gaps), None)
            if to is None:
                return list(pieces[number:])
            self.board[to] = piece
            floor = to[3]
        return []

    def to_reserve(self, owner: str, shape: str, count: int = 1) -> None:
        """Into a reserve; communal pieces have none."""
        if owner != COMMUNAL:
            self.reserve[owner, shape] = min(MOST_IN_RESERVE, self.reserve[owner, shape] + count)

    def capture(self, captor: Piece, at: At) -> None:
        """What becomes of the piece on a space without gravity, by the captor's result (rules: A4, A4x)."""
        captive = self.board[at]
        result = RESULTS[self.rules.shapes[captor.shape].result or ""]
        if result.value == "paralyzes":
            captive.paralyzed = True
        elif result.value == "converts":
            captive.owner = captor.owner
        else:
            del self.board[at]
            self.to_reserve(captor.owner, captive.shape, result.to_reserve)


def laid_out(rules: RuleSet, deal: Deal) -> Table:
    """The table before the first move (rules: 0.1, A6, R18)."""
    grid = Grid(rules)
    table = Table(rules, grid)
    everyone = {*rules.seats, SPECTATOR}
    for name, shape in rules.shapes.items():
        for owner in rules.owners:
            table.reserve[owner, name] = shape.reserve.get(owner, 0)
    cards: dict[At, Card] = dict(zip(markers(rules), deal, strict=True))
    for at, piece in rules.setup.items():
        if at not in cards:
            table.board[at] = Piece(piece.owner, piece.shape, set(everyone))
        elif (shape_dealt := cards[at].shape) is not None:
            card = cards[at]
            table.board[at] = Piece(owner_of_card(rules, piece.owner, card), shape_dealt, {card.seat} - {None})  # type: ignore[arg-type]
    if grid.has_gravity:
        for column in sorted({(*at[:3], 1) for at in cards}):
            pieces = [table.board[at] for at in grid.column(column) if at in table.board]
            table.settle(column, pieces)
    return table


def owning_seats(rules: RuleSet, *owners: str) -> set[str]:
    """The seats that play the pieces of any of some owners."""
    return set().union(*(seats_of(rules, owner) for owner in owners))
