"""The machine's clock is set wrong, and right again: nobody is late for it, and nothing waits for it."""

from __future__ import annotations

from functools import partial

import pytest
from fixtures.acquaintances import Circle
from fixtures.databases import both_databases
from fixtures.match_table import MatchTable, match_table
from fixtures.services import InProcess

from redscience.api.match.v1 import match_pb2
from services.kit.clock import ManualClock
from services.match.__main__ import compose as compose_match
from services.rules.__main__ import compose as compose_rules

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
JUMPS = {
    "ahead": [HOUR_MS],
    "back": [-HOUR_MS],
    "ahead and back": [HOUR_MS, -HOUR_MS],
    "back and ahead": [-HOUR_MS, HOUR_MS],
}
every_jump = pytest.mark.parametrize("jumps", JUMPS.values(), ids=JUMPS.keys())


@pytest.fixture
async def table(services: InProcess) -> MatchTable:
    services.clock = ManualClock()
    await services.start("rules", compose_rules)
    await services.start("match", partial(compose_match, acquaintances=Circle()))
    return await match_table(services)


async def jump(table: MatchTable, match_id: str, jumps: list[int]) -> None:
    """The clock is set, once or twice; a while passes after each time, in which matches are looked at."""
    for ms in jumps:
        table.clock.advance(ms)
        await table.pass_time(match_id, table.clock.now_ms() + 5_000)


@every_jump
async def test_nobody_is_late_and_who_stays_away_is_found_late_in_time(table: MatchTable, jumps: list[int]) -> None:
    match = await table.create_in("black")
    await table.pass_time(match.id, table.clock.now_ms() + 1_000)
    await jump(table, match.id, jumps)
    assert (await table.seen(match.id)).status == match_pb2.STATUS_RUNNING
    allowed_ms = match.due_at_ms - match.started_at_ms
    left_ms = (await table.seen(match.id)).due_at_ms - table.clock.now_ms()
    assert 0 < left_ms <= allowed_ms
    await table.pass_time(match.id, table.clock.now_ms() + left_ms)
    assert (await table.seen(match.id)).reason == match_pb2.REASON_TIME


@both_databases
@pytest.mark.parametrize("moves_after", [0, 2])
async def test_time_without_service_is_given_back_after_it(
    table: MatchTable, services: InProcess, moves_after: int
) -> None:
    match = await table.create_in("black")
    for jump_ms, moves in ((HOUR_MS, 2), (-HOUR_MS, moves_after)):
        await jump(table, match.id, [jump_ms])
        for _ in range(moves):
            await table.move(match.id)
        await table.pass_time(match.id, table.clock.now_ms() + 5_000)
    left_ms = (await table.seen(match.id)).due_at_ms - table.clock.now_ms()
    await services.stop("match")
    table.clock.advance(10 * MINUTE_MS)
    await services.start("match", partial(compose_match, acquaintances=Circle()))
    seen = await table.seen(match.id)
    assert (seen.status, seen.due_at_ms - table.clock.now_ms()) == (match_pb2.STATUS_RUNNING, left_ms)


async def test_what_was_played_while_the_clock_was_ahead_is_not_to_come_once_it_is_set_back(table: MatchTable) -> None:
    match = await table.create_in("black")
    await jump(table, match.id, [HOUR_MS])
    for _ in range(2):
        await table.move(match.id)
        await table.pass_time(match.id, table.clock.now_ms() + 5_000)
    table.clock.advance(-HOUR_MS)
    await table.seen(match.id)
    set_back_ms = table.clock.now_ms()
    await table.pass_time(match.id, set_back_ms + 5_000)
    await table.move(match.id)
    await table.anna.Leave(match_pb2.LeaveRequest(match_id=match.id, request_id="leave"))
    record = (await table.anna.GetRecord(match_pb2.GetRecordRequest(match_id=match.id))).record
    assert [turn.at_ms for turn in record.turns] == [set_back_ms] * 2 + [set_back_ms + 5_000] * 2
    (ended,) = (await table.rating.ListEnded(match_pb2.ListEndedRequest())).matches
    # Of black's first turn the first second was a silence, and the last one counts from where it was set back.
    assert {seat.seat: seat.thinking_ms for seat in ended.seats} == {"black": 4_000 + 5_000, "white": 5_000}


@every_jump
async def test_a_turn_that_begins_after_it_has_its_time_and_no_more(table: MatchTable, jumps: list[int]) -> None:
    match = await table.create_in("black")
    await jump(table, match.id, jumps)
    for _ in range(2):
        await table.move(match.id)
        seen = await table.seen(match.id)
        assert 0 < seen.due_at_ms - table.clock.now_ms() <= 1000 * match.seconds_per_turn
    begun = await table.create("after")
    assert begun.due_at_ms - table.clock.now_ms() <= 1000 * match.seconds_per_turn
