"""The gateway's server: those who are slow, idle or many stop nobody else, and its streams are no threads."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from fixtures.fakes.world import World
from fixtures.gateway import backends_of, live_backends_of
from fixtures.patience import PATIENCE_S, until
from fixtures.raw_http import Heard, Line, ask, request

from redscience.variations.language import RuleSet
from services.gateway import failures
from services.gateway.app import create_app
from services.gateway.bounds import Bounds
from services.gateway.drain import Drain
from services.gateway.events import OPENING, Live
from services.gateway.leaderboards import live_boards
from services.gateway.server import Server
from services.gateway.sessions import Sessions
from services.gateway.stream_limit import STREAMS_OF_A_PERSON, StreamLimit
from services.gateway.wsgi import Environ
from services.kit.clock import SystemClock
from services.kit.config import ConfigError

HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCoo"


class Site:
    """A gateway on a free port, before services in memory.

    Attributes:
        hold: requests for /held wait for it, each in a thread.
        reached: the queries with which /held was asked for, as they came to the application.
        told_here: how many answers the event loop has had made itself.
    """

    def __init__(self, bounds: Bounds, of_a_person: int = STREAMS_OF_A_PERSON) -> None:
        self.world = World()
        self.drain = Drain()
        self.hold = threading.Event()
        self.reached: list[str] = []
        self.told_here = 0
        backends, live_backends, clock = backends_of(self.world), live_backends_of(self.world), SystemClock()
        sessions = Sessions(backends.players, clock)
        limit = StreamLimit(bounds.streams, of_a_person)
        self._app = create_app(
            backends, addresses={}, loopback=True, drain=self.drain, stream_limit=limit, sessions=sessions
        )
        self.live = Live(live_backends, sessions.token, live_boards(live_backends, clock))
        self.server = Server(self._application, self.live, self.drain, bounds, sessions, scheme="http")
        self.port = self.server.listen("127.0.0.1:0")[0].getsockname()[1]
        self.lines: list[Line] = []
        self.path = f"/api/events?leaderboard={self.world.add_game(RuleSet(name='Tic')).id}"

    def _application(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/held":
            self.reached.append(environ["QUERY_STRING"])
            self.hold.wait(PATIENCE_S)
            start_response("200 OK", [])
            return [b"x" * int(environ["QUERY_STRING"] or 1)]
        self.told_here += threading.current_thread() is threading.main_thread()
        return self._app(environ, start_response)

    def player(self, name: str = "Ada") -> str:
        """A session."""
        return self.world.add_player(name)[1]

    async def ask(self, path: str, cookie: str = "", **how: Any) -> Heard:
        return await ask(self.port, request(path, cookie=cookie, **how))

    async def line(self, data: bytes) -> Line:
        """A connection on which this was sent, closed at the end of the test."""
        line = await Line.open(self.port)
        self.lines.append(line)
        await line.send(data)
        return line

    async def follow(self, cookie: str) -> Line:
        """A stream that has begun."""
        line = await self.line(request(self.path, cookie=cookie))
        status, headers = await line.head()
        assert (status, headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
        assert await line.event() == OPENING
        assert (await line.event()).startswith(b"event: leaderboard")
        return line

    async def has_in_hand(self, count: int) -> None:
        """Waits until so many requests are with the application, or wait for a thread of it."""
        await until(lambda: self.server._turns.in_hand == count)

    async def known(self, name: str) -> str:
        """A session that the gateway knows."""
        secret = self.player(name)
        assert (await self.ask("/api/waiting", secret)).status == 200
        return secret

    async def change(self) -> None:
        """The leaderboard that is followed changes."""
        game_id = self.path.partition("=")[2]
        with self.world.changed:
            self.world.standing(game_id, next(iter(self.world.players))).played += 1
            self.world.changed.notify_all()


@asynccontextmanager
async def site(of_a_person: int = STREAMS_OF_A_PERSON, **bounds: Any) -> AsyncIterator[Site]:
    made = Site(Bounds(**bounds), of_a_person)
    try:
        yield made
    finally:
        made.hold.set()
        await made.server.stop(1.0)
        for line in made.lines:
            line.close()
        await asyncio.sleep(0)


class TestThoseWhoAreSlow:
    async def test_and_send_half_a_head_keep_nobody_from_pages_and_from_logging_in(self) -> None:
        async with site(threads=2, idle_s=PATIENCE_S) as gateway:
            lines = [await gateway.line(HALF_A_HEAD) for _ in range(300)]
            assert (await gateway.ask("/login")).status == 200
            assert (await gateway.ask("/", gateway.player())).status == 200
            code = b'{"email": "eve@example.org"}'
            asked = await gateway.ask("/api/log-in/code", method="POST", body=code)
            assert asked.status == 200
            assert gateway.world.sources == ["127.0.0.1"]
            challenge = asked.headers["set-cookie"].partition(";")[0]
            body = f'{{"email": "eve@example.org", "code": "{gateway.world.codes["eve@example.org"]}"}}'.encode()
            assert (await gateway.ask("/api/log-in", method="POST", body=body, Cookie=challenge)).json["is_new"]
            # Whoever sends the other half after all is answered.
            await lines[0].send(b"kie: a=b\r\n\r\n")
            assert (await lines[0].answer()).status == 302

    @pytest.mark.parametrize("sent", [b"", HALF_A_HEAD])
    async def test_with_a_head_are_cut_off(self, sent: bytes) -> None:
        async with site(idle_s=0.2) as gateway:
            assert await (await gateway.line(sent)).rest() == b""

    async def test_with_a_head_are_cut_off_though_they_go_on_sending(self) -> None:
        async with site(idle_s=0.2) as gateway:
            line = await gateway.line(b"GET / HTTP/1.1\r\nX: ")
            rest = asyncio.create_task(line.rest())
            with suppress(ConnectionError):  # whoever sends may be the first to notice
                while not rest.done():
                    await asyncio.sleep(0.02)
                    await line.send(b"y")
            assert await rest == b""

    async def test_with_a_body_keep_no_thread_and_are_cut_off(self) -> None:
        half = request("/api/log-in", method="POST", body=b"x" * 100)[:-50]
        async with site(threads=1, body_s=0.5) as gateway:
            lines = [await gateway.line(half) for _ in range(20)]
            assert (await gateway.ask("/login")).status == 200
            assert [await line.rest() for line in lines] == [b""] * 20

    async def test_between_requests_are_cut_off(self) -> None:
        async with site(idle_s=1.0) as gateway:
            line = await gateway.line(request("/login"))
            assert (await line.answer()).status == 200
            assert await line.rest() == b""

    async def test_and_do_not_take_their_answer_keep_no_thread_and_are_cut_off(self) -> None:
        async with site(threads=1, slow_s=0.3) as gateway:
            gateway.hold.set()
            line = await gateway.line(request(f"/held?{2**25}"))
            assert (await gateway.ask("/login")).status == 200
            await until(lambda: not gateway.server._answering)
            assert len(await line.rest()) < 2**25

    async def test_and_take_their_answer_bit_by_bit_get_all_of_it(self) -> None:
        async with site(slow_s=2.0) as gateway:
            gateway.hold.set()
            line = await gateway.line(request(f"/held?{2**25}"))
            await line.head()
            got, begun_at = 0, time.monotonic()
            while some := await line.some():
                got += len(some)
                if got == 2**25:
                    break
                await asyncio.sleep(0.005)
            assert got == 2**25
            assert time.monotonic() - begun_at > 2.0

    async def test_and_do_not_read_their_stream_are_cut_off(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async with site(slow_s=0.3) as gateway:
            open_when_told = list[int]()

            async def endless(*_: object) -> AsyncIterator[bytes]:
                """A stream that says more than a connection takes unread."""
                open_when_told.append(gateway.drain.open)
                while True:
                    yield b"x" * 2**20

            monkeypatch.setattr(gateway.live, "tell", endless)
            secret = gateway.player()
            line = await gateway.line(request(gateway.path, cookie=secret))
            await line.head()
            await until(lambda: not gateway.drain.open)
            assert open_when_told == [1]
            assert not (await line.rest()).endswith(b"0\r\n\r\n")


class TestThoseWhoSendTooMuch:
    async def test_in_the_head_are_told(self) -> None:
        async with site() as gateway:
            heard = await gateway.ask("/api/games", X=10_000 * "x")
            assert (heard.status, heard.json["code"]) == (431, "http/431")
            assert "cookies" in heard.json["message"]

    async def test_in_a_head_without_end_are_cut_off(self) -> None:
        async with site() as gateway:
            assert await (await gateway.line(b"GET / HTTP/1.1\r\nX: " + 50_000 * b"x")).rest() == b""

    @pytest.mark.parametrize("framing", ["length", "chunks"])
    async def test_in_the_body_are_told(self, framing: str) -> None:
        body = b"x" * 1_500_000
        data = request("/api/log-in", method="POST", body=body)
        if framing == "chunks":
            head = request("/api/log-in", method="POST", Transfer_Encoding="chunked", Content_Type="application/json")
            data = head + b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
        async with site() as gateway:
            heard = await ask(gateway.port, data)
            assert (heard.status, heard.json["code"]) == (413, "http/413")

    async def test_in_all_bodies_together_are_told_to_come_back(self) -> None:
        body = b'{"email": "eve@example.org"}'
        data = request("/api/log-in/code", method="POST", body=body)
        async with site(held_bytes=40, body_s=PATIENCE_S) as gateway:
            half = await gateway.line(data[:-1])
            await until(lambda: gateway.server._front._held_bytes == len(body) - 1)
            heard = await ask(gateway.port, data)
            assert (heard.status, heard.json["code"]) == (503, "service/unavailable")
            assert int(heard.headers["retry-after"]) > 0
            await half.send(data[-1:])
            assert (await half.answer()).status == 200
            assert (await ask(gateway.port, data)).status == 200

    async def test_in_bodies_that_wait_for_an_answer_are_told_to_come_back(self) -> None:
        async with site(threads=2, share=1, held_bytes=100) as gateway:
            data = request("/held", method="POST", body=b"x" * 40, cookie=await gateway.known("Ada"))
            lines = [await gateway.line(data) for _ in range(2)]
            await gateway.has_in_hand(2)
            code = request("/api/log-in/code", method="POST", body=b'{"email": "eve@example.org"}')
            heard = await ask(gateway.port, code)
            assert (heard.status, heard.json["code"]) == (503, "service/unavailable")
            assert gateway.server._front._held_bytes == 80
            # Whoever goes before their turn has come holds nothing any more.
            lines.pop().close()
            await until(lambda: gateway.server._front._held_bytes == 40)
            lines.append(await gateway.line(data))
            await gateway.has_in_hand(2)
            gateway.hold.set()
            assert [(await line.answer()).status for line in lines] == [200, 200]
            assert gateway.server._front._held_bytes == 0

    async def test_of_requests_are_told_to_come_back(self) -> None:
        async with site(threads=1, queue=1, refusal_s=0.0) as gateway:
            held = [await gateway.line(request("/held")) for _ in range(2)]
            await gateway.has_in_hand(2)
            heard = await gateway.ask("/api/games", gateway.player())
            assert (heard.status, heard.json["code"]) == (503, "service/unavailable")
            assert "Try again" in heard.json["message"]
            assert int(heard.headers["retry-after"]) > 0
            assert "default-src 'self'" in heard.headers["content-security-policy"]
            gateway.hold.set()
            assert [(await line.answer()).status for line in held] == [200, 200]


class TestWhatIsNoUtf8:
    @pytest.mark.parametrize("cookies", ["city=K\xf6ln; redscience_session={}", "redscience_session={}; city=K\xf6ln"])
    async def test_in_the_cookie_of_another_site_locks_nobody_out(self, cookies: str) -> None:
        async with site() as gateway:
            asked = f"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies.format(gateway.player())}\r\n\r\n"
            heard = await ask(gateway.port, asked.encode("latin-1"))
            assert (heard.status, "location" in heard.headers) == (200, False)

    @pytest.mark.parametrize("path", ["/api/games?name=\xff", "/login?next=\xff", "/games/\xff"])
    async def test_in_an_address_is_answered(self, path: str, caplog: pytest.LogCaptureFixture) -> None:
        async with site() as gateway:
            heard = await ask(gateway.port, request(path, cookie=gateway.player()).decode().encode("latin-1"))
            assert heard.status in {200, 302, 303, 404}
        assert [record for record in caplog.records if record.levelname == "ERROR"] == []


class TestThoseWhoAskForMuchAtOnce:
    async def test_have_their_share_and_others_are_answered_meanwhile(self) -> None:
        async with site(threads=4, share=2) as gateway:
            ada, ben = [await gateway.known(name) for name in ("Ada", "Ben")]
            held = [await gateway.line(request("/held", cookie=ada)) for _ in range(100)]
            await gateway.has_in_hand(100)
            for secret in (ben, ""):
                assert (await gateway.ask("/login", secret)).status in {200, 302}
            assert len(gateway.reached) == 2
            gateway.hold.set()
            assert {(await line.answer()).status for line in held} == {200}

    async def test_take_turns_where_all_threads_are_taken(self) -> None:
        async with site(threads=1) as gateway:
            ada, ben = [await gateway.known(name) for name in ("Ada", "Ben")]
            lines = list[Line]()
            for number, (secret, size) in enumerate([(ada, 1), (ada, 2), (ada, 3), (ben, 4), (ben, 5)], 1):
                lines.append(await gateway.line(request(f"/held?{size}", cookie=secret)))
                await gateway.has_in_hand(number)
            gateway.hold.set()
            for line in lines:
                assert (await line.answer()).status == 200
            assert gateway.reached == ["1", "2", "4", "3", "5"]

    async def test_beyond_their_line_are_told_to_wait_and_nobody_is_asked_who_they_are(self) -> None:
        async with site(threads=4, share=1, line=1, refusal_s=0.0) as gateway:
            ada = await gateway.known("Ada")
            for secret in (ada, "nobody knows this one"):
                gateway.world.calls.clear()
                held = [await gateway.line(request("/held", cookie=secret)) for _ in range(2)]
                await gateway.has_in_hand(2)
                for path in ("/api/games", "/games"):
                    heard = await gateway.ask(path, secret)
                    assert heard.status == 429
                    assert int(heard.headers["retry-after"]) == 1
                    assert b"too much at once" in heard.body
                    assert "default-src 'self'" in heard.headers["content-security-policy"]
                assert gateway.world.calls == []
                for line in held:
                    line.close()
                gateway.hold.set()
                await gateway.has_in_hand(0)
                gateway.hold.clear()

    async def test_are_refused_after_a_moment_or_not_at_all_once_they_have_gone(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with site(threads=1, line=0, refusal_s=0.5) as gateway:
            held = await gateway.line(request("/held?1"))
            await gateway.has_in_hand(1)
            go, pauses, refused = asyncio.Event(), list[float](), list[str]()
            sleep, refuse = asyncio.sleep, failures.refused

            async def noted(seconds: float) -> None:
                if seconds == gateway.server._bounds.refusal_s:
                    pauses.append(seconds)
                    await go.wait()
                else:
                    await sleep(seconds)

            def counted(environ: Environ, error: Exception) -> Environ:
                refused.append(environ["QUERY_STRING"])
                return refuse(environ, error)

            monkeypatch.setattr("services.gateway.server.asyncio.sleep", noted)
            monkeypatch.setattr("services.gateway.server.refused", counted)
            stays = await gateway.line(request("/login?2"))
            await until(lambda: len(pauses) == 1)
            goes = await gateway.line(request("/login?3"))
            await until(lambda: len(pauses) == 2)
            goes.close()
            await until(lambda: sum(each.stream.closed() for each in gateway.server._front._open) == 1)  # type: ignore[attr-defined]
            assert refused == []
            go.set()
            assert (await stays.answer()).status == 429
            await until(lambda: len(gateway.server._answering) == 1)
            assert (refused, gateway.reached) == (["2"], ["1"])
            gateway.hold.set()
            assert (await held.answer()).status == 200

    async def test_are_refused_one_after_the_other_while_others_are_answered(self) -> None:
        async with site(threads=4, share=1, line=0, refusal_s=0.0) as gateway:
            ada, ben = [await gateway.known(name) for name in ("Ada", "Ben")]
            held = await gateway.line(request("/held", cookie=ada))
            await gateway.has_in_hand(1)
            many = [await gateway.line(50 * request("/games", cookie=ada)) for _ in range(50)]
            await until(lambda: gateway.told_here > 0)
            before = gateway.told_here
            assert (await gateway.ask("/login", ben)).status == 302
            assert gateway.told_here - before < 50
            assert (await many[0].answer()).status == 429
            gateway.hold.set()
            assert (await held.answer()).status == 200

    async def test_and_hang_up_are_forgotten(self) -> None:
        async with site(threads=1) as gateway:
            held = await gateway.line(request("/held?1"))
            await gateway.has_in_hand(1)
            gone = [await gateway.line(request("/held?2")) for _ in range(5)]
            await gateway.has_in_hand(6)
            for line in gone:
                line.close()
            await gateway.has_in_hand(1)
            gateway.hold.set()
            assert (await held.answer()).status == 200
            assert (await gateway.ask("/held?3")).status == 200
            assert gateway.reached == ["1", "3"]


class TestHealth:
    async def test_is_told_while_all_threads_are_taken(self) -> None:
        async with site(threads=1, queue=1) as gateway:
            held = [await gateway.line(request("/held")) for _ in range(2)]
            await gateway.has_in_hand(2)
            assert (await gateway.ask("/healthz")).body == b"ok\n"
            gateway.drain.begin()
            assert (await gateway.ask("/healthz")).status == 503
            gateway.hold.set()
            assert {(await line.answer()).status for line in held} == {200}

    async def test_costs_next_to_nothing(self) -> None:
        async with site() as gateway:
            line = await gateway.line(20 * request("/healthz"))
            assert {(await line.answer()).body for _ in range(20)} == {b"ok\n"}
            assert gateway.told_here == 0
            heard = await gateway.ask("/healthz")
            assert heard.headers["cache-control"] == "no-store"
            assert heard.headers["x-content-type-options"] == "nosniff"
            foreign = request("/healthz").replace(b"Host: 127.0.0.1", b"Host: example.org")
            assert (await ask(gateway.port, foreign)).status == 403

    async def test_is_not_told_while_all_threads_hang(self) -> None:
        async with site(threads=1, hung_s=0.05) as gateway:
            held = await gateway.line(request("/held"))
            await until(lambda: gateway.server._turns.hang)
            asked = asyncio.create_task(gateway.ask("/healthz"))
            await until(lambda: gateway.server._turns._to_be_told)
            assert not asked.done()
            gateway.hold.set()
            assert (await held.answer()).status == 200
            assert (await asked).body == b"ok\n"


class TestConnections:
    async def test_one_takes_many_requests(self) -> None:
        async with site() as gateway:
            line = await gateway.line(2 * request("/login") + request("/login", method="HEAD") + request("/healthz"))
            assert [(await line.answer()).status for _ in range(2)] == [200, 200]
            assert int((await line.answer(has_body=False)).headers["content-length"]) > 100
            assert (await line.answer()).body == b"ok\n"

    async def test_beyond_the_bound_the_longest_waiting_makes_room(self) -> None:
        async with site(connections=5, idle_s=PATIENCE_S) as gateway:
            stream = await gateway.follow(gateway.player())
            held = await gateway.line(request("/held"))
            await gateway.has_in_hand(1)
            waiting = [await gateway.line(HALF_A_HEAD) for _ in range(3)]
            await until(lambda: len(gateway.server._front._waiting) == 3)
            assert (await gateway.ask("/login")).status == 200
            assert await waiting[0].rest() == b""
            await waiting[2].send(b"kie: a=b\r\n\r\n")
            assert (await waiting[2].answer()).status == 302
            gateway.hold.set()
            assert (await held.answer()).status == 200
            await gateway.change()
            assert (await stream.event()).startswith(b"event: leaderboard")

    async def test_a_header_that_would_pass_for_another_is_dropped(self) -> None:
        async with site() as gateway:
            plain = request("/api/log-in/code", method="POST", body=b'{"email": "eve@example.org"}')
            for name, status in ((b"Sec_Fetch_Site", 200), (b"Sec-Fetch-Site", 403)):
                data = plain.replace(b"Host: 127.0.0.1", b"Host: 127.0.0.1\r\n" + name + b": cross-site")
                assert (await ask(gateway.port, data)).status == status

    @pytest.mark.parametrize(
        "rubbish", [b"\r\n\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\r\n\r\n", b"GET / HTTP/9\r\n\r\n"]
    )
    async def test_rubbish_is_refused(self, rubbish: bytes) -> None:
        async with site(idle_s=0.5) as gateway:
            assert await (await gateway.line(rubbish)).rest() in {b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"}


class TestStreams:
    async def test_a_thousand_are_no_threads_and_are_all_told(self) -> None:
        async with site() as gateway:
            (await gateway.follow(gateway.player())).close()
            threads = threading.active_count()
            secrets = [gateway.player(f"Player-{number}") for number in range(100)]
            streams = [await gateway.follow(secret) for secret in secrets for _ in range(10)]
            assert threading.active_count() < threads + Bounds().threads
            await gateway.change()
            told = await asyncio.gather(*(stream.event() for stream in streams))
            assert all(text.startswith(b"event: leaderboard") for text in told)
            # Those of one player are told from one call.
            assert len(gateway.live.sources) == 100
            assert (await gateway.ask("/", secrets[0])).status == 200

    async def test_one_too_many_is_refused_in_words_and_the_older_go_on(self) -> None:
        async with site(of_a_person=2, streams=3) as gateway:
            ada, ben, eve = (gateway.player(name) for name in ("Ada", "Ben", "Eve"))
            streams = [await gateway.follow(ada) for _ in range(2)]
            for secret, words, how in (
                (ada, "Close one", (429, "service/limit_reached")),
                (eve, "Try again", (503, "service/unavailable")),
            ):
                if secret == eve:
                    streams.append(await gateway.follow(ben))
                heard = await gateway.ask(gateway.path, secret)
                assert (heard.status, heard.json["code"]) == how
                assert int(heard.headers["retry-after"]) > 0
                assert words in heard.json["message"]
            await gateway.change()
            assert [(await stream.event())[:18] for stream in streams] == [b"event: leaderboard"] * 3

    async def test_which_is_over_however_it_ended_makes_room(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async with site(of_a_person=1) as gateway:
            secret = gateway.player()
            for _ in range(3):  # its browser goes
                (await gateway.follow(secret)).close()
                await until(lambda: not gateway.drain.open)
            for _ in range(3):  # there is nothing to tell
                line = await gateway.line(request("/api/events?match=unknown", cookie=secret))
                await line.head()
                assert [(await line.event())[:11] for _ in range(3)] == [OPENING[:11], b"event: gone", b""]
            for _ in range(3):  # it has no body
                head = request(gateway.path, cookie=secret, method="HEAD")
                assert (await ask(gateway.port, head, has_body=False)).status == 200
            for _ in range(3):  # nothing is named
                assert (await gateway.ask("/api/events", secret)).status == 422
            with monkeypatch.context() as broken:  # it fails
                broken.setattr(gateway.live, "tell", failing)
                for _ in range(3):
                    line = await gateway.line(request(gateway.path, cookie=secret))
                    assert (await line.head())[0] == 200
                    assert await line.rest() == b""
            (await gateway.follow(secret)).close()

    async def test_all_end_at_once_with_the_drain_and_none_begins(self) -> None:
        async with site() as gateway:
            secrets = [gateway.player(f"Player-{number}") for number in range(20)]
            streams = [await gateway.follow(secret) for secret in secrets for _ in range(10)]
            gateway.drain.begin()
            # Nothing tells the browsers to stay away: they come back to whoever serves next.
            assert await asyncio.gather(*(stream.event() for stream in streams)) == [b""] * 200
            late = await gateway.line(request(gateway.path, cookie=secrets[0]))
            await late.head()
            assert [await late.event() for _ in range(2)] == [OPENING, b""]

    async def test_have_the_headers_of_every_answer(self) -> None:
        async with site() as gateway:
            line = await gateway.line(request(gateway.path, cookie=gateway.player()))
            _, headers = await line.head()
            assert headers["cache-control"] == "no-store"
            assert headers["x-accel-buffering"] == "no"
            assert headers["x-content-type-options"] == "nosniff"
            assert "content-length" not in headers

    async def test_end_when_the_process_stops_and_answers_in_hand_are_given(self) -> None:
        async with site() as gateway:
            stream = await gateway.follow(gateway.player())
            held = await gateway.line(request("/held"))
            await gateway.has_in_hand(1)
            stopping = asyncio.create_task(gateway.server.stop(PATIENCE_S))
            assert await stream.event() == b""
            gateway.hold.set()
            assert (await held.answer()).status == 200
            await stopping
            assert await held.rest() == b""


async def failing(*_: object) -> AsyncIterator[bytes]:
    raise KeyError("nobody foresaw this")
    yield b""


def test_fewer_may_connect_where_few_files_may_be_open(monkeypatch: pytest.MonkeyPatch) -> None:
    from services.gateway import bounds  # noqa: PLC0415  # for its resource limits

    allowed: list[tuple[int, int]] = []
    monkeypatch.setattr(bounds.resource, "getrlimit", lambda _: (256, 1024))
    monkeypatch.setattr(bounds.resource, "setrlimit", lambda _, limits: allowed.append(limits))
    found = bounds.bounds_of_this_machine(Bounds())
    assert allowed == [(1024, 1024)]
    assert found.connections < 1024
    assert found.streams < found.connections - 128
    monkeypatch.setattr(bounds.resource, "getrlimit", lambda _: (1024, 20_000))
    assert bounds.bounds_of_this_machine(Bounds()) == Bounds()
    assert allowed[1][0] > Bounds().connections
    monkeypatch.setattr(bounds.resource, "getrlimit", lambda _: (64, 64))
    with pytest.raises(ConfigError, match="64 files may be open, and 256 are needed"):
        bounds.bounds_of_this_machine(Bounds())
