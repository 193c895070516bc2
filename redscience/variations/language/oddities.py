"""What is allowed in a rule set and hardly meant. Each warning is certain; what only may come about has none."""

from __future__ import annotations

from collections.abc import Iterator

from redscience.english import English
from redscience.interface import Sentence
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.captures import RESULTS, shape_moves
from redscience.variations.language.checks import CHECKS
from redscience.variations.language.model import COMMUNAL, DEALT, At, Check, Phase, RuleSet
from redscience.variations.language.possibilities import lasting_walls, shapes_in_play
from redscience.variations.language.spaces import Spaces, axes_of_lines, goals
from redscience.variations.language.words import listed, name, number
from redscience.variations.language.writing import spaces_of


def warnings_of(rules: RuleSet) -> tuple[Sentence, ...]:
    """What is odd about a valid rule set, each with the field that it is about."""
    return tuple(warning for find in _ODDITIES for warning in find(rules))


def _decided_before_the_first_move(rules: RuleSet) -> Iterator[Sentence]:
    """What a check looks for and is there at the start."""
    for index, check in enumerate(rules.checks):
        there = _there_already(check, rules)
        of_owners = {rules.setup[at].owner for at in there} - {COMMUNAL}
        owners = [name(owner) for owner in rules.owners if owner in of_owners]
        measure, length, seats = CHECKS[check.check].measure, number(check.length or 0), listed(owners)
        paths = (f"checks[{index}]", "setup")
        if measure == "shape_row" and there:
            yield _odd(f"There are {length} in a row of one shape before the first move.", *paths)
        elif measure == "row" and owners:
            has = f"{seats} {'has' if len(owners) == 1 else 'have'} {length} in a row before the first move."
            yield _odd(has, *paths)
        elif measure == "piece" and owners:
            has = f"{seats} {'has a piece' if len(owners) == 1 else 'have pieces'} on the board before the first move."
            yield _odd(has, *paths)


def _there_already(check: Check, rules: RuleSet) -> list[At]:
    """The pieces at the start that are what a check looks for; of a row the one where it begins."""
    known = {at: piece for at, piece in rules.setup.items() if piece.shape != DEALT}
    option = CHECKS[check.check]
    if option.measure == "piece":
        return list(known)
    if option.measure not in {"row", "shape_row"}:
        return []
    kind = {at: piece.owner if option.measure == "row" else piece.shape for at, piece in known.items()}
    spaces, length = spaces_of(rules.board), check.length or 0
    return [
        at
        for at in kind
        for vector in axes_of_lines(spaces.kind, option.lines)
        if _alike_from(at, vector, kind, spaces) >= length
    ]


def _alike_from(at: At, vector: tuple[int, int, int], kind: dict[At, str], spaces: Spaces) -> int:
    """How many pieces of one kind lie in a row from a space on."""
    count = 1
    for beyond in spaces.line(at, vector):
        if kind.get(beyond) != kind[at]:
            break
        count += 1
    return count


def _rows_of_too_many(rules: RuleSet) -> Iterator[Sentence]:
    """Rows of one colour for which nobody ever has the pieces."""
    if _pieces_change_hands(rules) or any(piece.owner == COMMUNAL for piece in rules.setup.values()):
        return
    most = max(_pieces_of(owner, rules) for owner in rules.owners)
    for index, check in enumerate(rules.checks):
        if CHECKS[check.check].measure == "row" and most < (check.length or 0):
            pieces, length = number(most), number(check.length or 0)
            yield _odd(
                f"Nobody ever has more than {'one piece' if most == 1 else f'{pieces} pieces'}, so that there are never"
                f" {length} in a row.",
                f"checks[{index}]",
            )


def _pieces_of(owner: str, rules: RuleSet) -> int:
    on_board = sum(piece.owner == owner for piece in rules.setup.values())
    return on_board + sum(shape.reserve.get(owner, 0) for shape in rules.shapes.values())


def _pieces_change_hands(rules: RuleSet) -> bool:
    """Whether what somebody has can grow: by captives, or by cards."""
    results = (rules.shapes[each].result for each in shapes_in_play(rules))
    return rules.deck is not None or any(RESULTS[result].changes_owner for result in results if result)


