"""The kernels of the variations, so that nobody's first request waits for a compiler. Importing this loads none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from redscience.kernels.cache import Kernels

SOURCES = Path(__file__).parent


def _first_calls() -> Mapping[str, Callable[[], object]]:
    """A call of every kernel, on a board without spaces."""
    from redscience.variations.engine import kernels  # noqa: PLC0415 - loads the compiler, which is slow
    from redscience.variations.engine.records import OFF, POSITION, RULES, SCRATCH, record  # noqa: PLC0415 - likewise

    rules, origin, position, scratch = record(RULES), record(POSITION), record(POSITION), record(SCRATCH)
    rules["n_seats"] = origin["n_active"] = 1
    origin["active"] = 1
    origin["result"] = 1
    rules["above"] = rules["step"] = OFF
    return {
        "set_up": lambda: kernels.set_up(rules, position.copy(), 0, 0, 0),
        "apply_event": lambda: kernels.begin(rules, origin.copy(), scratch, 1),
        "find_deal": lambda: kernels.find_deal(rules, origin, position.copy(), scratch, position["kind"][0], 1, 1),
        "list_legal": lambda: kernels.list_legal(rules, origin, 0, scratch),
        "shows_capture": lambda: kernels.shows_capture(rules, origin, 0, 0),
        "is_promoted": lambda: kernels.is_promoted(rules, 0, 1, 0),
        "rest_of": lambda: kernels.rest_of(rules, origin, 0, 0),
        "list_rows": lambda: kernels.list_rows(rules, origin, 0, 0, scratch),
        "value_of": lambda: kernels.value_of(rules, origin, 0, 0),
        "playouts": lambda: kernels.playouts(rules, origin, position, scratch, 1, 1),
    }


KERNELS = Kernels(
    "the engine",
    SOURCES,
    (
        "set_up",
        "apply_event",
        "find_deal",
        "list_legal",
        "shows_capture",
        "is_promoted",
        "rest_of",
        "list_rows",
        "value_of",
        "playouts",
    ),
    _first_calls,
)
