"""Whether the Caddyfile leads as docs/hosting.md says: a real Caddy with it, before stand-ins of the services."""

from __future__ import annotations

import os
import re
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPResponse, HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import grpc
from fixtures.ports import free_ports

from manifests.agreement import HEALTH
from redscience.client.discovery import OFFERED

CADDYFILE = Path(__file__).parents[2] / "deploy" / "Caddyfile"
_MOST_BODY = 1_000_000
_PATIENCE_S = 30.0
# Certificates of its own, in a folder of its own, and nothing else of this machine.
_HERE = """{{
    admin off
    local_certs
    skip_install_trust
    auto_https disable_redirects
    storage file_system {}
}}
"""


@dataclass
class _Gateway:
    """Stands for the gateway: tells who it takes a client for, and streams events one by one."""

    seen: threading.Event = field(default_factory=threading.Event)

    def handler(self) -> type[BaseHTTPRequestHandler]:
        """Answers requests."""
        seen = self.seen

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                if self.path != "/events":
                    self._answer(f"{self.headers['Host']} {self.headers['X-Forwarded-For']}")
                    return
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Connection", "close")
                self.end_headers()
                self.wfile.write(b"data: first\n\n")
                self.wfile.flush()
                seen.wait(_PATIENCE_S)
                self.wfile.write(b"data: second\n\n")

            def do_POST(self) -> None:
                self._answer(str(len(self.rfile.read(int(self.headers["Content-Length"])))))

            def _answer(self, text: str) -> None:
                self.send_response(200)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                with suppress(BrokenPipeError):  # of a body that is too large the proxy wants no answer
                    self.wfile.write(text.encode())

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as its base has it
                pass

        return Handler


class _Called(grpc.GenericRpcHandler):
    """Stands for a service: answers every call with its own name and that of the method.

    Args:
        name: of it.
        seen: a stream goes on once this is set.
    """

    def __init__(self, name: str, seen: threading.Event) -> None:
        self._name, self._seen = name, seen

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:
        """How a call is answered."""
        told = f"{self._name} {handler_call_details.method}".encode()

        def stream(*_: object) -> Iterator[bytes]:
            yield told
            self._seen.wait(_PATIENCE_S)
            yield told if self._seen.is_set() else b"nobody has seen the first"

        if handler_call_details.method.endswith("/Watch"):
            return grpc.unary_stream_rpc_method_handler(stream)
        return grpc.unary_unary_rpc_method_handler(lambda *_: told)


def problems(caddy: Path) -> Iterator[str]:
    """All that is wrong."""
    with _running(caddy) as (pages, programs, gateway, root):
        yield from _pages(pages, gateway, root)
        yield from _programs(programs, gateway.seen, root)


def _pages(port: int, gateway: _Gateway, root: Path) -> Iterator[str]:
    trusted = ssl.create_default_context(cafile=str(root))

    def asked(method: str, path: str, body: bytes | None = None) -> HTTPResponse:
        connection = HTTPSConnection("localhost", port, context=trusted, timeout=_PATIENCE_S)
        connection.request(method, path, body, {"X-Forwarded-For": "192.0.2.1"})
        return connection.getresponse()

    said = asked("GET", "/").read().decode()
    if said != f"localhost:{port} 127.0.0.1":
        yield f"Caddyfile: the gateway takes Host and client for {said}"
    events = asked("GET", "/events")
    if events.readline() != b"data: first\n":
        yield "Caddyfile: an event waits for the next"
    gateway.seen.set()
    if b"data: second" not in events.read():
        yield "Caddyfile: a stream is cut off"
    if (status := asked("POST", "/", bytes(_MOST_BODY)).status) != 200:
        yield f"Caddyfile: a body of {_MOST_BODY} bytes is answered with {status}"
    if (status := asked("POST", "/", bytes(2 * _MOST_BODY)).status) != 413:
        yield f"Caddyfile: a body of {2 * _MOST_BODY} bytes is answered with {status}, not 413"


