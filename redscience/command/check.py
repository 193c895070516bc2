"""`redscience check`: whether a file is a rule set, and what is wrong with it."""

from __future__ import annotations

import argparse

from redscience.command.sources import content
from redscience.errors import RuleSetError
from redscience.variations.language import not_playable, read

_INVALID = 1


def run(chosen: argparse.Namespace) -> int:
    """Prints all faults of a file, or what it is and whether it can be played yet."""
    try:
        rules = read(content(chosen.file))
    except RuleSetError as error:
        count = "one fault" if len(error.faults) == 1 else f"{len(error.faults)} faults"
        print(f"The rule set has {count}.", *error.faults, sep="\n")
        return _INVALID
    faults = not_playable(rules)
    print(
        f"{rules.name or 'The rule set'} is valid.",
        f"Its digest is {rules.digest}.",
        "It cannot be played yet:" if faults else "It can be played.",
        *faults,
        sep="\n",
    )
    return 0
