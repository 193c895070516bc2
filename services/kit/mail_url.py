"""Where mail is handed in, and as whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote, urlsplit

MEANING = "a URL such as smtps://user:password@mail.example.org/?from=games@example.org"
_PORTS = {"smtp": 587, "smtps": 465}


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where mail is handed in.

    Attributes:
        tls: from the first byte; otherwise the connection is made safe by STARTTLS where there is a password.
    """

    host: str
    port: int
    user: str
    password: str = field(repr=False)
    sender: str
    tls: bool


def read_mail_url(url: str) -> MailServer:
    """Reads `smtp[s]://[user:password@]host[:port]/?from=address`.

    Raises:
        ValueError: it is something else. The message does not hold the URL: it may have a password.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
        usable = parts.scheme in _PORTS and bool(parts.hostname) and port != 0
        sender = parse_qs(parts.query).get("from", [""])[0]
    except ValueError:
        usable = False
    if not usable or "@" not in sender:
        raise ValueError(f"is no URL of a server that sends mail; it must be {MEANING}.") from None
    return MailServer(
        host=parts.hostname or "",
        port=port or _PORTS[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        sender=sender,
        tls=parts.scheme == "smtps",
    )
