"""What the environment says, read and checked once, before anything is opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

SERVICES = ("rules", "players", "match", "chaos", "rating", "gateway", "worker")


class ConfigError(Exception):
    """A variable is missing or wrong; the message names it and says what would be right."""


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one process.

    Attributes:
        service: which one this is.
        address: `host:port` on which it listens (REDSCIENCE_<SERVICE>_ADDRESS).
        addresses: where every service listens, by name.
        database_url: SQLAlchemy URL (REDSCIENCE_DATABASE_URL); empty for a service without one.
        nats_url: REDSCIENCE_NATS_URL.
        broker_url: Celery's broker (REDSCIENCE_BROKER_URL).
        public_key: PEM of the Ed25519 key that checks access tokens (file named by REDSCIENCE_PUBLIC_KEY_FILE).
        private_key: PEM of the key that signs them; players alone has it (REDSCIENCE_PRIVATE_KEY_FILE).
        secret: this service's own secret, exchanged at players for access tokens (file: REDSCIENCE_SECRET_FILE).
        service_secrets: SHA-256 hex of every service's secret by service name; players alone has them
            (JSON file named by REDSCIENCE_SERVICE_SECRETS_FILE).
        loopback: whether everything listens on loopback (REDSCIENCE_LOOPBACK=1): then the outbox page and
            first-is-Admin exist.
        traces_file: JSON lines of finished spans are appended here; None for none (REDSCIENCE_TRACES_FILE).
        log_level: REDSCIENCE_LOG_LEVEL, "info" where unset.
    """

    service: str
    address: str
    addresses: Mapping[str, str]
    database_url: str
    nats_url: str
    broker_url: str
    public_key: bytes
    private_key: bytes | None
    secret: str
    service_secrets: Mapping[str, str]
    loopback: bool
    traces_file: Path | None
    log_level: str


def read_config(service: str, environ: Mapping[str, str]) -> Config:
    """Reads the settings of one service from the environment.

    Raises:
        ConfigError: naming every variable at fault and what would be right.
    """
    raise NotImplementedError
