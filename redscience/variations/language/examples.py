"""Rule-set files that show the language at work, for the reference, and one for each option; tests read them all."""

from __future__ import annotations

import json
from typing import Any

from redscience.variations.language.boards import BOARDS
from redscience.variations.language.captures import CONDITIONS
from redscience.variations.language.checks import CHECKS
from redscience.variations.language.model import SHAPES
from redscience.variations.language.moves import MOVES
from redscience.variations.language.option import Option
from redscience.variations.language.stalemate import STALEMATE_RULES

EXAMPLES = {
    "a small game": """
{
  "name": "Four-on-six",
  "seconds_per_turn": 90,
  "board": {"kind": "squares", "size": [6, 6, 1]},
  "checks": [{"check": "first_row_wins", "length": 4}],
  "shapes": {"O": {"reserve": {"black": 18, "white": 18}}}
}
""",
    "breakthrough": """
{
  "name": "Breakthrough",
  "board": {"kind": "squares", "size": [8, 8, 1]},
  "checks": ["goal_reached_wins", "no_move_loses"],
  "shapes": {
    "O": {"power": "can", "condition": "diag_en_passant", "result": "removes", "move": "adjacent_no_back_side"}
  },
  "setup": {"*,1-2": "black O", "*,7-8": "white O"}
}
""",
    "hidden piles": """
{
  "name": "Hidden-piles",
  "players": "2+chaos",
  "cloaking": "hides",
  "board": {
    "kind": "stacks",
    "size": [3, 1, 9],
    "exclusive": {"1,1": "black", "2,1": "white", "3,1": "chaos"}
  },
  "checks": [],
  "stalemate": ["most_pieces_wins"],
  "shapes": {"O": {"reserve": {"black": 6, "white": 6, "chaos": 9}}},
  "phases": [
    {"order": "simultaneous", "may_pass": true, "locked": ["chaos"], "cloaks": "all"},
    {"may_pass": true, "locked": ["black", "white"]}
  ]
}
""",
    "a deck": """
{
  "name": "High-card",
  "cloaking": "obscures",
  "deck": "{P P + + X X}",
  "board": {"kind": "stacks", "size": [3, 1, 4], "sticky": ["3,1"]},
  "checks": [],
  "stalemate": ["most_pieces_wins"],
  "shapes": {
    "O": {"move": "orth_by_stack"},
    "P": {"power": "can", "condition": "cover_by_rank", "result": "converts", "move": "orth_by_full_stack"},
    "+": {"power": "can", "condition": "cover_by_rank", "result": "converts", "move": "orth_by_full_stack"},
    "X": {"power": "can", "condition": "cover_by_rank", "result": "converts", "move": "orth_by_full_stack"}
  },
  "setup": {"1,1": ["dealt black", "black O"], "2,1": ["dealt white", "white O"]},
  "phases": [{"may_pass": true, "cloaks": ["1-2,1"]}]
}
""",
}

_Fields = dict[str, Any]

_RESERVE = {"black": 3, "white": 3}
_SHARED = {"O": {"reserve": {"black": 9}}}
_CAPTURES = {"power": "can", "condition": "adjacent", "result": "removes"}
_DEEP = {"kind": "squares", "size": [3, 3, 3]}
_STACKS = {"kind": "stacks", "size": [3, 1, 3]}


def example(table: str, option: Option) -> str:
    """A whole game that has an option of a table, but for its name: as a file says it, in one line."""
    return json.dumps(_EXAMPLES[table](option), ensure_ascii=False)


def _plain(path: str, **beside: Any) -> Any:
    """The field of a path beside others; on a path to an object or list, within that."""

    def fields(option: Option) -> _Fields:
        value: Any = option.value
        for name in reversed(path.split(".")):
            value = {name.removesuffix("[…]"): [value]} if name.endswith("[…]") else {name: value}
        return {**beside, **value}

    return fields


