"""Bots in tournaments: their games are matches, each begun and counted once, whatever stops in between."""

from __future__ import annotations

import asyncio
import json
import queue
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from fixtures.acquaintances import Circle, Known
from fixtures.match_table import MatchTable, is_acting, match_table
from fixtures.matches import ANNA, BEN
from fixtures.patience import PATIENCE_S
from fixtures.services import InProcess, person, service_caller
from sqlalchemy import Connection
from test_match_serving import Program, answer_to

from redscience import families
from redscience.api.batch.v1 import batch_pb2 as pb
from redscience.api.batch.v1.batch_pb2_grpc import BatchServiceStub
from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.errors import InvalidField, MatchStarted, NoHint, NoPause
from redscience.names import GREEDY_ID, RANDOM_ID
from services.batch import matches
from services.batch.__main__ import MIGRATIONS
from services.batch.__main__ import compose as compose_batch
from services.batch.fields import house_player
from services.batch.store import Store
from services.kit.clock import ManualClock
from services.kit.database import make_engine, open_database
from services.kit.identity import Caller
from services.kit.ids import new_id
from services.kit.sqlite import sqlite_engine
from services.match.__main__ import compose as compose_match
from services.rating.__main__ import compose as compose_rating
from services.rules.__main__ import compose as compose_rules

DEEP, BLUE = "01J0000000000000000000DEEP", "01J0000000000000000000B1EE"
TRAINER = person(ANNA, role="trainer", name="Anna")
RUNNING, ENDED = match_pb2.STATUS_RUNNING, match_pb2.STATUS_ENDED


Silent = Callable[[match_pb2.Decision], bool]
"""Whether a bot leaves a decision unanswered."""


class Hall:
    """Rules, match and batch, and two bots: Deep is Anna's, who makes tournaments, and Blue is Ben's.

    Args:
        services: in which they run.
        circle: who knows whom.
    """

    def __init__(self, services: InProcess, circle: Circle, table: MatchTable) -> None:
        self.services, self.circle, self.table = services, circle, table
        self.batch = BatchServiceStub(services.channel("batch", TRAINER))
        self.anna = MatchServiceStub(services.channel("match", TRAINER))
        self._playing: list[asyncio.Task[None]] = []

    async def connect(self, bot: str, *, silent: Silent = lambda _: False, **accepting: Any) -> Program:
        """A bot that makes the first legal move, unless it is silent."""
        program = Program(self.stub(bot))
        program.say(match_pb2.ServeRequest(telling=match_pb2.TELLING_CHOICES, decline=["nothing"]))
        if accepting:
            program.say(match_pb2.ServeRequest(accepting=match_pb2.Accepting(**accepting), decline=["nothing"]))
        # Messages are read in their order: once the last is refused, all of them have been noted.
        refused = 0
        while refused < 1 + bool(accepting):
            refused += len((await program.hear()).refusals)
        self._playing.append(asyncio.create_task(_play(program, silent)))
        return program

    def stub(self, bot: str) -> MatchServiceStub:
        return MatchServiceStub(self.services.channel("match", Caller(bot, "bot", "creator", "public", bot[-4:])))

    async def create(self, *player_ids: str, **more: Any) -> pb.Tournament:
        request = pb.CreateRequest(
            **{
                "request_id": new_id(),
                "game_ids": [self.table.game_id],
                "players": [pb.Player(player_id=each) for each in player_ids],
                "games_each": 2,
                "rated": True,
            }
            | more
        )
        return (await self.batch.Create(request)).tournament

    async def until(self, own_id: str, is_so: Callable[[pb.Progress], bool]) -> pb.Progress:
        async with asyncio.timeout(PATIENCE_S):
            async for answer in self.batch.Watch(pb.WatchRequest(tournament_id=own_id)):
                if is_so(answer.progress):
                    return answer.progress
        raise AssertionError("it has ended, and it is not so")

    async def matches(self, count: int, status: match_pb2.Status = RUNNING) -> list[match_pb2.Match]:
        """The matches of that status, as soon as there are so many."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                found = (await self.anna.List(match_pb2.ListRequest(status=status))).matches
                if len(found) >= count:
                    return list(found)
                await asyncio.sleep(0.02)

    async def awaited(self, match_id: str, bot: str) -> None:
        """Waits until it is a bot's turn: what another answers is done a moment after it was asked."""
        async with asyncio.timeout(PATIENCE_S):
            while not is_acting(await self.table.seen(match_id, self.stub(bot))):  # noqa: ASYNC110  # only asking shows it
                await asyncio.sleep(0.02)

    async def games(self, own_id: str) -> list[pb.GameSummary]:
        return list((await self.batch.ListGames(pb.ListGamesRequest(tournament_id=own_id))).games)

    async def counts(self, own_id: str) -> Any:
        return json.loads((await self.batch.Results(pb.ResultsRequest(tournament_id=own_id))).counts)

    async def start(self, service: str) -> None:
        compose = {
            "match": partial(compose_match, acquaintances=self.circle),
            "batch": partial(compose_batch, hand=queue.SimpleQueue[str]().put),
            "rating": compose_rating,
        }
        await self.services.start(service, compose[service])

    async def close(self) -> None:
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)


