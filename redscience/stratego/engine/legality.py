"""What a seat may do. A move is its cells, `source << 8 | target`; see `redscience.stratego.moves` for the others."""

from __future__ import annotations

from redscience.kernels.compiled import inlined
from redscience.stratego.engine.limits import MOST_ALIKE
from redscience.stratego.engine.records import (
    BOMB,
    EMPTY,
    FLAG,
    N_KINDS,
    RED,
    ROW,
    SCOUT,
    SIDE,
    WALL,
    Array,
    Record,
    kind_of,
    side_of,
)

HOME_ROWS = 4
COLUMNS = 10
FIRST_OF_BLUE = ROW + 1
FIRST_OF_RED = 7 * ROW + 1
OFFER, AGREE, REFUSE = 1, 2, 3  # moves that name no piece


@inlined
def first_home(side: int) -> int:
    """The first cell of a side's home rows."""
    return FIRST_OF_RED if side == RED else FIRST_OF_BLUE


@inlined
def is_home(side: int, cell: int) -> bool:
    """Whether a cell is one of a side's home rows."""
    beyond = cell - first_home(side)
    return 0 <= beyond < HOME_ROWS * ROW and beyond % ROW < COLUMNS


@inlined
def may_place(position: Record, side: int, kind: int, cell: int) -> bool:
    """Whether a side may put a piece of its tray on a cell."""
    return position.tray[side, kind] > 0 and is_home(side, cell) and position.cell[cell] == EMPTY


@inlined
def may_enter(position: Record, side: int, cell: int) -> bool:
    """Whether a cell is empty or the other side's."""
    there = int(position.cell[cell])
    return there == EMPTY or (there != WALL and side_of(there) != side)


@inlined
def shuttles(position: Record, side: int, source: int, target: int) -> bool:
    """Whether a move is one too many of this piece between these two squares."""
    return position.went[side] >= MOST_ALIKE and source == position.went_to[side] and target == position.went_from[side]


@inlined
def may_move(position: Record, side: int, source: int, target: int) -> bool:
    """Whether a side may move what stands on a cell to another one."""
    piece = int(position.cell[source])
    if piece == EMPTY or piece == WALL or side_of(piece) != side:
        return False
    kind = kind_of(piece)
    if kind == BOMB or kind == FLAG or not may_enter(position, side, target):
        return False
    if source == target or shuttles(position, side, source, target):
        return False
    distance = abs(target - source)
    step = ROW if distance % ROW == 0 else 1
    if step == 1 and source // ROW != target // ROW:
        return False
    if kind != SCOUT:
        return distance == step
    step = step if target > source else -step
    cell = source + step
    while cell != target:
        if position.cell[cell] != EMPTY:
            return False
        cell += step
    return True


@inlined
def add_moves(position: Record, side: int, source: int, step: int, moves: Array, n: int) -> int:
    """Adds the moves of a piece in one direction to a list of `n`; returns how many there are then."""
    target = source + step
    runs = position.cell[source] & (SIDE - 1) == SCOUT
    while True:
        if may_enter(position, side, target) and not shuttles(position, side, source, target):
            moves[n] = source << 8 | target
            n += 1
        if not runs or position.cell[target] != EMPTY:
            return n
        target += step


@inlined
def list_moves(position: Record, side: int, moves: Array) -> int:
    """Writes the moves of a side on the board, in no order; returns how many there are."""
    n = 0
    for i in range(position.n_movers[side]):
        source = int(position.movers[side, i])
        n = add_moves(position, side, source, -ROW, moves, n)
        n = add_moves(position, side, source, ROW, moves, n)
        n = add_moves(position, side, source, -1, moves, n)
        n = add_moves(position, side, source, 1, moves, n)
    return n


@inlined
def leads_on(position: Record, side: int, source: int, step: int) -> bool:
    """Whether a piece may move in one direction at all."""
    target = source + step
    if not may_enter(position, side, target):
        return False
    if not shuttles(position, side, source, target):
        return True
    # Only a scout may go farther than where it has just come from.
    runs = position.cell[source] & (SIDE - 1) == SCOUT
    return runs and position.cell[target] == EMPTY and may_enter(position, side, target + step)


@inlined
def can_move(position: Record, side: int) -> bool:
    """Whether a side has any move on the board."""
    for i in range(position.n_movers[side]):
        source = int(position.movers[side, i])
        if (
            leads_on(position, side, source, -ROW)
            or leads_on(position, side, source, ROW)
            or leads_on(position, side, source, -1)
            or leads_on(position, side, source, 1)
        ):
            return True
    return False


@inlined
def list_placements(position: Record, side: int, moves: Array) -> int:
    """Writes where a side may put each kind of piece of its tray, `kind << 8 | cell`; returns how many there are."""
    n = 0
    for kind in range(1, N_KINDS):
        if position.tray[side, kind] == 0:
            continue
        for row in range(HOME_ROWS):
            for column in range(COLUMNS):
                cell = first_home(side) + row * ROW + column
                if position.cell[cell] == EMPTY:
                    moves[n] = kind << 8 | cell
                    n += 1
    return n
