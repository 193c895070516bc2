"""Positions that a seat's view may be of: the kinds of pieces that it does not know are drawn anew.

A view tells all but those kinds, and of plans that are being made. Any kind may have been made; a piece that has moved
is no bomb.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from redscience.four_bases import notation
from redscience.four_bases.engine import kernels
from redscience.four_bases.engine.records import ALL_KNOW, BOMB, N_KINDS, POSITION, Array, copy_of, record
from redscience.four_bases.layout import KINDS, Space
from redscience.four_bases.packing import pack
from redscience.four_bases.prepared import PreparedGame, thread_round, thread_scratch

_MOVES = {"move", "flash"}
View = Mapping[str, Any]


class Imagined:
    """Draws positions that agree with a seat's views; the last is of the present.

    Args:
        game: what is played.
        views: of one seat, at its decisions, the oldest first.
    """

    def __init__(self, game: PreparedGame, views: Sequence[View]) -> None:
        self._game, self._view = game, views[-1]
        moved = moved_in(views)
        self._unknown = [
            (self._number(piece), tuple(piece["at"]) in moved)
            for piece in self._view["table"]["pieces"]
            if "kind" not in piece
        ]
        self._record = self._known()

    def drawn(self, chance: Random) -> Array:
        """A record that agrees with the views."""
        record = copy_of(self._record)
        for space, has_moved in self._unknown:
            record[0]["kind"][space] = 1 + chance.randrange(BOMB - 1 if has_moved else N_KINDS)
        record[0]["bot_seed"] = chance.getrandbits(60)
        return record

    def _number(self, piece: View) -> int:
        x, y = piece["at"]
        return self._game.layout.number((x, y))

    def _known(self) -> Array:
        """The record of all that the view tells."""
        view, seats = self._view, self._game.seats
        found = record(POSITION, {"turn": view["turn"]})
        now, table = found[0], view["table"]
        me = seats.index(view["viewer"])
        for number, its in enumerate(table["seats"]):
            now["n_made"][number], now["n_lost"][number], now["flag"][number] = its["made"], its["lost"], its["flag"]
            now["left"][number] = its["seat"] in view["left"]
        now["base_owner"][: len(seats)] = [seats.index(base["owner"]) for base in table["bases"]]
        now["n_own_turns"] = view["turn"] - 1
        for piece in table["pieces"]:
            space, owner = self._number(piece), seats.index(piece["seat"])
            knowing = {*(seats.index(seat) for seat in piece.get("known_to", ())), owner}
            now["owner"][space] = owner
            if "kind" in piece:
                now["kind"][space] = KINDS.index(piece["kind"]) + 1
                knowing.add(me)
            is_open = len(knowing) == len(seats) and ("known_to" in piece and owner != me)
            now["known"][space] = ALL_KNOW if is_open else sum(1 << seat for seat in knowing)
        for each in view["plan"]:
            order = pack(self._game.layout, notation.read(each["move"]))
            kernels.four_bases_play(self._game.rules, found, thread_scratch(), thread_round(), me, order)
        return found


def moved_in(views: Sequence[View]) -> set[Space]:
    """The spaces to which pieces have gone."""
    moved, told = set[Space](), 0
    for view in views:
        if view["round"] is None or view["round"]["turn"] == told:
            continue
        told = view["round"]["turn"]
        ways = [each for each in view["last"] if "from" in each]
        gone = {tuple(each["from"]) for each in ways if each["order"] in _MOVES}
        come = {tuple(each["to"]) for each in ways if each["order"] in _MOVES}
        made = {tuple(each["to"]) for each in ways if each["order"] == "produce"}
        moved = (moved - gone - made) | come
    return moved
