"""Erasing oneself: confirmed by a code that is mailed, since anybody may find a browser that was left logged in."""

from __future__ import annotations

import random
from functools import partial

from sqlalchemy import Connection

from redscience.errors import Fault, InvalidField
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.identity import Caller
from services.kit.ids import new_id
from services.players import erasing, former_addresses, store
from services.players.codes import LIFETIME_MS, Verdict
from services.players.mail import erasure_mail
from services.players.sent_codes import WRONG_CODE, ConfirmingCodes, refuse


class OwnErasure:
    """Has people erase themselves.

    Args:
        rng: draws what they are called from then on.
    """

    def __init__(self, *, database: Database, clock: Clock, codes: ConfirmingCodes, rng: random.Random) -> None:
        self._database = database
        self._clock = clock
        self._codes = codes
        self._rng = rng

    async def send_code(self, who: Caller, name: str, language: str) -> tuple[str, int, bool]:
        """Mails the caller a code; gives its challenge, when it ends, and whether their former address has it.

        Whoever has given a player another address of late may be a thief: as long as the former one takes the player
        back, it has the say.

        Raises:
            InvalidField: they are called otherwise, or are the last Admin.
            TooManyTries: too many were sent.
            NotLoggedIn: the caller is kept out.
        """
        now_ms = self._clock.now_ms()

        def issue(connection: Connection) -> tuple[str, bool]:
            store.lock_caller(connection, who)
            (found,) = store.players_by_id(connection, [who.id])
            erasing.require_erasable(connection, who, found, name)
            address = _address_of(connection, found, now_ms)
            compose = partial(erasure_mail, new_id(), address, language=language, now_ms=now_ms)
            challenge = self._codes.send(connection, who, address, compose, holder=_holder(who), now_ms=now_ms)
            return challenge, address != found.email

        challenge, is_former = await self._database.write(issue)
        return challenge, now_ms + LIFETIME_MS, is_former

    async def erase(self, who: Caller, name: str, challenge: str, code: str) -> str:
        """Erases the caller, who has the code; gives what they are called from now on.

        Raises:
            InvalidField: there is no code, they are called otherwise, or they are the last Admin.
            WrongCode, TooManyTries: the code is of no use.
            NotLoggedIn: the caller is kept out.
        """
        now_ms = self._clock.now_ms()

        def confirm(connection: Connection) -> tuple[Verdict, str]:
            store.lock_player(connection, who.id)
            if erased := erasing.name_since(connection, who.id):
                return Verdict.RIGHT, erased
            store.require_active(connection, who)
            (found,) = store.players_by_id(connection, [who.id])
            erasing.require_erasable(connection, who, found, name)
            if not code.strip():  # which is no try
                remedy = "Ask for one in your settings, and type it there"
                raise InvalidField([Fault("code", "there is no code yet", remedy)])
            address = _address_of(connection, found, now_ms)
            verdict = self._codes.tried(connection, challenge, address, code, holder=_holder(who), now_ms=now_ms)
            if verdict is not Verdict.RIGHT:
                return verdict, ""
            return verdict, erasing.erase(connection, who, who.id, name, self._rng, now_ms=now_ms)

        verdict, since = await self._database.write(confirm)
        refuse(verdict, WRONG_CODE)
        return since


def _holder(who: Caller) -> str:
    """Of no use for another address: that would be confirmed by the same player's id."""
    return f"{who.id} erasure"


def _address_of(connection: Connection, who: store.Player, now_ms: int) -> str:
    return former_addresses.first(connection, who, now_ms=now_ms) or who.email or ""
