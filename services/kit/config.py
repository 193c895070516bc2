"""What the environment says, read and checked once, before anything is opened."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from services.kit.nats_url import MEANING, read_nats_url

SERVICES = ("rules", "players", "match", "chaos", "house", "rating", "batch", "gateway", "worker", "batch-worker")

WITHOUT_ADDRESS = frozenset({"worker", "batch-worker"})
WITH_DATABASE = frozenset({"rules", "players", "match", "rating", "batch"})
WITH_BROKER = frozenset({"match", "worker", "batch", "batch-worker"})

PAUSE_MS = 400
LONGEST_PAUSE_MS = 2_000
MOST_SEATS = 500
_MOST_DIGITS = 10
_LOG_LEVELS = ("debug", "info", "warning", "error")
_LOOPBACK_HOSTS = frozenset({"127.0.0.1", "localhost", "[::1]"})
_ADDRESS = re.compile(r"(?P<host>\[[0-9a-fA-F:]+\]|[^\s:/\[\]]+):(?P<port>[0-9]{1,5})")
_SHA256_HEX = re.compile(r"[0-9a-f]{64}")
# PostgreSQL as its own tools write it and as SQLAlchemy does; SQLAlchemy's default driver is another.
_DRIVERS = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
DATABASE_URL = "a URL such as sqlite:////var/lib/match.sqlite or postgresql://user:password@host/match"


class ConfigError(Exception):
    """A variable is missing or wrong; the message names it and says what would be right."""


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one process.

    Attributes:
        service: which one this is.
        address: `host:port` on which it listens (REDSCIENCE_<SERVICE>_ADDRESS); empty for workers.
        addresses: where every service listens, by name.
        database_url: `sqlite:///<path>` or `postgresql://user:password@host:port/database` (REDSCIENCE_DATABASE_URL);
            empty for a service without one.
        nats_url: where NATS is, with this service's user and password there (REDSCIENCE_NATS_URL).
        broker_url: Celery's broker (REDSCIENCE_BROKER_URL); only match, batch and the workers need it.
        public_key: PEM of the Ed25519 key that checks access tokens (file named by REDSCIENCE_PUBLIC_KEY_FILE).
        private_key: PEM of the key that signs them; players alone has it (REDSCIENCE_PRIVATE_KEY_FILE).
        secret: this service's own secret, exchanged at players for access tokens (file: REDSCIENCE_SECRET_FILE);
            players, which needs none, has "".
        service_secrets: SHA-256 hex of every service's secret by service name; players alone has them
            (JSON file named by REDSCIENCE_SERVICE_SECRETS_FILE).
        loopback: whether everything listens on loopback (REDSCIENCE_LOOPBACK=1): then the outbox page and
            first-is-Admin exist.
        traces_file: JSON lines of finished spans are appended here; None for none (REDSCIENCE_TRACES_FILE).
        log_level: REDSCIENCE_LOG_LEVEL, "info" where unset.
        admins: e-mail addresses of those who are Admins (REDSCIENCE_ADMINS, separated by commas). Players alone
            reads it, and needs it unless everything listens on loopback.
        mail_url: the server that sends mail, `smtp[s]://[user:password@]host[:port]/?from=address`
            (REDSCIENCE_MAIL_URL). Players alone reads it, and needs it unless everything listens on loopback.
        pause_ms: how long in games with secrets what nobody is asked for waits before it shows (REDSCIENCE_PAUSE_MS,
            1 to 2000; 400 where unset). Match alone reads it.
        most_seats: how many seats in running matches a player may hold who makes another (REDSCIENCE_MOST_SEATS; 500
            where unset). Match alone reads it.
        blocked_words_file: a list of words that are in no player's name, instead of the platform's own
            (REDSCIENCE_BLOCKED_WORDS_FILE). Players alone reads it.
        web_url: the address of the pages, which the log-in mail has a link to (REDSCIENCE_WEB_URL); "" for no link.
            Players alone reads it.
        outbox_secret: opens the outbox where everything listens on loopback (file: REDSCIENCE_OUTBOX_SECRET_FILE).
            Players alone reads it, and needs it there.
    """

    service: str
    address: str
    addresses: Mapping[str, str]
    database_url: str
    nats_url: str = field(repr=False)
    broker_url: str
    public_key: bytes
    private_key: bytes | None
    secret: str
    service_secrets: Mapping[str, str]
    loopback: bool
    traces_file: Path | None
    log_level: str
    admins: tuple[str, ...] = ()
    mail_url: str = ""
    pause_ms: int = PAUSE_MS
    most_seats: int = MOST_SEATS
    blocked_words_file: Path | None = None
    outbox_secret: str = ""
    web_url: str = ""


