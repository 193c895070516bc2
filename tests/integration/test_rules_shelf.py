"""The catalogue in the database, from one release to the next."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from fixtures.databases import Databases, both_databases
from fixtures.patience import PATIENCE_S
from fixtures.services import person
from sqlalchemy import Connection, event

from redscience.errors import SameRules
from redscience.variations.family import Variations
from redscience.variations.language import Check, RuleSet, Shape, digest, read
from redscience.variations.language.frozen import FrozenMapping
from services.kit.clock import ManualClock
from services.kit.database import make_engine, open_database
from services.kit.ids import is_id, new_id
from services.kit.migrations import upgrade
from services.rules import changes, index, shelf, store
from services.rules.__main__ import MIGRATIONS
from services.rules.fields import Wanted
from services.rules.game import Game, new_game
from services.rules.queries import game_by_id, game_named
from services.rules.schema import metadata
from services.rules.search import page

pytestmark = both_databases

NOW_MS = 1_700_000_000_000
FAMILY = Variations()


def reserve(black: int, white: int) -> FrozenMapping[str, Shape]:
    return FrozenMapping({"O": Shape(reserve=FrozenMapping({"black": black, "white": white}))})


PLAIN = RuleSet(name="Plain")
SHORT = RuleSet(name="Short", checks=(Check("first_row_wins", length=2),))
FEWER = RuleSet(name="Plain", shapes=reserve(4, 4))


@pytest.fixture
def connection(databases: Databases) -> Iterator[Connection]:
    engine = make_engine(databases.url("rules"))
    upgrade(engine, MIGRATIONS)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def load(connection: Connection, *catalogue: RuleSet) -> None:
    shelf.load(connection, [FAMILY.source(rules) for rules in catalogue], now_ms=NOW_MS)


def listed(connection: Connection) -> list[str]:
    games, _ = page(connection, Wanted(), None)
    return [game.name for game in games]


def named(connection: Connection, name: str) -> Game:
    game = game_named(connection, name)
    assert game is not None
    return game


def save(connection: Connection, rules: RuleSet) -> Game:
    return keep(connection, new_game(FAMILY.source(rules), game_id=new_id(), creator_id=new_id(), now_ms=NOW_MS))


def keep(connection: Connection, game: Game) -> Game:
    creator = person(game.creator_id)
    return store.save(connection, game, index.terms_of(game), creator=creator, request_id="1", usual_quota=15)


def test_the_migrations_make_what_the_schema_says(connection: Connection) -> None:
    assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_loading_twice_changes_nothing(connection: Connection) -> None:
    load(connection, PLAIN, SHORT)
    before = named(connection, "Plain"), named(connection, "Short")
    load(connection, PLAIN, SHORT)
    assert (named(connection, "Plain"), named(connection, "Short")) == before
    assert listed(connection) == ["Plain", "Short"]


def test_what_is_loaded_already_is_only_looked_at(connection: Connection) -> None:
    load(connection, PLAIN, SHORT)
    statements: list[str] = []
    event.listen(connection, "before_cursor_execute", lambda *call: statements.append(call[2]))
    load(connection, PLAIN, SHORT)
    assert [statement.split()[0] for statement in statements] == ["SELECT"]


def test_ids_are_ulids_that_everybody_makes_alike() -> None:
    assert is_id(shelf.catalogue_id("Plain", digest(PLAIN)))
    assert shelf.catalogue_id("Plain", digest(PLAIN)) == shelf.catalogue_id("PLAIN", digest(PLAIN))
    assert shelf.catalogue_id("Plain", digest(PLAIN)) != shelf.catalogue_id("Plain", digest(FEWER))


def test_changed_rules_are_another_game_and_the_old_one_is_found_by_id(connection: Connection) -> None:
    load(connection, PLAIN)
    old = named(connection, "Plain")
    load(connection, FEWER)
    new = named(connection, "Plain")
    assert new.id != old.id
    assert new.digest == digest(FEWER)
    assert game_by_id(connection, old.id) == old
    assert listed(connection) == ["Plain"]


def test_rules_that_come_back_are_a_game_again(connection: Connection) -> None:
    load(connection, PLAIN)
    load(connection, FEWER)
    load(connection, PLAIN)
    assert named(connection, "Plain").digest == digest(PLAIN)
    assert listed(connection) == ["Plain"]


def test_a_new_order_and_a_new_spelling_are_taken_over(connection: Connection) -> None:
    load(connection, PLAIN, SHORT)
    before = named(connection, "plain")
    load(connection, SHORT, replace(PLAIN, name="PLAIN"))
    assert listed(connection) == ["Short", "PLAIN"]
    assert named(connection, "plain").id == before.id


def test_a_game_that_left_the_catalogue_is_listed_no_more_and_keeps_its_name(connection: Connection) -> None:
    load(connection, PLAIN, SHORT)
    load(connection, PLAIN)
    assert listed(connection) == ["Plain"]
    assert named(connection, "Short").digest == digest(SHORT)


def test_a_players_game_gives_its_name_to_the_catalogue(connection: Connection) -> None:
    theirs = save(connection, SHORT)
    save(connection, replace(SHORT, name="Short-2", seconds_per_turn=90))
    load(connection, replace(PLAIN, name="Short"))
    assert named(connection, "Short").creator_id == ""
    renamed = game_by_id(connection, theirs.id)
    assert renamed is not None
    assert renamed.name == read(renamed.rule_set).name == "Short-3"
    assert listed(connection) == ["Short", "Short-2", "Short-3"]


def test_that_a_release_has_renamed_a_game_is_kept(connection: Connection) -> None:
    theirs = save(connection, SHORT)
    load(connection, replace(PLAIN, name="Short"))
    (noted,), _ = changes.noted(connection, size=10, before="")
    assert noted.change == changes.Change(changes.RELEASE, theirs.id, "name", "Short", "Short-2")
    assert noted.at_ms == NOW_MS


def test_a_players_game_of_the_same_name_and_rules_stays_under_another_name(connection: Connection) -> None:
    theirs = save(connection, PLAIN)
    for _ in range(2):
        load(connection, PLAIN)
    assert listed(connection) == ["Plain", "Plain-2"]
    assert named(connection, "Plain").creator_id == ""
    renamed = game_by_id(connection, theirs.id)
    assert renamed is not None
    assert (renamed.name, renamed.digest, renamed.creator_id) == ("Plain-2", theirs.digest, theirs.creator_id)
    # Whoever saves these rules now is told of the catalogue's.
    with pytest.raises(SameRules, match="Plain has the same rules"):
        save(connection, replace(PLAIN, name="Third"))


def test_a_players_game_that_is_read_no_more_gives_its_name_all_the_same(connection: Connection) -> None:
    game = new_game(FAMILY.source(SHORT), game_id=new_id(), creator_id=new_id(), now_ms=NOW_MS)
    theirs = keep(connection, replace(game, rule_set='{"format": "of-old/1"}'))
    load(connection, replace(PLAIN, name="Short"))
    assert listed(connection) == ["Short", "Short-2"]
    assert game_by_id(connection, theirs.id) == replace(theirs, name="Short-2")


def test_a_long_name_is_shortened_to_make_room_for_a_number(connection: Connection) -> None:
    long = "x" * 40
    theirs = save(connection, replace(SHORT, name=long))
    load(connection, replace(PLAIN, name=long))
    renamed = game_by_id(connection, theirs.id)
    assert renamed is not None
    assert renamed.name == read(renamed.rule_set).name == "x" * 38 + "-2"


def test_a_players_game_stays_where_the_catalogue_gets_the_same_rules(connection: Connection) -> None:
    theirs = save(connection, replace(PLAIN, name="Theirs"))
    load(connection, PLAIN)
    load(connection, PLAIN)
    assert listed(connection) == ["Plain", "Theirs"]
    assert game_by_id(connection, theirs.id) == theirs


def test_two_catalogue_games_with_the_same_rules_are_both_there(connection: Connection) -> None:
    for _ in range(2):
        load(connection, PLAIN, replace(PLAIN, name="Again"))
    assert listed(connection) == ["Plain", "Again"]


async def test_what_a_process_of_another_release_has_loaded_does_not_stay(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where one of the release before is started again while this one takes its place."""
    monkeypatch.setattr(shelf, "_LOOK_EVERY_S", 0.01)
    database = await open_database(databases.url("rules"), MIGRATIONS)
    await database.write(lambda connection: load(connection, PLAIN, SHORT))
    catalogue = [FAMILY.source(rules) for rules in (PLAIN, SHORT)]
    keeping = asyncio.create_task(shelf.keep_loaded(database, catalogue, ManualClock(NOW_MS)))
    await database.write(lambda connection: load(connection, FEWER))
    async with asyncio.timeout(PATIENCE_S):
        while await database.read(listed) != ["Plain", "Short"]:  # noqa: ASYNC110  # only asking shows it
            await asyncio.sleep(0.01)
    assert (await database.read(lambda connection: named(connection, "Plain"))).digest == digest(PLAIN)
    keeping.cancel()
    with suppress(asyncio.CancelledError):
        await keeping
    await database.close()
