"""Whom somebody may name for a seat beside their own."""

from __future__ import annotations

from collections.abc import Iterable

from redscience.api.match.v1.match_pb2 import ListBotsRequest
from redscience.api.players.v1.players_pb2 import (
    GetRequest,
    Kind,
    ListFriendsRequest,
    ListOwnRequest,
    ListUniversesRequest,
    Player,
)
from redscience.names import folded_name
from services.gateway.backends import Backends, call
from services.gateway.sessions import Session
from services.gateway.shown import Shown, show_player
from services.kit.ids import is_id

SHOWN = 20


def opponents(backends: Backends, session: Session, game_id: str, name: str, host_id: str = "") -> Shown:
    """Friends, connected bots that play the game, own personas, and own bots that are away: those of a name.

    Args:
        backends: the services.
        session: of whoever invites.
        game_id: "" for any.
        name: a part of the name, "" for everybody.
        host_id: a persona of theirs in a private universe, as whom they invite; "" for themself. Friends come along
            there, bots do not.
    """
    asked = ListBotsRequest(game_id=game_id, name_contains=name, limit=SHOWN)
    bots = call(backends.match.ListBots, asked, session.token).bots
    told = {"bots": [{"id": bot.player_id, "name": bot.name, "kind": "bot"} for bot in bots]}
    if session.is_visit:
        return told | {"friends": [], "personas": [], "away": []}
    friends = call(backends.players.ListFriends, ListFriendsRequest(), session.token).friends
    own = call(backends.players.ListOwn, ListOwnRequest(), session.token).players
    connected = {bot.player_id for bot in bots}
    host = next((one for one in own if one.id == host_id and one.kind == Kind.KIND_PERSONA), None)
    universe = session.player.universe if host is None else host.universe
    # Who plays in another universe is met there.
    personas = [one for one in own if one.kind == Kind.KIND_PERSONA and one.universe == universe and one != host]
    if host is not None:
        return {"bots": [], "away": [], "friends": _named(friends, name), "personas": _named(personas, name)}
    away = [one for one in own if one.kind == Kind.KIND_BOT and one.id not in connected]
    return told | {
        "friends": _named(friends, name),
        "personas": _named(personas, name),
        "away": _named(away, name),
    }


def opponent(backends: Backends, session: Session, player_id: str) -> Shown | None:
    """The player whom an address names as the one to play with; None where there is none."""
    if not is_id(player_id) or player_id == session.player.id:
        return None
    players = call(backends.players.Get, GetRequest(ids=[player_id]), session.token).players
    return show_player(players[0]) if players else None


def hosts(backends: Backends, session: Session) -> list[Shown]:
    """As whom the caller may invite beside as themself: their personas in private universes, each with its universe."""
    if session.is_visit:
        return []
    own = call(backends.players.ListOwn, ListOwnRequest(), session.token).players
    elsewhere = [one for one in own if one.kind == Kind.KIND_PERSONA and one.universe != session.player.universe]
    if not elsewhere:
        return []
    universes = call(backends.players.ListUniverses, ListUniversesRequest(), session.token).universes
    names = {universe.id: universe.name for universe in universes}
    return [show_player(one) | {"universe_name": names.get(one.universe, "")} for one in elsewhere]


def _named(players: Iterable[Player], name: str) -> list[Shown]:
    part = folded_name(name)
    return [show_player(one) for one in players if part in folded_name(one.name)][:SHOWN]
