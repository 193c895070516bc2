"""People with browsers: each click is asked once, and what came of it is written down."""

from __future__ import annotations

import asyncio
import http.client
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import uuid4

from soak.ledger import Ledger

from redscience.names import RANDOM_ID
from services.gateway.security import CHALLENGE_COOKIE, COOKIE, HOST_ONLY

GAME = "Tic-Tac-Toe"
PAGES = ("/", "/games", "/matches/{}", "/tournaments")
_PATIENCE_S = 30.0
_PAUSE_S = 0.25


@dataclass
class Clicks:
    """What all browsers have met.

    Attributes:
        made: how many clicks were answered as they should be.
        failed: the others, each in words.
        slowest_s: the longest that one took.
    """

    made: int = 0
    failed: list[str] = field(default_factory=list)
    slowest_s: float = 0.0


class FailedClickError(Exception):
    """A click has failed."""


class Browser:
    """Somebody who plays against Random, and looks at pages.

    Args:
        address: `host:port` where the Ingress takes pages.
        name: of the host there.
        clicks: what came of it.
        ledger: where matches and moves are written down that were acknowledged.

    Attributes:
        id: of the player, once logged in.
    """

    def __init__(self, address: str, name: str, clicks: Clicks, ledger: Ledger) -> None:
        self._address, self._name, self._clicks, self._ledger = address, name, clicks, ledger
        self._cookie = ""
        self.id = ""
        self._connection: http.client.HTTPConnection | None = None

    @property
    def secret(self) -> str:
        """Of the session."""
        return self._cookie.partition("=")[2]

    def log_in(self, email: str, code: Callable[[str], str]) -> None:
        """Logs in by the code that is mailed."""
        self.ask("POST", "/api/log-in/code", {"email": email})
        self.id = self.ask("POST", "/api/log-in", {"email": email, "code": code(email)})["player"]["id"]

    async def click_on(self, dice: Random, is_over: Callable[[], bool]) -> None:
        """Plays one match after the other until it is over."""
        (game,) = [each for each in await self._clicked("GET", f"/api/games?name={GAME}") if each["name"] == GAME]
        while not is_over():
            body = {"game_id": game["id"], "player_ids": [self.id, RANDOM_ID], "request_id": uuid4().hex}
            match = await self._clicked("POST", "/api/matches", body)
            self._ledger.created[match["id"]] = self.id
            self._ledger.started.add(match["id"])
            while match["status"] == "running":
                match = await self._moved(match, dice)
                await asyncio.sleep(_PAUSE_S * dice.random())
            self._ledger.finished.add(match["id"])

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """One click.

        Raises:
            FailedClickError: it was not answered as it should be.
        """
        began = time.monotonic()
        try:
            status, cookie, kind, text = self._asked(method, path, body)
        except (OSError, http.client.HTTPException) as error:
            raise FailedClickError(f"{method} {path}: {error!r}") from None
        self._clicks.slowest_s = max(self._clicks.slowest_s, time.monotonic() - began)
        if status >= 400:
            raise FailedClickError(f"{method} {path}: {status} {text[:200]}")
        if cookie.removeprefix(HOST_ONLY).startswith((COOKIE, CHALLENGE_COOKIE)):
            self._cookie = cookie.split(";")[0]
        return json.loads(text) if kind == "application/json" else text

    async def _moved(self, match: Any, dice: Random) -> Any:
        if not match["is_acting"]:
            await self._clicked("GET", dice.choice(PAGES).format(match["id"]))
            return await self._clicked("GET", f"/api/matches/{match['id']}")
        move = dice.choice(match["view"]["legal"])["move"]
        body = {"view_version": match["view_version"], "request_id": uuid4().hex, "moves": [move]}
        after = await self._clicked("POST", f"/api/matches/{match['id']}/play", body)
        self._ledger.moves[match["id"], match["viewer"]].append(move)
        return after

    async def _clicked(self, method: str, path: str, body: Any = None) -> Any:
        """Clicks until it is done, with the same request each time; every failure is written down."""
        while True:
            try:
                answer = await asyncio.to_thread(self.ask, method, path, body)
            except FailedClickError as error:
                self._clicks.failed.append(str(error))
                await asyncio.sleep(_PAUSE_S)
            else:
                self._clicks.made += 1
                return answer

    def _asked(self, method: str, path: str, body: Any) -> tuple[int, str, str, str]:
        is_used = self._connection is not None
        try:
            return self._sent(method, path, body)
        except (ConnectionError, http.client.RemoteDisconnected):
            self._close()
            if not is_used:
                raise
            # As browsers do where a connection that was kept had been closed meanwhile.
            return self._sent(method, path, body)
        except BaseException:
            self._close()
            raise

    def _sent(self, method: str, path: str, body: Any) -> tuple[int, str, str, str]:
        if self._connection is None:
            self._connection = http.client.HTTPConnection(self._address, timeout=_PATIENCE_S)
        headers = {"Content-Type": "application/json", "Host": self._name, "X-Forwarded-For": "192.0.2.1"}
        headers |= {"Cookie": self._cookie} if self._cookie else {}
        self._connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = self._connection.getresponse()
        text = answer.read().decode()
        found = answer.status, answer.headers.get("Set-Cookie", ""), answer.headers.get_content_type(), text
        if answer.headers.get("Connection", "").lower() == "close":
            self._close()
        return found

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
