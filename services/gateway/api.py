"""Addresses that answer with JSON, for the pages' own scripts."""

from __future__ import annotations

import json
from http import HTTPStatus

from flask import Blueprint, Response, current_app, jsonify, request
from flask.typing import ResponseReturnValue

from redscience.api.match.v1 import match_pb2 as match_api
from redscience.api.players.v1 import players_pb2 as players_api
from redscience.api.rules.v1 import rules_pb2 as rules_api
from redscience.errors import Fault, InvalidField
from services.gateway import identity
from services.gateway.admission import KINDS, Admitted, Followed, admit
from services.gateway.backends import Backends, call, call_for_stranger, call_once
from services.gateway.home import running_matches
from services.gateway.incoming import body
from services.gateway.leaderboards import leaderboard
from services.gateway.security import CHALLENGE_COOKIE, COOKIE
from services.gateway.shown import Shown, show_cost, show_fault, show_game, show_match, show_player
from services.gateway.stream_limit import StreamLimit
from services.kit.clock import Clock


def api_blueprint(backends: Backends, stream_limit: StreamLimit, clock: Clock) -> Blueprint:
    """All of them, under `/api`."""
    blueprint = Blueprint("api", __name__, url_prefix="/api")
    for part in (
        people_blueprint(backends),
        games_blueprint(backends, clock),
        matches_blueprint(backends),
        events_blueprint(stream_limit),
    ):
        blueprint.register_blueprint(part)
    return blueprint


def people_blueprint(backends: Backends) -> Blueprint:
    """Logging in and out, and one's name."""
    blueprint = Blueprint("people", __name__)
    players = backends.players

    @blueprint.post("/log-in/code")
    def send_code() -> Response:
        asked = players_api.RequestCodeRequest(email=body().text("email").strip())
        # Not repeated: a second call would send a second mail.
        answer = call_for_stranger(players.RequestCode, asked, backends.own_token(), identity.client_address())
        response = jsonify(expires_at_ms=answer.expires_at_ms, outbox=answer.outbox)
        identity.remember_challenge(response, answer.challenge)
        return response

    @blueprint.post("/log-in")
    def log_in() -> Response:
        asked = body()
        # Not repeated: a code is good for one try.
        answer = call_once(
            players.LogIn,
            players_api.LogInRequest(
                email=asked.text("email").strip(),
                code=asked.text("code").strip(),
                challenge=request.cookies.get(CHALLENGE_COOKIE, ""),
                label=identity.browser(),
            ),
        )
        response = jsonify(player=show_player(answer.player), is_new=answer.is_new)
        identity.remember(response, answer.secret)
        return response

    @blueprint.post("/log-out")
    def log_out() -> Response:
        secret = request.cookies.get(COOKIE, "")
        if secret:
            call(players.LogOut, players_api.LogOutRequest(secret=secret))
        response = jsonify()
        identity.forget(response)
        return response

    @blueprint.post("/me/name")
    def rename() -> Shown:
        asked = players_api.RenameRequest(name=body().text("name").strip())
        player = call(players.Rename, asked, identity.session().token).player
        identity.sessions().forget(request.cookies.get(COOKIE, ""))
        return show_player(player)

    return blueprint


def games_blueprint(backends: Backends, clock: Clock) -> Blueprint:
    """Games: checked, saved, found; and who plays them best."""
    blueprint = Blueprint("games", __name__)
    rules = backends.rules

    @blueprint.post("/factory/check")
    def check() -> Shown:
        asked = rules_api.CheckRequest(rule_set=json.dumps(body().thing("rule_set")))
        answer = call(rules.Check, asked, identity.session().token)
        return {
            "faults": [show_fault(fault) for fault in answer.faults],
            "english": list(answer.english),
            "cost": show_cost(answer.cost),
            "table": json.loads(answer.table) if answer.table else None,
            "same_as": {"id": answer.same_as_id, "name": answer.same_as_name} if answer.same_as_id else None,
        }

    @blueprint.get("/games")
    def find() -> list[Shown]:
        asked = rules_api.ListRequest(name_contains=request.args.get("name", ""), page_size=20)
        return [show_game(game) for game in call(rules.List, asked, identity.session().token).games]

    @blueprint.get("/games/<game_id>")
    def get(game_id: str) -> Shown:
        return show_game(call(rules.Get, rules_api.GetRequest(id=game_id), identity.session().token).game)

    @blueprint.post("/games")
    def save() -> ResponseReturnValue:
        asked = body()
        saved = call(
            rules.Save,
            rules_api.SaveRequest(rule_set=json.dumps(asked.thing("rule_set")), request_id=asked.text("request_id")),
            identity.session().token,
        )
        return show_game(saved.game), HTTPStatus.CREATED

    @blueprint.get("/games/<game_id>/leaderboard")
    def standings(game_id: str) -> Shown:
        return leaderboard(backends, clock, identity.session(), game_id)

    return blueprint


def matches_blueprint(backends: Backends) -> Blueprint:
    """Matches: made, watched, played, left."""
    blueprint = Blueprint("matches", __name__)
    matches = backends.match

    @blueprint.get("/matches")
    def running() -> Shown:
        return running_matches(backends, identity.session())

    @blueprint.post("/matches")
    def create() -> ResponseReturnValue:
        asked = body()
        made = call(
            matches.Create,
            match_api.CreateRequest(
                game_id=asked.text("game_id"),
                player_ids=asked.texts("player_ids"),
                request_id=asked.text("request_id"),
            ),
            identity.session().token,
        )
        return show_match(made.match), HTTPStatus.CREATED

    @blueprint.get("/matches/<match_id>")
    def get(match_id: str) -> Shown:
        found = call(matches.Get, match_api.GetRequest(match_id=match_id), identity.session().token)
        return show_match(found.match)

    @blueprint.post("/matches/<match_id>/play")
    def play(match_id: str) -> Shown:
        asked = body()
        played = call(
            matches.Play,
            match_api.PlayRequest(
                match_id=match_id,
                view_version=asked.whole("view_version"),
                request_id=asked.text("request_id"),
                moves=asked.texts("moves"),
            ),
            identity.session().token,
        )
        return show_match(played.match)

    @blueprint.post("/matches/<match_id>/propose")
    def propose(match_id: str) -> Shown:
        asked = body()
        proposed = call(
            matches.Propose,
            match_api.ProposeRequest(
                match_id=match_id, view_version=asked.whole("view_version"), moves=asked.texts("moves")
            ),
            identity.session().token,
        )
        return show_match(proposed.match)

    @blueprint.post("/matches/<match_id>/leave")
    def leave(match_id: str) -> Shown:
        asked = match_api.LeaveRequest(match_id=match_id, request_id=body().text("request_id"))
        return show_match(call(matches.Leave, asked, identity.session().token).match)

    return blueprint


def events_blueprint(stream_limit: StreamLimit) -> Blueprint:
    """The one stream that a page listens to: who may have it, and with which headers. Its body is the server's."""
    blueprint = Blueprint("events", __name__)

    @blueprint.get("/events")
    def events() -> Response:
        player_id = identity.session().player.id
        kind = next((kind for kind in KINDS if kind in request.args), None)
        if kind is None:
            raise InvalidField([Fault("match", "nothing to follow is named", "Name a match or a leaderboard")])
        followed = Followed(kind, request.args[kind], player_id)
        leave = stream_limit.acquire(player_id)
        admit(request.environ, Admitted(followed, request.cookies[COOKIE], leave))
        return current_app.response_class(
            iter(()), mimetype="text/event-stream", headers={"X-Accel-Buffering": "no", "Cache-Control": "no-store"}
        )

    return blueprint
