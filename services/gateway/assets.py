"""Static files: few and small, so kept in memory, and addressed so that a browser may keep each for good.

The shell's own files, and for each family that has a part in the pages the files of its folder as `<family>/page/…`.
The version is a folder in the address, not a query: modules import each other by relative paths and inherit it.
"""

from __future__ import annotations

import gzip
import mimetypes
import posixpath
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path

from flask import Blueprint, Response, abort, request

from redscience import families

STATIC = Path(__file__).parent / "static"
FOR_GOOD = "public, max-age=31536000, immutable"
A_DAY = "public, max-age=86400"
_IMPORT = re.compile(r'^import [^;]*?"(\.[^"]+)";', re.MULTILINE)
_COMMENTS = re.compile(rb"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n+", re.MULTILINE | re.DOTALL)
_FUNCTION = r'^export async function {name}\b(?:(?!^export).)*?\bimport\("(\.[^"]+)"\)'
_LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
_SCOPED = """@scope ([data-family="{name}"]) to ([data-family]:not([data-family="{name}"])) {{
{sheet}}}
"""


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file, as it is sent and compressed."""

    content: bytes
    compressed: bytes
    type: str


def all_assets() -> dict[str, Asset]:
    """The files of the shell and of all families, by their paths in an address."""
    assets = read_assets(STATIC)
    for name, folder in family_folders().items():
        own = read_assets(folder)
        own |= {path: _styling(name, asset) for path, asset in own.items() if path.endswith(".css")}
        assets |= {f"{name}/page/{path}": asset for path, asset in own.items()}
    return assets


def family_folders() -> dict[str, Path]:
    """The folder of each family that has a part in the pages, by its name."""
    return {family.name: Path(family.page) for family in families.every() if family.page is not None}


def read_assets(folder: Path) -> dict[str, Asset]:
    """Every file of a folder by its path within it."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): _read(path) for path in paths}


def _styling(name: str, sheet: Asset) -> Asset:
    """A sheet that styles what a family draws, and nothing else: a page may have pictures of several families."""
    content = _SCOPED.format(name=name, sheet=sheet.content.decode()).encode()
    return replace(sheet, content=content, compressed=gzip.compress(content, mtime=0))


def _read(path: Path) -> Asset:
    content = path.read_bytes()
    if path.suffix in {".js", ".css"}:
        content = without_comments(content)
    kind, _ = mimetypes.guess_type(path.name) if path.suffix != ".webmanifest" else ("application/manifest+json", None)
    return Asset(content, gzip.compress(content, mtime=0), kind or "application/octet-stream")


def without_comments(text: bytes) -> bytes:
    """A script or sheet without the comments that have lines of their own: a third of what a page would load."""
    return _COMMENTS.sub(b"", text)


def fingerprint(assets: Mapping[str, Asset]) -> str:
    """A short digest of the files, names included."""
    digest = sha256()
    for name, asset in assets.items():
        digest.update(name.encode() + b"\0" + asset.content)
    return digest.hexdigest()[:12]


def modules_of(entries: Iterable[str], assets: Mapping[str, Asset], *, later: bool = False) -> list[str]:
    """The modules that modules import, directly or not, themselves first: what a page can load at once.

    Args:
        entries: paths of modules.
        assets: all files by their paths.
        later: whether also what they import while they run.
    """
    found = list(entries)
    for name in found:
        text = assets[name].content.decode()
        imported = _IMPORT.findall(text) + (_LATER.findall(text) if later else [])
        folder = posixpath.dirname(name)
        paths = (posixpath.normpath(posixpath.join(folder, path)) for path in imported)
        found += [path for path in dict.fromkeys(paths) if path not in found]
    return found


def imported_by(function: str, module: str, assets: Mapping[str, Asset]) -> list[str]:
    """The module that an exported function of another imports when it is called; none where it imports none."""
    text = assets[module].content.decode()
    found = re.search(_FUNCTION.format(name=function), text, re.MULTILINE | re.DOTALL)
    return [posixpath.normpath(posixpath.join(posixpath.dirname(module), found[1]))] if found else []


def assets_blueprint() -> Blueprint:
    """Serves the static files; templates get `asset(name)`, `modules(script, family, part)`, and styles of families."""
    blueprint = Blueprint("assets", __name__)
    assets = all_assets()
    version = fingerprint(assets)

    @blueprint.app_template_global("asset")
    def address_of(name: str) -> str:
        return f"/static/{version}/{name}"

    @blueprint.app_template_global("modules")
    def modules(script: str, family: str = "", part: str = "") -> list[str]:
        own = f"{family}/page/family.js"
        entries = [script, *([own] if own in assets else [])]
        if part and own in assets:
            entries += imported_by(part, own, assets)
        return modules_of(entries, assets)

    @blueprint.app_template_global("family_styles")
    def family_styles(family: str, *, whole: bool = False) -> list[str]:
        names = [f"{family}/page/{sheet}" for sheet in ("family.css", *(["editor.css"] if whole else []))]
        return [address_of(name) for name in names if name in assets]

    @blueprint.app_template_global("all_family_styles")
    def all_family_styles() -> list[str]:
        return [address for name in family_folders() for address in family_styles(name)]

    @blueprint.get("/static/<of>/<path:name>")
    def static_file(of: str, name: str) -> Response:
        if name not in assets:
            abort(HTTPStatus.NOT_FOUND)
        return _send(assets[name], FOR_GOOD if of == version else "no-cache")

    @blueprint.get("/favicon.ico")
    def favicon() -> Response:
        return _send(assets["mark.svg"], A_DAY)

    @blueprint.get("/service-worker.js")
    def service_worker() -> Response:
        return _send(assets["service-worker.js"], "no-cache")

    return blueprint


def _send(asset: Asset, cache_control: str) -> Response:
    compress = request.accept_encodings.quality("gzip") > 0
    response = Response(asset.compressed if compress else asset.content, mimetype=asset.type)
    response.headers["Cache-Control"] = cache_control
    response.headers["Vary"] = "Accept-Encoding"
    if compress:
        response.headers["Content-Encoding"] = "gzip"
    return response
