"""What Admins do, and alone may do: give roles, suspend players, find anybody. All that they change is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import ColumnElement, Connection, func, insert, select, union_all, update

from redscience.errors import Fault, InvalidField, NotAllowed, UnknownPlayer
from redscience.names import RANDOM_ID, folded_name
from services.kit.identity import Caller
from services.kit.ids import is_id, new_id
from services.players import ended, store
from services.players.schema import audit, erasure, player
from services.players.sessions import as_caller

ROLES = ("creator", "trainer", "admin")
"""The roles that a person may be given."""
LONGEST_REASON = 200

Action = Literal["role", "suspend", "unsuspend", "rename", "erase"]


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that an Admin did.

    Attributes:
        detail: the role that was given and the one before, why somebody was suspended, or both names, a line each.
    """

    id: str
    admin_id: str
    player_id: str
    action: str
    detail: str
    at_ms: int


def set_role(connection: Connection, caller: Caller, player_id: str, role: str, *, now_ms: int) -> store.Player:
    """Gives a person a role.

    Raises:
        NotAllowed, UnknownPlayer, InvalidField: the caller is no Admin any more; it is no person; it is the caller, or
            none would be Admin.
    """
    require_admin(connection, caller)
    who = require_player(connection, player_id, kinds=("person",))
    if who.role == role:
        return who
    if role not in ROLES:
        raise InvalidField([Fault("role", "is none that a person may have", f"Give one of {', '.join(ROLES)}")])
    _require_somebody_else(connection, caller, who)
    store.set_role(connection, who.id, role)
    # Those that they have say what they were.
    ended.end_tokens(connection, [who.id], now_ms=now_ms)
    note(connection, caller, who, "role", f"{who.role} to {role}", now_ms=now_ms)
    return require_player(connection, player_id)


def suspend(connection: Connection, caller: Caller, player_id: str, reason: str, *, now_ms: int) -> store.Player:
    """Ends all sessions of a person or a bot, and has none be opened; of who is suspended already keeps why again.

    Raises:
        NotAllowed, UnknownPlayer, InvalidField: as for `set_role`, or the reason is none that can be kept.
    """
    require_admin(connection, caller)
    who = require_player(connection, player_id, kinds=("person", "bot"))
    reason = read_reason(reason)
    if who.suspended_at_ms is not None:
        if reason != _last_reason(connection, who):
            note(connection, caller, who, "suspend", reason, now_ms=now_ms)
        return who
    _require_somebody_else(connection, caller, who)
    _suspend(connection, who, now_ms)
    store.end_sessions_of(connection, who.id, now_ms=now_ms)
    ended.end_tokens(connection, store.ids_made_by(connection, who.id), now_ms=now_ms)
    note(connection, caller, who, "suspend", reason, now_ms=now_ms)
    return require_player(connection, player_id)


def unsuspend(connection: Connection, caller: Caller, player_id: str, *, now_ms: int) -> store.Player:
    """Lets a player log in again.

    Raises:
        NotAllowed, UnknownPlayer: as for `set_role`.
    """
    require_admin(connection, caller)
    who = require_player(connection, player_id, kinds=("person", "bot"))
    if who.suspended_at_ms is not None:
        _suspend(connection, who, None)
        note(connection, caller, who, "unsuspend", "", now_ms=now_ms)
    return require_player(connection, player_id)


def let_in(connection: Connection, who: store.Player, *, now_ms: int) -> None:
    """Lets in again whom the configuration names as an Admin: it is noted as if they had done it themself."""
    _suspend(connection, who, None)
    note(connection, as_caller(who), who, "unsuspend", "", now_ms=now_ms)


