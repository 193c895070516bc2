"""Programs that play: each is asked for all decisions that it owes over one stream, and answers over it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict, defaultdict, deque
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any

from opentelemetry.trace import SpanKind

from redscience.api.match.v1 import match_pb2
from redscience.client.refusals import INTERNAL_MESSAGE
from redscience.errors import Fault, InvalidField, MatchPaused, RedscienceError, Unavailable
from services.kit import telemetry
from services.kit.bus import finish
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.identity import Caller
from services.kit.lanes import PacedLane
from services.kit.limits import CallLimit, HandLimit
from services.match import fields, turns
from services.match.adjudicator import Adjudicator, Decide
from services.match.answers import question
from services.match.decisions import owed, with_choices, with_view
from services.match.downtime import Downtime
from services.match.invitation import Invitation
from services.match.invitations import Invitations
from services.match.messages import invitation_message, over_message
from services.match.model import Snapshot
from services.match.programs import Programs
from services.match.queries import versions_held
from services.match.seating import seat_for
from services.match.store import Request

log = logging.getLogger(__name__)

MOST_ANSWERS = 256
"""How many answers a message may have, and how many of a program are judged at once."""
ANSWERS_PER_S = 250
"""How many answers of a player are taken in a second, on all their streams, as is what bots accept; others wait.

A message without an answer counts as one.
"""
ASK_EVERY_S = 3.0
"""How often, beside other replicas, it is looked for what was not heard of."""
HOUSE_PACE_S = 0.25
"""How long players of the platform's own wait before each move where only such are left."""
GATHERED_S = 0.003
"""A message costs as much as two decisions; where many matches are played one waits for this long after the last."""
_LARGEST_MESSAGE = 64
_ANSWERED_AGAIN_AFTER_S = 5
"""When an answer is to be given again that could not be judged, for a reason that nobody foresaw."""
_LARGE_BYTES = 50_000
"""What is larger is a message of its own."""
_SHARED_BYTES = 2_000_000
"""So much of what is smaller shares a message: clients take 4 MiB unless they say otherwise."""
_LARGE_BYTES_PER_S = 4_000_000
"""So much of what is large is sent at most: a megabyte costs the event loop, and whoever plays beside it, some ms."""
_LARGE_IN_HAND = 8
"""So many decisions that may be large are made, and not sent yet, of a player on all streams."""
_MOST_LARGE_GAMES = 1_000


