"""One table: from an error's code to the status of gRPC and of HTTP; and errors as they leave.

As they arrive they are read by `redscience.client.refusals`.
"""

from __future__ import annotations

import grpc
from google.rpc import status_pb2

from redscience.api.errors.v1 import errors_pb2
from redscience.errors import RedscienceError

_Code = grpc.StatusCode

STATUSES: dict[str, tuple[grpc.StatusCode, int]] = {
    "internal": (_Code.INTERNAL, 500),
    "rules/invalid": (_Code.INVALID_ARGUMENT, 422),
    "rules/unknown_game": (_Code.NOT_FOUND, 404),
    "rules/unplayable": (_Code.FAILED_PRECONDITION, 409),
    "rules/name_taken": (_Code.ALREADY_EXISTS, 409),
    "rules/same_rules": (_Code.ALREADY_EXISTS, 409),
    "rules/quota_spent": (_Code.RESOURCE_EXHAUSTED, 403),
    "rules/unknown_draft": (_Code.NOT_FOUND, 404),
    "rules/draft_changed": (_Code.ABORTED, 409),
    "move/refused": (_Code.FAILED_PRECONDITION, 422),
    "move/unreadable": (_Code.INVALID_ARGUMENT, 422),
    "move/illegal": (_Code.FAILED_PRECONDITION, 422),
    "move/ambiguous": (_Code.INVALID_ARGUMENT, 422),
    "agents/unknown": (_Code.NOT_FOUND, 404),
    "agents/wrong_view": (_Code.FAILED_PRECONDITION, 409),
    "state/unreadable": (_Code.INVALID_ARGUMENT, 422),
    "match/not_acting": (_Code.FAILED_PRECONDITION, 409),
    "match/over": (_Code.FAILED_PRECONDITION, 409),
    "match/running": (_Code.FAILED_PRECONDITION, 409),
    "match/started": (_Code.FAILED_PRECONDITION, 409),
    "match/called_off": (_Code.FAILED_PRECONDITION, 409),
    "match/no_take_back": (_Code.FAILED_PRECONDITION, 409),
    "match/no_pause": (_Code.FAILED_PRECONDITION, 409),
    "match/no_hint": (_Code.FAILED_PRECONDITION, 409),
    "match/paused": (_Code.FAILED_PRECONDITION, 409),
    "match/stale_view": (_Code.ABORTED, 409),
    "match/unknown": (_Code.NOT_FOUND, 404),
    "match/invalid_slots": (_Code.INVALID_ARGUMENT, 422),
    "batch/unknown": (_Code.NOT_FOUND, 404),
    "batch/over": (_Code.FAILED_PRECONDITION, 409),
    "batch/begun": (_Code.FAILED_PRECONDITION, 409),
    "batch/full": (_Code.FAILED_PRECONDITION, 409),
    "batch/not_begun": (_Code.FAILED_PRECONDITION, 409),
    "batch/block_taken": (_Code.ABORTED, 409),
    "input/invalid": (_Code.INVALID_ARGUMENT, 422),
    "players/unknown": (_Code.NOT_FOUND, 404),
    "players/name_taken": (_Code.ALREADY_EXISTS, 409),
    "players/wrong_code": (_Code.UNAUTHENTICATED, 401),
    "players/too_many_tries": (_Code.RESOURCE_EXHAUSTED, 429),
    "identity/not_logged_in": (_Code.UNAUTHENTICATED, 401),
    "identity/not_allowed": (_Code.PERMISSION_DENIED, 403),
    "service/unavailable": (_Code.UNAVAILABLE, 503),
    "service/limit_reached": (_Code.RESOURCE_EXHAUSTED, 429),
}

# Clients refuse trailers of more than 8 KiB unless told otherwise; what is cut off is the end of a long list of faults.
_MESSAGE_LIMIT = 1_000
_DETAIL_LIMIT = 4_000


def grpc_status(error: RedscienceError) -> grpc.StatusCode:
    """The status of gRPC for an error."""
    return STATUSES[error.code][0]


def http_status(error: RedscienceError) -> int:
    """The status of HTTP for an error."""
    return STATUSES[error.code][1]


def short_message(error: RedscienceError) -> str:
    """The message, cut to what a status line may hold."""
    return _cut(error.message)


def to_trailer(error: RedscienceError) -> bytes:
    """The google.rpc.Status of an error, as it travels in the trailer `grpc-status-details-bin`."""
    detail = errors_pb2.Error(code=error.code, message=_cut(error.message), retry_after_s=error.retry_after_s)
    room = _DETAIL_LIMIT - detail.ByteSize()
    for fault in error.faults:
        message = errors_pb2.Fault(path=_cut(fault.path), problem=_cut(fault.problem), remedy=_cut(fault.remedy))
        room -= message.ByteSize()
        if room < 0:
            break
        detail.faults.append(message)
    number, _ = grpc_status(error).value
    status = status_pb2.Status(code=number, message=short_message(error))
    status.details.add().Pack(detail)
    return bytes(status.SerializeToString())


def _cut(text: str) -> str:
    return text if len(text) <= _MESSAGE_LIMIT else text[: _MESSAGE_LIMIT - 1] + "…"
