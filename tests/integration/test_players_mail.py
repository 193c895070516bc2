"""Mail is kept, then sent; once, in order, and not after the code in it has ended."""

from __future__ import annotations

import asyncio
import smtplib
import socketserver
import threading
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from functools import partial

import pytest
from fixtures.databases import Databases, postgres_only
from fixtures.patience import PATIENCE_S

from redscience.errors import Unavailable
from services.kit import metrics
from services.kit.clock import ManualClock
from services.kit.database import Database, open_database
from services.kit.mail_url import MailServer, read_mail_url
from services.players import store
from services.players.__main__ import MIGRATIONS
from services.players.codes import LIFETIME_MS, Sent
from services.players.mail import Postman, code_mail, send_by_smtp


class Inbox(socketserver.StreamRequestHandler):
    """A mail server as small as it can be."""

    received: list[str]

    def handle(self) -> None:
        self._say("220 ready")
        envelope = ""
        while line := self.rfile.readline().decode().strip():
            word = line.split()[0].upper()
            if word == "DATA":
                self._say("354 go on")
                self.received.append(envelope + "".join(iter(lambda: self.rfile.readline().decode(), ".\r\n")))
            if word == "RCPT":
                envelope += f"{line}\r\n"
            self._say("221 bye" if word == "QUIT" else "250 fine")
            if word == "QUIT":
                return

    def _say(self, line: str) -> None:
        self.wfile.write(line.encode() + b"\r\n")


@pytest.fixture
def mail_server() -> Iterator[tuple[MailServer, list[str]]]:
    received: list[str] = []
    handler = type("Handler", (Inbox,), {"received": received})
    with socketserver.TCPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield read_mail_url(f"smtp://127.0.0.1:{server.server_address[1]}/?from=games@example.org"), received
        server.shutdown()
        thread.join()


@pytest.fixture
async def database(databases: Databases) -> AsyncIterator[Database]:
    database = await open_database(databases.of_service("players"), MIGRATIONS)
    yield database
    await database.close()


async def keep(database: Database, clock: ManualClock, *names: str) -> None:
    for name in names:
        mail = code_mail(name, f"{name}@example.org", Sent("123456", "", ""), "", web_url="", now_ms=clock.now_ms())
        await database.write(partial(store.add_mail, row=mail))
        clock.advance(1)


async def test_mail_reaches_its_server(database: Database, mail_server: tuple[MailServer, list[str]]) -> None:
    server, received = mail_server
    clock = ManualClock()
    await keep(database, clock, "anna")
    assert await Postman(database, clock, partial(send_by_smtp, server)).send_waiting() == 1
    (text,) = received
    assert "To: anna@example.org" in text
    assert "From: games@example.org" in text
    assert "Date: Tue, 14 Nov 2023 22:13:20" in text
    assert "Message-ID: <anna@example.org>" in text
    assert "Auto-Submitted: auto-generated" in text  # no answering machine answers it
    assert "Your code is 123456." in text


def test_mail_goes_to_one_address_whatever_its_header_could_be_read_as(
    mail_server: tuple[MailServer, list[str]],
) -> None:
    server, received = mail_server
    address = "=?utf-8?q?ben=40example=2Eorg=2Ccleo=40example=2Eorg=2C?=anna@example.org"
    send_by_smtp(server, code_mail("anna", address, Sent("123456", "", ""), "", web_url="", now_ms=0))
    (text,) = received
    # smtplib writes it small since Python 3.13.
    (to,) = (line for line in text.splitlines() if line.startswith("rcpt"))
    assert to.lower() == f"rcpt to:<{address}>".lower()


async def test_mail_is_sent_once_and_in_order(database: Database) -> None:
    clock, sent = ManualClock(), list[str]()
    await keep(database, clock, "anna", "ben", "cleo")
    postman = Postman(database, clock, lambda mail: sent.append(mail.to))
    assert await postman.send_waiting() == 3
    assert await postman.send_waiting() == 0
    assert sent == ["anna@example.org", "ben@example.org", "cleo@example.org"]


@postgres_only
async def test_of_several_replicas_one_sends_a_mail(database: Database, databases: Databases) -> None:
    clock, sent = ManualClock(), list[str]()
    other = await open_database(databases.of_service("players"), MIGRATIONS)
    await keep(database, clock, "anna", "ben")
    both = threading.Barrier(2, timeout=PATIENCE_S)

    def send(mail: store.Mail) -> None:
        both.wait()  # each has one in hand
        sent.append(mail.to)

    assert await asyncio.gather(*(Postman(each, clock, send).send_waiting() for each in (database, other))) == [1, 1]
    await other.close()
    assert sorted(sent) == ["anna@example.org", "ben@example.org"]


