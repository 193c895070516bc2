"""What holds in every match of Stratego, and random games by the thousand."""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

import pytest
from fixtures.kernels import in_every_way, interpreted
from fixtures.stratego import begun, game, kinds_on_board, squares
from hypothesis import given, settings
from hypothesis import strategies as st

from redscience import families
from redscience.errors import MoveError
from redscience.interface import SPECTATOR
from redscience.random_games import SAMPLE, usual_length
from redscience.stratego.notation import COLUMNS, ROWS
from redscience.stratego.seats import SEATS
from redscience.stratego.state import StrategoState

NAMES = ("Stratego", "Stratego-Barrage")
SQUARES = [row + column for row in ROWS for column in COLUMNS]


def walked(name: str, seed: int, plies: int) -> StrategoState:
    """The state after some random moves."""
    dice = Random(seed)
    state = begun(game(name), dice)
    for _ in range(plies):
        if state.outcome is not None:
            break
        seat = state.acting[0]
        state = state.play({seat: dice.choices(state.legal(seat), state.weights(seat))[0]})
    return state


walks = st.builds(walked, st.sampled_from(NAMES), st.integers(0, 1 << 32), st.integers(0, 400))


@settings(max_examples=40, deadline=None)
@given(walks)
def test_nothing_is_lost_but_what_is_captured(state: StrategoState) -> None:
    captured = state.view(SPECTATOR)["table"]["captured"]
    for seat in SEATS:
        assert Counter(kinds_on_board(state, seat)) + Counter(captured[seat]) == Counter(state.game.army)


@settings(max_examples=40, deadline=None)
@given(walks)
def test_what_the_other_does_not_know_changes_nothing_that_it_gets(state: StrategoState) -> None:
    """Hidden pieces of one side are exchanged for others: the other side and spectators are told the same."""
    if state.outcome is not None:
        return
    for side, other in ((0, "blue"), (1, "red")):
        twin = StrategoState(state.game, state.seed, state.record.copy(), state.last)
        now = twin.record[0]
        hidden = [
            cell
            for cell in range(144)
            if now["cell"][cell] // 16 == side and now["cell"][cell] and not now["traits"][cell] & 2
        ]
        kinds = [int(now["cell"][cell]) for cell in hidden]
        Random(len(hidden)).shuffle(kinds)
        for cell, kind in zip(hidden, kinds, strict=True):
            now["cell"][cell] = kind
        for viewer in (other, SPECTATOR):
            assert twin.view_text(viewer) == state.view_text(viewer)
        assert twin.legal(other) == state.legal(other)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(walks, st.randoms(use_true_random=False))
def test_what_is_legal_is_exactly_what_can_be_played(state: StrategoState, dice: Random) -> None:
    if state.outcome is not None:
        return
    (seat,) = state.acting
    legal = set(state.legal(seat))
    for origin in dice.sample(SQUARES, 12):
        for target in dice.sample(SQUARES, 25):
            try:
                state.play({seat: f"{origin}>{target}"})
            except MoveError:
                assert f"{origin}>{target}" not in legal
            else:
                assert f"{origin}>{target}" in legal
    for move in legal:
        state.play({seat: move})


@pytest.mark.parametrize("name", NAMES)
def test_random_games_are_the_same_on_any_number_of_cores(name: str) -> None:
    of, told = game(name), list[int]()
    one = of.playouts(700, seed=5, progress=told.append)
    assert of.playouts(700, seed=5, cores=3) == one
    assert told == [256, 512, 700]
    assert of.playouts(700, seed=6) != one
    with pytest.raises(ValueError, match="games is 0"):
        of.playouts(0)


def test_random_games_favour_no_seat() -> None:
    """Six standard deviations: it fails by luck once in 10**8 changes of the engine."""
    for name, games in zip(NAMES, (4000, 8000), strict=True):
        counts = game(name).playouts(games, seed=1).counts
        won, lost = counts["win", "lose"], counts["lose", "win"]
        assert abs(won - lost) < 6 * (won + lost) ** 0.5
        assert counts["draw", "draw"] > 0


