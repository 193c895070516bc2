"""`redscience check`: whether a file is a game, and what is wrong with it."""

from __future__ import annotations

import argparse

from redscience import families
from redscience.command.sources import content
from redscience.errors import RuleSetError
from redscience.interface import Bound

_INVALID = 1


def run(chosen: argparse.Namespace) -> int:
    """Prints all faults of a file, or what it is and what is odd about it."""
    try:
        source = families.read(content(chosen.file))
    except RuleSetError as error:
        count = "one fault" if len(error.faults) == 1 else f"{len(error.faults)} faults"
        print(f"The rule set has {count}.", *error.faults, sep="\n")
        return _INVALID
    print(f"{source.name or 'The rule set'} is valid.", f"Its digest is {source.digest}.", sep="\n")
    for warning in source.warnings:
        print(f"{warning.paths[0]}: {warning.text}" if warning.paths else warning.text)
    if source.bound is not None:
        print(cost(source.bound))
    return 0


def cost(bound: Bound) -> str:
    """What a turn may cost, in a line."""
    moves = f"{bound.legal_moves:,} legal move{'' if bound.legal_moves == 1 else 's'}"
    took = f"{bound.turn_us / 1000:,.1f} ms"
    return f"A turn has at most {moves} and a view of {bound.view_bytes:,} bytes, and takes about {took}."
