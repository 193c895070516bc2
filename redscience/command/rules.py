"""`redscience rules`: the rules of a game in plain English."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator

from redscience.command.sources import source_of
from redscience.command.terminal import text_width
from redscience.interface import Source


def run(chosen: argparse.Namespace) -> int:
    """Prints the name of the game and its rules."""
    print("\n".join(lines(source_of(chosen.game))))
    return 0


def lines(source: Source) -> Iterator[str]:
    """A header, what the author says of the game, and the rules, wrapped for the terminal."""
    title = source.name or "A game without a name"
    yield title
    yield "=" * len(title)
    yield ""
    for text in (source.about, *source.english):
        yield from textwrap.wrap(text, text_width())
