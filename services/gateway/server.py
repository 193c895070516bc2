"""The server: connections and event streams on an event loop, the application in a few threads.

The application is given a request when all of it is there and its sender's turn has come, and is done with it when its
answer is made, before that is sent: whoever is slow holds a connection and some kilobytes, never a thread. The event
loop writes the event streams.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from email.utils import formatdate
from functools import partial
from http import HTTPStatus
from socket import socket
from typing import cast

from tornado.http1connection import HTTP1Connection
from tornado.httpserver import HTTPServer
from tornado.httputil import (
    HTTPConnection,
    HTTPHeaders,
    HTTPMessageDelegate,
    HTTPServerConnectionDelegate,
    RequestStartLine,
    ResponseStartLine,
)
from tornado.iostream import StreamClosedError
from tornado.netutil import bind_sockets
from werkzeug.exceptions import RequestEntityTooLarge, RequestHeaderFieldsTooLarge

from redscience.errors import RedscienceError, Unavailable
from services.gateway.admission import Admitted, admitted_by
from services.gateway.askers import Askers
from services.gateway.bounds import Bounds
from services.gateway.drain import Drain
from services.gateway.events import OPENING, Live
from services.gateway.failures import refused
from services.gateway.security import HEADERS, names_loopback
from services.gateway.sessions import Sessions
from services.gateway.turns import Turns
from services.gateway.wsgi import Answer, App, Environ, answer_of, environ_of, with_body

log = logging.getLogger(__name__)

BACKLOG = 1024
HEALTH = "/healthz"
_WELL = Answer(
    "200 OK",
    [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store"), *HEADERS.items()],
    b"ok\n",
)
"""What the application would say: whoever asks a thousand times at once costs nobody else a second."""


class Server:
    """Serves an application and the event streams that it lets in.

    Args:
        app: the application.
        live: what is told on event streams.
        drain: ends them.
        bounds: what clients may take.
        sessions: by which those who ask are told apart.
        scheme: by which browsers come here, "http" or "https".
    """

    def __init__(self, app: App, live: Live, drain: Drain, bounds: Bounds, sessions: Sessions, *, scheme: str) -> None:
        self._app = app
        self._live = live
        self._drain = drain
        self._bounds = bounds
        self._scheme = scheme
        self._address = ""
        self._threads = ThreadPoolExecutor(bounds.threads, thread_name_prefix="application")
        self._front = _Front(self, bounds)
        self._http = HTTPServer(
            self._front,
            idle_connection_timeout=bounds.idle_s,
            body_timeout=bounds.body_s,
            max_header_size=2 * bounds.head_bytes,
            max_body_size=4 * bounds.body_bytes,
            max_buffer_size=2 * bounds.piece_bytes,
            chunk_size=bounds.piece_bytes,
        )
        # What it says at info is about clients that are broken.
        logging.getLogger("tornado").setLevel(logging.WARNING)
        self._askers = Askers(sessions, behind_proxy=scheme == "https")
        self._turns = Turns(bounds)
        self._here = asyncio.Lock()
        self._answering: set[asyncio.Task[None]] = set()

    def listen(self, address: str) -> list[socket]:
        """Takes connections at `host:port`.

        Raises:
            OSError: the address cannot be used.
        """
        host, _, port = address.rpartition(":")
        sockets = bind_sockets(int(port), host.strip("[]"), backlog=BACKLOG)
        self._address = address
        self._http.add_sockets(sockets)
        return sockets

    async def stop(self, grace_s: float) -> None:
        """Ends the event streams at once, gives other answers some time, then closes every connection."""
        self._http.stop()
        self._drain.begin()
        if self._answering:
            await asyncio.wait(self._answering, timeout=grace_s)
        await self._http.close_all_connections()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def environ(self, connection: HTTP1Connection, start: RequestStartLine, headers: HTTPHeaders) -> Environ:
        """The environment of a request."""
        client = str(getattr(connection.context, "remote_ip", ""))
        return environ_of(start, headers, address=self._address, client=client, scheme=self._scheme)

    def begin_answer(self, connection: HTTP1Connection, environ: Environ, made: Callable[[], None]) -> None:
        """Answers a request that is there in whole; calls `made` when nothing of its body is needed any more."""
        task = asyncio.create_task(self._answer(connection, environ, made))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _answer(self, connection: HTTP1Connection, environ: Environ, made: Callable[[], None]) -> None:
        try:
            try:
                answer = await self._ask(connection, environ)
            finally:
                # Before it is sent: whoever takes it slowly keeps no body here.
                environ["wsgi.input"].close()
                made()
            admitted = admitted_by(environ)
            if admitted is None:
                await self._send(connection, answer)
            else:
                await self._carry(connection, environ, answer, admitted)
        except (StreamClosedError, TimeoutError):
            connection.close()
        except Exception:
            log.exception("a request could not be answered")
            connection.close()

    async def _ask(self, connection: HTTP1Connection, environ: Environ) -> Answer:
        """The application's answer; a refusal, made on the event loop after a moment, where too many wait for one.

        Raises:
            StreamClosedError: the client has gone before its turn came.
        """
        if environ["PATH_INFO"] == HEALTH:
            return await self._health(connection, environ)
        asker = self._askers.of(environ)
        try:
            place = self._turns.line_up(asker)
            connection.set_close_callback(partial(self._turns.give_up, place))
            await place.come
        except RedscienceError as refusal:
            # Whoever asks again as soon as they are refused would keep the event loop busy with that.
            await asyncio.sleep(self._bounds.refusal_s)
            return await self._told_here(connection, environ, refusal)
        finally:
            connection.set_close_callback(None)
        try:
            _check_open(connection)
            return await asyncio.get_running_loop().run_in_executor(self._threads, answer_of, self._app, environ)
        finally:
            self._turns.leave(asker)

    async def _health(self, connection: HTTP1Connection, environ: Environ) -> Answer:
        """Whether this process takes requests, told by the event loop; nothing while all threads hang."""
        if self._turns.hang:
            await self._turns.until_one_moves()
        may_ask = self._scheme == "https" or names_loopback(environ.get("HTTP_HOST", ""))
        is_well = may_ask and environ["REQUEST_METHOD"] == "GET" and not self._drain.begun
        return _WELL if is_well else await self._told_here(connection, environ)

    async def _told_here(
        self, connection: HTTP1Connection, environ: Environ, refusal: RedscienceError | None = None
    ) -> Answer:
        """An answer that the event loop has made itself, one in each of its rounds: thousands may be asked for at once.

        Raises:
            StreamClosedError: the client has gone before.
        """
        async with self._here:
            await asyncio.sleep(0)
            _check_open(connection)
            return answer_of(self._app, refused(environ, refusal) if refusal else environ)

    async def _send(self, connection: HTTP1Connection, answer: Answer) -> None:
        size = self._bounds.piece_bytes
        headers = _headers_of(answer)
        if "Content-Length" not in headers:
            headers["Content-Length"] = str(len(answer.body))
        await self._taken(connection.write_headers(_start_of(answer), headers, answer.body[:size]))
        for begin in range(size, len(answer.body), size):
            await self._taken(connection.write(answer.body[begin : begin + size]))
        connection.finish()

    async def _carry(self, connection: HTTP1Connection, environ: Environ, answer: Answer, admitted: Admitted) -> None:
        """Writes an event stream until it ends, the browser goes, or the drain begins."""
        task = cast("asyncio.Task[None]", asyncio.current_task())

        def gone() -> None:
            task.cancel()

        def end() -> None:
            connection.finish()  # thousands may end together: what their browsers wait for is sent first
            task.cancel()

        try:
            if connection.stream.closed():
                return
            connection.set_close_callback(gone)
            with self._drain.ends(end):
                await self._taken(connection.write_headers(_start_of(answer), _headers_of(answer)))
                if environ["REQUEST_METHOD"] == "GET":
                    await self._tell(connection, admitted)
            connection.finish()
        except asyncio.CancelledError:
            pass  # nobody else cancels: it has ended
        finally:
            admitted.leave()

    async def _tell(self, connection: HTTP1Connection, admitted: Admitted) -> None:
        if self._drain.begun:
            await self._taken(connection.write(OPENING))
            return
        async with aclosing(self._live.tell(admitted.followed, admitted.secret)) as events:
            async for event in events:
                await self._taken(connection.write(event))

    async def _taken(self, written: Awaitable[None]) -> None:
        """Waits until the client has room for what was written.

        Raises:
            TimeoutError: it takes too long.
            StreamClosedError: it has gone.
        """
        async with asyncio.timeout(self._bounds.slow_s):
            await written


class _Front(HTTPServerConnectionDelegate):
    """All connections, and those of them whose next request is not there in whole, in the order of their waiting."""

    def __init__(self, server: Server, bounds: Bounds) -> None:
        self._server = server
        self._bounds = bounds
        self._open: set[object] = set()
        self._waiting: dict[object, HTTP1Connection] = {}
        self._held_bytes = 0

    def start_request(self, server_conn: object, request_conn: HTTPConnection) -> HTTPMessageDelegate:
        """A connection waits for its next request."""
        connection = cast("HTTP1Connection", request_conn)
        self._open.add(server_conn)
        self._waiting[server_conn] = connection
        if len(self._open) > self._bounds.connections:
            next(iter(self._waiting.values())).close()
        return _Request(self, self._server, (server_conn, connection), self._bounds)

    def on_close(self, server_conn: object) -> None:
        """A connection is closed."""
        self._open.discard(server_conn)
        self._waiting.pop(server_conn, None)

    def has_come(self, server_conn: object) -> None:
        """A connection waits for its next request no more."""
        self._waiting.pop(server_conn, None)

    def hold(self, size: int) -> bool:
        """Counts what is held of a body; whether there is room for it."""
        has_room = self._held_bytes + size <= self._bounds.held_bytes
        self._held_bytes += size if has_room else 0
        return has_room

    def release(self, size: int) -> None:
        """So much is held no more."""
        self._held_bytes -= size


class _Request(HTTPMessageDelegate):
    """A request that comes in."""

    def __init__(self, front: _Front, server: Server, on: tuple[object, HTTP1Connection], bounds: Bounds) -> None:
        self._front = front
        self._server = server
        self._server_conn, self._connection = on
        self._bounds = bounds
        self._environ: Environ = {}
        self._body = bytearray()
        self._refusal: Exception | None = None

    def headers_received(self, start_line: RequestStartLine | ResponseStartLine, headers: HTTPHeaders) -> None:
        """The head is there."""
        start = cast("RequestStartLine", start_line)
        self._environ = self._server.environ(self._connection, start, headers)
        if len(start.path) + sum(len(name) + len(value) for name, value in headers.get_all()) > self._bounds.head_bytes:
            self._refuse(RequestHeaderFieldsTooLarge())

    def data_received(self, chunk: bytes) -> None:
        """A part of the body; that of a refused request is read and dropped, so that its sender reads the refusal."""
        if self._refusal is not None:
            return
        if len(self._body) + len(chunk) > self._bounds.body_bytes:
            self._refuse(RequestEntityTooLarge())
        elif self._front.hold(len(chunk)):
            self._body += chunk
        else:
            self._refuse(Unavailable("Too much is being sent now. Try again in a moment."))

    def finish(self) -> None:
        """The request is there in whole."""
        self._front.has_come(self._server_conn)
        environ = with_body(self._environ, bytes(self._body))
        release = partial(self._front.release, len(self._body))
        self._body.clear()
        self._server.begin_answer(
            self._connection, refused(environ, self._refusal) if self._refusal else environ, release
        )

    def on_connection_close(self) -> None:
        """The rest will not come."""
        self._drop_body()

    def _refuse(self, refusal: Exception) -> None:
        self._refusal = refusal
        self._drop_body()

    def _drop_body(self) -> None:
        self._front.release(len(self._body))
        self._body.clear()


def _check_open(connection: HTTP1Connection) -> None:
    """Raises `StreamClosedError` where the client has gone."""
    if connection.stream.closed():
        raise StreamClosedError


def _start_of(answer: Answer) -> ResponseStartLine:
    code, _, words = answer.status.partition(" ")
    return ResponseStartLine("HTTP/1.1", int(code), words or HTTPStatus(int(code)).phrase)


def _headers_of(answer: Answer) -> HTTPHeaders:
    headers = HTTPHeaders({"Date": formatdate(usegmt=True)})
    for name, value in answer.headers:
        headers.add(name, value)
    return headers
