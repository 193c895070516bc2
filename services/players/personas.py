"""Personas: players without a log-in, each played by who made it; and the private universes that they are made in."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, count

from sqlalchemy import Connection, insert, select

from redscience.errors import Fault, InvalidField, UnknownPlayer
from redscience.names import folded_name
from services.kit.identity import Caller
from services.kit.ids import new_id
from services.players import owned, store
from services.players.names import numbered
from services.players.schema import player, universe

MOST: Mapping[str, int] = {"creator": 3, "trainer": 100, "admin": 100}
"""How many personas somebody of a role may have."""
_REFUSAL = "Personas are made by people who have logged in."

PUBLIC_NAMES = frozenset({"public", "public universe"})
"""What no private universe may be called, folded."""


def make(connection: Connection, caller: Caller, name: str, universe_name: str, *, now_ms: int) -> store.Player:
    """The persona of this name in a universe ("" for the caller's own); made where the caller has none by that name.

    Raises:
        NotLoggedIn: the caller is kept out.
        LimitReached: the caller has as many as they may.
        PlayerNameTaken, InvalidField: somebody else has the name, or is in the universe.
    """
    store.lock_caller(connection, caller)
    where = _enter(connection, caller, universe_name, now_ms=now_ms) if universe_name else caller.universe
    known = owned.find(connection, caller, "persona", name, where)
    if known is not None:
        return known
    owned.require_room(connection, caller, "persona", MOST, _REFUSAL)
    made = store.Player(new_id(), name, folded_name(name), "persona", "persona", where, None, now_ms, caller.id)
    store.add_player(connection, made)
    return made


def enter(connection: Connection, person_id: str, universe_id: str, *, now_ms: int) -> store.Player:
    """The persona by which a person plays in a private universe: their oldest there, or one that is made.

    It has the person's name, with a number where that is taken.

    Raises:
        UnknownPlayer: there is no such person, or they are kept out.
        InvalidField: there is no such universe.
    """
    store.lock_player(connection, person_id)
    person = next(iter(store.players_by_id(connection, [person_id])), None)
    if person is None or person.kind != "person" or person.suspended_at_ms is not None:
        raise UnknownPlayer("There is no such person. Only people are invited into private universes.")
    if connection.scalar(select(universe.c.id).where(universe.c.id == universe_id)) is None:
        raise InvalidField([Fault("universe", "is no private universe", "Send the id of one")])
    is_there = player.c.owner_id == person_id, player.c.kind == "persona", player.c.universe == universe_id
    oldest = select(player).where(*is_there).order_by(player.c.created_at_ms, player.c.id).limit(1)
    found = connection.execute(oldest).one_or_none()
    if found is not None:
        return store.Player(*found)
    name = _free_name(connection, person.name, universe_id)
    persona = store.Player(
        id=new_id(),
        name=name,
        name_key=folded_name(name),
        kind="persona",
        role="persona",
        universe=universe_id,
        email=None,
        created_at_ms=now_ms,
        owner_id=person_id,
        by_invitation=True,
    )
    store.add_player(connection, persona)
    return persona


def _free_name(connection: Connection, name: str, universe_id: str) -> str:
    """A name that nobody has in a universe: this one, or the first with a number."""
    candidates = chain([name], (numbered(name, number) for number in count(2)))
    return next(each for each in candidates if store.player_by_name(connection, folded_name(each), universe_id) is None)


def list_own(connection: Connection, owner_id: str) -> list[store.Player]:
    """Whom a player has made, by name."""
    statement = select(player).where(player.c.owner_id == owner_id).order_by(player.c.name_key, player.c.id)
    return [store.Player(*row) for row in connection.execute(statement)]


def list_universes(connection: Connection, caller: Caller) -> list[tuple[str, str]]:
    """The ids and names of the universes that a player is in, their own first."""
    seen = store.universes(connection, caller)
    private = select(universe.c.id, universe.c.name).where(universe.c.id.in_(seen)).order_by(universe.c.name_key)
    named = [(store.PUBLIC_UNIVERSE, "Public Universe"), *((row.id, row.name) for row in connection.execute(private))]
    return sorted(
        (each for each in named if each[0] in seen),
        key=lambda each: each[0] != caller.universe,
    )


def _enter(connection: Connection, caller: Caller, name: str, *, now_ms: int) -> str:
    """The id of a private universe, made where there is none of this name."""
    key = folded_name(name)
    if key in PUBLIC_NAMES:
        problem = f"everybody is in {name}"
        raise InvalidField([Fault("universe_name", problem, "Leave it empty to make the persona there")])
    found: str | None = connection.scalar(select(universe.c.id).where(universe.c.name_key == key))
    if found is None:
        found = new_id()
        connection.execute(insert(universe).values(id=found, name=name, name_key=key, created_at_ms=now_ms))
    elif found not in store.universes(connection, caller):
        problem = f"others are in {name} already"
        raise InvalidField([Fault("universe_name", problem, "Choose another name, or have them invite you")])
    return found