def _players(option: Option) -> _Fields:
    alone = {"shapes": {"O": {"reserve": {"black": 5, "chaos": 4}}}} if option.value == "1+chaos" else {}
    return {"players": option.value, **alone}


def _colors(option: Option) -> _Fields:
    chosen: dict[str, _Fields] = {
        "assigned": {"shapes": {"O": {"reserve": {"black": 5, "white": 4}}}},
        "shared": {"shapes": _SHARED},
        "partners": {"players": "partners", "shapes": {"O": {"reserve": {"black": 5, "white": 4}}}},
        "choose": {"shapes": {"O": {"reserve": {"black": 9, "white": 9}}}},
    }
    return {"colors": option.value, **chosen[str(option.value)]}


def _overachievers(option: Option) -> _Fields:
    return {"players": "4", "disqualify_overachievers": option.value}


def _cloaking(option: Option) -> _Fields:
    shapes = {name: {"reserve": _RESERVE} for name in "OX"}
    return {"cloaking": option.value, "shapes": shapes, "phases": [{"cloaks": "2,*"} if option.value != "none" else {}]}


def _fold(option: Option) -> _Fields:
    return {"fold": option.value, "board": {"kind": "hash", "sticky": "2,2"}, "phases": [{"may_pass": True}, {}]}


def _board(option: Option) -> _Fields:
    board = BOARDS[option.value]
    size = {} if board.fixed_size else {"size": [5, 5, 3] if board.gravity else [5, 5, 1]}
    return {"board": {"kind": option.value, **size}}


_CHESS = {
    "en_passant": {"O": {**_CAPTURES, "condition": "diag_en_passant", "move": "pawn"}},
    "castle": {"P": {"move": "adjacent"}, "+": {"move": "rook"}},
}


def _check(option: Option) -> _Fields:
    check = CHECKS[option.value]
    chosen = {"check": option.value, **{each.name: each.default for each in check.parameters}}
    checks: list[_Fields | str] = [chosen if check.parameters else str(option.value)]
    if check.result == "allows":
        shapes = {name: {**shape, "reserve": _RESERVE} for name, shape in _CHESS[str(option.value)].items()}
        return {
            "board": {"kind": "squares", "size": [5, 5, 1]},
            "checks": [*checks, "first_row_wins"],
            "shapes": shapes,
        }
    if check.measure in {"last", "chaos_cannot_capture"}:
        chaos = {"players": "2+chaos", "stalemate": ["most_pieces_wins"]} if check.result == "stalemate" else {}
        shape = "P" if check.measure == "last" else "O"
        return {**chaos, "checks": checks, "shapes": {shape: {**_CAPTURES, "reserve": _RESERVE}}}
    if check.measure == "goal":
        stalemate = {"stalemate": ["most_pieces_wins"]} if check.result == "stalemate" else {}
        return {"checks": checks, **stalemate, "shapes": {"O": {"move": "adjacent", "reserve": _RESERVE}}}
    if check.lines == "vertical":
        shapes = {name: {"reserve": _RESERVE} for name in "OX"}
        return {"board": {"kind": "stacks", "size": [3, 1, 4]}, "checks": checks, "shapes": shapes}
    return {"board": {"kind": "squares", "size": [4, 4, 1]}, "checks": checks}


def _stalemate(option: Option) -> _Fields:
    rule = STALEMATE_RULES[option.value]
    chosen = {"rule": option.value, **{each.name: each.default for each in rule.parameters}}
    rules: list[_Fields | str] = [chosen if rule.parameters else str(option.value)]
    if rule.measure == "total":
        board = {"board": {"kind": "squares", "size": [4, 4, 1]}}
        return {"players": "2+chaos", **board, "checks": [], "stalemate": [*rules, "most_pieces_wins"]}
    chaos = {"players": "2+chaos"} if "than_chaos" in rule.picks else {}
    checks = {"checks": ["no_move_loses"] if rule.picks == "all" else []}
    return {**chaos, **checks, "stalemate": rules}


