"""Keeps invitations until all have accepted; then, in one transaction, they are matches."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Connection

from redscience.api.match.v1 import match_pb2
from redscience.errors import MatchStarted, NotAllowed, RedscienceError, Unavailable
from services.kit.cancelling import to_its_end
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.identity import Caller
from services.kit.ids import new_id
from services.match import invitation as decisions
from services.match.acquaintances import Acquaintance, Acquaintances
from services.match.adjudicator import Adjudicator, Prepared
from services.match.answers import first_answer, keep_answer, packed
from services.match.invitation import Invitation
from services.match.invitation_store import (
    add_invitation,
    change_invitation,
    find_invitation,
    forget_invitations,
    open_of,
    remove_invitation,
    to_lapse,
    waiting_for,
)
from services.match.lobby_store import check_waits_left
from services.match.messages import invitation_message
from services.match.queries import check_seats_left
from services.match.seating import check_holds_seat, unknown_match
from services.match.starting import Starting
from services.match.store import Request, add_match

log = logging.getLogger(__name__)

SWEEP_S = 1.0
FORGET_EVERY_MS = 600_000
_AT_ONCE = 100
_TRIES = 5

_Decide = Callable[[Invitation], Invitation]
"""What somebody makes of an invitation."""


class _AllAcceptedError(Exception):
    """Nothing is stored: the match has to be made first."""

    def __init__(self, invitation: Invitation) -> None:
        super().__init__()
        self.invitation = invitation


@dataclass(frozen=True, slots=True)
class Ready:
    """A match that was made of an invitation, for when all will have accepted that."""

    made_of: Invitation
    prepared: Prepared


class _SeatsChangedError(Exception):
    """Nothing is stored: somebody has taken a seat in the meantime whom the caller may not want to meet."""


class Invitations:
    """What may be done to invitations, by whoever is named in them and by the clock.

    Args:
        adjudicator: is told of the matches that start.
        starting: makes them.
        database: of the match service.
        clock: decides when an invitation has lapsed, at receipt.
        acquaintances: knows who may meet.
        most_held: how many seats in running matches whoever accepts may hold.
    """

    def __init__(
        self,
        *,
        adjudicator: Adjudicator,
        starting: Starting,
        database: Database,
        clock: Clock,
        acquaintances: Acquaintances,
        most_held: int,
    ) -> None:
        self._adjudicator = adjudicator
        self._starting = starting
        self._database = database
        self._clock = clock
        self._acquaintances = acquaintances
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
        message = invitation_message(invitation, request.caller_id, now_ms)

        def store(connection: Connection) -> match_pb2.Match | None:
            if not keep_answer(connection, request, packed(message), now_ms):
                return first_answer(connection, request)
            self.store(connection, invitation, check)
            return None

        async def stored() -> match_pb2.Match:
            first = await self._database.write_short(store)
            if first is not None:
                return first
            self._changed(invitation)
            return message

        return await to_its_end(stored())

    def store(self, connection: Connection, invitation: Invitation, check: Callable[[Connection], None]) -> None:
        """Stores an invitation that was just made, unless `check` raises.

        Raises:
            LimitReached: there are as many as there may be, or whoever invites holds as many seats as one may.
        """
        check_seats_left(connection, invitation.maker_id, self._most_held)
        check(connection)
        add_invitation(connection, invitation)

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
            NotAllowed: they may not meet somebody who has accepted.
            CalledOff: it is too late.
            LimitReached: they hold as many seats as one may.
        """

        async def prepare(found: Invitation | None) -> _Decide:
            now_ms = self._clock.now_ms()
            persona = await self._persona(caller, found)
            met = await self._met_by_accepting(caller, found, persona)
            return partial(_accepted, caller=caller, now_ms=now_ms, persona=persona, met=met)

        await self._answer_prepared(caller, invitation_id, prepare)

    async def join(self, caller: Caller, invitation_id: str, secret: str) -> None:
        """The caller takes an open seat, with no secret one for the next available.

        Where that was the last, the match has started when this returns.

        Raises:
            UnknownMatch: there is no such seat, or the caller may not meet somebody who sits there.
            CalledOff, MatchStarted: it is too late.
            NotAllowed: a visitor may not play with people.
            LimitReached: they hold as many seats as one may, or wait for as many matches.
        """
        now_ms = self._clock.now_ms()

        def take(before: Invitation) -> Invitation:
            if secret:
                return decisions.join(before, caller, secret, now_ms)
            return decisions.take_next(before, caller, now_ms)

        async def prepare(found: Invitation | None) -> _Decide:
            met = await self._met(caller, take(found)) if found else frozenset()

            def decide(before: Invitation) -> Invitation:
                after = take(before)
                if not after.others(caller.controller_id) <= met:
                    raise _SeatsChangedError
                return after

            return decide

        await self._answer_prepared(caller, invitation_id, prepare)

    async def behind(self, caller: Caller, invitation_id: str, secret: str) -> Invitation | None:
        """The invitation that a link leads to; None where there is none, or where it has become a match.

        Raises:
            UnknownMatch: that is not its secret, or the caller may not meet somebody who sits there.
            NotAllowed: a visitor may not play with people.
        """
        found = await self.find(invitation_id)
        if found is not None:
            decisions.check_link(found, caller, secret)
            await self._met(caller, found)
        return found

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

    async def forsake(self, controller_id: str) -> None:
        """Calls off what somebody is named in who is gone for good, so that nobody plays against them."""
        now_ms = self._clock.now_ms()
        named_in = await self._database.read(lambda connection: open_of(connection, controller_id, now_ms))
        for invitation_id in named_in:
            await self._change(invitation_id, lambda before, now_ms: decisions.without(before, controller_id, now_ms))

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

    async def _persona(self, caller: Caller, found: Invitation | None) -> Acquaintance | None:
        """By whom the caller plays in a private universe that they are invited into; None where they are not."""
        if caller.kind != "person" or found is None or not decisions.needs_persona(found, caller):
            return None
        return await self._acquaintances.persona_in(found.universe, caller.id)

    async def _met_by_accepting(
        self, caller: Caller, found: Invitation | None, persona: Acquaintance | None
    ) -> frozenset[str]:
        """The players who have accepted an invitation before the caller, all of whom they may meet.

        Raises:
            NotAllowed: not all of them.
        """
        if found is None or not found.waits_for(caller.controller_id):
            return frozenset()
        players = _to_be_met(caller, found)
        own = next(seat.player_id for seat in found.seats if seat.controller_id == caller.controller_id)
        host_id = "" if found.universe == caller.universe else persona.player_id if persona else own
        checked = await self._acquaintances.check(sorted(players), host_id) if players else ()
        if not all(one.may_meet for one in checked):
            raise NotAllowed("Somebody in this match and you cannot play together now. Decline the invitation.")
        return players

    async def _met(self, caller: Caller, invitation: Invitation) -> frozenset[str]:
        """The players in an invitation, all of whom the caller may meet.

        Raises:
            UnknownMatch: not all of them.
        """
        players = invitation.others(caller.controller_id)
        checked = await self._acquaintances.check(sorted(players)) if players else ()
        if not all(one.may_meet for one in checked):
            raise unknown_match()
        return players

    async def _answer_prepared(
        self, caller: Caller, invitation_id: str, prepare: Callable[[Invitation | None], Awaitable[_Decide]]
    ) -> None:
        """Answers an invitation by what `prepare` makes of it; again, where others have taken seats of it meanwhile.

        Raises:
            Unavailable: others were always quicker.
        """
        for _ in range(_TRIES):
            found = await self.find(invitation_id)
            decide = await prepare(found)
            with contextlib.suppress(_SeatsChangedError):
                return await self._answer(caller, invitation_id, found, decide)
        raise Unavailable("Too many took seats of this match at once. Try again.")

    async def _answer(
        self,
        caller: Caller,
        invitation_id: str,
        found: Invitation | None,
        decide: _Decide,
    ) -> None:
        """Stores what the caller has decided; where all have accepted then, the match starts.

        Of the invitation as it was `found` it is known before it is stored whether all will have accepted.
        """
        after = await self.settle(
            lambda ready, connection: self.decided(ready, connection, caller, invitation_id, decide),
            await self._foreseen(found, decide),
        )
        if after is None:
            await self._check_started(caller, invitation_id)

    async def _foreseen(self, found: Invitation | None, decide: _Decide) -> Ready | None:
        """The match, where an invitation as it was found leads to one."""
        try:
            after = decide(found) if found is not None else None
        except RedscienceError:
            return None  # whoever stores it says why, if it is so still
        return await self._ready(after) if after is not None and after.is_accepted_by_all else None

    async def _ready(self, invitation: Invitation) -> Ready:
        start = partial(self._starting.start, invitation)
        return Ready(invitation, await self._adjudicator.prepare(invitation.rule_set, start, invitation.maker_id))

    async def settle(
        self, work: Callable[[Ready | None, Connection], Invitation | None], ready: Ready | None = None
    ) -> Invitation | None:
        """Stores what `work` makes of an invitation by `decided`, and returns it.

        Where all have accepted then, the match has started when this returns.

        Args:
            work: is given the match, where it was made, and runs more than once.
            ready: the match, where it is foreseen that all have accepted then.

        Raises:
            Unavailable: others were always quicker.
        """
        for _ in range(_TRIES):
            try:
                return await to_its_end(self._settled(work, ready))
            except _AllAcceptedError as error:
                ready = await self._ready(error.invitation)
        raise Unavailable("Too many took seats of this match at once. Try again.")

    async def _settled(
        self, work: Callable[[Ready | None, Connection], Invitation | None], ready: Ready | None
    ) -> Invitation | None:
        try:
            after = await self._database.write_short(partial(work, ready))
        except Unavailable:
            if ready is not None:
                self._adjudicator.may_have_started(ready.prepared)
            raise
        if after is not None and after.is_accepted_by_all and ready is not None:
            self._adjudicator.started(ready.prepared)
        elif after is not None:
            self._changed(after)
        return after

    def decided(
        self,
        ready: Ready | None,
        connection: Connection,
        caller: Caller,
        invitation_id: str,
        decide: _Decide,
    ) -> Invitation | None:
        """The invitation after a decision of the caller, stored as it is or as a match; None where there is none."""

        def decide_within_limits(before: Invitation) -> Invitation:
            after = decide(before)
            if after != before:
                check_seats_left(connection, caller.controller_id, self._most_held)
            if after.waiting_until_ms(caller.controller_id) and not before.waiting_until_ms(caller.controller_id):
                check_waits_left(connection, caller.controller_id, self._clock.now_ms())
            return after

        after = change_invitation(connection, invitation_id, decide_within_limits)
        if after is not None and after.is_accepted_by_all:
            if ready is None or after != ready.made_of:
                raise _AllAcceptedError(after)
            remove_invitation(connection, invitation_id)
            add_match(connection, ready.prepared.storing, new_id)
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

        async def changed() -> Invitation | None:
            after = await self._database.write(
                lambda connection: change_invitation(connection, invitation_id, lambda before: decide(before, now_ms))
            )
            if after is not None:
                self._changed(after)
            return after

        return await to_its_end(changed())

    def _changed(self, invitation: Invitation) -> None:
        for call in self._when_changed:
            call(invitation)


def _accepted(
    before: Invitation, *, caller: Caller, now_ms: int, persona: Acquaintance | None, met: frozenset[str]
) -> Invitation:
    """The invitation once the caller has accepted it, who may meet these.

    Raises:
        _SeatsChangedError: others have accepted in the meantime.
    """
    after = decisions.accept(before, caller, now_ms, persona)
    if before.waits_for(caller.controller_id) and not _to_be_met(caller, after) <= met:
        raise _SeatsChangedError
    return after


def _to_be_met(caller: Caller, invitation: Invitation) -> frozenset[str]:
    """The players who have accepted, where it matters whether the caller may meet them: bots know nobody."""
    return invitation.already_there(caller.controller_id) if caller.kind == "person" else frozenset()
