"""Which spaces and rows decided a match: what the pages mark at its end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

import numpy as np

from redscience.variations.engine.records import BY_BOARDS, BY_CHECK, BY_STALEMATE, OFF, Array
from redscience.variations.language import SHAPES
from redscience.variations.language.checks import CHECKS, CheckOption
from redscience.variations.language.stalemate import STALEMATE_RULES
from redscience.variations.packing import kind_in, shape_of, source_in, target_in
from redscience.variations.score import Criterion, counts, criterion, criterion_of_a_board, exceeded, on_each_board
from redscience.variations.situation import Situation

_ROWS = frozenset({"longest_row", "rows", "kind_rows"})


def decisive(state: Situation) -> list[int]:
    """The numbers of the spaces that decided a match that is over, in order; none where a row did, or nothing seen."""
    if state.record[0]["reason"] == BY_STALEMATE:
        return sorted(_counted(state))
    if state.record[0]["reason"] == BY_BOARDS:
        return sorted(_counted_on_boards(state))
    check = _check(state)
    found = _BY_MEASURE.get(check.measure) if check else None
    return sorted(set(found(state))) if found else []


def _check(state: Situation) -> CheckOption | None:
    """The check that decided, if one did."""
    by = int(state.record[0]["reason"])
    return CHECKS[state.game.checks[by - BY_CHECK].check] if by >= BY_CHECK else None


def counted_rows(state: Situation) -> list[list[int]]:
    """The rows, as numbers of spaces, that a final stalemate counted of those whom its rule picks."""
    compared = state.game.once(criterion)[None]
    if compared is None or compared.measure not in _ROWS or exceeded(state):
        return []
    best, keys = _picked(state, compared)
    length = best if compared.measure == "longest_row" else compared.rules[0].length or 0
    by_kind = state.record[0]["kind"] if compared.measure == "kind_rows" else state.record[0]["key"]
    return [row for key in keys for row in rows(state, key, length, by_kind)]


def rows(state: Situation, key: int, length: int, alike: Array) -> list[list[int]]:
    """The distinct lines of `length` spaces that hold only pieces of a key, alike by a column of the record."""
    found: dict[frozenset[int], list[int]] = {}
    rules = state.game.rules[0]
    for start in _of_key(state, key):
        for direction in rules["lines"][: rules["n_lines"]]:
            row = [start]
            while len(row) < length and (at := int(rules["step"][row[-1], direction])) < state.game.spaces.total:
                row.append(at)
            if len(set(row)) == length and all(alike[at] == alike[start] for at in row):
                found.setdefault(frozenset(row), row)
    return list(found.values())


def _counted(state: Situation) -> Iterable[int]:
    """The spaces that were counted of those whom a final stalemate's rule picks."""
    if above := exceeded(state):
        kinds = state.record[0]["kind"][: state.game.spaces.total]
        return [space for space, kind in enumerate(kinds.tolist()) if kind and SHAPES[shape_of(kind)] == above.shape]
    compared = state.game.once(criterion)[None]
    if compared is None or compared.with_chaos or compared.measure not in {"pieces", "shape", "area"}:
        return ()
    _, keys = _picked(state, compared)
    if compared.measure == "area":
        return {space for key in keys for space in area(state, key)}
    return _pieces(state, keys, compared)


