"""Analyses of finished matches, and hints in those against the platform's own players: who gets them, and what."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import aclosing
from functools import partial
from typing import Any, TypeVar

import pytest
from fixtures.hosting import friends, hosted
from fixtures.match_table import ANNA_CALLER, BEN_CALLER, ELSEWHERE, MatchTable, is_acting, legal, play
from fixtures.matches import BEN
from fixtures.patience import PATIENCE_S, until
from fixtures.services import InProcess

from redscience.agents.analysis import Judged, analyse
from redscience.api.house.v1 import house_pb2
from redscience.api.house.v1.house_pb2_grpc import HouseServiceStub
from redscience.api.match.v1 import match_pb2
from redscience.api.rules.v1 import rules_pb2
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.errors import (
    LimitReached,
    MatchRunning,
    NoHint,
    NotActing,
    NotAllowed,
    NotLoggedIn,
    RedscienceError,
    StaleView,
    Unavailable,
    UnknownMatch,
)
from services.chaos.house import analyses, records
from services.chaos.house.__main__ import compose as compose_house
from services.chaos.house.analyses import Analyses
from services.chaos.house.records import steps_before
from services.kit.clock import ManualClock
from services.kit.identity import Caller
from services.match.__main__ import compose as compose_match

T = TypeVar("T")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "SECONDS", 0.05)


async def table_with_house(services: InProcess) -> MatchTable:
    hosting = await hosted(services, friends())
    await services.start("house", compose_house)
    return hosting.table


def house(services: InProcess, caller: Caller | None = ANNA_CALLER) -> HouseServiceStub:
    return HouseServiceStub(services.channel("house", caller))


async def analysed(stub: HouseServiceStub, match_id: str) -> list[house_pb2.AnalyseResponse]:
    return [told async for told in stub.Analyse(house_pb2.AnalyseRequest(match_id=match_id))]


async def only_in_black(table: MatchTable) -> match_pb2.Match:
    """A match in which Anna has drawn black; she plays no other."""
    match = await table.create_in("black")
    for other in (await table.anna.List(match_pb2.ListRequest(own=True, status=match_pb2.STATUS_RUNNING))).matches:
        if other.id != match.id:
            await table.anna.Abort(match_pb2.AbortRequest(match_id=other.id, request_id=other.id))
    return match


def asking(match: match_pb2.Match, seat: str = "") -> house_pb2.HintRequest:
    return house_pb2.HintRequest(match_id=match.id, seat=seat, view_version=match.view_version)


async def test_a_finished_match_is_judged_move_by_move_for_whoever_may_see_it(services: InProcess) -> None:
    table = await table_with_house(services)
    match = await table.finish((await only_in_black(table)).id)
    record = (await table.anna.GetRecord(match_pb2.GetRecordRequest(match_id=match.id))).record
    first, *told = await analysed(house(services), match.id)
    assert (first.done, first.HasField("judged")) == (0, False)
    assert [one.judged.move for one in told] == [move for turn in record.turns for move in turn.moves.moves]
    assert [(one.done, one.moves) for one in told] == [(n, len(told)) for n in range(1, len(told) + 1)]
    assert [one.judged.step for one in told] == list(range(1, len(told) + 1))
    # Another of their universe is told the same, without a thought.
    assert [*await analysed(house(services, BEN_CALLER), match.id)] == [first, *told]
    with pytest.raises(UnknownMatch):
        await analysed(house(services, ELSEWHERE), match.id)
    with pytest.raises(NotLoggedIn):
        await analysed(house(services, None), match.id)


async def test_a_running_match_is_not_analysed(services: InProcess) -> None:
    table = await table_with_house(services)
    match = await table.create()
    with pytest.raises(MatchRunning):
        await analysed(house(services), match.id)


async def test_nobody_gets_an_analysis_by_whose_rules_they_play_in_a_match_that_counts(services: InProcess) -> None:
    table = await table_with_house(services)
    over = await table.finish((await only_in_black(table)).id)
    await analysed(house(services), over.id)
    running = await table.create("counts")
    with pytest.raises(NoHint, match="counts: no advice and no analysis until that is over"):
        await analysed(house(services), over.id)
    # The record is theirs as before, and others are told.
    await table.anna.GetRecord(match_pb2.GetRecordRequest(match_id=over.id))
    await analysed(house(services, BEN_CALLER), over.id)
    await table.finish(running.id)
    await analysed(house(services), over.id)


async def test_the_steps_are_those_of_the_replay_where_rounds_are_sealed(services: InProcess) -> None:
    table = await table_with_house(services)
    rules = RulesServiceStub(services.channel("rules", ANNA_CALLER))
    game = (await rules.Get(rules_pb2.GetRequest(name="3P-Volunteer"))).game
    match = await MatchTable(services, game.id).create(others=2)
    while (seen := await table.seen(match.id)).status == match_pb2.STATUS_RUNNING:
        if is_acting(seen):
            await table.anna.Play(play(seen, legal(seen)[0]))
        await choose_for_the_others(table, match.id)
        await table.pass_time(match.id, table.clock.now_ms() + 1000)
    replay = await table.anna.Replay(match_pb2.ReplayRequest(match_id=match.id, viewer="everything", count=50))
    told = (await analysed(house(services), match.id))[1:]
    assert max(one.judged.step for one in told) == replay.steps - 1
    assert all(one.judged.step == one.judged.position + 1 for one in told)
    # Those who moved in one round see it resolved in one step.
    assert len({one.judged.step for one in told if one.judged.position == 0}) == 1
    assert len([one for one in told if one.judged.position == 0]) > 1


async def test_the_steps_are_those_of_the_replay_where_moves_were_taken_back(services: InProcess) -> None:
    table = await table_with_house(services)
    match = await only_in_black(table)
    for _ in range(2):
        await table.move(match.id)
    seen = await table.seen(match.id)
    back = match_pb2.TakeBackRequest(match_id=match.id, request_id="back", view_version=seen.view_version)
    assert (await table.anna.TakeBack(back)).match.take_back_asked_by == ""
    await table.finish(match.id)
    replay = await table.anna.Replay(match_pb2.ReplayRequest(match_id=match.id, viewer="everything", count=50))
    told = (await analysed(house(services), match.id))[1:]
    assert [one.judged.step for one in told] == list(range(4, replay.steps))
    for one in told:
        assert one.judged.move in replay.views[one.judged.step].view


async def choose_for_the_others(table: MatchTable, match_id: str) -> None:
    """First legal moves for all seats of Random and Chaos that are to act."""
    seats = (await table.seen(match_id)).seats
    for seat in seats:
        if seat.kind == "person":
            continue
        seen = (await table.chaos.Get(match_pb2.GetRequest(match_id=match_id, seat=seat.seat))).match
        if seen.status == match_pb2.STATUS_RUNNING and is_acting(seen):
            answer = play(seen, legal(seen)[0], request_id=f"{seat.seat}-{seen.view_version}-{table.clock.now_ms()}")
            answer.seat = seat.seat
            await table.chaos.Play(answer)


async def hint_for(services: InProcess, match: match_pb2.Match) -> house_pb2.HintResponse:
    """A hint; asks again where none is found in time, as may be on a busy machine."""
    return await granted(lambda: house(services).Hint(asking(match)), Unavailable)


async def granted(ask: Callable[[], Awaitable[T]], refusal: type[RedscienceError]) -> T:
    """What is asked for until it is refused no more."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                return await ask()
            except refusal:
                await asyncio.sleep(0.01)


