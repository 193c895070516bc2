"""A match as replayed from its turns, and what each viewer has seen of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from redscience.interface import SPECTATOR, Game, Outcome, State

Left = Literal["resigned", "time"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One recorded event.

    Attributes:
        number: from 1, without gaps.
        seat: whose it is.
        moves: what was played; empty where the seat left.
        left: why the seat left; None where it played.
        at_ms: when it was received.
        thinking_ms: how long the seat had been to move.
        automatic: made by the service: the only legal choice, or what silence means.
        versions: each viewer's view version after it.
    """

    number: int
    seat: str
    moves: tuple[str, ...]
    left: Left | None
    at_ms: int
    thinking_ms: int
    automatic: bool
    versions: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Tally:
    """The turns that a seat has taken itself, and the time they took together."""

    turns: int = 0
    thinking_ms: int = 0


@dataclass(frozen=True)
class Table:
    """A state, and the history that its viewers can tell apart.

    Attributes:
        state: what the library says.
        number: how many events led here.
        last_at_ms: when the last of them was received; 0 before the first.
        versions: how often each viewer's own view has changed, from 1.
        tallies: by seat; automatic turns do not count.
    """

    state: State
    number: int
    last_at_ms: int
    versions: Mapping[str, int]
    tallies: Mapping[str, Tally]
    _views: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def is_over(self) -> bool:
        """Whether the rules have decided."""
        return self.state.outcome is not None

    @property
    def outcome(self) -> Mapping[str, Outcome]:
        """What became of each seat; only where the rules have decided."""
        return cast("Mapping[str, Outcome]", self.state.outcome)

    def view(self, viewer: str) -> str:
        """The viewer's view as JSON text, the same text for the same view."""
        if viewer not in self._views:
            self._views[viewer] = json.dumps(self.state.view(viewer), ensure_ascii=False, separators=(",", ":"))
        return self._views[viewer]

    def play(
        self, seat: str, moves: tuple[str, ...], *, at_ms: int, thinking_ms: int = 0, automatic: bool = False
    ) -> tuple[Table, Turn]:
        """The table after moves of one seat, and the event that records them.

        Raises:
            MoveError, NotActing, MatchOver: as the library says.
        """
        turn = Turn(self.number + 1, seat, moves, None, at_ms, thinking_ms, automatic, {})
        return self._recorded(self.state.play({seat: moves}), turn)

    def leave(self, seat: str, left: Left, *, at_ms: int, thinking_ms: int = 0) -> tuple[Table, Turn]:
        """The table after a seat left, and the event that records it.

        Raises:
            NotActing: it has left already.
            MatchOver: there is nothing left to leave.
        """
        turn = Turn(self.number + 1, seat, (), left, at_ms, thinking_ms, automatic=False, versions={})
        return self._recorded(self.state.leave(seat), turn)

    def replayed(self, turns: Iterable[Turn]) -> Table:
        """The table after recorded turns, the first of which follows on this one."""
        table = self
        for turn in turns:
            state = table.state.leave(turn.seat) if turn.left else table.state.play({turn.seat: turn.moves})
            table = table._after(state, turn)
        return table

    def _recorded(self, state: State, turn: Turn) -> tuple[Table, Turn]:
        after = self._after(state, turn)
        # The end is a change for everybody, even for a viewer whose board it leaves as it was.
        versions = {
            viewer: version + (after.is_over or after.view(viewer) != self.view(viewer))
            for viewer, version in self.versions.items()
        }
        return replace(after, versions=versions), replace(turn, versions=versions)

    def _after(self, state: State, turn: Turn) -> Table:
        tallies = self.tallies
        if not turn.automatic:
            tally = tallies[turn.seat]
            is_new_turn = turn.left is None and not self.state.is_mid_turn
            tallies = {**tallies, turn.seat: Tally(tally.turns + is_new_turn, tally.thinking_ms + turn.thinking_ms)}
        return Table(state, turn.number, turn.at_ms, turn.versions, tallies)


def laid(game: Game, seed: str) -> Table:
    """The table of a game before the first turn.

    Args:
        game: what is played.
        seed: 32 hexadecimal digits.
    """
    return Table(
        state=game.start(int(seed, 16)),
        number=0,
        last_at_ms=0,
        versions=dict.fromkeys((*game.seats, SPECTATOR), 1),
        tallies=dict.fromkeys(game.seats, Tally()),
    )
