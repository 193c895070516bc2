"""dark_chess: our ChessWithoutCheck, as both end with the capture of a king and know no check.

What is seen of the board is not compared. What else differs: a pawn of ours may become a king too, which is never done
here; and OpenSpiel draws where a player cannot move (who passes in ours), where a position comes for the third time,
and after 100 moves without a capture or a pawn's move; ours when a player repeats a move in the same position.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from openspiel.adapter import Adapter, Key, Ply, but_words

from redscience.interface import State

PLANES = 73
"""Of AlphaZero's numbering: an action is a space of origin, as the mover sees the board, times 73 and one of these:
0-8 promotions to less than a queen, 9-64 straight moves by -7 … -1, 1 … 7 in four directions, 65-72 a knight's."""
CASTLING = {64 * PLANES: "5,{row}>3,{row}", 64 * PLANES + 1: "5,{row}>7,{row}"}
PROMOTIONS = "+TX"
SIDEWAYS = (0, 1, -1)
STRAIGHT = ((0, 1), (1, 0), (1, 1), (1, -1))
KNIGHT = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (2, -1), (2, 1), (1, -2), (1, 2))
PATIENCE = 100
REPETITIONS = 3


def moved(state: Any, action: int) -> Key:
    """An action; it does not say whether a piece that reaches the last row is a pawn that becomes a queen."""
    is_first = state.current_player() == 1
    if castling := CASTLING.get(action):
        return castling.format(row=1 if is_first else 8)
    origin, plane = divmod(action, PLANES)
    x, y = origin // 8 + 1, origin % 8 + 1
    shape = ""
    if plane < 9:
        dx, dy = SIDEWAYS[plane % 3], 1
        shape = f"={PROMOTIONS[plane // 3]}"
    elif plane < 65:
        direction, steps = divmod(plane - 9, 14)
        steps += -7 if steps < 7 else -6
        dx, dy = (steps * part for part in STRAIGHT[direction])
    else:
        dx, dy = KNIGHT[plane - 65]
    if not is_first:
        y, dy = 9 - y, -dy
    return f"{x},{y}>{x + dx},{y + dy}{shape}"


def unqueened(move: str) -> Key | None:
    """A pawn that becomes a queen goes by its spaces alone, as there; one that becomes a king is left out."""
    key = but_words(move)
    return None if key is None or key.endswith("=P") else key.removesuffix("=S")


def is_tired(plies: Sequence[Ply], state: State) -> bool:
    """Whether somebody passed, the position came for the third time, or nothing irreversible was done for long."""
    boards = [ply.position.split()[:2] for ply in plies] + [state.position.split()[:2]]
    if boards[-1][1] == boards[-2][1] or boards.count(boards[-1]) >= REPETITIONS:
        return True
    now, then = (men(board) for board, _ in (boards[-1], boards[max(0, len(plies) - PATIENCE)]))
    return len(plies) >= PATIENCE and now == then


def men(board: str) -> tuple[int, tuple[int, ...]]:
    """How many pieces there are, and where the pawns are; neither comes back once it has changed."""
    spaces = "".join(" " * int(part) if part.isdigit() else part[1] for part in re.findall(r"\d|[bw][OPXTS+]", board))
    return len(spaces.replace(" ", "")), tuple(place for place, shape in enumerate(spaces) if shape == "O")


DARK_CHESS = Adapter(
    "dark_chess",
    "dark_chess",
    "ChessWithoutCheck",
    moved,
    ours=unqueened,
    seats=("white", "black"),
    repeats=True,
    they_draw=is_tired,
)
