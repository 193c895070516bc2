"""The rules of a rule set in plain English, as a person would write them.

Made from the normal form, of which every field is said, so that two rule sets with different digests never read the
same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from redscience.language.boards import BOARDS
from redscience.language.canonical import normal
from redscience.language.captures import CONDITIONS, POWERS, RANK, RESULTS
from redscience.language.checks import CHECKS
from redscience.language.deck import write_deck
from redscience.language.forward import goals_matter, speaks_of_forward
from redscience.language.model import (
    COMMUNAL,
    SHAPES,
    At,
    Card,
    Check,
    Pack,
    Phase,
    Piece,
    RuleSet,
    Shape,
    StalemateRule,
)
from redscience.language.moves import MOVES
from redscience.language.phases import FOLDS
from redscience.language.play import can_move_backwards, cannot_move_backwards, pieces_move
from redscience.language.players import AGREE_DRAW, CLOAKING, DISQUALIFY_OVERACHIEVERS, PLAYERS
from redscience.language.shapes import SHAPE_WORDS
from redscience.language.spaces import Spaces, goals
from redscience.language.stalemate import STALEMATE_RULES
from redscience.language.words import article, board_words, listed, name, number, pieces, places, sentence, times
from redscience.language.writing import spaces_of


def english(rules: RuleSet) -> list[str]:
    """The rules, one point after the other, each a sentence or a few."""
    rules = normal(rules)
    return [
        *_match(rules),
        *_start(rules),
        *_pieces(rules),
        *_spaces(rules),
        *_phases(rules),
        *_end(rules),
        f"Each turn may take {rules.seconds_per_turn} seconds; a player who takes longer loses.",
    ]


# Who plays, where, and what a turn is.


def _match(rules: RuleSet) -> Iterator[str]:
    board = rules.board
    who = PLAYERS[rules.players].english
    where = board_words(board.kind, board.size, board.count)
    if _is_plain(rules):
        yield sentence(f"{who}, take turns to {_placing(rules, where)}")
    else:
        how = _HOW[rules.phases[0].order] if len(rules.phases) == 1 else "play"
        yield sentence(f"{who}, {how} on {where}")
        yield _turn(rules)
    if BOARDS[board.kind].english and not (BOARDS[board.kind].gravity and _is_plain(rules)):
        yield sentence(BOARDS[board.kind].english)
    if board.count > 1:
        yield _boards(rules)


_HOW = {
    "sequential": "take turns",
    "simultaneous": "plan in secret and move at once, round after round,",
    "single": "plan in secret and move at once, a single time,",
}


def _boards(rules: RuleSet) -> str:
    if any(STALEMATE_RULES[rule.rule].measure == "area" for rule in rules.stalemate):
        won = "Areas are counted over all boards."
        return won if not rules.checks else f"A board on which a check decides is closed. {won}"
    return "A board that is decided is closed; whoever wins the most boards wins the match."


def _is_plain(rules: RuleSet) -> bool:
    """Whether a turn is nothing but placing pieces."""
    return rules.phases == (Phase(),) and not pieces_move(rules)


def _thing(rules: RuleSet) -> str:
    """What a player places: the shape, where there is only one, else a piece."""
    named = [shape for shape in SHAPES if shape in rules.shapes and rules.shapes[shape].reserve]
    return SHAPE_WORDS[named[0]][0] if len(named) == 1 else "piece"


def _placing(rules: RuleSet, where: str) -> str:
    one = rules.pieces_per_turn == 1
    thing = times(rules.pieces_per_turn, _thing(rules))
    if BOARDS[rules.board.kind].gravity:
        verb = f"drop {thing}" if one else f"drop {thing}, each"
        return f"{verb} onto one of {where}" if rules.board.size[:2] != (1, 1) else f"{verb} onto {where}"
    space = "an empty space" if one else "empty spaces"
    return f"place {thing} on {space} of {'one of ' if rules.board.count > 1 else ''}{where}"


def _turn(rules: RuleSet) -> str:
    stacks = BOARDS[rules.board.kind].gravity
    on = "any stack that is not full" if stacks else "any empty space"
    actions = []
    if any(shape.reserve for shape in rules.shapes.values()) or _gains_reserve(rules):
        actions.append(f"place {article(_thing(rules))} from the reserve on {on}")
    if pieces_move(rules):
        actions.append("move a piece on the board")
    if not actions:
        return "There is nothing to place or to move." + (" Turns have two moves." if rules.pieces_per_turn > 1 else "")
    turn = "A turn is" if rules.pieces_per_turn == 1 else "A turn has two moves, each of them"
    return sentence(f"{turn} to {', or to '.join(actions)}")


def _gains_reserve(rules: RuleSet) -> bool:
    return any(shape.result and RESULTS[shape.result].to_reserve for shape in rules.shapes.values())


# What there is at the start.


def _start(rules: RuleSet) -> Iterator[str]:
    yield _reserves(rules)
    spaces = spaces_of(rules.board)
    placed = [f"{_contents(contents)} on {_each(ats, spaces)}" for contents, ats in _setup(rules).items()]
    if placed:
        yield f"On the board at the start: {'; '.join(placed)}."
    if rules.deck:
        yield _deck(rules.deck, rules)


def _each(ats: list[At], spaces: Spaces) -> str:
    """The spaces or stacks that have the same on them."""
    if len(ats) == spaces.total:
        return "every stack" if BOARDS[spaces.kind].gravity else "every space"
    return ("each of " if len({at[:3] for at in ats}) > 1 else "") + places(ats, spaces)


def _reserves(rules: RuleSet) -> str:
    if rules.colors == "assigned":
        return _own_reserves(rules)
    colored = [_reserve(rules, owner, f"{owner} ") for owner in rules.owners]
    if rules.colors == "shared":
        common = (
            f"All play from one reserve of {colored[0]}"
            if colored[0]
            else "All play black pieces, with none in reserve"
        )
    elif rules.colors == "partners":
        black, white = (words or "no pieces" for words in colored)
        common = f"Black and pink share a reserve of {black}, white and yellow one of {white}"
    else:
        stock = listed([words for words in colored if words]) or "no pieces"
        common = f"All play from one reserve of {stock}; whoever places a piece chooses its colour"
    return sentence(common)


def _own_reserves(rules: RuleSet) -> str:
    owned = {owner: _reserve(rules, owner) for owner in rules.owners}
    if not any(owned.values()):
        return "Nobody has pieces in reserve."
    if len(set(owned.values())) == 1:
        return sentence(f"Each starts with {next(iter(owned.values()))} in reserve")
    have = [f"{name(owner)} has {words}" for owner, words in owned.items() if words]
    return sentence("in reserve, " + ("; ".join(have) if any(" and " in words for words in have) else listed(have)))


def _reserve(rules: RuleSet, owner: str, adjective: str = "") -> str:
    """What an owner has: `two circles and one pentagon`; empty for nothing."""
    counts = [(shape, rules.shapes[shape].reserve.get(owner, 0)) for shape in SHAPES if shape in rules.shapes]
    return listed([times(n, *(adjective + word for word in SHAPE_WORDS[shape])) for shape, n in counts if n])


def _setup(rules: RuleSet) -> dict[tuple[tuple[int, Piece], ...], list[At]]:
    """Spaces (whole stacks, unless they have walls) by what is on them, from the bottom."""
    by_contents: dict[tuple[tuple[int, Piece], ...], list[At]] = {}
    if not BOARDS[rules.board.kind].gravity:
        for at, piece in rules.setup.items():
            by_contents.setdefault(((1, piece),), []).append(at)
        return by_contents
    stacks: dict[tuple[int, int, int], list[At]] = {}
    for at in sorted(rules.setup):
        stacks.setdefault(at[:3], []).append(at)
    for (board, x, y), ats in stacks.items():
        whole: list[At] = [(board, x, y, z) for z in range(1, rules.board.size[2] + 1)]
        fallen = [at[3] for at in ats] == list(range(1, len(ats) + 1))
        contents = tuple(_runs([rules.setup[at] for at in ats]))
        by_contents.setdefault(contents, []).extend(whole if fallen else ats)
    return by_contents


def _runs(row: list[Piece]) -> Iterator[tuple[int, Piece]]:
    count = 0
    for index, piece in enumerate(row):
        count += 1
        if index + 1 == len(row) or row[index + 1] != piece:
            yield count, piece
            count = 0


def _contents(contents: tuple[tuple[int, Piece], ...]) -> str:
    words = [pieces(count, piece) for count, piece in contents]
    return words[0] if len(words) == 1 else f"{listed(words)}, from the bottom up,"


def _deck(deck: Pack, rules: RuleSet) -> str:
    plain = [item for item in deck.items if isinstance(item, Card) and item.seat is None]
    if deck.shuffled and len(plain) == len(deck.items):
        counts = Counter(card.shape for card in plain)
        words = [times(counts[shape], *SHAPE_WORDS[shape]) for shape in RANK if counts[shape]]
        blanks = [times(counts[None], "blank")] if counts[None] else []
        return sentence(f"The pieces that are dealt come from a shuffled deck of {listed([*words, *blanks])}")
    text = write_deck(deck, rules.seats)
    return (
        f"The pieces that are dealt come from the deck {text}, from the top, in which the parts in {{ }} are shuffled "
        "among themselves, those in [ ] keep their order, . is a blank and a digit names the seat that knows the piece."
    )


# What pieces can do.


def _pieces(rules: RuleSet) -> Iterator[str]:
    alike = _alike(rules)
    for shapes, example in alike.items():
        everyone = _plural(list(shapes), rules)
        does = _abilities(example, rules)
        if does:
            yield sentence(f"{everyone} {does}")
    if pieces_move(rules) and any(shape.reserve for shape in rules.shapes.values()):
        yield "A piece on the board may not be moved while its owner has one of the same kind in reserve."
    yield from _explanations(rules)


def _alike(rules: RuleSet) -> dict[tuple[str, ...], Shape]:
    """The shapes by what they can do."""
    groups: dict[tuple[str, str | None, str | None, str], list[str]] = {}
    for shape in SHAPES:
        if shape in rules.shapes:
            it = rules.shapes[shape]
            groups.setdefault((it.power, it.condition, it.result, it.move), []).append(shape)
    return {tuple(group): rules.shapes[group[0]] for group in groups.values()}


def _abilities(shape: Shape, rules: RuleSet) -> str:
    move = MOVES[shape.move]
    moving = "" if move.stationary and not (shape.condition or pieces_move(rules)) else move.english
    if not shape.condition or not shape.result:
        return moving
    condition = CONDITIONS[shape.condition]
    how = f"{POWERS[shape.power].english} {condition.english}; {RESULTS[shape.result].english}"
    return f"{moving}, and {how}"


def _explanations(rules: RuleSet) -> Iterator[str]:
    ranked = [shape for shape in RANK if shape in rules.shapes and _covers(rules.shapes[shape], by_rank=True)]
    others = [shape for shape in RANK if shape in rules.shapes and _covers(rules.shapes[shape], by_rank=False)]
    if len(ranked) > 1:
        circle = " The circle outranks the pentagon." if {"O", "P"} <= set(ranked) else ""
        yield sentence(f"By rank, from the highest: {listed([SHAPE_WORDS[shape][0] for shape in ranked])}") + circle
    if ranked and others:
        yield "Pieces that capture whatever the rank are stronger than those that capture by rank."
    if BOARDS[rules.board.kind].gravity and (ranked or others):
        yield (
            "When pieces come to a stack, the player with the strongest piece in it captures all that others have "
            "there; players who tie share the captives, unless captives are removed."
        )
    elif ranked or (others and any(shape.power == "none" for shape in rules.shapes.values())):
        equals = "; equals by rank destroy each other" if ranked else ""
        yield sentence(f"A piece that lands on a stronger one is captured by it{equals}")
    if any(shape.condition for shape in rules.shapes.values()) and _has_ownerless(rules):
        never = BOARDS[rules.board.kind].gravity
        yield "Ownerless pieces are never captured." if never else "Ownerless pieces are captured like those of others."
    picky = [shape for shape in SHAPES if shape in rules.shapes and _placed_to_capture(rules.shapes[shape])]
    if picky:
        yield sentence(f"{_plural(picky, rules)} are placed only where they capture")
    yield from _goals(rules)


def _plural(shapes: list[str], rules: RuleSet) -> str:
    return "pieces" if len(shapes) == len(rules.shapes) else listed([SHAPE_WORDS[shape][1] for shape in shapes])


def _placed_to_capture(shape: Shape) -> bool:
    return shape.power == "must" and bool(shape.reserve) and CONDITIONS[shape.condition or ""].around != "no"


def _goals(rules: RuleSet) -> Iterator[str]:
    """Where forward is, for rules that speak of it."""
    if goals_matter(rules):
        lines = [f"{goal.axis} = {goal.at} for {name(seat)}" for seat, goal in goals(rules).items() if goal]
        yield sentence(
            f"Goal lines are {listed(lines)}"
            + (", and forward is towards one's own" if speaks_of_forward(rules) else "")
        )
    directed = [name for name in SHAPES if name in rules.shapes and cannot_move_backwards(rules.shapes[name])]
    promotes = any(map(can_move_backwards, rules.shapes.values()))
    if directed and promotes and not BOARDS[rules.board.kind].wraps:
        yield sentence(
            f"There, {_plural(directed, rules)} become a shape of the mover's choice that can move backwards"
        )


def _has_ownerless(rules: RuleSet) -> bool:
    return any(piece.owner == COMMUNAL for piece in rules.setup.values())


def _covers(shape: Shape, *, by_rank: bool) -> bool:
    condition = CONDITIONS[shape.condition] if shape.condition else None
    return condition is not None and condition.covers and condition.by_rank == by_rank


# Where one may not go, and what one does not see.


def _spaces(rules: RuleSet) -> Iterator[str]:
    spaces = spaces_of(rules.board)
    if rules.board.walls:
        yield f"Nobody may ever enter or leave {places(rules.board.walls, spaces)}."
    exclusive: dict[tuple[str, ...], list[At]] = {}
    for at, seats in rules.board.exclusive.items():
        exclusive.setdefault(seats, []).append(at)
    owned = [(listed([name(seat) for seat in seats]), places(ats, spaces)) for seats, ats in exclusive.items()]
    if owned:
        (who, where), *others = owned
        yield sentence(
            f"Only {who} may enter or leave {where}" + "".join(f"; only {w}, {there}" for w, there in others)
        )
    if rules.board.sticky:
        yield f"Nobody may leave {places(rules.board.sticky, spaces)}."
    if rules.cloaking != "none":
        yield sentence(CLOAKING[rules.cloaking].english)


# Phases.


def _phases(rules: RuleSet) -> Iterator[str]:
    if len(rules.phases) == 1:
        yield from _only_phase(rules.phases[0], rules)
        return
    repeated = ", or a player repeats a move in the same position" if pieces_move(rules) else ""
    yield (
        f"There are {number(len(rules.phases))} phases. Each ends when those who play in it cannot move or have all "
        f"passed{repeated}."
    )
    for index, phase in enumerate(rules.phases):
        yield _phase(phase, rules, index + 1)
    if rules.fold != "none":
        yield sentence(FOLDS[rules.fold].english)


def _only_phase(phase: Phase, rules: RuleSet) -> Iterator[str]:
    if phase.locked:
        yield sentence(
            f"{listed([name(seat) for seat in phase.locked])} never {'move' if len(phase.locked) > 1 else 'moves'}"
        )
    if phase.may_pass:
        yield "Players may pass."
    if phase.placement_only:
        yield "Pieces on the board may not be moved."
    yield from _phase_spaces(phase, rules)


def _phase(phase: Phase, rules: RuleSet, order: int) -> str:
    active = [seat for seat in rules.seats if seat not in phase.locked]
    clauses = [_who_moves(phase, active, rules)]
    if phase.may_pass:
        clauses.append("and may pass")
    if phase.placement_only:
        clauses.append("but may not move pieces that are on the board")
    return " ".join([f"In phase {order} {', '.join(clauses)}.", *_phase_spaces(phase, rules)])


def _phase_spaces(phase: Phase, rules: RuleSet) -> Iterator[str]:
    spaces = spaces_of(rules.board)
    if phase.locks:
        yield f"Nobody may enter or leave {places(phase.locks, spaces)} then."
    if phase.cloaks:
        yield sentence(f"{places(phase.cloaks, spaces)} {'is' if len(phase.cloaks) == 1 else 'are'} cloaked")
    if phase.draw_below:
        yield f"If fewer than {times(phase.draw_below, 'piece')} were placed by the end, the match is drawn."


def _who_moves(phase: Phase, active: list[str], rules: RuleSet) -> str:
    if not active:
        return {"sequential": "nobody moves", "simultaneous": "nobody plans", "single": "nobody plans at all"}[
            phase.order
        ]
    if len(active) == 1:
        how = {"sequential": "moves", "simultaneous": "moves, in secret", "single": "moves, a single time"}[phase.order]
        return f"only {name(active[0])} {how}"
    who = "all" if len(active) == len(rules.seats) else listed([name(seat) for seat in active])
    return f"{who} {_HOW[phase.order].rstrip(',')}"


# How it ends.


def _end(rules: RuleSet) -> Iterator[str]:
    for check in rules.checks:
        yield sentence(filled(CHECKS[check.check].english, check, rules))
    yield _stalemate(rules)
    if rules.disqualify_overachievers:
        yield sentence(DISQUALIFY_OVERACHIEVERS[True].english)
    if rules.agree_draw:
        yield sentence(AGREE_DRAW[True].english)


def _stalemate(rules: RuleSet) -> str:
    options = [STALEMATE_RULES[rule.rule] for rule in rules.stalemate]
    first = [filled(o.english, r, rules) for o, r in zip(options, rules.stalemate, strict=True) if o.measure == "total"]
    then = [filled(o.english, r, rules) for o, r in zip(options, rules.stalemate, strict=True) if o.measure != "total"]
    then += _rest(rules.stalemate)
    text = "; otherwise ".join([*first, "; ".join(then)])
    said = [sentence(f"{_when(rules)}, {text}")]
    if "chaos" in rules.seats and any(o.picks in {"most", "least"} and o.result == "wins" for o in options):
        said.append("A player who ties for that with Chaos draws; if everyone ties, all players win.")
    if any(o.measure == "area" for o in options):
        said.append(
            "An area is all spaces that a player's pieces occupy or could reach by steps along rows and columns "
            "without meeting pieces of others."
        )
    return " ".join(said)


def _rest(given: tuple[StalemateRule, ...]) -> list[str]:
    """What becomes of those of whom comparing with Chaos says nothing."""
    compares = [STALEMATE_RULES[rule.rule] for rule in given if "than_chaos" in STALEMATE_RULES[rule.rule].picks]
    if not compares or any(rule.rule == "draws" for rule in given):
        return []
    if len(compares) > 1:
        return ["those with as many draw"]
    return ["all others win" if compares[0].result == "loses" else "all others lose"]


def _when(rules: RuleSet) -> str:
    """When it is stalemate."""
    if len(rules.phases) > 1:
        return "after the last phase"
    only = rules.phases[0]
    if only.order == "single":
        return "after that"
    causes = ["everyone passes" if only.may_pass else "nobody can move any more"]
    if pieces_move(rules):
        causes.append("a player repeats a move in the same position")
    return f"when {' or '.join(causes)}"


def filled(template: str, chosen: Check | StalemateRule, rules: RuleSet) -> str:
    """The sentence of an option with its parameters in the blanks, as the colours of the game want it."""
    length = number(chosen.length or 0)
    row = {
        "assigned": f"{length} of their pieces in a row",
        "partners": f"{length} of their pieces in a row",
        "shared": f"{length} in a row",
        "choose": f"{length} of one colour in a row",
    }[rules.colors]
    straight = ", in any direction," if sum(side > 1 for side in rules.board.size) > 1 else ""
    one, several = SHAPE_WORDS.get(chosen.shape or "", ("", ""))
    total = number(getattr(chosen, "total", None) or 0)
    return template.format(length=length, row=row, straight=straight, shape=one, shapes=several, total=total)
