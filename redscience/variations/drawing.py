"""A view as text for a terminal. Everything can be told apart without colour; colour only helps.

A board of one layer is drawn as it lies, with y upward; a deeper one layer by layer from z = 1; stacks are seen from
the front, one slice for each y. The pictures of a match stand side by side as far as the terminal is wide.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from redscience.interface import Drawing
from redscience.variations.language import RuleSet
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.model import COMMUNAL, SHAPES, At
from redscience.variations.notation import AGREE, COLOR_LETTERS, DRAW, PASS, REFUSE

_EMPTY, _WALL, _STICKY, _UNSEEN = ".", "#", "~", "?"
_GAP = 4
_LETTERS = {**COLOR_LETTERS, COMMUNAL: "C"}
_PAINTS = {"black": "97;40", "white": "30;107", "pink": "30;105", "yellow": "30;103", COMMUNAL: "30;46"}
_FAINT = "2"
_CAME = {"lost": ", and it is lost there", "converted": ", and it is converted there"}
_TOLD = {DRAW: "offers a draw", AGREE: "agrees to the draw", REFUSE: "refuses the draw", PASS: "passes"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A space as it is drawn.

    Attributes:
        symbol: what stands on it.
        around: what is written left and right of that: parentheses where something has just changed.
        mark: what the space itself is; one character, or none in games without such marks.
        color: of the piece; None for none.
    """

    symbol: str
    around: str = "  "
    mark: str = ""
    color: str | None = None


