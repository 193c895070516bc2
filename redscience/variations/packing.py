"""What the engine's moves are made of, for Python to read and write."""

from __future__ import annotations

from redscience.variations.engine import moves
from redscience.variations.engine.compiled import in_python

kind_in = in_python(moves.kind_in)
source_in = in_python(moves.source_in)
target_in = in_python(moves.target_in)
promotion_in = in_python(moves.promotion_in)
move_of = in_python(moves.move_of)
promoted = in_python(moves.promoted)
