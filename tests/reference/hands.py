"""Poker hands of by-rank pieces (rules: 0.4 Hands, C29)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise, product

from reference.pieces import RANK

STRAIGHT = "TX+SP"
"""The shapes of a straight, from the lowest; the circle belongs to none."""

CATEGORIES = ("5", "4", "straight 5", "full house", "straight 4", "3", "two pair", "straight 3", "2", "straight 2", "1")
"""From the highest."""

Hand = tuple[int, tuple[int, ...], tuple[str, ...]]
"""Category and shapes as numbers to compare, the larger the better, and the shapes that it needs."""


def best_hand(shapes: Counter[str]) -> Hand:
    """The best hand that can be made of some pieces, of which there is at least one."""
    return max(_hands(shapes))


def _hands(shapes: Counter[str]) -> Iterator[Hand]:
    """Every hand that is there."""
    alike = {n: [shape for shape in RANK if shapes[shape] >= n] for n in range(1, 6)}
    for n, found in alike.items():
        yield from (_hand(str(n), (shape,) * n) for shape in found)
    for three, two in product(alike[3], alike[2]):
        if two != three:
            yield _hand("full house", (three,) * 3 + (two,) * 2)
    for high, low in combinations(alike[2], 2):  # in the order of rank
        yield _hand("two pair", (high,) * 2 + (low,) * 2)
    for start, end in _spans():
        run = STRAIGHT[start:end]
        if all(shapes[shape] for shape in run):
            yield _hand(f"straight {len(run)}", tuple(reversed(run)))


def _spans() -> Iterator[tuple[int, int]]:
    for length in range(2, len(STRAIGHT) + 1):
        yield from ((start, start + length) for start in range(len(STRAIGHT) - length + 1))


def _hand(category: str, shapes: tuple[str, ...]) -> Hand:
    """The shapes that form it count from the top; there are no kickers."""
    forming = [shapes[0], *(later for earlier, later in pairwise(shapes) if later != earlier)]
    return -CATEGORIES.index(category), tuple(-RANK.index(shape) for shape in forming), shapes
