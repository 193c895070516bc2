"""Pieces, what can be seen of them, and which of two is stronger (rules: A4, C23, R2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from redscience.variations.language import RuleSet
from redscience.variations.language.captures import CONDITIONS
from redscience.variations.language.model import COMMUNAL

RANK = "PS+XTO"
"""From the highest (rules: A4); only the circle outranks the pentagon."""

SPECTATOR = "spectator"


@dataclass(eq=False)
class Piece:
    """A piece on the board. It is the same one wherever it goes and whoever's it becomes.

    Attributes:
        known: the viewers who have ever fully seen it (rules: A6).
        jumped: whether it has moved on the board (rules: R6).
    """

    owner: str
    shape: str
    known: set[str] = field(default_factory=set)
    jumped: bool = False
    paralyzed: bool = False

    def __deepcopy__(self, memo: object) -> Piece:
        """Asked of each piece whenever a match is copied, so it takes the short way."""
        return Piece(self.owner, self.shape, set(self.known), jumped=self.jumped, paralyzed=self.paralyzed)

    @property
    def look(self) -> Look:
        """It as it is."""
        return Look(self.owner, self.shape, self.paralyzed)


class Look(NamedTuple):
    """What is seen of a piece; without a shape only its colour is."""

    owner: str
    shape: str | None
    paralyzed: bool = False


def outranks(shape: str, other: str) -> bool:
    """Between pieces that capture by rank (rules: A4): P > S > + > X > T > O, and O > P."""
    if {shape, other} == {"O", "P"}:
        return shape == "O"
    return RANK.index(shape) < RANK.index(other)


def power(rules: RuleSet, look: Look) -> str:
    """How a piece of known shape captures by moving (rules: R2): none, cover, rank, step, or other."""
    shape = rules.shapes.get(look.shape or "")
    if shape is None or shape.condition is None or look.paralyzed:
        return "none"
    condition = CONDITIONS[shape.condition]
    if condition.by_rank:
        return "rank"
    if condition.steps_axes:
        return "step"
    return "cover" if condition.covers else "other"


def strength_class(rules: RuleSet, look: Look) -> int:
    """On stacks: 0 no power, 1 by rank, 2 any other (rules: 0.2)."""
    return {"none": 0, "rank": 1}.get(power(rules, look), 2)


def side(rules: RuleSet, owner: str) -> str:
    """Whom a piece belongs to: with shared or chosen colours every piece that is not communal is everyone's (0.4)."""
    return owner if owner == COMMUNAL or rules.colors in {"assigned", "partners"} else "everyone"


def owners_of(rules: RuleSet, seat: str) -> tuple[str, ...]:
    """The owners whose pieces a seat plays."""
    owner = rules.owner_of_seat(seat)
    return rules.owners if owner is None else (owner,)


def seats_of(rules: RuleSet, owner: str) -> set[str]:
    """The seats that play an owner's pieces; nobody plays communal ones."""
    return {seat for seat in rules.seats if owner in owners_of(rules, seat)}


def opposes(rules: RuleSet, owner: str, other: str) -> bool:
    """Whether pieces of the second are opposing pieces to those of the first (rules: R1)."""
    return side(rules, owner) != side(rules, other)


def is_captive(rules: RuleSet, captor: Look, other: Look) -> bool:
    """Whether a piece can be captured from beside or above: whoever paralyzes cannot paralyze again (rules: R26)."""
    again = other.paralyzed and rules.shapes[captor.shape or ""].result == "paralyzes"
    return opposes(rules, captor.owner, other.owner) and not again


def meeting(rules: RuleSet, mover: Look, occupant: Look) -> str:
    """What a move onto an occupied space of a board without gravity comes to (rules: A4, R2; 0.4 Obscures).

    Returns:
        `blocked`, `takes` (the occupant is captured), `dies` (the mover is), `both` (each by the other), or `unknown`:
        nobody can say as long as the occupant's shape is not seen.
    """
    if not opposes(rules, mover.owner, occupant.owner):
        return "blocked"
    mine = power(rules, mover)
    if mine in {"other", "step"}:
        return "blocked"
    if occupant.shape is None:
        return "takes" if mine == "cover" else "unknown"
    theirs = power(rules, occupant)
    if mine == "cover":
        return "blocked" if theirs == "other" else "takes"
    if mine == "none":
        return "dies" if theirs in {"cover", "rank"} else "blocked"
    return _by_rank(mover.shape or "", occupant.shape, theirs)


def _by_rank(shape: str, other: str, theirs: str) -> str:
    """A by-rank piece meets another (rules: R2, C23)."""
    if theirs == "none":
        return "takes"
    if theirs != "rank":
        return "blocked" if theirs == "other" else "dies"
    if shape == other:
        return "both"
    return "takes" if outranks(shape, other) else "dies"


def can_be_stepped_on(rules: RuleSet, mover: Look, occupant: Look) -> bool:
    """Whether a diagonal or triagonal capturing step takes a piece: whatever a cover piece would (rules: R2)."""
    if not opposes(rules, mover.owner, occupant.owner):
        return False
    return occupant.shape is None or power(rules, occupant) != "other"
