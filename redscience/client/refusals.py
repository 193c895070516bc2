"""Errors as they arrive: what a call came back with, as the error that was raised on the other side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import grpc
from google.protobuf.message import DecodeError
from google.rpc import status_pb2

from redscience.api.errors.v1 import errors_pb2
from redscience.english import English
from redscience.errors import Fault, InvalidField, NotLoggedIn, RedscienceError, RuleSetError, Unavailable

DETAILS_KEY = "grpc-status-details-bin"
INTERNAL_MESSAGE: English = "Something went wrong here; it has been noted. Try again."

# Statuses that gRPC itself gives where no answer came.
_NO_ANSWER = frozenset({grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED})
# With StatusCode.INTERNAL gRPC says this of a stream that was over while something was still being written to it.
_OVER_MEANWHILE = "Internal error from Core"


def every_error() -> Iterator[type[RedscienceError]]:
    """The whole tree of errors, the root first; what a program derives from it travels nowhere."""
    pending = [RedscienceError]
    while pending:
        error = pending.pop(0)
        yield error
        pending.extend(each for each in error.__subclasses__() if each.__module__ == RedscienceError.__module__)


def refusal(error: grpc.RpcError, method: str | bytes) -> RedscienceError:
    """The error that a failed call of a method stands for, "/redscience.api.match.v1.MatchService/Play"."""
    call = cast("grpc.Call", error)  # a call that failed is both
    return from_call(call.code(), call.details(), _trailer(call), service=_service(method))


def detail_of(error: grpc.RpcError) -> errors_pb2.Error | None:
    """The error of a failed call as the service has said it; None where the call did not come so far."""
    return _detail(_trailer(cast("grpc.Call", error)))


def faults_of(detail: errors_pb2.Error) -> list[Fault]:
    """What is at fault in the input, as the service has said it."""
    return [Fault(fault.path, fault.problem, fault.remedy) for fault in detail.faults]


def from_call(code: grpc.StatusCode, message: str | None, trailer: bytes | None, *, service: str) -> RedscienceError:
    """The error that a call of a service came back with, of the class that was raised on the other side."""
    detail = _detail(trailer)
    if detail is not None:
        return _rebuilt(detail)
    if code in _NO_ANSWER or (code is grpc.StatusCode.INTERNAL and message == _OVER_MEANWHILE):
        return Unavailable(f"The {service} service does not answer now. Try again in a moment.")
    if code is grpc.StatusCode.UNAUTHENTICATED:
        return NotLoggedIn(message or "Log in first.")
    return RedscienceError(message or INTERNAL_MESSAGE)


def from_code(code: str, message: str, retry_after_s: int = 0) -> RedscienceError:
    """The error of a code, as a refusal on a stream names it."""
    return _rebuilt(errors_pb2.Error(code=code, message=message, retry_after_s=retry_after_s))


def _service(method: str | bytes) -> str:
    """`/redscience.api.match.v1.MatchService/Play` belongs to `match`."""
    name = method.decode() if isinstance(method, bytes) else method
    return name.lstrip("/").partition("/")[0].rpartition(".")[2].removesuffix("Service").lower()


def _trailer(call: grpc.Call) -> bytes | None:
    trailers = {key: value for key, value in call.trailing_metadata() or () if isinstance(value, bytes)}
    return trailers.get(DETAILS_KEY)


def _detail(trailer: bytes | None) -> errors_pb2.Error | None:
    if not trailer:
        return None
    detail = errors_pb2.Error()
    try:
        status = status_pb2.Status.FromString(trailer)
        return detail if any(packed.Unpack(detail) for packed in status.details) else None
    except DecodeError:
        return None


def _rebuilt(detail: errors_pb2.Error) -> RedscienceError:
    faults = faults_of(detail)
    error_class = _CLASSES.get(detail.code, RedscienceError)
    if issubclass(error_class, RuleSetError | InvalidField):
        error: RedscienceError = error_class(faults)
        error.message = error.message if faults else detail.message  # a stream says no more than that
    else:
        error = error_class(detail.message, faults)
    if detail.retry_after_s:  # whoever has not heard of it says nothing
        error.retry_after_s = detail.retry_after_s
    return error


_CLASSES = {error.code: error for error in every_error()}
