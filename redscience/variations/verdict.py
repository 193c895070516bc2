"""How a match ended, in words and with the rows that decided it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from redscience.engine import kernels
from redscience.engine.records import BY_AGREEMENT, BY_BOARDS, BY_CHECK, BY_LEAVING, BY_STALEMATE, SCRATCH, record
from redscience.interface import Outcome
from redscience.language.words import listed, number, sentence

if TYPE_CHECKING:
    from redscience.variations.state import Event, VariationState

LEFT, AGREED, BOARDS = "left", "agreed", "boards"


def verdict(state: VariationState) -> dict[str, Any] | None:
    """The outcome with its reason; None while the match goes on.

    `reason` is the stored value of the check or stalemate rule that decided, "agreed", "boards" or "left". `runs` are
    the rows that did, each a list of [board, x, y, z].
    """
    if state.outcome is None:
        return None
    by, rules, last = int(state.record[0]["reason"]), state.game.rule_set, state.last
    runs: list[list[list[int]]] = []
    if by == BY_STALEMATE or last is None:
        reason, text = rules.stalemate[0].rule, "Nothing more can happen."
    elif by == BY_BOARDS:
        reason, text = BOARDS, f"{_boards_won(state)}."
    elif by == BY_AGREEMENT:
        reason, text = AGREED, "A draw was offered and agreed to."
    elif by == BY_LEAVING:
        reason, text = LEFT, f"{last.seat.capitalize()} left."
    else:
        check = state.game.checks[by - BY_CHECK]
        reason, text = check.check, f"{last.seat.capitalize()} has {number(check.length or 0)} in a row."
        runs = [[list(state.game.spaces.at(space)) for space in row] for row in _rows(state, by - BY_CHECK, last)]
    return {"seats": dict(state.outcome), "reason": reason, "text": f"{text} {_who(state.outcome)}", "runs": runs}


def _boards_won(state: VariationState) -> str:
    """Who won how many boards, in words."""
    won = {seat: int(n) for seat, n in zip(state.game.seats, state.record[0]["boards_won"], strict=False) if n}
    parts = [f"{seat} won {n} {'board' if n == 1 else 'boards'}" for seat, n in won.items()]
    return ", ".join(parts).capitalize() or "Nobody won a board"


def _rows(state: VariationState, check: int, last: Event) -> list[list[int]]:
    """The rows by which the last move met the check, as the engine lists them."""
    found: list[list[int]] = []
    scratch = record(SCRATCH)
    for space in last.changed:
        n = kernels.list_rows(state.game.rules, state.record, check, space, scratch)
        numbers = iter(scratch[0]["moves"][:n].tolist())
        found.extend([next(numbers) for _ in range(length)] for length in numbers)
    return found


def _who(outcome: Mapping[str, Outcome]) -> str:
    """Who won, drew or lost, in words."""
    if set(outcome.values()) == {"draw"}:
        return "It is a draw."
    parts: list[str] = []
    for word, one, several in (("win", "wins", "win"), ("draw", "draws", "draw"), ("lose", "loses", "lose")):
        seats = [seat for seat, came in outcome.items() if came == word]
        if seats:
            parts.append(f"{listed(seats)} {one if len(seats) == 1 else several}")
    return sentence(", ".join(parts))
