"""Random set-ups, each arrangement as likely as any other, and whole random games."""

from __future__ import annotations

from redscience.kernels.compiled import inlined
from redscience.kernels.randomness import below
from redscience.stratego.engine.legality import COLUMNS, HOME_ROWS, first_home, list_moves
from redscience.stratego.engine.records import BLUE, EMPTY, N_KINDS, ONGOING, RED, ROW, Array, Record
from redscience.stratego.engine.turns import answer, conclude, go, put


@inlined
def set_up_at_random(position: Record, side: int, homes: Array) -> None:
    """Places what is left in a side's tray; `homes` is working memory."""
    n = 0
    for row in range(HOME_ROWS):
        for column in range(COLUMNS):
            cell = first_home(side) + row * ROW + column
            if position.cell[cell] == EMPTY:
                homes[n] = cell
                n += 1
    for kind in range(1, N_KINDS):
        while position.tray[side, kind] > 0:
            drawn = below(position, n)
            n -= 1
            put(position, side, kind, homes[drawn])
            homes[drawn] = homes[n]


@inlined
def play_out(position: Record, moves: Array) -> None:
    """Plays a position to its end; draws are answered, and not offered."""
    set_up_at_random(position, RED, moves)
    set_up_at_random(position, BLUE, moves)
    if position.result == ONGOING and position.asked:
        answer(position, below(position, 2) == 0)
    while position.result == ONGOING:
        side = position.turn
        n = list_moves(position, side, moves)
        conclude(position, n > 0)
        if position.result == ONGOING:
            drawn = moves[below(position, n)]
            go(position, side, drawn >> 8, drawn & 255)
