"""What a match that is over was worth at each of its moves, and what each move gave away.

    for judged in analyse(game, seed, turns_of(state), seconds=0.2):
        judged.mark, judged.given_away, judged.best

A move is judged by what its seat could know when it made it. Where nothing is hidden or drawn that is the whole state;
else it is states that agree with all that the seat had been told (`redscience.agents.belief`), although after the match
everything is known. In a sealed round a move is judged by its value against the mixture that was found there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf, sqrt
from random import Random
from time import perf_counter
from typing import Any, Literal

from redscience.agents.belief import Belief
from redscience.agents.budget import Budget, whole_seed
from redscience.agents.contract import weighted
from redscience.agents.standard import effort_of, find_out, load, think
from redscience.interface import CHAOS, LEAVE, SPECTATOR, Game, State
from redscience.search import Findings, MoveFindings, Searcher

Mark = Literal["forced", "good", "mistake", "blunder"]

MISTAKE, BLUNDER = 0.1, 0.3
"""A move that gives away so much of a won game is a mistake, or a blunder."""
WORTH: Mapping[str, float] = {"win": 1.0, "draw": 0.5, "lose": 0.0}
LEAST_SURE = 0.1
"""Where the standard error of what a move gave away is above this, the move is not judged."""
ERRORS = 2.0
"""So many standard errors are taken off what a move seems to have given away."""
_SEED_BITS = 60
_AT_ROOT = 2
"""Such a part of the budget goes to the position, and half of that to each of two moves that are compared."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What was done in a match: the moves of one seat, or none where seats left at one moment."""

    seats: tuple[str, ...]
    moves: tuple[str, ...]


def turns_of(state: State) -> list[Turn]:
    """The turns that led to a state, a move each."""
    return [Turn(tuple(seats.split("+")), () if move == LEAVE else (move,)) for seats, move in state.history]


@dataclass(frozen=True, slots=True)
class Judged:
    """A move, and the position in which it was made.

    Attributes:
        turn: its number, from 1; a turn may have several moves.
        position: how many steps everybody had seen before it. A sealed round is one step, whoever moves in it.
        seat: whose move it is.
        move: its text.
        values: by player's seat, what the position was worth to it as far as the mover could know: 0 is lost, 1 won.
            Empty where nothing was found out.
        moves: what is known of each move; likewise.
        choices: by move, the legal moves as the seat's view had them.
        best: the move that is best, or in a sealed round the one most often to be made; "" where that is not known.
        given_away: how much less the move was worth to its seat than the best one, or in a sealed round than the
            mixture: so much at least, as far as the simulations tell. None where it was not judged.
        mark: forced where there was nothing to choose; blunder and mistake by what was given away, else good; None
            where the move was not judged: too little was tried, no state was found that agrees with what its seat had
            been told, or it is Chaos's, or one that is not thought about (an offer of a draw).
        simulations, states: what it rests on, as of an `Advice`.
    """

    turn: int
    position: int
    seat: str
    move: str
    values: Mapping[str, float]
    moves: Mapping[str, MoveFindings]
    choices: Mapping[str, Mapping[str, Any]]
    best: str
    given_away: float | None
    mark: Mark | None
    simulations: int
    states: int


def analyse(
    game: Game,
    match_seed: int,
    turns: Sequence[Turn],
    *,
    seconds: float | None = None,
    simulations: int | None = None,
    seed: int = 0,
) -> Iterator[Judged]:
    """Judges the moves of a match, in order, each when it is asked for.

    Args:
        game: what was played.
        match_seed: of the match.
        turns: of its record; `turns_of` gives those of a state.
        seconds: for a position and its move, as of an agent.
        simulations: likewise.
        seed: of all that is drawn.

    Raises:
        InvalidField: the budget is no number above 0, or both are given; the seed is no whole number.
        MoveError, NotActing, MatchOver: the turns are of another match.
    """
    return _Analyst(game, Budget.of(seconds, simulations), Random(whole_seed(seed))).judged(
        game.start(match_seed), turns
    )


def mark_of(given_away: float) -> Mark:
    """The mark of a move that was not forced."""
    if given_away >= BLUNDER:
        return "blunder"
    return "mistake" if given_away >= MISTAKE else "good"


@dataclass(frozen=True, slots=True)
class _Worth:
    """What something is worth to a seat, and from how many simulations that is known; from any number where certain."""

    value: float
    simulations: float

    def above(self, other: _Worth) -> float | None:
        """By how much it is surely worth more; None where that cannot be told."""
        if not (self.simulations and other.simulations):
            return None
        error = sqrt(0.25 / self.simulations + 0.25 / other.simulations)
        return None if error > LEAST_SURE else max(0.0, self.value - other.value - ERRORS * error)


@dataclass(frozen=True, slots=True)
class _Thought:
    """What was found out of a position, and from how many states."""

    findings: Findings
    states: int


