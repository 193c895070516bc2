"""Saved games by what each has for itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, select

from redscience.errors import UnknownGame
from redscience.names import folded_name
from services.rules.game import Game, Line
from services.rules.schema import games

LINE = [column for column in games.c if column.name != "rule_set"]
"""What a list has of each game: files of up to 64 KB are read where they are told."""


def game_by_id(connection: Connection, game_id: str) -> Game | None:
    """The game of an id; one that a later release has replaced is found too, since matches refer to it."""
    return _one(connection, games.c.id == game_id)


def lines_by_id(connection: Connection, ids: Sequence[str]) -> list[Line]:
    """The games of these ids, in the order asked; unknown ones are left out."""
    found = {row.id: line_of(row) for row in connection.execute(select(*LINE).where(games.c.id.in_(ids)))}
    return [found[game_id] for game_id in ids if game_id in found]


def existing(connection: Connection, game_id: str) -> Game:
    """The same where there must be one.

    Raises:
        UnknownGame: there is none.
    """
    game = game_by_id(connection, game_id)
    if game is None:
        raise UnknownGame(f"There is no game of the id {game_id}. List finds games by parts of their names.")
    return game


def game_named(connection: Connection, name: str) -> Game | None:
    """The game of a name, in whatever case."""
    return _one(connection, games.c.unique_name == folded_name(name))


def game_with_digest(connection: Connection, digest: str) -> Game | None:
    """The game that has these rules for its own."""
    return _one(connection, games.c.unique_digest == digest)


def game_saved_under(connection: Connection, creator_id: str, request_id: str) -> Game | None:
    """What its creator saved under a request."""
    return _one(connection, games.c.creator_id == creator_id, games.c.request_id == request_id)


def _one(connection: Connection, *where: ColumnElement[bool]) -> Game | None:
    row = connection.execute(select(games).where(*where)).first()
    return game_of(row) if row is not None else None


def game_of(row: Row[Any]) -> Game:
    """The game of a row."""
    return Game(**_of_line(row), rule_set=row.rule_set)


def line_of(row: Row[Any]) -> Line:
    """The same of a row that has the columns LINE."""
    return Line(**_of_line(row))


def _of_line(row: Row[Any]) -> dict[str, Any]:
    return {
        "id": row.id,
        "family": row.family,
        "name": row.name,
        "digest": row.digest,
        "seats": tuple(row.seats.split()),
        "creator_id": row.creator_id,
        "created_at_ms": row.created_at_ms,
        "hidden": row.hidden,
        "features": tuple(row.features.split()),
        "turns": row.turns,
        "origin_id": row.origin_id,
    }
