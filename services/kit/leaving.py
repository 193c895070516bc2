"""How a process leaves that has nothing in hand but what is done again elsewhere: soon after it is told to."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from types import FrameType

log = logging.getLogger(__name__)

PATIENCE_S = 1.0
"""So long it may take to leave in good order."""
_SIGNALS = (signal.SIGTERM, signal.SIGINT)


def leave_when_told(patience_s: float = PATIENCE_S) -> None:
    """Has SIGTERM and SIGINT end this process: in good order if that is done in time, else where it stands, with 0.

    Python handles a signal in the main thread, once that is between two of its instructions: not while it compiles,
    or waits for a broker that is frozen; and where many wait for a processor, good order takes long. A thread of its
    own is told of the signal at once.

    Whoever sets handlers of these signals later says what good order is. Until then it is SystemExit.
    """
    told, tell = os.pipe()
    os.set_blocking(tell, False)
    signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
    for number in _SIGNALS:
        signal.signal(number, _leave)
    threading.Thread(target=_watch, args=(told, patience_s), name="leaving", daemon=True).start()


def leave_within(seconds: float) -> None:
    """Ends this process, with 0, unless it has ended by then: else threads that wait for a server keep it."""
    threading.Thread(target=_leave_after, args=(seconds,), name="leaving", daemon=True).start()


def _leave_after(seconds: float) -> None:
    time.sleep(seconds)
    log.warning("it has not left in good order, and leaves as it is")
    os._exit(0)


def _leave(_number: int, _frame: FrameType | None) -> None:
    sys.exit(0)


def _watch(told: int, patience_s: float) -> None:
    while os.read(told, 1)[0] not in _SIGNALS:
        pass  # another signal that somebody handles
    time.sleep(patience_s)
    os._exit(0)