@dataclass(slots=True, eq=False)
class _Program:
    """One stream, and what is to be said on it.

    Attributes:
        owing: matches in which a seat of the caller may owe a decision, each with the trace of what made it due.
        sought: others that it holds, of which it is not known how they stand; they come after these.
        looked_at: by match, the number of the last row of its record when it was last known what was owed in it.
        asked: by match, the seats that were asked on this stream, each with the version of the view that it was sent.
        told: the invitations that it was told of and that were open then.
        made: messages with a decision each, which are sent as few.
        deferred: by their makers, matches in which decisions may be owed that are large, or slow to be made, each with
            its trace: those of a maker are made and sent one after another.
        large: such decisions, each with what is set when it is sent; to put them into another message copies them.
        next_at_s: before this instant of `time.monotonic` no message is sent, so that many decisions share one.
        tells_choices: whether decisions hold legal moves and their weights rather than views.
        room: a place for each answer that is judged, and for each refusal until it is sent: of a program that does not
            read no more is read.
    """

    caller: Caller
    owing: dict[str, str] = field(default_factory=dict)
    sought: dict[str, None] = field(default_factory=dict)
    looked_at: dict[str, int] = field(default_factory=dict)
    asked: dict[str, dict[str, int]] = field(default_factory=dict)
    made: deque[match_pb2.ServeResponse] = field(default_factory=deque)
    deferred: dict[str, dict[str, str]] = field(default_factory=dict)
    large: deque[tuple[match_pb2.ServeResponse, asyncio.Future[None]]] = field(default_factory=deque)
    refusals: list[match_pb2.Refusal] = field(default_factory=list)
    over: list[match_pb2.Over] = field(default_factory=list)
    told: set[str] = field(default_factory=set)
    invitations: list[match_pb2.Match] = field(default_factory=list)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    room: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MOST_ANSWERS))
    in_hand: set[asyncio.Future[Any]] = field(default_factory=set)
    sending: set[asyncio.Task[None]] = field(default_factory=set)
    tells_choices: bool = False
    has_finished: bool = False
    next_at_s: float = 0.0

    def owe(self, *match_ids: str, traceparent: str = "") -> None:
        """In these matches a decision may be owed."""
        self.owing.update(dict.fromkeys(match_ids, traceparent))
        self.wake.set()

    def seek(self, held: Mapping[str, int]) -> None:
        """In those of these matches a decision may be owed that have another last row than when they were looked at."""
        self.looked_at = {match_id: number for match_id, number in self.looked_at.items() if match_id in held}
        changed = (match_id for match_id, number in held.items() if self.looked_at.get(match_id) != number)
        known = self.owing.keys() | set(chain.from_iterable(self.deferred.values()))
        self.sought.update(dict.fromkeys(match_id for match_id in changed if match_id not in known))
        if self.sought:
            self.wake.set()

    def forget(self, match_id: str) -> None:
        """A match has ended."""
        of_matches: tuple[dict[str, Any], ...] = self.owing, self.sought, self.looked_at, self.asked
        for each in (*of_matches, *self.deferred.values()):
            each.pop(match_id, None)
        self.made = deque(each for each in self.made if each.decisions[0].match_id != match_id)

    def take_made(self) -> list[match_pb2.ServeResponse]:
        """As many of the decisions that were made as share a message; the others come in the next one."""
        taken, n_bytes = list[match_pb2.ServeResponse](), 0
        while self.made and n_bytes < _SHARED_BYTES:
            taken.append(self.made.popleft())
            n_bytes += taken[-1].ByteSize()
        if self.made:
            self.wake.set()
        return taken

    def invite(self, invitation: Invitation, now_ms: int) -> None:
        """Tells of an invitation that waits for an answer, once, and later if it is called off."""
        is_open = invitation.reason is None
        if is_open == (invitation.id in self.told):
            return
        if not is_open:
            self.told.discard(invitation.id)
        elif invitation.waits_for(self.caller.controller_id):
            self.told.add(invitation.id)
        else:
            return
        self.invitations.append(invitation_message(invitation, self.caller.controller_id, now_ms))
        self.wake.set()

    def refuse(self, answer: match_pb2.Answer, error: RedscienceError) -> None:
        """Says why an answer was not taken."""
        self.refusals.append(
            match_pb2.Refusal(
                match_id=answer.match_id,
                seat=answer.seat,
                view_version=answer.view_version,
                code=error.code,
                message=error.message,
                retry_after_s=error.retry_after_s,
            )
        )
        self.wake.set()


