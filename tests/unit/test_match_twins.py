"""What is hidden from a viewer reaches it in no way: matches that differ in that alone are told alike, to the byte."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from fixtures.cups import Cups
from fixtures.pennies import Pennies
from fixtures.twins import twins

from redscience.interface import SPECTATOR, Game

GAMES: dict[str, Game] = {"Pennies": Pennies(6), "Cups": Cups(4)}
PAIRS = 12


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_viewer_is_told_the_same_of_matches_that_differ_only_in_what_is_hidden(game: Game) -> None:
    compared = Counter[str]()
    for viewer in (*game.seats, SPECTATOR):
        for seed in range(PAIRS):
            for pair in twins(game, viewer, random.Random(f"{game.name} {viewer} {seed}")):
                compared[viewer] += bool(pair.differences)
    # That they are alike is asserted on the way; here, that there was something to tell.
    assert min(compared[viewer] for viewer in (*game.seats, SPECTATOR)) > PAIRS // 4, compared
