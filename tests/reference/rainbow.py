"""A judge of Tic-Tac-Rainbow, written from the rules of play (rules: D3) and from nothing else: it knows no engine.

It is slow and plain: pegs lie in a dictionary by their spaces (x, y), and everything is looked at anew each time.

Where the rules are silent or can be read in two ways, this judge takes it that

* drawn turned, as hexagons, the lines along (+1, +1) are dropped and those along (+1, -1) stay, as on hexagons
  elsewhere;
* three whites make a line (three players have three): no two faces of it differ;
* the seat `circle` begins: who sits there is drawn by whoever seats the players;
* a position is who owns which peg, which way up, on which space; with who is to act next. It is counted when a seat
  comes on turn, the opening too; at the third time the match is drawn;
* an action that makes a line decides before repetition and before the 200th ply, which is itself still played;
* plies are the actions of all seats together;
* there are no draw offers;
* with three players, who leaves has lost; its pegs stay where they are and nobody may touch them; the others go on
  in turn without it, and with one seat left that seat wins at once, also where a line loses (rules: C46);
* who left loses whatever happens: a draw is one for those who stayed, and where a line loses the leaver does not
  win;
* a seat that leaves on its turn puts the next on turn, and that is a position which counts; one that leaves while
  another is on turn is none;
* seats that leave at one moment all lose, also where nobody is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

At: TypeAlias = tuple[int, int]

SEATS = ("circle", "square", "triangle")
CELLS = frozenset({(x, y) for x in range(1, 6) for y in range(1, 6)} - {(1, 1), (1, 5), (5, 1), (5, 5)})
COLORED = ("RO", "OY", "YG", "GB", "BV", "VR")
WILD = "WK"
WHITE, BLACK = "W", "K"
DIRECTIONS = {"square": ((1, 0), (0, 1), (1, 1), (1, -1)), "hexagon": ((1, 0), (0, 1), (1, -1))}
MOST_PLIES = 200
MOST_OCCURRENCES = 3


@dataclass
class Peg:
    """A peg on the board: whose it is, and its two faces. All of it is known to everybody."""

    owner: str
    up: str
    down: str

    @property
    def name(self) -> str:
        """As it is called off the board."""
        return self.up + self.down if self.up + self.down in {*COLORED, WILD} else self.down + self.up


def lines_of(kind: str) -> set[tuple[At, At, At]]:
    """All rows of three spaces."""
    found = set()
    for x, y in CELLS:
        for dx, dy in DIRECTIONS[kind]:
            line = ((x, y), (x + dx, y + dy), (x + 2 * dx, y + 2 * dy))
            if CELLS.issuperset(line):
                found.add(line)
    return found


def cell(text: str) -> At:
    x, y = text.split(",")
    return int(x), int(y)


class Judge:
    """One match, changed in place by `play` and `leave`.

    Attributes:
        pieces: the pegs on the board, by space.
        off: the pegs of each seat that are off the board, by name.
        turn: whose turn it is.
        outcome: what became of each seat; None while the match goes on.
        left: the seats that have left.
        plies: the actions so far.
        occurred: how often each position came up.
    """

    def __init__(self, players: int = 2, ending: str = "wins", lines: str = "square") -> None:
        self.seats = SEATS[:players]
        self.ending = ending
        self.lines = lines_of(lines)
        self.pieces: dict[At, Peg] = {}
        self.off = {seat: {*COLORED, WILD} for seat in self.seats}
        self.turn = self.seats[0]
        self.outcome: dict[str, str] | None = None
        self.left: set[str] = set()
        self.plies = 0
        self.occurred: Counter[object] = Counter()
        self._count_position()

    # Who acts, and what they may do.

    @property
    def acting(self) -> tuple[str, ...]:
        """The seat on turn."""
        return () if self.outcome is not None else (self.turn,)

    def legal(self, seat: str) -> set[str]:
        """The texts of the actions that a seat may take; empty where it is not on turn."""
        if seat not in self.acting:
            return set()
        return {*self._placements(seat), *self._flips(seat), *self._moves(seat)}

    @property
    def empty(self) -> list[At]:
        return [at for at in CELLS if at not in self.pieces]

    def _placements(self, seat: str) -> Iterator[str]:
        for peg in self.off[seat]:
            if peg != WILD or self.off[seat] == {WILD}:
                for x, y in self.empty:
                    yield f"{peg}@{x},{y}"
                    yield f"{peg[::-1]}@{x},{y}"

    def _flips(self, seat: str) -> Iterator[str]:
        return (f"flip {x},{y}" for (x, y), peg in self.pieces.items() if peg.owner == seat)

    def _moves(self, seat: str) -> Iterator[str]:
        for (x, y), peg in self.pieces.items():
            if peg.owner == seat:
                yield from (f"{x},{y}>{to_x},{to_y}" for to_x, to_y in self.empty)

    # What happens.

    def play(self, seat: str, text: str) -> None:
        """One action of a seat.

        Raises:
            ValueError: it is not legal.
        """
        if text not in self.legal(seat):
            raise ValueError(f"{seat} may not play {text}")
        if "@" in text:
            self._place(seat, *text.split("@"))
        elif text.startswith("flip"):
            peg = self.pieces[cell(text.split()[1])]
            peg.up, peg.down = peg.down, peg.up
        else:
            origin, target = text.split(">")
            self.pieces[cell(target)] = self.pieces.pop(cell(origin))
        self.plies += 1
        self._after_action(seat)

    def leave(self, *seats: str) -> None:
        """Seats that leave at one moment; they lose whatever happens."""
        if self.outcome is not None or self.left.intersection(seats):
            raise ValueError(f"{seats} cannot leave")
        self.left.update(seats)
        staying = [seat for seat in self.seats if seat not in self.left]
        if len(staying) <= 1:
            self._end(dict.fromkeys(self.seats, "win"))
        elif self.turn in self.left:
            self._next_turn()

    def _place(self, seat: str, faces: str, at: str) -> None:
        peg = Peg(seat, up=faces[0], down=faces[1])
        self.pieces[cell(at)] = peg
        self.off[seat].remove(peg.name)

    def _after_action(self, seat: str) -> None:
        if self.rows:
            on_line, otherwise = ("win", "lose") if self.ending == "wins" else ("lose", "win")
            self._end({other: on_line if other == seat else otherwise for other in self.seats})
        elif self.plies == MOST_PLIES:
            self._end(dict.fromkeys(self.seats, "draw"))
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        order = self.seats * 2
        start = self.seats.index(self.turn) + 1
        self.turn = next(seat for seat in order[start:] if seat not in self.left)
        self._count_position()

    def _count_position(self) -> None:
        position = self.turn, frozenset((at, peg.owner, peg.up, peg.down) for at, peg in self.pieces.items())
        self.occurred[position] += 1
        if self.occurred[position] == MOST_OCCURRENCES:
            self._end(dict.fromkeys(self.seats, "draw"))

    def _end(self, outcome: dict[str, str]) -> None:
        self.outcome = {seat: "lose" if seat in self.left else came for seat, came in outcome.items()}

    # Lines.

    @property
    def rows(self) -> set[tuple[At, At, At]]:
        """The lines that are complete: full, no black, and no two colours beside white."""
        return {line for line in self.lines if self._is_row(line)}

    def _is_row(self, line: tuple[At, At, At]) -> bool:
        if any(at not in self.pieces for at in line):
            return False
        faces = {self.pieces[at].up for at in line}
        return BLACK not in faces and len(faces - {WHITE}) <= 1

    # What is seen.

    def knows(self, viewer: str) -> dict[At, Peg]:
        """What a seat or `spectator` may know: everything, since every peg was placed before all eyes."""
        del viewer
        return dict(self.pieces)
