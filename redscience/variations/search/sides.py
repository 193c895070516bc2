"""What simulations of two sides on bits have in common: where they begin."""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.bitboards import pieces_of
from redscience.variations.engine.random_play import copy_position
from redscience.variations.engine.records import ONGOING, Record


@called
def begin_sides(rules: Record, origin: Record, position: Record, tree: Record) -> None:
    """Notes the pieces of two sides where the search begins, and all that simulations on bits do not change."""
    copy_position(rules, origin, position)
    for seat in range(rules.n_seats):
        tree.stands[seat] = pieces_of(rules, origin, seat, True)


@inlined
def restart_sides(rules: Record, origin: Record, position: Record) -> None:
    """Goes back to where the search begins."""
    position.result = ONGOING
    position.ply, position.idle = origin.ply, origin.idle
    for seat in range(rules.n_seats):
        position.reserve[rules.hand[seat, 0]] = origin.reserve[rules.hand[seat, 0]]
