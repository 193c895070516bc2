"""Games of tournaments with bots or people: matches that the batch service begins, each once under its own id."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Connection

from redscience.api.match.v1 import match_pb2
from redscience.errors import Fault, InvalidField, UnknownMatch
from services.kit.clock import Clock
from services.kit.identity import Caller
from services.match.adjudicator import Adjudicator
from services.match.answers import question
from services.match.ending import ended_match
from services.match.invitation import Invitation
from services.match.messages import record_message
from services.match.model import Seat, Snapshot
from services.match.programs import check_hands
from services.match.starting import Starting
from services.match.store import Request
from services.match.turns import Change, absent, call_off
from services.match.watching import Watchers


@dataclass(frozen=True, slots=True)
class Scheduled:
    """A game of a tournament as it is to be played.

    Attributes:
        match_id: of the match, whenever it is begun.
        seats: the players in order of play; none has the name of a seat yet.
        rated: whether it may count.
        most_moves: after so many it is called off; 0 for never.
        absent: the numbers of the seats whose people have not come: they leave on time as it begins.
    """

    match_id: str
    tournament_id: str
    game_id: str
    game_name: str
    rule_set: str
    universe: str
    rated: bool
    seats: tuple[Seat, ...]
    most_moves: int = 0
    absent: tuple[int, ...] = ()


class Scheduling:
    """Begins games of tournaments, and tells when they are over.

    Args:
        adjudicator: stores the matches.
        starting: makes them.
        watchers: tells when one has changed.
        clock: tells the time.
    """

    def __init__(self, adjudicator: Adjudicator, starting: Starting, watchers: Watchers, clock: Clock) -> None:
        self._adjudicator = adjudicator
        self._starting = starting
        self._watchers = watchers
        self._clock = clock

    async def play(self, caller: Caller, game: Scheduled) -> AsyncGenerator[match_pb2.ScheduleResponse]:
        """Begins a match unless there is one; tells that it has begun, and what has become of it when it is over.

        Raises:
            InvalidField: so many players cannot play it, or the match is no game of the tournament.
            UnplayableGame: what is installed here does not read the game.
            LimitReached: one of the bots has its hands full.
        """
        try:
            snapshot = await self._adjudicator.look(game.match_id)
        except UnknownMatch:
            await self._begin(caller, game)
            snapshot = await self._adjudicator.look(game.match_id)
        if snapshot.match.tournament_id != game.tournament_id:
            raise _no_game()
        if game.absent and snapshot.match.reason is None:
            await self._end_by_absence(game)
            snapshot = await self._adjudicator.look(game.match_id)
        if snapshot.match.reason is None:
            yield match_pb2.ScheduleResponse()
        async with aclosing(self._watchers.wakings(game.match_id)) as wakings:
            async for _ in wakings:
                snapshot = await self._adjudicator.look(game.match_id)
                if snapshot.match.reason is None and 0 < game.most_moves <= _moves(snapshot):
                    await self.call_off(game.match_id)
                    snapshot = await self._adjudicator.look(game.match_id)
                if snapshot.match.reason is not None:
                    yield await self._over(snapshot)
                    return

    async def call_off(self, match_id: str) -> None:
        """Ends a match that is a game of a tournament; nothing changes where it is over, or there is none."""

        def decide(snapshot: Snapshot, now_ms: int) -> Change:
            if not snapshot.match.tournament_id:
                raise _no_game()
            return call_off(snapshot, now_ms)

        try:
            await self._adjudicator.take(match_id, decide, lambda _snapshot, _now_ms: None)
        except UnknownMatch:
            return

    async def _end_by_absence(self, game: Scheduled) -> None:
        """Has those leave who have not come. Whoever asks again finds it done."""
        names = self._starting.read(game.rule_set).seats
        seats = [names[number] for number in game.absent]

        def decide(snapshot: Snapshot, now_ms: int) -> Change:
            return absent(snapshot, seats, now_ms)

        await self._adjudicator.take(game.match_id, decide, lambda _snapshot, _now_ms: None)

    async def _begin(self, caller: Caller, game: Scheduled) -> None:
        seats = self._starting.read(game.rule_set).seats
        if len(seats) != len(game.seats):
            raise InvalidField([Fault("seats", f"names {len(game.seats)}", f"Name {len(seats)}")])
        now_ms = self._clock.now_ms()
        invitation = Invitation(
            id=game.match_id,
            game_id=game.game_id,
            game_name=game.game_name,
            rule_set=game.rule_set,
            universe=game.universe,
            seconds_per_turn=0,
            seats=game.seats,
            accepted=frozenset(range(len(game.seats))),
            created_at_ms=now_ms,
            lapses_at_ms=now_ms,
        )
        bots = sorted({seat.controller_id for seat in game.seats if seat.kind == "bot"})

        def check(connection: Connection) -> None:
            check_hands(connection, bots, now_ms)

        # Of two who begin it at one moment the second is answered as the first.
        request = Request(caller.controller_id, game.match_id, question("schedule", game.match_id))
        start = partial(self._starting.scheduled, invitation, game.tournament_id, rated=game.rated)
        await self._adjudicator.add(game.rule_set, start, request, lambda _snapshot, _now_ms: match_pb2.Match(), check)

    async def _over(self, snapshot: Snapshot) -> match_pb2.ScheduleResponse:
        match, history = await self._adjudicator.record(snapshot.match.id)
        ended = ended_match(snapshot, "")
        return match_pb2.ScheduleResponse(record=record_message(match, history), ended=ended)


def _moves(snapshot: Snapshot) -> int:
    return sum(len(turn.moves) for turn in snapshot.table.turns)


def _no_game() -> InvalidField:
    return InvalidField([Fault("match_id", "is no game of a tournament", "Send the id of one that was begun")])
