"""`redscience rules`: the rules of a game in plain English."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Iterator

from redscience.command.sources import rule_set
from redscience.variations.language import RuleSet, english

_WIDEST = 100


def run(chosen: argparse.Namespace) -> int:
    """Prints the name of the game and its rules."""
    print("\n".join(lines(rule_set(chosen.game))))
    return 0


def lines(rules: RuleSet) -> Iterator[str]:
    """A header, what the author says of the game, and the rules, wrapped for the terminal."""
    width = min(shutil.get_terminal_size().columns, _WIDEST) - 1
    title = rules.name or "A game without a name"
    yield title
    yield "=" * len(title)
    yield ""
    for text in (rules.about, *english(rules)):
        yield from textwrap.wrap(text, width)
