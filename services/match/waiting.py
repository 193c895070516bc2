"""What waits for somebody: running matches in which they owe a decision, in the order in which their time runs out."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from redscience.api.match.v1 import match_pb2
from redscience.errors import UnplayableGame
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.identity import Caller
from services.match.adjudicator import Adjudicator
from services.match.messages import own_match
from services.match.model import Match
from services.match.queries import held_by
from services.match.seating import viewer_for

_LONGEST_MS = 10**19 - 1


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of the matches that wait are listed.

    Attributes:
        universe, player_id, game_id: empty for any.
        after: the place of the last one that is known; "" for none.
        count: how many at most.
    """

    universe: str
    player_id: str
    game_id: str
    after: str
    count: int

    def admits(self, match: Match) -> bool:
        """Whether it runs, and is one of those that are asked for."""
        return (
            match.reason is None
            and self.universe in {"", match.universe}
            and self.game_id in {"", match.game_id}
            and (not self.player_id or any(seat.player_id == self.player_id for seat in match.seats))
        )


class Waiting:
    """Which matches wait for whom.

    Args:
        adjudicator: knows what is owed in a match.
        database: of the match service.
        clock: says when it was told.
    """

    def __init__(self, adjudicator: Adjudicator, database: Database, clock: Clock) -> None:
        self._adjudicator = adjudicator
        self._database = database
        self._clock = clock

    async def list(self, caller: Caller, wanted: Wanted) -> list[match_pb2.Match]:
        """The matches in which the caller owes a decision, without views, in the order of `place`."""
        held = await self._database.read(lambda connection: held_by(connection, caller.controller_id))
        found = []
        for match_id in held:
            try:
                snapshot = await self._adjudicator.look(match_id)
            except UnplayableGame:
                continue  # nothing can be decided there
            if wanted.admits(snapshot.match):
                line = own_match(snapshot, viewer_for(snapshot, caller, ""), self._clock.now_ms())
                if line.is_acting and place(line) > wanted.after:
                    found.append(line)
            # There may be hundreds, and others wait as well.
            await asyncio.sleep(0)
        return sorted(found, key=place)[: wanted.count]


def place(match: match_pb2.Match) -> str:
    """Where a match stands among those that wait for its viewer, as a text that sorts: without a clock at the end."""
    return f"{match.due_at_ms or _LONGEST_MS:019d}{match.id}"
