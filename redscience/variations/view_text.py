"""Views as JSON text. Most of one has been written before: the board, pieces where they stood, moves that were legal.

What does not change is written once a game, and a legal move up to its weight and from there.
"""

from __future__ import annotations

from collections.abc import Mapping

from redscience.interface import json_text
from redscience.variations import view
from redscience.variations.prepared import PreparedGame
from redscience.variations.situation import Situation


def write_view(state: Situation, viewer: str, more: Mapping[str, str]) -> str:
    """The text of `make_view`, and more at its end."""
    game, plan = state.game, view.plan_of(state, viewer)
    legal = []
    for choice, weight in view.choices(state, viewer, len(plan)):
        beginning, end = game.once(_move, choice)
        legal.append(f"{beginning}{weight}{end}")
    return (
        f'{game.once(_heading, viewer)},"table":{_table(state, viewer)},{_inside(view.turn(state, viewer, plan))}'
        f',"legal":[{",".join(legal)}],{_inside({**view.ending(state, viewer), **more})}}}'
    )


def _inside(values: Mapping[str, object]) -> str:
    """Values as JSON without their braces."""
    return json_text(values)[1:-1]


def _heading(game: PreparedGame, viewer: str) -> str:
    return json_text(view.heading(game, viewer))[:-1]


def _move(game: PreparedGame, choice: view.Choice) -> tuple[str, str]:
    name, _, *rest = view.legal_move(game, choice, 0).items()
    return f'{{{_inside(dict([name]))},"weight":', f",{_inside(dict(rest))}}}"


def _table(state: Situation, viewer: str) -> str:
    game = state.game
    pieces = [game.once(_piece, look) for look in view.looks(state, viewer)]
    now = {
        "seats": json_text(view.seats(state, viewer)),
        "pieces": f"[{','.join(pieces)}]",
        "marks": game.marks_texts[state.phase],
    }
    return "{" + ",".join(f'"{key}":{now.get(key, text)}' for key, text in game.table_texts.items()) + "}"


def _piece(game: PreparedGame, look: view.Look) -> str:
    return json_text(view.piece(game, look))
