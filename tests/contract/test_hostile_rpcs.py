"""Whatever a method is sent, it answers, or refuses by name: no internal error, no traceback in the log.

Requests are made of the protos, so a new method or field is tried as soon as there is one.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any, NamedTuple

import grpc.aio
import pytest
from fixtures.patience import PATIENCE_S
from fixtures.services import InProcess, person, service_caller
from google.protobuf.descriptor import FieldDescriptor, FileDescriptor, MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from redscience.api.batch.v1 import batch_pb2
from redscience.api.batch.v1.batch_pb2_grpc import BatchServiceStub
from redscience.api.chat.v1 import chat_pb2
from redscience.api.chat.v1.chat_pb2_grpc import ChatServiceStub
from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.players.v1 import players_pb2
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.api.rating.v1 import rating_pb2
from redscience.api.rating.v1.rating_pb2_grpc import RatingServiceStub
from redscience.api.rules.v1 import rules_pb2
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.errors import RedscienceError, Unavailable
from redscience.names import RANDOM_ID
from redscience.variations import catalogue
from redscience.variations.language import to_json
from services.batch.__main__ import compose as compose_batch
from services.kit.identity import CHAOS_SERVICE, Caller
from services.match.__main__ import compose as compose_match
from services.players.__main__ import compose as compose_players
from services.rating.__main__ import compose as compose_rating
from services.rules.__main__ import compose as compose_rules

REQUESTS = 50
"""So many of each method, the same each time; `--walks 1000` sends as many, and others each time."""
STREAM_S = 2.0

EVE = person("01M7Y58K6S5PY05JED3BP4EJ11", role="admin", name="Eve")
CALLERS: tuple[Caller | None, ...] = (
    EVE,
    EVE,
    EVE,
    None,
    *map(service_caller, ("chaos", "rating", "worker", "batch", "batch-worker")),
)

RULE_SET = to_json(catalogue.get("Connect4"))
DEEP = "[" * 100_000
TEXTS = (
    *("", "\0", " ", "x", "\u202eabc\ufffe", "\U0001f600" * 30, "a" * 1_000_000, "%_\\%", "' OR 1=1 --"),
    *("Z" * 26, "8" + "Z" * 25, "\u00e9" * 13, "\u0131" * 26, "0" * 26, RANDOM_ID, EVE.id, "public", CHAOS_SERVICE),
    *("black", "spectator", "O@4,1", "O@" + "9" * 150 + ",1", "a@b.c", "a@" + "\u00e9" * 50, "WyJhIiwxXQ==", "7"),
    *(
        "null",
        "[1]",
        '"\\ud800"',
        '{"name": "\\ud800"}',
        '{"name": NaN}',
        DEEP,
        '{"name":"q","board":' + DEEP,
        RULE_SET,
    ),
)
VALUES = (
    None,
    True,
    0,
    -1,
    2**70,
    1e308,
    float("nan"),
    "",
    "hash",
    "\ud800",
    "x" * 1_000,
    [],
    [-1, 0, 1],
    {},
    {"a": 1},
)
INTEGERS = (0, 1, 2, -1, 100, 2**31 - 1, -(2**31))
LONG_INTEGERS = (*INTEGERS, 2**63 - 1, -(2**63))


class Api(NamedTuple):
    """One service as its clients know it.

    Attributes:
        process: the name of the process that offers it.
    """

    process: str
    compose: Callable[[Any], Any]
    stub: Callable[[Any], Any]
    file: FileDescriptor

    @property
    def methods(self) -> list[MethodDescriptor]:
        (service,) = self.file.services_by_name.values()
        return list(service.methods)


APIS = {
    "players": Api("players", compose_players, PlayersServiceStub, players_pb2.DESCRIPTOR),
    "rules": Api("rules", compose_rules, RulesServiceStub, rules_pb2.DESCRIPTOR),
    "match": Api("match", compose_match, MatchServiceStub, match_pb2.DESCRIPTOR),
    "chat": Api("match", compose_match, ChatServiceStub, chat_pb2.DESCRIPTOR),
    "rating": Api("rating", compose_rating, RatingServiceStub, rating_pb2.DESCRIPTOR),
    "batch": Api("batch", compose_batch, BatchServiceStub, batch_pb2.DESCRIPTOR),
}


class Requests:
    """Makes requests that are wrong in every field but those that are to be right.

    Args:
        rng: draws them.
        right: texts that some fields must have for a request to get anywhere, by field.
    """

    def __init__(self, rng: random.Random, right: dict[str, str]) -> None:
        self._rng = rng
        self._right = right

    def make(self, method: MethodDescriptor) -> Message:
        """A request of a method."""
        request = GetMessageClass(method.input_type)()
        for field in method.input_type.fields:
            if self._rng.random() < 0.8:
                self._fill(request, field)
        return request

    def _fill(self, request: Message, field: FieldDescriptor) -> None:
        if not field.is_repeated and field.message_type is not None:
            getattr(request, field.name).CopyFrom(self._value(field))
            return
        if not field.is_repeated:
            setattr(request, field.name, self._value(field))
            return
        values = [self._value(field) for _ in range(self._rng.choice((1, 2, 3)))]
        getattr(request, field.name).extend(
            values * self._rng.choice((1, 1, 100) if len(str(values)) < 1_000 else (1,))
        )

    def _value(self, field: FieldDescriptor) -> Any:
        if field.message_type is not None:
            message = GetMessageClass(field.message_type)()
            for inner in field.message_type.fields:
                self._fill(message, inner)
            return message
        if field.type == FieldDescriptor.TYPE_STRING:
            return self._text(field.name)
        if field.type == FieldDescriptor.TYPE_BYTES:
            return self._text(field.name).encode()
        if field.type == FieldDescriptor.TYPE_INT64:
            return self._rng.choice(LONG_INTEGERS)
        return self._rng.choice(INTEGERS)

    def _text(self, field: str) -> str:
        if field == "rule_set" and self._rng.random() < 0.7:
            return self._broken_rule_set()
        if field in self._right and self._rng.random() < 0.6:
            return self._right[field]
        return self._rng.choice(TEXTS)

    def _broken_rule_set(self) -> str:
        """The rules of a game with something else at up to three places."""
        rules = json.loads(RULE_SET)
        for _ in range(self._rng.randrange(4)):
            place = rules
            while True:
                key = self._rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
                if not place[key] or not isinstance(place[key], dict | list) or self._rng.random() < 0.3:
                    break
                place = place[key]
            # A copy: what is put there may be changed itself, with itself.
            place[key] = deepcopy(self._rng.choice(VALUES))
        return json.dumps(rules)


@pytest.fixture
async def right(services: InProcess) -> dict[str, str]:
    """All services with a match that runs, and what names it."""
    for process, compose in {api.process: api.compose for api in APIS.values()}.items():
        await services.start(process, compose)
    rules = RulesServiceStub(services.channel("rules", EVE))
    game = (await rules.Get(rules_pb2.GetRequest(name="Connect4"))).game
    create = match_pb2.CreateRequest(game_id=game.id, player_ids=[EVE.id, RANDOM_ID], request_id="first")
    match = (await MatchServiceStub(services.channel("match", EVE)).Create(create)).match
    return {"match_id": match.id, "game_id": game.id, "seat": match.viewer, "request_id": "second"}


@pytest.mark.slow
@pytest.mark.parametrize("name", APIS)
async def test_whatever_is_sent_is_answered_or_refused_by_name(
    name: str, services: InProcess, right: dict[str, str], caplog: pytest.LogCaptureFixture, walks: int
) -> None:
    rng = random.Random() if walks else random.Random(name)
    requests = Requests(rng, right)
    api = APIS[name]
    stubs = {caller: api.stub(services.channel(api.process, caller)) for caller in set(CALLERS)}
    for method in api.methods:
        calls = [
            outcome(getattr(stubs[rng.choice(CALLERS)], method.name), method, requests.make(method))
            for _ in range(walks or REQUESTS)
        ]
        # Streams that have nothing to say are waited for side by side.
        codes = await asyncio.gather(*calls) if is_told(method) else [await call for call in calls]
        assert "internal" not in codes, method.full_name
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def is_told(method: MethodDescriptor) -> bool:
    """Whether a method answers one request with a stream."""
    return bool(method.server_streaming and not method.client_streaming)


async def outcome(call: Callable[..., Any], method: MethodDescriptor, request: Message) -> str:
    """The code of the error that a call ends in; nothing where it is answered."""
    try:
        if method.client_streaming:
            await first(call(iter([request]), timeout=STREAM_S))
        elif method.server_streaming:
            await first(call(request, timeout=STREAM_S))
        else:
            await call(request, timeout=PATIENCE_S)
    except Unavailable:
        # A stream may have nothing more to say.
        return "" if method.server_streaming else "internal"
    except RedscienceError as error:
        return error.code
    return ""


async def first(answers: grpc.aio.UnaryStreamCall[Any, Any]) -> None:
    """The first answer of a stream, if there is one."""
    async for _ in answers:
        return
