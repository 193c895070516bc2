"""What the rules count on a board: pieces, area, committed pieces (rules: A5, C14, C17, C34)."""

from __future__ import annotations

import numpy as np

from redscience.kernels.compiled import called
from redscience.variations.engine.records import ANY_SHAPE, COLUMNS, Record, shape_of


@called
def count_pieces(position: Record, key: int, shape: int, first: int, last: int) -> int:
    """How many pieces of a colour key and shape stand on the spaces from `first` up to `last`, which is left out.

    Key 0 is any colour, ANY_SHAPE any shape.
    """
    n = 0
    for space in range(first, last):
        kind = position.kind[space]
        if kind and (key == 0 or position.key[space] == key):
            n += shape == ANY_SHAPE or shape_of(kind) == shape
    return n


@called
def has_piece(position: Record, key: int, shape: int, first: int, last: int) -> bool:
    """Whether there is any piece that `count_pieces` counts."""
    for space in range(first, last):
        kind = position.kind[space]
        if kind and (key == 0 or position.key[space] == key) and (shape == ANY_SHAPE or shape_of(kind) == shape):
            return True
    return False


@called
def area(rules: Record, position: Record, key: int) -> int:
    """How many spaces the pieces of a key occupy or can reach by orthogonal steps past no other pieces (rules: C17)."""
    mark, queue = np.zeros(COLUMNS, np.uint8), np.zeros(COLUMNS, np.uint16)
    n = 0
    for space in range(rules.n_spaces):
        if position.key[space] == key:
            mark[space] = 1
            queue[n] = space
            n += 1
    i = 0
    while i < n:
        space = queue[i]
        i += 1
        for j in range(rules.n_near):
            beside = rules.step[space, rules.near[j]]
            if beside < rules.n_spaces and not mark[beside] and position.key[beside] == 0:
                mark[beside] = 1
                queue[n] = beside
                n += 1
    return n


@called
def committed(rules: Record, position: Record, key: int) -> int:
    """How many pieces of a key stand on sticky spaces."""
    n = 0
    for space in range(rules.n_spaces):
        n += position.key[space] == key and rules.sticky[space] != 0
    return n
