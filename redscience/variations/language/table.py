"""The board before the first move, as the `table` part of a view."""

from __future__ import annotations

from typing import Any

from redscience.variations.language.forward import goals_matter
from redscience.variations.language.model import COMMUNAL, SHAPES, RuleSet
from redscience.variations.language.players import PLAYERS
from redscience.variations.language.spaces import Goal, goals
from redscience.variations.language.writing import spaces_of
from redscience.variations.notation import COLOR_LETTERS


def table(rules: RuleSet) -> dict[str, Any]:
    """JSON values: `board`, `colors`, `goals_matter`, `seats`, `pieces` and, for the first phase, `marks`.

    A seat's `reserve` is what it can place: its own pieces, or those that it shares; by shape, and by colour letter and
    shape (`WO`) where the seat may choose the colour. Its `color` is that of its pieces, or its own where it may
    choose. `goal` is null on a board without edges. Pieces that are nobody's have the colour `communal`; the shape of
    those that are still to be dealt is `dealt`. `shapes` says what the game calls shapes and draws them as, if it does.
    """
    x, y, z = rules.board.size
    named = shapes_as_named(rules)
    lines = goals(rules)
    teams = PLAYERS[rules.players].teams
    return {
        "board": {"kind": rules.board.kind, "size": [x, y, z], "count": rules.board.count},
        "colors": rules.colors,
        "goals_matter": goals_matter(rules),
        **({"shapes": named} if named else {}),
        "seats": [
            {
                "seat": seat,
                "color": rules.color_of_owner(rules.owner_of_seat(seat) or seat),
                "team": team,
                "goal": _goal(lines[seat]),
                "reserve": reserve_of_seat(rules, seat),
            }
            for seat, team in zip(rules.seats, teams, strict=True)
        ],
        "pieces": [
            {"at": list(at), "shape": piece.shape, "color": color_of_piece(rules, piece.owner)}
            for at, piece in sorted(rules.setup.items(), key=lambda item: spaces_of(rules.board).number(item[0]))
        ],
        "marks": marks(rules, 0),
    }


def shapes_as_named(rules: RuleSet) -> dict[str, Any]:
    """The words for one and for several of each shape that the game calls or draws differently, and its symbol."""
    return {
        name: {
            **dict(zip(("one", "several"), rules.words(name) if shape.called else (), strict=False)),
            **({"symbol": shape.symbol} if shape.symbol else {}),
        }
        for name, shape in rules.shapes.items()
        if shape.called or shape.symbol
    }


def _goal(goal: Goal | None) -> dict[str, Any] | None:
    return None if goal is None else {"axis": goal.axis, "at": goal.at}


def color_of_piece(rules: RuleSet, owner: str) -> str:
    """The colour in which an owner's pieces are drawn; `communal` for nobody's."""
    return COMMUNAL if owner == COMMUNAL else rules.color_of_owner(owner)


def reserve_of_seat(rules: RuleSet, seat: str) -> dict[str, int]:
    """What a seat can place at the start; nothing of which there is none."""
    own = rules.owner_of_seat(seat)
    reserves = [(name, rules.shapes[name].reserve) for name in SHAPES if name in rules.shapes]
    return {
        ("" if own else COLOR_LETTERS[rules.color_of_owner(owner)]) + name: reserve[owner]
        for owner in ([own] if own else rules.owners)
        for name, reserve in reserves
        if reserve.get(owner)
    }


def marks(rules: RuleSet, phase: int) -> dict[str, Any]:
    """What is marked on spaces in a phase (from 0)."""
    now = rules.phases[phase]
    return {
        "walls": [list(at) for at in rules.board.walls],
        "sticky": [list(at) for at in rules.board.sticky],
        "exclusive": [{"at": list(at), "seats": list(seats)} for at, seats in rules.board.exclusive.items()],
        "locked": [list(at) for at in now.locks],
        "cloaked": [list(at) for at in now.cloaks],
    }
