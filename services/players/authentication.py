"""Log-in by code or link, visits without one, and tokens for the secrets of sessions."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from redscience.english import English
from redscience.errors import Fault, InvalidField, NotAllowed, NotLoggedIn, WrongCode
from redscience.names import ANONYMOUS_ID, folded_name
from services.kit.clock import Clock
from services.kit.config import Config
from services.kit.database import Database
from services.kit.ended import USE_NOTED_EVERY_MS
from services.kit.identity import Caller
from services.kit.ids import new_id
from services.kit.tokens import LIFETIME_MS, sign
from services.players import administration, former_addresses, names, sessions, store
from services.players import allowances as allowed
from services.players.addresses import is_of_admin, may_be_new, read_address
from services.players.allowances import Allowances
from services.players.codes import LIFETIME_MS as CODE_LIFETIME_MS
from services.players.codes import Codes, Issued, Judged, Verdict
from services.players.mail import code_mail
from services.players.sent_codes import WRONG_CODE, keep_sent, refuse, try_code

_SUSPENDED: English = "An admin has suspended you, so you cannot log in. Ask them about it."
_NOT_NEW: English = "Nobody new can log in here with this address. Ask the admins."
_WRONG_LINK: English = (
    "This link is used or no longer valid, or another browser asked for it. Open it in that one, or ask for a new code."
)


@dataclass(frozen=True, slots=True)
class _LogIn:
    """What a try to log in has come to."""

    verdict: Verdict
    player: store.Player | None = None
    is_new: bool = False
    refusal: English = ""


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A token, whose it is, and of which session; nobody's in particular and of none for a service."""

    token: str
    expires_at_ms: int
    player: store.Player | None = None
    session_id: str = ""


