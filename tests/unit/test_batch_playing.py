"""A game as a worker plays it, whoever sits there."""

from __future__ import annotations

import json

import pytest

from redscience.api.batch.v1 import batch_pb2
from redscience.errors import BlockTaken, IllegalMove
from redscience.interface import LEAVE, State
from redscience.names import RANDOM_ID
from redscience.variations.family import Variations
from services.batch.playing import play_block, play_game


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


def test_a_block_of_mixed_groups_has_as_many_games_of_each_as_are_asked_for() -> None:
    source = Variations().ready("Tic-Tac-Toe")
    random = batch_pb2.Player(player_id=RANDOM_ID)
    block = batch_pb2.BeginBlockResponse(
        rule_sets=[source.text],
        players=[random] * 4,
        format=batch_pb2.FORMAT_MIXED,
        games_each=1,
        seed="0" * 32,
        combinations=[batch_pb2.Combination(players=pair) for pair in ((0, 1), (2, 3))],
        count=2,
    )
    played = play_block(block, lambda: 0, lambda: None)
    lines = [players for _, players, _ in json.loads(played.counts)["outcomes"]]
    assert sorted(map(sorted, lines)) == [[0, 1], [2, 3]]
