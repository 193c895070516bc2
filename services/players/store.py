"""Players, sessions, codes and mail, as they are kept: how they are read and written."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Select, and_, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from redscience.errors import NotLoggedIn, PlayerNameTaken, UnknownPlayer
from redscience.names import RANDOM_ID, folded_name
from services.kit.database import note_waiting
from services.kit.identity import Caller
from services.kit.ids import is_id
from services.players import ended
from services.players.codes import Issued, secret_digest
from services.players.schema import code, erasure, mail, player, session

PUBLIC_UNIVERSE = "public"
MAIL_KEPT = 100
_LAST_SIGN = "\U0010ffff"
"""No name and no address has it: all that begin with a text are less than that with it."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player; `kind` and `role` as tokens spell them."""

    id: str
    name: str
    name_key: str
    kind: str
    role: str
    universe: str
    email: str | None
    created_at_ms: int
    owner_id: str | None = None
    suspended_at_ms: int | None = None
    avatar: int | None = None
    by_invitation: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """A session, until it expires or is revoked."""

    digest: str
    player_id: str
    created_at_ms: int
    expires_at_ms: int
    id: str
    label: str
    used_at_ms: int


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail."""

    id: str
    to: str
    subject: str
    body: str
    sent_at_ms: int


def players_by_id(connection: Connection, ids: Sequence[str]) -> list[Player]:
    """The players of these ids, in the order asked; unknown ones are left out."""
    found = {row.id: Player(*row) for row in connection.execute(select(player).where(player.c.id.in_(set(ids))))}
    return [found[each] for each in ids if each in found]


def universes(connection: Connection, caller: Caller) -> list[str]:
    """The universes that a player is in: their own, those of their personas, and what is in all of them."""
    own = select(player.c.universe).where(player.c.owner_id == caller.id, player.c.kind == "persona").distinct()
    return ["", caller.universe, *connection.scalars(own)]


def known_players(connection: Connection, caller: Caller, ids: Sequence[str]) -> list[Player]:
    """The players of these ids that the caller may know of, in the order asked."""
    found = players_by_id(connection, [each for each in ids if is_id(each)])
    if caller.kind == "service":
        return found
    seen = universes(connection, caller)
    return [each for each in found if each.universe in seen]


def require_own(connection: Connection, caller: Caller, player_id: str) -> Player:
    """The caller, or a player whom they have made.

    Raises:
        UnknownPlayer: it is neither.
        NotLoggedIn: the caller is kept out.
    """
    require_active(connection, caller)
    own = find_own(connection, caller, player_id)
    if own is None:
        raise UnknownPlayer("You have no such player. Look for it in the list of your own.")
    return own


def find_own(connection: Connection, caller: Caller, player_id: str) -> Player | None:
    """The caller, or a player whom they have made; None where it is neither."""
    found = players_by_id(connection, [player_id] if is_id(player_id) else [])
    return found[0] if found and caller.id in (found[0].id, found[0].owner_id) else None


def require_active(connection: Connection, caller: Caller) -> None:
    """Sees that a caller may act still, for a token says what was true ten minutes ago.

    Raises:
        NotLoggedIn: they were suspended or erased meanwhile.
    """
    found = players_by_id(connection, [caller.id])
    if not found or found[0].suspended_at_ms is not None:
        raise NotLoggedIn("The session has ended. Log in again.")


def is_erased(connection: Connection, player_id: str) -> bool:
    """Whether what was known of a player was erased."""
    found = select(erasure.c.position).where(erasure.c.player_id == player_id)
    return connection.execute(found).first() is not None


def ids_made_by(connection: Connection, owner_id: str) -> list[str]:
    """The personas and bots of a player."""
    return list(connection.scalars(select(player.c.id).where(player.c.owner_id == owner_id)))


def player_by_email(connection: Connection, email: str) -> Player | None:
    """Who logs in with an address."""
    row = connection.execute(select(player).where(player.c.email == email)).one_or_none()
    return None if row is None else Player(*row)


def player_by_name(connection: Connection, name_key: str, universe: str) -> Player | None:
    """Who has a name in a universe."""
    statement = select(player).where(player.c.name_key == name_key, player.c.universe == universe)
    row = connection.execute(statement).one_or_none()
    return None if row is None else Player(*row)


def lock_player(connection: Connection, player_id: str) -> None:
    """Has units of work of one player that count what is theirs meet, so that two at once cannot both be the last."""
    connection.execute(update(player).where(player.c.id == player_id).values(kind=player.c.kind))


def lock_caller(connection: Connection, caller: Caller) -> None:
    """The same for who calls, where something is added to what is theirs.

    Raises:
        NotLoggedIn: they were suspended or erased meanwhile.
    """
    lock_player(connection, caller.id)
    require_active(connection, caller)


def players_by_prefix(connection: Connection, prefix_key: str, universe: str, limit: int) -> list[Player]:
    """Players of a universe, and Random, whose names begin so, in the order of their names; not those erased."""
    # Each by itself: an index has the names of one universe in order.
    found = [
        Player(*row)
        for each in dict.fromkeys((universe, ""))
        for row in connection.execute(_named(prefix_key, each).limit(limit))
    ]
    return sorted(found, key=lambda each: each.name_key)[:limit]


def _named(prefix_key: str, universe: str) -> Select[Any]:
    return (
        select(player)
        .where(
            player.c.universe == universe,
            begins_with(player.c.name_key, prefix_key),
            player.c.kind != "anonymous",
            ~select(erasure.c.position).where(erasure.c.player_id == player.c.id).exists(),
        )
        .order_by(player.c.name_key)
    )


def begins_with(column: Column[Any], prefix: str) -> ColumnElement[bool]:
    """Whether what is in a column begins so; an index on it leads there, as none does by LIKE."""
    return and_(column >= prefix, column < prefix + _LAST_SIGN)


def is_nobody_known(connection: Connection) -> bool:
    """Whether there is no person yet. Of several who come at once, one is told so.

    They all write Random's row, so that a database that runs them side by side sees them meet.
    """
    if connection.execute(select(player.c.id).where(player.c.kind == "person").limit(1)).first() is not None:
        return False
    connection.execute(update(player).where(player.c.id == RANDOM_ID).values(kind=player.c.kind))
    return True


def add_player(connection: Connection, row: Player) -> None:
    """Keeps a new player."""
    connection.execute(insert(player).values(_values(row)))


def rename(connection: Connection, player_id: str, name: str, name_key: str) -> bool:
    """Gives a player a name; False where another of the universe has it."""
    return _set_what_one_has(connection, player_id, name=name, name_key=name_key)


def set_address(connection: Connection, player_id: str, email: str) -> bool:
    """Gives a player an address to log in by; False where another has it."""
    return _set_what_one_has(connection, player_id, email=email)


def _set_what_one_has(connection: Connection, player_id: str, **values: str) -> bool:
    """Changes what no two players may have alike; False where another has it."""
    savepoint = connection.begin_nested()
    try:
        connection.execute(update(player).where(player.c.id == player_id).values(**values))
    except IntegrityError:
        savepoint.rollback()
        return False
    savepoint.commit()
    return True


def take_name(connection: Connection, who: Player, name: str) -> None:
    """Gives a player a name.

    Raises:
        PlayerNameTaken: another of the universe has it.
    """
    if not rename(connection, who.id, name, folded_name(name)):
        raise PlayerNameTaken(f"Another player is called {name}. Choose another name.")


def set_avatar(connection: Connection, player_id: str, avatar: int | None) -> None:
    """Gives a player an avatar."""
    connection.execute(update(player).where(player.c.id == player_id).values(avatar=avatar))


def set_role(connection: Connection, player_id: str, role: str) -> None:
    """Gives a player a role."""
    connection.execute(update(player).where(player.c.id == player_id).values(role=role))


def issued(connection: Connection, challenge: str) -> Issued | None:
    """What is kept of the code that goes with a challenge."""
    row = connection.execute(select(code).where(code.c.challenge == secret_digest(challenge))).one_or_none()
    return None if row is None else Issued(*row)


def add_issued(connection: Connection, row: Issued, *, now_ms: int) -> None:
    """Keeps what is known of a new code, and forgets those that have ended."""
    connection.execute(delete(code).where(code.c.expires_at_ms <= now_ms))
    connection.execute(insert(code).values(_values(row)))


def keep_tries(connection: Connection, row: Issued) -> None:
    """Keeps how often a code was tried, and whether its link was."""
    connection.execute(update(code).where(code.c.challenge == row.challenge).values(tries=row.tries, link=row.link))


def forget_issued(connection: Connection, row: Issued) -> None:
    """Forgets a code."""
    connection.execute(delete(code).where(code.c.challenge == row.challenge))


def add_session(connection: Connection, row: Session, *, now_ms: int) -> None:
    """Keeps a new session, and forgets those that have ended."""
    connection.execute(delete(session).where(session.c.expires_at_ms <= now_ms))
    connection.execute(insert(session).values(_values(row)))


def session_player(connection: Connection, digest: str, *, now_ms: int) -> tuple[Session, Player] | None:
    """The session of a secret, and whose it is; None where it has ended, or the player or their owner is suspended."""
    row = connection.execute(
        select(session).where(session.c.digest == digest, session.c.expires_at_ms > now_ms)
    ).one_or_none()
    if row is None:
        return None
    found = Session(*row)
    (who,) = players_by_id(connection, [found.player_id])
    responsible = [who, *players_by_id(connection, [who.owner_id] if who.owner_id else [])]
    return None if any(each.suspended_at_ms is not None for each in responsible) else (found, who)


def use_session(connection: Connection, digest: str, *, now_ms: int, expires_at_ms: int) -> None:
    """Says that a session was used, and moves its end."""
    used = update(session).where(session.c.digest == digest)
    connection.execute(used.values(used_at_ms=now_ms, expires_at_ms=expires_at_ms))


def end_session(connection: Connection, digest: str, *, now_ms: int) -> None:
    """Revokes a session; one that has ended stays ended."""
    ended.end(connection, session.c.digest == digest, now_ms=now_ms)


def end_session_of(connection: Connection, player_id: str, session_id: str, *, now_ms: int) -> None:
    """The same by its id, where it is this player's."""
    ended.end(connection, and_(session.c.id == session_id, session.c.player_id == player_id), now_ms=now_ms)


