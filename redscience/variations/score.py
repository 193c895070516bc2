"""What seats came to at a final stalemate, by the rule that decided (rules: C10 to C20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from redscience.variations.engine import kernels
from redscience.variations.engine.records import shape_of
from redscience.variations.language import SHAPES
from redscience.variations.language.model import StalemateRule
from redscience.variations.language.prose.end import filled
from redscience.variations.language.stalemate import STALEMATE_RULES
from redscience.variations.language.words import listed, sentence
from redscience.variations.situation import Situation

_COMPARED_WITH_CHAOS = frozenset({"more_than_chaos", "less_than_chaos"})
_COMPARED = frozenset({"most", "least", "some"})


@dataclass(frozen=True, slots=True)
class Score:
    """What the rule that decided has counted.

    Attributes:
        counts: what each seat came to, Chaos included; what partners came to stands with each. Empty where it did not
            matter who has what.
        text: the same with the rule, in a sentence.
    """

    counts: Mapping[str, int]
    text: str


def score(state: Situation) -> Score | None:
    """What decided a match of one board that ended by a final stalemate; None where nothing was counted."""
    rules = state.game.rule_set
    by_picks = {STALEMATE_RULES[rule.rule].picks: rule for rule in rules.stalemate}
    above = by_picks.get("above")
    if above is not None and _total(state, above) > (above.total or 0):
        return _score(state, {}, [above])
    if compared := [rule for picks, rule in by_picks.items() if picks in _COMPARED_WITH_CHAOS]:
        return _score(state, {seat: _pieces(state, seat) for seat in state.game.all_seats}, compared)
    main = [rule for picks, rule in by_picks.items() if picks in _COMPARED]
    if not main:
        return None
    values = {
        seat: kernels.value_of(state.game.rules, state.record, number, 0)
        for number, seat in enumerate(state.game.all_seats)
    }
    return _score(state, values, main)


def _score(state: Situation, counts: Mapping[str, int], decided: list[StalemateRule]) -> Score:
    told = ", ".join(f"{seat} {count}" for seat, count in counts.items())
    rules = "; ".join(filled(STALEMATE_RULES[rule.rule].english, rule, state.game.rule_set) for rule in decided)
    return Score(counts, " ".join([sentence(f"{told}: {rules}" if told else rules), *_overachievers(state)]))


def _overachievers(state: Situation) -> Iterator[str]:
    """Who had most, and was disqualified for that."""
    if seats := state.game.seats_of[state.now.disqualified]:
        yield sentence(f"{listed(seats)} had most, and {'was' if len(seats) == 1 else 'were'} disqualified")


def _pieces(state: Situation, seat: str) -> int:
    """How many pieces stand on the board that are a seat's."""
    key = state.game.rules[0]["seat_key"][state.number(seat)]
    return int(np.count_nonzero(state.record[0]["key"][: state.game.spaces.total] == key))


def _total(state: Situation, rule: StalemateRule) -> int:
    """How many pieces of the rule's shape stand on the board, whoever's they are."""
    kinds = state.record[0]["kind"][: state.game.spaces.total]
    return sum(SHAPES[shape_of(int(kind))] == rule.shape for kind in kinds[kinds != 0])
