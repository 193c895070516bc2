"""How often Python looks for garbage in a process that lives long."""

from __future__ import annotations

import gc

_YOUNG_OBJECTS = 20_000
"""So many are made before the collector looks through them: most of them are gone by then."""


def spare_what_stays() -> None:
    """Has the collector leave alone what a process has loaded by now: that stays to its end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG_OBJECTS)
