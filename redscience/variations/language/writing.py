"""From a rule set to its file: what differs from the defaults, in the order of the fields."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from redscience.variations.language.boards import BOARDS
from redscience.variations.language.checks import CHECKS
from redscience.variations.language.deck import write_deck
from redscience.variations.language.fields import FORMAT, PHASE, RULE_SET, SHAPE
from redscience.variations.language.model import (
    COMMUNAL,
    DEALT,
    SHAPES,
    At,
    Board,
    Check,
    Phase,
    Piece,
    RuleSet,
    Shape,
    StalemateRule,
)
from redscience.variations.language.option import Options
from redscience.variations.language.spaces import Spaces, write_set
from redscience.variations.language.stalemate import STALEMATE_RULES
from redscience.variations.language.value_types import Object

_LINE = 100


def to_json(rules: RuleSet) -> str:
    """The file of a rule set, laid out for people; ends in a newline."""
    return _lay_out(to_fields(rules), 0) + "\n"


def to_fields(rules: RuleSet) -> dict[str, Any]:
    """The file's JSON value, without what is the default; checks and shapes are always stated."""
    spaces = spaces_of(rules.board)
    given: dict[str, Any] = {
        "about": rules.about,
        "players": rules.players,
        "colors": rules.colors,
        "chaos_color": rules.chaos_color,
        "pieces_per_turn": rules.pieces_per_turn,
        "seconds_per_turn": rules.seconds_per_turn,
        "agree_draw": rules.agree_draw,
        "disqualify_overachievers": rules.disqualify_overachievers,
        "cloaking": rules.cloaking,
        "fold": rules.fold,
        "deck": rules.deck and write_deck(rules.deck, rules.seats),
    }
    phases = [_phase(phase, spaces) for phase in rules.phases]
    stalemate = [_chosen(rule, "rule", STALEMATE_RULES) for rule in rules.stalemate]
    return {
        "format": FORMAT,
        "name": rules.name,
        **_without_defaults(RULE_SET, given),
        "board": _board(rules.board, spaces),
        "checks": [_chosen(check, "check", CHECKS) for check in rules.checks],
        **({"stalemate": stalemate} if stalemate != ["draws"] else {}),
        "shapes": {name: _shape(rules.shapes[name], rules) for name in SHAPES if name in rules.shapes},
        **({"setup": _setup(rules, spaces)} if rules.setup else {}),
        **({"phases": phases} if phases != [{}] else {}),
    }


def spaces_of(board: Board) -> Spaces:
    """The geometry of a rule set's board."""
    return Spaces(board.kind, board.size, board.count)


def _without_defaults(fields: Object, given: dict[str, Any]) -> dict[str, Any]:
    defaults = fields.defaults()
    return {name: value for name, value in given.items() if value != defaults[name]}


def _chosen(chosen: Check | StalemateRule, key: str, options: Options[Any]) -> str | dict[str, Any]:
    option = options[getattr(chosen, key)]
    parameters = {parameter.name: getattr(chosen, parameter.name) for parameter in option.parameters}
    return {key: option.value, **parameters} if parameters else str(option.value)


def _one_or_many(items: Iterable[Any]) -> Any:
    items = list(items)
    return items[0] if len(items) == 1 else items


def _spaces(ats: tuple[At, ...], spaces: Spaces) -> Any:
    texts = write_set(ats, spaces)
    return "all" if texts == ("all",) else list(texts)


def _board(board: Board, spaces: Spaces) -> dict[str, Any]:
    exclusive: dict[tuple[str, ...], list[At]] = {}
    for at, seats in board.exclusive.items():
        exclusive.setdefault(seats, []).append(at)
    given = {
        "size": list(board.size),
        "count": board.count,
        "exclusive": {" ".join(write_set(ats, spaces)): _one_or_many(seats) for seats, ats in exclusive.items()},
        "walls": _spaces(board.walls, spaces),
        "sticky": _spaces(board.sticky, spaces),
    }
    kept = {name: value for name, value in given.items() if value not in ([], {}, 1)}
    if BOARDS[board.kind].fixed_size:
        kept.pop("size", None)
    return {"kind": board.kind, **kept}


def _shape(shape: Shape, rules: RuleSet) -> dict[str, Any]:
    given = {"power": shape.power, "condition": shape.condition, "result": shape.result, "move": shape.move}
    reserve = {owner: shape.reserve[owner] for owner in rules.owners if owner in shape.reserve}
    drawn = _without_defaults(SHAPE, {"called": shape.called, "symbol": shape.symbol})
    return {**_without_defaults(SHAPE, given), **({"reserve": reserve} if reserve else {}), **drawn}


def _phase(phase: Phase, spaces: Spaces) -> dict[str, Any]:
    given = {
        "order": phase.order,
        "may_pass": phase.may_pass,
        "placement_only": phase.placement_only,
        "draw_below": phase.draw_below,
    }
    sets = {
        "locked": list(phase.locked),
        "locks": _spaces(phase.locks, spaces),
        "cloaks": _spaces(phase.cloaks, spaces),
    }
    return {**_without_defaults(PHASE, given), **{name: value for name, value in sets.items() if value}}


def _setup(rules: RuleSet, spaces: Spaces) -> dict[str, Any]:
    """Spaces with the same pieces share an entry; a stack is written from the bottom."""
    contents: dict[tuple[str, ...], list[At]] = {}
    if BOARDS[rules.board.kind].gravity:
        stacks: dict[tuple[int, int, int], list[Piece]] = {}
        for (board, x, y, _), piece in sorted(rules.setup.items(), key=lambda item: item[0]):
            stacks.setdefault((board, x, y), []).append(piece)
        for (board, x, y), pieces in stacks.items():
            whole: list[At] = [(board, x, y, z) for z in range(1, spaces.size[2] + 1)]
            contents.setdefault(piece_texts(pieces), []).extend(whole)
    else:
        for at, piece in rules.setup.items():
            contents.setdefault(piece_texts([piece]), []).append(at)
    return {" ".join(write_set(ats, spaces)): _one_or_many(texts) for texts, ats in contents.items()}


def piece_texts(pieces: Iterable[Piece]) -> tuple[str, ...]:
    """Pieces of one space or stack as the file says them, equal neighbours counted."""
    texts = []
    for piece, equal in groupby(pieces):
        count = sum(1 for _ in equal)
        if piece.shape == DEALT:
            text = DEALT if piece.owner == COMMUNAL else f"{DEALT} {piece.owner}"
        else:
            text = f"{piece.owner} {piece.shape}"
        texts.append(text if count == 1 else f"{count} {text}")
    return tuple(texts)


def _lay_out(value: Any, depth: int) -> str:
    """JSON in which whatever fits on a line is on one, and the fields of the file are on lines of their own."""
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value or (depth and len(flat) + 2 * depth <= _LINE):
        return flat
    margin = "  " * (depth + 1)
    if isinstance(value, dict):
        rows = [f"{json.dumps(key, ensure_ascii=False)}: {_lay_out(item, depth + 1)}" for key, item in value.items()]
        opened, closed = "{}"
    else:
        rows = [_lay_out(item, depth + 1) for item in value]
        opened, closed = "[]"
    return f"{opened}\n{margin}" + f",\n{margin}".join(rows) + f"\n{'  ' * depth}{closed}"
