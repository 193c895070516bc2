"""What a piece captures beside the space that it enters (rules: A4, A4x).

`eye` is the seat as whose eyes see the board, or TRUTH. The board is looked at as it is before the move: the piece
that moves is thought away from `source` (OFF for a placement) and onto `target`.
"""

from __future__ import annotations

import numpy as np

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.records import (
    ADJACENT,
    AHEAD,
    COLUMNS,
    GROUPS,
    LEAP,
    LINES,
    MAX_AXES,
    N_KINDS,
    OFF,
    OPEN,
    PARALYZED,
    PARALYZES,
    Array,
    Record,
    color_of,
    shape_of,
)

TRUTH = -1


@inlined
def kind_at(rules: Record, position: Record, eye: int, space: int) -> int:
    """The kind of piece on a space, as the eye sees it."""
    if eye == TRUTH or rules.cloaking == OPEN:
        return position.kind[space]
    return position.look[eye, space]


@inlined
def opposes(rules: Record, seat: int, kind: int) -> bool:
    """Whether there is a piece and the seat does not play its colour; nobody's pieces oppose everybody."""
    return kind != 0 and rules.owner_seats[rules.color_key[kind]] >> seat & 1 == 0


@inlined
def line_length(rules: Record, position: Record, eye: int, seat: int, source: int, target: int, way: int) -> int:
    """How many opposing pieces follow one another from a space on, in a direction."""
    n = 0
    at = rules.step[target, way]
    while at != target and at != source and opposes(rules, seat, kind_at(rules, position, eye, at)):
        n += 1
        at = rules.step[at, way]
    return n


@inlined
def enclosed(rules: Record, position: Record, eye: int, seat: int, source: int, target: int, way: int) -> int:
    """How many opposing pieces stand between the target and the next own piece in a direction; 0 without one."""
    n = 0
    at = rules.step[target, way]
    kind = kind_at(rules, position, eye, at)
    while at != target and at != source and opposes(rules, seat, kind):
        n += 1
        at = rules.step[at, way]
        kind = kind_at(rules, position, eye, at)
    # An own piece: there is one, and it does not oppose.
    return n if at != target and at != source and kind != 0 and not opposes(rules, seat, kind) else 0


@inlined
def changes(rules: Record, position: Record, eye: int, shape: int, space: int) -> bool:
    """Whether a shape's power changes anything for a captive on a space, as far as the eye sees.

    Who is paralysed already is no captive for a shape that paralyses; that is seen only where the shape is.
    """
    is_shown = kind_at(rules, position, eye, space) < N_KINDS
    return not (rules.result[shape] == PARALYZES and is_shown and position.traits[space] & PARALYZED)


@inlined
def has_worth(rules: Record, position: Record, eye: int, shape: int, start: int, way: int, n: int) -> bool:
    """Whether among `n` captives from `start` on is one for which a shape's power changes something."""
    at = start
    for _ in range(n):
        if changes(rules, position, eye, shape, at):
            return True
        at = rules.step[at, way]
    return False


@called
def flood(
    rules: Record, position: Record, eye: int, source: int, target: int, start: int, mark: Array, queue: Array
) -> int:
    """Marks the group of one colour around `start` and leaves it in `queue`.

    Returns its size if it has no empty space beside it, else 0 (rules: A4x).
    """
    color = color_of(kind_at(rules, position, eye, start))
    queue[0] = start
    mark[start] = 1
    n, i, is_free = 1, 0, False
    while i < n:
        space = queue[i]
        i += 1
        for j in range(rules.n_near):
            beside = rules.step[space, rules.near[j]]
            if beside == OFF or beside == target or mark[beside]:
                continue
            kind = kind_at(rules, position, eye, beside)
            if kind == 0 or beside == source:
                is_free = True
            elif color_of(kind) == color:
                mark[beside] = 1
                queue[n] = beside
                n += 1
    return 0 if is_free else n


