"""What an earlier version has stored is brought to the newest, with what is kept besides by then."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from fixtures.databases import Databases, both_databases
from sqlalchemy import Connection, Engine, inspect, select, text

from redscience.names import RANDOM_ID
from services.kit.database import make_engine
from services.kit.ids import new_id
from services.kit.migrations import upgrade
from services.rating import queries, store
from services.rating.__main__ import MIGRATIONS
from services.rating.leaderboard import LeaderboardKey
from services.rating.record import RatingPoint
from services.rating.result import MatchResult, SeatResult
from services.rating.schema import metadata
from services.rating.skill import Skill

pytestmark = both_databases

GAME = new_id()


@pytest.fixture
def engine(databases: Databases) -> Iterator[Engine]:
    engine = make_engine(databases.url("earlier"))
    yield engine
    engine.dispose()


def bring(engine: Engine, revision: str) -> None:
    """Makes the tables as they were in a version."""
    go(engine, command.upgrade, revision)


def go(engine: Engine, direction: Callable[[Config, str], None], revision: str) -> None:
    """Up or down."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        direction(config, revision)


def test_records_find_their_places(engine: Engine) -> None:
    bring(engine, "0001")
    late, early = new_id(), new_id()
    with engine.begin() as connection:
        for player, held_since_ms in ((late, 9), (early, 5)):
            connection.execute(
                text(
                    "INSERT INTO records (universe, game_id, player_id, mu, sigma, rating, played, won, drawn, lost,"
                    " top_burst, held_since_ms, last_match_at_ms, turns, thinking_ms)"
                    " VALUES ('public', :game, :player, 30, 2, 24, 1, 1, 0, 0, 4, :held, :held, 1, 1)"
                ),
                {"game": GAME, "player": player, "held": held_since_ms},
            )
    upgrade(engine, MIGRATIONS)
    with engine.connect() as connection:
        page = queries.list_leaderboard(connection, LeaderboardKey("public", GAME), start=None, size=9)
    assert [standing.player_id for standing in page.items] == [early, late]


def test_rating_and_top_burst_of_earlier_records_count_together(engine: Engine) -> None:
    bring(engine, "0005")
    steady, burst = new_id(), new_id()
    with engine.begin() as connection:
        for player, rating, top_burst in ((steady, 4, 1), (burst, 3, 3)):
            connection.execute(
                text(
                    "INSERT INTO records (universe, game_id, player_id, mu, sigma, rating, played, won, drawn, lost,"
                    " top_burst, held_since_ms, seniority, last_match_at_ms, turns, thinking_ms)"
                    " VALUES ('public', :game, :player, :rating + 6, 2, :rating, 1, 1, 0, 0, :burst, 5, -5, 5, 1, 1)"
                ),
                {"game": GAME, "player": player, "rating": rating, "burst": top_burst},
            )
    upgrade(engine, MIGRATIONS)
    with engine.connect() as connection:
        page = queries.list_leaderboard(connection, LeaderboardKey("public", GAME), start=None, size=9)
    assert [standing.player_id for standing in page.items] == [burst, steady]


def test_history_is_made_of_the_seats_that_were_rated(engine: Engine) -> None:
    bring(engine, "0002")
    rated, unrated, anna = new_id(), new_id(), new_id()
    with engine.begin() as connection:
        enter_match(connection, rated, [(anna, 27.5), (RANDOM_ID, 22.5), (RANDOM_ID, 22.5)], ended_at_ms=5)
        enter_match(connection, unrated, [(anna, None)], ended_at_ms=6)
    upgrade(engine, MIGRATIONS)
    with engine.connect() as connection:
        for player, mu, number in ((anna, 27.5, 1), (RANDOM_ID, 22.5, 2)):
            page = queries.list_history(connection, LeaderboardKey("public", GAME), player, start=None, size=9)
            assert page.items == (RatingPoint(rated, 5, Skill(mu, 7.5), number),)


def enter_match(
    connection: Connection, match_id: str, seats: Sequence[tuple[str, float | None]], *, ended_at_ms: int
) -> None:
    """A match with who sat there, and their mu after it where it was rated."""
    connection.execute(
        text(
            "INSERT INTO matches (match_id, universe, game_id, rated, started_at_ms, ended_at_ms, applied_at_ms)"
            " VALUES (:match, 'public', :game, :rated, 1, :ended, 7)"
        ),
        {"match": match_id, "game": GAME, "rated": seats[0][1] is not None, "ended": ended_at_ms},
    )
    for position, (player, mu) in enumerate(seats):
        connection.execute(
            text(
                "INSERT INTO seats (match_id, position, seat, player_id, kind, outcome, team, turns, thinking_ms,"
                " mu_before, sigma_before, mu_after, sigma_after)"
                " VALUES (:match, :position, 'black', :player, 'person', 'win', :position, 1, 1,"
                " :before, :sigma, :mu, :sigma)"
            ),
            {
                "match": match_id,
                "position": position,
                "player": player,
                "before": None if mu is None else 25.0,
                "sigma": None if mu is None else 7.5,
                "mu": mu,
            },
        )


def test_favoritism_is_made_of_the_matches_that_were_applied(engine: Engine) -> None:
    upgrade(engine, MIGRATIONS)
    with engine.begin() as connection:
        play(connection)
    before = kept(engine)
    assert all(before.values())
    go(engine, command.downgrade, "0001")
    assert not inspect(engine).has_table("pairs")
    upgrade(engine, MIGRATIONS)
    after = kept(engine)
    for name, rows in before.items():
        assert after[name] == [pytest.approx(row) for row in rows], name


def play(connection: Connection) -> None:
    """Matches of every kind: duels, three at a table with Random in several seats, partners, beside Chaos, unrated."""
    dice = random.Random(5)
    people = [new_id() for _ in range(4)]
    for number in range(120):
        if number % 4 == 3:
            seated = list(enumerate([*dice.sample(people, 2), RANDOM_ID, RANDOM_ID]))
        else:
            seated = [(index % 2 if number % 4 == 2 else index, p) for index, p in enumerate(dice.sample(people, 4))]
        outcomes = [dice.choice(("win", "draw", "lose")) for _ in seated]
        store.apply(
            connection,
            MatchResult(
                event_id=new_id(),
                match_id=new_id(),
                game_id=GAME,
                universe="public",
                rated=number % 10 != 9,
                started_at_ms=1,
                ended_at_ms=1_000 + number,
                seats=tuple(
                    SeatResult(f"seat-{index}", player, "person", outcomes[team], team, 1, 1)
                    for index, (team, player) in enumerate(seated)
                ),
                chaos="draw" if number % 5 == 0 else None,
            ),
            # What a catch-up takes at once has one time.
            now_ms=number // 7,
        )


def kept(engine: Engine) -> dict[str, list[tuple[Any, ...]]]:
    """What the migrations make: each table's rows, without the ids, which approx cannot compare."""
    orders = {
        "boards": "universe, game_id",
        "history": "player_id, match_id",
        "meetings": "first_id, second_id, match_id",
        "pairs": "player_id, other_id",
        "records": "player_id",
    }
    with engine.connect() as connection:
        return {
            name: [
                tuple(value for value in row if not isinstance(value, str))
                for row in connection.execute(select(metadata.tables[name]).order_by(text(order)))
            ]
            for name, order in orders.items()
        }
