"""The batch service: RPC in, RPC out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from typing import Any

import grpc.aio
from sqlalchemy import Connection

from redscience.api.batch.v1 import batch_pb2
from redscience.api.batch.v1.batch_pb2_grpc import BatchServiceServicer
from redscience.errors import (
    Fault,
    InvalidField,
    LimitReached,
    NotAllowed,
    TournamentNotBegun,
    TournamentOver,
    UnknownTournament,
)
from redscience.tournaments.results import Results
from services.batch import additions, entries, fields, queries, recording
from services.batch.benchmark import Leaderboards, qualified
from services.batch.blocks import Blocks
from services.batch.creation import planned
from services.batch.curves import Curves
from services.batch.entrants import Entrants
from services.batch.messages import block_message, played_message, tournament_message
from services.batch.model import Entry, Played, Player, Round, Status, Tournament
from services.batch.progress import count_message, progress_message
from services.batch.recording import Kept
from services.batch.replay import replayed
from services.batch.store import Store
from services.batch.watching import Watching
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.identity import Access, Caller, person, player, require_caller, service
from services.kit.lanes import SlowLane
from services.kit.own_universes import is_in, universe_asked
from services.kit.rulebook import Rulebook
from services.kit.universes import Universes, home_of

WORKER = "batch-worker"
MOST_RUNNING = 8
"""Tournaments of one person that are not over."""
LATELY_MS = 24 * 3_600_000
"""So long one's own tournaments are told when they are over: how they ended is what everybody asks next."""
MOST_GAMES_BYTES = 3 << 20


def trainer(caller: Caller | None) -> bool:
    """Trainers and Admins."""
    return caller is not None and caller.kind == "person" and caller.role in {"trainer", "admin"}


ACCESS: Mapping[str, Access] = {
    "Create": trainer,
    "Get": player,
    "List": player,
    "Answer": person,
    "AddPeople": trainer,
    "Begin": trainer,
    "Arrive": person,
    "Pause": trainer,
    "Resume": trainer,
    "Cancel": trainer,
    "Watch": player,
    "ListGames": player,
    "GetGame": player,
    "Replay": player,
    "Results": player,
    "Curve": player,
    "BeginBlock": service(WORKER),
    "RenewBlock": service(WORKER),
    "FinishBlock": service(WORKER),
    "ListPlayed": service("rating"),
}

_Context = grpc.aio.ServicerContext[Any, Any]


