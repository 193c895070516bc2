"""Fills the cache of compiled kernels, so that nobody's first request waits for a compiler."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from tempfile import TemporaryFile

from redscience.variations.engine import cache


def fill(say: Callable[[str], None]) -> None:
    """Compiles what is not in the cache yet, and says so of each kernel; where nothing is missing, at once.

    Raises:
        OSError: nothing can be kept; nothing was compiled.
    """
    if cache.missing():
        _make_folder()
        warm(say)


def warm(say: Callable[[str], None]) -> None:
    """The same, also where it is compiled for this process alone."""
    missing = cache.missing()
    if not missing:
        return
    calls = _first_calls()
    for number, kernel in enumerate(missing, 1):
        say(f"Compiling the engine, once: {number} of {len(missing)}")
        calls[kernel]()


def _make_folder() -> None:
    try:
        cache.folder().mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=cache.folder()).close()
    except OSError as error:
        raise OSError(
            f"The compiled engine cannot be kept in {cache.folder()}: {error.strerror}."
            " Fix that, or name another folder with REDSCIENCE_KERNELS."
        ) from error


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
        "list_legal": lambda: kernels.list_legal(rules, origin, 0, scratch),
        "shows_capture": lambda: kernels.shows_capture(rules, origin, 0, 0),
        "is_promoted": lambda: kernels.is_promoted(rules, 0, 1, 0),
        "rest_of": lambda: kernels.rest_of(rules, origin, 0, 0),
        "list_rows": lambda: kernels.list_rows(rules, origin, 0, 0, scratch),
        "value_of": lambda: kernels.value_of(rules, origin, 0, 0),
        "playouts": lambda: kernels.playouts(rules, origin, position, scratch, 1, 1),
    }
