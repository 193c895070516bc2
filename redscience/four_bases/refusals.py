"""Why an order may not be given, in words that name the piece, the place and the rule."""

from __future__ import annotations

from collections.abc import Mapping

from redscience.english import English
from redscience.errors import IllegalMove
from redscience.four_bases.notation import Order, at, write

# By the numbers of `engine/orders.py`; {a} is the piece, the producer or the train, {b} the other space.
_SAID: Mapping[int, English] = {
    1: "no piece of yours stands on {a}. Order one of your own",
    2: "the bomb on {a} never moves. Order another piece",
    3: "{b} is not beside {a}. Orders reach the four spaces beside a piece or a base",
    4: "the piece on {a} has an order to move already. A piece moves once a turn",
    5: "all your actions are used. There is one for having a piece, and one for each base that you own",
    6: "the piece on {a} is no flash. Only a flash moves early",
    7: "neither a factory nor a base of yours is on {a}. Only these produce",
    8: "what is on {a} produces already. A base and a factory produce once a turn",
    9: "a piece stands on {b}. New pieces need a space that is empty before the turn",
    10: "the piece on {a} is no train. Only a train tows",
    11: "the train on {a} has no order to move. It tows to the space that it leaves",
    12: "the train on {a} tows already. A train tows once a turn",
    13: "an opposing piece stands on {b}. A train tows only pieces of its own seat",
    14: "there is an order about your flag already. Give one a turn",
    15: "your flag is up already. Take it down with `flag down`",
    16: "your flag is down already. Put it up with `flag up`",
}


def refused(order: Order, why: int) -> IllegalMove:
    """The error for an order that the engine has refused."""
    a, b = (at(space) if space else "" for space in (order.first, order.second))
    return IllegalMove(f"“{write(order)}” cannot be: {_SAID[why].format(a=a, b=b)}.")


def off_the_board(order: Order, size: int) -> IllegalMove:
    """The error for an order that names a space that there is not."""
    return IllegalMove(f"“{write(order)}” cannot be: the board has the spaces 1,1 to {size},{size}.")
