"""Views of Four Bases as text for a terminal."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from redscience.interface import LEAVE, Drawing

_SIGNS = {"south": "s", "west": "w", "north": "n", "east": "e"}
_COLORS = {"south": "32", "west": "33", "north": "36", "east": "35"}
_TOLD = {
    "move": "moves a piece from {0} to {1}",
    "flash": "moves a flash early from {0} to {1}",
    "tow": "has a train tow from {0} to {1}",
    "flag up": "puts up a flag",
    "flag down": "takes down the flag",
    "done": "gives no orders",
}


class BasesDrawing(Drawing):
    """The board, row by row, each piece as the letter of its seat and its kind, which may be unknown."""

    def __init__(self, *, colored: bool) -> None:
        self._colored = colored

    def legend(self) -> Sequence[str]:
        """What the signs mean."""
        return (
            "Pieces are written as the first letter of their seat and their kind.",
            "Kinds are 0 factory, 1 engineer, 2 expert, 3 flash, 4 train, B bomb, ? unknown to you.",
            "An empty base is written as the capital letter of its seat in brackets.",
        )

    def table(self, view: Mapping[str, Any], fresh: Collection[Any] = ()) -> Sequence[str]:
        """The board with its coordinates; what is new is marked by a star."""
        table = view["table"]
        pieces = {tuple(piece["at"]): piece for piece in table["pieces"]}
        bases = {tuple(base["at"]): base for base in table["bases"]}
        columns = range(1, table["size"] + 1)
        rows = [
            f"{y} " + "".join(self._space((x, y), pieces, bases, fresh) for x in columns) for y in reversed(columns)
        ]
        return [*(row.rstrip() for row in rows), "  " + "".join(f" {x}  " for x in columns).rstrip()]

    def _space(
        self, at: tuple[int, int], pieces: Mapping[Any, Any], bases: Mapping[Any, Any], fresh: Collection[Any]
    ) -> str:
        mark = "*" if at in fresh else " "
        if at in pieces:
            seat = pieces[at]["seat"]
            return self._painted(seat, _SIGNS[seat] + pieces[at].get("kind", "?")) + f"{mark} "
        if at in bases:
            return self._painted(bases[at]["seat"], f"[{_SIGNS[bases[at]['seat']].upper()}]") + mark.strip().ljust(1)
        return f" .{mark} "

    def _painted(self, seat: str, text: str) -> str:
        return f"\x1b[{_COLORS[seat]}m{text}\x1b[0m" if self._colored else text

    def beside(self, view: Mapping[str, Any]) -> str:
        """The turn, what each seat has, and the viewer's actions."""
        told = [
            f"{seat['seat']} has {_counted(seat['bases'], 'base')} and {_counted(seat['pieces'], 'piece')}"
            + (", flag up" if seat["flag"] else "")
            for seat in view["table"]["seats"]
        ]
        orders = view.get("orders")
        actions = f" You have used {orders['used']} of {_counted(orders['actions'], 'action')}." if orders else ""
        return f"Turn {view['turn']}: {'; '.join(told)}.{actions}"

    def told(self, event: Mapping[str, Any]) -> str:
        """An order that was carried out."""
        if event.get("move") == LEAVE:
            return f"{event['seat']} leaves, and a bot plays on"
        a, b = (",".join(map(str, event.get(name, ()))) for name in ("from", "to"))
        if event["order"] == "produce":
            return f"{event['seat']} produces a piece on {b} by {a}"
        return f"{event['seat']} {_TOLD[event['order']].format(a, b)}"

    def changed(self, view: Mapping[str, Any]) -> Collection[Any]:
        """The spaces that the last round changed."""
        if view["round"] is None:
            return ()
        return {tuple(change["at"]) for step in view["round"]["steps"] for change in step["changes"]}


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
