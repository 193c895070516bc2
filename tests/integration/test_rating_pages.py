"""Lists by the page: every row once, in order, from either end, and no row is read that is not shown."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Any

import pytest
from fixtures.databases import Databases, both_databases
from sqlalchemy import Connection, Engine, event, insert, select, text

from services.kit.database import make_engine
from services.kit.ids import new_id
from services.rating import queries
from services.rating.leaderboard import LeaderboardKey, Standing
from services.rating.paging import Page, Start
from services.rating.schema import boards, history, matches, pairs, records

pytestmark = both_databases

BOARD = LeaderboardKey("public", new_id())
PLAYERS = 3_000
"""So many that a planner takes an index."""

Read = Callable[[Start | None], Page[Any]]


def row(player: str, rating: float, burst: float, held_since_ms: int, game_id: str = BOARD.game_id) -> dict[str, Any]:
    return {
        "universe": BOARD.universe,
        "game_id": game_id,
        "player_id": player,
        "mu": rating + 6.0,
        "sigma": 2.0,
        "rating": (sure := rating + 6.0 - 6.0),
        "played": 1,
        "won": 1,
        "drawn": 0,
        "lost": 0,
        "top_burst": burst,
        "level": sure + burst,
        "held_since_ms": held_since_ms,
        "seniority": -held_since_ms,
        "last_match_at_ms": held_since_ms,
        "turns": 1,
        "thinking_ms": 1,
    }


@pytest.fixture
def engine(databases: Databases) -> Iterator[Engine]:
    """Many players on one board, with few ratings, and some of them on another."""
    engine = make_engine(databases.of_service("rating"))
    dice = random.Random(11)
    rows = [
        row(new_id(), dice.choice((1.0, 2.5, dice.random())), dice.choice((0.5, 1.5)), dice.randrange(1, 20))
        for _ in range(PLAYERS)
    ]
    other = new_id()
    with engine.begin() as connection:
        games = [BOARD.game_id, *(new_id() for _ in range(1_000))]
        connection.execute(
            insert(boards), [{"universe": BOARD.universe, "game_id": game, "matches": 7} for game in games]
        )
        connection.execute(insert(records), [*rows, *({**each, "game_id": other} for each in rows[:100])])
        play_often(connection, rows[0]["player_id"])
        meet_many(connection, rows[0]["player_id"], [each["player_id"] for each in rows[1:1_000]], dice)
        connection.execute(text("ANALYZE"))
    yield engine
    engine.dispose()


def play_often(connection: Connection, player: str) -> None:
    """Gives a player a long history."""
    board = {"universe": BOARD.universe, "game_id": BOARD.game_id}
    times = [{**board, "match_id": new_id(), "ended_at_ms": number} for number in range(1_000)]
    rated = {"rated": True, "started_at_ms": 1, "applied_at_ms": 1}
    connection.execute(insert(matches), [{**each, **rated} for each in times])
    played = [{**each, "number": number} for number, each in enumerate(times)]
    connection.execute(insert(history), [{**each, "player_id": player, "mu": 25.0, "sigma": 8.0} for each in played])


def meet_many(connection: Connection, player: str, others: Sequence[str], dice: random.Random) -> None:
    """Gives a player many opponents."""
    board = {"universe": BOARD.universe, "game_id": BOARD.game_id, "together": 1, "favors": 0.5, "last_match_at_ms": 1}
    boosts = ("win_boost", "kick_back", "draw_boost", "preference")
    connection.execute(
        insert(pairs),
        [
            {**board, "player_id": one, "other_id": other} | dict.fromkeys(boosts, dice.choice((0.5, dice.random())))
            for opponent in others
            for one, other in ((player, opponent), (opponent, player))
        ],
    )


@pytest.fixture
def connection(engine: Engine) -> Iterator[Connection]:
    with engine.connect() as connection:
        yield connection


def in_order(connection: Connection) -> list[str]:
    rows = connection.execute(
        text("SELECT player_id, rating, top_burst, held_since_ms FROM records WHERE game_id = :game"),
        {"game": BOARD.game_id},
    ).all()
    # Twice, for a sort is stable: the id decides where all else is equal, the larger first.
    by_id = sorted(rows, key=lambda row: row.player_id, reverse=True)
    levels = [(-row.rating - row.top_burst, -row.rating, row.held_since_ms, row.player_id) for row in by_id]
    return [player for *_, player in sorted(levels, key=itemgetter(0, 1, 2))]


def ids(page: Page[Standing]) -> list[str]:
    return [standing.player_id for standing in page.items]


def test_the_pages_are_the_leaderboard_forwards_and_backwards(connection: Connection) -> None:
    everyone = in_order(connection)

    def read(start: Start | None) -> Page[Standing]:
        return queries.list_leaderboard(connection, BOARD, start=start, size=400)

    forwards = [page := read(None)]
    assert page.previous is None
    while page.following:
        forwards.append(page := read(page.following))
    assert [player for page in forwards for player in ids(page)] == everyone
    backwards = [page]
    while page.previous:
        backwards.append(page := read(page.previous))
    assert [player for page in backwards[::-1] for player in ids(page)] == everyone
    assert [standing.rank for standing in forwards[0].items[:12]] == [*range(1, 11), 0, 0]


def test_a_page_around_a_player_has_them_in_the_middle(connection: Connection) -> None:
    everyone = in_order(connection)
    for index in (0, 1, 5, 1_500, PLAYERS - 2, PLAYERS - 1):
        for size in (1, 3, 10):
            assert_around(connection, everyone, index, size)


def assert_around(connection: Connection, everyone: list[str], index: int, size: int) -> None:
    page = queries.list_around(connection, BOARD, player=everyone[index], size=size)
    shown = max(size, 3)
    first = max(index - shown // 2, 0)
    expected = everyone[first : first + shown]
    assert ids(page) == expected
    assert (page.previous is None, page.following is None) == (first == 0, first + shown >= PLAYERS)
    if page.following:
        following = queries.list_leaderboard(connection, BOARD, start=page.following, size=2)
        assert ids(following) == everyone[first + shown : first + shown + 2]
    places = range(first + 1, first + 1 + len(expected))
    assert [standing.rank for standing in page.items] == [place if place <= 10 else 0 for place in places]


def test_nobody_is_around_who_has_not_played(connection: Connection) -> None:
    assert queries.list_around(connection, BOARD, player=new_id(), size=10) == Page(())
    assert queries.list_leaderboard(connection, LeaderboardKey(new_id(), BOARD.game_id), start=None, size=9) == Page(())


def test_a_leaderboard_reads_no_row_that_it_does_not_show(engine: Engine, connection: Connection) -> None:
    everyone = in_order(connection)
    start = queries.list_leaderboard(connection, BOARD, start=None, size=5).following
    (often,) = connection.execute(select(history.c.player_id).distinct()).scalars()
    reads: dict[str, Callable[[], object]] = {
        "best": lambda: queries.board(connection, BOARD, players={everyone[99], everyone[77]}, at_most=10),
        "page": lambda: queries.list_leaderboard(connection, BOARD, start=start, size=50),
        "around": lambda: queries.list_around(connection, BOARD, player=everyone[1_500], size=50),
        "games": lambda: queries.standings_of(connection, BOARD.universe, everyone[1_500]),
        "statistics": lambda: queries.list_standings(
            connection, BOARD.universe, everyone[1_500], game_id="", start=Start((9, new_id())), size=5
        ),
        "one game": lambda: queries.list_standings(
            connection, BOARD.universe, everyone[1_500], game_id=BOARD.game_id, start=None, size=5
        ),
        "opponents": lambda: queries.list_pairings(
            connection, BOARD.universe, often, game_id="", start=Start((0.7, *ids_of_two())), size=5
        ),
        "opponents in one game": lambda: queries.list_pairings(
            connection, BOARD.universe, often, game_id=BOARD.game_id, start=Start((0.7, new_id())), size=5
        ),
        "games of two": lambda: queries.list_games_of(
            connection, BOARD.universe, ids_of_two(), start=Start((new_id(),)), size=5
        ),
        "favors": lambda: queries.favors_in_all(connection, BOARD.universe, ids_of_two()),
        "history": lambda: queries.list_history(connection, BOARD, everyone[1_500], start=Start((9,)), size=5),
    }
    for name, read in reads.items():
        for plan in plans(engine, connection, read):
            assert is_indexed(plan), f"{name}: {plan}"


def ids_of_two() -> tuple[str, str]:
    return new_id(), new_id()


def plans(engine: Engine, connection: Connection, read: Callable[[], object]) -> list[str]:
    """How the database goes about each statement of `read`."""
    statements: list[tuple[str, Any]] = []

    def note(_: object, __: object, statement: str, parameters: Any, *___: object) -> None:
        if statement.startswith("SELECT"):  # and not what begins a transaction
            statements.append((statement, parameters))

    event.listen(engine, "before_cursor_execute", note)
    try:
        read()
    finally:
        event.remove(engine, "before_cursor_execute", note)
    assert statements
    explain = "EXPLAIN QUERY PLAN" if engine.dialect.name == "sqlite" else "EXPLAIN"
    return [
        "\n".join(str(line) for line in connection.exec_driver_sql(f"{explain} {statement}", parameters))
        for statement, parameters in statements
    ]


def is_indexed(plan: str) -> bool:
    """Whether rows are found by an index, in the order in which they are wanted."""
    words = plan.upper().replace("'SCAN BEST'", "")  # rows that were found already
    found = "SEARCH" in words or "INDEX" in words
    return found and not any(bad in words for bad in ("'SCAN ", "SEQ SCAN", "SORT", "TEMP B-TREE"))


def test_a_plan_that_sorts_or_reads_all_is_noticed(engine: Engine, connection: Connection) -> None:
    for query in ("SELECT * FROM records ORDER BY turns", "SELECT * FROM records", "SELECT sum(turns) FROM records"):
        (plan,) = plans(engine, connection, lambda query=query: connection.execute(text(query)))  # type: ignore[misc]
        assert not is_indexed(plan)
