"""The session of docs/protocol.md is played on a running platform, and what is received has the shape of the page."""

from __future__ import annotations

import json
import queue
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

import grpc
from fixtures.patience import PATIENCE_S
from fixtures.person import Person, until
from fixtures.platform import ADMIN, Platform
from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import Message

from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.players.v1 import players_pb2
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.api.rules.v1 import rules_pb2
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.client.refusals import detail_of
from redscience.errors import InvalidSlots

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
STEP = re.compile(
    r"^(?:(?P<way>[→←])(?: `(?P<what>[^`]+)`)?(?:\n```json\n(?P<json>.*?)```)?|\*(?P<done>[^*]+)\*)$",
    re.MULTILINE | re.DOTALL,
)
REST = "…"
"""Stands in the page for what it leaves out."""
OF = {"accept": "id", "decline": "id", "game_ids": "id", "moves": "move", "player_ids": "id"}
"""Where the values of these fields were told before."""
ENUM = re.compile(r"[A-Z]+(_[A-Z]+)+")
UNARY = {
    "PlayersService/Exchange": players_pb2.ExchangeRequest,
    "PlayersService/Find": players_pb2.FindRequest,
    "RulesService/Get": rules_pb2.GetRequest,
    "MatchService/Create": match_pb2.CreateRequest,
}


class Step(NamedTuple):
    """One step of the session: what is sent ("→"), received ("←"), or done by others ("")."""

    way: str
    what: str
    message: Any


def steps() -> Iterator[Step]:
    for found in STEP.finditer(PAGE.read_text()):
        text = found["json"]
        yield Step(found["way"] or "", found["what"] or found["done"] or "", json.loads(text) if text else None)


def plain(message: Message) -> Any:
    return MessageToDict(message, preserving_proto_field_name=True)


def kind(value: Any) -> str:
    """What sort of value it is: numbers of 64 bits are texts, and names of enumerations stand for themselves."""
    if not isinstance(value, str):
        return type(value).__name__
    return value if ENUM.fullmatch(value) else "number" if value.isdecimal() else "text"


