"""What a match is: values, without behaviour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from redscience.interface import SPECTATOR
from redscience.random_games import Result
from services.match.table import Table

Status = Literal["running", "ended"]
Reason = Literal["rules", "resigned", "time", "aborted"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A place in a match.

    Attributes:
        seat: its name in the game, "black".
        slot: its place in the invitation, from 0; Chaos's comes after them all.
        player_id: who is rated; "" for Chaos, which is no player.
        player_name: as it was when the match was made.
        kind: "person", "bot", "persona", "anonymous", "random", "house" or "chaos"; in an invitation also
            "open" for whoever has the link, and "next" for the next person available.
        controller_id: who may act: a player's id, or `service:<name>`.
        outcome: None before the end, and for Chaos where it neither won nor lost.
    """

    seat: str
    slot: int
    player_id: str
    player_name: str
    kind: str
    controller_id: str
    outcome: Result | None = None

    @property
    def is_held_by_service(self) -> bool:
        """Whether a part of the platform acts here, rather than somebody outside it."""
        return self.controller_id.startswith("service:")


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The time of the turn that is running: when it began, and the instant from which it is over.

    Attributes:
        known_at_ms: what time was lost before this instant has been given back.
    """

    started_at_ms: int
    due_at_ms: int
    known_at_ms: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class StoppedClock:
    """What a clock had told when a match was paused.

    Attributes:
        at_ms: when that was.
        elapsed_ms, left_ms: since when the turn had gone on, and for how long it still might.
    """

    at_ms: int
    elapsed_ms: int
    left_ms: int


@dataclass(frozen=True, slots=True)
class AgreedPause:
    """What has been said since the last turn about pausing a match, and whether it is paused.

    Attributes:
        asked_by: the seat that asks for a pause; "" where none does.
        agreed: the seats that agree.
        refused: the seats that have asked and were refused.
        question_ends_at_ms: until when the question stands; None where there is none.
        stopped: its clock, while it is paused.
        resumed_by: the seat that ended the last pause; "" where none did, or it ended by itself.
    """

    asked_by: str = ""
    agreed: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    question_ends_at_ms: int | None = None
    stopped: StoppedClock | None = None
    resumed_by: str = ""


@dataclass(frozen=True, slots=True)
class PauseEvent:
    """One thing that was said about it, or that a match was paused, or goes on.

    Attributes:
        kind: "paused" where all have agreed.
        seat: whoever says it; of "paused", and of "nopause", whoever had asked; "" of "resumed" where nobody does.
        at_ms: when it was received.
        elapsed_ms, left_ms: of "paused", what the clock told.
    """

    kind: Literal["askpause", "okpause", "nopause", "paused", "resumed"]
    seat: str
    at_ms: int
    elapsed_ms: int = 0
    left_ms: int = 0


@dataclass(frozen=True, slots=True)
class HintEvent:
    """A seat is given a hint."""

    seat: str
    at_ms: int

    @property
    def kind(self) -> Literal["hinted"]:
        """Its name in the record."""
        return "hinted"


@dataclass(frozen=True, slots=True)
class Match:
    """Everything about a match but its turns.

    Attributes:
        seed: 32 hexadecimal digits; secret until the end.
        seats: in the order of the invitation, Chaos last.
        pause_ms: how long moves that nobody is asked for wait before they show; 0 in games without secrets.
        version: the number of the last row of its record; whoever stores the next row was first.
        clock: None where nothing runs.
        pause_ends_at_ms: when moves that wait are made, or a pause that was agreed on ends by itself; None where
            neither is.
        agreed_pause: what the players say of pausing it.
        is_hinted: whether a seat was given a hint; it is not rated then.
        tournament_id: of which it is a game; "" of none.
        look_at_ms: when the sweep looks whether something is due: never later than that; None where it is over.
        reason: why it ended; None while it runs.
        ended_at_ms: None while it runs.
    """

    id: str
    game_id: str
    game_name: str
    rule_set: str
    digest: str
    rules_version: int
    seed: str
    universe: str
    rated: bool
    seconds_per_turn: int
    seats: tuple[Seat, ...]
    created_at_ms: int
    started_at_ms: int
    pause_ms: int = 0
    version: int = 0
    clock: TurnClock | None = None
    pause_ends_at_ms: int | None = None
    reason: Reason | None = None
    ended_at_ms: int | None = None
    agreed_pause: AgreedPause = AgreedPause()
    is_hinted: bool = False
    tournament_id: str = ""
    look_at_ms: int | None = field(default=None, compare=False)

    @property
    def is_paused(self) -> bool:
        """Whether the players have agreed that nobody moves now."""
        return self.agreed_pause.stopped is not None

    @property
    def status(self) -> Status:
        """Where the match stands."""
        return "running" if self.reason is None else "ended"

    @property
    def maker_id(self) -> str:
        """Who made the match, and so is to wait where it costs much."""
        return self.seats[0].controller_id

    @property
    def outside_viewers(self) -> tuple[str, ...]:
        """All who may see the match and are no part of the platform."""
        return (*(seat.seat for seat in self.seats if not seat.is_held_by_service), SPECTATOR)

    def seat(self, name: str) -> Seat:
        """The seat of that name, which must exist."""
        return next(seat for seat in self.seats if seat.seat == name)


@dataclass(frozen=True, slots=True)
class TakeBack:
    """What has been said since the last turn about taking moves back.

    Attributes:
        asked_by: the seat that asks to take back its last decision; "" where none does.
        agreed: the seats that agree.
        refused: the seats that have asked and were refused.
    """

    asked_by: str = ""
    agreed: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class TakeBackEvent:
    """One thing that was said about it, or that the moves were taken back.

    Attributes:
        kind: "undone" where all have agreed.
        seat: whoever says it; of "undone", and of "refused", whoever had asked.
        at_ms: when it was received.
        standing: of "undone", how many turns stand from here on; None of the others.
    """

    kind: Literal["asked", "agreed", "refused", "undone"]
    seat: str
    at_ms: int
    standing: int | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A match at one moment: the match, its table, and the moves that are kept back, by seat."""

    match: Match
    table: Table
    proposals: Mapping[str, tuple[str, ...]]
    take_back: TakeBack = TakeBack()

    @property
    def is_left_to_the_house(self) -> bool:
        """Whether only players of the platform's own are still in it, so that nobody waits for its end."""
        gone = self.table.gone
        return bool(gone) and all(seat.is_held_by_service or seat.seat in gone for seat in self.match.seats)
