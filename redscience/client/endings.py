"""How matches have ended, for the log of a bot: its author sees there why it lost."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from redscience.api.match.v1 import match_pb2

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
