"""What every family of games offers, and all that is known of a game outside this library.

A state is a value: `play` and `leave` return a new one and change nothing. A seat is named by an identifier (`black`,
`white`, `pink`, `yellow`), Chaos's seat is `chaos`; `spectator` is a viewer too. Moves have one text form
(docs/notation.md).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Literal

Outcome = Literal["win", "draw", "lose"]
SPECTATOR = "spectator"
CHAOS = "chaos"
"""The seat that the platform holds in some games: it acts, plays and has a view like any other, and has no outcome."""
MAX_SEED = (1 << 128) - 1


class State(ABC):
    """What is true in a match at one moment."""

    @property
    @abstractmethod
    def acting(self) -> tuple[str, ...]:
        """The seats that owe a decision now, in order of play: empty at the end, several in a sealed round.

        This is the truth, for whoever keeps the match; what a viewer may know of it stands in their view. Chaos may be
        among them.
        """

    @property
    def is_mid_turn(self) -> bool:
        """Whether the seat to move has made a part of its turn and owes the rest: its clock goes on."""
        return False

    @property
    @abstractmethod
    def outcome(self) -> Mapping[str, Outcome] | None:
        """What became of each player's seat; None while the match goes on.

        Chaos's follows: it wins where all players lose, and loses where all win, also where it has no seat.
        """

    @abstractmethod
    def legal(self, seat: str) -> tuple[str, ...]:
        """The moves that the seat may make as it sees the board, in a fixed order; empty where it owes no decision.

        Raises:
            NotActing: there is no such seat in this game.
        """

    @abstractmethod
    def weights(self, seat: str) -> tuple[int, ...]:
        """In how many ways Random hits each of `legal(seat)`: each piece in reserve is a way of its own."""

    @abstractmethod
    def play(self, moves: Mapping[str, str | Sequence[str]]) -> State:
        """The state after a move, or several moves in order, of each seat given: all or nothing.

        All who are asked something together may be given, also where an answer of one ends the question.

        Raises:
            UnreadableMove, IllegalMove, AmbiguousMove: the move cannot be made; the message says why.
            NotActing: the seat owes no decision now.
            MatchOver: there is nothing left to decide.
        """

    @abstractmethod
    def silence(self, seat: str) -> str | None:
        """The move that is made for a seat which lets its time run out; None where it leaves the match instead."""

    @abstractmethod
    def leave(self, *seats: str) -> State:
        """The state after these seats resigned, ran out of time or went away at one moment, judged by the rules.

        Rules: C46. One event, whatever the order of the seats; there is at least one.

        Raises:
            NotActing: a seat is not in the match, or has left it already; nobody can make Chaos leave.
            MatchOver: there is nothing left to leave.
        """

    @abstractmethod
    def view(self, viewer: str) -> dict[str, Any]:
        """All that a seat, or `spectator`, may know, as JSON values (docs/view.schema.json).

        Raises:
            NotActing: there is no such viewer.
        """

    @property
    @abstractmethod
    def position(self) -> str:
        """One line that says all that is true now, without history: equal text, equal future but for repetition."""

    @abstractmethod
    def __str__(self) -> str:
        """The start and the moves since; `Game.read_state` reads it back exactly."""


class Game(ABC):
    """The rules of a game, ready to be played."""

    @property
    @abstractmethod
    def name(self) -> str:
        """What people call it."""

    @property
    @abstractmethod
    def seats(self) -> tuple[str, ...]:
        """The players' seats in order of play, without Chaos."""

    @property
    @abstractmethod
    def has_chaos(self) -> bool:
        """Whether Chaos has a seat, after all players."""

    @property
    @abstractmethod
    def has_secrets(self) -> bool:
        """Whether anything is ever hidden from anybody: cloaked spaces, or sealed rounds."""

    @abstractmethod
    def start(self, seed: int | None = 0) -> State:
        """The state before the first move.

        Args:
            seed: 0 … MAX_SEED; fixes the engine's own chance (decks, split pots). None where it is not known, as to
                whoever plays on from a view; the state's text then says so.
        """

    @abstractmethod
    def read_state(self, text: str) -> State:
        """Reads the text of a state.

        Raises:
            UnreadableState: it is no state of this game; the message says where it stops making sense.
        """
