"""Games that people come to: who is here, when one is begun, and what becomes of those to which somebody has not come.

A set of seats in which people play is a block that waits for them, a while (`Settings.window_ms`). When all people of
its next game are here that game is called, and the block is played like one of bots; after it the block waits for the
next one. When its time is over whoever is not here has lost the rest of it. All of it is decided under the lock of the
tournament's row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, select, update

from redscience.errors import TournamentNotBegun, TournamentOver, UnknownTournament
from redscience.tournaments.schedule import ScheduledGame
from services.batch import block_store, schema
from services.batch.model import Block, Round, Tournament
from services.batch.recording import match_id
from services.batch.rounds import games_of, schedule
from services.batch.rows import block_of
from services.batch.store import Store
from services.kit.expiry import MOST_APART_MS

HERE_MS = 90_000
"""Whoever says that they are here is, for so long: a page that nobody sees may be let speak once a minute alone."""
GRACE_MS = 10 * 60_000
"""So long at least people have for their next game when they have played one."""
SEEN_EVERY_MS = 20_000
"""So often it is noted that a tournament goes on."""
LOST_MS = 60_000
"""Time in which that was not noted is given back where it is longer."""

_tournaments, _players, _blocks = schema.tournaments.c, schema.players.c, schema.blocks.c


@dataclass(frozen=True, slots=True)
class Appointment:
    """The next game of a block that people play, or the one that they play now.

    Attributes:
        people: those who play it, by their numbers among the players.
    """

    block: Block
    game: ScheduledGame
    people: frozenset[int]

    @property
    def left(self) -> int:
        """How many games of its block are not over, this one among them."""
        return self.block.count - (self.game.number - self.block.first)


@dataclass(frozen=True, slots=True)
class Pairing:
    """What players who meet have before them.

    Attributes:
        game: the next one of theirs, or the one that they play now.
        closes_at_ms: when whoever is not here has lost it; None while it is played.
        here: those of its people who are here.
        match_id: where it is played; "" where it is not, or not yet.
        left: how many games they have, this one among them.
        round: in which they meet, from 0.
    """

    game: ScheduledGame
    closes_at_ms: int | None
    here: frozenset[int]
    match_id: str
    left: int
    round: int


@dataclass(frozen=True, slots=True)
class Meetings:
    """Who meets whom in a tournament now.

    Attributes:
        pairings: of those who have games to play.
        sitting_out: people who meet nobody in this round, by their numbers among the players.
    """

    pairings: Sequence[Pairing] = ()
    sitting_out: frozenset[int] = frozenset()


class Appointments:
    """Has people meet; each method is a part of a unit of work.

    Args:
        store: what is in the database.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def arrive(
        self, connection: Connection, tournament_id: str, player_id: str, now_ms: int, *, leaves: bool
    ) -> Tournament:
        """Somebody says that they are here, or no more. A game of theirs to which all have come is called.

        Raises:
            UnknownTournament: they do not play in such a tournament.
            TournamentOver, TournamentNotBegun: it is not being played.
        """
        tournament = self._store.lock(connection, tournament_id)
        number = None if tournament is None else number_of(tournament, player_id)
        if tournament is None or number is None:
            raise UnknownTournament("There is no such tournament, or you do not play in it.")
        if tournament.is_over:
            raise TournamentOver("The tournament is over.")
        if tournament.status == "inviting":
            raise TournamentNotBegun("The tournament has not begun yet.")
        # What they came too late for is settled before they are here; of what is paused that is not known yet.
        for each in self._of(connection, tournament, number) if tournament.status == "running" else ():
            self.settle(connection, tournament, each.block, now_ms)
        _set_here(connection, tournament, {number}, 0 if leaves else now_ms + HERE_MS)
        if tournament.status == "running" and not leaves:
            self._call(connection, tournament, number, now_ms)
        return tournament

    def withdraw(self, connection: Connection, tournament: Tournament, number: int, now_ms: int) -> Tournament:
        """Somebody leaves a tournament that goes on: nobody waits for them, and what they have not played is lost.

        What they play now goes on. Its row is locked meanwhile.
        """
        left = replace(tournament, withdrawn=tournament.withdrawn | {number})
        self._store.set_withdrawn(connection, left)
        _set_here(connection, left, {number}, 0)
        for each in self._of(connection, left, number):
            self.settle(connection, left, each.block, now_ms)
        return left

    def come_back(self, connection: Connection, tournament: Tournament, number: int) -> Tournament:
        """Somebody who has left a tournament plays on, from its next round. Its row is locked meanwhile."""
        back = replace(tournament, withdrawn=tournament.withdrawn - {number})
        self._store.set_withdrawn(connection, back)
        return back

    def settle(self, connection: Connection, tournament: Tournament, block: Block, now_ms: int) -> None:
        """Decides who has not come to a block whose time is over, or to which somebody comes no more.

        Where its people play another game when its time is over it waits on.
        """
        is_past = _is_past(block, now_ms)
        if not block.is_waiting or not (is_past or tournament.withdrawn):
            return
        people = _appointment(tournament, self._store.rounds(connection, tournament.id), block).people
        gone = sorted(people & tournament.withdrawn)
        if gone:
            # Of the others nobody can be late any more.
            _write(connection, block.id, is_waiting=False, absent=gone, handed_at_ms=0)
            return
        if not is_past:
            return
        here = self._here(connection, [tournament], block.closes_at_ms or 0, now_ms)[tournament.id]
        absent = sorted(people - here)
        if not absent or not people.isdisjoint(self._playing(connection, tournament)):
            _write(connection, block.id, closes_at_ms=now_ms + GRACE_MS)
        else:
            _write(connection, block.id, is_waiting=False, absent=absent, handed_at_ms=0)

    def wait_again(self, connection: Connection, block_id: str, taken_by: str, now_ms: int) -> None:
        """A game of a block is over, and the block waits for the next one, unless somebody else has it."""
        block = block_store.find(connection, block_id)
        tournament = block and self._store.lock(connection, block.tournament_id)
        # It is read once more under the lock.
        block = block_store.find(connection, block_id)
        if not tournament or block is None or block.taken_by != taken_by or block.is_done:
            return
        _write(connection, block.id, is_waiting=True, taken_by="", leased_until_ms=0)
        self.give_grace(connection, tournament, block, now_ms)
        again = block_store.find(connection, block.id)
        if again is not None:
            self.settle(connection, tournament, again, now_ms)

    def give_grace(self, connection: Connection, tournament: Tournament, block: Block, now_ms: int) -> None:
        """Those who have played a game of a block are given time to come to their next one."""
        people = _appointment(tournament, self._store.rounds(connection, tournament.id), block).people
        for each in self._every(connection, tournament):
            waiting = each.block
            if waiting.is_waiting and not people.isdisjoint(each.people):
                _write(connection, waiting.id, closes_at_ms=max(waiting.closes_at_ms or 0, now_ms + GRACE_MS))

    def meetings(self, connection: Connection, tournaments: Sequence[Tournament], now_ms: int) -> dict[str, Meetings]:
        """What people are to play now, by tournament: of the blocks in which the same meet, one."""
        begun = [each for each in tournaments if each.people and not each.is_over and each.status != "inviting"]
        if not begun:
            return {}
        here, rounds = self._here(connection, begun, now_ms, now_ms), self._rounds(connection, begun)
        appointments = self._all(connection, begun, rounds)
        return {
            each.id: Meetings(
                _pairings(each, appointments[each.id], here[each.id]),
                _sitting_out(each, rounds[each.id]) if appointments[each.id] else frozenset(),
            )
            for each in begun
        }

    def give_back(self, connection: Connection, now_ms: int, tournament_id: str = "", *, at_least_ms: int) -> list[str]:
        """Gives back time in which tournaments did not go on, and notes that they do; the ids of those.

        Args:
            connection: to the database.
            now_ms: the present instant.
            tournament_id: of which; "" for all that run.
            at_least_ms: less is not given back.
        """
        given = []
        for own_id, seen_at_ms in connection.execute(_seen(tournament_id)).all():
            noted = update(schema.tournaments).where(_tournaments.id == own_id, _tournaments.seen_at_ms == seen_at_ms)
            lost_ms = now_ms - seen_at_ms
            if connection.execute(noted.values(seen_at_ms=now_ms)).rowcount and lost_ms >= at_least_ms:
                waiting = _blocks.tournament_id == own_id, _blocks.is_waiting
                later = update(schema.blocks).where(*waiting)
                connection.execute(later.values(closes_at_ms=_blocks.closes_at_ms + lost_ms))
                given.append(own_id)
        return given

    def has_people(self, connection: Connection) -> bool:
        """Whether any tournament that runs has people in it."""
        return connection.execute(_seen("").limit(1)).first() is not None

    def _here(
        self, connection: Connection, tournaments: Sequence[Tournament], at_ms: int, now_ms: int
    ) -> dict[str, frozenset[int]]:
        """Who of the people of each was here at an instant, or is, as is known now."""
        query = select(_players.tournament_id, _players.player_id).where(
            _players.tournament_id.in_([each.id for each in tournaments]),
            _players.here_until_ms > at_ms,
            # Later ones are of a clock that was ahead.
            _players.here_until_ms <= now_ms + HERE_MS + MOST_APART_MS,
        )
        here = {(row.tournament_id, row.player_id) for row in connection.execute(query)}
        return {
            each.id: frozenset(number for number in each.people if (each.id, each.players[number].player_id) in here)
            for each in tournaments
        }

    def _call(self, connection: Connection, tournament: Tournament, number: int, now_ms: int) -> None:
        """Has the first game of somebody's begun to which all have come, unless one of them is playing another."""
        here = self._here(connection, [tournament], now_ms, now_ms)[tournament.id]
        playing = self._playing(connection, tournament)
        for each in self._of(connection, tournament, number):
            if each.block.is_waiting and each.people <= here and each.people.isdisjoint(playing):
                _write(connection, each.block.id, is_waiting=False, called=each.block.called + 1, handed_at_ms=0)
                # They say so anew for the next one.
                _set_here(connection, tournament, each.people, 0)
                return

    def _playing(self, connection: Connection, tournament: Tournament) -> frozenset[int]:
        """Who plays a game of the tournament now."""
        playing = (each.people for each in self._every(connection, tournament) if not each.block.is_waiting)
        return frozenset[int]().union(*playing)

    def _of(self, connection: Connection, tournament: Tournament, number: int) -> list[Appointment]:
        """Somebody's appointments, in the order of the games."""
        return [each for each in self._every(connection, tournament) if number in each.people]

    def _every(self, connection: Connection, tournament: Tournament) -> list[Appointment]:
        return self._all(connection, [tournament], self._rounds(connection, [tournament]))[tournament.id]

    def _rounds(self, connection: Connection, tournaments: Sequence[Tournament]) -> dict[str, list[Round]]:
        return self._store.rounds_of(connection, [each.id for each in tournaments])

    def _all(
        self, connection: Connection, tournaments: Sequence[Tournament], rounds: Mapping[str, Sequence[Round]]
    ) -> dict[str, list[Appointment]]:
        """The appointments of each, in the order of the games."""
        by_id = {each.id: each for each in tournaments}
        query = (
            select(schema.blocks)
            .where(_blocks.tournament_id.in_(by_id), _blocks.is_live, ~_blocks.is_done)
            .where(_blocks.closes_at_ms.is_not(None))
            .order_by(_blocks.first_game)
        )
        found: dict[str, list[Appointment]] = {each: [] for each in by_id}
        for row in connection.execute(query):
            own_id: str = row.tournament_id
            found[own_id].append(_appointment(by_id[own_id], rounds[own_id], block_of(row)))
        return found


