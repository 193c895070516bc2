"""What decides at once where pieces step forward and who is first on a goal line wins, on numbers with a bit for each.

Playouts overlook none of it: who can reach the goal line does, and else takes what would reach the other one next
(decisive and anti-decisive moves; F. Teytaud, O. Teytaud 2010).
"""

from __future__ import annotations

from redscience.kernels.compiled import inlined
from redscience.variations.engine.advance import advance_onto, targets
from redscience.variations.engine.bitboards import first_space
from redscience.variations.engine.records import Record
from redscience.variations.search.tree import NONE

UNSIGNED = (1 << 63) - 1  # what a number is shifted to by one, without its sign


@inlined
def back(spaces: int, stride: int) -> int:
    """The spaces from which a step leads to these."""
    return spaces >> stride & UNSIGNED >> stride - 1 if stride > 0 else spaces << -stride


@inlined
def spaces_to_reach(rules: Record, seat: int, own: int, theirs: int) -> int:
    """Where the seat, if it is to move, wins by a step."""
    reached = 0
    if own & rules.wins_from[seat]:  # seldom, and asked at each move
        for i in range(rules.n_advances):
            reached |= targets(rules, seat, own, theirs, i)
    return reached & int(rules.wins_at[seat])


@inlined
def runners_to_take(rules: Record, seat: int, own: int, theirs: int) -> int:
    """Where a piece of the other side stands that would win next, and that the seat can take."""
    runners = taken = 0
    if theirs & rules.wins_from[1 - seat]:
        for i in range(rules.n_advances):
            wins = targets(rules, 1 - seat, theirs, own, i) & int(rules.wins_at[1 - seat])
            runners |= back(wins, int(rules.advance[1 - seat, i]))
            taken |= targets(rules, seat, own, theirs, i)
    return runners & taken


@inlined
def deciding_advance(rules: Record, seat: int, own: int, theirs: int) -> int:
    """A step that wins, or else takes what would win next; NONE where there is none."""
    spaces = spaces_to_reach(rules, seat, own, theirs)
    if spaces == 0:
        spaces = runners_to_take(rules, seat, own, theirs)
    return advance_onto(rules, seat, own, theirs, first_space(spaces)) if spaces else NONE
