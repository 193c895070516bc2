"""Which universes a caller may look into: their own, and those in which they have a persona."""

from __future__ import annotations

from services.kit.identity import require_caller
from services.kit.universes import Universes, home_of, not_in_universe


async def is_in(universe: str, universes: Universes) -> bool:
    """Whether the caller is in a universe. A service of the platform may look into all."""
    caller = require_caller()
    return caller.kind == "service" or universe == home_of(caller) or universe in await universes.of_caller()


async def universe_asked(asked: str, universes: Universes) -> str:
    """The universe to look into: the one that is `asked` for, or the caller's own.

    Raises:
        InvalidField: the caller is not in it; whether there is such a universe is not told.
        Unavailable: whether they are cannot be found out now.
    """
    if not asked:
        return home_of(require_caller())
    if not await is_in(asked, universes):
        raise not_in_universe()
    return asked
