"""How it ends: checks, stalemate, agreed draws."""

from __future__ import annotations

from collections.abc import Iterator

from redscience.english import English
from redscience.interface import Sentence
from redscience.variations.language.captures import CONDITIONS
from redscience.variations.language.checks import CHECKS, CheckOption
from redscience.variations.language.model import Check, RuleSet, StalemateRule
from redscience.variations.language.moves import MOVES
from redscience.variations.language.players import AGREE_DRAW, DISQUALIFY_OVERACHIEVERS
from redscience.variations.language.possibilities import can_move_backwards, cannot_move_backwards, pieces_move
from redscience.variations.language.prose.phrases import (
    all_plan,
    is_by_board,
    one_of,
    others,
    repetition,
    shapes_of,
    some_plan,
    ties,
)
from redscience.variations.language.stalemate import STALEMATE_RULES, StalemateOption
from redscience.variations.language.words import listed, number, sentence


def told(rules: RuleSet) -> Iterator[Sentence]:
    """The checks in their order, then what happens when nothing more can."""
    for index, check in enumerate(rules.checks):
        option = CHECKS[check.check]
        text = sentence(filled(option.english, check, rules)) + _together(option, rules) + _or_passes(option, rules)
        yield Sentence(text, (f"checks[{index}]",))
    yield from _order_of_checks(rules)
    yield Sentence(_stalemate(rules), ("stalemate",))
    if rules.disqualify_overachievers:
        yield Sentence(sentence(DISQUALIFY_OVERACHIEVERS[True].english), ("disqualify_overachievers",))
    if rules.agree_draw:
        yield Sentence(sentence(AGREE_DRAW[True].english.format(agree=_agreement(rules))), ("agree_draw",))


def _together(option: CheckOption, rules: RuleSet) -> str:
    """What becomes of several who are the first by one round."""
    is_first = option.measure in {"row", "goal"} and option.result in {"wins", "loses"}
    if not is_first or not some_plan(rules) or rules.colors not in {"assigned", "partners"}:
        return ""
    return f" Those who do so in the same round {'win' if option.result == 'wins' else 'lose'} together."


def _or_passes(option: CheckOption, rules: RuleSet) -> str:
    """In which phases whoever can do nothing passes, though they lose in others."""
    passing = [str(at) for at, phase in enumerate(rules.phases, 1) if phase.may_pass or phase.order != "sequential"]
    if option.measure != "no_move" or not passing:
        return ""
    return f" In phase{'s' if len(passing) > 1 else ''} {listed(passing)} they pass instead."


def _order_of_checks(rules: RuleSet) -> Iterator[Sentence]:
    """Which check decides where one move brings about what several look for, unless all of them mean the same."""
    looked_at = {
        f"checks[{index}]": option.result
        for index, option in enumerate(CHECKS[check.check] for check in rules.checks)
        if option.measure not in {"no_move", "permission"}
    }
    if len(looked_at) > 1 and {*looked_at.values()} != {"stalemate"}:
        text = f"If several of these come about by {_moment(rules)}, the one told first decides."
        yield Sentence(text, tuple(looked_at))


def _agreement(rules: RuleSet) -> str:
    """Who has to agree; Chaos is not asked."""
    two = len(rules.player_seats) == 2  # noqa: PLR2004  (who offers and who answers)
    return "the other player agrees" if two else "all other players agree"


def _stalemate(rules: RuleSet) -> str:
    options = [STALEMATE_RULES[rule.rule] for rule in rules.stalemate]
    told = [
        (option, filled(option.english, rule, rules)) for option, rule in zip(options, rules.stalemate, strict=True)
    ]
    first = [text for option, text in told if option.measure == "total"]
    then = [text for option, text in told if option.measure != "total" and option.result != "draws"]
    by_board = is_by_board(rules)
    each = "each board that is left is decided by itself: " if by_board else ""
    text = "; otherwise ".join([*first, each + _and_the_rest("; ".join(then), options, rules)])
    said = [sentence(f"{_when(rules)}, {text}")]
    for option in options:
        if option.picks in {"most", "least"}:
            tied = "All who tie for a board win it." if by_board and option.result == "wins" else None
            said += [*_counting(option, rules), tied or ties(rules, option.result)]
    if any(option.measure == "area" for option in options):
        said.append(
            "An area is all spaces that a player's pieces occupy or could reach by steps along rows and columns "
            "without meeting pieces of others."
        )
    return " ".join(said)


