"""breakthrough: our Breakthrough.

Nothing differs, but that black, who begins, sits at the top of OpenSpiel's board and at the bottom of ours.
"""

from __future__ import annotations

from typing import Any

from openspiel.adapter import Adapter, Key
from openspiel.squares import space


def moved(state: Any, action: int) -> Key:
    """`a7b6`, and with a star after it where it captures."""
    word = state.action_to_string(state.current_player(), action)
    return f"{space(word[:2], flipped=True)}>{space(word[2:4], flipped=True)}"


BREAKTHROUGH = Adapter("breakthrough", "breakthrough", "Breakthrough", moved)
