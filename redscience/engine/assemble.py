"""From a rule set to RULES and the first POSITION."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from redscience.engine.records import (
    DRAW,
    LOSE,
    MAX_AXES,
    OFF,
    POSITION,
    RULES,
    WIN,
    Array,
    kind_of,
    record,
)
from redscience.language import SHAPES, Check, RuleSet
from redscience.language.checks import CHECKS
from redscience.language.players import PLAYERS
from redscience.language.spaces import Spaces, axes_of_lines

AXES = tuple(step for step in product((-1, 0, 1), repeat=3) if step > (0, 0, 0))
"""The straight lines through a space, each as the (x, y, z) of one step forward."""


@dataclass(frozen=True, slots=True)
class Assembly:
    """A game as the kernels take it.

    Attributes:
        rules, origin: one-element arrays of RULES and POSITION.
        spaces: what the numbers of spaces stand for.
    """

    rules: Array
    origin: Array
    spaces: Spaces


def assemble(rule_set: RuleSet) -> Assembly:
    """Makes a playable rule set ready for the kernels."""
    spaces = Spaces(rule_set.board.kind, rule_set.board.size, rule_set.board.count)
    rules, origin = record(RULES), record(POSITION)
    _seats(rule_set, rules, origin)
    _steps(spaces, rules)
    _checks(rule_set, rules)
    _open_spaces(rules, origin)
    _plain(rule_set, rules, origin)
    return Assembly(rules, origin, spaces)


def _seats(rule_set: RuleSet, rules: Array, origin: Array) -> None:
    r, p = rules[0], origin[0]
    r["n_seats"] = p["n_active"] = len(rule_set.seats)
    r["moves_per_turn"] = p["moves_left"] = rule_set.pieces_per_turn
    r["team"][: len(rule_set.seats)] = PLAYERS[rule_set.players].teams
    r["agree_draw"] = rule_set.agree_draw
    r["stalemate_result"] = r["draw_result"] = _result(dict.fromkeys(range(len(rule_set.seats)), DRAW))
    for color, seat in enumerate(rule_set.seats):
        p["active"][color] = 1
        for shape, its_rules in rule_set.shapes.items():
            kind = kind_of(SHAPES.index(shape), color)
            r["color_key"][kind] = color + 1
            if its_rules.reserve.get(seat, 0):
                r["hand"][color, r["n_hand"][color]] = kind
                r["n_hand"][color] += 1
                p["reserve"][color, kind] = its_rules.reserve[seat]


def _steps(spaces: Spaces, rules: Array) -> None:
    r = rules[0]
    r["n_spaces"] = spaces.total
    r["gravity"] = spaces.kind == "stacks"
    r["step"][:] = r["above"][:] = r["below"][:] = OFF
    for axis, forward in enumerate(AXES):
        backward = (-forward[0], -forward[1], -forward[2])
        r["step"][: spaces.total, 2 * axis] = _stepping(spaces, forward)
        r["step"][: spaces.total, 2 * axis + 1] = _stepping(spaces, backward)
    if r["gravity"]:
        r["above"][: spaces.total] = _stepping(spaces, (0, 0, 1))
        r["below"][: spaces.total] = _stepping(spaces, (0, 0, -1))


def _stepping(spaces: Spaces, vector: tuple[int, ...]) -> Array:
    """The number of the space that lies a vector away from each space, OFF where none does: `Spaces.step` at once."""
    number = np.arange(spaces.total)
    start = number // spaces.volume * spaces.volume
    target, exists = start, np.ones(spaces.total, bool)
    stride = 1
    for side, by in zip(spaces.size, vector, strict=True):
        to = number // stride % side + by
        exists &= (to >= 0) & (to < side)
        target = target + to * stride
        stride *= side
    return np.where(exists, target, OFF)


def _checks(rule_set: RuleSet, rules: Array) -> None:
    r = rules[0]
    r["n_checks"] = len(rule_set.checks)
    n_spaces = int(r["n_spaces"])
    reach = _reach(r["step"], n_spaces)
    for i, check in enumerate(rule_set.checks):
        length = check.length or 0
        r["row_length"][i] = length
        along = axes_of_lines(rule_set.board.kind, CHECKS[check.check].lines)
        for number, axis in enumerate(AXES):
            if axis in along:
                fits = np.flatnonzero(1 + reach[2 * number] + reach[2 * number + 1] >= length)
                r["axes"][i, fits, r["n_axes"][i, fits]] = number
                r["n_axes"][i, fits] += 1
        for seat in range(len(rule_set.seats)):
            # Assigned colours: a row is its colour's, whoever moved (rules: C6).
            r["row_result"][i, seat + 1, :] = _row_result(check, seat, PLAYERS[rule_set.players].teams)


def _reach(step: Array, n_spaces: int) -> Array:
    """How many spaces lie beyond each space, by direction: (2·MAX_AXES, n_spaces)."""
    ways = np.full((2 * MAX_AXES, n_spaces + 1), n_spaces)
    ways[:, :n_spaces] = np.where(step[:n_spaces] == OFF, n_spaces, step[:n_spaces]).T
    reach = np.zeros((2 * MAX_AXES, n_spaces), np.int64)
    at = ways[:, :n_spaces]
    while (at != n_spaces).any():
        reach += at != n_spaces
        at = np.take_along_axis(ways, at, 1)
    return reach


def _row_result(check: Check, seat: int, teams: Sequence[int]) -> int:
    """The team of `seat` wins or loses, the rest the opposite (rules: 0.3)."""
    wins = CHECKS[check.check].result == "wins"
    return _result({other: WIN if (team == teams[seat]) == wins else LOSE for other, team in enumerate(teams)})


def _result(outcomes: Mapping[int, int]) -> int:
    return sum(outcome << 2 * seat for seat, outcome in outcomes.items())


def _open_spaces(rules: Array, origin: Array) -> None:
    r, p = rules[0], origin[0]
    lowest = np.flatnonzero(r["below"][: r["n_spaces"]] == OFF)
    p["n_open"] = len(lowest)
    p["open"][: len(lowest)] = lowest
    # Where a space that is not open points is never believed: see legality.is_open.
    p["open_at"][lowest] = np.arange(len(lowest))


def _plain(rule_set: RuleSet, rules: Array, origin: Array) -> None:
    """Whether the fast text applies, and from which ply on a row can be complete there."""
    r, p = rules[0], origin[0]
    n_seats, n_spaces = len(rule_set.seats), int(r["n_spaces"])
    r["plain"] = (
        len(rule_set.checks) == 1
        and rule_set.pieces_per_turn == 1
        and all(r["n_hand"][seat] == 1 for seat in range(n_seats))
        and all(p["reserve"][seat, r["hand"][seat, 0]] >= -((seat - n_spaces) // n_seats) for seat in range(n_seats))
    )
    if r["plain"]:
        r["first_row_ply"] = (int(r["row_length"][0]) - 1) * n_seats + 1
