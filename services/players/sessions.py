"""Secrets of sessions and services."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping

LIFETIME_MS = 90 * 24 * 3_600_000
RENEW_AFTER_MS = 3_600_000
"""A session that is used is prolonged at most this often."""

TOKEN_LIFETIME_MS = 600_000


def new_secret() -> str:
    """A secret of 256 bits."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """What is kept of a secret. It has 256 bits of chance, so that a plain hash hides it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def service_of(secret: str, service_secrets: Mapping[str, str]) -> str | None:
    """The service whose secret this is."""
    given = digest(secret)
    found = [name for name, expected in service_secrets.items() if hmac.compare_digest(given, expected)]
    return found[0] if found else None
