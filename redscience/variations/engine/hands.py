"""Ranks and hands of pieces that capture by rank (rules: 0.2, 0.4, C23, C29).

A hand is made of an owner's pieces and the communal ones. The categories, the best first: five alike, four alike,
straight of five, full house, straight of four, three alike, two pairs, straight of three, pair, straight of two,
single. Straights run over ranks 2 (triangle) to 6 (pentagon); the circle, rank 1, belongs to none.
"""

from __future__ import annotations

import numpy as np

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.records import (
    COMMUNAL,
    N_KINDS,
    N_SHAPES,
    PARALYZED,
    Array,
    Record,
    color_of,
    shape_of,
)

HAND_RANKS = 7  # ranks 1 … 6
LOWEST_IN_STRAIGHT = 2
BY_RANK = 1
CATEGORY = 64
RANK = 8
"""The value of a hand: its category, from 1, times CATEGORY; its rank, times RANK; and a second rank."""
LEAST_HAND = CATEGORY
HANDS = (
    "single",
    "two_straight",
    "pair",
    "three_straight",
    "two_pairs",
    "three_alike",
    "four_straight",
    "full_house",
    "five_straight",
    "four_alike",
    "five_alike",
)
"""The names of the categories, the least first."""
CIRCLE, PENTAGON = 1, N_SHAPES  # the lowest rank, and the highest


def ranks_of_hand(value: int) -> tuple[int, int]:
    """The rank and the second rank of a hand, 0 for none; of a straight the highest."""
    return value % CATEGORY // RANK, value % RANK


@inlined
def outranking(rank: int) -> int:
    """The ranks that are above a rank, a bit each: all higher ones, but only the circle outranks the pentagon."""
    if rank == PENTAGON:
        return 1 << CIRCLE
    higher = (1 << HAND_RANKS) - (2 << rank)
    return higher & ~(1 << PENTAGON) if rank == CIRCLE else higher


@inlined
def highest_alike(count: Array, n: int, but: int) -> int:
    """The highest rank of which there are at least `n` pieces, `but` left aside; 0 if there is none."""
    for rank in range(HAND_RANKS - 1, 0, -1):
        if rank != but and count[rank] >= n:
            return rank
    return 0


@inlined
def highest_straight(count: Array, n: int) -> int:
    """The highest rank of the best straight of `n`; 0 if there is none."""
    for top in range(HAND_RANKS - 1, LOWEST_IN_STRAIGHT + n - 2, -1):
        is_whole = True
        for rank in range(top - n + 1, top + 1):
            is_whole = is_whole and count[rank] > 0
        if is_whole:
            return top
    return 0


@inlined
def alike(category: int, rank: int, n: int, second: int, m: int, need: Array) -> int:
    """The value of a hand of `n` pieces of a rank and `m` of a second; notes in `need` what makes it."""
    need[rank] = n
    if m:
        need[second] = m
    return category * CATEGORY + rank * RANK + second


@inlined
def straight(category: int, top: int, n: int, need: Array) -> int:
    """The value of a straight; notes in `need` what makes it."""
    for rank in range(top - n + 1, top + 1):
        need[rank] = 1
    return category * CATEGORY + top * RANK


@called
def best_hand(count: Array, need: Array) -> int:
    """The value of the best hand of so many pieces of each rank; `need` is how many of each make it."""
    need[:] = 0
    for n in (5, 4):
        rank = highest_alike(count, n, 0)
        if rank:
            return alike(n + 6, rank, n, 0, 0, need)
    top = highest_straight(count, 5)
    if top:
        return straight(9, top, 5, need)
    three = highest_alike(count, 3, 0)
    pair = highest_alike(count, 2, three)
    if three and pair:
        return alike(8, three, 3, pair, 2, need)
    top = highest_straight(count, 4)
    if top:
        return straight(7, top, 4, need)
    if three:
        return alike(6, three, 3, 0, 0, need)
    second = highest_alike(count, 2, pair)
    if pair and second:
        return alike(5, pair, 2, second, 2, need)
    return lesser_hand(count, pair, need)


@called
def lesser_hand(count: Array, pair: int, need: Array) -> int:
    """Of the categories below two pairs."""
    top = highest_straight(count, 3)
    if top:
        return straight(4, top, 3, need)
    if pair:
        return alike(3, pair, 2, 0, 0, need)
    top = highest_straight(count, 2)
    if top:
        return straight(2, top, 2, need)
    return alike(1, highest_alike(count, 1, 0), 1, 0, 0, need)


@called
def hand_value(rules: Record, kinds: Array, traits: Array, n: int, color: int, need: Array) -> int:
    """The value of an owner's hand in a pile; `need` is how many of its own pieces of each rank make it."""
    count, shared = np.zeros(HAND_RANKS, np.int64), np.zeros(HAND_RANKS, np.int64)
    for i in range(n):
        shape, its_color = shape_of(kinds[i]), color_of(kinds[i])
        its_class = 0 if kinds[i] >= N_KINDS or traits[i] & PARALYZED else rules.class_[shape]
        if its_class == BY_RANK or (its_class and its_color == COMMUNAL):
            if its_color == color or its_color == COMMUNAL:
                count[rules.rank[shape]] += 1
            if its_color == COMMUNAL:
                shared[rules.rank[shape]] += 1
    value = best_hand(count, need)
    for rank in range(HAND_RANKS):
        need[rank] = max(0, need[rank] - shared[rank])
    return value
