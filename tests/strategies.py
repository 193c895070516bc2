"""Random valid rule sets, for properties that must hold of all of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Protocol

from hypothesis import assume
from hypothesis import strategies as st

from redscience.variations.language import Board, Check, Phase, Piece, RuleSet, Shape, Spaces, StalemateRule, validate
from redscience.variations.language.boards import BOARD_COUNTS, BOARDS
from redscience.variations.language.captures import CONDITIONS, POWERS, RESULTS
from redscience.variations.language.checks import CHECKS, shadows
from redscience.variations.language.deck import simple_pack
from redscience.variations.language.frozen import FrozenMapping
from redscience.variations.language.model import COMMUNAL, DEALT, SHAPES, At, Card, Pack
from redscience.variations.language.moves import MOVES
from redscience.variations.language.option import Option, Options, Parameter
from redscience.variations.language.phases import FOLDS, MOVEMENT, ORDERS, PASSING, PHASE_COUNTS
from redscience.variations.language.players import (
    AGREE_DRAW,
    CLOAKING,
    COLORS_OPTIONS,
    DISQUALIFY_OVERACHIEVERS,
    PIECES_PER_TURN,
    PLAYERS,
    SECONDS_PER_TURN,
)
from redscience.variations.language.shapes import SHAPE_COUNTS
from redscience.variations.language.spaces import longest_line
from redscience.variations.language.stalemate import STALEMATE_RULES


@st.composite
def rule_sets(draw: st.DrawFn, *, largest: int = 24) -> RuleSet:
    """Valid rule sets: those that the engine plays today, or all that can be said.

    Args:
        draw: hypothesis's.
        largest: the most spaces of one board.
    """
    rules = _mended(_Drawing(_Drawn(draw), largest=largest).rules())
    assume(rules is not None)
    return rules


def thrown_rule_sets(chance: Random, *, largest: int = 24) -> Iterator[RuleSet]:
    """The same without hypothesis, endlessly: quicker, more even, and the same for the same chance."""
    while True:
        rules = _mended(_Drawing(_Thrown(chance), largest=largest).rules())
        if rules is not None:
            yield rules


@st.composite
def changed(draw: st.DrawFn, rules: RuleSet, *, largest: int = 24) -> RuleSet:
    """Valid rule sets that differ from another in one field: one option, one space, one piece, one card."""
    rules = _changed(_Drawing(_Drawn(draw), largest=largest), rules)
    assume(not validate(rules))
    return rules


def thrown_change(chance: Random, rules: RuleSet, *, largest: int = 24) -> RuleSet:
    """The same without hypothesis."""
    while validate(other := _changed(_Drawing(_Thrown(chance), largest=largest), rules)):
        pass
    return other


def _changed(drawing: _Drawing, rules: RuleSet) -> RuleSet:
    return drawing.chance.one(list(_CHANGES.values()))(drawing, rules)


class _Chance(Protocol):
    """Where choices come from."""

    def one(self, values: Sequence[Any]) -> Any:
        """One of some values."""

    def number(self, lowest: int, highest: int) -> int:
        """A whole number, both ends included."""

    def some(self, values: Sequence[Any], *, least: int = 0, most: int) -> list[Any]:
        """A few of some values, each once, in any order."""


class _Drawn:
    """Choices that hypothesis makes, and makes simpler where a test fails."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw

    def one(self, values: Sequence[Any]) -> Any:
        return self.draw(st.sampled_from(values))

    def number(self, lowest: int, highest: int) -> int:
        return self.draw(st.integers(lowest, highest))

    def some(self, values: Sequence[Any], *, least: int = 0, most: int) -> list[Any]:
        most = min(most, len(values))
        return self.draw(st.lists(st.sampled_from(values), unique=True, min_size=least, max_size=most))


