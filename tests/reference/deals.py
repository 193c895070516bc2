"""Decks: which deals are possible, and where the cards come to lie (rules: A8, R18)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from redscience.variations.language import RuleSet
from redscience.variations.language.model import COMMUNAL, DEALT, At, Card, Pack

Deal = tuple[Card, ...]
"""The card that came to each marker, in the order of dealing."""


def markers(rules: RuleSet) -> list[At]:
    """The spaces that are dealt to, in order: board by board, column by column, from the top (rules: R18)."""
    dealt = [at for at, piece in rules.setup.items() if piece.shape == DEALT]
    return sorted(dealt, key=lambda at: (at[0], at[1], -at[2], -at[3]))


def is_possible(deck: Pack, deal: Sequence[Card]) -> bool:
    """Whether the deck, shuffled as its packs allow, can begin with these cards."""
    return any(_rests((deck,), tuple(deal)))


def _rests(items: tuple[Card | Pack, ...], deal: Deal) -> Iterator[bool]:
    """Yields True for each way in which items in this order can begin with the deal."""
    if not deal:
        yield True
        return
    if not items:
        return
    first, rest = items[0], items[1:]
    if isinstance(first, Card):
        if first == deal[0]:
            yield from _rests(rest, deal[1:])
    elif not first.shuffled:
        yield from _rests((*first.items, *rest), deal)
    else:
        for item in dict.fromkeys(first.items):
            others = list(first.items)
            others.remove(item)
            left = (Pack(shuffled=True, items=tuple(others)),) if others else ()
            yield from _rests((item, *left, *rest), deal)


def first_deal(rules: RuleSet) -> Deal:
    """The deal of the deck as it is written, nothing shuffled."""
    if rules.deck is None:
        return ()
    return tuple(_cards(rules.deck))[: len(markers(rules))]


def _cards(pack: Pack) -> Iterator[Card]:
    for item in pack.items:
        if isinstance(item, Card):
            yield item
        else:
            yield from _cards(item)


def owner_of_card(rules: RuleSet, marker: str, card: Card) -> str:
    """Whose a dealt piece is: a seat's marker colours it, a common one leaves it to the card (rules: A8, R18)."""
    if marker != COMMUNAL or card.seat is None:
        return marker
    return rules.owner_of_seat(card.seat) or rules.color_of_owner(card.seat)
