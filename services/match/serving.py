"""Programs that play: each is asked for all decisions that it owes over one stream, and answers over it.

What is said on a stream is the `program`'s; `asking` makes the decisions.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from itertools import chain

from opentelemetry.trace import SpanKind

from redscience.api.match.v1 import match_pb2
from redscience.client.refusals import INTERNAL_MESSAGE
from redscience.errors import Fault, InvalidField, MatchPaused, RedscienceError, Unavailable
from services.kit import telemetry
from services.kit.bus import finish
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.identity import Caller
from services.kit.limits import CallLimit
from services.match import fields, turns
from services.match.adjudicator import Adjudicator, Decide
from services.match.answers import question
from services.match.asking import Asking
from services.match.decisions import owed
from services.match.downtime import Downtime
from services.match.invitation import Invitation
from services.match.invitations import Invitations
from services.match.messages import over_message
from services.match.model import Snapshot
from services.match.program import MOST_ANSWERS, Program
from services.match.programs import Programs
from services.match.queries import versions_held
from services.match.seating import seat_for
from services.match.store import Request

log = logging.getLogger(__name__)

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
        self._programs: defaultdict[str, list[Program]] = defaultdict(list)
        self._pace = CallLimit(ANSWERS_PER_S, ANSWERS_PER_S)
        self._asking = Asking(adjudicator, self._tell)

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
        program = Program(caller)
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

    async def _seek(self, program: Program) -> None:
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

    async def _read(self, program: Program, requests: AsyncIterator[match_pb2.ServeRequest], stream_id: str) -> None:
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

    def _begin_play(self, program: Program, answer: match_pb2.Answer) -> None:
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

    def _settle(self, program: Program, answer: match_pb2.Answer, storing: asyncio.Future[bool]) -> None:
        """An answer that was judged at once is stored; or it is not, and is judged again, or refused."""
        program.in_hand.discard(storing)
        if storing.cancelled() or (storing.exception() is None and storing.result()):
            program.room.release()
        else:
            self._begin(program, answer, partial(self._take, program.caller, answer))

    def _begin(self, program: Program, answer: match_pb2.Answer, take: Callable[[], Awaitable[object]]) -> None:
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

    async def _judge(self, program: Program, answer: match_pb2.Answer, take: Callable[[], Awaitable[object]]) -> None:
        try:
            with telemetry.continued("answer", SpanKind.SERVER, answer.traceparent):
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

    def _tell(self, program: Program, snapshot: Snapshot) -> None:
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

    def _one_of(self, controller_id: str, match_id: str) -> Program:
        """The stream of a controller on which it is asked for a match: always the same while its streams stay."""
        programs = self._programs[controller_id]
        return programs[int.from_bytes(match_id.encode()[-8:]) % len(programs)]

    def _leave(self, program: Program) -> None:
        programs = self._programs[program.caller.controller_id]
        programs.remove(program)
        if not programs:
            del self._programs[program.caller.controller_id]
            return
        for other in programs:
            other.owe(*program.asked, *program.owing, *program.sought, *chain.from_iterable(program.deferred.values()))

    async def _message(self, program: Program) -> match_pb2.ServeResponse | None:
        """All that there is to say but for what is large; None for nothing."""
        for match_id in list(program.owing)[:_LARGEST_MESSAGE]:
            # It may have ended while another was looked at.
            traceparent = program.owing.pop(match_id, None)
            if traceparent is not None:
                await self._asking.ask(program, match_id, traceparent)
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

    async def _ask_for_sought(self, program: Program) -> None:
        """Asks for what was sought, for one match at least, and for no more where there is news."""
        for _ in range(_LARGEST_MESSAGE):
            if not program.sought:
                return
            match_id = next(iter(program.sought))
            del program.sought[match_id]
            await self._asking.ask(program, match_id, "")
            if program.owing:
                return


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


def _nothing(_snapshot: Snapshot, _now_ms: int) -> None:
    """Nothing is answered to what is granted: the change is told as one."""