@called
def surrounds(rules: Record, position: Record, eye: int, seat: int, shape: int, source: int, target: int) -> bool:
    """Whether some opposing group on the board has no empty space left, and a shape changes something for it."""
    mark, queue = np.zeros(COLUMNS, np.uint8), np.zeros(COLUMNS, np.uint16)
    first = rules.board[target] * rules.volume
    for space in range(first, first + rules.volume):
        if (
            space != source
            and space != target
            and not mark[space]
            and opposes(rules, seat, kind_at(rules, position, eye, space))
        ):
            n = flood(rules, position, eye, source, target, space, mark, queue)
            for i in range(n):
                if changes(rules, position, eye, shape, queue[i]):
                    return True
    return False


@called
def captures_around(rules: Record, position: Record, seat: int, kind: int, source: int, target: int, way: int) -> bool:
    """Whether the seat sees that a piece which comes to the target captures something beside it."""
    shape = shape_of(kind)
    around = rules.around[shape]
    if around == GROUPS:
        return surrounds(rules, position, seat, seat, shape, source, target)
    for i in range(rules.n_ways):
        line = rules.ways[i]
        n = 0
        if around == LINES:
            n = enclosed(rules, position, seat, seat, source, target, line)
        elif around == ADJACENT:
            beside = rules.step[target, line]
            n = int(beside != source and opposes(rules, seat, kind_at(rules, position, seat, beside)))
        elif source == OFF:
            n = line_length(rules, position, seat, seat, source, target, line)
        if n and has_worth(rules, position, seat, shape, rules.step[target, line], line, n):
            return True
    if around == AHEAD and source != OFF and way != LEAP:
        # A second neighbour on hexagons is no line of rows.
        n = line_length(rules, position, seat, seat, source, target, way)
        return n > 0 and has_worth(rules, position, seat, shape, rules.step[target, way], way, n)
    return False


@called
def note_captive(scratch: Record, space: int) -> None:
    """Adds a space to the list of captives, once."""
    for i in range(scratch.n_captives):
        if scratch.captive[i] == space:
            return
    scratch.captive[scratch.n_captives] = space
    scratch.n_captives += 1


@inlined
def note_line(rules: Record, scratch: Record, target: int, way: int, n: int) -> None:
    """Adds the first `n` spaces beyond the target in a direction."""
    at = rules.step[target, way]
    for _ in range(n):
        note_captive(scratch, at)
        at = rules.step[at, way]


@called
def list_captives(
    rules: Record, position: Record, scratch: Record, seat: int, kind: int, target: int, ways: int, is_placed: bool
) -> None:
    """Lists in `captive` what a piece that has come to rest on the target captures beside it.

    `ways` are the directions in which it came, a bit each.
    """
    scratch.n_captives = 0
    around = rules.around[shape_of(kind)]
    if around == GROUPS:
        first = rules.board[target] * rules.volume
        for space in range(first, first + rules.volume):
            if opposes(rules, seat, position.kind[space]) and not scratch.mark[space]:
                n = flood(rules, position, TRUTH, OFF, target, space, scratch.mark, scratch.queue)
                for i in range(n):
                    note_captive(scratch, scratch.queue[i])
        scratch.mark[:] = 0
        return
    for i in range(rules.n_ways):
        line = rules.ways[i]
        if around == LINES:
            note_line(rules, scratch, target, line, enclosed(rules, position, TRUTH, seat, OFF, target, line))
        elif around == ADJACENT:
            beside = rules.step[target, line]
            if opposes(rules, seat, position.kind[beside]):
                note_captive(scratch, beside)
        elif around == AHEAD and is_placed:
            note_line(rules, scratch, target, line, line_length(rules, position, TRUTH, seat, OFF, target, line))
    if around == AHEAD and not is_placed:
        for way in range(2 * MAX_AXES):
            if ways >> way & 1:
                note_line(rules, scratch, target, way, line_length(rules, position, TRUTH, seat, OFF, target, way))
