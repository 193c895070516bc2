"""Programs play over one stream: what they are asked, what they answer, and what is refused."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest
from fixtures.match_table import ANNA_CALLER, MatchTable, is_acting, match_table
from fixtures.matches import ANNA, BEN
from fixtures.patience import PATIENCE_S, until
from fixtures.services import InProcess
from sqlalchemy import Connection

from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.rules.v1 import rules_pb2
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.errors import InvalidField, NotLoggedIn, Unavailable, UnknownMatch
from redscience.names import RANDOM_ID
from services.kit.clock import ManualClock
from services.kit.database import Database
from services.kit.ids import new_id
from services.kit.limits import CALLS_IN_HAND
from services.match.__main__ import compose as compose_match
from services.match.adjudicator import Adjudicator
from services.match.downtime import BEAT_MS, DOWN_AFTER_MS
from services.match.model import Snapshot
from services.match.program import MOST_ANSWERS
from services.match.serving import Serving
from services.rules.__main__ import compose as compose_rules


async def started(services: InProcess) -> MatchTable:
    services.clock = ManualClock()
    await services.start("rules", compose_rules)
    await services.start("match", compose_match)
    return await match_table(services)


@pytest.fixture
async def table(services: InProcess) -> MatchTable:
    return await started(services)


@pytest.fixture(params=[False, True], ids=["beside others", "alone"])
async def either(request: pytest.FixtureRequest, services: InProcess) -> MatchTable:
    """The same, where the service may have others beside it; and where it knows that it has not, and is quicker."""
    table = await started(services)
    if request.param:
        await let_it_know_that_it_is_alone(table)
    return table


async def let_it_know_that_it_is_alone(table: MatchTable) -> None:
    for _ in range(2 * DOWN_AFTER_MS // BEAT_MS):
        table.clock.advance(BEAT_MS)
        with pytest.raises(UnknownMatch):
            await table.seen(new_id())


class Program:
    """A stream, and what was said on it."""

    def __init__(self, stub: MatchServiceStub) -> None:
        self._requests: asyncio.Queue[match_pb2.ServeRequest | None] = asyncio.Queue()
        self._told = aiter(stub.Serve(self._sent()))

    async def _sent(self) -> AsyncIterator[match_pb2.ServeRequest]:
        while (request := await self._requests.get()) is not None:
            yield request

    def send(self, *answers: match_pb2.Answer, telling: match_pb2.Telling = match_pb2.TELLING_UNSPECIFIED) -> None:
        self.say(match_pb2.ServeRequest(answers=answers, telling=telling))

    def say(self, request: match_pb2.ServeRequest) -> None:
        self._requests.put_nowait(request)

    async def hear(self) -> match_pb2.ServeResponse:
        async with asyncio.timeout(PATIENCE_S):
            return await anext(self._told)

    async def hear_decisions(self, count: int) -> list[match_pb2.Decision]:
        decisions: list[match_pb2.Decision] = []
        while len(decisions) < count:
            decisions += (await self.hear()).decisions
        return decisions

    async def hear_of(self, match_id: str) -> match_pb2.Decision:
        """The next decision in a match; others are passed over."""
        while True:
            for decision in (await self.hear()).decisions:
                if decision.match_id == match_id:
                    return decision

    async def close(self) -> None:
        """Goes away, as a program does that has finished."""
        self._requests.put_nowait(None)
        async with asyncio.timeout(PATIENCE_S):
            async for _ in self._told:
                pass


def answer_to(decision: match_pb2.Decision, move: str = "") -> match_pb2.Answer:
    return match_pb2.Answer(
        match_id=decision.match_id,
        seat=decision.seat,
        view_version=decision.view_version,
        moves=[move or json.loads(decision.view)["legal"][0]["move"]],
    )


async def test_a_program_that_draws_lots_is_told_its_choices_alone(table: MatchTable) -> None:
    made = await table.create_in("black")
    program = Program(table.anna)
    (decision,) = (await program.hear()).decisions
    view = json.loads(decision.view)
    assert not decision.legal
    program.send(answer_to(decision), telling=match_pb2.TELLING_CHOICES)
    await table.seen_from(made.id, decision.view_version + 1)
    await table.move(made.id)
    asked = await program.hear_of(made.id)
    seen = json.loads((await table.seen(made.id)).view)
    assert (asked.view, asked.view_version) == ("", decision.view_version + 2)
    assert [*zip(asked.legal, asked.weights, strict=True)] == [(one["move"], one["weight"]) for one in seen["legal"]]
    program.send(
        match_pb2.Answer(match_id=made.id, seat="black", view_version=asked.view_version, moves=asked.legal[:1]),
        telling=match_pb2.TELLING_VIEWS,
    )
    await table.seen_from(made.id, asked.view_version + 1)
    await table.move(made.id)
    again = await program.hear_of(made.id)
    assert json.loads(again.view).keys() == view.keys()
    assert not again.legal


@pytest.mark.parametrize(
    ("slow_s", "large_bytes"),
    [(0.0, 50_000), (60.0, 50_000), (60.0, 0)],
    ids=["slow games", "fast games", "large games"],
)
async def test_two_programs_play_many_matches_to_their_ends(
    table: MatchTable, monkeypatch: pytest.MonkeyPatch, slow_s: float, large_bytes: int
) -> None:
    monkeypatch.setattr("services.match.adjudicator._SLOW_S", slow_s)
    monkeypatch.setattr("services.match.asking._LARGE_BYTES", large_bytes)
    made = {(await table.create(f"create-{number}")).id for number in range(5)}

    async def play(program: Program) -> dict[str, match_pb2.Over]:
        over: dict[str, match_pb2.Over] = {}
        seen = set[tuple[str, str, int]]()
        while len(over) < len(made):
            message = await program.hear()
            assert not message.refusals
            assert large_bytes or len(message.decisions) <= 1
            asked = [(one.match_id, one.seat, one.view_version) for one in message.decisions]
            assert not seen.intersection(asked)
            seen.update(asked)
            over.update((one.match_id, one) for one in message.over)
            if message.decisions:
                program.send(*map(answer_to, message.decisions))
        return over

    anna, chaos = await asyncio.gather(*(play(Program(stub)) for stub in (table.anna, table.chaos)))
    assert anna == chaos
    assert anna.keys() == made
    for one in anna.values():
        seen = await table.seen(one.match_id)
        assert seen.status == match_pb2.STATUS_ENDED
        assert list(one.seats) == list(seen.seats)


async def test_a_decision_is_what_its_seat_sees(table: MatchTable) -> None:
    match = await table.create_in("black")
    decision = await Program(table.anna).hear_of(match.id)
    assert decision.seat == "black"
    assert (decision.view, decision.view_version, decision.due_at_ms) == (
        match.view,
        match.view_version,
        match.due_at_ms,
    )


async def test_whoever_comes_again_is_asked_again(table: MatchTable) -> None:
    match = await table.create_in("black")
    program = Program(table.anna)
    first = await program.hear_of(match.id)
    await program.close()
    assert await Program(table.anna).hear_of(match.id) == first


async def test_an_answer_sent_twice_is_one_move(either: MatchTable) -> None:
    match = await either.create_in("black")
    program = Program(either.anna)
    decision = await program.hear_of(match.id)
    program.send(answer_to(decision), answer_to(decision))
    program.send(answer_to(decision), answer_to(decision, "9,9"))
    # What is sent last is another answer to the same decision: it comes too late, and nothing before it did.
    refusals = []
    while not refusals:
        refusals += (await program.hear()).refusals
    assert [one.code for one in refusals] == ["match/stale_view"]
    assert "answered otherwise" in refusals[0].message
    assert (await either.seen(match.id)).view_version == decision.view_version + 1


async def test_what_is_refused_is_named_and_the_rest_is_done(either: MatchTable) -> None:
    match = await either.create_in("black")
    other = await either.create_in("white")
    program = Program(either.anna)
    decision = await program.hear_of(match.id)
    program.send(
        answer_to(decision, "9,9"),
        match_pb2.Answer(match_id="nonsense", seat="black", view_version=1, moves=["1,1"]),
        match_pb2.Answer(match_id=match.id, seat="white", view_version=1, moves=["1,1"]),
        match_pb2.Answer(match_id=match.id, seat="black", view_version=7, moves=["1,1"]),
        match_pb2.Answer(match_id=match.id, seat="black", view_version=1),
        match_pb2.Answer(match_id=other.id, seat="white", view_version=1, moves=["1,1"]),
    )
    refused: list[match_pb2.Refusal] = []
    while len(refused) < 6:
        refused += (await program.hear()).refusals
    codes = {(one.match_id == match.id, one.seat, one.view_version): one.code for one in refused}
    assert codes[True, "white", 1] == "identity/not_allowed"
    assert codes[True, "black", 7] == "match/stale_view"
    assert codes[False, "white", 1] == "match/not_acting"
    assert codes[False, "black", 1] == "match/unknown"
    assert all(one.message for one in refused)
    assert (await either.seen(match.id)).view_version == 1


async def test_too_many_answers_in_a_message_end_the_stream_by_name(table: MatchTable) -> None:
    program = Program(table.anna)
    program.send(*(match_pb2.Answer() for _ in range(MOST_ANSWERS + 1)))
    with pytest.raises(InvalidField, match="answers"):
        await program.hear()


async def test_nobody_unknown_is_asked_for_anything(table: MatchTable) -> None:
    with pytest.raises(NotLoggedIn):
        await Program(table.nobody).hear()


async def test_of_two_streams_of_a_player_one_is_asked_and_the_other_goes_on_when_it_goes(table: MatchTable) -> None:
    one, other = Program(table.anna), Program(table.anna)
    made = {(await table.create_in("black")).id}
    for number in range(30):
        match = await table.create(f"more-{number}")
        made |= {match.id} if match.viewer == "black" else set()
    heard = {"one": set[str](), "other": set[str]()}

    async def listen(name: str, program: Program) -> None:
        while heard["one"] | heard["other"] != made:
            heard[name] |= {decision.match_id for decision in (await program.hear()).decisions}

    async with asyncio.timeout(PATIENCE_S):
        listening = [asyncio.create_task(listen("one", one)), asyncio.create_task(listen("other", other))]
        await asyncio.wait(listening, return_when=asyncio.FIRST_COMPLETED)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    assert heard["one"] | heard["other"] == made


@pytest.mark.parametrize("is_heard_of", [True, False], ids=["hinted", "hints are lost"])
async def test_what_another_replica_made_due_is_asked_for_here(
    table: MatchTable, monkeypatch: pytest.MonkeyPatch, *, is_heard_of: bool
) -> None:
    if not is_heard_of:
        monkeypatch.setattr("services.match.serving.ASK_EVERY_S", 0.05)
        monkeypatch.setattr(Serving, "changed_elsewhere", lambda *_: None)
    config = replace(table.services.config("match"), address=table.services.addresses["chaos"])
    await table.services.start("chaos", compose_match, config=config)
    there = MatchServiceStub(table.services.channel("chaos", ANNA_CALLER))
    program = Program(table.chaos)
    match = await table.create_in("black")
    request = match_pb2.PlayRequest(match_id=match.id, view_version=1, request_id="there", moves=["2,2"])
    await there.Play(request)
    decision = await program.hear_of(match.id)
    assert (decision.seat, decision.view_version) == ("white", 2)


async def test_what_another_replica_has_ended_is_over_here(table: MatchTable) -> None:
    config = replace(table.services.config("match"), address=table.services.addresses["chaos"])
    await table.services.start("chaos", compose_match, config=config)
    there = MatchServiceStub(table.services.channel("chaos", ANNA_CALLER))
    program = Program(table.chaos)
    asked, waiting = await table.create_in("white"), await table.create_in("black")
    await program.hear_of(asked.id)
    over = set[str]()
    for match in (asked, waiting):
        await there.Leave(match_pb2.LeaveRequest(match_id=match.id, request_id="leave"))
    while not {asked.id, waiting.id} <= over:
        over.update(each.match_id for each in (await program.hear()).over)


async def test_a_match_is_asked_for_though_whoever_made_it_has_gone(
    table: MatchTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is stored, and they cannot be told."""
    write = Database.write_short
    stored, gone = list[object](), asyncio.Event()

    async def slow(database: Database, work: Callable[[Connection], object]) -> object:
        result = await write(database, work)
        stored.append(result)
        await gone.wait()
        return result

    await let_it_know_that_it_is_alone(table)
    program = Program(table.chaos)
    program.send()
    await table.create_in("white")
    await program.hear()
    monkeypatch.setattr(Database, "write_short", slow)
    making = [
        who.Create(match_pb2.CreateRequest(game_id=table.game_id, player_ids=[own, RANDOM_ID], request_id=f"gone-{n}"))
        for own, who in ((ANNA, table.anna), (BEN, table.ben))
        for n in range(CALLS_IN_HAND)  # in one of them at least, Random is to begin
    ]
    await until(lambda: len(stored) == len(making))
    for call in making:
        call.cancel()
    await asyncio.sleep(0.3)  # until the service hears of it; if it does not, nothing is shown
    gone.set()
    assert (await program.hear()).decisions


