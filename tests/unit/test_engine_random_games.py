"""One test of random games that every game goes through, and that all ways of running the kernels agree."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random

import pytest
from fixtures.acceptance import check_legality
from fixtures.kernels import in_every_way
from fixtures.schemas import check_view

import redscience
from redscience.interface import SPECTATOR
from redscience.variations import catalogue
from redscience.variations.state import VariationState

NAMES = catalogue.names()


def check_state(state: VariationState) -> None:
    """What must hold in every state of every game."""
    assert bool(state.acting) == (state.outcome is None)
    for viewer in (*state.game.all_seats, SPECTATOR):
        view = state.view(viewer)
        check_view(json.loads(json.dumps(view)))
        assert (viewer in view["acting"]) == (viewer in state.acting)
        if not state.game.has_secrets:
            assert view["acting"] == list(state.acting)
        if viewer != SPECTATOR:
            assert [move["move"] for move in view["legal"]] == list(state.legal(viewer))
            assert [move["weight"] for move in view["legal"]] == list(state.weights(viewer))
            assert bool(view["legal"]) == (viewer in state.acting)
            assert len(set(state.legal(viewer))) == len(state.legal(viewer))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_random_games(name: str) -> None:
    game, chance = redscience.game(name), Random(name)
    for seed in range(2):
        state = game.start(seed)
        for ply in range(10_000):
            if state.outcome is not None:
                break
            if ply % 16 == 0:
                check_state(state)
            if ply % (64 if game.spaces.total > 50 else 4) == 0:
                check_legality(state)
            seat = chance.choice(state.acting)
            state = state.play({seat: chance.choice(state.legal(seat))})
        check_state(state)
        check_legality(state)
        assert set(state.outcome or {}) == set(game.seats)
        assert game.read_state(str(state)).position == state.position


RUN = """
import sys
import redscience
for name in sys.argv[1:]:
    game = redscience.game(name)
    state = game.start(5)
    is_small = game.spaces.total <= 40  # a large board has more spaces, not more rules
    for _ in range(30 if is_small else 12):
        if state.outcome is not None:
            break
        seat = state.acting[0]
        moves = [move for move in state.legal(seat) if move != "draw"]
        state = state.play({seat: moves[len(str(state)) * 7 % len(moves)]})
    print(name, state, state.position)
    if is_small:
        print(redscience.playouts(state if state.outcome is None else game, 1, seed=6))
"""


@pytest.mark.slow
def test_all_ways_to_run_the_kernels_agree_to_the_last_bit(walks: int) -> None:
    printed = in_every_way([sys.executable, "-W", "error", "-c", RUN, *NAMES], checked=walks > 0)
    assert len(set(printed)) == 1


def test_playouts_do_not_depend_on_the_number_of_cores() -> None:
    game = redscience.game("Connect4")
    one, two = (redscience.playouts(game, 30_000, seed=3, cores=cores) for cores in (1, 2))
    assert one == two
    assert one != redscience.playouts(game, 30_000, seed=4)


def test_playouts_tell_how_far_they_are() -> None:
    told: list[int] = []
    done = redscience.playouts(redscience.game("Tic-Tac-Toe"), 20_000, seed=1, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == done.games == sum(done.counts.values()) == 20_000


def test_the_engine_is_not_loaded_by_those_who_only_keep_games_and_show_them() -> None:
    code = """
import sys
from redscience import families
source = families.get("KPoker")
source.english, source.opening, source.digest, source.family.form(), families.read(source.text), families.names()
source.bound
source.family.drawing(source, width=80, colored=False)
print("numba" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
