"""What many streams follow is asked for once: one call, whatever the number of those who are told.

A call outlives restarts of its service: there is `trouble`, then it goes on. Whoever comes later is told at once what
was told last, and whoever is slow is told only the latest: each telling is the whole.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Hashable, Iterator, Mapping
from contextlib import aclosing, contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from redscience.client.backoff import Backoff
from redscience.client.channels import bearer
from redscience.client.refusals import INTERNAL_MESSAGE
from redscience.errors import LimitReached, NotLoggedIn, RedscienceError, Unavailable
from services.gateway.written import compact
from services.kit.waking import woken

log = logging.getLogger(__name__)

# A call is renewed this often, with the token that a session has then.
RENEW_S = 300.0
FIRST_PAUSE_S = 0.4
LONGEST_PAUSE_S = 3.0
# This often whoever follows is told that the stream lives, and must still be logged in.
BEAT_S = 15.0

Answer = TypeVar("Answer")
Answer_co = TypeVar("Answer_co", covariant=True)

Token = Callable[[str], Awaitable[str]]
"""The access token of a session's secret; raises `NotLoggedIn` where the session has ended."""


class Call(Protocol[Answer_co]):
    """A streaming call that has begun."""

    def __aiter__(self) -> AsyncIterator[Answer_co]:
        """Its answers, as they come."""
        ...

    def cancel(self) -> object:
        """Ends it."""
        ...


class Watch(Protocol[Answer_co]):
    """Begins a streaming call."""

    def __call__(self, *, timeout: float, metadata: tuple[tuple[str, str], ...]) -> Call[Answer_co]:
        """The call, with this deadline and this identity."""
        ...


@dataclass(frozen=True, slots=True)
class Asked(Generic[Answer]):
    """How a source asks, and what it makes of the answers.

    Attributes:
        watch: begins the call.
        show: the event that an answer is told as, with the token of the call.
        essence: what of an answer must be new for it to be told.
        is_last: whether nothing comes after it.
    """

    watch: Watch[Answer]
    show: Callable[[Answer, str], Awaitable[bytes]]
    essence: Callable[[Answer], object]
    is_last: Callable[[Answer], bool]


@dataclass(frozen=True, slots=True)
class News(Generic[Answer]):
    """What is told: an event as it stands on the wire, and the answer that it was made of, if any."""

    text: bytes
    answer: Answer | None = None


def event(name: str, data: Any) -> bytes:
    """One event, as it stands on the wire."""
    return f"event: {name}\ndata: {compact(data)}\n\n".encode()


BEAT: News[Any] = News(event("beat", {}))
TROUBLE: News[Any] = News(event("trouble", {}))


class _TokenRefusedError(Exception):
    """A call was refused or ended because of its token: its session has ended, or its player asks for too much."""

    def __init__(self, token: str, why: NotLoggedIn | LimitReached) -> None:
        super().__init__(str(why))
        self.token = token
        self.why = why


