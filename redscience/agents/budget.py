"""How long an agent may think about a move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from time import perf_counter

from redscience.errors import Fault, InvalidField

USUAL_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds, or simulations: one of the two.

    Attributes:
        seconds: None where simulations count.
        simulations: None where seconds do.
        clock: tells the seconds; measurements on a busy machine count those of the thread instead.
    """

    seconds: float | None
    simulations: int | None
    clock: Callable[[], float] = perf_counter

    @classmethod
    def of(cls, seconds: float | None, simulations: int | None) -> Budget:
        """The budget that was asked for.

        Raises:
            InvalidField: it is not above 0, or both are given.
        """
        if seconds is not None and simulations is not None:
            raise InvalidField([Fault("simulations", "is given beside seconds", "Give one of the two")])
        if seconds is not None and not (isfinite(seconds) and seconds > 0):
            raise InvalidField([Fault("seconds", f"is {seconds}", "Give a number above 0")])
        if simulations is not None and simulations < 1:
            raise InvalidField([Fault("simulations", f"is {simulations}", "Give a whole number from 1")])
        return cls(USUAL_SECONDS if seconds is simulations is None else seconds, simulations)
