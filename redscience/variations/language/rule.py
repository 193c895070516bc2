"""Rules of validity, and books of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from redscience.errors import Fault
from redscience.variations.language.model import RuleSet

Finds: TypeAlias = "Callable[[RuleSet], Iterator[Fault]]"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of validity: `finds` gives the faults, and is asked only while all that it `reads` is in order."""

    reads: tuple[str, ...]
    finds: Finds


class RuleBook(list[Rule]):
    """Rules in the order in which their faults are reported."""

    def reading(self, *fields: str) -> Callable[[Finds], Finds]:
        """Adds a rule that reads these fields."""

        def add(finds: Finds) -> Finds:
            self.append(Rule(fields, finds))
            return finds

        return add
