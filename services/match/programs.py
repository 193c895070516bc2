"""Which bots are connected, to whichever replica, and what they accept.

A row stands for a stream. It holds for a while after its replica has last renewed it, so that a bot whose replica was
killed is soon known to be away.
"""

from __future__ import annotations

import asyncio
import logging
from bisect import insort
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from redscience.english import English
from redscience.errors import Fault, InvalidSlots, LimitReached, Unavailable
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.identity import Caller
from services.kit.ids import new_id
from services.match.downtime import Downtime
from services.match.schema import invitations, invited, programs, seats

log = logging.getLogger(__name__)

HELD_MS = 15_000
RENEW_S = 5.0
MOST_LISTED = 1_000
MOST_SCHEDULED = 8
"""No game of a tournament begins for a bot that plays so many matches, however many it takes."""

Whom = Literal["anybody", "friends", "owner"]


@dataclass(frozen=True, slots=True)
class Accepting:
    """What a bot accepts without being asked.

    Attributes:
        game_ids: the games; empty for every game.
        least_seconds_per_turn: what it needs at least for a turn.
        most_matches: how many it plays at once; 0 for as many as anybody may.
        whom: from whom: anybody, its owner and their friends, or its owner.
        tournaments: whether it plays in tournaments of those, too.
    """

    game_ids: tuple[str, ...] = ()
    least_seconds_per_turn: int = 0
    most_matches: int = 0
    whom: Whom = "anybody"
    tournaments: bool = False


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that is named for a slot.

    Attributes:
        accepting: None where it is asked for each invitation.
    """

    slot: int
    controller_id: str
    accepting: Accepting | None

    def fault(self, problem: English, remedy: English) -> Fault:
        """What is wrong with naming it."""
        return Fault(f"player_ids[{self.slot}]", problem, remedy)


@dataclass(frozen=True, slots=True)
class Connected:
    """A bot's stream in this process.

    Attributes:
        bot: as the token says by which it was opened; the stream ends with that.
        accepting: None where it is asked for each invitation.
    """

    bot: Caller
    accepting: Accepting | None = None


class Programs:
    """The streams of bots.

    Args:
        database: of the match service.
        clock: decides who has been silent for too long.
        downtime: knows whether there are other replicas, to which bots may be connected.
    """

    def __init__(self, database: Database, clock: Clock, downtime: Downtime) -> None:
        self._database = database
        self._clock = clock
        self._downtime = downtime
        self._open: dict[str, Connected] = {}
        # By bot, the ids of its streams here, the newest last.
        self._streams: defaultdict[str, list[str]] = defaultdict(list)

    async def connect(self, bot: Caller) -> str:
        """A bot has opened a stream; returns the id of the stream."""
        stream_id = new_id()
        connected = Connected(bot)
        row = _row(stream_id, connected, self._clock.now_ms())
        await self._database.write(lambda connection: connection.execute(insert(programs), row))
        self._open[stream_id] = connected
        insort(self._streams[bot.controller_id], stream_id)
        return stream_id

    async def declare(self, stream_id: str, accepting: Accepting) -> None:
        """A bot has said what it accepts without being asked."""
        said = update(programs).where(programs.c.id == stream_id).values(accepting=asdict(accepting))
        await self._database.write(lambda connection: connection.execute(said))
        if stream_id in self._open:
            self._open[stream_id] = replace(self._open[stream_id], accepting=accepting)

    def end(self, stream_id: str) -> None:
        """A stream has ended: whatever becomes of noting that, it is renewed no more."""
        gone = self._open.pop(stream_id, None)
        if gone is None:
            return
        streams = self._streams[gone.bot.controller_id]
        streams.remove(stream_id)
        if not streams:
            del self._streams[gone.bot.controller_id]

    def at_hand(self, controller_id: str) -> Connected | None:
        """A bot's newest stream, where that is known here: it is one of this process's, and there is no other."""
        if not self._downtime.is_alone or controller_id not in self._streams:
            return None
        return self._open[self._streams[controller_id][-1]]

    async def disconnect(self, stream_id: str) -> None:
        """Notes that a stream has ended."""
        self.end(stream_id)
        gone = delete(programs).where(programs.c.id == stream_id)
        await self._database.write(lambda connection: connection.execute(gone))

    async def run(self) -> None:
        """Renews what is connected here, and forgets what others have left behind, until cancelled."""
        while True:
            await asyncio.sleep(RENEW_S)
            try:
                await self.renew()
            except Unavailable as error:
                log.warning("bots cannot be noted as connected", extra={"why": error.message})

    async def renew(self) -> None:
        """Everything that is connected here is connected still."""
        if self._open:
            now_ms = self._clock.now_ms()
            # What has ended until it is written is not to be there again.
            await self._database.write(lambda connection: _renew(connection, dict(self._open), now_ms))

    async def connected(self, controller_ids: Sequence[str]) -> Mapping[str, Accepting | None]:
        """Those of the bots that are connected, each with what it accepts; of several streams the newest says that."""
        at_hand = {each: known for each in controller_ids if (known := self.at_hand(each)) is not None}
        if len(at_hand) == len(set(controller_ids)):
            return {each: known.accepting for each, known in at_hand.items()}
        now_ms = self._clock.now_ms()
        return await self._database.read(lambda connection: _connected(connection, controller_ids, now_ms))

    async def every(self) -> Mapping[str, Accepting | None]:
        """All bots that are connected, as `connected` tells of them; of very many those who came last."""
        now_ms = self._clock.now_ms()
        return await self._database.read(lambda connection: every(connection, now_ms))


def check_room(connection: Connection, bots: Sequence[Bot], most_held: int) -> None:
    """Raises InvalidSlots where a bot that is to play plays as many matches as it takes, or as anybody may."""
    limited = {bot: min(bot.accepting.most_matches or most_held, most_held) for bot in bots if bot.accepting}
    if limited:
        _meet_others(connection, [bot.controller_id for bot in limited])
    faults = [
        bot.fault("plays as many matches as it takes", "Try again when it has finished one")
        for bot, most in limited.items()
        if _count_matches(connection, bot.controller_id) >= most
    ]
    if faults:
        raise InvalidSlots(" ".join(map(str, faults)), faults)


def check_hands(connection: Connection, controller_ids: Sequence[str], now_ms: int) -> None:
    """Checks that a game of a tournament may begin for these bots.

    Each plays as many matches at once as it says; one that does not say so, or is away, plays one after the other: what
    it has begun and cannot play is lost.

    Raises:
        LimitReached: one of them has its hands full.
    """
    _meet_others(connection, controller_ids)
    connected = _connected(connection, controller_ids, now_ms)
    for controller_id in controller_ids:
        accepting = connected.get(controller_id)
        most = 1 if accepting is None else min(accepting.most_matches or MOST_SCHEDULED, MOST_SCHEDULED)
        if _count_matches(connection, controller_id) >= most:
            raise LimitReached("One of these bots plays as many matches as it takes.", retry_after_s=1)


def _meet_others(connection: Connection, controller_ids: Sequence[str]) -> None:
    """Writes what whoever begins a match of these bots writes: of two at one moment the second is run again."""
    streams = update(programs).where(programs.c.controller_id.in_(controller_ids))
    connection.execute(streams.values(controller_id=programs.c.controller_id))


def _count_matches(connection: Connection, controller_id: str) -> int:
    """The matches in which a controller plays, or is going to when others have accepted."""
    playing = select(func.count(seats.c.match_id.distinct())).where(
        seats.c.controller_id == controller_id, seats.c.open
    )
    going_to = (
        select(func.count(invited.c.invitation_id.distinct()))
        .join_from(invited, invitations)
        .where(invited.c.controller_id == controller_id, invited.c.accepted, invitations.c.reason.is_(None))
    )
    counts: list[int] = [connection.execute(query).scalar_one() for query in (playing, going_to)]
    return sum(counts)


def _renew(connection: Connection, streams: Mapping[str, Connected], now_ms: int) -> None:
    """Renews streams, also those that another has forgotten since this process stood still; forgets what is over."""
    own = programs.c.id.in_(streams)
    connection.execute(update(programs).where(own).values(expires_at_ms=now_ms + HELD_MS))
    forgotten = streams.keys() - connection.scalars(select(programs.c.id).where(own))
    if forgotten:
        connection.execute(insert(programs), [_row(each, streams[each], now_ms) for each in sorted(forgotten)])
    connection.execute(delete(programs).where(programs.c.expires_at_ms <= now_ms))


def _row(stream_id: str, connected: Connected, now_ms: int) -> dict[str, Any]:
    return {
        "id": stream_id,
        "controller_id": connected.bot.controller_id,
        "accepting": asdict(connected.accepting) if connected.accepting else None,
        "expires_at_ms": now_ms + HELD_MS,
    }


def _connected(connection: Connection, controller_ids: Sequence[str], now_ms: int) -> Mapping[str, Accepting | None]:
    query = select(programs).where(programs.c.controller_id.in_(controller_ids), programs.c.expires_at_ms > now_ms)
    return _accepted(connection.execute(query.order_by(programs.c.id)).all())


def every(connection: Connection, now_ms: int) -> Mapping[str, Accepting | None]:
    """All bots that are connected; of very many those who came last."""
    query = select(programs).where(programs.c.expires_at_ms > now_ms).order_by(programs.c.id.desc())
    return _accepted(connection.execute(query.limit(MOST_LISTED)).all()[::-1])


def _accepted(rows: Sequence[Row[Any]]) -> Mapping[str, Accepting | None]:
    """What the bots of these streams accept; the oldest comes first."""
    return {row.controller_id: None if row.accepting is None else _accepting(**row.accepting) for row in rows}


def _accepting(**declared: Any) -> Accepting:
    return Accepting(**{**declared, "game_ids": tuple(declared["game_ids"])})