class Serving:
    """The programs that are connected to this process.

    Args:
        adjudicator: where their answers go.
        database: of the match service.
        clock: says when what is told was so.
        downtime: knows whether there are other replicas.
        invitations: what they are invited to.
        programs: where it is noted which bots are connected.
    """

    def __init__(
        self,
        *,
        adjudicator: Adjudicator,
        database: Database,
        clock: Clock,
        downtime: Downtime,
        invitations: Invitations,
        programs: Programs,
    ) -> None:
        self._adjudicator = adjudicator
        self._invitations = invitations
        self._connected = programs
        self._database = database
        self._clock = clock
        self._downtime = downtime
        self._programs: defaultdict[str, list[_Program]] = defaultdict(list)
        self._pace = CallLimit(ANSWERS_PER_S, ANSWERS_PER_S)
        self._large_pace = PacedLane(_LARGE_BYTES_PER_S)
        self._large_in_hand = HandLimit()
        # Games in which a decision was large, the latest last.
        self._large_games: OrderedDict[str, None] = OrderedDict()

    def changed(self, snapshot: Snapshot) -> None:
        """A match has changed: whoever owes something in it now is asked for it."""
        for controller_id in dict.fromkeys(seat.controller_id for seat in snapshot.match.seats):
            if controller_id in self._programs:
                self._tell(self._one_of(controller_id, snapshot.match.id), snapshot)

    def changed_elsewhere(self, match_id: str, controller_ids: Sequence[str]) -> None:
        """Another replica has changed a match in which these control seats."""
        for controller_id in controller_ids:
            if controller_id in self._programs:
                self._one_of(controller_id, match_id).owe(match_id)

    def invitation_changed(self, invitation: Invitation) -> None:
        """An invitation has changed: whoever is to answer it is told."""
        now_ms = self._clock.now_ms()
        for controller_id in invitation.controllers:
            for program in self._programs.get(controller_id, ()):
                program.invite(invitation, now_ms)

    async def invitation_changed_elsewhere(self, invitation_id: str, controller_ids: Sequence[str]) -> None:
        """Another replica has changed an invitation that names these."""
        if any(controller_id in self._programs for controller_id in controller_ids):
            invitation = await self._invitations.find(invitation_id)
            if invitation is not None:
                self.invitation_changed(invitation)

    async def serve(
        self, caller: Caller, requests: AsyncIterator[match_pb2.ServeRequest]
    ) -> AsyncGenerator[match_pb2.ServeResponse]:
        """What a program is told, from now until it goes.

        Raises:
            InvalidField: a message is none that can be read.
        """
        program = _Program(caller)
        stream_id = await self._connected.connect(caller) if caller.kind == "bot" else ""
        self._programs[caller.controller_id].append(program)
        reading = asyncio.create_task(self._read(program, requests, stream_id))
        seeking = asyncio.create_task(self._seek(program))
        try:
            while not program.has_finished:
                if not (program.owing or program.sought):
                    await program.wake.wait()
                program.wake.clear()
                await asyncio.sleep(max(0.0, program.next_at_s - time.monotonic()))
                message = await self._message(program)
                if message is not None:
                    program.next_at_s = time.monotonic() + GATHERED_S
                    yield message
                    for _ in message.refusals:
                        program.room.release()
                if program.large:
                    large, sent = program.large.popleft()
                    large.now_ms = self._clock.now_ms()
                    yield large
                    sent.set_result(None)
                    if program.large:
                        program.wake.set()
            await reading
        finally:
            self._leave(program)
            # Whoever cancels this twice has the rest of it not done.
            self._connected.end(stream_id)
            for task in (tasks := (reading, seeking, *program.sending)):
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await finish(program.in_hand)
            if stream_id:
                await self._disconnect(stream_id)

    async def _seek(self, program: _Program) -> None:
        """Finds what is owed: all of it at first, later what other replicas' hints did not tell of."""
        is_known, controller_id = False, program.caller.controller_id
        while True:
            if not is_known or not self._downtime.is_alone:
                try:
                    program.seek(await self._database.read(lambda connection: versions_held(connection, controller_id)))
                    for invitation in await self._invitations.waiting(controller_id):
                        program.invite(invitation, self._clock.now_ms())
                    is_known = True
                except Unavailable as error:
                    log.warning("what is owed cannot be looked for", extra={"why": error.message})
            await asyncio.sleep(ASK_EVERY_S)

    async def _disconnect(self, stream_id: str) -> None:
        """Notes that a stream has ended; where that cannot be noted, its time runs out."""
        try:
            await self._connected.disconnect(stream_id)
        except Unavailable as error:
            log.warning("a bot is still noted as connected", extra={"why": error.message})

    async def _read(self, program: _Program, requests: AsyncIterator[match_pb2.ServeRequest], stream_id: str) -> None:
        try:
            async for request in requests:
                _check_size(request)
                program.tells_choices = _tells_choices(request.telling, before=program.tells_choices)
                if request.HasField("accepting"):
                    accepting = fields.accepting(request.accepting)
                    await self._paced(program.caller)
                    if stream_id:
                        await self._connected.declare(stream_id, accepting)
                elif not (request.answers or request.accept or request.decline):
                    await self._paced(program.caller)  # it costs to be read, whatever it says
                for answer in request.answers:
                    await self._paced(program.caller)
                    await program.room.acquire()
                    self._begin_play(program, answer)
                for take, match_ids in ((self._accept, request.accept), (self._decline, request.decline)):
                    for match_id in match_ids:
                        await self._paced(program.caller)
                        await program.room.acquire()
                        answer = match_pb2.Answer(match_id=match_id)
                        self._begin(program, answer, partial(take, program.caller, match_id))
        finally:
            program.has_finished = True
            program.wake.set()

    def _begin_play(self, program: _Program, answer: match_pb2.Answer) -> None:
        """Has an answer judged: at once where nothing is in the way, which costs much less than a task."""
        storing = None if answer.traceparent else self._played_at_once(program.caller, answer)
        if storing is None:
            self._begin(program, answer, partial(self._take, program.caller, answer))
            return
        program.in_hand.add(storing)
        storing.add_done_callback(partial(self._settle, program, answer))

    def _played_at_once(self, caller: Caller, answer: match_pb2.Answer) -> asyncio.Future[bool] | None:
        try:
            play = _play(caller, answer)
        except RedscienceError:
            return None  # it is refused by whoever reads it again
        return self._adjudicator.take_at_once(*play)

    def _settle(self, program: _Program, answer: match_pb2.Answer, storing: asyncio.Future[bool]) -> None:
        """An answer that was judged at once is stored; or it is not, and is judged again, or refused."""
        program.in_hand.discard(storing)
        if storing.cancelled() or (storing.exception() is None and storing.result()):
            program.room.release()
        else:
            self._begin(program, answer, partial(self._take, program.caller, answer))

    def _begin(self, program: _Program, answer: match_pb2.Answer, take: Callable[[], Awaitable[object]]) -> None:
        task = asyncio.create_task(self._judge(program, answer, take))
        program.in_hand.add(task)
        task.add_done_callback(program.in_hand.discard)

    async def _paced(self, caller: Caller) -> None:
        """Reads on more slowly where a player answers faster than anybody may."""
        while caller.kind != "service":
            wait_s = self._pace.take_or_wait(caller.controller_id, time.monotonic())
            if not wait_s:
                return
            await asyncio.sleep(wait_s)

    async def _judge(self, program: _Program, answer: match_pb2.Answer, take: Callable[[], Awaitable[object]]) -> None:
        try:
            with _traced("answer", SpanKind.SERVER, answer.traceparent):
                await take()
        except RedscienceError as error:
            program.refuse(answer, error)
            if isinstance(error, MatchPaused):
                # It is asked for once more when the match goes on, which may be so by now.
                program.asked.pop(answer.match_id, None)
                program.owe(answer.match_id)
        except Exception:
            log.exception("an answer was not judged", extra={"match": answer.match_id})
            mistake = RedscienceError(INTERNAL_MESSAGE)
            # It is not asked for again on this stream: whoever has answered is to answer again.
            mistake.retry_after_s = _ANSWERED_AGAIN_AFTER_S
            program.refuse(answer, mistake)
        else:
            program.room.release()

    async def _accept(self, caller: Caller, match_id: str) -> None:
        await self._invitations.accept(caller, fields.match_id(match_id))

    async def _decline(self, caller: Caller, match_id: str) -> None:
        await self._invitations.decline(caller, fields.match_id(match_id))

    async def _take(self, caller: Caller, answer: match_pb2.Answer) -> None:
        match_id, decide, once = _play(caller, answer)
        await self._adjudicator.take(match_id, decide, _nothing, once)

    def _tell(self, program: _Program, snapshot: Snapshot) -> None:
        match_id = snapshot.match.id
        if snapshot.match.reason is not None:
            program.forget(match_id)
            for each in self._programs[program.caller.controller_id]:
                each.told.discard(match_id)
            program.over.append(over_message(snapshot.match))
            program.wake.set()
            return
        # It is to hear of the end, wherever that is made, and so is whoever plays on in its stead.
        program.asked.setdefault(match_id, {})
        if not owed(snapshot, program.caller):
            program.looked_at[match_id] = snapshot.match.version
            return
        if snapshot.is_left_to_the_house:
            asyncio.get_running_loop().call_later(HOUSE_PACE_S, program.owe, match_id)
        else:
            program.owe(match_id, traceparent=telemetry.recorded_traceparent())

    def _one_of(self, controller_id: str, match_id: str) -> _Program:
        """The stream of a controller on which it is asked for a match: always the same while its streams stay."""
        programs = self._programs[controller_id]
        return programs[int.from_bytes(match_id.encode()[-8:]) % len(programs)]

    def _leave(self, program: _Program) -> None:
        programs = self._programs[program.caller.controller_id]
        programs.remove(program)
        if not programs:
            del self._programs[program.caller.controller_id]
            return
        for other in programs:
            other.owe(*program.asked, *program.owing, *program.sought, *chain.from_iterable(program.deferred.values()))

    async def _message(self, program: _Program) -> match_pb2.ServeResponse | None:
        """All that there is to say but for what is large; None for nothing."""
        for match_id in list(program.owing)[:_LARGEST_MESSAGE]:
            # It may have ended while another was looked at.
            traceparent = program.owing.pop(match_id, None)
            if traceparent is not None:
                await self._ask(program, match_id, traceparent)
        await self._ask_for_sought(program)
        made = program.take_made()
        refusals, program.refusals = program.refusals, []
        over, program.over = program.over, []
        invitations, program.invitations = program.invitations, []
        if not (made or refusals or over or invitations):
            return None
        message = match_pb2.ServeResponse(
            refusals=refusals, over=over, invitations=invitations, now_ms=self._clock.now_ms()
        )
        for each in made:
            message.MergeFrom(each)
        return message

    async def _ask_for_sought(self, program: _Program) -> None:
        """Asks for what was sought, for one match at least, and for no more where there is news."""
        for _ in range(_LARGEST_MESSAGE):
            if not program.sought:
                return
            match_id = next(iter(program.sought))
            del program.sought[match_id]
            await self._ask(program, match_id, "")
            if program.owing:
                return

    async def _ask(self, program: _Program, match_id: str, traceparent: str) -> None:
        """Makes the decisions that are owed in a match, unless they are slow to be made, or may be large."""
        if self._adjudicator.is_slow(match_id):
            self._defer(program, match_id, self._adjudicator.maker_of(match_id), traceparent)
            return
        try:
            snapshot = await self._look(program, match_id)
            seats = _unasked(program, snapshot)
            if seats and snapshot.match.game_id in self._large_games:
                self._defer(program, match_id, snapshot.match.maker_id, traceparent)
                return
            _note_asked(program, snapshot, seats)
            decisions = [await self._decision(program, snapshot, seat, traceparent) for seat in seats]
        except Exception:
            log.exception("a decision cannot be asked for", extra={"match": match_id})
            self._ask_later(program, match_id)
        else:
            _note_looked_at(program, snapshot)
            # Not before the wait: what was made until then may have been sent by now.
            for seat, each in zip(seats, decisions, strict=True):
                if each.ByteSize() <= _LARGE_BYTES:
                    program.made.append(each)
                else:
                    # It is made again when it may be sent: what is kept until then is bounded so.
                    self._note_large(snapshot.match.game_id)
                    program.asked.get(match_id, {}).pop(seat, None)
                    self._defer(program, match_id, snapshot.match.maker_id, traceparent)

    async def _look(self, program: _Program, match_id: str) -> Snapshot:
        snapshot = await self._adjudicator.look(match_id)
        if snapshot.match.reason is not None and match_id in program.asked:
            self._tell(program, snapshot)  # another replica has ended it
        return snapshot

    async def _decision(
        self, program: _Program, snapshot: Snapshot, seat: str, traceparent: str
    ) -> match_pb2.ServeResponse:
        tell = with_choices if program.tells_choices else with_view
        with _traced("ask", SpanKind.INTERNAL, traceparent):
            return await self._adjudicator.step(snapshot.match.id, partial(tell, snapshot, seat, traceparent))

    def _ask_later(self, program: _Program, match_id: str) -> None:
        """A match that cannot be looked at keeps no other waiting, and is tried again."""
        program.asked.pop(match_id, None)
        asyncio.get_running_loop().call_later(ASK_EVERY_S, program.owe, match_id)

    def _note_large(self, game_id: str) -> None:
        self._large_games[game_id] = None
        self._large_games.move_to_end(game_id)
        if len(self._large_games) > _MOST_LARGE_GAMES:
            self._large_games.popitem(last=False)

    def _defer(self, program: _Program, match_id: str, maker_id: str, traceparent: str) -> None:
        """Has decisions of a match made and sent in turn with others that cost as much."""
        deferred = program.deferred.get(maker_id)
        if deferred is not None:
            deferred[match_id] = traceparent
            return
        program.deferred[maker_id] = {match_id: traceparent}
        task = asyncio.create_task(self._send_deferred(program, maker_id))
        program.sending.add(task)
        task.add_done_callback(program.sending.discard)

    async def _send_deferred(self, program: _Program, maker_id: str) -> None:
        """Makes and sends what is deferred of one maker's matches; what is slow there keeps nobody else's waiting."""
        deferred, caller = program.deferred[maker_id], program.caller
        # A service is asked for everybody: there it is those who have made the matches who take turns.
        whose = maker_id if caller.kind == "service" else caller.controller_id
        while deferred:
            async with self._large_in_hand.one(f"{caller.controller_id} {whose}", _LARGE_IN_HAND):
                match_id = next(iter(deferred), "")  # none where the last has ended meanwhile
                try:
                    if match_id:
                        await self._send_next(program, deferred, match_id, whose)
                except Exception:
                    log.exception("a decision cannot be asked for", extra={"match": match_id})
                    deferred.pop(match_id, None)
                    self._ask_later(program, match_id)
        del program.deferred[maker_id]

    async def _send_next(self, program: _Program, deferred: dict[str, str], match_id: str, whose: str) -> None:
        """Makes one decision that is owed in a match, and sees it sent."""
        snapshot = await self._look(program, match_id)
        traceparent, seats = deferred.pop(match_id, ""), _unasked(program, snapshot)
        _note_asked(program, snapshot, seats[:1])
        if len(seats) > 1:
            deferred[match_id] = traceparent
        else:
            _note_looked_at(program, snapshot)
        if not seats:
            return
        message = await self._decision(program, snapshot, seats[0], traceparent)
        n_bytes = message.ByteSize()
        if n_bytes > _LARGE_BYTES:
            self._note_large(snapshot.match.game_id)
            await self._large_pace.turn(whose, n_bytes)
        if program.asked.get(match_id, {}).get(seats[0]) == snapshot.table.versions[seats[0]]:
            # Else it has ended meanwhile, or is to be asked for anew.
            sent = asyncio.get_running_loop().create_future()
            program.large.append((message, sent))
            program.wake.set()
            await sent