def _pairings(tournament: Tournament, appointments: Iterable[Appointment], here: frozenset[int]) -> list[Pairing]:
    together: dict[frozenset[int], list[Appointment]] = {}
    for each in appointments:
        if not each.block.absent:
            together.setdefault(frozenset(each.game.players), []).append(each)
    found = []
    for group in together.values():
        one = min(group, key=lambda each: each.block.is_waiting)
        found.append(
            Pairing(
                game=one.game,
                closes_at_ms=one.block.closes_at_ms if one.block.is_waiting else None,
                here=here & one.people,
                match_id=match_id(tournament, one.game.number) if one.block.has_match else "",
                left=sum(each.left for each in group),
                round=one.block.round,
            )
        )
    return found


def _sitting_out(tournament: Tournament, rounds: Sequence[Round]) -> frozenset[int]:
    """People who meet nobody in the last of the rounds, and have not left."""
    combinations = rounds[-1].combinations
    if combinations is None:
        return frozenset()
    return tournament.people.difference(tournament.withdrawn, *combinations)


def _appointment(tournament: Tournament, rounds: Sequence[Round], block: Block) -> Appointment:
    round_ = rounds[block.round]
    over = block.called if block.is_waiting else max(0, block.called - 1)
    number = block.first + min(over, block.count - 1)
    (game,) = games_of(schedule(tournament, round_), round_, number, 1)
    return Appointment(block, game, tournament.people.intersection(game.players))


