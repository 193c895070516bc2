"""What processes log: a JSON object a line, which match and which trace where there is one, and nothing secret."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from fixtures.databases import sqlite_only
from fixtures.person import Person, until
from fixtures.platform import Platform

from redscience.api.match.v1 import match_pb2 as mp

SERVICES = ("rules", "players", "match", "chaos", "rating", "gateway", "worker")


@pytest.fixture
def anna(platform: Platform) -> Iterator[Person]:
    with ExitStack() as channels:
        yield Person(platform, f"anna-{time.time_ns()}@example.org", channels)


def logged(platform: Platform) -> list[dict[str, Any]]:
    """What has been logged. The services live: what follows the last line's end is a line that is being written."""
    return [
        json.loads(line)
        for name in SERVICES
        for line in (platform.state / "logs" / f"{name}.log").read_text().rpartition("\n")[0].splitlines()
    ]


def query(platform: Platform, service: str, sql: str) -> list[str]:
    database = platform.state / "databases" / f"{service}.sqlite"
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return [str(value) for row in connection.execute(sql) for value in row]


def secrets_of(platform: Platform, anna: Person) -> dict[str, list[str]]:
    """What must be in no log, by what it is."""
    keys = platform.state / "keys"
    mails = query(platform, "players", "SELECT body FROM mail")
    return {
        "seeds": query(platform, "match", "SELECT seed FROM matches"),
        "e-mail addresses": query(platform, "players", 'SELECT "to" FROM mail'),
        "codes": [code for body in mails for code in re.findall(r"\b\d{6}\b", body)],
        "links": [link for body in mails for link in re.findall(r"secret=(\S+)", body)],
        "secrets of sessions": [anna.secret],
        "access tokens": [anna._metadata[0][1].removeprefix("Bearer ")],
        "keys and passwords": [
            _text(file) for pattern in ("*.secret", "*.nats", "*.key") for file in keys.glob(pattern)
        ],
        "private keys": [line for line in _text(keys / "private.pem").splitlines() if "-" not in line],
    }


def _text(file: Path) -> str:
    return file.read_text().strip()


@sqlite_only
def test_nothing_secret_is_logged(platform: Platform, anna: Person) -> None:
    match = anna.begin(anna.game("Tic-Tac-Toe"))
    anna.leave(match.id)
    until(lambda: anna.look(match.id).status == mp.STATUS_ENDED)
    lines = [{key: value for key, value in line.items() if key != "at"} for line in logged(platform)]
    # The worker is loaded when a clock has run out: in the tests that came before, if any.
    assert set(SERVICES) - {line["service"] for line in lines} <= {"worker"}
    text = "\n".join(json.dumps(line) for line in lines)
    for what, secrets in secrets_of(platform, anna).items():
        assert secrets, what
        found = [secret for secret in secrets if re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", text)]
        assert not found, f"{len(found)} {what} are in the logs"
