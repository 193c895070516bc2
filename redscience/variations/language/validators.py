"""Validators of rule sets, and lists of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from redscience.errors import Fault
from redscience.variations.language.model import RuleSet

Finds: TypeAlias = "Callable[[RuleSet], Iterator[Fault]]"


@dataclass(frozen=True, slots=True)
class Validator:
    """One thing that must be so: `finds` gives the faults, and is asked only while all that it `reads` is in order."""

    reads: tuple[str, ...]
    finds: Finds


class Validators(list[Validator]):
    """Validators in the order in which their faults are reported."""

    def reading(self, *fields: str) -> Callable[[Finds], Finds]:
        """Adds a validator that reads these fields."""

        def add(finds: Finds) -> Finds:
            self.append(Validator(fields, finds))
            return finds

        return add
