"""How often something may be asked for, counted in the database, so that all replicas count together."""

from __future__ import annotations

import hashlib
import hmac
import logging
import math
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, or_, select, update

from redscience.english import English
from redscience.errors import TooManyTries
from services.kit.config import MOST_CODES
from services.kit.expiry import has_expired
from services.players.schema import allowance

log = logging.getLogger(__name__)

_MINUTE_MS = 60_000
WINDOW_MS = 15 * _MINUTE_MS


@dataclass(frozen=True, slots=True)
class Allowance:
    """So many within a window, from the first that is counted.

    Attributes:
        name: what is counted.
        most: how many.
        window_ms: how long the window is.
        refusal: what whoever asks for more is told.
    """

    name: str
    most: int
    window_ms: int
    refusal: English


# A stranger who asks in somebody's name uses up what may be asked from their own place, not what that somebody may.
# Strangers in six places use up what an address gets at all, and keep its owner from logging in until the window ends:
# without that limit, they could flood it with mail.
CODES_OF_ADDRESS_HERE = Allowance("codes of an address here", 5, WINDOW_MS, "Too many codes were sent to this address.")
CODES_OF_ADDRESS = Allowance("codes of an address", 30, WINDOW_MS, "Too many codes were sent to this address.")
# How many of these two, a host may set: whoever sits in one building, a class above all, asks from one place.
CODES_HERE = Allowance("codes here", MOST_CODES, WINDOW_MS, "Too many codes were asked for from where you are.")
VISITS_HERE = Allowance("visits here", MOST_CODES, WINDOW_MS, "Too many visitors come from where you are.")
CODES_OF_PLAYER = Allowance("codes of a player", 10, WINDOW_MS, "You asked for too many codes.")
"""Who is logged in asks for them to confirm an address: else they could flood any with mail."""
MAILS = Allowance("mails", 300, _MINUTE_MS, "Too many people are logging in now.")
VISITS = Allowance("visits", 600, _MINUTE_MS, "There are too many visitors now.")


class Allowances:
    """Takes from allowances.

    Args:
        key: gives what keys what is kept of who asks: addresses are found in a moment by who has their plain hash.
            With another it is counted anew.
    """

    def __init__(self, key: Callable[[], bytes]) -> None:
        self._key = key
        self._noted_at_ms: dict[str, int] = {}

    def take(self, connection: Connection, what: Allowance, *who: str, now_ms: int) -> None:
        """Takes one of what somebody has.

        Raises:
            TooManyTries: there is none left; the message says how long to wait.
        """
        own_key = hashlib.sha256(b"redscience allowances" + self._key()).digest()
        key = hmac.new(own_key, "\n".join((what.name, *who)).encode(), hashlib.sha256).hexdigest()
        of_this = allowance.c.key == key
        # How long the windows of others are is not in their rows.
        is_over = has_expired(allowance.c.ends_at_ms, what.window_ms, now_ms)
        connection.execute(delete(allowance).where(or_(allowance.c.ends_at_ms <= now_ms, of_this & is_over)))
        row = connection.execute(select(allowance).where(of_this)).one_or_none()
        if row is None:
            connection.execute(insert(allowance).values(key=key, taken=1, ends_at_ms=now_ms + what.window_ms))
        elif row.taken >= what.most:
            self._note(what, now_ms)
            raise _refusal(what, row.ends_at_ms - now_ms)
        else:
            connection.execute(update(allowance).where(of_this).values(taken=allowance.c.taken + 1))

    def take_code(self, connection: Connection, address: str, player_id: str, *, now_ms: int) -> None:
        """Takes what a code costs that a player has mailed to an address.

        Raises:
            TooManyTries: they, or the address, were sent too many.
        """
        self.take(connection, CODES_OF_PLAYER, player_id, now_ms=now_ms)
        self.take(connection, CODES_OF_ADDRESS_HERE, address, player_id, now_ms=now_ms)
        self.take(connection, CODES_OF_ADDRESS, address, now_ms=now_ms)
        self.take(connection, MAILS, now_ms=now_ms)

    def _note(self, what: Allowance, now_ms: int) -> None:
        """Logs a refusal, without whom; once a minute, as who is refused may ask on as often as they like."""
        if abs(now_ms - self._noted_at_ms.get(what.name, 0)) >= _MINUTE_MS:
            self._noted_at_ms[what.name] = now_ms
            log.warning("more is asked for than may be", extra={"of": what.name, "most": what.most})


def _refusal(what: Allowance, wait_ms: int) -> TooManyTries:
    minutes = math.ceil(wait_ms / _MINUTE_MS)
    wait = "a minute" if minutes == 1 else f"{minutes} minutes"
    refusal = TooManyTries(f"{what.refusal} Wait {wait}, then try again.")
    refusal.retry_after_s = math.ceil(wait_ms / 1000)
    return refusal
