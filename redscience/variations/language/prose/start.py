"""What there is before the first move: reserves, pieces on the board, the deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from redscience.interface import Sentence
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.captures import RANK
from redscience.variations.language.deck import cards
from redscience.variations.language.model import COMMUNAL, DEALT, At, Card, Pack, Piece, RuleSet
from redscience.variations.language.prose.phrases import of_shapes, shapes_of
from redscience.variations.language.spaces import Spaces
from redscience.variations.language.words import listed, name, pieces, places, sentence, times
from redscience.variations.language.writing import spaces_of


def told(rules: RuleSet) -> Iterator[Sentence]:
    """Who has what in reserve, and what lies where."""
    reserves = of_shapes(rules.shapes, *(f"reserve.{owner}" for owner in rules.owners))
    yield Sentence(_reserves(rules), reserves if rules.colors == "assigned" else ("colors", *reserves))
    spaces = spaces_of(rules.board)
    placed = [f"{_contents(contents, rules)} on {_each(ats, spaces)}" for contents, ats in _setup(rules).items()]
    if placed:
        yield Sentence(f"On the board at the start: {'; '.join(placed)}.", ("setup",))
    if rules.deck:
        yield Sentence(" ".join([_deck(rules.deck, rules), *_dealing(rules, rules.deck)]), ("deck",))


def _each(ats: list[At], spaces: Spaces) -> str:
    """The spaces or stacks that have the same on them."""
    if len(ats) == spaces.total:
        return "every stack" if BOARDS[spaces.kind].gravity else "every space"
    return ("each of " if len({at[:3] for at in ats}) > 1 else "") + places(ats, spaces)


def _reserves(rules: RuleSet) -> str:
    if rules.colors == "assigned":
        return _own_reserves(rules)
    counted = [_counted(rules, owner, f"{owner} ") for owner in rules.owners]
    colored = [listed(words) for words in counted]
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
        stock = listed([word for words in counted for word in words])
        common = (
            f"All play from one reserve of {stock}; whoever places a piece chooses its color"
            if stock
            else "All play pieces of all colors, with none in reserve"
        )
    return sentence(common)


def _own_reserves(rules: RuleSet) -> str:
    owners: dict[str, list[str]] = {}
    for owner in rules.owners:
        owners.setdefault(listed(_counted(rules, owner)), []).append(name(owner))
    if len(owners) == 1:
        words = next(iter(owners))
        return sentence(f"Each starts with {words} in reserve") if words else "Nobody has pieces in reserve."
    have = [
        f"{listed(names)} each have {words}" if len(names) > 1 else f"{names[0]} has {words}"
        for words, names in owners.items()
        if words
    ]
    return sentence("in reserve, " + ("; ".join(have) if any(" and " in words for words in have) else listed(have)))


def _counted(rules: RuleSet, owner: str, adjective: str = "") -> list[str]:
    """What an owner has: `two circles`, `one pentagon`."""
    counts = [(each, shape.reserve.get(owner, 0)) for each, shape in shapes_of(rules)]
    return [times(n, *(adjective + word for word in rules.words(shape))) for shape, n in counts if n]


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
    for piece, equal in groupby(row):
        yield sum(1 for _ in equal), piece


def _contents(contents: tuple[tuple[int, Piece], ...], rules: RuleSet) -> str:
    if len(contents) > 1 and all(_is_dealt_to_a_seat(piece) and count == 1 for count, piece in contents):
        return f"a piece each dealt to {listed([name(piece.owner) for _, piece in contents])}, from the bottom up,"
    words = [pieces(count, piece, rules) for count, piece in contents]
    return words[0] if len(words) == 1 else f"{listed(words)}, from the bottom up,"


def _is_dealt_to_a_seat(piece: Piece) -> bool:
    return piece.shape == DEALT and piece.owner != COMMUNAL


# The deck. Brackets stand around whatever could be taken apart in two ways.


def _deck(deck: Pack, rules: RuleSet) -> str:
    if deck.shuffled:
        return f"The pieces that are dealt come from a shuffled deck of {_shuffled_items(deck, rules)}."
    what = "that has from the top" if len(set(deck.items)) > 1 else "of"
    return f"The pieces that are dealt come from a deck {what} {_kept_items(deck, rules)}."


def _dealing(rules: RuleSet, deck: Pack) -> Iterator[str]:
    """In which order cards go where, where that matters, and whose they are."""
    if not deck.shuffled or any(isinstance(item, Pack) for item in deck.items):
        board = "board by board, " if rules.board.count > 1 else ""
        columns = "stack by stack" if BOARDS[rules.board.kind].gravity else "column by column"
        if len(set(cards(deck))) > 1:
            yield f"They are dealt {board}{columns} from the left, each from the top down."
    known = any(card.seat for card in cards(deck))
    if any(piece.shape == DEALT and piece.owner == COMMUNAL for piece in rules.setup.values()):
        whose = "takes the color of whoever knows it" if rules.colors == "choose" else "belongs to whoever knows it"
        also = "" if all(_is_known(card) for card in cards(deck)) else ", or else is ownerless"
        yield f"What is dealt to nobody {whose + also if known else 'is ownerless'}."
    if any(card.shape is None for card in cards(deck)):
        yield "A blank leaves its space empty."


def _is_known(card: Card) -> bool:
    return card.shape is None or card.seat is not None


def _shuffled_items(pack: Pack, rules: RuleSet) -> str:
    """Cards and packs that are shuffled among themselves, equal ones counted."""
    counts = Counter(pack.items)
    loose = [item for item in counts if isinstance(item, Card)]
    loose.sort(key=lambda card: (card.seat or "", card.shape is None, RANK.index(card.shape or RANK[0])))
    words = [_cards(counts[card], card, rules) for card in loose]
    words += [_packs(n, item, rules) for item, n in counts.items() if isinstance(item, Pack)]
    return listed(words)


def _kept_items(pack: Pack, rules: RuleSet) -> str:
    """Cards and packs in their order, equal neighbours counted."""
    words = []
    for item, equal in groupby(pack.items):
        count = sum(1 for _ in equal)
        words.append(_cards(count, item, rules) if isinstance(item, Card) else _packs(count, item, rules))
    return listed(words)


def _cards(count: int, card: Card, rules: RuleSet) -> str:
    words = times(count, *rules.words(card.shape)) if card.shape else times(count, "blank")
    return f"{words} that {name(card.seat)} knows" if card.seat else words


def _packs(count: int, pack: Pack, rules: RuleSet) -> str:
    """So many packs that are alike; those of equal cards need no order."""
    if pack.shuffled:
        return f"{times(count, 'shuffled pack')} of ({_shuffled_items(pack, rules)})"
    kept = _kept_items(pack, rules)
    several = len(set(pack.items)) > 1
    return f"{times(count, 'pack')} of {f'({kept}, from the top)' if several else kept}"
