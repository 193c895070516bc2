"""What pieces can do: how they move and capture, where that leads, and what they become."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from redscience.interface import Sentence
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.captures import CONDITIONS, POWERS, RESULTS
from redscience.variations.language.checks import CHECKS
from redscience.variations.language.forward import goals_matter, speaks_of_forward
from redscience.variations.language.model import RuleSet, Shape
from redscience.variations.language.moves import MOVES
from redscience.variations.language.possibilities import (
    can_move_backwards,
    cannot_move_backwards,
    only_collides,
    pieces_move,
    reserves_grow,
)
from redscience.variations.language.prose.phrases import of_shapes, shapes_of, shapes_where
from redscience.variations.language.spaces import goals
from redscience.variations.language.words import listed, name, sentence

_CAPTURE = ("power", "condition", "result")


def told(rules: RuleSet) -> Iterator[Sentence]:
    """A line for the shapes that can do the same, and what there is to know about moving."""
    moving, capturing = _alike(_moving, rules), _alike(_capturing, rules)
    for names, clause in moving.items():
        more = capturing.pop(names, None)
        said = sentence(f"{shapes_where(rules, names)} {clause}")
        yield (
            Sentence(f"{said} {sentence(f'they {more}')}", of_shapes(names, "move", *_CAPTURE))
            if more
            else Sentence(said, of_shapes(names, "move"))
        )
    for names, clause in capturing.items():
        yield Sentence(sentence(f"{shapes_where(rules, names)} {clause}"), of_shapes(names, *_CAPTURE))
    if pieces_move(rules):
        yield from _over_others(rules)
        yield from _jumps(rules)
    if pieces_move(rules) and (any(shape.reserve for shape in rules.shapes.values()) or reserves_grow(rules)):
        like = "one like it is" if rules.colors in {"shared", "choose"} else "its owner has one like it"
        yield Sentence(
            f"A piece on the board may not be moved while {like} in reserve.",
            of_shapes(rules.shapes, *(f"reserve.{owner}" for owner in rules.owners)),
        )
    yield from _from_stacks(rules)
    yield from _goals(rules)


def _over_others(rules: RuleSet) -> Iterator[Sentence]:
    """What blocks those that move far; on stacks nothing does."""
    moves = [MOVES[shape.move] for shape in rules.shapes.values()]
    if BOARDS[rules.board.kind].gravity or not any(move.slides for move in moves):
        return
    jumps = any(shape.condition and CONDITIONS[shape.condition].jumps != "no" for shape in rules.shapes.values())
    over = [word for word, there in (("leaps", any(move.leaps for move in moves)), ("jumps", jumps)) if there]
    text = f"Only {listed(over)} go over other pieces." if over else "Pieces do not move over others."
    yield Sentence(text, of_shapes(rules.shapes, "move"))


def _jumps(rules: RuleSet) -> Iterator[Sentence]:
    """Where to those jump that also move otherwise."""
    jumpers = [
        each
        for each, shape in shapes_of(rules)
        if shape.condition and CONDITIONS[shape.condition].jumps != "no" and not MOVES[shape.move].stationary
    ]
    if jumpers:
        text = f"{shapes_where(rules, jumpers)} jump over what is next to them, in directions in which they step"
        yield Sentence(sentence(text), of_shapes(jumpers, "condition", "move"))


def _from_stacks(rules: RuleSet) -> Iterator[Sentence]:
    """Where in their stack pieces must lie to move, if it is not said by how they move."""
    if not BOARDS[rules.board.kind].gravity or not pieces_move(rules):
        return
    plain = [each for each, shape in shapes_of(rules) if _is_plain(shape)]
    if plain:
        carry = any(MOVES[shape.move].carries != "one" for shape in rules.shapes.values())
        subject = shapes_where(rules, plain) if carry else "pieces"
        yield Sentence(sentence(f"{subject} move only from the top of their stack"), of_shapes(plain, "move"))


def _is_plain(shape: Shape) -> bool:
    return not MOVES[shape.move].stationary and MOVES[shape.move].carries == "one"


def _alike(tell: Callable[[Shape, RuleSet], str], rules: RuleSet) -> dict[tuple[str, ...], str]:
    """What is told of each shape, by the shapes of which the same is told; nothing of which nothing is."""
    groups: dict[str, list[str]] = {}
    for each, shape in shapes_of(rules):
        groups.setdefault(tell(shape, rules), []).append(each)
    return {tuple(names): clause for clause, names in groups.items() if clause}


def _moving(shape: Shape, rules: RuleSet) -> str:
    """How they move; nothing where no piece does."""
    if not pieces_move(rules):
        return ""
    move, gravity = MOVES[shape.move], BOARDS[rules.board.kind].gravity
    if not move.stationary:
        return move.on_stacks if gravity and move.on_stacks else move.english
    condition = CONDITIONS[shape.condition] if shape.condition else None
    if condition and condition.jumps != "no":
        return "move only by jumping along rows and columns"
    return "move only to capture" if condition and condition.steps_axes else "never move"


def _capturing(shape: Shape, rules: RuleSet) -> str:
    """Whether they capture, how, and what becomes of captives; what meets in rounds alone is told of there."""
    if shape.condition is None or shape.result is None or only_collides(shape, rules):
        return ""
    condition, result = CONDITIONS[shape.condition], RESULTS[shape.result].english
    how = condition.english
    if BOARDS[rules.board.kind].gravity:
        how = "in their stack" + (", if they outrank them" if condition.by_rank else "")
    elif condition.covers and not condition.steps_axes and _only_waits(shape):
        outranked = ", if they outrank them" if condition.by_rank else ""
        return f"capture pieces of others that land on them{outranked}; {result}"
    elif condition.jumps.startswith("chain"):
        how += ", as long as they can" if shape.power == "must" else ", as often as they like"
    return f"{POWERS['can'].english} {how}; {result}"


def _only_waits(shape: Shape) -> bool:
    """Whether it never ends a move on another piece."""
    return MOVES[shape.move].stationary or not MOVES[shape.move].captures_by_moving


def _goals(rules: RuleSet) -> Iterator[Sentence]:
    """Where forward is, for rules that speak of it, and what becomes of those that arrive there."""
    if not goals_matter(rules):
        return
    lines = [f"{goal.axis} = {goal.at} for {name(seat)}" for seat, goal in goals(rules).items() if goal]
    forward = ", and forward is towards one's own" if speaks_of_forward(rules) else ""
    checks = tuple(f"checks[{at}]" for at, check in enumerate(rules.checks) if CHECKS[check.check].measure == "goal")
    directed = of_shapes((each for each, shape in shapes_of(rules) if MOVES[shape.move].directed), "move")
    steps = (each for each, shape in shapes_of(rules) if shape.condition and CONDITIONS[shape.condition].steps_axes)
    yield Sentence(
        sentence(f"Goal lines are {listed(lines)}{forward}"), (*checks, *directed, *of_shapes(steps, "condition"))
    )
    arriving = [each for each, shape in shapes_of(rules) if cannot_move_backwards(shape)]
    become = [each for each, shape in shapes_of(rules) if can_move_backwards(shape)]
    if arriving and become:
        plurals = listed([rules.words(each)[1] for each in become], "or")
        choice = ", as the mover chooses" if len(become) > 1 else ""
        text = f"{shapes_where(rules, arriving)} that reach their goal line become {plurals}{choice}"
        yield Sentence(sentence(text), of_shapes([*arriving, *become], "move"))