async def test_a_hint_is_noted_and_the_match_counts_for_nobody(services: InProcess) -> None:
    table = await table_with_house(services)
    match = await only_in_black(table)
    assert (match.rated, match.hints) == (True, match_pb2.HINTS_END_RATING)
    hint = await hint_for(services, match)
    assert hint.move in legal(match)
    assert hint.move == hint.best[0].move
    assert (hint.match.rated, hint.match.unrated, hint.match.hints) == (
        False,
        match_pb2.UNRATED_HINT,
        match_pb2.HINTS_OPEN,
    )
    listed = await table.anna.List(match_pb2.ListRequest(own=True))
    assert [one.rated for one in listed.matches if one.id == match.id] == [False]
    await table.anna.Play(play(match, hint.move))
    with pytest.raises(NotActing):
        await house(services).Hint(asking(await table.seen(match.id)))
    ended = await table.finish(match.id)
    assert (ended.rated, ended.unrated) == (False, match_pb2.UNRATED_HINT)
    told = (await table.rating.ListEnded(match_pb2.ListEndedRequest())).matches
    assert [one.rated for one in told if one.match_id == match.id] == [False]


async def test_no_hint_in_another_match_tells_what_to_do_in_one_that_counts(services: InProcess) -> None:
    table = await table_with_house(services)
    match = await only_in_black(table)
    hint = await hint_for(services, match)
    counts = await table.create("counts")
    with pytest.raises(NoHint, match="counts: no advice and no analysis until that is over"):
        await house(services).Hint(asking(hint.match))
    await table.finish(counts.id)
    again = await hint_for(services, hint.match)
    assert again.move in legal(match)


