"""Thinks about decisions beside the event loop: at most one thought for each seat, and an answer for each."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from redscience.api.match.v1 import match_pb2
from redscience.client.decision import Decision, LoadGame, decision_of
from redscience.client.refusals import from_code
from redscience.errors import IllegalMove, InvalidField, MoveError, RedscienceError

log = logging.getLogger(__name__)

Choose = Callable[[Decision], str]
"""Says which of `decision.legal` is played."""

TRIES = 3
"""How often a bot may choose badly for one decision; then a move is drawn for it, so that nobody waits for nothing."""


@dataclass(slots=True, eq=False)
class _Thought:
    """A decision that is being thought about, or was.

    Attributes:
        decision: as it was asked for; its time runs from then on, whenever a thread is free.
        traceparent: goes back with each answer.
        refused: why what was chosen before was refused.
        is_answered: whether an answer has been sent.
    """

    decision: Decision
    traceparent: str
    refused: list[RedscienceError] = field(default_factory=list)
    is_answered: bool = False


class Thinking:
    """What is thought about.

    Args:
        choose: is asked on a thread.
        threads: how many there are.
        load_game: gives the rules of a match, for the threads.
        send: sends an answer.
    """

    def __init__(
        self, choose: Choose, threads: int, load_game: LoadGame, send: Callable[[match_pb2.Answer], None]
    ) -> None:
        self._choose = choose
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="choose")
        self._load_game = load_game
        self._send = send
        self._thoughts: dict[tuple[str, str], _Thought] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def asked(self, told: match_pb2.Decision, now_ms: int) -> None:
        """A decision is owed."""
        known = self._thoughts.get((told.match_id, told.seat))
        if known is None or known.is_answered or known.decision.version != told.view_version:
            self._think(_Thought(decision_of(told, now_ms, self._load_game), told.traceparent))
        # Otherwise it is asked for again on a new stream, and the answer will go there.

    def refused(self, refusal: match_pb2.Refusal) -> None:
        """An answer was refused. Where somebody else or time was quicker, what is owed now is asked for anew."""
        error = from_code(refusal.code, refusal.message, refusal.retry_after_s)
        thought = self._thoughts.get((refusal.match_id, refusal.seat))
        if thought is None or thought.decision.version != refusal.view_version:
            return
        if isinstance(error, MoveError | InvalidField) and len(thought.refused) <= TRIES:
            self._note(thought, error)
            self._think(thought)
        elif error.retry_after_s:
            asyncio.get_running_loop().call_later(error.retry_after_s, self._again, thought)

    def over(self, over: match_pb2.Over) -> None:
        """A match has ended."""
        for seat in over.seats:
            self._thoughts.pop((over.match_id, seat.seat), None)

    def end(self) -> None:
        """Thinks no more; what a thread is at goes nowhere."""
        for task in self._tasks:
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _again(self, thought: _Thought) -> None:
        if self._is_owed(thought):
            self._think(thought)

    def _is_owed(self, thought: _Thought) -> bool:
        """Whether the match goes on, as far as is known here, and nothing newer is asked for in it."""
        return self._thoughts.get((thought.decision.match_id, thought.decision.seat)) is thought

    def _think(self, thought: _Thought) -> None:
        thought.is_answered = False
        self._thoughts[thought.decision.match_id, thought.decision.seat] = thought
        task = asyncio.create_task(self._answer(thought))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, thought: _Thought) -> None:
        decision = thought.decision
        move = await asyncio.get_running_loop().run_in_executor(self._threads, self._chosen, thought)
        if move is not None and self._is_owed(thought):
            thought.is_answered = True
            self._send(
                match_pb2.Answer(
                    match_id=decision.match_id,
                    seat=decision.seat,
                    view_version=decision.version,
                    moves=[move],
                    traceparent=thought.traceparent,
                )
            )

    def _chosen(self, thought: _Thought) -> str | None:
        """The move; None where it was no longer owed when a thread was free, which is then free for others."""
        if not self._is_owed(thought):
            return None
        move = self._tried(thought)
        decision = thought.decision
        if late_s := decision.seconds_late:
            log.warning(
                "The move for %s in match %s was chosen %.1f s too late. Choose sooner, or with more threads.",
                decision.seat,
                decision.match_id,
                late_s,
            )
        return move

    def _tried(self, thought: _Thought) -> str:
        decision = thought.decision
        while len(thought.refused) < TRIES:
            try:
                return _legal(self._choose(replace(decision, refused=tuple(thought.refused))), decision)
            except Exception as error:  # noqa: BLE001 - whatever a bot raises, the others at the table wait
                self._note(thought, error)
        return drawn(decision)

    @staticmethod
    def _note(thought: _Thought, error: Exception) -> None:
        known = error if isinstance(error, RedscienceError) else RedscienceError(f"{type(error).__name__}: {error}")
        thought.refused.append(known)
        trace = None if isinstance(error, RedscienceError) else error
        log.warning(
            "No move for %s in match %s: %s",
            thought.decision.seat,
            thought.decision.match_id,
            known.message,
            exc_info=trace,
        )


def _legal(move: str, decision: Decision) -> str:
    if move not in decision.legal:
        raise IllegalMove(
            f"{move!r} is none of the {len(decision.legal)} legal moves, which begin with {decision.legal[0]}."
        )
    return move


def drawn(decision: Decision) -> str:
    """A move as Random draws it."""
    weights = decision.weights if any(decision.weights) else None
    return random.choices(decision.legal, weights)[0]
