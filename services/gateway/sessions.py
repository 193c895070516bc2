"""Session secrets, traded for access tokens. The browser holds the secret; the token never leaves the gateway."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256

from redscience.api.players.v1.players_pb2 import ExchangeRequest, Player
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from services.gateway.backends import call
from services.kit.clock import Clock

EARLY_MS = 60_000
KEPT = 10_000


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who is logged in.

    Attributes:
        token: the access token that goes with their calls.
        player: who they are.
        expires_at_ms: when the token ends.
    """

    token: str
    player: Player
    expires_at_ms: int


class Sessions:
    """Access tokens by session, kept until shortly before they end. A loss of all of them costs one call each."""

    def __init__(self, players: PlayersServiceStub, clock: Clock) -> None:
        self._players = players
        self._clock = clock
        self._lock = threading.Lock()
        self._sessions: OrderedDict[bytes, Session] = OrderedDict()

    def open(self, secret: str) -> Session:
        """The session of a secret.

        Raises:
            NotLoggedIn: the secret is unknown or revoked.
            Unavailable: nobody can tell now.
        """
        key = sha256(secret.encode()).digest()
        with self._lock:
            session = self._sessions.get(key)
        if session is not None and session.expires_at_ms - EARLY_MS > self._clock.now_ms():
            return session
        answer = call(self._players.Exchange, ExchangeRequest(secret=secret))
        session = Session(answer.token, answer.player, answer.expires_at_ms)
        with self._lock:
            self._sessions[key] = session
            self._sessions.move_to_end(key)
            while len(self._sessions) > KEPT:
                self._sessions.popitem(last=False)
        return session

    def forget(self, secret: str) -> None:
        """Has the next call ask again: the player was renamed, or has logged out."""
        with self._lock:
            self._sessions.pop(sha256(secret.encode()).digest(), None)
