"""Whether what was noted in a database to hold for a while holds still.

Where the machine's clock was ahead and is set back, what was noted meanwhile would hold until it is that late again.
So what lies further ahead than it can lie by clocks that are right holds no more. Each condition names the column, how
long it holds, and the present instant.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, or_

MOST_APART_MS = 60_000
"""So far at most the clocks of machines that share a database lie apart: what another has just noted holds."""


def has_expired(expires_at_ms: ColumnElement[int], lifetime_ms: int, now_ms: int) -> ColumnElement[bool]:
    """The condition that an end is past, or further ahead than a lifetime that begins now."""
    return or_(expires_at_ms <= now_ms, expires_at_ms > now_ms + lifetime_ms + MOST_APART_MS)


def is_recent(at_ms: ColumnElement[int], window_ms: int, now_ms: int) -> ColumnElement[bool]:
    """The condition that something was done within the window that ends now, and not by a clock that was ahead."""
    return and_(at_ms > now_ms - window_ms, at_ms <= now_ms + MOST_APART_MS)
