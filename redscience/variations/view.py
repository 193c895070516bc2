"""What a viewer may know of a match, as JSON values (docs/view.schema.json).

Nothing is hidden in the games played today, so every viewer sees the whole board and the state's text; what differs
is the list of legal moves, which only the seat that is to act is given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from redscience.engine.moves import RESERVE, kind_in, source_in, target_in
from redscience.engine.records import Array, color_of, shape_of
from redscience.interface import SPECTATOR
from redscience.language import RULES_VERSION, SHAPES
from redscience.notation import COLOR_LETTERS
from redscience.variations import moves as move_texts
from redscience.variations.verdict import verdict

if TYPE_CHECKING:
    from redscience.variations.game import VariationGame
    from redscience.variations.state import Event, VariationState

FORMAT = "redscience-view/1"


def make_view(state: VariationState, viewer: str) -> dict[str, Any]:
    """The view of a seat, or of a spectator."""
    game = state.game
    return {
        "format": FORMAT,
        "game": game.name,
        "digest": game.rule_set.digest,
        "rules_version": RULES_VERSION,
        "viewer": viewer,
        "table": _table(game, state.record),
        "phase": 1,
        "acting": list(state.acting),
        "legal": [] if viewer == SPECTATOR else _legal(state, viewer),
        "last": [] if state.last is None else [_event(game, state.record, state.last)],
        "outcome": verdict(state),
        "state": state.public_text,
    }


def _table(game: VariationGame, position: Array) -> dict[str, Any]:
    """The start table with the pieces and reserves of now."""
    now = position[0]
    kinds = now["kind"][: game.spaces.total]
    reserve = now["reserve"].tolist()
    seats = [{**seat, "reserve": _reserve(game, seat["seat"], reserve)} for seat in game.table["seats"]]
    pieces = [_piece(game, number, int(kinds[number])) for number in np.flatnonzero(kinds).tolist()]
    return {**game.table, "seats": seats, "pieces": pieces}


def _reserve(game: VariationGame, seat: str, reserve: list[int]) -> dict[str, int]:
    """What a seat can place; by colour and shape where it chooses the colour."""
    return {
        (COLOR_LETTERS[game.color_name(color_of(kind))] if game.colors_are_chosen else "")
        + SHAPES[shape_of(kind)]: reserve[kind]
        for kind in game.hand(seat)
    }


def _piece(game: VariationGame, number: int, kind: int) -> dict[str, Any]:
    return {"at": list(game.spaces.at(number)), **_looks(game, kind)}


def _looks(game: VariationGame, kind: int) -> dict[str, str]:
    return {"shape": SHAPES[shape_of(kind)], "color": game.color_name(color_of(kind))}


def _legal(state: VariationState, viewer: str) -> list[dict[str, Any]]:
    return [
        {"move": move_texts.write(state.game, move), "weight": weight, **_parts(state.game, move)}
        for move, weight in zip(*state.choices(viewer), strict=True)
    ]


def _parts(game: VariationGame, move: int) -> dict[str, Any]:
    """What a move is made of, for those who draw it."""
    if kind_in(move) == 0:
        return {"kind": move_texts.write(game, move)}
    parts = {**_looks(game, kind_in(move)), "to": list(game.spaces.at(target_in(move)))}
    if source_in(move) == RESERVE:
        return {"kind": "place", **parts}
    return {"kind": "jump", "from": list(game.spaces.at(source_in(move))), **parts}


def _event(game: VariationGame, position: Array, event: Event) -> dict[str, Any]:
    """What happened last, with how the spaces it changed look now."""
    kinds = position[0]["kind"]
    changes = [
        {"at": list(game.spaces.at(number)), "now": _looks(game, int(kinds[number])) if kinds[number] else None}
        for number in event.changed
    ]
    return {"seat": event.seat, "move": event.text, "changes": changes}
