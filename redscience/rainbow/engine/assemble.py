"""From what was chosen to RULES and the first POSITION."""

from __future__ import annotations

from redscience.options import Chosen
from redscience.rainbow.board import CELLS, NUMBERS, lines
from redscience.rainbow.engine.kernels import rainbow_begin
from redscience.rainbow.engine.records import POSITION, RULES, Array, record


def assemble(chosen: Chosen) -> Array:
    """The RULES of a game."""
    rules = record(RULES)
    rules["n_seats"] = chosen.values["players"]
    rules["misere"] = chosen.values["ending"] == "loses"
    sets = [sum(1 << NUMBERS[cell] for cell in line) for line in lines(str(chosen.values["lines"]))]
    for number in range(len(CELLS)):
        through = [cells for cells in sets if cells >> number & 1]
        rules[0]["n_through"][number] = len(through)
        rules[0]["through"][number, : len(through)] = through
    return rules


def first_position() -> Array:
    """The POSITION before the first move, which is the same in all games."""
    position = record(POSITION)
    rainbow_begin(position)
    return position
