"""Try-outs: matches of rule sets that need not be saved, of whoever designs them against the platform's own players.

A try-out is kept nowhere: the state comes with each move and goes back with the answer, so that any replica goes on
with it and none has to forget it. It costs its maker alone: each may ask so often, and those who try out take turns in
a lane of their own, a few moves at a time, beside which matches go on.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Protocol, TypeAlias, cast

from redscience import families
from redscience.api.house.v1.choosing_pb2 import ChooseResponse
from redscience.errors import Fault, InvalidField, RuleSetError
from redscience.interface import CHAOS, MAX_SEED, Game, State
from redscience.names import HOUSE
from services.kit.lanes import Lines, SlowLane
from services.kit.limits import CallLimit
from services.match.playback import APART

MOST_TURN_US = 250_000
"""Rule sets of which a turn may cost more are not tried out."""
LONGEST_STATE = 100_000
MOST_THOUGHTS = 30
"""So often the players that think are asked for one answer."""
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
        now: the state.
        asked: the view of another seat that is to think of a move now; "" where none is.
    """

    seat: str
    view: str
    state: str
    now: State
    asked: str = ""

    @property
    def game(self) -> Game:
        """What is played."""
        return self.now.game


@dataclass(frozen=True, slots=True)
class Loaded:
    """A rule set that can be played.

    Attributes:
        game: what is played.
        turn_us: about how many microseconds of one core a turn may take; 0 where its family does not tell.
    """

    game: Game
    turn_us: int


_Pieces: TypeAlias = Generator[None, None, Tried]
"""A try-out that is played on: whoever runs it may do something else between its pieces."""


class Opponents(Protocol):
    """Where the players that think are asked."""

    async def choose(self, player_id: str, rule_set: str, view: str, payer: str) -> ChooseResponse | None:
        """What one of them would do for whoever asks, and why; None where they say nothing."""
        ...


class Tryouts:
    """Try-outs, one after another.

    Args:
        source: of what is random in them.
        now_s: the time, for the limit of each caller.
        opponents: the players that think; None where there are none.
    """

    def __init__(self, source: random.Random, now_s: Callable[[], float], opponents: Opponents | None = None) -> None:
        self._random = source
        self._now_s = now_s
        self._opponents = opponents
        self._pace = CallLimit(PER_S, AT_ONCE)
        self._lane = SlowLane()
        self._lines = Lines()

    async def play(
        self, caller_id: str, rule_set: str, seat: str, state: str, moves: Sequence[str], *, against_id: str = ""
    ) -> Tried:
        """Plays on; see `play_on`. Where a player that thinks says nothing, Random moves in its stead.

        Raises:
            LimitReached: the caller has asked for too many.
            InvalidField: nobody that thinks is named.
        """
        if against_id and against_id not in HOUSE:
            fault = Fault("against_id", "is not a player that thinks", "Name one of them, or nobody for Random")
            raise InvalidField([fault])
        self.take(caller_id)
        opponents = self._opponents if against_id else None
        thinks = opponents is not None
        async with self._lines.of(caller_id):  # whoever tries out much at once waits for themself
            tried = await self._done(caller_id, _played_on(rule_set, seat, state, moves, self._random, thinks=thinks))
            for number in range(MOST_THOUGHTS):
                if opponents is None or not tried.asked:
                    break
                chosen = await opponents.choose(against_id, rule_set, tried.asked, caller_id)
                move = chosen.move if chosen else None
                thinks = move is not None and number < MOST_THOUGHTS - 1
                tried = await self._done(caller_id, _answered(tried, move, self._random, thinks=thinks))
        return tried

    def take(self, caller_id: str) -> None:
        """Counts one more call of a caller.

        Raises:
            LimitReached: the caller has asked for too many.
        """
        self._pace.take(caller_id, self._now_s())

    async def _done(self, caller_id: str, pieces: _Pieces) -> Tried:
        while True:
            tried = (await self._lane.run(caller_id, partial(_piece, pieces))).result()
            if tried is not None:
                return tried


