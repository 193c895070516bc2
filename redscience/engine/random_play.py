"""Uniformly random legal moves, and whole random games.

A candidate is drawn from an easily numbered superset of the legal moves until it is legal: every legal move is then
equally likely, each piece in reserve counted by itself (rules: A9), and none has to be listed.
"""

from __future__ import annotations

from redscience.engine.compiled import called, inlined
from redscience.engine.legality import is_asked
from redscience.engine.randomness import below
from redscience.engine.records import ONGOING, Record
from redscience.engine.turns import answer_draw, place, settle


@inlined
def random_kind(plain: bool, rules: Record, position: Record) -> int:
    """A piece of the reserve of the seat to move, each equally likely. There must be one."""
    seat = position.seat
    if plain or rules.n_hand[seat] == 1:
        return rules.hand[seat, 0]
    total = 0
    for i in range(rules.n_hand[seat]):
        total += position.reserve[seat, rules.hand[seat, i]]
    drawn = below(position, total)
    i = 0
    while drawn >= position.reserve[seat, rules.hand[seat, i]]:
        drawn -= position.reserve[seat, rules.hand[seat, i]]
        i += 1
    return rules.hand[seat, i]


@called
def answer_at_random(rules: Record, position: Record) -> None:
    """Has those who are asked for a draw answer either way."""
    for seat in range(rules.n_seats):
        if is_asked(position, seat):
            answer_draw(rules, position, seat, below(position, 2) == 0)


@inlined
def play_out(plain: bool, rules: Record, position: Record) -> None:
    """Plays random moves to the end."""
    if not plain and position.asked:
        answer_at_random(rules, position)
    while position.result == ONGOING:
        if plain and position.n_open == 0:
            position.result = rules.stalemate_result
            return
        kind = random_kind(plain, rules, position)
        place(plain, rules, position, kind, below(position, position.n_open))
        if not plain:
            settle(rules, position)


@inlined
def copy_position(plain: bool, rules: Record, origin: Record, position: Record) -> None:
    """Copies all but the random generator, and only the part that these rules use."""
    position.result = origin.result
    position.seat = origin.seat
    position.ply = origin.ply
    position.n_open = origin.n_open
    for i in range(rules.n_spaces):
        position.key[i] = origin.key[i]
    for i in range(origin.n_open):
        position.open[i] = origin.open[i]
    if not plain:
        position.moves_left = origin.moves_left
        position.idle = origin.idle
        position.offered = origin.offered
        position.asked = origin.asked
        position.n_active = origin.n_active
        for i in range(rules.n_spaces):
            position.kind[i] = origin.kind[i]
            position.open_at[i] = origin.open_at[i]
        for seat in range(rules.n_seats):
            position.active[seat] = origin.active[seat]
            position.left[seat] = origin.left[seat]
            for i in range(rules.n_hand[seat]):
                kind = rules.hand[seat, i]
                position.reserve[seat, kind] = origin.reserve[seat, kind]


@inlined
def many(plain: bool, rules: Record, origin: Record, position: Record, scratch: Record, n: int) -> None:
    """Adds `n` random games from `origin` to the counts of results and of plies."""
    for _ in range(n):
        copy_position(plain, rules, origin, position)
        play_out(plain, rules, position)
        scratch.counts[position.result] += 1
        scratch.plies += position.ply - origin.ply
