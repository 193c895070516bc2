"""Players and games by their ids, many at once: what other services tell of them is ids alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from redscience.api.players.v1.players_pb2 import GetRequest, Player
from redscience.api.rules.v1.rules_pb2 import BatchGetRequest, Game
from services.gateway.backends import Backends, call
from services.gateway.features import called_too
from services.gateway.sessions import Session
from services.gateway.shown import Shown, show_player

AT_ONCE = 200


def players_by_id(backends: Backends, session: Session, ids: Iterable[str]) -> dict[str, Shown]:
    """The players of these ids, as far as the caller may know of them; "?" in place of the others' names."""
    wanted = _each_once(ids)
    found: list[Player] = []
    for some in _in_parts(wanted):
        found += call(backends.players.Get, GetRequest(ids=some), session.token).players
    shown = {player.id: show_player(player) for player in found}
    return {each: shown.get(each) or show_player(Player(id=each, name="?")) for each in wanted}


def with_makers(backends: Backends, session: Session, games: Iterable[Shown]) -> list[Shown]:
    """Games, each with the name of who made it; those that nobody here has made as they are."""
    listed = list(games)
    makers = players_by_id(backends, session, (game["creator_id"] for game in listed))
    return [game | {"maker": makers[game["creator_id"]]["name"]} if game["creator_id"] else game for game in listed]


def games_by_id(backends: Backends, session: Session, ids: Iterable[str]) -> dict[str, Shown]:
    """The ids and names of games."""
    wanted = _each_once(ids)
    names = dict.fromkeys(wanted, "?") | {game.id: game.name for game in _games(backends, session, wanted)}
    return {each: {"id": each, "name": name} for each, name in names.items()}


def games_with_seats(backends: Backends, session: Session, ids: Iterable[str]) -> list[Shown]:
    """The ids, names and seats of games; those that nobody knows are left out."""
    found = _games(backends, session, _each_once(ids))
    return [{"id": game.id, "name": game.name, "seats": list(game.seats)} for game in found]


def other_names(backends: Backends, session: Session, ids: Iterable[str]) -> dict[str, list[str]]:
    """What else people call games."""
    return {game.id: called_too(game.family, game.also_called) for game in _games(backends, session, ids)}


def families_by_id(backends: Backends, session: Session, ids: Iterable[str]) -> dict[str, str]:
    """The families of games."""
    return {game.id: game.family for game in _games(backends, session, ids)}


def _games(backends: Backends, session: Session, ids: Iterable[str]) -> Iterator[Game]:
    for some in _in_parts(_each_once(ids)):
        yield from call(backends.rules.BatchGet, BatchGetRequest(ids=some), session.token).games


def _each_once(ids: Iterable[str]) -> list[str]:
    return [each for each in dict.fromkeys(ids) if each]


def _in_parts(ids: list[str]) -> Iterator[list[str]]:
    return (ids[begin : begin + AT_ONCE] for begin in range(0, len(ids), AT_ONCE))
