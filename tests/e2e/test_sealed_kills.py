"""A sealed plan outlives whatever is killed while it waits, and nobody learns that it was made."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from fixtures.person import Person, until
from fixtures.platform import Platform

from redscience.api.match.v1 import match_pb2 as mp

GAME = "4P-TrendSetter"


@pytest.fixture
def people(platform: Platform) -> Iterator[tuple[Person, Person]]:
    with ExitStack() as channels:
        dora, emil = (Person(platform, f"{name}-{time.time_ns()}@example.org", channels) for name in ("dora", "emil"))
        yield dora, emil


@contextmanager
def silent(platform: Platform, part: str) -> Iterator[None]:
    """A part of the platform that neither answers nor ends."""
    pid = platform.pid(part)
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def known(match: mp.Match) -> mp.Match:
    """What is told of a match, but for the time: while the service is down, time is given back."""
    timeless = mp.Match()
    timeless.CopyFrom(match)
    timeless.now_ms = timeless.due_at_ms = 0
    return timeless


def test_a_plan_is_kept_and_not_told_while_the_match_service_is_killed(
    platform: Platform, people: tuple[Person, Person]
) -> None:
    dora, emil = people
    with silent(platform, "chaos"):
        match = dora.begin(dora.game(GAME), others=3)
        before = emil.look(match.id)
        legal = json.loads(match.view)["legal"]
        dora.play(match, legal[0]["move"])
        planned = dora.look(match.id)
        assert [move["move"] for move in json.loads(planned.view)["plan"]] == [legal[0]["move"]]
        for part in ("match", "nats", "match"):
            platform.kill(part)
            assert known(dora.look(match.id)) == known(planned)
            assert known(emil.look(match.id)) == known(before)
    over = until(lambda: (seen := emil.look(match.id)).status == mp.STATUS_ENDED and seen)
    assert over.reason == mp.REASON_RULES
    assert dora.record(match.id).turns[0].seats == [match.viewer]
