"""Reads leaderboards: those who look at one at the same time are read for together, however many follow it."""

from __future__ import annotations

import asyncio
from functools import partial

from services.kit.database import Database
from services.rating import queries
from services.rating.fields import Asked
from services.rating.leaderboard import Board, Leaderboard, LeaderboardKey


class Looking:
    """Reads each board once at a time; whoever comes while it is read has the next reading, with all others who come.

    A reading begins after all have asked whom it is for: nobody is shown what was before.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._now: dict[LeaderboardKey, asyncio.Task[Board]] = {}
        self._next: dict[LeaderboardKey, tuple[list[Asked], asyncio.Task[Board]]] = {}

    async def look(self, asked: Asked) -> Leaderboard:
        """A leaderboard as somebody asks for it."""
        key = asked.key
        if key not in self._next:
            none_yet: list[Asked] = []
            self._next[key] = none_yet, asyncio.create_task(self._read(key, none_yet, self._now.get(key)))
        together, reading = self._next[key]
        together.append(asked)
        # Who goes away leaves it to the others.
        board = await asyncio.shield(reading)
        return board.shown(asked.players, limit=asked.limit, added=asked.added)

    async def _read(self, key: LeaderboardKey, together: list[Asked], before: asyncio.Task[Board] | None) -> Board:
        if before is not None:
            await asyncio.wait({before})
        _, self._now[key] = self._next.pop(key)
        players = frozenset[str]().union(*(each.players | each.added for each in together))
        at_most = max(each.limit for each in together)
        try:
            return await self._database.read(partial(queries.board, key=key, players=players, at_most=at_most))
        finally:
            del self._now[key]
