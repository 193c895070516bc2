"""What can come about in play: which shapes appear, whether pieces ever move, which checks ever decide."""

from __future__ import annotations

from redscience.language.boards import BOARDS
from redscience.language.captures import shape_moves
from redscience.language.checks import CHECKS
from redscience.language.deck import cards
from redscience.language.model import SHAPES, Check, RuleSet
from redscience.language.moves import MOVES


def shapes_in_play(rules: RuleSet) -> tuple[str, ...]:
    """The shapes of which a piece can ever be on the board: at the start, from a reserve or the deck, by promotion."""
    present = {name for name, shape in rules.shapes.items() if any(shape.reserve.values())}
    present |= {piece.shape for piece in rules.setup.values()}
    if rules.deck:
        present |= {card.shape for card in cards(rules.deck) if card.shape}
    promoted = any(MOVES[rules.shapes[name].move].directed for name in present if name in rules.shapes)
    if promoted and not BOARDS[rules.board.kind].wraps:
        present |= {name for name, shape in rules.shapes.items() if can_be_promoted_to(shape.move)}
    return tuple(name for name in SHAPES if name in present and name in rules.shapes)


def can_be_promoted_to(move: str) -> bool:
    """Whether a shape with this move can move backwards."""
    return not MOVES[move].directed and not MOVES[move].stationary


def pieces_move(rules: RuleSet) -> bool:
    """Whether a piece on the board can ever move, be it to capture."""
    return any(shape_moves(rules.shapes[name]) for name in shapes_in_play(rules))


def shadows(before: Check, check: Check) -> bool:
    """Whether whatever satisfies a check has satisfied the one before it, so that it never decides."""
    if before == check:
        return True
    first, second = CHECKS[before.check], CHECKS[check.check]
    return (
        first.measure == second.measure
        and first.measure in {"row", "shape_row", "goal", "piece"}
        and first.lines in {"any", second.lines}
        and (before.length or 0) <= (check.length or 0)
    )
