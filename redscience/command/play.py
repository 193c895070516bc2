"""`redscience play`: a person against an agent, in the terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Collection
from functools import partial
from random import SystemRandom
from typing import Any

from redscience.agents import Agent, agent
from redscience.command.screen import Screen, screen_of
from redscience.command.sources import source_of
from redscience.errors import NotActing, RedscienceError
from redscience.interface import CHAOS, Family, Source, State

RANDOM = "random"
SECONDS = 0.3
"""That an agent may think about a move."""
_FRESH_SEEDS = 1 << 32


def run(chosen: argparse.Namespace) -> int:
    """Plays one match; returns when it has ended, or when the person leaves."""
    source = source_of(chosen.game)
    seat = _seat(source, chosen.seat)
    seed = SystemRandom().randrange(_FRESH_SEEDS) if chosen.seed is None else chosen.seed
    _warm(source.family, searches=chosen.against == "standard")
    session = Session(source, seat, seed, screen_of(source), against=chosen.against or RANDOM)
    try:
        session.play()
    except EOFError:
        print("\nThe input has ended, and the match with it.")
    return 0


def _warm(family: Family, *, searches: bool) -> None:
    """Says what is compiled while the person waits; where that cannot be kept, it is done each time."""
    tell = partial(print, file=sys.stderr, flush=True)
    try:
        family.compile(tell)
        if searches:
            family.compile_search(tell)
    except OSError as error:
        tell(error)


def _seat(source: Source, wanted: str | None) -> str:
    seat = (wanted or source.seats[0]).casefold()
    if seat not in source.seats:
        raise NotActing(f"There is no seat {wanted!r} in {source.name}; its seats are {', '.join(source.seats)}.")
    return seat


class Session:
    """One match of a person against agents in all other seats.

    Args:
        source: what is played.
        seat: the person's.
        seed: of the match, and of what the agents draw.
        screen: shows it.
        against: the name of the agents; Chaos draws, whoever they are.

    Raises:
        UnknownAgent: there are none of this name.
    """

    def __init__(self, source: Source, seat: str, seed: int, screen: Screen, *, against: str = RANDOM) -> None:
        self.seat, self.seed, self.screen = seat, seed, screen
        self.game = source.game()
        self.against = against.casefold()
        self.agents = {other: self._agent(other) for other in self._other_seats()}
        self.state: State = self.game.start(seed)
        self.has_left = False
        self.fresh: Collection[Any] = ()
        """What the person changed last, or what the others have changed since."""
        self.words: dict[str, Callable[[], None]] = {
            "?": self._tell_moves,
            "help": self._tell_moves,
            "rules": screen.tell_rules,
            "leave": self._leave,
        }

    def _other_seats(self) -> list[str]:
        game = self.game
        return [seat for seat in (*game.seats, *((CHAOS,) if game.has_chaos else ())) if seat != self.seat]

    def _agent(self, seat: str) -> Agent:
        name = RANDOM if seat == CHAOS else self.against
        begun = agent(name, seconds=SECONDS, seed=self.seed + self._other_seats().index(seat))
        begun.begin(self.game, seat)
        return begun

    def play(self) -> None:
        """Plays until the match ends or the person has left it."""
        self._greet()
        while self.state.outcome is None and not self.has_left:
            if self.seat in self.state.acting:
                self._person()
            else:
                self._others()
        self.screen.tell_end(self._view(), self.fresh)

    def _view(self) -> dict[str, Any]:
        """What the person may know, and all that is shown."""
        return self.state.view(self.seat)

    def _greet(self) -> None:
        game = self.game
        others = self._other_seats()
        partners = [seat for seat in others if game.teams.get(seat) == game.teams[self.seat]]
        beside = f", partner of {' and '.join(partners)}" if partners else ""
        random = f"; {self.against.capitalize()} is {' and '.join(others)}" if others else ""
        self.screen.say(f"{game.name} (seed {self.seed}). You are {self.seat}{beside}{random}.")
        self.screen.explain(self._view())

    def _person(self) -> None:
        self.screen.show(self._view(), self.fresh)
        before = self.state
        while self.state is before:
            self._answer(input(f"{self.seat}> ").strip())
        self._tell_news(before)
        self.fresh = self.screen.drawing.changed(self._view())

    def _answer(self, text: str) -> None:
        word = text.casefold()
        if not text:
            return
        if word in self.words:
            self.words[word]()
            return
        try:
            self.state = self.state.play({self.seat: word if word in self.state.legal(self.seat) else text})
        except RedscienceError as error:
            self.screen.say(error.message)

    def _others(self) -> None:
        fresh = set[Any]()
        while self.state.acting and self.seat not in self.state.acting:
            before = self.state
            seat = before.acting[0]
            self.state = before.play({seat: self.agents[seat].choose(before.view(seat)).move})
            if self._tell_news(before):
                fresh |= set(self.screen.drawing.changed(self._view()))
        self.fresh = fresh

    def _tell_news(self, before: State) -> bool:
        """Tells what the person has seen of the others since; whether there was anything."""
        return self.screen.tell_news(before.view(self.seat), self._view(), self.seat)

    def _tell_moves(self) -> None:
        self.screen.tell_moves(self._view())

    def _leave(self) -> None:
        self.state = self.state.leave(self.seat)
        self.has_left = True
