"""A match is applied in one transaction, once, whatever the order in which it is told."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from fixtures.databases import Databases, both_databases
from sqlalchemy import Connection, Engine, func, select

from services.kit.database import make_engine
from services.kit.ids import new_id
from services.kit.migrations import upgrade
from services.rating import queries, store
from services.rating.__main__ import MIGRATIONS
from services.rating.leaderboard import LeaderboardKey
from services.rating.record import Record
from services.rating.result import MatchResult, SeatResult
from services.rating.schema import matches, metadata, seats
from services.rating.skill import BEGINNER

pytestmark = both_databases

BOARD = LeaderboardKey("public", new_id())
PLAYERS = [new_id() for _ in range(6)]
NOW_MS = 1_700_000_100_000


def duel(winner: str, loser: str, *, rated: bool = True, number: int = 0) -> MatchResult:
    return MatchResult(
        event_id=new_id(),
        match_id=new_id(),
        game_id=BOARD.game_id,
        universe=BOARD.universe,
        rated=rated,
        started_at_ms=1_700_000_000_000,
        ended_at_ms=1_700_000_060_000 + number,
        seats=(
            SeatResult("black", winner, "person", "win", 0, 4, 8_000),
            SeatResult("white", loser, "bot", "lose", 1, 3, 100),
        ),
        chaos=None,
    )


@pytest.fixture
def engine(databases: Databases) -> Iterator[Engine]:
    engine = make_engine(databases.url("rating"))
    upgrade(engine, MIGRATIONS)
    yield engine
    engine.dispose()


@pytest.fixture
def connection(engine: Engine) -> Iterator[Connection]:
    with engine.begin() as connection:
        yield connection


def apply(connection: Connection, results: Iterable[MatchResult]) -> list[bool]:
    return [store.apply(connection, result, now_ms=NOW_MS) for result in results]


def records(connection: Connection) -> dict[str, Record]:
    shown = queries.leaderboard(connection, BOARD, asked=PLAYERS, limit=100)
    return {standing.player_id: standing.record for standing in shown.standings}


def test_the_migrations_make_what_the_schema_says(connection: Connection) -> None:
    assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_twice_is_once(connection: Connection) -> None:
    told = [duel(*random.Random(n).sample(PLAYERS, 2), number=n) for n in range(10)]
    assert all(apply(connection, told))
    before = records(connection)
    assert not any(apply(connection, told))
    assert records(connection) == before
    assert queries.leaderboard(connection, BOARD, asked=(), limit=1).matches == 10


def test_independent_matches_may_be_told_in_any_order(engine: Engine) -> None:
    told = [duel(PLAYERS[n], PLAYERS[n + 1], number=n) for n in (0, 2, 4)]
    found = []
    for order in (told, told[::-1], [told[1], told[0], told[2], told[1]]):
        with engine.connect() as connection:
            apply(connection, order)
            found.append(records(connection))
    assert found[0] == found[1] == found[2]


def test_the_history_holds_the_ratings_before_and_after(connection: Connection) -> None:
    first, second = duel(PLAYERS[0], PLAYERS[1]), duel(PLAYERS[0], PLAYERS[1], number=1)
    apply(connection, [first, second])
    rows = connection.execute(select(seats).order_by(seats.c.match_id, seats.c.position)).all()
    of_first = [row for row in rows if row.match_id == first.match_id]
    of_second = [row for row in rows if row.match_id == second.match_id]
    assert [(row.mu_before, row.sigma_before) for row in of_first] == [(BEGINNER.mu, BEGINNER.sigma)] * 2
    assert [(row.mu_after, row.sigma_after) for row in of_first] == [
        (row.mu_before, row.sigma_before) for row in of_second
    ]
    assert [(row.seat, row.player_id, row.kind, row.outcome) for row in of_first] == [
        ("black", PLAYERS[0], "person", "win"),
        ("white", PLAYERS[1], "bot", "lose"),
    ]


def test_an_unrated_match_stands_in_the_history_alone(connection: Connection) -> None:
    assert apply(connection, [duel(PLAYERS[0], PLAYERS[1], rated=False)]) == [False]
    assert connection.execute(select(matches.c.rated)).scalars().all() == [False]
    assert connection.execute(select(seats.c.mu_before)).scalars().all() == [None, None]
    assert queries.leaderboard(connection, BOARD, asked=PLAYERS, limit=10).matches == 0
    assert queries.standings_of(connection, "public", PLAYERS[0]) == []


def test_a_failure_leaves_nothing_behind(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    result = duel(PLAYERS[0], PLAYERS[1])

    def fail(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(store, "_enter_seats", fail)
        with pytest.raises(RuntimeError), connection.begin_nested():
            store.apply(connection, result, now_ms=NOW_MS)
    assert connection.execute(select(func.count()).select_from(matches)).scalar() == 0
    assert apply(connection, [result]) == [True]


def test_a_cursor_is_kept_for_each_source(connection: Connection) -> None:
    assert store.cursor(connection, "match") == ""
    store.move_cursor(connection, "match", "5")
    store.move_cursor(connection, "match", "9")
    assert store.cursor(connection, "match") == "9"
    assert store.cursor(connection, "other") == ""


def test_a_players_games_are_in_the_order_of_their_last_matches(connection: Connection) -> None:
    apply(connection, [duel(PLAYERS[0], PLAYERS[1])])
    other = new_id()
    later = MatchResult(
        event_id=new_id(),
        match_id=new_id(),
        game_id=other,
        universe=BOARD.universe,
        rated=True,
        started_at_ms=NOW_MS,
        ended_at_ms=NOW_MS,
        seats=(SeatResult("black", PLAYERS[0], "person", "lose", 0, 1, 1),),
        chaos="win",
    )
    apply(connection, [later])
    assert [standing.game_id for standing in queries.standings_of(connection, "public", PLAYERS[0])] == [
        other,
        BOARD.game_id,
    ]
