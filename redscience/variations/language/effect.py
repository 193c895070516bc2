"""Validators of what is said and could never have an effect.

What is only superfluous (a move where nothing ever moves, a marker that forbids nothing) is no fault and goes from the
normal form; what says one thing and would come to nothing at all is refused, with what would give it a meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations

from redscience.english import English
from redscience.errors import Fault
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.captures import CONDITIONS, ConditionOption, jump_axes, shape_moves
from redscience.variations.language.checks import CHECKS
from redscience.variations.language.deck import cards_dealt
from redscience.variations.language.model import COMMUNAL, DEALT, At, Phase, RuleSet, Shape
from redscience.variations.language.moves import MOVES
from redscience.variations.language.possibilities import (
    movement_allowed,
    only_collides,
    pieces_are_placed,
    pieces_land,
    pieces_move,
    reserves_grow,
    shapes_in_play,
)
from redscience.variations.language.spaces import Spaces, directions, goals, longest_line
from redscience.variations.language.stalemate import STALEMATE_RULES
from redscience.variations.language.validators import Validators

EFFECTS = Validators()


@EFFECTS.reading("players", "phases")
def _somebody_acts(rules: RuleSet) -> Iterator[Fault]:
    for index, phase in enumerate(rules.phases):
        if set(phase.locked) >= set(rules.seats):
            yield Fault(
                f"phases[{index}].locked",
                "locks everybody, so that the phase is over before it begins",
                "Leave a seat unlocked, or leave the phase out",
            )
    if all(set(phase.locked) >= set(rules.player_seats) for phase in rules.phases):
        yield Fault("phases", "lock all players from first to last", "Let a player move in some phase")


@EFFECTS.reading("players", "colors", "shapes", "setup", "deck", "board", "phases")
def _something_to_do(rules: RuleSet) -> Iterator[Fault]:
    if not pieces_are_placed(rules) and not pieces_move(rules):
        yield Fault(
            "shapes",
            "have pieces that are never placed and never moved, so that there is nothing to do",
            "Put pieces in reserve, or give the pieces on the board a move and a phase in which they may move",
        )
        return
    if not rules.setup and all(_waits_for_captives(shape) for shape in rules.shapes.values() if shape.reserve):
        yield Fault(
            "shapes",
            "are placed only where they capture, and the board is empty, so that nobody can begin",
            "Put pieces on the board, or let a shape be placed that need not capture",
        )
    for index, phase in enumerate(rules.phases):
        if phase.placement_only and not pieces_are_placed(rules):
            yield Fault(
                f"phases[{index}].placement_only",
                "lets pieces only be placed, and none is ever in reserve",
                "Allow movement, or put pieces in reserve",
            )


def _waits_for_captives(shape: Shape) -> bool:
    return shape.power == "must" and CONDITIONS[shape.condition or "cover"].around != "no"


@EFFECTS.reading("board", "phases")
def _some_space_is_free(rules: RuleSet) -> Iterator[Fault]:
    total, walls = rules.board.volume * rules.board.count, set(rules.board.walls)
    if len(walls) == total:
        yield Fault("board.walls", "leave no space free", "Leave some space without a wall")
        return
    for index, phase in enumerate(rules.phases):
        if len(walls | set(phase.locks)) == total:
            yield Fault(
                f"phases[{index}].locks",
                "leave no space free, so that the phase is over before it begins",
                "Leave some space without a lock",
            )


@EFFECTS.reading("setup", "deck", "board", "phases")
def _some_stack_is_open(rules: RuleSet) -> Iterator[Fault]:
    """Nothing is placed or moved in the first phase where every stack is full, or closed by a lock."""
    board, locks = rules.board, set(rules.phases[0].locks)
    if not locks or not BOARDS[board.kind].gravity or len(locks | set(board.walls)) == board.volume * board.count:
        return
    feet = (at for at in Spaces(board.kind, board.size, board.count) if at[3] == 1)
    if all(locks.issuperset(_first_rests(rules, foot)) for foot in feet):
        yield Fault(
            "phases[0].locks",
            "close every stack where the next piece would come to rest, so that the phase is over before it begins",
            "Leave some stack open, or make the spaces walls, on which pieces rest",
        )


def _first_rests(rules: RuleSet, foot: At) -> list[At]:
    """Where on a stack the first piece comes to rest: one of several spaces where blanks may be dealt, none if full."""
    column: list[At] = [(*foot[:3], z) for z in range(1, rules.board.size[2] + 1)]
    room = [at for at in column if at not in rules.board.walls]
    pieces = [rules.setup[at] for at in room if at in rules.setup]
    return room[sum(piece.shape != DEALT for piece in pieces) : len(pieces) + 1]


@EFFECTS.reading("shapes", "setup", "deck", "board", "phases")
def _some_space_is_empty(rules: RuleSet) -> Iterator[Fault]:
    filled = {at for at, piece in rules.setup.items() if piece.shape != DEALT} | set(rules.board.walls)
    lands = not BOARDS[rules.board.kind].gravity and pieces_land(rules)
    if rules.setup and len(filled) == rules.board.volume * rules.board.count and not lands:
        yield Fault("setup", "leaves no space to which a piece could come", "Leave some space empty")


@EFFECTS.reading("shapes", "setup", "deck", "board", "phases")
def _draws_that_can_be_averted(rules: RuleSet) -> Iterator[Fault]:
    if reserves_grow(rules):
        return
    pieces = sum(sum(shape.reserve.values()) for shape in rules.shapes.values())
    for index, phase in enumerate(rules.phases):
        if phase.draw_below > pieces:
            yield Fault(
                f"phases[{index}].draw_below",
                f"is {phase.draw_below}, and there are only {pieces} pieces to place, so that every match is drawn",
                f"Choose at most {pieces}, or put more pieces in reserve",
            )


@EFFECTS.reading("players", "checks", "stalemate", "disqualify_overachievers")
def _winners_to_disqualify(rules: RuleSet) -> Iterator[Fault]:
    if not rules.disqualify_overachievers:
        return
    checked = any(CHECKS[check.check].result in {"wins", "last_wins"} for check in rules.checks)
    compared = any(
        STALEMATE_RULES[rule.rule].result == "wins" and STALEMATE_RULES[rule.rule].picks in {"most", "least"}
        for rule in rules.stalemate
    )
    if not checked and not compared:
        yield Fault(
            "disqualify_overachievers",
            "disqualifies the first to win, and no check and no comparison at stalemate says who wins",
            "Add a check by which somebody wins, or a stalemate rule by which the most or least wins",
        )


@EFFECTS.reading("cloaking", "colors", "shapes", "setup", "deck", "board", "phases")
def _shapes_to_obscure(rules: RuleSet) -> Iterator[Fault]:
    if rules.cloaking != "obscures":
        return
    if len(shapes_in_play(rules)) == 1:
        yield Fault(
            "cloaking",
            "obscures the shapes of pieces, and all have the same",
            "Choose “Cloaking hides”, or play with more shapes",
        )
    elif rules.colors in {"shared", "choose"} and not _communal(rules):
        yield Fault(
            "cloaking",
            "obscures the pieces of others, and here every piece is everyone's",
            "Choose “Cloaking hides” or other colors",
        )


def _communal(rules: RuleSet) -> bool:
    return any(piece.owner == COMMUNAL for piece in rules.setup.values())


@EFFECTS.reading("setup", "deck")
def _cards_with_pieces(rules: RuleSet) -> Iterator[Fault]:
    markers = sum(piece.shape == DEALT for piece in rules.setup.values())
    if rules.deck and markers and not any(card.shape for card in cards_dealt(rules.deck, markers)):
        yield Fault("deck", "deals only blanks", "Add cards with shapes, or deal nothing")


@EFFECTS.reading("players", "colors", "shapes", "setup", "deck", "board", "phases")
def _captures_that_happen(rules: RuleSet) -> Iterator[Fault]:
    for name in shapes_in_play(rules):
        condition = rules.shapes[name].condition
        if condition is not None:
            reasons = (find(name, CONDITIONS[condition], rules) for find in _HINDRANCES)
            for problem, remedy in islice(filter(None, reasons), 1):
                yield Fault(f"shapes.{name}.condition", problem, remedy)


def _never_moves(name: str, condition: ConditionOption, rules: RuleSet) -> tuple[English, English] | None:
    del name
    if (condition.steps_axes or condition.jumps != "no") and not movement_allowed(rules):
        return "captures by moving, and no phase allows movement", "Allow movement in a phase, or choose “No power”"
    return None


def _no_room_to_jump(name: str, condition: ConditionOption, rules: RuleSet) -> tuple[English, English] | None:
    shape = rules.shapes[name]
    if condition.jumps == "no" or not jump_axes(shape) or _jump_fits(shape, rules):
        return None
    return (
        "needs three spaces in a row, along a line on which the piece steps, to jump",
        "Make the board larger, or choose another move or condition",
    )


def _nothing_lands(name: str, condition: ConditionOption, rules: RuleSet) -> tuple[English, English] | None:
    if not condition.covers or condition.steps_axes or BOARDS[rules.board.kind].gravity or pieces_land(rules):
        return None
    if not condition.by_rank or all(phase.order == "sequential" for phase in rules.phases):
        return (
            "captures where one piece lands on another, and here none ever does",
            "Let pieces move, choose another condition, or play on stacks",
        )
    if _ranks_meet(name, rules):
        return None
    return (
        "captures by rank, and no piece of another rank comes to the same space in a round",
        "Give pieces of another rank to somebody else, let pieces move, or choose another condition",
    )


def _ranks_meet(name: str, rules: RuleSet) -> bool:
    """Whether two seats can plan for one space a piece of a shape and one of another that captures by rank (C40)."""
    others = [other for other in shapes_in_play(rules) if other != name and only_collides(rules.shapes[other], rules)]
    return any(
        _can_plan(name, seat, phase, rules) and any(_can_plan(other, beside, phase, rules) for other in others)
        for phase in rules.phases
        if phase.order != "sequential"
        for seat, beside in permutations(set(rules.seats) - set(phase.locked), 2)
    )


def _can_plan(name: str, seat: str, phase: Phase, rules: RuleSet) -> bool:
    """Whether a seat may have a piece of a shape to place, or to move, in a phase."""
    shape, owner = rules.shapes[name], rules.owner_of_seat(seat)
    held = any(count for each, count in shape.reserve.items() if owner in {None, each})
    return held or reserves_grow(rules) or (shape_moves(shape) and not phase.placement_only)


def _never_arrives(name: str, condition: ConditionOption, rules: RuleSet) -> tuple[English, English] | None:
    shape = rules.shapes[name]
    move = MOVES[shape.move]
    moves = movement_allowed(rules) and not move.stationary
    counts = moves and (bool(move.axes) or condition.around != "ahead")
    if condition.around == "no" or counts or any(shape.reserve.values()) or reserves_grow(rules):
        return None
    if moves:
        return "captures by moving straight, and these pieces only leap", "Put some in reserve, or let them step"
    return "captures by arriving, and these pieces never arrive anywhere", "Put some in reserve, or let them move"


def _too_small(name: str, condition: ConditionOption, rules: RuleSet) -> tuple[English, English] | None:
    del name
    needed = {"no": 0, "lines": 3, "groups": 2, "ahead": 2, "adjacent": 2}[condition.around]
    lines = "orthogonal" if condition.around == "groups" else "any"
    if longest_line(Spaces(rules.board.kind, rules.board.size), lines) >= needed:
        return None
    return f"needs {needed} spaces in a row", "Make the board larger, or choose another condition"


_HINDRANCES = (_never_moves, _no_room_to_jump, _nothing_lands, _never_arrives, _too_small)
"""What may keep a shape from ever capturing: the problem and the remedy, or None."""


def _jump_fits(shape: Shape, rules: RuleSet) -> bool:
    spaces = Spaces(rules.board.kind, rules.board.size)
    for vector in directions(spaces.kind, jump_axes(shape)):
        for at in spaces:
            over = spaces.step(at, vector)
            beyond = over and spaces.step(over, vector)
            if beyond and beyond != at:
                return True
    return False


@EFFECTS.reading("stalemate", "board")
def _totals_that_fit(rules: RuleSet) -> Iterator[Fault]:
    total = rules.board.volume * rules.board.count
    for index, rule in enumerate(rules.stalemate):
        if rule.total is not None and rule.total >= total:
            yield Fault(
                f"stalemate[{index}].total",
                f"is {rule.total}, and there are only {total} spaces",
                f"Choose at most {total - 1}, or a larger board",
            )


@EFFECTS.reading("shapes", "checks", "board.kind", "board.size", "players", "setup", "deck", "board")
def _forward(rules: RuleSet) -> Iterator[Fault]:
    """Goal lines must lie across the board for those who move towards them."""
    sides = dict(zip("xyz", rules.board.size, strict=True))
    blocked = [seat for seat, goal in goals(rules).items() if goal and sides[goal.axis] == 1]
    if not blocked:
        return
    problem, remedy = f"and {blocked[0]}'s goal line is the whole board", "Choose a wider board, or"
    for name, shape in rules.shapes.items():
        if MOVES[shape.move].directed:
            yield Fault(f"shapes.{name}.move", f"leads forward, {problem}", f"{remedy} another move")
        if shape.condition and CONDITIONS[shape.condition].steps_axes:
            yield Fault(f"shapes.{name}.condition", f"leads forward, {problem}", f"{remedy} another condition")
    for index, check in enumerate(rules.checks):
        if CHECKS[check.check].measure == "goal":
            label = CHECKS[check.check].label
            yield Fault(f"checks[{index}]", f"is “{label}”, {problem}", f"{remedy} another check")


@EFFECTS.reading("stalemate", "checks", "phases", "agree_draw")
def _some_outcome(rules: RuleSet) -> Iterator[Fault]:
    """Matches must be able to end in more than one way."""
    deciding = any(CHECKS[check.check].result not in {"allows", "stalemate"} for check in rules.checks)
    options = [STALEMATE_RULES[rule.rule] for rule in rules.stalemate]
    if deciding or any(option.picks != "all" for option in options):
        return
    ends = {option.result for option in options}
    if rules.agree_draw or any(phase.draw_below for phase in rules.phases):
        ends.add("draws")
    if len(ends) < 2:  # noqa: PLR2004  (more than one)
        yield Fault(
            "checks",
            "decide nothing, and stalemate means the same for all, so that every match would end alike",
            "Add a check, or another stalemate rule",
        )
