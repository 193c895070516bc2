"""The database of a service: durable, one writer, nobody pays for another's error."""

from __future__ import annotations

import asyncio
import multiprocessing
import sqlite3
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from fixtures.databases import Databases, both_databases, postgres_only, sqlite_only
from fixtures.ledger.tables import account, inbox, owner
from fixtures.patience import PATIENCE_S
from fixtures.postgres import PostgresServer
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Integer,
    MetaData,
    String,
    Table,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError

from redscience.errors import Unavailable
from services.kit import postgres as kit_postgres
from services.kit.database import Database, insert_rows, make_engine, open_database
from services.kit.inbox import is_first

MIGRATIONS = Path(__file__).parents[1] / "fixtures" / "ledger"


pytestmark = both_databases


@pytest.fixture
def url(databases: Databases) -> str:
    return databases.url("ledger")


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    database = await open_database(url, MIGRATIONS)
    yield database
    await database.close()


def deposit(connection: Connection, balance: int, owner: str = "anna") -> int:
    connection.execute(insert(account).values(owner=owner, balance=balance))
    return balance


def total(connection: Connection) -> int:
    return int(connection.scalar(select(func.coalesce(func.sum(account.c.balance), 0))) or 0)


@asynccontextmanager
async def busy_writer(database: Database) -> AsyncIterator[None]:
    """What is written meanwhile waits, and is written together afterwards."""
    begun, go_on = threading.Event(), threading.Event()

    def work(_: Connection) -> None:
        begun.set()
        go_on.wait(PATIENCE_S)

    writing = asyncio.create_task(database.write(work))
    await asyncio.to_thread(begun.wait, PATIENCE_S)
    try:
        yield
    finally:
        go_on.set()
        await writing


async def test_rows_are_kept_as_an_insert_keeps_them_and_no_key_twice(database: Database) -> None:
    typed = Table(
        "typed",
        MetaData(),
        Column("number", Integer, primary_key=True),
        Column("moves", JSON, nullable=False),
        Column("versions", JSON(none_as_null=True)),
        Column("automatic", Boolean, nullable=False),
        Column("left", String(8)),
    )
    rows = [
        {"number": 1, "moves": ["O@1,1", "é%s:x"], "versions": {"black": 3}, "automatic": True, "left": "time"},
        {"left": None, "automatic": False, "versions": None, "moves": [], "number": 2},
    ]
    await database.write(typed.create)
    await database.write(lambda connection: insert_rows(connection, typed, rows))
    with pytest.raises(IntegrityError):
        await database.write(lambda connection: insert_rows(connection, typed, [{**rows[0], "number": 3}, rows[1]]))
    plainly = [{**row, "number": row["number"] + 2} for row in rows]
    await database.write(lambda connection: connection.execute(insert(typed), plainly))
    kept = await database.read(lambda connection: connection.execute(select(typed).order_by(typed.c.number)).all())
    assert [row._asdict() for row in kept] == [*rows, *plainly]
    unversioned = select(func.count()).select_from(typed).where(typed.c.versions.is_(None))
    assert await database.read(lambda connection: connection.scalar(unversioned)) == 2


async def test_what_is_written_is_read_after_a_restart(url: str) -> None:
    database = await open_database(url, MIGRATIONS)
    assert await database.write(lambda connection: deposit(connection, 7)) == 7
    await database.close()
    database = await open_database(url, MIGRATIONS)
    assert await database.read(total) == 7
    await database.close()


async def test_a_database_of_the_newest_version_is_not_migrated(
    databases: Databases, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await open_database(url, MIGRATIONS)).close()
    upgrades = list[Path]()
    monkeypatch.setattr("services.kit.migrations.upgrade", lambda _, migrations: upgrades.append(migrations))
    await (await open_database(url, MIGRATIONS)).close()
    assert upgrades == []
    await (await open_database(databases.url("other"), MIGRATIONS)).close()
    assert upgrades == [MIGRATIONS]


async def test_a_short_unit_is_durable_when_it_is_done(database: Database, url: str) -> None:
    assert await database.write_short(lambda connection: deposit(connection, 7)) == 7
    with pytest.raises(IntegrityError):
        await database.write_short(lambda connection: deposit(connection, -1))
    other = await open_database(url, MIGRATIONS)
    assert await other.read(total) == 7
    await other.close()


