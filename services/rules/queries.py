"""What the saved games are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, not_, or_, select, true, tuple_

from redscience.names import folded_name
from services.kit.identity import Caller
from services.rules.fields import Wanted
from services.rules.game import Game
from services.rules.paging import Place
from services.rules.schema import games


def game_by_id(connection: Connection, game_id: str) -> Game | None:
    """The game of an id; one that a later release has replaced is found too, since matches refer to it."""
    return _one(connection, games.c.id == game_id)


def game_named(connection: Connection, name: str) -> Game | None:
    """The game of a name, in whatever case."""
    return _one(connection, games.c.unique_name == folded_name(name))


def game_with_digest(connection: Connection, digest: str) -> Game | None:
    """The game that has these rules for its own."""
    return _one(connection, games.c.unique_digest == digest)


def game_saved_under(connection: Connection, creator_id: str, request_id: str) -> Game | None:
    """What its creator saved under a request."""
    return _one(connection, games.c.creator_id == creator_id, games.c.request_id == request_id)


def page(connection: Connection, wanted: Wanted, viewer: Caller | None) -> tuple[Sequence[Game], Place | None]:
    """Games that `viewer` may find, from `wanted.after`, and where the next page begins; None after the last."""
    order = (games.c.position, games.c.unique_name, games.c.id)
    statement = select(games).where(games.c.listed, _found_by(viewer)).order_by(*order).limit(wanted.size + 1)
    if wanted.name_contains:
        # Both sides are folded: SQLite's LIKE has its own idea of case, PostgreSQL's has none.
        statement = statement.where(games.c.unique_name.contains(folded_name(wanted.name_contains), autoescape=True))
    if wanted.creator_id:
        statement = statement.where(games.c.creator_id == wanted.creator_id)
    if wanted.after is not None:
        statement = statement.where(tuple_(*order) > tuple_(*wanted.after))
    rows = connection.execute(statement).all()
    shown = rows[: wanted.size]
    last = Place(shown[-1].position, shown[-1].unique_name, shown[-1].id) if len(rows) > len(shown) else None
    return [_game(row) for row in shown], last


def _found_by(viewer: Caller | None) -> ColumnElement[bool]:
    """`Game.may_be_found_by`, of rows."""
    if viewer is None:
        return not_(games.c.hidden)
    return true() if viewer.role == "admin" else or_(not_(games.c.hidden), games.c.creator_id == viewer.id)


def _one(connection: Connection, *where: ColumnElement[bool]) -> Game | None:
    row = connection.execute(select(games).where(*where)).first()
    return _game(row) if row is not None else None


def _game(row: Row[Any]) -> Game:
    return Game(
        id=row.id,
        family=row.family,
        name=row.name,
        digest=row.digest,
        rule_set=row.rule_set,
        seats=tuple(row.seats.split()),
        creator_id=row.creator_id,
        created_at_ms=row.created_at_ms,
        hidden=row.hidden,
    )
