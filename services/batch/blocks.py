"""Hands out blocks of games, and takes back what came of them: each is counted once, whatever dies."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from sqlalchemy import Connection

from redscience import families
from redscience.errors import BlockTaken, Unavailable, UnplayableGame
from redscience.tournaments.pairings import Combination, Pairings, in_rounds
from redscience.tournaments.sprt import SequentialTest, Verdict
from redscience.tournaments.standings import standings
from redscience.tournaments.swiss import mixed_rounds, next_round
from services.batch import block_store
from services.batch.appointments import LOST_MS, SEEN_EVERY_MS, Appointments
from services.batch.counting import read
from services.batch.model import Block, Played, Round, SequentialTestState, Tournament
from services.batch.rounds import schedule, seatings
from services.batch.store import Store
from services.batch.watching import Watching
from services.kit import metrics
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.waking import woken

log = logging.getLogger(__name__)

PERIOD_S = 0.25
"""So often it is looked at while blocks are handed out and not yet counted."""
IDLE_S = 5.0
"""And so often where there are none: who makes a tournament here, or lets it go on, wakes who looks."""
AHEAD = 4
"""So many blocks wait for workers at least, and as many as are being played."""
_AT_ONCE = 100
_REMEMBERED = 32
_MOST_READABLE = 1_000

Hand = Callable[[str], None]
"""Hands a block to a worker, by its id. It may block; what it loses is handed again."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A block that a worker has taken, and all that it needs to play it."""

    tournament: Tournament
    round: Round
    block: Block


