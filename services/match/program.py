"""What a program is told on one of its streams, and what is known of it there."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from redscience.api.match.v1 import match_pb2
from redscience.errors import RedscienceError
from services.kit.identity import Caller
from services.match.decisions import owed
from services.match.invitation import Invitation
from services.match.messages import invitation_message
from services.match.model import Snapshot

MOST_ANSWERS = 256
"""How many answers a message may have, and how many of a program are judged at once."""
SHARED_BYTES = 2_000_000
"""So much of what is smaller shares a message: clients take 4 MiB unless they say otherwise."""


@dataclass(slots=True, eq=False)
class Program:
    """One stream of a program, and what is to be said on it.

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

    def unasked(self, snapshot: Snapshot) -> list[str]:
        """The seats of which decisions are owed in a match that were not asked for on this stream."""
        asked = self.asked.get(snapshot.match.id, {})
        return [seat for seat in owed(snapshot, self.caller) if asked.get(seat, 0) < snapshot.table.versions[seat]]

    def note_asked(self, snapshot: Snapshot, seats: Sequence[str]) -> None:
        """The program is asked for these seats now; it is to hear of the end of the match, wherever that is made."""
        if snapshot.match.reason is None:
            asked = self.asked.setdefault(snapshot.match.id, {})
            asked.update((seat, snapshot.table.versions[seat]) for seat in seats)

    def note_looked_at(self, snapshot: Snapshot) -> None:
        """What is owed in a match is known."""
        if snapshot.match.reason is None:
            self.looked_at[snapshot.match.id] = snapshot.match.version

    def take_made(self) -> list[match_pb2.ServeResponse]:
        """As many of the decisions that were made as share a message; the others come in the next one."""
        taken, n_bytes = list[match_pb2.ServeResponse](), 0
        while self.made and n_bytes < SHARED_BYTES:
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
