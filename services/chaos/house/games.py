"""The games that are played: each is asked for and loaded once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from redscience import families
from redscience.api.rules.v1.rules_pb2 import GetRequest
from redscience.interface import Family, Game, Source
from services.chaos.house.warming import Warming

if TYPE_CHECKING:
    from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceAsyncStub

MOST_TURN_US = 100_000
"""Where a turn may cost more, nobody thinks about it."""
_LOADED_AT_ONCE = 128


@dataclass(frozen=True, slots=True)
class Known:
    """A game that is played.

    Attributes:
        game: None where it costs too much to think about.
        family: of the game.
    """

    game: Game | None
    family: Family
    _warming: Warming

    @property
    def can_search(self) -> bool:
        """Whether what searching needs is compiled, and loaded."""
        return self.family.name in self._warming.ready


class Games:
    """Games by their ids, for a saved game stays as it is.

    Args:
        rules: where they are kept.
        warming: loads what their families need.
    """

    def __init__(self, rules: RulesServiceAsyncStub, warming: Warming) -> None:
        self._rules = rules
        self._warming = warming
        self._loading: OrderedDict[str, asyncio.Task[Known]] = OrderedDict()

    async def find(self, game_id: str) -> Known:
        """A game.

        Raises:
            RedscienceError: it cannot be had now.
        """
        loading = self._loading.get(game_id)
        if loading is None or (loading.done() and (loading.cancelled() or loading.exception() is not None)):
            loading = self._loading[game_id] = asyncio.create_task(self._load(game_id))
        self._loading.move_to_end(game_id)
        if len(self._loading) > _LOADED_AT_ONCE:
            self._loading.popitem(last=False)
        known = await asyncio.shield(loading)
        if not known.can_search:
            await self._warming.load(known.family)  # it may have been compiled since
        return known

    async def _load(self, game_id: str) -> Known:
        answer = await self._rules.Get(GetRequest(id=game_id))
        source = await asyncio.to_thread(families.saved, answer.game.rule_set)
        await self._warming.load(source.family)
        game = None if costs_too_much(source) else await asyncio.to_thread(source.game)
        return Known(game, source.family, self._warming)


def costs_too_much(source: Source) -> bool:
    """Whether nobody should think about a game."""
    return source.bound is not None and source.bound.turn_us > MOST_TURN_US
