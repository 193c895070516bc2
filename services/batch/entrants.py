"""Asks the match service which bots would play in somebody's tournament, and which people can be asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import grpc.aio

from redscience.api.match.v1.match_pb2 import CheckEntrantsRequest, TournamentGame
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.english import English


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player who is no player of the house.

    Attributes:
        name: "" of whoever is neither a bot nor a person that the caller may know of.
        problem, remedy: why they would not play, or cannot be asked; "" where they would, or can.
        is_person: whether they are asked first.
    """

    player_id: str
    name: str
    problem: English = ""
    remedy: English = ""
    is_person: bool = False


class Entrants(Protocol):
    """Where it is known which bots are connected, and what they accept."""

    async def check(
        self, maker_id: str, player_ids: Sequence[str], games: Sequence[tuple[str, int]]
    ) -> Sequence[Entrant]:
        """Who of these would play in somebody's tournament, in the order asked.

        Args:
            maker_id: of whoever makes it.
            player_ids: at least one.
            games: the ids of what is played, each with the seconds that a turn may take.

        Raises:
            Unavailable: the match service does not answer.
        """
        ...


class MatchEntrants:
    """The match service, to which bots are connected.

    Args:
        channel: to it with this service's own token: people may not ask by themselves.
    """

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._match = MatchServiceStub(channel)

    async def check(
        self, maker_id: str, player_ids: Sequence[str], games: Sequence[tuple[str, int]]
    ) -> Sequence[Entrant]:
        """Who of these would play in somebody's tournament, in the order asked."""
        request = CheckEntrantsRequest(
            player_ids=player_ids,
            games=[TournamentGame(game_id=game_id, seconds_per_turn=seconds) for game_id, seconds in games],
            maker_id=maker_id,
        )
        answer = await self._match.CheckEntrants(request)
        return [
            Entrant(each.player_id, each.name, each.problem, each.remedy, is_person=each.kind == "person")
            for each in answer.entrants
        ]
