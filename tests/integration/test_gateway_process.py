"""The gateway as a process of the platform: it drains at once, comes back, and continues the browser's trace."""

from __future__ import annotations

import http.client
import json
import os
import signal
import time
from collections.abc import Iterator

import pytest
from fixtures.patience import PATIENCE_S
from fixtures.platform import Platform
from fixtures.web_client import WebClient

TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736"


@pytest.fixture(scope="module")
def browser(platform: Platform) -> WebClient:
    return WebClient(platform)


def lines(answer: http.client.HTTPResponse) -> Iterator[str]:
    """The lines of an event stream, to its end."""
    while line := answer.readline():
        yield line.decode().rstrip("\n")


def test_a_drain_ends_the_streams_at_once_and_the_browser_is_told_when_to_come_back(
    platform: Platform, browser: WebClient
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
        rest = list(told)
    # Nothing but the drain ended it, and it did not wait for a beat.
    assert "event: beat" not in rest
    assert "event: end" not in rest
    assert "event: gone" not in rest
    deadline = time.monotonic() + PATIENCE_S
    while platform.pid("gateway") in (gateway, None) or not is_healthy(browser):
        assert time.monotonic() < deadline, "the gateway did not come back"
        time.sleep(0.1)
    with browser.request("GET", f"/api/events?match={match['id']}") as again:
        assert "event: match" in [line for line, _ in zip(lines(again), range(3), strict=False)]


def is_healthy(browser: WebClient) -> bool:
    try:
        with browser.request("GET", "/healthz") as answer:
            return answer.status == 200
    except OSError:
        return False


def test_the_browsers_trace_goes_on_behind_the_gateway(platform: Platform, browser: WebClient) -> None:
    traceparent = f"00-{TRACE_ID}-00f067aa0ba902b7-01"
    browser.ask("GET", "/api/games?name=5on15sq", traceparent=traceparent)
    browser.new_match(traceparent=traceparent)
    deadline = time.monotonic() + PATIENCE_S
    services: set[str] = set()
    while not {"gateway", "match", "rules"} <= services and time.monotonic() < deadline:
        services = {span["service"] for span in platform.spans(TRACE_ID)}
        time.sleep(0.1)
    assert {"gateway", "match", "rules"} <= services


def test_one_address_is_all_that_a_bot_needs(platform: Platform, browser: WebClient) -> None:
    told = browser.ask("GET", "/.well-known/redscience")
    assert told["grpc"]["match"] == platform.address_of("match")
    assert told["web"] == f"{platform.address}/"


def test_rubbish_never_gives_a_traceback(browser: WebClient) -> None:
    for path in ("/api/games/%00", "/api/matches/%F0%9F%92%A9", "/games/..%2f..", "/api/events", "/login?next=%0d%0a"):
        with browser.request("GET", path) as answer:
            assert "Traceback" not in answer.read().decode()
        assert answer.status != 500, path
    for rules in ({"name": {"a": [1]}, "phases": 7}, {"board": {"size": [1e9, None, -1]}}, {"shapes": {"O": []}}):
        with browser.request("POST", "/api/factory/check", {"rule_set": rules}) as answer:
            assert json.loads(answer.read())["faults"]
        assert answer.status == 200
