"""A program that plays: asked for all that it owes in all its matches over one stream, and answering on it."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress

from redscience import families
from redscience.api.match.v1 import match_pb2
from redscience.api.rules.v1 import rules_pb2
from redscience.client.connection import DEFAULT_SERVER, connected
from redscience.client.thinking import Choose, Thinking
from redscience.errors import LimitReached, NotLoggedIn, Unavailable
from redscience.interface import Game

log = logging.getLogger(__name__)

OnOver = Callable[[str, Mapping[str, str]], None]
"""Is told the id of a match that has ended, and the outcome of each seat: "win", "draw", "lose"."""

_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.1, 5.0
_GAMES_KEPT = 64
_MOST_ANSWERS = 256


class Bot:
    """Plays every match in which its player has a seat, until it is stopped.

    A service that restarts, a token that ends, a stream that breaks: it goes on by itself, and is asked anew for what
    it owes. Only a secret that is valid no longer ends it.

    Args:
        choose: is asked for each move, on a thread. Where it raises, or gives what may not be played, it is asked again
            with the reason in `decision.refused`, three times in all; then a move is drawn for it.
        secret: of a bot, as its owner was shown it, or of a session.
        server: the address of the platform's pages.
        threads: how many decisions are thought about at once.
        on_over: is told of each match that has ended, on the event loop.
    """

    def __init__(
        self,
        choose: Choose,
        *,
        secret: str,
        server: str = DEFAULT_SERVER,
        threads: int = 1,
        on_over: OnOver | None = None,
    ) -> None:
        self._secret = secret
        self._server = server
        self._on_over = on_over
        self._thinking = Thinking(choose, threads, self._load_game, self._send)
        self._answers: asyncio.Queue[match_pb2.Answer | None] = asyncio.Queue()
        self._games: dict[str, Game] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self) -> None:
        """Plays until Ctrl-C.

        Raises:
            NotLoggedIn: the secret is none, or no longer.
        """
        with suppress(KeyboardInterrupt):
            asyncio.run(self.play())

    async def play(self) -> None:
        """Plays until cancelled, on one connection after the other.

        Raises:
            NotLoggedIn: the secret is none, or no longer.
        """
        self._loop = asyncio.get_running_loop()
        pause_s = _FIRST_PAUSE_S
        try:
            while True:
                try:
                    async for _ in self._messages():
                        pause_s = _FIRST_PAUSE_S
                except (Unavailable, LimitReached) as error:
                    log.warning("%s", error.message)
                    pause_s = max(pause_s, error.retry_after_s)
                # Not all at the same time: after a restart everybody comes back.
                await asyncio.sleep(pause_s * random.uniform(0.5, 1.0))
                pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)
        finally:
            self._thinking.end()

    async def _messages(self) -> AsyncIterator[None]:
        """Hears one stream after the other, on one connection; yields after each message."""
        async with connected(self._server, self._secret) as connection:
            while True:
                await connection.token()  # tells a secret that is valid no longer from a token that has ended
                self._answers = answers = asyncio.Queue[match_pb2.Answer | None]()
                try:
                    async for message in connection.match.Serve(_requests(answers)):
                        self._hear(message)
                        yield
                    raise Unavailable("The match service has ended the stream.")
                except NotLoggedIn:
                    connection.token.forget()  # it has ended; the next one is exchanged above
                    await asyncio.sleep(_FIRST_PAUSE_S)
                finally:
                    answers.put_nowait(None)

    def _hear(self, message: match_pb2.ServeResponse) -> None:
        for decision in message.decisions:
            self._thinking.asked(decision, message.now_ms)
        for refusal in message.refusals:
            self._thinking.refused(refusal)
        for over in message.over:
            self._thinking.over(over)
            if self._on_over is not None:
                self._on_over(over.match_id, {seat.seat: seat.outcome for seat in over.seats})

    def _send(self, answer: match_pb2.Answer) -> None:
        self._answers.put_nowait(answer)

    def _load_game(self, match_id: str, digest: str) -> Game:
        if digest not in self._games:
            if self._loop is None:
                raise Unavailable("The bot does not play now.")
            rule_set = asyncio.run_coroutine_threadsafe(self._rule_set(match_id), self._loop).result()
            if len(self._games) >= _GAMES_KEPT:
                self._games.clear()
            self._games[digest] = families.read(rule_set).game()
        return self._games[digest]

    async def _rule_set(self, match_id: str) -> str:
        """The rules of a match, asked for until somebody answers."""
        while True:
            with suppress(Unavailable):
                async with connected(self._server, self._secret) as connection:
                    found = await connection.match.Get(match_pb2.GetRequest(match_id=match_id))
                    saved = await connection.rules.Get(rules_pb2.GetRequest(id=found.match.game_id))
                    return str(saved.game.rule_set)
            await asyncio.sleep(_LONGEST_PAUSE_S)


async def _requests(answers: asyncio.Queue[match_pb2.Answer | None]) -> AsyncIterator[match_pb2.ServeRequest]:
    """The answers, those that wait in one message, until there is None."""
    while (answer := await answers.get()) is not None:
        request = match_pb2.ServeRequest(answers=[answer])
        while not answers.empty() and len(request.answers) < _MOST_ANSWERS:
            answer = answers.get_nowait()
            if answer is None:
                return
            request.answers.append(answer)
        yield request
