"""Where NATS is, and as whom one connects, told apart so that the password is said nowhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

MEANING = "a URL such as nats://user:password@127.0.0.1:4222, with %2F for a / in the password and so on"
_SCHEMES = frozenset({"nats", "tls", "ws", "wss"})


@dataclass(frozen=True, slots=True)
class NatsAddress:
    """What a URL of NATS says.

    Attributes:
        url: where it is, without user and password.
        user: as whom one connects; "" for nobody in particular.
        password: theirs.
    """

    url: str
    user: str
    password: str = field(repr=False)


def read_nats_url(url: str) -> NatsAddress:
    """Takes a URL apart.

    Raises:
        ValueError: it cannot be used. The message does not hold the URL: it may have a password.
    """
    try:
        parts = urlsplit(url)
        usable = parts.scheme in _SCHEMES and bool(parts.hostname) and parts.port != 0
        password = parts.password or ""
    except ValueError:
        usable = False
    # A / in a password that is not encoded makes the rest of it a path.
    if not usable or parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError(f"is no URL of NATS; it must be {MEANING}.") from None
    address = parts.netloc.rpartition("@")[2]
    return NatsAddress(f"{parts.scheme}://{address}", unquote(parts.username or ""), unquote(password))
