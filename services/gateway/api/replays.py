"""Finished matches: step by step, and what they did to ratings; and moves that nobody has made, there or in a game."""

from __future__ import annotations

from flask import Blueprint, request

from redscience.api.match.v1 import match_pb2 as match_api
from redscience.errors import Fault, InvalidField
from services.gateway import identity
from services.gateway.backends import Backends, call
from services.gateway.incoming import Body, body
from services.gateway.leaderboards import ratings_of
from services.gateway.shown import Shown
from services.gateway.shown_advice import show_sideline
from services.gateway.written import Written

_MOST_STEPS = 10**9
_MOST_MOVES = 1_000
"""So many are sent on to the match service, which says how many there may be."""


def replays_blueprint(backends: Backends) -> Blueprint:
    """What a viewer saw after each turn of a match, what else might have been played, and how it was rated."""
    blueprint = Blueprint("replays", __name__)

    @blueprint.get("/matches/<match_id>/replay")
    def replay(match_id: str) -> Shown:
        answer = call(
            backends.match.Replay,
            match_api.ReplayRequest(
                match_id=match_id,
                viewer=request.args.get("viewer", ""),
                first=whole("first"),
                count=whole("count"),
            ),
            identity.session().token,
        )
        return show_replay(answer)

    @blueprint.post("/matches/<match_id>/sideline")
    def sideline(match_id: str) -> Shown:
        given = body()
        asked = _sideline(given)
        asked.match_id = match_id
        asked.step = given.whole("step", most=_MOST_STEPS)
        return show_sideline(call(backends.match.Sideline, asked, identity.session().token))

    @blueprint.post("/games/<game_id>/analysis")
    def analysis(game_id: str) -> Shown:
        given = body()
        asked = _sideline(given)
        asked.game_id = game_id
        asked.deal = given.whole("deal")
        return show_sideline(call(backends.match.Sideline, asked, identity.session().token))

    @blueprint.get("/matches/<match_id>/ratings")
    def ratings(match_id: str) -> Shown:
        session = identity.session()
        match = call(backends.match.Get, match_api.GetRequest(match_id=match_id), session.token).match
        return ratings_of(backends, session, match)

    return blueprint


def _sideline(given: Body) -> match_api.SidelineRequest:
    """Moves that nobody has made, and with whose eyes it is seen where they lead."""
    return match_api.SidelineRequest(
        viewer=given.text("viewer"),
        moves=[
            match_api.SidelineMove(seat=one.text("seat"), move=one.text("move"))
            for one in given.parts("moves", most=_MOST_MOVES)
        ],
        adviser_id=given.text("adviser_id", ""),
    )


def show_replay(answer: match_api.ReplayResponse) -> Shown:
    """A part of a replay."""
    return {
        "steps": answer.steps,
        "first": answer.first,
        "views": [
            {"view": Written(step.view), "at_ms": step.at_ms, "taken_back_by": step.taken_back_by}
            for step in answer.views
        ],
    }


def whole(name: str) -> int:
    """A whole number in the address; 0 where there is none."""
    return _read_whole(name, request.args.get(name, "0"))


def wholes(name: str) -> list[int]:
    """Whole numbers in the address, which has each by itself."""
    return [_read_whole(name, text) for text in request.args.getlist(name)]


def _read_whole(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):  # noqa: PLR2004  (fits 32 bits)
        raise InvalidField([Fault(name, "is not a whole number", "Give a whole number, not below 0")])
    return int(text)
