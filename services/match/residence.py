"""Who is of which universe: of a private one whoever has a persona in it."""

from __future__ import annotations

from dataclasses import replace

from redscience.errors import Fault, InvalidField
from services.kit.database import Database
from services.kit.identity import Caller
from services.match.acquaintances import Acquaintances
from services.match.model import Match
from services.match.seating import is_visible
from services.match.store import find_match


class Residence:
    """Where callers are at home.

    Args:
        acquaintances: knows in which universes the caller is.
        database: of the match service.
    """

    def __init__(self, acquaintances: Acquaintances, database: Database) -> None:
        self._acquaintances = acquaintances
        self._database = database

    async def in_match(self, caller: Caller, match: Match) -> Caller:
        """The caller as one of the match's universe, where they are; else as they are.

        Raises:
            Unavailable: whether they are cannot be found out now.
        """
        if is_visible(match, caller) or not await self._is_in(match.universe, caller):
            return caller
        return replace(caller, universe=match.universe)

    async def in_match_of(self, caller: Caller, match_id: str) -> Caller:
        """The same by the id of a match; as they are where there is none.

        Raises:
            Unavailable: whether they are cannot be found out now.
        """
        match = await self._database.read(lambda connection: find_match(connection, match_id))
        return caller if match is None else await self.in_match(caller, match)

    async def check(self, caller: Caller, universe: str) -> None:
        """Raises InvalidField where the caller is not in a universe; whether there is one is not told.

        Raises:
            Unavailable: whether they are cannot be found out now.
        """
        if universe != caller.universe and not await self._is_in(universe, caller):
            raise InvalidField([Fault("universe", "is none that you are in", "Leave it empty for your own")])

    async def _is_in(self, universe: str, caller: Caller) -> bool:
        return caller.kind == "person" and universe in await self._acquaintances.universes_of_caller()
