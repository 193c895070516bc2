"""A program that plays: asked for all that it owes in all its matches over one stream, and answering on it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress

from redscience import families
from redscience.api.match.v1 import match_pb2
from redscience.api.players.v1 import players_pb2
from redscience.api.rules.v1 import rules_pb2
from redscience.client.backoff import Backoff
from redscience.client.connection import Connection, connected
from redscience.client.discovery import DEFAULT_SERVER, normal_address
from redscience.client.endings import ended_meanwhile, log_ending
from redscience.client.invitations import Accept, Accepting, Invitations
from redscience.client.thinking import Choose, Thinking
from redscience.errors import Fault, InvalidField, LimitReached, NotLoggedIn, RedscienceError, Unavailable
from redscience.interface import Game

log = logging.getLogger(__name__)

OnOver = Callable[[str, Mapping[str, str]], None]
"""Is told the id of a match that has ended, and the outcome of each seat that has one: "win", "draw", "lose"."""

_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.1, 5.0
_GAMES_KEPT = 64
_MOST_ANSWERS = 256

_Requests = asyncio.Queue[match_pb2.ServeRequest | None]


class Bot:
    """Plays every match in which its player has a seat, until it is stopped.

    A service that restarts or fails, a token that ends, a stream that breaks: it goes on by itself, and is asked anew
    for what it owes. Only a refusal that trying again does not change ends it: of a secret that is valid no longer, or
    of a game to accept that is not there. Its log says when it is connected, and how each match has ended.

    Args:
        choose: is asked for each move, on a thread. Where it raises, or gives what may not be played, it is asked again
            with the reason in `decision.refused`, three times in all; then a move is drawn for it.
        secret: of a bot, as its owner was shown it, or of a session.
        server: the address of the platform's pages.
        threads: how many decisions are thought about at once.
        on_over: is told of each match that has ended, on the event loop: its id, and by seat "win", "draw" or "lose".
            One in which it was asked for a move, and that ends while no stream is open, is told when one is opened
            again. What it raises is logged.
        accepting: which invitations a bot accepts; such matches start at once, and others are refused to whoever
            invites. With the secret of a session it says nothing.
        accept: is asked for each invitation instead, on a thread, and gives whether it is accepted; what is not is
            declined. Where neither is given, a bot accepts all, and what comes to a session waits for its person.

    Raises:
        InvalidField: both `accepting` and `accept` are given, or there are no threads.
    """

    def __init__(
        self,
        choose: Choose,
        *,
        secret: str,
        server: str = DEFAULT_SERVER,
        threads: int = 1,
        on_over: OnOver | None = None,
        accepting: Accepting | None = None,
        accept: Accept | None = None,
    ) -> None:
        if accepting is not None and accept is not None:
            raise InvalidField([Fault("accept", "is given beside accepting", "Give one of them")])
        if threads < 1:
            raise InvalidField([Fault("threads", f"is {threads}", "Give 1 or more")])
        self._choose = choose
        self._secret = secret
        self._server = server
        self._threads = threads
        self._on_over = on_over
        self._accepting = accepting
        self._accept = accept
        self._player_id = ""
        self._requests = _Requests()
        self._games: dict[str, Game] = {}
        self._running: set[str] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self) -> None:
        """Plays until Ctrl-C. In a notebook, where an event loop runs already, await `play` instead.

        Raises:
            NotLoggedIn: the secret is none, or no longer.
            UnknownGame: a game of those to accept is not there.
            InvalidField: what is to be accepted cannot be said, or the address is none.
            RuntimeError: an event loop runs here already, as in a notebook.
        """
        if _runs_a_loop():
            raise RuntimeError("An event loop runs here already, as in a notebook: await bot.play() there")
        with suppress(KeyboardInterrupt):
            asyncio.run(self.play())

    async def play(self) -> None:
        """Plays until cancelled, on one connection after the other.

        Raises:
            NotLoggedIn: the secret is none, or no longer.
            UnknownGame: a game of those to accept is not there.
            InvalidField: what is to be accepted cannot be said, or the address is none.
        """
        self._loop = asyncio.get_running_loop()
        # Both are over when it ends; it may be run again.
        self._thinking = Thinking(self._choose, self._threads, self._load_game, self._answer)
        self._invitations = Invitations(self._send)
        backoff = Backoff(_FIRST_PAUSE_S, _LONGEST_PAUSE_S)
        try:
            while True:
                began_s, retry_after_s = time.monotonic(), 0
                try:
                    await self._serve()
                except RedscienceError as error:
                    if not _may_pass(error):
                        raise
                    log.warning("%s", error.message)
                    retry_after_s = error.retry_after_s
                if time.monotonic() - began_s > _LONGEST_PAUSE_S:
                    backoff.reset()
                await asyncio.sleep(backoff.next_s(at_least_s=retry_after_s))
        finally:
            self._thinking.end()
            self._invitations.end()

    async def _serve(self) -> None:
        """Plays on one stream, until it or its token ends."""
        async with connected(self._server, self._secret) as connection:
            # Tells a secret that is valid no longer from a token that has ended on the stream.
            player = await connection.token.player()
            self._player_id = player.id
            self._requests = requests = _Requests()
            is_bot = player.kind == players_pb2.KIND_BOT
            await self._catch_up(connection)
            await self._begin(connection, is_bot=is_bot)
            log.info("Connected to %s as %s%s.", self._server, player.name, "" if is_bot else ", who is no bot")
            try:
                async for message in connection.match.Serve(_gathered(requests)):
                    self._hear(message)
                raise Unavailable("The match service has ended the stream.")
            except NotLoggedIn:
                log.info("The access token has ended.")
            finally:
                requests.put_nowait(None)

    async def _begin(self, connection: Connection, *, is_bot: bool) -> None:
        """Says what is accepted, before anything else."""
        accept = self._accept
        if self._accepting is not None and is_bot:
            accept = self._accepting.fits
            self._send(match_pb2.ServeRequest(accepting=await self._accepting.message(connection.rules)))
        elif accept is None and is_bot:
            accept = _everything
        self._invitations.accept = accept

    async def _catch_up(self, connection: Connection) -> None:
        """Hears of what has ended while no stream was open; what cannot be had now is asked for on the next one."""
        try:
            async for over in ended_meanwhile(connection.match, self._running):
                self._hear_over(over)
        except RedscienceError as error:
            log.warning("Which matches have ended meanwhile is not known yet: %s", error.message)

    def _hear(self, message: match_pb2.ServeResponse) -> None:
        for decision in message.decisions:
            self._running.add(decision.match_id)
            self._thinking.asked(decision, message.now_ms)
        for invitation in message.invitations:
            self._invitations.told(invitation)
        for refusal in message.refusals:
            # That of an invitation names no seat.
            (self._thinking if refusal.seat else self._invitations).refused(refusal)
        for over in message.over:
            self._hear_over(over)

    def _hear_over(self, over: match_pb2.Over) -> None:
        self._running.discard(over.match_id)
        self._thinking.over(over)
        self._invitations.over(over.match_id)
        log_ending(over, self._player_id, normal_address(self._server))
        if self._on_over is None:
            return
        try:
            self._on_over(over.match_id, {seat.seat: seat.outcome for seat in over.seats if seat.outcome})
        except Exception:
            # The other matches go on.
            log.exception("on_over failed for the match %s", over.match_id)

    def _answer(self, answer: match_pb2.Answer) -> None:
        self._send(match_pb2.ServeRequest(answers=[answer]))

    def _send(self, request: match_pb2.ServeRequest) -> None:
        self._requests.put_nowait(request)

    def _load_game(self, match_id: str, digest: str) -> Game:
        game = self._games.get(digest)
        if game is None:
            if self._loop is None:
                raise Unavailable("The bot does not play now.")
            rule_set = asyncio.run_coroutine_threadsafe(self._rule_set(match_id), self._loop).result()
            game = families.read(rule_set).game()
            # Other threads load theirs meanwhile, and may clear it.
            if len(self._games) >= _GAMES_KEPT:
                self._games.clear()
            self._games[digest] = game
        return game

    async def _rule_set(self, match_id: str) -> str:
        """The rules of a match, asked for until somebody answers."""
        while True:
            try:
                async with connected(self._server, self._secret) as connection:
                    found = await connection.match.Get(match_pb2.GetRequest(match_id=match_id))
                    saved = await connection.rules.Get(rules_pb2.GetRequest(id=found.match.game_id))
                    return str(saved.game.rule_set)
            except (Unavailable, LimitReached) as error:
                await asyncio.sleep(max(_LONGEST_PAUSE_S, error.retry_after_s))


def _runs_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _may_pass(error: RedscienceError) -> bool:
    """Whether the same may succeed later: whoever was called says so, or failed and did not judge."""
    return error.retry_after_s > 0 or error.code == RedscienceError.code


def _everything(_: object) -> bool:
    """Any invitation is accepted."""
    return True


async def _gathered(requests: _Requests) -> AsyncIterator[match_pb2.ServeRequest]:
    """The requests, those that wait in one message, until there is None."""
    while (request := await requests.get()) is not None:
        count = 1
        while not requests.empty() and count < _MOST_ANSWERS:
            another = requests.get_nowait()
            if another is None:
                return
            request.MergeFrom(another)
            count += 1
        yield request
