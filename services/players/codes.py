"""One-time codes and links: how they are written, how long they hold, and how often they may be tried.

Both are bound to whoever asked for them, who is given a challenge that they are no use without: what strangers try in
somebody's name does not touch what was sent to that somebody. Each is the end of the other.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets
from collections.abc import Callable, Sequence
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
        link: the digest of the secret of the link beside it; "" once that was tried in vain.
        address: where both were sent.
    """

    challenge: str
    digest: str
    expires_at_ms: int
    tries: int
    link: str
    address: str


@dataclass(frozen=True, slots=True)
class Sent:
    """What is told once: the code and the secret of the link by mail, the challenge to whoever asked."""

    code: str
    link: str
    challenge: str


class Verdict(Enum):
    """What became of a try."""

    RIGHT = auto()
    WRONG = auto()
    TOO_MANY = auto()


Judged = tuple[Verdict, Issued | None]
"""What a try amounts to, and what is to be kept after it: nothing of what was right, for it is so once."""


class Codes:
    """Makes codes and judges tries.

    Args:
        keys: gives what keys the digests: six digits are found in a moment by who has their plain hash. The first is
            that of now, the others are of earlier codes.
        spelling: how codes are written.
        rng: draws them.
    """

    def __init__(self, *, keys: Callable[[], Sequence[bytes]], spelling: Spelling, rng: random.Random) -> None:
        self._keys = keys
        self._spelling = spelling
        self._rng = rng

    def issue(self, address: str, *, holder: str = "", now_ms: int) -> tuple[Sent, Issued]:
        """A fresh code for an address, with its link and challenge, and what is to be kept of them.

        With a `holder`, the id of a player or that and what for, the code is of use to them alone, and logs nobody in.
        """
        code = "".join(self._rng.choices(self._spelling.signs, k=self._spelling.length))
        sent = Sent(code, secrets.token_urlsafe(16), secrets.token_urlsafe(16))
        kept = Issued(
            challenge=secret_digest(sent.challenge),
            digest=_digest(self._keys()[0], address, code, holder),
            expires_at_ms=now_ms + LIFETIME_MS,
            tries=0,
            link=secret_digest(sent.link),
            address=address,
        )
        return sent, kept

    def judge(self, issued: Issued | None, address: str, code: str, *, holder: str = "", now_ms: int) -> Judged:
        """Judges a try of a code, which is right for the holder alone for whom it was issued."""
        if issued is None or now_ms >= issued.expires_at_ms:
            return Verdict.WRONG, None
        if issued.tries >= TRIES:
            return Verdict.TOO_MANY, issued
        signs = "".join(filter(str.isalnum, code.upper()))
        if any(hmac.compare_digest(_digest(key, address, signs, holder), issued.digest) for key in self._keys()):
            return Verdict.RIGHT, None
        return Verdict.WRONG, replace(issued, tries=issued.tries + 1)

    def judge_link(self, issued: Issued | None, link: str, *, now_ms: int) -> Judged:
        """Judges the one try of a link: nobody mistypes it."""
        if issued is None or now_ms >= issued.expires_at_ms:
            return Verdict.WRONG, None
        if hmac.compare_digest(secret_digest(link), issued.link):
            return Verdict.RIGHT, None
        return Verdict.WRONG, replace(issued, link="")


def _digest(key: bytes, address: str, code: str, holder: str) -> str:
    own_key = hashlib.sha256(b"redscience log-in codes" + key).digest()
    # Without a holder as they have been since before there were any: replicas of two releases judge each other's.
    text = "\n".join((address, code, *filter(None, [holder])))
    return hmac.new(own_key, text.encode(), hashlib.sha256).hexdigest()


def secret_digest(secret: str) -> str:
    """What is kept of a challenge or a link. They have 128 bits of chance, so that a plain hash hides them."""
    return hashlib.sha256(secret.encode()).hexdigest()


def legible(code: str) -> str:
    """A code as it is shown: long ones in groups."""
    groups = [code[start : start + _GROUP] for start in range(0, len(code), _GROUP)]
    return "-".join(groups) if len(code) > SHORT.length else code
