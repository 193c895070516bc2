"""Phases: who takes turns in them, and what their end brings (rules: 0.1, A7, C3 to C5, C34)."""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.legality import know_own
from redscience.variations.engine.measures import committed
from redscience.variations.engine.records import BY_FEW_PIECES, ONGOING, Array, Record
from redscience.variations.engine.repetition import forget_after
from redscience.variations.engine.sight import look_around
from redscience.variations.engine.stalemate import end, final_stalemate


@inlined
def stalemate(rules: Record, position: Record) -> None:
    """Ends the phase; the match where it is the last one, or too little was played in it."""
    if position.n_placed < rules.draw_below[position.phase]:
        end(rules, position, rules.draw_result, BY_FEW_PIECES)
    elif position.phase + 1 == rules.n_phases:
        final_stalemate(rules, position)
    else:
        position.phase_over = 1


@called
def see(rules: Record, position: Record, mark: Array) -> None:
    """Brings up to date what everybody knows and sees. Only where there are cloaks."""
    look_around(rules, position)
    know_own(rules, position, mark)
    look_around(rules, position)


@called
def set_active(rules: Record, position: Record) -> None:
    """Who takes turns in this phase: who is not skipped, folded, out or gone."""
    gone = int(position.left) | int(position.folded) | int(position.out)
    position.active = int(rules.takes_turns[position.phase]) & ~gone
    n = 0
    for seat in range(rules.n_seats):
        n += position.active >> seat & 1
    position.n_active = n


@called
def begin_phase(rules: Record, position: Record, mark: Array) -> None:
    """Begins the phase that `phase` says: nothing has been done in it, and the first active seat is to move."""
    set_active(rules, position)
    position.phase_over = 0
    position.idle = 0
    position.endless = 0
    position.staller = 0
    position.n_moves = 0
    position.n_placed = 0
    position.others_moved = 0
    position.planned = 0
    position.offered = 0
    position.refused = 0
    position.chain = 0
    position.moves_left = rules.moves_per_turn
    for seat in range(rules.n_seats):
        position.n_plan[seat] = 0
    if rules.mobile:
        forget_after(position, 0)
    seat = 0
    while seat < rules.n_seats - 1 and not position.active >> seat & 1:
        seat += 1
    position.seat = seat
    if rules.cloaking:
        see(rules, position, mark)


@called
def fold(rules: Record, position: Record) -> None:
    """Who has committed less than the player who has most folds; Chaos never does (rules: C34)."""
    gone = int(position.left) | int(position.folded) | int(position.out)
    most = 0
    for seat in range(rules.n_players):
        if not gone >> seat & 1:
            most = max(most, committed(rules, position, rules.seat_key[seat]))
    for seat in range(rules.n_players):
        if not gone >> seat & 1 and committed(rules, position, rules.seat_key[seat]) < most:
            position.folded = int(position.folded) | 1 << seat


@called
def next_phase(rules: Record, position: Record, mark: Array) -> None:
    """What a phase's end brings: the fold rule, then the next phase."""
    if position.result == ONGOING:
        if rules.folds:
            fold(rules, position)
        position.phase += 1
        begin_phase(rules, position, mark)
