"""What happens on the board: a single move made, or found impossible; and what it shows (rules: C22, R2 to R6, R17)."""

from __future__ import annotations

from dataclasses import dataclass, field

from redscience.variations.language.captures import CONDITIONS
from redscience.variations.language.model import At
from redscience.variations.language.moves import MOVES
from reference.moves import Move, Mover, Way, captives_around
from reference.pieces import Piece
from reference.stacks import Arrival, Draw, land
from reference.table import Table, owning_seats


@dataclass
class Happening:
    """What a single move, or a round, did.

    Attributes:
        touched: the spaces that each seat's moves had to do with.
        moved: the pieces that moved on the board, riders and a castling rook too, each with the seat whose move it was.
        led: the pieces placed or chosen to move, likewise.
        boards: on which boards something was tried.
        placed: how many pieces came from reserves.
        promoted: whose piece of which shape became another.
        failed: the seats of which an attempt failed.
        chain: where a piece stands that has just jumped and may jump on.
    """

    touched: dict[At, set[str]] = field(default_factory=dict)
    moved: list[tuple[str, Piece]] = field(default_factory=list)
    led: list[tuple[str, Piece]] = field(default_factory=list)
    boards: set[int] = field(default_factory=set)
    placed: int = 0
    promoted: set[tuple[str, str]] = field(default_factory=set)
    failed: set[str] = field(default_factory=set)
    chain: At | None = None

    def touch(self, seat: str, *spaces: At) -> None:
        for at in spaces:
            self.touched.setdefault(at, set()).add(seat)

    def promote(self, piece: Piece, shape: str) -> None:
        self.promoted.add((piece.owner, piece.shape))
        piece.shape = shape


def show_capture(table: Table, captor: Piece, captives: list[tuple[Piece, str]], left: list[Piece]) -> None:
    """The pieces left after a capture are known to the owners of captors and captives, for ever (rules: 0.4)."""
    if captives:
        witnesses = owning_seats(table.rules, captor.owner, *(owner for _, owner in captives))
        for piece in left:
            piece.known |= witnesses


def make_move(table: Table, seat: str, move: Move, draw: Draw, *, chain: bool = False) -> Happening:
    """Makes a move that is legal as the seat sees the board; if it cannot be made, it shows why (rules: C22)."""
    happening = Happening(boards={move.target[0]})
    table.passed_over, before = {}, table.passed_over
    if table.grid.has_gravity:
        made = _on_stacks(table, seat, move, draw, happening)
    elif move.origin is None:
        made = _placed(table, seat, move, happening)
    else:
        made = _jumped(table, seat, move, happening, before, chain=chain)
    if not made:
        happening.failed.add(seat)
    return happening


# On boards without gravity.


def _placed(table: Table, seat: str, move: Move, happening: Happening) -> bool:
    if move.target in table.board:
        table.board[move.target].known.add(seat)
        return False
    table.reserve[move.look.owner, move.look.shape or ""] -= 1
    piece = Piece(move.look.owner, move.look.shape or "", {seat})
    table.board[move.target] = piece
    happening.placed = 1
    happening.led.append((seat, piece))
    happening.touch(seat, move.target)
    capture_around(table, seat, move.target, (), happening, placed=True)
    return True


def _jumped(
    table: Table, seat: str, move: Move, happening: Happening, passed_over: dict[At, Piece], *, chain: bool
) -> bool:
    origin = move.origin
    assert origin is not None
    piece, target = table.board[origin], move.target
    table.passed_over = passed_over
    ways = Mover(table, seat, table.truth).reached(origin, piece.look, chain=chain).get(target, [])
    table.passed_over = {}
    if not ways:
        for blocker in blockers(table, move):
            blocker.known.add(seat)
        return False
    happening.led.append((seat, piece))
    happening.touch(seat, origin, target)
    del table.board[origin]
    rooks = {way.rook for way in ways if way.rook}
    for stood, crossed in rooks:
        rook = table.board[crossed] = table.board.pop(stood)
        rook.jumped = True
        happening.moved.append((seat, rook))
        happening.touch(seat, stood, crossed)
    if arrive(table, seat, piece, target, ways[0].onto):
        piece.jumped = True
        happening.moved.append((seat, piece))
        capture_on_the_way(table, seat, piece, ways, happening)
        vectors = tuple(way.vector for way in ways if way.vector)
        capture_around(table, seat, target, vectors, happening, placed=False)
        if any(way.double for way in ways):
            table.passed_over = {ways[0].path[0]: piece}
        if move.promotion:
            happening.promote(piece, move.promotion)
        elif any(way.over for way in ways) and jumps_on(table, piece):
            happening.chain = target
    return True


def jumps_on(table: Table, piece: Piece) -> bool:
    """Whether a piece that has jumped may jump again (rules: A4x Chain Jump)."""
    return CONDITIONS[table.rules.shapes[piece.shape].condition or ""].jumps in {"chain", "chain_back"}


def blockers(table: Table, move: Move) -> list[Piece]:
    """What makes a move impossible: the first piece on each way, or what stands on the target (rules: R17).

    A jump that nothing is in the way of fails on the piece jumped over, which is paralyzed already.
    """
    found = []
    for way in move.ways:
        spaces = (*way.path, *((way.rook[1],) if way.rook else ()), move.target, *((way.over,) if way.over else ()))
        found += [next((table.board[at] for at in spaces if at in table.board), None)]
    return [piece for piece in found if piece is not None]


