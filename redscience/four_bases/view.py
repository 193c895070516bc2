"""What a viewer may know of a match, as JSON values (docs/view.schema.json, view.schema.json)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from redscience.four_bases.engine.records import FACTORY, ONGOING
from redscience.four_bases.history import last_seen
from redscience.four_bases.layout import LAST_TURN, Space
from redscience.four_bases.notation import Order
from redscience.four_bases.packing import is_by_base, pack
from redscience.four_bases.sight import Json, Sight, order_parts, sight_of
from redscience.four_bases.telling import orders_of, tell_round
from redscience.four_bases.verdict import verdict
from redscience.interface import EVERYTHING, LEAVE, VIEW_FORMAT

if TYPE_CHECKING:
    from redscience.four_bases.situation import Situation

RULES_VERSION = 1
_TRAIN_STAYS = 11
"""Why a train may not tow from a space yet: it has no order to move (`engine/orders.py`)."""


def make_view(state: Situation, viewer: str) -> Json:
    """The view of a seat, of `spectator`, or of `everything`."""
    sees_all = viewer == EVERYTHING or state.outcome is not None
    sight = sight_of(state.layout, viewer, sees_all=sees_all)
    number = sight.number if viewer in state.acting else None
    game = state.prepared
    told = {
        "format": VIEW_FORMAT,
        "family": "four_bases",
        "game": game.name,
        "digest": game.digest,
        "rules_version": RULES_VERSION,
        "viewer": viewer,
        "acting": seen_acting(state, viewer),
        "decision": "plan",
        "left": list(state.left),
        "legal": [] if number is None else _legal(state, number),
        "plan": _plan(state, viewer),
        "last": _last(state, sight),
        "outcome": _outcome(state),
        "table": _table(state, sight),
        "turn": state.turn,
        "last_turn": LAST_TURN,
        "round": None if state.happened is None else tell_round(state.happened, sight),
    }
    return told if number is None else {**told, "orders": _orders(state, number)}


def seen_acting(state: Situation, viewer: str) -> list[str]:
    """Who owes a plan: whether another seat has made its own is the secret of the turn."""
    if state.record[0]["result"] != ONGOING:
        return []
    there = (seat for seat in state.layout.seats if seat not in state.left)
    return [seat for seat in there if seat != viewer or seat in state.acting]


def _legal(state: Situation, number: int) -> list[Json]:
    orders, weights = state.choices(number)
    return [
        {"move": text, "weight": weight} | ({} if text == "done" else {"partial": True})
        for text, weight in zip(map(state.text_of, orders), weights, strict=True)
    ]


def _plan(state: Situation, viewer: str) -> list[Json]:
    if viewer not in state.layout.seats:
        return []
    return [order_parts(state.order(order)) for order in state.plan(state.number(viewer))]


def _last(state: Situation, sight: Sight) -> list[Json]:
    """Who left, and the orders of the round, whatever was seen last."""
    event = last_seen(state.last)
    if event is None:
        return []
    left = [{"seat": seat, "move": LEAVE} for seat in event.seats] if event.is_leave else []
    return [*left, *(orders_of(state.happened, sight) if event.resolved and state.happened is not None else [])]


def _outcome(state: Situation) -> Json | None:
    outcome = state.outcome
    if outcome is None:
        return None
    said = verdict(outcome, flags=state.flags, deserted=state.is_deserted, turn=state.turn)
    return {"seats": dict(outcome), "text": said}


def _table(state: Situation, sight: Sight) -> Json:
    now, layout = state.record[0], state.layout
    kinds, owners, knowns = (now[name].tolist() for name in ("kind", "owner", "known"))
    pieces = [sight.piece(space, kind, owners[space], knowns[space]) for space, kind in enumerate(kinds) if kind]
    base_owners = [layout.seats[owner] for owner in now["base_owner"].tolist()[: len(layout.seats)]]
    bases = [
        {"at": list(at), "seat": seat, "owner": owner}
        for (seat, at), owner in zip(layout.bases.items(), base_owners, strict=True)
    ]
    seats = [
        {
            "seat": seat,
            "pieces": sum(piece["seat"] == seat for piece in pieces),
            "bases": base_owners.count(seat),
            "made": int(now["n_made"][number]),
            "lost": int(now["n_lost"][number]),
            "flag": bool(now["flag"][number]),
        }
        for number, seat in enumerate(layout.seats)
    ]
    return {"size": layout.size, "bases": bases, "pieces": pieces, "seats": seats}


def _orders(state: Situation, number: int) -> Json:
    """All that a seat may order in this turn, and what its plan has used, so that a page need not know the rules."""
    now, plan = state.record[0], state.plan(number)
    bases = now["base_owner"].tolist()[: len(state.layout.seats)]
    actions = int(bool(_own(state, number))) + bases.count(number)
    used = sum(state.order(order).what in {"move", "flash"} or is_by_base(order) for order in plan)
    return {
        "actions": actions,
        "used": used,
        "pieces": [_piece(state, number, space) for space in _own(state, number)],
        "producers": [*_producers(state, number, has_action=used < actions)],
        "flag": "down" if now["flag"][number] else "up",
    }


def _own(state: Situation, number: int) -> list[int]:
    """The spaces with pieces of a seat."""
    now = state.record[0]
    own: list[int] = ((now["owner"] == number) & (now["kind"] > 0)).nonzero()[0].tolist()
    return own


def _piece(state: Situation, number: int, space: int) -> Json:
    """Where a piece may go, whether early too, and, of a train, what it may tow if it goes."""
    at = state.space(space)
    orders = [state.order(order) for order in state.choices(number)[0]]
    tows = [
        list(beside)
        for beside in state.layout.beside(at)
        if state.refusal(number, pack(state.layout, Order("tow", at, beside))) in {0, _TRAIN_STAYS}
    ]
    return {
        "at": list(at),
        "moves": [list(order.second or ()) for order in orders if order.what == "move" and order.first == at],
        "early": any(order.what == "flash" and order.first == at for order in orders),
        "tows": tows,
    }


def _producers(state: Situation, number: int, *, has_action: bool) -> Iterator[Json]:
    """What may produce, and where to; a factory, which does so freely, before the base on which it stands."""
    now, places = state.record[0], dict[Space, dict[Space, None]]()
    for order in map(state.order, state.choices(number)[0]):
        if order.what == "produce" and order.first and order.second:
            places.setdefault(order.first, {})[order.second] = None
    made = [order for order in state.plan(number) if state.order(order).what == "produce"]
    for at, targets in places.items():
        space, to = state.layout.number(at), [list(each) for each in targets]
        by_base = {is_by_base(order) for order in made if state.order(order).first == at}
        if now["kind"][space] == FACTORY and now["owner"][space] == number and False not in by_base:
            yield {"at": list(at), "by": "factory", "to": to}
        if has_action and True not in by_base and _owns_base(state, number, at):
            yield {"at": list(at), "by": "base", "to": to}


def _owns_base(state: Situation, number: int, at: Space) -> bool:
    owners = state.record[0]["base_owner"]
    return any(at == base and owners[i] == number for i, base in enumerate(state.layout.bases.values()))