async def _play(program: Program, silent: Silent) -> None:
    with suppress(Exception):
        while True:
            for decision in (await program.hear()).decisions:
                if not silent(decision):
                    program.send(answer_to(decision, decision.legal[0]))


@pytest.fixture
async def hall(services: InProcess) -> Any:
    services.clock = ManualClock()
    circle = Circle()
    circle.add(
        Known(ANNA, "Anna"), Known(BEN, "Ben"), Known(DEEP, "Deep", "bot", ANNA), Known(BLUE, "Blue", "bot", BEN)
    )
    await services.start("rules", compose_rules)
    hall = Hall(services, circle, await match_table(services))
    for service in ("match", "batch"):
        await hall.start(service)
    yield hall
    await hall.close()


def is_over(progress: pb.Progress) -> bool:
    return progress.status in {pb.STATUS_ENDED, pb.STATUS_CANCELLED}


async def test_games_with_bots_are_matches_and_who_falls_silent_loses_on_time_and_is_named(hall: Hall) -> None:
    seen = dict[str, int]()
    await hall.connect(DEEP)
    await hall.connect(
        BLUE,
        tournaments=True,
        most_matches=1,
        silent=lambda decision: seen.setdefault(decision.match_id, len(seen)) >= 2,
    )
    made = await hall.create(DEEP, BLUE, games_each=4)
    assert [(player.name, player.kind) for player in made.players] == [("Deep", "bot"), ("Blue", "bot")]
    # One after the other: Blue takes one match at a time, and answers in two of them.
    for ended in (2, 3):
        await hall.matches(ended, ENDED)
        (running,) = await hall.matches(1)
        assert (running.tournament_id, running.rated) == (made.id, True)
        await hall.awaited(running.id, BLUE)
        await hall.table.pass_time(running.id, hall.table.clock.now_ms() + 61_000)
    progress = await hall.until(made.id, is_over)
    assert (progress.status, progress.games_played) == (pb.STATUS_ENDED, 4)
    games = await hall.games(made.id)
    assert [tuple(game.players) for game in games] == [(0, 1), (1, 0)] * 2
    assert all(game.is_match for game in games)
    late = [game for game in games if game.reason == match_pb2.REASON_TIME]
    assert (await hall.counts(made.id))["timed_out"] == [[1, 2]]
    assert [game.results[list(game.players).index(1)] for game in late] == [pb.RESULT_LOSE] * 2
    for game in games:
        await check_kept(hall, made.id, game)
    # A match is rated by itself: the tournament tells none of them once more.
    rating = BatchServiceStub(hall.services.channel("batch", service_caller("rating")))
    assert not (await rating.ListPlayed(pb.ListPlayedRequest())).blocks


