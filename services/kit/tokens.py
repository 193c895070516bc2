"""Access tokens: who calls, signed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from typing import Any, cast, get_args

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from redscience.errors import NotLoggedIn
from services.kit.identity import Caller, Kind
from services.kit.pem import checking_keys, signing_key

REMEMBERED = 4096
"""How many verified tokens are remembered; those longest not seen are forgotten first."""

LIFETIME_MS = 600_000
"""How long a token is good."""

_ALGORITHM = "EdDSA"
_AUDIENCE = "redscience"
_DOTS = 2
"""Between the parts of a token; secrets have none."""
_CLAIMS = ("sub", "kind", "role", "universe", "name", "exp")


def sign(
    private_key: bytes, caller: Caller, *, now_ms: int, lifetime_ms: int = LIFETIME_MS, session_id: str = ""
) -> str:
    """An access token (JWT, EdDSA) that says who `caller` is, until its lifetime is over or the session has ended."""
    claims = {
        "aud": _AUDIENCE,
        "sub": caller.id,
        "kind": caller.kind,
        "role": caller.role,
        "universe": caller.universe,
        "name": caller.name,
        "iat": now_ms / 1000,
        "exp": (now_ms + lifetime_ms) / 1000,
    }
    optional = {"session": caller.session, "sid": session_id}
    claims |= {name: value for name, value in optional.items() if value}
    return jwt.encode(claims, signing_key(private_key), algorithm=_ALGORITHM)


@dataclass(frozen=True, slots=True)
class Verified:
    """What an access token says.

    Attributes:
        caller: who calls.
        expires_at_ms: from when on it says so no more.
        session_id: of the session that it was given for; "" for none, as with services.
    """

    caller: Caller
    expires_at_ms: int
    session_id: str = ""


def verify(public_keys: bytes, token: str, *, now_ms: int) -> Verified:
    """Reads an access token. One that was verified is remembered; whether it has expired is asked each time.

    Args:
        public_keys: PEM; one of them has to check it.
        token: what was sent.
        now_ms: the time.

    Raises:
        NotLoggedIn: it is forged, expired or no token.
    """
    verified = _verified(public_keys, token)
    if verified.expires_at_ms <= now_ms:
        raise NotLoggedIn("The access token has expired. Ask for a new one.")
    return verified


# A signature takes 200 µs to check. What is refused is raised, so never remembered.
@lru_cache(maxsize=REMEMBERED)
def _verified(public_keys: bytes, token: str) -> Verified:
    claims = next(filter(None, (_claims(key, token) for key in checking_keys(public_keys))), None)
    if claims is None and token.count(".") != _DOTS:
        raise NotLoggedIn("This is no access token. PlayersService/Exchange gives one for a secret, such as a bot's.")
    if claims is None:
        raise NotLoggedIn("The access token is not valid. Log in again.")
    if claims["kind"] not in get_args(Kind):
        raise NotLoggedIn("The access token is of an unknown kind. Log in again.")
    caller = Caller(
        id=str(claims["sub"]),
        kind=cast("Kind", claims["kind"]),
        role=str(claims["role"]),
        universe=str(claims["universe"]),
        name=str(claims["name"]),
        session=str(claims.get("session", "")),
    )
    return Verified(caller, _milliseconds(claims["exp"]), str(claims.get("sid", "")))


def _claims(key: Ed25519PublicKey, token: str) -> dict[str, Any] | None:
    """What a token claims; None where this key does not check it."""
    try:
        return jwt.decode(
            token,
            key,
            algorithms=[_ALGORITHM],
            audience=_AUDIENCE,
            # The time is compared by whoever asks: it is the caller's clock that counts, not the machine's.
            options={"require": list(_CLAIMS), "verify_exp": False, "verify_iat": False},
        )
    except jwt.InvalidTokenError:
        return None


def _milliseconds(seconds: object) -> int:
    if not isinstance(seconds, int | float) or not isfinite(seconds):
        raise NotLoggedIn("The access token does not say when it expires. Log in again.")
    return round(seconds * 1000)
