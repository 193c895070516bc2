"""Draws the views of Stratego for a terminal."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from redscience.interface import LEAVE, Drawing
from redscience.stratego.notation import COLUMNS, ROWS

SIGNS = {
    "marshal": "1",
    "general": "2",
    "colonel": "3",
    "major": "4",
    "captain": "5",
    "lieutenant": "6",
    "sergeant": "7",
    "miner": "8",
    "scout": "9",
    "spy": "S",
    "bomb": "B",
    "flag": "F",
}
_PAINTS = {"red": "31", "blue": "34"}
_LAKE, _EMPTY, _UNKNOWN = "~", ".", "?"


class BoardDrawing(Drawing):
    """The board, A at the top; red's pieces with r before their sign, blue's with b."""

    def __init__(self, *, colored: bool) -> None:
        self._colored = colored

    def legend(self) -> Sequence[str]:
        """What the signs mean."""
        ranks = ", ".join(f"{sign} {kind}" for kind, sign in SIGNS.items())
        return (
            f"r stands before red's pieces, b before blue's: {ranks}, {_UNKNOWN} not known.",
            f"+ has moved, ! is known to everybody, {_LAKE} is a lake; what moved last is in brackets.",
        )

    def table(self, view: Mapping[str, Any], fresh: Collection[Any] = ()) -> Sequence[str]:
        """The board, row by row."""
        table = view["table"]
        pieces = {piece["at"]: piece for piece in table["pieces"]}
        rows = [
            f"{row} {''.join(self._square(row + column, pieces, table['lakes'], fresh) for column in COLUMNS)}".rstrip()
            for row in ROWS
        ]
        return [*rows, f"    {'     '.join(COLUMNS)}"]

    def _square(
        self, square: str, pieces: Mapping[str, Mapping[str, Any]], lakes: Collection[str], fresh: Collection[Any]
    ) -> str:
        piece, (left, right) = pieces.get(square), "[]" if square in fresh else "  "
        if piece is None:
            return f"{left} {_LAKE if square in lakes else _EMPTY}{right}  "
        sign = piece["seat"][0] + SIGNS.get(piece.get("kind", ""), _UNKNOWN)
        marks = "+" * piece.get("moved", False) + "!" * piece.get("revealed", False)
        return f"{left}{self._painted(sign, piece['seat'])}{right}{marks:2}"

    def _painted(self, sign: str, seat: str) -> str:
        return f"\x1b[{_PAINTS[seat]}m{sign}\x1b[0m" if self._colored else sign

    def beside(self, view: Mapping[str, Any]) -> str:
        """What is in the tray, or what has been captured."""
        table = view["table"]
        if table["tray"] is not None:
            return f"In your tray: {_listed(table['tray'])}."
        lost = [f"{seat} has lost {_listed(lost)}" for seat, lost in table["captured"].items() if lost]
        return f"{'; '.join(lost).capitalize()}." if lost else ""

    def told(self, event: Mapping[str, Any]) -> str:
        """What happened, with both pieces of an attack."""
        seat, attack = event["seat"], event.get("attack")
        if "move" not in event:
            return f"{seat} has set up its army"
        if event["move"] == LEAVE:
            return f"{seat} leaves the match"
        if not attack:
            return f"{seat} plays {event['move']}"
        came = {"won": "and captures it", "lost": "and is captured", "tied": "and both are captured"}[attack["came"]]
        return f"{seat} plays {event['move']}: {attack['attacker']} attacks {attack['defender']} {came}"

    def changed(self, view: Mapping[str, Any]) -> Collection[Any]:
        """The squares of the last move."""
        return {square for event in view["last"] if ">" in event.get("move", "") for square in event["move"].split(">")}


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {kind}{'s' * (count > 1)}" for kind, count in counts.items()) or "nothing"
