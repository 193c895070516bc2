"""How wide the terminal is."""

from __future__ import annotations

import shutil

_NARROWEST, _WIDEST = 20, 100


def columns() -> int:
    """How many columns there are to draw in; a narrower terminal breaks lines itself."""
    return max(_NARROWEST, shutil.get_terminal_size().columns)


def text_width() -> int:
    """At which text is wrapped: a longer line is hard to read."""
    return min(columns(), _WIDEST) - 1
