"""A family that the platform does not know goes through all services, by its registration alone."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from fixtures.match_table import ANNA_CALLER, MatchTable, is_acting, legal, play
from fixtures.matches import ANNA
from fixtures.patience import PATIENCE_S
from fixtures.services import InProcess
from undercut import UndercutSource

from redscience.api.match.v1 import match_pb2
from redscience.api.rating.v1.rating_pb2 import GetStatisticsRequest, WatchLeaderboardRequest
from redscience.api.rating.v1.rating_pb2_grpc import RatingServiceStub
from redscience.api.rules.v1 import rules_pb2
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.errors import NameTaken, RuleSetError, SameRules
from redscience.names import RANDOM_ID, STANDARD_ID
from services.chaos.__main__ import compose as compose_chaos
from services.match.__main__ import compose as compose_match
from services.rating.__main__ import compose as compose_rating
from services.rules.__main__ import compose as compose_rules


@pytest.fixture
async def rules(services: InProcess) -> Any:
    """The rules service, called by Anna."""
    await services.start("rules", compose_rules)
    return RulesServiceStub(services.channel("rules", ANNA_CALLER))


async def save(rules: Any, name: str, points: int) -> rules_pb2.Game:
    text = UndercutSource(name, points).text
    saved: rules_pb2.Game = (await rules.Save(rules_pb2.SaveRequest(rule_set=text, request_id=name))).game
    return saved


async def test_its_games_are_saved_listed_and_kept_apart(rules: Any) -> None:
    saved = await save(rules, "Mine", 33)
    assert (saved.family, saved.digest, list(saved.seats)) == ("undercut", "undercut:33", ["north", "south"])
    assert "33 points" in saved.english[-1]
    assert not saved.HasField("cost")
    listed = (await rules.List(rules_pb2.ListRequest(name_contains="mine"))).games
    assert [(game.name, game.family) for game in listed] == [("Mine", "undercut")]
    with pytest.raises(SameRules, match="Mine"):
        await save(rules, "Other", 33)
    with pytest.raises(NameTaken):
        await save(rules, "MINE", 34)
    with pytest.raises(SameRules, match="Undercut"):
        await save(rules, "Mine-too", 20)


async def test_its_files_are_checked_by_itself(rules: Any) -> None:
    text = json.dumps({"format": "undercut/1", "name": "", "points": 7})
    checked = await rules.Check(rules_pb2.CheckRequest(rule_set=text))
    assert [fault.path for fault in checked.faults] == ["name"]
    assert (checked.digest, json.loads(checked.table)["goal"]) == ("undercut:7", 7)
    with pytest.raises(RuleSetError) as refused:
        await rules.Save(rules_pb2.SaveRequest(rule_set=json.dumps({"format": "undercut/1"}), request_id="1"))
    assert [fault.path for fault in refused.value.faults] == ["name", "points"]


async def test_its_matches_are_played_by_random_kept_and_rated(services: InProcess, rules: Any) -> None:
    for service, compose in (("match", compose_match), ("chaos", compose_chaos), ("rating", compose_rating)):
        await services.start(service, compose)
    game = await save(rules, "Mine", 9)
    table = MatchTable(services, game.id)
    match = await table.create()
    # The family gives two minutes for the first choice, and its source half a minute for others.
    assert (match.due_at_ms - match.started_at_ms, match.seconds_per_turn) == (120_000, 30)
    async with asyncio.timeout(PATIENCE_S):
        async for told in table.anna.Watch(match_pb2.WatchRequest(match_id=match.id)):
            if is_acting(told.match):
                await table.anna.Play(play(told.match, legal(told.match)[-1]))
    over = (await table.anna.Get(match_pb2.GetRequest(match_id=match.id))).match
    record = (await table.anna.GetRecord(match_pb2.GetRecordRequest(match_id=match.id))).record
    state = UndercutSource("Mine", 9).game().start(int(record.seed, 16))
    for turn in record.turns:
        state = state.play({turn.seats[0]: list(turn.moves.moves)})
    assert state.outcome == {seat.seat: seat.outcome for seat in over.seats}
    (ended,) = (await table.rating.ListEnded(match_pb2.ListEndedRequest())).matches
    assert {seat.seat: dict(seat.statistics) for seat in ended.seats} == state.outcome.statistics
    rating = RatingServiceStub(services.channel("rating", ANNA_CALLER))
    async with asyncio.timeout(PATIENCE_S):
        async for seen in rating.WatchLeaderboard(WatchLeaderboardRequest(game_id=game.id)):
            if seen.leaderboard.matches:
                break
    shown = {standing.player_id for standing in seen.leaderboard.standings}
    assert shown == {ANNA, RANDOM_ID, STANDARD_ID}
    (of_anna,) = (await rating.GetStatistics(GetStatisticsRequest(player_id=ANNA))).statistics
    seat = next(seat.seat for seat in ended.seats if seat.player_id == ANNA)
    assert {figure.name: figure.sum for figure in of_anna.figures} == state.outcome.statistics[seat]
