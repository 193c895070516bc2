"""How a match ended, in words and with the rows that decided it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from redscience.engine import kernels
from redscience.engine.records import BY_AGREEMENT, BY_CHECK, BY_LEAVING, BY_STALEMATE, SCRATCH, record
from redscience.interface import Outcome

if TYPE_CHECKING:
    from redscience.variations.state import Event, VariationState

LEFT, AGREED = "left", "agreed"
_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def verdict(state: VariationState) -> dict[str, Any] | None:
    """The outcome with its reason; None while the match goes on.

    `reason` is the stored value of the check or stalemate rule that decided, "agreed" or "left". `runs` are the rows
    that did, each a list of [board, x, y, z].
    """
    if state.outcome is None:
        return None
    by, rules, last = int(state.record[0]["reason"]), state.game.rule_set, state.last
    runs: list[list[list[int]]] = []
    if by == BY_STALEMATE or last is None:
        reason, text = rules.stalemate[0].rule, "Nobody can move."
    elif by == BY_AGREEMENT:
        reason, text = AGREED, "A draw was offered and agreed to."
    elif by == BY_LEAVING:
        reason, text = LEFT, f"{_name(last.seat)} left."
    else:
        check = rules.checks[by - BY_CHECK]
        reason, text = check.check, f"{_name(last.seat)} has {_NUMBERS[check.length or 0]} in a row."
        runs = [[list(state.game.spaces.at(number)) for number in row] for row in _rows(state, by - BY_CHECK, last)]
    return {"seats": dict(state.outcome), "reason": reason, "text": f"{text} {_who(state.outcome)}", "runs": runs}


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
        seats = [_name(seat) if not parts else seat for seat, came in outcome.items() if came == word]
        if seats:
            parts.append(f"{_listed(seats)} {one if len(seats) == 1 else several}")
    return ", ".join(parts) + "."


def _name(seat: str) -> str:
    return seat.capitalize()


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
