"""From a rule set to RULES and the first POSITION."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from redscience.kernels.compiled import in_python
from redscience.variations.engine import kernels
from redscience.variations.engine import records as rec
from redscience.variations.engine.geometry import axes, forward, line_reach, lines, neighbours, unit_steps
from redscience.variations.engine.motions import Motion, write_motion
from redscience.variations.engine.records import (
    ALL_KNOW,
    COLUMNS,
    COMMUNAL,
    DRAW,
    LOSE,
    MAX_CHECKS,
    N_COLORS,
    N_KINDS,
    N_LOOKS,
    NO_ENTRY,
    NO_EXIT,
    OFF,
    POSITION,
    RULES,
    WIN,
    Array,
    record,
)
from redscience.variations.engine.shortcuts import take_shortcuts
from redscience.variations.language import SHAPES, Check, RuleSet, model
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.canonical import normal
from redscience.variations.language.captures import CONDITIONS, RANK, RESULTS, ConditionOption, jump_axes
from redscience.variations.language.checks import CHECKS
from redscience.variations.language.deck import cards
from redscience.variations.language.model import DEALT, At, Card, Pack, Shape
from redscience.variations.language.moves import MOVES
from redscience.variations.language.players import PLAYERS
from redscience.variations.language.possibilities import can_move_backwards, cannot_move_backwards
from redscience.variations.language.spaces import Spaces, Vector, axes_of_lines, goals
from redscience.variations.language.stalemate import STALEMATE_RULES

kind_of, color_of = in_python(rec.kind_of), in_python(rec.color_of)

_ORDERS = {"sequential": rec.SEQUENTIAL, "simultaneous": rec.SIMULTANEOUS, "single": rec.SINGLE}
_CLOAKING = {"none": rec.OPEN, "hides": rec.HIDES, "obscures": rec.OBSCURES}
_POWERS = {"none": rec.NO_POWER, "can": rec.CAN_CAPTURE, "must": rec.MUST_CAPTURE}
_AROUND = {"no": 0, "lines": rec.LINES, "groups": rec.GROUPS, "ahead": rec.AHEAD, "adjacent": rec.ADJACENT}
_CHAINS = {"chain": rec.CHAIN, "chain_back": rec.CHAIN_BACK}
_CARRIES = {"one": rec.TOP, "stack": rec.STACK, "full_stack": rec.FULL_STACK}
_RESULTS = {
    "removes": rec.REMOVES,
    "converts": rec.CONVERTS,
    "reincarnates": rec.REINCARNATES,
    "reincarnates_x2": rec.REINCARNATES,
    "paralyzes": rec.PARALYZES,
}
_CHECKS = {
    "row": rec.ROW,
    "shape_row": rec.SHAPE_ROW,
    "mixed_neighbour": rec.MIXED,
    "piece": rec.ANY_PIECE,
    "last": rec.LAST_SHAPE,
    "goal": rec.GOAL,
    "no_move": rec.NO_MOVE_LEFT,
    "chaos_cannot_capture": rec.CHAOS_CANNOT,
    "permission": rec.PERMISSION,
}
_GIVES = {"wins": rec.WINS, "last_wins": rec.WINS, "loses": rec.LOSES, "all_lose": rec.ALL_LOSE}
_MEASURES = {
    "none": rec.NONE,
    "longest_row": rec.LONGEST_ROW,
    "rows": rec.ROWS,
    "kind_rows": rec.KIND_ROWS,
    "pieces": rec.PIECES,
    "shape": rec.ONE_SHAPE,
    "area": rec.AREA,
}
_PICKS = {
    "all": rec.ALL,
    "most": rec.MOST,
    "least": rec.LEAST,
    "some": rec.SOME,
    "last_completed": rec.LAST_COMPLETED,
    "first_to_pass": rec.STALLER,
}
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
    """Makes a rule set ready for the kernels: its normal form, so that one digest is one game."""
    rule_set = normal(rule_set)
    spaces = Spaces(rule_set.board.kind, rule_set.board.size, rule_set.board.count)
    rules, origin = record(RULES), record(POSITION)
    _seats(rule_set, rules, origin)
    _hands(rule_set, rules, origin)
    _steps(rule_set, spaces, rules)
    _phases(rule_set, spaces, rules)
    _locks(rule_set, spaces, rules)
    _shapes(rule_set, rules)
    _motions(rule_set, spaces, rules)
    _checks(rule_set, rules)
    _stalemate(rule_set, rules)
    _open_spaces(rule_set, spaces, rules, origin)
    take_shortcuts(rule_set, spaces, rules, origin)
    _setup(rule_set, spaces, rules, origin)
    return Assembly(rules, origin, spaces, rule_set.owners, rule_set.checks)


def _kind(rule_set: RuleSet, shape: str, owner: str) -> int:
    return kind_of(SHAPES.index(shape), _color(rule_set, owner))


def _color(rule_set: RuleSet, owner: str) -> int:
    return COMMUNAL if owner == model.COMMUNAL else rule_set.owners.index(owner)


def _seats(rule_set: RuleSet, rules: Array, origin: Array) -> None:
    r, p = rules[0], origin[0]
    n_seats, n_players = len(rule_set.seats), len(rule_set.player_seats)
    teams = PLAYERS[rule_set.players].teams
    r["n_seats"], r["n_players"] = n_seats, n_players
    r["moves_per_turn"] = p["moves_left"] = rule_set.pieces_per_turn
    r["team"][:n_seats] = teams
    r["teammates"][:n_seats] = [_mask(other for other, its in enumerate(teams) if its == team) for team in teams]
    r["agree_draw"] = rule_set.agree_draw
    r["disqualifies"] = rule_set.disqualify_overachievers
    r["draw_result"] = _result(dict.fromkeys(range(n_players), DRAW))
    r["lose_result"] = _result(dict.fromkeys(range(n_players), LOSE))
    for number, seat in enumerate(rule_set.seats):
        goal = goals(rule_set)[seat]
        if goal is not None:
            spaces = Spaces(rule_set.board.kind, rule_set.board.size, rule_set.board.count)
            axis = "xyz".index(goal.axis) + 1
            r["goal"][[n for n, at in enumerate(spaces) if at[axis] == goal.at]] |= 1 << number


def _mask(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _hands(rule_set: RuleSet, rules: Array, origin: Array) -> None:
    """Whose pieces are whose, and who has how many in reserve."""
    r, p = rules[0], origin[0]
    r["reserve_hash"] = _random_hashes()[:N_KINDS, -1]
    r["color_key"][1:] = [1 + color_of(look) for look in range(1, N_LOOKS)]
    for color, owner in enumerate((*rule_set.owners, *[None] * (COMMUNAL - len(rule_set.owners)), model.COMMUNAL)):
        shapes = () if owner is None else tuple(rule_set.shapes)
        r["only_kind"][color] = kind_of(SHAPES.index(shapes[0]), color) if len(shapes) == 1 else 0
    for shape, its_rules in rule_set.shapes.items():
        for owner, n in its_rules.reserve.items():
            p["reserve"][_kind(rule_set, shape, owner)] = n
    shared = rule_set.colors in {"shared", "choose"}
    r["owned"] = not shared
    reborn = any(RESULTS[shape.result].to_reserve for shape in rule_set.shapes.values() if shape.result)
    for number, seat in enumerate(rule_set.seats):
        owner = rule_set.owner_of_seat(seat)
        r["seat_key"][number] = 0 if owner is None or shared else rule_set.owners.index(owner) + 1
        own = rule_set.owners if owner is None else (owner,)
        colors = [rule_set.owners.index(each) for each in own]
        r["n_colors"][number] = len(own)
        r["colors"][number, : len(own)] = colors
        for color in colors:
            r["owner_seats"][color + 1] |= 1 << number
            r["row_seats"][color + 1, :] |= r["teammates"][number]
        hand = [
            _kind(rule_set, shape, each)
            for shape, its_rules in rule_set.shapes.items()
            for each in own
            if reborn or its_rules.reserve.get(each, 0)
        ]
        r["n_hand"][number] = len(hand)
        r["hand"][number, : len(hand)] = hand
    if shared:
        # A row is the mover's where pieces are everybody's (rules: C6).
        r["row_seats"][1 : len(rule_set.owners) + 1] = r["teammates"]


def _steps(rule_set: RuleSet, spaces: Spaces, rules: Array) -> None:
    r, total = rules[0], spaces.total
    r["n_boards"], r["volume"], r["n_spaces"] = spaces.count, spaces.volume, total
    r["gravity"] = BOARDS[spaces.kind].gravity
    r["step"][:] = r["above"][:] = r["below"][:] = OFF
    r["board"][:total] = np.arange(total) // spaces.volume
    r["foot"][:total] = np.arange(total)
    steps = unit_steps(spaces).T
    for board in range(spaces.count):
        first = board * spaces.volume
        r["step"][first : first + spaces.volume] = np.where(steps == OFF, OFF, steps + first)
    if r["gravity"]:
        for stack in _stacks(rule_set, spaces):
            r["above"][stack[:-1]] = stack[1:]
            r["below"][stack[1:]] = stack[:-1]
        r["foot"][:total] = _grounds(spaces)
    x, y, _ = spaces.size
    r["ground"], r["wraps"] = x * y, BOARDS[spaces.kind].wraps
    near, along = neighbours(spaces.kind), lines(spaces.kind)
    r["n_near"], r["near"][: len(near)] = len(near), near
    r["n_lines"], r["lines"][: len(along)] = len(along), along
    ways = [way for way in along if (r["step"][:total, way] != OFF).any()]
    r["n_ways"], r["ways"][: len(ways)] = len(ways), ways


def _grounds(spaces: Spaces) -> Array:
    """The space at height 1 below each space."""
    number = np.arange(spaces.total)
    within = number % spaces.volume
    return number - within + within % (spaces.size[0] * spaces.size[1])


def _stacks(rule_set: RuleSet, spaces: Spaces) -> Iterable[list[int]]:
    """The spaces of each stack from the bottom, without its walls."""
    walls = {spaces.number(at) for at in _solid(rule_set)}
    ground = spaces.size[0] * spaces.size[1]
    for board in range(spaces.count):
        for foot in range(board * spaces.volume, board * spaces.volume + ground):
            heights = range(foot, (board + 1) * spaces.volume, ground)
            if stack := [number for number in heights if number not in walls]:
                yield stack


def _solid(rule_set: RuleSet) -> set[At]:
    """The spaces on which nothing ever comes to rest, in the normal form of a rule set.

    On stacks a wall can be where a piece stands from the start; there is no falling past such a space.
    """
    walls = set(rule_set.board.walls)
    return walls - set(rule_set.setup) if BOARDS[rule_set.board.kind].gravity else walls


def _phases(rule_set: RuleSet, spaces: Spaces, rules: Array) -> None:
    r = rules[0]
    r["n_phases"] = len(rule_set.phases)
    r["cloaking"] = _CLOAKING[rule_set.cloaking]
    r["folds"] = rule_set.fold != "none"
    for number, phase in enumerate(rule_set.phases):
        r["order"][number] = _ORDERS[phase.order]
        r["may_pass"][number] = phase.may_pass
        r["placement_only"][number] = phase.placement_only
        r["draw_below"][number] = phase.draw_below
        r["takes_turns"][number] = _mask(n for n, seat in enumerate(rule_set.seats) if seat not in phase.locked)
        r["cloak"][number, [spaces.number(at) for at in phase.cloaks]] = 1


def _locks(rule_set: RuleSet, spaces: Spaces, rules: Array) -> None:
    r, board = rules[0], rule_set.board
    for at in board.sticky:
        r["lock"][:, :, spaces.number(at)] |= NO_EXIT
        r["sticky"][spaces.number(at)] = 1
    for at, seats in board.exclusive.items():
        for number, seat in enumerate(rule_set.seats):
            if seat not in seats:
                r["lock"][:, number, spaces.number(at)] |= NO_ENTRY | NO_EXIT
    for at in board.walls:
        r["lock"][:, :, spaces.number(at)] |= NO_ENTRY | NO_EXIT
    for at in _solid(rule_set):
        r["solid"][spaces.number(at)] = 1
    for number, phase in enumerate(rule_set.phases):
        r["lock"][number, :, [spaces.number(at) for at in phase.locks]] |= NO_ENTRY | NO_EXIT
    locks = any(phase.locks for phase in rule_set.phases)
    r["guarded"] = bool(locks or board.sticky or board.exclusive or set(board.walls) & set(rule_set.setup))


def _shapes(rule_set: RuleSet, rules: Array) -> None:
    """What each shape can do to others."""
    r = rules[0]
    powers = {SHAPES.index(name): shape for name, shape in rule_set.shapes.items()}
    r["rank"] = [len(RANK) - RANK.index(name) for name in SHAPES]
    for number, shape in powers.items():
        condition = _condition(shape)
        r["power"][number] = _POWERS[shape.power]
        r["carry"][number] = _CARRIES[MOVES[shape.move].carries]
        r["is_rook"][number] = MOVES[shape.move].castles
        r["directed"][number] = cannot_move_backwards(shape)
        if condition is not None and shape.result is not None:
            r["class_"][number] = 1 if condition.by_rank else 2
            r["covers"][number] = condition.covers and not condition.steps_axes
            r["around"][number] = _AROUND[condition.around]
            r["chain"][number] = _CHAINS.get(condition.jumps, 0)
            r["result"][number] = _RESULTS[shape.result]
            r["reborn"][number] = RESULTS[shape.result].to_reserve
            r["place_captures"][number] = shape.power == "must" and condition.around != "no"
    better = [SHAPES.index(name) for name, shape in rule_set.shapes.items() if can_move_backwards(shape)]
    if r["directed"].any():
        r["n_promotions"], r["promotions"][: len(better)] = len(better), better
    r["castle"] = any(check.check == "castle" for check in rule_set.checks)
    r["en_passant"] = any(check.check == "en_passant" for check in rule_set.checks)
    r["powered"] = bool(r["power"].any())
    _meetings(powers, rules)


def _condition(shape: Shape) -> ConditionOption | None:
    return CONDITIONS[shape.condition] if shape.condition else None


def _meetings(powers: Mapping[int, Shape], rules: Array) -> None:
    """What comes of a step of one kind onto another of somebody else, and what a step made to capture takes."""
    r = rules[0]
    for theirs in range(N_COLORS):
        r["takes"][N_KINDS + theirs] = 1
        for shape, its in powers.items():
            condition = _condition(its)
            r["takes"][kind_of(shape, theirs)] = condition is None or condition.covers
    for mover, moving in powers.items():
        met = [_meeting(moving, mover, standing, stander, rules) for stander, standing in powers.items()]
        condition = _condition(moving)
        unseen = rec.UNKNOWN
        if condition is not None and (condition.steps_axes or not condition.covers):
            unseen = rec.BLOCKED
        elif condition is not None and not condition.by_rank:
            unseen = rec.CAPTURES
        for own in range(N_COLORS):
            row = r["meets"][kind_of(mover, own)]
            row[0] = rec.FREE
            for theirs in range(N_COLORS):
                row[[kind_of(stander, theirs) for stander in powers]] = met
                row[N_KINDS + theirs] = unseen


def _meeting(moving: Shape, mover: int, standing: Shape, stander: int, rules: Array) -> int:
    """What comes of a step of one shape onto another (rules: A4, C22, C23)."""
    condition, its = _condition(moving), _condition(standing)
    if its is not None and not its.covers:
        return rec.BLOCKED
    if condition is None:
        return rec.BLOCKED if its is None or its.steps_axes else rec.DIES
    if condition.steps_axes or not condition.covers:
        return rec.BLOCKED
    if not condition.by_rank or its is None:
        return rec.CAPTURES
    if not its.by_rank:
        return rec.DIES
    ranks = int(rules[0]["rank"][mover]), int(rules[0]["rank"][stander])
    if ranks[0] == ranks[1]:
        return rec.BOTH_DIE
    circle_meets_pentagon = set(ranks) == {1, len(RANK)}
    return rec.CAPTURES if (ranks[0] > ranks[1]) != circle_meets_pentagon else rec.DIES


def _motions(rule_set: RuleSet, spaces: Spaces, rules: Array) -> None:
    r = rules[0]
    numbers: dict[Motion, int] = {}
    end = 0
    for name, shape in rule_set.shapes.items():
        condition = _condition(shape)
        if MOVES[shape.move].stationary and not (jump_axes(shape) or (condition and condition.steps_axes)):
            continue
        for seat, goal in enumerate(goals(rule_set).values()):
            motion = _motion(shape, None if goal is None else forward(goal), bool(r["castle"]))
            if motion not in numbers:
                numbers[motion] = len(numbers) + 1
                end = write_motion(rules, numbers[motion], motion, spaces, end)
            r["motion"][SHAPES.index(name), seat] = numbers[motion]
    _draws(spaces, rules)
    r["mobile"] = bool(numbers) or bool(r["powered"])
    if r["mobile"]:
        r["piece_hash"][:, : spaces.total] = _random_hashes()[:, : spaces.total]


def _draws(spaces: Spaces, rules: Array) -> None:
    """Random draws promotions beyond the end of a stretch: see random_play.jump."""
    r = rules[0]
    r["reach_draws"] = r["reach_count"]
    if r["n_promotions"]:
        ends = np.bitwise_or.reduce(r["goal"][: spaces.total].reshape(-1, spaces.volume))
        for shape, seat in np.argwhere(r["motion"] * (r["directed"] > 0)[:, np.newaxis]):
            motion = r["motion"][shape, seat]
            starts, counts, draws = (
                r[part][motion, : spaces.volume] for part in ("reach_start", "reach_count", "reach_draws")
            )
            first, end = starts[0], starts[-1] + counts[-1]
            # Of the entries of this motion, how many before each lead to the goal line:
            before = np.append(0, np.cumsum(ends[r["reach"][first:end]] >> seat & 1))
            ends_there = before[starts - first + counts] > before[starts - first]
            np.maximum(draws, np.where(ends_there, counts * r["n_promotions"], counts), out=draws)
    r["max_degree"] = r["reach_draws"].max()


def _motion(shape: Shape, heading: Vector | None, castles: bool) -> Motion:
    condition = _condition(shape)
    jumps, steps = ("no", 0) if condition is None else (condition.jumps, condition.steps_axes)
    directed = MOVES[shape.move].directed or steps
    return Motion(shape.move, jumps, steps, heading if directed else None, castles and shape.move == "adjacent")


@lru_cache(maxsize=1)
def _random_hashes() -> Array:
    """Random numbers below 2**62 for each kind on each space (the last column: in reserve)."""
    return np.random.Generator(np.random.PCG64(0x5EED)).integers(0, 1 << 62, (N_KINDS, COLUMNS), np.int64)


def _checks(rule_set: RuleSet, rules: Array) -> None:
    r, board = rules[0], rule_set.board
    r["n_checks"] = len(rule_set.checks)
    reach = np.tile(line_reach(Spaces(board.kind, board.size)), board.count)
    for i, check in enumerate(rule_set.checks):
        option = CHECKS[check.check]
        r["check_measure"][i] = _CHECKS[option.measure]
        r["check_gives"][i] = _GIVES.get(option.result, rec.STALEMATE)
        r["check_shape"][i] = rec.ANY_SHAPE if check.shape in {None, "any"} else SHAPES.index(str(check.shape))
        if option.measure in {"row", "shape_row"}:
            _row(rule_set, rules, i, check.length or 0, option.lines, reach)
        for seats in range(1 << len(rule_set.seats)):
            r["check_result"][i, seats] = _check_result(rule_set, option.result, seats)
    for rule in rule_set.stalemate:
        if STALEMATE_RULES[rule.rule].picks == "last_completed":
            _row(rule_set, rules, MAX_CHECKS, rule.length or 0, "any", reach)


def _row(rule_set: RuleSet, rules: Array, number: int, length: int, along: str, reach: Array) -> None:
    """Along which axes a row of this length fits through each space."""
    r = rules[0]
    r["row_length"][number] = length
    kept = axes_of_lines(rule_set.board.kind, along)
    for axis, vector in enumerate(axes(rule_set.board.kind)):
        if vector in kept:
            fits = np.flatnonzero(1 + reach[2 * axis] + reach[2 * axis + 1] >= length)
            r["axes"][number, fits, r["n_axes"][number, fits]] = axis
            r["n_axes"][number, fits] += 1


def _check_result(rule_set: RuleSet, result: str, seats: int) -> int:
    """The result for the players where these seats (a bit each) satisfy a check (rules: 0.3)."""
    players = range(len(rule_set.player_seats))
    if result == "all_lose":
        return _result(dict.fromkeys(players, LOSE))
    picked, others = (LOSE, WIN) if result == "loses" else (WIN, LOSE)
    return _result({seat: picked if seats >> seat & 1 else others for seat in players})


def _stalemate(rule_set: RuleSet, rules: Array) -> None:
    r = rules[0]
    r["chaos_above"] = -1
    for rule in rule_set.stalemate:
        option = STALEMATE_RULES[rule.rule]
        if option.picks == "more_than_chaos":
            r["more_wins"] = 1
        elif option.picks == "less_than_chaos":
            r["less_loses"] = 1
        elif option.picks == "above":
            r["chaos_above"], r["chaos_shape"] = rule.total or 0, SHAPES.index(str(rule.shape))
        else:
            r["has_main"] = 1
            r["stalemate_measure"] = _MEASURES[option.measure]
            r["stalemate_picks"] = _PICKS[option.picks]
            r["stalemate_gives"] = _OUTCOMES[option.result]
            r["stalemate_length"] = rule.length or 0
            r["stalemate_shape"] = SHAPES.index(rule.shape) if rule.shape else 0
            r["stalemate_result"] = _result(dict.fromkeys(range(int(r["n_players"])), _OUTCOMES[option.result]))


def _result(outcomes: Mapping[int, int]) -> int:
    return sum(outcome << 2 * seat for seat, outcome in outcomes.items())


def _open_spaces(rule_set: RuleSet, spaces: Spaces, rules: Array, origin: Array) -> None:
    r, p = rules[0], origin[0]
    walls: Sequence[int] = [spaces.number(at) for at in _solid(rule_set)]
    free = np.ones(spaces.total, bool)
    free[walls] = False
    lowest = np.flatnonzero(free & (r["below"][: spaces.total] == OFF))
    p["n_open"], p["n_undecided"] = len(lowest), spaces.count
    p["open"][: len(lowest)] = lowest
    # Where a space that is not open points is never believed: see legality.is_open.
    p["open_at"][lowest] = np.arange(len(lowest))
    p["rest"][:] = OFF
    p["rest"][r["foot"][lowest]] = lowest
    r["lowest"][:] = OFF
    r["lowest"][r["foot"][lowest]] = lowest


def _setup(rule_set: RuleSet, spaces: Spaces, rules: Array, origin: Array) -> None:
    """Puts the pieces of the start on the board, and notes where cards are dealt to and which."""
    r = rules[0]
    known = ALL_KNOW if r["cloaking"] else 0
    dealt = [at for at, piece in rule_set.setup.items() if piece.shape == DEALT]
    if r["gravity"]:
        r["is_dealt"][r["foot"][[spaces.number(at) for at in dealt]]] = 1
    for at, piece in sorted(rule_set.setup.items(), key=lambda item: spaces.number(item[0])):
        number = spaces.number(at)
        if piece.shape == DEALT:
            continue
        kind = _kind(rule_set, piece.shape, piece.owner)
        if r["is_dealt"][r["foot"][number]]:
            r["fixed"][number] = kind
        else:
            kernels.set_up(rules, origin, kind, known, number)
    if rule_set.deck is not None:
        # Board by board, column by column, each from the top (rules: A8).
        dealt.sort(key=lambda at: (at[0], at[1], -at[2], -at[3]))
        owners = [rule_set.setup[at].owner for at in dealt]
        r["n_dealt"] = len(dealt)
        r["deal_space"][: len(dealt)] = [spaces.number(at) for at in dealt]
        r["deal_color"][: len(dealt)] = [_color(rule_set, owner) for owner in owners]
        _deck(rule_set, rule_set.deck, rules)


def _deck(rule_set: RuleSet, deck: Pack, rules: Array) -> None:
    """The cards in their written order, and the packs that are shuffled, inner ones before outer ones."""
    r = rules[0]
    for number, card in enumerate(cards(deck)):
        r["card"][number] = 0 if card.shape is None else 1 + SHAPES.index(card.shape)
        if card.seat is not None:
            r["card_seat"][number] = 1 + rule_set.seats.index(card.seat)
            owner = rule_set.owner_of_seat(card.seat) or rule_set.color_of_owner(card.seat)
            r["card_color"][number] = _color(rule_set, owner)
        r["n_cards"] = number + 1
    n_items = 0
    for start, pack in _packs(deck, 0):
        if pack.shuffled:
            sizes = [_size(item) for item in pack.items]
            number = int(r["n_packs"])
            r["pack_start"][number], r["pack_first"][number], r["pack_items"][number] = start, n_items, len(sizes)
            r["item_size"][n_items : n_items + len(sizes)] = sizes
            n_items += len(sizes)
            r["n_packs"] = number + 1


def _packs(pack: Pack, start: int) -> Iterator[tuple[int, Pack]]:
    """A pack and those in it with the numbers of their first cards, inner ones first."""
    at = start
    for item in pack.items:
        if isinstance(item, Pack):
            yield from _packs(item, at)
        at += _size(item)
    yield start, pack


def _size(item: Card | Pack) -> int:
    """How many cards there are in it."""
    return 1 if isinstance(item, Card) else sum(map(_size, item.items))
