"""Streams of programs that play."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable

from benchmarks.services.platform import Person
from redscience.api.match.v1 import match_pb2

MOST_ANSWERS = 256


class Stream:
    """One program's stream: the decisions that it hears, and the answers that it sends.

    Args:
        person: whose stream it is.
        hear: is called with this stream and each message.
        accepting: what a bot says that it accepts; of others, and where it says nothing, each invitation is accepted.
    """

    def __init__(
        self,
        person: Person,
        hear: Callable[[Stream, match_pb2.ServeResponse], None],
        accepting: match_pb2.Accepting | None = None,
    ) -> None:
        self.person = person
        self._hear = hear
        self._accepting = accepting
        self._answers: list[match_pb2.Answer] = []
        self._accepted: list[str] = []
        self._has_said = asyncio.Event()

    async def run(self) -> None:
        """Hears until cancelled."""
        stream = self.person.match.Serve(self._requests(), metadata=self.person.metadata)
        async for message in stream:
            self.accept(invitation.id for invitation in message.invitations)
            self._hear(self, message)

    def answer(self, answer: match_pb2.Answer) -> None:
        """Sends an answer."""
        self._answers.append(answer)
        self._has_said.set()

    def accept(self, match_ids: Iterable[str]) -> None:
        """Accepts invitations."""
        self._accepted += match_ids
        if self._accepted:
            self._has_said.set()

    async def _requests(self) -> AsyncIterator[match_pb2.ServeRequest]:
        if self._accepting is not None:
            yield match_pb2.ServeRequest(accepting=self._accepting)
        while True:
            await self._has_said.wait()
            self._has_said.clear()
            answers, self._answers, accepted, self._accepted = self._answers, [], self._accepted, []
            if accepted:
                yield match_pb2.ServeRequest(accept=accepted)
            for first in range(0, len(answers), MOST_ANSWERS):
                yield match_pb2.ServeRequest(answers=answers[first : first + MOST_ANSWERS])
