"""A finished match step by step: what it shows each viewer is what they saw while it was played."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest
from fixtures.cups import Cups
from fixtures.databases import Databases
from fixtures.matches import ANNA, STARTED_MS, human, match_of
from fixtures.pennies import Pennies

from redscience import families
from redscience.interface import EVERYTHING, SPECTATOR, Game
from services.kit import replay_pages
from services.kit.clock import ManualClock
from services.kit.database import Database, open_database
from services.kit.ids import new_id
from services.match import playback, turns
from services.match.__main__ import MIGRATIONS
from services.match.adjudicator import Adjudicator
from services.match.alarms import Alarms
from services.match.downtime import Downtime
from services.match.messages import match_message
from services.match.model import Match, Snapshot
from services.match.playback import APART, Playback, Step
from services.match.store import Recorded, Request
from services.match.table import laid

View = dict[str, Any]

EVENTS = 25
"""After so many all leave."""
MADE_UP: dict[str, Callable[[], Game]] = {"Pennies": Pennies, "Cups": Cups}


class Hall:
    """Matches of one game, decided and kept as the match service does it."""

    def __init__(self, game: Game, database: Database) -> None:
        self.game, self.clock = game, ManualClock(STARTED_MS)
        self.adjudicator = Adjudicator(
            database=database,
            clock=self.clock,
            load_game=lambda _: game,
            downtime=Downtime(database),
            alarms=Alarms(self.clock),
            most_held=100,
        )
        self.playback = Playback(database, self.adjudicator, lambda _: game)

    async def begin(self) -> Snapshot:
        """A match of people, which has just begun."""
        seats = (human(seat, slot, f"01J0000000000000000000000{slot}") for slot, seat in enumerate(self.game.seats))
        match = replace(match_of(self.game, *seats), id=new_id())

        def make(now_ms: int) -> turns.Change:
            return turns.begin(Snapshot(match, laid(self.game, match.seed), {}), now_ms)

        request = Request(ANNA, match.id, "")
        tell = partial(_first_told, SPECTATOR)
        await self.adjudicator.add(match.rule_set, make, request, tell, lambda _: None)
        return await self.adjudicator.look(match.id)

    async def act(self, snapshot: Snapshot, chance: Random) -> Snapshot:
        """The match after something that a seat does, or after the pause that is on."""
        match_id = snapshot.match.id
        if snapshot.match.pause_ends_at_ms is not None:
            self.clock.advance(max(0, snapshot.match.pause_ends_at_ms - self.clock.now_ms()))
            await self.adjudicator.wake(match_id)
            return await self.adjudicator.look(match_id)
        self.clock.advance(10)
        state = snapshot.table.state
        seat = chance.choice([seat for seat in state.acting if seat not in snapshot.proposals])
        moves, version = (chance.choice(state.legal(seat)),), snapshot.table.versions[seat]
        decide = partial(_played, seat=seat, moves=moves, version=version)
        return await self.adjudicator.take(match_id, decide, lambda after, _: after)

    async def close(self, snapshot: Snapshot) -> Snapshot:
        """The match when all have left it, one after the other."""
        for seat in self.game.seats:
            if snapshot.match.reason is None and seat not in snapshot.table.gone:
                leave = partial(_left, seat=seat)
                snapshot = await self.adjudicator.take(snapshot.match.id, leave, lambda after, _: after)
        return snapshot

    async def steps(self, match: Match, viewer: str, *, count: int = 50) -> list[View]:
        """All that a viewer is shown of a match, page by page."""
        views: list[View] = []
        while (page := await self.playback.page(match, viewer, len(views), count, ANNA)).shown:
            assert [each.number for each in page.shown] == list(range(len(views), len(views) + len(page.shown)))
            views += [json.loads(each.view) for each in page.shown]
        assert len(views) == page.steps
        return views


def _first_told(viewer: str, snapshot: Snapshot, now_ms: int) -> Any:
    return match_message(snapshot, viewer, now_ms)


def _played(snapshot: Snapshot, now_ms: int, *, seat: str, moves: tuple[str, ...], version: int) -> turns.Change:
    return turns.play(snapshot, seat, moves, version, now_ms)


def _left(snapshot: Snapshot, now_ms: int, *, seat: str) -> turns.Change:
    return turns.leave(snapshot, seat, now_ms)


@pytest.fixture
async def database(databases: Databases) -> AsyncIterator[Database]:
    database = await open_database(databases.of_service("match"), MIGRATIONS)
    yield database
    await database.close()


def seen(snapshot: Snapshot, viewer: str) -> View:
    """A viewer's view in play, without what helps to choose a move."""
    view: View = json.loads(snapshot.table.view(viewer))
    return {key: value for key, value in view.items() if key != "state"} | {"legal": []}


def is_within(some: list[View], all_of_them: list[View]) -> bool:
    """Whether some views are among others, in the same order; the same one twice may be one there."""
    others = iter(all_of_them)
    return all(any(view == other for other in others) for view in some)


