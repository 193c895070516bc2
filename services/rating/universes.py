"""Which universes a caller may look into: their own, and those in which they have a persona."""

from __future__ import annotations

from services.kit.identity import caller
from services.kit.universes import Universes, home_of, not_in_universe


async def universe_asked(asked: str, universes: Universes) -> str:
    """The universe to look into: the one that is `asked` for, or the caller's own, which is the public one for nobody.

    Raises:
        InvalidField: the caller is not in it; whether there is such a universe is not told.
        Unavailable: whether they are cannot be found out now.
    """
    known = caller()
    own = home_of(known)
    if asked in ("", own):
        return own
    if known is None or known.kind == "service" or asked not in await universes.of_caller():
        raise not_in_universe()
    return asked
