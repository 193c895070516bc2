"""One's own: avatar, address, sessions, personas, bots and their tokens; all of it as a file, and erased."""

from __future__ import annotations

import json

from flask import Blueprint, Response, jsonify

from redscience.api.players.v1 import players_pb2 as players_api
from services.gateway import identity
from services.gateway.accounts import list_own, list_sessions
from services.gateway.backends import Backends, call, call_once
from services.gateway.incoming import body
from services.gateway.language import language
from services.gateway.own_data import own_data
from services.gateway.shown import Shown, show_player


def account_blueprint(backends: Backends) -> Blueprint:
    """One's own: avatar, address, sessions, personas, bots and their tokens."""
    blueprint = Blueprint("account", __name__, url_prefix="/me")
    players = backends.players

    @blueprint.post("/avatar")
    def choose_avatar() -> Shown:
        asked = body()
        chosen = players_api.SetAvatarRequest(
            avatar=asked.whole("avatar", most=255), player_id=asked.text("player_id", "")
        )
        player = call(players.SetAvatar, chosen, identity.session().token).player
        identity.sessions().forget(identity.secret())
        return show_player(player)

    @blueprint.post("/sessions/<session_id>/end")
    def end_session(session_id: str) -> list[Shown]:
        session = identity.session()
        call(players.EndSession, players_api.EndSessionRequest(session_id=session_id), session.token)
        return list_sessions(backends, session)

    @blueprint.post("/sessions/end")
    def end_other_sessions() -> list[Shown]:
        session = identity.session()
        kept = players_api.EndSessionsRequest(kept_secret=identity.secret())
        call(players.EndSessions, kept, session.token)
        return list_sessions(backends, session)

    @blueprint.get("/own")
    def own() -> Shown:
        return list_own(backends, identity.session())

    @blueprint.post("/personas")
    def make_persona() -> Shown:
        asked = body()
        made = players_api.MakePersonaRequest(
            name=asked.text("name").strip(), universe_name=asked.text("universe_name", "").strip()
        )
        return show_player(call(players.MakePersona, made, identity.session().token).player)

    @blueprint.post("/bots")
    def make_bot() -> Shown:
        asked = players_api.MakeBotRequest(name=body().text("name").strip())
        # Not repeated: the token is told once.
        made = call_once(players.MakeBot, asked, identity.session().token)
        return {"player": show_player(made.player), "token": made.token}

    @blueprint.post("/bots/<bot_id>/token")
    def rotate_token(bot_id: str) -> Shown:
        asked = players_api.RotateBotTokenRequest(player_id=bot_id)
        return {"token": call(players.RotateBotToken, asked, identity.session().token).token}

    @blueprint.post("/bots/<bot_id>/revoke")
    def revoke_token(bot_id: str) -> Shown:
        asked = players_api.RevokeBotTokenRequest(player_id=bot_id)
        call(players.RevokeBotToken, asked, identity.session().token)
        return {}

    _add_address(blueprint, backends)
    _add_data(blueprint, backends)
    return blueprint


def _add_address(blueprint: Blueprint, backends: Backends) -> None:
    """Adds how one comes to log in by another address."""
    players = backends.players

    @blueprint.post("/address/code")
    def send_code() -> Shown:
        asked = players_api.RequestAddressCodeRequest(email=body().text("email").strip(), language=language())
        # Not repeated: a second call would send a second mail.
        answer = call_once(players.RequestAddressCode, asked, identity.session().token)
        return {"expires_at_ms": answer.expires_at_ms, "challenge": answer.challenge}

    @blueprint.post("/address")
    def change_address() -> Shown:
        asked = body()
        wanted = players_api.SetAddressRequest(
            email=asked.text("email").strip(),
            code=asked.text("code").strip(),
            challenge=asked.text("challenge"),
            language=language(),
        )
        changed = call(players.SetAddress, wanted, identity.session().token).player
        identity.sessions().forget(identity.secret())
        return {"email": changed.email}


def _add_data(blueprint: Blueprint, backends: Backends) -> None:
    """Adds all that is kept of oneself, to have and to be rid of."""

    @blueprint.get("/data")
    def data() -> Response:
        text = json.dumps(own_data(backends, identity.session()), ensure_ascii=False, indent=1)
        headers = {"Content-Disposition": 'attachment; filename="redscience.json"'}
        return Response(text, content_type="application/json; charset=utf-8", headers=headers)

    @blueprint.post("/erase/code")
    def send_erasure_code() -> Shown:
        asked = players_api.RequestErasureCodeRequest(name=body().text("name"), language=language())
        # Not repeated, as in `send_code`.
        answer = call_once(backends.players.RequestErasureCode, asked, identity.session().token)
        return {"challenge": answer.challenge, "is_to_former_address": answer.is_to_former_address}

    @blueprint.post("/erase")
    def erase() -> Response:
        session, asked = identity.session(), body()
        confirmed = players_api.EraseRequest(
            player_id=session.player.id,
            name=asked.text("name"),
            code=asked.text("code").strip(),
            challenge=asked.text("challenge"),
        )
        call(backends.players.Erase, confirmed, session.token)
        response = jsonify()
        identity.forget(response)
        return response
