"""How players that think play in try-outs: each decision by itself, by an agent that has seen nothing before."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

import grpc.aio

import redscience
from redscience import families
from redscience.agents import Advice
from redscience.api.house.v1 import choosing_pb2
from redscience.api.house.v1.choosing_pb2_grpc import ChoosingServiceServicer
from redscience.errors import Fault, InvalidField, Unavailable
from redscience.interface import Family, Game
from redscience.names import HOUSE, HousePlayer
from services.chaos.house.games import costs_too_much
from services.chaos.house.messages import choice_message
from services.chaos.house.minds import agent_of, seconds_of
from services.chaos.house.thinking import Thinking, TooSlowError
from services.chaos.house.warming import Warming
from services.kit.identity import Access, service
from services.kit.lanes import house_of

ACCESS: Mapping[str, Access] = {"Choose": service("match")}
LOADING_S = 2.0
_LOADED_AT_ONCE = 16


class ChoosingServicer(ChoosingServiceServicer):
    """See proto/redscience/api/house/v1/choosing.proto.

    Args:
        thinking: where is thought.
        warming: knows what can be thought about.
    """

    def __init__(self, thinking: Thinking, warming: Warming) -> None:
        self._thinking, self._warming = thinking, warming
        self._loading = set[asyncio.Task[None]]()

    async def Choose(
        self, request: choosing_pb2.ChooseRequest, context: grpc.aio.ServicerContext[Any, Any]
    ) -> choosing_pb2.ChooseResponse:
        """What a player would do."""
        del context
        player = HOUSE.get(request.player_id)
        if player is None:
            raise InvalidField([Fault("player_id", "is not a player that thinks", "Name one of them")])
        can_search = await self._can_search(families.reader_of(request.rule_set))
        choose = partial(_chosen, request.rule_set, request.view, player, can_search=can_search)
        try:
            payer = house_of(request.payer) or None
            advice = await self._thinking.think(seconds_of(player), choose, payer=payer)
        except TooSlowError as error:
            raise Unavailable("Nobody has thought of a move in time.") from error
        return choice_message(advice)

    async def _can_search(self, family: Family) -> bool:
        """Whether a family can be thought about; what is compiled is loaded first, for which nobody waits for long."""
        if family.name not in self._warming.ready:
            loading = asyncio.create_task(self._warming.load(family))
            self._loading.add(loading)
            loading.add_done_callback(self._loading.discard)
            await asyncio.wait({loading}, timeout=LOADING_S)
        return family.name in self._warming.ready


def _chosen(rule_set: str, view: str, player: HousePlayer, seconds: float, *, can_search: bool) -> Advice:
    agent = redscience.agent(agent_of(player, can_search=can_search), seconds=max(seconds, 0.001))
    seen = json.loads(view)
    agent.begin(_game(rule_set), seen["viewer"])
    return agent.choose(seen)


@lru_cache(_LOADED_AT_ONCE)
def _game(rule_set: str) -> Game:
    source = families.read(rule_set)
    if costs_too_much(source):
        raise Unavailable("Turns of this game cost too much to think about.")
    return source.game()