async def test_what_is_noted_is_read_from_the_record(services: InProcess) -> None:
    table = await table_with_house(services)
    match = await only_in_black(table)
    await hint_for(services, match)
    await services.stop("match")
    await services.start("match", partial(compose_match, acquaintances=friends()))
    seen = await table.seen(match.id)
    assert (seen.rated, seen.hints, seen.unrated) == (False, match_pb2.HINTS_OPEN, match_pb2.UNRATED_HINT)
    again = await hint_for(services, seen)
    assert again.move in legal(seen)
    assert again.states == 1


async def test_hints_are_refused_to_strangers_late_and_where_people_play(services: InProcess) -> None:
    services.clock = ManualClock()
    hosting = await hosted(services, friends())
    await services.start("house", compose_house)
    invited = await hosting.invite(BEN)
    await hosting.ben.Accept(match_pb2.AcceptRequest(match_id=invited.id))
    for stub, caller in ((hosting.anna, ANNA_CALLER), (hosting.ben, BEN_CALLER)):
        with pytest.raises(NoHint):
            await house(services, caller).Hint(asking(await hosting.seen(invited.id, stub)))
    match = await only_in_black(hosting.table)
    with pytest.raises(NoHint):
        await house(services, BEN_CALLER).Hint(asking(match))
    with pytest.raises(NotAllowed):
        await house(services, BEN_CALLER).Hint(asking(match, seat="black"))
    with pytest.raises(NotAllowed):
        await house(services).Hint(asking(match, seat="white"))
    with pytest.raises(StaleView):
        await house(services).Hint(house_pb2.HintRequest(match_id=match.id, view_version=9))
    assert (await hosting.seen(match.id)).rated
    for _ in range(2):
        await hosting.table.move(match.id)
    late = await hosting.seen(match.id)
    assert late.hints == match_pb2.HINTS_TOO_LATE
    with pytest.raises(NoHint, match="counts"):
        await house(services).Hint(asking(late))


