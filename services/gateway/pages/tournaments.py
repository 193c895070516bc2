"""Tournaments: the list, the form for a new one, one that goes on or is over, and a game of it."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from redscience.api.batch.v1 import batch_pb2 as batch_api
from redscience.api.rules.v1 import rules_pb2 as rules_api
from redscience.errors import NotAllowed
from redscience.tournaments.results import MOST_MOVES
from services.gateway import identity
from services.gateway.backends import Backends, call
from services.gateway.incoming import MAX_TEXTS, asked_flag
from services.gateway.leaderboards import ratings_of
from services.gateway.names import games_with_seats
from services.gateway.pages.frame import house_for_scripts, page
from services.gateway.sessions import Session
from services.gateway.shown import Shown, show_match, show_played
from services.gateway.tournaments import (
    MOST_GAMES_CSV,
    get_tournament,
    list_tournaments,
    may_make,
    people_named,
    replayed_match,
    tell_tournament,
    who_can_play,
)
from services.kit.ids import is_id

WATCHER = "spectator"


def add_tournaments(blueprint: Blueprint, backends: Backends) -> None:
    """Adds them."""

    @blueprint.get("/tournaments")
    def tournaments() -> str:
        session = identity.session()
        benchmarks = asked_flag("benchmarks")
        data = list_tournaments(backends, session, benchmarks_only=benchmarks)
        data |= {"may_make": may_make(session), "benchmarks": benchmarks}
        return page("tournaments.html", session, data)

    @blueprint.get("/tournaments/new")
    def new_tournament() -> str:
        session = identity.session()
        if not may_make(session):
            raise NotAllowed("Tournaments are made by trainers and admins. Ask an admin to make you a trainer.")
        ids = [each for each in request.args.getlist("game") if is_id(each)]
        chosen = request.args.getlist("player")[:MAX_TEXTS]
        data = {
            "games": games_with_seats(backends, session, ids),
            "players": who_can_play(backends, session),
            "people": people_named(backends, session, chosen),
            "chosen": chosen,
            "most_moves": MOST_MOVES,
        }
        return page("new_tournament.html", session, data)

    @blueprint.get("/tournaments/<tournament_id>")
    def tournament(tournament_id: str) -> str:
        session = _session_for(tournament_id)
        data = tell_tournament(backends, session, tournament_id) | {"most_games_csv": MOST_GAMES_CSV}
        another = _another(data["tournament"]) if may_make(session) else ""
        return page("tournament.html", session, data, another=another)

    @blueprint.get("/tournaments/<tournament_id>/games/<int(max=9223372036854775807):number>")
    def tournament_game(tournament_id: str, number: int) -> ResponseReturnValue:
        session = _session_for(tournament_id)
        found = get_tournament(backends, session, tournament_id)
        asked = batch_api.GetGameRequest(tournament_id=tournament_id, number=number)
        told = call(backends.batch.GetGame, asked, session.token)
        if told.summary.is_match:
            return redirect(url_for("pages.playground", match_id=told.summary.match_id, step=0))
        game = call(backends.rules.Get, rules_api.GetRequest(id=found.games[told.summary.game].game_id), session.token)
        match = replayed_match(found, told, _last_view(backends, session, tournament_id, number))
        data = {
            "match": show_match(match),
            "game": show_played(game.game),
            "ratings": ratings_of(backends, session, match),
            "replay": f"/api/tournaments/{tournament_id}/games/{number}/replay",
            "tournament": {"id": found.id, "name": found.name},
        }
        return page("playground.html", session, data | house_for_scripts())


def _session_for(tournament_id: str) -> Session:
    """Who looks, at what can be a tournament."""
    if not is_id(tournament_id):
        abort(404)
    return identity.session()


def _last_view(backends: Backends, session: Session, tournament_id: str, number: int) -> str:
    """What watchers see of a game at its end."""

    def part(first: int) -> batch_api.ReplayResponse:
        asked = batch_api.ReplayRequest(
            tournament_id=tournament_id, number=number, viewer=WATCHER, first=first, count=1
        )
        return call(backends.batch.Replay, asked, session.token)

    last = part(part(0).replay.steps - 1).replay
    return last.views[-1].view if last.views else ""


def _another(tournament: Shown) -> str:
    """The address of the form in which a tournament is entered as it was, with all who were asked for it.

    Its name and its seed are its own.
    """
    games = [game["id"] for game in tournament["games"]]
    players = [player["id"] for player in (*tournament["players"], *tournament["left_out"])]
    has_rounds = tournament["format"] in {"swiss", "mixed"}
    return url_for(
        "pages.new_tournament",
        game=games,
        player=players,
        format=tournament["format"],
        rounds=tournament["rounds"] if has_rounds else None,
        each=max((game["games_each"] for game in tournament["games"]), default=None),
        window=tournament["window_ms"] // 1000 or None,
        unrated=None if tournament["rated"] else 1,
        open=1 if tournament["open"] else None,
    )
