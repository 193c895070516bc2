"""The bus over NATS. It may be started before NATS is, and outlives every restart of it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

import nats.errors
import nats.js.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy, StorageType, StreamConfig

from redscience.errors import Unavailable
from services.kit import metrics
from services.kit.bus import AT_ONCE, Event, finish, hear, is_handled, pause_s
from services.kit.cancelling import cancel
from services.kit.nats_url import read_nats_url

log = logging.getLogger(__name__)

STREAM = "redscience"
_STREAM_CONFIG = StreamConfig(
    name=STREAM,
    subjects=["redscience.>"],
    storage=StorageType.FILE,
    max_age=30 * 24 * 3600,
    # A million and a half matches; of more the oldest go, which their services keep for whoever asks.
    max_bytes=512 << 20,
    duplicate_window=10 * 60,
)

_MESSAGE_ID = "Nats-Msg-Id"
_TRACEPARENT = "traceparent"

_STATUS = "Status"
# Nothing is there; nothing has come in time.
_NO_MORE = ("404", "408")

_ANSWER_S = 2.0
_PONG_S = 120.0
"""Longer than a connection stays on which nothing is answered."""
_FETCH_S = 5.0
_RETRY_S = 0.25
# A consumer that dies with a fact in hand gives it back after this; one that lives says so in time.
_ACK_WAIT_S = 5.0
_STILL_WORKING_S = 1.5
_MAX_ACK_PENDING = 64

# What NATS says of credentials that it does not know, and of what a user may not do.
_UNKNOWN_USER = "authorization violation"
_NOT_PERMITTED = "permissions violation"

# Whatever the bus may fail with: the connection, the server, the stream.
_FAILURES = (nats.errors.Error, nats.js.errors.Error, OSError, TimeoutError)


@dataclass(slots=True)
class _Consumer:
    """A durable consumer and what it has in hand."""

    subject: str
    durable: str
    handle: Callable[[Event], Awaitable[None]]
    task: asyncio.Task[None] | None = None
    is_stuck: bool = False
    in_hand: set[asyncio.Task[None]] = field(default_factory=set)


class NatsBus:
    """The bus over NATS.

    Args:
        url: where NATS is, and as whom this process connects: `nats://user:password@host:port`.
        name: of this process, as NATS shows it. What is answered to it comes to inboxes under this name, so that a
            user who may hear those hears nobody else's.
        replicas: on how many servers of a cluster the stream is kept.

    Raises:
        ValueError: the URL cannot be used.
    """

    def __init__(self, url: str, name: str, replicas: int = 1) -> None:
        self._stream = _STREAM_CONFIG.evolve(num_replicas=replicas)
        self._address = read_nats_url(url)
        self._name = name
        self._client = Client()
        self._jetstream: JetStreamContext = self._client.jetstream(timeout=_ANSWER_S)
        self._connecting: asyncio.Task[None] | None = None
        self._connected = asyncio.Event()
        # Of this connection, and those of earlier ones that nobody waits for any more.
        self._pong: asyncio.Future[None] | None = None
        self._pongs = set[asyncio.Future[None]]()
        self._is_closing = False
        self._is_refused = False
        self._keeps_stream = False
        self._consumers: list[_Consumer] = []
        # Those that are not subscribed yet; the client subscribes the others again by itself.
        self._listeners: list[tuple[str, Callable[[Msg], Awaitable[None]]]] = []

    def start(self) -> None:
        """Begins to connect, and goes on trying until `close`."""
        self._connecting = asyncio.create_task(self._connect(), name="bus connecting")

    async def ready(self) -> None:
        """Returns once NATS answers."""
        await self._connected.wait()

    async def _connect(self) -> None:
        await self._client.connect(
            self._address.url,
            user=self._address.user or None,
            password=self._address.password or None,
            name=self._name,
            inbox_prefix=f"_INBOX_{self._name}",
            connect_timeout=2,
            reconnect_time_wait=_RETRY_S,  # type: ignore[arg-type]  # seconds, and slept as they are
            max_reconnect_attempts=-1,
            ping_interval=10,
            error_cb=self._on_error,
            disconnected_cb=self._on_disconnect,
            reconnected_cb=self._on_connect,
        )
        await self._on_connect()

    async def _on_connect(self) -> None:
        log.info("connected to NATS", extra={"url": self._address.url})
        self._is_refused = False
        await self._subscribe()
        self._connected.set()
        if self._keeps_stream:
            await self._make_stream()

    async def _subscribe(self) -> None:
        while self._listeners:
            subject, callback = self._listeners.pop(0)
            await self._client.subscribe(subject, cb=callback)

    async def _on_disconnect(self) -> None:
        self._connected.clear()
        if not self._is_closing:
            log.warning("the connection to NATS is lost", extra={"url": self._address.url})
        # What was asked for over the lost connection is not answered any more.
        self._pong = None
        for consumer in self._consumers:
            self._start_consumer(consumer)

    async def _on_error(self, error: Exception) -> None:
        # Said four times a second while NATS is away; the change of state is what counts.
        log.debug("NATS: %r", error)
        said = str(error).lower()
        if _UNKNOWN_USER in said and not self._is_refused:
            self._is_refused = True
            log.error("NATS refuses the user or password of REDSCIENCE_NATS_URL", extra={"user": self._address.user})
        elif _NOT_PERMITTED in said:
            log.error("NATS does not permit something", extra={"user": self._address.user, "why": str(error)})

    async def publish(self, subject: str, payload: bytes, *, event_id: str, traceparent: str = "") -> None:
        """Appends a fact to the stream."""
        headers = {_MESSAGE_ID: event_id, _TRACEPARENT: traceparent}
        if not self._client.is_connected:
            raise Unavailable("NATS does not answer now.")
        try:
            try:
                await self._jetstream.publish(subject, payload, timeout=_ANSWER_S, stream=STREAM, headers=headers)
            except nats.js.errors.NoStreamResponseError:
                await self._ensure_stream()
                await self._jetstream.publish(subject, payload, timeout=_ANSWER_S, stream=STREAM, headers=headers)
        except _FAILURES as error:
            raise Unavailable(f"NATS did not take an event: {error!r}.") from error

    async def keep_stream(self) -> None:
        """Makes the stream that facts are appended to, now or once NATS answers, and again where it is lost."""
        self._keeps_stream = True
        if self._connected.is_set():
            await self._make_stream()

    async def _make_stream(self) -> None:
        try:
            await self._ensure_stream()
        except _FAILURES as error:
            # It is made at the latest with the first fact.
            log.warning("the stream could not be made", extra={"why": repr(error)})

    async def _ensure_stream(self) -> None:
        try:
            await self._jetstream.add_stream(self._stream)
        except nats.js.errors.BadRequestError:
            # It is there and was made with other settings: by an earlier release.
            await self._jetstream.update_stream(self._stream)

    async def consume(self, subject: str, durable: str, handle: Callable[[Event], Awaitable[None]]) -> None:
        """Hands every fact on `subject` to `handle`."""
        consumer = _Consumer(subject, durable, handle)
        self._consumers.append(consumer)
        self._start_consumer(consumer)

    def _start_consumer(self, consumer: _Consumer) -> None:
        if consumer.task is not None:
            consumer.task.cancel()
        if not self._is_closing:
            consumer.task = asyncio.create_task(self._keep_consuming(consumer), name=f"consumer {consumer.durable}")

    async def _keep_consuming(self, consumer: _Consumer) -> None:
        while True:
            await self._connected.wait()
            try:
                await self._consume(consumer)
            except _FAILURES as error:
                if not consumer.is_stuck:
                    log.warning("a consumer waits", extra={"durable": consumer.durable, "why": repr(error)})
                consumer.is_stuck = True
            except Exception:
                log.exception("a consumer failed, and begins again", extra={"durable": consumer.durable})
            await asyncio.sleep(_RETRY_S)

    async def _consume(self, consumer: _Consumer) -> None:
        """Takes facts as they come, until the connection, the stream or the consumer is gone.

        The stream is made by those who publish: who may make it could have it take what others tell.
        """
        await self._jetstream.add_consumer(STREAM, _consumer_config(consumer))
        inbox = await self._client.subscribe(self._client.new_inbox())
        consumer.is_stuck = False
        try:
            while True:
                await self._take(consumer, inbox)
        finally:
            if self._client.is_connected:
                await inbox.unsubscribe()

    async def _take(self, consumer: _Consumer, inbox: Subscription) -> None:
        """Takes what is there, as much as there is room for; where there is nothing, what comes next."""
        while len(consumer.in_hand) >= AT_ONCE:
            await asyncio.wait(consumer.in_hand, return_when=asyncio.FIRST_COMPLETED)
        room = AT_ONCE - len(consumer.in_hand)
        messages = await self._pull(consumer, inbox, {"batch": room, "no_wait": True})
        if not messages:
            messages = await self._pull(consumer, inbox, {"batch": 1, "expires": int(_FETCH_S * 1e9)})
        if messages:
            metrics.CONSUMER_PENDING.labels(consumer.durable).set(messages[-1].metadata.num_pending)
        for message in messages:
            task = asyncio.create_task(_deliver(message, consumer.handle))
            consumer.in_hand.add(task)
            task.add_done_callback(consumer.in_hand.discard)

    async def _pull(self, consumer: _Consumer, inbox: Subscription, request: Mapping[str, int]) -> list[Msg]:
        """Asks for messages, and returns those that came: all, or what there was until the server said so.

        The client's own `fetch` of several keeps those that it has until all have come, with some servers.
        """
        ask = f"$JS.API.CONSUMER.MSG.NEXT.{STREAM}.{consumer.durable}"
        await self._client.publish(ask, json.dumps(request).encode(), reply=inbox.subject)
        messages: list[Msg] = []
        while len(messages) < request["batch"]:
            message = await inbox.next_msg(timeout=_FETCH_S + _ANSWER_S)
            _end_if_cancelled()
            status = (message.headers or {}).get(_STATUS)
            if status in _NO_MORE:
                break
            if status:
                raise nats.js.errors.APIError.from_msg(message)
            messages.append(message)
        return messages

    async def hint(self, subject: str, payload: bytes = b"") -> None:
        """Tells whoever listens now."""
        if self._client.is_connected:
            try:
                await self._client.publish(subject, payload)
            except _FAILURES as error:
                log.debug("a hint was lost: %r", error)

    async def on_hint(self, subject: str, handle: Callable[[str, bytes], Awaitable[None]]) -> None:
        """Calls `handle` for each hint."""

        async def callback(message: Msg) -> None:
            await hear(message.subject, message.data, handle)

        self._listeners.append((subject, callback))
        if self._connected.is_set():
            await self._subscribe()

    async def works(self) -> None:
        """Returns once NATS has answered.

        Raises:
            Unavailable: there is no connection, or nothing comes back over it.
        """
        if not self._connected.is_set():
            raise Unavailable("NATS is away.")
        # The client reads no more once a pong comes for which it has ceased to wait (nats-py 2.16): so each is waited
        # for until it comes, whoever has given up.
        if self._pong is None:
            self._pong = asyncio.ensure_future(self._client.flush(timeout=_PONG_S))  # type: ignore[arg-type]  # seconds
            self._pongs.add(self._pong)
            self._pong.add_done_callback(self._ponged)
        try:
            async with asyncio.timeout(_ANSWER_S):
                await asyncio.shield(self._pong)
        except _FAILURES as error:
            raise Unavailable("NATS does not answer.") from error

    def _ponged(self, pong: asyncio.Future[None]) -> None:
        self._pongs.discard(pong)
        if self._pong is pong:
            self._pong = None
        if not pong.cancelled():
            pong.exception()  # which whoever waits for it is told

    async def close(self) -> None:
        """Stops the consumers after the facts in hand, then disconnects."""
        self._is_closing = True
        tasks = [consumer.task for consumer in self._consumers if consumer.task is not None]
        if self._connecting is not None:
            tasks.append(self._connecting)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await finish({task for consumer in self._consumers for task in consumer.in_hand})
        await self._client.close()
        await cancel(self._pongs)


def _end_if_cancelled() -> None:
    """Ends a task whose cancellation was lost: Python 3.11 forgets one that comes together with what is waited for."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


