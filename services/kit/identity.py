"""Who calls: signed access tokens, and the table of who may call what."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, cast, get_args

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_pem_public_key

from redscience.errors import NotLoggedIn

Kind = Literal["person", "bot", "service"]

_ALGORITHM = "EdDSA"
_AUDIENCE = "redscience"
_CLAIMS = ("sub", "kind", "role", "universe", "name", "exp")


@dataclass(frozen=True, slots=True)
class Caller:
    """Who makes a call, as their token says.

    Attributes:
        id: a player's id, or `service:<name>`.
        kind: what they are.
        role: "anonymous", "persona", "creator", "trainer", "admin"; "service" for a service.
        universe: the universe's id; "" for a service.
        name: as shown to people.
    """

    id: str
    kind: Kind
    role: str
    universe: str
    name: str


def sign(private_key: bytes, caller: Caller, *, now_ms: int, lifetime_ms: int = 600_000) -> str:
    """An access token (JWT, EdDSA) that says who `caller` is until the lifetime is over."""
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
    return jwt.encode(claims, _signing_key(private_key), algorithm=_ALGORITHM)


def verify(public_key: bytes, token: str, *, now_ms: int) -> Caller:
    """Reads an access token.

    Raises:
        NotLoggedIn: it is forged, expired or no token.
    """
    try:
        claims = jwt.decode(
            token,
            _checking_key(public_key),
            algorithms=[_ALGORITHM],
            audience=_AUDIENCE,
            # The time is compared below: it is the caller's clock that counts, not the machine's.
            options={"require": list(_CLAIMS), "verify_exp": False, "verify_iat": False},
        )
    except jwt.InvalidTokenError:
        raise NotLoggedIn("The access token is not valid. Log in again.") from None
    expires = claims["exp"]
    if not isinstance(expires, int | float) or expires * 1000 <= now_ms:
        raise NotLoggedIn("The access token has expired. Ask for a new one.")
    if claims["kind"] not in get_args(Kind):
        raise NotLoggedIn("The access token is of an unknown kind. Log in again.")
    return Caller(
        id=str(claims["sub"]),
        kind=cast("Kind", claims["kind"]),
        role=str(claims["role"]),
        universe=str(claims["universe"]),
        name=str(claims["name"]),
    )


@lru_cache(maxsize=4)
def _signing_key(pem: bytes) -> Ed25519PrivateKey:
    key = load_pem_private_key(pem, password=None)
    if not isinstance(key, Ed25519PrivateKey):
        raise TypeError("The private key is not an Ed25519 key.")
    return key


@lru_cache(maxsize=4)
def _checking_key(pem: bytes) -> Ed25519PublicKey:
    key = load_pem_public_key(pem)
    if not isinstance(key, Ed25519PublicKey):
        raise TypeError("The public key is not an Ed25519 key.")
    return key


_caller: ContextVar[Caller | None] = ContextVar("redscience_caller", default=None)
_token: ContextVar[str] = ContextVar("redscience_token", default="")


def caller() -> Caller | None:
    """Who makes the call that is being answered; None for nobody in particular."""
    return _caller.get()


def require_caller() -> Caller:
    """The same, where the access table has let nobody unknown through.

    Raises:
        NotLoggedIn: there is none.
    """
    caller = _caller.get()
    if caller is None:
        raise NotLoggedIn("Log in first.")
    return caller


def caller_token() -> str:
    """The token of the call that is being answered; "" where there is none."""
    return _token.get()


def set_caller(caller: Caller | None, token: str) -> None:
    """Says who makes the call that is answered in this context; the kit's server does it, and tests may."""
    _caller.set(caller)
    _token.set(token)


Access = Callable[[Caller | None], bool]
"""Whether a caller may call a method. Each service has one table: method name -> Access."""


def anyone(_: Caller | None) -> bool:
    """Everybody, known or not."""
    return True


def known(caller: Caller | None) -> bool:
    """Whoever has a valid token."""
    return caller is not None


def player(caller: Caller | None) -> bool:
    """People and bots that are logged in."""
    return caller is not None and caller.kind != "service"


def service(*names: str) -> Access:
    """These services and nobody else."""
    allowed = {f"service:{name}" for name in names}

    def is_allowed(caller: Caller | None) -> bool:
        return caller is not None and caller.id in allowed

    return is_allowed
