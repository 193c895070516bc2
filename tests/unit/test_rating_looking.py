"""Those who look at one leaderboard at the same time are read for together, and shown what each has asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import pytest

from redscience.errors import Unavailable
from services.kit.database import Database
from services.kit.ids import new_id
from services.rating.fields import Asked
from services.rating.leaderboard import Board, Leaderboard, LeaderboardKey
from services.rating.looking import Looking
from services.rating.record import Record

BOARD = LeaderboardKey("public", new_id())
OTHER = LeaderboardKey("public", new_id())
PEOPLE = [new_id() for _ in range(50)]


class Readings:
    """A database whose readings end when they are let; what was asked of each is kept."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.let = asyncio.Event()
        self.fails = False

    async def read(self, work: Callable[..., Any]) -> Board:
        asked = cast("partial[Any]", work).keywords
        self.asked.append(asked)
        await self.let.wait()
        if self.fails:
            raise Unavailable("The database is away.")
        return Board(asked["key"], (), dict.fromkeys(asked["players"], Record()), len(self.asked))


@pytest.fixture
def readings() -> Readings:
    return Readings()


@pytest.fixture
def looking(readings: Readings) -> Looking:
    return Looking(cast("Database", readings))


def asked(*players: str, key: LeaderboardKey = BOARD, limit: int = 10, added: str = "") -> Asked:
    return Asked(key, frozenset(players), limit, frozenset({added} - {""}))


async def begun(*looks: Any) -> list[asyncio.Future[Leaderboard]]:
    """The looks, which have come as far as they come by themselves."""
    tasks = [asyncio.ensure_future(look) for look in looks]
    for _ in range(5):
        await asyncio.sleep(0)
    return tasks


def people(leaderboard: Leaderboard) -> set[str]:
    return {standing.player_id for standing in leaderboard.standings} & set(PEOPLE)


async def test_of_those_who_look_at_once_each_sees_their_own_by_one_reading(
    looking: Looking, readings: Readings
) -> None:
    readings.let.set()
    wanted = [asked(each, limit=10 + n % 3) for n, each in enumerate(PEOPLE[:-1])]
    seen = await asyncio.gather(*map(looking.look, [*wanted, asked(added=PEOPLE[-1])]))
    assert [people(each) for each in seen] == [{each} for each in PEOPLE]
    (reading,) = readings.asked
    assert (reading["players"], reading["at_most"]) == (set(PEOPLE), 12)


async def test_who_comes_while_a_board_is_read_waits_for_a_reading_that_has_not_begun(
    looking: Looking, readings: Readings
) -> None:
    (first,) = await begun(looking.look(asked(PEOPLE[0])))
    others = await begun(*(looking.look(asked(each)) for each in PEOPLE[1:3]))
    assert [each["players"] for each in readings.asked] == [{PEOPLE[0]}]
    readings.let.set()
    assert (await first).matches == 1
    assert [(await each).matches for each in others] == [2, 2]
    assert [each["players"] for each in readings.asked] == [{PEOPLE[0]}, set(PEOPLE[1:3])]
    assert (await looking.look(asked())).matches == 3


async def test_no_board_waits_for_another(looking: Looking, readings: Readings) -> None:
    tasks = await begun(looking.look(asked()), looking.look(asked(key=OTHER)))
    assert [each["key"] for each in readings.asked] == [BOARD, OTHER]
    readings.let.set()
    assert [(await task).key for task in tasks] == [BOARD, OTHER]


async def test_who_goes_away_leaves_the_reading_to_the_others(looking: Looking, readings: Readings) -> None:
    gone, stays = await begun(looking.look(asked(PEOPLE[0])), looking.look(asked(PEOPLE[1])))
    gone.cancel()
    readings.let.set()
    assert people(await stays) == {PEOPLE[1]}
    assert gone.cancelled()


async def test_after_a_reading_that_failed_the_next_look_reads_anew(looking: Looking, readings: Readings) -> None:
    readings.let.set()
    readings.fails = True
    refused = await asyncio.gather(looking.look(asked()), looking.look(asked()), return_exceptions=True)
    assert [type(each) for each in refused] == [Unavailable, Unavailable]
    readings.fails = False
    assert (await looking.look(asked())).matches == 2
