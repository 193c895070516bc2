"""A process that goes when the one that started it has gone, however that ended."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Mapping

PARENT_VARIABLE = "REDSCIENCE_PARENT_PID"
"""Names the process without which this one is not to live; unset, it stands by itself."""

_PR_SET_PDEATHSIG = 1
_LOOK_S = 1.0


def die_with_parent(environ: Mapping[str, str] = os.environ) -> None:
    """Has this process sent SIGTERM when the one named by REDSCIENCE_PARENT_PID, its parent, is gone.

    On Linux the kernel does it; elsewhere a thread looks once a second. Without the variable nothing happens.
    """
    parent = environ.get(PARENT_VARIABLE, "")
    if not parent.isdigit():
        return
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    else:
        threading.Thread(target=_watch, args=(int(parent),), name="parent-watch", daemon=True).start()
    # It may have gone before anybody watched.
    if os.getppid() != int(parent):
        os.kill(os.getpid(), signal.SIGTERM)


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK_S)
    os.kill(os.getpid(), signal.SIGTERM)
