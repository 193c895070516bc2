"""The compact text of what is true now.

    <boards> <seat> <moves left> <idle> <reserves> <left> <offer> <boards won> <result>

Boards are joined by `;`, layers (z from 1) by `|`, rows (y from the top) by `/`; a run of empty spaces is a number, a
piece is its colour's letter and its shape: `1bO1/3/wO2`. Reserves are `,`-joined by colour, each `O5P1` or `-`. `left`
lists the numbers of the seats that have left, or `-`. `offer` is `-`, or `x` when a draw was offered in this turn, or
`?` and the numbers of the seats that have still to answer. `boards won` is `-`, or where there are several boards a
digit for each seat and after `/` the numbers of the decided boards. The result is the outcome's first letter for each
seat, or `-`.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from redscience.engine.records import Array, color_of, shape_of
from redscience.language import SHAPES

if TYPE_CHECKING:
    from redscience.variations.game import VariationGame

_RESULTS = "-ldw"
_LETTERS = {"black": "b", "white": "w", "pink": "k", "yellow": "y", "communal": "c"}


def write_position(game: VariationGame, position: Array) -> str:
    """Writes the position of a record."""
    now = position[0]
    over = int(now["result"])
    fields = (
        _boards(game, now["kind"][: game.spaces.total].tolist()),
        game.seats[now["seat"]],
        str(now["moves_left"]),
        str(now["idle"]),
        ",".join(_reserve(now["reserve"].tolist(), color) for color in range(len(game.owners))),
        "".join(str(seat) for seat in range(len(game.seats)) if now["left"][seat]) or "-",
        _offer(int(now["offered"]), int(now["asked"])),
        _boards_won(game, position),
        "".join(_RESULTS[over >> 2 * seat & 3] for seat in range(len(game.seats))) if over else "-",
    )
    return " ".join(fields)


def _offer(offered: int, asked: int) -> str:
    if asked:
        return "?" + "".join(str(seat) for seat in range(asked.bit_length()) if asked >> seat & 1)
    return "x" if offered else "-"


def _boards(game: VariationGame, kinds: list[int]) -> str:
    x, y, z = game.rule_set.board.size
    rows = [kinds[start : start + x] for start in range(0, len(kinds), x)]
    layers = [rows[start : start + y] for start in range(0, len(rows), y)]
    boards = [layers[start : start + z] for start in range(0, len(layers), z)]
    return ";".join(
        "|".join("/".join(_row(game, row) for row in reversed(layer)) for layer in board) for board in boards
    )


def _row(game: VariationGame, row: list[int]) -> str:
    return "".join(
        str(len(list(run))) if not kind else _piece(game, kind) * len(list(run)) for kind, run in groupby(row)
    )


def _piece(game: VariationGame, kind: int) -> str:
    return _LETTERS[game.color_name(color_of(kind))] + SHAPES[shape_of(kind)]


def _reserve(counts: list[int], color: int) -> str:
    own = ((kind, n) for kind, n in enumerate(counts) if n and color_of(kind) == color)
    return "".join(f"{SHAPES[shape_of(kind)]}{n}" for kind, n in own) or "-"


def _boards_won(game: VariationGame, position: Array) -> str:
    if not game.has_several_boards:
        return "-"
    now = position[0]
    closed = "".join(str(board + 1) for board in range(game.rule_set.board.count) if now["closed"][board])
    return "".join(map(str, now["boards_won"][: len(game.seats)].tolist())) + "/" + closed
