"""A game as a person sees it in the terminal: its board, what has happened, the moves that there are."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Collection, Mapping
from typing import Any

from redscience.command import rules as rules_in_english
from redscience.command.terminal import columns, text_width
from redscience.interface import Drawing, Source

View = Mapping[str, Any]


class Screen:
    """The terminal.

    Args:
        source: what is played.
        drawing: draws its views.
        width: at which text is wrapped.
    """

    def __init__(self, source: Source, drawing: Drawing, width: int) -> None:
        self.source, self.drawing, self.width = source, drawing, width

    def say(self, text: str) -> None:
        """Prints a sentence or more."""
        print(textwrap.fill(text, self.width, subsequent_indent="  "))

    def explain(self, view: View) -> None:
        """Says what can be typed, and what the signs mean."""
        example = f" such as {view['legal'][0]['move']}" if view["legal"] else ""
        self.say(f"Type a move{example}, ? for the moves you have, rules for the rules, or leave.")
        for line in self.drawing.legend():
            self.say(line)

    def show(self, view: View, fresh: Collection[Any]) -> None:
        """Draws the table; what is in `fresh` is marked as new."""
        print("", *self.drawing.table(view, fresh), sep="\n")
        if beside := self.drawing.beside(view):
            self.say(beside)

    def tell_news(self, before: View, now: View, seat: str) -> bool:
        """Tells what a person in a seat has seen of the others since; whether there was anything.

        What they did themself they know, unless something else came of it than they meant.
        """
        known, last = before["last"], now["last"]
        news = last[len(known) :] if last[: len(known)] == known else last
        for event in news:
            if event["seat"] != seat or self.drawing.is_unmeant(event):
                self.say(self.drawing.told(event))
        return bool(news)

    def tell_moves(self, view: View) -> None:
        """Lists the legal moves."""
        moves = [choice["move"] for choice in view["legal"]]
        wide = max(map(len, moves), default=0) + 2
        per_line = max(1, self.width // wide)
        for start in range(0, len(moves), per_line):
            print("".join(f"{move:<{wide}}" for move in moves[start : start + per_line]).rstrip())

    def tell_rules(self) -> None:
        """Prints the rules in English."""
        print("\n".join(rules_in_english.lines(self.source)))

    def tell_end(self, view: View, fresh: Collection[Any]) -> None:
        """Tells how it ended; where it goes on, that the person has left it."""
        if view["outcome"] is None:
            self.say("You have left the match, and lose it. The others play on without you.")
            return
        self.show(view, fresh)
        self.say(view["outcome"]["text"])


def screen_of(source: Source) -> Screen:
    """A screen for the terminal that there is."""
    colored = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return Screen(source, source.family.drawing(source, width=columns(), colored=colored), text_width())
