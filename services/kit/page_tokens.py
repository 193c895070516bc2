"""Where a long list goes on: a place in its order, as text that callers hand back unread."""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from typing import Any

from redscience.errors import Fault, InvalidField

LONGEST = 1_000
"""So many characters a token may have."""


def token(place: Iterable[Any], filters: Iterable[str]) -> str:
    """The text of a place, JSON values, in the list that `filters` made."""
    text = json.dumps([*place, _mark(filters)], separators=(",", ":"))
    return urlsafe_b64encode(text.encode()).decode()


def place_of(text: str, filters: Iterable[str]) -> list[Any]:
    """Reads `token`. Whoever keeps the list sees whether it is a place in it: anybody can write one.

    Raises:
        InvalidField: it is none, or belongs to a list that was filtered otherwise.
    """
    if len(text) > LONGEST:
        raise refused()
    try:
        place: list[Any]
        *place, mark = json.loads(urlsafe_b64decode(text.encode("ascii")))
    except (ValueError, TypeError, RecursionError):
        raise refused() from None
    if mark != _mark(filters):
        raise refused()
    return place


def refused() -> InvalidField:
    """Refuses what is no token of a list."""
    remedy = "Send a page token as it came, with the same fields; or nothing, for the first page"
    return InvalidField([Fault("page_token", "is none that this list gave", remedy)])


def _mark(filters: Iterable[str]) -> str:
    return hashlib.blake2b("\0".join(filters).encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
