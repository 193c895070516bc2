"""Keys and secrets of the platform, made once, for their owner's eyes only."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from services.kit.config import SERVICES
from services.laptop.errors import SetupError
from services.laptop.nats_server import BUS_RIGHTS, SUPERVISOR, configuration


@dataclass(frozen=True, slots=True)
class KeyFiles:
    """Where keys and secrets are.

    Attributes:
        private: signs access tokens.
        public: checks them.
        digests: of the services' secrets, as JSON, by service.
        folder: holds `<service>.secret` for each service.
        outbox: the secret that opens the outbox.
        nats: the configuration of NATS, with the password of each user there.
    """

    private: Path
    public: Path
    digests: Path
    folder: Path
    outbox: Path
    nats: Path

    def secret(self, service: str) -> Path:
        """The secret of a service."""
        return self.folder / f"{service}.secret"

    def nats_password(self, user: str) -> Path:
        """The password of a service, or of the supervisor, at NATS."""
        return self.folder / f"{user}.nats"


def ensure_keys(folder: Path) -> KeyFiles:
    """Makes what is not there yet. A file is written whole or not at all, so that what is there can be used.

    Raises:
        SetupError: something cannot be read or written, or is no key.
    """
    files = KeyFiles(
        private=folder / "private.pem",
        public=folder / "public.pem",
        digests=folder / "service_secrets.json",
        folder=folder,
        outbox=folder / "outbox.key",
        nats=folder / "nats.conf",
    )
    try:
        _ensure_pair(files)
        _ensure_secrets(files)
        _ensure_nats(files)
    except OSError as error:
        raise SetupError(
            f"The file {error.filename or folder} cannot be used: {error.strerror}."
            " Fix that, or name another folder with --state (make run STATE=…)."
        ) from error
    return files


def _ensure_pair(files: KeyFiles) -> None:
    if not files.private.exists():
        key = Ed25519PrivateKey.generate()
        write(files.private, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public = _private_key(files.private).public_key()
    write(files.public, public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))


def _private_key(file: Path) -> Ed25519PrivateKey:
    try:
        key = load_pem_private_key(file.read_bytes(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PrivateKey):
        raise SetupError(f"{file} is no Ed25519 key. Remove it, and a new one is made.")
    return key


def _ensure_secrets(files: KeyFiles) -> None:
    digests = {}
    for service in SERVICES:
        digests[service] = hashlib.sha256(ensure_secret(files.secret(service))).hexdigest()
    write(files.digests, json.dumps(digests, indent=2).encode())
    ensure_secret(files.outbox)


def _ensure_nats(files: KeyFiles) -> None:
    passwords = {user: ensure_secret(files.nats_password(user)).decode() for user in (*BUS_RIGHTS, SUPERVISOR)}
    write(files.nats, configuration(passwords).encode())


def ensure_secret(file: Path) -> bytes:
    """The secret in a file, which is made if need be."""
    if not file.exists():
        write(file, secrets.token_urlsafe(32).encode())
    secret = file.read_bytes().strip()
    if not secret or not secret.isascii():
        raise SetupError(f"{file} holds no secret. Remove it, and a new one is made.")
    return secret


def write(file: Path, content: bytes, mode: int = 0o600) -> None:
    """Writes a file whole or not at all, for its owner's eyes only unless `mode` says otherwise."""
    fresh = file.with_name(file.name + ".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
        opened.write(content)
        os.fchmod(opened.fileno(), mode)
        opened.flush()
        os.fsync(opened.fileno())
    fresh.replace(file)
