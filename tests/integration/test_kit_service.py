"""A service that is nothing but the kit, called over real gRPC."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import grpc
import grpc.aio
import pytest
from fixtures.databases import Databases
from fixtures.patience import PATIENCE_S, until
from fixtures.services import InProcess, Keys, person, service_caller
from fixtures.unread import Unread
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from redscience.api.rating.v1 import rating_pb2, rating_pb2_grpc
from redscience.client.channels import bearer
from redscience.client.refusals import INTERNAL_MESSAGE
from redscience.errors import (
    Fault,
    InvalidField,
    LimitReached,
    NotAllowed,
    NotLoggedIn,
    RedscienceError,
    StaleView,
    Unavailable,
)
from services.kit import interceptor, throttle
from services.kit import server as kit_server
from services.kit.channels import connect
from services.kit.clock import ManualClock
from services.kit.identity import Caller, anyone, caller, known, player, service
from services.kit.limits import (
    CALLS_IN_HAND,
    CALLS_IN_HAND_OF_NETWORK,
    READ_OF_NETWORK,
    STREAMS_OF_REQUESTS,
    CallLimit,
    HandLimit,
    PlaceLimit,
)
from services.kit.process import Process
from services.kit.tokens import sign
from services.laptop import probes
from services.laptop.plan import Part, Probe

SERVICE = "redscience.api.rating.v1.RatingService"
METHODS = [method.name for method in rating_pb2.DESCRIPTOR.services_by_name["RatingService"].methods]
ACCESS = dict.fromkeys(METHODS, known) | {
    "WatchLeaderboard": player,
    "GetPlayer": service("match"),
    "CountMatches": anyone,
}
ANNA = person("01ANNA")


class Echo(rating_pb2_grpc.RatingServiceServicer):
    """Answers with who asked; what it is asked for by name, it raises."""

    def __init__(self, raises: dict[str, Callable[[], BaseException]]) -> None:
        self._raises = raises
        self.begun = asyncio.Event()
        self.left = asyncio.Event()
        self.held = self.answered = 0

    async def GetLeaderboard(self, request: Any, _context: Any) -> rating_pb2.GetLeaderboardResponse:
        self._raise(request.game_id)
        if request.game_id == "for ever":
            self.held += 1
            await asyncio.Event().wait()
        if request.game_id == "slow":
            self.begun.set()
            await asyncio.sleep(0.3)
        who = caller()
        assert who is not None
        self.answered += 1
        return rating_pb2.GetLeaderboardResponse(standings=[rating_pb2.Standing(player_id=who.id)])

    async def WatchLeaderboard(self, request: Any, _context: Any) -> AsyncIterator[rating_pb2.WatchLeaderboardResponse]:
        try:
            yield rating_pb2.WatchLeaderboardResponse()
            self._raise(request.game_id)
            if request.game_id == "three":
                yield rating_pb2.WatchLeaderboardResponse()
                yield rating_pb2.WatchLeaderboardResponse()
            if request.game_id == "for ever":
                await asyncio.Event().wait()
        finally:
            self.left.set()

    def _raise(self, name: str) -> None:
        if name in self._raises:
            error = self._raises[name]()
            raise error


RAISES: dict[str, Callable[[], BaseException]] = {
    "stale": lambda: StaleView("The match has moved on. Look again."),
    "fields": lambda: InvalidField([Fault("limit", "is 101", "Give at most 100")]),
    "many": lambda: InvalidField([Fault(f"f{i}", "x" * 900, "y" * 900) for i in range(100)]),
    "bug": lambda: ZeroDivisionError("a secret of the inside"),
}


async def start_echo(services: InProcess) -> Echo:
    echo = Echo(RAISES)

    async def compose(process: Process) -> None:
        process.serve(rating_pb2_grpc.add_RatingServiceServicer_to_server, echo, ACCESS)

    await services.start("rating", compose)
    return echo


@pytest.fixture
async def echo(services: InProcess) -> Echo:
    return await start_echo(services)


def stub(services: InProcess, who: Any = ANNA) -> rating_pb2_grpc.RatingServiceAsyncStub:
    return rating_pb2_grpc.RatingServiceStub(services.channel("rating", who))


def asked(game_id: str = "") -> rating_pb2.GetLeaderboardRequest:
    return rating_pb2.GetLeaderboardRequest(game_id=game_id)


def watched(game_id: str = "") -> rating_pb2.WatchLeaderboardRequest:
    return rating_pb2.WatchLeaderboardRequest(game_id=game_id)


@pytest.mark.usefixtures("echo")
async def test_the_caller_is_known(services: InProcess) -> None:
    answer = await stub(services).GetLeaderboard(asked())
    assert [standing.player_id for standing in answer.standings] == ["01ANNA"]


@pytest.mark.usefixtures("echo")
async def test_who_may_not_call_is_refused(services: InProcess) -> None:
    with pytest.raises(NotLoggedIn):
        await stub(services, None).GetLeaderboard(asked())
    with pytest.raises(NotAllowed):
        await stub(services).GetPlayer(rating_pb2.GetPlayerRequest())
    with pytest.raises(NotAllowed):
        await anext(aiter(stub(services, service_caller("match")).WatchLeaderboard(watched())))


async def test_whoever_has_many_calls_in_hand_waits_for_them_and_nobody_else_does(
    services: InProcess, echo: Echo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "CALLS_IN_HAND", 2)
    anna, ben = stub(services), stub(services, person("01BEN"))
    held = [asyncio.ensure_future(anna.GetLeaderboard(asked("for ever"))) for _ in range(2)]
    await until(lambda: echo.held == 2)
    waiting = asyncio.ensure_future(anna.GetLeaderboard(asked()))
    assert [each.player_id for each in (await ben.GetLeaderboard(asked())).standings] == ["01BEN"]
    assert not waiting.done()
    held[0].cancel()
    assert [each.player_id for each in (await waiting).standings] == ["01ANNA"]
    held[1].cancel()


async def test_who_has_many_calls_waiting_shuts_nobody_out(
    services: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kit_server, "MOST_CALLS", 500)
    echo = await start_echo(services)
    anna = stub(services)
    calls = [asyncio.ensure_future(anna.GetLeaderboard(asked("for ever"))) for _ in range(600)]
    # A seventeenth of the places, of which some are in hand.
    await until(lambda: sum(not call.done() for call in calls) == 30 and echo.held == CALLS_IN_HAND)
    assert (await stub(services, person("01BEN")).GetLeaderboard(asked())).standings[0].player_id == "01BEN"
    for call in calls:
        call.cancel()
    ended = await asyncio.gather(*calls, return_exceptions=True)
    assert {type(each) for each in ended} == {LimitReached, asyncio.CancelledError}


async def test_who_does_not_read_answers_has_no_more_made_and_shuts_nobody_out(
    services: InProcess, echo: Echo, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = 0

    def count(limit: PlaceLimit, caller_id: str) -> None:
        nonlocal left
        leave(limit, caller_id)
        left += 1

    leave = PlaceLimit.leave
    monkeypatch.setattr(PlaceLimit, "leave", count)
    async with Unread(services.addresses["rating"], keys.token(ANNA)) as unread:
        for _ in range(3 * CALLS_IN_HAND):
            await unread.call(f"/{SERVICE}/GetLeaderboard", asked())
        await until(lambda: echo.answered == CALLS_IN_HAND)
        assert (await stub(services, person("01BEN")).GetLeaderboard(asked())).standings[0].player_id == "01BEN"
        await until(lambda: left == 1)
        assert echo.answered == CALLS_IN_HAND + 1
    # With the connection all of them end.
    await until(lambda: left == 1 + 3 * CALLS_IN_HAND)


def silent_call(services: InProcess, method: str, who: Caller | None = ANNA) -> grpc.aio.StreamStreamCall[Any, Any]:
    """A call that is begun and asks nothing."""
    call: grpc.aio.StreamStreamCall[Any, Any] = services.channel("rating", who).stream_stream(method)()
    return call


HEALTH, REFLECTION = "/grpc.health.v1.Health", "/grpc.reflection.v1alpha.ServerReflection"


@pytest.mark.parametrize(
    "method",
    [
        f"/{SERVICE}/GetLeaderboard",
        f"/{SERVICE}/WatchLeaderboard",
        f"{HEALTH}/Check",
        f"{HEALTH}/Watch",
        f"{REFLECTION}/ServerReflectionInfo",
    ],
)
async def test_who_begins_calls_and_asks_nothing_shuts_nobody_out(
    services: InProcess, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    monkeypatch.setattr(kit_server, "MOST_CALLS", 500)
    monkeypatch.setattr(interceptor, "REQUEST_COMES_IN_S", PATIENCE_S)
    monkeypatch.setattr(interceptor, "STRANGERS_COMES_IN_S", PATIENCE_S)
    await start_echo(services)
    calls = [silent_call(services, method) for _ in range(600)]
    # A seventeenth of the places.
    await until(lambda: sum(not call.done() for call in calls) <= 30)
    assert (await stub(services, person("01BEN")).GetLeaderboard(asked())).standings[0].player_id == "01BEN"
    assert not all(call.done() for call in calls)
    for call in calls:
        call.cancel()


async def test_who_watches_the_health_of_a_service_shuts_nobody_out(
    services: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kit_server, "MOST_CALLS", 500)
    await start_echo(services)
    health = health_pb2_grpc.HealthStub(services.channel("rating"))
    calls = [health.Watch(health_pb2.HealthCheckRequest(service=SERVICE)) for _ in range(600)]
    await until(lambda: sum(not call.done() for call in calls) == 30)
    (one, *_) = (call for call in calls if not call.done())
    assert (await anext(aiter(one))).status == health_pb2.HealthCheckResponse.SERVING
    assert (await stub(services).GetLeaderboard(asked())).standings[0].player_id == "01ANNA"
    for call in calls:
        call.cancel()


async def test_a_service_of_which_too_much_is_asked_is_not_taken_for_one_that_hangs(
    services: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kit_server, "MOST_CALLS", 64)
    await start_echo(services)
    health = health_pb2_grpc.HealthStub(services.channel("rating"))
    calls = [health.Watch(health_pb2.HealthCheckRequest(service=SERVICE)) for _ in range(64)]
    await until(lambda: any(call.done() for call in calls))
    assert await probes.answers(Part("rating", (), {}, services.addresses["rating"], Probe.GRPC), 0)
    for call in calls:
        call.cancel()


@pytest.mark.usefixtures("echo")
@pytest.mark.parametrize("method", [f"/{SERVICE}/GetLeaderboard", f"/{SERVICE}/WatchLeaderboard", f"{HEALTH}/Watch"])
async def test_a_call_ends_in_time_though_nothing_is_asked(
    services: InProcess, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    monkeypatch.setattr(interceptor, "REQUEST_COMES_IN_S", 0.05)
    monkeypatch.setattr(interceptor, "STRANGERS_COMES_IN_S", 0.05)
    with pytest.raises(InvalidField, match="has not come"):
        await anext(aiter(silent_call(services, method)))


@pytest.mark.usefixtures("echo")
@pytest.mark.parametrize("method", ["GetLeaderboard", "WatchLeaderboard"])
async def test_of_one_caller_few_requests_are_read_at_once(
    services: InProcess, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    taken = list[str]()

    async def count(limit: HandLimit, caller_id: str, most: int) -> None:
        taken.append(caller_id)
        await take(limit, caller_id, most)

    take = HandLimit.take
    monkeypatch.setattr(HandLimit, "take", count)
    monkeypatch.setattr(interceptor, "REQUEST_COMES_IN_S", PATIENCE_S)
    monkeypatch.setattr(interceptor, "STRANGERS_COMES_IN_S", PATIENCE_S)
    calls = [silent_call(services, f"/{SERVICE}/{method}") for _ in range(CALLS_IN_HAND)]
    await until(lambda: len(taken) == CALLS_IN_HAND)
    waiting = asyncio.ensure_future(stub(services).GetLeaderboard(asked()))
    assert (await stub(services, person("01BEN")).GetLeaderboard(asked())).standings[0].player_id == "01BEN"
    await until(lambda: taken.count("01ANNA") == CALLS_IN_HAND + 1)
    assert not waiting.done()
    calls[0].cancel()
    assert (await waiting).standings[0].player_id == "01ANNA"
    for call in calls:
        call.cancel()


@pytest.mark.usefixtures("echo")
async def test_strangers_wait_for_few_who_say_nothing(services: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = list[str]()

    def count(limit: PlaceLimit, caller_id: str) -> None:
        counted.append(caller_id)
        take(limit, caller_id)

    take = PlaceLimit.take
    monkeypatch.setattr(PlaceLimit, "take", count)
    monkeypatch.setattr(interceptor, "REQUEST_COMES_IN_S", PATIENCE_S)
    monkeypatch.setattr(interceptor, "STRANGERS_COMES_IN_S", PATIENCE_S)
    silent = READ_OF_NETWORK - 1
    assert silent > CALLS_IN_HAND_OF_NETWORK
    calls = [silent_call(services, f"/{SERVICE}/CountMatches", None) for _ in range(silent)]
    await until(lambda: len(counted) == silent)
    with pytest.raises(RedscienceError, match="not offered yet"):
        await asyncio.wait_for(stub(services, None).CountMatches(rating_pb2.CountMatchesRequest()), PATIENCE_S)
    assert not any(call.done() for call in calls)
    for call in calls:
        call.cancel()


@pytest.mark.usefixtures("echo")
async def test_who_asks_what_there_is_keeps_no_thread(services: InProcess) -> None:
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    mirror = reflection_pb2_grpc.ServerReflectionStub(services.channel("rating"))
    calls = [mirror.ServerReflectionInfo() for _ in range(3)]
    for call in calls:
        await call.write(reflection_pb2.ServerReflectionRequest(list_services=""))
        answer = await asyncio.wait_for(call.read(), PATIENCE_S)
        assert SERVICE in {each.name for each in answer.list_services_response.service}
    await asyncio.wait_for(asyncio.to_thread(lambda: None), PATIENCE_S)
    for call in calls:
        call.cancel()


@pytest.mark.usefixtures("echo")
async def test_of_streams_that_take_requests_there_are_few(services: InProcess) -> None:
    mirror = reflection_pb2_grpc.ServerReflectionStub(services.channel("rating"))
    calls = [mirror.ServerReflectionInfo() for _ in range(STREAMS_OF_REQUESTS)]
    for call in calls:
        await call.write(reflection_pb2.ServerReflectionRequest(list_services=""))
        await asyncio.wait_for(call.read(), PATIENCE_S)
    with pytest.raises(LimitReached, match="Close some"):
        await anext(aiter(mirror.ServerReflectionInfo()))
    for call in calls:
        call.cancel()


@pytest.mark.usefixtures("echo")
async def test_what_is_compressed_is_refused(services: InProcess) -> None:
    with pytest.raises(RedscienceError, match="Compression algorithm 'gzip' is disabled"):
        await stub(services).GetLeaderboard(asked("x" * 100_000), compression=grpc.Compression.Gzip)


@pytest.mark.usefixtures("echo")
async def test_a_method_not_written_yet_is_said_to_be_so(services: InProcess) -> None:
    with pytest.raises(RedscienceError, match="not offered yet"):
        await stub(services, service_caller("match")).GetPlayer(rating_pb2.GetPlayerRequest())


@pytest.mark.usefixtures("echo")
@pytest.mark.parametrize("method", ["GetLeaderboard", "WatchLeaderboard"])
async def test_what_is_no_message_is_refused_as_other_calls_are(
    services: InProcess, caplog: pytest.LogCaptureFixture, method: str
) -> None:
    with pytest.raises(InvalidField) as refused:
        await send_raw(services, method, b"\xff\xff", ANNA)
    assert [fault.path for fault in refused.value.faults] == ["request"]
    with pytest.raises(NotLoggedIn):
        await send_raw(services, method, b"\xff\xff", None)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def send_raw(services: InProcess, method: str, sent: bytes, who: Caller | None) -> None:
    """Sends bytes to a method, whatever they are."""
    path = f"/redscience.api.rating.v1.RatingService/{method}"
    channel, as_it_is = services.channel("rating", who), {"request_serializer": bytes, "response_deserializer": bytes}
    if method.startswith("Watch"):
        async for _ in channel.unary_stream(path, **as_it_is)(sent):
            pass
    else:
        await channel.unary_unary(path, **as_it_is)(sent)


@pytest.mark.usefixtures("echo")
async def test_an_error_is_the_same_on_both_sides(services: InProcess) -> None:
    with pytest.raises(StaleView) as stale:
        await stub(services).GetLeaderboard(asked("stale"))
    assert stale.value.message == "The match has moved on. Look again."
    with pytest.raises(InvalidField) as invalid:
        await stub(services).GetLeaderboard(asked("fields"))
    assert invalid.value.faults == (Fault("limit", "is 101", "Give at most 100"),)


@pytest.mark.usefixtures("echo")
async def test_an_error_comes_after_what_a_stream_has_said(services: InProcess) -> None:
    answers = aiter(stub(services).WatchLeaderboard(watched("stale")))
    await anext(answers)
    with pytest.raises(StaleView):
        await anext(answers)


@pytest.mark.usefixtures("echo")
async def test_a_long_list_of_faults_is_cut(services: InProcess) -> None:
    with pytest.raises(InvalidField) as invalid:
        await stub(services).GetLeaderboard(asked("many"))
    assert 1 <= len(invalid.value.faults) < 100


async def bare_call(services: InProcess, keys: Keys, request: rating_pb2.GetLeaderboardRequest) -> grpc.StatusCode:
    """How a call ends whose client sets no deadline, and bounds nothing else."""
    metadata = bearer(keys.token(ANNA, services.clock))
    async with grpc.aio.insecure_channel(services.addresses["rating"]) as channel:
        bare: Any = rating_pb2_grpc.RatingServiceStub(channel)
        try:
            await bare.GetLeaderboard(request, metadata=metadata)
        except grpc.aio.AioRpcError as error:
            return error.code()
    return grpc.StatusCode.OK


@pytest.mark.usefixtures("echo")
async def test_a_call_ends_in_time_though_its_client_sets_no_deadline(
    services: InProcess, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interceptor, "DEADLINE_S", 0.1)
    assert await bare_call(services, keys, asked("for ever")) is grpc.StatusCode.UNAVAILABLE


@pytest.mark.usefixtures("echo")
async def test_a_request_that_is_too_long_is_refused(services: InProcess, keys: Keys) -> None:
    most = kit_server.MOST_REQUEST_BYTES
    assert await bare_call(services, keys, asked("x" * (most - 100))) is grpc.StatusCode.OK
    assert await bare_call(services, keys, asked("x" * most)) is grpc.StatusCode.RESOURCE_EXHAUSTED


@pytest.mark.usefixtures("echo")
async def test_what_is_large_counts_as_more_calls_of_who_is_answered(
    services: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "calls_for", lambda _size: 100_000)
    match = rating_pb2_grpc.RatingServiceStub(services.channel("rating", service_caller("match")))
    await stub(services).GetLeaderboard(asked())
    with pytest.raises(LimitReached, match="calls a second"):
        await stub(services).GetLeaderboard(asked())
    for _ in range(2):  # services have no limits, and others are none the poorer
        await match.GetLeaderboard(asked())
    await stub(services, person("01BEN")).GetLeaderboard(asked())


@pytest.fixture
async def tight(services: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """A service that answers two calls of a caller, and no more."""
    monkeypatch.setattr(kit_server, "Throttle", partial(throttle.Throttle, calls=CallLimit(0.001, 2)))
    await start_echo(services)


@pytest.mark.usefixtures("tight")
async def test_who_asks_too_often_is_told_a_second_later_and_nobody_else_waits(services: InProcess) -> None:
    anna, ben = stub(services), stub(services, person("01BEN"))
    for _ in range(2):
        await anna.GetLeaderboard(asked())
    begun_at_s = time.monotonic()
    waiting = asyncio.ensure_future(anna.GetLeaderboard(asked()))
    await ben.GetLeaderboard(asked())
    assert not waiting.done()
    with pytest.raises(LimitReached, match="calls a second"):
        await waiting
    assert time.monotonic() - begun_at_s >= throttle.TOLD_AFTER_S


@pytest.mark.usefixtures("tight")
@pytest.mark.parametrize("who", [None, ANNA], ids=["nobody", "somebody"])
async def test_calls_that_are_refused_count_as_others_do(services: InProcess, who: Caller | None) -> None:
    for _ in range(2):
        with pytest.raises(NotLoggedIn if who is None else NotAllowed):
            await stub(services, who).GetPlayer(rating_pb2.GetPlayerRequest())
    with pytest.raises(LimitReached, match="calls a second"):
        await stub(services, who).GetPlayer(rating_pb2.GetPlayerRequest())


@pytest.mark.usefixtures("echo")
@pytest.mark.parametrize(
    ("metadata", "said"),
    [
        ((), "Log in first."),
        ((("authorization", "eyJh"),), "Send authorization: Bearer and the token."),
        ((("authorization", "Bearer "),), "Send authorization: Bearer and the token."),
        ((("authorization", "Bearer eyJh"),), "Exchange gives one for a secret"),
    ],
)
async def test_whose_token_is_none_is_told_what_to_send(
    services: InProcess, metadata: tuple[tuple[str, str], ...], said: str
) -> None:
    async with grpc.aio.insecure_channel(services.addresses["rating"]) as channel:
        bare: Any = rating_pb2_grpc.RatingServiceStub(channel)
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await bare.GetPlayer(rating_pb2.GetPlayerRequest(), metadata=metadata)
    assert refused.value.code() is grpc.StatusCode.UNAUTHENTICATED
    assert said in (refused.value.details() or "")


@pytest.mark.usefixtures("tight")
async def test_calls_by_tokens_that_are_none_count_as_those_of_their_address(services: InProcess) -> None:
    async with grpc.aio.insecure_channel(services.addresses["rating"]) as channel:
        bare: Any = rating_pb2_grpc.RatingServiceStub(channel)
        codes = []
        for number in range(3):
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await bare.GetLeaderboard(asked(), metadata=(("authorization", f"Bearer a.b.{number}"),))
            codes.append(refused.value.code())
    assert codes == [grpc.StatusCode.UNAUTHENTICATED] * 2 + [grpc.StatusCode.RESOURCE_EXHAUSTED]


@pytest.mark.usefixtures("echo")
async def test_what_is_large_waits_on_a_stream(services: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "calls_for", lambda _size: 600)
    begun_at_s = time.monotonic()
    answers = [answer async for answer in stub(services).WatchLeaderboard(watched("three"))]
    assert len(answers) == 3
    assert time.monotonic() - begun_at_s >= 0.4  # 1,000 at once, then 500 a second


async def test_a_process_answers_so_many_calls_at_once(
    services: InProcess, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kit_server, "MOST_CALLS", 1)
    echo = await start_echo(services)
    watching = aiter(stub(services).WatchLeaderboard(watched("for ever")))
    await anext(watching)
    assert await bare_call(services, keys, asked()) is grpc.StatusCode.RESOURCE_EXHAUSTED
    await services.stop("rating")
    assert echo.left.is_set()


@pytest.mark.usefixtures("echo")
async def test_a_bug_tells_nothing_and_is_logged(services: InProcess, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(RedscienceError) as bug:
        await stub(services).GetLeaderboard(asked("bug"))
    assert bug.value.message == INTERNAL_MESSAGE
    assert type(bug.value) is RedscienceError
    assert "a secret of the inside" in caplog.text


async def test_a_loop_that_meets_an_outage_goes_on_and_only_a_bug_is_traced(
    services: InProcess, caplog: pytest.LogCaptureFixture
) -> None:
    fails = iter([Unavailable("Nothing can be saved here now."), ZeroDivisionError("a mistake")])
    goes_on = asyncio.Event()

    async def loop() -> None:
        for error in fails:
            raise error
        goes_on.set()
        await asyncio.Event().wait()

    async def compose(process: Process) -> None:
        process.keep_running("what is tested", loop)

    await services.start("rating", compose)
    async with asyncio.timeout(PATIENCE_S):
        await goes_on.wait()
    outage, bug = (each for each in caplog.records if getattr(each, "loop", "") == "what is tested")
    assert (outage.levelname, outage.exc_info) == ("WARNING", None)
    assert vars(outage)["why"] == "Nothing can be saved here now."
    assert (bug.levelname, bug.exc_info is not None) == ("ERROR", True)


async def test_no_answer_is_unavailable(services: InProcess) -> None:
    with pytest.raises(Unavailable, match="The rating service does not answer now"):
        await stub(services).GetLeaderboard(asked())


async def test_a_channel_of_a_test_knows_nothing_of_the_failures_of_others(services: InProcess) -> None:
    called_in_vain = stub(services)
    for _ in range(3):
        with pytest.raises(Unavailable):
            await called_in_vain.GetLeaderboard(asked())
    await start_echo(services)
    assert await stub(services).GetLeaderboard(asked())


async def test_a_stream_that_is_left_is_ended(services: InProcess, echo: Echo) -> None:
    call = stub(services).WatchLeaderboard(watched("for ever"))
    await anext(aiter(call))
    call.cancel()
    await asyncio.wait_for(echo.left.wait(), PATIENCE_S)


async def test_streams_end_when_the_service_drains(services: InProcess, echo: Echo) -> None:
    answers = aiter(stub(services).WatchLeaderboard(watched("for ever")))
    await anext(answers)
    stopping = asyncio.create_task(services.stop("rating"))
    with pytest.raises(Unavailable):
        await anext(answers)
    await asyncio.wait_for(echo.left.wait(), PATIENCE_S)
    await stopping


async def test_a_silent_stream_ends_with_its_token(services: InProcess, keys: Keys) -> None:
    services.clock = clock = ManualClock()
    echo = await start_echo(services)
    token = sign(keys.private, ANNA, now_ms=clock.now_ms(), lifetime_ms=20)
    answers = aiter(stub(services, None).WatchLeaderboard(watched("for ever"), metadata=bearer(token)))
    await anext(answers)
    clock.advance(20)
    with pytest.raises(NotLoggedIn, match="has expired"):
        await asyncio.wait_for(anext(answers), PATIENCE_S)
    assert echo.left.is_set()


async def test_a_call_in_hand_is_answered_before_the_service_stops(services: InProcess, echo: Echo) -> None:
    call = asyncio.create_task(ask(services, "slow"))
    await echo.begun.wait()
    await services.stop("rating")
    assert (await call).standings[0].player_id == "01ANNA"
    with pytest.raises(Unavailable):
        await stub(services).GetLeaderboard(asked())


async def ask(services: InProcess, game_id: str) -> rating_pb2.GetLeaderboardResponse:
    return await stub(services).GetLeaderboard(asked(game_id))


async def test_threads_get_the_same_errors(services: InProcess, keys: Keys, echo: Echo) -> None:
    def call() -> None:
        with connect(services.addresses["rating"]) as channel:
            threaded = rating_pb2_grpc.RatingServiceStub(channel)
            metadata = bearer(keys.token(ANNA))
            assert threaded.GetLeaderboard(asked(), metadata=metadata).standings[0].player_id == "01ANNA"
            with pytest.raises(StaleView):
                threaded.GetLeaderboard(asked("stale"), metadata=metadata)
            with pytest.raises(NotLoggedIn):
                threaded.GetLeaderboard(asked())
            with pytest.raises(StaleView):
                list(threaded.WatchLeaderboard(watched("stale"), metadata=metadata))
            answers = threaded.WatchLeaderboard(watched("for ever"), metadata=metadata)
            next(answers)
            answers.cancel()
            assert list(answers) == []

    await asyncio.to_thread(call)
    await asyncio.wait_for(echo.left.wait(), PATIENCE_S)


@pytest.mark.usefixtures("echo")
async def test_health_names_the_service(services: InProcess) -> None:
    health = health_pb2_grpc.HealthStub(services.channel("rating"))
    for name in ("", SERVICE):
        answer = await health.Check(health_pb2.HealthCheckRequest(service=name))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING


async def test_an_access_table_must_name_every_method(services: InProcess) -> None:
    async def compose(process: Process) -> None:
        access = {method: known for method in METHODS if method != "WatchLeaderboard"} | {"Delete": known}
        process.serve(rating_pb2_grpc.add_RatingServiceServicer_to_server, Echo({}), access)

    with pytest.raises(ValueError, match=r"missing \['WatchLeaderboard'\], unknown \['Delete'\]"):
        await services.start("rating", compose)


async def test_a_taken_port_is_said_to_be_taken(services: InProcess, databases: Databases, keys: Keys) -> None:
    async def compose(process: Process) -> None:
        process.serve(rating_pb2_grpc.add_RatingServiceServicer_to_server, Echo({}), ACCESS)

    await services.start("rating", compose)
    other = InProcess(databases.url, keys)
    with pytest.raises(OSError, match="is another process there"):
        await other.start("rating", compose, config=services.config("rating"))
    await other.close()
