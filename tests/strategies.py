"""Random valid rule sets, for properties that must hold of all of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from redscience.language import Board, Check, Phase, Piece, RuleSet, Shape, Spaces, StalemateRule, validate
from redscience.language.boards import BOARD_COUNTS, BOARDS
from redscience.language.captures import CONDITIONS, POWERS, RESULTS
from redscience.language.checks import CHECKS, shadows
from redscience.language.deck import simple_pack
from redscience.language.frozen import FrozenMapping
from redscience.language.markers import MARKERS
from redscience.language.model import COMMUNAL, DEALT, SHAPES, At, Card, Pack
from redscience.language.moves import MOVES
from redscience.language.option import Option, Options, Parameter
from redscience.language.phases import FOLDS, MOVEMENT, ORDERS, PASSING, PHASE_COUNTS
from redscience.language.players import (
    AGREE_DRAW,
    CLOAKING,
    COLORS_OPTIONS,
    DISQUALIFY_OVERACHIEVERS,
    PIECES_PER_TURN,
    PLAYERS,
    SECONDS_PER_TURN,
)
from redscience.language.shapes import SHAPE_COUNTS
from redscience.language.spaces import longest_line
from redscience.language.stalemate import STALEMATE_RULES


@st.composite
def rule_sets(draw: st.DrawFn, *, playable: bool = True, largest: int = 24) -> RuleSet:
    """Valid rule sets: those that the engine plays today, or all that can be said.

    Args:
        draw: hypothesis's.
        playable: whether only options are drawn whose entries say that they are played.
        largest: the most spaces of one board.
    """
    drawing = _Drawing(draw, playable=playable, largest=largest)
    rules = drawing.rules()
    assume(not validate(rules))
    return rules


@st.composite
def changed(draw: st.DrawFn, rules: RuleSet, *, playable: bool = True, largest: int = 24) -> RuleSet:
    """Valid rule sets of which one part is drawn anew, so that they may differ from another in little or in nothing."""
    drawing = _Drawing(draw, playable=playable, largest=largest)
    part = draw(st.sampled_from([*_SINGLE, "board", "walls", "phases", "shapes", "setup", "checks", "stalemate"]))
    rules = replace(rules, **drawing.part(part, rules))
    assume(not validate(rules))
    return rules


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


class _Drawing:
    """Draws the parts of a rule set one after the other, each so that it fits what has been drawn before."""

    def __init__(self, draw: st.DrawFn, *, playable: bool, largest: int) -> None:
        self.draw = draw
        self.playable = playable
        self.largest = largest

    def option(self, options: Options[Any], rules: RuleSet, *, but: Iterable[object] = ()) -> Any:
        """The value of an entry that has a meaning in the rule set so far."""
        return self.draw(st.sampled_from(self.options(options, rules, but=but)))

    def options(self, options: Options[Any], rules: RuleSet, *, but: Iterable[object] = ()) -> list[Any]:
        return [
            option.value
            for option in options.values()
            if self.allows(option) and option.value not in but and all(need.holds(rules) for need in option.needs)
        ]

    def allows(self, option: Option) -> bool:
        return option.playable or not self.playable

    def marks(self, marker: str) -> bool:
        """Whether a kind of marker is used this time."""
        return self.allows(MARKERS[marker]) and self.draw(st.booleans())

    def some(self, spaces: Spaces, most: int = 6) -> tuple[At, ...]:
        """A few spaces, in order; now and then all."""
        if self.draw(st.integers(0, 9)) == 0:
            return tuple(spaces)
        numbers = self.draw(st.sets(st.integers(0, spaces.total - 1), max_size=most))
        return tuple(spaces.at(number) for number in sorted(numbers))

    def rules(self) -> RuleSet:
        rules = replace(RuleSet(), name="Drawn", shapes=FrozenMapping(), checks=())
        rules = replace(rules, players=self.option(PLAYERS, rules))
        rules = replace(rules, colors=self.option(COLORS_OPTIONS, rules), board=self.board(rules))
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

    def part(self, part: str, rules: RuleSet) -> dict[str, Any]:
        """One part of a rule set drawn anew, as the fields to replace."""
        if part in _SINGLE:
            return {part: self.option(_SINGLE[part], rules)}
        if part == "walls":
            return {"board": replace(self.board(rules, rules.board.kind, rules.board.size), count=rules.board.count)}
        if part in {"shapes", "setup"}:
            drawn = self.with_pieces(rules, names=[name for name in SHAPES if name in rules.shapes])
            return {"shapes": drawn.shapes} if part == "shapes" else {"setup": drawn.setup, "deck": drawn.deck}
        return {part: getattr(self, part)(rules)}

    def board(self, rules: RuleSet, kind: Any = None, size: tuple[int, int, int] | None = None) -> Board:
        kind = kind or self.draw(st.sampled_from([value for value, option in BOARDS.items() if self.allows(option)]))
        option = BOARDS[kind]
        size = size or option.fixed_size or self.size(gravity=option.gravity, flat=option.flat)
        spaces = Spaces(kind, size, self.option(BOARD_COUNTS, rules))
        exclusive = {}
        if self.marks("exclusive"):
            seats = st.sets(st.sampled_from(rules.seats), min_size=1)
            for at in self.some(spaces):
                chosen = self.draw(seats)
                exclusive[at] = tuple(seat for seat in rules.seats if seat in chosen)
        return Board(
            kind=kind,
            size=size,
            count=spaces.count,
            exclusive=FrozenMapping(exclusive),
            walls=self.some(spaces) if self.marks("wall") else (),
            sticky=self.some(spaces) if self.marks("sticky") else (),
        )

    def size(self, *, gravity: bool, flat: bool) -> tuple[int, int, int]:
        x = self.draw(st.integers(1, 8))
        y = self.draw(st.integers(1, max(1, min(8, self.largest // x))))
        room = max(1, min(6, self.largest // (x * y)))
        if flat or (not gravity and self.draw(st.booleans())):
            return x, y, 1
        return x, y, self.draw(st.integers(2 if gravity else 1, max(2, room)))

    def phases(self, rules: RuleSet) -> tuple[Phase, ...]:
        count = self.draw(st.sampled_from([value for value, option in PHASE_COUNTS.items() if self.allows(option)][:3]))
        return tuple(self.phase(rules) for _ in range(count))

    def phase(self, rules: RuleSet) -> Phase:
        spaces = Spaces(rules.board.kind, rules.board.size, rules.board.count)
        locked = self.draw(st.sets(st.sampled_from(rules.seats))) if self.marks("phase_lock") else ()
        return Phase(
            order=self.option(ORDERS, rules),
            may_pass=self.option(PASSING, rules),
            placement_only=self.option(MOVEMENT, rules),
            draw_below=self.draw(st.integers(0, 3)) if self.marks("draw_below") else 0,
            locked=tuple(seat for seat in rules.seats if seat in locked),
            locks=self.some(spaces) if self.marks("lock") else (),
            cloaks=self.some(spaces) if self.marks("cloak") else (),
        )

    def with_pieces(self, rules: RuleSet, names: list[str] | None = None) -> RuleSet:
        if names is None:
            most = max(value for value, option in SHAPE_COUNTS.items() if self.allows(option))
            drawn = self.draw(st.sets(st.sampled_from(SHAPES), min_size=1, max_size=int(most)))
            names = [name for name in SHAPES if name in drawn]
        rules = replace(rules, shapes=FrozenMapping((name, self.reserve(rules)) for name in names))
        rules = replace(rules, setup=self.setup(rules, names) if self.marks("setup") else FrozenMapping(), deck=None)
        if any(piece.shape == DEALT for piece in rules.setup.values()):
            rules = replace(rules, deck=self.deck(rules, names))
        return replace(rules, shapes=FrozenMapping((name, self.shape(rules.shapes[name], rules)) for name in names))

    def reserve(self, rules: RuleSet) -> Shape:
        counts = {owner: self.draw(st.integers(1 if owner == "black" else 0, 6)) for owner in rules.owners}
        return Shape(reserve=FrozenMapping((owner, count) for owner, count in counts.items() if count))

    def shape(self, shape: Shape, rules: RuleSet) -> Shape:
        shape = replace(shape, move=self.option(MOVES, rules), power=self.option(POWERS, rules))
        if shape.power == "none":
            return shape
        jumps = [value for value, condition in CONDITIONS.items() if condition.jumps != "no"]
        condition = self.option(CONDITIONS, rules, but=() if MOVES[shape.move].axes else jumps)
        stuck = CONDITIONS[condition].covers and not BOARDS[rules.board.kind].gravity
        results = [value for value, result in RESULTS.items() if not (stuck and result.stays) and self.allows(result)]
        return replace(shape, condition=condition, result=self.draw(st.sampled_from(results)))

    def setup(self, rules: RuleSet, names: list[str]) -> FrozenMapping[At, Piece]:
        spaces = Spaces(rules.board.kind, rules.board.size, rules.board.count)
        dealt = [DEALT] if self.allows(MARKERS["dealt"]) else []
        piece = st.builds(Piece, st.sampled_from([*names, *dealt]), st.sampled_from([*rules.owners, COMMUNAL]))
        ats = self.some(spaces)
        if not BOARDS[rules.board.kind].gravity:
            return FrozenMapping((at, self.draw(piece)) for at in ats)
        setup: dict[At, Piece] = {}
        for board, x, y in dict.fromkeys(at[:3] for at in ats):
            column: list[At] = [(board, x, y, z) for z in range(1, rules.board.size[2] + 1)]
            room = [at for at in column if at not in rules.board.walls] or column
            setup.update((at, self.draw(piece)) for at in room[: self.draw(st.integers(1, len(room)))])
        return FrozenMapping(setup)

    def deck(self, rules: RuleSet, names: list[str]) -> Pack:
        cards = st.one_of(
            st.builds(Card, st.sampled_from(names), st.sampled_from([None, *rules.seats])), st.just(Card(None))
        )
        markers = sum(piece.shape == DEALT for piece in rules.setup.values())
        items: list[Card | Pack] = list(self.draw(st.lists(cards, min_size=markers, max_size=markers + 3)))
        middle = self.draw(st.integers(0, len(items)))
        first = simple_pack(shuffled=self.draw(st.booleans()), items=items[:middle]) if middle else None
        return simple_pack(shuffled=self.draw(st.booleans()), items=[*([first] if first else []), *items[middle:]])

    def checks(self, rules: RuleSet) -> tuple[Check, ...]:
        """Some checks, in any order, at least one of which decides where stalemate does not."""
        values = self.options(CHECKS, rules, but=() if self.longest(rules) > 1 else _ROWS)
        deciding = [value for value in values if CHECKS[value].result not in {"allows", "stalemate"}]
        drawn = self.draw(st.lists(st.sampled_from(values), unique=True, max_size=2)) if values else []
        if all(STALEMATE_RULES[rule.rule].picks == "all" for rule in rules.stalemate) and deciding:
            drawn = list(dict.fromkeys([*drawn, self.draw(st.sampled_from(deciding))]))
        checks: list[Check] = []
        for value in drawn:
            check = Check(value, **self.parameters(CHECKS[value], rules))
            if not any(shadows(before, check) for before in checks):
                checks.append(check)
        return tuple(checks)

    def longest(self, rules: RuleSet) -> int:
        """The length of the longest straight line on which pieces can be."""
        spaces = Spaces(rules.board.kind, rules.board.size, rules.board.count)
        return longest_line(spaces, "orthogonal", frozenset(rules.board.walls) - rules.setup.keys())

    def stalemate(self, rules: RuleSet) -> tuple[StalemateRule, ...]:
        no_rows = () if self.longest(rules) > 1 else _ROWS
        options = {value: STALEMATE_RULES[value] for value in self.options(STALEMATE_RULES, rules, but=no_rows)}
        main = self.draw(st.sampled_from([value for value, option in options.items() if option.main]))
        beside = [value for value, option in options.items() if not option.main]
        drawn = self.draw(st.lists(st.sampled_from(beside), unique=True, max_size=2)) if beside else []
        compares = any("than_chaos" in STALEMATE_RULES[value].picks for value in drawn)
        values = [*drawn, *([] if compares and main != "draws" else [main])]
        return tuple(StalemateRule(value, **self.parameters(STALEMATE_RULES[value], rules)) for value in values)

    def most(self, parameter: Parameter, rules: RuleSet) -> int:
        return min(6, self.longest(rules)) if parameter.name == "length" else min(parameter.highest, 6)

    def parameters(self, option: Option, rules: RuleSet) -> dict[str, Any]:
        return {
            parameter.name: self.draw(
                st.sampled_from([choice for choice in parameter.choices if choice in (*rules.shapes, "any")])
                if parameter.choices
                else st.integers(parameter.lowest, self.most(parameter, rules))
            )
            for parameter in option.parameters
        }
