"""Random games on both sides at once: the same legal moves before every move, the same result at the end."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Any

import pyspiel
from openspiel.adapter import Adapter, Key, Ply

from redscience.interface import Game, State
from redscience.variations import catalogue
from redscience.variations.game import VariationGame
from redscience.variations.language import read


class End(Enum):
    """How a walk ended."""

    BOTH = "same result"
    OURS = "a repeated move, our draw only"
    THEIRS = "OpenSpiel's draw only"


class Disagreement(Exception):  # noqa: N818 - as in redscience.errors, named for what happened
    """The two do not say the same; the message is what each says."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A game in which the two differ.

    Attributes:
        number: of the game.
        moves: ours, up to where they differ.
        what: what each says.
        state: the text of our state there.
        peer: the text of OpenSpiel's.
    """

    number: int
    moves: tuple[str, ...]
    what: str
    state: str
    peer: str


@dataclass(slots=True)
class Tally:
    """What was walked so far: the plies of all games, and how many games ended how."""

    plies: int = 0
    ends: dict[End, int] = field(default_factory=lambda: dict.fromkeys(End, 0))

    @property
    def games(self) -> int:
        """How many came to an end without a difference."""
        return sum(self.ends.values())


class Comparison:
    """Two games that should be one."""

    def __init__(self, adapter: Adapter) -> None:
        """Loads both."""
        self.adapter = adapter
        rules = adapter.rules
        self.game: Game = VariationGame(catalogue.get(rules) if isinstance(rules, str) else read(json.dumps(rules)))
        self.peer = pyspiel.load_game(adapter.peer)
        self._keys: dict[tuple[int, int], Key | None] = {}
        self._own_keys: dict[str, Key | None] = {}

    def walk(self, seed: int, numbers: Iterable[int], tally: Tally) -> Iterator[Finding]:
        """Plays the random games of these numbers; gives those in which the two differ, and counts the others."""
        for number in numbers:
            walk = _Walk(self, Random(f"{seed}/{self.adapter.name}/{number}"))
            try:
                end = walk.run()
            except Disagreement as found:
                moves = tuple(ply.move for ply in walk.plies)
                yield Finding(number, moves, str(found), str(walk.state), str(walk.theirs))
            else:
                tally.ends[end] += 1
            tally.plies += len(walk.plies)

    def key_of_theirs(self, theirs: Any, action: int) -> Key | None:
        """What OpenSpiel's move is called here."""
        known = (theirs.current_player(), action)
        if known not in self._keys:
            self._keys[known] = self.adapter.theirs(theirs, action)
        return self._keys[known]

    def key_of_ours(self, move: str) -> Key | None:
        """What our move is called here."""
        if move not in self._own_keys:
            self._own_keys[move] = self.adapter.ours(move)
        return self._own_keys[move]


class _Walk:
    """One game."""

    def __init__(self, comparison: Comparison, chance: Random) -> None:
        self.comparison = comparison
        self.adapter = comparison.adapter
        self.chance = chance
        self.state: State = comparison.game.start()
        self.theirs = comparison.peer.new_initial_state()
        self.plies: list[Ply] = []
        self.made: set[Ply] = set()

    def run(self) -> End:
        """Plays until one of the two is over.

        Raises:
            Disagreement: they differ.
        """
        while True:
            moves = self.legal()
            ply, action = self.choose(moves)
            again = self.adapter.repeats and ply in self.made
            self.made.add(ply)
            self.plies.append(ply)
            self.state = self.state.play({self.state.acting[0]: ply.move})
            self.theirs.apply_action(action)
            if again:
                self.expect_draw("a move made again in the same position")
                return End.OURS
            self.skip_passes()
            if self.state.outcome is not None or self.theirs.is_terminal():
                return self.ended()

    def legal(self) -> dict[str, int]:
        """The moves that both have: ours, and OpenSpiel's numbers of them."""
        seat = self.adapter.seats[self.theirs.current_player()]
        if self.state.acting != (seat,):
            raise Disagreement(f"to move: ours {self.state.acting}, theirs {seat}")
        ours: dict[Key, str] = {}
        for move in self.state.legal(seat):
            if (key := self.comparison.key_of_ours(move)) is not None:
                ours[key] = move
        theirs = {self.comparison.key_of_theirs(self.theirs, action): action for action in self.theirs.legal_actions()}
        if ours.keys() != theirs.keys():
            mine, others = sorted(ours.keys() - theirs.keys()), sorted(map(str, theirs.keys() - ours.keys()))
            raise Disagreement(f"legal for {seat}: only ours {mine}, only theirs {others}")
        return {move: theirs[key] for key, move in ours.items()}

    def choose(self, moves: dict[str, int]) -> tuple[Ply, int]:
        """A random move; one that ends our game by repetition only where there is no other."""
        position = " ".join(self.state.position.split()[:5]) if self.adapter.repeats else ""
        plies = [Ply(position, move) for move in moves]
        if self.adapter.repeats:
            plies = [ply for ply in plies if ply not in self.made] or plies
        ply = self.chance.choice(plies)
        return ply, moves[ply.move]

    def skip_passes(self) -> None:
        """Makes OpenSpiel's passes: moves without a key, where there is no other."""
        while not self.theirs.is_terminal():
            actions = self.theirs.legal_actions()
            if len(actions) > 1 or self.comparison.key_of_theirs(self.theirs, actions[0]) is not None:
                return
            self.theirs.apply_action(actions[0])

    def ended(self) -> End:
        """Compares the results of the two, of which at least one is over."""
        if (
            self.state.outcome is None
            and not any(self.theirs.returns())
            and self.adapter.they_draw(self.plies, self.state)
        ):
            if self.adapter.plays_on:
                self.play_on()
            return End.THEIRS
        if self.state.outcome is None or not self.theirs.is_terminal():
            over = "theirs" if self.state.outcome is None else "ours"
            raise Disagreement(f"only {over} is over: {self.state.outcome}, {self.theirs.returns()}")
        returns = self.theirs.returns()
        results = {1: "win", 0: self.adapter.tie, -1: "lose"}
        expected = {seat: results[value] for seat, value in zip(self.adapter.seats, returns, strict=True)}
        if dict(self.state.outcome) != expected:
            raise Disagreement(f"result: ours {dict(self.state.outcome)}, theirs {returns}")
        return End.BOTH

    def play_on(self) -> None:
        """Plays ours to its end alone; it has to be a draw too."""
        while self.state.outcome is None:
            (seat,) = self.state.acting
            self.plies.append(Ply("", self.chance.choice(self.state.legal(seat))))
            self.state = self.state.play({seat: self.plies[-1].move})
        self.expect_draw("only theirs was over")

    def expect_draw(self, why: str) -> None:
        """Ours is over, as a draw."""
        outcome = self.state.outcome
        if outcome is None or set(outcome.values()) != {"draw"}:
            raise Disagreement(f"{why}: no draw in ours, but {outcome and dict(outcome)}")
