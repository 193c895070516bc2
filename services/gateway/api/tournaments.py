"""Tournaments: made, answered, come to, followed, stopped, and taken along as files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from redscience.api.batch.v1 import batch_pb2 as batch_api
from redscience.tournaments.report import csv_text
from services.gateway import identity
from services.gateway.api.replays import show_replay, whole, wholes
from services.gateway.backends import Backends, call
from services.gateway.incoming import asked_flag, body
from services.gateway.shown import Shown
from services.gateway.tournaments import (
    begin_benchmark,
    create_tournament,
    curve_csv,
    games_csv,
    get_report,
    get_tournament,
    list_games,
    list_tournaments,
    show_tournament,
    tell_tournament,
)


def tournaments_blueprint(backends: Backends) -> Blueprint:
    """Tournaments: made, followed, stopped, and taken along as files."""
    blueprint = Blueprint("tournaments", __name__)
    batch = backends.batch
    actions: Mapping[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
        "pause": (batch.Pause, batch_api.PauseRequest),
        "resume": (batch.Resume, batch_api.ResumeRequest),
        "cancel": (batch.Cancel, batch_api.CancelRequest),
        "begin": (batch.Begin, batch_api.BeginRequest),
        "accept": (batch.Answer, partial(batch_api.AnswerRequest, accepts=True)),
        "decline": (batch.Answer, batch_api.AnswerRequest),
        "here": (batch.Arrive, batch_api.ArriveRequest),
        "gone": (batch.Arrive, partial(batch_api.ArriveRequest, leaves=True)),
    }

    @blueprint.get("/tournaments")
    def find() -> Shown:
        game_id, token = request.args.get("game", ""), request.args.get("page", "")
        return list_tournaments(
            backends, identity.session(), game_id=game_id, page_token=token, benchmarks_only=asked_flag("benchmarks")
        )

    @blueprint.post("/tournaments")
    def create() -> ResponseReturnValue:
        return create_tournament(backends, identity.session(), body()), HTTPStatus.CREATED

    @blueprint.post("/games/<game_id>/benchmark")
    def benchmark(game_id: str) -> ResponseReturnValue:
        return begin_benchmark(backends, identity.session(), game_id, body()), HTTPStatus.CREATED

    @blueprint.get("/tournaments/<tournament_id>")
    def get(tournament_id: str) -> Shown:
        return tell_tournament(backends, identity.session(), tournament_id)

    @blueprint.post(f"/tournaments/<tournament_id>/<any({', '.join(actions)}):action>")
    def control(tournament_id: str, action: str) -> Shown:
        method, asked = actions[action]
        return show_tournament(call(method, asked(tournament_id=tournament_id), identity.session().token).tournament)

    @blueprint.post("/tournaments/<tournament_id>/people")
    def ask(tournament_id: str) -> Shown:
        asked = batch_api.AddPeopleRequest(tournament_id=tournament_id, player_ids=body().texts("player_ids"))
        return show_tournament(call(batch.AddPeople, asked, identity.session().token).tournament)

    @blueprint.post("/tournaments/<tournament_id>/players/<player_id>/out")
    def take_out(tournament_id: str, player_id: str) -> Shown:
        asked = batch_api.AnswerRequest(tournament_id=tournament_id, player_id=player_id)
        return show_tournament(call(batch.Answer, asked, identity.session().token).tournament)

    @blueprint.get("/tournaments/<tournament_id>/games")
    def games(tournament_id: str) -> Shown:
        session = identity.session()
        tournament = get_tournament(backends, session, tournament_id)
        return list_games(backends, session, tournament, request.args.get("page", ""), wholes("player"))

    @blueprint.get("/tournaments/<tournament_id>/games/<int(max=9223372036854775807):number>/replay")
    def replay(tournament_id: str, number: int) -> Shown:
        asked = batch_api.ReplayRequest(
            tournament_id=tournament_id,
            number=number,
            viewer=request.args.get("viewer", ""),
            first=whole("first"),
            count=whole("count"),
        )
        return show_replay(call(batch.Replay, asked, identity.session().token).replay)

    _add_files(blueprint, backends)
    return blueprint


def _add_files(blueprint: Blueprint, backends: Backends) -> None:
    """Adds what can be taken along."""

    @blueprint.get("/tournaments/<tournament_id>/<any(standings, cross_table, superiority, seats, lengths):table>.csv")
    def as_csv(tournament_id: str, table: str) -> Response:
        session = identity.session()
        tournament = get_tournament(backends, session, tournament_id)
        rows = get_report(backends, session, tournament)[table]
        return _file(csv_text(rows), "text/csv", f"{tournament_id}-{table}.csv")

    @blueprint.get("/tournaments/<tournament_id>/<any(games, curve):what>.csv")
    def all_as_csv(tournament_id: str, what: str) -> Response:
        session = identity.session()
        tournament = get_tournament(backends, session, tournament_id)
        text = {"games": games_csv, "curve": curve_csv}[what](backends, session, tournament)
        return _file(text, "text/csv", f"{tournament_id}-{what}.csv")

    @blueprint.get("/tournaments/<tournament_id>/tournament.json")
    def as_json(tournament_id: str) -> Response:
        told = tell_tournament(backends, identity.session(), tournament_id)
        return _file(json.dumps(told, ensure_ascii=False, indent=1), "application/json", f"{tournament_id}.json")


def _file(text: str, kind: str, name: str) -> Response:
    """A file for the browser to keep."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, content_type=f"{kind}; charset=utf-8", headers=headers)
