"""Between the texts of moves and the engine's integers; and why a move was refused.

A move is `first << 8 | second`: two cells, or a kind of piece and a cell, or 0 and a word.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from redscience.english import English
from redscience.stratego.engine.legality import AGREE, OFFER, REFUSE
from redscience.stratego.engine.limits import MOST_ALIKE
from redscience.stratego.engine.records import (
    BOMB,
    EMPTY,
    FLAG,
    N_KINDS,
    ROW,
    SCOUT,
    SIDE,
    WALL,
    Array,
)
from redscience.stratego.notation import AGREE as AGREE_WORD
from redscience.stratego.notation import COLUMNS, KINDS, ROWS, Move, Moving, Placing
from redscience.stratego.notation import DRAW as DRAW_WORD
from redscience.stratego.notation import REFUSE as REFUSE_WORD
from redscience.stratego.seats import HOMES, SEATS, other

_WORDS = {OFFER: DRAW_WORD, AGREE: AGREE_WORD, REFUSE: REFUSE_WORD}
_NUMBERS = {word: number for number, word in _WORDS.items()}

SQUARES = {
    (row + 1) * ROW + column + 1: f"{letter}{digit}"
    for row, letter in enumerate(ROWS)
    for column, digit in enumerate(COLUMNS)
}
"""The squares by cell, row by row from the top; lakes among them."""
CELLS = {square: cell for cell, square in SQUARES.items()}


@cache
def text_of(move: int) -> str:
    """How a move is written."""
    first, second = move >> 8, move & 255
    if first == 0:
        return _WORDS[second]
    if first < N_KINDS:
        return str(Placing(SQUARES[second], KINDS[first - 1]))
    return str(Moving(SQUARES[first], SQUARES[second]))


def name_of(piece: int) -> str:
    """The kind of a piece."""
    return KINDS[piece % SIDE - 1]


def number_of(move: Move) -> int:
    """The engine's integer for what was read."""
    if isinstance(move, Moving):
        return CELLS[move.origin] << 8 | CELLS[move.target]
    if isinstance(move, Placing):
        return KINDS.index(move.kind) + 1 << 8 | CELLS[move.square]
    return _NUMBERS[move]


def why_illegal(position: Array, side: int, move: int) -> English:
    """Says why a side may not make a move that was refused, by what that side sees."""
    now, first = position[0], move >> 8
    why: English
    if now["asked"]:
        why = "answer the offer of a draw first, with agree or refuse"
    elif now["to_place"].any():
        why = _why_not_placed(now, side, move) if 0 < first < N_KINDS else "set up your army first, as in A5:scout"
    elif move == OFFER:
        why = "a draw can be offered once a turn"
    elif first == 0:
        why = "no draw was offered"
    elif first < N_KINDS:
        why = "the armies are set up"
    else:
        why = _why_not_moved(now, side, first, move & 255)
    return f"{text_of(move)}: {why}."


def _why_not_placed(now: Any, side: int, move: int) -> English:
    kind, cell = move >> 8, move & 255
    square, piece = SQUARES[cell], KINDS[kind - 1]
    seat, there = SEATS[side], int(now["cell"][cell])
    if square[0] not in HOMES[seat]:
        return f"{seat} sets up in the rows {HOMES[seat][0]} to {HOMES[seat][-1]}"
    if there != EMPTY:
        return f"your {name_of(there)} stands on {square} already"
    return f"there is no {piece} left in your tray"


def _why_not_moved(now: Any, side: int, source: int, target: int) -> English:  # noqa: PLR0911 - one reason a line
    piece, there = int(now["cell"][source]), int(now["cell"][target])
    origin, goal, seat = SQUARES[source], SQUARES[target], SEATS[side]
    if piece in {WALL, EMPTY}:
        return f"nothing stands on {origin}"
    if piece // SIDE != side:
        return f"the piece on {origin} is {other(seat)}'s"
    if piece % SIDE in {BOMB, FLAG}:
        return f"a {name_of(piece)} never moves"
    if there == WALL:
        return f"{goal} is a lake"
    if there != EMPTY and there // SIDE == side:
        return f"your {name_of(there)} stands on {goal}"
    if now["went"][side] >= MOST_ALIKE and (now["went_to"][side], now["went_from"][side]) == (source, target):
        return f"the {name_of(piece)} may not go between {goal} and {origin} a fourth time in a row"
    if piece % SIDE == SCOUT:
        return "a scout goes in a straight line over empty squares"
    return f"a {name_of(piece)} goes one square up, down or sideways"
