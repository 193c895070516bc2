"""The icons, inline, so that they take the colour of the text and need no request."""

from __future__ import annotations

import re
from functools import cache

from markupsafe import Markup

from services.gateway.assets import STATIC

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@cache
def icon(name: str) -> Markup:
    """The icon of a Font Awesome name (`fa-plus`): decoration, hidden from screen readers; words stand beside it."""
    text = (STATIC / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    text = _COMMENT.sub("", text).replace(
        "<svg ", f'<svg class="icon" data-icon="{name}" aria-hidden="true" focusable="false" ', 1
    )
    return Markup(text)  # noqa: S704 - the project's own files
