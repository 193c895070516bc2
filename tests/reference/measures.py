"""What is counted: rows, pieces, areas (rules: A5 Measures, C11 to C17, R21)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from redscience.variations.language.model import COMMUNAL, At
from redscience.variations.language.players import PLAYERS
from reference.grid import Vector
from reference.pieces import Look, owners_of
from reference.table import Table

Same = Callable[[Look, Look], bool]


def same_owner(a: Look, b: Look) -> bool:
    return a.owner == b.owner


def same_shape(a: Look, b: Look) -> bool:
    return a.shape == b.shape


def same_kind(a: Look, b: Look) -> bool:
    return same_owner(a, b) and same_shape(a, b)


def team(table: Table, seat: str) -> set[str]:
    """The seats that win and lose together."""
    players = PLAYERS[table.rules.players]
    number = dict(zip(players.seats, players.teams, strict=True))
    return {other for other in players.seats if number[other] == number[seat]}


def team_owners(table: Table, seat: str) -> set[str]:
    """Whose pieces a team has; partners who share a colour have them once (rules: R21)."""
    return {owner for member in team(table, seat) for owner in owners_of(table.rules, member)}


def run_through(table: Table, at: At, vector: Vector, same: Same) -> int:
    """The length of the run through a piece along a line; on a torus no space counts twice."""
    looks = table.truth
    back: Vector = (-vector[0], -vector[1], -vector[2])
    found = {at}
    for direction in (vector, back):
        for space in table.grid.line(at, direction):
            if space in found or space not in looks or not same(looks[at], looks[space]):
                break
            found.add(space)
    return len(found)


def longest_through(table: Table, at: At, lines: str, same: Same) -> int:
    return max(run_through(table, at, vector, same) for vector in table.grid.line_vectors(lines))


def longest_row(table: Table, seat: str, boards: Iterable[int]) -> int:
    """The longest run of a team's pieces; 0 without a piece (rules: C12)."""
    mine = team_owners(table, seat)
    ats = [at for at, piece in table.board.items() if at[0] in set(boards) and piece.owner in mine]
    return max((longest_through(table, at, "any", same_owner) for at in ats), default=0)


def rows(table: Table, seat: str, boards: Iterable[int], length: int, same: Same) -> int:
    """The number of distinct windows of a team's pieces (rules: C13)."""
    mine, looks, windows = team_owners(table, seat), table.truth, set()
    for at, look in looks.items():
        if at[0] not in set(boards) or look.owner not in mine:
            continue
        for vector in table.grid.line_vectors():
            window = [at, *table.grid.line(at, vector)[: length - 1]]
            if len(window) == length and all(s in looks and same(look, looks[s]) for s in window):
                windows.add(frozenset(window))
    return len(windows)


def pieces(table: Table, seat: str, boards: Iterable[int], shape: str | None = None) -> int:
    """Pieces on the board, reserves excluded (rules: C14)."""
    mine = team_owners(table, seat)
    return sum(
        at[0] in set(boards) and piece.owner in mine and shape in {None, piece.shape}
        for at, piece in table.board.items()
    )


def area(table: Table, seat: str) -> int:
    """On all boards: spaces that one occupies or can reach by orthogonal steps past others (rules: C17)."""
    return sum(_area_of(table, owner) for owner in team_owners(table, seat))


def _area_of(table: Table, owner: str) -> int:
    reached = {at for at, piece in table.board.items() if piece.owner == owner}
    waiting = list(reached)
    while waiting:
        for space in table.grid.beside(waiting.pop()):
            if space not in reached and space not in table.board:
                reached.add(space)
                waiting.append(space)
    return len(reached)


def committed(table: Table, seat: str) -> int:
    """Own-colour pieces on sticky spaces (rules: C34)."""
    mine = owners_of(table.rules, seat)
    return sum(at in table.rules.board.sticky and piece.owner in mine for at, piece in table.board.items())


def row_completers(table: Table, changed: dict[At, set[str]], length: int, lines: str, same: Same) -> set[str]:
    """Whose rows have come about through spaces that changed (rules: C6, R22)."""
    found: set[str] = set()
    for at, changers in changed.items():
        piece = table.board.get(at)
        if piece is None or longest_through(table, at, lines, same) < length:
            continue
        if same is same_shape:
            found |= changers
        elif piece.owner == COMMUNAL:
            continue
        elif table.rules.colors in {"assigned", "partners"}:
            found |= {seat for seat in table.rules.seats if piece.owner in owners_of(table.rules, seat)}
        else:
            found |= changers
    return {mate for seat in found for mate in team(table, seat)}


def row_owners(table: Table, boards: Iterable[int], length: int) -> set[str]:
    """The seats that have a row of a length."""
    return {seat for seat in table.rules.seats if rows(table, seat, boards, length, same_owner)}
