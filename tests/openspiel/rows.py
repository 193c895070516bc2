"""tic_tac_toe, mnk, gomoku and connect_four: whoever first has so many in a row wins, and longer rows count.

Nothing differs. OpenSpiel's gomoku has three more forms, each compared as well: in space (`dims`), where whoever has
the row loses (`anti`), and around a torus (`wrap`). Its first coordinate is our x; its boards are as long along all.
"""

from __future__ import annotations

import re
from typing import Any

from openspiel.adapter import Adapter, Key


def placed(state: Any, action: int) -> Key:
    """`x(1,0)` of tic_tac_toe and mnk and `1,0` or `1,0,2` of gomoku: coordinates from 0."""
    word = state.action_to_string(state.current_player(), action)
    return "O@" + ",".join(str(int(number) + 1) for number in re.findall(r"\d+", word))


def placed_in_rows(state: Any, action: int) -> Key:
    """`x(1,0)` where the row, which comes first, is as long as a board is wide: ours has x first."""
    word = state.action_to_string(state.current_player(), action)
    row, column = re.findall(r"\d+", word)
    return f"O@{int(column) + 1},{int(row) + 1}"


def dropped(state: Any, action: int) -> Key:
    """`x3` of connect_four: the column, from 0."""
    word = state.action_to_string(state.current_player(), action)
    return f"O@{int(word[1:]) + 1},1"


def rows(size: list[int], length: int, check: str = "first_row_wins", kind: str = "squares") -> dict[str, Any]:
    """The rules of a game of rows that the catalogue has not."""
    pieces = size[0] * size[1] * size[2]
    return {
        "name": "Rows",
        "board": {"kind": kind, "size": size},
        "checks": [{"check": check, "length": length}],
        "shapes": {"O": {"reserve": {"black": pieces - pieces // 2, "white": pieces // 2}}},
    }


TIC_TAC_TOE = Adapter("tic_tac_toe", "tic_tac_toe", "Tic-Tac-Toe", placed_in_rows)
MNK_LINE = Adapter("mnk-line", "mnk(m=15,n=1,k=3)", "3on15line", placed_in_rows)
MNK_SQUARE = Adapter("mnk-square", "mnk(m=7,n=7,k=4)", "4on7sq", placed_in_rows)
MNK_OBLONG = Adapter("mnk-oblong", "mnk(m=7,n=4,k=4)", rows([7, 4, 1], 4), placed_in_rows)
GOMOKU = Adapter("gomoku", "gomoku(size=15)", "5on15sq", placed)
GOMOKU_SPACE = Adapter("gomoku-space", "gomoku(size=4,connect=4,dims=3)", "Qubic-4", placed)
GOMOKU_ANTI = Adapter(
    "gomoku-anti", "gomoku(size=5,connect=4,anti=true)", rows([5, 5, 1], 4, "first_row_loses"), placed
)
GOMOKU_TORUS = Adapter("gomoku-torus", "gomoku(size=6,connect=5,wrap=true)", rows([6, 6, 1], 5, kind="toroid"), placed)
CONNECT_FOUR = Adapter("connect_four", "connect_four", "Connect4", dropped)
