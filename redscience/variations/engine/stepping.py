"""Games whose pieces only step onto next spaces, one a move, all in the open: a short text for what they do.

`shortcuts` says which they are. What is said here of a step is what `legality`, `random_play` and `movement` say of it.
"""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.captures import opposes
from redscience.variations.engine.landing import note_changed, note_landed
from redscience.variations.engine.legality import reach_from
from redscience.variations.engine.movement import LANDED, note_taken
from redscience.variations.engine.moves import NO_MOVE, kind_in, move_of, source_in, target_in
from redscience.variations.engine.records import BLOCKED, MOVED, N_COLORS, STEP, TAKE, Record
from redscience.variations.engine.spaces import lift, place


@inlined
def step(rules: Record, position: Record, seat: int, source: int, nth: int) -> int:
    """The step by the entry number `nth` of those from a space; NO_MOVE if it is not legal."""
    kind = int(position.kind[source])
    entry = reach_from(rules, seat, kind, source)[0] + nth
    target = int(rules.reach[entry])
    occupant = int(position.kind[target])
    act = rules.act[entry]
    if rules.solid[target]:
        goes = False
    elif occupant == 0:
        goes = act != TAKE
    elif not opposes(rules, seat, occupant):
        goes = False
    elif act == TAKE:
        goes = rules.takes[occupant] != 0
    else:
        goes = act == STEP and rules.meets[kind, occupant] != BLOCKED
    return move_of(kind, source, target) if goes else NO_MOVE


@called
def take_step(rules: Record, position: Record, scratch: Record, seat: int, move: int) -> None:
    """Carries a legal step out, and notes of it what the checks ask for."""
    kind, source, target = kind_in(move), source_in(move), target_in(move)
    occupant = int(position.kind[target])
    traits = int(position.traits[source]) | 1 << seat | MOVED
    for color in range(N_COLORS):
        scratch.promoted[color] = 0
    scratch.n_changed = scratch.n_landed = 0
    scratch.before[source], scratch.before[target] = kind, occupant
    scratch.n_movers = 1
    scratch.mover_seat[0] = seat
    scratch.mover_kind[0] = kind
    scratch.mover_source[0] = source
    scratch.mover_target[0] = target
    scratch.mover_promotion[0] = 0
    scratch.mover_act[0] = STEP
    scratch.mover_took[0] = 0
    scratch.mover_fate[0] = LANDED
    lift(rules, position, source)
    if occupant:
        note_taken(scratch, 0, occupant)
        lift(rules, position, target)
        # Both sides see who stands there now: nothing is hidden, but it is noted all the same.
        traits |= int(rules.owner_seats[rules.color_key[kind]]) | int(rules.owner_seats[rules.color_key[occupant]])
    place(rules, position, kind, traits, target)
    note_changed(scratch, source, seat)
    note_changed(scratch, target, seat)
    note_landed(scratch, target, 0, 1)
