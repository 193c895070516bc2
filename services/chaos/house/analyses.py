"""Analyses of finished matches: each is made once, as long as somebody listens, and kept for a while.

All are made on one thread, a move of each in turn, and give way to decisions: none is begun while as many are thought
about as can be, unless that lasts. Where nobody listens any more an analysis rests after the present move, and goes on
when somebody asks again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from redscience.errors import LimitReached
from services.chaos.house.thinking import be_nice

T = TypeVar("T")

MOST_KEPT = 64
"""So many matches are remembered that were analysed to the end."""
MOST_RESTING = 2
"""So many that were not: each holds megabytes."""
MOST_AT_ONCE = 16
"""So many are made at once; with more, nobody would see theirs go on."""
GIVES_WAY_S = 2.0
"""So long a move waits at most until fewer decisions are thought about."""
_LOOKS_EVERY_S = 0.05
_BUSY_S = 20


@dataclass(eq=False)
class _Analysis(Generic[T]):
    """One match.

    Attributes:
        moves: judges the rest of its moves; None once all are.
        judged: those so far.
        followers: how many listen.
        thinking: about the next one.
    """

    moves: Iterator[T] | None
    judged: list[T] = field(default_factory=list)
    followers: int = 0
    thinking: asyncio.Task[None] | None = None


class Analyses(Generic[T]):
    """See the module; what is told of a move is a T. It belongs to one event loop.

    Args:
        is_busy: whether as many decisions are thought about as can be.
    """

    def __init__(self, is_busy: Callable[[], bool] = lambda: False) -> None:
        self._is_busy = is_busy
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="analyse", initializer=be_nice)
        self._kept: OrderedDict[str, _Analysis[T]] = OrderedDict()

    async def of(self, match_id: str, begin: Callable[[], Iterator[T]]) -> AsyncGenerator[T]:
        """The moves of a match as they are judged, from the first on.

        Args:
            match_id: of the match.
            begin: judges all of its moves; called on the thread, where that must be done anew.

        Raises:
            LimitReached: too many are made at once.
        """
        analysis = self._taken(match_id, begin)
        with self._followed(match_id, analysis):
            at = 0
            while at < len(analysis.judged) or analysis.moves is not None:
                if at == len(analysis.judged):
                    await self._go_on(match_id, analysis)
                    continue
                yield analysis.judged[at]
                at += 1

    def _taken(self, match_id: str, begin: Callable[[], Iterator[T]]) -> _Analysis[T]:
        analysis = self._kept.get(match_id)
        if analysis is not None and (analysis.moves is None or analysis.followers):
            return analysis
        if sum(each.followers > 0 and each.moves is not None for each in self._kept.values()) >= MOST_AT_ONCE:
            message = "Many matches are being analysed now. Try again in a moment."
            raise LimitReached(message, retry_after_s=_BUSY_S)
        if analysis is None:
            analysis = self._kept[match_id] = _Analysis(_begun(begin))
        return analysis

    @contextmanager
    def _followed(self, match_id: str, analysis: _Analysis[T]) -> Iterator[None]:
        analysis.followers += 1
        if match_id in self._kept:
            self._kept.move_to_end(match_id)
        try:
            yield
        finally:
            analysis.followers -= 1
            self._forget()

    def _forget(self) -> None:
        """Forgets those that nobody listens to, the longest ago first, until they are as few as may be."""
        alone = [(match_id, each) for match_id, each in self._kept.items() if not each.followers]
        resting = [match_id for match_id, each in alone if each.moves is not None]
        done = [match_id for match_id, each in alone if each.moves is None]
        for match_id in (*resting[: max(0, len(resting) - MOST_RESTING)], *done[: max(0, len(done) - MOST_KEPT)]):
            del self._kept[match_id]

    async def _go_on(self, match_id: str, analysis: _Analysis[T]) -> None:
        """Waits for the next move to be judged; whoever waits and goes away takes nothing from the others."""
        if analysis.thinking is None:
            analysis.thinking = asyncio.create_task(self._think(match_id, analysis))
        await asyncio.shield(analysis.thinking)

    async def _think(self, match_id: str, analysis: _Analysis[T]) -> None:
        moves = analysis.moves
        if moves is None:
            return
        try:
            await self._give_way()
            judged = await asyncio.get_running_loop().run_in_executor(self._thread, next, moves, None)
        except BaseException:
            # It may have been forgotten, and begun anew.
            if self._kept.get(match_id) is analysis:
                del self._kept[match_id]
            raise
        finally:
            analysis.thinking = None
        if judged is None:
            analysis.moves = None
        else:
            analysis.judged.append(judged)

    async def _give_way(self) -> None:
        for _ in range(int(GIVES_WAY_S / _LOOKS_EVERY_S)):
            if not self._is_busy():
                return
            await asyncio.sleep(_LOOKS_EVERY_S)


def _begun(begin: Callable[[], Iterator[T]]) -> Iterator[T]:
    """What `begin` gives, which is called when the first is asked for."""
    yield from begin()
