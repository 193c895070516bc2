"""Every option as JSON, for pages on which people choose: sections and fields in the Factory's order.

Paths are those of the file. In them `{shape}` stands for each shape played, `{owner}` for each owner of a reserve
(`owners`, by players and colours) and `{phase}` for the phase's number from 0. A section with `each` is there once for
each of what it names; sections of one `group` belong together, under the label of the section of that id. A field that
few games need is `rare`. `shown_when` lists what must all hold for a control to have a meaning; one that `stays` is
shown blank and disabled where it has none, others are hidden. `hidden_when` of a choice lists what makes it
meaningless where all of it holds. Both name a field and the values that it has, or has not; a path ending in `.length`
there is the number of entries.

A choice says in `meaning` what it means, a clause with the blanks of its parameters; it is empty where the label says
all. In long lists choices stand in groups (`group`). A move has a `picture` (`MoveOption.picture`), and another for
`hexagons`. `only_in_lists` names what is of no use before a list is opened: a page may ask for it then. What would mean
nothing in a game as it is, `unmet.py` tells.

Controls: `text` (`lines`: how many it usually has); `select` (`choices`); `integer` (`minimum`, `maximum`); `side` (an
integer whose bounds depend on the kind of the board, and whose maximum is further limited by `product` over the other
two sides); `list` (of choices with parameters, `minimum` to `maximum` entries); `count` (a select that says how many
entries `path` has); `reserve` (an integer; the usual maximum is the spaces of all boards divided by the number of
owners, rounded up); `seat_marker` (put on seats); `marker` (put on spaces). What a marker puts there stands in
`values`: `seats` that share a space, `pieces` of owners, `dealt` (a card for an owner), or nothing but the mark; owners
beside those of reserves in `owners`. On stacks a mark is put on a whole stack or on single heights.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from redscience.names import LONGEST_NAME
from redscience.variations.language.boards import BOARD_COUNTS, BOARDS, LONGEST_SIDE, MOST_SPACES, MOST_SPACES_IN_ALL
from redscience.variations.language.called import SHAPE_WORDS
from redscience.variations.language.captures import CONDITIONS, POWERS, RESULTS
from redscience.variations.language.checks import CHECKS
from redscience.variations.language.deck import LONGEST_TEXT
from redscience.variations.language.fields import (
    FORMAT,
    LONGEST_ABOUT,
    LONGEST_CALLED,
    MOST_CHECKS,
    MOST_RESERVE,
    MOST_STALEMATE_RULES,
)
from redscience.variations.language.markers import MARKERS
from redscience.variations.language.model import COLORS, COMMUNAL, Board, RuleSet
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
from redscience.variations.language.shapes import SHAPE_COUNTS, SYMBOLS
from redscience.variations.language.spaces import Goal, goals
from redscience.variations.language.stalemate import STALEMATE_RULES
from redscience.variations.language.writing import to_json

FORM_FORMAT = "redscience-form/1"

_Conditions = list[dict[str, Any]]


def form() -> dict[str, Any]:
    """The description, made anew at each call."""
    return {
        "format": FORM_FORMAT,
        "rules_format": FORMAT,
        "default": json.loads(to_json(RuleSet())),
        "only_in_lists": ["meaning", "picture", "hexagons"],
        "limits": {
            "spaces": MOST_SPACES,
            "spaces_in_all": MOST_SPACES_IN_ALL,
            "side": LONGEST_SIDE,
            "reserve": MOST_RESERVE,
            "name": LONGEST_NAME,
        },
        "seats": {option.value: list(option.seats) for option in PLAYERS.values()},
        "owners": {
            players: {
                colors: list(RuleSet(players=str(players), colors=str(colors)).owners) for colors in COLORS_OPTIONS
            }
            for players in PLAYERS
        },
        "goals": _goals(),
        "colors": list(COLORS),
        "shapes": [
            {"value": value, "word": one, "words": several}
            for value, (one, several) in SHAPE_WORDS.items()
            if value != "any"
        ],
        "sections": [_name_section(), _board_section(), *_match_sections(), _palette_section()],
    }


def _goals() -> list[dict[str, Any]]:
    """Where goal lines lie: the first entry of which `when` holds has the `ends` of all seats, in order of play.

    An end is one of an axis, its last or its first number; None where there is no goal line.
    """
    rings = [value for value, option in BOARDS.items() if option.wraps]
    pairs = [value for value, option in PLAYERS.items() if len(option.seats) == 2]  # noqa: PLR2004  (one and one)
    plane = RuleSet(players="4", board=Board(kind="squares", size=(2, 2, 1)))
    cases: list[tuple[_Conditions, RuleSet]] = [
        ([{"path": "board.kind", "in": rings}], replace(plane, board=replace(plane.board, kind=str(rings[0])))),
        ([{"path": "board.size[1]", "in": [1]}], replace(plane, board=replace(plane.board, size=(2, 1, 1)))),
        ([{"path": "players", "in": pairs}], replace(plane, players=str(pairs[0]))),
        ([], plane),
    ]
    return [{"when": when, "ends": [_end(goal) for goal in goals(rules).values()]} for when, rules in cases]


def _end(goal: Goal | None) -> dict[str, Any] | None:
    return None if goal is None else {"axis": goal.axis, "last": goal.at > 1}


def _name_section() -> dict[str, Any]:
    field = {"path": "name", "control": "text", "label": "Name", "maximum": LONGEST_NAME, "default": ""}
    return _section("name", "Name", field)


def _match_sections() -> list[dict[str, Any]]:
    return [
        _section("winning", "Winning", *_winning()),
        _section(
            "players",
            "Who plays",
            _select("players", "Players", PLAYERS),
            _select("colors", "Colors", COLORS_OPTIONS),
            _chaos_color(),
        ),
        _section("pieces", "Pieces", _count("shapes", "Shapes", SHAPE_COUNTS)),
        _shape_section(),
        _section(
            "turns",
            "Turns and phases",
            _select("pieces_per_turn", "Pieces", PIECES_PER_TURN),
            _unexplained(_select("seconds_per_turn", "Time", SECONDS_PER_TURN)),
            _count("phases", "Phases", PHASE_COUNTS),
        ),
        _phase_section(),
        _section("hidden", "Hidden things", _select("cloaking", "Cloaking", CLOAKING), _deck()),
        _section(
            "about",
            "About",
            {
                "path": "about",
                "control": "text",
                "label": "Description",
                "maximum": LONGEST_ABOUT,
                "lines": 2,
                "default": "",
                "hint": "What people should know besides the rules.",
            },
        ),
    ]


def _winning() -> tuple[dict[str, Any], ...]:
    several_phases = [{"path": "phases.length", "not": [1]}]
    return (
        _list(
            "checks",
            "check",
            "Turn checks",
            CHECKS,
            bounds=(0, MOST_CHECKS),
            default=[{"check": "first_row_wins", "length": 3}],
        ),
        _list("stalemate", "rule", "Stalemate", STALEMATE_RULES, bounds=(1, MOST_STALEMATE_RULES), default=["draws"]),
        _rare(_select("agree_draw", "Draw offers", AGREE_DRAW, shown_when=_players(2, 3, 4))),
        _rare(_select("disqualify_overachievers", "Overachievers", DISQUALIFY_OVERACHIEVERS, shown_when=_players(4))),
        _rare(_select("fold", "Fold", FOLDS, shown_when=several_phases)),
    )


def _deck() -> dict[str, Any]:
    return _rare(
        {
            "path": "deck",
            "control": "text",
            "label": "Deck",
            "maximum": LONGEST_TEXT,
            "lines": 2,
            "default": None,
            "hint": "From the top: O P X + T S and . (blank), in { } shuffled, in [ ] kept in order. "
            "A digit after a card names the seat that knows it.",
        }
    )


def _players(*counts: int) -> _Conditions:
    """That so many play, beside Chaos."""
    among = [value for value, option in PLAYERS.items() if len(set(option.seats) - {"chaos"}) in counts]
    return [{"path": "players", "in": among}]


def _chaos_color() -> dict[str, Any]:
    """Pieces of Chaos are drawn in a colour that no player has."""
    with_chaos = [value for value, option in PLAYERS.items() if "chaos" in option.seats]
    next_free = _choice(Option(value="", label="Next free color")) | {"value": None}
    colors = [
        {
            **_choice(Option(value=color, label=color)),
            "hidden_when": [
                {"path": "players", "in": [value for value in with_chaos if color in PLAYERS[value].seats]}
            ],
        }
        for color in COLORS[1:]
    ]
    return _rare(
        {
            "path": "chaos_color",
            "control": "select",
            "label": "Chaos's color",
            "choices": [next_free, *colors],
            "default": None,
            "shown_when": [{"path": "players", "in": with_chaos}, {"path": "colors", "in": ["assigned"]}],
        }
    )


def _board_section() -> dict[str, Any]:
    return _section(
        "board",
        "Board",
        _select("board.kind", "Board", BOARDS, default="hash"),
        *(_side(axis, label) for axis, label in enumerate("xyz")),
        _select("board.count", "Boards", BOARD_COUNTS),
    )


def _shape_section() -> dict[str, Any]:
    powered = [{"path": "shapes.{shape}.power", "not": ["none"]}]
    # Where the captor stands no captive can stay; stacks have room for both.
    crowded = [
        {"path": "shapes.{shape}.condition", "in": [value for value, option in CONDITIONS.items() if option.covers]},
        {"path": "board.kind", "not": [value for value, option in BOARDS.items() if option.gravity]},
    ]
    results = _stays(_select("shapes.{shape}.result", "Result", RESULTS, shown_when=powered))
    for choice in results["choices"]:
        if RESULTS[choice["value"]].stays:
            choice["hidden_when"] = crowded
    moves = _select("shapes.{shape}.move", "Move", MOVES)
    for choice in moves["choices"]:
        move = MOVES[choice["value"]]
        choice["picture"] = move.picture
        if move.picture_on_hexagons:
            choice["hexagons"] = move.picture_on_hexagons
    return _section(
        "shape",
        "Shape",
        _select("shapes.{shape}.power", "Power", POWERS),
        _stays(_select("shapes.{shape}.condition", "Condition", CONDITIONS, shown_when=powered)),
        results,
        moves,
        {
            "path": "shapes.{shape}.reserve.{owner}",
            "control": "reserve",
            "label": "In reserve",
            "minimum": 0,
            "maximum": MOST_RESERVE,
            "default": 0,
        },
        *_looks(),
        each="shape",
        group="pieces",
    )


def _looks() -> Iterator[dict[str, Any]]:
    """What a shape is called and drawn as."""
    yield _rare(
        {
            "path": "shapes.{shape}.called",
            "control": "text",
            "label": "Called",
            "maximum": LONGEST_CALLED,
            "default": "",
            "hint": "As people see it: rock. Where several are not called rocks: man, men.",
        }
    )
    none = _choice(Option(value="", label="Its shape")) | {"value": None}
    symbols = [none, *(_choice(option) for option in SYMBOLS.values())]
    yield _rare(
        {
            "path": "shapes.{shape}.symbol",
            "control": "select",
            "label": "Drawn as",
            "choices": symbols,
            "default": None,
        }
    )


def _phase_section() -> dict[str, Any]:
    return _section(
        "phase",
        "Phase",
        _select("phases[{phase}].order", "Order", ORDERS),
        _select("phases[{phase}].placement_only", "Movement", MOVEMENT),
        _select("phases[{phase}].may_pass", "Passing", PASSING),
        _rare(
            {
                "path": "phases[{phase}].draw_below",
                "control": "integer",
                "label": MARKERS["draw_below"].label,
                "minimum": 0,
                "maximum": MOST_SPACES_IN_ALL,
                "default": 0,
            }
        ),
        each="phase",
        group="turns",
    )


def _palette_section() -> dict[str, Any]:
    dealt = [{"path": "deck", "not": [None]}]
    cloaked = [{"path": "cloaking", "not": ["none"]}]
    return _section(
        "palette",
        "On the board",
        _marker("phases[{phase}].locked", "seat_marker", "phase_lock"),
        _marker("board.exclusive", "marker", "exclusive", values="seats"),
        _marker("setup", "marker", "setup", values="pieces", owners=[COMMUNAL]),
        _marker("setup", "marker", "dealt", values="dealt", owners=[COMMUNAL], shown_when=dealt),
        _marker("phases[{phase}].locks", "marker", "lock"),
        _marker("phases[{phase}].cloaks", "marker", "cloak", shown_when=cloaked),
        _marker("board.sticky", "marker", "sticky"),
        _marker("board.walls", "marker", "wall"),
    )


def _section(
    name: str, label: str, *fields: dict[str, Any], each: str | None = None, group: str | None = None
) -> dict[str, Any]:
    more = {"each": each} if each else {}
    return {"id": name, "label": label, "group": group or name, **more, "fields": list(fields)}


def _rare(field: dict[str, Any]) -> dict[str, Any]:
    return {**field, "rare": True}


def _stays(field: dict[str, Any]) -> dict[str, Any]:
    return {**field, "stays": True}


def _unexplained(field: dict[str, Any]) -> dict[str, Any]:
    """A field whose choices say all by their labels."""
    return {**field, "choices": [{**choice, "meaning": ""} for choice in field["choices"]]}


def _select(
    path: str, label: str, options: Options[Any], default: Any = ..., shown_when: _Conditions | None = None
) -> dict[str, Any]:
    return {
        "path": path,
        "control": "select",
        "label": label,
        "choices": _choices(options),
        "default": options.default if default is ... else default,
        **({"shown_when": shown_when} if shown_when else {}),
    }


def _count(path: str, label: str, options: Options[Any]) -> dict[str, Any]:
    return {"path": path, "control": "count", "label": label, "choices": _choices(options), "default": options.default}


def _list(
    path: str, key: str, label: str, options: Options[Any], *, bounds: tuple[int, int], default: list[Any]
) -> dict[str, Any]:
    return {
        "path": path,
        "control": "list",
        "key": key,
        "label": label,
        "minimum": bounds[0],
        "maximum": bounds[1],
        "choices": _choices(options),
        "default": default,
    }


def _choices(options: Options[Any]) -> list[dict[str, Any]]:
    return [_choice(option) for option in options.values()]


def _choice(option: Option) -> dict[str, Any]:
    return {
        "value": option.value,
        "label": option.label,
        "meaning": option.meaning,
        "group": option.group,
        "parameters": [_parameter(parameter) for parameter in option.parameters],
    }


def _parameter(parameter: Parameter) -> dict[str, Any]:
    common = {"name": parameter.name, "label": parameter.label, "default": parameter.default}
    if parameter.choices:
        words = [{"value": value, "label": SHAPE_WORDS[value][0]} for value in parameter.choices]
        return {**common, "control": "select", "choices": words}
    return {**common, "control": "integer", "minimum": parameter.lowest, "maximum": parameter.highest}


def _side(axis: int, label: str) -> dict[str, Any]:
    return {
        "path": f"board.size[{axis}]",
        "control": "side",
        "label": label,
        "default": (3, 3, 1)[axis],
        "product": MOST_SPACES,
        "by_kind": {str(kind): _side_bounds(str(kind), axis) for kind in BOARDS},
    }


def _side_bounds(kind: str, axis: int) -> dict[str, int]:
    option = BOARDS[kind]
    if option.fixed_size:
        return {"minimum": option.fixed_size[axis], "maximum": option.fixed_size[axis]}
    if axis < 2:  # noqa: PLR2004  (x and y)
        return {"minimum": 1, "maximum": LONGEST_SIDE}
    if option.gravity:
        return {"minimum": 2, "maximum": MOST_SPACES}
    return {"minimum": 1, "maximum": 1 if option.flat else LONGEST_SIDE}


def _marker(path: str, control: str, marker: str, **more: Any) -> dict[str, Any]:
    option = MARKERS[marker]
    return {
        "path": path,
        "control": control,
        "marker": marker,
        "label": option.label,
        "hint": option.note,
        **more,
    }
