"""How many event streams may be open at once: each holds a thread, and pages must always find one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

from redscience.errors import Unavailable

THREADS = 256
FOR_PAGES = 64
STREAMS = THREADS - FOR_PAGES
STREAMS_OF_A_SESSION = 16


class StreamLimit:
    """The limit of event streams that this process keeps open.

    Args:
        streams: how many there may be.
        of_a_session: how many of them one session may have.
    """

    def __init__(self, streams: int = STREAMS, of_a_session: int = STREAMS_OF_A_SESSION) -> None:
        self._streams = streams
        self._of_a_session = of_a_session
        self._lock = threading.Lock()
        self._session_of: dict[object, str] = {}

    def acquire(self, session: str) -> Callable[[], None]:
        """Takes a place for one more stream of a session. What it returns gives it back, and may be called again.

        Raises:
            Unavailable: there is none now; the streams that are open stay.
        """
        with self._lock:
            if list(self._session_of.values()).count(session) >= self._of_a_session:
                raise Unavailable(
                    f"You follow {self._of_a_session} pages live, and that is the most. Close one of them; "
                    "this one then goes on by itself."
                )
            if len(self._session_of) >= self._streams:
                raise Unavailable("Too many pages are followed live now. Try again in a moment.")
            place = object()
            self._session_of[place] = session
        return partial(self._release, place)

    def _release(self, place: object) -> None:
        with self._lock:
            self._session_of.pop(place, None)
