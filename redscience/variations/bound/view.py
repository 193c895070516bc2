"""How long a view may be as JSON text: every part in its longest form, as often as it may be there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from redscience.interface import VIEW_FORMAT, json_text
from redscience.variations.bound.moves import LegalMoves, has_chains, pieces_multiply, results
from redscience.variations.language import SHAPES, RuleSet, digest, table
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.checks import CHECKS
from redscience.variations.language.model import COMMUNAL, RULES_VERSION
from redscience.variations.language.possibilities import cannot_move_backwards, pieces_move
from redscience.variations.language.spaces import axes_of_lines
from redscience.variations.language.table import marks
from redscience.variations.notation import COLOR_LETTERS, Jump, Placement, Space

MOST_RESERVE = 512
"""Of a kind, and so of the ways in which Random hits its placement (rules: 0.4)."""
MOST_IN_PHASE = 2000
"""Moves that change the board in one phase of a game whose pieces move (rules: 0.4)."""
MOST_OF_CHAOS = 12
"""Moves of Chaos's that are told at once."""
LONGEST_VERDICT = 400
"""Without its rows: a reason, a sentence or two, and what became of each seat."""

Values = Mapping[str, Any]


def longest_view(rules: RuleSet, legal: LegalMoves) -> int:
    """The most bytes of a view.

    There are legal moves, or there is an outcome with its rows.
    """
    parts = _Parts(rules, legal)
    return parts.frame + parts.pieces + parts.last + parts.state + max(parts.legal, LONGEST_VERDICT + parts.rows)


def _size(values: object) -> int:
    """How many bytes values are as JSON, with a comma behind them."""
    return len(json_text(values).encode()) + 1


def _looks(color: str) -> Values:
    return {"shape": "O", "color": color}


