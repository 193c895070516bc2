"""`redscience watch`: a match live in the terminal, as whoever is logged in may see it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

from redscience import families
from redscience.api.match.v1.match_pb2 import (
    STATUS_CALLED_OFF,
    STATUS_ENDED,
    GetRequest,
    Match,
    WatchRequest,
)
from redscience.api.rules.v1.rules_pb2 import GetRequest as GetGameRequest
from redscience.command.following import followed
from redscience.command.output import plain
from redscience.command.screen import screen_of
from redscience.command.server import Server, server_of
from redscience.interface import Drawing, Source

_CLEAR = "\x1b[H\x1b[2J"
_OVER = frozenset({STATUS_ENDED, STATUS_CALLED_OFF})


def run(chosen: argparse.Namespace) -> int:
    """Shows every change until the match is over."""
    server = server_of(chosen)
    match = server.call(server.match.Get, GetRequest(match_id=chosen.match_id)).match
    show = _print_json if chosen.json else _Board(screen_of(source_of(server, match)).drawing).show
    for each in changes(server, match.id):
        show(each)
    return 0


def changes(server: Server, match_id: str) -> Iterator[Match]:
    """A match, or the invitation to it, now and after every change, over however many streams that takes."""
    known: object = None
    request = WatchRequest(match_id=match_id)
    for answer in followed(server, server.match.Watch, request, lambda answer: answer.match.status in _OVER):
        if known != (known := _essence(answer.match)):
            yield answer.match


def _essence(match: Match) -> object:
    """What is shown of a match: another stream begins with what is known."""
    seats = [(seat.player_id, seat.accepted) for seat in match.seats]
    return match.status, match.viewer, match.view_version, match.is_paused, match.pause_asked_by, seats


def source_of(server: Server, match: Match) -> Source:
    """The game that is played."""
    game = server.call(server.rules.Get, GetGameRequest(id=match.game_id)).game
    return families.saved(game.rule_set)


def _print_json(match: Match) -> None:
    print(json.dumps(plain(match), ensure_ascii=False), flush=True)


class _Board:
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
        if match.is_paused:
            yield "Paused, by agreement."
        if view["outcome"] is not None:
            yield view["outcome"]["text"]
