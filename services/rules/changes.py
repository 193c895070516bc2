"""What Admins change, and new releases: each change is kept, with who made it and when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from redscience.errors import Fault, InvalidField
from redscience.names import folded_name
from services.kit.database import insert_or_ignore
from services.kit.ids import new_id
from services.rules import index
from services.rules.game import Game
from services.rules.queries import existing
from services.rules.quotas import QUOTAS, Quota, quota_of
from services.rules.schema import changes, creators, games
from services.rules.store import refuse_taken_name

RELEASE = ""
"""Who makes the changes that a new release brings."""

Field = Literal["name", "hidden", "quota"]
_WORDS = {False: "no", True: "yes"}


class Change(NamedTuple):
    """What is changed: by whom, of which game or player, and from what to what."""

    admin_id: str
    subject_id: str
    field: Field
    before: str
    after: str


class Noted(NamedTuple):
    """A change that was made."""

    id: str
    at_ms: int
    change: Change


def rename(connection: Connection, game_id: str, name: str, *, admin_id: str, now_ms: int) -> Game:
    """Gives a game another name, in its file too; its rules and digest stay.

    Raises:
        UnknownGame: there is no such game.
        InvalidField: it is a game of the catalogue.
        NameTaken: another game has the name.
    """
    game = existing(connection, game_id)
    if not game.creator_id:
        fault = Fault("game_id", "is a game of the catalogue, whose names are fixed", "Rename a game that was saved")
        raise InvalidField([fault])
    if game.name == name:
        return game
    renamed = game.renamed(name)
    refuse_taken_name(connection, renamed)
    try:
        with connection.begin_nested():
            put_renamed(connection, renamed)
    except IntegrityError:
        # Somebody was quicker.
        refuse_taken_name(connection, renamed)
        raise
    note(connection, Change(admin_id, game.id, "name", game.name, name), now_ms=now_ms)
    return renamed


def put_renamed(connection: Connection, game: Game) -> None:
    """Stores the name that a game has got, which no other has."""
    connection.execute(
        update(games)
        .where(games.c.id == game.id)
        .values(name=game.name, unique_name=folded_name(game.name), rule_set=game.rule_set)
    )
    index.put(connection, game, index.terms_of(game))


def set_hidden(connection: Connection, game_id: str, *, hidden: bool, admin_id: str, now_ms: int) -> Game:
    """Hides a game, or shows it again.

    Raises:
        UnknownGame: there is no such game.
    """
    game = existing(connection, game_id)
    turned = connection.execute(
        update(games).where(games.c.id == game.id, games.c.hidden != hidden).values(hidden=hidden)
    ).rowcount
    if turned:
        note(connection, Change(admin_id, game.id, "hidden", _WORDS[not hidden], _WORDS[hidden]), now_ms=now_ms)
    return existing(connection, game_id)


def set_quota(
    connection: Connection, player_id: str, *, most: int | None, unlimited: bool, admin_id: str, now_ms: int
) -> Quota:
    """Says how many games a Creator may have saved: `most`, any number, or neither, for as many as every Creator."""
    before = quota_of(connection, player_id, QUOTAS["creator"])
    insert_or_ignore(connection, creators, player_id=player_id, games=0, unlimited=False)
    row = update(creators).where(creators.c.player_id == player_id)
    connection.execute(row.values(quota=most, unlimited=unlimited))
    after = quota_of(connection, player_id, QUOTAS["creator"])
    if after.most != before.most:
        note(connection, Change(admin_id, player_id, "quota", str(before), str(after)), now_ms=now_ms)
    return after


def note(connection: Connection, change: Change, *, now_ms: int) -> None:
    """Keeps a change that is made in the same transaction."""
    connection.execute(insert(changes).values(id=new_id(), at_ms=now_ms, **change._asdict()))


def noted(connection: Connection, *, size: int, before: str) -> tuple[Sequence[Noted], str]:
    """Changes, newest first, from those before the one of that id, and where they go on; "" after the last."""
    statement = select(changes).order_by(changes.c.id.desc()).limit(size + 1)
    if before:
        statement = statement.where(changes.c.id < before)
    rows = connection.execute(statement).all()
    shown = [
        Noted(row.id, row.at_ms, Change(row.admin_id, row.subject_id, row.field, row.before, row.after))
        for row in rows[:size]
    ]
    return shown, shown[-1].id if len(rows) > size else ""