class Blocks:
    """The blocks of all tournaments.

    Args:
        database: of this service.
        store: what is in it.
        clock: decides who has been silent for too long.
        watching: is told what has changed.
        hand: hands a block over.
    """

    def __init__(self, database: Database, store: Store, clock: Clock, watching: Watching, hand: Hand) -> None:
        self._database = database
        self._store = store
        self._clock = clock
        self._watching = watching
        self._hand = hand
        self.appointments = Appointments(store)
        self._seen_at_ms = 0
        self._readable: OrderedDict[str, None] = OrderedDict()
        self._play_live: Callable[[str], None] | None = None
        self._wake = asyncio.Event()

    def when_live(self, play: Callable[[str], None]) -> None:
        """Has `play` called with the id of each block that is to be played as matches."""
        self._play_live = play

    def wake(self) -> None:
        """There may be something to hand out."""
        self._wake.set()

    async def run(self) -> None:
        """Hands out blocks until cancelled."""
        while True:
            self._wake.clear()
            pause_s = PERIOD_S
            try:
                pause_s = await self.once()
            except Unavailable as error:
                log.warning("no blocks are handed out now", extra={"why": error.message})
            await woken(self._wake, pause_s)

    async def once(self) -> float:
        """Hands over what is due now, and says after how long it is to be looked again, in seconds."""
        now_ms = self._clock.now_ms()
        await self.give_back(now_ms)
        may_hand, is_idle = await self._database.read(lambda connection: self._look(connection, now_ms))
        if not may_hand:
            return IDLE_S if is_idle else PERIOD_S
        due = await self._database.write(lambda connection: self._due(connection, now_ms))
        # Those of people wait until they come, or their time is over.
        for tournament_id in {block.tournament_id for block in due if block.closes_at_ms is not None}:
            await self._watching.changed(tournament_id)
        due = [block for block in due if not block.is_waiting or (block.closes_at_ms or 0) <= now_ms]
        await asyncio.to_thread(self._hand_all, [block.id for block in due if not block.is_live])
        for block in due:
            if block.is_live and self._play_live is not None:
                self._play_live(block.id)
        return PERIOD_S

    async def give_back(self, now_ms: int) -> None:
        """Gives people back the time in which tournaments did not go on: before anything is decided for lack of it."""
        if 0 <= now_ms - self._seen_at_ms < SEEN_EVERY_MS:
            return
        if await self._database.read(self.appointments.has_people):
            later = await self._database.write(
                lambda connection: self.appointments.give_back(connection, now_ms, at_least_ms=LOST_MS)
            )
            for tournament_id in later:
                await self._watching.changed(tournament_id)
        self._seen_at_ms = now_ms

    async def begin(self, block_id: str, taken_by: str, *, is_live: bool = False) -> Taken:
        """Has a worker take a block, or this service one whose games are matches.

        Raises:
            BlockTaken: there is nothing to play for it.
        """
        taken = await self._taken(block_id, taken_by, is_live=is_live)
        self.wake()
        return taken

    async def renew(self, block_id: str, taken_by: str, *, is_live: bool = False) -> None:
        """Notes that whoever has taken it plays it still.

        Raises:
            BlockTaken: it is not theirs any more.
        """
        await self._taken(block_id, taken_by, is_live=is_live)

    async def kept_waiting(self) -> str:
        """A block of a maker none of whose blocks is played, for a worker whose own takes long; "" where there is none.

        A block may take hours, where players think for a minute: whoever has some keeps others from every worker.
        """
        return await self._database.read(block_store.kept_waiting)

    async def note_begun(self, block_id: str) -> None:
        """Notes that there is a match for the game to which the people of a block have come."""
        tournament_id = await self._database.write(lambda connection: block_store.note_begun(connection, block_id))
        if tournament_id:
            await self._watching.changed(tournament_id)

    async def wait_again(self, block_id: str, taken_by: str, tournament_id: str) -> None:
        """A game to which people have come is over: their block waits for the next one."""
        now_ms = self._clock.now_ms()
        await self._database.write(
            lambda connection: self.appointments.wait_again(connection, block_id, taken_by, now_ms)
        )
        await self._watching.changed(tournament_id)

    async def finish(self, block_id: str, played: Played, *, is_live: bool = False) -> bool:
        """Counts a block, whoever has played it; False where that has been done, or nobody waits for it any more."""
        now_ms = self._clock.now_ms()
        counted = await self._database.write(
            lambda connection: self._count(connection, block_id, played, now_ms, is_live=is_live)
        )
        if counted is None:
            return False
        tournament, games = counted
        metrics.TOURNAMENT_GAMES.inc(games)
        self.wake()
        await self._watching.changed(tournament.id, rated=tournament.rated)
        return True

    def _look(self, connection: Connection, now_ms: int) -> tuple[bool, bool]:
        """Whether there is anything to hand out, and whether nothing is in hand: mostly nothing need be written."""
        waiting, playing, live = block_store.waiting(connection, now_ms)
        for state, blocks in (("waiting", waiting), ("playing", playing), ("matches", live)):
            metrics.TOURNAMENT_BLOCKS.labels(state).set(blocks)
        in_hand = waiting + playing + live
        has_room = waiting < max(AHEAD, playing)
        may_cut = block_store.next_to_cut(connection, of_the_idle=not has_room) is not None
        return may_cut or bool(in_hand and block_store.has_lost(connection, now_ms)), not in_hand

    def _due(self, connection: Connection, now_ms: int) -> list[Block]:
        due = block_store.lost(connection, now_ms, _AT_ONCE)
        waiting, playing, _ = block_store.waiting(connection, now_ms)
        room = max(AHEAD, playing) - waiting
        # Whoever has no block in hand has one cut in any case: those of others may all take hours.
        for number in range(_AT_ONCE):
            tournament_id = block_store.next_to_cut(connection, of_the_idle=number >= room)
            block = tournament_id and self._store.cut(connection, tournament_id, now_ms)
            if not block:
                break
            due.append(block)
        return due

    def _hand_all(self, block_ids: Sequence[str]) -> None:
        for block_id in block_ids:
            try:
                self._hand(block_id)
            except Exception:
                log.exception("a block could not be handed to a worker", extra={"block": block_id})
                return  # all of them are handed again

    async def _taken(self, block_id: str, taken_by: str, *, is_live: bool) -> Taken:
        now_ms = self._clock.now_ms()
        taken = await self._database.write(
            lambda connection: self._take(connection, block_id, taken_by, now_ms, is_live=is_live)
        )
        if taken.block.is_waiting:
            await self._watching.changed(taken.tournament.id)
            # Raised here, so that the time that people were given is kept.
            raise BlockTaken("The block waits for people.")
        await self._check_readable(taken.tournament)
        return taken

    async def _check_readable(self, tournament: Tournament) -> None:
        """Pauses a tournament whose games are not read here, as those of a family that is not installed any more.

        Raises:
            BlockTaken: one of them is not.
        """
        if tournament.id in self._readable:
            return
        try:
            for game in tournament.games:
                await asyncio.to_thread(families.saved, game.rule_set)
        except UnplayableGame as error:
            await self._pause(tournament, error)
            raise BlockTaken(error.message) from None
        self._readable[tournament.id] = None
        if len(self._readable) > _MOST_READABLE:
            self._readable.popitem(last=False)

    async def _pause(self, tournament: Tournament, why: UnplayableGame) -> None:
        """Has nothing more handed out, which would only be handed out again, until somebody has it go on."""

        def pause(connection: Connection) -> bool:
            known = self._store.lock(connection, tournament.id)
            is_running = known is not None and known.status == "running"
            if is_running:
                self._store.set_status(connection, tournament.id, "paused")
            return is_running

        if await self._database.write(pause):
            log.warning("a tournament is paused", extra={"tournament": tournament.id, "why": why.message})
            await self._watching.changed(tournament.id)

    def _take(self, connection: Connection, block_id: str, taken_by: str, now_ms: int, *, is_live: bool) -> Taken:
        """A block, which is taken unless it waits for people still."""
        block = block_store.find(connection, block_id)
        tournament = None if block is None else self._store.find(connection, block.tournament_id)
        if block is None or tournament is None or tournament.is_over or block.is_live != is_live:
            raise BlockTaken("There is nothing to play for this block.")
        if tournament.status == "paused" and block.taken_by != taken_by:
            raise BlockTaken("The tournament is paused.")
        if block.is_waiting:
            block = self._settled(connection, block, now_ms)
        if not block.is_waiting and not block_store.take(connection, block_id, taken_by, now_ms):
            raise BlockTaken("The block is played, or another worker plays it.")
        rounds = self._store.rounds(connection, tournament.id)
        return Taken(tournament, rounds[block.round], block)

    def _settled(self, connection: Connection, block: Block, now_ms: int) -> Block:
        """A block to which people have not come in time, or that is to wait for them still.

        Raises:
            BlockTaken: it is played.
        """
        tournament = self._store.lock(connection, block.tournament_id)
        again = block_store.find(connection, block.id)
        if tournament is None or again is None or again.is_done:
            raise BlockTaken("The block is played.")
        self.appointments.settle(connection, tournament, again, now_ms)
        return block_store.find(connection, block.id) or again

    def _count(
        self, connection: Connection, block_id: str, played: Played, now_ms: int, *, is_live: bool
    ) -> tuple[Tournament, int] | None:
        """The tournament, and how many games have been counted; None where none was."""
        block = block_store.find(connection, block_id)
        if block is None or block.is_done or block.is_live != is_live:
            return None
        tournament = self._store.count(connection, block, played, now_ms)
        if tournament is None:
            return None
        if block.closes_at_ms is not None:
            self.appointments.give_grace(connection, tournament, block, now_ms)
        self._go_on(connection, tournament, now_ms)
        return tournament, block.count

    def _go_on(self, connection: Connection, tournament: Tournament, now_ms: int) -> None:
        """Ends a tournament that has nothing more to play, or makes its next round."""
        is_decided = tournament.settings.sprt is not None and self._is_decided(connection, tournament)
        rounds = self._store.rounds(connection, tournament.id)
        if tournament.games_played == rounds[-1].end and not is_decided:
            if len(rounds) < count_rounds(tournament):
                ranked = self._ranked(connection, tournament)
                round_ = following(tournament, rounds, ranked)
                self._store.add_round(connection, tournament.id, round_)
                if tournament.settings.format == "mixed":
                    games = round_.end - round_.first_game
                    total = round_.first_game + games * (count_rounds(tournament) - round_.number)
                    self._store.set_games_total(connection, tournament.id, total)
                return
            is_decided = True
        if is_decided:
            self._store.set_status(connection, tournament.id, "ended", now_ms)

    def _ranked(self, connection: Connection, tournament: Tournament) -> Sequence[int]:
        """All players by their standing, the best first; none where rounds are known beforehand."""
        if knows_rounds(tournament):
            return ()
        results = read(seatings(tournament), self._store.results(connection, tournament.id))
        return [standing.player for standing in standings(results, len(tournament.players))]

    def _is_decided(self, connection: Connection, tournament: Tournament) -> bool:
        """Has the sequential test look at what is new, in the order of the games; whether it has decided."""
        before = tournament.sequence
        state = tested(tournament, before, block_store.sets_from(connection, tournament.id, before.next_game))
        if state != before:
            self._store.keep_sequence(connection, tournament.id, state)
        return bool(state.decision)


