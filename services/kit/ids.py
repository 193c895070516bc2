"""Identifiers: ULIDs, which sort by the time they were made; and those that callers choose for their requests."""

from __future__ import annotations

import re

from ulid import ULID

from redscience.errors import Fault, InvalidField

_ID = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}")
_REQUEST_ID = re.compile(r"[\x21-\x7e]{1,64}")


def new_id() -> str:
    """A fresh ULID, 26 characters."""
    return str(ULID())


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
