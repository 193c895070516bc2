"""Orders between the texts of people and the numbers of the engine."""

from __future__ import annotations

from functools import lru_cache

from redscience.four_bases.layout import KINDS, Layout, Space
from redscience.four_bases.notation import Order, What

_WHATS: tuple[What, ...] = ("move", "flash", "produce", "tow", "flag up", "flag down", "done")
"""From 1, as the engine numbers them (`engine/orders.py`)."""
_WORDS = 4
_MOST_REMEMBERED = 16_384
_BY_BASE = 20


def pack(layout: Layout, order: Order) -> int:
    """The number of an order whose spaces are on the board."""
    number = _WHATS.index(order.what) + 1
    for shift, space in ((3, order.first), (10, order.second)):
        if space is not None:
            number |= layout.number(space) << shift
    return number | (KINDS.index(order.kind) + 1 << 17 if order.kind else 0)


@lru_cache(_MOST_REMEMBERED)
def unpack(layout: Layout, number: int) -> Order:
    """The order of a number."""
    what = _WHATS[(number & 7) - 1]
    if number & 7 > _WORDS:
        return Order(what)
    kind = KINDS[(number >> 17 & 7) - 1] if what == "produce" else ""
    return Order(what, _space(layout, number >> 3), _space(layout, number >> 10), kind)


def is_by_base(number: int) -> bool:
    """Whether a production of a plan is a base's."""
    return bool(number >> _BY_BASE & 1)


def _space(layout: Layout, number: int) -> Space:
    return layout.space(number & 127)
