"""What happens where pieces meet: ranks, ties, having to capture, collisions."""

from __future__ import annotations

from collections.abc import Iterator

from redscience.interface import Sentence
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.captures import CONDITIONS, RANK, RESULTS
from redscience.variations.language.forward import goals_matter
from redscience.variations.language.model import COMMUNAL, DEALT, RuleSet, Shape
from redscience.variations.language.moves import MOVES
from redscience.variations.language.possibilities import only_collides, pieces_move
from redscience.variations.language.prose.phrases import (
    STUCK,
    of_phases,
    of_shapes,
    one_of,
    plurals,
    shapes_of,
    shapes_where,
    some_plan,
    who_is_stuck_passes,
)
from redscience.variations.language.words import listed, sentence

_HANDS = (
    "five alike, four alike, five in sequence, three alike with a pair, four in sequence, three alike, two pairs, "
    "three in sequence, a pair, two in sequence, a single piece"
)


def told(rules: RuleSet) -> Iterator[Sentence]:
    """Who captures whom, as far as the pieces' own lines do not say."""
    ranked = [each for each, shape in _by_strength(rules) if _lands(shape) and _by_rank(shape)]
    always = [each for each, shape in _by_strength(rules) if _lands(shape) and not _by_rank(shape)]
    yield from _must(rules)
    landing = [each for each in ranked if not only_collides(rules.shapes[each], rules)]
    if ranked:
        yield from _ranks(rules, ranked, always)
    if BOARDS[rules.board.kind].gravity:
        yield from _on_stacks(rules, ranked, always)
    else:
        yield from _on_spaces(rules, landing, always)
    if any(shape.condition for shape in rules.shapes.values()) and _has_ownerless(rules):
        never = BOARDS[rules.board.kind].gravity
        text = (
            "Ownerless pieces are never captured." if never else "Ownerless pieces are captured like those of others."
        )
        yield Sentence(text, ("setup",))
    picky = [each for each, shape in shapes_of(rules) if _placed_to_capture(shape)]
    if picky:
        stuck = f"; {STUCK}" if who_is_stuck_passes(rules) and not pieces_move(rules) else ""
        text = f"{shapes_where(rules, picky)} may be placed only where they capture{stuck}"
        yield Sentence(sentence(text), of_shapes(picky, "power", "condition"))
    yield from _collisions(rules, [*ranked, *always])


def _by_strength(rules: RuleSet) -> list[tuple[str, Shape]]:
    return sorted(shapes_of(rules), key=lambda each: RANK.index(each[0]))


def _lands(shape: Shape) -> bool:
    """Whether it captures what comes to its space."""
    return shape.condition is not None and CONDITIONS[shape.condition].covers


def _by_rank(shape: Shape) -> bool:
    return CONDITIONS[shape.condition or "cover"].by_rank


def _must(rules: RuleSet) -> Iterator[Sentence]:
    must = [each for each, shape in shapes_of(rules) if shape.power == "must"]
    can = [each for each, shape in shapes_of(rules) if shape.power == "can"]
    if must and can:
        with_them = plurals(rules, must, "or")
        yield Sentence(f"A player who can capture with {with_them} must capture.", of_shapes(must, "power"))
    elif must:
        yield Sentence("A player who can capture must do so.", of_shapes(must, "power"))


def _ranks(rules: RuleSet, ranked: list[str], always: list[str]) -> Iterator[Sentence]:
    """The order of what captures by rank, and what stands above and below it."""
    several = len(ranked) > 1
    if several:
        order = ["O", "P"] if set(ranked) == {"O", "P"} else ranked
        (lowest, several_lowest), highest = rules.words("O"), rules.words("P")[0]
        outranks = "outrank" if lowest == several_lowest else "outranks"  # scissors are always several
        circle = f"; but the {lowest} {outranks} the {highest}" if {"O", "P"} < set(ranked) else ""
        text = f"by rank, from the highest: {listed([rules.words(each)[0] for each in order])}{circle}"
        yield Sentence(sentence(text), of_shapes(ranked, "condition"))
        if circle and BOARDS[rules.board.kind].gravity and _more_than_two_meet(rules, ranked):
            yield Sentence(
                "The strongest piece is one that no other player's outranks; where there is none, the first in this "
                "order of each player are equals.",
                of_shapes(ranked, "condition"),
            )
    if any(only_collides(rules.shapes[each], rules) for each in ranked):
        return
    none = [each for each, shape in _by_strength(rules) if shape.condition is None]
    them = "them all" if several else plurals(rules, ranked)
    if always:
        lower = "them" if several else plurals(rules, ranked)
        below = f", and {plurals(rules, none)} rank below {lower}" if none else ""
        yield Sentence(sentence(f"{plurals(rules, always)} outrank {them}{below}"), of_shapes(always, "condition"))
    elif none:
        yield Sentence(sentence(f"{plurals(rules, none)} rank below {them}"), of_shapes(none, "power"))


def _more_than_two_meet(rules: RuleSet, ranked: list[str]) -> bool:
    """Whether three pieces can come together: not where there are two spaces, which two players fill at once."""
    spaces = rules.board.volume * rules.board.count
    if max(len(rules.owners), spaces) > 2 or rules.pieces_per_turn > 1 or rules.setup:  # noqa: PLR2004  (one each)
        return True
    leave = pieces_move(rules) or not all(RESULTS[rules.shapes[each].result or ""].stays for each in ranked)
    return some_plan(rules) and (leave or any(phase.may_pass or phase.locked for phase in rules.phases))


