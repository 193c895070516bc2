"""Whether a position looks to a seat as its view shows: what can be told without making a view of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from redscience.variations.engine.records import COMMUNAL, N_LOOKS
from redscience.variations.packing import color_of
from redscience.variations.prepared import PreparedGame
from redscience.variations.situation import Situation

TWO_SIDES = 2


def resembling(game: PreparedGame, view: Mapping[str, Any], *, before: bool = False) -> Callable[[Situation], bool]:
    """Whether positions show the seat of a view the same pieces on the same spaces.

    Args:
        game: of both.
        view: of a seat.
        before: whether those are meant that the last event which the view tells of may have led on from. Where more may
            have happened since the seat's own move, that is any.
    """
    changed = [change["at"] for event in view["last"] for change in event["changes"]] if before else []
    if before and not _tells_all(game):
        return lambda _: True
    numbers, kinds = {place: number for number, place in enumerate(game.places)}, _kinds(game)
    wanted = np.zeros(len(numbers), np.uint8)
    for piece in view["table"]["pieces"]:
        wanted[numbers[tuple(piece["at"])]] = kinds[piece.get("shape"), piece["color"]]
    counts = np.ones(len(numbers), np.bool_)
    counts[[numbers[tuple(place)] for place in changed]] = False
    return lambda state: np.array_equal(state.sees(view["viewer"])[: len(numbers)][counts], wanted[counts])


def _tells_all(game: PreparedGame) -> bool:
    """Whether the last event is all that has happened since a seat's own move."""
    is_one_move = game.rule_set.pieces_per_turn == 1 and not game.rules[0]["chain"].any()
    return is_one_move and not any(game.is_sealed) and len(game.all_seats) == TWO_SIDES


@lru_cache(maxsize=32)
def _kinds(game: PreparedGame) -> Mapping[tuple[str | None, str], int]:
    """The engine's kinds by how they look."""
    colors = {*range(len(game.owners)), COMMUNAL}
    looks = {kind: game.looks(kind) for kind in range(1, N_LOOKS) if color_of(kind) in colors}
    return {(its.get("shape"), its["color"]): kind for kind, its in looks.items()}
