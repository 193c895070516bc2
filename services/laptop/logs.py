"""What processes write, kept within bounds: a log, and the one before it."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

LIMIT = 8 * 1024 * 1024
_LOOK_S = 30.0


def set_aside(log: Path, limit: int = LIMIT) -> None:
    """Moves what a log that has grown too large holds to `<name>.1`, and begins it anew.

    The processes that append to it go on; what they write in the moment between may be lost. A log that cannot be moved
    now is left as it is.
    """
    with suppress(OSError):
        if log.stat().st_size > limit:
            shutil.copyfile(log, log.with_name(log.name + ".1"))
            with log.open("r+b") as opened:
                opened.truncate(0)


async def keep_within_bounds(logs: Sequence[Path]) -> None:
    """Looks at the logs now and then, until cancelled."""
    while True:
        for log in logs:
            set_aside(log)
        await asyncio.sleep(_LOOK_S)


def tail(log: Path, lines: int = 12, after: int = 0) -> str:
    """The end of a log; of what it holds after so many bytes, where it holds as many."""
    try:
        held = log.read_bytes()
    except OSError:
        return ""
    fresh = held[after:] if len(held) >= after else held
    return "\n".join(fresh.decode(errors="replace").splitlines()[-lines:])
