"""Every ready game of every family, from its file to the leaderboard, played by two bots over gRPC."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import pytest
from fixtures.person import Person, until, while_it_changes
from fixtures.platform import Platform

from redscience import families
from redscience.api.match.v1 import match_pb2 as mp
from redscience.client import Bot, Decision

GAMES = families.names()
AT_ONCE = 4


def bot_of(person: Person, seed: int) -> Bot:
    """A bot that makes each legal move as likely as Random would."""
    dice = random.Random(seed)

    def choose(decision: Decision) -> str:
        assert not decision.refused, decision.refused
        return dice.choices(decision.legal, decision.weights)[0]

    return Bot(choose, secret=person.secret, server=person.address, threads=2)


@contextmanager
def playing(bots: Sequence[Bot]) -> Iterator[None]:
    """Bots that play, all on one event loop: gRPC has room for no other in a process."""
    loop = asyncio.new_event_loop()
    tasks = [loop.create_task(bot.play()) for bot in bots]
    thread = threading.Thread(target=lambda: loop.run_until_complete(asyncio.wait(tasks)))
    thread.start()
    try:
        yield
        assert not any(task.done() for task in tasks), "a bot has stopped by itself"
    finally:
        for task in tasks:
            loop.call_soon_threadsafe(task.cancel)
        thread.join()
        loop.close()


@pytest.fixture
def friends(platform: Platform) -> Iterator[tuple[Person, Person]]:
    """Two who play by bots."""
    with ExitStack() as opened:
        cleo, dora = (Person(platform, f"{name}-{time.time_ns()}@example.org", opened) for name in ("cleo", "dora"))
        cleo.befriend(dora)
        opened.enter_context(playing([bot_of(person, number) for number, person in enumerate((cleo, dora))]))
        yield cleo, dora


def ended(person: Person, match_id: str) -> mp.Match:
    """A match once it is over; it may take what it takes, as long as it goes on."""

    def over() -> tuple[int, mp.Match | None]:
        seen = person.look(match_id)
        return seen.view_version, seen if seen.status == mp.STATUS_ENDED else None

    return while_it_changes(over)


def played(cleo: Person, dora: Person, name: str) -> tuple[str, float, int]:
    """Has one game be played through, and sees that its record says the same and that it counts."""
    began = time.monotonic()
    game = cleo.saved(name)
    assert (game.family, game.rule_set) == (families.get(name).family.name, families.get(name).text)
    match = cleo.play_against(dora, game.id, others=len(game.seats) - 2)
    over = ended(cleo, match.id)
    assert over.reason == mp.REASON_RULES
    took = time.monotonic() - began
    record = cleo.record(match.id)
    state = families.read(record.rule_set).game().start(int(record.seed, 16))
    for turn in record.turns:
        state = state.play({turn.seats[0]: list(turn.moves.moves)})
    assert state.outcome == {seat.seat: seat.outcome for seat in over.seats if seat.kind != "chaos"}
    assert json.loads(over.view)["outcome"]["seats"] == state.outcome
    for person in (cleo, dora):
        standing = until(lambda person=person: person.standing(game.id))  # type: ignore[misc]
        assert standing.played == 1
    return name, took, len(record.turns)


def test_every_named_game_is_played_to_its_end_and_counts(friends: tuple[Person, Person]) -> None:
    with ThreadPoolExecutor(AT_ONCE) as threads:
        results = list(threads.map(lambda name: played(*friends, name), GAMES))
    slowest = sorted(results, key=lambda result: -result[1])[:5]
    assert {name for name, *_ in results} == set(GAMES), slowest
