"""Handing work to a Redis that stands still."""

from __future__ import annotations

import socket

import pytest
from kombu.exceptions import OperationalError

from services.kit import broker
from services.kit.broker import celery_app


def test_a_redis_that_takes_connections_and_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(broker._REDIS, "socket_timeout", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        app = celery_app(f"redis://127.0.0.1:{silent.getsockname()[1]}/0", "q")
        with app, pytest.raises(OperationalError, match=r"[Tt]ime"):
            app.send_task("work", retry=False)


def test_it_is_given_up_within_seconds_by_itself() -> None:
    app = celery_app("redis://127.0.0.1:9/0", "its own")
    assert 0 < app.conf.broker_transport_options["socket_timeout"] <= 10
    assert 0 < app.conf.broker_transport_options["socket_connect_timeout"] <= 10
