"""A match against Random while every process is killed in turn: it goes on, ends, and is rated once."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from fixtures.person import Person, until
from fixtures.platform import Platform

from redscience.api.match.v1 import match_pb2 as mp

PARTS = ("chaos", "match", "nats", "players", "worker", "rating", "rules", "gateway")


@pytest.fixture
def anna(platform: Platform) -> Iterator[Person]:
    with ExitStack() as channels:
        yield Person(platform, f"anna-{time.time_ns()}@example.org", channels)


def test_a_match_outlives_every_process_and_is_rated_once(platform: Platform, anna: Person) -> None:
    game_id = anna.game("5on15sq")
    match = anna.begin(game_id)

    def my_turn() -> mp.Match | None:
        seen = anna.look(match.id)
        return seen if seen.viewer in json.loads(seen.view)["acting"] else None

    for number, part in enumerate(PARTS):
        seen = until(my_turn)
        assert seen.status == mp.STATUS_RUNNING
        legal = json.loads(seen.view)["legal"]
        platform.strike(part)
        # Far from one another, so that nobody has five in a row by then.
        anna.play(seen, legal[number * 37 % len(legal)]["move"])

    platform.strike("rating")
    anna.leave(match.id)
    platform.strike("match")
    platform.strike("nats")
    standing = until(lambda: anna.standing(game_id))
    assert (standing.played, standing.lost) == (1, 1)
    seen = anna.look(match.id)
    assert (seen.status, seen.reason) == (mp.STATUS_ENDED, mp.REASON_RESIGNED)
    # Whatever is told a second time after a restart counts once.
    platform.wait_until_whole()
    for part in ("rating", "match", "nats"):
        platform.kill(part)
    assert until(lambda: anna.standing(game_id)).played == 1
