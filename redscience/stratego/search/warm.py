"""The kernels that think, so that nobody's first opponent waits for a compiler. Importing this loads none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from redscience.kernels.cache import Kernels
from redscience.stratego.engine import warm as engine

SOURCES = (Path(__file__).parent, Path(engine.__file__).parent)


def _first_calls() -> Mapping[str, Callable[[], object]]:
    """A call of every kernel, on a board without pieces."""
    import numpy as np  # noqa: PLC0415 - whoever does not think needs none of this

    from redscience.stratego.engine.records import position  # noqa: PLC0415 - loads the compiler, which is slow
    from redscience.stratego.search import kernels  # noqa: PLC0415 - likewise
    from redscience.stratego.search.table import table  # noqa: PLC0415 - likewise

    some, tree = np.zeros(1, np.int32), table()
    return {
        "stratego_forget": lambda: kernels.stratego_forget(tree),
        "stratego_read": lambda: kernels.stratego_read(tree, some, some.copy(), np.zeros(1)),
        "stratego_search": lambda: kernels.stratego_search(position(), position(), tree, 0, 0),
        "stratego_set_up": lambda: kernels.stratego_set_up(position(), position(), tree, 0, 0),
    }


KERNELS = Kernels(
    "the search of Stratego",
    SOURCES,
    ("stratego_forget", "stratego_read", "stratego_search", "stratego_set_up"),
    _first_calls,
)
