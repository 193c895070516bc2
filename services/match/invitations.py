"""Keeps invitations until all have accepted; then, in one transaction, they are matches."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from functools import partial

from sqlalchemy import Connection

from redscience.api.match.v1 import match_pb2
from redscience.errors import MatchStarted, Unavailable
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.identity import Caller
from services.kit.ids import new_id
from services.match import invitation as decisions
from services.match.adjudicator import Adjudicator, Prepared
from services.match.answers import first_answer, keep_answer, packed
from services.match.invitation import Invitation
from services.match.invitation_store import (
    add_invitation,
    change_invitation,
    find_invitation,
    forget_invitations,
    remove_invitation,
    to_lapse,
    waiting_for,
)
from services.match.messages import invitation_message
from services.match.queries import check_seats_left
from services.match.seating import check_holds_seat
from services.match.starting import Starting
from services.match.store import Request, add_match

log = logging.getLogger(__name__)

SWEEP_S = 1.0
FORGET_EVERY_MS = 600_000
_AT_ONCE = 100


class _AllAcceptedError(Exception):
    """Nothing is stored: the match has to be made first."""

    def __init__(self, invitation: Invitation) -> None:
        super().__init__()
        self.invitation = invitation


class Invitations:
    """What may be done to invitations, by whoever is named in them and by the clock.

    Args:
        adjudicator: is told of the matches that start.
        starting: makes them.
        database: of the match service.
        clock: decides when an invitation has lapsed, at receipt.
        most_held: how many seats in running matches whoever accepts may hold.
    """

    def __init__(
        self, *, adjudicator: Adjudicator, starting: Starting, database: Database, clock: Clock, most_held: int
    ) -> None:
        self._adjudicator = adjudicator
        self._starting = starting
        self._database = database
        self._clock = clock
        self._most_held = most_held
        self._when_changed: list[Callable[[Invitation], None]] = []
        self._forgot_at_ms = 0

    def when_changed(self, call: Callable[[Invitation], None]) -> None:
        """Has `call` made with each invitation that has changed here, once that is durable; not where it starts."""
        self._when_changed.append(call)

    async def add(
        self, invitation: Invitation, request: Request, check: Callable[[Connection], None]
    ) -> match_pb2.Match:
        """Stores an invitation, unless the request was answered before, and returns the answer.

        `check` raises, in the same transaction, where it must not be.

        Raises:
            LimitReached: there are as many as there may be, or whoever invites holds as many seats as one may.
        """
        now_ms = invitation.created_at_ms
        message = invitation_message(invitation, now_ms)

        def store(connection: Connection) -> match_pb2.Match | None:
            if not keep_answer(connection, request, packed(message), now_ms):
                return first_answer(connection, request)
            check_seats_left(connection, request.caller_id, self._most_held)
            check(connection)
            add_invitation(connection, invitation)
            return None

        first = await self._database.write(store)
        if first is not None:
            return first
        self._changed(invitation)
        return message

    async def find(self, invitation_id: str) -> Invitation | None:
        """The invitation as it stands; None where there is none, or where it has become a match."""
        found = await self._database.read(lambda connection: find_invitation(connection, invitation_id))
        return None if found is None else decisions.as_of(found, self._clock.now_ms())

    async def waiting(self, controller_id: str) -> list[Invitation]:
        """The open invitations that wait for an answer of a controller, the oldest first."""
        now_ms = self._clock.now_ms()
        return await self._database.read(lambda connection: waiting_for(connection, controller_id, now_ms))

    async def accept(self, caller: Caller, invitation_id: str) -> None:
        """The caller accepts; where that was the last, the match has started when this returns.

        Raises:
            UnknownMatch, NotAllowed: they are not invited.
            CalledOff: it is too late.
            LimitReached: they hold as many seats as one may.
        """
        now_ms = self._clock.now_ms()
        accept = partial(self._accept, caller=caller, invitation_id=invitation_id, now_ms=now_ms)
        prepared: Prepared | None = None
        try:
            after = await self._database.write(partial(accept, prepared=None))
        except _AllAcceptedError as error:
            make = partial(self._starting.start, error.invitation)
            prepared = await self._adjudicator.prepare(make, error.invitation.maker_id)
            after = await self._database.write(partial(accept, prepared=prepared))
        if after is None:
            await self._check_started(caller, invitation_id)
        elif prepared is not None:
            self._adjudicator.started(prepared)
        else:
            self._changed(after)

    async def decline(self, caller: Caller, invitation_id: str) -> Invitation:
        """The caller declines.

        Raises:
            UnknownMatch, NotAllowed: they are not invited.
            MatchStarted: it is too late.
        """
        return await self._call_off(caller, invitation_id, decisions.decline)

    async def cancel(self, caller: Caller, invitation_id: str) -> Invitation:
        """The caller takes their invitation back.

        Raises:
            UnknownMatch, NotAllowed: it is not theirs.
            MatchStarted: it is too late.
        """
        return await self._call_off(caller, invitation_id, decisions.cancel)

    async def run(self) -> None:
        """Has invitations lapse when their time is over, and forgets old ones, until cancelled."""
        while True:
            with contextlib.suppress(Unavailable):
                await self.once()
            await asyncio.sleep(SWEEP_S)

    async def once(self) -> int:
        """Does what is due now, and returns how many invitations have lapsed."""
        now_ms = self._clock.now_ms()
        if abs(now_ms - self._forgot_at_ms) >= FORGET_EVERY_MS:
            await self._database.write(lambda connection: forget_invitations(connection, now_ms))
            self._forgot_at_ms = now_ms
        late = await self._database.read(lambda connection: to_lapse(connection, now_ms, _AT_ONCE))
        for invitation_id in late:
            await self._change(invitation_id, decisions.as_of)
        return len(late)

    def _accept(
        self, connection: Connection, *, caller: Caller, invitation_id: str, now_ms: int, prepared: Prepared | None
    ) -> Invitation | None:
        def decide(before: Invitation) -> Invitation:
            after = decisions.accept(before, caller, now_ms)
            if after != before:
                check_seats_left(connection, caller.controller_id, self._most_held)
            return after

        after = change_invitation(connection, invitation_id, decide)
        if after is not None and after.is_accepted_by_all:
            if prepared is None:
                raise _AllAcceptedError(after)
            remove_invitation(connection, invitation_id)
            add_match(connection, prepared.storing, new_id)
        return after

    async def _check_started(self, caller: Caller, match_id: str) -> None:
        """Raises UnknownMatch or NotAllowed unless the invitation has become a match in which the caller sits."""
        check_holds_seat((await self._adjudicator.look(match_id)).match, caller)

    async def _call_off(
        self, caller: Caller, invitation_id: str, decide: Callable[[Invitation, Caller, int], Invitation]
    ) -> Invitation:
        after = await self._change(invitation_id, lambda before, now_ms: decide(before, caller, now_ms))
        if after is None:
            await self._check_started(caller, invitation_id)
            raise MatchStarted("This match has started. Leave it instead.")
        return after

    async def _change(self, invitation_id: str, decide: Callable[[Invitation, int], Invitation]) -> Invitation | None:
        now_ms = self._clock.now_ms()
        after = await self._database.write(
            lambda connection: change_invitation(connection, invitation_id, lambda before: decide(before, now_ms))
        )
        if after is not None:
            self._changed(after)
        return after

    def _changed(self, invitation: Invitation) -> None:
        for call in self._when_changed:
            call(invitation)
