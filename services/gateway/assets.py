"""Addresses of static files, which change when the files do, so that a browser may keep each for good.

The version is a folder in the address, not a query: modules import each other by relative paths and inherit it.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Response, send_from_directory

STATIC = Path(__file__).parent / "static"


def fingerprint(folder: Path) -> str:
    """A short digest of every file in a folder, names included."""
    digest = sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def assets_blueprint() -> Blueprint:
    """Serves the static files; templates get `asset(name)`."""
    blueprint = Blueprint("assets", __name__)
    version = fingerprint(STATIC)

    @blueprint.app_template_global("asset")
    def asset(name: str) -> str:
        return f"/static/{version}/{name}"

    @blueprint.get("/static/<of>/<path:name>")
    def static_file(of: str, name: str) -> Response:
        response = send_from_directory(STATIC, name, max_age=0)
        if of == version:
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response

    @blueprint.get("/favicon.ico")
    def favicon() -> Response:
        return send_from_directory(STATIC, "mark.svg", mimetype="image/svg+xml", max_age=86_400)

    return blueprint
