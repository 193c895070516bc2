"""What a viewer may know of a match: docs/view.schema.json, and view.schema.json beside this."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from redscience.interface import EVERYTHING, VIEW_FORMAT
from redscience.stratego.engine.records import MOVED, REVEALED, SIDE
from redscience.stratego.history import Event, attacks, backward
from redscience.stratego.moves import SQUARES, name_of, text_of
from redscience.stratego.notation import KINDS
from redscience.stratego.opening import LAKES, opening
from redscience.stratego.options import RULES_VERSION
from redscience.stratego.seats import SEATS
from redscience.stratego.situation import Situation
from redscience.stratego.verdict import in_words

RECENT = 40
"""So many of the last moves are told beside all attacks."""
_PLACES = [(cell, square) for cell, square in SQUARES.items() if square not in LAKES]


def view_of(state: Situation, viewer: str) -> dict[str, Any]:
    """The view of a seat, `spectator` or `everything`."""
    outcome = state.outcome
    return {
        "format": VIEW_FORMAT,
        "family": "stratego",
        "game": state.game.name,
        "digest": state.game.digest,
        "rules_version": RULES_VERSION,
        "viewer": viewer,
        "acting": seen_acting(state, viewer),
        "decision": "plan" if state.is_setting_up else "answer" if state.is_asking else "move",
        "left": [seat for side, seat in enumerate(SEATS) if state.record[0]["left"] >> side & 1],
        "legal": _legal(state, viewer) if viewer in state.acting else [],
        "plan": _plan(state, viewer),
        "last": _last(state),
        "outcome": outcome and {"seats": dict(outcome), "text": in_words(state.record)},
        "table": _table(state, viewer),
    }


def seen_acting(state: Situation, viewer: str) -> list[str]:
    """Who is to act, as far as the viewer may know: whether the other's set-up is complete is a secret."""
    if state.is_setting_up and not state.is_over and viewer != EVERYTHING:
        return [seat for seat in SEATS if seat != viewer or seat in state.acting]
    return list(state.acting)


def _legal(state: Situation, viewer: str) -> list[dict[str, Any]]:
    choices = zip(state.numbers(viewer), state.weights(viewer), strict=True)
    is_partial = state.is_setting_up and state.record[0]["to_place"][state.side(viewer)] > 1
    more = {"partial": True} if is_partial else {}
    return [{"move": text_of(number), "weight": weight, **more} for number, weight in choices]


def _plan(state: Situation, viewer: str) -> list[dict[str, str]]:
    """The pieces that the viewer has placed so far."""
    if not state.is_setting_up or state.is_over:
        return []
    placed = [{"move": event.text} for event in backward(state.last) if event.seats == (viewer,)]
    return placed[::-1]


def _last(state: Situation) -> list[dict[str, Any]]:
    """The last event that everybody saw; both set-ups are one, told without their moves."""
    last = state.last
    if last is None or (last.is_placing and state.is_setting_up):
        return []
    if last.is_placing:
        return [{"seat": seat} for seat in SEATS]
    return [{"seat": seat, "move": last.text, **_attack(last)} for seat in last.seats]


def _attack(event: Event) -> dict[str, Any]:
    attack = event.attack
    if attack is None:
        return {}
    return {"attack": {"attacker": attack.attacker, "defender": attack.defender, "came": attack.came.value}}


def _table(state: Situation, viewer: str) -> dict[str, Any]:
    now = state.record[0]
    side = SEATS.index(viewer) if viewer in SEATS and state.is_setting_up and not state.is_over else None
    return opening(state.game.army_name) | {
        "is_setting_up": state.is_setting_up,
        "moves": int(now["plies"]),
        "quiet": int(now["quiet"]),
        "pieces": list(_pieces(state, viewer)),
        "tray": None if side is None else _by_name(now["tray"][side].tolist()),
        "captured": {seat: _by_name(now["lost"][number].tolist()) for number, seat in enumerate(SEATS)},
        "log": _log(state.last),
    }


def _by_name(counts: list[int]) -> Mapping[str, int]:
    return {kind: count for kind, count in zip(KINDS, counts[1:], strict=True) if count}


def _pieces(state: Situation, viewer: str) -> Iterator[dict[str, Any]]:
    """What stands on the board, row by row; the kinds that the viewer may know (rules: D1)."""
    now = state.record[0]
    pieces, traits = now["cell"].tolist(), now["traits"].tolist()
    is_open = state.is_over or viewer == EVERYTHING
    for cell, square in _PLACES:
        piece = pieces[cell]
        if not piece:
            continue
        seat = SEATS[piece // SIDE]
        if state.is_setting_up and not is_open and viewer != seat:
            continue
        shown: dict[str, Any] = {"at": square, "seat": seat}
        if is_open or viewer == seat or traits[cell] & REVEALED:
            shown["kind"] = name_of(piece)
        if traits[cell] & MOVED:
            shown["moved"] = True
        if traits[cell] & REVEALED:
            shown["revealed"] = True
        yield shown


def _log(last: Event | None) -> list[dict[str, Any]]:
    """All attacks and the last moves, oldest first, each with its number."""
    events = {event.plies: event for event in islice(backward(last), RECENT) if event.is_move}
    events |= {event.plies: event for event in attacks(last)}
    return [
        {"number": number, "seat": event.seats[0], "move": event.text, **_attack(event)}
        for number, event in sorted(events.items())
    ]
