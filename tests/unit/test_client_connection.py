"""A platform is found by the address of its pages, and what is no platform is said to be none."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import grpc
import pytest
from fixtures.patience import PATIENCE_S
from fixtures.ports import free_ports

from redscience.client.channels import channel
from redscience.client.connection import connected
from redscience.client.discovery import WELL_KNOWN, found, is_loopback, is_secure, normal_address
from redscience.errors import InvalidField, NotLoggedIn, Unavailable

ADDRESSES = {name: f"127.0.0.1:{number}" for number, name in enumerate(("players", "rules", "match", "rating"), 9001)}


@contextmanager
def answering(status: int, body: str) -> Iterator[str]:
    """Something that answers so at the address that bots ask; gives the address of its pages."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == WELL_KNOWN else 404)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("ending", ["", "/"])
def test_the_services_of_a_platform_are_found(ending: str) -> None:
    with answering(200, json.dumps({"grpc": ADDRESSES | {"later": "elsewhere:1"}, "web": "…"})) as server:
        assert found(normal_address(server + ending)) == ADDRESSES


@pytest.mark.parametrize(
    ("status", "body", "why"),
    [
        (404, "", "There is no redscience at"),
        (503, "", "There is no redscience at"),
        (200, "<html>", "what answers there is something else"),
        (200, "[]", "what answers there is something else"),
        (200, "{}", "what answers there is something else"),
        (200, '{"grpc": null}', "what answers there is something else"),
        (200, json.dumps({"grpc": {"match": "127.0.0.1:1"}}), "what answers there is something else"),
    ],
)
def test_what_is_no_platform_is_said_to_be_none(status: int, body: str, why: str) -> None:
    with answering(status, body) as server, pytest.raises(Unavailable, match=why):
        found(server)


def test_no_proxy_leads_to_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    (port,) = free_ports(1)
    for name in ("http_proxy", "https_proxy", "grpc_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{port}")
    monkeypatch.delenv("no_proxy", raising=False)
    with answering(200, json.dumps({"grpc": ADDRESSES})) as server:
        assert found(server) == ADDRESSES
    answered = grpc.server(ThreadPoolExecutor(1))
    here = answered.add_insecure_port("127.0.0.1:0")
    answered.start()
    with channel(f"localhost:{here}") as called:
        grpc.channel_ready_future(called).result(PATIENCE_S)
    answered.stop(None).wait(PATIENCE_S)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "::1"])
def test_what_is_this_machine(host: str) -> None:
    assert is_loopback(host)
    assert not is_loopback(host.replace("1", "8").replace("localhost", "example.org"))


def test_where_nobody_is_there_is_none() -> None:
    (port,) = free_ports(1)
    with pytest.raises(Unavailable, match=r"Connection refused\. Start one with redscience up, or name another"):
        found(f"http://127.0.0.1:{port}")


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("http://Example.org/", "http://example.org"),
        ("https://example.org/there/", "https://example.org/there"),
    ],
)
def test_an_address_has_one_form(text: str, address: str) -> None:
    assert normal_address(text) == address
    assert is_secure(address) == text.startswith("https:")


@pytest.mark.parametrize(
    "text",
    [
        "file:///etc/passwd",
        "ftp://example.org",
        "",
        "http://",
        "http://[",
        "two words",
        "ü",
        "http://here:abc",
        "here:70000",
        "here:0",
    ],
)
def test_what_is_no_address_is_said_so(text: str) -> None:
    with pytest.raises(InvalidField, match=r"is no address of a server\. Write it as http://127\.0\.0\.1:8000"):
        normal_address(text)


async def test_what_is_no_secret_is_said_so() -> None:
    with pytest.raises(NotLoggedIn, match="This secret has signs in it that no secret has"):
        async with connected("http://127.0.0.1:1", "caf\udce9"):
            pass
