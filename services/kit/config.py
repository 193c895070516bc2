"""What the environment says, read and checked once, before anything is opened.

`SETTINGS` declares every variable once; docs/settings.md is made from it (`python -m services.kit.settings_page`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any

from services.kit import values
from services.kit.pem import is_checked_by
from services.kit.values import DATABASE_URL, Read

SERVICES = ("rules", "players", "match", "chaos", "house", "rating", "batch", "gateway", "worker", "batch-worker")

WITHOUT_ADDRESS = frozenset({"worker", "batch-worker"})
WITHOUT_BUS = frozenset({"gateway", "worker", "batch-worker"})
WITH_DATABASE = frozenset({"rules", "players", "match", "rating", "batch"})
WITH_BROKER = frozenset({"match", "worker", "batch", "batch-worker"})
WITH_GRPC = frozenset(SERVICES) - WITHOUT_ADDRESS - {"gateway"}
DIALS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "rules": frozenset({"players"}),
        "players": frozenset(),
        "match": frozenset({"house", "players", "rules"}),
        "chaos": frozenset({"match", "players"}),
        "house": frozenset({"match", "players", "rules"}),
        "rating": frozenset({"batch", "match", "players"}),
        "batch": frozenset({"match", "players", "rating", "rules"}),
        "gateway": frozenset({"batch", "house", "match", "players", "rating", "rules"}),
        "worker": frozenset({"match", "players"}),
        "batch-worker": frozenset({"batch", "players"}),
    }
)
"""Which services each calls, and no others: it is told of no other's address. All get their tokens from players."""

PAUSE_MS = 400
LONGEST_PAUSE_MS = 2_000
MOST_SEATS = 500
MOST_CODES = 60
PREFIX = "REDSCIENCE_"


class ConfigError(Exception):
    """A variable is missing or wrong; the message names it and says what would be right."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One variable.

    Attributes:
        name: its name, without the prefix.
        keeps: the attribute of `Config` that keeps it.
        read: how its text is read.
        meaning: what it says, for people.
        of: the services that read it.
        default: what is kept where it is not set.
        said: the default in words, where it has other words than its text.
        needed: whether those who read it need it; what else is needed, `_needs` says.
        form: what it must be, where its reader does not say.
        is_secret: whether it may hold a password: then <NAME>_FILE may name a file that holds it instead.
    """

    name: str
    keeps: str
    read: Read
    meaning: str
    of: frozenset[str] = frozenset(SERVICES)
    default: object = ""
    said: str = ""
    needed: bool = False
    form: str = ""
    is_secret: bool = False

    @property
    def variable(self) -> str:
        """The name of the variable."""
        return PREFIX + self.name


_PLAYERS, _MATCH, _GATEWAY = frozenset({"players"}), frozenset({"match"}), frozenset({"gateway"})
_EVERYBODY = frozenset(SERVICES)


def _dialled(service: str) -> Setting:
    return Setting(
        f"{service.upper()}_ADDRESS",
        service,
        values.address,
        f"Where others reach {service}, as `host:port`.",
        frozenset(name for name in SERVICES if name == service or service in DIALS[name]),
    )


