"""Which of the shorter texts of the kernels apply to a game: what they ask of its rules, noted in RULES."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from redscience.kernels.compiled import in_python
from redscience.variations.engine import records as rec
from redscience.variations.engine.geometry import line_reach
from redscience.variations.engine.records import N_COLORS, OFF, Array
from redscience.variations.language import SHAPES, RuleSet, model
from redscience.variations.language.spaces import Spaces

SIDES = 2
kind_of, shape_of = in_python(rec.kind_of), in_python(rec.shape_of)


def take_shortcuts(rule_set: RuleSet, spaces: Spaces, rules: Array, origin: Array) -> None:
    """Notes which of the shorter texts apply to a game, and where random moves must be drawn from a list."""
    r, p = rules[0], origin[0]
    n_seats, room = len(rule_set.seats), int(r["n_spaces"])
    phase = rule_set.phases[0]
    p["active"] = r["takes_turns"][0]
    p["n_active"] = int(p["active"]).bit_count()
    checks_rows = not (r["check_measure"][: len(rule_set.checks)] != rec.ROW).any()
    compares = r["more_wins"] or r["less_loses"] or r["chaos_above"] >= 0 or r["stalemate_picks"] > rec.LEAST
    if r["n_spaces"] <= rec.BITS:
        r["bit"] = np.left_shift(np.int64(1), np.arange(rec.BITS))
        r["room"] = np.bitwise_or.reduce(r["bit"][: r["n_spaces"]][r["solid"][: r["n_spaces"]] == 0])
        r["floor"] = np.bitwise_or.reduce(r["bit"][p["open"][: p["n_open"]]])
    r["quick"] = (
        len(rule_set.phases) == 1
        and phase == model.Phase()
        and checks_rows
        and not (r["powered"] or r["cloaking"] or r["disqualifies"] or r["directed"].any() or r["carry"].any())
        and not compares
        and rule_set.deck is None
        and "chaos" not in rule_set.seats
    )
    r["plain"] = (
        r["quick"]
        and len(rule_set.checks) == 1
        and rule_set.colors == "assigned"
        and rule_set.pieces_per_turn == 1
        and not (r["mobile"] or r["guarded"] or rule_set.setup or r["wraps"])
        and r["n_boards"] == 1
        and r["stalemate_measure"] == rec.NONE
        and all(r["n_hand"][seat] == 1 for seat in range(n_seats))
        and all(p["reserve"][r["hand"][seat, 0]] >= -((seat - room) // n_seats) for seat in range(n_seats))
        and _note_lines(rules)
    )
    if r["plain"]:
        r["first_row_ply"] = (int(r["row_length"][0]) - 1) * n_seats + 1
    r["small"] = r["plain"] and n_seats == SIDES and _is_small(spaces, rules)
    # Surrounding pieces that never move are placed only where they capture: all that is legal captures.
    restful = all(
        shape.power == "must" and r["place_captures"][SHAPES.index(name)] and not r["motion"][SHAPES.index(name)].any()
        for name, shape in rule_set.shapes.items()
    )
    passes = any(each.may_pass for each in rule_set.phases)
    r["must_scan"] = bool((r["power"] == rec.MUST_CAPTURE).any()) and (passes or not restful)
    sealed_pairs = rule_set.pieces_per_turn > 1 and any(each.order != "sequential" for each in rule_set.phases)
    r["listed"] = bool(r["cloaking"]) or sealed_pairs
    r["encloses"] = restful and not passes and _encloses(rule_set, spaces, rules)
    r["converts"] = r["encloses"] and _has_two_sides(rule_set) and _only_converts(rule_set, rules)
    r["leaps"] = r["must_scan"] and _leaps(rule_set, spaces, rules, origin)
    r["steps"] = phase == model.Phase() and len(rule_set.phases) == 1 and _only_steps(rule_set, rules, origin)
    r["advances"] = r["steps"] and r["n_spaces"] <= rec.BITS and _has_two_sides(rule_set) and _advances(rule_set, rules)
    split = r["gravity"] and r["powered"] and ((r["result"] != rec.REMOVES) & (r["power"] > 0)).any()
    r["has_chance"] = rule_set.deck is not None or bool(split)


def _note_lines(rules: Array) -> bool:
    """Numbers the lines on which rows can be, and the spaces of each; whether their pieces fit into numbers."""
    r = rules[0]
    n_seats, n_spaces = int(r["n_seats"]), int(r["n_spaces"])
    r["n_line_keys"] = 1 + max(r["color_key"][r["hand"][:n_seats, 0]])
    number = {(space, int(axis)): i for space in range(n_spaces) for i, axis in enumerate(_row_axes(r, space))}
    for space, axis in number:
        if r["step"][space, 2 * axis + 1] != OFF:
            continue
        at, place, line = space, 0, int(r["n_row_lines"])
        while at != OFF:
            if place == rec.MAX_LINE or line == rec.MAX_ROW_LINES:
                return False
            r["on_line"][at, number[at, axis]] = line << rec.PLACE_BITS | place
            at, place = int(r["step"][at, 2 * axis]), place + 1
        r["n_row_lines"] += 1
    return True


def _row_axes(r: Any, space: int) -> Array:
    """The axes through a space along which there is room for the row of the first check."""
    return r["axes"][0, space, : r["n_axes"][0, space]]


def _is_small(spaces: Spaces, rules: Array) -> bool:
    """Whether the rows that win in a plain game of two can be found as bits; notes the axes that have any."""
    r = rules[0]
    walls = r["solid"][: r["n_spaces"]].any()
    if r["n_spaces"] > rec.BITS or r["check_gives"][0] != rec.WINS or (r["gravity"] and walls):
        return False
    if (r["row_seats"][r["color_key"][r["hand"][:SIDES, 0]], range(SIDES)] != (1, 2)).any():
        return False
    used = r["axes"][0, : r["n_spaces"]][np.arange(rec.MAX_AXES) < r["n_axes"][0, : r["n_spaces"], None]]
    ways = [way for axis in sorted(set(used.flat)) for way in (2 * int(axis), 2 * int(axis) + 1)]
    r["layer"] = r["ground"] if r["gravity"] else 0
    return _note_strides(spaces, rules, ways)


def _is_bare(rules: Array) -> bool:
    """Whether there is one small board with edges, on which nothing is stacked, locked or hidden."""
    r = rules[0]
    keeps_out = r["gravity"] or r["wraps"] or r["guarded"] or r["cloaking"]
    return bool(r["n_boards"] == 1 and r["n_spaces"] <= rec.BITS and not keeps_out)


def _encloses(rule_set: RuleSet, spaces: Spaces, rules: Array) -> bool:
    """Whether pieces are placed where they enclose others and nowhere else, and all spaces can be looked at as bits."""
    r = rules[0]
    shapes = [SHAPES.index(name) for name in rule_set.shapes]
    if not _is_bare(rules):
        return False
    if any(each.order != "sequential" for each in rule_set.phases) or rule_set.deck is not None:
        return False
    if (r["around"][shapes] != rec.LINES).any() or (r["result"][shapes] == rec.PARALYZES).any():
        return False
    if not r["mobile"] or (r["n_hand"][: len(rule_set.seats)] != 1).any():
        return False
    return _note_strides(spaces, rules, [int(way) for way in r["ways"][: r["n_ways"]]])


def _has_two_sides(rule_set: RuleSet) -> bool:
    """Whether two players with pieces of one shape, and of their own, make one move after the other."""
    owners = set(rule_set.owners)
    return (
        rule_set.seats == rule_set.player_seats == rule_set.owners
        and len(owners) == SIDES
        and len(rule_set.shapes) == rule_set.pieces_per_turn == 1
        and all(piece.owner in owners for piece in rule_set.setup.values())
    )


def _only_converts(rule_set: RuleSet, rules: Array) -> bool:
    """Whether pieces convert what they enclose, and nothing else ever matters."""
    shape = SHAPES.index(next(iter(rule_set.shapes)))
    return not rule_set.checks and rule_set.phases == (model.Phase(),) and rules[0]["result"][shape] == rec.CONVERTS


def _leaps(rule_set: RuleSet, spaces: Spaces, rules: Array, origin: Array) -> bool:
    """Whether pieces capture by jumping over the next space and by nothing else, wherever there is one to jump over.

    Notes the directions of the jumps.
    """
    r = rules[0]
    n_seats = len(rule_set.seats)
    powered = [SHAPES.index(name) for name in rule_set.shapes if r["power"][SHAPES.index(name)]]
    if not _is_bare(rules):
        return False
    if any(each.order != "sequential" or each.placement_only for each in rule_set.phases) or origin[0]["reserve"].any():
        return False
    if rule_set.deck is not None or (r["power"][powered] != rec.MUST_CAPTURE).any() or r["around"][powered].any():
        return False
    kinds = [kind_of(SHAPES.index(name), color) for name in rule_set.shapes for color in range(N_COLORS)]
    if (r["result"][powered] != rec.REMOVES).any() or (r["meets"][np.ix_(kinds, kinds)] > rec.FREE).any():
        return False
    motions = sorted(set(r["motion"][powered, :n_seats].flat) - {0})
    jumps = {motion: _jumps(rules, motion) for motion in motions}
    ways = sorted({way ^ back for its in jumps.values() if its for way in its for back in (0, 1)})
    if None in jumps.values() or not ways or not _note_strides(spaces, rules, ways):
        return False
    upward = [way for way in ways if _shifts(rules, way)[0] > 0]
    for motion, its in jumps.items():
        for way in its or ():
            goes_up = way in upward
            r["jump_ways"][motion] |= 1 << 2 * upward.index(way if goes_up else way ^ 1) + (not goes_up)
    return True


def _jumps(rules: Array, motion: int) -> set[int] | None:
    """The directions in which pieces jump from wherever the board goes on; None where they take in another way, too."""
    r = rules[0]
    found: dict[int, set[int]] = {}
    for space in range(int(r["n_spaces"])):
        start = int(r["reach_start"][motion, space])
        for entry in range(start, start + int(r["reach_count"][motion, space])):
            if r["act"][entry] == rec.TAKE:
                return None
            if r["act"][entry] == rec.JUMP:
                found.setdefault(int(r["way"][entry]), set()).add(space)
    beyond = {way: r["step"][r["step"][: r["n_spaces"], way], way] for way in found}
    goes_on = all(set(np.flatnonzero(beyond[way] != OFF)) == its for way, its in found.items())
    return set(found) if goes_on else None


def _only_steps(rule_set: RuleSet, rules: Array, origin: Array) -> bool:
    """Whether all that can ever be done is to step openly with one piece onto the next space, and to take there."""
    r = rules[0]
    n_seats = len(rule_set.seats)
    if r["quick"] or r["n_boards"] != 1 or r["gravity"] or r["wraps"] or r["cloaking"]:
        return False
    if rule_set.deck is not None or origin[0]["reserve"].any() or (r["n_colors"][:n_seats] != 1).any():
        return False
    if r["must_scan"] or r["n_promotions"] or r["castle"] or r["en_passant"] or r["carry"].any():
        return False
    if r["around"].any() or r["chain"].any() or ((r["result"] != rec.REMOVES) & (r["power"] > 0)).any():
        return False
    kinds = [kind_of(SHAPES.index(name), color) for name in rule_set.shapes for color in range(N_COLORS)]
    if not np.isin(r["meets"][np.ix_(kinds, kinds)], (rec.FREE, rec.BLOCKED, rec.CAPTURES)).all():
        return False
    motions = sorted(set(r["motion"][:, :n_seats].flat) - {0})
    return bool(motions) and all(_is_step(rules, motion, space) for motion in motions for space in range(r["n_spaces"]))


def _advances(rule_set: RuleSet, rules: Array) -> bool:
    """Whether every step goes forward, so that none is ever repeated, and only goal lines decide; notes the steps."""
    r = rules[0]
    measures = [int(measure) for measure in r["check_measure"][: len(rule_set.checks)]]
    goals_at = [number for number, measure in enumerate(measures) if measure == rec.GOAL]
    if set(measures) - {rec.GOAL, rec.NO_MOVE_LEFT} or len(goals_at) > 1 or r["disqualifies"] or r["guarded"]:
        return False
    r["goal_check"] = goals_at[0] if goals_at else -1
    if goals_at and r["check_gives"][goals_at[0]] == rec.STALEMATE:
        return False
    return all(_note_advances(rules, seat) for seat in range(SIDES))


def _note_advances(rules: Array, seat: int) -> bool:
    """Notes a seat's steps as bits, and which win; whether all go the same way through the numbers of spaces."""
    r = rules[0]
    goal_wins = r["goal_check"] >= 0 and r["check_gives"][r["goal_check"]] == rec.WINS
    wins_at = wins_from = 0
    kind, other = (int(r["only_kind"][r["colors"][each, 0]]) for each in (seat, 1 - seat))
    motion = int(r["motion"][shape_of(kind), seat])
    found: dict[int, tuple[int, int]] = {}
    for space in range(int(r["n_spaces"])):
        start = int(r["reach_start"][motion, space])
        for entry in range(start, start + int(r["reach_count"][motion, space])):
            target, act = int(r["reach"][entry]), int(r["act"][entry])
            free, taken = found.get(target - space, (0, 0))
            if not r["solid"][target]:
                meets = act == rec.STEP and r["meets"][kind, other] != rec.BLOCKED
                free |= 0 if act == rec.TAKE else 1 << target
                taken |= 1 << target if meets or (act == rec.TAKE and r["takes"][other]) else 0
                if goal_wins and r["goal"][target] >> seat & 1:
                    wins_at |= 1 << target
                    wins_from |= 1 << space
            found[target - space] = free, taken
    r["n_advances"] = max(int(r["n_advances"]), len(found))
    for i, (stride, onto) in enumerate(found.items()):
        r["advance"][seat, i] = stride
        r["onto_free"][seat, i], r["onto_taken"][seat, i] = map(_signed, onto)
    r["wins_at"][seat], r["wins_from"][seat] = _signed(wins_at), _signed(wins_from)
    return len({stride > 0 for stride in found}) == 1


