"""The deck and its text (rules: A8).

`{…}` shuffles its items among themselves, `[…]` keeps them in order; both nest. A card is a shape `O P X + T S`
(`^` and `*` are read as T and S) or `.` for a blank; a digit after it names the seat, in order of play, that is deemed
to have placed it. The first card is on top.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redscience.english import English
from redscience.variations.language.captures import RANK
from redscience.variations.language.model import Card, Pack

MOST_CARDS = 1536
DEEPEST = 8
LONGEST_TEXT = 8192

_TOKEN = re.compile(r"\s*(?:(?P<open>[\[{])|(?P<close>[\]}])|(?P<shape>[OPX+TS^*.])(?P<seat>[1-5])?)")
_SHAPES = {"^": "T", "*": "S", ".": None}
_CARD_ORDER = (*RANK, None)
_CLOSES = {"[": "]", "{": "}"}


class UnreadableDeck(ValueError):  # noqa: N818  (named as the errors of redscience.errors)
    """The text is no deck; the message is the second half of a sentence."""

    def __init__(self, problem: English) -> None:
        super().__init__(problem)


def read_deck(text: str, seats: tuple[str, ...]) -> Pack:
    """Reads a deck. Raises `UnreadableDeck`."""
    if len(text) > LONGEST_TEXT:
        raise UnreadableDeck(f"is longer than {LONGEST_TEXT} characters")
    stack: list[tuple[str, list[Card | Pack]]] = [("[", [])]
    position = 0
    text = text.rstrip()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            found = text[position:].lstrip()[:1]
            raise UnreadableDeck(f"has {found!r} at character {position + 1}, which is not a card")
        position = match.end()
        if match["open"]:
            if len(stack) > DEEPEST:
                raise UnreadableDeck(f"is nested more than {DEEPEST} deep")
            stack.append((match["open"], []))
        elif match["close"]:
            _close(stack, match["close"])
        else:
            stack[-1][1].append(_card(match["shape"], match["seat"], seats))
    if len(stack) > 1:
        raise UnreadableDeck(f"has a {stack[-1][0]} that is not closed")
    deck = simple_pack(shuffled=False, items=stack[0][1])
    if sum(1 for _ in cards(deck)) > MOST_CARDS:
        raise UnreadableDeck(f"has more than {MOST_CARDS} cards")
    return deck


def _close(stack: list[tuple[str, list[Card | Pack]]], bracket: str) -> None:
    opened, items = stack.pop()
    if not stack or _CLOSES[opened] != bracket:
        raise UnreadableDeck(f"has a {bracket} that closes nothing")
    if items:
        stack[-1][1].append(simple_pack(shuffled=opened == "{", items=items))


def _card(shape: str, seat: str | None, seats: tuple[str, ...]) -> Card:
    if seat is None:
        return Card(_SHAPES.get(shape, shape))
    if int(seat) > len(seats):
        raise UnreadableDeck(f"names seat {seat}, and there are {len(seats)}")
    if shape == ".":
        raise UnreadableDeck("gives a blank card to a seat")
    return Card(_SHAPES.get(shape, shape), seats[int(seat) - 1])


def simple_pack(*, shuffled: bool, items: list[Card | Pack]) -> Pack:
    """A pack without brackets that mean nothing, and with shuffled items in one order of all that mean the same."""
    if len(items) == 1:
        only = items[0]
        return only if isinstance(only, Pack) else Pack(shuffled=False, items=(only,))
    if shuffled and len(set(map(_unwrapped, items))) > 1:
        return Pack(shuffled=True, items=tuple(sorted(map(_unwrapped, items), key=_order)))
    flat: list[Card | Pack] = []
    for item in items:
        flat.extend(item.items if isinstance(item, Pack) and not item.shuffled else (item,))
    return Pack(shuffled=False, items=tuple(flat))


def _unwrapped(item: Card | Pack) -> Card | Pack:
    return item.items[0] if isinstance(item, Pack) and len(item.items) == 1 else item


def _order(item: Card | Pack) -> tuple[object, ...]:
    if isinstance(item, Pack):
        return (1, item.shuffled, len(item.items), *map(_order, item.items))
    return (0, _CARD_ORDER.index(item.shape), item.seat or "")


def cards(deck: Pack) -> Iterator[Card]:
    """All cards, in the order in which the text names them."""
    for item in deck.items:
        if isinstance(item, Pack):
            yield from cards(item)
        else:
            yield item


def cards_dealt(deck: Pack, markers: int) -> tuple[Card, ...]:
    """The cards that can come to so many spaces: those on top, where nothing is shuffled."""
    every = tuple(cards(deck))
    in_order = not deck.shuffled and all(isinstance(item, Card) for item in deck.items)
    return every[:markers] if in_order else every


def write_deck(deck: Pack, seats: tuple[str, ...]) -> str:
    """The text of a deck; `read_deck` gives it back."""
    opened, closed = "{}" if deck.shuffled else "[]"
    return opened + " ".join(_write_item(item, seats) for item in deck.items) + closed


def _write_item(item: Card | Pack, seats: tuple[str, ...]) -> str:
    if isinstance(item, Pack):
        return write_deck(item, seats)
    return (item.shape or ".") + (str(seats.index(item.seat) + 1) if item.seat else "")
