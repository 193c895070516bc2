"""Undercut: a family of games that is there for the tests alone, and registers itself as anybody's would.

North and south choose a number from 1 to 5, in secret and at once. Each scores its own, but whoever is exactly one
below the other takes both. Whoever has more when the points that are played for are reached wins.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from redscience.arguments import each_move
from redscience.english import English
from redscience.errors import Fault, IllegalMove, MatchOver, NotActing, RedscienceError, RuleSetError, UnreadableState
from redscience.interface import (
    LEAVE,
    MAX_SEED,
    MOST_BYTES,
    SPECTATOR,
    VIEW_FORMAT,
    Drawing,
    Family,
    Game,
    Outcome,
    Source,
    State,
    check_leavers,
    whole_seed,
)
from redscience.names import name_faults
from redscience.random_games import Result

FORMAT = "undercut/1"
SEATS = ("north", "south")
NUMBERS = ("1", "2", "3", "4", "5")
FOLDER = Path(__file__).parent


def _verdict(outcome: Outcome, north: int, south: int) -> English:
    won = [seat.capitalize() for seat, result in outcome.items() if result == "win"]
    if won:
        (winner,) = won
        return f"{winner} wins, {north} to {south}."
    return f"It is a draw, {north} to {south}." if "draw" in outcome.values() else f"Both lose, {north} to {south}."


@dataclass(frozen=True)
class UndercutState(State):
    """A match: the numbers of each round, those sealed in this one, and who has left."""

    of: UndercutSource
    seed: int | None
    rounds: tuple[Mapping[str, int], ...] = ()
    sealed: tuple[tuple[str, str], ...] = ()
    left: tuple[str, ...] = ()

    @property
    def game(self) -> Undercut:
        return Undercut(self.of)

    @property
    def points(self) -> dict[str, int]:
        points = dict.fromkeys(SEATS, 0)
        for chosen in self.rounds:
            for seat, other in (SEATS, SEATS[::-1]):
                difference = chosen[other] - chosen[seat]
                points[seat] += {1: chosen[seat] + chosen[other], -1: 0}.get(difference, chosen[seat])
        return points

    @property
    def acting(self) -> tuple[str, ...]:
        return () if self.outcome else tuple(seat for seat in SEATS if seat not in dict(self.sealed))

    @property
    def outcome(self) -> Outcome | None:
        points = self.points
        if not self.left and max(points.values()) < self.of.points:
            return None
        best = max((points[seat] for seat in SEATS if seat not in self.left), default=0)
        ahead = [seat for seat in SEATS if seat not in self.left and points[seat] == best]
        result: Result = "draw" if len(ahead) > 1 else "win"
        statistics = {seat: dict.fromkeys(UndercutFamily.statistics, float(points[seat])) for seat in SEATS}
        return Outcome({seat: result if seat in ahead else "lose" for seat in SEATS}, statistics=statistics)

    def allowed_ms(self, seat: str) -> int | None:
        del seat
        return None if self.rounds else 120_000

    def legal(self, seat: str) -> tuple[str, ...]:
        if seat not in SEATS:
            raise NotActing(f"There is no seat {seat!r} in {self.of.name}; its seats are north, south.")
        return NUMBERS if seat in self.acting else ()

    def weights(self, seat: str) -> tuple[int, ...]:
        return (1,) * len(self.legal(seat))

    def play(self, moves: Mapping[str, str | Sequence[str]]) -> UndercutState:
        state = self
        for seat, text in each_move(moves):
            state = state._sealing(seat, text)
        return state

    def _sealing(self, seat: str, text: str) -> UndercutState:
        self._refuse_if_over()
        if not self.legal(seat):
            raise NotActing(f"{seat.capitalize()} has chosen.")
        if text not in NUMBERS:
            raise IllegalMove(f"{text[:40]!r} is no number from 1 to 5.")
        sealed = dict(sorted([*self.sealed, (seat, text)]))
        if len(sealed) < len(SEATS):
            return replace(self, sealed=tuple(sealed.items()))
        return replace(self, sealed=(), rounds=(*self.rounds, {seat: int(move) for seat, move in sealed.items()}))

    def leave(self, *seats: str) -> UndercutState:
        self._refuse_if_over()
        check_leavers(seats)
        if not set(seats) <= set(SEATS):
            raise NotActing("Only north and south can leave.")
        return replace(self, left=tuple(sorted(seats)))

    def _refuse_if_over(self) -> None:
        if self.outcome:
            raise MatchOver("The match is over.")

    def view(self, viewer: str) -> dict[str, Any]:
        if viewer not in (*SEATS, SPECTATOR):
            raise NotActing(f"There is no viewer {viewer!r}.")
        outcome, last = self.outcome, self.rounds[-1] if self.rounds else {}
        return {
            "format": VIEW_FORMAT,
            "family": "undercut",
            "game": self.of.name,
            "digest": self.of.digest,
            "rules_version": 1,
            "viewer": viewer,
            "decision": "plan",
            # Whether the other has chosen is the secret of the round.
            "acting": [] if outcome else [seat for seat in SEATS if seat != viewer or seat in self.acting],
            "legal": [{"move": move, "weight": 1} for move in (() if viewer == SPECTATOR else self.legal(viewer))],
            "plan": [{"move": move} for seat, move in self.sealed if seat == viewer],
            "last": [{"seat": seat, "move": LEAVE} for seat in self.left]
            or [{"seat": seat, "move": str(number)} for seat, number in last.items()],
            "outcome": outcome and {"seats": dict(outcome), "text": _verdict(outcome, *self.points.values())},
            "table": {"points": self.points, "goal": self.of.points, "rounds": [dict(each) for each in self.rounds]},
        }

    @property
    def last_is_sealed(self) -> bool:
        return bool(self.sealed) and not self.left

    @property
    def position(self) -> str:
        return f"{'-'.join(map(str, self.points.values()))} {dict(self.sealed)} {self.left}"

    def __str__(self) -> str:
        choices = [(seat, str(number)) for chosen in self.rounds for seat, number in chosen.items()]
        events = [f"{seat}:{move}" for seat, move in (*choices, *self.sealed)]
        leaving = [f"{'+'.join(self.left)}:{LEAVE}"] if self.left else []
        return " ".join([self.of.digest, str(self.seed), *events, *leaving])


@dataclass(frozen=True)
class Undercut(Game):
    """The game."""

    of: UndercutSource
    seats = SEATS
    has_secrets = True

    @property
    def name(self) -> str:
        return self.of.name

    def start(self, seed: int | None = 0) -> UndercutState:
        return UndercutState(self.of, None if seed is None else whole_seed(seed))

    def read_state(self, text: str) -> UndercutState:
        digest, seed, *events = [*text.split(" "), "", ""][: max(2, len(text.split(" ")))]
        is_number = seed.isascii() and seed.isdecimal() and len(seed) <= len(str(MAX_SEED))
        if digest != self.of.digest or not (seed == "None" or (is_number and int(seed) <= MAX_SEED)):
            raise UnreadableState(f"{text[:40]!r} is no state of {self.name}.")
        state = self.start(None if seed == "None" else int(seed))
        for event in events:
            seat, _, move = event.partition(":")
            try:
                state = state.leave(*seat.split("+")) if move == LEAVE else state.play({seat: move})
            except RedscienceError as error:
                raise UnreadableState(f"{event[:40]!r} cannot be: {error}") from error
        return state


@dataclass(frozen=True)
class UndercutSource(Source):
    """A file: its name, and the points that are played for."""

    called: str
    points: int
    about = ""
    rules_version = 1
    seats = SEATS
    seconds_per_turn = 30

    @property
    def family(self) -> UndercutFamily:
        return UndercutFamily()

    @property
    def name(self) -> str:
        return self.called

    @property
    def digest(self) -> str:
        return f"undercut:{self.points}"

    @property
    def english(self) -> tuple[str, ...]:
        return (*(__doc__ or "").split("\n\n")[1:], f"They play for {self.points} points.")

    @property
    def opening(self) -> dict[str, Any]:
        opening: dict[str, Any] = self.game().start().view(SPECTATOR)["table"]
        return opening

    @property
    def text(self) -> str:
        return json.dumps({"format": FORMAT, "name": self.called, "points": self.points})

    def renamed(self, name: str) -> UndercutSource:
        return replace(self, called=name)

    def game(self) -> Undercut:
        return Undercut(self)


class UndercutDrawing(Drawing):
    """The points of both."""

    def table(self, view: Mapping[str, Any], fresh: Collection[Any] = ()) -> Sequence[str]:
        del fresh
        return [f"{seat:6} {points}" for seat, points in view["table"]["points"].items()]


class UndercutFamily(Family):
    """The family."""

    name = "undercut"
    format = FORMAT
    page = str(FOLDER / "page")
    shelves = {"games": ("Undercut", "Undercut40")}  # noqa: RUF012 - nobody changes it
    # Known, so that a service that starts in a test has nothing to measure.
    lengths = {"Undercut": 12, "Undercut40": 24}  # noqa: RUF012 - nobody changes it
    statistics = {"points": "sum", "best score": "most"}  # noqa: RUF012 - nobody changes it
    view_schema = json.loads((FOLDER / "view.schema.json").read_text("utf-8"))

    def read(self, text: str | bytes) -> UndercutSource:
        try:
            values: Any = json.loads(text) if len(text) <= MOST_BYTES else None
        except (ValueError, RecursionError):
            values = None
        if faults := list(_faults(values)):
            raise RuleSetError(faults)
        return UndercutSource(values["name"], values["points"])

    def ready(self, name: str) -> UndercutSource:
        return UndercutSource(name, int(name.removeprefix("Undercut") or 20))

    def drawing(self, source: Source, *, width: int, colored: bool) -> UndercutDrawing:
        del source, width, colored
        return UndercutDrawing()


def _faults(values: Any) -> Iterator[Fault]:
    if not isinstance(values, dict):
        yield Fault("file", "is not a JSON object", "Write one")
        return
    name = values.get("name")
    yield from name_faults(name if isinstance(name, str) else "")
    if not isinstance(values.get("points"), int) or not 1 <= values["points"] <= 99:
        yield Fault("points", "is no number from 1 to 99", "Write one")
    yield from (Fault(each, "is no field", "Leave it out") for each in values.keys() - {"format", "name", "points"})
