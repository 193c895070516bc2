"""Codes that were sent: how they are mailed and kept, and what becomes of a try of one."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection

from redscience.english import English
from redscience.errors import TooManyTries, WrongCode
from services.players import store
from services.players.codes import Issued, Judged, Verdict

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