@pytest.mark.parametrize("name", [*families.names(), *MADE_UP])
async def test_each_viewer_is_shown_again_what_they_saw(name: str, database: Database) -> None:
    game = MADE_UP[name]() if name in MADE_UP else families.get(name).game()
    hall, chance = Hall(game, database), Random(name)
    snapshot = await hall.begin()
    viewers = tuple(snapshot.table.versions)
    in_play: dict[str, list[View]] = {viewer: [] for viewer in viewers}
    # Where nothing is secret it may be seen while the match goes on, too.
    is_open = await hall.playback.is_open(snapshot.match, ANNA)
    assert is_open == (not game.has_secrets and not game.has_chance)
    for number in range(EVENTS + 1):
        if is_open and number in {1, 7}:
            so_far = await hall.steps(snapshot.match, viewers[0])
            assert is_within([*in_play[viewers[0]], seen(snapshot, viewers[0])], so_far)
            assert so_far[-1] == seen(snapshot, viewers[0])
            assert len(so_far) == snapshot.table.versions[viewers[0]]
        for viewer, views in in_play.items():
            if not snapshot.table.state.last_is_sealed and (view := seen(snapshot, viewer)) not in views[-1:]:
                views.append(view)
        if snapshot.match.reason is not None:
            break
        snapshot = await (hall.act(snapshot, chance) if number < EVENTS else hall.close(snapshot))
    for viewer in viewers:
        shown = await hall.steps(snapshot.match, viewer)
        assert is_within(in_play[viewer], shown)
        assert shown[-1] == seen(snapshot, viewer)
    everything = await hall.steps(snapshot.match, EVERYTHING)
    assert everything[-1] == {**seen(snapshot, SPECTATOR), "viewer": EVERYTHING}
    _, history = await hall.adjudicator.record(snapshot.match.id)
    if not hall.game.has_secrets:
        assert len(everything) == 1 + len(history.turns)


async def test_a_sealed_round_is_one_step_when_it_is_resolved(database: Database) -> None:
    hall = Hall(Pennies(3), database)
    snapshot = await hall.begin()
    while snapshot.match.reason is None:
        snapshot = await hall.act(snapshot, Random(1))
    for viewer in ("black", SPECTATOR, EVERYTHING):
        shown = await hall.steps(snapshot.match, viewer)
        assert [len(view["table"]["shown"]) for view in shown] == [0, 1, 2, 3]
        assert all(view["plan"] == [] for view in shown)


async def test_hidden_turns_are_steps_that_only_who_made_them_and_everything_see(database: Database) -> None:
    hall = Hall(Cups(2), database)
    snapshot = await hall.begin()
    for seat, move in (("black", "coin"), ("black", "pass"), ("white", "coin")):
        decide = partial(_played, seat=seat, moves=(move,), version=snapshot.table.versions[seat])
        snapshot = await hall.adjudicator.take(snapshot.match.id, decide, lambda after, _: after)
    snapshot = await hall.close(snapshot)
    tables = {}
    for viewer in ("black", "white", SPECTATOR, EVERYTHING):
        shown = await hall.steps(snapshot.match, viewer)
        tables[viewer] = [view["table"] for view in shown[:4]]
    assert tables["black"] == [{"black": 0}, {"black": 1}, {"black": 1}, {"black": 1}]
    assert tables["white"] == [{"white": 0}, {"white": 0}, {"white": 0}, {"white": 1}]
    assert tables[SPECTATOR] == [{}] * 4
    coins = [(0, 0, 0), (1, 0, 0), (1, 0, 0), (1, 1, 0)]
    assert tables[EVERYTHING] == [dict(zip(("black", "white", "chaos"), each, strict=True)) for each in coins]


async def test_whoever_steps_through_a_long_match_has_no_turn_made_from_the_start_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall, rounds = Hall(Pennies(6 * APART), database), 6 * APART
    snapshot = await hall.begin()
    while snapshot.match.reason is None:
        snapshot = await hall.act(snapshot, Random(1))
    made: list[int] = []
    after_row = playback._after_row

    def counted(seed: str, step: Step, row: Recorded) -> Step:
        made.append(row.number)
        return after_row(seed, step, row)

    monkeypatch.setattr(playback, "_after_row", counted)
    assert len(await hall.steps(snapshot.match, "black", count=10)) == rounds + 1
    assert len(made) < 6 * 2 * rounds
    made.clear()
    for first in range(rounds, -1, -APART):
        page = await hall.playback.page(snapshot.match, "white", first, 1, ANNA)
        assert [each.number for each in page.shown] == [first]
    assert made == []


async def test_a_page_ends_where_its_views_are_large(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall(Pennies(8), database)
    snapshot = await hall.begin()
    while snapshot.match.reason is None:
        snapshot = await hall.act(snapshot, Random(1))
    whole = await hall.playback.page(snapshot.match, SPECTATOR, 0, 50, ANNA)
    assert len(whole.shown) == whole.steps == 9
    sizes = [len(each.view.encode()) for each in whole.shown]
    for most, n_shown in ((1, 1), (sum(sizes[:3]), 3), (sum(sizes[:4]) - 1, 3)):
        monkeypatch.setattr(replay_pages, "MOST_BYTES", most)
        page = await hall.playback.page(snapshot.match, SPECTATOR, 0, 50, ANNA)
        assert page.shown == whole.shown[:n_shown]
        assert page.steps == 9
