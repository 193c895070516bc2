"""Positions that a seat's view may be of: what it hides is drawn anew, each arrangement that fits as likely as another.

A view tells all but the kinds of pieces that have not fought yet. Of these a seat knows which there are, that one
that has moved is neither a bomb nor the flag, and that one that went far is a scout.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from redscience.stratego import notation
from redscience.stratego.engine.records import (
    BOMB,
    FLAG,
    LOST,
    MINER,
    MOVED,
    NO_BATTLE,
    REVEALED,
    ROW,
    SIDE,
    TIED,
    WON,
    Array,
    copy_of,
)
from redscience.stratego.history import Attack, Came, Event
from redscience.stratego.moves import CELLS
from redscience.stratego.prepared import PreparedGame
from redscience.stratego.seats import SEATS, other
from redscience.stratego.view import RECENT

_NUMBERS = {kind: number for number, kind in enumerate(notation.KINDS, 1)}
_STILL = {notation.KINDS[FLAG - 1], notation.KINDS[BOMB - 1]}
_SCOUT = "scout"
_BATTLES = {Came.WON.value: WON, Came.LOST.value: LOST, Came.TIED.value: TIED}
_APART = RECENT // 2 - 2
"""Views so many decisions apart tell of all moves together."""
View = Mapping[str, Any]


class Imagined:
    """Draws positions that agree with a seat's views; the last is of the present.

    Args:
        game: what is played.
        views: of one seat, at its decisions, the oldest first.
    """

    def __init__(self, game: PreparedGame, views: Sequence[View]) -> None:
        self._game, self._view = game, views[-1]
        self._seat: str = self._view["viewer"]
        self._foe = other(self._seat)
        pieces = self._view["table"]["pieces"]
        self._unseen = [piece for piece in pieces if "kind" not in piece]
        self._is_new = self._view["table"]["is_setting_up"]
        scouts = scouts_of(views)
        self._scouts = [piece["at"] for piece in self._unseen if piece["at"] in scouts]
        self._moved = [piece["at"] for piece in self._unseen if piece.get("moved") and piece["at"] not in scouts]
        self._unmoved = [piece["at"] for piece in self._unseen if not piece.get("moved")]
        kinds = Counter(game.army)
        kinds.subtract(self._view["table"]["captured"][self._foe])
        kinds.subtract(piece["kind"] for piece in pieces if piece["seat"] == self._foe and "kind" in piece)
        kinds[_SCOUT] -= len(self._scouts)
        self._kinds = list(kinds.elements())
        self.last = _events(self._view)
        self._record = self._known()

    def drawn(self, chance: Random) -> Array:
        """A record that agrees with the views."""
        record = copy_of(self._record)
        for square, kind in self._laid(chance):
            _put(record[0], square, self._foe, kind)
        if self._is_new:
            side = SEATS.index(self._foe)
            record[0]["tray"][side], record[0]["to_place"][side] = 0, 0
        for piece in self._unseen:
            record[0]["traits"][CELLS[piece["at"]]] = MOVED if piece.get("moved") else 0
        return record

    def _laid(self, chance: Random) -> Iterator[tuple[str, str]]:
        """The kinds that are not known, on their squares: those that cannot move first, since they fit on fewer."""
        still = [kind for kind in self._kinds if kind in _STILL]
        others = [kind for kind in self._kinds if kind not in _STILL]
        unmoved = self._homes() if self._is_new else self._unmoved
        squares = chance.sample(unmoved, len(unmoved))
        yield from zip(squares, still, strict=False)
        rest = [*squares[len(still) :], *self._moved]
        yield from zip(chance.sample(rest, len(rest)), others, strict=False)
        yield from ((square, _SCOUT) for square in self._scouts)

    def _homes(self) -> list[str]:
        rows = self._game.opening["homes"][self._foe]
        return [row + column for row in rows for column in notation.COLUMNS]

    def _known(self) -> Array:
        """The record of all that the view tells."""
        record, view = copy_of(self._game.origin), self._view
        now, table = record[0], view["table"]
        for side, seat in enumerate(SEATS):
            lost = table["captured"][seat]
            tray = table["tray"] or {} if self._is_new and seat == self._seat else {}
            now["tray"][side] = [0, *(tray.get(kind, 0) for kind in notation.KINDS)]
            now["lost"][side] = [0, *(lost.get(kind, 0) for kind in notation.KINDS)]
            now["to_place"][side] = sum(tray.values())
        for piece in table["pieces"]:
            if "kind" in piece:
                _put(now, piece["at"], piece["seat"], piece["kind"])
                traits = MOVED * ("moved" in piece) | REVEALED * ("revealed" in piece)
                now["traits"][CELLS[piece["at"]]] = traits
        now["plies"], now["quiet"] = table["moves"], table["quiet"]
        now["asked"] = view["decision"] == "answer"
        offers = any(each["move"] == notation.DRAW for each in view["legal"])
        now["offered"] = now["asked"] or not (offers or self._is_new)
        if not self._is_new:
            now["turn"] = SEATS.index(self._foe if now["asked"] else self._seat)
        _recount(now, table["log"])
        return record


def scouts_of(views: Sequence[View]) -> set[str]:
    """The squares on which pieces stand that have gone farther than one square in one move."""
    scouts, told = set[str](), 0
    for view in [*views[-1 - _APART :: -_APART][::-1], views[-1]]:
        for event in view["table"]["log"]:
            if event["number"] <= told:
                continue
            told = event["number"]
            move = notation.read(event["move"])
            if not isinstance(move, notation.Moving):
                continue
            is_scout = move.origin in scouts or abs(CELLS[move.origin] - CELLS[move.target]) not in {1, ROW}
            came = event.get("attack", {}).get("came")
            scouts -= {move.origin} if came == Came.LOST.value else {move.origin, move.target}
            if is_scout and came in {None, Came.WON.value}:
                scouts.add(move.target)
    return scouts


def _put(now: Any, square: str, seat: str, kind: str) -> None:
    """Puts a piece on a square of a record."""
    cell, side, number = CELLS[square], SEATS.index(seat), _NUMBERS[kind]
    now["cell"][cell] = side * SIDE + number
    if kind not in _STILL:
        n = int(now["n_movers"][side])
        now["slot"][cell], now["movers"][side, n] = n, cell
        now["n_movers"][side] = n + 1


def _recount(now: Any, log: Sequence[View]) -> None:
    """Writes what the moves that are told of have left behind: bombs, and who goes back and forth."""
    told = 0
    for event in log:
        side, move = SEATS.index(event["seat"]), notation.read(event["move"])
        if event["number"] != told + 1:
            now["went"] = 0
        told = event["number"]
        if not isinstance(move, notation.Moving):
            continue
        source, target = CELLS[move.origin], CELLS[move.target]
        again = now["went"][side] and (source, target) == (now["went_to"][side], now["went_from"][side])
        now["went"][side] = now["went"][side] + 1 if again else 1
        now["went_from"][side], now["went_to"][side] = source, target
        attack = event.get("attack")
        now["battle"] = _BATTLES[attack["came"]] if attack else NO_BATTLE
        if attack:
            now["attacker"], now["defender"] = _NUMBERS[attack["attacker"]], _NUMBERS[attack["defender"]]
            now["bombs_defused"][side] += (now["defender"], now["attacker"]) == (BOMB, MINER)
            now["bombs_hit"][side] += now["defender"] == BOMB and now["attacker"] != MINER


def _events(view: View) -> Event | None:
    """The chain of all events that a view tells of."""
    last: Event | None = None
    attacked: Event | None = None
    told = [(each["number"], each) for each in view["table"]["log"]]
    words = ((view["table"]["moves"], each) for each in view["last"] if each.get("move") in notation.WORDS)
    if not told and not view["table"]["is_setting_up"]:
        last = _placed(SEATS[0], "", None)  # whatever it was
    for number, each in (*told, *words):
        attack = each.get("attack")
        fought = attack and Attack(attack["attacker"], attack["defender"], Came(attack["came"]))
        last = Event(
            (each["seat"],), each["move"], number, is_placing=False, attack=fought, earlier=last, attacked=attacked
        )
        attacked = last if fought else attacked
    if view["table"]["is_setting_up"]:
        for each in view["plan"]:
            last = _placed(view["viewer"], each["move"], last)
    return last


def _placed(seat: str, move: str, earlier: Event | None) -> Event:
    """A piece that was put somewhere in a set-up."""
    return Event((seat,), move, 0, is_placing=True, attack=None, earlier=earlier, attacked=None)
