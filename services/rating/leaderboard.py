"""Who is shown on a leaderboard, in which order, and who is ranked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from redscience.names import RANDOM_ID
from services.rating.record import Record

RANKED = 10
"""So many of the best have a rank."""


@dataclass(frozen=True, slots=True)
class LeaderboardKey:
    """What a leaderboard is of: a game in a universe."""

    universe: str
    game_id: str


@dataclass(frozen=True, slots=True)
class Standing:
    """One player on one leaderboard; `rank` is 1 for the best and 0 for who has none."""

    player_id: str
    game_id: str
    record: Record
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A leaderboard as it is shown; `matches` counts all rated matches of the game in the universe."""

    key: LeaderboardKey
    standings: tuple[Standing, ...]
    matches: int


def arrange(
    game_id: str, best: Sequence[tuple[str, Record]], others: Mapping[str, Record], *, limit: int
) -> tuple[Standing, ...]:
    """The `limit` best, and whoever else is shown; Random in any case, as a beginner before its first match.

    Args:
        game_id: the game.
        best: player and record, by rating from the highest, of equal ratings the one that was held earlier first; at
            least `RANKED` if so many have played.
        others: records that are shown wherever they stand.
        limit: how many of the best are shown.
    """
    shown = {
        player: Standing(player, game_id, record, rank if rank <= RANKED else 0)
        for rank, (player, record) in enumerate(best, start=1)
        if rank <= limit or player in others
    }
    for player, record in sorted(others.items(), key=lambda item: _place(*item)):
        shown.setdefault(player, Standing(player, game_id, record))
    shown.setdefault(RANDOM_ID, Standing(RANDOM_ID, game_id, Record()))
    return tuple(shown.values())


def _place(player: str, record: Record) -> tuple[float, int, str]:
    return -record.rating, record.held_since_ms, player
