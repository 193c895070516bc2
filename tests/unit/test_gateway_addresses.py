"""Programs outside are told where they reach the services: where the gateway does, or where a setting says."""

from __future__ import annotations

from dataclasses import replace

from fixtures.services import InProcess

from services.gateway.__main__ import told_addresses


def test_programs_are_told_of_the_public_address_where_there_is_one(services: InProcess) -> None:
    config = services.config("gateway")
    assert told_addresses(config) == config.addresses
    hosted = replace(config, public_address="grpc.example.org:443")
    assert told_addresses(hosted) == dict.fromkeys(config.addresses, "grpc.example.org:443")
