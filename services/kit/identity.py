"""Who calls: signed access tokens, and the table of who may call what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Kind = Literal["person", "bot", "service"]


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
    raise NotImplementedError


def verify(public_key: bytes, token: str, *, now_ms: int) -> Caller:
    """Reads an access token.

    Raises:
        NotLoggedIn: it is forged, expired or no token.
    """
    raise NotImplementedError


def caller() -> Caller | None:
    """Who makes the call that is being answered; None for nobody in particular."""
    raise NotImplementedError


def require_caller() -> Caller:
    """The same, where the access table has let nobody unknown through.

    Raises:
        NotLoggedIn: there is none.
    """
    raise NotImplementedError


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
