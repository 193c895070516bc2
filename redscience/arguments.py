"""What is said of arguments that are of another kind than the library asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from operator import index

_LONGEST = 60


def shown(value: object) -> str:
    """A value as it is shown to whoever gave it, shortened."""
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def each_move(moves: Mapping[str, str | Sequence[str]]) -> Iterator[tuple[str, str]]:
    """What `State.play` is given: each move with its seat, in order.

    Raises:
        TypeError: it is no mapping of seats to the texts of moves.
    """
    if not isinstance(moves, Mapping):
        raise TypeError(f'moves is {shown(moves)}; give each move with its seat, as in play({{"black": "O@4,1"}})')
    for seat, texts in moves.items():
        if not isinstance(texts, Sequence):
            raise TypeError(f"the move of {seat} is {shown(texts)}; it must be text, or a list of texts")
        for text in (texts,) if isinstance(texts, str) else texts:
            if not isinstance(text, str):
                raise TypeError(f"the move of {seat} is {shown(texts)}; it must be text, or a list of texts")
            yield seat, text


def whole_number(name: str, value: object, lowest: int = 1) -> int:
    """A whole number that was given, of Python or of numpy.

    Raises:
        ValueError: it is none, or too small.
    """
    with suppress(TypeError):
        if (whole := int(index(value))) >= lowest:  # type: ignore[arg-type]  # what is no number raises
            return whole
    raise ValueError(f"{name} is {shown(value)}; it must be a whole number from {lowest}")
