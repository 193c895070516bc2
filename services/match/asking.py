"""Asks programs for the decisions that they owe: at once where these are small, in turn where they cost much."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from functools import partial

from opentelemetry.trace import SpanKind

from redscience.api.match.v1 import match_pb2
from services.kit import telemetry
from services.kit.lanes import PacedLane
from services.kit.limits import HandLimit
from services.match.adjudicator import Adjudicator
from services.match.decisions import with_choices, with_view
from services.match.model import Snapshot
from services.match.program import Program

log = logging.getLogger(__name__)

ASK_AGAIN_S = 3.0
"""A match that cannot be looked at is tried again after so long."""
_LARGE_BYTES = 50_000
"""What is larger is a message of its own."""
_LARGE_BYTES_PER_S = 4_000_000
"""So much of what is large is sent at most: a megabyte costs the event loop, and whoever plays beside it, some ms."""
_LARGE_IN_HAND = 8
"""So many decisions that may be large are made, and not sent yet, of a player on all streams."""
_MOST_LARGE_GAMES = 1_000


class Asking:
    """Makes decisions, and has them sent.

    Args:
        adjudicator: knows the matches.
        tell_end: is called with a program and a match that has been found to have ended.
    """

    def __init__(self, adjudicator: Adjudicator, tell_end: Callable[[Program, Snapshot], None]) -> None:
        self._adjudicator = adjudicator
        self._tell_end = tell_end
        self._large_pace = PacedLane(_LARGE_BYTES_PER_S)
        self._large_in_hand = HandLimit()
        # Games in which a decision was large, the latest last.
        self._large_games: OrderedDict[str, None] = OrderedDict()

    async def ask(self, program: Program, match_id: str, traceparent: str) -> None:
        """Makes the decisions that are owed in a match, unless they are slow to be made, or may be large."""
        if self._adjudicator.is_slow(match_id):
            self._defer(program, match_id, self._adjudicator.maker_of(match_id), traceparent)
            return
        try:
            snapshot = await self._look(program, match_id)
            seats = program.unasked(snapshot)
            if seats and snapshot.match.game_id in self._large_games:
                self._defer(program, match_id, snapshot.match.maker_id, traceparent)
                return
            program.note_asked(snapshot, seats)
            decisions = [await self._decision(program, snapshot, seat, traceparent) for seat in seats]
        except Exception:
            log.exception("a decision cannot be asked for", extra={"match": match_id})
            self._ask_later(program, match_id)
        else:
            program.note_looked_at(snapshot)
            # Not before the wait: what was made until then may have been sent by now.
            for seat, each in zip(seats, decisions, strict=True):
                if each.ByteSize() <= _LARGE_BYTES:
                    program.made.append(each)
                else:
                    # It is made again when it may be sent: what is kept until then is bounded so.
                    self._note_large(snapshot.match.game_id)
                    program.asked.get(match_id, {}).pop(seat, None)
                    self._defer(program, match_id, snapshot.match.maker_id, traceparent)

    async def _look(self, program: Program, match_id: str) -> Snapshot:
        snapshot = await self._adjudicator.look(match_id)
        if snapshot.match.reason is not None and match_id in program.asked:
            self._tell_end(program, snapshot)  # another replica has ended it
        return snapshot

    async def _decision(
        self, program: Program, snapshot: Snapshot, seat: str, traceparent: str
    ) -> match_pb2.ServeResponse:
        tell = with_choices if program.tells_choices else with_view
        with telemetry.continued("ask", SpanKind.INTERNAL, traceparent):
            return await self._adjudicator.step(
                snapshot.match.id, partial(tell, snapshot, seat, program.caller, traceparent)
            )

    def _ask_later(self, program: Program, match_id: str) -> None:
        """A match that cannot be looked at keeps no other waiting, and is tried again."""
        program.asked.pop(match_id, None)
        asyncio.get_running_loop().call_later(ASK_AGAIN_S, program.owe, match_id)

    def _note_large(self, game_id: str) -> None:
        self._large_games[game_id] = None
        self._large_games.move_to_end(game_id)
        if len(self._large_games) > _MOST_LARGE_GAMES:
            self._large_games.popitem(last=False)

    def _defer(self, program: Program, match_id: str, maker_id: str, traceparent: str) -> None:
        """Has decisions of a match made and sent in turn with others that cost as much."""
        deferred = program.deferred.get(maker_id)
        if deferred is not None:
            deferred[match_id] = traceparent
            return
        program.deferred[maker_id] = {match_id: traceparent}
        task = asyncio.create_task(self._send_deferred(program, maker_id))
        program.sending.add(task)
        task.add_done_callback(program.sending.discard)

    async def _send_deferred(self, program: Program, maker_id: str) -> None:
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

    async def _send_next(self, program: Program, deferred: dict[str, str], match_id: str, whose: str) -> None:
        """Makes one decision that is owed in a match, and sees it sent."""
        snapshot = await self._look(program, match_id)
        traceparent, seats = deferred.pop(match_id, ""), program.unasked(snapshot)
        program.note_asked(snapshot, seats[:1])
        if len(seats) > 1:
            deferred[match_id] = traceparent
        else:
            program.note_looked_at(snapshot)
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
