"""The compact text of what is true now.

    <boards> <seat> <moves left> <idle> <reserves> <left> <offer> <boards won> <result> <phase> <plans> <traits>

Boards are joined by `;`, layers (z from 1) by `|`, rows (y from the top) by `/`; a run of empty spaces is a number, a
piece is its colour's letter and its shape: `1bO1/3/wO2`. `moves left` is followed by `>` and a space where a piece is
on to go on jumping. Reserves are `,`-joined by colour, each `O5P1` or `-`. `left` lists the numbers of the seats that
have left, or `-`. `offer` is `-`, or `x` when a draw was offered in this turn, or `?` and the numbers of the seats that
have still to answer. `boards won` is `-`, or where there are several boards a digit for each seat and after `/` the
numbers of the decided boards. The result is the outcome's first letter for each seat, or `-`. `phase` is its number
from 1, then a letter and the numbers of seats for who is folded (f), out (o), disqualified (d), has planned (p), has
offered a draw (q) or been refused one (r) in the round, was the last to complete a row (l, board by board) or promoted
the last piece that counts (s, check by check), and `c` where others have moved since Chaos did. `plans` are seat
numbers with their sealed moves as numbers, or `-`. `traits` are `space=number` for pieces that are known, moved or
paralysed, and `space<space` for pawns that have just passed one.
"""

from __future__ import annotations

from itertools import groupby

from redscience.variations.engine.records import Array
from redscience.variations.language import SHAPES
from redscience.variations.packing import color_of, shape_of
from redscience.variations.prepared import PreparedGame

_RESULTS = "-ldw"
_LETTERS = {"black": "b", "white": "w", "pink": "k", "yellow": "y", "communal": "c"}


def write_position(game: PreparedGame, position: Array) -> str:
    """Writes the position of a record."""
    now = position[0]
    over = int(now["result"])
    fields = (
        _boards(game, now["kind"][: game.spaces.total].tolist()),
        game.all_seats[now["seat"]],
        str(now["moves_left"]) + (f">{now['chain'] - 1}" if now["chain"] else ""),
        str(now["idle"]),
        ",".join(_reserve(now["reserve"].tolist(), color) for color in range(len(game.owners))),
        _numbers(int(now["left"])) or "-",
        _offer(int(now["offered"]), int(now["asked"])),
        _boards_won(game, position),
        "".join(_RESULTS[over >> 2 * seat & 3] for seat in range(len(game.seats))) if over else "-",
        _phase(game, position),
        _plans(game, position),
        _traits(game, position),
    )
    return " ".join(fields)


def _numbers(seats: int) -> str:
    """The numbers of seats that are given a bit each."""
    return "".join(str(seat) for seat in range(seats.bit_length()) if seats >> seat & 1)


def _phase(game: PreparedGame, position: Array) -> str:
    now = position[0]
    fields = {
        "f": "folded",
        "o": "out",
        "d": "disqualified",
        "p": "planned",
        "q": "offered",
        "r": "refused",
    }
    standing = "".join(letter + _numbers(int(now[name])) for letter, name in fields.items() if now[name])
    if now["last_row"].any():
        standing += "l" + "/".join(map(_numbers, now["last_row"][: game.rule_set.board.count].tolist()))
    if now["spared"].any():
        standing += "s" + "/".join(map(_numbers, now["spared"][: len(game.checks)].tolist()))
    return f"{now['phase'] + 1}{standing}{'c' if now['others_moved'] else ''}"


def _plans(game: PreparedGame, position: Array) -> str:
    now = position[0]
    plans = (
        f"{seat}:{'+'.join(map(str, now['plan'][seat, : now['n_plan'][seat]].tolist()))}"
        for seat in range(len(game.all_seats))
        if now["n_plan"][seat]
    )
    return ",".join(plans) or "-"


def _traits(game: PreparedGame, position: Array) -> str:
    now, rules = position[0], game.rules[0]
    if not (rules["cloaking"] or rules["powered"] or rules["directed"].any() or rules["castle"]):
        return "-"
    traits = [f"{space}={now['traits'][space]}" for space in now["traits"].nonzero()[0].tolist()]
    n = int(now["n_passed_over"])
    passing = zip(now["passing_pawn"][:n].tolist(), now["passed_over"][:n].tolist(), strict=True)
    return ",".join([*traits, *(f"{pawn}<{over}" for pawn, over in passing)]) or "-"


def _offer(offered: int, asked: int) -> str:
    if asked:
        return "?" + _numbers(asked)
    return "x" if offered else "-"


def _boards(game: PreparedGame, kinds: list[int]) -> str:
    x, y, z = game.rule_set.board.size
    rows = [kinds[start : start + x] for start in range(0, len(kinds), x)]
    layers = [rows[start : start + y] for start in range(0, len(rows), y)]
    boards = [layers[start : start + z] for start in range(0, len(layers), z)]
    return ";".join(
        "|".join("/".join(_row(game, row) for row in reversed(layer)) for layer in board) for board in boards
    )


def _row(game: PreparedGame, row: list[int]) -> str:
    return "".join(
        str(len(list(run))) if not kind else _piece(game, kind) * len(list(run)) for kind, run in groupby(row)
    )


def _piece(game: PreparedGame, kind: int) -> str:
    return _LETTERS[game.color_name(color_of(kind))] + SHAPES[shape_of(kind)]


def _reserve(counts: list[int], color: int) -> str:
    own = ((kind, n) for kind, n in enumerate(counts) if n and color_of(kind) == color)
    return "".join(f"{SHAPES[shape_of(kind)]}{n}" for kind, n in own) or "-"


def _boards_won(game: PreparedGame, position: Array) -> str:
    if not game.has_several_boards:
        return "-"
    now = position[0]
    closed = "".join(str(board + 1) for board in range(game.rule_set.board.count) if now["closed"][board])
    return "".join(map(str, now["boards_won"][: len(game.all_seats)].tolist())) + "/" + closed