def end_sessions_of(connection: Connection, player_id: str, *, now_ms: int, but_for: str = "") -> None:
    """Revokes all sessions of a player, but for the one of this digest."""
    ended.end(connection, and_(session.c.player_id == player_id, session.c.digest != but_for), now_ms=now_ms)


def list_sessions(connection: Connection, player_id: str, *, now_ms: int) -> list[Session]:
    """The sessions of a player, the one last used first."""
    statement = (
        select(session)
        .where(session.c.player_id == player_id, session.c.expires_at_ms > now_ms)
        .order_by(session.c.used_at_ms.desc(), session.c.id.desc())
    )
    return [Session(*row) for row in connection.execute(statement)]


def add_mail(connection: Connection, row: Mail) -> None:
    """Keeps a mail, until it is sent."""
    connection.execute(insert(mail).values(_values(row)))
    note_waiting(connection, mail)


def keep_mail(connection: Connection, row: Mail, *, loopback: bool) -> None:
    """The same; on loopback, where none is ever sent, the newest alone stay."""
    add_mail(connection, row)
    if loopback:
        _forget_old_mail(connection)


def list_mail(connection: Connection) -> list[Mail]:
    """The mail that is kept, the oldest first."""
    return [Mail(*row) for row in connection.execute(select(mail).order_by(mail.c.sent_at_ms, mail.c.id))]


def oldest_mail(connection: Connection, but: Collection[str], last: Collection[str]) -> list[Mail]:
    """The oldest mail that is kept and that no other process has in hand; none or one.

    Args:
        connection: to the database.
        but: those that are left out.
        last: those that come after all others.
    """
    in_order = (mail.c.id.in_(last), mail.c.sent_at_ms, mail.c.id)
    query = select(mail).where(mail.c.id.not_in(but)).order_by(*in_order).limit(1)
    return [Mail(*row) for row in connection.execute(query.with_for_update(skip_locked=True))]


def forget_mail(connection: Connection, ids: Sequence[str]) -> None:
    """Keeps these mails no longer."""
    connection.execute(delete(mail).where(mail.c.id.in_(ids)))


def _forget_old_mail(connection: Connection) -> None:
    """Keeps the newest mails alone."""
    newest = select(mail.c.id).order_by(mail.c.sent_at_ms.desc(), mail.c.id.desc()).limit(MAIL_KEPT)
    connection.execute(delete(mail).where(mail.c.id.not_in(newest)))


def _values(row: Player | Session | Mail | Issued) -> dict[str, object]:
    return {name: getattr(row, name) for name in row.__dataclass_fields__}
