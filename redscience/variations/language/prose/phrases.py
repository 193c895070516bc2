"""What several parts of the rules say: shapes and seats in a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from redscience.english import English
from redscience.variations.language.checks import CHECKS
from redscience.variations.language.model import SHAPES, RuleSet, Shape
from redscience.variations.language.stalemate import STALEMATE_RULES
from redscience.variations.language.words import article, listed

SIZE = ("board.size[0]", "board.size[1]", "board.size[2]")


def of_shapes(names: Iterable[str], *fields: str) -> tuple[str, ...]:
    """The paths of these fields of some shapes, shape by shape."""
    return tuple(f"shapes.{name}.{field}" for name in names for field in fields)


def of_phases(rules: RuleSet, field: str) -> tuple[str, ...]:
    """The paths of a field of every phase."""
    return tuple(f"phases[{index}].{field}" for index in range(len(rules.phases)))


def shapes_where(rules: RuleSet, names: Iterable[str]) -> str:
    """Shapes as a subject: `circles and stars`, or `pieces` where they are all that there are."""
    names = list(names)
    return "pieces" if len(names) == len(rules.shapes) else plurals(rules, names)


def plurals(rules: RuleSet, names: Iterable[str], last: str = "and") -> str:
    """Shapes by their words: `circles and stars`."""
    return listed([rules.words(name)[1] for name in names], last)


def one_of(rules: RuleSet, names: Iterable[str]) -> str:
    """One piece of some shapes: `a circle or an X`."""
    return listed([article(rules.words(name)[0]) for name in names], "or")


def shapes_of(rules: RuleSet) -> list[tuple[str, Shape]]:
    """The shapes played with their names, in the order in which people add them."""
    return [(name, rules.shapes[name]) for name in SHAPES if name in rules.shapes]


def thing(rules: RuleSet) -> str:
    """What a player places: the shape, where there is only one, else a piece."""
    named = [name for name, shape in shapes_of(rules) if shape.reserve]
    return rules.words(named[0])[0] if len(named) == 1 else "piece"


_ALL_OTHERS: English = "all others"


def others(rules: RuleSet, verb: str, verbs: str) -> str:
    """All but one side, with what they do: `all others win`, `the other wins`."""
    rest = _rest(rules)
    return f"{rest} {verbs if rest == _ALL_OTHERS else verb}"


def _rest(rules: RuleSet) -> English:
    if rules.players == "partners":
        return "the other team"
    return "the other" if len(rules.seats) == 2 else _ALL_OTHERS  # noqa: PLR2004  (one and one)


def is_by_board(rules: RuleSet) -> bool:
    """Whether a stalemate decides several boards one by one."""
    return rules.board.count > 1 and all(STALEMATE_RULES[rule.rule].measure != "area" for rule in rules.stalemate)


def ties(rules: RuleSet, result: str) -> str:
    """What becomes of players who tie where the best win, or the worst lose; of teams, too."""
    chaos = "chaos" in rules.seats
    disqualified = rules.disqualify_overachievers and result == "wins"
    if rules.players == "partners":
        return f"If the teams tie, all players {'lose' if disqualified else 'win'}."
    if len(rules.seats) == 2:  # noqa: PLR2004  (both sides of a tie)
        return "A tie with Chaos is a win." if chaos else "If they tie, both win."
    if disqualified:
        return "Those who tie would win together."
    if result == "wins":
        with_chaos = ", but whoever ties with Chaos draws" if chaos else ""
        return f"Those who tie win together{with_chaos}; if all tie, all players win."
    return f"Those who tie lose together{', also with Chaos' if chaos else ''}; if all tie, all players win."


STUCK = "whoever can do nothing passes"


def who_is_stuck_passes(rules: RuleSet) -> bool:
    """Whether others can go on when a player can do nothing, and neither a pass nor a loss is told of elsewhere."""
    loses = any(CHECKS[check.check].measure == "no_move" for check in rules.checks)
    return not loses and any(
        phase.order != "single" and not phase.may_pass and len(rules.seats) - len(phase.locked) > 1
        for phase in rules.phases
    )


def repetition(rules: RuleSet) -> str:
    """What must not go on for ever, and ends a phase."""
    if all(phase.order != "sequential" for phase in rules.phases):
        return "all repeat their moves in the same position"
    return "a player repeats a move in the same position"


def all_plan(rules: RuleSet) -> bool:
    """Whether nobody ever moves in turn."""
    return all(phase.order != "sequential" for phase in rules.phases)


def some_plan(rules: RuleSet) -> bool:
    """Whether several seats ever move at once."""
    return any(phase.order != "sequential" and len(rules.seats) - len(phase.locked) > 1 for phase in rules.phases)
