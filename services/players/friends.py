"""Friends: who asks, accepts, refuses and bans whom. Each of these may be repeated, and is done once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, and_, select

from redscience.english import English
from redscience.errors import Fault, InvalidField, LimitReached, UnknownPlayer
from services.kit.identity import Caller
from services.players import stances, store
from services.players.schema import stance
from services.players.stances import Stances

MOST = 1_000
"""Of how many others a player may be a friend, or ask to be one, or have banned them."""
MOST_ASKING = 200

_own = stance.alias("own")
_theirs = stance.alias("theirs")


def ask(connection: Connection, caller: Caller, other_id: str, *, now_ms: int) -> None:
    """Asks a person to be friends, or accepts where they have asked.

    Raises:
        NotLoggedIn: the caller is kept out.
        UnknownPlayer, InvalidField: it is nobody whom the caller may ask.
        LimitReached: the caller has said something of too many.
    """
    said = _said(connection, caller, other_id)
    if said.own.get(other_id) == "banned":
        raise _fault("you have banned this player", "Revoke the ban first")
    if other_id not in said.own:
        _say(connection, caller, other_id, "friend", now_ms)


def accept(connection: Connection, caller: Caller, other_id: str, *, now_ms: int) -> None:
    """Accepts what a person has asked.

    Raises:
        NotLoggedIn: the caller is kept out.
        UnknownPlayer, InvalidField: they are not asking.
        LimitReached: the caller has said something of too many.
    """
    said = _said(connection, caller, other_id)
    if said.are_friends(other_id):
        return
    if other_id in said.own or said.theirs.get(other_id) != "friend":
        raise _fault("this player does not ask you now", "Ask them to be friends")
    _say(connection, caller, other_id, "friend", now_ms)


def refuse(connection: Connection, caller: Caller, other_id: str) -> None:
    """Refuses what a person has asked; who is a friend stays one."""
    if not _said(connection, caller, other_id).are_friends(other_id):
        stances.take_back(connection, other_id, caller.id, "friend")


def end(connection: Connection, caller: Caller, other_id: str) -> None:
    """Ends a friendship, or takes back what the caller has asked."""
    if _said(connection, caller, other_id).are_friends(other_id):
        stances.take_back(connection, other_id, caller.id, "friend")
    stances.take_back(connection, caller.id, other_id, "friend")


def ban(connection: Connection, caller: Caller, other_id: str, *, now_ms: int) -> None:
    """Bans a person: what they have asked is gone, and what they ask is not seen."""
    if _said(connection, caller, other_id).own.get(other_id) == "banned":
        return
    stances.take_back(connection, other_id, caller.id, "friend")
    _say(connection, caller, other_id, "banned", now_ms)


def revoke_ban(connection: Connection, caller: Caller, other_id: str) -> None:
    """Takes a ban back."""
    _said(connection, caller, other_id)
    stances.take_back(connection, caller.id, other_id, "banned")


def list_all(connection: Connection, player_id: str) -> Mapping[str, Sequence[store.Player]]:
    """`friends`, those who are `asked`, `asking` and `banned` by a player."""
    said = (
        select(_own.c.other_id, _own.c.stance, _theirs.c.stance)
        .outerjoin(_theirs, and_(_theirs.c.player_id == _own.c.other_id, _theirs.c.other_id == player_id))
        .where(_own.c.player_id == player_id)
    )
    asking = (
        select(_theirs.c.player_id)
        .outerjoin(_own, and_(_own.c.other_id == _theirs.c.player_id, _own.c.player_id == player_id))
        .where(_theirs.c.other_id == player_id, _theirs.c.stance == "friend", _own.c.stance.is_(None))
        .order_by(_theirs.c.since_ms.desc(), _theirs.c.player_id.desc())
        .limit(MOST_ASKING)
    )
    group_of = {other: _group(own, theirs) for other, own, theirs in connection.execute(said)}
    askers = connection.execute(asking).scalars().all()
    # Who they are is asked for once it is known whom that is of: joined, whole tables would be read for some hundred.
    groups: dict[str, list[store.Player]] = {"friends": [], "asked": [], "asking": [], "banned": []}
    for each in sorted(store.players_by_id(connection, list(group_of)), key=lambda other: (other.name_key, other.id)):
        groups[group_of[each.id]].append(each)
    groups["asking"] = store.players_by_id(connection, askers)
    return groups


def _group(own: str, theirs: str | None) -> str:
    """Where somebody is listed of whom a player has said something."""
    return "banned" if own == "banned" else "friends" if theirs == "friend" else "asked"


def _said(connection: Connection, caller: Caller, other_id: str) -> Stances:
    """What the caller and another person have said of each other.

    Raises:
        UnknownPlayer, InvalidField: it is no other person whom the caller may know of.
    """
    found = store.known_players(connection, caller, [other_id])
    if not found:
        raise _unknown()
    if other_id == caller.id:
        raise _fault("this is you", "Name somebody else")
    if found[0].kind != "person":
        raise _fault(f"{found[0].name} is no person", "Seat them without asking; only people are friends")
    return stances.between(connection, caller.id, [other_id])


def _say(connection: Connection, caller: Caller, other_id: str, word: stances.Word, now_ms: int) -> None:
    store.lock_caller(connection, caller)
    if store.is_erased(connection, other_id):
        raise _unknown()
    if stances.count(connection, caller.id, but_for=other_id) >= MOST:
        message = f"You have {MOST} friends, requests and bans, which is as many as you may. End some first."
        raise LimitReached(message, retry_after_s=0)
    stances.say(connection, caller.id, other_id, word, now_ms=now_ms)


def _unknown() -> UnknownPlayer:
    return UnknownPlayer("There is no such player here. Look for players by their names.")


def _fault(problem: English, remedy: English) -> InvalidField:
    return InvalidField([Fault("player_id", problem, remedy)])
