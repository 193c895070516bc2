"""Which universes a caller may look into: their own, and those in which they have a persona."""

from __future__ import annotations

from services.kit.identity import caller
from services.kit.universes import Universes, home_of, not_in_universe


async def is_in(universe: str, universes: Universes) -> bool:
    """Whether the caller is in a universe. Nobody, and a service of the platform, is in the public one alone.

    Raises:
        Unavailable: it cannot be found out now.
    """
    known = caller()
    if universe == home_of(known):
        return True
    return known is not None and known.kind != "service" and universe in await universes.of_caller()


async def universe_asked(asked: str, universes: Universes) -> str:
    """The universe to look into: the one that is `asked` for, or the caller's own, which is the public one for nobody.

    Raises:
        InvalidField: the caller is not in it; whether there is such a universe is not told.
        Unavailable: whether they are cannot be found out now.
    """
    universe = asked or home_of(caller())
    if not await is_in(universe, universes):
        raise not_in_universe()
    return universe
