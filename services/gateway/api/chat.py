"""What is said about matches, and by whom one would rather not hear it."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue

from redscience.api.chat.v1 import chat_pb2 as chat_api
from redscience.api.players.v1 import players_pb2 as players_api
from services.gateway import identity
from services.gateway.backends import Backends, call
from services.gateway.incoming import body
from services.gateway.shown import Shown, by_id, show_player
from services.gateway.shown_chat import ROOMS, show_message


def chat_blueprint(backends: Backends) -> Blueprint:
    """What is said about matches, and by whom one would rather not hear it."""
    blueprint = Blueprint("chat", __name__)
    chat = backends.chat

    @blueprint.post("/matches/<match_id>/chat/<room>")
    def say(match_id: str, room: str) -> Shown:
        asked = body()
        request = chat_api.SayRequest(
            match_id=match_id, room=_room(room), text=asked.text("text"), request_id=asked.text("request_id")
        )
        return show_message(call(chat.Say, request, identity.session().token).message)

    @blueprint.post("/matches/<match_id>/chat/<room>/<int(max=4294967295):number>/report")
    def report(match_id: str, room: str, number: int) -> ResponseReturnValue:
        reason = body().text("reason")
        request = chat_api.ReportRequest(match_id=match_id, room=_room(room), number=number, reason=reason)
        call(chat.Report, request, identity.session().token)
        return {}, HTTPStatus.OK

    @blueprint.get("/muted")
    def muted() -> Shown:
        token = identity.session().token
        ids = call(chat.ListMuted, chat_api.ListMutedRequest(), token).player_ids
        found = by_id(call(backends.players.Get, players_api.GetRequest(ids=ids), token).players) if ids else {}
        return {"players": [show_player(found[id_]) for id_ in ids if id_ in found]}

    @blueprint.post("/muted/<player_id>")
    def mute(player_id: str) -> ResponseReturnValue:
        call(chat.Mute, chat_api.MuteRequest(player_id=player_id), identity.session().token)
        return {}, HTTPStatus.OK

    @blueprint.delete("/muted/<player_id>")
    def unmute(player_id: str) -> ResponseReturnValue:
        call(chat.Unmute, chat_api.UnmuteRequest(player_id=player_id), identity.session().token)
        return {}, HTTPStatus.OK

    return blueprint


def _room(name: str) -> chat_api.Room.ValueType:
    if name not in ROOMS:
        abort(HTTPStatus.NOT_FOUND)
    return ROOMS[name]
