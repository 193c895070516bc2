"""How long games are: measured by match when they are saved, kept by rules, and asked for in searches."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from fixtures.databases import Databases, both_databases
from fixtures.patience import PATIENCE_S
from fixtures.saved_games import names, rule_set, rules, save
from fixtures.services import InProcess
from sqlalchemy import Connection, insert, select, update

from redscience import families
from redscience.api.rules.v1.rules_pb2 import ORDER_SHORTEST, GetRequest, SavedGame
from redscience.errors import InvalidField
from services.kit.database import open_database
from services.match.__main__ import compose as compose_match
from services.rules import lengths
from services.rules.__main__ import MIGRATIONS
from services.rules.game import UNMEASURED, new_game
from services.rules.schema import games, outbox
from services.rules.store import row_of

if TYPE_CHECKING:
    # The generated code has this class for the type checker alone.
    from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceAsyncStub

__all__ = ["rules"]


async def measured(rules: RulesServiceAsyncStub, game_id: str, *, but: int = 0) -> int:
    """The turns of a game, when they are others than these."""
    async with asyncio.timeout(PATIENCE_S):
        while (turns := await turns_of(rules, game_id)) == but:  # noqa: ASYNC110  # only asking shows it
            await asyncio.sleep(0.02)
    return turns


async def turns_of(rules: RulesServiceAsyncStub, game_id: str) -> int:
    return (await rules.Get(GetRequest(id=game_id))).game.turns


@both_databases
async def test_a_game_is_measured_when_it_is_saved_and_found_by_its_length(
    services: InProcess, rules: RulesServiceAsyncStub
) -> None:
    made = await save(rules, rule_set("Mine", width=4))
    other = await save(rules, rule_set("Other", width=5))
    assert made.turns == 0
    wanted = {"creator_id": made.creator_id}
    assert await names(rules, **wanted) == ["Mine", "Other"]
    # Whoever can play it may come later, and hears of it then.
    for asked in ({"least_turns": 1}, {"most_turns": 100}, {"order": ORDER_SHORTEST}):
        assert await names(rules, **wanted, **asked) == []
    await services.start("match", compose_match)
    mine, others = await measured(rules, made.id), await measured(rules, other.id)
    assert 7 <= mine < others <= 30
    assert await names(rules, **wanted, most_turns=mine) == ["Mine"]
    assert await names(rules, **wanted, least_turns=mine + 1) == ["Other"]
    assert await names(rules, **wanted, least_turns=mine, most_turns=others, order=ORDER_SHORTEST) == ["Mine", "Other"]
    # What cannot be read is passed over, and what cannot be played has no length.
    await services.bus.publish(lengths.SAVED, b"\xff", event_id="nonsense")
    unplayable = SavedGame(game_id=made.id, rule_set="{}").SerializeToString()
    await services.bus.publish(lengths.SAVED, unplayable, event_id="unplayable")
    assert await measured(rules, made.id, but=mine) == 0


async def test_games_of_the_catalogue_are_found_by_the_lengths_that_are_kept(rules: RulesServiceAsyncStub) -> None:
    known = {name: families.get(name).family.lengths[name] for name in families.names()}
    short = await names(rules, most_turns=5, page_size=100)
    assert set(short) == {name for name, turns in known.items() if turns <= 5}
    by_length = await names(rules, order=ORDER_SHORTEST, page_size=100)
    assert [known[name] for name in by_length] == sorted(known.values())


async def test_lengths_that_cannot_be_are_refused_by_name(rules: RulesServiceAsyncStub) -> None:
    for asked in ({"least_turns": -1}, {"most_turns": 2**31 - 1}, {"least_turns": 9, "most_turns": 8}):
        with pytest.raises(InvalidField, match=next(reversed(asked))):
            await names(rules, **asked)


@both_databases
async def test_games_of_an_earlier_release_are_told_once_while_nobody_has_measured_them(databases: Databases) -> None:
    database = await open_database(databases.url("rules"), MIGRATIONS)
    sources = [families.saved(rule_set(f"Old-{width}", width=width)) for width in (4, 5, 6)]
    saved = [new_game(source, game_id=f"01A{n:023d}", creator_id="x", now_ms=1) for n, source in enumerate(sources)]

    def work(connection: Connection) -> list[str]:
        connection.execute(insert(games), [row_of(game, request_id=game.id) for game in saved])
        connection.execute(update(games).where(games.c.id == saved[1].id).values(turns=7))
        told = list[str]()
        for _ in range(2):
            assert lengths.tell_unmeasured(connection, "", now_ms=2) == ""
            told += connection.execute(select(outbox.c.id)).scalars()
        return told

    assert saved[0].turns == UNMEASURED
    assert sorted(await database.write(work)) == [saved[0].id] * 2 + [saved[2].id] * 2
    await database.close()
