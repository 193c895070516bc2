"""The compact text of what is true now.

    <boards> <seat> <moves left> <idle> <reserves> <left> <offer> <result>

Boards are joined by `;`, layers (z from 1) by `|`, rows (y from the top) by `/`; a run of empty spaces is a number, a
piece is its colour's letter and its shape: `1bO1/3/wO2`. Reserves are `,`-joined by seat, each `O5P1` or `-`. `left`
lists the numbers of the seats that have left, or `-`. `offer` is `-`, or `x` when a draw was offered in this turn, or
`?` and the numbers of the seats that have still to answer. The result is the outcome's first letter for each seat, or
`-`.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from redscience.engine.records import Array, color_of, shape_of
from redscience.language import SHAPES

if TYPE_CHECKING:
    from redscience.variations.game import VariationGame

_RESULTS = "-ldw"


def write_position(game: VariationGame, position: Array) -> str:
    """Writes the position of a record."""
    now = position[0]
    over = int(now["result"])
    fields = (
        _boards(game, now["kind"][: game.spaces.total].tolist()),
        game.seats[now["seat"]],
        str(now["moves_left"]),
        str(now["idle"]),
        ",".join(_reserve(now["reserve"][seat].tolist()) for seat in range(len(game.seats))),
        "".join(str(seat) for seat in range(len(game.seats)) if now["left"][seat]) or "-",
        _offer(int(now["offered"]), int(now["asked"])),
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
    return game.colors[color_of(kind)][0] + SHAPES[shape_of(kind)]


def _reserve(counts: list[int]) -> str:
    return "".join(f"{SHAPES[shape_of(kind)]}{n}" for kind, n in enumerate(counts) if n) or "-"
