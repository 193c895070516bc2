"""What a bot is asked."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from redscience.api.match.v1 import match_pb2
from redscience.errors import RedscienceError
from redscience.interface import Game, State

LoadGame = Callable[[str, str], Game]
"""Gives the rules of a match: by its id, and the digest that its views name."""


@dataclass(frozen=True)
class Decision:
    """One decision: a seat of a match is to act.

    Attributes:
        match_id: of the match.
        seat: that is to act, by the game's own name: "black".
        version: of the view; it counts the changes of what the seat sees.
        due_s: the instant of `time.monotonic` at which time runs out; None where no clock is seen running.
        view_text: the view as JSON text.
        load_game: gives the rules.
        refused: why what was chosen for this decision before was refused, oldest first.
    """

    match_id: str
    seat: str
    version: int
    due_s: float | None
    view_text: str = field(repr=False)
    load_game: LoadGame = field(repr=False, compare=False)
    refused: tuple[RedscienceError, ...] = ()

    @cached_property
    def view(self) -> dict[str, Any]:
        """All that the seat may know; docs/view.schema.json."""
        view: dict[str, Any] = json.loads(self.view_text)
        return view

    @cached_property
    def legal(self) -> list[str]:
        """The moves that may be made, at least one."""
        return [choice["move"] for choice in self.view["legal"]]

    @cached_property
    def weights(self) -> list[int]:
        """In how many ways Random hits each of them."""
        return [choice["weight"] for choice in self.view["legal"]]

    @property
    def seconds_left(self) -> float | None:
        """Until time runs out, not below 0; None where no clock is seen running."""
        return None if self.due_s is None else max(0.0, self.due_s - time.monotonic())

    @property
    def seconds_late(self) -> float:
        """Since time has run out; 0 while it has not, and where no clock is seen running."""
        return 0.0 if self.due_s is None else max(0.0, time.monotonic() - self.due_s)

    @cached_property
    def game(self) -> Game:
        """The rules. They are asked for once for each game.

        Raises:
            RedscienceError: they cannot be had.
        """
        return self.load_game(self.match_id, self.view["digest"])

    def state(self) -> State | None:
        """The state to search from; None where something is hidden or left to chance.

        Raises:
            RedscienceError: the rules cannot be had.
        """
        text = self.view.get("state")
        return None if text is None else self.game.read_state(text)


def decision_of(told: match_pb2.Decision, now_ms: int, load_game: LoadGame) -> Decision:
    """A decision as it was told, by the server's clock of that moment."""
    due_s = time.monotonic() + (told.due_at_ms - now_ms) / 1000 if told.due_at_ms else None
    return Decision(told.match_id, told.seat, told.view_version, due_s, told.view, load_game)
