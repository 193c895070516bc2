"""Where a platform is: its services are found by the address of its pages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http.client import HTTPException
from ipaddress import ip_address
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import OpenerDirector, ProxyHandler, build_opener

from redscience.errors import Fault, InvalidField, Unavailable

DEFAULT_SERVER = "http://127.0.0.1:8000"
"""Where a platform is found that `redscience up` has started on this machine."""
WELL_KNOWN = "/.well-known/redscience"
SERVICES = ("players", "rules", "match", "rating")
"""Those that every platform has."""
LATER = ("batch",)
"""Those that an older platform has not."""
OFFERED = (*SERVICES, *LATER)
"""All that programs may call, which a platform tells of, and to which a proxy before it leads."""

_PATIENCE_S = 10.0
_LONGEST_ANSWER = 65_536


def normal_address(server: str) -> str:
    """The address of a platform as `http://host:port`, or `https:`.

    Raises:
        InvalidField: it is none.
    """
    whole = server if "://" in server else f"http://{server}"
    try:
        parts = urlsplit(whole)
        leads_somewhere = parts.scheme in {"http", "https"} and parts.netloc and parts.port != 0
        if leads_somewhere and whole.isascii() and " " not in whole:
            return f"{parts.scheme}://{parts.netloc.lower()}{parts.path.rstrip('/')}"
    except ValueError:
        pass
    raise InvalidField([Fault("server", f"{server!a} is no address of a server", f"Write it as {DEFAULT_SERVER}")])


def is_loopback(host: str) -> bool:
    """Whether a host is this machine: no proxy leads there."""
    try:
        return host == "localhost" or ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def is_secure(server: str) -> bool:
    """Whether the services of a platform are called over TLS: where its pages are."""
    return server.startswith("https:")


def found(server: str, *, another: str = "another") -> Mapping[str, str]:
    """The `host:port` of the services of a platform, by the normal form of its address.

    Args:
        server: the address.
        another: how another is named, for the message.

    Raises:
        Unavailable: there is no platform at this address now.
    """
    try:
        with opener_to(server).open(server + WELL_KNOWN, timeout=_PATIENCE_S) as answer:
            addresses = json.loads(answer.read(_LONGEST_ANSWER))["grpc"]
        names = (*SERVICES, *(name for name in LATER if name in addresses))
        return {name: str(addresses[name]) for name in names}
    except (OSError, HTTPException, ValueError, TypeError, KeyError, RecursionError) as error:
        why = _reason(error) if isinstance(error, OSError) else "what answers there is something else"
        raise Unavailable(
            f"There is no redscience at {server}: {why}. Start one with redscience up, or name {another}."
        ) from None


def opener_to(server: str) -> OpenerDirector:
    """What opens an address: as the environment's proxies want it, but directly on this machine."""
    return build_opener(ProxyHandler({})) if is_loopback(urlsplit(server).hostname or "") else build_opener()


def _reason(error: OSError) -> str:
    return str(error.reason if isinstance(error, URLError) else error)
