"""The library's catalogue among the saved games: loaded at every start, the same whoever loads it.

A game of the catalogue keeps its id as long as its rules stay. Where a release changes them it is another game, with an
id and leaderboards of its own; the old one is found by id alone. Where a release names a game as a player has named
theirs, the player's is renamed.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from itertools import count

from sqlalchemy import Connection, update
from ulid import ULID

from redscience.errors import RuleSetError
from redscience.language import RuleSet, folded_name, not_playable, read
from services.rules.game import Game, new_game
from services.rules.queries import game_named, game_with_digest
from services.rules.schema import games
from services.rules.store import insert_game

log = logging.getLogger(__name__)

_STAMP_BYTES, _ULID_BYTES = 6, 16


def catalogue_id(name: str, digest: str) -> str:
    """The id of a catalogue game: a ULID of the year 1970, the same for everybody."""
    hashed = hashlib.sha256(f"{folded_name(name)} {digest}".encode()).digest()
    return str(ULID.from_bytes(bytes(_STAMP_BYTES) + hashed[: _ULID_BYTES - _STAMP_BYTES]))


def load(connection: Connection, catalogue: Sequence[RuleSet], *, now_ms: int) -> None:
    """Makes the saved games hold the catalogue, in its order; only what can be played is listed."""
    connection.execute(update(games).where(games.c.creator_id == "").values(listed=False))
    for position, rules in enumerate(catalogue):
        listed = not not_playable(rules)
        same_name = game_named(connection, rules.name)
        if same_name is not None and not same_name.creator_id and _plays_like(same_name, rules):
            _refresh(connection, same_name, rules, position=position, listed=listed)
            continue
        if same_name is not None:
            _make_room(connection, same_name)
        _insert(connection, rules, position=position, listed=listed, now_ms=now_ms)


def _plays_like(game: Game, rules: RuleSet) -> bool:
    """Whether a saved game has these rules, also where an earlier release made its digest in another way."""
    try:
        return game.digest == rules.digest or read(game.rule_set).digest == rules.digest
    except RuleSetError:
        return False


def _refresh(connection: Connection, game: Game, rules: RuleSet, *, position: int, listed: bool) -> None:
    fresh = new_game(rules, game_id=game.id, creator_id="", now_ms=game.created_at_ms)
    connection.execute(
        update(games)
        .where(games.c.id == game.id)
        .values(name=fresh.name, digest=fresh.digest, rule_set=fresh.rule_set, position=position, listed=listed)
    )


def _make_room(connection: Connection, game: Game) -> None:
    """Takes the name away from an earlier game: of the catalogue, it is retired; of a player, renamed."""
    row = update(games).where(games.c.id == game.id)
    if not game.creator_id:
        connection.execute(row.values(unique_name=None, unique_digest=None, listed=False))
        return
    name = next(f"{game.name}-{n}" for n in count(2) if game_named(connection, f"{game.name}-{n}") is None)
    connection.execute(row.values(name=name, unique_name=folded_name(name)))
    log.warning("a player's game gives its name to the catalogue", extra={"game": game.id, "name_now": name})


def _insert(connection: Connection, rules: RuleSet, *, position: int, listed: bool, now_ms: int) -> None:
    game = new_game(rules, game_id=catalogue_id(rules.name, rules.digest), creator_id="", now_ms=now_ms)
    same_rules = game_with_digest(connection, game.digest)
    if same_rules is not None and same_rules.creator_id:
        connection.execute(update(games).where(games.c.id == same_rules.id).values(unique_digest=None))
        same_rules = None
    insert_game(connection, game, position=position, listed=listed, has_own_rules=same_rules is None)
