"""Who calls, and the table of who may call what."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Literal

from redscience.errors import NotLoggedIn

Kind = Literal["person", "bot", "anonymous", "service"]

CHAOS_SERVICE = "service:chaos"
"""Who acts for Random and for Chaos."""
HOUSE_SERVICE = "service:house"
"""Who acts for the players that think."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who makes a call, as their token says.

    Attributes:
        id: a player's id, or `service:<name>`.
        kind: what they are.
        role: "anonymous", "persona", "creator", "trainer", "admin"; "service" for a service.
        universe: the universe's id; "" for a service.
        name: as shown to people.
        session: the session of one visitor who has not logged in, for they all share a player; "" for all others.
    """

    id: str
    kind: Kind
    role: str
    universe: str
    name: str
    session: str = ""

    @property
    def controller_id(self) -> str:
        """Who acts, where a seat is held: each visitor for themself, although they share a player."""
        return f"anonymous:{self.session}" if self.session else self.id


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


def person(caller: Caller | None) -> bool:
    """People who are logged in."""
    return caller is not None and caller.kind == "person"


def player(caller: Caller | None) -> bool:
    """Everybody but services: people, bots, and visitors as Anonymous."""
    return caller is not None and caller.kind != "service"


def no_visitor(caller: Caller | None) -> bool:
    """Whoever has a valid token but visitors, of whom anybody may be many."""
    return caller is not None and caller.kind != "anonymous"


def admin(caller: Caller | None) -> bool:
    """Admins."""
    return caller is not None and caller.role == "admin"


def service(*names: str) -> Access:
    """These services and nobody else."""
    allowed = {f"service:{name}" for name in names}

    def is_allowed(caller: Caller | None) -> bool:
        return caller is not None and caller.id in allowed

    return is_allowed
