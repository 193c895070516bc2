"""Every ready game of every family, from its file to the leaderboard, over gRPC and from views alone."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress

import pytest
from fixtures.person import Person, until
from fixtures.platform import Platform

from redscience import families
from redscience.api.match.v1 import match_pb2 as mp
from redscience.errors import MatchOver, NotActing, StaleView

GAMES = families.names()
AT_ONCE = 4


@pytest.fixture
def cleo(platform: Platform) -> Iterator[Person]:
    with ExitStack() as channels:
        yield Person(platform, f"cleo-{time.time_ns()}@example.org", channels)


def play_to_the_end(person: Person, match: mp.Match, dice: random.Random) -> mp.Match:
    """Answers every view in which the person is to act with a move that it lists, each as likely as its weight."""
    for seen in person.watch(match.id):
        view = json.loads(seen.view)
        if seen.status == mp.STATUS_ENDED:
            return seen
        if seen.viewer in view["acting"]:
            moves = [choice["move"] for choice in view["legal"]]
            # A single choice may have been made for the person meanwhile.
            with suppress(StaleView, NotActing, MatchOver):
                person.play(seen, dice.choices(moves, [choice["weight"] for choice in view["legal"]])[0])
    raise AssertionError("the stream ended before the match")


def played(person: Person, name: str) -> tuple[str, float, int]:
    """Plays one game through, and sees that its record says the same and that it counts."""
    began = time.monotonic()
    game = person.saved(name)
    assert (game.family, game.rule_set) == (families.get(name).family.name, families.get(name).text)
    match = person.begin(game.id, others=len(game.seats) - 1)
    over = play_to_the_end(person, match, random.Random(name))
    assert over.reason == mp.REASON_RULES
    took = time.monotonic() - began
    record = person.record(match.id)
    state = families.read(record.rule_set).game().start(int(record.seed, 16))
    for turn in record.turns:
        state = state.play({turn.seats[0]: list(turn.moves.moves)})
    assert state.outcome == {seat.seat: seat.outcome for seat in over.seats if seat.kind != "chaos"}
    assert json.loads(over.view)["outcome"]["seats"] == state.outcome
    standing = until(lambda: person.standing(game.id))
    assert standing.played == 1
    return name, took, len(record.turns)


def test_every_named_game_is_played_to_its_end_and_counts(platform: Platform, cleo: Person) -> None:
    del platform
    with ThreadPoolExecutor(AT_ONCE) as threads:
        results = list(threads.map(lambda name: played(cleo, name), GAMES))
    slowest = sorted(results, key=lambda result: -result[1])[:5]
    assert {name for name, *_ in results} == set(GAMES), slowest