def _signed(bits: int) -> np.int64:
    """A bit for each space as the kernels have them, the last of 64 for a sign."""
    return np.uint64(bits).astype(np.int64)


def _is_step(rules: Array, motion: int, space: int) -> bool:
    """Whether a motion leads from a space to next ones alone."""
    r = rules[0]
    start = int(r["reach_start"][motion, space])
    entries = slice(start, start + int(r["reach_count"][motion, space]))
    ways, acts = r["way"][entries], r["act"][entries]
    if (ways == rec.LEAP).any() or not np.isin(acts, (rec.STEP, rec.QUIET, rec.TAKE)).all():
        return False
    return bool((r["step"][space, ways] == r["reach"][entries]).all())


def _shifts(rules: Array, way: int) -> list[int]:
    """By how much the numbers of spaces differ from those of the next ones in a direction."""
    r = rules[0]
    steps = r["step"][: r["n_spaces"], way].astype(np.int64)
    return [int(step) - space for space, step in enumerate(steps) if step != OFF]


def _note_strides(spaces: Spaces, rules: Array, ways: Iterable[int]) -> bool:
    """Notes each axis, of which both directions are given, as what it does to the numbers of spaces.

    Returns:
        whether it does the same everywhere; else nothing is noted.
    """
    r, beyond = rules[0], line_reach(spaces).max(axis=1)
    shifts = {way: set(_shifts(rules, way)) for way in ways}
    if any(len(its) != 1 for its in shifts.values()):
        return False
    for way, (stride,) in shifts.items():
        if stride > 0:
            axis = int(r["n_strides"])
            r["n_strides"], r["stride"][axis] = axis + 1, stride
            for downward in (0, 1):
                steps = r["step"][: r["n_spaces"], way ^ downward]
                r["onto"][axis, downward] = np.bitwise_or.reduce(r["bit"][steps[steps != OFF]])
            # Between two pieces there are as many spaces as beyond the one, but for the other's.
            r["doublings"][axis] = int(beyond[way] - 1).bit_length()
    return True
