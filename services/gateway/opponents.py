"""Whom somebody may name for a seat beside their own, and who is always there."""

from __future__ import annotations

from collections.abc import Iterable

from redscience.api.match.v1.match_pb2 import ListBotsRequest
from redscience.api.players.v1.players_pb2 import (
    GetRequest,
    Kind,
    ListFriendsRequest,
    ListOwnRequest,
    Player,
)
from redscience.names import HOUSE, folded_name
from services.gateway.backends import Backends, call
from services.gateway.language import gettext
from services.gateway.leaderboards import universes_of
from services.gateway.sessions import Session
from services.gateway.shown import Shown, show_player
from services.kit.ids import is_id

SHOWN = 20


def house() -> list[Shown]:
    """The players that think, the weakest first."""
    return [{"id": each, "name": player.name, "about": gettext(player.about)} for each, player in HOUSE.items()]


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
    own = () if session.is_visit else call(backends.players.ListOwn, ListOwnRequest(), session.token).players
    friends = (
        () if session.is_visit else call(backends.players.ListFriends, ListFriendsRequest(), session.token).friends
    )
    host = next((one for one in own if one.id == host_id and one.kind == Kind.KIND_PERSONA), None)
    asked = ListBotsRequest(game_id=game_id, name_contains=name, limit=SHOWN)
    bots = call(backends.match.ListBots, asked, session.token).bots if host is None else ()
    connected = {bot.player_id for bot in bots}
    universe = session.player.universe if host is None else host.universe
    # Who plays in another universe is met there.
    there = [one for one in own if one.universe == universe and one != host]
    return {
        "bots": [{"id": bot.player_id, "name": bot.name, "kind": "bot"} for bot in bots],
        "friends": _named(friends, name),
        "personas": _named((one for one in there if one.kind == Kind.KIND_PERSONA), name),
        "away": _named((one for one in there if one.kind == Kind.KIND_BOT and one.id not in connected), name),
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
    names = {universe["id"]: universe["name"] for universe in universes_of(backends, session)}
    return [show_player(one) | {"universe_name": names.get(one.universe, "")} for one in elsewhere]


def host_in(backends: Backends, session: Session, universe: str) -> str:
    """The id of a persona of the caller's in a private universe; "" for one where they play as themself."""
    if universe in {"", session.player.universe}:
        return ""
    return next((str(host["id"]) for host in hosts(backends, session) if host["universe"] == universe), "")


def _named(players: Iterable[Player], name: str) -> list[Shown]:
    part = folded_name(name)
    return [show_player(one) for one in players if part in folded_name(one.name)][:SHOWN]
