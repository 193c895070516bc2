"""The icons, inline, so that they take the colour of the text and need no request."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from markupsafe import Markup

from services.gateway.assets import STATIC, family_folders

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@cache
def icon(name: str) -> Markup:
    """The icon of a Font Awesome name (`fa-plus`): decoration, hidden from screen readers; words stand beside it."""
    return _inline(STATIC / "icons" / f"{name}.svg")


@cache
def avatar_drawing(number: int) -> Markup:
    """What an avatar shows: inline, where there is one alone and a file of all would be much."""
    drawings = (STATIC / "avatars.svg").read_text(encoding="utf-8")
    found = re.search(rf'<symbol id="avatar-{number}"[^>]*>(.*?)</symbol>', drawings)
    return Markup(found[1] if found else "")  # noqa: S704 - the project's own file


@cache
def family_icons(family: str) -> dict[str, Markup]:
    """A family's own icons by their names."""
    folder = family_folders().get(family)
    return {path.stem: _inline(path) for path in sorted((folder / "icons").glob("*.svg"))} if folder else {}


def _inline(path: Path) -> Markup:
    # Within a page it needs no namespace.
    drawing = _COMMENT.sub("", path.read_text(encoding="utf-8")).replace(' xmlns="http://www.w3.org/2000/svg"', "")
    text = drawing.replace("<svg ", '<svg class="icon" aria-hidden="true" ', 1)
    return Markup(text)  # noqa: S704 - the project's own files
