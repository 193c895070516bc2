"""The gateway as a process of the platform: it drains at once, comes back, and continues the browser's trace."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from fixtures.platform import Platform

from services.gateway.security import COOKIE

TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736"


class Browser:
    """Somebody who is logged in, by HTTP alone."""

    def __init__(self, platform: Platform) -> None:
        self._host = urlsplit(platform.address).netloc
        self.cookie = ""
        email = f"{uuid4().hex}@example.org"
        self.ask("POST", "/api/log-in/code", {"email": email})
        outbox = self.ask("GET", "/outbox")
        code = re.search(r"\b\d{6}\b", outbox[outbox.index(f"to {email}") :])
        assert code is not None
        self.id = self.ask("POST", "/api/log-in", {"email": email, "code": code[0]})["player"]["id"]

    @contextmanager
    def request(self, method: str, path: str, body: Any = None, **headers: str) -> Iterator[http.client.HTTPResponse]:
        connection = http.client.HTTPConnection(self._host, timeout=20)
        given = {"Content-Type": "application/json", "Cookie": self.cookie, **headers}
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, given)
            with connection.getresponse() as answer:
                yield answer
        finally:
            connection.close()

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        with self.request(method, path, body, **headers) as answer:
            text = answer.read().decode()
        assert answer.status < 400, text
        set_cookie = answer.headers.get("Set-Cookie", "")
        if set_cookie.startswith(COOKIE):
            self.cookie = set_cookie.split(";")[0]
        return json.loads(text) if answer.headers.get_content_type() == "application/json" else text

    def new_match(self, **headers: str) -> Any:
        (game,) = [game for game in self.ask("GET", "/api/games?name=5on15sq") if game["name"] == "5on15sq"]
        players = [self.id, "00000000000000000000000001"]
        body = {"game_id": game["id"], "player_ids": players, "request_id": uuid4().hex}
        return self.ask("POST", "/api/matches", body, **headers)


@pytest.fixture(scope="module")
def browser(platform: Platform) -> Browser:
    return Browser(platform)


def lines(answer: http.client.HTTPResponse) -> Iterator[str]:
    """The lines of an event stream, to its end."""
    while line := answer.readline():
        yield line.decode().rstrip("\n")


def test_a_drain_ends_the_streams_at_once_and_the_browser_is_told_when_to_come_back(
    platform: Platform, browser: Browser
) -> None:
    match = browser.new_match()
    gateway = platform.pid("gateway")
    assert gateway is not None
    with browser.request("GET", f"/api/events?match={match['id']}") as stream:
        assert stream.headers.get_content_type() == "text/event-stream"
        told = lines(stream)
        assert next(told) == "retry: 500"
        while next(told) != "event: match":
            pass
        os.kill(gateway, signal.SIGTERM)
        begun = time.monotonic()
        rest = list(told)
    # Less than a renewal of the stream's call takes: it did not end by itself.
    assert time.monotonic() - begun < 10
    assert "event: end" not in rest
    assert "event: gone" not in rest
    deadline = time.monotonic() + 30
    while platform.pid("gateway") in (gateway, None) or not is_healthy(browser):
        assert time.monotonic() < deadline, "the gateway did not come back"
        time.sleep(0.1)
    with browser.request("GET", f"/api/events?match={match['id']}") as again:
        assert "event: match" in [line for line, _ in zip(lines(again), range(3), strict=False)]


def is_healthy(browser: Browser) -> bool:
    try:
        with browser.request("GET", "/healthz") as answer:
            return answer.status == 200
    except OSError:
        return False


def test_the_browsers_trace_goes_on_behind_the_gateway(platform: Platform, browser: Browser) -> None:
    browser.new_match(traceparent=f"00-{TRACE_ID}-00f067aa0ba902b7-01")
    deadline = time.monotonic() + 10
    services: set[str] = set()
    while not {"gateway", "match", "rules"} <= services and time.monotonic() < deadline:
        for path in (platform.state / "traces").glob("*.jsonl"):
            if any(json.loads(line)["trace_id"] == TRACE_ID for line in path.read_text().splitlines()):
                services.add(path.stem)
        time.sleep(0.1)
    assert {"gateway", "match", "rules"} <= services


def test_one_address_is_all_that_a_bot_needs(platform: Platform, browser: Browser) -> None:
    told = browser.ask("GET", "/.well-known/redscience")
    assert told["grpc"]["match"] == platform.address_of("match")
    assert told["web"] == f"{platform.address}/"


def test_rubbish_never_gives_a_traceback(browser: Browser) -> None:
    for path in ("/api/games/%00", "/api/matches/%F0%9F%92%A9", "/games/..%2f..", "/api/events", "/login?next=%0d%0a"):
        with browser.request("GET", path) as answer:
            assert "Traceback" not in answer.read().decode()
        assert answer.status != 500, path
    for rules in ({"name": {"a": [1]}, "phases": 7}, {"board": {"size": [1e9, None, -1]}}, {"shapes": {"O": []}}):
        with browser.request("POST", "/api/factory/check", {"rule_set": rules}) as answer:
            assert json.loads(answer.read())["faults"]
        assert answer.status == 200
