"""How many matches visitors begin: all that is played is kept, and nobody knows who they are, or how many."""

from __future__ import annotations

import math
from collections.abc import Callable

from redscience.errors import LimitReached
from services.kit.identity import Caller
from services.kit.limits import CallLimit

OF_ONE_PER_S, OF_ONE_AT_ONCE = 1 / 6, 20
OF_ALL_PER_S, OF_ALL_AT_ONCE = 2, 200


class Visits:
    """The limits of visitors in a process.

    Args:
        now_s: the time.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._of_one = CallLimit(OF_ONE_PER_S, OF_ONE_AT_ONCE)
        self._of_all = CallLimit(OF_ALL_PER_S, OF_ALL_AT_ONCE)

    def begin(self, caller: Caller) -> None:
        """Counts a match that is to begin, if it is a visitor who asks.

        Raises:
            LimitReached: they have begun too many lately, or all of them together have.
        """
        if caller.kind != "anonymous":
            return
        now_s = self._now_s()
        for limit, who in ((self._of_one, caller.controller_id), (self._of_all, caller.id)):
            if wait_s := limit.take_or_wait(who, now_s):
                message = "Visitors have begun many matches just now. Log in, or try again in a moment."
                raise LimitReached(message, retry_after_s=math.ceil(wait_s))
