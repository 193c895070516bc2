"""The lobby: people who wait for the next person available, each as long as they are known to be there."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from sqlalchemy import Connection

from redscience.api.match.v1 import match_pb2
from redscience.errors import Unavailable
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.identity import Caller
from services.match.acquaintances import Acquaintances
from services.match.answers import first_answer, keep_answer, packed
from services.match.invitation import HELD_MS, Invitation, take_next
from services.match.invitations import Invitations, Ready
from services.match.lobby_store import Wanted, enter_queue, list_lobby, stay
from services.match.store import Request

RENEWED_AFTER_MS = 4_000
"""How often it is noted at most that somebody is still there."""
_AT_ONCE = 50
_TRIES = 5


class _AnsweredError(Exception):
    """Nothing is stored: the request was answered before."""

    def __init__(self, match_id: str) -> None:
        super().__init__(match_id)
        self.match_id = match_id


class _NewcomersError(Exception):
    """Nothing is stored: of somebody who waits it is not known whether the caller may meet them."""


class Lobby:
    """Seats people who wait for the same beside each other.

    Args:
        invitations: where they wait.
        database: of the match service.
        acquaintances: knows who may meet.
        clock: decides who counts as waiting.
    """

    def __init__(
        self, *, invitations: Invitations, database: Database, acquaintances: Acquaintances, clock: Clock
    ) -> None:
        self._invitations = invitations
        self._database = database
        self._acquaintances = acquaintances
        self._clock = clock

    async def seek(
        self, caller: Caller, invitation: Invitation, request: Request, check: Callable[[Connection], None]
    ) -> str:
        """Seats the caller in the invitation that has waited longest for the same, or stores this one.

        Where that was the last seat, the match has started when this returns.

        Args:
            caller: who invites.
            invitation: with seats for the next available.
            request: answered once.
            check: raises, in the same transaction, where the invitation must not be stored.

        Returns:
            The id of the invitation, or of the match.

        Raises:
            LimitReached: there are as many invitations as there may be, or the caller holds as many seats as one may.
        """
        for _ in range(_TRIES):
            found = await self._database.read(lambda connection: _fitting(connection, invitation))
            met = await self._met(caller, found)
            sought = partial(self._sought, caller=caller, invitation=invitation, request=request, check=check, met=met)
            try:
                after = await self._invitations.settle(sought)
            except _AnsweredError as answered:
                return answered.match_id
            except _NewcomersError:
                continue
            if after is not None:
                return after.id
        raise Unavailable("Too many people are searching at once. Try again.")

    async def offered(self, caller: Caller, wanted: Wanted) -> tuple[list[Invitation], str]:
        """The invitations in which the caller may take a seat, and after which id to go on; "" after the last."""
        now_ms = self._clock.now_ms()
        found = await self._database.read(lambda connection: list_lobby(connection, wanted, now_ms))
        free = [one for one in found if _is_free(one, caller.controller_id)]
        met = await self._met(caller, free)
        offered = [one for one in free if _may_meet_all(one, caller.controller_id, met)]
        return offered, found[-1].id if len(found) == wanted.count else ""

    async def stay(self, caller: Caller, invitation: Invitation) -> None:
        """Notes that the caller is there, if they wait in an invitation and that was not noted lately."""
        now_ms = self._clock.now_ms()
        until_ms = invitation.waiting_until_ms(caller.controller_id)
        if until_ms is None or until_ms - now_ms > HELD_MS - RENEWED_AFTER_MS:
            return
        # Where it cannot be noted now, it is as long as the caller is there that it is tried again.
        with contextlib.suppress(Unavailable):
            await self._database.write(lambda connection: stay(connection, invitation.id, caller.controller_id, now_ms))

    def _sought(
        self,
        ready: Ready | None,
        connection: Connection,
        *,
        caller: Caller,
        invitation: Invitation,
        request: Request,
        check: Callable[[Connection], None],
        met: Mapping[str, bool],
    ) -> Invitation | None:
        enter_queue(connection, invitation.universe, invitation.game_id)
        first = first_answer(connection, request)
        if first is not None:
            raise _AnsweredError(first.id)
        beside = _beside(_fitting(connection, invitation), caller.controller_id, met)
        match_id, now_ms = (beside or invitation).id, invitation.created_at_ms
        keep_answer(connection, request, packed(match_pb2.Match(id=match_id)), now_ms)
        if beside is None:
            self._invitations.store(connection, invitation, check)
            return invitation
        take = partial(take_next, caller=caller, now_ms=now_ms)
        return self._invitations.decided(ready, connection, caller, match_id, take)

    async def _met(self, caller: Caller, found: Sequence[Invitation]) -> Mapping[str, bool]:
        """Whether the caller may meet those who wait, by player."""
        players = sorted({player_id for one in found for player_id in one.others(caller.controller_id)})
        checked = await self._acquaintances.check(players) if players else ()
        return {one.player_id: one.may_meet for one in checked}


def _fitting(connection: Connection, invitation: Invitation) -> list[Invitation]:
    """Those of the lobby that ask for the same as an invitation, whoever waits longest first."""
    if invitation.randoms_sought is None:
        return []
    wanted = Wanted(invitation.universe, invitation.game_id, "", _AT_ONCE)
    found = list_lobby(connection, wanted, invitation.created_at_ms)
    return [
        one for one in found if _is_free(one, invitation.maker_id) and one.randoms_sought == invitation.randoms_sought
    ]


def _beside(found: Sequence[Invitation], controller_id: str, met: Mapping[str, bool]) -> Invitation | None:
    """The first in which somebody may meet all.

    Raises:
        _NewcomersError: of somebody there that is not known.
    """
    for one in found:
        if not one.others(controller_id) <= met.keys():
            raise _NewcomersError
        if _may_meet_all(one, controller_id, met):
            return one
    return None


def _is_free(invitation: Invitation, controller_id: str) -> bool:
    """Whether somebody who does not sit there yet finds a seat for the next available."""
    return controller_id not in invitation.controllers and any(seat.kind == "next" for seat in invitation.seats)


def _may_meet_all(invitation: Invitation, controller_id: str, met: Mapping[str, bool]) -> bool:
    return all(met[player_id] for player_id in invitation.others(controller_id))
