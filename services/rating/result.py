"""A finished match as rating needs it, read from what the match service tells of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Literal, cast

from google.protobuf.message import DecodeError

from redscience.api.match.v1.match_pb2 import EndedMatch, EndedSeat
from redscience.errors import Fault, InvalidField
from services.kit.ids import is_id
from services.kit.universes import PUBLIC

Outcome = Literal["win", "draw", "lose"]

OUTCOMES = ("win", "draw", "lose")

MAX_NAME = 16
"""Of a seat or a kind of player."""

MAX_SEATS = 16
"""More than any game has; a larger number is a mistake of the sender."""

MAX_STATISTICS = 16
"""Numbers of one seat, as `redscience.interface.Family.statistics` says."""

_STATISTIC = re.compile(r"[a-z][a-z ]{0,31}")


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What became of one seat.

    Attributes:
        seat: its name, "black".
        player_id: who is rated.
        kind: "person", "bot", "random", "house".
        outcome: how the match ended for it.
        team: seats of one team share the outcome and are rated together.
        turns: the turns it took.
        thinking_ms: the time they took together.
        weight: the share of the match that its player has played themself, from 0 to 1.
        statistics: the numbers that the game keeps of its matches, by name.
    """

    seat: str
    player_id: str
    kind: str
    outcome: Outcome
    team: int
    turns: int
    thinking_ms: int
    weight: float = 1.0
    statistics: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What became of one match.

    Attributes:
        event_id: of the fact that tells it.
        match_id, game_id, universe: of the match.
        rated: whether it counts.
        started_at_ms, ended_at_ms: when it was played.
        seats: in order of play, without Chaos; at least one.
        chaos: what became of Chaos at the table, "draw" where it neither won nor lost; or of the phantom that loses
            when all players win, and wins when all lose. None without either.
    """

    event_id: str
    match_id: str
    game_id: str
    universe: str
    rated: bool
    started_at_ms: int
    ended_at_ms: int
    seats: tuple[SeatResult, ...]
    chaos: Outcome | None


def is_universe(text: str) -> bool:
    """Whether `text` could be the id of a universe."""
    return text == PUBLIC or is_id(text)


def read_result(payload: bytes) -> MatchResult:
    """Reads the payload of `redscience.match.ended.v1`.

    Raises:
        InvalidField: it is no such message, or says what cannot be; every fault is named.
    """
    try:
        message = EndedMatch.FromString(payload)
    except DecodeError:
        raise InvalidField(
            [Fault("payload", "is no match.v1.EndedMatch", "Send the serialized message")],
        ) from None
    return result_of(message)


def result_of(ended: EndedMatch) -> MatchResult:
    """Checks the message and freezes it.

    Raises:
        InvalidField: it says what cannot be; every fault is named.
    """
    faults = tuple(_faults(ended))
    if faults:
        raise InvalidField(faults)
    return MatchResult(
        event_id=ended.event_id,
        match_id=ended.match_id,
        game_id=ended.game_id,
        universe=ended.universe,
        rated=ended.rated,
        started_at_ms=ended.started_at_ms,
        ended_at_ms=ended.ended_at_ms,
        seats=tuple(
            SeatResult(
                seat=seat.seat,
                player_id=seat.player_id,
                kind=seat.kind,
                outcome=cast("Outcome", seat.outcome),
                team=seat.team,
                turns=seat.turns,
                thinking_ms=seat.thinking_ms,
                weight=seat.weight if seat.HasField("weight") else 1.0,
                statistics=dict(seat.statistics),
            )
            for seat in ended.seats
        ),
        chaos=cast("Outcome", ended.chaos) if ended.chaos else None,
    )


def _faults(ended: EndedMatch) -> Iterator[Fault]:
    for path in ("event_id", "match_id", "game_id"):
        if not is_id(getattr(ended, path)):
            yield Fault(path, "is not an id", "Send a ULID")
    if not is_universe(ended.universe):
        yield Fault("universe", "is no universe", 'Send "public" or a ULID')
    if ended.ended_at_ms <= 0:
        yield Fault("ended_at_ms", "is missing", "Send when the match ended, in ms since 1970")
    if ended.chaos not in ("", *OUTCOMES):
        yield Fault("chaos", f"is no outcome: {ended.chaos!r}", 'Send "win", "draw", "lose", or nothing without Chaos')
    if not 1 <= len(ended.seats) <= MAX_SEATS:
        yield Fault("seats", f"has {len(ended.seats)} entries", f"Send from 1 to {MAX_SEATS}")
        return
    outcomes: dict[int, str] = {}
    for index, seat in enumerate(ended.seats):
        yield from _seat_faults(f"seats[{index}]", seat)
        if outcomes.setdefault(seat.team, seat.outcome) != seat.outcome:
            yield Fault(f"seats[{index}].outcome", "differs from its team's", "Seats of one team share an outcome")


def _seat_faults(path: str, seat: EndedSeat) -> Iterator[Fault]:
    if not 1 <= len(seat.seat) <= MAX_NAME:
        yield Fault(f"{path}.seat", "is no name of a seat", f"Send one of 1 to {MAX_NAME} characters")
    if not 1 <= len(seat.kind) <= MAX_NAME:
        yield Fault(f"{path}.kind", "is no kind of player", f"Send one of 1 to {MAX_NAME} characters")
    if not is_id(seat.player_id):
        yield Fault(f"{path}.player_id", "is not an id", "Send a ULID")
    if seat.outcome not in OUTCOMES:
        yield Fault(f"{path}.outcome", f"is no outcome: {seat.outcome!r}", 'Send "win", "draw" or "lose"')
    if seat.turns < 0:
        yield Fault(f"{path}.turns", "is negative", "Send how many turns the seat took")
    if seat.thinking_ms < 0:
        yield Fault(f"{path}.thinking_ms", "is negative", "Send the time that its turns took")
    if not 0 <= seat.weight <= 1:
        yield Fault(f"{path}.weight", f"is {seat.weight}", "Send a number from 0 to 1, or nothing for 1")
    yield from _statistics_faults(f"{path}.statistics", seat.statistics)


def _statistics_faults(path: str, told: Mapping[str, float]) -> Iterator[Fault]:
    if len(told) > MAX_STATISTICS:
        yield Fault(path, f"has {len(told)} entries", f"Send at most {MAX_STATISTICS}")
        return
    for name, number in sorted(told.items()):
        if not _STATISTIC.fullmatch(name):
            yield Fault(path, f"has {name[:40]!r}", "Name them by at most 32 small letters and blanks")
        elif not isfinite(number):
            yield Fault(path, f"has {name!r} as {number}", "Send finite numbers")
