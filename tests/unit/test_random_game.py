"""Random games with all their moves: whatever way a family plays them, they are those of its states."""

from __future__ import annotations

import pytest

from redscience import families
from redscience.interface import Family, Game


@pytest.mark.parametrize("family", families.every(), ids=lambda family: family.name)
def test_the_quick_way_plays_the_games_of_the_states(family: Family) -> None:
    names = [name for shelf in family.shelves.values() for name in shelf]
    for seed, name in enumerate(names[:40:3]):
        game = family.ready(name).game()
        assert game.random_game(seed) == Game.random_game(game, seed), name


@pytest.mark.parametrize("family", families.every(), ids=lambda family: family.name)
def test_a_game_is_cut_off_after_so_many_moves(family: Family) -> None:
    game = family.ready(next(name for shelf in family.shelves.values() for name in shelf)).game()
    whole = game.random_game(7)
    n = len(whole.moves)
    assert game.random_game(7, most_moves=n) == whole
    cut = game.random_game(7, most_moves=n - 1)
    assert (cut.moves, cut.outcome) == (whole.moves[:-1], None)


@pytest.mark.parametrize("name", ["Connect4", "3P-Tic-Tac-Rainbow"])
def test_a_game_is_repeated_by_its_seed_and_replayed_by_its_moves(name: str) -> None:
    game = families.get(name).game()
    played = game.random_game(2**100)
    assert game.random_game(2**100) == played
    assert game.random_game(2**100 + 1) != played
    state = game.start(2**100)
    for seat, move in played.moves:
        assert state.outcome is None
        state = state.play({seat: move})
    assert state.outcome == played.outcome