def read_config(service: str, environ: Mapping[str, str]) -> Config:
    """Reads the settings of one service from the environment.

    Raises:
        ConfigError: naming every variable at fault and what would be right.
    """
    if service not in SERVICES:
        raise ConfigError(f"There is no service {service!r}; there are {', '.join(SERVICES)}.")
    reader = _Reader(environ)
    config = _read(service, reader)
    if reader.problems:
        raise ConfigError("\n".join(reader.problems))
    return config


def driver_url(database_url: str) -> str:
    """The URL of a database by which SQLAlchemy finds the driver that is used here.

    Raises:
        ConfigError: it is of no database that is supported. The message does not hold the URL: it may have a password.
    """
    scheme, _, rest = database_url.partition("://")
    if scheme not in _DRIVERS or not rest.strip("/"):
        raise ConfigError(f"REDSCIENCE_DATABASE_URL names no database that can be used; it must be {DATABASE_URL}.")
    return f"{_DRIVERS[scheme]}://{rest}"


def _read(service: str, reader: _Reader) -> Config:
    loopback = reader.flag("REDSCIENCE_LOOPBACK")
    addresses = {
        name: reader.address(f"REDSCIENCE_{name.upper()}_ADDRESS", must_be_loopback=loopback)
        for name in SERVICES
        if name not in WITHOUT_ADDRESS
    }
    is_players = service == "players"
    return Config(
        service=service,
        address=addresses.get(service, ""),
        addresses=addresses,
        database_url=reader.database_url("REDSCIENCE_DATABASE_URL", required=service in WITH_DATABASE),
        nats_url=reader.nats_url("REDSCIENCE_NATS_URL"),
        broker_url=reader.text(
            "REDSCIENCE_BROKER_URL", "a URL such as redis://host:6379/0", required=service in WITH_BROKER
        ),
        public_key=reader.file("REDSCIENCE_PUBLIC_KEY_FILE"),
        private_key=reader.file("REDSCIENCE_PRIVATE_KEY_FILE") if is_players else None,
        secret="" if is_players else reader.secret("REDSCIENCE_SECRET_FILE"),
        service_secrets=reader.secrets("REDSCIENCE_SERVICE_SECRETS_FILE") if is_players else {},
        loopback=loopback,
        traces_file=reader.path("REDSCIENCE_TRACES_FILE"),
        log_level=reader.choice("REDSCIENCE_LOG_LEVEL", _LOG_LEVELS, default="info"),
        admins=reader.words("REDSCIENCE_ADMINS", required=is_players and not loopback),
        mail_url=reader.text(
            "REDSCIENCE_MAIL_URL",
            "a URL such as smtps://user:password@mail.example.org/?from=games@example.org",
            required=is_players and not loopback,
        ),
        pause_ms=reader.whole("REDSCIENCE_PAUSE_MS", least=1, most=LONGEST_PAUSE_MS, default=PAUSE_MS),
        most_seats=reader.whole("REDSCIENCE_MOST_SEATS", least=1, most=1_000_000, default=MOST_SEATS),
        blocked_words_file=reader.path("REDSCIENCE_BLOCKED_WORDS_FILE"),
        outbox_secret=reader.secret("REDSCIENCE_OUTBOX_SECRET_FILE") if is_players and loopback else "",
        web_url=reader.web_url("REDSCIENCE_WEB_URL", secure=not loopback) if is_players else "",
    )