class _Parts:
    """The longest parts of the views of one game."""

    def __init__(self, rules: RuleSet, legal: LegalMoves) -> None:
        self.rules, self.plain, self.moves = rules, legal.rules, legal
        self.has_gravity = BOARDS[rules.board.kind].gravity
        self.room = rules.board.volume * rules.board.count
        self.is_sealed = any(phase.order != "sequential" for phase in rules.phases)
        self.has_secrets = self.is_sealed or any(phase.cloaks for phase in rules.phases)
        self.is_powered = any(shape.power != "none" for shape in self.plain.shapes.values())
        own = [rules.color_of_owner(owner) for owner in rules.owners]
        self.color = max(own, key=len)
        self.any_color = max(*own, *([COMMUNAL] * any(p.owner == COMMUNAL for p in rules.setup.values())), "", key=len)
        self.at = [rules.board.count, *rules.board.size]

    @property
    def frame(self) -> int:
        """All that is there once: who looks on at what, whose turn it is, and what has been sealed."""
        seats = list(self.rules.seats)
        return _size(
            {
                "format": VIEW_FORMAT,
                "family": "variations",
                "game": self.rules.name,
                "digest": digest(self.rules),
                "rules_version": RULES_VERSION,
                "viewer": "spectator",
                "table": self._table(),
                "phase": 1,
                "phases": 1,
                "order": max((phase.order for phase in self.rules.phases), key=len),
                "placement_only": False,
                "may_pass": False,
                "decision": "answer",
                "left": seats,
                "acting": seats,
                "passed_over": seats,
                "plan": [self._move] * (self.rules.pieces_per_turn * self.is_sealed),
                "legal": [],
                "last": [],
                "outcome": None,
            }
        )

    def _table(self) -> Values:
        """The table without pieces."""
        now = table(self.rules)
        status = {"status": "disqualified"}
        seats = [{**seat, **status, "reserve": self._reserve(seat["reserve"])} for seat in now["seats"]]
        every = [marks(self.rules, phase) for phase in range(len(self.rules.phases))]
        return {**now, "seats": seats, "pieces": [], "marks": max(every, key=_size)}

    def _reserve(self, start: Mapping[str, int]) -> Mapping[str, int] | None:
        """What a seat may have to place: as much as at the start, unless captives come to it."""
        if not self._is_reborn:
            return start or None
        colors = [""] if self.rules.owner_of_seat(self.rules.seats[0]) else list(COLOR_LETTERS.values())
        return {color + shape: MOST_RESERVE for color in colors for shape in SHAPES}

    @property
    def pieces(self) -> int:
        """Those on the board."""
        count = len(self.rules.setup) + sum(sum(shape.reserve.values()) for shape in self.plain.shapes.values())
        most = self.room if pieces_multiply(self.plain) else min(self.room, count)
        paralyzes = any(shape.result == "paralyzes" for shape in self.plain.shapes.values())
        paralyzed = {"paralyzed": True} if paralyzes else {}
        return most * _size({"at": self.at, **_looks(self.any_color), **paralyzed})

    @property
    def legal(self) -> int:
        """The legal moves of one seat."""
        partial = {"partial": True} if self.rules.pieces_per_turn > 1 else {}
        converts = any(shape.result == "converts" for shape in self.plain.shapes.values())
        captures = {"captures": True, **({"converts": True} if converts else {})}
        more = {**(captures if self.is_powered else {}), **partial}
        placement = _size({**self._placement, "weight": self._weight, **more})
        moves = self.moves.most_worth(placement=placement, jump=_size({**self._jump, "weight": 1, **more}))
        return moves + sum(_size({"move": word, "weight": 1, "kind": word, **partial}) for word in self.moves.words)

    @property
    def last(self) -> int:
        """What happened last: of every seat a round, all that left, and what Chaos did since."""
        n_seats = len(self.rules.seats)
        chaos = MOST_OF_CHAOS if "chaos" in self.rules.seats else 0
        told = n_seats * (1 + self.rules.pieces_per_turn * self.is_sealed) + chaos
        event = _size(
            {"seat": self._seat, **self._move, "failed": True, "lost": True, "changes": [], **self._converted}
        )
        change = _size({"at": self.at, "now": _looks(self.any_color)})
        return told * event + max(chaos, 1) * self._changed * change

    @property
    def _converted(self) -> Values:
        """What is told of a piece that another one converted in a round."""
        converts = any(shape.result == "converts" for shape in self.plain.shapes.values())
        return {"converted": True, "converted_by": _looks(self.any_color)} if converts and self.is_sealed else {}

    @property
    def state(self) -> int:
        """The text of all that has happened, where views have it."""
        if self.has_secrets or self._has_chance:
            return 0
        n_seats, before = len(self.rules.seats), len(f" {self._seat}:")
        # No more turns are passed whole in a row than there are seats; a row ends with a move, a phase, or who leaves.
        may_pass = any(phase.may_pass for phase in self.rules.phases)
        idle = (self._moves + len(self.rules.phases) + n_seats) * n_seats * may_pass
        passes = idle + self._moves * (may_pass or has_chains(self.plain))
        # Once a turn all others are asked for a draw.
        asked = (self._moves + idle + 1 + n_seats) * n_seats * self.rules.agree_draw
        return (
            _size({"state": f"{digest(self.rules)} ?"})
            + self._moves * (before + len(self._move["move"]))
            + passes * (before + len("pass"))
            + asked * (before + len("refuse"))
            + n_seats * (before + len("leave"))
        )

    @property
    def rows(self) -> int:
        """The rows that decided, each once, through as many spaces as can change at once."""
        if not any(CHECKS[check.check].measure in {"row", "shape_row"} for check in self.plain.checks):
            return 0
        axes = len(axes_of_lines(self.rules.board.kind))
        # A row on a torus may be longer than a side.
        longest = self.room if BOARDS[self.rules.board.kind].wraps else max(self.rules.board.size)
        through = min(self._changed * longest, self.room)
        return axes * through * (_size(self.at) + len("[],"))

    @cached_property
    def _changed(self) -> int:
        """On how many spaces something else may stand after a move or a round, or be seen to."""
        if self.is_powered or self.has_secrets or self.rules.deck is not None:
            return self.room
        # A king castles with a rook; on stacks all that lies on a piece may go with it.
        return min(2 * self.rules.board.size[2] if self.has_gravity else 4, self.room)

    @cached_property
    def _moves(self) -> int:
        """How often a piece may be placed or moved in a match."""
        if pieces_move(self.plain) or self._is_reborn:
            return MOST_IN_PHASE * len(self.rules.phases)
        return sum(sum(shape.reserve.values()) for shape in self.plain.shapes.values())

    @property
    def _has_chance(self) -> bool:
        """Whether cards are dealt, or pots split that captors share on a stack."""
        kept = any(shape.power != "none" and shape.result != "removes" for shape in self.plain.shapes.values())
        return self.rules.deck is not None or (self.has_gravity and kept)

    @cached_property
    def _is_reborn(self) -> bool:
        """Whether captives come to a reserve."""
        return any(result.to_reserve for result in results(self.plain))

    @cached_property
    def _seat(self) -> str:
        return max(self.rules.seats, key=len)

    @cached_property
    def _weight(self) -> int:
        reserves = [n for shape in self.plain.shapes.values() for n in shape.reserve.values()]
        return MOST_RESERVE if self._is_reborn else max(reserves, default=1)

    @cached_property
    def _move(self) -> Values:
        """The longest move of a piece."""
        return self._jump if pieces_move(self.plain) else self._placement

    @cached_property
    def _placement(self) -> Values:
        """The longest placement, as a view tells it."""
        color = self.color if self.rules.owner_of_seat(self.rules.seats[0]) is None else None
        text = str(Placement(self._space(is_target=True), "O", color))
        return {"move": text, "kind": "place", **_looks(self.color), "to": self.at}

    @cached_property
    def _jump(self) -> Values:
        """The longest jump, as a view tells it."""
        can_rise = any(map(cannot_move_backwards, self.plain.shapes.values()))
        text = str(Jump(self._space(), self._space(is_target=True), "O" if can_rise else None))
        rises = {"promotion": "O"} if can_rise else {}
        return {"move": text, "kind": "jump", "from": self.at, **_looks(self.color), "to": self.at, **rises}

    def _space(self, *, is_target: bool = False) -> Space:
        """The space whose text is longest."""
        x, y, z = self.rules.board.size
        count = self.rules.board.count
        height = z if z > 1 and not (is_target and self.has_gravity) else None
        return Space(x, y, height, count if count > 1 else None)