def _piece(pieces: _Pieces) -> Tried | None:
    """Plays a piece; what came of all of them, after the last."""
    try:
        next(pieces)
    except StopIteration as end:
        return cast("Tried", end.value)
    return None


def play_on(
    rule_set: str, seat: str, state: str, moves: Sequence[str], source: random.Random, *, thinks: bool = False
) -> Tried:
    """A try-out after a seat's moves and those of all others, until it has something to decide.

    Args:
        rule_set: the file.
        seat: who tries it out; "" for the seat that moves first.
        state: the text of the state; "" to begin.
        moves: of the seat; none to begin.
        source: of what is random.
        thinks: whether the others think, and are to be asked.

    Raises:
        RuleSetError: the rule set is at fault, or too costly.
        InvalidField: there is no such seat, or the state is too long.
        UnreadableState: it is no state of this game.
        MoveError, NotActing, MatchOver: the moves cannot be made.
    """
    pieces = _played_on(rule_set, seat, state, moves, source, thinks=thinks)
    while (tried := _piece(pieces)) is None:
        pass
    return tried


def _played_on(
    rule_set: str, seat: str, state: str, moves: Sequence[str], source: random.Random, *, thinks: bool
) -> _Pieces:
    game = loaded(rule_set).game
    seat = seat or game.seats[0]
    _check(game, seat, state)
    now = (yield from _read(game, state)) if state else game.start(source.randint(0, MAX_SEED))
    if moves:
        now = now.play({seat: moves})
    return (yield from _after_others(now, seat, source, thinks=thinks))


def _answered(tried: Tried, move: str | None, source: random.Random, *, thinks: bool) -> _Pieces:
    """A try-out after what a player that thinks has said; None where it has said nothing."""
    now = tried.now
    if move is not None:
        now = now.play({json.loads(tried.asked)["viewer"]: move})
    return (yield from _after_others(now, tried.seat, source, thinks=thinks))


def _read(game: Game, text: str) -> Generator[None, None, State]:
    states = game.read_states(text)
    state = next(states)
    for number, state in enumerate(states, 1):  # noqa: B007  # the last one is wanted
        if number % APART == 0:
            yield
    return state


def _after_others(now: State, seat: str, source: random.Random, *, thinks: bool) -> _Pieces:
    now = yield from _others(now, seat, source, thinks=thinks)
    yield
    thinking = [each for each in now.acting if each not in {seat, CHAOS}] if thinks else []
    asked = now.view_text(thinking[0]) if thinking else ""
    return Tried(seat, now.view_text(seat), str(now), now, asked)


def _check(game: Game, seat: str, state: str) -> None:
    if seat not in game.seats:
        raise InvalidField([Fault("seat", f"is {seat!r}, which this game has not", f"Name {' or '.join(game.seats)}")])
    if len(state) > LONGEST_STATE:
        raise InvalidField([Fault("state", f"has {len(state)} characters", f"A state has at most {LONGEST_STATE}")])


@lru_cache(_LOADED_AT_ONCE)
def loaded(rule_set: str) -> Loaded:
    """The game of a file. Those of saved games are kept apart, so that no draft drives them out.

    Raises:
        RuleSetError: the rule set is at fault, or too costly.
    """
    source = families.read(rule_set)
    turn_us = source.bound.turn_us if source.bound else 0
    if turn_us > MOST_TURN_US:
        seconds = turn_us / 1e6
        problem = f"makes turns that may take {seconds:.1f} s to judge"
        raise RuleSetError([Fault("board.size", problem, "Try a smaller board, or fewer pieces")])
    return Loaded(source.game(), turn_us)


def _others(now: State, seat: str, source: random.Random, *, thinks: bool) -> Generator[None, None, State]:
    """The state after the moves of all others that draw theirs, and those of the seat that are no choice."""
    for step in range(MOST_STEPS):
        if step % APART == 0:
            yield
        others = [each for each in now.acting if each != seat]
        if thinks and others != [CHAOS] and others:
            break
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
