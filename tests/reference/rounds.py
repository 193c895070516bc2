"""A sealed round: all plans are carried out at once (rules: A7, C40, 0.4 Simultaneous rounds, R7, R8, R25)."""

from __future__ import annotations

from dataclasses import dataclass, field

from redscience.variations.language.model import At
from redscience.variations.language.moves import MOVES
from reference.events import (
    Happening,
    arrive,
    capture_around,
    capture_on_the_way,
    carries,
    land_on_stack,
    show_capture,
)
from reference.grid import Vector
from reference.moves import Move, Mover, Way, highest_by_rank
from reference.pieces import Look, Piece, can_be_stepped_on, is_captive, meeting, power
from reference.stacks import Arrival, Draw
from reference.table import Table


@dataclass(eq=False)
class Task:
    """A move of a plan.

    Attributes:
        piece: what moves, or has just come from the reserve.
        ways: how it goes, as soon as that is known.
        onto: what comes of who stands on the target.
    """

    seat: str
    move: Move
    piece: Piece
    ways: list[Way] = field(default_factory=list)
    onto: str = "empty"

    @property
    def rook(self) -> tuple[At, At] | None:
        return next((way.rook for way in self.move.ways if way.rook), None)


def play_round(table: Table, plans: list[tuple[str, Move]], draw: Draw) -> Happening:
    """Carries out the moves of all plans, given in seat order."""
    happening = Happening(boards={move.target[0] for _, move in plans})
    tasks = _taken_up(table, plans)
    if table.grid.has_gravity:
        _on_stacks(table, tasks, draw, happening)
    else:
        _on_squares(table, tasks, happening)
    return happening


def _taken_up(table: Table, plans: list[tuple[str, Move]]) -> list[Task]:
    """Of two plans for one piece the first in order has it; the other does nothing (rules: 0.4 Shared colours)."""
    tasks: list[Task] = []
    taken: set[At] = set()
    for seat, move in plans:
        wanted = {move.origin, *(way.rook[0] for way in move.ways if way.rook)} - {None}
        kind = (move.look.owner, move.look.shape or "")
        if wanted & taken or (move.origin is None and not table.reserve[kind]):
            continue
        taken |= wanted  # type: ignore[arg-type]
        if move.origin is None:
            table.reserve[kind] -= 1
            tasks.append(Task(seat, move, Piece(*kind, {seat})))
        else:
            tasks.append(Task(seat, move, table.board[move.origin]))
    return tasks


def _give_up(table: Table, task: Task, happening: Happening) -> None:
    """A plan that fails does nothing: its mover stays, or goes back to the reserve."""
    happening.failed.add(task.seat)
    if task.move.origin is None:
        table.to_reserve(task.piece.owner, task.piece.shape)


# On boards without gravity.


def _on_squares(table: Table, tasks: list[Task], happening: Happening) -> None:
    tasks = _possible(table, tasks, happening)
    rooks: dict[Task, Piece] = {}
    for task in tasks:
        if task.move.origin is not None:
            del table.board[task.move.origin]
        if task.rook:
            rooks[task] = table.board.pop(task.rook[0])
    arrivals: dict[At, list[tuple[Task, Piece]]] = {}
    for task in tasks:
        arrivals.setdefault(task.move.target, []).append((task, task.piece))
        happening.touch(task.seat, task.move.target, *([task.move.origin] if task.move.origin else []))
        if task.rook:
            arrivals.setdefault(task.rook[1], []).append((task, rooks[task]))
            happening.touch(task.seat, *task.rook)
    for at, coming in arrivals.items():
        _come_together(table, at, coming, happening)
    for task in tasks:
        happening.placed += task.move.origin is None
        _after_landing(table, task, happening)
    for task in tasks:
        if task.move.promotion and task.piece in table.board.values():
            happening.promote(task.piece, task.move.promotion)
    table.passed_over = {
        way.path[0]: task.piece
        for task in tasks
        for way in task.ways
        if way.double and task.piece in table.board.values()
    }


def _possible(table: Table, tasks: list[Task], happening: Happening) -> list[Task]:
    """The tasks that do not fail: all movers are lifted; one that fails is put back, then the rest judged again.

    They are judged in seat order, so that what is put back stands in the way of those after it.
    """
    possible, again = list(tasks), True
    while again:
        again = False
        for task in tuple(possible):
            lifted = {other.move.origin for other in possible} | {other.rook[0] for other in possible if other.rook}
            obstacle = _obstacle(table, task, {at: piece for at, piece in table.board.items() if at not in lifted})
            if obstacle is not None:
                for piece in obstacle:
                    piece.known.add(task.seat)
                _give_up(table, task, happening)
                possible.remove(task)
                again = True
    return possible


def _obstacle(table: Table, task: Task, standing: dict[At, Piece]) -> list[Piece] | None:
    """What makes a plan fail; None if nothing does. Says how the piece goes."""
    move = task.move
    occupant = standing.get(move.target)
    if move.origin is None:
        return [occupant] if occupant else None
    in_the_way = [next((standing[at] for at in way.path if at in standing), None) for way in move.ways]
    task.ways = [way for way, piece in zip(move.ways, in_the_way, strict=True) if piece is None]
    if not task.ways:
        return [piece for piece in in_the_way if piece]
    if task.rook and task.rook[1] in standing:
        return [standing[task.rook[1]]]
    if occupant is None:
        task.onto = "empty"
        return None
    if task.rook or any(way.over for way in task.ways):
        return [occupant]
    task.ways = [way for way in task.ways if not way.passing] or [Way(vector=way.vector) for way in task.ways]
    task.onto = _meets(table, task, occupant)
    return [occupant] if task.onto == "blocked" else None