@sqlite_only
async def test_a_short_unit_is_done_at_once_where_nothing_is_in_the_way(database: Database) -> None:
    threads = list[int]()
    await database.write_short(lambda _: threads.append(threading.get_ident()))
    async with busy_writer(database):
        waiting = asyncio.create_task(database.write_short(lambda _: threads.append(threading.get_ident())))
        await asyncio.sleep(0)
        assert not waiting.done()
    await waiting
    here = threading.get_ident()
    assert [thread == here for thread in threads] == [True, False]


@sqlite_only
async def test_the_event_loop_does_not_wait_for_another_process_that_writes(database: Database, url: str) -> None:
    other = sqlite3.connect(str(make_url(url).database), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting = asyncio.create_task(database.write_short(lambda connection: deposit(connection, 5)))
    await asyncio.sleep(0)  # it is tried, and is refused at once
    assert not waiting.done()
    other.execute("COMMIT")
    other.close()
    assert await asyncio.wait_for(waiting, PATIENCE_S) == 5
    assert await database.read(total) == 5


@sqlite_only
async def test_the_event_loop_does_not_wait_for_a_slow_disk(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    committed = threading.Event()
    threads = list[int]()

    def commit(_: Connection) -> None:
        threads.append(threading.get_ident())
        assert committed.wait(PATIENCE_S)

    event.listen(database._writer._impatient_engine, "commit", commit)  # type: ignore[attr-defined]
    committed.set()
    monkeypatch.setattr("services.kit.group_writer._QUICK_COMMIT_S", PATIENCE_S)
    assert await database.write_short(lambda connection: deposit(connection, 1)) == 1
    committed.clear()
    monkeypatch.setattr("services.kit.group_writer._QUICK_COMMIT_S", 0.0)
    first = asyncio.create_task(database.write_short(lambda connection: deposit(connection, 2)))
    await asyncio.sleep(0)
    second = asyncio.create_task(database.write_short(lambda connection: deposit(connection, 3)))
    third = asyncio.create_task(database.write(lambda connection: deposit(connection, 4)))
    await asyncio.sleep(0)
    assert not any(task.done() for task in (first, second, third))
    first.cancel()  # whoever waits may go: it is on its way to the disk
    committed.set()
    assert await asyncio.gather(second, third) == [3, 4]
    assert first.cancelled()
    assert await database.read(total) == 10
    here = threading.get_ident()
    assert [thread == here for thread in threads] == [True, False]


@sqlite_only
async def test_whether_the_disk_is_slow_still_is_seen_now_and_then(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = list[int]()
    event.listen(database._writer._impatient_engine, "commit", lambda _: threads.append(threading.get_ident()))  # type: ignore[attr-defined]
    monkeypatch.setattr("services.kit.group_writer._QUICK_COMMIT_S", 0.0)
    monkeypatch.setattr("services.kit.group_writer._TRIED_AGAIN_AFTER", 2)
    for _ in range(4):
        await database.write_short(lambda connection: deposit(connection, 1))
    monkeypatch.setattr("services.kit.group_writer._QUICK_COMMIT_S", PATIENCE_S)
    await database.write_short(lambda connection: deposit(connection, 1))
    here = threading.get_ident()
    assert [thread == here for thread in threads] == [False, False, True, False, True]


@sqlite_only
async def test_a_short_unit_whose_commit_fails_is_not_done(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.kit.group_writer._QUICK_COMMIT_S", 0.0)
    failures = [sqlite3.OperationalError("disk I/O error")]

    def fail(_: Connection) -> None:
        if failures:
            raise failures.pop()

    event.listen(database._writer._impatient_engine, "commit", fail)  # type: ignore[attr-defined]
    with pytest.raises(sqlite3.OperationalError):
        await database.write_short(lambda connection: deposit(connection, 5))
    assert await database.write_short(lambda connection: deposit(connection, 7)) == 7
    assert await database.read(total) == 7


async def test_a_unit_that_fails_takes_back_itself_alone(database: Database) -> None:
    def broken(connection: Connection) -> None:
        deposit(connection, 100)
        deposit(connection, -1)

    async with busy_writer(database):
        units = [
            asyncio.create_task(database.write(lambda connection: deposit(connection, 1))),
            asyncio.create_task(database.write(broken)),
            asyncio.create_task(database.write(lambda connection: deposit(connection, 2))),
        ]
        await asyncio.sleep(0)  # each gets as far as to wait
    results = await asyncio.gather(*units, return_exceptions=True)
    assert results[0] == 1
    assert isinstance(results[1], IntegrityError)
    assert results[2] == 2
    assert await database.read(total) == 3


@sqlite_only
async def test_what_waits_shares_a_commit(database: Database, url: str) -> None:
    commits = 0

    def count(_: Connection) -> None:
        nonlocal commits
        commits += 1

    event.listen(database._engine, "commit", count)
    await asyncio.gather(*(database.write(lambda connection: deposit(connection, 1)) for _ in range(200)))
    assert await database.read(total) == 200
    assert 1 < commits < 50
    with sqlite3.connect(url.removeprefix("sqlite:///")) as plain:
        assert plain.execute("pragma journal_mode").fetchone() == ("wal",)
    plain.close()


async def test_readers_may_not_write_and_see_one_moment(database: Database) -> None:
    with pytest.raises(DBAPIError, match=r"read-?only"):
        await database.read(lambda connection: deposit(connection, 1))

    between = threading.Event()
    read = threading.Event()

    def twice(connection: Connection) -> tuple[int, int]:
        first = total(connection)
        read.set()
        between.wait(PATIENCE_S)
        return first, total(connection)

    reading = asyncio.create_task(database.read(twice))
    await asyncio.to_thread(read.wait, PATIENCE_S)
    await database.write(lambda connection: deposit(connection, 5))
    between.set()
    assert await reading == (0, 0)
    assert await database.read(total) == 5


async def test_units_that_change_one_row_are_run_one_after_the_other(database: Database) -> None:
    await database.write(lambda connection: deposit(connection, 0))

    def add_one(connection: Connection) -> None:
        connection.execute(update(account).values(balance=total(connection) + 1))

    await asyncio.gather(*(database.write(add_one) for _ in range(40)))
    assert await database.read(total) == 40


async def test_of_those_who_insert_one_key_at_once_all_are_answered(database: Database) -> None:
    def open_account(connection: Connection) -> bool:
        if connection.scalar(select(func.count()).select_from(owner).where(owner.c.name == "ben")):
            return False
        connection.execute(insert(owner).values(name="ben"))
        return True

    opened = await asyncio.gather(*(database.write(open_account) for _ in range(12)))
    assert sorted(opened) == [False] * 11 + [True]


async def test_a_key_that_is_taken_is_an_error_of_the_unit(database: Database) -> None:
    with pytest.raises(IntegrityError):
        await database.write(lambda connection: connection.execute(insert(owner).values(name="anna")))


@postgres_only
async def test_a_unit_that_always_meets_another_is_unavailable(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kit_postgres, "_CONFLICTS_END_S", 0)
    await database.write(lambda connection: deposit(connection, 0))
    change = update(account).values(balance=account.c.balance + 1)

    def meet(connection: Connection) -> None:
        connection.scalar(select(account.c.balance))
        with database._engine.begin() as another:
            another.execute(change)
        connection.execute(change)

    with pytest.raises(Unavailable):
        await database.write(meet)
    await database.write(lambda connection: connection.execute(change).rowcount)


@postgres_only
async def test_a_server_that_has_gone_is_unavailable_until_it_is_back(
    database: Database, url: str, postgres_server: PostgresServer
) -> None:
    name = url.rpartition("/")[2]
    postgres_server.refuse(name)
    for ask in (database.read, database.write):
        with pytest.raises(Unavailable):
            await ask(total)
    postgres_server.refuse(name, refused=False)
    assert [await ask(total) for ask in (database.read, database.write)] == [0, 0]


@postgres_only
async def test_a_server_that_takes_nothing_is_unavailable_and_is_left_for_one_that_does(
    database: Database, url: str, postgres_server: PostgresServer
) -> None:
    name = url.rpartition("/")[2]
    postgres_server.only_give(name)
    postgres_server.refuse(name, refused=False)
    for _ in range(2):
        with pytest.raises(Unavailable):
            await database.write(lambda connection: deposit(connection, 1))
        with pytest.raises(Unavailable):
            await database.works()
    assert await database.read(total) == 0
    # The connections that there are would take nothing still.
    postgres_server.only_give(name, only=False)
    await database.write(lambda connection: deposit(connection, 1))
    assert await database.read(total) == 1


@postgres_only
async def test_a_unit_that_rested_for_so_long_that_the_server_cut_it_is_unavailable(database: Database) -> None:
    def rest(connection: Connection) -> None:
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = '1ms'")
        time.sleep(0.1)
        connection.execute(select(account.c.balance))

    with pytest.raises(Unavailable):
        await database.write(rest)
    await database.write(lambda connection: deposit(connection, 1))


@postgres_only
async def test_a_unit_that_writes_where_it_was_to_read_is_a_mistake(database: Database) -> None:
    with pytest.raises(DBAPIError):
        await database.read(lambda connection: deposit(connection, 1))


@postgres_only
async def test_that_connections_were_cut_while_they_waited_is_noticed_by_nobody(
    database: Database, url: str, postgres_server: PostgresServer
) -> None:
    asks = [database.read] * 4 + [database.write] * 4
    for _ in range(2):
        assert await asyncio.gather(*(ask(total) for ask in asks)) == [0] * 8
        postgres_server.refuse(url.rpartition("/")[2], refused=False)


@postgres_only
async def test_a_server_that_does_not_answer_is_named_at_the_start_without_its_password(url: str) -> None:
    with pytest.raises(ConnectionError, match=r"the database does not answer: .*does not exist") as error:
        await open_database(f"{url}_that_is_not_there", MIGRATIONS)
    assert str(make_url(url).password) not in str(error.value)


async def test_foreign_keys_hold(database: Database) -> None:
    with pytest.raises(IntegrityError):
        await database.write(lambda connection: deposit(connection, 1, owner="nobody"))


@sqlite_only
async def test_who_gives_up_waiting_is_not_written_for(database: Database) -> None:
    async with busy_writer(database):
        waiting = asyncio.create_task(database.write(lambda connection: deposit(connection, 9)))
        await asyncio.sleep(0)  # it gets as far as to wait
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
    assert await database.write(total) == 0


@sqlite_only
async def test_a_database_that_another_process_holds_is_unavailable_and_takes_nothing(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.kit.sqlite._BUSY_TIMEOUT_MS", 0)
    database = await open_database(url, MIGRATIONS)
    other = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable):
        await database.write(lambda connection: deposit(connection, 1))
    other.execute("ROLLBACK")
    other.close()
    assert await database.write(lambda connection: deposit(connection, 2)) == 2
    assert await database.read(total) == 2
    await database.close()


@sqlite_only
async def test_a_full_disk_is_unavailable_and_takes_back_the_whole_group(database: Database) -> None:
    def limit(connection: Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    def fill(connection: Connection) -> None:
        for _ in range(2_000):
            deposit(connection, 1)

    await database.write(limit)
    with pytest.raises(Unavailable):
        await database.write(fill)
    assert await database.read(total) == 0
    await database.write(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count=100000").scalar())
    await database.write(fill)
    assert await database.read(total) == 2_000


async def test_closing_finishes_what_waits(url: str) -> None:
    database = await open_database(url, MIGRATIONS)
    writes = [asyncio.create_task(database.write(lambda connection: deposit(connection, 1))) for _ in range(50)]
    await asyncio.sleep(0)
    await database.close()
    assert await asyncio.gather(*writes) == [1] * 50


async def test_an_event_is_first_once(database: Database) -> None:
    def note(connection: Connection) -> bool:
        return is_first(connection, inbox, "01EVENT", now_ms=1)

    assert [await database.write(note) for _ in range(3)] == [True, False, False]


def _open_in_a_process(url: str) -> None:
    async def open_and_write() -> None:
        database = await open_database(url, MIGRATIONS)
        await database.write(lambda connection: deposit(connection, 1))
        await database.close()

    asyncio.run(open_and_write())


async def test_processes_that_start_together_migrate_once(url: str) -> None:
    processes = [multiprocessing.get_context("spawn").Process(target=_open_in_a_process, args=(url,)) for _ in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        await asyncio.to_thread(process.join, PATIENCE_S)
    assert [process.exitcode for process in processes] == [0, 0, 0]
    database = await open_database(url, MIGRATIONS)
    assert await database.read(total) == 3
    await database.close()


@postgres_only
def test_a_statement_is_planned_for_what_it_asks_for_however_often(databases: Databases) -> None:
    engine = make_engine(databases.url("planned"))
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE records (game text)")
        connection.exec_driver_sql("PREPARE asked AS SELECT * FROM records WHERE game = $1")
        for _ in range(6):  # after five times the server would make one plan for all games
            connection.exec_driver_sql("EXECUTE asked('Connect4')")
        plan = " ".join(connection.exec_driver_sql("EXPLAIN EXECUTE asked('Connect4')").scalars())
    engine.dispose()
    assert "'Connect4'" in plan
