"""Identifiers: ULIDs, which sort by the time they were made."""

from __future__ import annotations

from ulid import ULID


def new_id() -> str:
    """A fresh ULID, 26 characters."""
    return str(ULID())


def is_id(text: str) -> bool:
    """Whether `text` could be an identifier."""
    try:
        ULID.from_str(text)
    except ValueError:
        return False
    return True
