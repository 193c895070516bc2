"""A judge of Stratego, written from the rules of play (rules: D1) and from nothing else: it knows no engine.

It is slow and plain: pieces lie in a dictionary by the names of their spaces, and everything is looked at anew each
time.

Where the rules are silent or can be read in two ways, this judge takes it that

* a spy who attacks the spy takes it, and stays: *anything takes (attacking) Spy* comes before *equal removes both*;
* *movable pieces* are pieces that are neither bomb nor flag, whether or not they have a space to go to;
* after a move the first of these holds: the flag is taken; neither side has a movable piece (draw); the side on
  turn has no legal move (it loses); 200 plies without an attack (draw). The last two in this order, as mate goes
  before the clock;
* the same is looked at when the set-ups are complete, so that a red army which has shut itself in loses at once;
* plies are moves of both sides together; set-ups and draw offers are none, and an attack sets the count to 0;
* the shuttle rule counts any moves of one piece between two spaces, attacks and a scout's long moves too, and
  nothing but another move of the same side ends the count: not the other side's moves, nor a draw offer;
* where only the shuttle rule keeps a side from moving, it has no legal move and loses;
* a set-up is placed one piece at a time on the free spaces of the home rows, and nothing is taken back; it is
  complete with the last piece. Seats place independently. Nothing of it is seen by anybody else until both are
  complete;
* a draw may be offered once a turn, before the move, and not during the set-up; whoever refuses may offer in its
  own turn;
* a seat may leave at any time, also while it is not on turn; where both leave at one moment both lose;
* both pieces of a combat are shown to everybody for ever, also the one that died, and to spectators as well;
* a winner that enters a space has moved; one that stays put has not;
* the end shows nothing more to a viewer;
* a marshal that dies in combat was captured by the other side, whatever killed it: also on a bomb, also by a
  marshal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

SEATS = ("red", "blue")
DRAW, AGREE, REFUSE = "draw", "agree", "refuse"
ROWS = "ABCDEFGHIJ"
COLUMNS = "0123456789"
LAKES = frozenset({"E2", "E3", "F2", "F3", "E6", "E7", "F6", "F7"})
HOMES = {"red": "GHIJ", "blue": "ABCD"}
ARMIES = {
    "full": {
        "bomb": 6,
        "marshal": 1,
        "general": 1,
        "colonel": 2,
        "major": 3,
        "captain": 4,
        "lieutenant": 4,
        "sergeant": 4,
        "miner": 5,
        "scout": 8,
        "spy": 1,
        "flag": 1,
    },
    "barrage": {"flag": 1, "bomb": 1, "spy": 1, "miner": 1, "scout": 2, "general": 1, "marshal": 1},
}
NUMBERS = {
    "marshal": 1,
    "general": 2,
    "colonel": 3,
    "major": 4,
    "captain": 5,
    "lieutenant": 6,
    "sergeant": 7,
    "miner": 8,
    "scout": 9,
}
"""The lower one wins. Bomb, spy and flag have none: they are no fighters."""
QUIET_PLIES = 200
SHUTTLES = 3
"""So many moves in a row a piece may make between two spaces."""


@dataclass
class Piece:
    """A piece as it really is. Two pieces are the same only if they are one object.

    Attributes:
        revealed: whether it has taken part in combat, so that everybody knows its kind.
        moved: whether it has ever moved.
    """

    owner: str
    kind: str
    revealed: bool = False
    moved: bool = False


@dataclass(frozen=True)
class Seen:
    """A piece as a viewer sees it; `kind` is None where it is hidden."""

    owner: str
    kind: str | None
    revealed: bool
    moved: bool


@dataclass(frozen=True)
class Step:
    """A move that was made."""

    piece: Piece
    origin: str
    target: str


def other(seat: str) -> str:
    return SEATS[1 - SEATS.index(seat)]


def neighbor(at: str, rows: int, columns: int) -> str | None:
    """The space so many rows down and columns to the right; None where there is none, or a lake."""
    row, column = ROWS.index(at[0]) + rows, COLUMNS.index(at[1]) + columns
    if not (0 <= row < len(ROWS) and 0 <= column < len(COLUMNS)):
        return None
    found = ROWS[row] + COLUMNS[column]
    return None if found in LAKES else found


def survivors(attacker: str, defender: str) -> tuple[bool, bool]:
    """Whether the attacker lives, and whether the defender does."""
    if defender == "bomb":
        attacker_wins = attacker == "miner"
    elif defender in {"flag", "spy"}:
        attacker_wins = True
    elif attacker == "spy":
        attacker_wins = defender == "marshal"
    elif NUMBERS[attacker] == NUMBERS[defender]:
        return False, False
    else:
        attacker_wins = NUMBERS[attacker] < NUMBERS[defender]
    return attacker_wins, not attacker_wins


class Judge:
    """One match, changed in place by `play` and `leave`.

    Attributes:
        pieces: what really stands where, by names of spaces such as `G4`.
        outcome: what became of each seat; None while the match goes on.
        in_setup: whether the armies are still being placed.
        to_place: what each seat has yet to place, by kind.
        turn: whose turn it is, after the set-up.
        asked: the seat that has to answer the offer of a draw, or None; offered: whether one was offered in this turn.
        captured: the kinds that each seat has lost, in order.
        quiet: plies since the last attack.
        steps: the moves of each seat, in order.
        statistics: by seat, what is counted for the player's page.
    """

    seats = SEATS

    def __init__(self, army: str = "full") -> None:
        self.pieces: dict[str, Piece] = {}
        self.outcome: dict[str, str] | None = None
        self.in_setup = True
        self.to_place = {seat: Counter(ARMIES[army]) for seat in SEATS}
        self.turn = "red"
        self.asked: str | None = None
        self.offered = False
        self.captured: dict[str, list[str]] = {seat: [] for seat in SEATS}
        self.quiet = 0
        self.steps: dict[str, list[Step]] = {seat: [] for seat in SEATS}
        self.statistics: dict[str, Counter[str]] = {seat: Counter() for seat in SEATS}

    # Who acts, and what they may do.

    @property
    def acting(self) -> tuple[str, ...]:
        """The seats that owe a decision: in the set-up those whose army is not complete."""
        if self.outcome is not None:
            return ()
        if self.in_setup:
            return tuple(seat for seat in SEATS if self.to_place[seat].total())
        return (self.asked or self.turn,)

    def legal(self, seat: str) -> set[str]:
        """The texts of the moves that a seat may make next; empty where it owes none."""
        if seat not in self.acting:
            return set()
        if self.in_setup:
            return set(self._placements(seat))
        if self.asked:
            return {AGREE, REFUSE}
        return set(self._moves(seat)) | (set() if self.offered else {DRAW})

    def _placements(self, seat: str) -> Iterator[str]:
        kinds = [kind for kind, count in self.to_place[seat].items() if count]
        for row in HOMES[seat]:
            for column in COLUMNS:
                if row + column not in self.pieces:
                    yield from (f"{row}{column}:{kind}" for kind in kinds)

    def _moves(self, seat: str) -> Iterator[str]:
        for origin, piece in self.pieces.items():
            if piece.owner == seat:
                for target in self._targets(origin, piece):
                    if not self._is_shuttle(piece, origin, target):
                        yield f"{origin}>{target}"

    def _targets(self, origin: str, piece: Piece) -> Iterator[str]:
        if piece.kind in {"bomb", "flag"}:
            return
        for rows, columns in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            at = neighbor(origin, rows, columns)
            while at is not None and at not in self.pieces:
                yield at
                at = neighbor(at, rows, columns) if piece.kind == "scout" else None
            if at is not None and self.pieces[at].owner != piece.owner:
                yield at

    def _is_shuttle(self, piece: Piece, origin: str, target: str) -> bool:
        """Whether it would be the fourth move in a row of this piece between these two spaces."""
        last = self.steps[piece.owner][-SHUTTLES:]
        between = {origin, target}
        return len(last) == SHUTTLES and all(
            step.piece is piece and {step.origin, step.target} == between for step in last
        )

    # What happens.

    def play(self, seat: str, text: str) -> None:
        """One single move of a seat.

        Raises:
            ValueError: it is not legal.
        """
        if text not in self.legal(seat):
            raise ValueError(f"{seat} may not play {text}")
        if self.in_setup:
            self._place(seat, *text.split(":"))
        elif text == DRAW:
            self.offered, self.asked = True, other(seat)
        elif text == AGREE:
            self._end(dict.fromkeys(SEATS, "draw"))
        elif text == REFUSE:
            self.asked = None
        else:
            self._move(*text.split(">"))

    def leave(self, *seats: str) -> None:
        """Seats that leave at one moment; they lose."""
        if self.outcome is not None:
            raise ValueError("the match is over")
        self._end({seat: "lose" if seat in seats else "win" for seat in SEATS})

    def _place(self, seat: str, at: str, kind: str) -> None:
        self.pieces[at] = Piece(seat, kind)
        self.to_place[seat][kind] -= 1
        if not any(self.to_place[seat].total() for seat in SEATS):
            self.in_setup = False
            self._look_whether_it_is_over()

    def _move(self, origin: str, target: str) -> None:
        piece = self.pieces.pop(origin)
        self.steps[piece.owner].append(Step(piece, origin, target))
        self.quiet += 1
        if target in self.pieces:
            self.quiet = 0
            self._attack(piece, target)
        else:
            self.pieces[target] = piece
            piece.moved = True
        self.turn, self.offered = other(piece.owner), False
        self._look_whether_it_is_over()

    def _attack(self, attacker: Piece, target: str) -> None:
        defender = self.pieces.pop(target)
        attacker.revealed = defender.revealed = True
        attacker_lives, defender_lives = survivors(attacker.kind, defender.kind)
        self._count(attacker, defender)
        for piece, lives in ((attacker, attacker_lives), (defender, defender_lives)):
            if lives:
                self.pieces[target] = piece
            else:
                self.captured[piece.owner].append(piece.kind)
                self._count_death(piece)
        attacker.moved = attacker.moved or attacker_lives

    def _count(self, attacker: Piece, defender: Piece) -> None:
        if defender.kind == "bomb":
            name = "bombs defused" if attacker.kind == "miner" else "bombs hit"
            self.statistics[attacker.owner][name] += 1

    def _count_death(self, piece: Piece) -> None:
        if piece.kind == "marshal":
            self.statistics[piece.owner]["marshals lost"] += 1
            self.statistics[other(piece.owner)]["marshals captured"] += 1

    # The end.

    def _look_whether_it_is_over(self) -> None:
        for seat in SEATS:
            if "flag" in self.captured[seat]:
                self._end({seat: "lose", other(seat): "win"})
                return
        if all(piece.kind in {"bomb", "flag"} for piece in self.pieces.values()):
            self._end(dict.fromkeys(SEATS, "draw"))
        elif not any(self._moves(self.turn)):
            self._end({self.turn: "lose", other(self.turn): "win"})
        elif self.quiet >= QUIET_PLIES:
            self._end(dict.fromkeys(SEATS, "draw"))

    def _end(self, outcome: dict[str, str]) -> None:
        self.outcome = outcome
        self.asked = None

    # What is seen.

    def knows(self, viewer: str) -> dict[str, Seen]:
        """What a seat or `spectator` may know of the pieces on the board."""
        shown = {at: piece for at, piece in self.pieces.items() if piece.owner == viewer or not self.in_setup}
        return {at: _seen(piece, viewer) for at, piece in shown.items()}


def _seen(piece: Piece, viewer: str) -> Seen:
    is_known = piece.revealed or piece.owner == viewer
    return Seen(piece.owner, piece.kind if is_known else None, piece.revealed, piece.moved)