async def check_kept(hall: Hall, own_id: str, game: pb.GameSummary) -> None:
    """A game is kept as the match service has it, and its moves lead to the outcome that was counted."""
    told = await hall.batch.GetGame(pb.GetGameRequest(tournament_id=own_id, number=game.number))
    theirs = (await hall.anna.GetRecord(match_pb2.GetRecordRequest(match_id=game.match_id))).record
    assert (told.record.seed, told.record.reason) == (theirs.seed, theirs.reason)
    moves = [(tuple(turn.seats), turn.left, tuple(turn.moves.moves)) for turn in told.record.turns]
    assert moves == [(tuple(turn.seats), turn.left, tuple(turn.moves.moves)) for turn in theirs.turns]
    state = families.saved(theirs.rule_set).game().start(int(told.record.seed, 16))
    for turn in told.record.turns:
        state = state.leave(*turn.seats) if turn.left else state.play({turn.seats[0]: list(turn.moves.moves)})
    assert dict(state.outcome or {}) == {seat.seat: seat.outcome for seat in told.record.seats}
    replay = await hall.batch.Replay(pb.ReplayRequest(tournament_id=own_id, number=game.number, viewer="spectator"))
    assert replay.replay.steps == len(moves) + 1


async def test_whatever_is_started_anew_each_game_is_played_and_counted_once(hall: Hall) -> None:
    await hall.connect(DEEP, tournaments=True, silent=lambda _: True)
    await hall.start("rating")
    made = await hall.create(DEEP, GREEDY_ID, RANDOM_ID, format=pb.FORMAT_GAUNTLET, games_each=2)
    # Deep says nothing, and nobody plays for the house here: all stand still.
    begun = {match.id for match in await hall.matches(4)}
    await hall.services.stop("batch")
    await hall.services.stop("match")
    await hall.start("match")
    await hall.start("batch")
    hall.table.clock.advance(10_000)
    assert {match.id for match in await hall.matches(4)} == begun
    # Deep is connected no more: it leaves on time, and nothing else is begun for it.
    for match_id in begun:
        await hall.stub(DEEP).Leave(match_pb2.LeaveRequest(match_id=match_id, request_id=match_id))
    progress = await hall.until(made.id, is_over)
    assert (progress.games_played, progress.players[0].lost) == (4, 4)
    assert {match.id for match in await hall.matches(4, ENDED)} == begun
    assert {game.match_id for game in await hall.games(made.id)} == begun


async def test_a_tournament_that_is_paused_begins_nothing_and_one_that_is_cancelled_ends_its_matches(
    hall: Hall,
) -> None:
    await hall.connect(DEEP, most_matches=1, silent=lambda _: True)
    made = await hall.create(DEEP, GREEDY_ID)
    (running,) = await hall.matches(1)
    deep = hall.stub(DEEP)
    seen = (await deep.Get(match_pb2.GetRequest(match_id=running.id))).match
    assert not seen.can_pause
    for call, request, refused in (
        (deep.Abort, match_pb2.AbortRequest(match_id=running.id, request_id="a"), MatchStarted),
        (deep.Pause, match_pb2.PauseRequest(match_id=running.id, request_id="p"), NoPause),
        (deep.NoteHint, match_pb2.NoteHintRequest(match_id=running.id, view_version=seen.view_version), NoHint),
    ):
        with pytest.raises(refused):
            await call(request)
    await hall.batch.Pause(pb.PauseRequest(tournament_id=made.id))
    await deep.Leave(match_pb2.LeaveRequest(match_id=running.id, request_id="l"))
    await asyncio.sleep(0.3)
    assert not (await hall.anna.List(match_pb2.ListRequest(status=RUNNING))).matches
    await hall.batch.Resume(pb.ResumeRequest(tournament_id=made.id))
    (second,) = await hall.matches(1)
    assert second.id != running.id
    await hall.batch.Cancel(pb.CancelRequest(tournament_id=made.id))
    await hall.matches(2, ENDED)
    over = (await hall.anna.Get(match_pb2.GetRequest(match_id=second.id))).match
    assert (over.reason, over.rated) == (match_pb2.REASON_ABORTED, False)
    assert over.unrated == match_pb2.UNRATED_TOURNAMENT
    assert (await hall.until(made.id, is_over)).games_played == 0


async def test_a_match_that_does_not_end_is_called_off_and_counts_as_drawn(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "MOST_MOVES", 3)
    # They make the three moves, and would think about the fourth for ever.
    for bot in (DEEP, BLUE):
        await hall.connect(bot, tournaments=True, silent=lambda decision: decision.view_version > 3)
    progress = await hall.until((await hall.create(DEEP, BLUE)).id, is_over)
    assert [(each.won, each.drawn, each.lost) for each in progress.players] == [(0, 2, 0)] * 2


