"""A request as WSGI has it, and the whole answer of an application."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from urllib.parse import quote, unquote_to_bytes

from tornado.httputil import HTTPHeaders, RequestStartLine

Environ = dict[str, Any]
App = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

_ASCII = "".join(map(chr, range(128)))
# What only tells how the body came; the application is given all of it.
_OF_THE_CONNECTION = frozenset({"Content-Type", "Content-Length", "Transfer-Encoding", "Connection", "Expect"})


@dataclass(slots=True)
class Answer:
    """What an application has answered.

    Attributes:
        status: with its words: "200 OK".
    """

    status: str = ""
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes = b""


def environ_of(start: RequestStartLine, headers: HTTPHeaders, *, address: str, client: str, scheme: str) -> Environ:
    """The environment of a request that has no body; it came to `address`, `host:port`, from the host `client`."""
    path, _, query = start.path.partition("?")
    host, _, port = address.rpartition(":")
    return {
        "REQUEST_METHOD": start.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": quote(query.encode("latin-1", "replace"), safe=_ASCII),
        "SERVER_NAME": host,
        "SERVER_PORT": port,
        "REMOTE_ADDR": client,
        "SERVER_PROTOCOL": start.version,
        "CONTENT_TYPE": headers.get("Content-Type", ""),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scheme,
        "wsgi.input": BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    } | {_variable(name): _passed_on(name, value) for name, value in headers.items() if _is_passed_on(name)}


def with_body(environ: Environ, body: bytes) -> Environ:
    """The environment of a request with this body."""
    return environ | {"CONTENT_LENGTH": str(len(body)), "wsgi.input": BytesIO(body)}


def answer_of(app: App, environ: Environ) -> Answer:
    """The whole answer to a request. Blocks as long as the application takes."""
    answer = Answer()

    def start_response(status: str, headers: list[tuple[str, str]], _: object = None) -> None:
        answer.status, answer.headers = status, headers

    chunks = app(environ, start_response)
    try:
        answer.body = b"".join(chunks)
    finally:
        close = getattr(chunks, "close", None)
        if close is not None:
            close()
    return answer


def _passed_on(name: str, value: str) -> str:
    """A header's value; of cookies, those of other sites among them, with a sign in place of what is no UTF-8.

    Else none of them could be read.
    """
    if name != "Cookie":
        return value
    return value.encode("latin-1", "replace").decode("utf-8", "replace").encode().decode("latin-1")


def _variable(name: str) -> str:
    return "HTTP_" + name.upper().replace("-", "_")


def _is_passed_on(name: str) -> bool:
    # `X_Y` would be taken for `X-Y`, which a proxy may vouch for.
    return "_" not in name and name not in _OF_THE_CONNECTION
