"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """A file to be written. What was there stays until all is written, and where that fails."""
    file = path.resolve()
    if file.exists() and not file.is_file():
        # A device or a pipe is written to; a file in its place would be another thing.
        with file.open("w", encoding="utf-8", newline="") as out:
            yield out
        return
    fresh = file.with_name(f"{file.name}.{os.getpid()}")
    out = fresh.open("x", encoding="utf-8", newline="")
    try:
        with out:
            yield out
        fresh.replace(file)
    finally:
        fresh.unlink(missing_ok=True)
