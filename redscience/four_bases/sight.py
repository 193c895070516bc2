"""What a viewer sees of pieces, orders and what came of them: the one place where it is decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from redscience.four_bases.engine.records import ALL_KNOW, SPECTATORS
from redscience.four_bases.layout import KINDS, Layout
from redscience.four_bases.notation import UNKNOWN, Order, write

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Sight:
    """Somebody who looks.

    Attributes:
        layout: of the board.
        number: of the seat; SPECTATORS for those who have none.
        sees_all: whether nothing is hidden from them: at the end, and for `everything`.
    """

    layout: Layout
    number: int
    sees_all: bool

    def knows(self, known: int) -> bool:
        """Whether the viewer is among those who know a piece, a bit each."""
        return self.sees_all or bool(known >> self.number & 1)

    def kind(self, kind: int, known: int) -> Json:
        """What a piece is, if the viewer knows."""
        return {"kind": KINDS[kind - 1]} if self.knows(known) else {}

    def piece(self, space: int, kind: int, owner: int, known: int) -> Json:
        """A piece on the board; who else knows it is its owner's to know."""
        seats = self.layout.seats
        told: Json = {"at": list(self.layout.space(space)), "seat": seats[owner], **self.kind(kind, known)}
        if known == ALL_KNOW:
            return {**told, "known_to": [seat for seat in seats if seat != seats[owner]]}
        if self.sees_all or owner == self.number:
            told["known_to"] = [seat for i, seat in enumerate(seats) if i != owner and known >> i & 1]
        return told

    def order(self, seat: int, order: Order) -> Json:
        """An order of a round that was carried out: the kind of a new piece is its owner's to know."""
        if order.what == "produce" and not (self.sees_all or seat == self.number):
            order = order._replace(kind=UNKNOWN)
        return order_parts(order)


def order_parts(order: Order) -> Json:
    """An order, and from where to where it leads; of a tow that is the way of what is towed."""
    told: Json = {"move": write(order), "order": order.what}
    if order.first is None or order.second is None:
        return told
    first, second = (order.second, order.first) if order.what == "tow" else (order.first, order.second)
    kind = {"kind": order.kind} if order.kind not in {"", UNKNOWN} else {}
    return {**told, "from": list(first), "to": list(second), **kind}


def sight_of(layout: Layout, viewer: str, *, sees_all: bool) -> Sight:
    """How a seat, or somebody who has none, sees."""
    seats = layout.seats
    return Sight(layout, seats.index(viewer) if viewer in seats else SPECTATORS, sees_all)
