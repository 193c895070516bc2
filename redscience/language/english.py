"""The rules of a rule set in plain English, as a person would write them."""

from __future__ import annotations

from redscience.language.boards import BOARDS
from redscience.language.canonical import normal
from redscience.language.checks import CHECKS
from redscience.language.model import SHAPES, RuleSet
from redscience.language.players import PLAYERS
from redscience.language.shapes import SHAPE_WORDS
from redscience.language.stalemate import STALEMATE_RULES
from redscience.language.validation import filled

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def english(rules: RuleSet) -> list[str]:
    """The rules, a sentence or two an entry; two rule sets with different digests never read the same."""
    rules = normal(rules)
    return [
        _who(rules),
        _reserves(rules),
        *(_sentence(filled(CHECKS[check.check].english, check)) for check in rules.checks),
        _stalemate(rules),
        f"Each turn may take {rules.seconds_per_turn} seconds; a player who takes longer loses.",
    ]


def number(count: int) -> str:
    """A small number as a word."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def _who(rules: RuleSet) -> str:
    size = "×".join(str(side) for side in rules.board.size if side > 1) or "1"
    board = BOARDS[rules.board.kind].english.format(size=size)
    return _sentence(f"{PLAYERS[rules.players].english}, take turns to place one piece on an empty space of {board}")


def _reserves(rules: RuleSet) -> str:
    parts = []
    for owner in rules.owners:
        counts = [(name, rules.shapes[name].reserve.get(owner, 0)) for name in SHAPES if name in rules.shapes]
        pieces = " and ".join(f"{number(n)} {SHAPE_WORDS[name][n != 1]}" for name, n in counts)
        parts.append(f"{owner} has {pieces}")
    return _sentence("; ".join(parts))


def _stalemate(rules: RuleSet) -> str:
    clauses = [filled(STALEMATE_RULES[rule.rule].english, rule) for rule in rules.stalemate]
    return _sentence("When nobody can move, " + "; ".join(clauses))
