"""What is hidden from a viewer reaches it in no way: matches that differ in that alone are told alike, to the byte."""

from __future__ import annotations

import json
import random

import pytest
from fixtures.cups import Cups
from fixtures.matches import STARTED_MS
from fixtures.pennies import Pennies
from fixtures.twins import Twins, refused, twins

import redscience
from redscience import families
from redscience.interface import SPECTATOR, Game
from redscience.variations.game import VariationGame
from redscience.variations.language import read

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
    "two moves": VariationGame(read(json.dumps(TWO_MOVES))),
    **{name: redscience.game(name) for name in families.names() if redscience.game(name).has_secrets},
}
FEWEST, MOST = 1, 12
"""So many pairs are looked at for each viewer: more than the fewest only as long as nothing has differed."""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_viewer_is_told_the_same_of_matches_that_differ_only_in_what_is_hidden(game: Game) -> None:
    differences = 0
    for seed in range(MOST):
        if seed >= FEWEST and differences > 1:
            break
        for viewer in (*game.seats, SPECTATOR):
            for pair in twins(game, viewer, random.Random(f"{game.name} {viewer} {seed}")):
                differences += bool(pair.differences)
                for moves in probes(game, pair) if viewer != SPECTATOR else ():
                    assert len({refused(one, viewer, moves, STARTED_MS) for one in (pair.one, pair.other)}) == 1
    # That they are told alike is asserted on the way; here, that there was something to tell.
    assert differences > 1 or not hides(game)


def hides(game: Game) -> bool:
    """Whether anybody ever does anything that somebody does not see, in some random matches."""
    dice = random.Random(game.name)
    for seed in range(10):
        state = game.start(seed)
        while state.outcome is None:
            seat = dice.choice(state.acting)
            after = state.play({seat: dice.choice(state.legal(seat))})
            if any(after.view(viewer) == state.view(viewer) for viewer in (*game.seats, SPECTATOR) if viewer != seat):
                return True
            state = after
    return False


def probes(game: Game, pair: Twins) -> list[tuple[str, ...]]:
    """What somebody might try in order to find out: what others may do, what nobody may, and several moves at once."""
    moves = {move for one in (pair.one, pair.other) for seat in game.seats for move in one.table.state.legal(seat)}
    some = random.Random(len(moves)).sample(sorted(moves), min(6, len(moves)))
    return [("nonsense",), *((move,) for move in some), *((move, "nonsense") for move in some[:2])]
