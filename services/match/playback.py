"""Matches step by step: a step for each turn, a sealed round being one when it is resolved.

What was taken back was seen, too: its turns are steps, and so is that they were taken back.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Hashable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from typing import TypeVar

from redscience.errors import Fault, InvalidField
from redscience.interface import Game, State
from services.kit.database import Database
from services.kit.lanes import Lines
from services.kit.replay_pages import Room
from services.match.adjudicator import Adjudicator
from services.match.model import Match, TakeBackEvent
from services.match.store import Recorded, some_rows_after
from services.match.table import Table, Turn, laid

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

APART = 50
"""A piece of work in the slow lane makes so many turns; and every so many steps one is remembered."""
_MOST_STEPS, _MOST_COUNTS = 256, 4096
"""So much is remembered: a step of the largest games takes some 60 KB."""


@dataclass(frozen=True, slots=True)
class Step:
    """A match as it stood after a turn, or at its start.

    Attributes:
        number: from 0, the start.
        row: the number of the row of the record that led here.
        at_ms: when that was.
        taken_back_by: the seat that took moves back with this step; "" of a turn.
    """

    number: int
    row: int
    at_ms: int
    table: Table
    taken_back_by: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a viewer saw at a step."""

    number: int
    at_ms: int
    view: str
    taken_back_by: str


@dataclass(frozen=True, slots=True)
class Page:
    """Some steps in order, and how many the match has."""

    steps: int
    shown: Sequence[Shown]


class Playback:
    """Makes the views of matches again, in the slow lane, for each caller a page at a time.

    Steps are remembered at distances, so that going on from page to page makes no turn from the start again.

    Args:
        database: of the match service.
        adjudicator: has the slow lane.
        load_game: makes the game of a file.
    """

    def __init__(self, database: Database, adjudicator: Adjudicator, load_game: Callable[[str], Game]) -> None:
        self._database = database
        self._adjudicator = adjudicator
        self._load_game = load_game
        self._callers = Lines()
        self._steps: OrderedDict[tuple[str, int], Step] = OrderedDict()
        self._counts: OrderedDict[str, int] = OrderedDict()

    async def is_open(self, match: Match, caller_id: str) -> bool:
        """Whether nothing in a match is hidden or drawn, so that all may see while it runs how it came about."""
        game = await self._adjudicator.slowly(caller_id, partial(self._load_game, match.rule_set))
        return not (game.has_secrets or game.has_chance)

    async def page(self, match: Match, viewer: str, first: int, count: int, caller_id: str) -> Page:
        """What a viewer saw at `count` steps from `first` on: at fewer where they are large, or the match ends.

        The match is over, or open; a viewer is one of its seats, `spectator` or `everything`.
        """
        async with self._callers.of(caller_id):
            steps = await self._count(match, caller_id)
            last = min(first + count, steps) - 1
            wanted = await self._between(match, first, last, caller_id) if first <= last else []
            shown = await self._adjudicator.slowly(caller_id, partial(_shown, wanted, viewer))
        return Page(steps, shown)

    async def state(self, match: Match, number: int, caller_id: str) -> State:
        """What was true in a match that is over at one of its steps.

        Raises:
            InvalidField: it has no such step.
        """
        async with self._callers.of(caller_id):
            last = await self._count(match, caller_id) - 1
            if not 0 <= number <= last:
                raise InvalidField([Fault("step", f"is {number}", f"Send 0 for the start, or a step up to {last}")])
            (step,) = await self._between(match, number, number, caller_id)
        return step.table.state

    async def _count(self, match: Match, caller_id: str) -> int:
        if match.id in self._counts:
            return self._counts[match.id]
        step = await self._nearest(match, None, caller_id)
        async with aclosing(self._after(match, step, caller_id)) as following:
            async for each in following:
                step = each
        if match.status == "ended":
            _remember(self._counts, match.id, step.number + 1, _MOST_COUNTS)
        return step.number + 1

    async def _between(self, match: Match, first: int, last: int, caller_id: str) -> list[Step]:
        found = [await self._nearest(match, first, caller_id)]
        async with aclosing(self._after(match, found[0], caller_id)) as following:
            while found[-1].number < last:
                found.append(await anext(following))
        return [step for step in found if step.number >= first]

    async def _nearest(self, match: Match, number: int | None, caller_id: str) -> Step:
        """The last step that is remembered, up to one of that number; the start where there is none."""
        known = [at for match_id, at in self._steps if match_id == match.id and (number is None or at <= number)]
        if not known:
            return await self._adjudicator.slowly(caller_id, partial(self._start, match))
        key = match.id, max(known)
        self._steps.move_to_end(key)
        return self._steps[key]

    def _start(self, match: Match) -> Step:
        return Step(0, 0, match.started_at_ms, laid(self._load_game(match.rule_set), match.seed))

    async def _after(self, match: Match, step: Step, caller_id: str) -> AsyncGenerator[Step]:
        """The steps that follow on one."""
        while rows := await self._database.read(
            partial(some_rows_after, match_id=match.id, number=step.row, most=APART)
        ):
            for each in await self._adjudicator.slowly(caller_id, partial(_stood, step, rows, match.seed)):
                if each.number > step.number:
                    if each.number % APART == 0:
                        _remember(self._steps, (match.id, each.number), each, _MOST_STEPS)
                    yield each
                step = each


def _stood(step: Step, rows: Sequence[Recorded], seed: str) -> list[Step]:
    """Where a match stood after each of some rows that follow on a step."""
    return list(accumulate(rows, partial(_after_row, seed), initial=step))[1:]


def _after_row(seed: str, step: Step, row: Recorded) -> Step:
    """The next step; the same one where nobody but whoever moved has seen anything."""
    event = row.event
    if isinstance(event, TakeBackEvent) and event.standing is not None:
        table = step.table.returned(event.standing, seed, at_ms=event.at_ms)
        return Step(step.number + 1, row.number, event.at_ms, table, event.seat)
    if not isinstance(event, Turn):
        return replace(step, row=row.number)
    table = step.table.replayed([event])
    is_seen = any(
        version != step.table.versions[viewer]
        for viewer, version in table.versions.items()
        if viewer not in event.seats
    )
    number = step.number + (is_seen or not table.state.last_is_sealed)
    return Step(number, row.number, event.at_ms, table)


def _shown(steps: Sequence[Step], viewer: str) -> list[Shown]:
    """What a viewer saw at steps, until that is enough for a page."""
    shown, room = list[Shown](), Room()
    for step in steps:
        view = step.table.state.replay_text(viewer)
        if not room.takes(view):
            break
        shown.append(Shown(step.number, step.at_ms, view, step.taken_back_by))
    return shown


def _remember(what: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    what[key] = value
    what.move_to_end(key)
    if len(what) > most:
        what.popitem(last=False)
