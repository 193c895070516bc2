"""Celery's messages in a folder are whole or not there, and each is taken once."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from kombu import Connection

from services.kit.broker import celery_app
from services.kit.folder_broker import transport_options
from services.match.deadlines import Due
from services.match.tasks import EXPIRE_TURN, hand_over
from services.match.worker import QUEUE


def connect(root: Path) -> Connection:
    return Connection(
        "filesystem://localhost",
        transport="services.kit.folder_broker:Transport",
        transport_options=transport_options(root),
    )


@pytest.fixture
def connections(tmp_path: Path) -> Iterator[tuple[Connection, Connection]]:
    with connect(tmp_path) as here, connect(tmp_path) as there:
        yield here, there


def test_each_message_is_taken_once_and_in_order(connections: tuple[Connection, Connection]) -> None:
    here, there = (connection.SimpleQueue("q") for connection in connections)
    for number in range(5):
        here.put({"number": number})
    taken = [queue.get_nowait().payload["number"] for queue in (here, there, here, there, here)]
    assert taken == [0, 1, 2, 3, 4]
    for queue in (here, there):
        with pytest.raises(queue.Empty):
            queue.get_nowait()
        queue.close()


def test_what_cannot_be_read_is_dropped(connections: tuple[Connection, Connection], tmp_path: Path) -> None:
    queue = connections[0].SimpleQueue("q")
    (tmp_path / "0_broken.q.msg").write_bytes(b"")
    (tmp_path / "9_unfinished.q.unfinished").write_bytes(b"{")
    queue.put("whole")
    assert queue.get_nowait().payload == "whole"
    assert [path.name for path in tmp_path.iterdir()] == ["9_unfinished.q.unfinished"]
    queue.close()


def test_a_folder_that_is_lost_is_made_again(connections: tuple[Connection, Connection], tmp_path: Path) -> None:
    queue = connections[0].SimpleQueue("q")
    queue.put("lost")
    shutil.rmtree(tmp_path)
    with pytest.raises(queue.Empty):
        queue.get_nowait()
    queue.put("found")
    assert queue.get_nowait().payload == "found"
    queue.close()


def test_a_deadline_is_handed_over_by_reference(tmp_path: Path) -> None:
    app = celery_app(f"filesystem://{tmp_path}", QUEUE)
    hand_over(app, Due("01J0000000000000000000TEST", 17))
    app.close()
    with connect(tmp_path) as connection:
        queue = connection.SimpleQueue(QUEUE)
        message = queue.get_nowait()
        assert message.headers["task"] == EXPIRE_TURN
        assert message.payload[0] == ["01J0000000000000000000TEST", 17]
        queue.close()