async def test_a_match_that_cannot_be_looked_at_keeps_no_other_waiting(
    table: MatchTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.match.asking.ASK_AGAIN_S", 0.05)
    look, broken = Adjudicator.look, set[str]()

    async def look_unless_broken(adjudicator: Adjudicator, match_id: str) -> Snapshot:
        if match_id in broken:
            raise Unavailable("Not now.")
        return await look(adjudicator, match_id)

    monkeypatch.setattr(Adjudicator, "look", look_unless_broken)
    first = await table.create_in("black")
    broken.add(first.id)
    program = Program(table.anna)
    other = await table.create("other-0")
    while other.viewer != "black":
        other = await table.create(f"other-{other.id}")
    assert (await program.hear_of(other.id)).seat == "black"
    broken.clear()
    assert (await program.hear_of(first.id)).seat == "black"


async def test_a_match_that_ends_while_another_is_looked_at_is_not_asked_for(
    table: MatchTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, other = [await table.create(f"create-{number}") for number in range(2)]
    for one in (first, other):
        if is_acting(await table.seen(one.id)):
            await table.move(one.id)
    look = Adjudicator.look

    async def look_while_the_other_ends(adjudicator: Adjudicator, match_id: str) -> Snapshot:
        snapshot = await look(adjudicator, match_id)
        if match_id == first.id:
            await table.anna.Leave(match_pb2.LeaveRequest(match_id=other.id, request_id="leave"))
        return snapshot

    monkeypatch.setattr(Adjudicator, "look", look_while_the_other_ends)
    message = await Program(table.chaos).hear()
    assert [decision.match_id for decision in message.decisions] == [first.id]
    assert [over.match_id for over in message.over] == [other.id]


async def test_answers_that_come_too_fast_are_judged_later(
    services: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.match.serving.ANSWERS_PER_S", 4)
    table = await started(services)
    made = await table.create()
    program = Program(table.anna)
    wrong = [match_pb2.Answer(match_id=made.id, view_version=1000 + number, moves=["1,1"]) for number in range(8)]
    begun_at_s = time.monotonic()
    program.send(*wrong)
    refused: list[int] = []
    while len(refused) < len(wrong):
        refused += [refusal.view_version for refusal in (await program.hear()).refusals]
    assert refused == [answer.view_version for answer in wrong]
    assert time.monotonic() - begun_at_s >= 0.9  # four at once, then four a second


async def test_services_alone_are_told_who_has_others_wait(table: MatchTable) -> None:
    random, person = Program(table.chaos), Program(table.anna)
    of_random = await random.hear_of((await table.create_in("white")).id)
    of_person = await person.hear_of((await table.create_in("black")).id)
    assert (of_random.maker_id, of_person.maker_id) == (ANNA, "")


async def test_an_unknown_telling_is_named(table: MatchTable) -> None:
    program = Program(table.anna)
    program.send(telling=7)  # type: ignore[arg-type]  # a newer client may
    with pytest.raises(InvalidField, match="telling"):
        await program.hear()


async def three_handed(table: MatchTable) -> MatchTable:
    """The same callers, at a game of three."""
    rules = RulesServiceStub(table.services.channel("rules", ANNA_CALLER))
    game = (await rules.Get(rules_pb2.GetRequest(name="3P-LeastLoses-3x4"))).game
    return MatchTable(table.services, game.id)


async def test_where_only_the_house_is_left_it_is_in_no_hurry(
    table: MatchTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.match.serving.HOUSE_PACE_S", PATIENCE_S)
    monkeypatch.setattr("services.match.serving.versions_held", lambda *_: {})  # nothing but news is told
    program = Program(table.chaos)
    await program.hear_of((await table.create_in("white")).id)
    left = await (await three_handed(table)).create("left", others=2)
    await table.anna.Leave(match_pb2.LeaveRequest(match_id=left.id, request_id="leave"))
    owed = await table.seen(left.id, table.chaos)
    assert owed.status == match_pb2.STATUS_RUNNING
    later = (
        await table.anna.Create(
            match_pb2.CreateRequest(game_id=table.game_id, player_ids=[ANNA, RANDOM_ID], request_id="later")
        )
    ).match
    told: list[match_pb2.Decision] = []
    while later.id not in {decision.match_id for decision in told}:
        if is_acting(await table.seen(later.id)):
            await table.move(later.id)
        told += (await program.hear()).decisions
    assert (left.id, owed.viewer, owed.view_version) not in {
        (decision.match_id, decision.seat, decision.view_version) for decision in told
    }


async def test_where_only_the_house_is_left_it_plays_to_the_end(
    table: MatchTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.match.serving.HOUSE_PACE_S", 0.001)
    left = await (await three_handed(table)).create("left", others=2)
    program = Program(table.chaos)
    await table.anna.Leave(match_pb2.LeaveRequest(match_id=left.id, request_id="leave"))
    while not (message := await program.hear()).over:
        program.send(*map(answer_to, message.decisions))
    assert (await table.seen(left.id)).status == match_pb2.STATUS_ENDED