class _Analyst:
    """Thinks about the positions of one match, one after the other."""

    def __init__(self, game: Game, budget: Budget, chance: Random) -> None:
        self._game, self._chance = game, chance
        self._whole, self._part = budget, _share(budget, 2 * _AT_ROOT)
        self._half = _share(budget, _AT_ROOT)
        self._beliefs: dict[str, Belief] = {}
        self._here, self._afterwards = game.searcher(), game.searcher()

    def judged(self, state: State, turns: Sequence[Turn]) -> Iterator[Judged]:
        """The moves of turns that begin in a state; no time to think goes by on loading what thinks."""
        load(self._game)
        position = 0
        for number, turn in enumerate(turns, 1):
            before = state
            for move in turn.moves:
                yield self._judged(state, turn.seats[0], move, (number, position))
                state = state.play({turn.seats[0]: move})
            if not turn.moves:
                state = state.leave(*turn.seats)
            position += _is_step(before, state, turn.seats)

    def _judged(self, state: State, seat: str, move: str, at: tuple[int, int]) -> Judged:
        view, move = state.view(seat), _in_full(state, seat, move)
        choices = {each["move"]: each for each in view["legal"]}
        has_choice = len(weighted(view)[0]) > 1
        thought = self._thought(state, seat, view) if has_choice and seat != CHAOS else None
        if seat in self._beliefs:
            self._beliefs[seat].chose(view, move)
        if thought is None:
            mark: Mark | None = None if has_choice or seat == CHAOS else "forced"
            return Judged(*at, seat, move, {}, {}, choices, "" if has_choice else move, None, mark, 0, 0)
        found = thought.findings
        best = max(found.moves, key=lambda each: found.moves[each].chance)
        given = self._given_away(state, seat, move, best, found)
        mark = None if given is None else mark_of(given)
        rests_on = found.simulations, thought.states
        return Judged(*at, seat, move, found.values, found.moves, choices, best, given, mark, *rests_on)

    def _thought(self, state: State, seat: str, view: Mapping[str, Any]) -> _Thought | None:
        """What is found out as far as the seat could know; None where that is nothing."""
        is_open = isinstance(view.get("state"), str)
        budget = self._half if is_open else self._whole
        ends_at = perf_counter() + (budget.seconds or 0.0)
        states = (state,) if is_open else self._belief(seat).states(view, *effort_of(budget))
        if not states:
            return None
        findings = self._searched(self._here, states, seat, budget, ends_at)
        return _Thought(findings, len(states)) if findings.moves else None

    def _given_away(self, state: State, seat: str, move: str, best: str, found: Findings) -> float | None:
        its = found.moves.get(move)
        if its is None:
            return None
        if not isinstance(state.view(seat).get("state"), str):
            mixed = sum(each.chance * each.value for each in found.moves.values())
            return _Worth(mixed, found.simulations).above(_Worth(its.value, inf if its.is_proven else its.visits))
        if move == best:
            return _Worth(its.value, _known(found, seat)).above(_Worth(its.value, inf))
        return self._worth(state, seat, best, found).above(self._worth(state, seat, move, found))

    def _worth(self, state: State, seat: str, move: str, found: Findings) -> _Worth:
        """What a move was worth where nothing is hidden: both that are compared are thought about for as long."""
        its = found.moves[move]
        after = state.play({seat: move})
        if its.is_proven or after.outcome is not None:
            return _Worth(its.value if after.outcome is None else WORTH[after.outcome[seat]], inf)
        mover = after.acting[0]
        if mover == CHAOS:
            return _Worth(its.value, its.visits)
        ends_at = perf_counter() + (self._part.seconds or 0.0)
        here = self._searched(self._afterwards, (after,), mover, self._part, ends_at)
        return _Worth(here.values[seat], _known(here, seat))

    def _searched(
        self, searcher: Searcher, states: Sequence[State], seat: str, budget: Budget, ends_at: float
    ) -> Findings:
        seed = self._chance.getrandbits(_SEED_BITS)
        return find_out(searcher, states, seat, seed, partial(think, searcher, budget, ends_at))

    def _belief(self, seat: str) -> Belief:
        if seat not in self._beliefs:
            self._beliefs[seat] = Belief(self._game, seat, self._chance)
        return self._beliefs[seat]


def _known(found: Findings, seat: str) -> float:
    """From how many simulations it is known what a position is worth to a seat."""
    return inf if seat in found.certain else found.simulations


def _in_full(state: State, seat: str, move: str) -> str:
    """A move as its seat's legal moves have it: players may write it shorter."""
    if move in state.legal(seat):
        return move
    words = str(state.play({seat: move})).rsplit(" ", 1)[-1].partition(":")[2].replace("_", " ")
    return words if words in state.legal(seat) else move


def _share(budget: Budget, parts: int) -> Budget:
    if budget.simulations is not None:
        return Budget(None, max(1, budget.simulations // parts))
    return Budget((budget.seconds or 0.0) / parts, None)


def _is_step(before: State, after: State, seats: Sequence[str]) -> bool:
    """Whether anybody but whoever moved has seen a turn."""
    if not after.last_is_sealed or after.outcome is not None or _is_asking(before) != _is_asking(after):
        return True
    game = after.game
    viewers = [*game.seats, *((CHAOS,) if game.has_chaos else ()), SPECTATOR]
    return any(before.view_text(each) != after.view_text(each) for each in viewers if each not in seats)


def _is_asking(state: State) -> bool:
    return any(state.silence(seat) is not None for seat in state.acting)
