"""In what order requests go to the application: whoever asks for much at once waits for themself alone."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from dataclasses import dataclass
from typing import TypeVar

from tornado.iostream import StreamClosedError

from redscience.errors import LimitReached, Unavailable
from services.gateway.bounds import Bounds


@dataclass(frozen=True, slots=True)
class Asker:
    """From whom a request comes.

    Attributes:
        network: the address that they have, or the network of it.
        person: their id; "" of those who have not logged in. Anybody becomes as many visitors as they like: those of a
            network take their turns together, a person has turns of their own.
        visit: the session of a visitor; "" of all others, and of those of a network of whom nothing is known.
    """

    network: str
    person: str = ""
    visit: str = ""

    @property
    def house(self) -> str:
        """With whom they take turns."""
        return self.person or self.network


class Place:
    """The place of a request in the line of whoever sent it."""

    def __init__(self, asker: Asker) -> None:
        self.asker = asker
        self.come: asyncio.Future[None] = asyncio.get_running_loop().create_future()


K = TypeVar("K")
_Lines = OrderedDict[str, OrderedDict[Place, None]]


class Turns:
    """Gives the threads of the application to those who ask. For the event loop.

    Nobody has more than a share at once, and no network more than a larger one. Those who wait take turns: the houses
    among each other, and in a house its visitors. Where too many wait, the longest line is shortened.

    Args:
        bounds: how many there may be.
    """

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._free = bounds.threads
        self._taken_by: Counter[Asker] = Counter()
        self._taken_from: Counter[str] = Counter()
        # Of each house, in the order of their turns, the lines of its visitors in the order of theirs.
        self._houses: OrderedDict[str, _Lines] = OrderedDict()
        self._waiting: Counter[str] = Counter()
        self._moved_at_s = time.monotonic()
        self._to_be_told: list[asyncio.Future[None]] = []

    @property
    def in_hand(self) -> int:
        """How many requests are with the application or wait for it."""
        return self._bounds.threads - self._free + self._waiting.total()

    @property
    def hang(self) -> bool:
        """Whether all threads are taken, and none has come back for so long that none will."""
        return not self._free and time.monotonic() - self._moved_at_s > self._bounds.hung_s

    async def until_one_moves(self) -> None:
        """Returns when a thread has come back."""
        told = asyncio.get_running_loop().create_future()
        self._to_be_told.append(told)
        await told

    def line_up(self, asker: Asker) -> Place:
        """A place for one more request. When it has come a thread is taken, to be given back by `leave`.

        The place may instead be told that there is no room for it any more (`Unavailable`).

        Raises:
            LimitReached: the asker has a full line.
            Unavailable: too many wait, and nobody has a longer line.
        """
        place = Place(asker)
        if self._may_begin(asker):
            self._begin(place)
            return place
        if self._length(asker) >= self._bounds.line:
            raise LimitReached("You have asked for too much at once. Wait a moment, then try again.", retry_after_s=1)
        if self._waiting.total() >= self._bounds.queue:
            self._make_room(asker)
        self._houses.setdefault(asker.house, OrderedDict()).setdefault(asker.visit, OrderedDict())[place] = None
        self._waiting[asker.house] += 1
        return place

    def give_up(self, place: Place) -> None:
        """Whoever waits in a place has gone; nothing happens where it has come."""
        if not place.come.done():
            self._remove(place)
            place.come.set_exception(StreamClosedError())

    def leave(self, asker: Asker) -> None:
        """Gives a thread back."""
        self._free += 1
        _take_away(self._taken_by, asker)
        _take_away(self._taken_from, asker.network)
        self._moved_at_s = time.monotonic()
        for told in self._to_be_told:
            told.set_result(None)
        self._to_be_told.clear()
        while (place := self._next()) is not None:
            house, visit = place.asker.house, place.asker.visit
            self._houses[house].move_to_end(visit)
            self._houses.move_to_end(house)
            self._remove(place)
            self._begin(place)

    def _may_begin(self, asker: Asker) -> bool:
        return (
            self._free > 0
            and self._taken_from[asker.network] < self._bounds.network_share
            and self._taken_by[asker] < self._bounds.share
        )

    def _begin(self, place: Place) -> None:
        self._free -= 1
        self._taken_by[place.asker] += 1
        self._taken_from[place.asker.network] += 1
        if not self._free:
            self._moved_at_s = time.monotonic()
        place.come.set_result(None)

    def _next(self) -> Place | None:
        """Whose turn it is; None where nobody waits who may begin."""
        if not self._free:
            return None
        for lines in self._houses.values():
            for line in lines.values():
                place = next(iter(line))
                if self._may_begin(place.asker):
                    return place
        return None

    def _make_room(self, asker: Asker) -> None:
        """Sends the last of the longest line of the house with the most away, unless the asker's is as long."""
        refusal = Unavailable("There are too many requests now. Try again in a moment.")
        house = max(self._houses, key=self._waiting.__getitem__)
        if self._waiting[asker.house] >= self._waiting[house]:
            house = asker.house
        line = max(self._houses[house].values(), key=len)
        if house == asker.house and self._length(asker) >= len(line):
            raise refusal
        last = next(reversed(line))
        self._remove(last)
        last.come.set_exception(refusal)

    def _remove(self, place: Place) -> None:
        house, visit = place.asker.house, place.asker.visit
        lines = self._houses[house]
        del lines[visit][place]
        if not lines[visit]:
            del lines[visit]
        if not lines:
            del self._houses[house]
        _take_away(self._waiting, house)

    def _length(self, asker: Asker) -> int:
        """How many requests of an asker wait."""
        lines = self._houses.get(asker.house)
        return len(lines.get(asker.visit, ())) if lines else 0


def _take_away(counted: Counter[K], key: K) -> None:
    """One less; what is counted no more is forgotten."""
    counted[key] -= 1
    if not counted[key]:
        del counted[key]
