"""What the shapes of pieces are called: by themselves, and by a game that has words of its own."""

from __future__ import annotations

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

LONGEST_WORD = 24
"""Of what a game calls a shape."""


def words_of(called: str) -> tuple[str, str]:
    """The words for one and for several: `man, men` says both; of one alone English makes the other."""
    one, _, several = (part.strip() for part in called.partition(","))
    return one, several or _plural(one)


def _plural(word: str) -> str:
    if word.endswith("s") and not word.endswith("ss"):
        return word
    if word.endswith(("ss", "x", "z", "ch", "sh")):
        return f"{word}es"
    if word.endswith("y") and word[-2:-1] not in {*"aeiou"}:
        return f"{word[:-1]}ies"
    return f"{word}s"
