"""Bots: programs that play under a name of their own, each with an owner who answers for it, and a token."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection

from redscience.errors import UnknownPlayer
from redscience.names import folded_name
from services.kit.identity import Caller
from services.kit.ids import new_id
from services.players import owned, sessions, store

MOST: Mapping[str, int] = {"trainer": 100, "admin": 100}
"""How many bots somebody of a role may have; a role that is not named makes none."""
_REFUSAL = "Only trainers and admins can make bots. Ask an admin to make you a trainer."


def make(connection: Connection, caller: Caller, name: str, secret: str, *, now_ms: int) -> tuple[store.Player, bool]:
    """The bot of this name, and whether it was made now, so that `secret` is its token.

    One that the caller has is left as it is: who has lost its token rotates it.

    Raises:
        NotLoggedIn: the caller is kept out.
        NotAllowed, LimitReached: the caller may make none, or no more.
        PlayerNameTaken: somebody else has the name.
    """
    store.lock_caller(connection, caller)
    known = owned.find(connection, caller, "bot", name, caller.universe)
    if known is not None:
        return known, False
    owned.require_room(connection, caller, "bot", MOST, _REFUSAL)
    made = store.Player(new_id(), name, folded_name(name), "bot", "persona", caller.universe, None, now_ms, caller.id)
    store.add_player(connection, made)
    _give(connection, made, secret, now_ms)
    return made, True


def rotate(connection: Connection, caller: Caller, bot_id: str, secret: str, *, now_ms: int) -> store.Player:
    """Has `secret` be the only token of a bot of the caller's.

    Raises:
        UnknownPlayer: the caller has no such bot.
    """
    bot = _require_bot(connection, caller, bot_id)
    store.end_sessions_of(connection, bot.id, now_ms=now_ms)
    _give(connection, bot, secret, now_ms)
    return bot


def revoke(connection: Connection, caller: Caller, bot_id: str, *, now_ms: int) -> None:
    """Leaves a bot of the caller's without a token.

    Raises:
        UnknownPlayer: the caller has no such bot.
    """
    store.end_sessions_of(connection, _require_bot(connection, caller, bot_id).id, now_ms=now_ms)


def _give(connection: Connection, bot: store.Player, secret: str, now_ms: int) -> None:
    token = sessions.opened(secret, bot.id, bot.kind, "token", now_ms=now_ms)
    store.add_session(connection, token, now_ms=now_ms)


def _require_bot(connection: Connection, caller: Caller, bot_id: str) -> store.Player:
    found = store.require_own(connection, caller, bot_id)
    if found.kind != "bot":
        raise UnknownPlayer(f"{found.name} is no bot. Look for it in the list of your own.")
    return found