async def test_one_analysis_at_a_time_goes_on_when_it_is_asked_for_again(
    services: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on = threading.Event()

    def held(*of: Any, **more: Any) -> Iterator[Judged]:
        for number, judged in enumerate(analyse(*of, **more)):
            yield judged
            if number == 0:
                may_go_on.wait(PATIENCE_S)

    monkeypatch.setattr(records, "SECONDS", 0.2)
    monkeypatch.setattr(records, "analyse", held)
    table = await table_with_house(services)
    match = await table.finish((await only_in_black(table)).id)
    stub = house(services)
    running = stub.Analyse(house_pb2.AnalyseRequest(match_id=match.id))
    told = aiter(running)
    await anext(told)
    await anext(told)
    with pytest.raises(LimitReached, match="yours"):
        await analysed(stub, match.id)
    running.cancel()
    may_go_on.set()
    again = await granted(lambda: analysed(stub, match.id), LimitReached)
    assert again[-1].done == again[-1].moves


def numbers(most: int, taken: list[int]) -> Iterator[int]:
    """Stands in for an analysis."""
    for number in range(most):
        taken.append(number)
        yield number


async def test_two_who_listen_share_one_analysis_and_it_rests_when_both_have_gone() -> None:
    kept, taken = Analyses[int](), list[int]()
    one, other = (kept.of("match", partial(numbers, 5, taken)) for _ in range(2))
    assert [await anext(one), await anext(other), await anext(other)] == [0, 0, 1]
    assert taken == [0, 1]
    await one.aclose()
    await other.aclose()
    await asyncio.sleep(0.05)
    assert taken == [0, 1]
    assert [each async for each in kept.of("match", partial(numbers, 9, []))] == [0, 1, 2, 3, 4]
    assert taken == [0, 1, 2, 3, 4]


async def test_an_analysis_gives_way_to_decisions_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    busy = [True, True, False]
    kept, taken = Analyses[int](lambda: busy.pop(0) if busy else False), list[int]()
    assert await anext(kept.of("match", partial(numbers, 1, taken))) == 0
    assert busy == []
    monkeypatch.setattr(analyses, "GIVES_WAY_S", 0.1)
    always = Analyses[int](lambda: True)
    assert [each async for each in always.of("match", partial(numbers, 2, taken))] == [0, 1]


async def test_so_many_are_made_at_once_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "MOST_AT_ONCE", 2)
    monkeypatch.setattr(analyses, "MOST_RESTING", 1)
    kept, begun = Analyses[int](), list[int]()
    following = [kept.of(str(n), partial(numbers, 3, begun)) for n in range(3)]
    for each in following[:2]:
        await anext(each)
    with pytest.raises(LimitReached):
        await anext(following[2])
    for each in following[:2]:
        await each.aclose()
    # The one that has rested longest begins anew.
    assert [each async for each in kept.of("1", partial(numbers, 9, []))] == [0, 1, 2]
    assert [each async for each in kept.of("0", partial(numbers, 4, []))] == [0, 1, 2, 3]


async def test_one_that_fails_takes_away_no_newer_one_of_its_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "MOST_RESTING", 0)
    kept, begun, may_fail = Analyses[int](), list[str](), threading.Event()

    def failing() -> Iterator[int]:
        begun.append("failing")
        may_fail.wait(PATIENCE_S)
        raise ValueError("it cannot be judged")
        yield 0

    def newer() -> Iterator[int]:
        begun.append("newer")
        yield from range(3)

    async def first_of(begin: Callable[[], Iterator[int]]) -> int:
        async with aclosing(kept.of("match", begin)) as judged:
            return await anext(judged)

    # Whoever has it made goes away, and it is forgotten while its move is still thought about.
    gone = asyncio.create_task(first_of(failing))
    await until(lambda: begun == ["failing"])
    gone.cancel()
    await asyncio.wait([gone])
    again = kept.of("match", newer)
    first = asyncio.create_task(anext(again))
    await asyncio.sleep(0)
    may_fail.set()
    assert await first == 0
    # Whoever comes now listens to the newer one.
    assert await first_of(failing) == 0
    assert [each async for each in again] == [1, 2]
    assert begun == ["failing", "newer"]


def test_steps_of_moves_that_were_taken_back_come_before_those_made_in_their_place() -> None:
    def taken(*numbers: int) -> match_pb2.TakenBack:
        return match_pb2.TakenBack(turns=[match_pb2.Turn(number=number) for number in numbers])

    assert [steps_before([taken(1, 2)], turn) for turn in (1, 2, 3)] == [3, 3, 3]
    assert [steps_before([taken(3)], turn) for turn in (2, 3)] == [0, 2]
    # The third was taken back and made again; then both it and the second were.
    assert [steps_before([taken(3), taken(2, 3)], turn) for turn in (1, 2, 3)] == [0, 5, 5]
