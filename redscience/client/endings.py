"""How matches have ended: for the log of a bot, whose author sees there why it lost, and for `on_over`."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Collection, Mapping
from typing import TYPE_CHECKING

from redscience.api.match.v1 import match_pb2

if TYPE_CHECKING:  # it is there for checkers of types alone
    from redscience.api.match.v1.match_pb2_grpc import MatchServiceAsyncStub

log = logging.getLogger(__name__)

_HOW: Mapping[match_pb2.Reason.ValueType, str] = {
    match_pb2.REASON_RULES: "by the rules",
    match_pb2.REASON_RESIGNED: "because somebody resigned",
    match_pb2.REASON_TIME: "on time",
    match_pb2.REASON_ABORTED: "because it was called off",
}


def log_ending(over: match_pb2.Over, player_id: str, server: str) -> None:
    """Says who came out of a match how, why it ended, and where it can be replayed; loudly of time that was lost.

    Args:
        over: the match.
        player_id: whose log it is.
        server: the address of the pages.
    """
    lost_on_time = over.reason == match_pb2.REASON_TIME and any(
        seat.player_id == player_id and seat.outcome == "lose" for seat in over.seats
    )
    log.log(
        logging.WARNING if lost_on_time else logging.INFO,
        "Over %s: %s. %s/matches/%s",
        _HOW.get(over.reason, "for a reason that is not known here"),
        ", ".join(f"{seat.seat} ({seat.player_name}): {seat.outcome}" for seat in over.seats if seat.outcome),
        server,
        over.match_id,
    )


async def ended_meanwhile(service: MatchServiceAsyncStub, known: Collection[str]) -> AsyncIterator[match_pb2.Over]:
    """Those of the caller's matches that are over, of some that went on when they were last heard of.

    Args:
        service: the match service.
        known: the ids of those that went on.

    Raises:
        RedscienceError: it cannot be had now.
    """
    if not known:
        return
    running = {match.id async for match in _own_running(service)}
    for match_id in sorted(set(known) - running):
        match = (await service.Get(match_pb2.GetRequest(match_id=match_id))).match
        if match.status == match_pb2.STATUS_ENDED:
            yield match_pb2.Over(match_id=match_id, seats=match.seats, reason=match.reason)


async def _own_running(service: MatchServiceAsyncStub) -> AsyncIterator[match_pb2.Match]:
    asked = match_pb2.ListRequest(own=True, status=match_pb2.STATUS_RUNNING, page_size=100)
    while True:
        page = await service.List(asked)
        for match in page.matches:
            yield match
        if not page.next_page_token:
            return
        asked.page_token = page.next_page_token