class BoardDrawing(Drawing):
    """Draws the boards of one game.

    Args:
        rules: the game's.
        width: of the terminal, in characters.
        colored: whether pieces are painted as well as lettered.
    """

    def __init__(self, rules: RuleSet, *, width: int, colored: bool) -> None:
        self.kind, self.size, self.count = rules.board.kind, rules.board.size, rules.board.count
        self.width, self.colored = width, colored
        owners = [*rules.owners, *(piece.owner for piece in rules.setup.values() if piece.owner == COMMUNAL)]
        self.colors = list(
            dict.fromkeys(COMMUNAL if owner == COMMUNAL else rules.color_of_owner(owner) for owner in owners)
        )
        self.shapes = [shape for shape in SHAPES if shape in rules.shapes]
        self.words = {shape: rules.words(shape)[0] for shape in self.shapes}
        self.reserve_is_common = rules.owner_of_seat(rules.seats[0]) is None
        self.sticky, self.walls = rules.board.sticky, rules.board.walls
        self.exclusive = tuple(dict.fromkeys(rules.board.exclusive.values()))
        self.is_marked = bool(self.sticky or self.exclusive)

    def table(self, view: Mapping[str, Any], fresh: Collection[At] = ()) -> list[str]:
        """The boards of a view, with what has just changed in parentheses and the rows that decided in brackets."""
        cells = self._cells(view, fresh)
        panels = [self._panel(cells, board, slice_) for board in range(1, self.count + 1) for slice_ in self._slices()]
        return list(self._side_by_side(panels))

    def legend(self) -> list[str]:
        """What the signs of pieces mean, then what those of marked spaces mean, an entry for each kind."""
        colors = ", ".join(f"{self._color_letter(color)} {_named(color)}" for color in self.colors)
        shapes = ", ".join(f"{shape} {self.words[shape]}" for shape in self.shapes)
        signs = [
            colors if len(self.colors) > 1 or len(self.shapes) == 1 else "",
            shapes if len(self.shapes) > 1 or len(self.colors) == 1 else "",
        ]
        if len(self.shapes) == len(self.colors) == 1:
            signs = [f"{self.shapes[0]} {_named(self.colors[0])} {self.words[self.shapes[0]]}"]
        front = " Stacks are seen from the front; a move names x and y." if self._has_gravity else ""
        return [f"{'; '.join(filter(None, signs))}; {_EMPTY} empty; ( ) new.{front}", *self._marks()]

    def _marks(self) -> Iterator[str]:
        if self.walls:
            yield f"{_WALL} nobody may enter or leave."
        if self.sticky:
            yield f"{_STICKY} sticky: what stands there stays."
        for seats in self.exclusive:
            yield f"{_exclusive(seats)} only {' and '.join(seats)} may enter and leave."

    def beside(self, view: Mapping[str, Any]) -> str:
        """Who can still place what, as far as the viewer knows; whoever shares a reserve is named together."""
        groups: dict[str | None, list[dict[str, Any]]] = {}
        for seat in view["table"]["seats"]:
            groups.setdefault(None if self.reserve_is_common else seat["color"], []).append(seat)
        parts = []
        for seats in groups.values():
            names = "for all" if len(groups) == 1 else " and ".join(seat["seat"] for seat in seats)
            parts.append(f"{names} {_in_reserve(seats[0]['reserve'])}")
        return f"In reserve {'; '.join(parts)}."

    def told(self, event: Mapping[str, Any]) -> str:
        """What a seat did and what came of it, as far as the viewer saw it."""
        move = event.get("move", "")
        if event.get("failed"):
            return f"{event['seat']} tries {move or 'a move that you do not see'}, and nothing moves"
        told = f"{event['seat']} {_TOLD[move]}" if move in _TOLD else super().told(event)
        return told + next((came for what, came in _CAME.items() if event.get(what)), "")

    def is_unmeant(self, event: Mapping[str, Any]) -> bool:
        """Where it failed, or the piece was lost or changed hands where it went."""
        return bool(event.get("failed")) or any(map(event.get, _CAME))

    def changed(self, view: Mapping[str, Any]) -> set[At]:
        """The spaces that the last events changed."""
        return {_at(change["at"]) for event in view["last"] for change in event["changes"]}

    @property
    def _has_gravity(self) -> bool:
        return BOARDS[self.kind].gravity

    def _color_letter(self, color: str) -> str:
        return _LETTERS[color] if len(self.shapes) == 1 else _LETTERS[color].lower()

    def _symbol(self, piece: dict[str, Any]) -> str:
        """A piece by what tells it from others: its colour, its shape, or both."""
        shape = piece.get("shape", _UNSEEN)
        if len(self.colors) == 1:
            return str(shape)
        letter = self._color_letter(piece["color"])
        return letter if len(self.shapes) == 1 else f"{letter}{shape}"

    @property
    def _symbol_width(self) -> int:
        return 2 if len(self.colors) > 1 and len(self.shapes) > 1 else 1

    def _cells(self, view: Mapping[str, Any], fresh: Collection[At]) -> dict[At, Cell]:
        """Every space of a view that is not simply empty."""
        table, outcome = view["table"], view["outcome"]
        symbols = {_at(wall): _WALL for wall in table["marks"]["walls"]}
        symbols.update((_at(piece["at"]), self._symbol(piece)) for piece in table["pieces"])
        colors = {_at(piece["at"]): piece["color"] for piece in table["pieces"]}
        marks = {_at(at): _STICKY for at in table["marks"]["sticky"]}
        marks.update((_at(each["at"]), _exclusive(each["seats"])) for each in table["marks"]["exclusive"])
        around = dict.fromkeys(fresh, "()")
        around.update((_at(at), "[]") for run in (outcome["runs"] if outcome else []) for at in run)
        return {
            at: Cell(symbols.get(at, _EMPTY), around.get(at, "  "), marks.get(at, ""), colors.get(at))
            for at in {*symbols, *marks, *around}
        }

    def _slices(self) -> list[int]:
        """The numbers of the pictures of one board: y on stacks, z elsewhere."""
        return list(range(1, self.size[1 if self._has_gravity else 2] + 1))

    def _panel(self, cells: dict[At, Cell], board: int, slice_: int) -> list[str]:
        """One picture: its title if there are several, its rows from the top, and x below."""
        across, up = range(1, self.size[0] + 1), range(1, self.size[2 if self._has_gravity else 1] + 1)
        margin = len(str(max(up)))
        title = [f"board {board}"] if self.count > 1 else []
        title += [f"{'y' if self._has_gravity else 'z'} = {slice_}"] if len(self._slices()) > 1 else []
        lines = [" " * (margin + 2) + ", ".join(title)] if title else []
        for row in reversed(up):
            ats = [(board, x, slice_, row) if self._has_gravity else (board, x, row, slice_) for x in across]
            drawn = "".join(self._drawn(cells.get(at, Cell(_EMPTY))) for at in ats)
            lines.append(f"{self._paint(f'{row:>{margin}}', _FAINT)} {drawn}")
        width = self._symbol_width + 2
        labels = "".join(f"{f'{x:>{width - 1}}':<{width}}{' ' * self.is_marked}" for x in across)
        return [*lines, f"{' ' * margin} {self._paint(labels, _FAINT)}"]

    def _drawn(self, cell: Cell) -> str:
        left, right = cell.around[0], cell.around[1]
        symbol = f"{cell.symbol:>{self._symbol_width}}"
        body = self._paint(left + symbol + right, _PAINTS[cell.color]) if cell.color else left + symbol + right
        return body + (cell.mark or " ") if self.is_marked else body

    def _paint(self, text: str, paint: str) -> str:
        return f"\x1b[{paint}m{text}\x1b[0m" if self.colored else text

    def _side_by_side(self, panels: Sequence[list[str]]) -> Iterator[str]:
        # Painted text is longer than it looks, so widths are computed, not measured.
        margin = len(str(self.size[2 if self._has_gravity else 1])) + 1
        wide = margin + self.size[0] * (self._symbol_width + 2 + self.is_marked)
        titled = self.count > 1 or len(self._slices()) > 1
        per_row = max(1, (self.width + _GAP) // (wide + _GAP))
        # Boards are kept whole where one fits.
        per_row -= per_row % len(self._slices()) if per_row > len(self._slices()) else 0
        for start in range(0, len(panels), per_row):
            if start:
                yield ""
            for number, parts in enumerate(zip(*panels[start : start + per_row], strict=True)):
                padded = [f"{part:<{wide}}" if titled and number == 0 else part for part in parts]
                yield (" " * _GAP).join(padded).rstrip()


def _at(at: Sequence[int]) -> At:
    board, x, y, z = at
    return board, x, y, z


def _in_reserve(reserve: Mapping[str, int] | None) -> str:
    if reserve is None:
        return "what you cannot see"
    return ", ".join(f"{count} {piece}" for piece, count in reserve.items()) or "nothing"


def _named(color: str) -> str:
    return "nobody's" if color == COMMUNAL else color


def _exclusive(seats: Sequence[str]) -> str:
    """The sign of a space for some seats only: the seat's letter, or how many they are."""
    return seats[0][0] if len(seats) == 1 else str(len(seats))
