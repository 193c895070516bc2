"""The rules in plain English."""

from __future__ import annotations

from collections.abc import Mapping

from redscience.four_bases.layout import LAST_TURN, MOST_PIECES, layout
from redscience.interface import Sentence
from redscience.options import Value

_COUNTS = {2: "Two", 3: "Three", 4: "Four"}


def sentences(values: Mapping[str, Value]) -> tuple[Sentence, ...]:
    """The rules of a game with these options."""
    return (
        *_board(int(values["players"])),
        *map(Sentence, _ORDERS),
        *_conflict(values["reveal"]),
        *map(Sentence, _END),
    )


def _board(players: int) -> tuple[Sentence, ...]:
    of = layout(players)
    bases = ", ".join(f"{seat} on {x},{y}" for seat, (x, y) in of.bases.items())
    return (
        Sentence(
            f"{_COUNTS[players]} players have a base each on a board of {of.size}×{of.size} spaces: {bases}."
            f" The board is empty at first. Spaces are named by their column and row, from the lower left;"
            " the spaces beside one are those to its north, east, south and west.",
            ("players",),
        ),
        *map(Sentence, _PIECES),
    )


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(paragraph.split()) for paragraph in text.strip().split("\n\n"))


_PIECES = _paragraphs(f"""
There are six kinds of piece, from the weakest: 0 factory, 1 engineer, 2 expert, 3 flash, 4 train, B bomb. All but the
bomb move one space. Everybody sees where whose pieces stand; what a piece is, only its owner knows until it is shown.

A base belongs to whoever has a piece on it when a turn begins, else to the seat whose base it was at first. Pieces of
every kind are unlimited, but a seat has at most {MOST_PIECES} on the board. Nobody is ever out.
""")
_ORDERS = _paragraphs("""
In each turn all give their orders in secret, and then all are carried out at once. A seat has one action if it has a
piece, and one more for each base that it owns. With an action a piece moves one space, a flash moves early, or a base
produces: a piece of any kind on the base or beside it, where the board is empty.

Beside the actions, each factory may produce a piece on an empty space beside it, and each train that is to move may
tow: what stands on a space beside it, if it is of the same seat and does not move itself, is brought to where the
train stood. A piece moves, and a base or factory produces, at most once a turn.

First all see the orders: who goes from where to where, and what produces where. Kinds stay hidden, but a flash that
moves early, a train that tows and a factory that produces are known to all from then on.

Then flashes move early, and fight what stands in their way. Then new pieces appear; those whose space is no longer
empty, or was chosen twice, and those of destroyed factories do not.

Then all others move at once. Whoever enters a space that is empty, or is left in this turn, arrives; pieces may
follow each other, and go round in rings. Where several meet on a space there is a conflict, also among pieces of one
seat. Opposing pieces that exchange places meet head on; the winner goes on.

Last, trains that moved and live tow, unless the space that they left is taken.
""")
_POWERS = """
In a conflict a moving engineer destroys all trains, then an expert destroys all bombs. Of what is left the strongest
piece stays, and all others are destroyed; where several are equally strong, all are.
"""
_SHOWN = """
An engineer and the trains that it destroys are known to all; so are an expert that destroys a bomb, and every bomb that
is attacked.
"""
_END = _paragraphs(f"""
With the orders of a turn a seat may put up its flag to surrender, or take it down. When only one flag is down, its
seat wins; when none is, it is a draw. The other orders of that turn are then not carried out.

After turn {LAST_TURN} whoever has most bases wins, among equals whoever has most pieces; who is equal to them draws.

A bot plays on for whoever leaves. It puts up its flag when another seat has at least twice its pieces, and any. If it
wins, the match counts for nobody; else it counts for whoever left by the part of the turns that they played, and for
others by the parts that those whom they beat or lost to have played.
""")


def _conflict(reveal: Value) -> tuple[Sentence, ...]:
    shown = (
        "The owners of the pieces in a conflict see all of them, and know those that live for good."
        if reveal == "involved"
        else "Nothing else is shown of the pieces in a conflict."
    )
    return (Sentence(" ".join(_POWERS.split())), Sentence(f"{' '.join(_SHOWN.split())} {shown}", ("reveal",)))
