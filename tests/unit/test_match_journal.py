"""Changes are stored in groups; one that comes too late spoils no other's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, cast

import pytest
from fixtures.patience import PATIENCE_S
from sqlalchemy.exc import IntegrityError

from redscience.errors import Unavailable
from services.kit.database import Database
from services.match.journal import Journal
from services.match.store import Storing
from services.match.turns import Change


class FakeDatabase:
    """Runs what is written, and notes how it was asked to."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def write_short(self, work: Callable[[Any], None]) -> None:
        self.asked.append("at once")
        work(None)

    async def write(self, work: Callable[[Any], None]) -> None:
        self.asked.append("by the thread")
        await asyncio.sleep(0)
        work(None)


@pytest.fixture
def stored(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The changes that were stored: all but those that are late."""
    stored: list[str] = []

    def store_changes(_connection: object, several: Sequence[Storing], _new_id: object) -> None:
        names = [cast("str", storing.change) for storing in several]
        if any(name.startswith("late") for name in names):
            raise IntegrityError("INSERT", {}, ValueError("it is there"))
        stored.extend(names)

    monkeypatch.setattr("services.match.journal.store_changes", store_changes)
    return stored


def journal_of(database: FakeDatabase, told: list[str], in_doubt: list[str]) -> Journal:
    of_change = [cast("Callable[[Change], None]", names.append) for names in (told, in_doubt)]
    return Journal(cast("Database", database), *of_change)


async def store(*names: str) -> tuple[list[bool], list[str], list[str]]:
    """Whether each was stored, who was told of what, and how the database was asked."""
    database, told, in_doubt = FakeDatabase(), list[str](), list[str]()
    journal = journal_of(database, told, in_doubt)
    async with asyncio.timeout(PATIENCE_S):
        results = await asyncio.gather(*(journal.store(cast("Change", name), None, 0) for name in names))
    assert in_doubt == [name for name in names if name not in told]
    return results, told, database.asked


async def test_what_comes_together_is_stored_together(stored: list[str]) -> None:
    assert await store("a", "b", "c") == ([True] * 3, ["a", "b", "c"], ["at once"])
    assert stored == ["a", "b", "c"]


async def test_one_that_is_late_is_refused_and_the_others_leave_the_loop_alone(stored: list[str]) -> None:
    results, told, asked = await store("a", "late b", "c")
    assert (results, told, stored) == ([True, False, True], ["a", "c"], ["a", "c"])
    assert asked == ["at once", *["by the thread"] * 3]


async def test_one_that_is_late_by_itself_is_tried_once(stored: list[str]) -> None:
    assert await store("late") == ([False], [], ["at once"])
    assert stored == []


async def test_one_whose_caller_has_gone_is_stored_and_spoils_no_others(stored: list[str]) -> None:
    told = list[str]()
    journal = journal_of(FakeDatabase(), told, [])
    gone, stays = (journal.enter(cast("Change", name), None, 0) for name in ("gone", "stays"))
    gone.cancel()
    async with asyncio.timeout(PATIENCE_S):
        assert await stays
    assert stored == told == ["gone", "stays"]


async def test_of_what_failed_it_is_said_that_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise Unavailable("The connection was cut.")

    monkeypatch.setattr("services.match.journal.store_changes", fail)
    for names in (["alone"], ["a", "b"]):
        told, in_doubt = list[str](), list[str]()
        journal = journal_of(FakeDatabase(), told, in_doubt)
        async with asyncio.timeout(PATIENCE_S):
            waiting = [journal.enter(cast("Change", name), None, 0) for name in names]
            results = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(result) for result in results] == [Unavailable] * len(names)
        assert (told, in_doubt) == ([], names)
