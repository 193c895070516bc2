"""What happens where pieces meet: ranks, ties, having to capture, collisions."""

from __future__ import annotations

from collections.abc import Iterator

from redscience.language.boards import BOARDS
from redscience.language.captures import CONDITIONS, RANK
from redscience.language.model import COMMUNAL, RuleSet, Shape
from redscience.language.moves import MOVES
from redscience.language.prose.phrases import shapes_of, shapes_where, some_plan
from redscience.language.shapes import SHAPE_WORDS
from redscience.language.words import listed, sentence

_HANDS = (
    "five alike, four alike, five in sequence, three alike with a pair, four in sequence, three alike, two pairs, "
    "three in sequence, a pair, two in sequence, a single piece"
)


def told(rules: RuleSet) -> Iterator[str]:
    """Who captures whom, as far as the pieces' own lines do not say."""
    ranked = [each for each, shape in _by_strength(rules) if _lands(shape) and _by_rank(shape)]
    always = [each for each, shape in _by_strength(rules) if _lands(shape) and not _by_rank(shape)]
    yield from _must(rules)
    yield from _ranks(ranked, always)
    if BOARDS[rules.board.kind].gravity:
        yield from _on_stacks(rules, ranked, always)
    else:
        yield from _on_spaces(rules, ranked, always)
    if any(shape.condition for shape in rules.shapes.values()) and _has_ownerless(rules):
        never = BOARDS[rules.board.kind].gravity
        yield "Ownerless pieces are never captured." if never else "Ownerless pieces are captured like those of others."
    picky = [each for each, shape in shapes_of(rules) if _placed_to_capture(shape)]
    if picky:
        yield sentence(f"{shapes_where(rules, picky)} are placed only where they capture; who can do nothing passes")
    yield from _collisions(rules, [*ranked, *always])


def _by_strength(rules: RuleSet) -> list[tuple[str, Shape]]:
    return sorted(shapes_of(rules), key=lambda each: RANK.index(each[0]))


def _lands(shape: Shape) -> bool:
    """Whether it captures what comes to its space."""
    return shape.condition is not None and CONDITIONS[shape.condition].covers


def _by_rank(shape: Shape) -> bool:
    return CONDITIONS[shape.condition or "cover"].by_rank


def _must(rules: RuleSet) -> Iterator[str]:
    must = [each for each, shape in shapes_of(rules) if shape.power == "must"]
    can = [each for each, shape in shapes_of(rules) if shape.power == "can"]
    if must and can:
        with_them = listed([SHAPE_WORDS[each][1] for each in must], "or")
        yield f"A player who can capture with {with_them} may do nothing but capture."
    elif must:
        yield "A player who can capture may do nothing else."


def _ranks(ranked: list[str], always: list[str]) -> Iterator[str]:
    if len(ranked) > 1:
        circle = " The circle outranks the pentagon." if {"O", "P"} <= set(ranked) else ""
        yield sentence(f"By rank, from the highest: {listed([SHAPE_WORDS[each][0] for each in ranked])}") + circle
    if ranked and always:
        yield "Pieces that capture whatever the rank are stronger than those that capture by rank."


def _on_stacks(rules: RuleSet, ranked: list[str], always: list[str]) -> Iterator[str]:
    if not ranked and not always:
        return
    yield "Whenever pieces come to a stack, whoever has the strongest piece in it captures all pieces of others there."
    if always:
        rank = " that capture whatever the rank" if ranked else ""
        yield (
            f"Of equals{rank} the one that has just come is the stronger; if none has, they share the captives, and if "
            "several have, all that came are destroyed."
        )
    if ranked:
        yield sentence(f"Equals by rank {_tie(rules, ranked)}")
    carried = any(MOVES[shape.move].carries != "one" for shape in rules.shapes.values())
    if ranked and carried:
        circle = "; circles are part of no sequence" if "O" in ranked else ""
        yield (
            "What comes as a stack is ranked with what it comes to as hands, each of a player's own pieces and the "
            f"ownerless ones: {_HANDS}{circle}."
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
    return "share the captives" + "".join(words for result, words in instead.items() if result in results)


def _on_spaces(rules: RuleSet, ranked: list[str], always: list[str]) -> Iterator[str]:
    harmless = any(
        shape.power == "none" and not MOVES[shape.move].stationary and MOVES[shape.move].captures_by_moving
        for shape in rules.shapes.values()
    )
    if harmless and (ranked or any(not CONDITIONS[rules.shapes[each].condition or ""].steps_axes for each in always)):
        yield "A piece that cannot capture may land on one that captures what lands on it, and is captured."
    if ranked:
        yield "A piece that lands on one that outranks it is captured; equals by rank destroy each other."


def _has_ownerless(rules: RuleSet) -> bool:
    return any(piece.owner == COMMUNAL for piece in rules.setup.values())


def _placed_to_capture(shape: Shape) -> bool:
    return shape.power == "must" and bool(shape.reserve) and CONDITIONS[shape.condition or ""].around != "no"


def _collisions(rules: RuleSet, landing: list[str]) -> Iterator[str]:
    """What becomes of pieces that come to one place in one round."""
    if not some_plan(rules):
        return
    if not BOARDS[rules.board.kind].gravity:
        ranked = any(_by_rank(rules.shapes[each]) for each in landing)
        rank = ", unless one of them outranks all others" if ranked else ""
        yield f"Pieces that come to one space in the same round destroy each other{rank}."
    else:
        unless = ", unless a piece in it captures" if landing else ""
        yield f"Pieces that different players bring to one stack in the same round are destroyed{unless}."