class _Thrown:
    """Choices by throwing dice."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def one(self, values: Sequence[Any]) -> Any:
        return self.chance.choice(values)

    def number(self, lowest: int, highest: int) -> int:
        return self.chance.randint(lowest, highest)

    def some(self, values: Sequence[Any], *, least: int = 0, most: int) -> list[Any]:
        return self.chance.sample(values, self.chance.randint(least, min(most, len(values))))


_SINGLE: dict[str, Options[Any]] = {
    "players": PLAYERS,
    "colors": COLORS_OPTIONS,
    "pieces_per_turn": PIECES_PER_TURN,
    "seconds_per_turn": SECONDS_PER_TURN,
    "agree_draw": AGREE_DRAW,
    "disqualify_overachievers": DISQUALIFY_OVERACHIEVERS,
    "cloaking": CLOAKING,
    "fold": FOLDS,
}

_ROWS = tuple(
    value
    for options in (CHECKS, STALEMATE_RULES)
    for value, option in options.items()
    if any(parameter.name == "length" for parameter in option.parameters)
)

_THEMES = ("any", "any", "any", "chess", "deep", "bets")
"""What is drawn together more often than chance would have it, because some options need it."""

_EITHER = (False, True)

_CHESSMEN = (
    {"move": "pawn", "power": "can", "condition": "diag_en_passant", "result": "removes"},
    {"move": "rook", "power": "can", "condition": "cover", "result": "removes"},
    {"move": "adjacent"},
)


class _Drawing:
    """Draws the parts of a rule set one after the other, each so that it fits what has been drawn before."""

    def __init__(self, chance: _Chance, *, largest: int) -> None:
        self.chance = chance
        self.largest = largest
        self.theme = "any"

    def option(self, options: Options[Any], rules: RuleSet, *, but: Iterable[object] = ()) -> Any:
        """The value of an entry that has a meaning in the rule set so far."""
        return self.chance.one(self.options(options, rules, but=but))

    def options(self, options: Options[Any], rules: RuleSet, *, but: Iterable[object] = ()) -> list[Any]:
        return [
            option.value
            for option in options.values()
            if option.value not in but and all(need.holds(rules) for need in option.needs)
        ]

    def either(self) -> bool:
        """Whether something that may be there or not is there."""
        return self.chance.one(_EITHER)

    def some(self, spaces: Spaces, most: int = 6) -> tuple[At, ...]:
        """A few spaces, in order; now and then all."""
        if self.chance.number(0, 9) == 0:
            return tuple(spaces)
        numbers = self.chance.some(range(spaces.total), most=most)
        return tuple(spaces.at(number) for number in sorted(numbers))

    def rules(self) -> RuleSet:
        self.theme = self.chance.one(_THEMES)
        rules = replace(RuleSet(), name="Drawn", shapes=FrozenMapping(), checks=())
        rules = replace(rules, players=self.option(PLAYERS, rules))
        mostly = "assigned" if self.chance.one(_EITHER) else self.option(COLORS_OPTIONS, rules)
        rules = replace(rules, colors=mostly, board=self.board(rules))
        rules = replace(rules, phases=self.phases(rules))
        rules = replace(
            rules,
            pieces_per_turn=self.option(PIECES_PER_TURN, rules),
            seconds_per_turn=self.option(SECONDS_PER_TURN, rules),
            agree_draw=self.option(AGREE_DRAW, rules),
            disqualify_overachievers=self.option(DISQUALIFY_OVERACHIEVERS, rules),
            fold=self.option(FOLDS, rules),
        )
        cloaks = any(phase.cloaks for phase in rules.phases)
        rules = replace(rules, cloaking=self.option(CLOAKING, rules, but=("none",)) if cloaks else "none")
        rules = self.with_pieces(rules)
        rules = replace(rules, stalemate=self.stalemate(rules))
        return replace(rules, checks=self.checks(rules))

    def board(self, rules: RuleSet) -> Board:
        kind = self.chance.one(self.kinds())
        option = BOARDS[kind]
        size = option.fixed_size or self.size(gravity=option.gravity, flat=option.flat)
        board = Board(kind=kind, size=size, count=self.option(BOARD_COUNTS, rules))
        spaces = _spaces(board)
        exclusive = {at: self.some_seats(rules) for at in self.some(spaces)} if self.either() else {}
        betting = self.theme == "bets"
        return replace(
            board,
            exclusive=FrozenMapping(exclusive),
            walls=self.some(spaces) if self.either() else (),
            sticky=self.some(spaces) if betting or self.either() else (),
        )

    def kinds(self) -> list[Any]:
        kinds = list(BOARDS)
        apt = {"chess": {"squares", "hexagons"}, "deep": {"squares", "toroid"}, "bets": {"stacks"}}
        return [kind for kind in kinds if kind in apt.get(self.theme, kinds)] or kinds

    def some_seats(self, rules: RuleSet) -> tuple[str, ...]:
        chosen = self.chance.some(rules.seats, least=1, most=len(rules.seats))
        return tuple(seat for seat in rules.seats if seat in chosen)

    def size(self, *, gravity: bool, flat: bool) -> tuple[int, int, int]:
        if self.theme == "chess":
            return self.chance.number(4, max(4, self.largest // 3)), 3, 1
        if self.theme == "deep" and not flat:
            return 3, 2, self.chance.number(2, max(2, self.largest // 6))
        x = self.chance.number(1, 8)
        y = self.chance.number(1, max(1, min(8, self.largest // x)))
        room = max(1, min(6, self.largest // (x * y)))
        if flat or (not gravity and self.chance.one(_EITHER)):
            return x, y, 1
        return x, y, self.chance.number(2 if gravity else 1, max(2, room))

    def phases(self, rules: RuleSet) -> tuple[Phase, ...]:
        counts = list(PHASE_COUNTS)
        few = self.chance.one(counts[:3])
        count = self.chance.one(counts) if few == counts[0] and self.chance.one(_EITHER) else few
        count = counts[1] if self.theme == "bets" and len(counts) > 1 else count
        return tuple(self.phase(rules) for _ in range(count))

    def phase(self, rules: RuleSet) -> Phase:
        return Phase(**{field: self.of_phase(field, rules) for field in Phase.__dataclass_fields__})

    def of_phase(self, field: str, rules: RuleSet) -> Any:
        """A field of a phase."""
        spaces = _spaces(rules.board)
        options: dict[str, Options[Any]] = {"order": ORDERS, "may_pass": PASSING, "placement_only": MOVEMENT}
        if field in options:
            return self.option(options[field], rules)
        if field == "draw_below":
            return self.chance.number(0, 3) if self.either() else 0
        if field == "locked":
            locked = self.chance.some(rules.seats, most=len(rules.seats) - 1) if self.either() else ()
            return tuple(seat for seat in rules.seats if seat in locked)
        return self.some(spaces) if self.either() else ()

    def with_pieces(self, rules: RuleSet) -> RuleSet:
        most = max(SHAPE_COUNTS)
        least = len(_CHESSMEN) if self.theme == "chess" else 1
        drawn = self.chance.some(SHAPES, least=least, most=int(most))
        names = [name for name in SHAPES if name in drawn]
        on_board = self.either()
        none = on_board and self.chance.number(0, 3) == 0
        rules = replace(
            rules, shapes=FrozenMapping((name, Shape(reserve=self.reserve(rules, none=none))) for name in names)
        )
        rules = replace(rules, setup=self.setup(rules) if on_board else FrozenMapping(), deck=None)
        if any(piece.shape == DEALT for piece in rules.setup.values()):
            rules = replace(rules, deck=self.deck(rules))
        men = dict(zip(names, _CHESSMEN, strict=False)) if self.theme == "chess" else {}
        return replace(
            rules, shapes=FrozenMapping((name, self.shape(name, rules, **men.get(name, {}))) for name in names)
        )

    def reserve(self, rules: RuleSet, *, none: bool = False) -> FrozenMapping[str, int]:
        if none:
            return FrozenMapping()
        counts = {owner: self.chance.number(1 if owner == "black" else 0, 6) for owner in rules.owners}
        return FrozenMapping((owner, count) for owner, count in counts.items() if count)

    def shape(self, name: str, rules: RuleSet, **wanted: str) -> Shape:
        """A shape that can do something new; what is wanted is taken where it is allowed."""
        shape = rules.shapes[name]
        tables: dict[str, Options[Any]] = {"move": MOVES, "power": POWERS, "condition": CONDITIONS, "result": RESULTS}
        wishes = all(value in self.options(tables[field], rules) for field, value in wanted.items())
        if wanted and wishes:
            return replace(shape, **wanted)
        shape = replace(shape, move=self.option(MOVES, rules), power=self.option(POWERS, rules))
        if shape.power == "none":
            return replace(shape, condition=None, result=None)
        leaps = not MOVES[shape.move].stationary and not MOVES[shape.move].axes
        jumps = [value for value, condition in CONDITIONS.items() if condition.jumps != "no"]
        condition = self.option(CONDITIONS, rules, but=jumps if leaps else ())
        return replace(shape, condition=condition, result=self.result(condition, rules))

    def result(self, condition: str, rules: RuleSet) -> Any:
        stuck = CONDITIONS[condition].covers and not BOARDS[rules.board.kind].gravity
        return self.option(RESULTS, rules, but=[value for value, option in RESULTS.items() if stuck and option.stays])

    def piece(self, rules: RuleSet) -> Piece:
        dealt = [DEALT]
        return Piece(self.chance.one([*rules.shapes, *dealt]), self.chance.one([*rules.owners, COMMUNAL]))

    def setup(self, rules: RuleSet) -> FrozenMapping[At, Piece]:
        ats = self.some(_spaces(rules.board))
        if not BOARDS[rules.board.kind].gravity:
            return FrozenMapping((at, self.piece(rules)) for at in ats)
        setup: dict[At, Piece] = {}
        for board, x, y in dict.fromkeys(at[:3] for at in ats):
            column: list[At] = [(board, x, y, z) for z in range(1, rules.board.size[2] + 1)]
            room = [at for at in column if at not in rules.board.walls] or column
            setup.update((at, self.piece(rules)) for at in room[: self.chance.number(1, len(room))])
        return FrozenMapping(setup)

    def card(self, rules: RuleSet) -> Card:
        if self.chance.number(0, 3) == 0:
            return Card(None)
        return Card(self.chance.one(list(rules.shapes)), self.chance.one([None, *rules.seats]))

    def deck(self, rules: RuleSet) -> Pack:
        markers = sum(piece.shape == DEALT for piece in rules.setup.values())
        items: list[Card | Pack] = [self.card(rules) for _ in range(markers + self.chance.number(0, 3))]
        middle = self.chance.number(0, len(items))
        first = simple_pack(shuffled=self.chance.one(_EITHER), items=items[:middle]) if middle else None
        return simple_pack(shuffled=self.chance.one(_EITHER), items=[*([first] if first else []), *items[middle:]])

    def checks(self, rules: RuleSet) -> tuple[Check, ...]:
        """Some checks, in any order, at least one of which decides where stalemate does not."""
        values = self.options(CHECKS, rules, but=() if self.longest(rules) > 1 else _ROWS)
        deciding = [value for value in values if CHECKS[value].result not in {"allows", "stalemate"}]
        drawn = self.chance.some(values, most=2) if values else []
        if self.theme == "chess":
            drawn += [value for value in values if CHECKS[value].result == "allows" and value not in drawn]
        if all(STALEMATE_RULES[rule.rule].picks == "all" for rule in rules.stalemate) and deciding:
            drawn = list(dict.fromkeys([*drawn, self.chance.one(deciding)]))
        checks: list[Check] = []
        for value in drawn:
            check = self.check(value, rules)
            if not any(shadows(before, check) for before in checks):
                checks.append(check)
        return tuple(checks)

    def check(self, value: Any, rules: RuleSet) -> Check:
        return Check(value, **self.parameters(CHECKS[value], rules))

    def longest(self, rules: RuleSet) -> int:
        """The length of the longest straight line on which pieces can be."""
        return longest_line(
            _spaces(rules.board), "orthogonal", frozenset(rules.board.walls) - frozenset(rules.setup.keys())
        )

    def stalemate(self, rules: RuleSet) -> tuple[StalemateRule, ...]:
        no_rows = () if self.longest(rules) > 1 else _ROWS
        options = {value: STALEMATE_RULES[value] for value in self.options(STALEMATE_RULES, rules, but=no_rows)}
        compared = [value for value, option in options.items() if option.main and option.picks in {"most", "least"}]
        plain = [value for value, option in options.items() if option.main and value not in compared]
        main = self.chance.one(compared if compared and self.chance.one(_EITHER) else plain)
        beside = [value for value, option in options.items() if not option.main]
        drawn = self.chance.some(beside, most=2) if beside else []
        compares = any("than_chaos" in STALEMATE_RULES[value].picks for value in drawn)
        alone = compares and (main != "draws" or self.chance.one(_EITHER))
        return tuple(self.rule(value, rules) for value in [*drawn, *([] if alone else [main])])

    def rule(self, value: Any, rules: RuleSet) -> StalemateRule:
        return StalemateRule(value, **self.parameters(STALEMATE_RULES[value], rules))

    def most(self, parameter: Parameter, rules: RuleSet) -> int:
        return min(6, self.longest(rules)) if parameter.name == "length" else min(parameter.highest, 6)

    def parameters(self, option: Option, rules: RuleSet) -> dict[str, Any]:
        return {parameter.name: self.parameter(parameter, rules) for parameter in option.parameters}

    def parameter(self, parameter: Parameter, rules: RuleSet) -> Any:
        if parameter.choices:
            return self.chance.one([choice for choice in parameter.choices if choice in (*rules.shapes, "any")])
        return self.chance.number(parameter.lowest, self.most(parameter, rules))


def _spaces(board: Board) -> Spaces:
    return Spaces(board.kind, board.size, board.count)


# What is wrong with a rule set as drawn is replaced by what is plain.


def _mended(rules: RuleSet) -> RuleSet | None:
    """The rule set without the options that have no meaning in it; None if it is not valid soon."""
    for _ in range(5):
        faults = validate(rules)
        if not faults:
            return rules
        for fault in faults:
            rules = _without(fault.path, rules)
    return None


def _without(path: str, rules: RuleSet) -> RuleSet:  # noqa: PLR0911  (one for each part of a rule set)
    """The rule set with the plain value at a path."""
    name, _, rest = path.partition(".")
    found = re.match(r"(\w+)(?:\[(\d+)\])?", name)
    assert found is not None
    part, index = found[1], int(found[2] or 0)
    if part == "shapes" and rest:
        name, field = rest.split(".")[:2]
        plain = {"move": "stationary"} if field == "move" else {"power": "none", "condition": None, "result": None}
        shapes = {**rules.shapes, name: replace(rules.shapes[name], **plain)}
        return replace(rules, shapes=FrozenMapping(shapes))
    if part == "shapes":
        first = next(iter(rules.shapes))
        return replace(rules, shapes=FrozenMapping({**rules.shapes, first: Shape(reserve=FrozenMapping({"black": 2}))}))
    if part == "phases":
        plain_phase = replace(rules.phases[index], **{rest or "locked": getattr(Phase(), rest or "locked")})
        return replace(rules, phases=(*rules.phases[:index], plain_phase, *rules.phases[index + 1 :]))
    if part in {"checks", "stalemate"} and found[2]:
        rows = getattr(rules, part)
        return replace(rules, **{part: rows[:index] + rows[index + 1 :]})
    if part == "checks":
        return replace(rules, checks=(Check("first_row_wins", length=2),))
    if part == "cloaking":
        return replace(rules, cloaking="hides")
    if part == "deck":
        return replace(rules, setup=FrozenMapping(), deck=None)
    return replace(rules, **{part: getattr(RuleSet(), part)})


# One field of a rule set drawn anew.

_Change = Callable[[_Drawing, RuleSet], RuleSet]


def _change_option(name: str, options: Options[Any]) -> _Change:
    return lambda drawing, rules: replace(rules, **{name: drawing.option(options, rules)})


def _change_board(drawing: _Drawing, rules: RuleSet) -> RuleSet:
    board = rules.board
    field = drawing.chance.one(["kind", "size", "count", "exclusive", "walls", "sticky"])
    if field == "kind":
        return replace(rules, board=replace(board, kind=drawing.chance.one(drawing.kinds())))
    if field == "size":
        axis = drawing.chance.number(0, 2)
        size = list(board.size)
        size[axis] = drawing.chance.number(1, 6)
        return replace(rules, board=replace(board, size=(size[0], size[1], size[2])))
    if field == "count":
        return replace(rules, board=replace(board, count=drawing.option(BOARD_COUNTS, rules)))
    if field == "exclusive":
        at = drawing.chance.one(list(_spaces(board)))
        rest = {space: seats for space, seats in board.exclusive.items() if space != at}
        added = {at: drawing.some_seats(rules)} if drawing.chance.one(_EITHER) else {}
        return replace(rules, board=replace(board, exclusive=FrozenMapping(sorted({**rest, **added}.items()))))
    return replace(rules, board=replace(board, **{field: _toggled(drawing, getattr(board, field), rules)}))


def _toggled(drawing: _Drawing, ats: tuple[At, ...], rules: RuleSet) -> tuple[At, ...]:
    spaces = _spaces(rules.board)
    at = drawing.chance.one(list(spaces))
    return tuple(sorted({*ats} ^ {at}, key=spaces.number))


def _change_phase(drawing: _Drawing, rules: RuleSet) -> RuleSet:
    index = drawing.chance.number(0, len(rules.phases) - 1)
    field = drawing.chance.one(list(Phase.__dataclass_fields__))
    phase = rules.phases[index]
    value = (
        _toggled(drawing, getattr(phase, field), rules)
        if field in {"locks", "cloaks"}
        else drawing.of_phase(field, rules)
    )
    return replace(rules, phases=(*rules.phases[:index], replace(phase, **{field: value}), *rules.phases[index + 1 :]))


def _change_phases(drawing: _Drawing, rules: RuleSet) -> RuleSet:
    index = drawing.chance.number(0, len(rules.phases) - 1)
    before, phase, after = rules.phases[:index], rules.phases[index], rules.phases[index + 1 :]
    how = drawing.chance.one(["add", "drop", "double", "first"])
    phases = {
        "add": (*before, phase, drawing.phase(rules), *after),
        "drop": (*before, *after),
        "double": (*before, phase, phase, *after),
        "first": (phase, *before, *after),
    }[how]
    allowed = list(PHASE_COUNTS)
    return replace(rules, phases=phases if len(phases) in allowed else rules.phases)


def _change_shape(drawing: _Drawing, rules: RuleSet) -> RuleSet:
    name = drawing.chance.one(list(rules.shapes))
    shape = rules.shapes[name]
    field = drawing.chance.one(["move", "power", "condition", "result", "capture", "reserve"])
    if field == "move":
        shape = replace(shape, move=drawing.option(MOVES, rules))
    elif field == "reserve":
        owner = drawing.chance.one(rules.owners)
        count = drawing.chance.number(0, 6)
        reserve = {**shape.reserve, owner: count}
        shape = replace(shape, reserve=FrozenMapping((each, n) for each, n in reserve.items() if n))
    elif field == "capture" or not shape.condition:
        drawn = drawing.shape(name, rules)
        shape = replace(drawn, move=shape.move)
    elif field == "condition":
        shape = replace(shape, condition=drawing.option(CONDITIONS, rules))
    elif field == "result":
        shape = replace(shape, result=drawing.result(shape.condition, rules))
    else:
        shape = replace(shape, power="must" if shape.power == "can" else "can")
    return replace(rules, shapes=FrozenMapping({**rules.shapes, name: shape}))


def _change_shapes(drawing: _Drawing, rules: RuleSet) -> RuleSet:
    """With a shape more, which nobody has, or one less."""
    name = drawing.chance.one(SHAPES)
    shapes = {each: shape for each, shape in rules.shapes.items() if each != name}
    if name not in rules.shapes:
        shapes[name] = drawing.shape(name, replace(rules, shapes=FrozenMapping({**rules.shapes, name: Shape()})))
    return replace(rules, shapes=FrozenMapping((each, shapes[each]) for each in SHAPES if each in shapes))


def _change_setup(drawing: _Drawing, rules: RuleSet) -> RuleSet:
    spaces = _spaces(rules.board)
    at = drawing.chance.one(list(spaces))
    setup = {space: piece for space, piece in rules.setup.items() if space != at}
    if at not in rules.setup or drawing.chance.one(_EITHER):
        setup[at] = drawing.piece(rules)
    ordered = FrozenMapping(sorted(setup.items(), key=lambda item: spaces.number(item[0])))
    rules = replace(rules, setup=ordered)
    dealt = any(piece.shape == DEALT for piece in setup.values())
    deck = (rules.deck or drawing.deck(rules)) if dealt else None
    return replace(rules, deck=deck)


def _change_deck(drawing: _Drawing, rules: RuleSet) -> RuleSet:
    return replace(rules, deck=drawing.deck(rules)) if rules.deck else rules


def _change_checks(drawing: _Drawing, rules: RuleSet) -> RuleSet:
    """With a check more, one less, one with other parameters, or another order."""
    values = drawing.options(CHECKS, rules, but=() if drawing.longest(rules) > 1 else _ROWS)
    how = drawing.chance.one(["add", "drop", "parameters", "turn"])
    if how == "add" and values:
        return replace(rules, checks=(*rules.checks, drawing.check(drawing.chance.one(values), rules)))
    if how == "turn" or not rules.checks:
        return replace(rules, checks=rules.checks[::-1])
    index = drawing.chance.number(0, len(rules.checks) - 1)
    before, check, after = rules.checks[:index], rules.checks[index], rules.checks[index + 1 :]
    again = () if how == "drop" else (drawing.check(check.check, rules),)
    return replace(rules, checks=(*before, *again, *after))


def _change_stalemate(drawing: _Drawing, rules: RuleSet) -> RuleSet:
    """With one rule drawn anew, another order, or all anew."""
    how = drawing.chance.one(["parameters", "turn", "all"])
    if how == "turn":
        return replace(rules, stalemate=rules.stalemate[::-1])
    if how == "all":
        return replace(rules, stalemate=drawing.stalemate(rules))
    index = drawing.chance.number(0, len(rules.stalemate) - 1)
    before, rule, after = rules.stalemate[:index], rules.stalemate[index], rules.stalemate[index + 1 :]
    return replace(rules, stalemate=(*before, drawing.rule(rule.rule, rules), *after))


_CHANGES: dict[str, _Change] = {
    **{name: _change_option(name, options) for name, options in _SINGLE.items()},
    "board": _change_board,
    "walls and the like": _change_board,
    "phase": _change_phase,
    "phase again": _change_phase,
    "phases": _change_phases,
    "shape": _change_shape,
    "shape again": _change_shape,
    "shapes": _change_shapes,
    "setup": _change_setup,
    "deck": _change_deck,
    "checks": _change_checks,
    "stalemate": _change_stalemate,
}
"""Those that have most to change are drawn more often."""
