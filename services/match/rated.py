"""Whether a match counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from services.match.model import Seat


def is_rated(seats: Iterable[Seat]) -> bool:
    """Whether a match of these seats is rated.

    It is not where Anonymous plays, or where one controller acts for two seats; several Randoms, which one service
    holds, leave it rated (docs/adr/0005).
    """
    outside = [seat for seat in seats if not seat.is_held_by_service]
    controllers = Counter(seat.controller_id for seat in outside)
    return all(seat.kind != "anonymous" for seat in outside) and all(held == 1 for held in controllers.values())
