"""Wakes the streams that follow a leaderboard."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from services.kit.waking import Wakings
from services.rating.leaderboard import LeaderboardKey

PAUSE_S = 0.25
"""A stream looks no more often than this, however many matches end."""

BACKSTOP_S = 30.0
"""A hint may be lost; after this a stream looks again without one."""


class Watching:
    """Who waits for which leaderboard."""

    def __init__(self) -> None:
        self._wakings = Wakings[LeaderboardKey]()

    def wake(self, key: LeaderboardKey) -> None:
        """A leaderboard has changed: whoever follows it looks again."""
        self._wakings.wake(key)

    def looks(self, key: LeaderboardKey) -> AsyncGenerator[None]:
        """Now, and whenever the leaderboard may have changed."""
        return self._wakings.of(key, BACKSTOP_S, PAUSE_S)
