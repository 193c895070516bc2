"""The kernels that think, so that nobody's first opponent waits for a compiler. Importing this loads none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from redscience.four_bases.engine import warm as engine
from redscience.kernels.cache import Kernels

SOURCES = (Path(__file__).parent, Path(engine.__file__).parent)


def _first_calls() -> Mapping[str, Callable[[], object]]:
    """A call of every kernel, on a board without spaces and seats."""
    import numpy as np  # noqa: PLC0415 - whoever does not think needs none of this

    from redscience.four_bases.engine.records import (  # noqa: PLC0415 - loads the compiler, which is slow
        POSITION,
        ROUND,
        RULES,
        SCRATCH,
        record,
    )
    from redscience.four_bases.search import kernels  # noqa: PLC0415 - likewise
    from redscience.four_bases.search.lessons import lessons  # noqa: PLC0415 - likewise

    rules, position, scratch, happened = record(RULES), record(POSITION), record(SCRATCH), record(ROUND)
    some, its = np.zeros(1, np.int32), lessons()
    return {
        "four_bases_forget": lambda: kernels.four_bases_forget(its),
        "four_bases_lessons": lambda: kernels.four_bases_lessons(its, 0, some, some.copy(), np.zeros(1)),
        "four_bases_think": lambda: kernels.four_bases_think(
            rules, position, position.copy(), scratch, happened, its, 0
        ),
    }


KERNELS = Kernels(
    "the search of Four Bases",
    SOURCES,
    ("four_bases_forget", "four_bases_lessons", "four_bases_think"),
    _first_calls,
)
