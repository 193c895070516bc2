"""The normal form of a rule set, in which what cannot matter to play is gone, and its digest.

Only what certainly cannot matter goes: two rule sets with one normal form play alike, move by move, under one seed.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from functools import lru_cache
from typing import Any

from redscience.variations.language.boards import BOARDS
from redscience.variations.language.captures import CONDITIONS
from redscience.variations.language.checks import CHECKS, shadows
from redscience.variations.language.deck import cards, cards_dealt, write_deck
from redscience.variations.language.fields import SEATS
from redscience.variations.language.frozen import FrozenMapping
from redscience.variations.language.model import SHAPES, At, Board, Check, Pack, Phase, RuleSet, Shape, StalemateRule
from redscience.variations.language.moves import MOVES, dimensions_for_moves
from redscience.variations.language.possibilities import (
    acting_seats,
    always_locked,
    lasting_walls,
    only_collides,
    pieces_move,
    shapes_in_play,
)
from redscience.variations.language.spaces import Spaces, axes_of_lines
from redscience.variations.language.stalemate import STALEMATE_RULES

DIGEST_VERSION = 1


@lru_cache(maxsize=1024)
def digest(rules: RuleSet) -> str:
    """`1:` and 32 hexadecimal digits, the same for rule sets with one normal form."""
    text = json.dumps(_plain(normal(rules)), sort_keys=True, separators=(",", ":"))
    return f"{DIGEST_VERSION}:{hashlib.blake2b(text.encode(), digest_size=16).hexdigest()}"


def normal(rules: RuleSet) -> RuleSet:
    """A rule set that plays exactly alike, the same for all that are known to: no name, nothing unused."""
    played = shapes_in_play(rules)
    rules = replace(
        rules,
        name="",
        about="",
        chaos_color=None,
        deck=rules.deck and _dealt_only(rules.deck, sum(piece.shape == "dealt" for piece in rules.setup.values())),
        shapes=FrozenMapping((name, _shape(rules.shapes[name], rules)) for name in played),
        checks=_checks(rules),
        stalemate=_stalemate(rules),
    )
    board = _board(rules)
    phases = tuple(_phase(phase, rules, board) for phase in rules.phases)
    return replace(rules, board=board, phases=phases)


def _dealt_only(deck: Pack, markers: int) -> Pack:
    """Without the cards that are never reached, where nothing is shuffled."""
    dealt = cards_dealt(deck, markers)
    return deck if len(dealt) == sum(1 for _ in cards(deck)) else Pack(shuffled=False, items=dealt)


def _shape(shape: Shape, rules: RuleSet) -> Shape:
    """Without empty reserves, moves that nothing ever makes, and differences that the board or the phases undo.

    What outranks another in a sealed round destroys it, whatever becomes of captives otherwise (rules: C40).
    """
    condition = shape.condition and _condition(shape, rules)
    return replace(
        shape,
        power="can" if shape.power == "must" and _never_attacks(shape, rules) else shape.power,
        condition=condition,
        result="removes" if only_collides(shape, rules) else shape.result,
        move=_move(shape.move, rules),
        reserve=FrozenMapping((owner, n) for owner, n in shape.reserve.items() if n),
        called="",
        symbol=None,
    )


_ALONG_ONE_AXIS = {
    "adjacent": "adj_orthogonal",
    "adjacent_or_knight": "adj_orthogonal",
    "adjacent_no_back": "forward_orth",
    "adjacent_no_back_side": "forward_orth",
    "linear": "orthogonal",
    "linear_or_knight": "orthogonal",
}
"""Moves that are the same where there is only one axis to move along."""


def _move(move: str, rules: RuleSet) -> str:
    """Its move, by the plainest of the names that mean the same on this board and with these checks."""
    castles = any(check.check == "castle" for check in rules.checks)
    if not pieces_move(rules):
        return "stationary"
    if castles:
        return move
    if move == "rook":
        return "orthogonal"
    only_axis = dimensions_for_moves(rules) == 1 and not BOARDS[rules.board.kind].wraps
    return _ALONG_ONE_AXIS.get(move, move) if only_axis else move


def _condition(shape: Shape, rules: RuleSet) -> str | None:
    """Later jumps go back anyway where no move is forward only, and there are none in sealed plans."""
    condition = shape.condition
    if condition not in {"chain_jump", "chain_jump_back"}:
        return condition
    if not any(phase.order == "sequential" and not phase.placement_only for phase in rules.phases):
        return "jump"
    return condition if MOVES[shape.move].directed else "chain_jump"


def _never_attacks(shape: Shape, rules: RuleSet) -> bool:
    """Whether it captures only what lands on it, which is not for its owner to do or to leave."""
    move, condition = MOVES[_move(shape.move, rules)], CONDITIONS[shape.condition or "cover"]
    by_landing = condition.covers and not condition.steps_axes and not BOARDS[rules.board.kind].gravity
    return by_landing and (move.stationary or not move.captures_by_moving)


def check_places(rules: RuleSet) -> tuple[int, ...]:
    """Which of the rule set's checks those of its normal form are."""
    return tuple(place for place, _ in _placed_checks(rules))


