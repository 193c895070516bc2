"""Erasing a person: what makes them known goes, with their personas and bots; what they played stays, under new names.

Whom it was done to is kept for good, by id, so that every other service can be told, however late it asks.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, count, repeat

from sqlalchemy import Connection, Table, delete, func, insert, or_, select, update

from redscience.errors import Fault, InvalidField
from redscience.names import RANDOM_ID, folded_name
from services.kit.database import Database, note_waiting
from services.kit.ended import EndedSessions
from services.kit.erased import Erased
from services.kit.identity import Caller
from services.kit.ids import is_id
from services.kit.waking import woken
from services.players import administration, ended, former_addresses, store
from services.players.codes import LONG
from services.players.names import LONGEST_SENT
from services.players.schema import audit, code, erasure, mail, player, renaming, stance

MOST_TOLD = 1_000
_SIGNS = 4
_TRIES = 20
_LOOK_EVERY_S = 60.0
"""For those who were erased at another replica, and who were logged in nowhere."""


def erase(connection: Connection, caller: Caller, player_id: str, name: str, rng: random.Random, *, now_ms: int) -> str:
    """Erases a person who is called `name`, for themself or an Admin; gives what they are called from now on.

    Raises:
        NotAllowed, UnknownPlayer, InvalidField: the caller is neither; it is no person; they are called otherwise, or
            are the last Admin.
    """
    if caller.id != player_id:
        administration.require_admin(connection, caller)
    erased = name_since(connection, player_id) if is_id(player_id) else None
    if erased is not None:
        return erased
    who = administration.require_player(connection, player_id, kinds=("person",))
    require_erasable(connection, caller, who, name)
    store.lock_player(connection, RANDOM_ID)  # positions are given out one after the other, at every replica
    all_of_them = [who, *store.players_by_id(connection, store.ids_made_by(connection, who.id))]
    for each in all_of_them:
        _erase_one(connection, each, _free_name(connection, each.universe, rng), now_ms)
    for address in (who.email or "", *former_addresses.of(connection, who)):
        _forget_address(connection, address)
    former_addresses.forget(connection, who)
    _forget_words(connection, [each.id for each in all_of_them])
    administration.note(connection, caller, who, "erase", "", now_ms=now_ms)
    return name_since(connection, player_id) or ""


def require_erasable(connection: Connection, caller: Caller, who: store.Player, name: str) -> None:
    """Sees that a person is meant and can be spared.

    Raises:
        InvalidField: they are called otherwise, or are the last Admin.
    """
    if len(name) > LONGEST_SENT or folded_name(name.strip()) != who.name_key:
        problem = "is not what they are called" if caller.id != who.id else "is not what you are called"
        raise InvalidField([Fault("name", problem, "Write the name as it is shown")])
    if who.role == "admin":
        administration.require_another_admin(connection, who)


def _erase_one(connection: Connection, who: store.Player, name: str, now_ms: int) -> None:
    gone = {"name": name, "name_key": folded_name(name), "email": None, "avatar": None}
    # Suspended, so that nobody logs in or plays as them, however they are asked for.
    kept_out = {"suspended_at_ms": now_ms} | ({"role": "creator"} if who.kind == "person" else {})
    connection.execute(update(player).where(player.c.id == who.id).values(**gone, **kept_out))
    store.end_sessions_of(connection, who.id, now_ms=now_ms)
    connection.execute(delete(stance).where(or_(stance.c.player_id == who.id, stance.c.other_id == who.id)))
    _tell(connection, erasure, who, name, now_ms)


def rename(connection: Connection, caller: Caller, player_id: str, name: str, *, now_ms: int) -> store.Player:
    """Gives somebody a name for an Admin, in place of those that they had, also in what was played.

    It may be the one that they have: what they played as somebody else bears it, too, from then on.

    Raises:
        NotAllowed, UnknownPlayer: the caller is no Admin any more; there is nobody who may have a name.
        PlayerNameTaken: another of the universe has it.
    """
    administration.require_admin(connection, caller)
    who = administration.require_player(connection, player_id, kinds=("person", "persona", "bot"))
    store.lock_player(connection, RANDOM_ID)  # as in `erase`
    store.take_name(connection, who, name)
    # Those that they have say what they were called.
    ended.end_tokens(connection, [who.id], now_ms=now_ms)
    _tell(connection, renaming, who, name, now_ms)
    administration.note(connection, caller, who, "rename", f"{who.name}\n{name}", now_ms=now_ms)
    return replace(who, name=name, name_key=folded_name(name))


def _tell(connection: Connection, table: Table, who: store.Player, name: str, now_ms: int) -> None:
    """Has other services be told, after all that they were told before, and of somebody once."""
    last = max(connection.scalar(select(func.max(each.c.position))) or 0 for each in (erasure, renaming))
    connection.execute(delete(renaming).where(renaming.c.player_id == who.id))
    row = {"position": last + 1, "player_id": who.id, "name": name, "at_ms": now_ms}
    connection.execute(insert(table).values(**row))
    note_waiting(connection, erasure)


def _forget_address(connection: Connection, address: str) -> None:
    connection.execute(delete(code).where(code.c.address == address))
    connection.execute(delete(mail).where(mail.c.to == address))


def _forget_words(connection: Connection, ids: Sequence[str]) -> None:
    """Why they were suspended was written freely, and may name them; so do names that Admins have replaced."""
    has_words = audit.c.player_id.in_(ids), audit.c.action.in_(("suspend", "rename"))
    connection.execute(update(audit).where(*has_words).values(detail=""))


def _free_name(connection: Connection, universe: str, rng: random.Random) -> str:
    """A name that nobody has there."""
    lengths = chain(repeat(_SIGNS, _TRIES), count(_SIGNS + 1))
    names = ("Gone-" + "".join(rng.choices(LONG.signs, k=length)) for length in lengths)
    return next(each for each in names if store.player_by_name(connection, folded_name(each), universe) is None)


def name_since(connection: Connection, player_id: str) -> str | None:
    """What somebody who was erased is called; None for others."""
    name: str | None = connection.scalar(select(erasure.c.name).where(erasure.c.player_id == player_id))
    return name


def erased_after(connection: Connection, position: int, *, with_renamed: bool = False) -> list[Erased]:
    """Those who come after a position, some of them where they are many."""
    found = [
        Erased(row.position, row.player_id, row.name, row.at_ms, table is renaming)
        for table in ((erasure, renaming) if with_renamed else (erasure,))
        for row in connection.execute(
            select(table).where(table.c.position > position).order_by(table.c.position).limit(MOST_TOLD)
        )
    ]
    return sorted(found, key=lambda each: each.position)[:MOST_TOLD]


class Telling:
    """Tells who is erased: at once of those here, and of those at other replicas when it is heard that sessions end.

    Args:
        database: of players.
        ended: hears of sessions that end at any replica, as those of whoever is erased do in the same transaction.
    """

    def __init__(self, database: Database, ended: EndedSessions) -> None:
        self._database = database
        self._changed = asyncio.Event()
        database.after_commit(erasure, self._wake)
        ended.when_ended(lambda _: self._wake())

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def after(self, position: int, *, with_renamed: bool = False) -> AsyncIterator[list[Erased]]:
        """Those after a position, then those who are erased, or renamed by an Admin, without end."""
        while True:
            changed = self._changed
            told = await self._database.read(partial(erased_after, position=position, with_renamed=with_renamed))
            if told:
                position = told[-1].position
                yield told
                continue
            await woken(changed, _LOOK_EVERY_S)
