"""The kernels of Four Bases, so that nobody's first request waits for a compiler. Importing this loads none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from redscience.kernels.cache import Kernels

SOURCES = Path(__file__).parent


def _first_calls() -> Mapping[str, Callable[[], object]]:
    """A call of every kernel, on a board without spaces and seats."""
    from redscience.four_bases.engine import kernels  # noqa: PLC0415 - loads the compiler, which is slow
    from redscience.four_bases.engine.records import (  # noqa: PLC0415 - likewise
        POSITION,
        ROUND,
        RULES,
        SCRATCH,
        record,
    )

    rules, position, scratch, happened = record(RULES), record(POSITION), record(SCRATCH), record(ROUND)
    return {
        "four_bases_legal": lambda: kernels.four_bases_legal(rules, position, scratch, 0),
        "four_bases_refusal": lambda: kernels.four_bases_refusal(rules, position, scratch, 0, 0),
        "four_bases_play": lambda: kernels.four_bases_play(rules, position, scratch, happened, 0, 0),
        "four_bases_leave": lambda: kernels.four_bases_leave(rules, position, scratch, happened, 0),
        "four_bases_playouts": lambda: kernels.four_bases_playouts(
            rules, position, position.copy(), scratch, happened, 0, 0
        ),
    }


KERNELS = Kernels(
    "the engine of Four Bases",
    SOURCES,
    (
        "four_bases_legal",
        "four_bases_refusal",
        "four_bases_play",
        "four_bases_leave",
        "four_bases_playouts",
    ),
    _first_calls,
)
