"""The kernels that think, so that nobody's first opponent waits for a compiler. Importing this loads none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from redscience.kernels.cache import Kernels
from redscience.variations.engine import warm as engine

SOURCES = (Path(__file__).parent, engine.SOURCES)


def _first_calls() -> Mapping[str, Callable[[], object]]:
    """A call of every kernel, on a board without spaces."""
    from redscience.variations.engine.records import POSITION, RULES, SCRATCH, record  # noqa: PLC0415 - loads numba
    from redscience.variations.search import kernels  # noqa: PLC0415 - likewise
    from redscience.variations.search.tree import TREE  # noqa: PLC0415 - likewise

    rules, origin, position, scratch = record(RULES), record(POSITION), record(POSITION), record(SCRATCH)
    tree = record(TREE)
    return {
        "begin_tree": lambda: kernels.begin_tree(tree),
        "keep_tree": lambda: kernels.keep_tree(tree, 0, record(TREE)),
        "search_more": lambda: kernels.search_more(rules, origin, position, scratch, tree, 0, 0),
    }


KERNELS = Kernels("the search", SOURCES, ("begin_tree", "keep_tree", "search_more"), _first_calls)
