"""The shapes of pieces, and how many of them a game has."""

from __future__ import annotations

from redscience.variations.language.option import Option, Options

SHAPE_WORDS = {
    "O": ("circle", "circles"),
    "P": ("pentagon", "pentagons"),
    "X": ("X", "Xs"),
    "+": ("cross", "crosses"),
    "T": ("triangle", "triangles"),
    "S": ("star", "stars"),
    "any": ("piece", "pieces"),
}
"""The words for one and for several, in the order in which the Factory adds shapes."""

SHAPE_COUNTS: Options[Option] = Options(
    "number of shapes",
    (
        Option(value=1, label="1 shape", note="All pieces have one shape"),
        *(Option(value=number, label=f"{number} shapes", note="Each with what it can do") for number in range(2, 7)),
    ),
)
