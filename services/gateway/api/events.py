"""The one stream that a page listens to: who may have it, and with which headers. Its body is the server's."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, request

from redscience.errors import Fault, InvalidField
from services.gateway import identity
from services.gateway.admission import KINDS, Admitted, Followed, admit
from services.gateway.stream_limit import StreamLimit


def events_blueprint(stream_limit: StreamLimit) -> Blueprint:
    """The one stream that a page listens to: who may have it, and with which headers. Its body is the server's."""
    blueprint = Blueprint("events", __name__)

    @blueprint.get("/events")
    def events() -> Response:
        session = identity.session()
        kind = next((kind for kind in KINDS if kind in request.args), None)
        if kind is None:
            raise InvalidField(
                [
                    Fault(
                        "match",
                        "nothing to follow is named",
                        "Name a match, a leaderboard, a tournament or an analysis",
                    )
                ]
            )
        universe, added = request.args.get("universe", ""), tuple(request.args.getlist("added"))
        followed = Followed(kind, request.args[kind], session.player.id, session.controller_id, universe, added)
        leave = stream_limit.acquire(session.controller_id, is_visit=session.is_visit)
        admit(request.environ, Admitted(followed, identity.secret(), leave))
        return current_app.response_class(
            iter(()), mimetype="text/event-stream", headers={"X-Accel-Buffering": "no", "Cache-Control": "no-store"}
        )

    return blueprint
