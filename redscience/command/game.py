"""`redscience game`: a game on a server, told, taken out as a file, brought in as one, renamed, hidden, shown."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

from redscience.api.rules.v1.rules_pb2 import (
    CheckRequest,
    Game,
    HideRequest,
    RelatedRequest,
    RenameRequest,
    SaveRequest,
    ShowRequest,
)
from redscience.command.failures import CommandError, Exit
from redscience.command.games import COLUMNS, game_named
from redscience.command.output import plain, print_json, print_list
from redscience.command.server import Server, server_of
from redscience.command.sources import STANDARD_STREAM, content
from redscience.command.terminal import text_width
from redscience.command.whole_file import whole_file
from redscience.errors import Fault, RuleSetError
from redscience.interface import MOST_BYTES
from redscience.options import once

_HIDDEN = "is in no list now, and no new match of it is made; those that run go on:"


def run(chosen: argparse.Namespace) -> int:
    """Does what is chosen; where nothing is, tells of the game."""
    if chosen.import_from is not None:
        return _import(chosen)
    if chosen.variant_of:
        raise CommandError(
            "--variant-of is for a game that is saved. Leave it out, or name its file with -i.", Exit.INVALID
        )
    server = server_of(chosen)
    game = game_named(server, chosen.name)
    if chosen.export_file is not None:
        return _exported(chosen, game)
    if chosen.related:
        related = server.call(server.rules.Related, RelatedRequest(game_id=game.id)).games
        print_list(iter(related), chosen, COLUMNS)
        return 0
    changed = _changed(server, game, chosen)
    if changed is None:
        return _described(chosen, game)
    done = _HIDDEN if chosen.hide else "is shown again:" if chosen.show else "is what it is called now:"
    return _told(chosen, changed, done)


def _changed(server: Server, game: Game, chosen: argparse.Namespace) -> Game | None:
    """The game after what an Admin has done to it; None where nothing was to be done."""
    if chosen.rename is not None:
        return server.call(server.rules.Rename, RenameRequest(game_id=game.id, name=chosen.rename)).game
    if chosen.hide:
        return server.call(server.rules.Hide, HideRequest(game_id=game.id)).game
    if chosen.show:
        return server.call(server.rules.Show, ShowRequest(game_id=game.id)).game
    return None


def _import(chosen: argparse.Namespace) -> int:
    file: str = chosen.import_from[0]
    tokens: list[str] = [*chosen.import_from[1:], *([chosen.token] if chosen.token else [])]
    if len(tokens) > 1:
        raise CommandError("-i takes a file and at most one token.", Exit.INVALID)
    server, text = server_of(chosen, *tokens), _named(content(file), chosen.name)
    origin_id = game_named(server, chosen.variant_of).id if chosen.variant_of else ""
    return _told(chosen, _saved(server, text, origin_id), "is saved as")


def _saved(server: Server, text: str, origin_id: str) -> Game:
    """Saves a file. Doing it again gives the same game."""
    request_id = hashlib.sha256(text.encode()).hexdigest()
    request = SaveRequest(rule_set=text, request_id=request_id, origin_id=origin_id)
    try:
        return server.call(server.rules.Save, request).game
    except CommandError as failure:
        if failure.server_code != "rules/same_rules":
            raise
        same = server.call(server.rules.Check, CheckRequest(rule_set=text))
        if not same.same_as_id:
            raise
        raise CommandError(
            f"{failure.message} Its id is {same.same_as_id}.", failure.exit_code, server_code=failure.server_code
        ) from None


def _named(text: bytes, name: str) -> str:
    """The file under another name; what is no file of a game goes as it is to the server, which says why."""
    if len(text) > MOST_BYTES:
        return text.decode(errors="replace")
    try:
        plain_text = text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        fault = Fault("file", f"is not UTF-8 at byte {error.start}", "Save it as UTF-8")
        raise _refusal(RuleSetError([fault])) from None
    try:
        game = json.loads(plain_text, object_pairs_hook=once)
    except RuleSetError as error:
        raise _refusal(error) from None
    except (ValueError, RecursionError):
        return plain_text
    if not isinstance(game, dict):
        return plain_text
    # Half a character stays written as JSON writes it, by its number: what is sent must be UTF-8.
    return json.dumps(game | {"name": name}, ensure_ascii=False).encode(errors="backslashreplace").decode()


def _refusal(error: RuleSetError) -> CommandError:
    """What the server would say of the file, could it be sent."""
    return CommandError(error.message, Exit.INVALID, server_code=error.code, faults=error.faults)


def _exported(chosen: argparse.Namespace, game: Game) -> int:
    text = game.rule_set.rstrip("\n") + "\n"
    if chosen.export_file == STANDARD_STREAM:
        sys.stdout.write(text)
        return 0
    _write(chosen.export_file, text)
    return _told(chosen, game, f"is in {chosen.export_file}:")


def _write(path: str, text: str) -> None:
    try:
        with whole_file(Path(path)) as file:
            file.write(text)
    except (OSError, ValueError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise CommandError(f"{path!a} cannot be written: {reason}.", Exit.INVALID) from None


def _told(chosen: argparse.Namespace, game: Game, what: str) -> int:
    if chosen.json:
        print_json(plain(game))
    else:
        print(f"{game.name} {what} {game.id}")
    return 0


def _described(chosen: argparse.Namespace, game: Game) -> int:
    if chosen.json:
        print_json(plain(game))
    else:
        print("\n".join(_lines(game)))
    return 0


def _lines(game: Game) -> Iterator[str]:
    yield game.name
    yield "=" * len(game.name)
    yield f"id {game.id}, {game.family}, {len(game.seats)} seats{', hidden' if game.hidden else ''}"
    yield f"digest {game.digest}"
    yield ""
    for sentence in game.english:
        yield from textwrap.wrap(sentence, text_width())