class _Reader:
    """Reads variables and gathers what is wrong with them, so that all of it is said at once."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self.problems: list[str] = []

    def _fault(self, name: str, problem: str) -> None:
        self.problems.append(f"{name} {problem}")

    def text(self, name: str, meaning: str, *, required: bool = True) -> str:
        value = self._environ.get(name, "").strip()
        if required and not value:
            self._fault(name, f"is not set; it must be {meaning}.")
        return value

    def database_url(self, name: str, *, required: bool) -> str:
        value = self.text(name, DATABASE_URL, required=required)
        if value:
            try:
                driver_url(value)
            except ConfigError as error:
                self.problems.append(str(error))
        return value

    def nats_url(self, name: str) -> str:
        value = self.text(name, MEANING)
        if value:
            try:
                read_nats_url(value)
            except ValueError as error:
                self._fault(name, str(error))
        return value

    def web_url(self, name: str, *, secure: bool) -> str:
        value = self._environ.get(name, "").strip()
        schemes = "https" if secure else "https?"
        if value and not re.fullmatch(rf"{schemes}://[^\s/?#@]+(/[^\s?#]*)?", value):
            self._fault(name, f"is {value!r}; it must be like https://games.example.org/.")
        return f"{value.rstrip('/')}/" if value else ""

    def flag(self, name: str) -> bool:
        value = self._environ.get(name, "").strip()
        if value not in {"", "0", "1"}:
            self._fault(name, f"is {value!r}; it must be 1 or 0.")
        return value == "1"

    def choice(self, name: str, choices: tuple[str, ...], *, default: str) -> str:
        value = self._environ.get(name, "").strip().lower() or default
        if value not in choices:
            self._fault(name, f"is {value!r}; it must be one of {', '.join(choices)}.")
        return value

    def whole(self, name: str, *, least: int, most: int, default: int) -> int:
        value = self._environ.get(name, "").strip()
        if not value:
            return default
        if not (value.isascii() and value.isdecimal() and len(value) < _MOST_DIGITS and least <= int(value) <= most):
            self._fault(name, f"is {value!r}; it must be a whole number from {least} to {most}.")
            return default
        return int(value)

    def words(self, name: str, *, required: bool) -> tuple[str, ...]:
        words = tuple(word.strip() for word in self._environ.get(name, "").split(",") if word.strip())
        if required and not words:
            self._fault(name, "is not set; it must hold at least one e-mail address.")
        return words

    def address(self, name: str, *, must_be_loopback: bool) -> str:
        value = self.text(name, "host:port")
        if not value:
            return ""
        match = _ADDRESS.fullmatch(value)
        if match is None or not 0 < int(match["port"]) < 1 << 16:
            self._fault(name, f"is {value!r}; it must be host:port.")
        elif must_be_loopback and match["host"] not in _LOOPBACK_HOSTS:
            self._fault(name, f"is {value!r}; under REDSCIENCE_LOOPBACK=1 everything listens on 127.0.0.1.")
        return value

    def path(self, name: str) -> Path | None:
        value = self._environ.get(name, "").strip()
        return Path(value) if value else None

    def file(self, name: str) -> bytes:
        path = self.text(name, "the path of a file")
        if not path:
            return b""
        try:
            content = Path(path).read_bytes()
        except OSError as error:
            self._fault(name, f"names {path!r}, which cannot be read: {error.strerror}.")
            return b""
        if not content.strip():
            self._fault(name, f"names {path!r}, which is empty.")
        return content

    def secret(self, name: str) -> str:
        return self.file(name).decode("ascii", "replace").strip()

    def secrets(self, name: str) -> dict[str, str]:
        content = self.file(name)
        if not content:
            return {}
        try:
            secrets = json.loads(content)
        except ValueError:
            secrets = None
        if not isinstance(secrets, dict) or not all(
            isinstance(digest, str) and _SHA256_HEX.fullmatch(digest) for digest in secrets.values()
        ):
            self._fault(name, 'names a file that is not JSON of the form {"match": "<SHA-256 in hexadecimal>"}.')
            return {}
        return {str(service): str(digest) for service, digest in secrets.items()}
