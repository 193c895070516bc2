"""What the comparison has to know of a game that both have.

The two write their moves differently, and each may have moves that the other has not (an offer of a draw, an explicit
pass). An adapter maps both to *keys*: two moves are the same move where their keys are equal, and a move without a key
is one that the other side does not have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from redscience.interface import State
from redscience.variations.notation import WORDS

Key = str


@dataclass(frozen=True, slots=True)
class Ply:
    """A move of ours, and the first fields of the position that it was made in: all that its repetition is judged by.

    The fields after the reserves tell pieces of one kind apart, which does not count. Empty where nothing can come
    again.
    """

    position: str
    move: str


def but_words(move: str) -> Key | None:
    """Our moves that name a piece, as they are written."""
    return None if move in WORDS else move


def never(plies: Sequence[Ply], state: State) -> bool:
    """The games end by the same rules."""
    del plies, state
    return False


@dataclass(frozen=True, slots=True)
class Adapter:
    """A game that both have.

    Attributes:
        name: of the comparison.
        peer: what OpenSpiel is to load.
        rules: the name of a game in our catalogue, or a rule set as JSON values.
        theirs: the key of a move, given the state of OpenSpiel's before it and the action; None for a pass, which we
            never ask for. It depends on the player and the action only.
        ours: the key of a move of ours; None for one that OpenSpiel has not.
        seats: ours, by OpenSpiel's numbers of players.
        tie: our outcome for both where OpenSpiel's returns are 0.
        repeats: whether positions can come again. Then the repetition of a move by its player in the same position,
            which ends our game only, is made only where there is nothing else to do, and has to end it as a draw.
        they_draw: whether, after these plies and in our state, OpenSpiel may end the game as a draw by a rule that we
            have not.
        plays_on: where OpenSpiel has ended the game so, whether ours still has to come to the same result.
    """

    name: str
    peer: str
    rules: str | dict[str, Any]
    theirs: Callable[[Any, int], Key | None]
    ours: Callable[[str], Key | None] = but_words
    seats: tuple[str, str] = ("black", "white")
    tie: str = "draw"
    repeats: bool = False
    they_draw: Callable[[Sequence[Ply], State], bool] = never
    plays_on: bool = False
