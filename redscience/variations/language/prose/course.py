"""Where nobody may go, what is not seen, and the phases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from redscience.interface import Sentence
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.model import At, Phase, RuleSet
from redscience.variations.language.moves import MOVES
from redscience.variations.language.phases import FOLDS
from redscience.variations.language.players import CLOAKING
from redscience.variations.language.possibilities import pieces_move
from redscience.variations.language.prose.match import HOW
from redscience.variations.language.prose.phrases import of_phases, of_shapes, repetition
from redscience.variations.language.words import listed, name, number, places, sentence, times
from redscience.variations.language.writing import spaces_of


def told(rules: RuleSet) -> Iterator[Sentence]:
    """Marks on spaces, cloaks, and who moves when."""
    yield from _spaces(rules)
    if len(rules.phases) == 1:
        yield from _only_phase(rules.phases[0], rules)
    else:
        yield from _phases(rules)


def _spaces(rules: RuleSet) -> Iterator[Sentence]:
    spaces = spaces_of(rules.board)
    if rules.board.walls:
        text = f"Nobody may ever enter or leave {places(rules.board.walls, spaces, all_spaces='any space')}."
        yield Sentence(text, ("board.walls", *of_phases(rules, "locks")))
        if _have_room_above(rules.board.walls, rules):
            yield Sentence("Pieces come to rest on such spaces as on other pieces.", ("board.walls",))
    exclusive: dict[tuple[str, ...], list[At]] = {}
    for at, seats in rules.board.exclusive.items():
        exclusive.setdefault(seats, []).append(at)
    owned = [
        (listed([name(seat) for seat in seats]), places(ats, spaces, all_spaces="any space"))
        for seats, ats in exclusive.items()
    ]
    if owned:
        (who, where), *others = owned
        text = f"Only {who} may enter or leave {where}" + "".join(f"; only {w}, {there}" for w, there in others)
        yield Sentence(sentence(text), ("board.exclusive",))
    if rules.board.sticky:
        text = f"Nobody may leave {places(rules.board.sticky, spaces, all_spaces='any space')}."
        yield Sentence(text, ("board.sticky",))
    closed = rules.board.walls or owned or any(phase.locks for phase in rules.phases)
    slides = any(MOVES[shape.move].slides for shape in rules.shapes.values())
    if closed and slides and pieces_move(rules) and not BOARDS[rules.board.kind].gravity:
        moves = of_shapes(rules.shapes, "move")
        yield Sentence("Pieces may move over spaces that they may not enter.", moves)
    if rules.cloaking != "none":
        yield Sentence(sentence(CLOAKING[rules.cloaking].english), ("cloaking",))
        text = "A move that fails because of something unseen shows it to the mover, and ends the turn."
        yield Sentence(text, ("cloaking",))


def _only_phase(phase: Phase, rules: RuleSet) -> Iterator[Sentence]:
    """What it says beside its order."""
    if phase.locked:
        names = listed([name(seat) for seat in phase.locked])
        text = sentence(f"{names} never {'play' if len(phase.locked) > 1 else 'plays'}")
        yield Sentence(text, ("phases[0].locked",))
    if phase.may_pass:
        yield Sentence(f"Players may pass{_but_to_capture(rules)}.", ("phases[0].may_pass",))
    if phase.placement_only:
        yield Sentence("Pieces on the board may not be moved.", ("phases[0].placement_only",))
    if phase.locks:
        yield Sentence(sentence(_locked(phase.locks, rules)), ("phases[0].locks",))
    if phase.cloaks:
        yield Sentence(sentence(_cloaked(phase.cloaks, rules)), ("phases[0].cloaks",))
    if phase.draw_below:
        text = f"If {_few(phase, 'has', 'have')} been placed when play ends, it is a draw."
        yield Sentence(text, ("phases[0].draw_below",))


def _phases(rules: RuleSet) -> Iterator[Sentence]:
    """All phases; what holds in each of them is said once."""
    first, *rest = rules.phases
    shared_cloaks = first.cloaks if all(phase.cloaks == first.cloaks for phase in rest) else ()
    all_pass = all(phase.may_pass for phase in rules.phases)
    repeated = f", or {repetition(rules)}" if pieces_move(rules) else ""
    some_pass = " or have all passed" if any(phase.may_pass for phase in rules.phases) else ""
    yield Sentence(
        f"There are {number(len(rules.phases))} phases. Each ends when those who play in it cannot move any "
        f"more{some_pass}{repeated}.",
        ("phases",),
    )
    at = 1
    for phase, equal in groupby(replace(phase, cloaks=()) for phase in rules.phases):
        count = sum(1 for _ in equal)
        text = _phase(phase, rules, range(at, at + count), all_pass=all_pass)
        yield Sentence(text, tuple(_fields_of(phase, at - 1, all_pass=all_pass)))
        at += count
    if all_pass:
        yield Sentence(f"In every phase players may pass{_but_to_capture(rules)}.", of_phases(rules, "may_pass"))
    if shared_cloaks:
        yield Sentence(f"In every phase {_cloaked(shared_cloaks, rules)}.", of_phases(rules, "cloaks"))
    else:
        yield from _changing_cloaks(rules)
    if rules.fold != "none":
        yield Sentence(sentence(FOLDS[rules.fold].english), ("fold",))


def _but_to_capture(rules: RuleSet) -> str:
    """When players may not pass although it is said that they may."""
    return " unless they must capture" if any(shape.power == "must" for shape in rules.shapes.values()) else ""


def _fields_of(phase: Phase, index: int, *, all_pass: bool) -> Iterator[str]:
    """The fields of which a phase's own sentence speaks."""
    there = {
        "order": True,
        "locked": bool(phase.locked),
        "placement_only": phase.placement_only,
        "may_pass": phase.may_pass and not all_pass,
        "locks": bool(phase.locks),
        "draw_below": bool(phase.draw_below),
    }
    yield from (f"phases[{index}].{field}" for field, is_there in there.items() if is_there)