ADDRESSES: Mapping[str, Setting] = MappingProxyType(
    {name: _dialled(name) for name in SERVICES if name not in WITHOUT_ADDRESS}
)
"""The address of each service, by its name. Those who dial it need it, and itself where LISTEN is not set."""

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "LISTEN",
        "address",
        values.address,
        "On which address this process listens, as `0.0.0.0:7000`. What others dial is another setting.",
        _EVERYBODY - WITHOUT_ADDRESS,
        said="its own address",
    ),
    Setting(
        "METRICS_ADDRESS",
        "metrics_address",
        values.address,
        "On which address Prometheus finds `/metrics`, and who looks after processes `/livez`.",
        said="nowhere",
    ),
    Setting(
        "PUBLIC_ADDRESS",
        "public_address",
        values.address,
        "Where programs outside reach the gRPC services: `grpc.example.org:443`; said in `/.well-known/redscience`.",
        _GATEWAY,
        said="the addresses that it dials itself",
    ),
    Setting(
        "DATABASE_URL",
        "database_url",
        values.database_url,
        "Where this service keeps what it knows: `sqlite:///<path>` or `postgresql://user:password@host:port/database`.",
        WITH_DATABASE,
        needed=True,
        is_secret=True,
    ),
    Setting(
        "NATS_URL",
        "nats_url",
        values.nats_url,
        "Where NATS is, with this service's user and password there.",
        _EVERYBODY - WITHOUT_BUS,
        needed=True,
        is_secret=True,
    ),
    Setting(
        "STREAM_REPLICAS",
        "stream_replicas",
        values.whole(1, 5),
        "On how many servers of NATS facts are kept: 3 for a cluster of three, which then loses none with one of them.",
        frozenset({"match", "rules"}),
        default=1,
    ),
    Setting(
        "BROKER_URL",
        "broker_url",
        values.broker_url,
        "Celery's broker: `redis://host:6379/0`, or `filesystem://<folder>` on one machine.",
        WITH_BROKER,
        needed=True,
        form="a URL such as redis://host:6379/0",
        is_secret=True,
    ),
    Setting(
        "PUBLIC_KEY_FILE",
        "public_key",
        values.public_keys,
        "File of the Ed25519 keys (PEM, one after the other) that check access tokens; read again when it changes.",
        WITH_GRPC,
        default=b"",
        needed=True,
    ),
    Setting(
        "PRIVATE_KEY_FILE",
        "private_key",
        values.private_key,
        "File of the key that signs access tokens; read again when it changes. Its public half must be among those.",
        _PLAYERS,
        default=None,
        said="",
        needed=True,
    ),
    Setting(
        "SECRET_FILE",
        "secret",
        values.secret,
        "File of this service's own secret, which it exchanges at players for access tokens.",
        _EVERYBODY - _PLAYERS,
        needed=True,
    ),
    Setting(
        "SERVICE_SECRETS_FILE",
        "service_secrets",
        values.secret_digests,
        "JSON file of the SHA-256, in hexadecimal, of every service's secret by its name.",
        _PLAYERS,
        default=MappingProxyType({}),
        needed=True,
    ),
    Setting(
        "LOOPBACK",
        "loopback",
        values.flag,
        "1 where everything listens on 127.0.0.1: then there is an outbox page, and who is first is Admin.",
        default=False,
        said="0",
    ),
    Setting(
        "TRACES_FILE",
        "traces_file",
        values.path,
        "Finished spans are appended here, as JSON lines.",
        default=None,
        said="none",
    ),
    Setting(
        "PROCESSES_FILE",
        "processes_file",
        values.path,
        "Where `redscience up` notes its processes; the page for Admins shows how they are.",
        frozenset({"gateway"}),
        default=None,
        said="no such tab",
    ),
    Setting(
        "LOG_LEVEL",
        "log_level",
        values.one_of("debug", "info", "warning", "error"),
        "How much is logged: `debug`, `info`, `warning` or `error`.",
        default="info",
    ),
    Setting(
        "ADMINS",
        "admins",
        values.addresses_of_people,
        "E-mail addresses of those who are Admins, separated by commas. Needed unless LOOPBACK is 1.",
        _PLAYERS,
        default=(),
    ),
    Setting(
        "NEWCOMERS",
        "newcomers",
        values.domains,
        "Domains, separated by commas: who is new has an e-mail address of one of them. `-` lets in nobody new.",
        _PLAYERS,
        default=(),
        said="everybody",
    ),
    Setting(
        "MAIL_URL",
        "mail_url",
        values.mail_url,
        "Who sends mail: `smtp[s]://[user:password@]host[:port]/?from=address`. Needed unless LOOPBACK is 1.",
        _PLAYERS,
        is_secret=True,
    ),
    Setting(
        "WEB_URL",
        "web_url",
        values.web_url,
        "The address of the pages, which the log-in mail has a link to; https unless LOOPBACK is 1.",
        _PLAYERS,
        said="no link",
    ),
    Setting(
        "CONTACT",
        "contact",
        values.contact,
        "Where people reach the host: an e-mail address, or a page (https). Pages tell it, also who is suspended.",
        _GATEWAY,
        said="nowhere",
    ),
    Setting(
        "OUTBOX_SECRET_FILE",
        "outbox_secret",
        values.secret,
        "File of the secret that opens the outbox. Needed, and read, where LOOPBACK is 1.",
        _PLAYERS,
    ),
    Setting(
        "PAUSE_MS",
        "pause_ms",
        values.whole(1, LONGEST_PAUSE_MS),
        f"How long in games with secrets what nobody is asked for waits before it shows: 1 to {LONGEST_PAUSE_MS}.",
        _MATCH,
        default=PAUSE_MS,
    ),
    Setting(
        "MOST_SEATS",
        "most_seats",
        values.whole(1, 1_000_000),
        "How many seats in running matches a player may hold who makes another.",
        _MATCH,
        default=MOST_SEATS,
    ),
    Setting(
        "MOST_CODES",
        "most_codes",
        values.whole(1, 1_000_000),
        "How many log-in codes, and visits, one place may ask for in 15 minutes: a whole school may be one place.",
        _PLAYERS,
        default=MOST_CODES,
    ),
    Setting(
        "BLOCKED_WORDS_FILE",
        "blocked_words_file",
        values.path,
        "A list of words that are in no name of a player or a game, instead of the platform's own.",
        _PLAYERS | {"rules"},
        default=None,
        said="the platform's own",
    ),
)

