"""The URL of the server that sends mail."""

from __future__ import annotations

import pytest

from services.kit.config import ConfigError, read_config
from services.kit.mail_url import MailServer, read_mail_url


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "smtps://me:p%40ss@mail.example.org/?from=g@example.org",
            MailServer("mail.example.org", 465, "me", "p@ss", "g@example.org", tls=True),
        ),
        ("smtp://mail:25?from=g@x.org", MailServer("mail", 25, "", "", "g@x.org", tls=False)),
    ],
)
def test_it_is_read(url: str, expected: MailServer) -> None:
    assert read_mail_url(url) == expected


@pytest.mark.parametrize(
    "url",
    [
        "",
        "mail.example.org",
        "http://mail/?from=a@b",
        "smtp:///?from=a@b",
        "smtp://mail",
        "smtp://mail:x/?from=a@b",
        "smtp://mail:0/?from=a@b",
        "smtps://me:secret@[mail/?from=a@b",
    ],
)
def test_one_that_is_none_is_refused_and_its_password_is_not_said(url: str) -> None:
    with pytest.raises(ValueError, match="is no URL of a server that sends mail; it must be a URL such as") as refused:
        read_mail_url(url)
    assert "secret" not in str(refused.value)


def test_the_password_is_in_no_text_of_it() -> None:
    assert "p@ss" not in repr(read_mail_url("smtps://me:p%40ss@mail.example.org/?from=g@example.org"))


def test_a_service_says_with_all_else_that_it_is_none() -> None:
    told = {"REDSCIENCE_MAIL_URL": "smtp://mail", "REDSCIENCE_LOG_LEVEL": "loud"}
    with pytest.raises(ConfigError) as refused:
        read_config("players", told)
    assert "REDSCIENCE_MAIL_URL is no URL of a server that sends mail" in str(refused.value)
    assert "REDSCIENCE_LOG_LEVEL" in str(refused.value)