def read_reason(text: str) -> str:
    """Why somebody is suspended, as it is kept.

    Raises:
        InvalidField: there is none, it is too long, or cannot be shown.
    """
    if not text.strip():
        raise InvalidField([Fault("reason", "is missing", "Say why this player is suspended")])
    if len(text) > LONGEST_REASON or not text.isprintable():
        remedy = f"Write at most {LONGEST_REASON} characters on one line"
        raise InvalidField([Fault("reason", "is too long or cannot be shown", remedy)])
    return text.strip()


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which players an Admin looks for.

    Attributes:
        text: how their names, or their addresses, begin.
        role: theirs; "" for any.
        is_suspended: only those who are.
        after_id: from the one after this on; "" for the first.
        limit: at most so many.
        newest_first: whether those who came last are the first.
    """

    text: str
    role: str
    is_suspended: bool
    after_id: str
    limit: int
    newest_first: bool = False


def refuse_taken_away(connection: Connection, caller: Caller, name: str) -> None:
    """Keeps somebody from the names that Admins have replaced, theirs or one of those that they have made.

    An Admin who gives such a name back has it be theirs again.

    Raises:
        InvalidField: it is one of them.
    """
    theirs = audit.c.player_id.in_([caller.id, *store.ids_made_by(connection, caller.id)])
    done = select(audit.c.detail).where(theirs, audit.c.action == "rename").order_by(audit.c.id)
    taken: set[str] = set()
    for detail in connection.scalars(done):
        before, _, after = detail.partition("\n")
        taken = (taken | {folded_name(before)}) - {folded_name(after)}
    if folded_name(name) in taken:
        raise InvalidField([Fault("name", "is a name that an admin has taken away from you", "Choose another")])


def find(connection: Connection, caller: Caller, wanted: Wanted) -> list[store.Player]:
    """Players of all universes, in the order in which they came or the other way round, without those who were erased.

    Raises:
        NotAllowed: the caller is no Admin any more.
    """
    require_admin(connection, caller)
    order = player.c.id.desc() if wanted.newest_first else player.c.id
    statement = select(player).where(*_conditions(wanted)).order_by(order).limit(wanted.limit)
    return [store.Player(*row) for row in connection.execute(statement)]


def list_audit(
    connection: Connection, caller: Caller, *, before_id: str, limit: int, player_id: str = ""
) -> Sequence[Entry]:
    """What admins did, the last first; with `player_id` about this player alone.

    Raises:
        NotAllowed: the caller is no Admin any more.
    """
    require_admin(connection, caller)
    statement = select(audit).order_by(audit.c.id.desc()).limit(limit)
    if before_id:
        statement = statement.where(audit.c.id < before_id)
    if player_id:
        statement = statement.where(audit.c.player_id == player_id)
    return [Entry(*row) for row in connection.execute(statement)]


def _conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    key = folded_name(wanted.text.strip())
    begins = union_all(
        select(player.c.id).where(store.begins_with(player.c.name_key, key)),
        select(player.c.id).where(store.begins_with(player.c.email, wanted.text.strip().lower())),
    )
    is_erased = select(erasure.c.position).where(erasure.c.player_id == player.c.id).exists()
    conditions = [~is_erased]
    if wanted.after_id:
        conditions += [player.c.id < wanted.after_id if wanted.newest_first else player.c.id > wanted.after_id]
    conditions += [player.c.id.in_(begins)] if key else []
    conditions += [player.c.role == wanted.role] if wanted.role else []
    conditions += [player.c.suspended_at_ms.is_not(None)] if wanted.is_suspended else []
    return conditions


def require_admin(connection: Connection, caller: Caller) -> None:
    """Sees that somebody is an Admin still, for a token says what was true ten minutes ago.

    Raises:
        NotAllowed: they are none.
    """
    found = store.players_by_id(connection, [caller.id])
    if not found or found[0].role != "admin" or found[0].suspended_at_ms is not None:
        raise NotAllowed("Only admins may do this.")


def require_player(connection: Connection, player_id: str, kinds: Sequence[str] = ("person", "bot")) -> store.Player:
    """A player of these kinds who was not erased.

    Raises:
        UnknownPlayer: there is none of this id.
    """
    found = store.players_by_id(connection, [player_id] if is_id(player_id) else [])
    if not found or found[0].kind not in kinds or store.is_erased(connection, player_id):
        raise UnknownPlayer(f"There is no {' or '.join(kinds)} of this id. Look for players by name or address.")
    return found[0]


def require_another_admin(connection: Connection, who: store.Player) -> None:
    """Sees that somebody else is an Admin, who can log in.

    Raises:
        InvalidField: nobody is.
    """
    # All who take an Admin away write one row: of two who take away each other, one finds that they are the last.
    store.lock_player(connection, RANDOM_ID)
    others = select(func.count()).where(
        player.c.role == "admin", player.c.id != who.id, player.c.suspended_at_ms.is_(None)
    )
    if not connection.execute(others).scalar_one():
        raise InvalidField([Fault("player_id", "no admin would be left", "Make somebody else an admin first")])


def _require_somebody_else(connection: Connection, caller: Caller, who: store.Player) -> None:
    """Sees that an Admin is left, and that nobody does to themself what they could not take back.

    Raises:
        InvalidField: none would be left, or it is the caller.
    """
    if who.role == "admin":
        require_another_admin(connection, who)
    if who.id == caller.id:
        raise InvalidField([Fault("player_id", "this is yourself", "Ask another admin to do it")])


def _suspend(connection: Connection, who: store.Player, at_ms: int | None) -> None:
    connection.execute(update(player).where(player.c.id == who.id).values(suspended_at_ms=at_ms))


def _last_reason(connection: Connection, who: store.Player) -> str | None:
    noted = select(audit.c.detail).where(audit.c.player_id == who.id, audit.c.action == "suspend")
    return connection.execute(noted.order_by(audit.c.id.desc()).limit(1)).scalar()


def note(
    connection: Connection, caller: Caller, who: store.Player, action: Action, detail: str, *, now_ms: int
) -> None:
    """Keeps what was done."""
    entry = {"admin_id": caller.id, "player_id": who.id, "action": action, "detail": detail, "at_ms": now_ms}
    connection.execute(insert(audit).values(id=new_id(), **entry))
