"""The tree of errors and the table of statuses, held against each other; and errors on the wire."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import grpc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redscience import errors
from redscience.client.refusals import every_error, from_call, refusal
from redscience.errors import Fault, InvalidField, NotLoggedIn, RedscienceError, RuleSetError, Unavailable
from services.kit.errors import STATUSES, grpc_status, http_status, to_trailer
from services.kit.errors_page import PAGE, page

TREE = {member for _, member in inspect.getmembers(errors, inspect.isclass) if issubclass(member, RedscienceError)}


def example(error_class: type[RedscienceError], faults: tuple[Fault, ...] = ()) -> RedscienceError:
    if issubclass(error_class, RuleSetError | InvalidField):
        return error_class(faults)
    return error_class("what is wrong, and what to do", faults)


def test_the_table_has_every_error_and_no_other() -> None:
    assert set(every_error()) == TREE
    assert {error.code for error in TREE} == set(STATUSES)
    assert len({error.code for error in TREE}) == len(TREE)


def test_the_docstring_draws_the_whole_tree() -> None:
    for error in TREE:
        assert error.__name__ in (errors.__doc__ or "")
        if error not in (RedscienceError, errors.MoveError):
            assert error.code in (errors.__doc__ or "")


def test_the_page_of_errors_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m services.kit.errors_page"


def test_the_contracts_name_no_error_that_there_is_not() -> None:
    spaces = {error.code.partition("/")[0] for error in TREE if "/" in error.code}
    named = re.compile(rf"\b(?:{'|'.join(sorted(spaces))})/[a-z_]+\b")
    for proto in (Path(__file__).parents[2] / "proto").rglob("*.proto"):
        assert set(named.findall(proto.read_text("utf-8"))) <= set(STATUSES), proto.name


def test_no_error_is_a_success_and_only_the_root_is_our_fault() -> None:
    for code, (status, http) in STATUSES.items():
        assert status is not grpc.StatusCode.OK
        assert 400 <= http <= 503
        assert (http == 500) == (status is grpc.StatusCode.INTERNAL) == (code == "internal")


@pytest.mark.parametrize("error_class", sorted(TREE, key=lambda each: each.code))
def test_every_error_travels(error_class: type[RedscienceError]) -> None:
    error = example(error_class, (Fault("board.size[0]", "is 600", "Give 1 to 512"),))
    back = from_call(grpc_status(error), error.message, to_trailer(error), service="match")
    assert type(back) is error_class
    assert (back.message, back.faults) == (error.message, error.faults)
    assert http_status(back) == http_status(error)


@given(st.lists(st.builds(Fault, st.text(max_size=3000), st.text(max_size=3000), st.text(max_size=3000))))
def test_no_error_is_too_large_to_travel(faults: list[Fault]) -> None:
    # Base64 in the trailer, beside the message: well within the 8 KiB that clients take.
    assert len(to_trailer(InvalidField(faults))) <= 5800


@pytest.mark.parametrize(
    ("code", "trailer", "expected"),
    [
        (grpc.StatusCode.UNAVAILABLE, None, Unavailable),
        (grpc.StatusCode.DEADLINE_EXCEEDED, None, Unavailable),
        (grpc.StatusCode.CANCELLED, None, Unavailable),
        (grpc.StatusCode.UNAUTHENTICATED, None, NotLoggedIn),
        (grpc.StatusCode.UNKNOWN, b"no status", RedscienceError),
        (grpc.StatusCode.UNIMPLEMENTED, b"", RedscienceError),
    ],
)
def test_what_carries_no_detail_is_still_named(
    code: grpc.StatusCode, trailer: bytes | None, expected: type[RedscienceError]
) -> None:
    assert type(from_call(code, "words", trailer, service="match")) is expected


def test_an_error_of_a_later_release_keeps_its_words() -> None:
    trailer = to_trailer(RedscienceError("New words.")).replace(b"internal", b"future/x")
    back = from_call(grpc.StatusCode.INTERNAL, "New words.", trailer, service="match")
    assert (type(back), back.message) == (RedscienceError, "New words.")


async def test_a_stream_that_was_over_while_it_was_written_to_may_be_tried_again() -> None:
    async with grpc.aio.insecure_channel("127.0.0.1:9") as channel:
        call: Any = channel.stream_stream("/redscience.api.match.v1.MatchService/Serve")()
        # As gRPC itself does then: the moment between a call's end and a write cannot be had at will.
        call._cython_call.set_internal_error("the call is over")
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await call.read()
    assert type(refusal(caught.value, "/redscience.api.match.v1.MatchService/Serve")) is Unavailable