def _changing_cloaks(rules: RuleSet) -> Iterator[Sentence]:
    """What is cloaked in which phases; nothing where nothing is."""
    numbers: dict[tuple[At, ...], list[str]] = {}
    for at, phase in enumerate(rules.phases, 1):
        if phase.cloaks:
            numbers.setdefault(phase.cloaks, []).append(str(at))
    said: list[str] = []
    for cloaks, some in numbers.items():
        when = f"in phase{'s' if len(some) > 1 else ''} {listed(some)}"
        where = places(cloaks, spaces_of(rules.board))
        said.append(f"{when}, {where if said else _cloaked(cloaks, rules)}")
    if said:
        cloaked = (f"phases[{index}].cloaks" for index, phase in enumerate(rules.phases) if phase.cloaks)
        yield Sentence(sentence("; ".join(said)), tuple(cloaked))


def _phase(phase: Phase, rules: RuleSet, numbers: range, *, all_pass: bool) -> str:
    clauses = [f"in {_numbered(numbers)} {_who_moves(phase, rules)}"]
    may_pass = phase.may_pass and not all_pass
    if phase.placement_only:
        clauses.append(f"and may only place pieces{' or pass' if may_pass else ''}")
    elif may_pass:
        clauses.append(f"and may pass{_but_to_capture(rules)}")
    said = [", ".join(clauses)]
    if phase.locks:
        said.append(_locked(phase.locks, rules))
    if phase.draw_below:
        said.append(f"the match is drawn if {_few(phase, 'was', 'were')} placed in the phase")
    return sentence("; ".join(said))


def _locked(locks: tuple[At, ...], rules: RuleSet) -> str:
    """What locks forbid, on stacks with what that means for what is above them."""
    told = f"nobody may enter or leave {places(locks, spaces_of(rules.board), all_spaces='any space')}"
    if _have_room_above(locks, rules):
        told += ", nor enter a stack while such a space is the lowest empty one in it"
    return told


def _have_room_above(closed: Sequence[At], rules: RuleSet) -> bool:
    """Whether above some spaces of stacks there are others, which are not closed."""
    if not BOARDS[rules.board.kind].gravity:
        return False
    full = {*closed, *rules.board.walls}
    return any((*at[:3], z) not in full for at in closed for z in range(at[3] + 1, rules.board.size[2] + 1))


def _numbered(numbers: Sequence[int]) -> str:
    first, last = numbers[0], numbers[-1]
    if first == last:
        return f"phase {first}"
    return f"each of phases {first} {'and' if last == first + 1 else 'to'} {last}"


def _who_moves(phase: Phase, rules: RuleSet) -> str:
    active = [seat for seat in rules.seats if seat not in phase.locked]
    if len(active) == 1:
        how = {"sequential": "", "simultaneous": ", round after round", "single": ", a single time"}[phase.order]
        return f"only {name(active[0])} plays{how}"
    who = "all" if len(active) == len(rules.seats) else listed([name(seat) for seat in active])
    first = ""
    if phase.order == "sequential":
        in_order = rules.players == "partners" and who == "all"
        first = f" in the order {listed(active)}" if in_order else f", {name(active[0])} first"
    return f"{who} {HOW[phase.order].rstrip(',')}{first}"


def _cloaked(cloaks: tuple[At, ...], rules: RuleSet) -> str:
    return f"{places(cloaks, spaces_of(rules.board))} {'is' if len(cloaks) == 1 else 'are'} cloaked"


def _few(phase: Phase, verb: str, verbs: str) -> str:
    """Fewer pieces than a phase needs not to be a draw."""
    if phase.draw_below == 1:
        return f"no piece {verb}"
    return f"fewer than {times(phase.draw_below, 'piece')} {verbs}"
