"""From whom a request comes, as far as that is known without asking anybody."""

from __future__ import annotations

from ipaddress import ip_address

from werkzeug.http import parse_cookie

from services.gateway.security import session_cookie
from services.gateway.sessions import Sessions
from services.gateway.turns import Asker
from services.gateway.wsgi import Environ
from services.kit.sources import network_of


class Askers:
    """Tells those who ask apart. A session that is not known here counts for nothing: anybody can make one up.

    Args:
        sessions: those that are known.
        behind_proxy: whether a proxy stands before the gateway.
    """

    def __init__(self, sessions: Sessions, *, behind_proxy: bool) -> None:
        self._sessions = sessions
        self._behind_proxy = behind_proxy

    def of(self, environ: Environ) -> Asker:
        """Who has sent a request."""
        network = network_of(address_of(environ, behind_proxy=self._behind_proxy))
        name = session_cookie(https=self._behind_proxy)
        secret = parse_cookie(environ.get("HTTP_COOKIE")).get(name, "")
        session = self._sessions.known(secret) if secret else None
        if session is None:
            return Asker(network)
        return Asker(network, visit=session.id) if session.is_visit else Asker(network, person=session.player.id)


def address_of(environ: Environ, *, behind_proxy: bool) -> str:
    """The network address of who asks: on a host, where a proxy stands before it, the one that the proxy names last."""
    forwarded = str(environ.get("HTTP_X_FORWARDED_FOR", "")) if behind_proxy else ""
    named = forwarded.rpartition(",")[2].strip()
    try:
        return str(ip_address(named))
    except ValueError:
        return str(environ.get("REMOTE_ADDR", ""))
