"""What tournaments of an earlier version have come to is kept, forward and back."""

from __future__ import annotations

import json

import pytest
from alembic import command
from alembic.config import Config
from fixtures.databases import Databases, both_databases
from sqlalchemy import Engine, text

from redscience.tournaments.results import PlayedGame, Results
from redscience.tournaments.seating import seating
from services.batch.__main__ import MIGRATIONS
from services.batch.counting import read, text_of
from services.batch.fields import house_player
from services.batch.store import Store
from services.kit.database import make_engine, migrate_back
from services.kit.ids import new_id
from services.kit.migrations import upgrade

pytestmark = both_databases

SEATINGS = (seating((0, 1), 3),) * 2


def results() -> Results:
    """Of two games, in which three players meet; one cannot tell a legal move, one has no time."""
    whole = Results(SEATINGS)
    for game, one, other in ((0, 0, 1), (1, 0, 1), (1, 0, 1), (0, 1, 2)):
        won = PlayedGame(game, (one, other), ("win", "lose"), 7 + one, illegal=(1,))
        cut = PlayedGame(game, (other, one), ("draw", "draw"), 5000, is_cut=True)
        whole.add_set([won, cut])
    whole.add(PlayedGame(0, (2, 0), ("lose", "win"), 3, timed_out=(0,)))
    return whole


def earlier(engine: Engine) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0006")


def add(engine: Engine, counts: str, *entries: str | None) -> str:
    """A tournament that runs, of players who have said this."""
    own_id = new_id()
    with engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO tournaments (id, mark, made_by_id, made_by_name, request_id, universe, name, status,"
                " settings, rated, games_total, games_played, next_game, last_cut_at_ms, ms_per_game, counts,"
                " created_at_ms, seen_at_ms) VALUES (:id, :mark, 'anna', 'Anna', :id, 'public', 'All', 'running',"
                " :settings, false, 18, 9, 9, 0, 0, :counts, 0, 1)"
            ),
            {
                "id": own_id,
                "mark": abs(hash(own_id)) % (1 << 40),
                "counts": counts,
                "settings": json.dumps({"format": "round-robin", "games_each": 2, "seed": "0f" * 16, "sprt": None}),
            },
        )
        for position, entry in enumerate(entries):
            connection.execute(
                text(
                    "INSERT INTO players (tournament_id, position, player_id, name, entry, here_until_ms)"
                    " VALUES (:own, :at, :at_text, 'Anna', :entry, 0)"
                ),
                {"own": own_id, "at": position, "at_text": str(position), "entry": entry},
            )
    return own_id


@pytest.mark.parametrize("entries", [(None, None, None), ("accepted", "declined", "accepted", "accepted")])
def test_results_go_into_parts_and_back(databases: Databases, entries: tuple[str | None, ...]) -> None:
    url = databases.url("earlier")
    engine = make_engine(url)
    earlier(engine)
    played, fresh = add(engine, text_of(results()), *entries), add(engine, text_of(Results(())), *entries)
    upgrade(engine, MIGRATIONS)
    store = Store(house_player)
    with engine.connect() as connection:
        seen, unplayed = store.find(connection, played), store.find(connection, fresh)
        assert read(SEATINGS, store.results(connection, played)) == results()
        assert store.results(connection, fresh) == text_of(Results(()))
    assert seen is not None
    assert unplayed is not None
    assert (seen.totals, unplayed.totals) == (((4, 3, 0), (1, 4, 3), (0, 1, 2)), ())
    assert len(seen.players) == 3
    migrate_back(url, MIGRATIONS, "0006")
    with engine.connect() as connection:
        kept = dict(connection.execute(text("SELECT id, counts FROM tournaments")).all())
    assert read(SEATINGS, kept[played]) == results()
    assert kept[fresh] == text_of(Results(()))
    engine.dispose()