def _programs(port: int, seen: threading.Event, root: Path) -> Iterator[str]:
    with grpc.secure_channel(f"localhost:{port}", grpc.ssl_channel_credentials(root.read_bytes())) as channel:
        for name in OFFERED:
            for service in HEALTH[name]:
                wanted = [f"{name} /{service}/{method}".encode() for method in ("Get", "Watch", "Watch")]
                if (told := _said(channel, service, seen)) != wanted:
                    yield f"Caddyfile: {service} is answered with {told}"
        try:
            channel.unary_unary("/redscience.api.house.v1.HouseService/Hint")(b"", timeout=_PATIENCE_S)
        except grpc.RpcError as error:
            if error.code() is not grpc.StatusCode.UNIMPLEMENTED:
                yield f"Caddyfile: what is not offered is answered with {error.code()}"
        else:
            yield "Caddyfile: what is not offered is answered"


def _said(channel: grpc.Channel, service: str, seen: threading.Event) -> list[bytes]:
    """What is answered to a call and on a stream, or why not."""
    seen.clear()
    try:
        told = [channel.unary_unary(f"/{service}/Get")(b"", timeout=_PATIENCE_S)]
        for each in channel.unary_stream(f"/{service}/Watch")(b"", timeout=2 * _PATIENCE_S):
            told.append(each)
            seen.set()
    except grpc.RpcError as error:
        return [str(error.details()).encode()]
    return told


@contextmanager
def _running(caddy: Path) -> Iterator[tuple[int, int, _Gateway, Path]]:
    """The ports for pages and programs, who stands for the gateway, and the certificate to trust."""
    with TemporaryDirectory() as folder, ExitStack() as opened:
        gateway, upstreams = _Gateway(), dict[str, int]()
        server = ThreadingHTTPServer(("127.0.0.1", 0), gateway.handler())
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        opened.callback(server.shutdown)
        upstreams["gateway:8000"] = server.server_port
        for name in OFFERED:
            service = grpc.server(ThreadPoolExecutor(2), handlers=[_Called(name, gateway.seen)])
            upstreams[f"{name}:7000"] = service.add_insecure_port("127.0.0.1:0")
            service.start()
            opened.callback(service.stop, 0)
        pages, programs = free_ports(2)
        file, kept = Path(folder) / "Caddyfile", Path(folder) / "kept"
        file.write_text(_HERE.format(kept) + _moved(CADDYFILE.read_text(), upstreams, pages, programs))
        command = [str(caddy), "run", "--config", str(file), "--adapter", "caddyfile"]
        log = opened.enter_context((Path(folder) / "log").open("wb"))
        process = subprocess.Popen(command, env={**os.environ, "HOME": folder}, stdout=log, stderr=log)
        opened.callback(process.wait)
        opened.callback(process.kill)
        root = kept / "pki" / "authorities" / "local" / "root.crt"
        _until(lambda: root.exists() and _is_open(pages, root) and _is_open(programs, root), Path(folder) / "log")
        yield pages, programs, gateway, root


def _moved(text: str, upstreams: Mapping[str, int], pages: int, programs: int) -> str:
    """The same, with the addresses of this machine."""
    for upstream, port in upstreams.items():
        assert upstream in text, f"the Caddyfile leads nobody to {upstream}"
        text = text.replace(upstream, f"127.0.0.1:{port}")
    text = text.replace("{$HOST}:8443", f"https://localhost:{programs}")
    return re.sub(r"^\{\$HOST\} ", f"https://localhost:{pages} ", text, flags=re.MULTILINE)


def _is_open(port: int, root: Path) -> bool:
    try:
        connection = HTTPSConnection("localhost", port, context=ssl.create_default_context(cafile=str(root)), timeout=2)
        connection.connect()
        connection.close()
    except OSError:
        return False
    return True


def _until(holds: Callable[[], bool], log: Path) -> None:
    give_up_at = time.monotonic() + _PATIENCE_S
    while not holds():
        assert time.monotonic() < give_up_at, log.read_text()[-2000:]
        time.sleep(0.05)
