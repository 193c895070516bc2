"""Lines of play argued from the rules, as data: what happens, and what must then be so.

A line is a rule set and steps. A step is an event, `black:O@1,1` or `black+white:leave`, or a claim:

    ? at 2,2 = wO              what stands on a space: colour letter and shape, - for nothing
    ? stack 2,1 = wX wO        what a stack holds, bottom first
    ? reserve white O = 2      how many a seat has in reserve
    ? sees white 2,2 = b?      how a space looks to a viewer; ? where the shape is not seen
    ? legal white = pass       all legal moves of a seat
    ? may white O@1,1          one of them; `may not` for what is none
    ? weight white O@1,1 = 3   Random's weight of a move
    ? acting = black white     who owes a decision
    ? phase = 2                the phase, from 1
    ? paralyzed = 1,2          where paralyzed pieces stand, to those who see all
    ? outcome = win lose       of the players in seat order; `ongoing` while there is none
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from redscience.variations import catalogue
from redscience.variations.language import RuleSet, read, to_json
from redscience.variations.language.model import COMMUNAL, At, Card
from reference.judge import Judge

LETTERS = {"black": "b", "white": "w", "pink": "k", "yellow": "y", COMMUNAL: "c"}


class Match(Protocol):
    """Something that plays events: the judge alone, or a duel."""

    @property
    def judge(self) -> Judge: ...
    def play(self, seat: str, move: str) -> None: ...
    def leave(self, *seats: str) -> None: ...


class Alone:
    """A match that only the judge plays."""

    def __init__(self, line: Line) -> None:
        self.judge = Judge(line.rules, line.deal, line.draw)

    def play(self, seat: str, move: str) -> None:
        self.judge.play(seat, move)

    def leave(self, *seats: str) -> None:
        self.judge.leave(*seats)


@dataclass(frozen=True)
class Line:
    """A line of play.

    Attributes:
        name: what it shows, with the rule.
        rules: the game.
        steps: what happens and what must be so.
        deal: what was dealt; None for the deck as it is written.
        starts: where the split pots begin, in turn; None where nothing is split.
    """

    name: str
    rules: RuleSet
    steps: tuple[str, ...]
    deal: tuple[Card, ...] | None = None
    starts: tuple[int, ...] | None = None

    @property
    def needs_chance(self) -> bool:
        """Whether it is only one of the ways in which these events can go."""
        return self.starts is not None or self.deal is not None

    @property
    def draw(self) -> Callable[[int], int]:
        starts = iter(self.starts or ())
        return lambda n: next(starts) % n


def line(name: str, rules: RuleSet, *steps: str, **chance: Any) -> Line:
    return Line(name, rules, steps, **chance)


def game(**fields: Any) -> RuleSet:
    """A rule set as a file would have it; without checks and with most pieces winning, unless it says otherwise."""
    return read(json.dumps({"name": "Argued", "checks": [], "stalemate": ["most_pieces_wins"], **fields}))


def variant(name: str, **fields: Any) -> RuleSet:
    """A game of the catalogue with some fields of its file replaced."""
    return read(json.dumps({**json.loads(to_json(catalogue.get(name))), **fields}))


def follow(line: Line, match: Match) -> None:
    """Plays a line and tests its claims."""
    for number, step in enumerate(line.steps):
        if step.startswith("? "):
            found, claimed = _found(match.judge, step[2:])
            assert found == claimed, f"{line.name}: step {number}, {step}: found {found}"
        else:
            seats, _, move = step.partition(":")
            if move == "leave":
                match.leave(*seats.split("+"))
            else:
                match.play(seats, move)


def _found(judge: Judge, claim: str) -> tuple[Any, Any]:
    """What is so, and what is claimed to be."""
    words, _, right = claim.partition(" =")
    kind, *rest = words.split()
    claimed = right.split()
    if kind == "may":
        seat, move = rest[-2:]
        return move in judge.legal(seat), rest[0] != "not"
    if kind == "ongoing":
        return judge.outcome, None
    find: Mapping[str, Callable[..., list[str]]] = {
        "at": _at,
        "stack": _stack,
        "reserve": _reserve,
        "sees": _sees,
        "legal": _legal,
        "weight": _weight,
        "acting": lambda judge: list(judge.acting),
        "phase": lambda judge: [str(judge.table.phase_number + 1)],
        "paralyzed": _paralyzed,
        "outcome": lambda judge: list((judge.outcome or {}).values()),
    }
    found = find[kind](judge, *rest)
    return (sorted(found), sorted(claimed)) if kind in {"legal", "paralyzed"} else (found, claimed)


def _space(text: str) -> At:
    board, colon, rest = text.rpartition(":")
    x, y, *z = map(int, rest.split(","))
    return int(board) if colon else 1, x, y, z[0] if z else 1


def _written(judge: Judge, owner: str, shape: str | None) -> str:
    color = owner if owner == COMMUNAL else judge.rules.color_of_owner(owner)
    return LETTERS[color] + (shape or "?")


def _at(judge: Judge, space: str) -> list[str]:
    piece = judge.table.board.get(_space(space))
    return [_written(judge, piece.owner, piece.shape) if piece else "-"]


def _stack(judge: Judge, space: str) -> list[str]:
    column = judge.table.grid.column(_space(space))
    pieces = [judge.table.board[at] for at in column if at in judge.table.board]
    return [_written(judge, piece.owner, piece.shape) for piece in pieces]


def _reserve(judge: Judge, seat: str, shape: str) -> list[str]:
    found = judge.reserve(seat, seat) or {}
    return [str(sum(count for (_, name), count in found.items() if name == shape))]


def _sees(judge: Judge, viewer: str, space: str) -> list[str]:
    look = judge.seen(viewer).get(_space(space))
    return [_written(judge, look.owner, look.shape) if look else "-"]


def _legal(judge: Judge, seat: str) -> list[str]:
    return judge.legal(seat)


def _weight(judge: Judge, seat: str, move: str) -> list[str]:
    return [str(judge.choices(seat)[move])]


def _paralyzed(judge: Judge) -> list[str]:
    return [f"{x},{y}" for (_, x, y, _), piece in judge.table.board.items() if piece.paralyzed]
