"""What a position of a game may cost at most, told from its rules alone: nothing is played, and no engine is loaded.

targets    how many spaces a piece may go to
moves      how many legal moves a seat may have
view       how long a view may be
"""

from __future__ import annotations

from redscience.interface import Bound
from redscience.variations.bound.moves import LegalMoves
from redscience.variations.bound.view import longest_view
from redscience.variations.language import RuleSet, normal

_TURN_US, _MOVE_US, _BYTE_US = 330, 14, 0.025


def bound_of(rule_set: RuleSet) -> Bound:
    """The bound of a rule set.

    What a turn takes is a line through what was measured: the processor time of `play` and of `view_text` for the seat
    to act then, with nothing remembered of the texts of moves, in random games of twelve of the catalogue (9 to 361
    spaces) and of four made for it (up to 1,536 spaces and 36,864 legal moves: 0.55 s), on one core of a busy server
    (AMD EPYC). It was between 0.7 and 1.8 of the line; the spaces add nothing to what the bytes say.
    """
    moves = LegalMoves(normal(rule_set))
    legal_moves, view_bytes = moves.most, longest_view(rule_set, moves)
    turn_us = _TURN_US + _MOVE_US * legal_moves + _BYTE_US * view_bytes
    return Bound(legal_moves=legal_moves, view_bytes=view_bytes, turn_us=round(turn_us))
