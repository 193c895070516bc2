"""Views as JSON text. Most has been written before: the board, pieces where they stood, moves that were legal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from redscience.interface import CHAOS, json_text
from redscience.variations import view
from redscience.variations.packing import target_in
from redscience.variations.prepared import PreparedGame
from redscience.variations.score import score_now
from redscience.variations.situation import Situation
from redscience.variations.verdict import verdict

_AT_ONCE = 1_000
_MOST_CHANGED = 8
"""An event that changes more hardly comes twice, and is long."""


def write_view(state: Situation, viewer: str, more: Mapping[str, str]) -> str:
    """The text of `make_view`, and more at its end."""
    plan = view.plan_of(state, viewer)
    legal = map(state.game.once(_move).__getitem__, view.choices(state, viewer, len(plan)))
    return _written(state, viewer, plan, _joined(legal), more)


def write_replay(state: Situation, viewer: str) -> str:
    """The text of `make_view` without legal moves, which cost most of the time."""
    return _written(state, viewer, view.plan_of(state, viewer), "", {})


def _joined(texts: Iterator[str]) -> str:
    """The texts with commas between them, some at a time: while C has tens of thousands no other thread gets a turn."""
    pieces = list[str]()
    while piece := ",".join(islice(texts, _AT_ONCE)):
        pieces.append(piece)
    return ",".join(pieces)


def _written(
    state: Situation, viewer: str, plan: Sequence[Mapping[str, Any]], legal: str, more: Mapping[str, str]
) -> str:
    game = state.game
    return (
        f'{game.once(_heading)[viewer]},"table":{_table(state, viewer)}'
        f',{game.once(_turn)[view.turn_now(state, viewer)]},"plan":{json_text(plan) if plan else "[]"}'
        f',"legal":[{legal}],"last":{_last(state, viewer)}'
        f",{_inside({**score_now(state, viewer), 'outcome': verdict(state), **more})}}}"
    )


def _inside(values: Mapping[str, object]) -> str:
    """Values as JSON without their braces."""
    return json_text(values)[1:-1]


def _heading(game: PreparedGame, viewer: str) -> str:
    return json_text(view.heading(game, viewer))[:-1]


def _turn(game: PreparedGame, now: view.Turn) -> str:
    return _inside(view.turn(game, now))


def _move(game: PreparedGame, choice: view.Choice) -> str:
    return json_text(view.legal_move(game, choice))


def _table(state: Situation, viewer: str) -> str:
    game = state.game
    before, between, after = game.once(_frame)[state.phase]
    seats = game.once(_seats)[view.seats_now(state, viewer)]
    pieces = map(game.once(_piece).__getitem__, view.looks(state, viewer))
    return f"{before}{seats}{between}{','.join(pieces)}{after}"


def _frame(game: PreparedGame, phase: int) -> tuple[str, str, str]:
    """The text of the table before the seats, from there to the first piece, and after the last."""
    text = json_text({**game.tables[phase](), "seats": None})
    before, _, rest = text.partition("null")
    between, _, after = rest.partition("[]")
    return before, f"{between}[", f"]{after}"


def _last(state: Situation, viewer: str) -> str:
    """What has happened last. Where all is open, that of one player says the same on every board that looks alike."""
    game, event = state.game, state.last
    if event is None or game.has_secrets or CHAOS in event.seats or len(event.changed) > _MOST_CHANGED:
        return json_text(view.last(state, viewer))
    kinds = state.sees(viewer)
    looks = kinds[list(event.changed)].tobytes(), int(kinds[target_in(event.move)])
    alike = event.seats, event.text, event.move, event.changed, event.captured, event.compared, looks
    text = game.last_texts.get(alike)
    return game.last_texts.keep(alike, json_text(view.last(state, viewer))) if text is None else text


def _seats(game: PreparedGame, now: tuple[view.SeatNow, ...]) -> str:
    return json_text([view.seat(game, each) for each in now])


def _piece(game: PreparedGame, look: view.Look) -> str:
    return json_text(view.piece(game, look))
