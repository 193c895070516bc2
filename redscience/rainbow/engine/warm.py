"""The kernels of Tic-Tac-Rainbow, so that nobody's first request waits for a compiler. Importing this loads none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from redscience.kernels.cache import Kernels

_NAMES = ("begin", "play", "leave", "list", "lines", "playouts")


def _first_calls() -> Mapping[str, Callable[[], object]]:
    """A call of every kernel, on a board without lines."""
    from redscience.rainbow.engine import kernels  # noqa: PLC0415 - loads the compiler, which is slow
    from redscience.rainbow.engine.records import POSITION, RULES, SCRATCH, record  # noqa: PLC0415 - likewise

    rules, position, scratch = record(RULES), record(POSITION), record(SCRATCH)
    return {
        "rainbow_begin": lambda: kernels.rainbow_begin(position.copy()),
        "rainbow_play": lambda: kernels.rainbow_play(rules, position.copy(), 0, -1),
        "rainbow_leave": lambda: kernels.rainbow_leave(rules, position.copy(), 0),
        "rainbow_list": lambda: kernels.rainbow_list(position, -1, scratch),
        "rainbow_lines": lambda: kernels.rainbow_lines(rules, position, scratch),
        "rainbow_playouts": lambda: kernels.rainbow_playouts(rules, position, position.copy(), scratch, 0, 1),
    }


KERNELS = Kernels(
    "the engine of Tic-Tac-Rainbow",
    Path(__file__).parent,
    tuple(f"rainbow_{name}" for name in _NAMES),
    _first_calls,
)
