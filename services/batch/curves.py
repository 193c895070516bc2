"""How the counts of tournaments have grown, each block being read once: there may be hundreds of thousands of them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from services.batch import queries
from services.batch.counting import read
from services.batch.fields import MOST_POINTS
from services.batch.model import Tournament
from services.batch.queries import DoneBlock
from services.batch.rounds import seatings
from services.batch.standing import PlayerCount, Seats, add_seats, player_counts
from services.kit.cancelling import to_its_end
from services.kit.database import Database

MOST_KEPT, LEAST_KEPT = MOST_POINTS, 20
"""Points of a curve that are kept; of more, every second one is left out."""
MOST_COUNTS = 20_000
"""Where there are many players and games, fewer points: so many counts a curve has together."""
AT_ONCE = 500
"""Blocks that are read at once."""
_REMEMBERED = 16


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """What so many games have come to, in the order of their numbers."""

    games: int
    at_ms: int
    players: Sequence[PlayerCount]


@dataclass(slots=True)
class Curve:
    """The curve of one tournament, as far as no game is missing between the blocks that are done.

    Attributes:
        games, at_ms: how many it is of, and when the last of them was done.
        seats: what became of the players' seats in them.
        step: so many games at least are between two points.
        points: rising.
    """

    games: int = 0
    at_ms: int = 0
    seats: Seats = field(default_factory=dict)
    step: int = 1
    points: list[CurvePoint] = field(default_factory=list)

    def add(self, tournament: Tournament, blocks: Sequence[DoneBlock]) -> int:
        """Goes on with blocks in the order of their games, as far as none is missing; says how many those were."""
        # Nobody need be in an open one before it begins.
        counts = max(1, len(tournament.players) * len(tournament.games))
        most = min(MOST_KEPT, max(LEAST_KEPT, MOST_COUNTS // counts))
        for number, block in enumerate(blocks):
            if block.first != self.games:
                return number
            add_seats(self.seats, read(seatings(tournament), block.counts))
            self.games += block.count
            self.at_ms = max(self.at_ms, block.done_at_ms)
            if self.games >= (self.points[-1].games if self.points else 0) + self.step:
                self.points.append(self._now())
            if len(self.points) > most:
                del self.points[::2]
                self.step *= 2
        return len(blocks)

    def shown(self, most: int) -> list[CurvePoint]:
        """At most so many of its points, the last one of all games among them."""
        if not self.games:
            return []
        stride = -(-(len(self.points) + 1) // most)
        earlier = [point for point in self.points if point.games < self.games][::-1]
        return [*earlier[stride - 1 :: stride][::-1], self._now()]

    def _now(self) -> CurvePoint:
        return CurvePoint(self.games, self.at_ms, player_counts(self.seats))


class Curves:
    """The curves of the tournaments that were looked at last.

    Args:
        database: of this service.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[str, tuple[asyncio.Lock, Curve]] = OrderedDict()

    async def of(self, tournament: Tournament, most: int) -> list[CurvePoint]:
        """How the counts of a tournament have grown, at so many points at most."""
        lock, curve = self._known.setdefault(tournament.id, (asyncio.Lock(), Curve()))
        self._known.move_to_end(tournament.id)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        async with lock:
            while await self._go_on(tournament, curve):
                pass
            return curve.shown(most)

    async def _go_on(self, tournament: Tournament, curve: Curve) -> bool:
        """Adds the next blocks; whether there may be more."""
        blocks = await self._database.read(
            lambda connection: queries.done_from(connection, tournament.id, curve.games, AT_ONCE)
        )
        # The thread goes on though its caller has gone: nobody else may add to the curve meanwhile.
        return await to_its_end(asyncio.to_thread(curve.add, tournament, blocks)) == AT_ONCE
