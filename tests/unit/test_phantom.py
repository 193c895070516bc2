"""What is counted of phantom_ttt: that it is the game, and that replies are the better the worse what they reply to."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from openspiel.games import ADAPTERS

from benchmarks import phantom
from benchmarks.phantom import KNOWN, SPACES, Strategy
from benchmarks.strength import game_of
from redscience.interface import State


def seen(state: State, seat: str) -> list[int]:
    """Where a seat sees its own pieces and the other's, as bits."""
    table = [0, 0]
    for piece in state.view(seat)["table"]["pieces"]:
        _, x, y, _ = piece["at"]
        table[piece["color"] != seat] |= 1 << 3 * (y - 1) + x - 1
    return table


def test_a_seat_knows_what_it_is_shown() -> None:
    game = game_of(ADAPTERS["phantom_ttt"], "phantom_ttt")
    random, asked = Random(3), 0
    for _ in range(20):
        state, played = game.start(1), list[str]()
        strategies = [Strategy(game, np.zeros((KNOWN, SPACES)), seed=1) for _ in game.seats]
        for seat, strategy in zip(game.seats, strategies, strict=True):
            strategy.begin(seat)
        while state.outcome is None:
            (seat,) = state.acting
            own, met = seen(state, seat)
            number = game.seats.index(seat)
            assert strategies[number].row(played) == number << 18 | own << 9 | met
            asked += 1
            played.append(random.choice(state.legal(seat)))
            state = state.play({seat: played[-1]})
    assert asked > 100


def test_a_strategy_plays_what_its_table_says() -> None:
    game = game_of(ADAPTERS["phantom_ttt"], "phantom_ttt")
    table = np.zeros((KNOWN, SPACES))
    table[0, 4], table[0, 0] = 99.5, 0.5  # the second is what it left off
    strategy = Strategy(game, table, seed=1)
    strategy.begin(game.seats[0])
    start = game.start(1)
    assert {strategy.move(start, []) for _ in range(300)} == {"O@2,2"}


@pytest.mark.slow
def test_a_best_reply_gains_less_from_what_has_learnt() -> None:
    steps = 500
    learnt = phantom.best_reply(phantom.equilibrium(steps), steps)
    alike = phantom.best_reply(np.zeros((KNOWN, SPACES)), steps)
    assert 0.47 < learnt < 0.6 < alike < 0.8
