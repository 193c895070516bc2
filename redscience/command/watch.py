"""`redscience watch`: a match live in the terminal, as whoever is logged in may see it."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from typing import Any

import grpc

from redscience import families
from redscience.api.match.v1.match_pb2 import STATUS_RUNNING, GetRequest, Match, WatchRequest
from redscience.api.rules.v1.rules_pb2 import GetRequest as GetGameRequest
from redscience.command.failures import CommandError, Exit
from redscience.command.output import plain
from redscience.command.server import Server, server_of
from redscience.interface import Drawing

_CLEAR = "\x1b[H\x1b[2J"
_TRIES, _PAUSE_S = 10, 1.0
"""A service that is started anew is back within some seconds."""


def run(chosen: argparse.Namespace) -> int:
    """Shows every change until the match is over."""
    server = server_of(chosen)
    match = server.call(server.match.Get, GetRequest(match_id=chosen.match_id)).match
    show = _print_json if chosen.json else _Screen(_drawing(server, match)).show
    for each in _changes(server, match):
        show(each)
    return 0


def _changes(server: Server, match: Match) -> Iterator[Match]:
    """The match now and after every change of its view, over however many streams that takes."""
    version, tries = -1, 0
    while version < 0 or match.status == STATUS_RUNNING:
        try:
            for answer in server.match.Watch(WatchRequest(match_id=match.id), metadata=server.bearer()):
                match, tries = answer.match, 0
                if match.view_version != version:
                    version = match.view_version
                    yield match
        except (grpc.RpcError, CommandError) as error:
            failure = error if isinstance(error, CommandError) else server.failure(error)
            if failure.exit_code is not Exit.UNREACHABLE or tries == _TRIES:
                raise failure from None
            tries += 1
            time.sleep(_PAUSE_S)
        server.renew()


def _drawing(server: Server, match: Match) -> Drawing:
    game = server.call(server.rules.Get, GetGameRequest(id=match.game_id)).game
    source = families.saved(game.rule_set)
    colored = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return source.family.drawing(source, width=shutil.get_terminal_size().columns, colored=colored)


def _print_json(match: Match) -> None:
    print(json.dumps(plain(match), ensure_ascii=False), flush=True)


class _Screen:
    """A terminal, where each view takes the place of the last one; or a file, where they follow one another."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self._before = _CLEAR if sys.stdout.isatty() else ""

    def show(self, match: Match) -> None:
        """Shows a match as it is now."""
        view = json.loads(match.view) if match.view else None
        print(self._before + "\n".join(self._lines(match, view)), end="\n\n", flush=True)

    def _lines(self, match: Match, view: dict[str, Any] | None) -> Iterator[str]:
        yield f"{match.game_name}: " + ", ".join(f"{seat.seat} {seat.player_name or seat.kind}" for seat in match.seats)
        if view is None:
            return
        yield from self._drawing.table(view, self._drawing.changed(view))
        if beside := self._drawing.beside(view):
            yield beside
        for told in view["last"]:
            yield self._drawing.told(told)
        if view["outcome"] is not None:
            yield view["outcome"]["text"]
