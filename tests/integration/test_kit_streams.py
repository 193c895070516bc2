"""Streams both ways: requests and answers of one call, as they come, over real gRPC."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import grpc
import pytest
from fixtures.patience import PATIENCE_S
from fixtures.services import InProcess, person, service_caller
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import format_trace_id

from redscience.api.rating.v1 import rating_pb2 as pb
from redscience.client.refusals import INTERNAL_MESSAGE
from redscience.errors import Fault, InvalidField, NotAllowed, NotLoggedIn, RedscienceError, Unavailable
from services.kit import telemetry
from services.kit.clock import ManualClock
from services.kit.identity import caller, player
from services.kit.process import Process
from services.kit.tokens import LIFETIME_MS

NAME = "redscience.api.test.v1.TalkService"
ANNA = person("01ANNA")

Requests = AsyncIterator[pb.GetPlayerRequest]


class Talk:
    """Answers each request with who sent it and what it asked for; what it is asked for by name, it raises."""

    def __init__(self) -> None:
        self.traceparent = "not called yet"
        self.reader: asyncio.Task[None] | None = None
        self.left = asyncio.Event()

    async def Serve(self, requests: Requests, _context: Any) -> AsyncIterator[pb.Standing]:
        self.traceparent = telemetry.traceparent()
        try:
            async for request in requests:
                _raise(request.player_id)
                with telemetry.span("answer"):
                    yield _standing(request.player_id)
            yield _standing("the last word")
        finally:
            self.left.set()

    async def Listen(self, requests: Requests, _context: Any) -> AsyncIterator[pb.Standing]:
        """The same with a task of its own that reads, as one has it who also speaks unasked."""
        heard: asyncio.Queue[str] = asyncio.Queue()

        async def read() -> None:
            async for request in requests:
                await heard.put(request.player_id)

        self.reader = asyncio.create_task(read())
        while (asked_for := await heard.get()) != "enough":
            yield _standing(asked_for)

    async def Gather(self, requests: Requests, _context: Any) -> pb.Standing:
        raise NotImplementedError


def _standing(asked_for: str) -> pb.Standing:
    who = caller()
    assert who is not None
    return pb.Standing(player_id=who.id, game_id=asked_for)


def _raise(name: str) -> None:
    raises: dict[str, Callable[[], BaseException]] = {
        "fields": lambda: InvalidField([Fault("limit", "is 101", "Give at most 100")]),
        "bug": lambda: ZeroDivisionError("a secret of the inside"),
    }
    if name in raises:
        error = raises[name]()
        raise error


def add_to_server(*methods: str) -> Callable[[Any, Any], None]:
    """Registers these methods as generated code would."""
    offers = {"Gather": grpc.stream_unary_rpc_method_handler}

    def add(talk: Talk, server: Any) -> None:
        handlers = {
            method: offers.get(method, grpc.stream_stream_rpc_method_handler)(
                getattr(talk, method),
                request_deserializer=pb.GetPlayerRequest.FromString,
                response_serializer=pb.Standing.SerializeToString,
            )
            for method in methods
        }
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(NAME, handlers),))
        server.add_registered_method_handlers(NAME, handlers)

    return add


async def start(services: InProcess, *methods: str) -> Talk:
    talk = Talk()

    async def compose(process: Process) -> None:
        process.serve(add_to_server(*methods), talk, dict.fromkeys(methods, player))

    await services.start("rating", compose)
    return talk


@pytest.fixture
async def talk(services: InProcess) -> Talk:
    services.clock = ManualClock()
    return await start(services, "Serve", "Listen")


def called(services: InProcess, method: str, who: Any = ANNA) -> Any:
    """A call that is written to and read from by hand."""
    return services.channel("rating", who).stream_stream(
        f"/{NAME}/{method}",
        request_serializer=pb.GetPlayerRequest.SerializeToString,
        response_deserializer=pb.Standing.FromString,
    )()


async def answer_to(call: Any, asked_for: str) -> pb.Standing:
    await call.write(pb.GetPlayerRequest(player_id=asked_for))
    standing: pb.Standing = await asyncio.wait_for(anext(aiter(call)), PATIENCE_S)
    return standing


@pytest.mark.usefixtures("talk")
async def test_each_request_is_answered_as_it_comes(services: InProcess) -> None:
    call = called(services, "Serve")
    assert await answer_to(call, "one") == pb.Standing(player_id="01ANNA", game_id="one")
    assert await answer_to(call, "two") == pb.Standing(player_id="01ANNA", game_id="two")
    await call.done_writing()
    assert [answer.game_id async for answer in call] == ["the last word"]


@pytest.mark.usefixtures("talk")
async def test_who_may_not_call_is_refused(services: InProcess) -> None:
    for who, error in ((None, NotLoggedIn), (service_caller("match"), NotAllowed)):
        with pytest.raises(error):
            await anext(aiter(called(services, "Serve", who)))


@pytest.mark.usefixtures("talk")
async def test_an_error_in_the_middle_is_the_same_on_both_sides(services: InProcess) -> None:
    call = called(services, "Serve")
    await answer_to(call, "one")
    with pytest.raises(InvalidField) as invalid:
        await answer_to(call, "fields")
    assert invalid.value.faults == (Fault("limit", "is 101", "Give at most 100"),)


@pytest.mark.usefixtures("talk")
async def test_a_bug_tells_nothing_and_is_logged(services: InProcess, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(RedscienceError) as bug:
        await answer_to(called(services, "Serve"), "bug")
    assert bug.value.message == INTERNAL_MESSAGE
    assert "a secret of the inside" in caplog.text


async def test_a_stream_that_is_left_is_ended(services: InProcess, talk: Talk) -> None:
    call = called(services, "Serve")
    await answer_to(call, "one")
    call.cancel()
    await asyncio.wait_for(talk.left.wait(), PATIENCE_S)


async def test_streams_end_when_the_service_drains(services: InProcess, talk: Talk) -> None:
    call = called(services, "Serve")
    await answer_to(call, "one")
    stopping = asyncio.create_task(services.stop("rating"))
    with pytest.raises(Unavailable):
        await anext(aiter(call))
    await asyncio.wait_for(talk.left.wait(), PATIENCE_S)
    await stopping


async def leave(call: Any, _services: InProcess) -> None:
    call.cancel()


async def drain(_call: Any, services: InProcess) -> None:
    await services.stop("rating")


async def say_enough(call: Any, _services: InProcess) -> None:
    with pytest.raises(StopAsyncIteration):
        await answer_to(call, "enough")


@pytest.mark.parametrize("end", [leave, drain, say_enough])
async def test_the_requests_end_with_the_call(services: InProcess, talk: Talk, end: Any) -> None:
    call = called(services, "Listen")
    await answer_to(call, "one")
    await end(call, services)
    assert talk.reader is not None
    await asyncio.wait_for(talk.reader, PATIENCE_S)


async def test_nothing_is_told_by_a_token_that_has_expired(services: InProcess, talk: Talk) -> None:
    clock = services.clock
    assert isinstance(clock, ManualClock)
    call = called(services, "Serve")
    await answer_to(call, "one")
    clock.advance(LIFETIME_MS - 1)
    await answer_to(call, "one")
    clock.advance(1)
    with pytest.raises(NotLoggedIn, match="has expired"):
        await answer_to(call, "two")
    await asyncio.wait_for(talk.left.wait(), PATIENCE_S)


async def test_what_is_done_in_a_stream_is_not_part_of_it(
    services: InProcess, talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    exporter = InMemorySpanExporter()
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(telemetry, "_tracer", provider.get_tracer("test"))
    with telemetry.span("click") as click:
        call = called(services, "Serve")
        await answer_to(call, "one")
    await call.done_writing()
    assert [answer.game_id async for answer in call] == ["the last word"]
    await services.stop("rating")
    spans = {span.name: span for span in exporter.get_finished_spans()}
    stream, answer = spans[f"{NAME}/Serve"], spans["answer"]
    assert format_trace_id(stream.context.trace_id) == format_trace_id(click.get_span_context().trace_id)
    assert answer.parent is None
    assert talk.traceparent == ""
    provider.shutdown()


async def test_one_answer_to_many_requests_is_not_offered(services: InProcess) -> None:
    with pytest.raises(ValueError, match="TalkService/Gather answers a stream of requests once"):
        await start(services, "Gather")
