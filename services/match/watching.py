"""Wakes the streams that follow a match: here at once, in other replicas by a hint."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from functools import partial

from services.kit.bus import Bus
from services.kit.waking import Wakings
from services.match.downtime import Downtime
from services.match.events import INVITATION, MATCH, NEW_REPLICA, hint_subject
from services.match.invitation import Invitation
from services.match.model import Snapshot

BACKSTOP_S = 5.0
"""How long a change may stay unseen by a watcher whose hint was lost."""


class Watchers:
    """Those who follow matches in this process.

    Args:
        bus: where other replicas hear of what changes here.
        downtime: knows whether there are any.
    """

    def __init__(self, bus: Bus, downtime: Downtime) -> None:
        self._bus = bus
        self._downtime = downtime
        self._wakings = Wakings[str]()
        # By subject, what controls the seats.
        self._untold: dict[str, Callable[[], Sequence[str]]] = {}
        self._changed_elsewhere: Callable[[str, Sequence[str]], None] | None = None
        self._invitation_changed_elsewhere: Callable[[str, Sequence[str]], Awaitable[None]] | None = None
        self._has_untold = asyncio.Event()
        downtime.when_given_back(self._wakings.wake_all)

    async def listen(
        self,
        changed_elsewhere: Callable[[str, Sequence[str]], None],
        invitation_changed_elsewhere: Callable[[str, Sequence[str]], Awaitable[None]],
    ) -> None:
        """Hears the hints of other replicas from now on.

        Args:
            changed_elsewhere: is called with the id of each match that another replica has changed, and with those who
                control its seats.
            invitation_changed_elsewhere: likewise with each invitation.
        """
        self._changed_elsewhere = changed_elsewhere
        self._invitation_changed_elsewhere = invitation_changed_elsewhere
        await self._bus.on_hint(hint_subject("*"), self._on_hint)
        await self._bus.on_hint(hint_subject("*", INVITATION), self._on_hint)
        await self._bus.on_hint(NEW_REPLICA, self._on_replica)

    def changed(self, snapshot: Snapshot) -> None:
        """A match has changed here."""
        self._wakings.wake(snapshot.match.id)
        if not self._downtime.is_alone:
            self._tell(hint_subject(snapshot.match.id), partial(controllers, snapshot))

    def invitation_changed(self, invitation: Invitation) -> None:
        """An invitation has changed here."""
        self._wakings.wake(invitation.id)
        if not self._downtime.is_alone:
            self._tell(hint_subject(invitation.id, INVITATION), lambda: invitation.controllers)

    async def tell_others(self) -> None:
        """Sends hints of what changed here, until cancelled; whoever is not reached looks again by themself."""
        await self._bus.hint(NEW_REPLICA, self._downtime.replica_id.encode())
        while True:
            await self._has_untold.wait()
            self._has_untold.clear()
            untold, self._untold = self._untold, {}
            for subject, who in untold.items():
                await self._bus.hint(subject, " ".join((self._downtime.replica_id, *who())).encode())

    def wakings(self, match_id: str) -> AsyncGenerator[None]:
        """Yields at once, then whenever the match may have changed."""
        return self._wakings.of(match_id, BACKSTOP_S)

    def _tell(self, subject: str, who: Callable[[], Sequence[str]]) -> None:
        self._untold[subject] = who
        self._has_untold.set()

    async def _on_hint(self, subject: str, payload: bytes) -> None:
        replica_id, *controller_ids = payload.decode().split(" ")
        if replica_id == self._downtime.replica_id:
            return
        _, kind, match_id = subject.split(".")
        self._wakings.wake(match_id)
        if kind == MATCH and self._changed_elsewhere is not None:
            self._changed_elsewhere(match_id, controller_ids)
        if kind == INVITATION and self._invitation_changed_elsewhere is not None:
            await self._invitation_changed_elsewhere(match_id, controller_ids)

    async def _on_replica(self, _: str, replica: bytes) -> None:
        if replica.decode() != self._downtime.replica_id:
            self._downtime.hear_of_another()


def controllers(snapshot: Snapshot) -> list[str]:
    """Who controls the seats of a match: whoever sees that it is played may know that."""
    return list(dict.fromkeys(seat.controller_id for seat in snapshot.match.seats))
