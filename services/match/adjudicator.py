"""The one way in: every move, resignation and end of time passes here, whoever it comes from."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar, cast

from sqlalchemy import Connection

from redscience.api.match.v1 import match_pb2
from redscience.errors import RedscienceError, StaleView, Unavailable, UnknownMatch
from redscience.interface import Game
from services.kit import metrics, telemetry
from services.kit.cancelling import to_its_end
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.ids import new_id
from services.kit.lanes import Done, Lines, SlowLane, done
from services.match.agreed_pauses import lapse, run_out
from services.match.alarms import Alarms
from services.match.answers import check_question, first_answer, keep_answer, packed
from services.match.deadlines import Due, is_past, next_end_ms
from services.match.downtime import Downtime
from services.match.journal import Journal
from services.match.model import Match, Snapshot
from services.match.queries import Seen, check_seats_left, claim, look_later
from services.match.replay import as_it_was, replayed
from services.match.seating import unknown_match
from services.match.snapshot_cache import SnapshotCache
from services.match.store import (
    History,
    Recorded,
    Request,
    Storing,
    add_match,
    find_match,
    find_request,
    history,
    last_number,
    rows_after,
)
from services.match.table import Table, laid
from services.match.turns import Change, end_pause, expire

log = logging.getLogger(__name__)

T = TypeVar("T")

Decide = Callable[[Snapshot, int], Change | None]
"""What a call changes in a match that was received at an instant (ms); None for nothing."""
Answer = Callable[[Snapshot, int], T]
"""What the caller is told of the match after it."""

_TRIES = 20
_THREADS = 4
_FADING = 0.8
_OFTEN, _FADING_SLOWLY = 3, 0.97
"""A match that was slow so often before it had faded fades by so much: its large steps alternate with small ones."""
_QUICK_GAMES = 16
"""So few that the engines of all of them are loaded still."""
_JUDGED, _STORED = map(metrics.MOVE_SECONDS.labels, ("judged", "stored"))
_SLOW_S = 0.004
"""A match in which one step takes longer is judged in a thread of its own, so that no other has to wait for it."""
_MOST_SLOW = 1_000
"""Of so many it is remembered that they are slow."""
_LIGHT_S = 0.0002
"""A step that takes less makes views and legal moves of some KB at most: they are weighed with the next change."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A match that is made, and not stored yet.

    Attributes:
        spent_s: the time of the processor that it took to make it.
    """

    storing: Storing
    spent_s: float


@dataclass(frozen=True, slots=True)
class _Slow:
    """What the steps of a match have cost that was slow, and has not faded since.

    Attributes:
        cost_s: of the dearest, less for each step after it.
        times: how many were slow.
    """

    cost_s: float = 0.0
    times: int = 0

    def after(self, spent_s: float) -> _Slow:
        """The same after one more step."""
        times = self.times + (spent_s > _SLOW_S)
        return _Slow(max(spent_s, self.cost_s * (_FADING if times < _OFTEN else _FADING_SLOWLY)), times)


_QUICK = _Slow()


class Adjudicator:
    """Decides in memory, and stores what was decided under the key of the next row, so that any replica may.

    A match is in memory from the first call that concerns it. While this replica is alone it stands as it does there;
    beside others the number of its last row is asked for first.

    Args:
        database: of the match service.
        clock: decides about time, at receipt.
        load_game: makes the game of a file.
        downtime: gives back lost time before the clock is asked, and knows whether there are other replicas.
        alarms: are told when pauses end.
        most_held: how many seats in running matches whoever makes a match may hold.
    """

    def __init__(
        self,
        *,
        database: Database,
        clock: Clock,
        load_game: Callable[[str], Game],
        downtime: Downtime,
        alarms: Alarms,
        most_held: int,
    ) -> None:
        self._database = database
        self._clock = clock
        self._load_game = load_game
        self._downtime = downtime
        self._when_changed: list[Callable[[Snapshot], None]] = []
        self._alarms = alarms
        self._most_held = most_held
        self._journal = Journal(database, self._stored, lambda change: self._in_doubt.add(change.after.match.id))
        self._snapshots = SnapshotCache()
        downtime.when_set_back(self._snapshots.clear)
        downtime.when_alone(self._snapshots.clear)
        # Those who were renamed since this process began, by id: few.
        self._names: dict[str, str] = {}
        # Matches that may have changed without anybody here having been told.
        self._in_doubt = set[str]()
        self._matches, self._makers = Lines(), Lines()
        self._to_be_read: dict[str, asyncio.Task[Snapshot]] = {}
        # The match that was slow last stands last.
        self._slow: dict[str, _Slow] = {}
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="adjudicate")
        self._slow_lane = SlowLane()
        # Games of which the last match was made quickly, the latest last.
        self._quickly_made: OrderedDict[str, None] = OrderedDict()

    def when_changed(self, call: Callable[[Snapshot], None]) -> None:
        """Has `call` made with each match that has changed here, once that is durable."""
        self._when_changed.append(call)

    async def look(self, match_id: str) -> Snapshot:
        """The match as it stands.

        Raises:
            UnknownMatch: there is none.
        """
        try:
            await self._downtime.settle(self._clock.now_ms())
        except Unavailable:
            # Nothing can be written, so nobody can move; whoever looks is shown what is stored all the same. Whether
            # another replica has written is not known.
            known = None
        else:
            known = self._as_it_stands(match_id)
        if known is None:
            known = await self._read_for_all(match_id)
        return self._present(known)

    async def record(self, match_id: str) -> tuple[Match, History]:
        """The match and all that was played in it.

        Raises:
            UnknownMatch: there is none.
        """
        match, rows = await self._database.read(lambda connection: _rows(connection, match_id, -1))
        return match, history(rows)

    async def first_answer(self, request: Request) -> match_pb2.Match | None:
        """What was answered to the making of a match before, if it was.

        Raises:
            InvalidField: under its id something else was asked.
        """
        return await self._database.read(lambda connection: first_answer(connection, request))

    async def add(
        self,
        rule_set: str,
        make: Callable[[int], Change],
        request: Request,
        answer: Answer[match_pb2.Match],
        check: Callable[[Connection], None],
    ) -> match_pb2.Match:
        """Stores a match of a game that `make` makes for an instant, unless the request was answered before.

        `check` raises, in the same transaction, where it must not be.

        Raises:
            LimitReached: the caller holds as many seats as one may. Two made at one moment may both be the last.
        """
        now_ms = self._clock.now_ms()
        made = await self._made(request.caller_id, rule_set, lambda: _made(make, answer, now_ms))
        change, message, kept = made.result()
        storing = Storing(change, None, now_ms, contextvars.copy_context())

        def store(connection: Connection) -> match_pb2.Match | None:
            if not keep_answer(connection, request, kept, now_ms):
                return first_answer(connection, request)
            check_seats_left(connection, request.caller_id, self._most_held)
            check(connection)
            add_match(connection, storing, new_id)
            return None

        async def stored() -> match_pb2.Match:
            prepared = Prepared(storing, made.spent_s)
            try:
                first = await self._database.write_short(store)
            except Unavailable:
                self.may_have_started(prepared)
                raise
            if first is not None:
                return first
            self.started(prepared)
            return message

        return await to_its_end(stored())

    async def prepare(self, rule_set: str, make: Callable[[int], Change], maker_id: str) -> Prepared:
        """A match that `make` makes for an instant, to be stored by whoever calls, who then calls `started`."""
        now_ms = self._clock.now_ms()
        made = await self._made(maker_id, rule_set, lambda: _begun(make, now_ms))
        return Prepared(Storing(made.result(), None, now_ms, contextvars.copy_context()), made.spent_s)

    def started(self, prepared: Prepared) -> None:
        """A match that was made here is durable."""
        change = prepared.storing.change
        self._note_cost(change.after.match.id, prepared.spent_s)
        self._stored(change)

    def may_have_started(self, prepared: Prepared) -> None:
        """A match that was made here may be durable: it is not known."""
        self._in_doubt.add(prepared.storing.change.after.match.id)

    async def settle_doubts(self) -> None:
        """Tells of matches that have changed though it was not known here that they had."""
        for match_id in tuple(self._in_doubt):
            try:
                await self.look(match_id)
            except Unavailable:
                return
            except UnknownMatch:
                self._in_doubt.discard(match_id)
            except Exception:
                log.exception("a match cannot be looked at", extra={"match": match_id})
                self._in_doubt.discard(match_id)

    async def take(self, match_id: str, decide: Decide, answer: Answer[T], request: Request | None = None) -> T:
        """Has `decide` change the match, and tells the caller how it is then.

        A request is answered once: whoever repeats it gets the same answer, made again from the record.

        Raises:
            UnknownMatch: there is no such match.
            Unavailable: others were always quicker.
            RedscienceError: what `decide` raises; nothing has changed then but what time had changed before.
        """
        received_ms, begun_s = self._clock.now_ms(), time.perf_counter()
        await self._downtime.settle(received_ms)
        async with self._matches.of(match_id):
            for _ in range(_TRIES):
                snapshot = await self._current(match_id)
                due = _due(snapshot.match, received_ms)
                try:
                    change = await self.step(match_id, partial(due or decide, snapshot, received_ms))
                    if due and change is not None and change.is_nothing:
                        # The platform alone is late, which ends nothing: what is asked is decided all the same.
                        due, change = None, await self.step(match_id, partial(decide, snapshot, received_ms))
                except RedscienceError:
                    # Whoever repeats a request is told that it comes too late, unless it was the one that was in time.
                    if request and (first := await self._answered_before(match_id, request)):
                        return await self.step(match_id, partial(answer, *first))
                    raise
                if change is None or change.is_nothing:
                    return await self.step(match_id, partial(answer, snapshot, received_ms))
                telemetry.note("judged")
                _JUDGED.observe(time.perf_counter() - begun_s)
                if not await self._journal.store(
                    _looked_at(change, received_ms), None if due else request, received_ms
                ):
                    self._snapshots.discard(match_id)
                    if request and (first := await self._answered_before(match_id, request)):
                        return await self.step(match_id, partial(answer, *first))
                elif not due:
                    _STORED.observe(time.perf_counter() - begun_s)
                    return await self.step(match_id, partial(answer, change.after, received_ms))
        raise Unavailable("Too many moves were made in this match at once. Try again.")

    def take_at_once(self, match_id: str, decide: Decide, request: Request) -> asyncio.Future[bool] | None:
        """As `take` without an answer, where nothing is in the way of judging here and now, and `decide` grants it.

        None where something is: nothing has changed then, and `take` says what there is to say. The future has whether
        it was stored; False where another was first, and so likewise `take` is to be asked.
        """
        received_ms, begun_s = self._clock.now_ms(), time.perf_counter()
        known = self._as_it_stands(match_id) if self._downtime.has_beaten(received_ms) else None
        if known is None or self.is_slow(match_id):
            return None
        snapshot, line = self._present(known), self._matches.of(match_id)
        if _due(snapshot.match, received_ms) or not line.enter_at_once():
            return None
        came = done(partial(decide, snapshot, received_ms))
        self._note_cost(match_id, came.spent_s)
        change = None if came.has_failed else came.result()
        if change is None or change.is_nothing:
            line.leave()
            return None
        _JUDGED.observe(time.perf_counter() - begun_s)

        def settled(storing: asyncio.Future[bool]) -> None:
            line.leave()
            if storing.cancelled() or storing.exception() is not None:
                return
            if storing.result():
                _STORED.observe(time.perf_counter() - begun_s)
            else:
                self._snapshots.discard(match_id)

        storing = self._journal.enter(_looked_at(change, received_ms), request, received_ms)
        storing.add_done_callback(settled)
        return storing

    async def wake(self, match_id: str) -> None:
        """Does what time has made due in a match, if anything is.

        Raises:
            UnknownMatch: there is no such match.
            Unavailable: others were always quicker.
        """
        await self.take(match_id, lambda _snapshot, _now_ms: None, lambda _snapshot, _now_ms: None)

    async def expire(self, match_id: str, due_at_ms: int) -> Match:
        """Does what time has made due in a match, unless that is a later deadline; gives the match after it.

        Raises:
            UnknownMatch: there is no such match.
            Unavailable: others were always quicker.
        """
        ends_at_ms = next_end_ms((await self.look(match_id)).match)
        if ends_at_ms is not None and ends_at_ms <= due_at_ms:
            await self.wake(match_id)
        return (await self.look(match_id)).match

    async def claim_due(self, match_ids: Iterable[str], now_ms: int) -> list[Due]:
        """Those of the matches in which something is due, each for one replica alone; others are looked at later."""
        due, later = list[Due](), dict[str, Seen]()
        for match_id in match_ids:
            try:
                match = (await self.look(match_id)).match
            except Exception:
                # The worker is told the reason when it asks; the other matches need not wait for this one.
                log.exception("a match cannot be looked at", extra={"match": match_id})
                due.append(Due(match_id, now_ms))
                continue
            ends_at_ms = next_end_ms(match)
            if ends_at_ms is not None and ends_at_ms > now_ms:
                later[match_id] = Seen(match.version, ends_at_ms)
            elif ends_at_ms is not None:
                due.append(Due(match_id, ends_at_ms))

        def note(connection: Connection) -> list[Due]:
            look_later(connection, later)
            return claim(connection, due, now_ms)

        claimed = await self._database.write(note) if due or later else []
        for match_id, seen in later.items():
            known = self._snapshots.get(match_id)
            if known is not None and known.match.version == seen.version:
                self._snapshots.amend(replace(known, match=replace(known.match, look_at_ms=seen.ends_at_ms)))
        return claimed

    def rename(self, names: Mapping[str, str]) -> None:
        """Has players be called otherwise from now on, by id, as the database has them already.

        So they are also in a match that is being read or changed, and was found under the old names.
        """
        self._names.update(names)
        self._snapshots.amend_all(self._named)

    def is_slow(self, match_id: str) -> bool:
        """Whether a step of the match takes the library so long that others should not wait for it."""
        return match_id in self._slow

    async def step(self, match_id: str, work: Callable[[], T]) -> T:
        """Runs what concerns one match and asks the library: where that is slow, beside the event loop."""
        is_slow = self.is_slow(match_id)
        came = await self._slow_lane.run(self.maker_of(match_id), work) if is_slow else done(work)
        self._note_cost(match_id, came.spent_s)
        if came.spent_s > _LIGHT_S:
            self._snapshots.weigh(match_id)
        return came.result()

    async def slowly(self, caller_id: str, work: Callable[[], T]) -> T:
        """Runs what asks the library beside the event loop, in turn with what is slow for others."""
        return (await self._slow_lane.run(caller_id, work)).result()

    async def _made(self, maker_id: str, rule_set: str, work: Callable[[], T]) -> Done[T]:
        """What came of the making of a match: each maker has one made at a time.

        It is made beside the event loop, but for a game of which one was made quickly of late: its engine is loaded.
        """
        async with self._makers.of(maker_id):
            is_quick = rule_set in self._quickly_made
            came = done(work) if is_quick else await to_its_end(self._in_thread(lambda: done(work)))
        self._quickly_made.pop(rule_set, None)
        if came.spent_s <= _SLOW_S / 2:
            self._quickly_made[rule_set] = None
            if len(self._quickly_made) > _QUICK_GAMES:
                self._quickly_made.popitem(last=False)
        return came

    def maker_of(self, match_id: str) -> str:
        """Who made a match, and so is to wait where it is slow; "" where that is not known without reading it."""
        known = self._snapshots.get(match_id)
        return known.match.maker_id if known else ""

    def _note_cost(self, match_id: str, spent_s: float) -> None:
        """What was slow counts as slow for some more steps: not each of them asks the library for as much."""
        known = self._slow.pop(match_id, None)
        if known is None and spent_s <= _SLOW_S:
            return
        slow = (known or _QUICK).after(spent_s)
        if slow.cost_s > _SLOW_S:
            self._slow[match_id] = slow
        if len(self._slow) > _MOST_SLOW:
            del self._slow[next(iter(self._slow))]

    async def _current(self, match_id: str) -> Snapshot:
        return self._present(self._as_it_stands(match_id) or await self._read(match_id))

    def _as_it_stands(self, match_id: str) -> Snapshot | None:
        """The match in memory, where nobody else can have changed it."""
        is_known = self._downtime.is_alone and match_id not in self._in_doubt
        return self._snapshots.get(match_id) if is_known else None

    def _present(self, snapshot: Snapshot) -> Snapshot:
        match = self._downtime.given_back(snapshot.match)
        return snapshot if match is snapshot.match else replace(snapshot, match=match)

    async def _read_for_all(self, match_id: str) -> Snapshot:
        """The match as the database has it, by one read for all who ask before that begins: a move may wake many."""
        reading = self._to_be_read.get(match_id)
        if reading is None:
            reading = self._to_be_read[match_id] = asyncio.ensure_future(self._read_next(match_id))
            reading.add_done_callback(_retrieved)
        return await asyncio.shield(reading)

    async def _read_next(self, match_id: str) -> Snapshot:
        async with self._matches.of(match_id):
            # Whoever asks from now on may know of what this read does not see.
            del self._to_be_read[match_id]
            return await self._read(match_id)

    async def _read(self, match_id: str) -> Snapshot:
        """The match as the database has it, from where it is known."""
        known = self._snapshots.get(match_id)

        def read(connection: Connection) -> tuple[Match, list[Recorded]] | None:
            if known is not None and last_number(connection, match_id) == known.match.version:
                return None
            return _rows(connection, match_id, known.match.version if known else -1)

        found = await self._database.read(read)
        # Nothing is found only where it is known already.
        snapshot = await self._in_thread(partial(self._replayed, known, *found)) if found else cast("Snapshot", known)
        snapshot = self._remember(snapshot)
        if match_id in self._in_doubt:
            self._in_doubt.discard(match_id)
            if found:
                self._tell(snapshot)
        return snapshot

    def _replayed(self, known: Snapshot | None, match: Match, rows: Sequence[Recorded]) -> Snapshot:
        if known is None:
            return replayed(Snapshot(match, self._laid(match), {}), rows)
        # What the record alone says of a match is known from its earlier rows.
        match = replace(match, agreed_pause=known.match.agreed_pause, is_hinted=known.match.is_hinted)
        return replayed(replace(known, match=match), rows)

    def _laid(self, match: Match) -> Table:
        return laid(self._load_game(match.rule_set), match.seed)

    async def _answered_before(self, match_id: str, request: Request) -> tuple[Snapshot, int] | None:
        """The match as it was when the request had been granted, and the instant of that; None if it never was.

        Raises:
            InvalidField: under its id something else was asked.
            StaleView: likewise, where nobody has chosen the id.
        """

        def read(connection: Connection) -> tuple[Match, list[Recorded], int] | None:
            found = find_request(connection, match_id, request)
            if found is None:
                return None
            number, question = found
            if not request.is_named and question != request.question:
                raise StaleView("This decision has been answered otherwise. Wait for the next.")
            check_question(request, question)
            return *_rows(connection, match_id, -1), number

        found = await self._database.read(read)
        if found is None:
            return None
        match, rows, number = found
        return await self._in_thread(lambda: as_it_was(match, self._laid(match), rows, number))

    def _stored(self, change: Change) -> None:
        """A change is durable."""
        telemetry.note("stored")
        self._remember(change.after)
        self._tell(change.after)

    def _tell(self, snapshot: Snapshot) -> None:
        """Tells of a match that has changed."""
        match = snapshot.match
        if match.pause_ends_at_ms is not None:
            self._alarms.set(match.id, match.pause_ends_at_ms)
        for call in self._when_changed:
            call(snapshot)

    def _remember(self, snapshot: Snapshot) -> Snapshot:
        """Keeps a match in memory, unless it is known as it was later; gives it with the names that hold now."""
        snapshot = self._named(snapshot)
        self._snapshots.put(snapshot)
        return snapshot

    def _named(self, snapshot: Snapshot) -> Snapshot:
        match = snapshot.match
        if not any(seat.player_id in self._names for seat in match.seats):
            return snapshot
        seats = (replace(seat, player_name=self._names.get(seat.player_id, seat.player_name)) for seat in match.seats)
        return replace(snapshot, match=replace(match, seats=tuple(seats)))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        """Runs what may take the library a while off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def _retrieved(reading: asyncio.Task[Snapshot]) -> None:
    """Has asyncio not complain of an error that nobody waits for any more."""
    if not reading.cancelled():
        reading.exception()


