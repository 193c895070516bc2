"""From where a call comes, and who is believed about it."""

from __future__ import annotations

import pytest
from fixtures.services import person, service_caller

from services.kit.channels import CLIENT_ADDRESS_KEY
from services.kit.sources import source_of

NAMED = ((CLIENT_ADDRESS_KEY, "192.0.2.9"),)


@pytest.mark.parametrize(
    ("peer", "source"),
    [
        ("ipv4:192.0.2.7:4242", "192.0.2.7"),
        ("ipv6:%5B2001:db8::1%5D:4242", "20010db800000000/64"),
        ("ipv6:[2001:db8::2]:4242", "20010db800000000/64"),
        ("ipv6:[2001:db8:0:1::1]:4242", "20010db800000001/64"),
        ("ipv6:%5B::ffff:192.0.2.7%5D:4242", "192.0.2.7"),
        ("ipv6:[fe80::1%25eth0]:4242", "fe80000000000000/64"),
        ("unix:", ""),
        ("", ""),
    ],
)
def test_a_peer_is_known_by_its_network(peer: str, source: str) -> None:
    for who in (None, person("01EVE"), service_caller("match")):
        assert source_of(who, peer, NAMED) == source


def test_the_gateway_names_for_whom_it_asks() -> None:
    gateway = service_caller("gateway")
    assert source_of(gateway, "ipv4:192.0.2.7:4242", NAMED) == "192.0.2.9"
    assert source_of(gateway, "ipv4:192.0.2.7:4242", ()) == ""
