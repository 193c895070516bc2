"""Saving: all in one transaction, and what the database holds to be unique decides."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from redscience.errors import Fault, InvalidField, NameTaken, SameRules
from redscience.names import folded_name
from services.kit.identity import Caller
from services.rules import index
from services.rules.fields import UNKNOWN_ORIGIN
from services.rules.game import Game
from services.rules.lengths import tell_saved
from services.rules.queries import game_by_id, game_named, game_saved_under, game_with_digest
from services.rules.quotas import count_one_more
from services.rules.schema import changes, games

AFTER_CATALOGUE = 1_000_000
"""The position of every game that is not of the catalogue."""


def save(
    connection: Connection,
    game: Game,
    found_by: Collection[str],
    *,
    creator: Caller,
    request_id: str,
    usual_quota: int | None,
) -> Game:
    """Saves a game under its terms, or returns the one that its creator saved under `request_id` before.

    Raises:
        InvalidField: there is no game that it could have been made from as is said, or another game was saved under
            `request_id`.
        QuotaSpent: the creator has saved as many as they may.
        SameRules: a saved game has the same rules.
        NameTaken: a saved game has the same name.
    """
    earlier = _saved_before(connection, game, request_id)
    if earlier is not None:
        return earlier
    _refuse_unknown_origin(connection, game)
    _refuse_taken(connection, game, creator)
    try:
        with connection.begin_nested():
            count_one_more(connection, game.creator_id, usual_quota)
            connection.execute(insert(games).values(**row_of(game, request_id=request_id)))
            index.put(connection, game, found_by)
            tell_saved(connection, game.id, game.rule_set, now_ms=game.created_at_ms)
    except IntegrityError:
        # Somebody was quicker: what they saved can be seen now, and says what to answer.
        earlier = _saved_before(connection, game, request_id)
        if earlier is not None:
            return earlier
        _refuse_taken(connection, game, creator)
        raise
    return game


def _saved_before(connection: Connection, game: Game, request_id: str) -> Game | None:
    """The game that was saved under the same request; None where there is none.

    Raises:
        InvalidField: it has other rules, or was saved under another name.
    """
    earlier = game_saved_under(connection, game.creator_id, request_id)
    if earlier is None:
        return None
    if (earlier.digest, _first_name(connection, earlier)) != (game.digest, game.name):
        raise InvalidField([Fault("request_id", "was used for another game", "Choose a new one for each game")])
    return earlier


def _first_name(connection: Connection, game: Game) -> str:
    """The name under which a game was saved, whatever it is called by now."""
    renamed = select(changes.c.before).where(changes.c.subject_id == game.id, changes.c.field == "name")
    before: str | None = connection.scalar(renamed.order_by(changes.c.id).limit(1))
    return game.name if before is None else before


def _refuse_unknown_origin(connection: Connection, game: Game) -> None:
    if not game.origin_id:
        return
    origin = game_by_id(connection, game.origin_id)
    if origin is None:
        raise InvalidField([UNKNOWN_ORIGIN])
    if origin.family != game.family:
        problem = f"is {origin.name}, a game of another kind"
        raise InvalidField([Fault("origin_id", problem, f"Send that of a game of the family {game.family}, or none")])


def _refuse_taken(connection: Connection, game: Game, creator: Caller) -> None:
    """Refuses a game whose rules or name another has.

    Raises:
        SameRules: naming the other game, if its creator may find that.
        NameTaken: with a fault at `name`.
    """
    same = game_with_digest(connection, game.digest)
    if same is not None and not same.may_be_found_by(creator):
        raise SameRules("A game that an admin has hidden has the same rules. Change a rule.")
    if same is not None:
        raise SameRules(f"{same.name} has the same rules. Play {same.name}, or change a rule.")
    refuse_taken_name(connection, game)


def refuse_taken_name(connection: Connection, game: Game) -> None:
    """Refuses a game whose name another has.

    Raises:
        NameTaken: with a fault at `name`.
    """
    fault = name_fault(connection, game.name, but_for=game.id)
    if fault is not None:
        raise NameTaken(f"There is a game named {game.name} already. {fault.remedy}.", [fault])


def name_fault(connection: Connection, name: str, *, but_for: str = "") -> Fault | None:
    """What is wrong with a name that a game has, but for the one of that id; None where none has."""
    same = game_named(connection, name)
    if same is None or same.id == but_for:
        return None
    taker = "a game that an admin has hidden" if same.hidden else f"the game {same.name}"
    return Fault("name", f"is taken by {taker}", "Choose another name")


def row_of(
    game: Game,
    *,
    request_id: str | None = None,
    position: int = AFTER_CATALOGUE,
    has_own_rules: bool = True,
) -> dict[str, Any]:
    """The row of a game whose name is its own, and its rules too unless it is said not so."""
    return {
        "id": game.id,
        "family": game.family,
        "name": game.name,
        "unique_name": folded_name(game.name),
        "unique_digest": game.digest if has_own_rules else None,
        "digest": game.digest,
        "rule_set": game.rule_set,
        "seats": " ".join(game.seats),
        "creator_id": game.creator_id,
        "request_id": request_id,
        "created_at_ms": game.created_at_ms,
        "listed": True,
        "position": position,
        "turns": game.turns,
        "origin_id": game.origin_id,
    }
