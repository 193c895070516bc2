"""What is hidden from a viewer reaches it in no way: matches that differ in that alone are told alike, to the byte."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest
from fixtures.cups import Cups
from fixtures.matches import STARTED_MS
from fixtures.pennies import Pennies
from fixtures.twins import Twins, refused, twins

import redscience
from redscience.interface import SPECTATOR, Game
from redscience.variations.language import read

NAMED = (
    "RockPaperScissors",
    "Shopping9",
    "3Blotto13",
    "4P-Blind-TTT",
    "4P-TrendSetter",
    "3P-9X-HideSeek",
    "KBeauty9",
    "KPoker",
    "BeerQuiche60",
    "TheoryOfMind",
    "StagHunt",
    "SmallStratego",
)
TWO_MOVES = {
    "format": "redscience-rules/1",
    "name": "Two",
    "pieces_per_turn": 2,
    "agree_draw": True,
    "cloaking": "obscures",
    "board": {"kind": "squares", "size": [5, 2, 1]},
    "shapes": {
        "O": {"move": "adjacent", "reserve": {"black": 3, "white": 3}},
        "X": {"move": "adjacent", "reserve": {"black": 1, "white": 1}},
    },
    "phases": [
        {"order": "simultaneous", "may_pass": True},
        {"may_pass": True, "cloaks": "all"},
    ],
}
GAMES: dict[str, Game] = {
    "Pennies": Pennies(6),
    "Cups": Cups(4),
    "two moves": redscience.game(read(json.dumps(TWO_MOVES))),
    **{name: redscience.game(name) for name in NAMED},
}
PAIRS = 3


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_viewer_is_told_the_same_of_matches_that_differ_only_in_what_is_hidden(game: Game) -> None:
    compared = Counter[str]()
    for viewer in (*game.seats, SPECTATOR):
        for seed in range(PAIRS):
            for pair in twins(game, viewer, random.Random(f"{game.name} {viewer} {seed}")):
                compared[viewer] += bool(pair.differences)
                for moves in probes(game, pair) if viewer != SPECTATOR else ():
                    assert len({refused(one, viewer, moves, STARTED_MS) for one in (pair.one, pair.other)}) == 1
    # That they are told alike is asserted on the way; here, that there was something to tell.
    assert compared.total() > 1, compared


def probes(game: Game, pair: Twins) -> list[tuple[str, ...]]:
    """What somebody might try in order to find out: what others may do, what nobody may, and several moves at once."""
    moves = {move for one in (pair.one, pair.other) for seat in game.seats for move in one.table.state.legal(seat)}
    some = random.Random(len(moves)).sample(sorted(moves), min(6, len(moves)))
    return [("nonsense",), *((move,) for move in some), *((move, "nonsense") for move in some[:2])]
