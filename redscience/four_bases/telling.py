"""A round as a viewer saw it: the steps of the rules, one after the other, as data."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from redscience.four_bases.engine.records import (
    ARRIVES,
    CHASE,
    CONFLICT,
    CONTESTED,
    DONE_SO,
    EARLY,
    FIGHTS,
    MEETS,
    NOTHING_THERE,
    OCCUPIED,
    OFF,
    PRODUCER_LOST,
    PRODUCES,
    PRODUCTION,
    REVEAL,
    TOO_MANY,
    TOWING,
    TOWS,
    TRAIN_LOST,
    Array,
)
from redscience.four_bases.packing import is_by_base, unpack
from redscience.four_bases.sight import Json, Sight

ORDERS = 1
_CAME = {
    DONE_SO: "done",
    OCCUPIED: "occupied",
    CONTESTED: "contested",
    PRODUCER_LOST: "producer lost",
    TOO_MANY: "too many",
    TRAIN_LOST: "train lost",
    NOTHING_THERE: "nothing there",
}
Row = tuple[int, ...]
"""The numbers of an event, as `engine/records.py` names them."""
There = tuple[int, int, int]
"""The kind of piece on a space, 0 where there is none, its owner, and who knows it."""


def tell_round(happened: Array, sight: Sight) -> Json:
    """A round that was carried out: its turn, the pieces before it, and what each step did and changed."""
    told = happened[0]
    rows: list[Row] = [tuple(row) for row in told["event"][: told["n_events"]].tolist()]
    orders = [(seat, each) for seat, each in _orders(happened, sight) if each["order"] != "done"]
    said = {
        ORDERS: [_flag(sight, seat, each) for seat, each in orders if each["order"].startswith("flag")],
        REVEAL: [_order(sight, seat, each) for seat, each in orders if not each["order"].startswith("flag")],
        EARLY: [*_arrivals(rows, EARLY, sight), *_conflicts(rows, EARLY, sight)],
        PRODUCTION: [_production(row, sight) for row in rows if row[1] == PRODUCES],
        CHASE: [*_arrivals(rows, CHASE, sight)],
        CONFLICT: [*_conflicts(rows, CONFLICT, sight)],
        TOWING: [_tow(row, sight) for row in rows if row[1] == TOWS],
    }
    steps = [
        {"step": step, "events": events, "changes": _changes(happened, sight, step) if told["carried_out"] else []}
        for step, events in said.items()
    ]
    steps = [step for step in steps if step["events"] or step["changes"]]
    return {"turn": int(told["turn"]), "before": pictured(happened, sight, 0), "steps": steps}


def orders_of(happened: Array, sight: Sight) -> list[Json]:
    """All orders of a round, seat by seat; `done` of those who gave no other."""
    told = [(seat, each) for seat, each in _orders(happened, sight)]
    busy = {seat for seat, each in told if each["order"] != "done"}
    seats = sight.layout.seats
    return [{"seat": seats[seat], **each} for seat, each in told if each["order"] != "done" or seat not in busy]


def _orders(happened: Array, sight: Sight) -> Iterator[tuple[int, Json]]:
    """By seat, its orders as the viewer may read them; of a production, whether it is a base's."""
    for seat in range(len(sight.layout.seats)):
        for number in happened[0]["orders"][seat][: happened[0]["n_orders"][seat]].tolist():
            order = unpack(sight.layout, number)
            by = {"by": "base" if is_by_base(number) else "factory"} if order.what == "produce" else {}
            yield seat, {**sight.order(seat, order), **by}


def pictured(happened: Array, sight: Sight, number: int) -> list[Json]:
    """The pieces of a picture of the board, as the viewer knew them then."""
    pieces = (_piece(sight, space, there) for space, there in enumerate(_picture(happened, sight, number)))
    return [piece for piece in pieces if piece is not None]


def _picture(happened: Array, sight: Sight, number: int) -> list[There]:
    """What is on each space."""
    told = happened[0]
    kinds, owners, knowns = (told[name][number][: sight.layout.size**2].tolist() for name in ("kind", "owner", "known"))
    return list(zip(kinds, owners, knowns, strict=True))


def _piece(sight: Sight, space: int, there: There) -> Json | None:
    kind, owner, known = there
    return sight.piece(space, kind, owner, known) if kind else None


def _changes(happened: Array, sight: Sight, step: int) -> list[Json]:
    """The spaces that look different after a step, and what is seen there now."""
    if step < REVEAL:
        return []
    changes = []
    pictures = (_picture(happened, sight, number) for number in (step - REVEAL, step - 1))
    for space, (was, now) in enumerate(zip(*pictures, strict=True)):
        # Told only where something is another: on most spaces nothing is.
        if was != now and _piece(sight, space, was) != (piece := _piece(sight, space, now)):
            changes.append({"at": _at(sight, space), "piece": piece})
    return changes


def _flag(sight: Sight, seat: int, order: Json) -> Json:
    return {"what": "flag", "seat": sight.layout.seats[seat], "up": order["order"] == "flag up"}


def _order(sight: Sight, seat: int, order: Json) -> Json:
    return {"what": "order", "seat": sight.layout.seats[seat], **order}


def _at(sight: Sight, space: int) -> list[int]:
    return list(sight.layout.space(space))


def _arrivals(rows: list[Row], step: int, sight: Sight) -> Iterator[Json]:
    for row in rows:
        if row[:2] == (step, ARRIVES):
            yield {"what": "arrives", **_way(row, sight)}


def _way(row: Row, sight: Sight) -> Json:
    """Whose piece went from where to where, and what it is if that is known."""
    _, _, _, seat, origin, target, kind, known, _ = row
    ways = {"seat": sight.layout.seats[seat], "from": _at(sight, origin), "to": _at(sight, target)}
    return {**ways, **sight.kind(kind, known)}


def _conflicts(rows: list[Row], step: int, sight: Sight) -> Iterator[Json]:
    fights = [row for row in rows if row[0] == step and row[1] in {FIGHTS, MEETS}]
    for _, sides in groupby(fights, key=lambda row: row[2]):
        some = list(sides)
        told = [_side(row, sight) for row in some]
        if some[0][1] == MEETS:
            yield {"what": "head on", "between": [_at(sight, row[4]) for row in some], "sides": told}
        else:
            yield {"what": "conflict", "at": _at(sight, some[0][5]), "sides": told}


def _side(row: Row, sight: Sight) -> Json:
    _, _, _, seat, origin, _, kind, known, came = row
    way = {} if origin == OFF else {"from": _at(sight, origin)}
    return {"seat": sight.layout.seats[seat], **way, **sight.kind(kind, known), "lives": bool(came)}


def _production(row: Row, sight: Sight) -> Json:
    by = {"by": "base" if row[2] else "factory", "came": _CAME[row[8]]}
    return {"what": "produces", **_way(row, sight), **by}


def _tow(row: Row, sight: Sight) -> Json:
    told = {"what": "tows", **_way(row, sight), "came": _CAME[row[8]]}
    return told if row[8] == DONE_SO else {key: value for key, value in told.items() if key != "kind"}
