"""Asks the house service what players that think would do in try-outs and sidelines."""

from __future__ import annotations

import logging

import grpc.aio

from redscience.api.house.v1.choosing_pb2 import ChooseRequest, ChooseResponse
from redscience.api.house.v1.choosing_pb2_grpc import ChoosingServiceStub
from redscience.errors import RedscienceError

log = logging.getLogger(__name__)


class HouseOpponents:
    """The house service.

    Args:
        channel: to it, with this service's own token.
    """

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._house = ChoosingServiceStub(channel)

    async def choose(self, player_id: str, rule_set: str, view: str, payer: str) -> ChooseResponse | None:
        """What one of them would do, and why; None where they cannot be asked now."""
        request = ChooseRequest(player_id=player_id, rule_set=rule_set, view=view, payer=payer)
        try:
            return await self._house.Choose(request)
        except RedscienceError as error:
            log.info("nobody thinks about a position", extra={"code": error.code, "why": error.message})
            return None
