"""Whether a rule set means something: all that its fields cannot know one by one.

Each validator here says which fields it reads and is left out while one of them is at fault, so that one mistake is
reported once.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from redscience.english import English
from redscience.errors import Fault
from redscience.names import about_faults, name_faults
from redscience.variations.language.boards import BOARD_COUNTS, BOARDS, LONGEST_SIDE, MOST_SPACES
from redscience.variations.language.called import LONGEST_WORD, SHAPE_WORDS
from redscience.variations.language.captures import CONDITIONS, POWERS, RESULTS, jump_axes
from redscience.variations.language.checks import CHECKS, STACKS, shadows
from redscience.variations.language.deck import cards
from redscience.variations.language.effect import EFFECTS
from redscience.variations.language.faults import Faults, TooManyFaults, below, one_of, shown
from redscience.variations.language.model import COLORS, COMMUNAL, DEALT, SHAPES, At, Check, RuleSet, StalemateRule
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
from redscience.variations.language.possibilities import shapes_in_play
from redscience.variations.language.shapes import SHAPE_COUNTS, SYMBOLS
from redscience.variations.language.spaces import Spaces, longest_line
from redscience.variations.language.stalemate import STALEMATE_RULES
from redscience.variations.language.validators import Validators

VALIDATORS = Validators()


def validate(rules: RuleSet) -> tuple[Fault, ...]:
    """All that is wrong with a rule set; empty if it is valid."""
    faults = Faults()
    with contextlib.suppress(TooManyFaults):
        note_faults(rules, faults)
    return tuple(faults.found)


def knows_all(rules: RuleSet) -> bool:
    """Whether all that a rule set has chosen is in the tables: nothing else can be asked of it before."""
    return not any(_unknown(rules))


def note_faults(rules: RuleSet, faults: Faults) -> None:
    """Adds what is wrong with a rule set whose fields have been read; `faults` says which could not be."""
    unknown = list(_unknown(rules))
    for fault in unknown:
        faults.add(fault.path, fault.problem, fault.remedy)
    if unknown:
        return
    for validator in (*VALIDATORS, *EFFECTS):
        if not faults.touch(validator.reads):
            for fault in validator.finds(rules):
                faults.add(fault.path, fault.problem, fault.remedy)
    for used in options_of(rules):
        for need in used.option.needs:
            if not faults.touch((used.path, *need.reads)) and not need.holds(rules):
                faults.add(used.path, f"is “{used.label}”, which {need.problem}", need.remedy)


@VALIDATORS.reading("name")
def _name(rules: RuleSet) -> Iterator[Fault]:
    yield from name_faults(rules.name)


@VALIDATORS.reading("about")
def _about(rules: RuleSet) -> Iterator[Fault]:
    yield from about_faults(rules.about)


@VALIDATORS.reading("shapes")
def _called(rules: RuleSet) -> Iterator[Fault]:
    """Words that can be read, another for each shape."""
    for name in _named(rules):
        called = rules.shapes[name].called
        words = [word.strip() for word in called.split(",")]
        path = f"shapes.{name}.called"
        if len(words) > 2 or not all(words) or not called.isprintable():  # noqa: PLR2004  (one and several)
            problem = f"is {shown(called)}, which is not one word or two"
            yield Fault(path, problem, "Write what one is called, such as rock, or one and several: man, men")
        elif max(map(len, words)) > LONGEST_WORD:
            yield Fault(path, f"has a word of {max(map(len, words))} characters", f"Use at most {LONGEST_WORD}")
        elif any(_same(rules, name, other) for other in rules.shapes if other != name):
            yield Fault(path, f"is {shown(called)}, as another shape is called", "Call each shape something else")


def _named(rules: RuleSet) -> list[str]:
    return [name for name, shape in rules.shapes.items() if shape.called]


def _same(rules: RuleSet, one: str, other: str) -> bool:
    """Whether two shapes cannot be told apart by what they are called."""
    return rules.words(one)[0].casefold() == rules.words(other)[0].casefold()


@VALIDATORS.reading("players", "colors", "chaos_color")
def _chaos_color(rules: RuleSet) -> Iterator[Fault]:
    if rules.chaos_color is None:
        return
    if rules.colors != "assigned":
        yield Fault("chaos_color", "is given, and colors are not assigned", "Leave it out")
    if "chaos" not in rules.seats:
        yield Fault("chaos_color", "is given, and Chaos does not play", "Leave it out, or choose players with Chaos")
    elif rules.chaos_color in rules.seats:
        free = " or ".join(color for color in COLORS if color not in rules.seats)
        yield Fault("chaos_color", f"is {rules.chaos_color}, a player's color", f"Choose {free}")


@VALIDATORS.reading("board.kind", "board.size")
def _size(rules: RuleSet) -> Iterator[Fault]:
    board = rules.board
    option = BOARDS[board.kind]
    if option.fixed_size:
        if board.size != option.fixed_size:
            yield Fault(
                "board.size",
                f"is {_times(board.size)}",
                f"{option.label} is always {_times(option.fixed_size)}; leave the size out",
            )
        return
    if board.volume > MOST_SPACES:
        yield Fault(
            "board.size", f"makes {board.volume} spaces", f"A board has at most {MOST_SPACES}; make a side shorter"
        )
    if board.size[2] > 1 and option.flat:
        yield Fault("board.size[2]", f"is {board.size[2]}", f"{option.label} is flat; choose 1")
    elif board.size[2] > LONGEST_SIDE and not option.gravity:
        yield Fault("board.size[2]", f"is {board.size[2]}", f"Choose 1 to {LONGEST_SIDE}; only stacks may be higher")


def _times(size: tuple[int, int, int]) -> str:
    return "×".join(map(str, size))


@VALIDATORS.reading("players", "board.exclusive")
def _exclusive(rules: RuleSet) -> Iterator[Fault]:
    for seat in sorted({seat for seats in rules.board.exclusive.values() for seat in seats} - set(rules.seats)):
        yield _nobody("board.exclusive", f"makes spaces exclusive to {seat}", rules.seats)


def _nobody(path: str, problem: English, right: tuple[str, ...]) -> Fault:
    return Fault(path, f"{problem}, who does not play", f"Name {_or(right)}, or choose other players")


def _or(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


@VALIDATORS.reading("players", "phases")
def _locked(rules: RuleSet) -> Iterator[Fault]:
    for index, phase in enumerate(rules.phases):
        for seat in phase.locked:
            if seat not in rules.seats:
                yield _nobody(f"phases[{index}].locked", f"locks {seat}", rules.seats)


@VALIDATORS.reading("cloaking", "phases")
def _cloaks(rules: RuleSet) -> Iterator[Fault]:
    if rules.cloaking == "none":
        for index, phase in enumerate(rules.phases):
            if phase.cloaks:
                yield Fault(
                    f"phases[{index}].cloaks",
                    "cloaks spaces, and there is no cloaking",
                    "Choose what cloaking does, or cloak no spaces",
                )


@VALIDATORS.reading("players", "colors", "shapes", "setup", "board", "deck")
def _owners(rules: RuleSet) -> Iterator[Fault]:
    owners = rules.owners
    for name, shape in rules.shapes.items():
        for owner in shape.reserve:
            if owner not in owners:
                remedy = f"Give it to {_or(owners)}, or choose other players or colors"
                yield Fault(f"shapes.{name}.reserve.{owner}", "is a reserve of nobody", remedy)
    placed = {piece.owner for piece in rules.setup.values()} - {COMMUNAL}
    for owner in sorted(placed - set(owners)):
        remedy = f"Use {_or((*owners, COMMUNAL))}, or choose other players or colors"
        yield Fault("setup", f"has pieces of {owner}, who has none in this game", remedy)


@VALIDATORS.reading("shapes")
def _powers(rules: RuleSet) -> Iterator[Fault]:
    for name, shape in rules.shapes.items():
        path = f"shapes.{name}"
        given = {"condition": shape.condition, "result": shape.result}
        for field, value in given.items():
            if shape.power == "none" and value is not None:
                yield Fault(f"{path}.{field}", "is given without a power", "Leave it out, or let the shape capture")
            if shape.power != "none" and value is None:
                options = CONDITIONS if field == "condition" else RESULTS
                yield Fault(f"{path}.{field}", "is missing", f"Choose one of {', '.join(map(str, options))}")


@VALIDATORS.reading("shapes", "board.kind")
def _results(rules: RuleSet) -> Iterator[Fault]:
    if BOARDS[rules.board.kind].gravity:
        return
    for name, shape in rules.shapes.items():
        if shape.condition and shape.result and CONDITIONS[shape.condition].covers and RESULTS[shape.result].stays:
            yield Fault(
                f"shapes.{name}.result",
                f"is “{RESULTS[shape.result].label}”, and the captor stands where the captive would stay",
                "Choose that captives are removed or reincarnated, or play on stacks",
            )


@VALIDATORS.reading("shapes")
def _jumps(rules: RuleSet) -> Iterator[Fault]:
    for name, shape in rules.shapes.items():
        if shape.condition and CONDITIONS[shape.condition].jumps != "no" and not jump_axes(shape):
            yield Fault(
                f"shapes.{name}.condition",
                "lets it jump in the directions in which it can step, and it only leaps",
                "Choose a move with steps, “Stationary”, or another condition",
            )


@VALIDATORS.reading("shapes", "setup")
def _some_pieces(rules: RuleSet) -> Iterator[Fault]:
    if not rules.shapes:
        yield Fault("shapes", "is empty", "Give at least one shape")
    elif not rules.setup and not any(shape.reserve for shape in rules.shapes.values()):
        yield Fault("shapes", "gives nobody a piece", "Put pieces in reserve or on the board")


@VALIDATORS.reading("board", "phases")
def _on_the_board(rules: RuleSet) -> Iterator[Fault]:
    """A file cannot name a space off the board; a rule set made by hand can."""
    board = rules.board
    spaces = frozenset(Spaces(board.kind, board.size, board.count))
    marked: list[tuple[str, Iterable[At]]] = [
        ("board.walls", board.walls),
        ("board.sticky", board.sticky),
        ("board.exclusive", board.exclusive),
    ]
    for index, phase in enumerate(rules.phases):
        marked += [(f"phases[{index}].locks", phase.locks), (f"phases[{index}].cloaks", phase.cloaks)]
    for path, ats in marked:
        if not spaces.issuperset(ats):
            yield Fault(path, "has a space that is off the board", "Name spaces of the board, or make it larger")


@VALIDATORS.reading("setup", "shapes", "board", "deck")
def _setup(rules: RuleSet) -> Iterator[Fault]:
    spaces = Spaces(rules.board.kind, rules.board.size, rules.board.count)
    unknown = sorted({piece.shape for piece in rules.setup.values()} - set(rules.shapes) - {DEALT})
    for shape in unknown:
        yield Fault("setup", f"has pieces of shape {shape}, which is not played", f"Describe {shape} among the shapes")
    if BOARDS[rules.board.kind].gravity and not _at_rest(rules, spaces):
        yield Fault("setup", "has a piece that would fall", "Fill each stack from the bottom")
    if not all(at in spaces for at in rules.setup):
        yield Fault("setup", "has a piece off the board", "Put it elsewhere, or make the board larger")


def _at_rest(rules: RuleSet, spaces: Spaces) -> bool:
    """Whether each stack is filled from the bottom, over its walls unless it has nothing else."""
    walls = set(rules.board.walls)
    for board, x, y in {at[:3] for at in rules.setup}:
        column = [(board, x, y, z) for z in range(1, spaces.size[2] + 1)]
        room = [at for at in column if at not in walls] or column
        filled = [at for at in column if at in rules.setup]
        if filled != room[: len(filled)]:
            return False
    return True


@VALIDATORS.reading("players", "setup", "shapes", "deck")
def _deck(rules: RuleSet) -> Iterator[Fault]:
    markers = sum(piece.shape == DEALT for piece in rules.setup.values())
    if rules.deck is None:
        if markers:
            yield Fault("deck", f"is missing, and {_spaces(markers)} to be dealt to", "Write a deck")
        return
    dealt = list(cards(rules.deck))
    if not markers:
        yield Fault("deck", "is never dealt", 'Deal to some spaces ("dealt" in a file), or leave the deck out')
    elif len(dealt) < markers:
        remedy = "Add cards (. is a blank), or deal to fewer spaces"
        yield Fault("deck", f"has {_cards(len(dealt))} for {_spaces(markers)}", remedy)
    for seat in sorted({card.seat for card in dealt if card.seat} - set(rules.seats)):
        yield _nobody("deck", f"has a card of {seat}", rules.seats)
    for shape in sorted({card.shape for card in dealt if card.shape} - set(rules.shapes)):
        yield Fault("deck", f"has cards of shape {shape}, which is not played", f"Describe {shape} among the shapes")


def _spaces(count: int) -> English:
    return "1 space" if count == 1 else f"{count} spaces"


def _cards(count: int) -> English:
    return "1 card" if count == 1 else f"{count} cards"


@VALIDATORS.reading("checks", "board")
def _rows_that_fit(rules: RuleSet) -> Iterator[Fault]:
    spaces = Spaces(rules.board.kind, rules.board.size, rules.board.count)
    if spaces.volume > MOST_SPACES:
        return
    for index, check in enumerate(rules.checks):
        option = CHECKS[check.check]
        # Where a check means nothing on such a board that is what is said, not that its rows are too long.
        means = STACKS not in option.needs or STACKS.holds(rules)
        if means and check.length is not None and option.measure in {"row", "shape_row"}:
            longest = longest_line(spaces, option.lines, _blocked(rules))
            if check.length > longest:
                yield _too_long(f"checks[{index}].length", check.length, longest)


@VALIDATORS.reading("stalemate", "board")
def _rows_at_stalemate(rules: RuleSet) -> Iterator[Fault]:
    spaces = Spaces(rules.board.kind, rules.board.size, rules.board.count)
    if spaces.volume > MOST_SPACES:
        return
    for index, rule in enumerate(rules.stalemate):
        if rule.length is not None:
            longest = longest_line(spaces, "any", _blocked(rules))
            if rule.length > longest:
                yield _too_long(f"stalemate[{index}].length", rule.length, longest)


def _blocked(rules: RuleSet) -> frozenset[At]:
    """The spaces on which there is never a piece."""
    return frozenset(rules.board.walls) - rules.setup.keys()


def _too_long(path: str, length: int, longest: int) -> Fault:
    remedy = f"Choose at most {longest}, or a larger board" if longest > 1 else "Choose another rule, or a larger board"
    return Fault(path, f"is {length}, and no line of the board has more than {_spaces(longest)}", remedy)


@VALIDATORS.reading("checks")
def _checks_that_decide(rules: RuleSet) -> Iterator[Fault]:
    for index, check in enumerate(rules.checks):
        for earlier, before in enumerate(rules.checks[:index]):
            if shadows(before, check, disqualifies=rules.disqualify_overachievers):
                yield Fault(
                    f"checks[{index}]",
                    f"can never decide anything, because checks[{earlier}] decides first",
                    "Leave it out, or put it before the other",
                )
                break


@VALIDATORS.reading("stalemate")
def _stalemate(rules: RuleSet) -> Iterator[Fault]:
    main = [index for index, rule in enumerate(rules.stalemate) if STALEMATE_RULES[rule.rule].main]
    compares = [rule for rule in rules.stalemate if "than_chaos" in STALEMATE_RULES[rule.rule].picks]
    for index, rule in enumerate(rules.stalemate):
        if rule in rules.stalemate[:index]:
            yield Fault(f"stalemate[{index}]", "appears twice", "Keep only one")
        elif index in main[1:]:
            yield Fault(f"stalemate[{index}]", f"decides, and so does stalemate[{main[0]}]", "Keep one of them")
    if compares and main and rules.stalemate[main[0]].rule != "draws":
        yield Fault(
            f"stalemate[{main[0]}]",
            "decides about all, beside rules that compare each player with Chaos",
            "Keep the comparison or this rule; only draws go with both",
        )
    for index, rule in enumerate(rules.stalemate):
        if STALEMATE_RULES[rule.rule].result == "chaos_wins" and main and rules.stalemate[main[0]].rule == "all_lose":
            yield Fault(
                f"stalemate[{index}]",
                f"makes all players lose, and so does stalemate[{main[0]}] in any case",
                "Leave it out, or let stalemate mean something else otherwise",
            )
    if not main and not compares:
        yield Fault("stalemate", "does not say what a stalemate means otherwise", "Add a rule, such as draws")


@VALIDATORS.reading("checks", "stalemate", "shapes", "setup", "deck", "board")
def _named_shapes(rules: RuleSet) -> Iterator[Fault]:
    played = shapes_in_play(rules)
    named = chain(
        ((f"checks[{index}].shape", check.shape) for index, check in enumerate(rules.checks)),
        ((f"stalemate[{index}].shape", rule.shape) for index, rule in enumerate(rules.stalemate)),
    )
    for path, shape in named:
        if shape is not None and shape not in {"any", *played}:
            one, others = _shape_words(rules, shape), ", ".join(_shape_words(rules, each) for each in played)
            yield Fault(path, f"is {one}, which is never on the board", f"Choose one of {others}")


def _shape_words(rules: RuleSet, shape: str) -> str:
    """A shape as files and as people call it: "O (circle)"."""
    return f"{shape} ({rules.words(shape)[0]})"


@dataclass(frozen=True, slots=True)
class Used:
    """An option that a rule set has chosen, the path of its field, and its label with the blanks filled in."""

    path: str
    option: Option
    label: str


def options_of(rules: RuleSet) -> Iterator[Used]:
    """Every option that a rule set has chosen."""
    for path, options, value in _choices(rules):
        yield Used(path, options[value], options[value].label)
    for path, option, chosen in _chosen(rules):
        yield Used(path, option, _label(option, chosen, rules))


def _label(option: Option, chosen: Check | StalemateRule, rules: RuleSet) -> str:
    """Its label with the parameters in the blanks."""
    shape = chosen.shape or ""
    total = getattr(chosen, "total", None)
    singular, plural = rules.words(shape) if shape in SHAPE_WORDS else ("", "")
    return option.label.format(length=chosen.length, shape=singular, shapes=plural, total=total)


def _chosen(rules: RuleSet) -> Iterator[tuple[str, Option, Check | StalemateRule]]:
    for index, check in enumerate(rules.checks):
        yield f"checks[{index}]", CHECKS[check.check], check
    for index, rule in enumerate(rules.stalemate):
        yield f"stalemate[{index}]", STALEMATE_RULES[rule.rule], rule


def _choices(rules: RuleSet) -> Iterator[tuple[str, Options[Any], Any]]:
    """What is chosen of each table that is no list, with the path of its field."""
    yield "players", PLAYERS, rules.players
    yield "colors", COLORS_OPTIONS, rules.colors
    yield "pieces_per_turn", PIECES_PER_TURN, rules.pieces_per_turn
    yield "seconds_per_turn", SECONDS_PER_TURN, rules.seconds_per_turn
    yield "agree_draw", AGREE_DRAW, rules.agree_draw
    yield "disqualify_overachievers", DISQUALIFY_OVERACHIEVERS, rules.disqualify_overachievers
    yield "cloaking", CLOAKING, rules.cloaking
    yield "fold", FOLDS, rules.fold
    yield "board.kind", BOARDS, rules.board.kind
    yield "board.count", BOARD_COUNTS, rules.board.count
    yield "shapes", SHAPE_COUNTS, max(1, len(rules.shapes))
    yield "phases", PHASE_COUNTS, len(rules.phases)
    for name, shape in rules.shapes.items():
        yield f"shapes.{name}.power", POWERS, shape.power
        yield f"shapes.{name}.move", MOVES, shape.move
        if shape.symbol:
            yield f"shapes.{name}.symbol", SYMBOLS, shape.symbol
        if shape.condition:
            yield f"shapes.{name}.condition", CONDITIONS, shape.condition
        if shape.result:
            yield f"shapes.{name}.result", RESULTS, shape.result
    for index, phase in enumerate(rules.phases):
        yield f"phases[{index}].order", ORDERS, phase.order
        yield f"phases[{index}].may_pass", PASSING, phase.may_pass
        yield f"phases[{index}].placement_only", MOVEMENT, phase.placement_only


def _unknown(rules: RuleSet) -> Iterator[Fault]:
    """What no file can say, but a rule set made by hand: values that no table has, and parameters that do not fit."""
    for path, options, value in _choices(rules):
        if value not in options:
            yield Fault(path, f"is {shown(value)}, which is not a choice for {options.what}", one_of(options))
    for name in set(rules.shapes) - set(SHAPES):
        yield Fault(below("shapes", name), "is not a shape", one_of(SHAPES))
    for index, check in enumerate(rules.checks):
        yield from _unknown_choice(f"checks[{index}]", "check", check, CHECKS)
    for index, rule in enumerate(rules.stalemate):
        yield from _unknown_choice(f"stalemate[{index}]", "rule", rule, STALEMATE_RULES)
    if not rules.stalemate:
        yield Fault("stalemate", "has 0 entries", "Add a rule, such as draws")


def _unknown_choice(path: str, key: str, chosen: Check | StalemateRule, options: Options[Any]) -> Iterator[Fault]:
    value = getattr(chosen, key)
    if value not in options:
        yield Fault(f"{path}.{key}", f"is {shown(value)}, which is not a choice for {options.what}", one_of(options))
        return
    parameters: dict[str, Parameter] = {parameter.name: parameter for parameter in options[value].parameters}
    for name in ("length", "shape", "total"):
        given, parameter = getattr(chosen, name, None), parameters.get(name)
        if parameter is None:
            if given is not None:
                yield Fault(f"{path}.{name}", "is given, and the option has no such parameter", "Leave it out")
        elif parameter.choices and given not in parameter.choices:
            yield Fault(f"{path}.{name}", f"is {shown(given)}, which is not a shape", one_of(parameter.choices))
        elif not parameter.choices and not (isinstance(given, int) and parameter.lowest <= given <= parameter.highest):
            remedy = f"Choose a whole number from {parameter.lowest} to {parameter.highest}"
            yield Fault(f"{path}.{name}", f"is {shown(given)}", remedy)
