"""The Flask application."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from urllib.parse import quote

from flask import Flask, jsonify, request
from flask.typing import ResponseReturnValue

from redscience.client.discovery import OFFERED
from services.gateway.api import api_blueprint
from services.gateway.assets import assets_blueprint
from services.gateway.backends import Backends
from services.gateway.compression import compress_answers
from services.gateway.drain import Drain
from services.gateway.failures import handle_failures
from services.gateway.game_names import in_parts
from services.gateway.icons import avatar_drawing, family_icons, icon
from services.gateway.language import speak
from services.gateway.pages import pages_blueprint
from services.gateway.routing import LazyRule
from services.gateway.scheme import add_schemes
from services.gateway.security import secure
from services.gateway.sessions import Sessions
from services.gateway.stream_limit import StreamLimit
from services.gateway.tracing import trace_requests
from services.gateway.written import Provider
from services.kit.clock import Clock, SystemClock


def create_app(
    backends: Backends,
    *,
    addresses: Mapping[str, str],
    loopback: bool,
    drain: Drain | None = None,
    stream_limit: StreamLimit | None = None,
    clock: Clock | None = None,
    sessions: Sessions | None = None,
    processes: Path | None = None,
    contact: str = "",
) -> Flask:
    """Composes the application.

    Args:
        backends: the services it asks.
        addresses: where bots find the services, by name: `host:port`.
        loopback: whether everything listens on loopback; then there is an outbox page and no HTTPS.
        drain: says whether the process is to stop.
        stream_limit: how many event streams there may be.
        clock: the time.
        sessions: those of this process.
        processes: the file in which `redscience up` notes all processes; None where there is none.
        contact: where people reach the host, an e-mail address or a page; "" where nobody has said.
    """
    drain = drain or Drain()
    stream_limit = stream_limit or StreamLimit()
    clock = clock or SystemClock()
    app = Flask(__name__, static_folder=None)
    app.url_rule_class = LazyRule
    app.config["HTTPS"] = not loopback
    app.json = Provider(app)
    app.jinja_env.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    app.jinja_env.globals |= {"icon": icon, "avatar_drawing": avatar_drawing, "family_icons": family_icons}
    app.jinja_env.globals["contact"] = partial(contact_link, contact)
    app.jinja_env.filters["in_parts"] = in_parts
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.extensions["redscience.sessions"] = sessions or Sessions(backends.players, clock)
    speak(app)
    add_schemes(app)
    trace_requests(app)
    secure(app, loopback=loopback)
    compress_answers(app)
    handle_failures(app)
    app.register_blueprint(assets_blueprint())
    app.register_blueprint(api_blueprint(backends, stream_limit, clock, processes))
    app.register_blueprint(pages_blueprint(backends, clock, loopback=loopback, processes=processes))
    app.add_url_rule("/healthz", view_func=partial(healthz, drain), endpoint="healthz")
    app.add_url_rule("/.well-known/redscience", view_func=partial(well_known, addresses), endpoint="well_known")
    return app


def contact_link(contact: str, about: str = "") -> str:
    """The address that leads to the host, with whom or what one writes about; "" where nobody has said one."""
    if "@" not in contact or "/" in contact:
        return contact
    return f"mailto:{contact}" + (f"?subject={quote(about)}" if about else "")


def healthz(drain: Drain) -> ResponseReturnValue:
    """Whether this process takes requests."""
    return ("draining\n", 503) if drain.begun else ("ok\n", 200)


def well_known(addresses: Mapping[str, str]) -> ResponseReturnValue:
    """Where bots find the services, so that they need one address only: this one."""
    return jsonify(grpc={name: addresses[name] for name in OFFERED if name in addresses}, web=request.host_url)
