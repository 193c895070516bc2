"""Tries inputs by number: the same seed and number is the same input, on any machine."""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

from fuzz.trials import TRIALS

VALID = "valid"


@dataclass(frozen=True, slots=True)
class Finding:
    """An input from which came what may not come.

    Attributes:
        number: of the input.
        trial: what it was given to.
        given: the input itself.
        came: the traceback.
    """

    number: int
    trial: str
    given: object
    came: str


@dataclass(slots=True)
class Tally:
    """What came of the inputs so far, by trial and by the name of the error.

    Attributes:
        counts: how often.
        slowest_s, slowest: the seconds that the slowest input took, and its number.
    """

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    slowest_s: float = 0.0
    slowest: int = -1


def search(seed: int, numbers: Iterable[int], tally: Tally) -> Iterator[Finding]:
    """Tries the inputs of these numbers; gives what is found, and counts all."""
    names = tuple(TRIALS)
    for number in numbers:
        name = names[number % len(names)]
        trial = TRIALS[name]
        given = trial.make(Random(f"{seed}/{number}"))
        start = time.perf_counter()
        try:
            trial.run(given)
            came = VALID
        except trial.allowed as error:
            came = type(error).__name__
        except Exception:  # noqa: BLE001 - whatever else comes is what is searched for
            came = "found"
            yield Finding(number, name, given, traceback.format_exc())
        tally.counts[name, came] += 1
        if (took := time.perf_counter() - start) > tally.slowest_s:
            tally.slowest_s, tally.slowest = took, number
