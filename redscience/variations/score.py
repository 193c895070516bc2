"""What seats come to by what they are compared by at a final stalemate (rules: C10 to C20, C33)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
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
from redscience.variations.language.words import listed, number
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
    compared = criterion_of_a_board(game)
    if game.has_several_boards and (compared is None or compared.measure != "area"):
        return Criterion(BOARDS, with_chaos=False, rules=())
    return compared


def criterion_of_a_board(game: PreparedGame) -> Criterion | None:
    """What seats are compared by on a board; None where they are not."""
    picks = {rule: STALEMATE_RULES[rule.rule].picks for rule in game.rule_set.stalemate}
    against_chaos = tuple(rule for rule, by in picks.items() if by in _COMPARED_WITH_CHAOS)
    main = tuple(rule for rule, by in picks.items() if by in _COMPARED)
    if not (against_chaos or main):
        return None
    measure = "pieces" if against_chaos else STALEMATE_RULES[main[0].rule].measure
    return Criterion(measure, bool(against_chaos), against_chaos or main)


def score_now(state: Situation, viewer: str) -> dict[str, Any]:
    """What each seat has come to so far by what they are compared by, as in views; empty where that is nothing.

    While pieces look different to different viewers it is told to nobody.
    """
    compared = state.game.once(criterion)[None]
    if compared is None or (state.game.is_cloaked and not state.is_open_to(viewer)):
        return {}
    told: dict[str, Any] = {"measure": compared.measure, "counts": counts(state, compared)}
    if compared.measure == BOARDS:
        told["boards"] = winners_of_boards(state)
    for rule in compared.rules[:1]:
        told |= {name: value for name, value in (("length", rule.length), ("shape", rule.shape)) if value is not None}
    return {"score": told}


def counts(state: Situation, compared: Criterion) -> dict[str, int]:
    """What each seat has come to, Chaos included."""
    if compared.measure == BOARDS:
        return boards_won(state)
    return _on_board(state, compared, 0)


def _on_board(state: Situation, compared: Criterion, board: int) -> dict[str, int]:
    """What each seat has come to on one board, by its number from 0."""
    if compared.with_chaos:
        return {seat: _pieces(state, seat, board) for seat in state.game.all_seats}
    return {
        seat: kernels.value_of(state.game.rules, state.record, each, board) for seat, each in state.game.numbers.items()
    }


def boards_won(state: Situation) -> dict[str, int]:
    """How many boards each seat has won, Chaos included."""
    return dict(zip(state.game.all_seats, state.record[0]["boards_won"].tolist(), strict=False))


def winners_of_boards(state: Situation) -> list[list[str] | None]:
    """Who has won each board, Chaos included; None for those that are not decided."""
    closed = state.record[0]["closed"][: state.game.rule_set.board.count].tolist()
    return [list(state.game.seats_of[won >> 1]) if won else None for won in closed]


def on_each_board(state: Situation) -> list[dict[str, int]]:
    """What decided each of several boards: what seats came to there, the best first; empty where checks decide, too."""
    compared = criterion_of_a_board(state.game)
    if compared is None or state.game.checks or compared.measure == "none":
        return []
    is_least = STALEMATE_RULES[compared.rules[0].rule].picks == "least"
    return [
        dict(sorted(_on_board(state, compared, board).items(), key=itemgetter(1), reverse=not is_least))
        for board in range(state.game.rule_set.board.count)
    ]


def score(state: Situation) -> Score | None:
    """What decided a match that ended by a final stalemate, not by boards; None where nothing was counted."""
    if above := exceeded(state):
        rule = _score(state, {}, [above])
        return replace(rule, text=f"{_there_are(_total(state, above), *_words(state, above))}. {rule.text}")
    compared = state.game.once(criterion)[None]
    return None if compared is None else _score(state, counts(state, compared), compared.rules)


def came_to(counted: Mapping[str, int]) -> str:
    """What seats came to, in words: "black 3, Chaos 1"."""
    return ", ".join(f"{'Chaos' if seat == CHAOS else seat} {count}" for seat, count in counted.items())


def _score(state: Situation, counted: Mapping[str, int], decided: Sequence[StalemateRule]) -> Score:
    told = came_to(counted)
    rules = "; ".join(filled(STALEMATE_RULES[rule.rule].english, rule, state.game.rule_set) for rule in decided)
    clauses = [f"{told}: {rules}" if told else rules, *_overachievers(state)]
    return Score(counted, ". ".join(clause[0].upper() + clause[1:] for clause in clauses))


def _overachievers(state: Situation) -> Iterator[English]:
    """Who had the most, and was disqualified for that."""
    if most := state.game.seats_of[state.now.disqualified]:
        seats = listed(most)
        yield f"{seats} had the most, and {'was' if len(most) == 1 else 'were'} disqualified"


def _words(state: Situation, rule: StalemateRule) -> tuple[str, str]:
    """What one piece, and several, of a rule's shape are called."""
    return state.game.rule_set.words(rule.shape or "any")


def _there_are(count: int, one: str, several: str) -> English:
    """How many pieces of a shape there are."""
    return f"There is one {one} on the board" if count == 1 else f"There are {number(count)} {several} on the board"


def _pieces(state: Situation, seat: str, board: int) -> int:
    """How many pieces stand on a board that are a seat's."""
    key, volume = state.game.rules[0]["seat_key"][state.number(seat)], int(state.game.rules[0]["volume"])
    return int(np.count_nonzero(state.record[0]["key"][board * volume : (board + 1) * volume] == key))


def kinds_of(state: Situation, seat: str) -> list[int]:
    """The engine's kinds of the pieces on all boards that are a seat's, a piece each."""
    key, total = state.game.rules[0]["seat_key"][state.number(seat)], state.game.spaces.total
    now = state.record[0]
    return now["kind"][:total][now["key"][:total] == key].tolist() if key else []


def exceeded(state: Situation) -> StalemateRule | None:
    """The rule by which all lose, since more pieces of a shape are on the board than it allows; None otherwise."""
    above = next((rule for rule in state.game.rule_set.stalemate if STALEMATE_RULES[rule.rule].picks == "above"), None)
    return above if above is not None and _total(state, above) > (above.total or 0) else None


def _total(state: Situation, rule: StalemateRule) -> int:
    """How many pieces of the rule's shape stand on the board, whoever's they are."""
    kinds = state.record[0]["kind"][: state.game.spaces.total]
    return sum(SHAPES[shape_of(int(kind))] == rule.shape for kind in kinds[kinds != 0])
