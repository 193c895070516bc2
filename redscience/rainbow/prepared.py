"""The rules of a game as the engine has them."""

from __future__ import annotations

from redscience.errors import NotActing
from redscience.option_games import OptionsGame
from redscience.options import Chosen
from redscience.rainbow.engine.assemble import assemble
from redscience.rainbow.pegs import SEATS


class PreparedGame(OptionsGame):
    """What does not change during a match; `RainbowGame` adds how one begins.

    Attributes:
        rules: the engine's RULES.
    """

    def __init__(self, chosen: Chosen) -> None:
        super().__init__(chosen)
        self.rules = assemble(chosen)
        self._seats = SEATS[: int(chosen.values["players"])]

    @property
    def seats(self) -> tuple[str, ...]:
        """Circle begins."""
        return self._seats

    def number(self, seat: str) -> int:
        """The engine's number of a seat.

        Raises:
            NotActing: there is no such seat.
        """
        if seat not in self._seats:
            raise NotActing(f"There is no seat {seat!r} in {self.name}; its seats are {', '.join(self._seats)}.")
        return self._seats.index(seat)
