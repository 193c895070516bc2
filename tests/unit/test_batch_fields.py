"""What is wrong with a tournament that was asked for, as people are told."""

from __future__ import annotations

from typing import Any

import pytest

from redscience.api.batch.v1 import batch_pb2
from redscience.errors import InvalidField
from redscience.names import GREEDY_ID, RANDOM_ID
from services.batch.fields import asked
from services.kit.ids import new_id

RANDOM, GREEDY = (batch_pb2.Player(player_id=each) for each in (RANDOM_ID, GREEDY_ID))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game_ids": []}, "game_ids: no game is chosen. Choose at least one."),
        ({"game_ids": [new_id() for _ in range(33)]}, "game_ids: 33 games are too many. Choose at most 32."),
        ({"players": []}, "players: no player is chosen. Choose at least two."),
        ({"players": [RANDOM]}, "players: only one player is chosen. Choose at least two."),
        ({"players": [RANDOM] * 65}, "players: 65 players are too many. Choose at most 64."),
        (
            {"name": "\u3164"},
            (
                "name: this name is too long, or has invisible characters in it."
                " Use at most 80 characters that can be seen."
            ),
        ),
        (
            {"seed": "x"},
            (
                "seed: this is not a seed. Use 32 characters, each a digit or a letter from a to f, or leave it empty"
                " to have one drawn."
            ),
        ),
        (
            {"games_each": 1_000_001},
            "games_each: this number is too large. Choose a whole number from 1 to 1,000,000.",
        ),
        (
            {"games_each": 10_001, "game_ids": [new_id(), new_id()]},
            "games_each: this number is too large. Choose a whole number from 1 to 10,000.",
        ),
        (
            {"sprt": batch_pb2.Sprt(elo0=5, elo1=5)},
            "sprt.elo1: the test cannot be from 5 to 5. Choose two numbers from -1000 to 1000, the smaller one first.",
        ),
    ],
)
def test_a_fault_reads_as_somebody_would_say_it(wrong: dict[str, Any], said: str) -> None:
    right = {"request_id": "0" * 32, "game_ids": [new_id()], "players": [RANDOM, GREEDY]}
    with pytest.raises(InvalidField) as refused:
        asked(batch_pb2.CreateRequest(**(right | wrong)))
    assert [str(fault) for fault in refused.value.faults] == [said]