def _on_stacks(rules: RuleSet, ranked: list[str], always: list[str]) -> Iterator[Sentence]:
    """Who captures in a stack, what becomes of ties and captives."""
    landing = [*ranked, *always]
    if not landing:
        return
    best = "the strongest piece" if ranked else "a piece that captures"
    conditions, results = of_shapes(landing, "condition"), of_shapes(landing, "result")
    text = f"Whenever pieces come to a stack, whoever has {best} in it captures all pieces of others there."
    yield Sentence(text, conditions)
    carried = any(MOVES[shape.move].carries != "one" for shape in rules.shapes.values())
    if _ties_happen(rules, landing):
        if always:
            text = _newcomers(rules, always, several=carried or some_plan(rules), one=not ranked)
            yield Sentence(text, of_shapes(always, "condition", "result"))
        if ranked:
            text = sentence(f"equals by rank {_tie(rules, ranked)}")
            yield Sentence(text, of_shapes(ranked, "condition", "result"))
        if any(_shared(rules.shapes[each]) for each in landing):
            order = "the highest shapes first, " if len(rules.shapes) > 1 else ""
            text = f"What is shared is dealt out piece by piece, {order}beginning with a random player."
            yield Sentence(text, results)
    if len({rules.shapes[each].result for each in landing}) > 1:
        text = "What becomes of captives is up to the captor's piece that has just come, or else to the strongest one."
        yield Sentence(text, results)
    if ranked and carried:
        circle = "; circles are part of no sequence" if "O" in ranked else ""
        yield Sentence(
            "Where a stack comes onto another, hands decide. A player's hand is their pieces there that capture by "
            f"rank, with the ownerless ones. From the best: {_HANDS}{circle}. Of like hands the highest shapes decide.",
            of_shapes(ranked, "condition"),
        )


def _ties_happen(rules: RuleSet, landing: list[str]) -> bool:
    """Whether more than one player can ever have pieces that capture."""
    if any(piece.shape == DEALT for piece in rules.setup.values()) or goals_matter(rules):
        return True
    owners = {owner for each in landing for owner, count in rules.shapes[each].reserve.items() if count}
    owners |= {piece.owner for piece in rules.setup.values() if piece.shape in landing and piece.owner != COMMUNAL}
    return len(owners) > 1


def _shared(shape: Shape) -> bool:
    return RESULTS[shape.result or ""].changes_owner


def _newcomers(rules: RuleSet, always: list[str], *, several: bool, one: bool) -> str:
    """What becomes of equals that capture whatever the rank."""
    owners = "one" if one else one_of(rules, always)
    verb = "share" if any(_shared(rules.shapes[each]) for each in always) else "capture"
    clash = "; if several are, all that came are destroyed" if several else ""
    return (
        f"If several players have {owners}, only a newcomer captures; if none of them is new, they {verb} all other "
        f"pieces there, their own too{clash}."
    )


def _tie(rules: RuleSet, ranked: list[str]) -> str:
    """What becomes of equals, by what becomes of captives."""
    results = {rules.shapes[each].result for each in ranked}
    if results == {"removes"}:
        return "destroy each other"
    if results == {"paralyzes"}:
        return "paralyze each other"
    instead = {
        "removes": "; where captives leave the game, they destroy each other",
        "paralyzes": "; where captives are paralyzed, they paralyze each other",
    }
    but = "".join(words for result, words in instead.items() if result in results)
    return f"share all other pieces there, their own too{but}"


def _on_spaces(rules: RuleSet, ranked: list[str], always: list[str]) -> Iterator[Sentence]:
    """What may land where, beside captures, and what becomes of it."""
    harmless = [
        each
        for each, shape in shapes_of(rules)
        if shape.power == "none" and not MOVES[shape.move].stationary and MOVES[shape.move].captures_by_moving
    ]
    fatal = [*ranked, *(each for each in always if not CONDITIONS[rules.shapes[each].condition or ""].steps_axes)]
    if harmless and fatal:
        text = f"{plurals(rules, harmless)} may land on {plurals(rules, fatal, 'or')} of others, and are captured then"
        yield Sentence(sentence(text), (*of_shapes(harmless, "power"), *of_shapes(fatal, "condition")))
    if ranked:
        text = "A piece that lands on one that outranks it is captured; equals by rank destroy each other."
        yield Sentence(text, of_shapes(ranked, "condition"))
    apart = [each for each, shape in shapes_of(rules) if shape.condition and not _lands(shape)]
    if apart and (ranked or always):
        yield Sentence(sentence(f"nothing may land on {plurals(rules, apart, 'or')}"), of_shapes(apart, "condition"))


def _has_ownerless(rules: RuleSet) -> bool:
    return any(piece.owner == COMMUNAL for piece in rules.setup.values())


def _placed_to_capture(shape: Shape) -> bool:
    return shape.power == "must" and bool(shape.reserve) and CONDITIONS[shape.condition or ""].around != "no"


def _collisions(rules: RuleSet, landing: list[str]) -> Iterator[Sentence]:
    """What becomes of pieces that come to one place in one round."""
    if not some_plan(rules):
        return
    if not BOARDS[rules.board.kind].gravity:
        ranked = [each for each in landing if _by_rank(rules.shapes[each])]
        all_do = "all capture by rank and " if len(ranked) < len(rules.shapes) else ""
        rank = f", unless {all_do}one of them outranks all others" if ranked else ""
        text = f"Pieces that come to one space in the same round destroy each other{rank}."
    else:
        unless = ", unless a piece in it captures; what then finds no room is destroyed too" if landing else ""
        text = f"Pieces that different players bring to one stack in the same round are destroyed{unless}."
    yield Sentence(text, (*of_phases(rules, "order"), *of_shapes(landing, "condition")))