ELSEWHERE: Mapping[str, str] = MappingProxyType(
    {
        "KERNELS": "Where the library keeps its compiled kernels; the user's cache folder where it is not set.",
        "PARENT_PID": "The process without which this one is not to live; `redscience up` sets it.",
        "SERVER": "For the `redscience` command: the server that it asks.",
        "TOKEN": "For the `redscience` command: the secret of a bot or a session, instead of logging in.",
        "SECRET": "For programs that play: the secret of their bot, which its owner's *Settings* call its token.",
    }
)
"""What else begins with the prefix: read by others than `read_config`."""
_OF_TESTS = PREFIX + "TEST_"


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one process. What each means, `SETTINGS` says.

    Attributes:
        service: which one this is.
        address: on which it listens; "" for who listens nowhere.
        addresses: where the services are that it dials, by name, and itself.
        public_key_file, private_key_file: where keys are read again; None for where nothing is.
    """

    service: str
    address: str
    addresses: Mapping[str, str]
    database_url: str = field(repr=False)
    nats_url: str = field(repr=False)
    broker_url: str = field(repr=False)
    public_key: bytes
    private_key: bytes | None = field(repr=False)
    secret: str = field(repr=False)
    service_secrets: Mapping[str, str] = field(repr=False)
    loopback: bool
    traces_file: Path | None
    log_level: str
    admins: tuple[str, ...] = ()
    newcomers: tuple[str, ...] = ()
    mail_url: str = field(default="", repr=False)
    pause_ms: int = PAUSE_MS
    most_seats: int = MOST_SEATS
    most_codes: int = MOST_CODES
    blocked_words_file: Path | None = None
    processes_file: Path | None = None
    outbox_secret: str = field(default="", repr=False)
    web_url: str = ""
    contact: str = ""
    metrics_address: str = ""
    public_address: str = ""
    stream_replicas: int = 1
    public_key_file: Path | None = None
    private_key_file: Path | None = None


def read_config(service: str, environ: Mapping[str, str]) -> Config:
    """Reads the settings of one service from the environment.

    Raises:
        ConfigError: naming every variable at fault and what would be right.
    """
    if service not in SERVICES:
        raise ConfigError(f"There is no service {service!r}; there are {', '.join(SERVICES)}.")
    reader = _Reader(environ)
    config = _read(service, reader)
    if problems := [*reader.problems, *unknown_variables(environ)]:
        raise ConfigError("\n".join(problems))
    return config


def driver_url(database_url: str) -> str:
    """The URL of a database by which SQLAlchemy finds the driver that is used here.

    Raises:
        ConfigError: it is of no database that is supported. The message does not hold the URL: it may have a password.
    """
    url = values.driver_url(database_url)
    if url is None:
        raise ConfigError(f"REDSCIENCE_DATABASE_URL names no database that can be used; it must be {DATABASE_URL}.")
    return url


def read_database_url(environ: Mapping[str, str]) -> str:
    """Where the database is, for who needs no other setting.

    Raises:
        ConfigError: naming the variable at fault and what would be right.
    """
    reader = _Reader(environ)
    (setting,) = (each for each in SETTINGS if each.name == "DATABASE_URL")
    url: str = reader.value(setting, needed=True)
    if reader.problems:
        raise ConfigError("\n".join(reader.problems))
    return url


def variables() -> Iterable[str]:
    """All variables that there are."""
    for setting in (*ADDRESSES.values(), *SETTINGS):
        yield setting.variable
        if setting.is_secret:
            yield f"{setting.variable}_FILE"
    yield from (PREFIX + name for name in ELSEWHERE)


def unknown_variables(environ: Mapping[str, str]) -> list[str]:
    """What is said of variables that are none of ours, though they look so."""
    known = set(variables())
    strange = sorted(name for name in environ if name.startswith(PREFIX) and name not in known)
    return [_is_no_setting(name, known) for name in strange if not name.startswith(_OF_TESTS)]


def _is_no_setting(name: str, known: Iterable[str]) -> str:
    meant = get_close_matches(name, known, 1)
    return f"{name} is no setting; {f'{meant[0]} is one.' if meant else 'docs/settings.md has all.'}"


def _read(service: str, reader: _Reader) -> Config:
    addresses = _addresses(service, reader)
    read: dict[str, Any] = {
        setting.keeps: reader.value(setting, needed=setting.needed) if service in setting.of else setting.default
        for setting in SETTINGS
    }
    read["address"] = read["address"] or addresses.get(service, "")
    if service == "players" and not read["loopback"]:
        read["outbox_secret"] = ""
    reader.check(service, read, addresses)
    read |= {f"{name}_file": reader.file(f"{name.upper()}_FILE") for name in ("public_key", "private_key")}
    return Config(service=service, addresses=addresses, **read)


def _addresses(service: str, reader: _Reader) -> dict[str, str]:
    """Where others are, and this one itself."""
    listens_elsewhere = bool(reader.text(PREFIX + "LISTEN"))
    wanted = [name for name in ADDRESSES if name == service or name in DIALS[service]]
    read = {name: reader.value(ADDRESSES[name], needed=name != service or not listens_elsewhere) for name in wanted}
    return {name: address for name, address in read.items() if address}


class _Reader:
    """Reads variables and gathers what is wrong with them, so that all of it is said at once."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self.problems: list[str] = []

    def text(self, variable: str) -> str:
        """What a variable holds."""
        return self._environ.get(variable, "").strip()

    def file(self, name: str) -> Path | None:
        """The path that a variable holds."""
        path = self.text(PREFIX + name)
        return Path(path) if path else None

    def value(self, setting: Setting, *, needed: bool) -> Any:
        """What a setting says; its default where it is not set, or wrong."""
        variable, text = self._given(setting)
        if not text:
            if needed:
                self._fault(variable, _is_not_set(setting))
            return setting.default
        try:
            return setting.read(text)
        except ValueError as error:
            self._fault(variable, str(error))
            return setting.default

    def check(self, service: str, read: Mapping[str, Any], addresses: Mapping[str, str]) -> None:
        """Looks at what goes together."""
        if read["loopback"]:
            self._check_loopback(read, addresses)
        elif read["web_url"].startswith("http:"):
            self._fault("REDSCIENCE_WEB_URL", f"is {read['web_url']!r}; it must be like https://games.example.org/.")
        if read["private_key"] and read["public_key"] and not is_checked_by(read["private_key"], read["public_key"]):
            self._fault(
                "REDSCIENCE_PUBLIC_KEY_FILE", "lacks the public half of the key in REDSCIENCE_PRIVATE_KEY_FILE."
            )
        if service == "players":
            for setting in SETTINGS:
                if setting.name in _needs(loopback=read["loopback"]) and not self._given(setting)[1]:
                    self._fault(setting.variable, _is_not_set(setting))

    def _check_loopback(self, read: Mapping[str, Any], addresses: Mapping[str, str]) -> None:
        listened = {PREFIX + "LISTEN": read["address"], PREFIX + "METRICS_ADDRESS": read["metrics_address"]}
        dialled = {ADDRESSES[name].variable: address for name, address in addresses.items()}
        if not self.text(PREFIX + "LISTEN"):
            listened.pop(PREFIX + "LISTEN")
        for variable, address in (listened | dialled).items():
            if address and not values.is_loopback(address):
                self._fault(variable, f"is {address!r}; under REDSCIENCE_LOOPBACK=1 everything listens on 127.0.0.1.")

    def _given(self, setting: Setting) -> tuple[str, str]:
        """The variable that a setting is given by, and what it holds."""
        text = self.text(setting.variable)
        by_file = f"{setting.variable}_FILE"
        file = self.text(by_file) if setting.is_secret else ""
        if not file:
            return setting.variable, text
        if text:
            self._fault(by_file, f"is set besides {setting.variable}; one of them must go.")
            return setting.variable, text
        try:
            return by_file, values.secret(file)
        except ValueError as error:
            self._fault(by_file, str(error))
            return by_file, ""

    def _fault(self, variable: str, problem: str) -> None:
        said = f"{variable} {problem}"
        if said not in self.problems:
            self.problems.append(said)


def _needs(*, loopback: bool) -> frozenset[str]:
    """What players needs besides."""
    return frozenset({"OUTBOX_SECRET_FILE"} if loopback else {"ADMINS", "MAIL_URL"})


def _is_not_set(setting: Setting) -> str:
    if setting.read is values.addresses_of_people:
        return "is not set; it must hold at least one e-mail address."
    return f"is not set; it must be {setting.form or values.FORMS[setting.read]}."
