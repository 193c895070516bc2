"""Each service is a user of NATS: what none of its name can have told, nobody hears."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from fixtures.nats import NatsServer
from fixtures.patience import PATIENCE_S, until
from fixtures.processes import ServiceProcess
from fixtures.services import InProcess, Keys
from test_kit_nats import Heard

from redscience.errors import Unavailable
from services.batch import watching as batch_watching
from services.kit import nats_bus
from services.kit.nats_bus import NatsBus
from services.laptop.keys import KeyFiles, ensure_keys
from services.laptop.nats_server import BUS_RIGHTS
from services.match import events as match_events
from services.match import lengths as match_lengths
from services.rating import events as rating_events
from services.rating.blocks import RATED
from services.rating.leaderboard import LeaderboardKey
from services.rules import lengths as rules_lengths

NOT_PERMITTED = "NATS does not permit something"
Connect = Callable[[str], NatsBus]


@pytest.fixture
def key_files(tmp_path: Path) -> KeyFiles:
    (tmp_path / "keys").mkdir()
    return ensure_keys(tmp_path / "keys")


@pytest.fixture
def server(own_nats_server: NatsServer, key_files: KeyFiles) -> NatsServer:
    """As a laptop starts it; not started yet."""
    own_nats_server.configuration = key_files.nats
    return own_nats_server


@pytest.fixture
async def connect(server: NatsServer, key_files: KeyFiles) -> AsyncIterator[Connect]:
    """Gives a bus on which a service is whom it says."""
    buses = []

    def connect(service: str) -> NatsBus:
        password = key_files.nats_password(service).read_text()
        bus = NatsBus(server.url.replace("//", f"//{service}:{password}@"), service)
        bus.start()
        buses.append(bus)
        return bus

    yield connect
    for bus in buses:
        await bus.close()


async def told(bus: NatsBus, event_id: str) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            with suppress(Unavailable):
                return await bus.publish(match_events.ENDED, b"x", event_id=event_id)
            await asyncio.sleep(0.1)


async def denied(caplog: pytest.LogCaptureFixture, what: str) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not any(what in getattr(record, "why", "") for record in caplog.records):  # noqa: ASYNC110  # only looking shows it
            await asyncio.sleep(0.05)


async def heard_by_rating(connect: Connect) -> Heard:
    heard = Heard()
    await connect("rating").consume(match_events.ENDED, rating_events.DURABLE, heard)
    return heard


async def test_what_a_service_of_that_name_has_told_is_heard_after_every_restart(
    server: NatsServer, connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    heard = await heard_by_rating(connect)
    hints: asyncio.Queue[bytes] = asyncio.Queue()

    async def hear(_: str, payload: bytes) -> None:
        await hints.put(payload)

    match, other = connect("match"), connect("match")
    await match.keep_stream()
    await other.on_hint(match_events.hint_subject("*"), hear)
    server.start()
    await told(match, "1")
    await heard.wait_for("1")
    server.kill()
    server.start()
    await told(match, "2")
    await heard.wait_for("2")
    await other.ready()
    # NATS has heard of what it subscribed to when it was connected again.
    await other.works()
    await match.hint(match_events.hint_subject("01A"), b"x")
    assert await asyncio.wait_for(hints.get(), PATIENCE_S) == b"x"
    await match.close()
    await told(connect("match"), "3")
    await heard.wait_for("3")
    assert list(dict.fromkeys(heard.ids)) == ["1", "2", "3"]
    assert NOT_PERMITTED not in caplog.text


async def test_a_stream_and_a_consumer_from_before_there_were_users_go_on(
    server: NatsServer, key_files: KeyFiles, connect: Connect
) -> None:
    server.configuration = None
    server.start()
    before = NatsBus(server.url, "before")
    before.start()
    heard_before = Heard()
    await before.keep_stream()
    await before.consume(match_events.ENDED, rating_events.DURABLE, heard_before)
    await told(before, "1")
    await heard_before.wait_for("1")
    await before.close()
    server.stop()  # a killed one may forget an acknowledgement, and tell of it once more
    server.configuration = key_files.nats
    server.start()
    heard = await heard_by_rating(connect)
    await told(connect("match"), "2")
    await heard.wait_for("2")
    assert heard.ids == ["2"]


@pytest.mark.parametrize("service", sorted(set(BUS_RIGHTS) - {"match"}))
async def test_no_other_service_tells_that_a_match_has_ended(
    service: str,
    server: NatsServer,
    connect: Connect,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server.start()
    match = connect("match")
    await told(match, "first")
    forger = connect(service)
    await forger.ready()
    with monkeypatch.context() as impatient:
        impatient.setattr(nats_bus, "_ANSWER_S", 0.1)  # none comes
        with pytest.raises(Unavailable):
            await forger.publish(match_events.ENDED, b"forged", event_id="forged")
    await forger.hint(match_events.hint_subject("01A"), b"forged")
    await denied(caplog, f'publish to "{match_events.ENDED}"')
    await denied(caplog, f'publish to "{match_events.hint_subject("01a")}"')
    heard = await heard_by_rating(connect)
    await told(match, "last")
    await heard.wait_for("first", "last")
    assert sorted(heard.ids) == ["first", "last"]


async def test_nobody_hears_what_is_answered_to_others(
    server: NatsServer, connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    server.start()
    bus = connect("rules")
    await bus.ready()

    async def hear(_: str, payload: bytes) -> None:
        raise AssertionError(payload)

    for subject in ("_INBOX_rating.>", ">", match_events.ENDED):
        await bus.on_hint(subject, hear)
        await denied(caplog, f'subscription to "{subject.lower()}"')


@pytest.mark.parametrize("who", [{}, {"user": "match", "pass": "guess"}, {"user": "eve", "pass": "guess"}])
async def test_a_stranger_is_refused(who: dict[str, str], server: NatsServer) -> None:
    server.start()
    address = urlsplit(server.url)
    with socket.create_connection((address.hostname, address.port), timeout=PATIENCE_S) as stranger:
        stranger.sendall(b"CONNECT " + json.dumps({"verbose": False} | who).encode() + b"\r\n")
        stranger.sendall(b"PUB redscience.match.ended.v1 6\r\nforged\r\nPING\r\n")
        with stranger.makefile("rb") as said:
            lines = [said.readline(), said.readline()]
    assert lines[0].startswith(b"INFO ")
    assert lines[1] == b"-ERR 'Authorization Violation'\r\n"


async def test_a_wrong_password_is_said_once_and_shown_nowhere(
    services: InProcess, keys: Keys, tmp_path: Path, server: NatsServer
) -> None:
    server.start()
    url = server.url.replace("//", "//rating:hush-hush@")
    process = ServiceProcess(
        services, keys, tmp_path, "rating", "services.rating", REDSCIENCE_NATS_URL=url, REDSCIENCE_LOG_LEVEL="debug"
    )
    process.start()
    try:
        await until(lambda: process.log().count("Authorization Violation") >= 3)
        assert process.stop() == 0
    finally:
        process.kill()
    assert process.log().count("NATS refuses the user or password of REDSCIENCE_NATS_URL") == 1
    assert "hush" not in process.log()


def test_the_rights_name_what_the_services_say_and_hear() -> None:
    rights = BUS_RIGHTS["match"]
    assert match_events.ENDED.startswith(rights.facts[0].removesuffix(">"))
    kinds = (match_events.MATCH, match_events.INVITATION, match_events.CHAT)
    hints = {match_events.NEW_REPLICA, *(match_events.hint_subject("*", kind) for kind in kinds)}
    assert set(rights.hints) == set(rights.hears) == hints
    assert BUS_RIGHTS["match"].durables == (match_lengths.DURABLE,)
    assert match_lengths.SAVED.startswith(BUS_RIGHTS["rules"].facts[0].removesuffix(">"))
    assert BUS_RIGHTS["rules"].durables == (rules_lengths.DURABLE,)
    boards = (rating_events.hint_subject(LeaderboardKey("*", "*")),)
    assert BUS_RIGHTS["rating"].hints == boards
    assert BUS_RIGHTS["rating"].hears == (*boards, RATED)
    tournaments = (batch_watching.hint_subject("*"),)
    assert BUS_RIGHTS["batch"].hears == tournaments
    assert BUS_RIGHTS["batch"].hints == (*tournaments, batch_watching.RATED) == (*tournaments, RATED)
    assert BUS_RIGHTS["rating"].durables == (rating_events.DURABLE,)
