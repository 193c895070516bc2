"""A match as a viewer may see it: all see the same but for the moves from which they choose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from redscience.interface import LEAVE, VIEW_FORMAT
from redscience.rainbow import notation
from redscience.rainbow.board import CELLS
from redscience.rainbow.engine.records import BY_LINE, N_PEGS
from redscience.rainbow.moves import described, number_of
from redscience.rainbow.options import RULES_VERSION
from redscience.rainbow.pegs import FACES, sided
from redscience.rainbow.situation import Situation
from redscience.rainbow.table import Peg, table
from redscience.rainbow.verdict import verdict

_WHITE = "W"


def make_view(state: Situation, viewer: str, legal: Sequence[dict[str, Any]], text: str) -> dict[str, Any]:
    """The view of a seat, or of `spectator`, with the moves from which it chooses; `text` is the state's."""
    pegs = list(_pegs(state))
    return {
        "format": VIEW_FORMAT,
        "family": "rainbow",
        "game": state.game.name,
        "digest": state.game.digest,
        "rules_version": RULES_VERSION,
        "viewer": viewer,
        "acting": list(state.acting),
        "left": list(state.left),
        "legal": list(legal),
        "plan": [],
        "last": list(_last(state, pegs)),
        "outcome": _outcome(state, pegs),
        "table": table(state.game.chosen.values, pegs, is_over=not state.acting),
        "state": text,
    }


def _pegs(state: Situation) -> Iterator[Peg]:
    """The pegs on the board, cell by cell."""
    sides, on = state.record[0]["side"].tolist(), state.record[0]["peg_on"].tolist()
    for cell, owned in zip(CELLS, on, strict=True):
        if owned:
            seat, peg = divmod(owned - 1, N_PEGS)
            yield Peg(cell, state.game.seats[seat], sided(peg, sides[owned - 1]))


def _last(state: Situation, pegs: Sequence[Peg]) -> Iterator[dict[str, Any]]:
    if state.last is None:
        return
    seats, text = state.last
    for seat in seats:
        if text == LEAVE:
            yield {"seat": seat, "move": LEAVE}
        else:
            done = described(number_of(notation.read(text)))
            lying = next(peg.lying for peg in pegs if list(peg.at) == done["to"])
            yield {"seat": seat, **done, "peg": lying}


def _outcome(state: Situation, pegs: Sequence[Peg]) -> dict[str, Any] | None:
    outcome = state.outcome
    if outcome is None or state.last is None:
        return None
    reason = int(state.record[0]["reason"])
    lines = [_line(cells, pegs) for cells in (state.lines if reason == BY_LINE else ())]
    colors = sorted({line["color"] for line in lines}, key=FACES.index)
    text = verdict(reason, state.last[0][0], colors, state.left, outcome)
    return {"seats": dict(outcome), "text": text, "lines": lines}


def _line(cells: int, pegs: Sequence[Peg]) -> dict[str, Any]:
    """A complete line, and the colour that it is of: white where all of its faces are."""
    its = [peg for peg in pegs if cells >> CELLS.index(peg.at) & 1]
    color = next((peg.lying[0] for peg in its if peg.lying[0] != _WHITE), _WHITE)
    return {"cells": [list(peg.at) for peg in its], "color": color}
