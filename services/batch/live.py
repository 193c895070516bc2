"""Blocks in which bots or people play: each game is a match, which is begun and waited for here.

A block is leased as a worker leases one. Whatever dies, somebody asks for the same matches again, by the same ids, and
is told of those that have been played meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from redscience.api.match.v1 import match_pb2
from redscience.errors import BlockTaken, LimitReached, RedscienceError, Unavailable
from redscience.tournaments.schedule import ScheduledGame
from services.batch import block_store
from services.batch.appointments import absent_seats
from services.batch.blocks import Blocks, Taken
from services.batch.matches import played_block, request_for
from services.batch.model import Block, Tournament
from services.batch.recording import match_id
from services.batch.rounds import games_of, schedule
from services.batch.store import Store
from services.kit.cancelling import cancel
from services.kit.database import Database
from services.kit.ids import new_id
from services.kit.waking import woken

if TYPE_CHECKING:
    # The generated code has this class for the type checker alone.
    from redscience.api.match.v1.match_pb2_grpc import MatchServiceAsyncStub

log = logging.getLogger(__name__)

RENEW_S = 1.5
FULL_S = 1.0
"""A game whose bots have their hands full is tried again after so long, or when another has ended."""
AGAIN_S = 0.5
"""A match is asked for again after so long where the match service is away, or the tournament is paused."""
WRONG_S = 5.0
"""And after so long where it refuses: what is wrong may be mended meanwhile."""
CALL_OFF_S = 5.0
"""So often it is looked for matches that nobody waits for."""
MOST_OF_BLOCK = 4
"""So many of its games are asked for at once."""
_AT_ONCE = 20


class LiveBlocks:
    """Plays blocks by asking for matches.

    Args:
        blocks: of which they are taken, and to which they are brought.
        match: the match service, called with this service's own identity.
        database: of this service.
        store: what is in it.
    """

    def __init__(self, blocks: Blocks, match: MatchServiceAsyncStub, database: Database, store: Store) -> None:
        self._blocks = blocks
        self._match = match
        self._database = database
        self._store = store
        self._playing: set[asyncio.Task[None]] = set()
        self._ended = asyncio.Event()
        self._lost = asyncio.Event()

    def play(self, block_id: str) -> None:
        """Begins to play a block, beside others."""
        task = asyncio.create_task(self._play(block_id), name=f"block {block_id}")
        self._playing.add(task)
        task.add_done_callback(self._playing.discard)

    async def run(self) -> None:
        """Calls off matches of tournaments that are over, until cancelled; what is being played is left then."""
        try:
            while True:
                self._lost.clear()
                try:
                    await self.call_off()
                except RedscienceError as error:
                    log.info("matches are not called off now", extra={"why": error.message})
                await woken(self._lost, CALL_OFF_S)
        finally:
            await cancel(self._playing)

    async def call_off(self) -> None:
        """Calls off all matches that nobody waits for any more.

        Raises:
            Unavailable: one of the services does not answer; the rest is called off next time.
        """
        for block in await self._database.read(lambda connection: block_store.abandoned(connection, _AT_ONCE)):
            await self._drop(block)

    async def _drop(self, block: Block) -> None:
        tournament = await self._database.read(lambda connection: self._store.find(connection, block.tournament_id))
        if tournament is not None:
            for number in range(block.first, block.first + block.count):
                await self._match.CallOff(match_pb2.CallOffRequest(match_id=match_id(tournament, number)))
        await self._database.write(lambda connection: block_store.drop(connection, block.id))

    async def _play(self, block_id: str) -> None:
        taken_by = new_id()
        try:
            taken = await self._blocks.begin(block_id, taken_by, is_live=True)
            playing = asyncio.create_task(self._played(taken, taken_by))
            await self._renewed(taken, taken_by, playing)
        except BlockTaken as error:
            log.debug("nothing is to be played", extra={"block": block_id, "why": error.message})
            self._lost.set()
        except Unavailable as error:
            log.warning("a block was not played", extra={"block": block_id, "why": error.message})
        except Exception:
            # It is handed out again.
            log.exception("a block was not played", extra={"block": block_id})

    async def _renewed(self, taken: Taken, taken_by: str, playing: asyncio.Task[None]) -> None:
        """Renews a block until it is played.

        Raises:
            BlockTaken: it is not this service's any more.
        """
        try:
            while not (await asyncio.wait([playing], timeout=RENEW_S))[0]:
                try:
                    await self._blocks.renew(taken.block.id, taken_by, is_live=True)
                except Unavailable as error:
                    log.info("a block is not renewed", extra={"block": taken.block.id, "why": error.message})
            await playing
        finally:
            await cancel([playing])

    async def _played(self, taken: Taken, taken_by: str) -> None:
        tournament, round_, block = taken.tournament, taken.round, taken.block
        games = games_of(schedule(tournament, round_), round_, block.first, block.count)
        if block.closes_at_ms is None:
            over = await self._all_over(tournament, games)
        else:
            over = await self._called_over(tournament, block, games)
            if len(over) < len(games):
                await self._blocks.wait_again(block.id, taken_by, tournament.id)
                return
        await self._blocks.finish(block.id, played_block(tournament, games, over), is_live=True)

    async def _called_over(
        self, tournament: Tournament, block: Block, games: Sequence[ScheduledGame]
    ) -> Sequence[match_pb2.ScheduleResponse]:
        """What has become of those games of a block to which people have come, or were to come, one after the other."""

        async def note_begun() -> None:
            await self._blocks.note_begun(block.id)

        decided = games[: len(games) if block.absent else block.called]
        return [await self._over(tournament, game, absent_seats(block, game), note_begun) for game in decided]

    async def _all_over(
        self, tournament: Tournament, games: Sequence[ScheduledGame]
    ) -> Sequence[match_pb2.ScheduleResponse]:
        room = asyncio.Semaphore(MOST_OF_BLOCK)

        async def one(game: ScheduledGame) -> match_pb2.ScheduleResponse:
            async with room:
                return await self._over(tournament, game)

        tasks = [asyncio.create_task(one(game)) for game in games]
        try:
            return await asyncio.gather(*tasks)
        finally:
            await cancel(tasks)

    async def _over(
        self,
        tournament: Tournament,
        game: ScheduledGame,
        absent: Sequence[int] = (),
        when_begun: Callable[[], Awaitable[None]] | None = None,
    ) -> match_pb2.ScheduleResponse:
        """What has become of a game when it is over, begun if it was not; calls `when_begun` where it goes on."""
        request = request_for(tournament, game, absent)
        while True:
            told = None
            try:
                if await self._may_begin(tournament.id):
                    told = await self._told(request, when_begun)
            except LimitReached:
                await woken(self._ended, FULL_S)
                continue
            except Unavailable as error:
                log.info("a match is asked for again", extra={"match": request.match_id, "why": error.message})
            except RedscienceError as error:
                log.warning("a match is refused", extra={"match": request.match_id, "why": error.message})
                await asyncio.sleep(WRONG_S)
            if told is not None:
                self._ended.set()
                self._ended = asyncio.Event()
                return told
            await asyncio.sleep(AGAIN_S)

    async def _told(
        self, request: match_pb2.ScheduleRequest, when_begun: Callable[[], Awaitable[None]] | None
    ) -> match_pb2.ScheduleResponse | None:
        """What is told of a match at its end; None where the stream ends before."""
        async for answer in self._match.Schedule(request):
            if answer.HasField("ended"):
                return answer
            if when_begun is not None:
                await when_begun()
        return None

    async def _may_begin(self, tournament_id: str) -> bool:
        """Whether matches may be begun: not while the tournament is paused.

        Raises:
            Unavailable: it cannot be found out now.
        """
        found = await self._database.read(lambda connection: self._store.find(connection, tournament_id))
        return found is not None and found.status == "running"
