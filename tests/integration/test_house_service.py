"""Players that think: the house service beside the match service."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Any

import pytest
from fixtures.huge import HUGE_FILE
from fixtures.match_table import ANNA_CALLER, MatchTable, match_table
from fixtures.patience import PATIENCE_S
from fixtures.services import InProcess
from test_chaos_service import play_to_the_end

from redscience import families
from redscience.api.house.v1.choosing_pb2 import ChooseRequest
from redscience.api.house.v1.choosing_pb2_grpc import ChoosingServiceStub
from redscience.api.match.v1 import match_pb2
from redscience.api.rules.v1 import rules_pb2
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.errors import NotAllowed
from redscience.names import HOUSE, STANDARD_ID
from services.chaos.house.__main__ import compose as compose_house
from services.chaos.house.thinking import Thinking
from services.kit.clock import ManualClock
from services.match.__main__ import compose as compose_match
from services.rules.__main__ import compose as compose_rules


async def started(services: InProcess) -> MatchTable:
    """Rules, match and house, by a clock that stands."""
    services.clock = ManualClock()
    for service, compose in (("rules", compose_rules), ("match", compose_match), ("house", compose_house)):
        await services.start(service, compose)
    return await match_table(services)


async def test_each_plays_to_the_end(services: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    # However slow the machine, Random moves in nobody's stead.
    monkeypatch.setattr("services.chaos.house.__main__.Thinking", partial(Thinking, give_up_s=PATIENCE_S))
    table = await started(services)
    made = [await table.create(f"create-{who}", against=who) for who in HOUSE]
    assert all(match.rated for match in made)
    async with asyncio.timeout(PATIENCE_S):
        ended = await asyncio.gather(*(play_to_the_end(table, match.id) for match in made))
    assert {match.reason for match in ended} == {match_pb2.REASON_RULES}
    # Anna makes the first legal move each time, which only a beginner's luck wins by.
    (standard,) = (match for match in ended if match.seats[1].player_id == STANDARD_ID)
    assert standard.seats[1].outcome != "lose"


async def test_they_play_in_try_outs_and_random_in_their_stead_where_they_do_not_answer(
    services: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    payers, think = list[str | None](), Thinking.think

    async def noted(self: Thinking, *args: Any, payer: str | None = None) -> Any:
        payers.append(payer)
        return await think(self, *args, payer=payer)

    monkeypatch.setattr(Thinking, "think", noted)
    table = await started(services)
    rule_set = families.get("Tic-Tac-Toe").text
    asked = match_pb2.TryOutRequest(rule_set=rule_set, seat="white", against_id=STANDARD_ID)
    async with asyncio.timeout(PATIENCE_S):
        begun = await table.anna.TryOut(asked)
        assert len(json.loads(begun.view)["table"]["pieces"]) == 1
        assert payers == [ANNA_CALLER.id]  # who asks for much waits for themself
        await services.stop("house")
        move = json.loads(begun.view)["legal"][0]["move"]
        asked = match_pb2.TryOutRequest(
            rule_set=rule_set, seat="white", state=begun.state, moves=[move], against_id=STANDARD_ID
        )
        assert len(json.loads((await table.anna.TryOut(asked)).view)["table"]["pieces"]) == 3


async def test_what_they_would_do_is_for_the_match_service(services: InProcess) -> None:
    await started(services)
    asked = ChooseRequest(player_id=STANDARD_ID, rule_set=families.get("Tic-Tac-Toe").text, view="{}")
    with pytest.raises(NotAllowed):
        await ChoosingServiceStub(services.channel("house", ANNA_CALLER)).Choose(asked)


async def test_who_waits_for_a_huge_game_is_not_waited_for(services: InProcess) -> None:
    """Beside a game that is too large to be thought about a small one goes on as ever."""
    table = await started(services)
    save = rules_pb2.SaveRequest(rule_set=json.dumps(HUGE_FILE), request_id="huge")
    huge = MatchTable(services, (await RulesServiceStub(services.channel("rules", ANNA_CALLER)).Save(save)).game.id)
    await huge.create("huge", against=STANDARD_ID, others=len(families.read(json.dumps(HUGE_FILE)).seats) - 1)
    made = await table.create("small", against=STANDARD_ID)
    async with asyncio.timeout(PATIENCE_S):
        assert (await play_to_the_end(table, made.id)).reason == match_pb2.REASON_RULES
