"""What the search calls certain is so however ties are settled: compared with trying everything."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

import pytest
from strategies import thrown_rule_sets

from redscience import families
from redscience.interface import CHAOS, State
from redscience.search import Findings
from redscience.variations.game import VariationGame

WORTH = {"win": 1.0, "draw": 0.5, "lose": 0.0}
MOST_STATES = 500
Outcome = tuple[float, ...]
"""What a match was worth, by seat in order of play."""


class _TooManyError(Exception):
    """There is more to try than there is time for."""


class Tries:
    """Tries everything from a few states of a game.

    Args:
        game: what is played, in which nothing is hidden or drawn.
        most: so many states are tried from; no more moves lie one behind the other, either.
    """

    def __init__(self, game: VariationGame, most: int) -> None:
        self._game = game
        self._counts_moves = bool(game.rules[0]["mobile"])  # a position that comes again may end the match
        self._known: dict[str, frozenset[Outcome]] = {}
        self._left = most

    def by_move(self, state: State) -> Mapping[str, frozenset[Outcome]]:
        """By move of the seat to act, what may come of it."""
        seat = state.acting[0]
        moves = zip(state.legal(seat), state.weights(seat), strict=True)
        return {move: self.outcomes(state.play({seat: move})) for move, weight in moves if weight}

    def outcomes(self, state: State) -> frozenset[Outcome]:
        """All that a match may come to in which everybody gets as much as they can be sure of, whatever ties bring."""
        if state.outcome is not None:
            return frozenset([tuple(WORTH[state.outcome[seat]] for seat in self._game.seats)])
        key = str(state) if self._counts_moves else state.position
        if key not in self._known:
            self._left -= 1
            if self._left < 0:
                raise _TooManyError
            every = self.by_move(state).values()
            seat = state.acting[0]
            if seat == CHAOS:
                self._known[key] = frozenset().union(*every)
            else:
                at = self._game.seats.index(seat)
                sure = max(min(outcome[at] for outcome in some) for some in every)
                self._known[key] = frozenset(outcome for some in every for outcome in some if outcome[at] >= sure)
        return self._known[key]


def late_states(game: VariationGame, chance: Random, last: int) -> Iterator[State]:
    """The last states of a random match in which there is a choice."""
    states: list[State] = [game.start(1)]
    while states[-1].outcome is None and len(states) < 300:
        state = states[-1]
        seat = state.acting[0]
        moves, weights = state.legal(seat), state.weights(seat)
        states.append(state.play({seat: chance.choices(moves, weights if any(weights) else None)[0]}))
    for state in states[-1 - last : -1]:
        seat = state.acting[0]
        if seat != CHAOS and sum(weight > 0 for weight in state.weights(seat)) > 1:
            yield state


def found(game: VariationGame, state: State, simulations: int) -> Findings:
    """What a search finds in a state."""
    searcher = game.searcher()
    searcher.begin([state], state.acting[0], 1)
    searcher.search(simulations)
    return searcher.findings()


def proofs(game: VariationGame, state: State, simulations: int = 2_000, most: int = MOST_STATES) -> int:
    """How many values are called certain in a state, all of which are so; 0 where there is too much to try."""
    try:
        by_move = Tries(game, most).by_move(state)
    except _TooManyError:
        return 0
    (seat,) = state.acting
    findings, proved = found(game, state, simulations), 0
    at = game.seats.index(seat)
    sure = max(min(outcome[at] for outcome in some) for some in by_move.values())
    may_be = {outcome for some in by_move.values() for outcome in some if outcome[at] >= sure}
    for each in findings.certain:
        its = {outcome[game.seats.index(each)] for outcome in may_be}
        assert {findings.values[each]} == its, (game.name, str(state), each)
        proved += 1
    for move, known in findings.moves.items():
        if known.is_proven:
            assert {known.value} == {outcome[at] for outcome in by_move[move]}, (game.name, str(state), move)
            proved += 1
    return proved


def reading(rules: Mapping[str, Any]) -> VariationGame:
    """A game by its rules."""
    game = families.read(json.dumps(rules)).game()
    assert isinstance(game, VariationGame)
    return game


def named(name: str) -> VariationGame:
    """A game of the catalogue."""
    game = families.get(name).game()
    assert isinstance(game, VariationGame)
    return game


def rows(players: str, check: str, stalemate: str, size: tuple[int, int] = (3, 3)) -> VariationGame:
    """A game in which pieces are placed until three are in a row."""
    seats = {"2": ("black", "white"), "3": ("black", "white", "pink")}[players]
    return reading(
        {
            "name": "Rows",
            "players": players,
            "board": {"kind": "squares", "size": [*size, 1]},
            "checks": [{"check": check, "length": 3}],
            "stalemate": [stalemate],
            "shapes": {"O": {"reserve": dict.fromkeys(seats, 9)}},
        }
    )


REVERSI: Mapping[str, Any] = json.loads(families.get("Reversi").text)


def reversi(x: int, y: int, **changes: object) -> VariationGame:
    """Reversi on a small board."""
    board = {"kind": "squares", "size": [x, y, 1]}
    setup = {"2,2 3,3": "black O", "2,3 3,2": "white O"}
    return reading({**REVERSI, "name": "Small-Reversi", "board": board, "setup": setup, **changes})


SHARED = {
    "Reversi": (lambda: named("Reversi"), 5),
    "Reversi on 4 x 4": (lambda: reversi(4, 4), 6),
    "Reversi on 3 x 4, fewest win": (lambda: reversi(3, 4, stalemate=["least_pieces_wins"]), 6),
    "3P-Notakto": (lambda: named("3P-Notakto"), 5),
    "3P-MostWins-3x4": (lambda: named("3P-MostWins-3x4"), 6),
    "all win if nobody does": (lambda: rows("2", "first_row_wins", "all_win"), 6),
    "nobody is to have a row": (lambda: rows("2", "first_row_loses", "draws"), 6),
    "three, of whom one loses": (lambda: rows("3", "first_row_loses", "draws"), 6),
    "three, of whom one wins": (lambda: rows("3", "first_row_wins", "all_lose"), 6),
    "three, all of whom win in the end": (lambda: rows("3", "first_row_wins", "all_win"), 6),
}


@pytest.mark.parametrize("name", SHARED)
def test_what_is_certain_hangs_on_no_tie(name: str) -> None:
    make, last = SHARED[name]
    game, proved = make(), 0
    for seed in range(8):
        for state in late_states(game, Random(seed), last):
            proved += proofs(game, state)
    assert proved > 20


def test_what_is_certain_in_random_rule_sets_hangs_on_no_tie() -> None:
    proved = 0
    for rules in islice(thrown_rule_sets(Random(5), largest=6), 300):
        game = VariationGame(rules)
        if not (game.has_secrets or game.has_chance):
            for state in late_states(game, Random(1), 5):
                proved += proofs(game, state, 600, 120)
    assert proved > 20
