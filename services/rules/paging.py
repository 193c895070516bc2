"""Where a list of games goes on: a place in the order, as text that callers hand back unread."""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import NamedTuple

from redscience.errors import Fault, InvalidField
from services.kit.ids import is_id

LONGEST_TOKEN = 1_000


class Place(NamedTuple):
    """After this game the next page begins: games are ordered by some of these."""

    position: int
    unique_name: str
    id: str
    created_at_ms: int
    turns: int


def token(place: Place, *filters: str) -> str:
    """The text of a place in the list that `filters` made."""
    text = json.dumps([*place, _mark(filters)], separators=(",", ":"))
    return urlsafe_b64encode(text.encode()).decode()


def place(text: str, *filters: str) -> Place:
    """Reads `token`.

    Raises:
        InvalidField: it is none, or belongs to a list that was filtered otherwise.
    """
    if len(text) > LONGEST_TOKEN:
        raise _refused()
    try:
        *values, mark = json.loads(urlsafe_b64decode(text.encode("ascii")))
        found = Place(*values)
    except (ValueError, TypeError, RecursionError):
        raise _refused() from None
    if not (mark == _mark(filters) and _is_whole(found)):
        raise _refused()
    return found


def _is_whole(place: Place) -> bool:
    return (
        _is_number(place.position, bits=31)
        and isinstance(place.unique_name, str)
        and place.unique_name.isprintable()
        and isinstance(place.id, str)
        and is_id(place.id)
        and _is_number(place.created_at_ms, bits=63)
        and _is_number(place.turns, bits=31)
    )


def _is_number(value: object, *, bits: int) -> bool:
    return type(value) is int and abs(value) < 1 << bits


def _mark(filters: tuple[str, ...]) -> str:
    return hashlib.blake2b("\0".join(filters).encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def _refused() -> InvalidField:
    remedy = "Send next_page_token as it came, with the same filters; or nothing, for the first page"
    return InvalidField([Fault("page_token", "is none that this list gave", remedy)])
