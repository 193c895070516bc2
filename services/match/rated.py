"""Whether a match counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from services.match.model import Seat


def is_rated(seats: Iterable[Seat], *, anonymous: bool) -> bool:
    """Whether a match of these seats is rated.

    It is not where Anonymous plays, or where one controller acts for two seats; several Randoms, which one service
    holds, leave it rated (docs/adr/0005).
    """
    controllers = Counter(seat.controller_id for seat in seats if not seat.is_held_by_service)
    return not anonymous and all(held == 1 for held in controllers.values())
