"""Static files: few and small, so kept in memory, and addressed so that a browser may keep each for good.

The version is a folder in the address, not a query: modules import each other by relative paths and inherit it.
"""

from __future__ import annotations

import gzip
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path

from flask import Blueprint, Response, abort, request

STATIC = Path(__file__).parent / "static"
FOR_GOOD = "public, max-age=31536000, immutable"
A_DAY = "public, max-age=86400"
_IMPORT = re.compile(r'^import [^;]*?"\./([^"]+)";', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file, as it is and compressed."""

    content: bytes
    compressed: bytes
    type: str


def read_assets(folder: Path) -> dict[str, Asset]:
    """Every file of a folder by its path within it."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): _read(path) for path in paths}


def _read(path: Path) -> Asset:
    content = path.read_bytes()
    kind, _ = mimetypes.guess_type(path.name)
    return Asset(content, gzip.compress(content, mtime=0), kind or "application/octet-stream")


def fingerprint(assets: Mapping[str, Asset]) -> str:
    """A short digest of the files, names included."""
    digest = sha256()
    for name, asset in assets.items():
        digest.update(name.encode() + b"\0" + asset.content)
    return digest.hexdigest()[:12]


def modules_of(entry: str, assets: Mapping[str, Asset]) -> list[str]:
    """The modules that a module imports, directly or not, itself first: what a page can load at once."""
    found = [entry]
    for name in found:
        imported = _IMPORT.findall(assets[name].content.decode())
        found += [module for module in imported if module not in found]
    return found


def assets_blueprint() -> Blueprint:
    """Serves the static files; templates get `asset(name)` and `modules(entry)`."""
    blueprint = Blueprint("assets", __name__)
    assets = read_assets(STATIC)
    version = fingerprint(assets)

    @blueprint.app_template_global("asset")
    def address_of(name: str) -> str:
        return f"/static/{version}/{name}"

    @blueprint.app_template_global("modules")
    def modules(entry: str) -> list[str]:
        return modules_of(entry, assets)

    @blueprint.get("/static/<of>/<path:name>")
    def static_file(of: str, name: str) -> Response:
        if name not in assets:
            abort(HTTPStatus.NOT_FOUND)
        return _send(assets[name], FOR_GOOD if of == version else "no-cache")

    @blueprint.get("/favicon.ico")
    def favicon() -> Response:
        return _send(assets["mark.svg"], A_DAY)

    return blueprint


def _send(asset: Asset, cache_control: str) -> Response:
    compress = request.accept_encodings.quality("gzip") > 0
    response = Response(asset.compressed if compress else asset.content, mimetype=asset.type)
    response.headers["Cache-Control"] = cache_control
    response.headers["Vary"] = "Accept-Encoding"
    if compress:
        response.headers["Content-Encoding"] = "gzip"
    return response
