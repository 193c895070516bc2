"""What the search knows at once where pieces are only placed: who wins by the next move, and by the reply."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from fixtures.row_games import rows

import redscience
from redscience import families
from redscience.interface import Game, State


def game_of(*given: Any, **more: Any) -> Game:
    """A game of rows."""
    return families.read(json.dumps(rows(*given, **more))).game()


GAMES = {
    "squares": lambda: game_of("squares", [5, 4, 1], 3),
    "losing rows": lambda: game_of("squares", [4, 4, 1], 3, check="first_row_loses"),
    "stacks": lambda: redscience.game("Connect4"),
    "space": lambda: redscience.game("Qubic-4"),
    # On more than 64 spaces:
    "many squares": lambda: game_of("squares", [9, 8, 1], 3),
    "losing rows on many squares": lambda: game_of("squares", [9, 8, 1], 3, check="first_row_loses"),
    "walls": lambda: game_of("squares", [9, 9, 1], 3, walls=["3,3", "4,3", "5,5", "6,6", "7,2"]),
    "a long board": lambda: game_of("squares", [19, 4, 1], 2),
    "much space": lambda: game_of("squares", [5, 5, 4], 3),
    "many stacks": lambda: game_of("stacks", [6, 6, 3], 3),
}


def some_position(game: Game, chance: Random, moves: int) -> State | None:
    """A random position; None if the match is over before."""
    state: State = game.start(1)
    for _ in range(moves):
        state = state.play({state.acting[0]: chance.choice(state.legal(state.acting[0]))})
        if state.outcome is not None:
            return None
    return state


def wins_at_once(state: State) -> bool:
    """Whether the seat to move has a move that wins; tried one by one."""
    (seat,) = state.acting
    after = (state.play({seat: move}).outcome for move in state.legal(seat))
    return any(outcome is not None and outcome[seat] == "win" for outcome in after)


def tried(state: State, move: str) -> float | None:
    """What a move is worth by itself or by the next one's reply; None where neither ends the match."""
    (seat,) = state.acting
    after = state.play({seat: move})
    if after.outcome is not None:
        return {"win": 1.0, "draw": 0.5, "lose": 0.0}[after.outcome[seat]]
    return 0.0 if wins_at_once(after) else None


@pytest.mark.parametrize("name", GAMES)
def test_what_two_moves_decide_is_known_at_once(name: str) -> None:
    game, chance, found = GAMES[name](), Random(name), 0
    searcher = game.searcher()
    for _ in range(12):
        state = some_position(game, chance, chance.randint(6, 14))
        if state is None:
            continue
        (seat,) = state.acting
        searcher.begin([state], seat, 1)
        searcher.search(1)
        moves = searcher.findings().moves
        for move in chance.sample(state.legal(seat), min(6, len(state.legal(seat)))):
            expected = tried(state, move)
            found += expected is not None
            known = moves[move].value if moves[move].is_proven else None
            # The one simulation may have proved the move that it tried.
            assert known == expected or (expected is None and moves[move].visits)
    assert found > 0
