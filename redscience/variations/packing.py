"""The engine's moves and kinds of piece, taken apart and put together in Python."""

from __future__ import annotations

from redscience.kernels.compiled import in_python
from redscience.variations.engine import moves, records

kind_in = in_python(moves.kind_in)
source_in = in_python(moves.source_in)
target_in = in_python(moves.target_in)
promotion_in = in_python(moves.promotion_in)
move_of = in_python(moves.move_of)
promoted = in_python(moves.promoted)

kind_of = in_python(records.kind_of)
shape_of = in_python(records.shape_of)
color_of = in_python(records.color_of)
