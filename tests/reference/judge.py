"""A judge of matches that plays by dictionaries: written from the rules of play, not from the engine.

It knows what the engine plays today: one sequential phase without a pass, no powers, no cloaks, no Chaos. Spaces are
`At` tuples, pieces are (owner, shape) pairs, moves are texts in full notation. It looks at everything anew each time.
"""

from __future__ import annotations

from itertools import permutations, product

from redscience.language import RuleSet
from redscience.language.model import COMMUNAL, SHAPES, At, Check
from redscience.language.moves import MOVES

Piece = tuple[str, str]
Spot = tuple[int, int, int]

MOST_MOVES = 2000
LETTERS = {"black": "B", "white": "W", "pink": "K", "yellow": "Y", COMMUNAL: "C"}


class Judge:
    """One match, changed in place by `play` and `leave`.

    Attributes:
        outcome: what became of each seat; None while the match goes on.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.seats = rules.seats
        x, y, z = rules.board.size
        self.boards = range(1, rules.board.count + 1)
        self.spots: frozenset[Spot] = frozenset(product(range(1, x + 1), range(1, y + 1), range(1, z + 1)))
        self.stacks = rules.board.kind == "stacks"
        self.pieces: dict[At, Piece] = {at: (piece.owner, piece.shape) for at, piece in rules.setup.items()}
        self.reserve: dict[Piece, int] = {
            (owner, name): shape.reserve.get(owner, 0) for name, shape in rules.shapes.items() for owner in rules.owners
        }
        self.turn = 0
        self.moves_left = rules.pieces_per_turn
        self.offered = False
        self.asked: set[str] = set()
        self.left: set[str] = set()
        self.winners: dict[int, set[str]] = {}
        self.seen: set[object] = set()
        self.moves_made = 0
        self.outcome: dict[str, str] | None = None
        self._pass_while_nothing_is_legal()

    # What may be done.

    @property
    def acting(self) -> tuple[str, ...]:
        if self.outcome is not None:
            return ()
        if self.asked:
            return tuple(seat for seat in self.seats if seat in self.asked)
        return (self.seats[self.turn],)

    def legal(self, seat: str) -> dict[str, int]:
        """The moves that a seat may make now, each with its weight for Random."""
        if seat not in self.acting:
            return {}
        if self.asked:
            return {"agree": 1, "refuse": 1}
        moves = self._moves(seat)
        if self.rules.agree_draw and not self.offered and self.moves_left == self.rules.pieces_per_turn:
            moves["draw"] = 0
        return moves

    def _moves(self, seat: str) -> dict[str, int]:
        """Placements and jumps."""
        return {text: weight for text, (weight, _, _, _) in self._meanings(seat).items()}

    def _meanings(self, seat: str) -> dict[str, tuple[int, Piece, At | None, At]]:
        """Weight, piece, origin and landing of each placement and jump, by its text."""
        found: dict[str, tuple[int, Piece, At | None, At]] = {}
        for board in self.boards:
            if board in self.winners:
                continue
            landings = {at for at in self._landings(board) if self._may_pass_through(seat, at)}
            for piece, count in self.reserve.items():
                if count and self._owns(seat, piece):
                    for at in landings:
                        found[self._placement(piece, at)] = (count, piece, None, at)
            for at, piece in self.pieces.items():
                if at[0] == board and self._may_lift(seat, at):
                    for end in landings & self._reached(at, piece[1]):
                        found[self._jump(at, end)] = (1, piece, at, end)
        return found

    def _landings(self, board: int) -> set[At]:
        """Where a piece can come to rest: on stacks the lowest space that is neither occupied nor a wall."""
        free = {(board, *spot) for spot in self.spots} - self.pieces.keys() - set(self.rules.board.walls)
        if not self.stacks:
            return free
        return {at for at in free if not any(other[1:3] == at[1:3] and other[3] < at[3] for other in free)}

    def _may_pass_through(self, seat: str, at: At) -> bool:
        """Whether walls and exclusive spaces let a seat enter or leave."""
        board = self.rules.board
        return at not in board.walls and (at not in board.exclusive or seat in board.exclusive[at])

    def _may_lift(self, seat: str, at: At) -> bool:
        piece = self.pieces[at]
        return (
            self._owns(seat, piece)
            and not self.reserve.get(piece)
            and self._may_pass_through(seat, at)
            and at not in self.rules.board.sticky
            and not (self.stacks and any(other[:3] == at[:3] and other[3] > at[3] for other in self.pieces))
        )

    def _owns(self, seat: str, piece: Piece) -> bool:
        owner = piece[0]
        if owner == COMMUNAL:
            return False
        if self.rules.colors == "assigned":
            return owner == seat
        if self.rules.colors == "partners":
            return owner == ("black" if seat in {"black", "pink"} else "white")
        return True

    def _reached(self, at: At, shape: str) -> set[At]:
        """The spaces to which the moves of a shape lead; whether they can be landed on is looked at elsewhere."""
        option = MOVES[self.rules.shapes[shape].move]
        steps = [
            step
            for step in product((-1, 0, 1), repeat=3)
            if sum(map(abs, step)) in option.axes and not (self.stacks and step[2])
        ]
        leaps = {
            tuple(sign * offset for sign, offset in zip(signs, order, strict=True))
            for leap in option.leaps
            for order in permutations(leap)
            for signs in product((-1, 1), repeat=3)
        }
        ends: set[At] = set()
        for step in steps:
            for far in range(1, 2 + option.slides * 512):
                some = self._away(at, step, far)
                ends |= some
                if not some or (not self.stacks and some & self.pieces.keys()):
                    break
        for leap in leaps:
            ends |= self._away(at, leap, 1)
        return ends

    def _away(self, at: At, step: tuple[int, ...], far: int) -> set[At]:
        """The space so many steps away, on stacks the whole stack; empty off the board."""
        board, x, y, z = at
        end = (x + far * step[0], y + far * step[1], z + far * step[2])
        if end not in self.spots:
            return set()
        if not self.stacks:
            return {(board, *end)}
        return set() if step[2] else {(board, *spot) for spot in self.spots if spot[:2] == end[:2]}

    # How it is written.

    def _placement(self, piece: Piece, at: At) -> str:
        color = LETTERS[piece[0]] if self.rules.colors == "choose" else ""
        return f"{color}{piece[1]}@{self._board(at)}{self._spot(at, landing=True)}"

    def _jump(self, at: At, end: At) -> str:
        return f"{self._board(at)}{self._spot(at, landing=False)}>{self._spot(end, landing=True)}"

    def _board(self, at: At) -> str:
        return f"{at[0]}:" if self.rules.board.count > 1 else ""

    def _spot(self, at: At, *, landing: bool) -> str:
        _, x, y, z = at
        with_height = self.rules.board.size[2] > 1 and not (landing and self.stacks)
        return f"{x},{y},{z}" if with_height else f"{x},{y}"

    @property
    def position(self) -> str:
        """As docs/notation.md has it, without the turns passed."""
        x, y, z = self.rules.board.size
        boards = ";".join(
            "|".join(
                "/".join(self._row([(board, i, j, k) for i in range(1, x + 1)]) for j in range(y, 0, -1))
                for k in range(1, z + 1)
            )
            for board in self.boards
        )
        reserves = ",".join(
            "".join(f"{name}{self.reserve[owner, name]}" for name in SHAPES if self.reserve.get((owner, name))) or "-"
            for owner in self.rules.owners
        )
        left = "".join(str(number) for number, seat in enumerate(self.seats) if seat in self.left) or "-"
        asked = "".join(str(number) for number, seat in enumerate(self.seats) if seat in self.asked)
        offer = f"?{asked}" if asked else "x" if self.offered else "-"
        won = "-"
        if self.rules.board.count > 1:
            digits = "".join(str(self._boards_won(seat)) for seat in self.seats)
            won = f"{digits}/{''.join(map(str, sorted(self.winners)))}"
        return f"{boards} {self.seats[self.turn]} {self.moves_left} {reserves} {left} {offer} {won}"

    def _row(self, row: list[At]) -> str:
        text, empty = "", 0
        for at in row:
            if at in self.pieces:
                owner, shape = self.pieces[at]
                text += f"{empty or ''}{LETTERS[owner].lower()}{shape}"
                empty = 0
            else:
                empty += 1
        return f"{text}{empty or ''}"

    # What comes of it.

    def play(self, seat: str, text: str) -> None:
        """Makes a legal move."""
        assert text in self.legal(seat), f"{seat} may not {text}"
        if text == "draw":
            self.offered = True
            self.asked = {other for other in self.seats if other not in self.left} - {seat}
        elif text == "refuse":
            self.asked = set()
        elif text == "agree":
            self.asked.discard(seat)
            if not self.asked:
                self._end(dict.fromkeys(self.seats, "draw"))
        else:
            self._move(seat, text)

    def _move(self, seat: str, text: str) -> None:
        key = (frozenset(self.pieces.items()), frozenset(self.reserve.items()), seat, text)
        repeated = key in self.seen
        self.seen.add(key)
        _, piece, origin, end = self._meanings(seat)[text]
        if origin is None:
            self.reserve[piece] -= 1
        else:
            del self.pieces[origin]
        self.pieces[end] = piece
        self.moves_made += 1
        self._check(seat, end)
        if self.outcome is None and (repeated or self.moves_made == MOST_MOVES):
            self._stalemate()
        if self.outcome is not None:
            return
        self.moves_left -= 1
        if not self.moves_left or not self._moves(seat):
            self._next_turn()
            self._pass_while_nothing_is_legal()

    def leave(self, seat: str) -> None:
        """A seat goes away; who is with it loses too."""
        assert self.outcome is None
        assert seat not in self.left
        self.left |= self._team(seat)
        sides = {frozenset(self._team(other)) for other in self.seats if other not in self.left}
        if len(sides) == 1:
            self._end(dict.fromkeys(self.seats, "win"))
        elif seat == self.seats[self.turn]:
            self._next_turn()
            self._pass_while_nothing_is_legal()
        elif seat in self.asked:
            self.asked.discard(seat)
            if not self.asked:
                self._end(dict.fromkeys(self.seats, "draw"))

    def _next_turn(self) -> None:
        self.moves_left = self.rules.pieces_per_turn
        self.offered = False
        self.asked = set()
        self.turn = (self.turn + 1) % len(self.seats)
        while self.seats[self.turn] in self.left:
            self.turn = (self.turn + 1) % len(self.seats)

    def _pass_while_nothing_is_legal(self) -> None:
        """Who can do nothing passes; when nobody can, it is stalemate."""
        for _ in self.seats:
            if self._moves(self.seats[self.turn]):
                return
            self._next_turn()
        self._stalemate()

    def _check(self, mover: str, end: At) -> None:
        """The turn checks in order, for the board on which the move was made; the first that decides, decides."""
        for check in self.rules.checks:
            makers = self._makers(check, mover, end)
            if makers:
                self._decide_board(end[0], self._by_check(check, makers))
                return

    def _makers(self, check: Check, mover: str, end: At) -> set[str]:
        """Whose row has come about through the piece that was moved."""
        lines = "orthogonal" if check.check == "first_row_wins_no_diagonal" else "any"
        longest = max(len(run) for run in self._runs(lines) if end in run)
        if longest < (check.length or 0):
            return set()
        owner = self.pieces[end][0]
        if self.rules.colors == "assigned":
            return self._team(owner)
        if self.rules.colors == "partners":
            return self._team("black" if owner == "black" else "white")
        return self._team(mover)

    def _by_check(self, check: Check, makers: set[str]) -> dict[str, str]:
        if check.check == "any_row_all_lose":
            return dict.fromkeys(self.seats, "lose")
        first, rest = ("lose", "win") if check.check == "first_row_loses" else ("win", "lose")
        return {seat: first if seat in makers else rest for seat in self.seats}

    def _decide_board(self, board: int, result: dict[str, str]) -> None:
        if self.rules.board.count == 1:
            self._end(result)
            return
        self.winners[board] = {seat for seat, came in result.items() if came == "win"}
        if len(self.winners) == self.rules.board.count:
            self._end_of_boards()

    def _end_of_boards(self) -> None:
        """Most boards win; where nobody won any, it is a draw."""
        won = {seat: self._boards_won(seat) for seat in self.seats}
        if not any(won.values()):
            self._end(dict.fromkeys(self.seats, "draw"))
        else:
            best = max(won.values())
            self._end({seat: "win" if count == best else "lose" for seat, count in won.items()})

    def _boards_won(self, seat: str) -> int:
        return sum(seat in winners for winners in self.winners.values())

    def _stalemate(self) -> None:
        for board in self.boards:
            if board not in self.winners:
                self._decide_board(board, self._by_stalemate(board))

    def _by_stalemate(self, board: int) -> dict[str, str]:
        """What the stalemate rule says of a board."""
        (rule,) = (rule.rule for rule in self.rules.stalemate)
        if rule in {"draws", "all_win", "all_lose"}:
            return dict.fromkeys(self.seats, {"draws": "draw", "all_win": "win", "all_lose": "lose"}[rule])
        picks, _, result = rule.split("_")
        rows = {seat: self._longest_row(seat, board) for seat in self.seats}
        extreme = max(rows.values()) if picks == "most" else min(rows.values())
        picked = {seat for seat in self.seats if rows[seat] == extreme}
        if picked == set(self.seats):
            return dict.fromkeys(self.seats, "win")
        return {seat: "win" if (seat in picked) == (result == "wins") else "lose" for seat in self.seats}

    def _longest_row(self, seat: str, board: int) -> int:
        owned = [
            len(run)
            for run in self._runs("any")
            if run[0][0] == board and any(self._owns(mate, self.pieces[run[0]]) for mate in self._team(seat))
        ]
        return max(owned, default=0)

    def _runs(self, lines: str) -> list[list[At]]:
        """All straight lines of pieces of one owner, from every piece in every direction as far as they go."""
        found: list[list[At]] = []
        for at, (owner, _) in self.pieces.items():
            for step in product((-1, 0, 1), repeat=3):
                if step == (0, 0, 0) or (lines == "orthogonal" and sum(map(abs, step)) > 1):
                    continue
                run: list[At] = [at]
                while (beyond := self._beyond(run[-1], step)) in self.pieces and self.pieces[beyond][0] == owner:
                    run.append(beyond)
                found.append(run)
        return found

    def _beyond(self, at: At, step: tuple[int, ...]) -> At:
        board, x, y, z = at
        return board, x + step[0], y + step[1], z + step[2]

    def _team(self, seat: str) -> set[str]:
        if self.rules.players != "partners":
            return {seat}
        return {"black", "pink"} if seat in {"black", "pink"} else {"white", "yellow"}

    def _end(self, result: dict[str, str]) -> None:
        """The match is over; who has left loses whatever happens."""
        self.outcome = {seat: "lose" if seat in self.left else came for seat, came in result.items()}