async def test_a_bot_that_is_erased_is_called_otherwise(hall: Hall) -> None:
    await hall.connect(DEEP, silent=lambda _: True)
    made = await hall.create(DEEP, GREEDY_ID)
    assert made.name == "Tic-Tac-Toe: Deep, Greedy"
    named = await hall.create(DEEP, GREEDY_ID, name="Deeper than Deep")
    await hall.services.stop("batch")
    database = await open_database(hall.services.config("batch").database_url, MIGRATIONS)
    await database.write(lambda connection: Store(house_player).erase(connection, {DEEP: "Gone-1"}))
    await database.close()
    await hall.start("batch")
    seen = (await hall.batch.Get(pb.GetRequest(tournament_id=made.id))).tournament
    assert (seen.name, seen.players[0].name) == ("Tic-Tac-Toe: Gone-1, Greedy", "Gone-1")
    assert (await hall.batch.Get(pb.GetRequest(tournament_id=named.id))).tournament.name == "Deeper than Gone-1"


async def test_a_name_is_remembered_no_more_that_is_read_while_it_is_erased(hall: Hall) -> None:
    await hall.connect(DEEP, silent=lambda _: True)
    made = await hall.create(DEEP, GREEDY_ID)
    url, store = hall.services.config("batch").database_url, Store(house_player)
    database = await open_database(url, MIGRATIONS)
    engine = sqlite_engine(url, read_only=True) if url.startswith("sqlite") else make_engine(url)

    def erase(connection: Connection) -> None:
        store.erase(connection, {DEEP: "Gone-1"})
        with engine.connect() as other:  # to which nothing is erased yet
            store.find(other, made.id)

    await database.write(erase)
    seen = await database.read(lambda connection: store.find(connection, made.id))
    assert seen is not None
    assert [player.name for player in seen.players] == ["Gone-1", "Greedy"]
    engine.dispose()
    await database.close()


async def test_who_would_not_play_is_named_with_the_reason(hall: Hall) -> None:
    async def refused(*players: pb.Player) -> list[tuple[str, str]]:
        with pytest.raises(InvalidField) as caught:
            await hall.create(players=players)
        return [(fault.path, fault.problem) for fault in caught.value.faults]

    deep, blue, greedy = (pb.Player(player_id=each) for each in (DEEP, BLUE, GREEDY_ID))
    assert await refused(greedy, deep) == [("players[1].player_id", "is not connected now")]
    assert await refused(greedy, pb.Player(player_id=new_id())) == [
        ("players[1].player_id", "cannot play in tournaments")
    ]
    assert await refused(greedy, pb.Player(player_id="Deep")) == [("players[1].player_id", "is not a player's id")]
    await hall.connect(BLUE)
    alone = [("players[0].player_id", "plays in tournaments of its owner's alone")]
    assert await refused(blue, greedy) == alone
    await hall.connect(BLUE, whom=match_pb2.WHOM_OWNER, tournaments=True)
    assert await refused(blue, greedy) == [("players[0].player_id", "does not play with you")]
    await hall.connect(BLUE, least_seconds_per_turn=10_000, tournaments=True)
    assert await refused(blue, greedy) == [("players[0].player_id", "needs 10000 seconds for a turn")]
    await hall.connect(BLUE, game_ids=[new_id()], tournaments=True)
    assert await refused(blue, greedy) == [("players[0].player_id", "does not play this game")]
    assert await refused(blue, blue) == [("players[1].player_id", "this player is chosen twice")]
    budget = pb.Budget(simulations=10)
    assert (await refused(pb.Player(player_id=BLUE, budget=budget), greedy))[0][0] == "players[0].budget"
    assert (await refused(blue, pb.Player(player_id=GREEDY_ID, budget=budget)))[0][0] == "players[1].budget"
    listed = await hall.anna.ListBots(match_pb2.ListBotsRequest(for_tournament=True))
    assert [bot.name for bot in listed.bots] == ["Blue"]
