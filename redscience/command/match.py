"""`redscience match`: the record of a match as text; of one that goes on, who plays it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator

from redscience.api.match.v1.match_pb2 import (
    STATUS_ENDED,
    GetRecordRequest,
    GetRequest,
    Match,
    Reason,
    Record,
    Seat,
    Turn,
)
from redscience.command.output import plain, print_json, time_of, word
from redscience.command.server import server_of


def run(chosen: argparse.Namespace) -> int:
    """Prints it."""
    server = server_of(chosen)
    match = server.call(server.match.Get, GetRequest(match_id=chosen.match_id)).match
    if match.status != STATUS_ENDED:
        return _print(chosen, match, _running(match))
    record = server.call(server.match.GetRecord, GetRecordRequest(match_id=match.id)).record
    return _print(chosen, record, _recorded(record))


def _print(chosen: argparse.Namespace, told: Match | Record, lines: Iterable[str]) -> int:
    if chosen.json:
        print_json(plain(told))
    else:
        print("\n".join(lines))
    return 0


def _running(match: Match) -> Iterator[str]:
    yield f"{match.game_name}, since {time_of(match.started_at_ms)}"
    yield from map(_seat, match.seats)
    yield f"It goes on. Watch it with: redscience watch {match.id}"


def _recorded(record: Record) -> Iterator[str]:
    yield f"{record.game_name}, {time_of(record.started_at_ms)} to {time_of(record.ended_at_ms)}"
    yield from map(_seat, record.seats)
    yield f"seed {record.seed}, rules {record.rules_version}, digest {record.digest}"
    yield ""
    yield from map(_turn, record.turns)
    yield f"ended by {word(Reason.Name(record.reason), 'REASON_')}"


def _seat(seat: Seat) -> str:
    return f"{seat.seat}: {seat.player_name or seat.kind}" + (f", {seat.outcome}" if seat.outcome else "")


def _turn(turn: Turn) -> str:
    done = " ".join(turn.moves.moves) if turn.HasField("moves") else f"leaves ({turn.left})"
    return f"{turn.number}. {' and '.join(turn.seats)}: {done}{' (the only choice)' if turn.automatic else ''}"
