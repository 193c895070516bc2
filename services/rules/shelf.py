"""The library's catalogue among the saved games: loaded at every start, the same whoever loads it.

While one release takes the place of another, a process of either that starts loads its own. Those that run look again
now and then, so that in the end it is that of the release which has stayed.

A game of the catalogue keeps its id as long as its rules stay. Where a release changes them it is another game, with an
id and leaderboards of its own; the old one is found by id alone. Where a release names a game as a player has named
theirs, the player's is renamed.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from sqlalchemy import Connection, insert, select, update
from ulid import ULID

from redscience import families
from redscience.errors import UnplayableGame
from redscience.interface import Source
from redscience.names import LONGEST_NAME, folded_name
from services.kit.clock import Clock
from services.kit.database import Database
from services.rules import index
from services.rules.changes import RELEASE, Change, note, put_renamed
from services.rules.game import UNMEASURED, Game, new_game
from services.rules.queries import game_by_id, game_named, game_of, game_with_digest
from services.rules.schema import games
from services.rules.store import row_of

log = logging.getLogger(__name__)

_LOOK_EVERY_S = 60.0
_STAMP_BYTES, _ULID_BYTES = 6, 16


def catalogue_id(name: str, digest: str) -> str:
    """The id of a catalogue game: a ULID of the year 1970, the same for everybody."""
    hashed = hashlib.sha256(f"{folded_name(name)} {digest}".encode()).digest()
    return str(ULID.from_bytes(bytes(_STAMP_BYTES) + hashed[: _ULID_BYTES - _STAMP_BYTES]))


async def keep_loaded(database: Database, catalogue: Sequence[Source], clock: Clock) -> None:
    """Loads the catalogue again where a process of another release has loaded its own, until cancelled."""
    while True:
        await asyncio.sleep(_LOOK_EVERY_S)
        if not await database.read(lambda connection: _is_loaded(connection, catalogue)):
            log.warning("another release has loaded its catalogue; this one's is loaded again")
            await database.write(lambda connection: load(connection, catalogue, now_ms=clock.now_ms()))


def load(connection: Connection, catalogue: Sequence[Source], *, now_ms: int) -> None:
    """Makes the saved games hold the catalogue, in its order. What is hidden stays so."""
    if _is_loaded(connection, catalogue):
        return
    connection.execute(update(games).where(games.c.creator_id == "").values(listed=False))
    for position, source in enumerate(catalogue):
        game_id = catalogue_id(source.name, source.digest)
        same_name = game_named(connection, source.name)
        if same_name is not None and not same_name.creator_id and _plays_like(same_name, source):
            game_id = same_name.id
        elif same_name is not None:
            _reclaim_name(connection, same_name, now_ms=now_ms)
        game = new_game(source, game_id=game_id, creator_id="", now_ms=now_ms)
        turns = _turns(source, game_by_id(connection, game_id))
        _put(connection, replace(game, turns=turns), position=position)


def _is_loaded(connection: Connection, catalogue: Sequence[Source]) -> bool:
    """Whether what is listed of the catalogue is this one, as it is at most starts."""
    of_catalogue = select(games).where(games.c.creator_id == "", games.c.listed).order_by(games.c.position)
    loaded = [game_of(row) for row in connection.execute(of_catalogue)]
    if len(loaded) != len(catalogue):
        return False
    return [replace(game, id="", created_at_ms=0, hidden=False) for game in loaded] == [
        replace(new_game(source, game_id="", creator_id="", now_ms=0), turns=_turns(source, game))
        for source, game in zip(catalogue, loaded, strict=True)
    ]


def _turns(source: Source, known: Game | None) -> int:
    """How long a game is: as its family says, else as it was measured."""
    measured = UNMEASURED if known is None else known.turns
    return source.family.lengths.get(source.name, measured)


def _plays_like(game: Game, source: Source) -> bool:
    """Whether a saved game has these rules, also where an earlier release made its digest in another way."""
    try:
        return game.digest == source.digest or families.saved(game.rule_set).digest == source.digest
    except UnplayableGame:
        return False


def _reclaim_name(connection: Connection, game: Game, *, now_ms: int) -> None:
    """Takes the name away from an earlier game: of the catalogue, it is retired; of a player, renamed."""
    row = update(games).where(games.c.id == game.id)
    if not game.creator_id:
        connection.execute(row.values(unique_name=None, unique_digest=None, listed=False))
        return
    name = _free_name(connection, game.name)
    put_renamed(connection, game.renamed(name))
    note(connection, Change(RELEASE, game.id, "name", game.name, name), now_ms=now_ms)
    log.warning("a player's game gives its name to the catalogue", extra={"game": game.id, "name_now": name})


def _free_name(connection: Connection, name: str) -> str:
    for number in count(2):
        end = f"-{number}"
        free = name[: LONGEST_NAME - len(end)] + end
        if game_named(connection, free) is None:
            return free
    raise AssertionError("numbers do not end")


def _put(connection: Connection, game: Game, *, position: int) -> None:
    """Adds a game of the catalogue, or brings the one of its id up to date. Of equal rules a player's give way."""
    same_rules = game_with_digest(connection, game.digest)
    if same_rules is not None and same_rules.creator_id:
        connection.execute(update(games).where(games.c.id == same_rules.id).values(unique_digest=None))
        same_rules = None
    has_own_rules = same_rules is None or same_rules.id == game.id
    known = game_by_id(connection, game.id)
    game = game if known is None else replace(game, created_at_ms=known.created_at_ms)
    row = row_of(game, position=position, has_own_rules=has_own_rules)
    write = insert(games) if known is None else update(games).where(games.c.id == game.id)
    connection.execute(write.values(**row))
    if known is None or not known.is_described_like(game):
        index.put(connection, game, index.terms_of(game))
