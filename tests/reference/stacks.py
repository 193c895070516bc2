"""Landing on a stack: the whole capture semantics of stacks (rules: 0.2, C23 to C29)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from redscience.variations.language import RuleSet
from redscience.variations.language.captures import RESULTS
from redscience.variations.language.model import COMMUNAL
from reference.hands import Hand, best_hand
from reference.pieces import RANK, Piece, outranks, side, strength_class

Draw = Callable[[int], int]
"""Chance: a number from 0 to one less than the given."""


@dataclass
class Arrival:
    """What one move brings to a stack, bottom first."""

    seat: str
    pieces: list[Piece]
    by_stack: bool = False


@dataclass
class Landing:
    """What became of a stack.

    Attributes:
        stay: the pieces that are left, bottom first.
        captors: whose pieces captured.
        captives: the pieces captured, each with its owner before.
        to_reserve: owner and shape of the pieces that go to reserves.
    """

    stay: list[Piece]
    captors: list[str] = field(default_factory=list)
    captives: list[tuple[Piece, str]] = field(default_factory=list)
    to_reserve: list[tuple[str, str]] = field(default_factory=list)


def land(rules: RuleSet, residents: list[Piece], arrivals: list[Arrival], draw: Draw) -> Landing:
    """Lands all arrivals of a moment together, in seat order, on what stands there; pieces change their owners."""
    return _Stack(rules, residents, arrivals, draw).landed()


class _Stack:
    def __init__(self, rules: RuleSet, residents: list[Piece], arrivals: list[Arrival], draw: Draw) -> None:
        self.rules = rules
        self.residents = residents
        self.arrivals = arrivals
        self.arrived = [piece for arrival in arrivals for piece in arrival.pieces]
        self.pieces = residents + self.arrived
        self.draw = draw
        self.by_hand = any(arrival.by_stack for arrival in arrivals)

    def landed(self) -> Landing:
        owners = [owner for owner in self.rules.owners if self.own(owner)]
        top = max((self.strength_class(piece) for piece in self.pieces), default=0)
        if not top and len({arrival.seat for arrival in self.arrivals}) > 1:
            return Landing(self.residents)  # a collision: no piece has power
        sides = {side(self.rules, owner) for owner in owners}
        strongest = max((self.class_of(owner) for owner in owners), default=0)
        if not strongest or len(sides) == 1:
            return Landing(self.pieces)
        if strongest == 1:
            return self.by_rank([owner for owner in owners if self.class_of(owner) == 1])
        return self.by_cover([owner for owner in owners if self.class_of(owner) == 2])

    def own(self, owner: str) -> list[Piece]:
        return [piece for piece in self.pieces if piece.owner == owner]

    def strength_class(self, piece: Piece) -> int:
        return strength_class(self.rules, piece.look)

    def class_of(self, owner: str) -> int:
        """The class of a seat's best own piece; communal pieces give nobody a class (rules: C29)."""
        return max(self.strength_class(piece) for piece in self.own(owner))

    # Class 2.

    def by_cover(self, tied: list[str]) -> Landing:
        if len(tied) > 1:
            arriving = [owner for owner in tied if any(p in self.arrived for p in self.powered(owner, 2))]
            if len(arriving) > 1:
                return Landing(self.residents)  # an unresolved collision: every arrival is destroyed
            tied = arriving or tied
        return self.captured(tied, {owner: self.powered(owner, 2) for owner in tied})

    def powered(self, owner: str, least: int) -> list[Piece]:
        return [piece for piece in self.own(owner) if self.strength_class(piece) >= least]

    # Class 1.

    def by_rank(self, seats: list[str]) -> Landing:
        if self.by_hand:
            hands = {owner: self.hand(owner) for owner in seats}
            best = max(hand[:2] for hand in hands.values())
            tied = [owner for owner in seats if hands[owner][:2] == best]
            making = {owner: self.own_part(owner, hands[owner]) for owner in tied}
        else:
            making = {owner: self.unoutranked(owner, seats) for owner in seats}
            tied = [owner for owner in seats if making[owner]]
            if not tied:
                tied, making = seats, {owner: self.highest(owner) for owner in seats}  # a tie of all (rules: C23)
        if len(tied) > 1 and self.result(tied[0]) in {"removes", "paralyzes"}:
            return self.destroyed_one_another(tied, making)
        return self.captured(tied, making)

    def unoutranked(self, owner: str, seats: list[str]) -> list[Piece]:
        """The pieces of a seat that no by-rank piece of another outranks: with one it is at the top (rules: 0.2)."""
        others = {piece.shape for other in seats if other != owner for piece in self.powered(other, 1)}
        return [p for p in self.powered(owner, 1) if not any(outranks(shape, p.shape) for shape in others)]

    def highest(self, owner: str) -> list[Piece]:
        """The best of a seat's pieces by the order of shapes, which is no circle within one seat (rules: C23)."""
        best = min((piece.shape for piece in self.powered(owner, 1)), key=RANK.index)
        return [piece for piece in self.powered(owner, 1) if piece.shape == best]

    def hand(self, owner: str) -> Hand:
        """Of own and communal pieces that have power."""
        usable = [p for p in self.pieces if p.owner in {owner, COMMUNAL} and self.strength_class(p)]
        return best_hand(Counter(piece.shape for piece in usable))

    def own_part(self, owner: str, hand: Hand) -> list[Piece]:
        """The own pieces of a hand that the communal ones do not supply (rules: 0.4 Hands); the lowest of them."""
        missing = Counter(hand[2])
        missing.subtract(p.shape for p in self.pieces if p.owner == COMMUNAL and self.strength_class(p))
        making: list[Piece] = []
        for piece in self.powered(owner, 1):
            if missing[piece.shape] > 0:
                missing[piece.shape] -= 1
                making.append(piece)
        return making

    def destroyed_one_another(self, tied: list[str], making: dict[str, list[Piece]]) -> Landing:
        """The tied pieces destroy, or paralyze, each other; other pieces stay (rules: 0.2 class 1 tie, R26)."""
        fallen = [piece for owner in tied for piece in making[owner]]
        captives = [(piece, piece.owner) for piece in fallen]
        if self.result(tied[0]) == "removes":
            return Landing([piece for piece in self.pieces if piece not in fallen], tied, captives)
        for piece in fallen:
            piece.paralyzed = True
        return Landing(self.pieces, tied, captives)

    # What becomes of captives.

    def result(self, captor: str) -> str:
        """That of the captor's arriving powered piece, else of its strongest resident piece."""
        powered = self.powered(captor, 1)
        candidates = [piece for piece in powered if piece in self.arrived] or powered
        best = min(candidates, key=lambda piece: (-self.strength_class(piece), RANK.index(piece.shape)))
        return str(self.rules.shapes[best.shape].result)

    def captured(self, captors: list[str], making: dict[str, list[Piece]]) -> Landing:
        if len(captors) == 1:
            captives = [p for p in self.pieces if p.owner not in {COMMUNAL, captors[0]}]
        else:
            kept = [piece for owner in captors for piece in making[owner]]
            captives = [p for p in self.pieces if p.owner != COMMUNAL and p not in kept]
        result = RESULTS[self.result(captors[0])]
        if result.value == "paralyzes":
            captives = [piece for piece in captives if not piece.paralyzed]
        landing = Landing(self.pieces, captors, [(piece, piece.owner) for piece in captives])
        if result.value == "paralyzes":
            for piece in captives:
                piece.paralyzed = True
        elif result.value == "converts":
            for piece, captor in self.shared_out(captives, captors, 1):
                piece.owner = captor
        else:
            landing.stay = [piece for piece in self.pieces if piece not in captives]
            if result.to_reserve:
                shared = self.shared_out(captives, captors, result.to_reserve)
                landing.to_reserve = [(captor, piece.shape) for piece, captor in shared]
        return landing

    def shared_out(self, captives: list[Piece], captors: list[str], times: int) -> list[tuple[Piece, str]]:
        """One at a time in descending rank, round robin in seat order from a random captor (rules: 0.2, 0.4)."""
        ordered = sorted(captives, key=lambda piece: RANK.find(piece.shape))
        multiplied = [piece for piece in ordered for _ in range(times)]
        start = self.draw(len(captors)) if multiplied and len(captors) > 1 else 0
        return [(piece, captors[(start + turn) % len(captors)]) for turn, piece in enumerate(multiplied)]
