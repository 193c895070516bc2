"""Keys and secrets of the platform, made once, for their owner's eyes only."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from services.kit.config import SERVICES


@dataclass(frozen=True, slots=True)
class KeyFiles:
    """Where keys and secrets are.

    Attributes:
        private: signs access tokens.
        public: checks them.
        digests: of the services' secrets, as JSON, by service.
        folder: holds `<service>.secret` for each service.
    """

    private: Path
    public: Path
    digests: Path
    folder: Path

    def secret(self, service: str) -> Path:
        """The secret of a service."""
        return self.folder / f"{service}.secret"


def ensure_keys(folder: Path) -> KeyFiles:
    """Makes what is not there yet. A file is written whole or not at all, so that what is there can be used."""
    files = KeyFiles(folder / "private.pem", folder / "public.pem", folder / "service_secrets.json", folder)
    if not files.private.exists():
        key = Ed25519PrivateKey.generate()
        _write(files.private, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public = load_pem_private_key(files.private.read_bytes(), password=None).public_key()
    _write(files.public, public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    digests = {}
    for service in SERVICES:
        file = files.secret(service)
        if not file.exists():
            _write(file, secrets.token_urlsafe(32).encode())
        digests[service] = hashlib.sha256(file.read_bytes().strip()).hexdigest()
    _write(files.digests, json.dumps(digests, indent=2).encode())
    return files


def _write(file: Path, content: bytes) -> None:
    fresh = file.with_name(file.name + ".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
        opened.write(content)
        opened.flush()
        os.fsync(opened.fileno())
    fresh.replace(file)