class Authentication:
    """Opens sessions, and gives tokens for their secrets.

    Args:
        signing_key: gives the PEM of the key that signs now.
        rng: draws the names of those who are new.
    """

    def __init__(
        self,
        *,
        config: Config,
        signing_key: Callable[[], bytes],
        database: Database,
        clock: Clock,
        codes: Codes,
        allowances: Allowances,
        rng: random.Random,
    ) -> None:
        self._config = config
        self._signing_key = signing_key
        self._database = database
        self._clock = clock
        self._codes = codes
        self._allowances = allowances
        self._rng = rng

    async def send_code(self, email: str, source: str, language: str) -> tuple[str, int]:
        """Mails a code, in a language; gives the challenge that goes with it, and when it ends.

        The same is done for every address.

        Raises:
            InvalidField: it is no address.
            TooManyTries: too many were sent.
        """
        address, now_ms = read_address(email), self._clock.now_ms()

        def issue(connection: Connection) -> str:
            self._take_code(connection, address, source, now_ms)
            sent, issued = self._codes.issue(address, now_ms=now_ms)
            mail = code_mail(new_id(), address, sent, language, web_url=self._config.web_url, now_ms=now_ms)
            keep_sent(connection, issued, mail, loopback=self._config.loopback, now_ms=now_ms)
            return sent.challenge

        return await self._database.write(issue), now_ms + CODE_LIFETIME_MS

    def _take_code(self, connection: Connection, address: str, source: str, now_ms: int) -> None:
        take = self._allowances.take
        take(connection, allowed.CODES_OF_ADDRESS_HERE, address, source, now_ms=now_ms)
        take(connection, allowed.CODES_OF_ADDRESS, address, now_ms=now_ms)
        if not self._config.loopback:  # where all are in one place
            here = replace(allowed.CODES_HERE, most=self._config.most_codes)
            take(connection, here, source, now_ms=now_ms)
        take(connection, allowed.MAILS, now_ms=now_ms)

    async def log_in(self, email: str, challenge: str, code: str, label: str) -> tuple[str, store.Player, bool]:
        """Opens a session for who has the code: its secret, whose it is, and whether they are new.

        Raises:
            InvalidField: the address, the code or the label cannot be one.
            WrongCode, TooManyTries: the code is of no use.
            NotAllowed: the player is suspended, or would be new and may not come.
        """
        address = read_address(email)
        if not code.strip():  # which is no try
            raise InvalidField([Fault("code", "there is no code yet", "Type the one that was sent")])

        def judge(issued: Issued | None, now_ms: int) -> Judged:
            return self._codes.judge(issued, address, code, now_ms=now_ms)

        return await self._log_in(challenge, judge, label, WRONG_CODE)

    async def log_in_by_link(self, challenge: str, link: str, label: str) -> tuple[str, store.Player, bool]:
        """The same for who has the link. Raises what `log_in` raises but for TooManyTries."""

        def judge(issued: Issued | None, now_ms: int) -> Judged:
            return self._codes.judge_link(issued, link, now_ms=now_ms)

        return await self._log_in(challenge, judge, label, _WRONG_LINK)

    async def _log_in(
        self, challenge: str, judge: Callable[[Issued | None, int], Judged], label: str, wrong: English
    ) -> tuple[str, store.Player, bool]:
        label, secret, now_ms = sessions.read_label(label), sessions.new_secret(), self._clock.now_ms()

        def log_in(connection: Connection) -> _LogIn:
            verdict, issued = try_code(connection, challenge, lambda issued: judge(issued, now_ms))
            if verdict is not Verdict.RIGHT or issued is None:
                return _LogIn(verdict)
            address = issued.address
            found = store.player_by_email(connection, address)
            former = None if found else former_addresses.holder(connection, address, now_ms=now_ms)
            found = found or former
            if refusal := self._refusal(found, address):
                return _LogIn(verdict, refusal=refusal)
            if former:
                found = former_addresses.take_back(connection, former, address, now_ms=now_ms)
            who = (
                self._with_role(connection, found, now_ms) if found else self._new_creator(connection, address, now_ms)
            )
            session = sessions.opened(secret, who.id, who.kind, label, now_ms=now_ms)
            store.add_session(connection, session, now_ms=now_ms)
            return _LogIn(verdict, who, is_new=found is None)

        outcome = await self._database.write(log_in)
        refuse(outcome.verdict, wrong)
        if outcome.refusal:
            raise NotAllowed(outcome.refusal)
        if outcome.player is None:
            raise WrongCode(wrong)
        return secret, outcome.player, outcome.is_new

    def _new_creator(self, connection: Connection, address: str, now_ms: int) -> store.Player:
        name = names.pleasant_name(self._rng)
        while store.player_by_name(connection, folded_name(name), store.PUBLIC_UNIVERSE):
            name = names.pleasant_name(self._rng)
        is_first = self._config.loopback and store.is_nobody_known(connection)
        role = "admin" if is_first or is_of_admin(address, self._config) else "creator"
        who = store.Player(new_id(), name, folded_name(name), "person", role, store.PUBLIC_UNIVERSE, address, now_ms)
        store.add_player(connection, who)
        return who

    def _with_role(self, connection: Connection, who: store.Player, now_ms: int) -> store.Player:
        """Somebody known, made Admin and let in again where the configuration names them, whatever Admins have done."""
        if not is_of_admin(who.email or "", self._config):
            return who
        if who.suspended_at_ms is not None:
            administration.let_in(connection, who, now_ms=now_ms)
        if who.role != "admin":
            store.set_role(connection, who.id, "admin")
        return replace(who, role="admin", suspended_at_ms=None)

    def _refusal(self, found: store.Player | None, address: str) -> English:
        """Why somebody who has an address may not log in, who is new where nobody was found; "" where they may."""
        if found is None:
            return "" if may_be_new(address, self._config) else _NOT_NEW
        is_kept_out = found.suspended_at_ms is not None and not is_of_admin(address, self._config)
        return _SUSPENDED if is_kept_out else ""

    async def visit(self, source: str) -> str:
        """The secret of a new session of Anonymous.

        Raises:
            TooManyTries: too many were opened.
        """
        now_ms, secret = self._clock.now_ms(), sessions.new_secret()

        def visit(connection: Connection) -> None:
            if not self._config.loopback:
                here = replace(allowed.VISITS_HERE, most=self._config.most_codes)
                self._allowances.take(connection, here, source, now_ms=now_ms)
            self._allowances.take(connection, allowed.VISITS, now_ms=now_ms)
            session = sessions.opened(secret, ANONYMOUS_ID, "anonymous", "", now_ms=now_ms)
            store.add_session(connection, session, now_ms=now_ms)

        await self._database.write(visit)
        return secret

    async def exchange(self, secret: str) -> Exchanged:
        """A token for the secret of a session or a service.

        Raises:
            NotLoggedIn: the session has ended.
        """
        now_ms = self._clock.now_ms()
        service = sessions.service_of(secret, self._config.service_secrets)
        if service is not None:
            return self._token(Caller(f"service:{service}", "service", "service", "", service), now_ms)
        digest = sessions.digest(secret)
        found = await self._database.read(lambda connection: store.session_player(connection, digest, now_ms=now_ms))
        if found is None:
            raise NotLoggedIn(
                "The session has ended, or there was none. Log in again; a bot needs the token that its owner saw last."
            )
        session, who = found
        if now_ms - session.used_at_ms >= USE_NOTED_EVERY_MS:
            expires_at_ms = now_ms + sessions.LIFETIMES_MS[who.kind]
            await self._database.write(
                lambda connection: store.use_session(connection, digest, now_ms=now_ms, expires_at_ms=expires_at_ms)
            )
        return replace(self._token(sessions.caller_of(session, who), now_ms, session.id), player=who)

    def _token(self, caller: Caller, now_ms: int, session_id: str = "") -> Exchanged:
        token = sign(self._signing_key(), caller, now_ms=now_ms, session_id=session_id)
        return Exchanged(token, now_ms + LIFETIME_MS, session_id=session_id)

    async def log_out(self, secret: str) -> None:
        """Ends a session; one that has ended stays ended."""
        digest, now_ms = sessions.digest(secret), self._clock.now_ms()
        await self._database.write(lambda connection: store.end_session(connection, digest, now_ms=now_ms))
