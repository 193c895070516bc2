"""How many event streams may be open at once: so many in this process, and so many of one player."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from functools import partial

from redscience.errors import Unavailable

STREAMS = 5_000
STREAMS_OF_A_PLAYER = 16


class StreamLimit:
    """The limit of event streams that this process keeps open. For any thread.

    Args:
        streams: how many there may be.
        of_a_player: how many of them one player may have, in all their sessions.
    """

    def __init__(self, streams: int = STREAMS, of_a_player: int = STREAMS_OF_A_PLAYER) -> None:
        self._streams = streams
        self._of_a_player = of_a_player
        self._lock = threading.Lock()
        self._places: set[object] = set()
        self._taken: Counter[str] = Counter()

    def acquire(self, player_id: str) -> Callable[[], None]:
        """Takes a place for one more stream of a player. What it returns gives it back, and may be called again.

        Raises:
            Unavailable: there is none now; the streams that are open stay.
        """
        with self._lock:
            if self._taken[player_id] >= self._of_a_player:
                raise Unavailable(
                    f"You follow {self._of_a_player} pages live, and that is the most. Close one of them; "
                    "this one then goes on by itself."
                )
            if len(self._places) >= self._streams:
                raise Unavailable("Too many pages are followed live now. Try again in a moment.")
            place = object()
            self._places.add(place)
            self._taken[player_id] += 1
        return partial(self._release, place, player_id)

    def _release(self, place: object, player_id: str) -> None:
        with self._lock:
            if place not in self._places:
                return
            self._places.remove(place)
            self._taken[player_id] -= 1
            if not self._taken[player_id]:
                del self._taken[player_id]