def _checks(rules: RuleSet) -> tuple[Check, ...]:
    return tuple(check for _, check in _placed_checks(rules))


def _placed_checks(rules: RuleSet) -> list[tuple[int, Check]]:
    """Permissions last, in a fixed order; no mention of diagonals where there are none; none that never decides."""
    checks = [_without_shape(_without_diagonals(check, rules), rules) for check in rules.checks]
    permissions = [(at, check) for at, check in enumerate(checks) if CHECKS[check.check].result == "allows"]
    deciding = [(at, check) for at, check in enumerate(checks) if CHECKS[check.check].result != "allows"]
    disqualifies = rules.disqualify_overachievers
    reached = [
        (at, check)
        for index, (at, check) in enumerate(deciding)
        if not any(shadows(before, check, disqualifies=disqualifies) for _, before in deciding[:index])
    ]
    return [*reached, *sorted(permissions, key=lambda placed: placed[1].check)]


def _without_diagonals(check: Check, rules: RuleSet) -> Check:
    kind, size = rules.board.kind, rules.board.size
    flat = sum(side > 1 for side in size) < 2  # noqa: PLR2004  (a diagonal needs two axes)
    same = flat or axes_of_lines(kind) == axes_of_lines(kind, "orthogonal")
    return replace(check, check="first_row_wins") if check.check == "first_row_wins_no_diagonal" and same else check


def _without_shape(check: Check, rules: RuleSet) -> Check:
    """Of the last of a shape, where there is no other: of the last piece."""
    return replace(check, shape="any") if check.check == "last_piece_wins" and _has_one_shape(rules) else check


def _has_one_shape(rules: RuleSet) -> bool:
    return len(shapes_in_play(rules)) == 1


def _stalemate(rules: RuleSet) -> tuple[StalemateRule, ...]:
    """In a fixed order, since the written one decides nothing; without draws where nothing else is left."""
    given = rules.stalemate
    names = {rule.rule for rule in given}
    compared = {"more_pieces_than_chaos_wins", "less_pieces_than_chaos_loses"} <= names
    kept = [rule for rule in given if not (compared and rule.rule == "draws")]
    if _has_one_shape(rules):
        kept = [_of_any_shape(rule) for rule in kept]
    order = list(STALEMATE_RULES)
    return tuple(sorted(kept, key=lambda r: (order.index(r.rule), r.shape or "", r.total or 0)))


def _of_any_shape(rule: StalemateRule) -> StalemateRule:
    """What compares pieces of one shape compares pieces, where there is no other."""
    option = STALEMATE_RULES[rule.rule]
    measures = {"shape": "pieces", "kind_rows": "rows"}
    if option.measure not in measures:
        return rule
    plain = next(
        other.value
        for other in STALEMATE_RULES.values()
        if (other.measure, other.picks, other.result) == (measures[option.measure], option.picks, option.result)
    )
    return replace(rule, rule=str(plain), shape=None)


