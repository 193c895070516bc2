"""How a match ends (rules: D2, End)."""

from __future__ import annotations

from redscience.four_bases.engine.records import DRAW, EMPTY, LOSE, WIN, Record
from redscience.kernels.compiled import called, inlined


@inlined
def everybody(rules: Record, result: int) -> int:
    """The same result for every seat."""
    packed = 0
    for seat in range(rules.n_seats):
        packed |= result << 2 * seat
    return packed


@called
def end_by_flags(rules: Record, position: Record) -> None:
    """Whoever alone has no flag up wins; where all have, it is a draw."""
    n_up, others = 0, 0
    for seat in range(rules.n_seats):
        if position.flag[seat]:
            n_up += 1
            others |= LOSE << 2 * seat
        else:
            others |= WIN << 2 * seat
    if n_up == rules.n_seats:
        position.result = everybody(rules, DRAW)
    elif n_up == rules.n_seats - 1:
        position.result = others


@called
def end_by_count(rules: Record, position: Record) -> None:
    """Whoever has most bases wins, among those with as many whoever has most pieces; who is equal to them draws."""
    best, n_best = 0, 0
    for seat in range(rules.n_seats):
        score = score_of(rules, position, seat)
        n_best = n_best + 1 if score == best else 1 if score > best else n_best
        best = max(best, score)
    packed = 0
    for seat in range(rules.n_seats):
        is_best = score_of(rules, position, seat) == best
        packed |= (LOSE if not is_best else WIN if n_best == 1 else DRAW) << 2 * seat
    position.result = packed


@inlined
def score_of(rules: Record, position: Record, seat: int) -> int:
    """A seat's bases, and then its pieces."""
    score = 0
    for i in range(rules.n_seats):
        score += 100 * int(position.base_owner[i] == seat)
    for space in range(rules.n_spaces):
        score += int(position.kind[space] != EMPTY and position.owner[space] == seat)
    return score