def _rows_that_nobody_can_stop(rules: RuleSet) -> Iterator[Sentence]:
    """Rows so short that whoever begins can have them, whatever the other does.

    The first piece stands where two lines cross, of which the other can shorten one alone; the second is put beside it
    on the other line, and the third to whichever end is left.
    """
    if len(rules.checks) != 1 or len(rules.seats) != _TWO or not _is_only_placed(rules):
        return
    (check,), (first, other) = rules.checks, rules.seats
    length = check.length or 0
    is_row = check.check in {"first_row_wins", "first_row_wins_no_diagonal"} and length in _UNSTOPPABLE
    lines = sum(side > length for side in rules.board.size)
    if is_row and lines >= _TWO and _pieces_of(first, rules) >= length and not rules.disqualify_overachievers:
        row, turn, rival = number(length), _UNSTOPPABLE[length], name(other)
        yield _odd(
            f"{name(first)} begins, and can have {row} in a row on the {turn} turn, whatever {rival} does. Ask for a"
            " longer row.",
            "checks[0]",
        )


_TWO = 2
_UNSTOPPABLE: dict[int, English] = {2: "second", 3: "third"}
"""Rows with two ends, by their length, and when they are there."""


def _is_only_placed(rules: RuleSet) -> bool:
    """Whether all take turns to put one piece each on any empty space of one board, and none is ever taken off."""
    board, phase = rules.board, rules.phases[0]
    return (
        rules.colors == "assigned"
        and rules.pieces_per_turn == 1
        and rules.deck is None
        and len(rules.phases) == 1
        and phase.order == "sequential"
        and not (phase.locked or phase.locks or phase.cloaks or rules.setup)
        and not (board.exclusive or board.walls)
        and board.count == 1
        and not BOARDS[board.kind].gravity
        and all(shape.power == "none" for shape in rules.shapes.values())
    )


def _decided_by_the_first_piece(rules: RuleSet) -> Iterator[Sentence]:
    """Any piece wins, or loses, and there is none before somebody places one by themself."""
    plan = any(phase.order != "sequential" for phase in rules.phases)
    if rules.setup or plan or rules.board.count > 1 or rules.disqualify_overachievers:
        return
    for index, check in enumerate(rules.checks):
        option = CHECKS[check.check]
        if option.measure == "piece":
            result: English = "wins" if option.result == "wins" else "loses"
            yield _odd(f"Whoever places the first piece {result} at once.", f"checks[{index}]")


def _phases_that_are_never_reached(rules: RuleSet) -> Iterator[Sentence]:
    """Whoever is first to have nothing to place has lost, where a phase of placing was to be followed by others."""
    first, *rest = rules.phases
    checks = [index for index, check in enumerate(rules.checks) if CHECKS[check.check].measure == "no_move"]
    placing = first.placement_only and first.order == "sequential" and not first.may_pass
    # Pieces that come back into a reserve, and attempts that fail, may repeat a position, which ends the phase.
    again = _pieces_change_hands(rules) or rules.cloaking != "none"
    if checks and rest and placing and not again and _somebody_can_place(first, rules):
        yield _odd(
            "In phase 1 whoever is first to have nothing to place loses, so that phase 2 never begins. Let players pass"
            " in phase 1.",
            f"checks[{checks[0]}]",
            "phases[0].may_pass",
        )


def _somebody_can_place(phase: Phase, rules: RuleSet) -> bool:
    """Whether a seat that plays in the first phase has a piece, and a space for it."""
    closed = {*rules.setup, *phase.locks} | lasting_walls(rules)
    free = [at for at in spaces_of(rules.board) if at not in closed]
    return any(
        any(shape.reserve.get(owner) for shape in rules.shapes.values())
        and any(seat in rules.board.exclusive.get(at, (seat,)) for at in free)
        for seat in rules.seats
        if seat not in phase.locked and (owner := rules.owner_of_seat(seat)) is not None
    )


def _goals_that_are_closed(rules: RuleSet) -> Iterator[Sentence]:
    """Goal lines that those whose they are may not enter."""
    checks = [index for index, check in enumerate(rules.checks) if CHECKS[check.check].measure == "goal"]
    if not checks or rules.colors != "assigned":
        return
    walls, spaces = lasting_walls(rules), spaces_of(rules.board)
    shut = []
    for seat, goal in goals(rules).items():
        line = [at for at in spaces if goal and at["bxyz".index(goal.axis)] == goal.at]
        if line and all(at in walls or seat not in rules.board.exclusive.get(at, (seat,)) for at in line):
            shut.append(name(seat))
    if shut:
        seats = listed(shut)
        whose = f"{seats} {'has a goal line' if len(shut) == 1 else 'have goal lines'} that they may not enter."
        yield _odd(whose, f"checks[{checks[0]}]")


