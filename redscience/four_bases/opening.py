"""The table before the first turn. Loads no engine."""

from __future__ import annotations

from typing import Any

from redscience.four_bases.layout import Layout


def opening_table(layout: Layout) -> dict[str, Any]:
    """The `table` of a view: an empty board, and everybody owns their base."""
    seats = layout.seats
    return {
        "size": layout.size,
        "bases": [{"at": list(at), "seat": seat, "owner": seat} for seat, at in layout.bases.items()],
        "pieces": [],
        "seats": [{"seat": seat, "pieces": 0, "bases": 1, "made": 0, "lost": 0, "flag": False} for seat in seats],
    }
