"""`redscience matches`: matches of a universe, newest first, or those that wait for one's move; to files, too."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import islice

from redscience.api.match.v1.match_pb2 import (
    STATUS_ENDED,
    STATUS_RUNNING,
    STATUS_UNSPECIFIED,
    GetRecordRequest,
    ListRequest,
    Match,
    Reason,
    Seat,
    Status,
)
from redscience.api.players.v1.players_pb2 import ListUniversesRequest
from redscience.command.failures import CommandError, Exit
from redscience.command.games import game_named
from redscience.command.match import ratings_of
from redscience.command.output import print_json, print_list, time_of, word
from redscience.command.people import player_named
from redscience.command.server import Server, server_of
from redscience.command.whole_file import whole_file
from redscience.names import folded_name
from redscience.tournaments.report import CsvRows, Row

_PAGE, _USUAL = 100, 100
STATUSES: Mapping[str, Status.ValueType] = {
    "any": STATUS_UNSPECIFIED,
    "running": STATUS_RUNNING,
    "ended": STATUS_ENDED,
}


def _status(match: Match) -> str:
    """How it stands; of one that is over also why, where its rules have not decided."""
    status, reason = word(Status.Name(match.status), "STATUS_"), word(Reason.Name(match.reason), "REASON_")
    return f"{status} ({reason})" if reason not in {"unspecified", "rules"} else status


def _player(seat: Seat) -> str:
    return f"{seat.player_name}: {seat.outcome}" if seat.outcome else seat.player_name


COLUMNS = {
    "STARTED": lambda match: time_of(match.started_at_ms),
    "GAME": lambda match: match.game_name,
    "STATUS": _status,
    "PLAYERS": lambda match: ", ".join(_player(seat) for seat in match.seats if seat.player_id),
    "ID": lambda match: match.id,
}
WAITING_COLUMNS = {"UNTIL": lambda match: time_of(match.due_at_ms), **COLUMNS}


def run(chosen: argparse.Namespace) -> int:
    """Prints those that were asked for, or writes them into a folder."""
    if chosen.export and (chosen.waiting or chosen.status == "running"):
        raise CommandError("--export is for matches that are over. Leave --status and --waiting out.", Exit.INVALID)
    server = server_of(chosen)
    request = ListRequest(
        player_id=player_named(server, chosen.player).id if chosen.player else "",
        game_id=game_named(server, chosen.game).id if chosen.game else "",
        status=STATUS_ENDED if chosen.export else STATUSES[chosen.status],
        page_size=_PAGE,
        universe=_universe(server, chosen.universe) if chosen.universe else "",
        waiting=chosen.waiting,
    )
    found = server.every(server.match.List, request, lambda answer: answer.matches)
    if chosen.export:
        return _export(server, chosen, list(islice(found, chosen.limit))[::-1])
    chosen.limit = chosen.limit or _USUAL
    print_list(found, chosen, WAITING_COLUMNS if chosen.waiting else COLUMNS)
    return 0


def _universe(server: Server, name: str) -> str:
    """The id of a universe that the caller is in."""
    known = server.call(server.players.ListUniverses, ListUniversesRequest()).universes
    for each in known:
        if folded_name(each.name) == folded_name(name):
            return each.id
    names = ", ".join(each.name for each in known)
    raise CommandError(f"You are in no universe {name!a}. You are in: {names}.", Exit.NOT_FOUND)


def _export(server: Server, chosen: argparse.Namespace, matches: Sequence[Match]) -> int:
    """Writes what there is to know of matches, the oldest first, as CSV files into a folder."""
    from redscience.command.export import TABLES  # noqa: PLC0415 - it loads the rules of all games

    names = [f"{table}.csv" for table in TABLES]
    try:
        chosen.export.mkdir(parents=True, exist_ok=True)
        with ExitStack() as files:
            written = [CsvRows(files.enter_context(whole_file(chosen.export / name))) for name in names]
            for rows in _pages(server, matches):
                for table, its in zip(TABLES, written, strict=True):
                    its.add(rows[table])
    except OSError as error:
        raise CommandError(f"{chosen.export} cannot be written: {error.strerror}.", Exit.INVALID) from None
    if chosen.json:
        print_json({"folder": str(chosen.export), "files": names, "matches": len(matches)})
    else:
        count = "one match" if len(matches) == 1 else f"{len(matches):,} matches"
        sys.stderr.write(f"Written to {chosen.export}: {', '.join(names)}, of {count}.\n")
    return 0


def _pages(server: Server, matches: Sequence[Match]) -> Iterator[Mapping[str, Sequence[Row]]]:
    """The rows of all tables, for some matches at a time."""
    from redscience.command.export import TABLES, Games, tables  # noqa: PLC0415 - as above

    games = Games()
    for first in range(0, len(matches), _PAGE):
        some = matches[first : first + _PAGE]
        rows: dict[str, list[Row]] = {table: [] for table in TABLES}
        ratings = ratings_of(server, [match.id for match in some], some[0].universe)
        for match in some:
            record = server.call(server.match.GetRecord, GetRecordRequest(match_id=match.id)).record
            of_match = [each for each in ratings if each.match_id == match.id]
            for table, found in tables(match, record, of_match, games).items():
                rows[table] += found
        yield rows
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{first + len(some):,} of {len(matches):,} matches\r")