async def test_what_could_not_be_noted_as_sent_is_not_sent_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, sent = ManualClock(), list[str]()
    await keep(database, clock, "anna")
    postman = Postman(database, clock, lambda mail: sent.append(mail.to))
    with monkeypatch.context() as full:
        full.setattr(store, "forget_mail", unable)
        for _ in range(3):
            with pytest.raises(Unavailable):
                await postman.send_waiting()
    assert await postman.send_waiting() == 1
    assert sent == ["anna@example.org"]
    assert await database.read(store.list_mail) == []


def unable(*_: object, **__: object) -> None:
    """As where the disk is full."""
    raise Unavailable("The disk is full.")


def counted() -> Counter[str]:
    """How many mails have come to what, for whoever is to be woken where none is sent."""
    samples = [sample for family in metrics.MAILS.collect() for sample in family.samples]
    return Counter({each.labels["outcome"]: int(each.value) for each in samples if each.name.endswith("_total")})


async def test_what_was_not_sent_is_tried_again_until_its_code_has_ended(database: Database) -> None:
    clock, sent, before = ManualClock(), list[str](), counted()
    is_down = True

    def send(mail: store.Mail) -> None:
        if is_down:
            raise ConnectionRefusedError("nobody there")
        sent.append(mail.to)

    postman = Postman(database, clock, send)
    await keep(database, clock, "anna")
    clock.advance(LIFETIME_MS // 2)
    await keep(database, clock, "ben")
    assert await postman.send_waiting() == 0
    clock.advance(LIFETIME_MS // 2)
    is_down = False
    await postman.send_waiting()
    assert sent == ["ben@example.org"]
    assert await database.read(store.list_mail) == []
    assert counted() - before == {"failed": 2, "late": 1, "sent": 1}


@pytest.mark.parametrize(
    "refusal",
    [
        smtplib.SMTPRecipientsRefused({"nobody@example.org": (550, b"no such mailbox")}),
        smtplib.SMTPNotSupportedError("no SMTPUTF8 here"),
        UnicodeEncodeError("ascii", "\u00e9", 0, 1, "no"),
    ],
)
async def test_a_mail_that_is_refused_keeps_no_other_waiting(database: Database, refusal: Exception) -> None:
    clock, sent = ManualClock(), list[str]()

    def send(mail: store.Mail) -> None:
        if mail.to == "nobody@example.org":
            raise refusal
        sent.append(mail.to)

    await keep(database, clock, "nobody", "anna")
    await Postman(database, clock, send).send_waiting()
    assert sent == ["anna@example.org"]
    assert await database.read(store.list_mail) == []


async def test_a_mail_that_is_refused_for_now_waits_and_keeps_no_other_waiting(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    clock, sent, is_busy, before = ManualClock(), list[str](), True, counted()

    def send(mail: store.Mail) -> None:
        if is_busy and mail.to == "ben@example.org":
            raise smtplib.SMTPRecipientsRefused({mail.to: (450, b"come back")})
        sent.append(mail.to)

    await keep(database, clock, "ben", "anna")
    postman = Postman(database, clock, send)
    assert await postman.send_waiting() == 1
    is_busy = False
    assert await postman.send_waiting() == 1
    assert sent == ["anna@example.org", "ben@example.org"]
    assert counted() - before == {"refused": 1, "sent": 2}
    (said,) = caplog.records
    assert vars(said)["codes"] == [450]
    assert "come back" not in str(vars(said))  # such a text may have the address


async def test_mails_on_which_the_server_gives_up_keep_no_other_waiting_for_long(database: Database) -> None:
    clock, tried = ManualClock(), list[str]()

    def send(mail: store.Mail) -> None:
        tried.append(mail.id)
        if mail.id in {"ben", "bob"}:
            raise TimeoutError

    await keep(database, clock, "ben", "anna", "bob", "cleo")
    postman = Postman(database, clock, send)
    assert await postman.send_waiting() == 2
    assert tried == ["ben", "anna", "bob", "cleo"]
    await keep(database, clock, "dan")
    assert await postman.send_waiting() == 1
    assert tried[4:] == ["dan", "ben", "bob"]


async def test_where_the_server_gives_up_twice_in_a_row_all_wait_and_others_are_tried_next(database: Database) -> None:
    clock, tried = ManualClock(), list[str]()

    def send(mail: store.Mail) -> None:
        tried.append(mail.id)
        if mail.id in {"ben", "bob"}:
            raise smtplib.SMTPServerDisconnected

    await keep(database, clock, "ben", "bob", "anna", "cleo")
    postman = Postman(database, clock, send)
    assert await postman.send_waiting() == 0
    assert tried == ["ben", "bob"]
    assert await postman.send_waiting() == 2
    assert tried[2:] == ["anna", "cleo", "ben", "bob"]
