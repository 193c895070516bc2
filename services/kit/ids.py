"""Identifiers: ULIDs, which sort by the time they were made; and those that callers choose for their requests."""

from __future__ import annotations

import re

from ulid import ULID

from redscience.errors import Fault, InvalidField

_ID = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}")
_LAST_MS = (1 << 48) - 1
_REQUEST_ID = re.compile(r"[\x21-\x7e]{1,64}")


def new_id() -> str:
    """A fresh ULID, 26 characters."""
    return str(ULID())


def first_id(made_at_ms: int) -> str:
    """The smallest id that can be made at an instant: those that were made before are smaller."""
    timestamp = min(max(made_at_ms, 0), _LAST_MS)
    return str(ULID.from_bytes(timestamp.to_bytes(6, "big") + bytes(10)))


def is_id(text: str) -> bool:
    """Whether `text` could be an identifier."""
    return _ID.fullmatch(text) is not None


def request_id(text: str) -> str:
    """The id that a caller chose for a request.

    Raises:
        InvalidField: it cannot be one.
    """
    if not _REQUEST_ID.fullmatch(text):
        remedy = "Send 1 to 64 printable ASCII characters without blanks, new for each request"
        raise InvalidField([Fault("request_id", "is missing or cannot be used", remedy)])
    return text
