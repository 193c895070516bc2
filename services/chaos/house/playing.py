"""Plays for the players that think: hears on one stream what they owe, and answers when it was thought about."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from math import inf

from redscience.api.match.v1 import match_pb2
from redscience.client.refusals import from_code
from redscience.errors import InvalidField, MoveError, RedscienceError
from redscience.interface import Game
from redscience.names import HOUSE, STANDARD_ID
from services.chaos.answering import Answers, Serve, keep_hearing
from services.chaos.house.games import Games
from services.chaos.house.minds import LEAST_S, Asked, Minds, agent_of, seconds_of
from services.chaos.house.thinking import Thinking, TooSlowError
from services.kit import telemetry

log = logging.getLogger(__name__)

SECRET_S = 0.3
"""So long is thought at most where something is hidden: a move shows when one that is no choice would."""
HIDDEN_S = 0.25
"""So long about all that is decided where turns are hidden, from when somebody else last saw anything of the match."""
HIDDEN_PART = 0.5
"""Such a part of what is left of that is taken at most, so that some is left for the decisions that follow."""
LEAST_OF_TURN = 0.25
"""Such a part of the time that is left is taken at most."""
OVER_BY = 0.5
"""When such a part of it has gone by the thought is to be there."""
AFTER_WAITING_S = 0.02
"""So long is thought at least, and a thread is waited for twice, where nothing is hidden and the clock allows it.

Whoever keeps threads busy elsewhere is not to have a random move in place of one that was thought about.
"""
LOADING_S = 3.0
"""So long it is waited for a game that is played for the first time."""
COSTLY_S = 300.0
"""So long a game that took too much time is not thought about again."""
_MOST_KNOWN = 4096


@dataclass(slots=True, eq=False)
class _Thought:
    """A decision that is being thought about, or was.

    Attributes:
        move: that was chosen; "" while it is thought about.
        is_refused: whether the match has refused it.
    """

    told: match_pb2.Decision
    now_ms: int
    move: str = ""
    is_refused: bool = False


class HousePlayers:
    """Answers every decision that it is asked for.

    Args:
        serve: opens the stream.
        games: what is played.
        minds: who chooses.
        thinking: where.
    """

    def __init__(self, serve: Serve, games: Games, minds: Minds, thinking: Thinking) -> None:
        self._serve, self._games, self._minds, self._thinking = serve, games, minds, thinking
        self._answers = Answers(match_pb2.TELLING_VIEWS)
        self._thoughts: OrderedDict[tuple[str, str], _Thought] = OrderedDict()
        self._costly: dict[str, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def play(self) -> None:
        """Plays until cancelled."""
        await keep_hearing(self.hear)

    async def hear(self) -> AsyncIterator[int]:
        """Hears one stream until that ends; says of each message how many decisions it asked for."""
        self._answers = answers = Answers(match_pb2.TELLING_VIEWS)
        try:
            async for message in self._serve(answers.requests()):
                for told in message.decisions:
                    self._asked(told, message.now_ms)
                for refusal in message.refusals:
                    self._refused(refusal)
                for over in message.over:
                    answers.over(over)
                    for seat in over.seats:
                        self._thoughts.pop((over.match_id, seat.seat), None)
                        self._minds.forget(over.match_id, seat.seat)
                yield len(message.decisions)
        finally:
            answers.end()

    def _asked(self, told: match_pb2.Decision, now_ms: int) -> None:
        """Thinks about a decision; where that is done, or being done, it is not done again."""
        key = told.match_id, told.seat
        thought = self._thoughts.get(key)
        if thought is None or thought.told.view_version != told.view_version:
            thought = self._thoughts[key] = _Thought(told, now_ms)
            self._thoughts.move_to_end(key)
            if len(self._thoughts) > _MOST_KNOWN:
                self._thoughts.popitem(last=False)
            task = asyncio.create_task(self._answer(thought))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        elif thought.move:
            self._give(thought)

    async def _answer(self, thought: _Thought) -> None:
        with telemetry.span("decide", parent=thought.told.traceparent):
            thought.move = await self._chosen(thought)
            if self._thoughts.get((thought.told.match_id, thought.told.seat)) is thought:  # nothing newer is asked
                self._give(thought)

    def _give(self, thought: _Thought) -> None:
        told = thought.told
        answer = match_pb2.Answer(
            match_id=told.match_id,
            seat=told.seat,
            view_version=told.view_version,
            moves=[thought.move],
            traceparent=told.traceparent,
        )
        self._answers.give([answer])

    def _refused(self, refusal: match_pb2.Refusal) -> None:
        """An answer was refused: it is given again where time helps, and drawn where nothing else does."""
        log.info("an answer was refused", extra={"match": refusal.match_id, "code": refusal.code})
        self._answers.refused(refusal)
        thought = self._thoughts.get((refusal.match_id, refusal.seat))
        error = from_code(refusal.code, refusal.message, refusal.retry_after_s)
        if thought is None or thought.told.view_version != refusal.view_version or thought.is_refused:
            return
        if isinstance(error, MoveError | InvalidField):
            thought.is_refused = True
            thought.move = self._minds.drawn(thought.told)
            self._give(thought)

    async def _chosen(self, thought: _Thought) -> str:
        """A move, in any case."""
        told = thought.told
        try:
            async with asyncio.timeout(LOADING_S):
                known = await self._games.find(told.game_id)
            if known.game is not None and self._costly.get(told.game_id, 0.0) <= time.monotonic():
                return await self._thought(thought, known.game, can_search=known.can_search)
        except TooSlowError as error:
            log.warning("a thought takes too long", extra={"match": told.match_id, "ran_s": round(error.ran_s, 1)})
            if error.ran_s > self._thinking.give_up_s / 2:
                self._costly[told.game_id] = time.monotonic() + COSTLY_S
        except (RedscienceError, TimeoutError) as error:
            log.warning("a game cannot be had", extra={"game": told.game_id, "why": str(error)})
        except Exception:
            log.exception("nothing was thought", extra={"match": told.match_id})
        return self._minds.drawn(told)

    async def _thought(self, thought: _Thought, game: Game, *, can_search: bool) -> str:
        told = thought.told
        player = HOUSE.get(told.player_id, HOUSE[STANDARD_ID])
        seconds = seconds_of(player)
        due_in_s = inf
        if told.due_at_ms:
            left_s = max(0, told.due_at_ms - thought.now_ms) / 1000
            seconds, due_in_s = min(seconds, left_s * LEAST_OF_TURN), left_s * OVER_BY
        if game.has_secrets:
            seconds = min(seconds, SECRET_S)
        if told.shown_at_ms:
            left_s = HIDDEN_S - max(0, thought.now_ms - told.shown_at_ms) / 1000
            seconds = min(seconds, max(LEAST_S, left_s * HIDDEN_PART))
        asked = Asked(told, agent_of(player, can_search=can_search), game, partial(self._is_awaited, thought))
        may_wait = not game.has_secrets and due_in_s * OVER_BY > self._thinking.give_up_s
        least_s = AFTER_WAITING_S if may_wait else 0.0

        def choose(left_s: float) -> str:
            return self._minds.choose(asked, max(left_s, least_s))

        think = partial(self._thinking.think, seconds, choose, due_in_s, told.maker_id or None)
        try:
            return await think()
        except TooSlowError as error:
            if error.ran_s or not may_wait:
                raise
        return await think()

    def _is_awaited(self, thought: _Thought) -> bool:
        """Whether no move was made instead, nothing newer is asked, and the match is not over."""
        return not thought.move and self._thoughts.get((thought.told.match_id, thought.told.seat)) is thought
