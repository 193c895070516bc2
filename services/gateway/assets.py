"""Static files: few and small, so kept in memory, and addressed so that a browser may keep each for good.

The shell's own files, and for each family that has a part in the pages the files of its folder as `<family>/page/…`.
The version is a folder in the address, not a query: what a file names beside itself has the same. While a gateway is
replaced, what is asked for by another version is answered with what there is, which nobody keeps; but not a module that
a page imports while it runs, since that would bring the whole script of its own version with it.
"""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path

from flask import Blueprint, Response, abort

from redscience import families
from services.gateway.compression import coding_asked, compressed
from services.gateway.language import language
from services.gateway.linking import minified
from services.gateway.scheme import SYSTEM
from services.gateway.scripts import PageScript, Scripts
from services.gateway.sheets import Sheets

STATIC = Path(__file__).parent / "static"
FOR_GOOD = "public, max-age=31536000, immutable"
A_DAY = "public, max-age=86400"
_COMMENTS = re.compile(rb"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n+", re.MULTILINE | re.DOTALL)
_MODULE = re.compile(rb"^(?:import|export)\b", re.MULTILINE)
_SCOPED = """@scope ([data-family="{name}"]) to ([data-family]:not([data-family="{name}"])) {{
{sheet}}}
"""


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file."""

    content: bytes
    type: str
    _sent: dict[str, bytes] = field(default_factory=dict, compare=False)

    def sent(self, coding: str) -> bytes:
        """What goes over the wire, compressed when it is first asked for."""
        if coding not in self._sent:
            self._sent[coding] = compressed(self.content, coding, is_kept=True)
        return self._sent[coding]


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


def is_drawn(family: str) -> bool:
    """Whether a family has a part in the pages: not where its package is not installed any more."""
    return family in family_folders()


def read_assets(folder: Path) -> dict[str, Asset]:
    """Every file of a folder by its path within it."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".po")
    return {path.relative_to(folder).as_posix(): _read(path) for path in paths}


def _styling(name: str, sheet: Asset) -> Asset:
    """A sheet that styles what a family draws, and nothing else: a page may have pictures of several families."""
    content = _SCOPED.format(name=name, sheet=sheet.content.decode()).encode()
    return Asset(content, sheet.type)


def _read(path: Path) -> Asset:
    content = path.read_bytes()
    if path.suffix in {".js", ".css"}:
        content = without_comments(content)
    if path.suffix == ".js" and not _MODULE.search(content):
        # Modules are when they are put together.
        content = minified(content.decode()).encode()
    kind, _ = mimetypes.guess_type(path.name) if path.suffix != ".webmanifest" else ("application/manifest+json", None)
    return Asset(content, kind or "application/octet-stream")


def without_comments(text: bytes) -> bytes:
    """A script or sheet without the comments that have lines of their own: a third of what a page would load."""
    return _COMMENTS.sub(b"", text)


def fingerprint(assets: Mapping[str, Asset]) -> str:
    """A short digest of the files, names included."""
    digest = sha256()
    for name, asset in assets.items():
        digest.update(name.encode() + b"\0" + asset.content)
    return digest.hexdigest()[:12]


def modules_in(assets: Mapping[str, Asset]) -> dict[str, str]:
    """The texts of the modules, by their paths."""
    return {name: asset.content.decode() for name, asset in assets.items() if name.endswith(".js")}


@dataclass(frozen=True, slots=True)
class _Files:
    """The files as they are, and all that is made of them; `made` are those that have been asked for."""

    assets: dict[str, Asset]
    version: str
    scripts: Scripts
    sheets: Sheets
    made: dict[str, Asset] = field(default_factory=dict)


@cache
def _all_files() -> _Files:
    """Read once: they stay as they are for as long as the process lives, however many applications it makes."""
    assets = all_assets()
    version = fingerprint(assets)
    texts = {name: asset.content for name, asset in assets.items() if name.endswith(".css")}
    return _Files(
        assets,
        version,
        Scripts(modules_in(assets), f"/static/{version}"),
        Sheets(texts, list(family_folders()), f"/static/{version}"),
    )


def static_version() -> str:
    """The version of the files that are served here."""
    return _all_files().version


def assets_blueprint() -> Blueprint:
    """Serves the static files; templates get `asset(name)`, `page_script(…)` and `page_sheet(…)`."""
    blueprint = Blueprint("assets", __name__)
    files = _all_files()
    assets, version, scripts, sheets, made = files.assets, files.version, files.scripts, files.sheets, files.made

    @blueprint.app_template_global("asset")
    def address_of(name: str) -> str:
        return f"/static/{version}/{name}"

    @blueprint.app_template_global("page_script")
    def page_script(script: str = "", family: str = "", part: str = "", *, has_titlebar: bool = False) -> str:
        own = (family, part) if is_drawn(family) else ("", "")
        return scripts.address(PageScript(script, *own, has_titlebar), language())

    @blueprint.app_template_global("page_sheet")
    def page_sheet(styles: list[str], family: str = "", scheme: str = SYSTEM, **kinds: bool) -> str:
        return sheets.address(sheets.names(styles, family if is_drawn(family) else "", **kinds), scheme)

    @blueprint.get("/static/<of>/<path:name>")
    def static_file(of: str, name: str) -> Response:
        if of != version and scripts.comes_later(name):
            abort(HTTPStatus.NOT_FOUND)
        asset = assets.get(name)
        if asset is None:
            asset = made.get(name) or _made(name, scripts, sheets)
            if asset is None:
                abort(HTTPStatus.NOT_FOUND)
            made[name] = asset
        return _send(asset, FOR_GOOD if of == version else "no-cache")

    @blueprint.get("/favicon.ico")
    def favicon() -> Response:
        return _send(assets["mark.svg"], A_DAY)

    @blueprint.get("/service-worker.js")
    def service_worker() -> Response:
        return _send(assets["service-worker.js"], "no-cache")

    return blueprint


def _made(name: str, scripts: Scripts, sheets: Sheets) -> Asset | None:
    """A file that is put together for a page."""
    if (text := scripts.file(name)) is not None:
        return Asset(text.encode(), "text/javascript")
    if (sheet := sheets.file(name)) is not None:
        return Asset(sheet, "text/css")
    return None


def _send(asset: Asset, cache_control: str) -> Response:
    coding = coding_asked() if not asset.type.startswith("image/png") else ""
    response = Response(asset.sent(coding), mimetype=asset.type)
    response.headers["Cache-Control"] = cache_control
    response.headers["Vary"] = "Accept-Encoding"
    if coding:
        response.headers["Content-Encoding"] = coding
    return response
