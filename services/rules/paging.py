"""Where a list of games goes on: a place in the order, as text that callers hand back unread."""

from __future__ import annotations

from typing import NamedTuple

from services.kit import page_tokens
from services.kit.ids import is_id


class Place(NamedTuple):
    """After this game the next page begins: games are ordered by some of these."""

    position: int
    unique_name: str
    id: str
    created_at_ms: int
    turns: int


def token(place: Place, *filters: str) -> str:
    """The text of a place in the list that `filters` made."""
    return page_tokens.token(place, filters)


def place(text: str, *filters: str) -> Place:
    """Reads `token`.

    Raises:
        InvalidField: it is none, or belongs to a list that was filtered otherwise.
    """
    values = page_tokens.place_of(text, filters)
    if len(values) != len(Place._fields) or not _is_whole(found := Place(*values)):
        raise page_tokens.refused()
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
