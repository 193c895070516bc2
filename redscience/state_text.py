"""What the texts of states have in common: a game's digest, the seed, and the events so far, as `seat:move`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import TypeVar, cast

from redscience.arguments import shown
from redscience.errors import RedscienceError, UnreadableState
from redscience.interface import LEAVE, MAX_SEED, Game, State

UNKNOWN_SEED = "?"
"""Stands where the seed is not known."""
_MOST_DIGITS = len(str(MAX_SEED))

S = TypeVar("S", bound=State)


def states_of(
    text: str, game: Game, digest: str, start: Callable[[int | None], S], move_of: Callable[[str], str] = str
) -> Iterator[S]:
    """The start of a state's text and what each of its events led to, made as they are asked for.

    Args:
        text: of the state.
        game: whose it is to be.
        digest: of this game, with which its states begin.
        start: makes the state before the first event, of a seed.
        move_of: a move as `State.play` has it, of how it is written in the text.

    Raises:
        UnreadableState: it is no state of this game; the message says where it stops making sense.
        TypeError: it is no text.
    """
    if not isinstance(text, str):
        raise TypeError(f"the text of a state is {shown(text)}; give what str(state) says")
    words = iter(text.split(" "))
    told, seed = next(words), next(words, "")
    if told != digest:
        raise UnreadableState(f"The state is of a game with the digest {told[:40]!r}, not of {game.name}.")
    state = start(_read_seed(seed))
    yield state
    for number, word in enumerate(words, 1):
        seat, _, move = word.partition(":")
        try:
            after = state.leave(*seat.split("+")) if move == LEAVE else state.play({seat: move_of(move)})
        except RedscienceError as error:
            raise UnreadableState(f"Event {number} of the state, {word[:60]!r}, cannot be: {error}") from error
        state = cast("S", after)
        yield state


def last_of(states: Iterator[S]) -> S:
    """The last of some states."""
    return deque(states, maxlen=1).pop()


def _read_seed(text: str) -> int | None:
    if text == UNKNOWN_SEED:
        return None
    if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS and int(text) <= MAX_SEED:
        return int(text)
    raise UnreadableState(f"After the digest stands {text[:40]!r}; the seed should, 0 … 2**128-1, or ?.")
