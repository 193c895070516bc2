"""From a rule set to RULES and the first POSITION."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from redscience.engine import kernels
from redscience.engine.motions import AXES, stepping, write_motion
from redscience.engine.records import (
    ALL,
    COLUMNS,
    COMMUNAL,
    DRAW,
    LEAST,
    LONGEST_ROW,
    LOSE,
    MAX_AXES,
    MOST,
    N_KINDS,
    NO_ENTRY,
    NO_EXIT,
    NONE,
    OFF,
    POSITION,
    RULES,
    WIN,
    Array,
    kind_of,
    record,
)
from redscience.language import SHAPES, Check, RuleSet, model
from redscience.language.boards import BOARDS
from redscience.language.canonical import normal
from redscience.language.checks import CHECKS
from redscience.language.moves import MOVES
from redscience.language.players import PLAYERS
from redscience.language.spaces import Spaces, Vector, axes_of_lines
from redscience.language.stalemate import STALEMATE_RULES

_MEASURES = {"none": NONE, "longest_row": LONGEST_ROW}
_PICKS = {"all": ALL, "most": MOST, "least": LEAST}
_OUTCOMES = {"wins": WIN, "loses": LOSE, "draws": DRAW}


@dataclass(frozen=True, slots=True)
class Assembly:
    """A game as the kernels take it.

    Attributes:
        rules, origin: one-element arrays of RULES and POSITION.
        spaces: what the numbers of spaces stand for.
        owners: whose pieces the engine's colours are.
        checks: what the engine's numbers of checks stand for.
    """

    rules: Array
    origin: Array
    spaces: Spaces
    owners: tuple[str, ...]
    checks: tuple[Check, ...]


def assemble(rule_set: RuleSet) -> Assembly:
    """Makes a playable rule set ready for the kernels: its normal form, so that one digest is one game."""
    rule_set = normal(rule_set)
    spaces = Spaces(rule_set.board.kind, rule_set.board.size, rule_set.board.count)
    rules, origin = record(RULES), record(POSITION)
    _seats(rule_set, rules, origin)
    _hands(rule_set, rules, origin)
    _steps(rule_set, spaces, rules)
    _locks(rule_set, spaces, rules)
    _motions(rule_set, spaces, rules)
    _checks(rule_set, rules)
    _stalemate(rule_set, rules)
    _open_spaces(rule_set, spaces, rules, origin)
    _plain(rule_set, rules, origin)
    for at, piece in sorted(rule_set.setup.items(), key=lambda item: spaces.number(item[0])):
        kernels.set_up(rules, origin, _kind(rule_set, piece.shape, piece.owner), spaces.number(at))
    return Assembly(rules, origin, spaces, rule_set.owners, rule_set.checks)


def _kind(rule_set: RuleSet, shape: str, owner: str) -> int:
    color = COMMUNAL if owner == model.COMMUNAL else rule_set.owners.index(owner)
    return kind_of(SHAPES.index(shape), color)


def _seats(rule_set: RuleSet, rules: Array, origin: Array) -> None:
    r, p = rules[0], origin[0]
    n_seats = len(rule_set.seats)
    r["n_seats"] = p["n_active"] = n_seats
    r["moves_per_turn"] = p["moves_left"] = rule_set.pieces_per_turn
    r["team"][:n_seats] = PLAYERS[rule_set.players].teams
    r["agree_draw"] = rule_set.agree_draw
    r["draw_result"] = _result(dict.fromkeys(range(n_seats), DRAW))
    p["active"][:n_seats] = 1


def _hands(rule_set: RuleSet, rules: Array, origin: Array) -> None:
    """Whose pieces are whose, and who has how many in reserve."""
    r, p = rules[0], origin[0]
    r["reserve_hash"] = _random_hashes()[:N_KINDS, -1]
    for color, owner in enumerate((*rule_set.owners, *[None] * (COMMUNAL - len(rule_set.owners)), model.COMMUNAL)):
        kinds = [] if owner is None else [kind_of(SHAPES.index(shape), color) for shape in rule_set.shapes]
        r["color_key"][kinds] = color + 1
        r["only_kind"][color] = kinds[0] if len(kinds) == 1 else 0
    for shape, its_rules in rule_set.shapes.items():
        for owner, n in its_rules.reserve.items():
            p["reserve"][_kind(rule_set, shape, owner)] = n
    for number, seat in enumerate(rule_set.seats):
        owner = rule_set.owner_of_seat(seat)
        shared = rule_set.colors in {"shared", "choose"}
        r["seat_key"][number] = 0 if owner is None or shared else rule_set.owners.index(owner) + 1
        own = rule_set.owners if owner is None else (owner,)
        r["n_colors"][number] = len(own)
        r["colors"][number, : len(own)] = [rule_set.owners.index(each) for each in own]
        hand = [
            _kind(rule_set, shape, each)
            for shape, its_rules in rule_set.shapes.items()
            for each in own
            if its_rules.reserve.get(each, 0)
        ]
        r["n_hand"][number] = len(hand)
        r["hand"][number, : len(hand)] = hand


def _steps(rule_set: RuleSet, spaces: Spaces, rules: Array) -> None:
    r, total = rules[0], spaces.total
    r["n_boards"], r["volume"], r["n_spaces"] = spaces.count, spaces.volume, total
    r["gravity"] = BOARDS[spaces.kind].gravity
    r["step"][:] = r["above"][:] = r["below"][:] = OFF
    r["board"][:total] = np.arange(total) // spaces.volume
    r["foot"][:total] = np.arange(total)
    for axis, (x, y, z) in enumerate(AXES):
        r["step"][:total, 2 * axis] = _on_all_boards(spaces, (x, y, z))
        r["step"][:total, 2 * axis + 1] = _on_all_boards(spaces, (-x, -y, -z))
    if r["gravity"]:
        for stack in _stacks(rule_set, spaces):
            r["above"][stack[:-1]] = stack[1:]
            r["below"][stack[1:]] = stack[:-1]
        r["foot"][:total] = _grounds(spaces)


def _on_all_boards(spaces: Spaces, vector: Vector) -> Array:
    """The number of the space that lies a vector away from each space, OFF where none does."""
    step = stepping(Spaces(spaces.kind, spaces.size), vector)
    return np.concatenate([np.where(step == OFF, OFF, step + board * spaces.volume) for board in range(spaces.count)])


def _grounds(spaces: Spaces) -> Array:
    """The space at height 1 below each space."""
    number = np.arange(spaces.total)
    within = number % spaces.volume
    return number - within + within % (spaces.size[0] * spaces.size[1])


def _stacks(rule_set: RuleSet, spaces: Spaces) -> Iterable[list[int]]:
    """The spaces of each stack from the bottom, without its walls."""
    walls = {spaces.number(at) for at in rule_set.board.walls}
    ground = spaces.size[0] * spaces.size[1]
    for board in range(spaces.count):
        for foot in range(board * spaces.volume, board * spaces.volume + ground):
            heights = range(foot, (board + 1) * spaces.volume, ground)
            if stack := [number for number in heights if number not in walls]:
                yield stack


def _locks(rule_set: RuleSet, spaces: Spaces, rules: Array) -> None:
    r, board = rules[0], rule_set.board
    for at in board.sticky:
        r["lock"][:, :, spaces.number(at)] |= NO_EXIT
    for at, seats in board.exclusive.items():
        for number, seat in enumerate(rule_set.seats):
            if seat not in seats:
                r["lock"][:, number, spaces.number(at)] |= NO_ENTRY | NO_EXIT
    for at in board.walls:
        r["lock"][:, :, spaces.number(at)] |= NO_ENTRY | NO_EXIT
    r["guarded"] = bool(board.sticky or board.exclusive or set(board.walls) & set(rule_set.setup))


def _motions(rule_set: RuleSet, spaces: Spaces, rules: Array) -> None:
    r = rules[0]
    moving = {name: shape.move for name, shape in rule_set.shapes.items() if not MOVES[shape.move].stationary}
    numbers: dict[str, int] = {}
    end = 0
    for name, move in moving.items():
        if move not in numbers:
            numbers[move] = len(numbers) + 1
            end = write_motion(rules, numbers[move], move, spaces, end)
        r["motion"][SHAPES.index(name), :] = numbers[move]
    r["mobile"] = bool(moving)
    if moving:
        r["piece_hash"][:, : spaces.total] = _random_hashes()[:, : spaces.total]


@lru_cache(maxsize=1)
def _random_hashes() -> Array:
    """Random numbers below 2**62 for each kind on each space (the last column: in reserve)."""
    return np.random.Generator(np.random.PCG64(0x5EED)).integers(0, 1 << 62, (N_KINDS, COLUMNS), np.int64)


def _checks(rule_set: RuleSet, rules: Array) -> None:
    r = rules[0]
    r["n_checks"] = len(rule_set.checks)
    reach = np.tile(_reach(r["step"], int(r["volume"])), int(r["n_boards"]))
    for i, check in enumerate(rule_set.checks):
        length = check.length or 0
        r["row_length"][i] = length
        along = axes_of_lines(rule_set.board.kind, CHECKS[check.check].lines)
        for number, axis in enumerate(AXES):
            if axis in along:
                fits = np.flatnonzero(1 + reach[2 * number] + reach[2 * number + 1] >= length)
                r["axes"][i, fits, r["n_axes"][i, fits]] = number
                r["n_axes"][i, fits] += 1
        for color, owner in enumerate(rule_set.owners):
            for mover in range(len(rule_set.seats)):
                r["row_result"][i, color + 1, mover] = _row_result(rule_set, check, owner, mover)


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


def _row_result(rule_set: RuleSet, check: Check, owner: str, mover: int) -> int:
    """A row of assigned or partners' colours is its owner's, whoever moved; of others the mover's (rules: C6)."""
    teams, result = PLAYERS[rule_set.players].teams, CHECKS[check.check].result
    if result == "all_lose":
        return _result(dict.fromkeys(range(len(teams)), LOSE))
    owned = rule_set.colors in {"assigned", "partners"}
    seat = next(n for n, seat in enumerate(rule_set.seats) if rule_set.owner_of_seat(seat) == owner) if owned else mover
    wins = result == "wins"
    return _result({other: WIN if (team == teams[seat]) == wins else LOSE for other, team in enumerate(teams)})


