"""One-time codes: how long they hold, how often they may be asked for and tried."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto

from redscience.errors import TooManyTries

LIFETIME_MS = 10 * 60_000
TRIES = 5
WINDOW_MS = 15 * 60_000
CODES_IN_A_WINDOW = 5


@dataclass(frozen=True, slots=True)
class Issued:
    """What is known of the codes of one address.

    Attributes:
        address: the address, whether or not anybody is known by it.
        digest: of the code that holds; "" where none does.
        expires_at_ms: when it ends.
        tries: how often it was tried in vain.
        window_started_at_ms: since when codes are counted.
        sent_in_window: how many were sent since then.
    """

    address: str
    digest: str
    expires_at_ms: int
    tries: int
    window_started_at_ms: int
    sent_in_window: int


class Verdict(Enum):
    """What became of a try."""

    RIGHT = auto()
    WRONG = auto()
    TOO_MANY = auto()


class Codes:
    """Makes codes and judges tries.

    Args:
        key: keys the digests: six digits are found in a moment by who has their plain hash.
        draw: gives a number below 1,000,000.
    """

    def __init__(self, *, key: bytes, draw: Callable[[], int]) -> None:
        self._key = hashlib.sha256(b"redscience log-in codes" + key).digest()
        self._draw = draw

    def issue(self, address: str, before: Issued | None, *, now_ms: int) -> tuple[str, Issued]:
        """A fresh code for an address, and what is to be kept of it. The one before it ends.

        Raises:
            TooManyTries: too many were sent; the message says how long to wait.
        """
        started_at_ms, sent = now_ms, 0
        if before is not None and now_ms < before.window_started_at_ms + WINDOW_MS:
            started_at_ms, sent = before.window_started_at_ms, before.sent_in_window
        if sent >= CODES_IN_A_WINDOW:
            wait = _minutes(started_at_ms + WINDOW_MS - now_ms)
            raise TooManyTries(f"Too many codes were sent to this address. Wait {wait}, then ask again.")
        code = f"{self._draw():06d}"
        return code, Issued(address, self._digest(address, code), now_ms + LIFETIME_MS, 0, started_at_ms, sent + 1)

    def judge(self, issued: Issued | None, code: str, *, now_ms: int) -> tuple[Verdict, Issued | None]:
        """What a try amounts to, and what is to be kept after it. A code is right once."""
        if issued is None or not issued.digest or now_ms >= issued.expires_at_ms:
            return Verdict.WRONG, issued
        if issued.tries >= TRIES:
            return Verdict.TOO_MANY, issued
        digits = "".join(code.split())
        if hmac.compare_digest(self._digest(issued.address, digits), issued.digest):
            return Verdict.RIGHT, replace(issued, digest="")
        return Verdict.WRONG, replace(issued, tries=issued.tries + 1)

    def _digest(self, address: str, code: str) -> str:
        return hmac.new(self._key, f"{address}\n{code}".encode(), hashlib.sha256).hexdigest()


def _minutes(ms: int) -> str:
    minutes = max(1, -(-ms // 60_000))
    return "a minute" if minutes == 1 else f"{minutes} minutes"