def _consumer_config(consumer: _Consumer) -> ConsumerConfig:
    return ConsumerConfig(
        durable_name=consumer.durable,
        filter_subject=consumer.subject,
        deliver_policy=DeliverPolicy.ALL,
        ack_policy=AckPolicy.EXPLICIT,
        ack_wait=_ACK_WAIT_S,
        max_ack_pending=_MAX_ACK_PENDING,
        max_deliver=-1,
    )


async def _deliver(message: Msg, handle: Callable[[Event], Awaitable[None]]) -> None:
    headers = message.headers or {}
    event = Event(headers.get(_MESSAGE_ID, ""), message.subject, message.data)
    alive = asyncio.create_task(_keep_alive(message))
    try:
        is_taken = await is_handled(event, headers.get(_TRACEPARENT, ""), handle)
    except asyncio.CancelledError:
        # Whoever comes next need not wait until it is clear that this one will not answer.
        await _quietly(message.nak())
        raise
    finally:
        alive.cancel()
    if is_taken:
        await _quietly(message.ack())
    else:
        await _quietly(message.nak(delay=pause_s(message.metadata.num_delivered)))


async def _quietly(answer: Awaitable[None]) -> None:
    try:
        await answer
    except _FAILURES as error:
        # The fact comes again, and its consumer knows it.
        log.debug("an acknowledgement was lost: %r", error)


async def _keep_alive(message: Msg) -> None:
    while True:
        await asyncio.sleep(_STILL_WORKING_S)
        try:
            await message.in_progress()
        except _FAILURES as error:
            log.debug("a sign of life was lost: %r", error)
