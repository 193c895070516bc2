"""How many event streams may be open at once: so many in this process, so many of one person, and of all visitors."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from functools import partial

from redscience.errors import LimitReached, Unavailable
from services.kit import metrics

STREAMS = 5_000
STREAMS_OF_A_PERSON = 16
# Anybody becomes as many visitors as they like: together they leave the most to those who are logged in.
VISITORS_SHARE = 5


class StreamLimit:
    """The limit of event streams that this process keeps open. For any thread.

    Args:
        streams: how many there may be.
        of_a_person: how many of them one person may have, in all their sessions; a visitor is a person for themself.
    """

    def __init__(self, streams: int = STREAMS, of_a_person: int = STREAMS_OF_A_PERSON) -> None:
        self._streams = streams
        self._of_a_person = of_a_person
        self._of_visitors = streams // VISITORS_SHARE
        self._lock = threading.Lock()
        self._places: set[object] = set()
        self._visits: set[object] = set()
        self._taken: Counter[str] = Counter()

    def acquire(self, controller_id: str, *, is_visit: bool = False) -> Callable[[], None]:
        """Takes a place for one more stream of a person. What it returns gives it back, and may be called again.

        Raises:
            LimitReached: the person has as many as they may; the streams that are open stay, here too.
            Unavailable: there is none now.
        """
        with self._lock:
            if self._taken[controller_id] >= self._of_a_person:
                raise LimitReached(
                    f"You follow {self._of_a_person} pages live, and that is the most. Close one of them; "
                    "this one then continues."
                )
            if len(self._places) >= self._streams or (is_visit and len(self._visits) >= self._of_visitors):
                raise Unavailable("Too many pages are followed live now. Try again in a moment.")
            place = object()
            self._places.add(place)
            metrics.STREAMS_OPEN.labels("events").inc()
            if is_visit:
                self._visits.add(place)
            self._taken[controller_id] += 1
        return partial(self._release, place, controller_id)

    def _release(self, place: object, controller_id: str) -> None:
        with self._lock:
            if place not in self._places:
                return
            self._places.remove(place)
            metrics.STREAMS_OPEN.labels("events").dec()
            self._visits.discard(place)
            self._taken[controller_id] -= 1
            if not self._taken[controller_id]:
                del self._taken[controller_id]
