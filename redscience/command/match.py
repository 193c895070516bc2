"""`redscience match`: the record of a match as text, with the ratings; of one that goes on, who plays it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from redscience.api.match.v1.match_pb2 import (
    GetRecordRequest,
    GetRequest,
    Match,
    Reason,
    Record,
    Seat,
    Turn,
)
from redscience.api.rating.v1.rating_pb2 import GetMatchRatingsRequest, MatchRating
from redscience.command.failures import CommandError, Exit
from redscience.command.output import plain, print_json, time_of, word
from redscience.command.server import Server, server_of
from redscience.errors import MatchRunning, UnknownMatch

_GOES_ON = (MatchRunning.code, UnknownMatch.code)
"""What is said of a match that has no record yet, and of an invitation."""


def run(chosen: argparse.Namespace) -> int:
    """Prints it."""
    server = server_of(chosen)
    try:
        # Not how the match stands: where its game can be played no more, nobody can tell that.
        record = server.call(server.match.GetRecord, GetRecordRequest(match_id=chosen.match_id)).record
    except CommandError as error:
        if error.server_code not in _GOES_ON:
            raise
        match = server.call(server.match.Get, GetRequest(match_id=chosen.match_id)).match
        return _print(chosen, plain(match), _running(match))
    ratings = ratings_of(server, [record.match_id], record.universe)
    return _print(chosen, {**plain(record), "ratings": list(map(plain, ratings))}, _recorded(record, ratings))


def ratings_of(server: Server, match_ids: Sequence[str], universe: str) -> Sequence[MatchRating]:
    """What matches of a universe did to the ratings; none where they are not rated, or nobody can tell now."""
    request = GetMatchRatingsRequest(match_ids=match_ids, universe=universe)
    try:
        return server.call(server.rating.GetMatchRatings, request).ratings
    except CommandError as error:
        if error.exit_code is not Exit.UNREACHABLE:
            raise
        sys.stderr.write("The ratings are left out, because the rating service does not answer.\n")
        return ()


def _print(chosen: argparse.Namespace, told: Mapping[str, Any], lines: Iterable[str]) -> int:
    if chosen.json:
        print_json(told)
    else:
        print("\n".join(lines))
    return 0


def _running(match: Match) -> Iterator[str]:
    yield f"{match.game_name}, since {time_of(match.started_at_ms)}"
    yield from map(_seat, match.seats)
    yield f"It goes on. Watch it with: redscience watch {match.id}"


def _recorded(record: Record, ratings: Sequence[MatchRating]) -> Iterator[str]:
    told = {
        each.player_id: f", rating {each.rating_before:.1f} before, {each.rating_after:.1f} after" for each in ratings
    }
    yield f"{record.game_name}, {time_of(record.started_at_ms)} to {time_of(record.ended_at_ms)}"
    yield from (_seat(seat) + told.get(seat.player_id, "") for seat in record.seats)
    yield f"seed {record.seed}, rules {record.rules_version}, digest {record.digest}"
    yield ""
    yield from map(_turn, record.turns)
    for taken in record.taken_back:
        yield f"taken back by {taken.seat}: {'; '.join(map(_turn, taken.turns))}"
    for pause in record.pauses:
        seconds = (pause.ended_at_ms - pause.began_at_ms) // 1000
        yield f"paused at {time_of(pause.began_at_ms)} for {seconds} s: {pause.asked_by} had asked, all agreed"
    yield f"ended by {word(Reason.Name(record.reason), 'REASON_')}"


def _seat(seat: Seat) -> str:
    return f"{seat.seat}: {seat.player_name or seat.kind}" + (f", {seat.outcome}" if seat.outcome else "")


def _turn(turn: Turn) -> str:
    done = " ".join(turn.moves.moves) if turn.HasField("moves") else f"leaves ({turn.left})"
    return f"{turn.number}. {' and '.join(turn.seats)}: {done}{' (the only choice)' if turn.automatic else ''}"
