"""Logging in and out, and one's name."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from redscience.api.players.v1 import players_pb2 as players_api
from services.gateway import identity
from services.gateway.backends import Backends, call, call_for_stranger, call_once
from services.gateway.incoming import body
from services.gateway.language import language
from services.gateway.shown import Shown, show_player


def people_blueprint(backends: Backends) -> Blueprint:
    """Logging in and out, and one's name."""
    blueprint = Blueprint("people", __name__)
    players = backends.players

    @blueprint.post("/log-in/code")
    def send_code() -> Response:
        asked = players_api.RequestCodeRequest(email=body().text("email").strip(), language=language())
        # Not repeated: a second call would send a second mail.
        answer = call_for_stranger(players.RequestCode, asked, backends.own_token(), identity.client_address())
        response = jsonify(expires_at_ms=answer.expires_at_ms, outbox=answer.outbox)
        identity.remember_challenge(response, answer.challenge)
        return response

    @blueprint.post("/log-in")
    def log_in() -> Response:
        asked = body()
        return logged_in(email=asked.text("email").strip(), code=asked.text("code").strip())

    @blueprint.post("/log-in/link")
    def log_in_by_link() -> Response:
        return logged_in(link=body().text("link"))

    def logged_in(**proof: str) -> Response:
        challenge = identity.challenge()
        asked = players_api.LogInRequest(challenge=challenge, label=identity.browser(), **proof)
        # Not repeated: a code or a link is good for one try.
        answer = call_once(players.LogIn, asked)
        response = jsonify(player=show_player(answer.player), is_new=answer.is_new)
        identity.remember(response, answer.secret)
        return response

    @blueprint.post("/visit")
    def visit() -> Response:
        if identity.is_known():
            return jsonify()
        asked = players_api.OpenAnonymousRequest()
        # Not repeated: each call opens a session.
        answer = call_for_stranger(players.OpenAnonymous, asked, backends.own_token(), identity.client_address())
        response = jsonify()
        identity.remember(response, answer.secret)
        return response

    @blueprint.post("/log-out")
    def log_out() -> Response:
        secret = identity.secret()
        if secret:
            call(players.LogOut, players_api.LogOutRequest(secret=secret))
        response = jsonify()
        identity.forget(response)
        return response

    @blueprint.post("/me/name")
    def rename() -> Shown:
        asked = body()
        renamed = players_api.RenameRequest(name=asked.text("name").strip(), player_id=asked.text("player_id", ""))
        player = call(players.Rename, renamed, identity.session().token).player
        identity.sessions().forget(identity.secret())
        return show_player(player)

    return blueprint
