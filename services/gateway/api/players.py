"""Players: found, their pages filled, and what one has to do with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, abort, request

from redscience.api.players.v1 import players_pb2 as players_api
from services.gateway import identity
from services.gateway.backends import Backends, call
from services.gateway.profiles import TABS, get_player, stances
from services.gateway.shown import Shown, show_player

FOUND = 20


def players_blueprint(backends: Backends) -> Blueprint:
    """Players: found, their pages filled, and what one has to do with them."""
    blueprint = Blueprint("players", __name__)
    players = backends.players
    actions: Mapping[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
        "ask": (players.AskFriend, players_api.AskFriendRequest),
        "accept": (players.AcceptFriend, players_api.AcceptFriendRequest),
        "refuse": (players.RefuseFriend, players_api.RefuseFriendRequest),
        "end": (players.EndFriendship, players_api.EndFriendshipRequest),
        "ban": (players.BanPlayer, players_api.BanPlayerRequest),
        "unban": (players.RevokeBan, players_api.RevokeBanRequest),
    }

    @blueprint.get("/players")
    def find() -> list[Shown]:
        asked = players_api.FindRequest(name_prefix=request.args.get("name", "").strip(), limit=FOUND)
        return [show_player(player) for player in call(players.Find, asked, identity.session().token).players]

    @blueprint.get("/players/<player_id>/<tab>")
    def rows(player_id: str, tab: str) -> Shown:
        if tab not in TABS:
            abort(404)
        session = identity.session()
        return TABS[tab](backends, session, get_player(backends, session, player_id), request.args)

    @blueprint.post("/players/<player_id>/<any(ask, accept, refuse, end, ban, unban):action>")
    def befriend(player_id: str, action: str) -> Shown:
        session = identity.session()
        method, asked = actions[action]
        call(method, asked(player_id=player_id), session.token)
        return {"stance": stances(backends, session).get(player_id, "")}

    return blueprint
