"""Codes that were sent: how they are mailed and kept, and what becomes of a try of one."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection

from redscience.english import English
from redscience.errors import TooManyTries, WrongCode
from services.kit.identity import Caller
from services.players import store
from services.players.allowances import Allowances
from services.players.codes import Codes, Issued, Judged, Sent, Verdict

WRONG_CODE: English = "This code is wrong, used or no longer valid. Look again, or ask for a new one."


def keep_sent(connection: Connection, issued: Issued, mail: store.Mail, *, loopback: bool, now_ms: int) -> None:
    """Keeps what is known of a new code, and the mail that brings it."""
    store.add_issued(connection, issued, now_ms=now_ms)
    store.keep_mail(connection, mail, loopback=loopback)


def try_code(
    connection: Connection, challenge: str, judge: Callable[[Issued | None], Judged]
) -> tuple[Verdict, Issued | None]:
    """Tries a code: what the try has come to, and what was kept of the code.

    A wrong try is counted, so it is no error of the transaction: `refuse` after it.
    """
    issued = store.issued(connection, challenge)
    verdict, kept = judge(issued)
    if issued is not None and kept is None:
        store.forget_issued(connection, issued)
    elif kept is not None and kept is not issued:
        store.keep_tries(connection, kept)
    return verdict, issued


def refuse(verdict: Verdict, wrong: English) -> None:
    """Refuses what was not right.

    Raises:
        WrongCode, TooManyTries: it was not.
    """
    if verdict is Verdict.TOO_MANY:
        raise TooManyTries("This code was tried too often. Ask for a new one.")
    if verdict is not Verdict.RIGHT:
        raise WrongCode(wrong)


class ConfirmingCodes:
    """Codes that players have mailed, to confirm what they ask for; each is of use to its holder alone.

    Args:
        loopback: whether mail is kept here, in place of being sent.
    """

    def __init__(self, *, codes: Codes, allowances: Allowances, loopback: bool) -> None:
        self._codes = codes
        self._allowances = allowances
        self._loopback = loopback

    def send(
        self,
        connection: Connection,
        who: Caller,
        address: str,
        compose: Callable[[Sent], store.Mail],
        *,
        holder: str,
        now_ms: int,
    ) -> str:
        """Mails a code to an address; gives the challenge that goes with it.

        Raises:
            TooManyTries: too many were sent.
        """
        self._allowances.take_code(connection, address, who.id, now_ms=now_ms)
        sent, issued = self._codes.issue(address, holder=holder, now_ms=now_ms)
        keep_sent(connection, issued, compose(sent), loopback=self._loopback, now_ms=now_ms)
        return sent.challenge

    def tried(
        self, connection: Connection, challenge: str, address: str, code: str, *, holder: str, now_ms: int
    ) -> Verdict:
        """What a try of one has come to; `refuse` after the transaction what was not right."""
        verdict, _ = try_code(
            connection,
            challenge,
            lambda issued: self._codes.judge(issued, address, code, holder=holder, now_ms=now_ms),
        )
        return verdict
