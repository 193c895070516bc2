"""Who is shown on a leaderboard, in which order, and who is ranked."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from redscience.names import RANDOM_ID, STANDARD_ID
from services.rating.record import Record

RANKED = 10
"""So many of the best have a rank."""

ALWAYS_SHOWN = (STANDARD_ID, RANDOM_ID)
"""Who is on every leaderboard, as beginners in this order where they have not played."""

Place = tuple[float, float, int, str]
"""What a leaderboard is ordered by, the largest first."""


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


@dataclass(frozen=True, slots=True)
class Board:
    """What was read of a leaderboard, for some who look at it.

    Attributes:
        key: which it is.
        best: player and record, the best first; as many as any of them is shown, and at least `RANKED`.
        others: records of those whom they want to see, and of those who are always shown, if they have played.
        matches: counts all rated matches of the game in the universe.
    """

    key: LeaderboardKey
    best: Sequence[tuple[str, Record]]
    others: Mapping[str, Record]
    matches: int

    def shown(self, asked: Collection[str], *, limit: int, added: Collection[str] = ()) -> Leaderboard:
        """The best, those `asked` for if they have played, Random and the standard player: `limit` in all.

        And whoever is `added` besides.
        """
        wanted = {*asked, *added, *ALWAYS_SHOWN}
        standings = arrange(
            self.key.game_id,
            self.best,
            {player: record for player, record in self.others.items() if player in wanted},
            limit=limit,
            added=set(added) - {*asked, *ALWAYS_SHOWN},
        )
        return Leaderboard(self.key, standings, self.matches)


def arrange(
    game_id: str,
    best: Sequence[tuple[str, Record]],
    others: Mapping[str, Record],
    *,
    limit: int,
    added: Collection[str] = (),
) -> tuple[Standing, ...]:
    """The standings that are shown: `limit` in all, and those that were added.

    Args:
        game_id: the game.
        best: player and record, the best first; at least `RANKED` and `limit` if so many have played.
        others: records that are shown wherever they stand; each takes the place of one of the best.
        limit: how many are shown. The standard player and Random are among them in any case, as beginners before their
            first match.
        added: those of `others` that take nobody's place.
    """
    ranks = {player: rank for rank, (player, _) in enumerate(best[:RANKED], start=1)}
    certain = {*ALWAYS_SHOWN, *others} - set(added)
    shown = dict(best[: _room([player for player, _ in best[:limit]], certain, limit)]) | dict(others)
    standings = [
        Standing(player, game_id, record, ranks.get(player, 0))
        for player, record in sorted(shown.items(), key=lambda item: place(*item), reverse=True)
    ]
    beginners = [Standing(player, game_id, Record()) for player in ALWAYS_SHOWN if player not in shown]
    return (*standings, *beginners)


def place(player: str, record: Record) -> Place:
    """Where a player stands: by rating plus top burst, then by rating, then by who has held theirs for longer."""
    return record.level, record.rating, -record.held_since_ms, player


def _room(best: Sequence[str], certain: Collection[str], limit: int) -> int:
    """How many of the best are shown where at most `limit` are, with those who are certain."""
    return next(room for room in range(len(best), -1, -1) if room == 0 or len({*best[:room], *certain}) <= limit)