def _meets(table: Table, task: Task, occupant: Piece) -> str:
    """What comes of a piece that stays where a mover goes (rules: R2)."""
    rules, look = table.rules, task.piece.look
    if power(rules, look) == "step":
        steps = table.grid.directions((2,) if _captures_as_pawn(table, look) else (3,))
        forward = [v for v in steps if table.grid.forward(task.seat, v) > 0]
        origin = task.move.origin
        reached = {table.grid.step(origin, vector) for vector in forward} if origin else set()
        if task.move.target in reached and can_be_stepped_on(rules, look, occupant.look):
            return "takes"
    if not MOVES[rules.shapes[task.piece.shape].move].captures_by_moving:
        return "blocked"
    return meeting(rules, look, occupant.look)


def _captures_as_pawn(table: Table, look: Look) -> bool:
    return table.rules.shapes[look.shape or ""].condition == "diag_en_passant"


def _come_together(table: Table, at: At, coming: list[tuple[Task, Piece]], happening: Happening) -> None:
    """Several movers: the highest by-rank mover survives if it is unique and all are by rank; else all die (C40)."""
    if len(coming) > 1:
        looks = [piece.look for _, piece in coming]
        by_rank = all(power(table.rules, look) == "rank" for look in looks)
        best = highest_by_rank([look.shape or "" for look in looks]) if by_rank else None
        fallen = [(piece, piece.owner) for number, (_, piece) in enumerate(coming) if number != best]
        coming = [] if best is None else [coming[best]]
        for _, piece in coming:
            show_capture(table, piece, fallen, [piece])
    for task, piece in coming:
        onto = task.onto if piece is task.piece else "empty"
        if arrive(table, task.seat, piece, at, onto):
            happening.led += [(task.seat, piece)] if piece is task.piece else []
            if task.move.origin is not None:
                piece.jumped = True
                happening.moved.append((task.seat, piece))


def _after_landing(table: Table, task: Task, happening: Happening) -> None:
    """Captures beside the target, and of pieces jumped over, are judged after all have landed (rules: R8)."""
    at, piece = task.move.target, task.piece
    if table.board.get(at) is not piece or piece.owner != task.move.look.owner or piece.paralyzed:
        return
    ways = task.ways
    if any(way.over for way in ways) and task.move.origin:
        overs = Mover(table, task.seat, table.truth).jumped_over(task.move.look, task.move.origin, at)
        ways = [Way(over=over) for over in overs]
    capture_on_the_way(table, task.seat, piece, [way for way in ways if _still_there(table, task, way)], happening)
    vectors: tuple[Vector, ...] = tuple(way.vector for way in task.ways if way.vector)
    capture_around(table, task.seat, at, vectors, happening, placed=task.move.origin is None)


def _still_there(table: Table, task: Task, way: Way) -> bool:
    """Whether an opposing piece stands where the one jumped over, or the pawn just passed, was."""
    at = way.over or way.passing
    piece = table.board.get(at) if at else None
    if piece is None or not is_captive(table.rules, task.piece.look, piece.look):
        return False
    return way.over is not None or piece is table.passed_over.get(task.move.target)


# On stacks.


def _on_stacks(table: Table, tasks: list[Task], draw: Draw, happening: Happening) -> None:
    tasks = _on_top(table, tasks, happening)
    loads = _loads(table, tasks)
    arrivals: dict[At, list[Arrival]] = {}
    for task in tasks:
        load = loads[task]
        column: At = (*task.move.target[:3], 1)
        moved = task.move.origin is not None
        arrivals.setdefault(column, []).append(Arrival(task.seat, load, moved and carries(table, task.move)))
        happening.led.append((task.seat, task.piece))
        happening.placed += not moved
        if task.move.origin is not None:
            happening.touch(task.seat, *table.grid.column(task.move.origin))
            happening.moved += [(task.seat, piece) for piece in load]
            for piece in load:
                piece.jumped = True
    for column in sorted(arrivals):
        land_on_stack(table, column, arrivals[column], draw, happening)
    for task in tasks:
        if task.move.promotion and task.piece in table.board.values():
            happening.promote(task.piece, task.move.promotion)


def _on_top(table: Table, tasks: list[Task], happening: Happening) -> list[Task]:
    """Without the plans for plain pieces that are not on top in truth (rules: A3, R17)."""
    while True:
        grabbed = {task.move.origin for task in tasks}
        for task in tasks:
            origin = task.move.origin
            if origin is None or carries(table, task.move):
                continue
            above = [at for at in table.grid.column(origin) if at in table.board and at[3] > origin[3]]
            if above and above[0] not in grabbed:
                table.board[above[-1]].known.add(task.seat)
                _give_up(table, task, happening)
                tasks = [other for other in tasks if other is not task]
                break
        else:
            return tasks


def _loads(table: Table, tasks: list[Task]) -> dict[Task, list[Piece]]:
    """What travels: every piece goes with the nearest grabbed piece at or below it (rules: R8). Lifts it all."""
    loads: dict[Task, list[Piece]] = {task: [] for task in tasks}
    by_origin = {task.move.origin: task for task in tasks if task.move.origin is not None}
    for column in {(*origin[:3], 1) for origin in by_origin}:
        task = None
        for at in [at for at in table.grid.column(column) if at in table.board]:
            task = by_origin.get(at, task)
            if task is not None:
                loads[task].append(table.board.pop(at))
    for task in tasks:
        if task.move.origin is None:
            loads[task] = [task.piece]
    return loads
