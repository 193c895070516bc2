"""Random plays: the chaos service beside the match service."""

from __future__ import annotations

import asyncio
import json

from fixtures.match_table import ANNA_CALLER, MatchTable, is_acting, legal, match_table, play
from fixtures.nats import NatsServer
from fixtures.patience import PATIENCE_S
from fixtures.services import InProcess

from redscience.api.match.v1 import match_pb2
from redscience.api.rules.v1 import rules_pb2
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from services.chaos.__main__ import compose as compose_chaos
from services.kit.clock import ManualClock
from services.kit.nats_bus import NatsBus
from services.match.__main__ import compose as compose_match
from services.rules.__main__ import compose as compose_rules


async def play_to_the_end(table: MatchTable, match_id: str) -> match_pb2.Match:
    """Anna answers whenever it is her turn, as a browser does that follows the match."""
    async for told in table.anna.Watch(match_pb2.WatchRequest(match_id=match_id)):
        if told.match.status == match_pb2.STATUS_ENDED:
            return told.match
        if is_acting(told.match):
            await table.anna.Play(play(told.match, legal(told.match)[0]))
    raise AssertionError("the stream ended before the match")


async def test_random_answers_over_nats(services: InProcess, own_nats_server: NatsServer) -> None:
    own_nats_server.start()
    services.clock = ManualClock()
    await services.start("rules", compose_rules)
    for service, compose in (("match", compose_match), ("chaos", compose_chaos)):
        bus = NatsBus(own_nats_server.url, service)
        bus.start()
        await services.start(service, compose, bus=bus)
    table = await match_table(services)
    made = [await table.create(f"create-{number}") for number in range(4)]
    async with asyncio.timeout(PATIENCE_S):
        ended = await asyncio.gather(*(play_to_the_end(table, match.id) for match in made))
    assert all(match.reason == match_pb2.REASON_RULES for match in ended)


async def test_random_holds_several_seats_of_a_match(services: InProcess) -> None:
    services.clock = ManualClock()
    for service, compose in (("rules", compose_rules), ("match", compose_match), ("chaos", compose_chaos)):
        await services.start(service, compose)
    reserve = {"black": 7, "white": 6, "pink": 6, "yellow": 6}
    rules = {
        "format": "redscience-rules/1",
        "name": "Four",
        "players": "4",
        "board": {"kind": "squares", "size": [5, 5, 1]},
        "checks": [{"check": "first_row_wins", "length": 5}],
        "shapes": {"O": {"reserve": reserve}},
    }
    save = rules_pb2.SaveRequest(rule_set=json.dumps(rules), request_id="save")
    game = (await RulesServiceStub(services.channel("rules", ANNA_CALLER)).Save(save)).game
    table = MatchTable(services, game.id)
    made = await table.create(others=3)
    assert made.rated
    async with asyncio.timeout(PATIENCE_S):
        ended = await play_to_the_end(table, made.id)
    assert ended.reason == match_pb2.REASON_RULES
    record = (await table.anna.GetRecord(match_pb2.GetRecordRequest(match_id=made.id))).record
    assert [list(turn.seats) for turn in record.turns[:4]] == [["black"], ["white"], ["pink"], ["yellow"]]


async def test_one_person_plays_against_chaos_alone(services: InProcess) -> None:
    services.clock = ManualClock()
    for service, compose in (("rules", compose_rules), ("match", compose_match), ("chaos", compose_chaos)):
        await services.start(service, compose)
    shapes = {"O": {"reserve": {"black": 5, "chaos": 4}}}
    rules = {"format": "redscience-rules/1", "name": "Alone", "players": "1+chaos", "shapes": shapes}
    save = rules_pb2.SaveRequest(rule_set=json.dumps(rules), request_id="save")
    game = (await RulesServiceStub(services.channel("rules", ANNA_CALLER)).Save(save)).game
    table = MatchTable(services, game.id)
    made = await table.create(others=0)
    assert [(seat.seat, seat.kind) for seat in made.seats] == [("black", "person"), ("chaos", "chaos")]
    assert made.rated
    async with asyncio.timeout(PATIENCE_S):
        over = await play_to_the_end(table, made.id)
    anna, chaos = over.seats
    assert (anna.outcome, chaos.outcome) in {("win", "lose"), ("lose", "win"), ("draw", "")}
    (ended,) = (await table.rating.ListEnded(match_pb2.ListEndedRequest())).matches
    assert [seat.player_id for seat in ended.seats] == [anna.player_id]
    assert ended.chaos == (chaos.outcome or "draw")


async def test_chaos_and_match_may_be_stopped_during_a_match(services: InProcess) -> None:
    services.clock = ManualClock()
    await services.start("rules", compose_rules)
    await services.start("match", compose_match)
    await services.start("chaos", compose_chaos)
    table = await match_table(services)
    made = await table.create_in("black")
    await services.stop("chaos")
    await table.anna.Play(play(made, "2,2"))
    await services.stop("match")
    await services.start("chaos", compose_chaos)
    await services.start("match", compose_match)
    async with asyncio.timeout(PATIENCE_S):
        ended = await play_to_the_end(table, made.id)
    assert ended.status == match_pb2.STATUS_ENDED