def _stalemate(rule_set: RuleSet, rules: Array) -> None:
    r, option = rules[0], STALEMATE_RULES[rule_set.stalemate[0].rule]
    r["stalemate_measure"] = _MEASURES[option.measure]
    r["stalemate_picks"] = _PICKS[option.picks]
    r["stalemate_gives"] = _OUTCOMES[option.result]
    r["stalemate_result"] = _result(dict.fromkeys(range(len(rule_set.seats)), _OUTCOMES[option.result]))


def _result(outcomes: Mapping[int, int]) -> int:
    return sum(outcome << 2 * seat for seat, outcome in outcomes.items())


def _open_spaces(rule_set: RuleSet, spaces: Spaces, rules: Array, origin: Array) -> None:
    r, p = rules[0], origin[0]
    walls: Sequence[int] = [spaces.number(at) for at in rule_set.board.walls]
    free = np.ones(spaces.total, bool)
    free[walls] = False
    lowest = np.flatnonzero(free & (r["below"][: spaces.total] == OFF))
    p["n_open"], p["n_undecided"] = len(lowest), spaces.count
    p["open"][: len(lowest)] = lowest
    # Where a space that is not open points is never believed: see legality.is_open.
    p["open_at"][lowest] = np.arange(len(lowest))
    p["rest"][:] = OFF
    p["rest"][r["foot"][lowest]] = lowest


def _plain(rule_set: RuleSet, rules: Array, origin: Array) -> None:
    """Whether the fast text applies, and from which ply on a row can be complete there."""
    r, p = rules[0], origin[0]
    n_seats, room = len(rule_set.seats), int(r["n_spaces"])
    r["plain"] = (
        len(rule_set.checks) == 1
        and rule_set.colors == "assigned"
        and rule_set.pieces_per_turn == 1
        and not (r["mobile"] or r["guarded"] or rule_set.setup)
        and r["n_boards"] == 1
        and r["stalemate_measure"] == NONE
        and all(r["n_hand"][seat] == 1 for seat in range(n_seats))
        and all(p["reserve"][r["hand"][seat, 0]] >= -((seat - room) // n_seats) for seat in range(n_seats))
    )
    if r["plain"]:
        r["first_row_ply"] = (int(r["row_length"][0]) - 1) * n_seats + 1
