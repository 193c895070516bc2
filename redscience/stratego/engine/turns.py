"""Set-up, moves, draws, leaving: what they change, and how the match ends."""

from __future__ import annotations

from redscience.kernels.compiled import inlined
from redscience.stratego.engine.battles import fought
from redscience.stratego.engine.legality import can_move
from redscience.stratego.engine.limits import MOST_QUIET
from redscience.stratego.engine.records import (
    BLUE,
    BLUE_WINS,
    BOMB,
    BOTH_LOSE,
    BY_AGREEMENT,
    BY_BLOCK,
    BY_FLAG,
    BY_LEAVING,
    BY_QUIET,
    BY_STANDSTILL,
    DRAWN,
    EMPTY,
    FLAG,
    LOST,
    MINER,
    MOVED,
    NO_BATTLE,
    ONGOING,
    RED,
    RED_WINS,
    REVEALED,
    WON,
    Record,
    kind_of,
    piece_of,
)


@inlined
def end(position: Record, result: int, reason: int) -> None:
    """Ends the match."""
    position.result = result
    position.reason = reason
    position.offered = position.asked = 0


@inlined
def won_by(side: int) -> int:
    """The result where a side wins."""
    return RED_WINS if side == RED else BLUE_WINS


@inlined
def is_set_up(position: Record) -> bool:
    """Whether both armies stand."""
    return position.to_place[RED] == 0 and position.to_place[BLUE] == 0


@inlined
def put(position: Record, side: int, kind: int, cell: int) -> None:
    """Puts a piece of a side's tray on a cell."""
    position.tray[side, kind] -= 1
    position.to_place[side] -= 1
    position.cell[cell] = piece_of(side, kind)
    position.traits[cell] = 0
    if kind != BOMB and kind != FLAG:
        position.slot[cell] = position.n_movers[side]
        position.movers[side, position.n_movers[side]] = cell
        position.n_movers[side] += 1


@inlined
def place(position: Record, side: int, kind: int, cell: int) -> None:
    """The same as a move: with the last piece of both, red is to move."""
    put(position, side, kind, cell)
    if is_set_up(position) and not can_move(position, RED):
        end(position, BLUE_WINS, BY_BLOCK)


@inlined
def take_off(position: Record, side: int, cell: int) -> None:
    """Takes a side's piece from the board for ever."""
    kind = kind_of(int(position.cell[cell]))
    position.lost[side, kind] += 1
    position.cell[cell] = EMPTY
    position.traits[cell] = 0
    if kind != BOMB and kind != FLAG:
        last = position.n_movers[side] - 1
        moved, slot = position.movers[side, last], position.slot[cell]
        position.movers[side, slot] = moved
        position.slot[moved] = slot
        position.n_movers[side] = last


@inlined
def carry(position: Record, side: int, source: int, target: int) -> None:
    """Moves a side's piece to an empty cell."""
    position.cell[target] = position.cell[source]
    position.traits[target] = position.traits[source] | MOVED
    position.slot[target] = position.slot[source]
    position.movers[side, position.slot[source]] = target
    position.cell[source] = EMPTY
    position.traits[source] = 0


@inlined
def remember(position: Record, side: int, source: int, target: int) -> None:
    """Counts the moves in a row of one piece between the same two squares."""
    # What stands where the side's last move ended is the piece that made it, if it is the side's at all.
    again = position.went[side] > 0 and source == position.went_to[side] and target == position.went_from[side]
    position.went[side] = position.went[side] + 1 if again else 1
    position.went_from[side] = source
    position.went_to[side] = target


@inlined
def attack(position: Record, side: int, source: int, target: int) -> int:
    """Has a side's piece attack what stands on a cell; returns what came of it."""
    attacker, defender = kind_of(int(position.cell[source])), kind_of(int(position.cell[target]))
    came = fought(attacker, defender)
    position.attacker, position.defender = attacker, defender
    if defender == BOMB and attacker == MINER:
        position.bombs_defused[side] += 1
    elif defender == BOMB:
        position.bombs_hit[side] += 1
    if came != LOST:
        take_off(position, 1 - side, target)
    if came != WON:
        take_off(position, side, source)
    if came == WON:
        position.traits[source] |= REVEALED
        carry(position, side, source, target)
    elif came == LOST:
        position.traits[target] |= REVEALED
    return came


@inlined
def go(position: Record, side: int, source: int, target: int) -> None:
    """Makes a side's move, up to whether the other can answer it."""
    remember(position, side, source, target)
    position.plies += 1
    position.offered = 0
    position.turn = 1 - side
    if position.cell[target] == EMPTY:
        position.quiet += 1
        position.battle = NO_BATTLE
        carry(position, side, source, target)
        return
    position.quiet = 0
    position.battle = attack(position, side, source, target)
    if position.defender == FLAG:
        end(position, won_by(side), BY_FLAG)
    elif position.n_movers[RED] == 0 and position.n_movers[BLUE] == 0:
        end(position, DRAWN, BY_STANDSTILL)


@inlined
def conclude(position: Record, has_answer: bool) -> None:
    """Ends the match where whoever is to move now has no answer, or nothing has been attacked for long (rules: D1)."""
    if position.result != ONGOING:
        return
    if not has_answer:
        end(position, won_by(1 - position.turn), BY_BLOCK)
    elif position.quiet >= MOST_QUIET:
        end(position, DRAWN, BY_QUIET)


@inlined
def move(position: Record, side: int, source: int, target: int) -> None:
    """Makes a side's move, and ends the match where that does."""
    go(position, side, source, target)
    conclude(position, can_move(position, position.turn))


@inlined
def answer(position: Record, agrees: bool) -> None:
    """Answers the offer of a draw; where it is refused the other is to move."""
    position.asked = 0
    if agrees:
        end(position, DRAWN, BY_AGREEMENT)


@inlined
def leave(position: Record, leavers: int) -> None:
    """Takes seats, a bit each, out of the match."""
    position.left = leavers
    end(position, BOTH_LOSE if leavers == 3 else won_by(BLUE if leavers == 1 else RED), BY_LEAVING)  # noqa: PLR2004