class BatchServicer(BatchServiceServicer):
    """Makes tournaments, tells of them, and gives workers what they play.

    Args:
        database: of this service.
        store: what is in it.
        blocks: what is handed out.
        rulebook: where games are looked up.
        entrants: where bots are looked up.
        leaderboards: tell whether a tournament is a Benchmark.
        universes: who may look into which.
        watching: wakes the streams.
        clock: tells the time.
    """

    def __init__(
        self,
        *,
        database: Database,
        store: Store,
        blocks: Blocks,
        rulebook: Rulebook,
        entrants: Entrants,
        leaderboards: Leaderboards,
        universes: Universes,
        watching: Watching,
        clock: Clock,
    ) -> None:
        self._database = database
        self._store = store
        self._blocks = blocks
        self._rulebook = rulebook
        self._entrants = entrants
        self._leaderboards = leaderboards
        self._universes = universes
        self._watching = watching
        self._clock = clock
        self._curves = Curves(database)
        # Replays are made in it: those who look at them take turns.
        self._lane = SlowLane()

    async def Create(self, request: batch_pb2.CreateRequest, context: _Context) -> batch_pb2.CreateResponse:
        """Makes a tournament, unless there is one of this request."""
        del context
        caller, asked = require_caller(), fields.asked(request)
        known = partial(self._store.requested, made_by_id=caller.id, request_id=asked.request_id)
        made = await self._database.read(known)
        if made is None:
            tournament, first = await planned(asked, caller, self._rulebook, self._entrants, self._clock.now_ms())
            tournament = replace(tournament, benchmark=await qualified(tournament, self._leaderboards))
            made = await self._database.write(partial(self._add, tournament, first, asked.request_id))
            self._blocks.wake()
        fields.check_is(made, asked)
        return batch_pb2.CreateResponse(tournament=await self._message(made))

    async def Get(self, request: batch_pb2.GetRequest, context: _Context) -> batch_pb2.GetResponse:
        """A tournament."""
        del context
        return batch_pb2.GetResponse(tournament=await self._message(await self._seen(request.tournament_id)))

    async def List(self, request: batch_pb2.ListRequest, context: _Context) -> batch_pb2.ListResponse:
        """Tournaments of a universe, the newest first."""
        del context
        count = fields.within(request.page_size, "page_size", least=1, most=100, usual=20)
        now_ms = self._clock.now_ms()
        wanted = queries.Wanted(
            universe=await universe_asked(request.universe, self._universes),
            status=fields.status(request.status),
            player_id=request.player_id and fields.an_id(request.player_id, "player_id", "a player"),
            game_id=request.game_id and fields.an_id(request.game_id, "game_id", "a game"),
            before=fields.following(request.page_token),
            count=count + 1,
            benchmarks_only=request.benchmarks_only,
            own_of=require_caller().id if request.own or request.own_or_open else "",
            or_open=request.own_or_open,
            since_ms=now_ms - LATELY_MS,
        )

        def look(connection: Connection) -> tuple[list[Tournament], Sequence[batch_pb2.Progress]]:
            found = queries.listed(connection, self._store, wanted)
            return found, self._progresses(found[:count], now_ms, connection)

        found, progresses = await self._database.read(look)
        return batch_pb2.ListResponse(
            tournaments=map(_shown, found[:count], progresses),
            next_page_token=found[count - 1].id if len(found) > count else "",
        )

    async def Answer(self, request: batch_pb2.AnswerRequest, context: _Context) -> batch_pb2.AnswerResponse:
        """Accepts or declines a place in it."""
        del context
        own_id, caller, now_ms = fields.tournament_id(request.tournament_id), require_caller(), self._clock.now_ms()
        player_id = request.player_id and fields.an_id(request.player_id, "player_id", "a player")
        if player_id not in {"", caller.id}:
            await self._controlled(own_id)
            if request.accepts or not trainer(caller):
                raise NotAllowed("Nobody can accept for somebody else.")
        entry: Entry = "accepted" if request.accepts else "declined"
        joining = await self._joining(own_id, caller) if request.accepts else None
        answered = await self._database.write(
            lambda connection: (
                additions.join(connection, self._store, own_id, joining)
                if joining is not None
                else entries.answer(connection, self._store, own_id, player_id or caller.id, now_ms, entry=entry)
            )
        )
        return batch_pb2.AnswerResponse(tournament=await self._told(answered))

    async def AddPeople(self, request: batch_pb2.AddPeopleRequest, context: _Context) -> batch_pb2.AddPeopleResponse:
        """Asks further people."""
        del context
        tournament, asked = await self._controlled(request.tournament_id), fields.people(request.player_ids)
        people = await additions.found(tournament, asked, require_caller(), self._entrants)
        added = await self._database.write(
            lambda connection: additions.add(connection, self._store, tournament.id, people)
        )
        return batch_pb2.AddPeopleResponse(tournament=await self._told(added))

    async def Begin(self, request: batch_pb2.BeginRequest, context: _Context) -> batch_pb2.BeginResponse:
        """Begins it with those who have accepted."""
        del context
        own_id, now_ms = (await self._controlled(request.tournament_id)).id, self._clock.now_ms()
        begun = await self._database.write(lambda connection: entries.begin(connection, self._store, own_id, now_ms))
        return batch_pb2.BeginResponse(tournament=await self._told(begun))

    async def Arrive(self, request: batch_pb2.ArriveRequest, context: _Context) -> batch_pb2.ArriveResponse:
        """Notes that somebody is here to play."""
        del context
        own_id, caller, now_ms = fields.tournament_id(request.tournament_id), require_caller(), self._clock.now_ms()
        # Whoever comes may be the first to be heard after a while in which nothing ran.
        await self._blocks.give_back(now_ms)
        arrive = self._blocks.appointments.arrive
        joined = await self._database.write(
            lambda connection: arrive(connection, own_id, caller.id, now_ms, leaves=request.leaves)
        )
        return batch_pb2.ArriveResponse(tournament=await self._told(joined))

    async def Pause(self, request: batch_pb2.PauseRequest, context: _Context) -> batch_pb2.PauseResponse:
        """Hands out nothing more until it is resumed."""
        del context
        return batch_pb2.PauseResponse(tournament=await self._changed(request.tournament_id, "paused"))

    async def Resume(self, request: batch_pb2.ResumeRequest, context: _Context) -> batch_pb2.ResumeResponse:
        """Goes on."""
        del context
        return batch_pb2.ResumeResponse(tournament=await self._changed(request.tournament_id, "running"))

    async def Cancel(self, request: batch_pb2.CancelRequest, context: _Context) -> batch_pb2.CancelResponse:
        """Ends it before its time."""
        del context
        return batch_pb2.CancelResponse(tournament=await self._changed(request.tournament_id, "cancelled"))

    async def Watch(self, request: batch_pb2.WatchRequest, context: _Context) -> AsyncIterator[batch_pb2.WatchResponse]:
        """How far it is, now and whenever that changes."""
        del context
        own_id = (await self._seen(request.tournament_id)).id
        told: batch_pb2.Progress | None = None
        async with aclosing(self._watching.looks(own_id)) as looks:
            async for _ in looks:
                tournament = await self._found(own_id)
                progress = await self._progress(tournament)
                if progress != told:
                    yield batch_pb2.WatchResponse(progress=progress)
                told = progress
                if tournament.is_over:
                    return

    async def ListGames(self, request: batch_pb2.ListGamesRequest, context: _Context) -> batch_pb2.ListGamesResponse:
        """Games that are played, in the order of their numbers."""
        del context
        tournament = await self._seen(request.tournament_id)
        count = fields.within(request.page_size, "page_size", least=1, most=100, usual=50)
        first = fields.following_game(request.page_token, request.first)
        players = fields.players_among(request.players, len(tournament.players))
        games, following = await self._games(tournament, first, count, players)
        return batch_pb2.ListGamesResponse(
            games=map(recording.summary, games), next_page_token="" if following is None else str(following)
        )

    async def GetGame(self, request: batch_pb2.GetGameRequest, context: _Context) -> batch_pb2.GetGameResponse:
        """One game with all its moves."""
        del context
        kept = await self._named(request)
        return batch_pb2.GetGameResponse(
            summary=recording.summary(kept),
            record=recording.record(kept),
            thinking_ms=kept.thinking_ms,
            tournament_id=kept.tournament.id,
        )

    async def Replay(self, request: batch_pb2.ReplayRequest, context: _Context) -> batch_pb2.ReplayResponse:
        """A game step by step."""
        del context
        tournament = await self._seen(request.tournament_id)
        kept = await self._game(tournament, fields.game_number(request.number))
        viewer = fields.viewer(request.viewer, kept.rules.seats)
        first = fields.within(request.first, "first", least=0, most=(1 << 31) - 1)
        count = fields.within(request.count, "count", least=1, most=50, usual=20)
        made = await self._lane.run(require_caller().controller_id, partial(replayed, kept, viewer, first, count))
        return batch_pb2.ReplayResponse(replay=made.result())

    async def Results(self, request: batch_pb2.ResultsRequest, context: _Context) -> batch_pb2.ResultsResponse:
        """All that statistics are made of."""
        del context
        own_id = (await self._seen(request.tournament_id)).id
        return batch_pb2.ResultsResponse(
            counts=await self._database.read(lambda connection: self._store.results(connection, own_id))
        )

    async def Curve(self, request: batch_pb2.CurveRequest, context: _Context) -> batch_pb2.CurveResponse:
        """How the counts of players have grown."""
        del context
        tournament = await self._seen(request.tournament_id)
        most = fields.within(request.points, "points", least=1, most=fields.MOST_POINTS, usual=fields.USUAL_POINTS)
        points = await self._curves.of(tournament, most)
        return batch_pb2.CurveResponse(
            points=[
                batch_pb2.CurvePoint(games=each.games, at_ms=each.at_ms, players=map(count_message, each.players))
                for each in points
            ]
        )

    async def BeginBlock(self, request: batch_pb2.BeginBlockRequest, context: _Context) -> batch_pb2.BeginBlockResponse:
        """Gives a worker a block to play."""
        del context
        return block_message(await self._blocks.begin(*_named_block(request)))

    async def RenewBlock(self, request: batch_pb2.RenewBlockRequest, context: _Context) -> batch_pb2.RenewBlockResponse:
        """Notes that a worker plays it still."""
        del context
        await self._blocks.renew(*_named_block(request))
        return batch_pb2.RenewBlockResponse(other_block_id=await self._blocks.kept_waiting())

    async def FinishBlock(
        self, request: batch_pb2.FinishBlockRequest, context: _Context
    ) -> batch_pb2.FinishBlockResponse:
        """Counts a block."""
        del context
        block_id, _ = _named_block(request)
        counts = await asyncio.to_thread(_counts, request.counts)
        played = Played(request.games, counts, request.sets, max(0, request.took_ms))
        return batch_pb2.FinishBlockResponse(counted=await self._blocks.finish(block_id, played))

    async def ListPlayed(self, request: batch_pb2.ListPlayedRequest, context: _Context) -> batch_pb2.ListPlayedResponse:
        """Rated blocks after a cursor, oldest first."""
        del context
        after = fields.cursor(request.cursor)
        count = fields.within(request.limit, "limit", least=1, most=20, usual=1)
        blocks = await self._database.read(partial(_played, store=self._store, after=after, count=count))
        return batch_pb2.ListPlayedResponse(
            blocks=[message for _, message in blocks], next_cursor=str(blocks[-1][0] if blocks else after)
        )

    def _add(self, tournament: Tournament, first: Round | None, request_id: str, connection: Connection) -> Tournament:
        if self._store.add(connection, tournament, request_id, first):
            if self._store.count_running(connection, tournament.made_by_id) > MOST_RUNNING:
                raise LimitReached(
                    f"You have {MOST_RUNNING} tournaments that are not over. Wait for one, or cancel one.",
                    retry_after_s=60,
                )
            return tournament
        made = self._store.requested(connection, tournament.made_by_id, request_id)
        if made is None:
            raise AssertionError("a tournament is neither new nor known")
        return made

    async def _joining(self, tournament_id: str, caller: Caller) -> Player | None:
        """Somebody who joins an open tournament of their universe; None where it is none, or where they are asked."""
        found = await self._database.read(lambda connection: self._store.find(connection, tournament_id))
        if found is None or not await is_in(found.universe, self._universes):
            return None
        return await additions.joining(found, caller, self._entrants)

    async def _changed(self, tournament_id: str, to: Status) -> batch_pb2.Tournament:
        own_id, now_ms = (await self._controlled(tournament_id)).id, self._clock.now_ms()
        return await self._told(await self._database.write(partial(self._change, own_id, to, now_ms)))

    async def _controlled(self, tournament_id: str) -> Tournament:
        """A tournament of which the caller may decide what becomes of it."""
        seen = await self._seen(tournament_id)
        if not _may_control(seen, require_caller()):
            raise NotAllowed("Only admins and whoever made the tournament may do this.")
        return seen

    async def _told(self, changed: Tournament) -> batch_pb2.Tournament:
        """A tournament that has changed, once all who wait for that have been woken."""
        self._blocks.wake()
        await self._watching.changed(changed.id)
        return await self._message(changed)

    def _change(self, tournament_id: str, to: Status, now_ms: int, connection: Connection) -> Tournament:
        tournament = self._store.lock(connection, tournament_id)
        if tournament is None:
            raise fields.unknown_tournament()
        if tournament.status == to:
            return tournament
        if tournament.is_over:
            raise TournamentOver("The tournament is over.")
        if tournament.status == "inviting" and to != "cancelled":
            raise TournamentNotBegun("The tournament has not begun yet: people have to answer first.")
        if to == "running":
            self._blocks.appointments.give_back(connection, now_ms, tournament_id, at_least_ms=0)
        ended_at_ms = now_ms if to == "cancelled" else None
        self._store.set_status(connection, tournament_id, to, ended_at_ms)
        return replace(tournament, status=to, ended_at_ms=ended_at_ms)

    async def _seen(self, tournament_id: str) -> Tournament:
        """A tournament that the caller may know of."""
        tournament = await self._found(fields.tournament_id(tournament_id))
        if not await is_in(tournament.universe, self._universes):
            raise fields.unknown_tournament()
        return tournament

    async def _found(self, tournament_id: str) -> Tournament:
        found = await self._database.read(lambda connection: self._store.find(connection, tournament_id))
        if found is None:
            raise fields.unknown_tournament()
        return found

    async def _named(self, request: batch_pb2.GetGameRequest) -> Kept:
        """The game that is named by its tournament and number, or by the id of its match."""
        if not request.match_id:
            return await self._game(await self._seen(request.tournament_id), fields.game_number(request.number))
        mark, number = recording.mark_and_number(fields.an_id(request.match_id, "match_id", "a match"))
        tournament = await self._database.read(lambda connection: queries.by_mark(connection, self._store, mark))
        if tournament is None or recording.match_id(tournament, number) != request.match_id:
            raise fields.unknown_tournament()
        if not await is_in(tournament.universe, self._universes):
            raise fields.unknown_tournament()
        return await self._game(tournament, number)

    async def _game(self, tournament: Tournament, number: int) -> Kept:
        games, _ = await self._games(tournament, number, 1)
        if not games or games[0].scheduled.number != number:
            raise UnknownTournament("There is no such game, or it has not been played yet.")
        return games[0]

    async def _games(
        self, tournament: Tournament, first: int, count: int, players: Collection[int] = ()
    ) -> tuple[list[Kept], int | None]:
        find = partial(queries.games_with, players=players) if players else queries.games_from
        return await self._database.read(
            partial(find, store=self._store, tournament=tournament, first=first, count=count)
        )

    async def _progress(self, tournament: Tournament) -> batch_pb2.Progress:
        if tournament.is_over or tournament.status == "inviting":
            return progress_message(tournament)
        (progress,) = await self._database.read(partial(self._progresses, [tournament], self._clock.now_ms()))
        return progress

    def _progresses(
        self, tournaments: Sequence[Tournament], now_ms: int, connection: Connection
    ) -> list[batch_pb2.Progress]:
        """How far each of them is: by as many queries for many as for one."""
        paces = queries.paces(connection, tournaments, now_ms)
        meetings = self._blocks.appointments.meetings(connection, tournaments, now_ms)
        return [progress_message(each, paces.get(each.id), meetings.get(each.id)) for each in tournaments]

    async def _message(self, tournament: Tournament) -> batch_pb2.Tournament:
        return _shown(tournament, await self._progress(tournament))


