"""phantom_ttt: Tic-Tac-Toe in which nobody sees the other's pieces, and who tries an occupied space learns of it.

Compared with the form `abrupt`: there as here a failed attempt ends the turn. In the form `classical` the player tries
again, which no rule set says. Our rule set is 4P-Blind-TTT for two, without the dealt pieces and with as many pieces as
there are spaces, as attempts that fail give the other player more turns.

What differs: OpenSpiel ends a game when the board is full. Nobody may know that, so ours goes on until both have
learnt of every space; all attempts fail, and it has to be the same draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from openspiel.adapter import Adapter, Ply
from openspiel.rows import placed_in_rows

from redscience.interface import State

RULES: dict[str, Any] = {
    "name": "Blind-TTT",
    "cloaking": "hides",
    "shapes": {"O": {"reserve": {"black": 9, "white": 9}}},
    "phases": [{"cloaks": "all"}],
}


def is_full(plies: Sequence[Ply], _: State) -> bool:
    """Whether every space has been tried: what is tried is occupied from then on."""
    return len({ply.move for ply in plies}) == 9


PHANTOM_TTT = Adapter(
    "phantom_ttt", "phantom_ttt(gameversion=abrupt)", RULES, placed_in_rows, they_draw=is_full, plays_on=True
)
