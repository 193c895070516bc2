"""Streams that are followed to their end, over restarts of what tells them and past the end of access tokens."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import grpc

from redscience.command.failures import CommandError, Exit
from redscience.command.server import Server

_TRIES, _PAUSE_S = 10, 1.0
"""A service that is started anew is back within some seconds."""
Told = TypeVar("Told")
Request = TypeVar("Request")
Answer = TypeVar("Answer")


def followed(
    server: Server,
    method: Callable[..., Iterable[Answer]],
    request: Request,
    is_last: Callable[[Answer], bool],
) -> Iterator[Answer]:
    """What a method tells until nothing more can come, over however many streams that takes.

    Raises:
        CommandError: it is refused, or nobody answers for long.
    """
    tries, is_over = 0, False
    while not is_over:
        try:
            for answer in method(request, metadata=server.bearer()):
                tries, is_over = 0, is_last(answer)
                yield answer
        except (grpc.RpcError, CommandError) as error:
            failure = error if isinstance(error, CommandError) else server.failure(error)
            # A stream ends with its token. The next one has another, unless the session is over.
            has_expired = tries == 0 and _is_refused_token(error)
            if not has_expired:
                _wait(failure, tries)
            tries += 1
        server.renew()


def patiently(ask: Callable[[], Told]) -> Told:
    """What is told when it is asked for, also where whoever tells it is started anew meanwhile.

    Raises:
        CommandError: it is refused, or nobody answers for long.
    """
    tries = 0
    while True:
        try:
            return ask()
        except CommandError as failure:
            _wait(failure, tries)
        tries += 1


def _wait(failure: CommandError, tries: int) -> None:
    """Waits a little after a try that failed, and so many before it.

    Raises:
        CommandError: the failure, where another try would be in vain.
    """
    if failure.exit_code is not Exit.UNREACHABLE or tries == _TRIES:
        raise failure from None
    time.sleep(_PAUSE_S)


def _is_refused_token(error: grpc.RpcError | CommandError) -> bool:
    return isinstance(error, grpc.RpcError) and error.code() is grpc.StatusCode.UNAUTHENTICATED
