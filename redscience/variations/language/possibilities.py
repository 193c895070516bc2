"""What can come about in play: which shapes appear, whether pieces are ever placed or moved, who ever acts."""

from __future__ import annotations

from redscience.variations.language.boards import BOARDS
from redscience.variations.language.captures import CONDITIONS, RESULTS, shape_moves
from redscience.variations.language.deck import cards_dealt
from redscience.variations.language.model import DEALT, SHAPES, At, RuleSet, Shape
from redscience.variations.language.moves import MOVES


def shapes_in_play(rules: RuleSet) -> tuple[str, ...]:
    """The shapes of which a piece can ever be on the board: at the start, from a reserve or the deck, by promotion."""
    present = {name for name, shape in rules.shapes.items() if any(shape.reserve.values())}
    present |= {piece.shape for piece in rules.setup.values()}
    if rules.deck:
        markers = sum(piece.shape == DEALT for piece in rules.setup.values())
        present |= {card.shape for card in cards_dealt(rules.deck, markers) if card.shape}
    promoted = any(cannot_move_backwards(rules.shapes[name]) for name in present if name in rules.shapes)
    if promoted and movement_allowed(rules) and not BOARDS[rules.board.kind].wraps:
        present |= {name for name, shape in rules.shapes.items() if can_move_backwards(shape)}
    return tuple(name for name in SHAPES if name in present and name in rules.shapes)


def cannot_move_backwards(shape: Shape) -> bool:
    """Whether its pieces move, but never away from their goal line, so that they are promoted there (rules: A3x).

    Later jumps of a chain that may go backward do not count: a draughts man is promoted however it jumps.
    """
    return shape_moves(shape) and not can_move_backwards(shape)


def can_move_backwards(shape: Shape) -> bool:
    """Whether a piece can be promoted to this shape."""
    move = MOVES[shape.move]
    return _jumps(shape) if move.stationary else not move.directed


def _jumps(shape: Shape) -> bool:
    return shape.condition is not None and CONDITIONS[shape.condition].jumps != "no"


def movement_allowed(rules: RuleSet) -> bool:
    """Whether pieces on the board may move in some phase."""
    return not all(phase.placement_only for phase in rules.phases)


def pieces_move(rules: RuleSet) -> bool:
    """Whether a piece on the board can ever move, be it to capture."""
    return movement_allowed(rules) and any(shape_moves(rules.shapes[name]) for name in shapes_in_play(rules))


def pieces_land(rules: RuleSet) -> bool:
    """Whether a piece may ever move onto another, on boards where each space holds one."""
    moves = [MOVES[rules.shapes[name].move] for name in shapes_in_play(rules)]
    return movement_allowed(rules) and any(not move.stationary and move.captures_by_moving for move in moves)


def only_collides(shape: Shape, rules: RuleSet) -> bool:
    """Whether its pieces capture by rank, and only where several come to one space in a sealed round (rules: C40)."""
    by_rank = shape.condition is not None and CONDITIONS[shape.condition].by_rank
    return by_rank and not BOARDS[rules.board.kind].gravity and not pieces_land(rules)


def pieces_are_placed(rules: RuleSet) -> bool:
    """Whether a piece can ever come from a reserve."""
    return _some_in_reserve(rules) or reserves_grow(rules)


def _some_in_reserve(rules: RuleSet) -> bool:
    return any(any(shape.reserve.values()) for shape in rules.shapes.values())


def reserves_grow(rules: RuleSet) -> bool:
    """Whether captives can come to a reserve: some shape sends them there, and something can happen to begin with."""
    shapes = [rules.shapes[name] for name in shapes_in_play(rules)]
    reincarnates = any(RESULTS[shape.result].to_reserve for shape in shapes if shape.result)
    return reincarnates and (_some_in_reserve(rules) or pieces_move(rules))


def always_locked(rules: RuleSet) -> frozenset[At]:
    """The spaces that are locked in every phase."""
    return frozenset.intersection(*(frozenset(phase.locks) for phase in rules.phases))


def lasting_walls(rules: RuleSet) -> frozenset[At]:
    """The walls, and what is locked in every phase where that is the same (rules: A2).

    On stacks it is not: pieces rest on a wall as on a piece, and nothing rests on a lock, which closes the stack. Only
    a stack that is closed from bottom to top might as well be a wall.
    """
    walls, always = frozenset(rules.board.walls), always_locked(rules)
    if BOARDS[rules.board.kind].gravity:
        heights = range(1, rules.board.size[2] + 1)
        closed = walls | always
        always = frozenset(at for at in always if all((*at[:3], z) in closed for z in heights))
    return walls | always


def acting_seats(rules: RuleSet) -> tuple[str, ...]:
    """The seats that are not locked in every phase, in order of play."""
    return tuple(seat for seat in rules.seats if not all(seat in phase.locked for phase in rules.phases))