def _unasked(program: _Program, snapshot: Snapshot) -> list[str]:
    """The seats of which a program owes decisions in a match that it was not asked for on this stream."""
    asked = program.asked.get(snapshot.match.id, {})
    return [seat for seat in owed(snapshot, program.caller) if asked.get(seat, 0) < snapshot.table.versions[seat]]


def _note_asked(program: _Program, snapshot: Snapshot, seats: Sequence[str]) -> None:
    """A program is asked for these seats now; it is to hear of the end of the match, wherever that is made."""
    if snapshot.match.reason is None:
        asked = program.asked.setdefault(snapshot.match.id, {})
        asked.update((seat, snapshot.table.versions[seat]) for seat in seats)


def _note_looked_at(program: _Program, snapshot: Snapshot) -> None:
    if snapshot.match.reason is None:
        program.looked_at[snapshot.match.id] = snapshot.match.version


def _play(caller: Caller, answer: match_pb2.Answer) -> tuple[str, Decide, Request]:
    """What an answer asks for: in which match, what it changes there, and under which request."""
    match_id, moves = fields.match_id(answer.match_id), fields.moves(answer.moves)

    def decide(snapshot: Snapshot, now_ms: int) -> turns.Change:
        seat = seat_for(snapshot.match, caller, answer.seat)
        return turns.play(snapshot, seat, moves, answer.view_version, now_ms)

    asked = question("play", answer.seat, moves)
    once = Request(caller.controller_id, f"{answer.seat}-{answer.view_version}", asked, is_named=False)
    return match_id, decide, once


def _check_size(request: match_pb2.ServeRequest) -> None:
    for name in ("answers", "accept", "decline"):
        if len(getattr(request, name)) > MOST_ANSWERS:
            fault = Fault(name, f"has {len(getattr(request, name))} entries", f"Send at most {MOST_ANSWERS}")
            raise InvalidField([fault])


def _tells_choices(telling: int, *, before: bool) -> bool:
    if telling not in match_pb2.Telling.values():
        raise InvalidField([Fault("telling", f"is {telling}", "Send TELLING_VIEWS or TELLING_CHOICES, or nothing")])
    return telling == match_pb2.TELLING_CHOICES if telling else before


def _traced(name: str, kind: SpanKind, traceparent: str) -> AbstractContextManager[object]:
    """A span in the trace that is named, if one is."""
    return telemetry.span(name, kind, parent=traceparent) if traceparent else nullcontext()


def _nothing(_snapshot: Snapshot, _now_ms: int) -> None:
    """Nothing is answered to what is granted: the change is told as one."""
