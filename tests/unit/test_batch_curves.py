"""How the counts of tournaments have grown: at few points, all of them true, and each block read once."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest
from fixtures.tournaments import GREEDY, RANDOM, tournament

from redscience.tournaments.results import PlayedGame, Results
from services.batch import curves, queries
from services.batch.counting import read, text_of
from services.batch.curves import Curve, Curves
from services.batch.queries import DoneBlock
from services.batch.rounds import seatings

MADE = tournament(RANDOM, GREEDY)


def block(number: int) -> DoneBlock:
    """A set of two games, of which Random wins the first in every third one alone."""
    results = Results(seatings(MADE))
    first = ("win", "lose") if number % 3 == 0 else ("lose", "win")
    results.add_set([PlayedGame(0, (0, 1), first, 5), PlayedGame(0, (1, 0), ("win", "lose"), 5)])  # type: ignore[arg-type]
    return DoneBlock(2 * number, 2, text_of(results), 1_000 + number)


def whole(blocks: Sequence[DoneBlock]) -> Curve:
    curve = Curve()
    assert curve.add(MADE, blocks) == len(blocks)
    return curve


@pytest.mark.parametrize("most", [1, 7, 100])
def test_a_long_curve_has_few_points_that_are_true(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    # Of two players in one game: twenty points.
    monkeypatch.setattr(curves, "MOST_COUNTS", 40)
    blocks = list(map(block, range(333)))
    curve = whole(blocks)
    assert len(curve.points) <= 20
    points = curve.shown(most)
    assert 1 <= len(points) <= most
    assert points[-1].games == 666
    for point in points:
        won = sum(json.loads(each.counts)["outcomes"][0][2].get("WL", 0) for each in blocks[: point.games // 2])
        assert (point.players[0].won, point.at_ms) == (won, 999 + point.games // 2)
    # They are spread over all of it.
    gaps = [after.games - before.games for before, after in pairwise(points)]
    assert not gaps or max(gaps) <= 4 * 666 / min(most, 20)


def test_a_curve_ends_where_a_block_is_missing_and_goes_on_when_that_is_done() -> None:
    blocks = list(map(block, range(6)))
    curve = Curve()
    assert curve.add(MADE, [*blocks[:3], *blocks[4:]]) == 3
    assert [point.games for point in curve.shown(100)] == [2, 4, 6]
    assert curve.add(MADE, blocks[3:]) == 3
    assert curve.shown(100) == whole(blocks).shown(100)


async def test_a_block_counts_once_though_whoever_asked_for_the_curve_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    done = [block(number) for number in range(4)]
    begun, may_go_on = threading.Event(), threading.Event()

    def done_from(_: object, __: str, first: int, most: int) -> list[DoneBlock]:
        return [each for each in done if each.first >= first][:most]

    def slowly(tournament: Any, counts: str) -> Results:
        begun.set()
        assert may_go_on.wait(10)
        return read(tournament, counts)

    monkeypatch.setattr(curves, "read", slowly)
    monkeypatch.setattr(queries, "done_from", done_from)
    known = Curves(Unconnected())  # type: ignore[arg-type]  # nothing is read of it
    gone = asyncio.create_task(known.of(MADE, 100))
    await asyncio.to_thread(begun.wait, 10)
    gone.cancel()
    again = asyncio.create_task(known.of(MADE, 100))
    for _ in range(10):
        await asyncio.sleep(0)
    may_go_on.set()
    assert await again == whole(done).shown(100)
    with pytest.raises(asyncio.CancelledError):
        await gone
    done.extend(map(block, range(4, 6)))
    assert await known.of(MADE, 100) == whole(done).shown(100)


class Unconnected:
    """A database of which nothing is read."""

    async def read(self, work: Callable[[Any], list[DoneBlock]]) -> list[DoneBlock]:
        """What the work gives without one."""
        return work(None)
