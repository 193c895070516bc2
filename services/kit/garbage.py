"""How often Python looks for garbage in a process that lives long, and for how long it has."""

from __future__ import annotations

import gc
import time

_YOUNG_OBJECTS = 20_000
"""So many are made before the collector looks through them: most of them are gone by then."""

_begun_s = 0.0
_collected_s = 0.0


def spare_what_stays() -> None:
    """Has the collector leave alone what a process has loaded by now: that stays to its end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG_OBJECTS)
    if _measure not in gc.callbacks:
        gc.callbacks.append(_measure)


def collected_s() -> float:
    """The time of the processor that the collector has taken so far, from whatever work it met with."""
    return _collected_s


def _measure(phase: str, _: object) -> None:
    global _begun_s, _collected_s  # noqa: PLW0603 - one thread at a time collects
    if phase == "start":
        _begun_s = time.thread_time()
    else:
        _collected_s += time.thread_time() - _begun_s
