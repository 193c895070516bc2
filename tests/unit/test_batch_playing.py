"""A game as a worker plays it, whoever sits there."""

from __future__ import annotations

import pytest

from redscience.errors import BlockTaken, IllegalMove
from redscience.interface import LEAVE, State
from redscience.variations.family import Variations
from services.batch.playing import play_game


def first(state: State) -> str:
    return state.legal(state.acting[0])[0]


@pytest.mark.parametrize("fault", [IllegalMove("It knows no move."), ValueError("a fault of the player's own")])
def test_a_player_that_fails_leaves_its_game_in_whatever_way_it_does(fault: Exception) -> None:
    def fail(_: State) -> str:
        raise fault

    start = Variations().ready("Tic-Tac-Toe").game().start(1)
    course = play_game(start, {"black": first, "white": fail}, lambda: None)
    assert course.plies == 1
    assert (course.failed, course.moves[-1], len(course.moves)) == (["white"], ("white", LEAVE), 2)
    assert course.outcome.results == {"black": "win", "white": "lose"}


def test_a_game_ends_where_its_block_is_taken_away() -> None:
    def taken() -> None:
        raise BlockTaken("Another plays it.")

    start = Variations().ready("Tic-Tac-Toe").game().start(1)
    with pytest.raises(BlockTaken):
        play_game(start, {"black": first, "white": first}, taken)
