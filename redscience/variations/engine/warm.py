"""Fills the cache of compiled kernels, so that nobody's first request waits for a compiler.

python -m redscience.variations.engine.warm
"""

from __future__ import annotations

import sys
import time

from redscience.variations.engine import kernels
from redscience.variations.engine.compiled import cache_folder
from redscience.variations.engine.records import OFF, POSITION, RULES, SCRATCH, record


def warm() -> None:
    """Calls every kernel once, on a board without spaces: loads it from the cache, or compiles it into the cache."""
    rules, origin, position, scratch = record(RULES), record(POSITION), record(POSITION), record(SCRATCH)
    rules["n_seats"] = origin["n_active"] = 1
    origin["active"] = 1
    origin["result"] = 1
    rules["above"] = rules["step"] = OFF
    kernels.set_up(rules, position.copy(), 0, 0, 0)
    kernels.begin(rules, origin.copy(), scratch, 1)
    kernels.list_legal(rules, origin, 0, scratch)
    kernels.shows_capture(rules, origin, 0, 0)
    kernels.is_promoted(rules, 0, 1, 0)
    kernels.rest_of(rules, origin, 0, 0)
    kernels.list_rows(rules, origin, 0, 0, scratch)
    kernels.playouts(rules, origin, position, scratch, 1, 1)


def main() -> None:
    """Warms, and says what it cost."""
    start = time.perf_counter()
    warm()
    sys.stdout.write(f"kernels ready in {time.perf_counter() - start:.1f} s ({cache_folder()})\n")


if __name__ == "__main__":
    main()
