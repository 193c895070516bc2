"""The shapes of pieces: how many of them a game has, and what it may draw them as."""

from __future__ import annotations

from redscience.variations.language.option import Option, Options

SYMBOLS: Options[Option] = Options(
    "symbol",
    tuple(
        Option(value=value, label=value.capitalize())
        for value in ("king", "queen", "rook", "bishop", "knight", "pawn", "rock", "paper", "scissors")
    ),
)
"""What pieces of a shape can be drawn as; without one they have the outline of their shape."""

SHAPE_COUNTS: Options[Option] = Options(
    "number of shapes",
    (
        Option(value=1, label="1 shape", note="All pieces have one shape"),
        *(Option(value=number, label=f"{number} shapes", note="Each with what it can do") for number in range(2, 7)),
    ),
)