def tested(
    tournament: Tournament, state: SequentialTestState, blocks: Sequence[tuple[int, int, str]]
) -> SequentialTestState:
    """The sequential test after blocks that are done: in their order, as far as none is missing between them."""
    test, size = sequential_test(tournament), seatings(tournament)[0].set_size
    for first, count, sets in blocks:
        if first != state.next_game or state.decision:
            break
        verdict, looked_at, seen = test.first_verdict(map(int, sets), dict(enumerate(state.sets)))
        counts = tuple(seen.get(each, 0) for each in range(len(state.sets)))
        if verdict is Verdict.GOES_ON:
            state = replace(state, next_game=first + count, sets=counts)
        else:
            is_upper = verdict is Verdict.H1
            state = SequentialTestState(first + size * looked_at, counts, "upper" if is_upper else "lower")
    return state


def sequential_test(tournament: Tournament) -> SequentialTest:
    """The test of a tournament that has one."""
    sprt = tournament.settings.sprt
    assert sprt is not None  # noqa: S101 - asked for by who has looked
    return SequentialTest(sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta)


def first_round(tournament: Tournament) -> Round:
    """The round in which a tournament begins: of all but a Swiss one the only one."""
    combinations = None
    if knows_rounds(tournament):
        combinations = tuple(known_rounds(tournament)[0])
    elif tournament.settings.format == "swiss":
        places = len(seatings(tournament)[0].places)
        combinations = tuple(next_round(range(len(tournament.players)), [], places))
    return _sized(tournament, Round(0, 0, 0, 0, combinations))