class Source(Generic[Answer]):
    """One call, and those who follow it. The call lasts as long as somebody does."""

    def __init__(self, asked: Asked[Answer], token: Token) -> None:
        self._asked = asked
        self._token = token
        self._followers: dict[object, str] = {}
        self._latest: News[Answer] | None = None
        self._said = 0
        self._checks = 0
        self._changed = asyncio.Event()
        self._over = False
        self._error: RedscienceError | None = None
        self._task = asyncio.create_task(self._run())

    @contextmanager
    def followed_by(self, secret: str) -> Iterator[None]:
        """A session follows within the block; the call ends when nobody does."""
        place = object()
        self._followers[place] = secret
        try:
            yield
        finally:
            del self._followers[place]
            if self.is_deserted:
                self._task.cancel()

    @property
    def is_deserted(self) -> bool:
        """Whether nobody follows any more."""
        return not self._followers

    @property
    def is_over(self) -> bool:
        """Whether nothing new will be told."""
        return self._over

    async def news(self, secret: str) -> AsyncGenerator[News[Answer]]:
        """What was told last, then whatever is told, and a beat where nothing is.

        Raises:
            NotLoggedIn: this session has ended.
            RedscienceError: what is followed can be followed no longer.
        """
        said, checks = 0, self._checks
        beat_at = time.monotonic() + BEAT_S
        while True:
            if checks != self._checks:
                checks = self._checks
                await self._require_token(secret)
            if self._latest is not None and said != self._said:
                said = self._said
                yield self._latest
            elif self._over:
                self._raise_error()
                return
            else:
                await woken(self._changed, beat_at - time.monotonic())
            if time.monotonic() >= beat_at:
                await self._require_token(secret)
                yield BEAT
                beat_at = time.monotonic() + BEAT_S

    async def _require_token(self, secret: str) -> None:
        """Sees that a session goes on, as far as anybody can tell now."""
        with suppress(Unavailable):
            await self._token(secret)

    def check(self) -> None:
        """Has all who follow be asked now whether their sessions go on: some have ended."""
        self._checks += 1
        self._wake()

    def _raise_error(self) -> None:
        if self._error is not None:
            raise self._error.with_traceback(None)

    async def _run(self) -> None:
        try:
            await self._listen()
        except RedscienceError as error:
            self._error = error
        except Exception:
            log.exception("what is followed could not be told")
            self._error = RedscienceError(INTERNAL_MESSAGE)
        self._over = True
        self._wake()

    async def _listen(self) -> None:
        backoff = Backoff(FIRST_PAUSE_S, LONGEST_PAUSE_S)
        last: object = None
        refused = dict[str, NotLoggedIn | LimitReached]()
        while True:
            begun_at = time.monotonic()
            # Not all at once: thousands may have begun together.
            renew_s = RENEW_S * random.uniform(0.75, 1.0)
            try:
                async with aclosing(self._answers(renew_s, refused)) as answers:
                    async for answer, token in answers:
                        backoff.reset()
                        essence = self._asked.essence(answer)
                        if essence != last or self._latest is TROUBLE:
                            self._tell(News(await self._asked.show(answer, token), answer))
                            last = essence
                        if self._asked.is_last(answer):
                            return
            except _TokenRefusedError as error:
                # Its session has ended, as others may hear sooner than this process. Another's may go on.
                if type(refused.get(error.token)) is type(error.why):
                    await self._wait_where_all_are_refused(error.why)
                    refused = {each: why for each, why in refused.items() if isinstance(why, NotLoggedIn)}
                else:
                    refused[error.token] = error.why
            except Unavailable:
                if time.monotonic() - begun_at < renew_s - 1:
                    self._trouble()
            await asyncio.sleep(backoff.next_s())

    async def _wait_where_all_are_refused(self, why: NotLoggedIn | LimitReached) -> None:
        """Waits until another call may be made, where that is a matter of time.

        Raises:
            NotLoggedIn: it is not.
        """
        if isinstance(why, NotLoggedIn):
            raise why from None
        self._trouble()
        await asyncio.sleep(min(why.retry_after_s, LONGEST_PAUSE_S))

    async def _answers(self, renew_s: float, refused: Mapping[str, Exception]) -> AsyncGenerator[tuple[Answer, str]]:
        """The answers of one call, with its token: one that was not refused, if there is any."""
        token = await self._any_token(refused)
        call = self._asked.watch(timeout=renew_s, metadata=bearer(token))
        try:
            async for answer in call:
                yield answer, token
        except (NotLoggedIn, LimitReached) as error:
            raise _TokenRefusedError(token, error) from None
        finally:
            call.cancel()

    async def _any_token(self, refused: Mapping[str, Exception]) -> str:
        """The token of any session that follows and goes on; one that was refused only where there is no other.

        Of those one whose player asks for too much comes first: that passes.

        Raises:
            NotLoggedIn: none does.
            Unavailable: nobody can tell now.
        """
        error, left = NotLoggedIn("You are not logged in. Log in to go on."), ""
        for secret in dict.fromkeys(self._followers.values()):
            try:
                token = await self._token(secret)
            except NotLoggedIn as ended:
                error = ended
                continue
            if token not in refused:
                return token
            if not left or isinstance(refused[token], LimitReached):
                left = token
        if not left:
            raise error
        return left

    def _trouble(self) -> None:
        if self._latest is not TROUBLE:
            self._tell(TROUBLE)

    def _tell(self, news: News[Answer]) -> None:
        self._latest = news
        self._said += 1
        self._wake()

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


class Sources:
    """The sources that somebody follows, each under a key that says what is told and to whom."""

    def __init__(self, token: Token) -> None:
        self._token = token
        self._sources: dict[Hashable, Source[Any]] = {}

    def __len__(self) -> int:
        return len(self._sources)

    def check(self) -> None:
        """Ends the streams of those whose sessions have ended."""
        for source in self._sources.values():
            source.check()

    async def follow(self, key: Hashable, asked: Asked[Answer], secret: str) -> AsyncGenerator[News[Answer]]:
        """The news of the source that has this key; one is opened where there is none."""
        source: Source[Answer] | None = self._sources.get(key)
        if source is None or source.is_over:
            source = self._sources[key] = Source(asked, self._token)
        try:
            with source.followed_by(secret):
                async with aclosing(source.news(secret)) as told:
                    async for news in told:
                        yield news
        finally:
            if source.is_deserted and self._sources.get(key) is source:
                del self._sources[key]
