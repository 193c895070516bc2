"""Another address to log in by: confirmed by a code that is mailed there, and told to the former one."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from sqlalchemy import Connection

from redscience.errors import Fault, InvalidField
from services.kit.clock import Clock
from services.kit.config import Config
from services.kit.database import Database
from services.kit.identity import Caller
from services.kit.ids import new_id
from services.players import former_addresses, store
from services.players.addresses import may_be_new, read_address
from services.players.codes import LIFETIME_MS, Verdict
from services.players.mail import former_address_mail, new_address_mail
from services.players.sent_codes import WRONG_CODE, ConfirmingCodes, refuse


class NewAddresses:
    """Gives people another address.

    Args:
        config: says which addresses may be new, and whether mail is kept here, in place of being sent.
    """

    def __init__(self, *, config: Config, database: Database, clock: Clock, codes: ConfirmingCodes) -> None:
        self._config = config
        self._database = database
        self._clock = clock
        self._codes = codes

    async def send_code(self, who: Caller, email: str, language: str) -> tuple[str, int]:
        """Mails a code to an address; gives the challenge that goes with it, and when it ends.

        The same is done for every address, but for the caller's own: whether another has it, they do not learn so.

        Raises:
            InvalidField: it is no address, the one that they have, or one by which nobody may begin to log in.
            TooManyTries: too many were sent.
            NotLoggedIn: the caller is kept out.
        """
        address, now_ms = self._read(email), self._clock.now_ms()

        def issue(connection: Connection) -> str:
            store.lock_caller(connection, who)
            if _address_of(connection, who) == address:
                problem = "is the one that you log in with already"
                raise InvalidField([Fault("email", problem, "Write another, or leave it as it is")])
            compose = partial(new_address_mail, new_id(), address, language=language, now_ms=now_ms)
            return self._codes.send(connection, who, address, compose, holder=who.id, now_ms=now_ms)

        return await self._database.write(issue), now_ms + LIFETIME_MS

    def _read(self, email: str) -> str:
        address = read_address(email)
        if not may_be_new(address, self._config):
            problem = "is none by which anybody may begin to log in here"
            raise InvalidField([Fault("email", problem, "Write another, or ask the admins")])
        return address

    async def set(self, who: Caller, email: str, challenge: str, code: str, language: str) -> store.Player:
        """Gives the caller an address for which they have the code, and tells the former one by mail.

        Sessions go on. If another did this, whoever reads mail at the former address takes the player back by logging
        in with it. One that they have already is theirs, whatever the code.

        Raises:
            InvalidField: the address or the code cannot be one; another has the address.
            WrongCode, TooManyTries: the code is of no use.
            NotLoggedIn: the caller is kept out.
        """
        address, now_ms = self._read(email), self._clock.now_ms()
        if not code.strip():  # which is no try
            raise InvalidField([Fault("code", "there is no code yet", "Type the one that was sent")])

        def change(connection: Connection) -> tuple[Verdict, store.Player]:
            store.lock_caller(connection, who)
            (found,) = store.players_by_id(connection, [who.id])
            if found.email == address:
                return Verdict.RIGHT, found
            verdict = self._codes.tried(connection, challenge, address, code, holder=who.id, now_ms=now_ms)
            if verdict is Verdict.RIGHT:
                self._move(connection, found, address, language, now_ms)
            return verdict, replace(found, email=address)

        verdict, changed = await self._database.write(change)
        refuse(verdict, WRONG_CODE)
        return changed

    def _move(self, connection: Connection, who: store.Player, address: str, language: str, now_ms: int) -> None:
        if not store.set_address(connection, who.id, address):
            # They have just shown that it is theirs.
            remedy = "Choose another, or log in with it and erase that player first"
            raise InvalidField([Fault("email", "is the address of another player", remedy)])
        former_addresses.keep(connection, who, address, now_ms=now_ms)
        mail = former_address_mail(new_id(), who.email or "", language, days=former_addresses.KEPT_DAYS, now_ms=now_ms)
        store.keep_mail(connection, mail, loopback=self._config.loopback)


def _address_of(connection: Connection, who: Caller) -> str | None:
    (found,) = store.players_by_id(connection, [who.id])
    return found.email
