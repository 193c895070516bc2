"""Players that think: the house service beside the match service."""

from __future__ import annotations

import asyncio

from fixtures.match_table import ANNA_CALLER, MatchTable, match_table
from fixtures.patience import PATIENCE_S
from fixtures.services import InProcess
from test_chaos_service import play_to_the_end

from redscience.api.match.v1 import match_pb2
from redscience.api.rules.v1 import rules_pb2
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.names import HOUSE, STANDARD_ID
from services.chaos.house.__main__ import compose as compose_house
from services.kit.clock import ManualClock
from services.match.__main__ import compose as compose_match
from services.rules.__main__ import compose as compose_rules


async def started(services: InProcess) -> MatchTable:
    """Rules, match and house, by a clock that stands."""
    services.clock = ManualClock()
    for service, compose in (("rules", compose_rules), ("match", compose_match), ("house", compose_house)):
        await services.start(service, compose)
    return await match_table(services)


async def table_of(services: InProcess, name: str) -> MatchTable:
    """The same callers, at a ready game."""
    rules = RulesServiceStub(services.channel("rules", ANNA_CALLER))
    return MatchTable(services, (await rules.Get(rules_pb2.GetRequest(name=name))).game.id)


async def test_each_plays_to_the_end(services: InProcess) -> None:
    table = await started(services)
    made = [await table.create(f"create-{who}", against=who) for who in HOUSE]
    assert all(match.rated for match in made)
    async with asyncio.timeout(PATIENCE_S):
        ended = await asyncio.gather(*(play_to_the_end(table, match.id) for match in made))
    assert {match.reason for match in ended} == {match_pb2.REASON_RULES}
    # Anna makes the first legal move each time, which only a beginner's luck wins by.
    (standard,) = (match for match in ended if match.seats[1].player_id == STANDARD_ID)
    assert standard.seats[1].outcome != "lose"
