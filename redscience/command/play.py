"""`redscience play`: a person against Random, in the terminal."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import textwrap
from collections.abc import Callable
from random import Random, SystemRandom
from typing import Any

from redscience.command import rules as rules_in_english
from redscience.command.sources import rule_set
from redscience.errors import NotActing, NotPlayable, RedscienceError
from redscience.interface import Game, State
from redscience.variations.drawing import Drawing, spaces
from redscience.variations.language import RuleSet
from redscience.variations.language.model import At

_NOT_PLAYABLE = 1
_WIDEST = 100
_FRESH_SEEDS = 1 << 32
_TOLD = {
    "draw": "offers a draw",
    "agree": "agrees to the draw",
    "refuse": "refuses the draw",
    "leave": "leaves the match",
}


def run(chosen: argparse.Namespace) -> int:
    """Plays one match; returns when it has ended, or when the person leaves."""
    rules = rule_set(chosen.game)
    seat = _seat(rules, chosen.seat)
    try:
        game = _ready(rules)
    except NotPlayable as error:
        print(f"{rules.name} cannot be played yet.", *error.faults, sep="\n", file=sys.stderr)
        return _NOT_PLAYABLE
    seed = SystemRandom().randrange(_FRESH_SEEDS) if chosen.seed is None else chosen.seed
    width = shutil.get_terminal_size().columns
    drawing = Drawing(rules, width=width, colored=sys.stdout.isatty() and not os.environ.get("NO_COLOR"))
    sitting = Sitting(game, rules, seat, seed, drawing=drawing, width=min(width, _WIDEST) - 1)
    try:
        sitting.play()
    except EOFError:
        print("\nThe input has ended, and the match with it.")
    return 0


def _seat(rules: RuleSet, wanted: str | None) -> str:
    seat = (wanted or rules.player_seats[0]).casefold()
    if seat not in rules.player_seats:
        raise NotActing(f"There is no seat {wanted!r} in {rules.name}; its seats are {', '.join(rules.player_seats)}.")
    return seat


def _ready(rules: RuleSet) -> Game:
    from redscience.variations.engine.compiled import cache_folder  # noqa: PLC0415 - a mistake on the command line does not wait
    from redscience.variations.game import VariationGame  # noqa: PLC0415 - likewise

    if not cache_folder().exists():
        print("The engine is compiled now; that takes up to a minute, once.", file=sys.stderr)
    return VariationGame(rules)


class Sitting:
    """One match of a person against Random in all other seats.

    Args:
        game: what is played.
        rules: its rules.
        seat: the person's.
        seed: of the match, and of what Random draws.
        drawing: draws views.
        width: at which text is wrapped.
    """

    def __init__(self, game: Game, rules: RuleSet, seat: str, seed: int, *, drawing: Drawing, width: int) -> None:
        self.rules, self.seat, self.seed = rules, seat, seed
        self.drawing, self.width = drawing, width
        self.chance = Random(seed)
        self.state: State = game.start(seed)
        self.has_left = False
        self.fresh: set[At] = set()
        """What the person changed last, or what the others have changed since."""
        self.words: dict[str, Callable[[], None]] = {
            "?": self._tell_moves,
            "help": self._tell_moves,
            "rules": self._tell_rules,
            "leave": self._leave,
        }

    def play(self) -> None:
        """Plays until the match ends or the person has left it."""
        self._greet()
        while self.state.outcome is None and not self.has_left:
            if self.seat in self.state.acting:
                self._person()
            else:
                self._others()
        self._tell_end()

    def _view(self) -> dict[str, Any]:
        """What the person may know, and all that is shown."""
        return self.state.view(self.seat)

    def _say(self, text: str) -> None:
        print(textwrap.fill(text, self.width, subsequent_indent="  "))

    def _greet(self) -> None:
        view = self._view()
        mine = next(seat for seat in view["table"]["seats"] if seat["seat"] == self.seat)
        others = [seat["seat"] for seat in view["table"]["seats"] if seat is not mine]
        partners = [
            seat["seat"] for seat in view["table"]["seats"] if seat["team"] == mine["team"] and seat is not mine
        ]
        beside = f", partner of {' and '.join(partners)}" if partners else ""
        self._say(f"{view['game']} (seed {self.seed}). You are {self.seat}{beside}; Random is {' and '.join(others)}.")
        example = f" such as {view['legal'][0]['move']}" if view["legal"] else ""
        self._say(f"Type a move{example}, ? for the moves you have, rules for the rules, or leave.")
        self._say(self.drawing.legend())
        for line in self.drawing.marks(view):
            self._say(line)

    def _person(self) -> None:
        self._show()
        before = self.state
        while self.state is before:
            self._answer(input(f"{self.seat}> ").strip())
        self.fresh = set(spaces(self._view()))

    def _answer(self, text: str) -> None:
        word = text.casefold()
        if not text:
            return
        if word in self.words:
            self.words[word]()
            return
        try:
            self.state = self.state.play({self.seat: word if word in _TOLD else text})
        except RedscienceError as error:
            self._say(error.message)

    def _others(self) -> None:
        self.fresh = set()
        while self.state.acting and self.seat not in self.state.acting:
            self._random(self.state.acting[0])

    def _random(self, seat: str) -> None:
        moves = self.state.legal(seat)
        self.state = self.state.play({seat: self.chance.choices(moves, self.state.weights(seat))[0]})
        view = self._view()
        for event in view["last"]:
            self._say(f"{event['seat']} {_TOLD.get(event['move'], 'plays ' + event['move'])}")
        self.fresh.update(spaces(view))

    def _show(self) -> None:
        view = self._view()
        print("", *self.drawing.boards(view, self.fresh), sep="\n")
        self._say(self.drawing.reserves(view))

    def _tell_moves(self) -> None:
        moves = [choice["move"] for choice in self._view()["legal"]]
        wide = max(map(len, moves)) + 2
        per_line = max(1, self.width // wide)
        for start in range(0, len(moves), per_line):
            print("".join(f"{move:<{wide}}" for move in moves[start : start + per_line]).rstrip())

    def _tell_rules(self) -> None:
        print("\n".join(rules_in_english.lines(self.rules)))

    def _leave(self) -> None:
        self.state = self.state.leave(self.seat)
        self.has_left = True

    def _tell_end(self) -> None:
        outcome = self._view()["outcome"]
        if outcome is None:
            self._say("You have left the match, and lose it. The others play on without you.")
            return
        self._show()
        self._say(outcome["text"])
