"""What is mailed, and how it is sent: kept first, sent after, so that a restart loses none."""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import formatdate, parseaddr
from functools import partial

from services.kit import metrics
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.mail_url import MailServer
from services.kit.waking import woken
from services.players import schema, store
from services.players.codes import LIFETIME_MS, Sent, legible
from services.players.letters import Letter, letters

log = logging.getLogger(__name__)

_TIMEOUT_S = 20
_BACKSTOP_S = 5.0
# What is wrong with one mail, rather than with the server. Their texts hold the address, which is nobody's business.
_REFUSALS = (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError, smtplib.SMTPNotSupportedError, ValueError)
_FOR_GOOD = 500


def code_mail(mail_id: str, address: str, sent: Sent, language: str, *, web_url: str, now_ms: int) -> store.Mail:
    """The mail that brings a code and, where the address of the pages is known, a link to them."""
    said = letters(language).log_in
    link = f"{web_url}login/link?secret={sent.link}" if web_url else ""
    return store.Mail(mail_id, address, said.subject, _body(said, sent, link), now_ms)


def new_address_mail(mail_id: str, address: str, sent: Sent, language: str, *, now_ms: int) -> store.Mail:
    """The mail that brings the code by which an address is confirmed."""
    said = letters(language).new_address
    return store.Mail(mail_id, address, said.subject, _body(said, sent, ""), now_ms)


def erasure_mail(mail_id: str, address: str, sent: Sent, language: str, *, now_ms: int) -> store.Mail:
    """The mail that brings the code by which somebody erases themself."""
    said = letters(language).erasure
    return store.Mail(mail_id, address, said.subject, _body(said, sent, ""), now_ms)


def former_address_mail(mail_id: str, address: str, language: str, *, days: int, now_ms: int) -> store.Mail:
    """The mail that tells an address that its player logs in by another, and for how many days it takes them back."""
    said = letters(language).former_address
    return store.Mail(mail_id, address, said.subject, said.body.format(days=days), now_ms)


def _body(said: Letter, sent: Sent, link: str) -> str:
    return said.body(code=legible(sent.code), minutes=LIFETIME_MS // 60_000, link=link)


def send_by_smtp(server: MailServer, mail: store.Mail) -> None:
    """Hands in one mail; blocks until the server has it.

    Raises:
        OSError, smtplib.SMTPException: it does not.
    """
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = server.sender, mail.to, mail.subject
    # What has neither counts as spam in many places. Sent again it is the same mail, which those who get it may tell.
    message["Date"] = formatdate(mail.sent_at_ms / 1000)
    message["Message-ID"] = f"<{mail.id}@{parseaddr(server.sender)[1].rpartition('@')[2]}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(mail.body)
    if server.tls:
        connection: smtplib.SMTP = smtplib.SMTP_SSL(
            server.host, server.port, timeout=_TIMEOUT_S, context=ssl.create_default_context()
        )
    else:
        connection = smtplib.SMTP(server.host, server.port, timeout=_TIMEOUT_S)
    with connection:
        if server.user:
            if not server.tls:
                connection.starttls(context=ssl.create_default_context())
            connection.login(server.user, server.password)
        # Not whom the header names: that is decoded, and may come to name others.
        connection.send_message(message, to_addrs=[mail.to])


def _codes(refusal: Exception) -> list[int]:
    """What the server said, without its texts."""
    if isinstance(refusal, smtplib.SMTPRecipientsRefused):
        return [code for code, _ in refusal.recipients.values()]
    return [refusal.smtp_code] if isinstance(refusal, smtplib.SMTPDataError) else []


def _is_for_now(codes: list[int]) -> bool:
    """Whether the server asks to be tried again, by a code from 400 to 499."""
    return bool(codes) and max(codes) < _FOR_GOOD


class Postman:
    """Sends the mail that is kept, oldest first; what is sent, or is older than the code in it, is kept no longer.

    Where the server gives up, this mail alone may be why, as where its domain is not found in time: the next is tried,
    and only if that fails too all wait. Those that failed come after the others from then on.

    Of several replicas on PostgreSQL each sends mails of its own: one that another has in hand is passed over. A mail
    is sent again only where the process that sent it was killed before that was noted.
    """

    def __init__(self, database: Database, clock: Clock, send: Callable[[store.Mail], None]) -> None:
        self._database = database
        self._clock = clock
        self._send = send
        self._wake = asyncio.Event()
        # Sent, and kept all the same: that it need not be could not be noted yet.
        self._sent: set[str] = set()
        self._failed: set[str] = set()
        database.after_commit(schema.mail, self._wake.set)

    async def run(self) -> None:
        """Sends until cancelled."""
        while True:
            self._wake.clear()
            if await self.send_waiting():
                continue
            await woken(self._wake, _BACKSTOP_S)

    async def send_waiting(self) -> int:
        """Sends what is kept; how many are settled.

        Raises:
            Unavailable: the database cannot be asked, or takes nothing.
        """
        settled, left, has_just_failed = 0, set[str](), False
        while True:
            async with self._database.claim(partial(store.oldest_mail, but=left, last=self._failed)) as claim:
                if not claim.rows:
                    self._failed &= left
                    return settled
                (mail,) = claim.rows
                try:
                    is_settled = mail.id in self._sent or await self._settled(mail)
                except (OSError, smtplib.SMTPException) as error:
                    metrics.MAILS.labels("failed").inc()
                    log.warning("a mail was not sent; it is tried again", extra={"mail": mail.id, "why": str(error)})
                    left.add(mail.id)
                    self._failed.add(mail.id)
                    if has_just_failed:
                        return settled
                    has_just_failed = True
                    continue
                if is_settled:
                    self._sent.add(mail.id)
                    await claim.settle(partial(store.forget_mail, ids=[mail.id]))
            has_just_failed = False
            if is_settled:
                self._sent.discard(mail.id)
                settled += 1
            else:
                left.add(mail.id)

    async def _settled(self, mail: store.Mail) -> bool:
        """Sends a mail, unless it is too old; whether it need not be kept."""
        if self._clock.now_ms() >= mail.sent_at_ms + LIFETIME_MS:
            metrics.MAILS.labels("late").inc()
            log.warning("a mail was not sent in time, and is given up", extra={"mail": mail.id})
            return True
        try:
            await asyncio.to_thread(self._send, mail)
        except _REFUSALS as error:
            metrics.MAILS.labels("refused").inc()
            codes = _codes(error)
            log.warning("a mail was refused", extra={"mail": mail.id, "why": type(error).__name__, "codes": codes})
            return not _is_for_now(codes)
        metrics.MAILS.labels("sent").inc()
        return True
