"""Games of two sides whose pieces only step forward: whole random games on two numbers, a bit for each piece.

`shortcuts` says which they are. What is said here of a step is what `stepping`, `checks` and `turns` say of it. Who
only goes forward never comes back to a position, so that repetition has not to be asked.
"""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.kernels.randomness import below
from redscience.variations.engine.bitboards import count_bits, nth_space, pieces_of, put_back
from redscience.variations.engine.moves import move_of, source_in, target_in
from redscience.variations.engine.phases import stalemate
from redscience.variations.engine.records import BY_CHECK, ONGOING, Record
from redscience.variations.engine.stalemate import end
from redscience.variations.engine.turns import loses_by_standing


@inlined
def targets(rules: Record, seat: int, own: int, theirs: int, i: int) -> int:
    """The spaces to which pieces of the seat may step in its direction number `i`, a bit each."""
    stride = int(rules.advance[seat, i])
    moved = own << stride if stride > 0 else own >> -stride
    return moved & (rules.onto_free[seat, i] & ~(own | theirs) | rules.onto_taken[seat, i] & theirs)


@inlined
def count_advances(rules: Record, seat: int, own: int, theirs: int) -> int:
    """How many steps the seat may choose from."""
    n = 0
    for i in range(rules.n_advances):
        n += count_bits(targets(rules, seat, own, theirs, i))
    return n


@inlined
def nth_advance(rules: Record, seat: int, own: int, theirs: int, n: int) -> int:
    """The step before which there are `n`."""
    i = 0
    reached = targets(rules, seat, own, theirs, 0)
    here = count_bits(reached)
    while n >= here:
        n -= here
        i += 1
        reached = targets(rules, seat, own, theirs, i)
        here = count_bits(reached)
    return step_to(rules, seat, i, nth_space(reached, n))


@inlined
def advance_onto(rules: Record, seat: int, own: int, theirs: int, target: int) -> int:
    """A step to a space to which there is one."""
    i = 0
    while not targets(rules, seat, own, theirs, i) & rules.bit[target]:
        i += 1
    return step_to(rules, seat, i, target)


@inlined
def step_to(rules: Record, seat: int, i: int, target: int) -> int:
    """The step to a space in the seat's direction number `i`."""
    return move_of(rules.only_kind[rules.colors[seat, 0]], target - rules.advance[seat, i], target)


@inlined
def advance(rules: Record, position: Record, own: int, theirs: int, move: int) -> tuple[int, int]:
    """Carries a step out; returns the pieces of its seat and of the other one."""
    position.ply += 1
    position.idle = 0
    target = rules.bit[target_in(move)]
    return own & ~rules.bit[source_in(move)] | target, theirs & ~target


@inlined
def end_at_goal(rules: Record, position: Record, seat: int, move: int) -> None:
    """Ends the match where a step has led to the goal line, and that decides."""
    check = int(rules.goal_check)
    if check >= 0 and rules.goal[target_in(move)] >> seat & 1:
        end(rules, position, rules.check_result[check, 1 << seat], BY_CHECK + check)


@called
def stand_still(rules: Record, position: Record, seat: int, own: int, theirs: int) -> None:
    """The seat can do nothing: it loses by that or passes, or the match ends."""
    position.seat = seat
    position.idle += 1
    if not loses_by_standing(rules, position) and position.idle >= position.n_active:
        put_back(rules, position, seat, own, theirs)
        stalemate(rules, position)


@called
def play_advances(rules: Record, position: Record) -> None:
    """Plays random moves to the end."""
    seat = int(position.seat)
    own, theirs = pieces_of(rules, position, seat, True), pieces_of(rules, position, seat, False)
    while position.result == ONGOING:
        n = count_advances(rules, seat, own, theirs)
        if n == 0:
            stand_still(rules, position, seat, own, theirs)
        else:
            move = nth_advance(rules, seat, own, theirs, below(position, n))
            own, theirs = advance(rules, position, own, theirs, move)
            end_at_goal(rules, position, seat, move)
        own, theirs, seat = theirs, own, 1 - seat