def following(tournament: Tournament, rounds: Sequence[Round], ranked: Sequence[int]) -> Round:
    """The next round of a Swiss tournament, in which players meet by how they are ranked, or one that is known.

    Of mixed groups those have no part in it who have left, as long as the others are enough for a game.
    """
    last, before = rounds[-1], [each.combinations or () for each in rounds]
    places = len(seatings(tournament)[0].places)
    playing = [player for player in range(len(tournament.players)) if player not in tournament.withdrawn]
    if tournament.settings.format == "mixed" and len(playing) >= places:
        combinations = tuple(next_round(playing, before, places))
    elif knows_rounds(tournament):
        combinations = tuple(known_rounds(tournament)[len(rounds)])
    else:
        combinations = tuple(next_round(ranked, before, places))
    sets = schedule(tournament, last).sets
    return _sized(tournament, Round(last.number + 1, last.end, last.first_set + sets, 0, combinations))


def knows_rounds(tournament: Tournament) -> bool:
    """Whether it is known beforehand who meets in which round: where people play, or did when it was made."""
    return bool(tournament.people) or tournament.settings.format == "mixed"


def known_rounds(tournament: Tournament) -> list[list[Combination]]:
    """Who meets in which round of such a tournament; a person is in one combination of a round at most."""
    players, places = len(tournament.players), len(seatings(tournament)[0].places)
    if tournament.settings.format == "mixed":
        return _mixed_rounds(players, places, tournament.settings.rounds)
    return _rounds_of_people(players, places, tournament.people)


@lru_cache(_REMEMBERED)
def _rounds_of_people(players: int, places: int, people: frozenset[int]) -> list[list[Combination]]:
    return in_rounds(Pairings(players, places), players, people)


_mixed_rounds = lru_cache(_REMEMBERED)(mixed_rounds)


def count_rounds(tournament: Tournament) -> int:
    """How many rounds a tournament has; as long as that is not known, how many were asked for."""
    if tournament.has_too_few:
        return tournament.settings.rounds
    return len(known_rounds(tournament)) if knows_rounds(tournament) else tournament.settings.rounds


def _sized(tournament: Tournament, round_: Round) -> Round:
    return replace(round_, end=round_.first_game + len(schedule(tournament, round_)))
