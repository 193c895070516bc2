"""What seats come to by what they are compared by at a final stalemate (rules: C10 to C20, C33)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from redscience.english import English
from redscience.interface import CHAOS
from redscience.variations.engine import kernels
from redscience.variations.engine.records import shape_of
from redscience.variations.language import SHAPES
from redscience.variations.language.model import StalemateRule
from redscience.variations.language.prose.end import filled
from redscience.variations.language.stalemate import STALEMATE_RULES
from redscience.variations.language.words import listed
from redscience.variations.prepared import PreparedGame
from redscience.variations.situation import Situation

_COMPARED_WITH_CHAOS = frozenset({"more_than_chaos", "less_than_chaos"})
_COMPARED = frozenset({"most", "least", "some"})
BOARDS = "boards"


@dataclass(frozen=True, slots=True)
class Score:
    """What the rule that decided has counted.

    Attributes:
        counts: what each seat came to, Chaos included; what partners came to stands with each. Empty where it did not
            matter who has what.
        text: the same with the rule, in a sentence or two, without the last full stop.
    """

    counts: Mapping[str, int]
    text: str


@dataclass(frozen=True, slots=True)
class Criterion:
    """What seats are compared by at a final stalemate.

    Attributes:
        measure: as in `StalemateOption`, or `boards` where most boards win.
        with_chaos: whether each player is compared with Chaos alone.
        rules: the stalemate rules that say so.
    """

    measure: str
    with_chaos: bool
    rules: tuple[StalemateRule, ...]


def criterion(game: PreparedGame, _: None = None) -> Criterion | None:
    """What seats are compared by in a game; None where they are not."""
    picks = {rule: STALEMATE_RULES[rule.rule].picks for rule in game.rule_set.stalemate}
    against_chaos = tuple(rule for rule, by in picks.items() if by in _COMPARED_WITH_CHAOS)
    main = tuple(rule for rule, by in picks.items() if by in _COMPARED)
    decisive = against_chaos or main
    measure = "pieces" if against_chaos else STALEMATE_RULES[main[0].rule].measure if main else ""
    if game.has_several_boards and measure != "area":
        return Criterion(BOARDS, with_chaos=False, rules=())
    return Criterion(measure, bool(against_chaos), decisive) if decisive else None


def score_now(state: Situation, viewer: str) -> dict[str, Any]:
    """What each seat has come to so far by what they are compared by, as in views; empty where that is nothing.

    While pieces look different to different viewers it is told to nobody.
    """
    compared = state.game.once(criterion)[None]
    if compared is None or (state.game.is_cloaked and not state.is_open_to(viewer)):
        return {}
    told: dict[str, Any] = {"measure": compared.measure, "counts": counts(state, compared)}
    for rule in compared.rules[:1]:
        told |= {name: value for name, value in (("length", rule.length), ("shape", rule.shape)) if value is not None}
    return {"score": told}


def counts(state: Situation, compared: Criterion) -> dict[str, int]:
    """What each seat has come to, Chaos included."""
    seats = state.game.all_seats
    if compared.measure == BOARDS:
        return boards_won(state)
    if compared.with_chaos:
        return {seat: _pieces(state, seat) for seat in seats}
    return {
        seat: kernels.value_of(state.game.rules, state.record, number, 0) for seat, number in state.game.numbers.items()
    }


def boards_won(state: Situation) -> dict[str, int]:
    """How many boards each seat has won, Chaos included."""
    return dict(zip(state.game.all_seats, state.record[0]["boards_won"].tolist(), strict=False))


def score(state: Situation) -> Score | None:
    """What decided a match that ended by a final stalemate, not by boards; None where nothing was counted."""
    if above := exceeded(state):
        return _score(state, {}, [above])
    compared = state.game.once(criterion)[None]
    return None if compared is None else _score(state, counts(state, compared), compared.rules)


def _score(state: Situation, counted: Mapping[str, int], decided: Sequence[StalemateRule]) -> Score:
    told = ", ".join(f"{'Chaos' if seat == CHAOS else seat} {count}" for seat, count in counted.items())
    rules = "; ".join(filled(STALEMATE_RULES[rule.rule].english, rule, state.game.rule_set) for rule in decided)
    clauses = [f"{told}: {rules}" if told else rules, *_overachievers(state)]
    return Score(counted, ". ".join(clause[0].upper() + clause[1:] for clause in clauses))


def _overachievers(state: Situation) -> Iterator[English]:
    """Who had most, and was disqualified for that."""
    if most := state.game.seats_of[state.now.disqualified]:
        seats = listed(most)
        yield f"{seats} had most, and {'was' if len(most) == 1 else 'were'} disqualified"


def _pieces(state: Situation, seat: str) -> int:
    """How many pieces stand on the board that are a seat's."""
    key = state.game.rules[0]["seat_key"][state.number(seat)]
    return int(np.count_nonzero(state.record[0]["key"][: state.game.spaces.total] == key))


def exceeded(state: Situation) -> StalemateRule | None:
    """The rule by which all lose, since more pieces of a shape are on the board than it allows; None otherwise."""
    above = next((rule for rule in state.game.rule_set.stalemate if STALEMATE_RULES[rule.rule].picks == "above"), None)
    return above if above is not None and _total(state, above) > (above.total or 0) else None


def _total(state: Situation, rule: StalemateRule) -> int:
    """How many pieces of the rule's shape stand on the board, whoever's they are."""
    kinds = state.record[0]["kind"][: state.game.spaces.total]
    return sum(SHAPES[shape_of(int(kind))] == rule.shape for kind in kinds[kinds != 0])