def _board(rules: RuleSet) -> Board:
    """Without markers that forbid nothing: what nobody ever enters or leaves needs no other."""
    board = rules.board
    spaces = Spaces(board.kind, board.size, board.count)
    walls = lasting_walls(rules)
    closed = walls | always_locked(rules)
    sticky = set(board.sticky) if rules.fold != "none" else set(board.sticky) - closed if pieces_move(rules) else set()
    exclusive = _exclusive(rules, closed)
    return Board(
        kind="squares" if BOARDS[board.kind].fixed_size else board.kind,
        size=board.size,
        count=board.count,
        exclusive=FrozenMapping(sorted(exclusive.items(), key=lambda item: spaces.number(item[0]))),
        walls=tuple(sorted(walls, key=spaces.number)),
        sticky=tuple(sorted(sticky, key=spaces.number)),
    )


def _exclusive(rules: RuleSet, closed: frozenset[At]) -> dict[At, tuple[str, ...]]:
    """Who may enter and leave, of those who ever act; nothing where that is everybody.

    Spaces that are nobody's then are left as they are: on stacks they are no walls, over which pieces would fall.
    """
    acting = set(acting_seats(rules))
    exclusive = {}
    for at, seats in rules.board.exclusive.items():
        kept = acting & set(seats) or set(seats)
        if at not in closed and kept != acting:
            exclusive[at] = tuple(seat for seat in SEATS if seat in kept)
    return exclusive


def _phase(phase: Phase, rules: RuleSet, board: Board) -> Phase:
    spaces = Spaces(board.kind, board.size, board.count)
    return replace(
        phase,
        placement_only=phase.placement_only and pieces_move(rules),
        locked=tuple(seat for seat in SEATS if seat in phase.locked),
        locks=tuple(sorted(set(phase.locks) - set(board.walls), key=spaces.number)),
        cloaks=tuple(sorted(set(phase.cloaks), key=spaces.number)),
    )


def _plain(rules: RuleSet) -> dict[str, Any]:
    """All that is not plain Tic-Tac-Toe's, as JSON values that no change of the file format touches."""
    board = rules.board
    spaces = Spaces(board.kind, board.size, board.count)
    exclusive: dict[str, list[int]] = {}
    for at, seats in board.exclusive.items():
        exclusive.setdefault(" ".join(seats), []).append(spaces.number(at))
    fields: dict[str, Any] = {
        "players": rules.players,
        "colors": rules.colors,
        "pieces_per_turn": rules.pieces_per_turn,
        "seconds_per_turn": rules.seconds_per_turn,
        "agree_draw": rules.agree_draw,
        "disqualify_overachievers": rules.disqualify_overachievers,
        "cloaking": rules.cloaking,
        "fold": rules.fold,
        "deck": rules.deck and write_deck(rules.deck, rules.seats),
        "board": [board.kind, *board.size, board.count],
        "exclusive": exclusive,
        "walls": [spaces.number(at) for at in board.walls],
        "sticky": [spaces.number(at) for at in board.sticky],
        "checks": [_chosen(check.check, check.length, check.shape) for check in rules.checks],
        "stalemate": [_chosen(rule.rule, rule.length, rule.shape, rule.total) for rule in rules.stalemate],
        "shapes": {name: _plain_shape(rules.shapes[name]) for name in SHAPES if name in rules.shapes},
        "setup": {str(spaces.number(at)): f"{piece.owner} {piece.shape}" for at, piece in rules.setup.items()},
        "phases": [_plain_phase(phase, spaces) for phase in rules.phases],
    }
    return {name: value for name, value in fields.items() if value}


def _chosen(*parts: str | int | None) -> list[str | int]:
    return [part for part in parts if part is not None]


def _plain_shape(shape: Shape) -> list[Any]:
    return [shape.power, shape.condition, shape.result, shape.move, dict(shape.reserve)]


def _plain_phase(phase: Phase, spaces: Spaces) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "order": phase.order,
        "may_pass": phase.may_pass,
        "placement_only": phase.placement_only,
        "draw_below": phase.draw_below,
        "locked": list(phase.locked),
        "locks": [spaces.number(at) for at in phase.locks],
        "cloaks": [spaces.number(at) for at in phase.cloaks],
    }
    return {name: value for name, value in fields.items() if value}
