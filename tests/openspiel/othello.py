"""othello: our Reversi.

OpenSpiel counts rows from the top, we from the bottom. What differs: who can do nothing passes, with a move of
OpenSpiel's and without one of ours; and where both have equally many both win in ours, and it is a draw in OpenSpiel's.
"""

from __future__ import annotations

from typing import Any

from openspiel.adapter import Adapter, Key
from openspiel.squares import space


def placed(state: Any, action: int) -> Key | None:
    """`d3`, or `pass`."""
    word = state.action_to_string(state.current_player(), action)
    return None if word == "pass" else f"O@{space(word, flipped=True)}"


OTHELLO = Adapter("othello", "othello", "Reversi", placed, tie="win")
