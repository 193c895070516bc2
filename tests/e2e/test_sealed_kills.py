"""A sealed plan outlives whatever is killed while it waits, and nobody learns that it was made."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from fixtures.person import Person
from fixtures.platform import Platform

from redscience import families
from redscience.api.match.v1 import match_pb2 as mp

GAME = "4P-TrendSetter"
LONGEST_S = 300


@pytest.fixture
def people(platform: Platform) -> Iterator[list[Person]]:
    """Five, of whom the last only watches. Nobody plans before they are asked to, as Random would."""
    with ExitStack() as channels:
        names = ("dora", "ada", "ben", "cleo", "emil")
        yield [Person(platform, f"{name}-{time.time_ns()}@example.org", channels) for name in names]


def known(match: mp.Match) -> mp.Match:
    """What is told of a match, but for the time: while the service is down, time is given back."""
    timeless = mp.Match()
    timeless.CopyFrom(match)
    timeless.now_ms = timeless.due_at_ms = 0
    return timeless


def plan(somebody: Person, match_id: str) -> str:
    """Plans the first move that may be planned; gives it."""
    match = somebody.look(match_id)
    move = str(json.loads(match.view)["legal"][0]["move"])
    somebody.play(match, move)
    return move


def test_a_plan_is_kept_and_not_told_while_the_match_service_is_killed(
    platform: Platform, people: list[Person]
) -> None:
    dora, *friends, emil = people
    for friend in friends:
        dora.befriend(friend)
    # Three kills may take longer than a turn usually may.
    rules = json.loads(families.get(GAME).text) | {"name": f"Sealed-{time.time_ns()}", "seconds_per_turn": LONGEST_S}
    match = dora.play_with(dora.save(json.dumps(rules)).id, *friends)
    before = emil.look(match.id)
    move = plan(dora, match.id)
    planned = dora.look(match.id)
    assert [own["move"] for own in json.loads(planned.view)["plan"]] == [move]
    for part in ("match", "nats", "match"):
        platform.kill(part)
        assert known(dora.look(match.id)) == known(planned)
        assert known(emil.look(match.id)) == known(before)
    for friend in friends:
        plan(friend, match.id)
    over = emil.look(match.id)
    assert (over.status, over.reason) == (mp.STATUS_ENDED, mp.REASON_RULES)
    assert dora.record(match.id).turns[0].seats == [planned.viewer]
