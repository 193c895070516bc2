"""How long an agent may think about a move."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from numbers import Integral, Real
from time import perf_counter
from typing import TypeGuard

from redscience.errors import Fault, InvalidField

USUAL_SECONDS = 0.1
MOST_SIMULATIONS = 2**31 - 1
_LONGEST = 40


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
    def of(cls, seconds: object, simulations: object) -> Budget:
        """The budget that was asked for.

        Args:
            seconds: a number above 0, or None.
            simulations: a whole number from 1 to `MOST_SIMULATIONS`, or None.

        Raises:
            InvalidField: it is none, or both are given.
        """
        if seconds is not None and simulations is not None:
            raise InvalidField([Fault("simulations", "is given beside seconds", "Give one of the two")])
        if simulations is not None:
            return cls(None, _simulations(simulations))
        return cls(USUAL_SECONDS if seconds is None else _seconds(seconds), None)


def whole_seed(seed: object) -> int:
    """A seed that was given.

    Raises:
        InvalidField: it is no whole number.
    """
    if not _is_whole(seed):
        raise InvalidField([Fault("seed", f"is {_shown(seed)}", "Give a whole number")])
    return int(seed)


def _simulations(given: object) -> int:
    if not (_is_whole(given) and 1 <= int(given) <= MOST_SIMULATIONS):
        remedy = f"Give a whole number from 1 to {MOST_SIMULATIONS}"
        raise InvalidField([Fault("simulations", f"is {_shown(given)}", remedy)])
    return int(given)


def _seconds(given: object) -> float:
    if isinstance(given, Real) and not isinstance(given, bool):
        with suppress(OverflowError):
            seconds = float(given)
            if isfinite(seconds) and seconds > 0:
                return seconds
    raise InvalidField([Fault("seconds", f"is {_shown(given)}", "Give a number above 0")])


def _is_whole(given: object) -> TypeGuard[Integral]:
    return isinstance(given, Integral) and not isinstance(given, bool)


def _shown(given: object) -> str:
    """What was given, shortened; a whole number may be too long to be written at all."""
    if isinstance(given, int) and abs(given) > MOST_SIMULATIONS:
        return "too large" if given > 0 else "below 0"
    return repr(given)[:_LONGEST]
