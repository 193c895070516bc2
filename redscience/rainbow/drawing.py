"""A view as text for a terminal. Everything can be told apart without colour; colour only helps.

A peg is its owner's letter, the face that is up, and the hidden one in lower case: `cRo`. The square board lies with y
upward. The hexagonal one is turned: its rows are the diagonals, and an empty cell shows its x and y.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from redscience.interface import LEAVE, Drawing
from redscience.rainbow.board import CORNERS, HEXAGON, SIZE, Cell
from redscience.rainbow.pegs import FACE_NAMES, SEATS, peg_name

_PAINTS = {
    "R": "97;41",
    "O": "30;48;5;208",
    "Y": "30;103",
    "G": "30;42",
    "B": "97;44",
    "V": "97;45",
    "W": "30;107",
    "K": "97;40",
}
_FAINT = "2"
_WIDTH = 5  # of a cell: a peg, and a character on either side
_DEEDS = {"place": "places {peg} on {to}", "flip": "flips {to} to {peg}", "move": "moves {peg} from {from} to {to}"}


class RainbowDrawing(Drawing):
    """Draws the views of one game.

    Args:
        players: how many.
        drawn: how the board is.
        colored: whether pegs are painted as well as lettered.
    """

    def __init__(self, players: int, drawn: str, *, colored: bool) -> None:
        self.seats, self.drawn, self.colored = SEATS[:players], drawn, colored

    def legend(self) -> list[str]:
        """What the signs mean."""
        owners = ", ".join(f"{seat[0]} {seat}" for seat in self.seats)
        faces = ", ".join(f"{face} {name}" for face, name in FACE_NAMES.items())
        empty = "x,y" if self.drawn == HEXAGON else "."
        return [
            f"A peg is written as its owner ({owners}), the face that is up, and the hidden face in lower case.",
            f"{faces}; {empty} empty; ( ) new; [ ] the line that decided.",
        ]

    def table(self, view: Mapping[str, Any], fresh: Collection[Cell] = ()) -> list[str]:
        """The board, with what has just changed in parentheses and what decided in brackets."""
        around = dict.fromkeys(fresh, "()")
        around |= {_cell(cell): "[]" for line in (view["outcome"] or {}).get("lines", ()) for cell in line["cells"]}
        pegs = {_cell(peg["at"]): peg for peg in view["table"]["pegs"]}
        draw = self._turned if self.drawn == HEXAGON else self._upright
        return [line.rstrip() for line in draw(pegs, around)]

    def beside(self, view: Mapping[str, Any]) -> str:
        """What is off the board."""
        hands = (f"{hand['seat']} {' '.join(hand['off']) or 'nothing'}" for hand in view["table"]["hands"])
        return f"Off the board: {'; '.join(hands)}."

    def told(self, event: Mapping[str, Any]) -> str:
        """What a seat did."""
        if event["move"] == LEAVE:
            return super().told(event)
        words = {name: "{},{}".format(*event[name]) for name in ("from", "to") if name in event}
        return f"{event['seat']} {_DEEDS[event['kind']].format(peg=peg_name(event['peg']), **words)}"

    def changed(self, view: Mapping[str, Any]) -> set[Cell]:
        """The cells of the last event."""
        return {_cell(event["to"]) for event in view["last"] if "to" in event}

    def _upright(self, pegs: Mapping[Cell, Mapping[str, str]], around: Mapping[Cell, str]) -> Iterator[str]:
        for y in range(SIZE, 0, -1):
            cells = (((x, y), " " * _WIDTH) for x in range(1, SIZE + 1))
            row = "".join(off if cell in CORNERS else self._drawn(cell, pegs, around, " . ") for cell, off in cells)
            yield f"{self._paint(str(y), _FAINT)} {row}"
        yield self._paint("  " + "".join(f"{x:^{_WIDTH}}" for x in range(1, SIZE + 1)), _FAINT)

    def _turned(self, pegs: Mapping[Cell, Mapping[str, str]], around: Mapping[Cell, str]) -> Iterator[str]:
        """Rows of cells with the same x + y, from above; each next to the last is half a cell further."""
        every = [(x, y) for x in range(1, SIZE + 1) for y in range(1, SIZE + 1) if (x, y) not in CORNERS]
        for height in sorted({x + y for x, y in every}, reverse=True):
            row = sorted(cell for cell in every if sum(cell) == height)
            indent = " " * ((row[0][0] - row[0][1] + SIZE - 2) * _HALF)
            cells = (self._drawn(cell, pegs, around, "{},{}".format(*cell)) for cell in row)
            yield indent + " ".join(cells)

    def _drawn(self, cell: Cell, pegs: Mapping[Cell, Mapping[str, str]], around: Mapping[Cell, str], empty: str) -> str:
        left, right = tuple(around.get(cell, "  "))
        if cell not in pegs:
            return left + self._paint(empty, _FAINT) + right
        up, hidden = tuple(pegs[cell]["peg"])
        return self._paint(f"{left}{pegs[cell]['seat'][0]}{up}{hidden.lower()}{right}", _PAINTS[up])

    def _paint(self, text: str, paint: str) -> str:
        return f"\x1b[{paint}m{text}\x1b[0m" if self.colored else text


_HALF = (_WIDTH + 1) // 2


def _cell(at: Sequence[int]) -> Cell:
    x, y = at
    return x, y