def _due(match: Match, now_ms: int) -> Decide | None:
    """What time alone has made due: a question first, which changes nothing else."""
    if match.agreed_pause.question_ends_at_ms is not None and match.agreed_pause.question_ends_at_ms <= now_ms:
        return lapse
    if match.pause_ends_at_ms is not None and match.pause_ends_at_ms <= now_ms:
        return run_out if match.is_paused else end_pause
    return expire if is_past(match.clock, now_ms) else None


def _made(
    make: Callable[[int], Change], answer: Answer[match_pb2.Match], now_ms: int
) -> tuple[Change, match_pb2.Match, bytes]:
    change = _begun(make, now_ms)
    message = answer(change.after, now_ms)
    return change, message, packed(message)


def _begun(make: Callable[[int], Change], now_ms: int) -> Change:
    """A match that is made, with the views of those who are asked first: what these cost says whether it is slow."""
    change = _looked_at(make(now_ms), now_ms)
    table = change.after.table
    for seat in table.state.acting:
        table.view(seat)
    return change


def _looked_at(change: Change, now_ms: int) -> Change:
    """The change, with when the sweep is to look at the match: later than before only once that has passed."""
    match = change.after.match
    ends_at_ms, look_at_ms = next_end_ms(match), match.look_at_ms
    if ends_at_ms is not None and look_at_ms is not None and now_ms < look_at_ms <= ends_at_ms:
        return change
    return replace(change, after=replace(change.after, match=replace(match, look_at_ms=ends_at_ms)))


def _rows(connection: Connection, match_id: str, after: int) -> tuple[Match, list[Recorded]]:
    """The match, and the rows of its record after the known ones."""
    match = find_match(connection, match_id)
    if match is None:
        raise unknown_match()
    return match, rows_after(connection, match_id, after)
