"""One-time codes: how they are written, how long they hold, and how often they may be tried.

A code is bound to whoever asked for it, who is given a challenge that the code is no use without: what strangers try in
somebody's name does not touch the code of that somebody.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets
from dataclasses import dataclass, replace
from enum import Enum, auto

LIFETIME_MS = 10 * 60_000
TRIES = 5
_GROUP = 4


@dataclass(frozen=True, slots=True)
class Spelling:
    """How codes are written.

    Attributes:
        signs: of which they are made.
        length: how many of them a code has.
    """

    signs: str
    length: int


SHORT = Spelling("0123456789", 6)
LONG = Spelling("23456789ABCDEFGHJKMNPQRSTUVWXYZ", 8)
"""Without signs that look alike: guessed by nobody, however many codes they ask for."""


@dataclass(frozen=True, slots=True)
class Issued:
    """What is kept of a code.

    Attributes:
        challenge: the digest of the challenge that goes with it.
        digest: of the code and the address it was sent to.
        expires_at_ms: when it ends.
        tries: how often it was tried in vain.
    """

    challenge: str
    digest: str
    expires_at_ms: int
    tries: int


class Verdict(Enum):
    """What became of a try."""

    RIGHT = auto()
    WRONG = auto()
    TOO_MANY = auto()


class Codes:
    """Makes codes and judges tries.

    Args:
        key: keys the digests: six digits are found in a moment by who has their plain hash.
        spelling: how codes are written.
        rng: draws them.
    """

    def __init__(self, *, key: bytes, spelling: Spelling, rng: random.Random) -> None:
        self._key = hashlib.sha256(b"redscience log-in codes" + key).digest()
        self._spelling = spelling
        self._rng = rng

    def issue(self, address: str, *, now_ms: int) -> tuple[str, str, Issued]:
        """A fresh code for an address, the challenge that goes with it, and what is to be kept of them."""
        code = "".join(self._rng.choices(self._spelling.signs, k=self._spelling.length))
        challenge = secrets.token_urlsafe(16)
        kept = Issued(challenge_digest(challenge), self._digest(address, code), now_ms + LIFETIME_MS, 0)
        return code, challenge, kept

    def judge(self, issued: Issued | None, address: str, code: str, *, now_ms: int) -> tuple[Verdict, Issued | None]:
        """What a try amounts to, and what is to be kept after it: nothing of a code that was right, for it is once."""
        if issued is None or now_ms >= issued.expires_at_ms:
            return Verdict.WRONG, None
        if issued.tries >= TRIES:
            return Verdict.TOO_MANY, issued
        signs = "".join(filter(str.isalnum, code.upper()))
        if hmac.compare_digest(self._digest(address, signs), issued.digest):
            return Verdict.RIGHT, None
        return Verdict.WRONG, replace(issued, tries=issued.tries + 1)

    def _digest(self, address: str, code: str) -> str:
        return hmac.new(self._key, f"{address}\n{code}".encode(), hashlib.sha256).hexdigest()


def challenge_digest(challenge: str) -> str:
    """What is kept of a challenge. It has 128 bits of chance, so that a plain hash hides it."""
    return hashlib.sha256(challenge.encode()).hexdigest()


def legible(code: str) -> str:
    """A code as it is shown: long ones in groups."""
    groups = [code[start : start + _GROUP] for start in range(0, len(code), _GROUP)]
    return "-".join(groups) if len(code) > SHORT.length else code