def arrive(table: Table, seat: str, piece: Piece, target: At, onto: str) -> bool:
    """A piece comes to a space and meets what stands there; whether it is then on it (rules: R2)."""
    occupant = table.board.get(target)
    if occupant is None:
        table.board[target] = piece
        return True
    occupant.known.add(seat)
    if onto == "takes":
        owner = occupant.owner
        table.capture(piece, target)
        table.board[target] = piece
        show_capture(table, piece, [(occupant, owner)], [piece])
        return True
    if onto == "dies":
        table.board[target] = piece
        table.capture(occupant, target)
        table.board[target] = occupant
        show_capture(table, occupant, [(piece, piece.owner)], [occupant])
        return False
    assert onto == "both", onto
    del table.board[target]
    return False


def capture_on_the_way(table: Table, seat: str, piece: Piece, ways: list[Way], happening: Happening) -> None:
    """Pieces jumped over, and pawns captured in passing."""
    for at in {space for way in ways for space in (way.over, way.passing) if space}:
        _capture(table, seat, piece, at, happening)


def capture_around(
    table: Table, seat: str, at: At, vectors: tuple[tuple[int, int, int], ...], happening: Happening, *, placed: bool
) -> None:
    """By Surround, Approach and Adjacent."""
    captor = table.board[at]
    for captive in captives_around(table, table.truth, at, vectors, placed=placed):
        _capture(table, seat, captor, captive, happening)


def _capture(table: Table, seat: str, captor: Piece, at: At, happening: Happening) -> None:
    captive = table.board[at]
    owner = captive.owner
    table.capture(captor, at)
    happening.touch(seat, at)
    left = [captor, captive] if at in table.board else [captor]
    show_capture(table, captor, [(captive, owner)], left)


# On stacks.


def _on_stacks(table: Table, seat: str, move: Move, draw: Draw, happening: Happening) -> bool:
    truth = table.truth
    column: At = (*move.target[:3], 1)
    if move.origin is None:
        rest = table.rest_of(column, truth)
        if not rest or not table.may_enter(seat, rest[0]):
            _show_top(table, seat, column)
            return False
        table.reserve[move.look.owner, move.look.shape or ""] -= 1
        load = [Piece(move.look.owner, move.look.shape or "", {seat})]
        happening.placed = 1
    else:
        if not _can_go(table, seat, move, column):
            return False
        load = _lifted(table, move.origin)
        for piece in load:
            piece.jumped = True
        happening.touch(seat, *table.grid.column(move.origin))
        happening.moved += [(seat, piece) for piece in load]
    happening.led.append((seat, load[0]))
    by_stack = move.origin is not None and carries(table, move)
    land_on_stack(table, column, [Arrival(seat, load, by_stack)], draw, happening)
    if move.promotion and load[0] in table.board.values():
        happening.promote(load[0], move.promotion)
    return True


def carries(table: Table, move: Move) -> bool:
    """Whether the piece moves by stack or by full stack."""
    return MOVES[table.rules.shapes[move.look.shape or ""].move].carries != "one"


def _can_go(table: Table, seat: str, move: Move, column: At) -> bool:
    """Whether a move on stacks is possible in truth; shows what makes it impossible (rules: R17)."""
    origin = move.origin
    assert origin is not None
    ways = Mover(table, seat, table.truth).reached(origin, table.board[origin].look)
    if any(target[:3] == column[:3] for target in ways):
        return True
    if not carries(table, move) and _top(table, origin) is not table.board[origin]:
        _show_top(table, seat, origin)
        return False
    top = _top(table, column)
    if top is None or seat in top.known or column not in _cloaked_columns(table):
        _show_top(table, seat, origin)
    _show_top(table, seat, column)
    return False


def _cloaked_columns(table: Table) -> set[At]:
    """The stacks whose top stands on a cloaked space."""
    tops: dict[At, At] = {}
    for at in sorted(table.board):
        tops[*at[:3], 1] = at
    return {column for column, top in tops.items() if top in table.phase.cloaks}


def _top(table: Table, column: At) -> Piece | None:
    pieces = [table.board[at] for at in table.grid.column(column) if at in table.board]
    return pieces[-1] if pieces else None


def _show_top(table: Table, seat: str, column: At) -> None:
    top = _top(table, column)
    if top is not None:
        top.known.add(seat)


def _lifted(table: Table, origin: At) -> list[Piece]:
    """Takes a piece and all above it off the board."""
    spaces = [at for at in table.grid.column(origin) if at in table.board and at[3] >= origin[3]]
    return [table.board.pop(at) for at in spaces]


def land_on_stack(table: Table, column: At, arrivals: list[Arrival], draw: Draw, happening: Happening) -> None:
    """Lands all that comes to a stack, together (rules: 0.2)."""
    residents = [table.board[at] for at in table.grid.column(column) if at in table.board]
    for arrival in arrivals:
        if residents:
            residents[-1].known.add(arrival.seat)
        happening.touch(arrival.seat, *table.grid.column(column))
    landing = land(table.rules, residents, arrivals, draw)
    table.settle(column, landing.stay)
    for arrival in arrivals:
        for at in table.grid.column(column):
            if table.board.get(at) in arrival.pieces:
                happening.touched[at] = {arrival.seat}  # what lies there is who brought it
    for owner, shape in landing.to_reserve:
        table.to_reserve(owner, shape)
    if landing.captives:
        witnesses = owning_seats(table.rules, *landing.captors, *(owner for _, owner in landing.captives))
        for piece in landing.stay:
            piece.known |= witnesses