def _shape_count(option: Option) -> _Fields:
    return {"shapes": {name: {"reserve": {"black": 2, "white": 2}} for name in SHAPES[: int(option.value)]}}


def _power(option: Option) -> _Fields:
    captures = {} if option.value == "none" else {**_CAPTURES, "power": option.value}
    return {"shapes": {"O": {"power": option.value, **captures, "reserve": _RESERVE}}, "setup": {"2,2": "white O"}}


def _condition(option: Option) -> _Fields:
    board = {"board": _DEEP} if CONDITIONS[option.value].steps_axes > 2 else {}  # noqa: PLR2004  (all three)
    captures = {**_CAPTURES, "condition": option.value, "move": "adjacent", "reserve": _RESERVE}
    return {**board, "shapes": {"O": captures}}


def _result(option: Option) -> _Fields:
    return {"shapes": {"O": {**_CAPTURES, "result": option.value, "reserve": _RESERVE}}}


def _move(option: Option) -> _Fields:
    move = MOVES[option.value]
    board = {"board": _STACKS} if move.carries != "one" else {"board": _DEEP} if (2, 1, 1) in move.leaps else {}
    return {**board, "shapes": {"O": {"move": option.value, "reserve": _RESERVE}}}


def _phase_count(option: Option) -> _Fields:
    return {"phases": [{"may_pass": True}] * (int(option.value) - 1) + [{}]}


def _order(option: Option) -> _Fields:
    return {"phases": [{"order": option.value}]}


_MARKED: dict[str, _Fields] = {
    "exclusive": {
        "players": "2+chaos",
        "board": {"kind": "hash", "exclusive": {"1,1": "black", "2,1": ["white", "chaos"]}},
    },
    "wall": {"board": {"kind": "squares", "size": [6, 6, 1], "walls": ["3,1", "4,3"]}},
    "sticky": {"board": {"kind": "hash", "sticky": "2,*"}, "shapes": {"O": {"move": "adjacent", "reserve": _RESERVE}}},
    "setup": {"setup": {"2,2": "white O"}},
    "dealt": {
        "deck": "{P + X}",
        "setup": {"2,2": "dealt black"},
        "shapes": {"O": {"reserve": _RESERVE}, "P": {}, "X": {}, "+": {}},
    },
    "phase_lock": {"players": "2+chaos", "phases": [{"locked": ["chaos"]}, {"locked": ["black", "white"]}]},
    "lock": {"phases": [{"locks": "2,2"}, {}]},
    "cloak": {"cloaking": "hides", "phases": [{"cloaks": "all"}]},
    "draw_below": {"phases": [{"may_pass": True, "draw_below": 2}, {}]},
}

_EXAMPLES: dict[str, Any] = {
    "`players`": _players,
    "`colors`": _colors,
    "`pieces_per_turn`": _plain("pieces_per_turn"),
    "`seconds_per_turn`": _plain("seconds_per_turn"),
    "`agree_draw`": _plain("agree_draw"),
    "`disqualify_overachievers`": _overachievers,
    "`cloaking`": _cloaking,
    "`fold`": _fold,
    "`board.kind`": _board,
    "`board.count`": _plain("board.count"),
    "`checks[…].check`": _check,
    "`stalemate[…].rule`": _stalemate,
    "the number of `shapes`": _shape_count,
    "`shapes.….power`": _power,
    "`shapes.….condition`": _condition,
    "`shapes.….result`": _result,
    "`shapes.….move`": _move,
    "the number of `phases`": _phase_count,
    "`phases[…].order`": _order,
    "`phases[…].may_pass`": _plain("phases[…].may_pass"),
    "`phases[…].placement_only`": _plain("phases[…].placement_only"),
    "markers": lambda option: _MARKED[str(option.value)],
}
"""A game for each option, by the titles of the reference's tables."""