def _and_the_rest(told: str, options: list[StalemateOption], rules: RuleSet) -> str:
    """What has been told, with what becomes of those of whom it says nothing."""
    draws = any(option.result == "draws" for option in options)
    compares = [option for option in options if "than_chaos" in option.picks]
    if len(compares) > 1:
        more = told.partition(";")[0]
        return f"{more}, those with fewer lose, and those with as many draw"
    if compares:
        rest = "draw" if draws else "win" if compares[0].result == "loses" else "lose"
        return f"{told}; all others {rest}"
    if draws:
        return "it is a draw"
    loses = any(option.picks in {"most", "least"} and option.result == "loses" for option in options)
    return f"{told}, and {others(rules, 'wins', 'win')}" if loses else told


def _counting(option: StalemateOption, rules: RuleSet) -> Iterator[str]:
    """How rows and the pieces of partners are counted."""
    if option.measure in {"rows", "kind_rows"}:
        yield "Rows that overlap all count."
    if rules.players == "partners":
        if option.measure == "longest_row":
            if rules.colors == "assigned":
                yield "Of partners the longer row counts."
        elif option.measure != "area":
            yield "Those of partners count together."


def _when(rules: RuleSet) -> str:
    """When it is stalemate."""
    if len(rules.phases) > 1:
        return "after the last phase"
    only = rules.phases[0]
    if only.order == "single":
        return "after that round"
    causes = ["everyone passes" if only.may_pass else "nobody can move any more"]
    if pieces_move(rules):
        causes.append(repetition(rules))
        if any(CHECKS[check.check].measure == "no_move" for check in rules.checks):
            causes = causes[1:]
    if any(CHECKS[check.check].result == "stalemate" for check in rules.checks):
        causes.append("a rule above ends play")
    return f"when {listed(causes, 'or')}"


def filled(template: str, chosen: Check | StalemateRule, rules: RuleSet) -> str:
    """The sentence of an option with its parameters in the blanks, as the colours and seats of the game want it."""
    length = number(chosen.length or 0)
    one, several = rules.words(chosen.shape) if chosen.shape else ("", "")
    promoted = _is_promoted(chosen.shape, rules)
    return template.format(
        length=length,
        row=_row(length, rules),
        straight=", in any direction," if sum(side > 1 for side in rules.board.size) > 1 else "",
        shape=one,
        shapes=several,
        many=_many(getattr(chosen, "total", None) or 0, one, several),
        others_win=others(rules, "wins", "win"),
        others_lose=others(rules, "loses", "lose"),
        moment=_moment(rules),
        team="team " if rules.players == "partners" else "",
        unless=", but to promote the last one is not to lose it" if promoted else "",
        remain="be in" if promoted else "have any",
        ends="the phase ends" if len(rules.phases) > 1 else "play ends",
        in_last=" in the last phase" if len(rules.phases) > 1 else "",
        king=one_of(rules, (each for each, shape in shapes_of(rules) if shape.move == "adjacent")),
        rook=one_of(rules, (each for each, shape in shapes_of(rules) if MOVES[shape.move].castles)),
        pawn=one_of(rules, (each for each, shape in shapes_of(rules) if MOVES[shape.move].double_first)),
        taker=one_of(rules, (each for each, shape in shapes_of(rules) if _takes_pawns(shape.condition))),
    )


def _is_promoted(name: str | None, rules: RuleSet) -> bool:
    """Whether pieces of a shape become others on their goal line."""
    shape = rules.shapes.get(name or "")
    return shape is not None and cannot_move_backwards(shape) and any(map(can_move_backwards, rules.shapes.values()))


def _many(total: int, one: str, several: str) -> English:
    """That there are more pieces than a number."""
    if total == 0:
        return f"is any {one}"
    return f"is more than one {one}" if total == 1 else f"are more than {number(total)} {several}"


def _takes_pawns(condition: str | None) -> bool:
    return condition is not None and CONDITIONS[condition].captures_as_pawn


def _row(length: str, rules: RuleSet) -> English:
    if rules.colors in {"assigned", "partners"}:
        return f"{length} of their pieces in a row"
    return f"{length} in a row" if rules.colors == "shared" else f"{length} of one color in a row"


def _moment(rules: RuleSet) -> str:
    """After what checks are looked at."""
    if all_plan(rules):
        return "a round"
    return "a move" if all(phase.order == "sequential" for phase in rules.phases) else "a move or round"