def absent_seats(block: Block, game: ScheduledGame) -> Sequence[int]:
    """The seats of a game whose people have not come."""
    is_called = game.number - block.first < block.called
    return () if is_called else [seat for seat, player in enumerate(game.players) if player in block.absent]


def _is_past(block: Block, now_ms: int) -> bool:
    return block.closes_at_ms is not None and block.closes_at_ms <= now_ms


def number_of(tournament: Tournament, player_id: str) -> int | None:
    """Somebody's number among the players of a tournament; None where they are not among its people."""
    return next((each for each in tournament.people if tournament.players[each].player_id == player_id), None)


def _set_here(connection: Connection, tournament: Tournament, people: set[int] | frozenset[int], until_ms: int) -> None:
    ids = [tournament.players[number].player_id for number in people]
    theirs = update(schema.players).where(_players.tournament_id == tournament.id, _players.player_id.in_(ids))
    connection.execute(theirs.values(here_until_ms=until_ms))


def _write(connection: Connection, block_id: str, **values: Any) -> None:
    connection.execute(update(schema.blocks).where(_blocks.id == block_id, ~_blocks.is_done).values(**values))


def _seen(tournament_id: str) -> Any:
    query = select(_tournaments.id, _tournaments.seen_at_ms).where(_tournaments.seen_at_ms > 0)
    if tournament_id:
        return query.where(_tournaments.id == tournament_id)
    return query.where(_tournaments.status == "running")
