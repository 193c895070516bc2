"""The compact text of what is true now.

    <board> <seat> <plies> <quiet> <offer> <last moves> <trays> <lost> <bombs> <left> <result>

The board is its rows from A, joined by `/`: a number is a run of empty squares and lakes, a piece the letter of its
kind, red's in capitals, with `+` where it has moved and `!` where it is revealed. `seat` is who is to move, or `-`
during the set-up. `offer` is `x` where a draw was offered in this turn, `?` where that is to be answered. `last
moves` are, of red and of blue, the squares of the last move and how often in a row its piece went between them:
`G4>F4*2`. `trays` and `lost` are the letters of red's pieces and of blue's, `bombs` how many each has hit and
defused. The result is the first letter of each seat's. `-` stands for nothing.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from redscience.stratego.engine.records import EMPTY, MOVED, ONGOING, REVEALED, SIDE, WALL, Array
from redscience.stratego.moves import CELLS, SQUARES
from redscience.stratego.notation import COLUMNS, ROWS
from redscience.stratego.seats import SEATS

LETTERS = ".fycnrlkjogmb"
"""Of each kind, by the engine's number: flag, spY, sCout, miNer, seRgeant, Lieutenant, and so on."""
_RESULTS = "-ldw"


def write_position(position: Array) -> str:
    """Writes the position of a record."""
    now = position[0]
    over, to_place = int(now["result"]), now["to_place"].tolist()
    fields = (
        "/".join(_row(now, row) for row in ROWS),
        "-" if any(to_place) else SEATS[now["turn"]],
        str(now["plies"]),
        str(now["quiet"]),
        "?" if now["asked"] else "x" if now["offered"] else "-",
        ",".join(_last_move(now, side) for side in (0, 1)),
        ",".join(_pieces(now["tray"][side].tolist(), side) for side in (0, 1)),
        ",".join(_pieces(now["lost"][side].tolist(), side) for side in (0, 1)),
        ",".join(f"{now['bombs_hit'][side]}+{now['bombs_defused'][side]}" for side in (0, 1)),
        "".join(str(side) for side in (0, 1) if now["left"] >> side & 1) or "-",
        "-" if over == ONGOING else "".join(_RESULTS[over >> 2 * side & 3] for side in (0, 1)),
    )
    return " ".join(fields)


def _row(now: Any, row: str) -> str:
    """A row of the board."""
    cells = [CELLS[row + column] for column in COLUMNS]
    parts = []
    for is_free, run in groupby(cells, lambda cell: now["cell"][cell] in {EMPTY, WALL}):
        some = list(run)
        parts.append(str(len(some)) if is_free else "".join(_piece(now, cell) for cell in some))
    return "".join(parts)


def _piece(now: Any, cell: int) -> str:
    piece, traits = int(now["cell"][cell]), now["traits"][cell]
    return _letter(piece % SIDE, piece // SIDE) + "+" * bool(traits & MOVED) + "!" * bool(traits & REVEALED)


def _letter(kind: int, side: int) -> str:
    return LETTERS[kind] if side else LETTERS[kind].upper()


def _pieces(counts: list[int], side: int) -> str:
    return "".join(_letter(kind, side) * count for kind, count in enumerate(counts)) or "-"


def _last_move(now: Any, side: int) -> str:
    if not now["went"][side]:
        return "-"
    return f"{SQUARES[now['went_from'][side]]}>{SQUARES[now['went_to'][side]]}*{now['went'][side]}"