@pytest.mark.slow
def test_random_games_of_the_kernel_are_those_of_the_states() -> None:
    """The mean length and the share of draws of Barrage, played by both, within five standard errors."""
    of, dice = game("Stratego-Barrage"), Random(1)
    by_kernel = of.playouts(20_000, seed=2)
    lengths, draws, games = list[int](), 0, 60
    for _ in range(games):
        state = begun(of, dice)
        while state.outcome is None:
            seat = state.acting[0]
            state = state.play({seat: dice.choices(state.legal(seat), state.weights(seat))[0]})
        lengths.append(int(state.record[0]["plies"]))
        draws += state.outcome["red"] == "draw"
    mean = sum(lengths) / games
    error = (sum((length - mean) ** 2 for length in lengths) / games**2) ** 0.5
    assert abs(mean - by_kernel.plies / by_kernel.games) < 5 * error
    share = by_kernel.counts["draw", "draw"] / by_kernel.games
    assert abs(draws / games - share) < 5 * (share * (1 - share) / games) ** 0.5


SET_UPS = """
from collections import Counter
import numpy as np
import redscience
from redscience.stratego.engine.random_play import set_up_at_random
from redscience.kernels.randomness import seed_random
origin, homes = redscience.game("Stratego-Barrage").origin, np.zeros(512, np.int32)
found, random = Counter(), origin.copy()
seed_random(random[0], 1)
for _ in range(2000):
    position = origin.copy()
    position[0].random = random[0].random
    set_up_at_random(position[0], 1, homes)
    random[0].random = position[0].random
    found.update((int(piece), cell) for cell, piece in enumerate(position[0].cell) if 16 < piece < 255)
print(*(found[kind, 12 * (row + 1) + column + 1] for kind in (17, 19) for row in range(4) for column in range(10)))
"""


@pytest.mark.slow
def test_a_set_up_of_the_kernel_is_any_with_the_same_chance() -> None:
    """Where 2,000 flags and 4,000 scouts stand on 40 squares: far beyond any luck."""
    found = list(map(int, interpreted(SET_UPS).split()))
    for counts, expected in ((found[:40], 50), (found[40:], 100)):
        assert sum(counts) == 40 * expected
        assert sum((count - expected) ** 2 / expected for count in counts) < 130


def test_in_a_set_up_each_piece_goes_to_each_free_square_with_the_same_chance() -> None:
    state = game("Stratego-Barrage").start().play({"red": ("G4:scout", "H4:flag")})
    weights = dict(zip(state.legal("red"), state.weights("red"), strict=True))
    left = {"scout": 1, "marshal": 1, "general": 1, "miner": 1, "spy": 1, "bomb": 1}
    free = [square for square in squares("red") if square not in {"G4", "H4"}]
    assert weights == {f"{square}:{kind}": count for kind, count in left.items() for square in free}


def test_lengths_are_what_the_engine_gives() -> None:
    for name in NAMES:
        of = game(name)
        found = usual_length([of.playouts(1, seed=seed).plies for seed in range(SAMPLE)])
        assert found == families.family("stratego").lengths[name]


RUN = """
import redscience
game = redscience.game("Stratego-Barrage")
print(game.playouts(12, seed=9))
state = game.start(1)
from random import Random
dice = Random(5)
while state.outcome is None:
    seat = dice.choice(state.acting)
    state = state.play({seat: dice.choice(state.legal(seat))})
print(state, state.position, state.outcome.statistics)
"""


@pytest.mark.slow
def test_all_ways_to_run_the_kernels_agree_to_the_last_bit(walks: int) -> None:
    assert len(set(in_every_way([sys.executable, "-c", RUN], checked=walks > 0))) == 1
