"""How often and how long something may go on. Importing this loads no compiler."""

from __future__ import annotations

MOST_ALIKE = 3
"""So many moves of a piece in a row may go between the same two squares."""
MOST_QUIET = 200
"""After so many moves in a row without an attack the match is drawn."""
