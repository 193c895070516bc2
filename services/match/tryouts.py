"""Try-outs: matches of rule sets that need not be saved, of whoever designs them against Random and Chaos.

A try-out is kept nowhere: the state comes with each move and goes back with the answer, so that any replica goes on
with it and none has to forget it. It costs its maker alone: each may ask so often, and those who try out take turns in
a lane of their own, beside which matches go on.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from redscience import families
from redscience.errors import Fault, InvalidField, RuleSetError
from redscience.interface import MAX_SEED, Game, State
from services.kit.limits import CallLimit
from services.match.lanes import SlowLane

MOST_TURN_US = 250_000
"""Rule sets of which a turn may cost more are not tried out."""
LONGEST_STATE = 100_000
MOST_STEPS = 500
"""So many moves of the others are made in one answer; the next one goes on with them."""
PER_S, AT_ONCE = 4, 16
_LOADED_AT_ONCE = 16


@dataclass(frozen=True, slots=True)
class Tried:
    """A try-out after the others have moved.

    Attributes:
        seat: whose view it is.
        view: as JSON text.
        state: the state's text.
        game: what is played.
    """

    seat: str
    view: str
    state: str
    game: Game


class Tryouts:
    """Try-outs, one after another.

    Args:
        source: of what is random in them.
        now_s: the time, for the limit of each caller.
    """

    def __init__(self, source: random.Random, now_s: Callable[[], float]) -> None:
        self._random = source
        self._now_s = now_s
        self._pace = CallLimit(PER_S, AT_ONCE)
        self._lane = SlowLane()

    async def play(self, caller_id: str, rule_set: str, seat: str, state: str, moves: Sequence[str]) -> Tried:
        """Plays on; see `play_on`.

        Raises:
            LimitReached: the caller has asked for too many.
        """
        self._pace.take(caller_id, self._now_s())
        done = await self._lane.run(caller_id, partial(play_on, rule_set, seat, state, moves, self._random))
        return done.result()


def play_on(rule_set: str, seat: str, state: str, moves: Sequence[str], source: random.Random) -> Tried:
    """A try-out after a seat's moves and those of all others, until it has something to decide.

    Args:
        rule_set: the file.
        seat: who tries it out; "" for the seat that moves first.
        state: the text of the state; "" to begin.
        moves: of the seat; none to begin.
        source: of what is random.

    Raises:
        RuleSetError: the rule set is at fault, or too costly.
        InvalidField: there is no such seat, or the state is too long.
        UnreadableState: it is no state of this game.
        MoveError, NotActing, MatchOver: the moves cannot be made.
    """
    game = _game(rule_set)
    seat = seat or game.seats[0]
    _check(game, seat, state)
    now = game.read_state(state) if state else game.start(source.randint(0, MAX_SEED))
    if moves:
        now = now.play({seat: moves})
    now = _others(now, seat, source)
    return Tried(seat, now.view_text(seat), str(now), game)


def _check(game: Game, seat: str, state: str) -> None:
    if seat not in game.seats:
        raise InvalidField([Fault("seat", f"is {seat!r}, which this game has not", f"Name {' or '.join(game.seats)}")])
    if len(state) > LONGEST_STATE:
        raise InvalidField([Fault("state", f"has {len(state)} characters", f"A state has at most {LONGEST_STATE}")])


@lru_cache(_LOADED_AT_ONCE)
def _game(rule_set: str) -> Game:
    """The game of a file. Those of saved games are kept apart, so that no draft drives them out."""
    source = families.read(rule_set)
    if source.bound is not None and source.bound.turn_us > MOST_TURN_US:
        seconds = source.bound.turn_us / 1e6
        problem = f"makes turns that may take {seconds:.1f} s to judge"
        raise RuleSetError([Fault("board.size", problem, "Try a smaller board, or fewer pieces")])
    return source.game()


def _others(now: State, seat: str, source: random.Random) -> State:
    """The state after the moves of all others, and those of the seat that are no choice."""
    for _ in range(MOST_STEPS):
        others = [each for each in now.acting if each != seat]
        forced = now.forced(seat) if seat in now.acting else None
        if others:
            now = now.play({others[0]: _drawn(now, others[0], source)})
        elif forced is not None:
            now = now.play({seat: forced})
        else:
            break
    return now


def _drawn(now: State, seat: str, source: random.Random) -> str:
    """What Random would do; where nothing draws it, what silence means."""
    moves, weights = now.legal(seat), now.weights(seat)
    if any(weights):
        return source.choices(moves, weights)[0]
    return now.silence(seat) or moves[0]