def _counted_on_boards(state: Situation) -> Iterator[int]:
    """The pieces of who has won each of several boards, where pieces were counted."""
    compared, volume = criterion_of_a_board(state.game), int(state.game.rules[0]["volume"])
    if compared is None or compared.with_chaos or compared.measure not in {"pieces", "shape"}:
        return
    for board, counted in enumerate(on_each_board(state)):
        best = next(iter(counted.values()))
        picked = [seat for seat, count in counted.items() if count == best]
        if len(picked) == len(counted) or best == 0:
            continue
        yield from (space for space in _pieces(state, _keys(state, picked), compared) if space // volume == board)


def _pieces(state: Situation, keys: Iterable[int], compared: Criterion) -> Iterator[int]:
    """The spaces with pieces of colour keys that are counted: all, or those of one shape."""
    kinds, shape = state.record[0]["kind"], compared.rules[0].shape
    own = (space for key in keys for space in _of_key(state, key))
    return (space for space in own if shape is None or SHAPES[shape_of(int(kinds[space]))] == shape)


def _picked(state: Situation, compared: Criterion) -> tuple[int, set[int]]:
    """What those came to whom the rule picks, and their colour keys; no keys where it picks all, or nothing."""
    disqualified = state.game.seats_of[state.now.disqualified]
    counted = {seat: count for seat, count in counts(state, compared).items() if seat not in disqualified}
    best = (min if STALEMATE_RULES[compared.rules[0].rule].picks == "least" else max)(counted.values(), default=0)
    picked = [seat for seat, count in counted.items() if count == best]
    if len(picked) == len(counted) or best == 0:
        return best, set()
    return best, _keys(state, picked)


def area(state: Situation, key: int) -> set[int]:
    """The spaces that pieces of a colour key occupy or can reach by orthogonal steps past no others (rules: C17)."""
    rules, keys, total = state.game.rules[0], state.record[0]["key"], state.game.spaces.total
    found = set(_of_key(state, key))
    edge = list(found)
    directions = rules["near"][: rules["n_near"]]
    while edge:
        beside = {int(space) for space in rules["step"][edge.pop()][directions] if space < total}
        new = {space for space in beside - found if keys[space] == 0}
        found |= new
        edge += new
    return found


def _landed(state: Situation) -> Iterator[int]:
    """Pieces that the last event brought to a goal line."""
    now, goal = state.record[0]["kind"], state.game.rules[0]["goal"]
    return (space for space in _changed(state) if now[space] and goal[space])


def _mixed(state: Situation) -> Iterator[int]:
    """A piece on one of another shape, and that one."""
    now, below = state.record[0]["kind"], state.game.rules[0]["below"]
    for space in _changed(state):
        under = int(below[space])
        if now[space] and under != OFF and shape_of(int(now[space])) != shape_of(int(now[under])):
            yield from (space, under)


def _taken(state: Situation) -> Iterator[int]:
    """Where pieces were lost by the last event: where it went, and where nothing stands any more."""
    event, now = state.last, state.record[0]["kind"]
    if event is None or event.carried_out or kind_in(event.move) == 0:
        return iter(())
    source, target = source_in(event.move), target_in(event.move)
    return (space for space in _changed(state) if space != source and (space == target or not now[space]))


def _blocked(state: Situation) -> Iterator[int]:
    """The pieces of who is to move and cannot."""
    return _of_key(state, color_key(state, state.game.all_seats[state.now.seat]))


def _any(state: Situation) -> Iterator[int]:
    """The pieces on the board of those of whom the check speaks."""
    check = _check(state)
    outcome: Mapping[str, str] = state.outcome or {}
    sought = "win" if check and check.result == "wins" else "lose"
    return (
        space for seat, came in outcome.items() if came == sought for space in _of_key(state, color_key(state, seat))
    )


_BY_MEASURE: Mapping[str, Callable[[Situation], Iterable[int]]] = {
    "goal": _landed,
    "mixed_neighbour": _mixed,
    "last": _taken,
    "no_move": _blocked,
    "piece": _any,
}


def _changed(state: Situation) -> Collection[int]:
    return state.last.changed if state.last is not None else ()


def color_key(state: Situation, seat: str) -> int:
    """The colour key of a seat's own pieces."""
    return int(state.game.rules[0]["seat_key"][state.number(seat)])


def _keys(state: Situation, seats: Iterable[str]) -> set[int]:
    """Likewise of some seats and their partners."""
    return {color_key(state, seat) for one in seats for seat in team_of(state, one)}


def team_of(state: Situation, seat: str) -> tuple[str, ...]:
    """A seat and its partners."""
    return state.game.seats_of[int(state.game.rules[0]["teammates"][state.number(seat)])]


def _of_key(state: Situation, key: int) -> Iterator[int]:
    """Where pieces of a colour key stand; nowhere for 0, which is nobody's."""
    if key:
        yield from np.flatnonzero(state.record[0]["key"][: state.game.spaces.total] == key).tolist()
