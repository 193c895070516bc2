"""How names of games are written."""

from __future__ import annotations

import re

from markupsafe import Markup

_BETWEEN_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")


def in_parts(name: str) -> Markup:
    """A name that may be broken between its words: ChessWithoutCheck. game_names.js says the same."""
    return Markup("<wbr>").join(_BETWEEN_WORDS.split(name))