class Session:
    """The program of the page, with what it has been told in place of what the page shows."""

    def __init__(self, platform: Platform, opened: ExitStack) -> None:
        self._platform = platform
        self._admin = Person(platform, ADMIN, opened)
        self._anna = Person(platform, f"anna-{time.time_ns()}@example.org", opened)
        self._bot_id, secret = self._admin.make_bot(f"Beep-{time.time_ns() % 10**9}")
        self._known: dict[tuple[str, str], str] = {("secret", "3xmYFh0q…"): secret}
        self._match_id = ""
        self._received: Any = None
        self._failure: grpc.RpcError | None = None
        self._sent: queue.SimpleQueue[match_pb2.ServeRequest | None] = queue.SimpleQueue()
        self._stream: Any = None
        channels = {
            name: opened.enter_context(grpc.insecure_channel(platform.address_of(name)))
            for name in ("players", "rules", "match")
        }
        self._stubs: Mapping[str, Any] = {
            "PlayersService": PlayersServiceStub(channels["players"]),
            "RulesService": RulesServiceStub(channels["rules"]),
            "MatchService": MatchServiceStub(channels["match"]),
        }
        self._done: Mapping[str, Callable[[], object]] = {
            "Anna invites the bot to RockPaperScissors.": self._invite,
            "Anna makes her move.": self._move,
            "The stream breaks.": self.close,
            "The owner rotates the secret.": lambda: self._admin.rotate_token(self._bot_id),
        }

    def take(self, step: Step) -> None:
        """Sends, receives and compares, or has others do what the page says."""
        if step.way == "→":
            self._send(step.what, self._filled("", step.message))
        elif step.way == "←":
            self._compare("", step.message, self._hear(step.what))
        else:
            self._done[step.what]()

    def close(self) -> None:
        """Breaks the stream off."""
        self._sent.put(None)
        self._stream.cancel()

    def _send(self, what: str, message: Any) -> None:
        if what == "MatchService/Watch":
            request = ParseDict(message, match_pb2.WatchRequest())
            self._received = plain(next(self._stubs["MatchService"].Watch(request, metadata=self._metadata())))
        elif what.startswith("GET "):
            address = self._platform.address + what.removeprefix("GET ")
            with urlopen(address, timeout=PATIENCE_S) as answer:  # noqa: S310 - the platform's own
                self._received = json.load(answer)
        elif what in UNARY:
            self._call(what, ParseDict(message, UNARY[what]()))
        else:
            if what == "MatchService/Serve":
                self._open()
            if message is not None:
                self._sent.put(ParseDict(message, match_pb2.ServeRequest()))
            if not what and "accepting" in message:
                self._await_that_it_is_read()

    def _await_that_it_is_read(self) -> None:
        # Messages are read in their order: once this one is refused, those before it have been read.
        self._sent.put(match_pb2.ServeRequest(decline=["nothing"]))
        (refusal,) = next(self._stream).refusals
        assert refusal.code == "match/unknown"

    def _call(self, what: str, request: Message) -> None:
        service, _, method = what.partition("/")
        try:
            self._received = plain(getattr(self._stubs[service], method)(request, metadata=self._metadata()))
        except grpc.RpcError as failure:
            self._failure = failure

    def _open(self) -> None:
        self._sent = sent = queue.SimpleQueue()
        serve = self._stubs["MatchService"].Serve
        self._stream = serve(iter(sent.get, None), metadata=self._metadata(), timeout=PATIENCE_S)

    def _metadata(self) -> tuple[tuple[str, str], ...]:
        token = self._known.get(("token", "eyJhbGciOiJFZERTQSIs…"))
        return (("authorization", f"Bearer {token}"),) if token else ()

    def _hear(self, status: str) -> Any:
        if status:
            assert self._failure is not None, "the call has not failed"
            assert self._failure.code().name == status
            detail = detail_of(self._failure)
            assert detail is not None
            return plain(detail)
        assert self._failure is None, self._failure
        received, self._received = self._received, None
        return plain(next(self._stream)) if received is None else received

    def _filled(self, key: str, shown: Any) -> Any:
        """What the page sends, with the values that it was told."""
        if isinstance(shown, dict):
            return {name: self._filled(name, value) for name, value in shown.items()}
        if isinstance(shown, list):
            return [self._filled(OF.get(key, key), value) for value in shown]
        return self._known.get((key, shown), shown)

    def _compare(self, key: str, shown: Any, told: Any) -> None:
        """Sees that what was told has the shape that the page shows, and notes the values."""
        if key == "view":
            self._compare("", json.loads(shown), json.loads(told))
        elif isinstance(shown, dict):
            assert isinstance(told, dict), (key, told)
            left_out = {"traceparent"} | (set(told) if REST in shown else set())
            assert set(shown) - {REST, "traceparent"} <= set(told) <= set(shown) | left_out, (key, shown, told)
            for name in set(shown) & set(told):
                self._compare(name, shown[name], told[name])
        elif isinstance(shown, list):
            assert bool(shown) == bool(told), (key, told)
            for one, other in zip(shown, told, strict=False):
                self._compare(key, one, other)
        else:
            assert kind(shown) == kind(told), (key, shown, told)
            self._note(key, shown, told)

    def _note(self, key: str, shown: Any, told: Any) -> None:
        if key == "code":
            assert shown == told
        elif isinstance(shown, str) and key not in {"acting", "outcome"}:
            self._known[key, shown] = told

    def _invite(self) -> None:
        def match() -> match_pb2.Match | None:
            try:
                return self._anna.invite(self._anna.game("RockPaperScissors"), self._bot_id)
            except InvalidSlots as refused:
                if "is not connected now" not in refused.message:
                    raise
                return None

        self._match_id = until(match).id

    def _move(self) -> None:
        # As the page has it somebody wins: Anna makes another move than the bot.
        seen = self._anna.look(self._match_id)
        legal = json.loads(seen.view)["legal"]
        self._anna.play(seen, legal[1]["move"])


def test_the_session_of_the_page_is_what_the_platform_says(platform: Platform) -> None:
    session = list(steps())
    assert len(session) > 20
    with ExitStack() as opened:
        playing = Session(platform, opened)
        for step in session:
            playing.take(step)
        playing.close()
