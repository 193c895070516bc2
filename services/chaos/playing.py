"""Plays for the seats of this service: hears on one stream what they owe, and answers on it."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Sequence

from redscience.api.match.v1 import match_pb2
from services.chaos.answering import Answers, Serve, keep_hearing
from services.chaos.choosing import choose
from services.kit import telemetry

log = logging.getLogger(__name__)


class Player:
    """Answers every decision that it is asked for.

    Args:
        serve: opens the stream.
        key: of all draws.
    """

    def __init__(self, serve: Serve, key: bytes) -> None:
        self._serve = serve
        self._key = key

    async def play(self) -> None:
        """Plays until cancelled."""
        await keep_hearing(self.answer_all)

    async def answer_all(self) -> AsyncIterator[int]:
        """Answers what is asked on one stream until that ends; says of each message how many decisions it asked for."""
        answers = Answers(match_pb2.TELLING_CHOICES)
        try:
            async for message in self._serve(answers.requests()):
                answers.give(list(filter(None, map(self._answer, message.decisions))))
                for refusal in message.refusals:
                    log.info("an answer was refused", extra={"match": refusal.match_id, "code": refusal.code})
                    answers.refused(refusal)
                for over in message.over:
                    answers.over(over)
                yield len(message.decisions)
        finally:
            answers.end()

    def _answer(self, decision: match_pb2.Decision) -> match_pb2.Answer | None:
        if not decision.traceparent:
            return self._chosen(decision)
        with telemetry.span("decide", parent=decision.traceparent):
            answer = self._chosen(decision)
            if answer is not None:
                answer.traceparent = telemetry.traceparent()
            return answer

    def _chosen(self, decision: match_pb2.Decision) -> match_pb2.Answer | None:
        legal, weights = _choices(decision)
        match_id, seat, view_version = decision.match_id, decision.seat, decision.view_version
        move = choose(legal, weights, key=self._key, match_id=match_id, seat=seat, view_version=view_version)
        if move is None:
            log.error("a seat is to act and can draw nothing", extra={"match": match_id, "seat": seat})
            return None
        return match_pb2.Answer(match_id=match_id, seat=seat, view_version=view_version, moves=[move])


def _choices(decision: match_pb2.Decision) -> tuple[Sequence[str], Sequence[int]]:
    """The legal moves and their weights; views are told until it is heard that choices are enough."""
    if not decision.view:
        return decision.legal, decision.weights
    legal = json.loads(decision.view)["legal"]
    return [move["move"] for move in legal], [move["weight"] for move in legal]
