"""From where a call comes, as far as it can be told, so that those who ask too much can be told apart."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import unquote

from services.kit.channels import CLIENT_ADDRESS_KEY
from services.kit.identity import Caller

_NETWORK_BITS = 64
"""Whoever has an address of the sixth version has all that begin so."""
_MOST_REMEMBERED = 1_024
"""Peers, each of which makes many calls on a connection."""


def source_of(caller: Caller | None, peer: str, metadata: Iterable[tuple[str, str | bytes]]) -> str:
    """The network address from where a call comes: the client's that the gateway names, else the peer's.

    Nobody but the gateway is believed when it names another. A peer is written as gRPC does it:
    `ipv4:192.0.2.7:4242`, `ipv6:%5B2001:db8::1%5D:4242`.
    """
    if caller is not None and caller.id == "service:gateway":
        named = [value for key, value in metadata if key == CLIENT_ADDRESS_KEY and isinstance(value, str)]
        return network_of(named[0]) if named else ""
    return _source_of_peer(peer)


@lru_cache(maxsize=_MOST_REMEMBERED)
def _source_of_peer(peer: str) -> str:
    host = unquote(peer).partition(":")[2].rpartition(":")[0]
    return network_of(host.strip("[]"))


def network_of(host: str) -> str:
    """The address of a host, or the network that all its addresses are of; what is no address stays as it is."""
    try:
        address: IPv4Address | IPv6Address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped) if mapped else f"{int(address) >> (128 - _NETWORK_BITS):x}/{_NETWORK_BITS}"
    return str(address)
