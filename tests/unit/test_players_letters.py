"""The mail with a code, in each language of the pages."""

from __future__ import annotations

import pytest

from services.gateway.catalogues import LANGUAGES
from services.players.codes import Sent
from services.players.letters import LETTERS, SOURCE, letters
from services.players.mail import code_mail, former_address_mail, new_address_mail

SENT = Sent(code="ABCDEFGH", link="secret-of-the-link", challenge="")
WEB_URL = "https://games.example.org/"


def test_mail_speaks_what_the_pages_speak() -> None:
    assert set(LETTERS) == set(LANGUAGES)
    assert letters("xx") is letters("") is LETTERS[SOURCE]


@pytest.mark.parametrize("language", LANGUAGES)
def test_mail_says_the_code_how_long_it_works_and_the_link(language: str) -> None:
    mail = code_mail("1", "ada@example.org", SENT, language, web_url=WEB_URL, now_ms=0)
    lines = mail.body.splitlines()
    assert "ABCD-EFGH." in lines[0]
    assert "10" in lines[2]
    assert f"{WEB_URL}login/link?secret=secret-of-the-link" in lines
    assert "{" not in mail.body + mail.subject


@pytest.mark.parametrize("language", LANGUAGES)
def test_mail_to_another_address_says_the_code_and_that_to_the_former_one_has_none(language: str) -> None:
    mail = new_address_mail("1", "ada@example.org", SENT, language, now_ms=0)
    assert "ABCD-EFGH." in mail.body.splitlines()[0]
    assert SENT.link not in mail.body
    told = former_address_mail("2", "ada@example.com", language, days=14, now_ms=0)
    assert (told.to, told.subject) != (mail.to, mail.subject)
    assert "14" in told.body
    assert "{" not in mail.body + mail.subject + told.body + told.subject


def test_mail_in_german() -> None:
    mail = code_mail("1", "ada@example.org", SENT, "de", web_url="", now_ms=0)
    assert mail.subject == "Dein Code für redscience"
    assert mail.body == (
        "Dein Code ist ABCD-EFGH.\n\n"
        "Gib ihn auf der Seite ein, die nach deiner Adresse gefragt hat. Er gilt einmal, 10 Minuten lang.\n\n"
        "Hast du ihn nicht angefordert, musst du nichts tun: Ohne diese Mail kommt niemand hinein.\n"
    )
