"""Who makes a match twice under one request is answered as the first time; moves are answered from the record."""

from __future__ import annotations

import hashlib
import json
import zlib

from sqlalchemy import Connection, bindparam, delete, select

from redscience.api.match.v1 import match_pb2
from redscience.errors import Fault, InvalidField
from services.kit.database import insert_or_ignore
from services.match.schema import answers
from services.match.store import Request

KEPT_MS = 24 * 3_600_000
"""How long first answers are kept; a client that repeats itself does so within seconds."""

_FIND = select(answers.c.question, answers.c.answer).where(
    answers.c.caller_id == bindparam("caller_id"), answers.c.request_id == bindparam("request_id")
)


def question(*parts: object) -> str:
    """What is asked, as a short text that is equal for equal parts."""
    return hashlib.blake2b(json.dumps(parts).encode(), digest_size=16).hexdigest()


def check_question(request: Request, first: str) -> None:
    """Raises InvalidField where under the id of a request something else was asked first."""
    if first != request.question:
        fault = Fault("request_id", "was used for another request", "Choose a new one for each request")
        raise InvalidField([fault])


def first_answer(connection: Connection, request: Request) -> match_pb2.Match | None:
    """What was answered to the request before, if it was.

    Raises:
        InvalidField: under its id something else was asked.
    """
    key = {"caller_id": request.caller_id, "request_id": request.request_id}
    row = connection.execute(_FIND, key).one_or_none()
    if row is None:
        return None
    check_question(request, row.question)
    return match_pb2.Match.FromString(zlib.decompress(row.answer))


def packed(answer: match_pb2.Match) -> bytes:
    """An answer as it is kept."""
    return zlib.compress(answer.SerializeToString(), 1)


def keep_answer(connection: Connection, request: Request, answer: bytes, now_ms: int) -> bool:
    """Keeps the first answer, in the transaction of what it answers; False where there is one already."""
    return insert_or_ignore(
        connection,
        answers,
        caller_id=request.caller_id,
        request_id=request.request_id,
        question=request.question,
        answer=answer,
        at_ms=now_ms,
    )


def forget_answers(connection: Connection, now_ms: int) -> None:
    """Deletes those that nobody will ask for again."""
    connection.execute(delete(answers).where(answers.c.at_ms < now_ms - KEPT_MS))
