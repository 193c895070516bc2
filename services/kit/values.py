"""How the text of a setting is read. What a reader raises, a `ValueError`, goes on after the name of the setting."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any

from services.kit.mail_url import MEANING as MAIL_URL
from services.kit.mail_url import read_mail_url
from services.kit.nats_url import MEANING as NATS_URL
from services.kit.nats_url import read_nats_url
from services.kit.pem import checking_keys, signing_key

Read = Callable[[str], Any]

DATABASE_URL = "a URL such as sqlite:////var/lib/match.sqlite or postgresql://user:password@host/match"

_MOST_DIGITS = 10
_LOOPBACK_HOSTS = frozenset({"127.0.0.1", "localhost", "[::1]"})
_ADDRESS = re.compile(r"(?P<host>\[[0-9a-fA-F:]+\]|[^\s:/\[\]]+):(?P<port>[0-9]{1,5})")
_DOMAIN = re.compile(r"-|[^\s@,;]+")
_MAILBOX = re.compile(r"[^\s@<>()\[\],;:\\\"/?&#%]+@[^\s@<>()\[\],;:\\\"/?&#%]+")
_PAGE = re.compile(r"https://[^\s\"<>]+")
_SHA256_HEX = re.compile(r"[0-9a-f]{64}")
# PostgreSQL as its own tools write it and as SQLAlchemy does; SQLAlchemy's default driver is another.
_DRIVERS: Mapping[str, str] = MappingProxyType(
    {
        "sqlite": "sqlite",
        "postgresql": "postgresql+psycopg",
        "postgres": "postgresql+psycopg",
        "postgresql+psycopg": "postgresql+psycopg",
    }
)


def text(value: str) -> str:
    """Any text."""
    return value


def flag(value: str) -> bool:
    """1 or 0."""
    if value not in {"0", "1"}:
        raise ValueError(f"is {value!r}; it must be 1 or 0.")
    return value == "1"


def one_of(*choices: str) -> Read:
    """A reader of one of several words."""

    def read(value: str) -> str:
        if value.lower() not in choices:
            raise ValueError(f"is {value!r}; it must be one of {', '.join(choices)}.")
        return value.lower()

    return read


def whole(least: int, most: int) -> Read:
    """A reader of whole numbers."""

    def read(value: str) -> int:
        is_number = value.isascii() and value.isdecimal() and len(value) < _MOST_DIGITS
        if not is_number or not least <= int(value) <= most:
            raise ValueError(f"is {value!r}; it must be a whole number from {least} to {most}.")
        return int(value)

    return read


def addresses_of_people(value: str) -> tuple[str, ...]:
    """E-mail addresses, separated by commas."""
    words = tuple(word.strip() for word in value.split(",") if word.strip())
    if not words:
        raise ValueError("is not set; it must hold at least one e-mail address.")
    return words


def domains(value: str) -> tuple[str, ...]:
    """Domains of e-mail addresses, separated by commas; `-`, in which no address ends, for none."""
    words = tuple(word.strip().removeprefix("@").lower() for word in value.split(",") if word.strip())
    if not words or not all(map(_DOMAIN.fullmatch, words)):
        raise ValueError(f"is {value!r}; it must be like school.example, or - for nobody.")
    return words


def address(value: str) -> str:
    """`host:port`."""
    match = _ADDRESS.fullmatch(value)
    if match is None or not 0 < int(match["port"]) < 1 << 16:
        raise ValueError(f"is {value!r}; it must be host:port.")
    return value


def is_loopback(host_and_port: str) -> bool:
    """Whether an address is one of this machine alone."""
    return host_and_port.rpartition(":")[0] in _LOOPBACK_HOSTS


def web_url(value: str) -> str:
    """The address of pages, which ends with a slash."""
    if not re.fullmatch(r"https?://[^\s/?#@]+(/[^\s?#]*)?", value):
        raise ValueError(f"is {value!r}; it must be like https://games.example.org/.")
    return f"{value.rstrip('/')}/"


def contact(value: str) -> str:
    """Where people reach the host: an e-mail address, or the address of a page."""
    if not _MAILBOX.fullmatch(value) and not _PAGE.fullmatch(value):
        raise ValueError(f"is {value!r}; it must be like club@games.example.org or https://games.example.org/contact.")
    return value


def mail_url(value: str) -> str:
    """Who sends mail, and as whom one hands it in there."""
    read_mail_url(value)
    return value


def nats_url(value: str) -> str:
    """Where NATS is."""
    read_nats_url(value)
    return value


def driver_url(value: str) -> str | None:
    """The URL of a database by which SQLAlchemy finds the driver that is used here; None where there is none."""
    scheme, _, rest = value.partition("://")
    return f"{_DRIVERS[scheme]}://{rest}" if scheme in _DRIVERS and rest.strip("/") else None


def database_url(value: str) -> str:
    """Where a database is. What is said of another does not hold it: it may have a password."""
    if driver_url(value) is None:
        raise ValueError(f"names no database that can be used; it must be {DATABASE_URL}.")
    return value


def broker_url(value: str) -> str:
    """Celery's broker. What is said of one does not hold it: it may have a password."""
    if value.startswith(("redis:", "rediss:")) and find_spec("redis") is None:
        raise ValueError("names Redis, whose client is not installed. Install it: pip install '.[hosted]'.")
    return value


def path(value: str) -> Path:
    """A path, whatever is there."""
    return Path(value)


def content(value: str) -> bytes:
    """What a file holds."""
    try:
        found = Path(value).read_bytes()
    except OSError as error:
        raise ValueError(f"names {value!r}, which cannot be read: {error.strerror}.") from None
    if not found.strip():
        raise ValueError(f"names {value!r}, which is empty.")
    return found


def public_keys(value: str) -> bytes:
    """The PEM of the keys that a file holds, which check."""
    found = content(value)
    _named(value, checking_keys, found)
    return found


def private_key(value: str) -> bytes:
    """The PEM of the key that a file holds, which signs."""
    found = content(value)
    _named(value, signing_key, found)
    return found


def _named(file: str, look: Callable[[bytes], object], found: bytes) -> None:
    """Looks at what a file holds; what is said of it names the file."""
    try:
        look(found)
    except ValueError as error:
        raise ValueError(f"names {file!r}, which {error}") from None


def secret(value: str) -> str:
    """The secret that a file holds."""
    return content(value).decode("ascii", "replace").strip()


def secret_digests(value: str) -> dict[str, str]:
    """The digests that a JSON file holds, by service."""
    try:
        digests = json.loads(content(value))
    except json.JSONDecodeError:
        digests = None
    if not isinstance(digests, dict) or not all(
        isinstance(digest, str) and _SHA256_HEX.fullmatch(digest) for digest in digests.values()
    ):
        raise ValueError('names a file that is not JSON of the form {"match": "<SHA-256 in hexadecimal>"}.')
    return {str(service): str(digest) for service, digest in digests.items()}


FORMS: Mapping[Read, str] = MappingProxyType(
    {
        address: "host:port",
        addresses_of_people: "at least one e-mail address",
        public_keys: "the path of a file",
        private_key: "the path of a file",
        database_url: DATABASE_URL,
        mail_url: MAIL_URL,
        nats_url: NATS_URL,
        secret: "the path of a file",
        secret_digests: "the path of a file",
    }
)
"""What a setting must be that is not set, by its reader."""
