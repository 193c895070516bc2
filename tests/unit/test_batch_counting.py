"""What a tournament has come to, in parts: together they are all of it, and a block changes what it came to alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from fixtures.tournaments import GREEDY, RANDOM, tournament
from sqlalchemy import Engine, event, select

from redscience.tournaments.results import PlayedGame, Results
from services.batch import schema
from services.batch.__main__ import MIGRATIONS
from services.batch.blocks import first_round
from services.batch.counting import joined, merged, parts_of, read, text_of
from services.batch.fields import house_player
from services.batch.model import Played, Tournament
from services.batch.progress import Pace, progress_message
from services.batch.rounds import games_of, schedule, seatings
from services.batch.store import Store
from services.kit.database import open_database
from services.kit.ids import new_id

FOUR = tournament(RANDOM, RANDOM, GREEDY, GREEDY, games_each=6)
MADE = replace(FOUR, games=FOUR.games * 2)


def played(made: Tournament, first: int, count: int) -> Results:
    """Some whole sets of games, played at random: some are lost by a move that is not legal, on time, or cut off."""
    round_, chance, results = first_round(made), random.Random(first), Results(seatings(made))
    sets: dict[int, list[PlayedGame]] = {}
    for each in games_of(schedule(made, round_), round_, first, count):
        won = chance.choice((("win", "lose"), ("lose", "win"), ("draw", "draw")))
        lost = tuple(seat for seat, result in enumerate(won) if result == "lose")
        game = PlayedGame(
            each.game,
            each.players,
            won,  # type: ignore[arg-type]
            chance.randrange(5, 9),
            illegal=lost if chance.random() < 0.2 else (),
            timed_out=lost if chance.random() < 0.2 else (),
            is_cut=not lost,
        )
        sets.setdefault(each.set_number, []).append(game)
    for each in sets.values():
        results.add_set(each)
    return results


def test_parts_have_nothing_in_common_and_are_all_of_it_however_it_was_cut() -> None:
    games, parts = len(schedule(MADE, first_round(MADE))), dict[str, str]()
    whole = Results(seatings(MADE))
    for first in range(0, games, 8):
        added = played(MADE, first, min(8, games - first))
        whole.merge(added)
        parts |= merged(parts, parts_of(added))
    # Of six pairs in two games, of each game, and of all.
    assert len(parts) == 2 * 6 + 2 + 1
    assert read(seatings(MADE), joined(parts.values())) == whole
    assert joined([]) == text_of(Results(()))


@contextmanager
def read_by() -> Iterator[list[str]]:
    """The statements that databases are given meanwhile."""
    statements: list[str] = []

    def note(*arguments: object) -> None:
        statements.append(str(arguments[2]))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def test_how_far_a_tournament_is_is_told_without_what_it_has_come_to(tmp_path: Path) -> None:
    database = await open_database(f"sqlite:///{tmp_path / 'batch.sqlite'}", MIGRATIONS)
    store, whole = Store(house_player), Results(seatings(MADE))
    await database.write(lambda connection: store.add(connection, MADE, new_id(), first_round(MADE)))
    parts = []
    for _ in range(3):
        block = await database.write(lambda connection: store.cut(connection, MADE.id, 1))
        assert block is not None
        added = played(MADE, block.first, block.count)
        whole.merge(added)
        told = Played(b"", text_of(added), "", 10_000)
        assert await database.write(lambda connection, block=block, told=told: store.count(connection, block, told, 1))
        parts.append(await database.read(lambda connection: connection.execute(select(schema.results)).all()))
    with read_by() as statements:
        seen = await database.read(lambda connection: store.find(connection, MADE.id))
        assert seen is not None
        message = progress_message(seen, Pace(0, 0))
    assert not any("results" in statement or "counts" in statement for statement in statements)
    seats = [[0, 0, 0] for _ in MADE.players]
    for (_, players), outcomes in whole.outcomes.items():
        for outcome, times in outcomes.items():
            for player, result in zip(players, outcome, strict=True):
                seats[player][("win", "draw", "lose").index(result)] += times
    assert [[each.won, each.drawn, each.lost] for each in message.players] == seats
    assert {each.game for each in message.players} == {-1}
    counts = await database.read(lambda connection: store.results(connection, MADE.id))
    assert read(seatings(MADE), counts) == whole
    # A block of one set changes the parts of two players, of their game, and of all.
    (_, before, after) = (set(map(tuple, each)) for each in parts)
    assert len(after - before) <= 3
    await database.close()
