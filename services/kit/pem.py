"""Ed25519 keys as PEM: one that signs, and those that check, one after the other in one text."""

from __future__ import annotations

import re
from functools import lru_cache

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_pem_public_key

_BLOCK = re.compile(rb"-----BEGIN [A-Z ]+-----.*?-----END [A-Z ]+-----", re.DOTALL)


@lru_cache(maxsize=8)
def signing_key(pem: bytes) -> Ed25519PrivateKey:
    """The private key.

    Raises:
        ValueError: it is none.
    """
    try:
        key = load_pem_private_key(pem, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PrivateKey):
        raise ValueError(  # noqa: TRY004 - it is the text that is wrong
            "is no Ed25519 private key (PEM, without a password)."
        )
    return key


@lru_cache(maxsize=8)
def checking_keys(pem: bytes) -> tuple[Ed25519PublicKey, ...]:
    """The public keys, each of which checks.

    Raises:
        ValueError: there is none, or something else among them.
    """
    keys = tuple(_checking_key(block) for block in _BLOCK.findall(pem))
    if not keys:
        raise ValueError("holds no Ed25519 public key (PEM).")
    return keys


def _checking_key(pem: bytes) -> Ed25519PublicKey:
    try:
        key = load_pem_public_key(pem)
    except (ValueError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PublicKey):
        raise ValueError(  # noqa: TRY004 - likewise
            "holds something else than Ed25519 public keys (PEM)."
        )
    return key


def is_checked_by(private: bytes, public: bytes) -> bool:
    """Whether what the private key signs is good by one of the public ones."""
    own = signing_key(private).public_key().public_bytes_raw()
    return any(key.public_bytes_raw() == own for key in checking_keys(public))
