"""What there is before the first move: reserves, pieces on the board, the deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from redscience.language.boards import BOARDS
from redscience.language.captures import RANK
from redscience.language.model import At, Card, Pack, Piece, RuleSet
from redscience.language.prose.phrases import shapes_of
from redscience.language.shapes import SHAPE_WORDS
from redscience.language.spaces import Spaces
from redscience.language.words import listed, name, pieces, places, sentence, times
from redscience.language.writing import spaces_of


def told(rules: RuleSet) -> Iterator[str]:
    """Who has what in reserve, and what lies where."""
    yield _reserves(rules)
    spaces = spaces_of(rules.board)
    placed = [f"{_contents(contents)} on {_each(ats, spaces)}" for contents, ats in _setup(rules).items()]
    if placed:
        yield f"On the board at the start: {'; '.join(placed)}."
    if rules.deck:
        yield _deck(rules.deck)


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
        stocks = [words for words in colored if words]
        stock = "; ".join(stocks) if any(" and " in words for words in stocks) else listed(stocks)
        common = (
            f"All play from one reserve of {stock}; whoever places a piece chooses its colour"
            if stock
            else "All play pieces of all colours, with none in reserve"
        )
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
    counts = [(each, shape.reserve.get(owner, 0)) for each, shape in shapes_of(rules)]
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
    for piece, equal in groupby(row):
        yield sum(1 for _ in equal), piece


def _contents(contents: tuple[tuple[int, Piece], ...]) -> str:
    words = [pieces(count, piece) for count, piece in contents]
    return words[0] if len(words) == 1 else f"{listed(words)}, from the bottom up,"


# The deck. Brackets stand around whatever could be taken apart in two ways.


def _deck(deck: Pack) -> str:
    if deck.shuffled:
        return f"The pieces that are dealt come from a shuffled deck of {_shuffled_items(deck)}."
    order = " from the top" if len(set(deck.items)) > 1 else ""
    return f"The pieces that are dealt come from a deck that has{order} {_kept_items(deck)}."


def _shuffled_items(pack: Pack) -> str:
    """Cards and packs that are shuffled among themselves, equal ones counted."""
    counts = Counter(pack.items)
    loose = [item for item in counts if isinstance(item, Card)]
    loose.sort(key=lambda card: (card.seat or "", card.shape is None, RANK.index(card.shape or RANK[0])))
    words = [_cards(counts[card], card) for card in loose]
    words += [_packs(n, item) for item, n in counts.items() if isinstance(item, Pack)]
    return listed(words)


def _kept_items(pack: Pack) -> str:
    """Cards and packs in their order, equal neighbours counted."""
    words = []
    for item, equal in groupby(pack.items):
        count = sum(1 for _ in equal)
        words.append(_cards(count, item) if isinstance(item, Card) else _packs(count, item))
    return listed(words)


def _cards(count: int, card: Card) -> str:
    words = times(count, *SHAPE_WORDS[card.shape]) if card.shape else times(count, "blank")
    return f"{words} that {name(card.seat)} knows" if card.seat else words


def _packs(count: int, pack: Pack) -> str:
    """So many packs that are alike; those of equal cards need no order."""
    if pack.shuffled:
        return f"{times(count, 'shuffled pack')} of ({_shuffled_items(pack)})"
    kept = _kept_items(pack)
    several = len(set(pack.items)) > 1
    return f"{times(count, 'pack')} of {f'({kept}, from the top)' if several else kept}"
