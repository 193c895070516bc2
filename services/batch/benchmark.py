"""Whether a tournament qualifies as Benchmark: asks the rating service, on behalf of whoever makes it."""

from __future__ import annotations

from typing import Protocol

import grpc.aio

from redscience.api.rating.v1.rating_pb2 import GetBenchmarkRequest
from redscience.api.rating.v1.rating_pb2_grpc import RatingServiceStub
from redscience.names import RANDOM_ID
from services.batch.model import Benchmark, Tournament

_FEWEST = 3
"""Random may itself be the first of a leaderboard, or whom the first is most favored by."""


class Leaderboards(Protocol):
    """Where it is known who plays a game best, and who has favored them."""

    async def benchmark(self, game_id: str) -> Benchmark | None:
        """Whom a Benchmark of a game has to have in it, in the caller's universe; None where that is nobody.

        Raises:
            Unavailable: the rating service does not answer.
        """
        ...


class RatingLeaderboards:
    """The rating service.

    Args:
        channel: to it, forwarding the caller's token.
    """

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._rating = RatingServiceStub(channel)

    async def benchmark(self, game_id: str) -> Benchmark | None:
        """Whom a Benchmark of a game has to have in it."""
        told = await self._rating.GetBenchmark(GetBenchmarkRequest(game_id=game_id))
        if not told.top_player_id or not told.favored_by_id:
            return None
        return Benchmark(told.top_player_id, told.favored_by_id)


async def qualified(tournament: Tournament, leaderboards: Leaderboards) -> Benchmark | None:
    """What a tournament qualifies by: the top player, whom it is most favored by, Random, and at least one other.

    Who has another budget than their own is not whom the leaderboard knows. Nobody is asked where it cannot be one.

    Raises:
        Unavailable: the rating service does not answer.
    """
    entered = {player.player_id for player in tournament.players if player.has_own_budget}
    if len(tournament.games) != 1 or RANDOM_ID not in entered or len(entered) < _FEWEST:
        return None
    found = await leaderboards.benchmark(tournament.games[0].game_id)
    return found if found is not None and _has_all(found, entered) else None


def still_qualified(tournament: Tournament) -> Benchmark | None:
    """What a tournament qualifies by that was asked for as Benchmark, now that it is known which people play."""
    found, entered = tournament.benchmark, {player.player_id for player in tournament.players}
    return found if found is not None and _has_all(found, entered) else None


def _has_all(found: Benchmark, entered: set[str]) -> bool:
    return {found.top_player_id, found.favored_by_id, RANDOM_ID} < entered
