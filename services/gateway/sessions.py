"""Session secrets, traded for access tokens. The browser holds the secret; the token never leaves the gateway."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Container
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256

from redscience.api.players.v1.players_pb2 import ExchangeRequest, Kind, Player, Role
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from services.gateway.backends import call
from services.kit.clock import Clock

EARLY_MS = 60_000
KEPT = 10_000
# Event streams wait for tokens in threads of their own: pages have theirs whatever becomes of players.
THREADS = 8


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who is logged in.

    Attributes:
        token: the access token that goes with their calls.
        player: who they are.
        expires_at_ms: when the token ends.
        id: of the session.
    """

    token: str
    player: Player
    expires_at_ms: int
    id: str

    @property
    def is_visit(self) -> bool:
        """Whether it is of a visitor, who has not logged in."""
        return self.player.kind == Kind.KIND_ANONYMOUS

    @property
    def is_trainer(self) -> bool:
        """Whether it is of a Trainer or an Admin: they make bots and tournaments, and look after those who play."""
        return self.player.role in {Role.ROLE_TRAINER, Role.ROLE_ADMIN}

    @property
    def controller_id(self) -> str:
        """Who plays and follows: visitors share a player, and each is somebody else."""
        return f"anonymous:{self.id}" if self.is_visit else self.player.id


class Sessions:
    """Access tokens by session, kept until shortly before they end. A loss of all of them costs one call each.

    Args:
        players: gives the tokens.
        clock: tells when one ends.
        ended: the sessions whose tokens are of no use any more.
    """

    def __init__(self, players: PlayersServiceStub, clock: Clock, ended: Container[str] = ()) -> None:
        self._players = players
        self._clock = clock
        self._ended = ended
        self._lock = threading.Lock()
        self._sessions: OrderedDict[bytes, Session] = OrderedDict()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="sessions")

    def open(self, secret: str) -> Session:
        """The session of a secret.

        Raises:
            NotLoggedIn: the secret is unknown or revoked.
            Unavailable: nobody can tell now.
        """
        session = self.known(secret)
        if session is not None:
            return session
        answer = call(self._players.Exchange, ExchangeRequest(secret=secret))
        session = Session(answer.token, answer.player, answer.expires_at_ms, answer.session_id)
        key = _key(secret)
        with self._lock:
            self._sessions[key] = session
            self._sessions.move_to_end(key)
            while len(self._sessions) > KEPT:
                self._sessions.popitem(last=False)
        return session

    def known(self, secret: str) -> Session | None:
        """The session of a secret as far as it is kept and lasts."""
        with self._lock:
            session = self._sessions.get(_key(secret))
        if session is None or session.id in self._ended:
            return None
        return session if session.expires_at_ms - EARLY_MS > self._clock.now_ms() else None

    async def token(self, secret: str) -> str:
        """The access token of a secret, for the event loop. Raises what `open` raises."""
        session = self.known(secret)
        if session is None:
            session = await asyncio.get_running_loop().run_in_executor(self._threads, self.open, secret)
        return session.token

    def forget(self, secret: str) -> None:
        """Has the next call ask again: the player was renamed, or has logged out."""
        with self._lock:
            self._sessions.pop(_key(secret), None)


def _key(secret: str) -> bytes:
    return sha256(secret.encode()).digest()