def _seats_that_never_move(rules: RuleSet) -> Iterator[Sentence]:
    """Who is locked from first to last, or has nothing from first to last."""
    for seat in rules.seats:
        if all(seat in phase.locked for phase in rules.phases):
            when = "in every phase" if len(rules.phases) > 1 else "from first to last"
            path = f"phases[0].locked[{rules.phases[0].locked.index(seat)}]"
            yield _odd(f"{name(seat)} is locked {when}, and never moves.", path)
        elif all(_is_idle(seat, phase, rules) for phase in rules.phases):
            path = f"shapes.{next(iter(rules.shapes))}.reserve.{rules.owner_of_seat(seat)}"
            yield _odd(f"{name(seat)} never has anything to place or to move.", path)


def _phases_that_are_over_at_once(rules: RuleSet) -> Iterator[Sentence]:
    """Where nobody who is to move ever can."""
    for index, phase in enumerate(rules.phases):
        active = [seat for seat in rules.seats if seat not in phase.locked]
        if all(_is_idle(seat, phase, rules) for seat in active):
            what = "The match" if len(rules.phases) == 1 else f"Phase {index + 1}"
            yield _odd(
                f"{what} is over at once: nobody who plays in it has anything to place or to move.",
                f"phases[{index}].locked",
            )


def _is_idle(seat: str, phase: Phase, rules: RuleSet) -> bool:
    """Whether a seat certainly has nothing to place or to move in a phase, whatever has gone before."""
    owner = rules.owner_of_seat(seat)
    if owner is None or _pieces_change_hands(rules) or any(shape.reserve.get(owner) for shape in rules.shapes.values()):
        return False
    movable = (
        shape_moves(rules.shapes[piece.shape]) for piece in rules.setup.values() if piece.owner in {owner, COMMUNAL}
    )
    return phase.placement_only or not any(movable)


def _shapes_that_never_appear(rules: RuleSet) -> Iterator[Sentence]:
    """Shapes of which there is no piece."""
    played = shapes_in_play(rules)
    for each in rules.shapes:
        if each not in played:
            shape, _ = rules.words(each)
            yield _odd(
                f"There is no {shape}: nobody has one in reserve, and none is on the board.",
                f"shapes.{each}.reserve.{rules.owners[0]}",
            )


def _more_in_reserve_than_fits(rules: RuleSet) -> Iterator[Sentence]:
    """More pieces of one kind than there are spaces that are free, where none ever becomes free again."""
    if _pieces_leave(rules):
        return
    taken = {at for at, piece in rules.setup.items() if piece.shape != DEALT} | lasting_walls(rules)
    room = sum(at not in taken for at in spaces_of(rules.board))
    has_room = f"the board has room for {number(room)}" if room else "the board is full"
    for each, shape in rules.shapes.items():
        for owner, count in shape.reserve.items():
            if count > room:
                pieces = f"{number(count)} {rules.words(each)[count > 1]}"
                yield _odd(
                    f"{name(owner)} has {pieces} in reserve, and {has_room}: nothing takes any off it again.",
                    f"shapes.{each}.reserve.{owner}",
                )


def _pieces_leave(rules: RuleSet) -> bool:
    """Whether pieces can leave the board: captured, or lost where several come to one space at once."""
    results = (rules.shapes[each].result for each in shapes_in_play(rules))
    captured = any(not RESULTS[result].stays for result in results if result)
    return captured or any(phase.order == "simultaneous" for phase in rules.phases)


def _odd(text: English, *paths: str) -> Sentence:
    """A warning about some fields; a seat may begin it."""
    return Sentence(text[0].upper() + text[1:], paths)


_ODDITIES = (
    _decided_before_the_first_move,
    _rows_of_too_many,
    _rows_that_nobody_can_stop,
    _decided_by_the_first_piece,
    _phases_that_are_never_reached,
    _goals_that_are_closed,
    _seats_that_never_move,
    _phases_that_are_over_at_once,
    _shapes_that_never_appear,
    _more_in_reserve_than_fits,
)
