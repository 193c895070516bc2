"""What an e-mail address may be, and which the configuration names."""

from __future__ import annotations

import re

from redscience.errors import Fault, InvalidField
from services.kit.config import Config

LONGEST_ADDRESS = 254
# What is left out could not be put into a mail's header, is read there as something else (`=?` begins an encoded word),
# or is written by nobody.
_ADDRESS = re.compile(r"(?!.*=\?)[^\s@<>()\[\],;:\\\"\x00-\x20\x7f]+@[^\s@<>()\[\],;:\\\"\x00-\x20\x7f]+")


def read_address(text: str) -> str:
    """An address as it is kept and compared: without space around it, in lower case.

    Raises:
        InvalidField: it is no address.
    """
    address = text.strip().lower()
    if len(address) > LONGEST_ADDRESS or not address.isprintable() or not _ADDRESS.fullmatch(address):
        raise InvalidField([Fault("email", "this is not an e-mail address", "Write it like name@example.org")])
    return address


def is_of_admin(address: str, config: Config) -> bool:
    """Whether the configuration names whoever has an address as an Admin."""
    return address in {admin.lower() for admin in config.admins}


def may_be_new(address: str, config: Config) -> bool:
    """Whether somebody may begin to log in by an address."""
    domains = config.newcomers
    return not domains or address.rpartition("@")[2] in domains or is_of_admin(address, config)