def _shown(tournament: Tournament, progress: batch_pb2.Progress) -> batch_pb2.Tournament:
    """A tournament as the caller may know it."""
    caller = require_caller()
    return tournament_message(tournament, progress, may_control=trainer(caller) and _may_control(tournament, caller))


def _may_control(tournament: Tournament, caller: Caller) -> bool:
    is_admin_here = caller.role == "admin" and home_of(caller) == tournament.universe
    return caller.id == tournament.made_by_id or is_admin_here


def _named_block(
    request: batch_pb2.BeginBlockRequest | batch_pb2.RenewBlockRequest | batch_pb2.FinishBlockRequest,
) -> tuple[str, str]:
    return (
        fields.an_id(request.block_id, "block_id", "a block"),
        fields.an_id(request.taken_by, "taken_by", "a worker's"),
    )


def _counts(text: str) -> str:
    """Counts as a worker tells them.

    Raises:
        InvalidField: they are none.
    """
    try:
        Results.from_json((), json.loads(text))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise InvalidField([Fault("counts", "are none", "Send Results.as_json, as JSON text")]) from None
    return text


def _played(connection: Connection, store: Store, after: int, count: int) -> list[tuple[int, batch_pb2.PlayedMatches]]:
    return [
        (position, played_message(block_id, games))
        for position, block_id, games in queries.rated_blocks(connection, store, after, count)
    ]
